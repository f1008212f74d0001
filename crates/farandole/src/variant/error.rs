//! The error type for variants.

use core::fmt;
use farandole_formats::ParseError;
use farandole_puzzle::variant::Broken;
use farandole_solve::{Unsupported, UnsupportedConstraint};

/// The reason why a variant cannot be read, or has no answer. Its text has one line per error.
#[derive(Clone, PartialEq, Debug)]
pub struct VariantError {
    kind: VariantErrorKind,
}

/// The kinds of errors.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum VariantErrorKind {
    /// The text cannot be read.
    Parse(ParseError),
    /// No engine supports a constraint kind, or the chosen one supports only classic puzzles.
    Unsupported(Unsupported),
    /// A solution of the engine breaks a rule, which is a bug in the engine.
    Wrong(Broken),
}

impl VariantError {
    /// Returns the kind of error.
    pub const fn kind(&self) -> &VariantErrorKind {
        &self.kind
    }

    /// Returns the 1-based line and column of the first error in the input, or `None` if the error
    /// concerns the variant as a whole.
    pub fn place(&self) -> Option<(u64, u32)> {
        if let VariantErrorKind::Parse(error) = &self.kind { error.position() } else { None }
    }

    /// Returns the errors of a variant that begins on this line of a source: one line per error,
    /// with its location in the source and without a final line end. See [`ParseError::located`].
    pub fn located(&self, source: &str, line: u64) -> String {
        match &self.kind {
            VariantErrorKind::Parse(error) => error.located(source),
            _ => format!("{source}:{line}: {self}"),
        }
    }
}

impl From<ParseError> for VariantError {
    fn from(error: ParseError) -> Self {
        VariantErrorKind::Parse(error).into()
    }
}

impl From<VariantErrorKind> for VariantError {
    fn from(kind: VariantErrorKind) -> Self {
        Self { kind }
    }
}

impl From<UnsupportedConstraint> for VariantError {
    fn from(constraint: UnsupportedConstraint) -> Self {
        Unsupported::from(constraint).into()
    }
}

impl From<Unsupported> for VariantError {
    fn from(unsupported: Unsupported) -> Self {
        VariantErrorKind::Unsupported(unsupported).into()
    }
}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            VariantErrorKind::Parse(error) => write!(f, "{error:#}"),
            VariantErrorKind::Unsupported(unsupported) => unsupported.fmt(f),
            VariantErrorKind::Wrong(broken) => write!(f, "the engine returned a wrong solution: {broken}"),
        }
    }
}

impl core::error::Error for VariantError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            VariantErrorKind::Wrong(_) => None,
            VariantErrorKind::Parse(error) => Some(error),
            VariantErrorKind::Unsupported(unsupported) => Some(unsupported),
        }
    }
}
