//! The error type for variants.

use core::fmt;
use farandole_exchange::ImportError;
use farandole_puzzle::format::ParseError;
use farandole_puzzle::format::iss::IssErrors;
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
    /// The text is empty.
    Empty,
    /// The text is not UTF-8.
    Encoding,
    /// The constraint text of a link is not percent-encoded UTF-8.
    Percent,
    /// The constraint text is invalid.
    Text(IssErrors),
    /// The killer line is invalid.
    Killer(ParseError),
    /// The overlapping grids are invalid.
    Overlapping(ParseError),
    /// The JSON object is invalid. Positions in the error refer to the text.
    Object(ImportError),
    /// The link or compressed object is invalid. Positions in the error refer to the decompressed
    /// text.
    Import(ImportError),
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

    /// Returns the 1-based line and column of the first error within the text of the variant, or
    /// `None` if the error concerns the text as a whole.
    pub fn place(&self) -> Option<(u64, u32)> {
        match &self.kind {
            VariantErrorKind::Text(errors) => {
                errors.errors().first().map(|error| (error.line().into(), error.column()))
            }
            VariantErrorKind::Killer(error) | VariantErrorKind::Overlapping(error) => {
                Some((error.line(), error.column()))
            }
            VariantErrorKind::Object(error) => {
                let (line, column) = error.place()?;
                Some((line as u64, u32::try_from(column).ok()?))
            }
            _ => None,
        }
    }

    /// Returns the errors of a text that begins on this line of a source: one line per error, with
    /// its location in the source and without a final line end. After 20 errors, one more line
    /// states how many are omitted.
    ///
    /// ```
    /// let error = farandole::variant::read(".Shape~4x4\n.Wisper~R1C1").unwrap_err();
    /// assert_eq!(
    ///     error.located("list.txt", 10),
    ///     "list.txt:11:2: unknown constraint `Wisper`; did you mean `Whisper`?",
    /// );
    /// ```
    pub fn located(&self, source: &str, line: u64) -> String {
        let at = |down: u64, column: u64, what: &dyn fmt::Display| {
            format!("{source}:{}:{column}: {what}", line + down.saturating_sub(1))
        };
        match (&self.kind, self.place()) {
            (VariantErrorKind::Text(errors), _) => {
                let list = errors.errors();
                let shown = list.iter().take(MOST);
                let mut texts: Vec<String> = shown
                    .map(|error| at(error.line().into(), error.column().into(), &error.what()))
                    .collect();
                texts.extend(more(list.len()).map(|more| format!("{source}:{line}: {more}")));
                texts.join("\n")
            }
            (
                VariantErrorKind::Killer(error) | VariantErrorKind::Overlapping(error),
                Some((down, column)),
            ) => at(down, column.into(), error),
            (VariantErrorKind::Object(error), Some((down, column))) => at(down, column.into(), &error.what()),
            _ => {
                let text = self.to_string();
                let texts: Vec<String> =
                    text.lines().map(|what| format!("{source}:{line}: {what}")).collect();
                texts.join("\n")
            }
        }
    }
}

/// Maximum number of errors to list; the rest are counted. A text that is not a puzzle at all may
/// have thousands.
const MOST: usize = 20;

/// Returns the line that counts the omitted errors, if there are any.
fn more(count: usize) -> Option<String> {
    let left = count.checked_sub(MOST).filter(|left| *left > 0)?;
    let digits = left.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    Some(format!("and {text} more"))
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
            VariantErrorKind::Empty => f.write_str("expected a puzzle, found none"),
            VariantErrorKind::Encoding => f.write_str("expected UTF-8, found other bytes"),
            VariantErrorKind::Percent => f.write_str(
                "invalid link: expected two hexadecimal digits after each `%` of the text after `q=`, and UTF-8",
            ),
            VariantErrorKind::Text(errors) => capped(f, errors),
            VariantErrorKind::Killer(error) | VariantErrorKind::Overlapping(error) => {
                write!(f, "line {}, column {}: {error}", error.line(), error.column())
            }
            VariantErrorKind::Import(error) if error.place().is_some() => {
                write!(f, "in the compressed JSON: {error}")
            }
            VariantErrorKind::Object(error) | VariantErrorKind::Import(error) => capped(f, error),
            VariantErrorKind::Unsupported(unsupported) => unsupported.fmt(f),
            VariantErrorKind::Wrong(broken) => write!(f, "the engine returned a wrong solution: {broken}"),
        }
    }
}

/// Writes one line per error, up to [`MOST`] of them.
fn capped(f: &mut fmt::Formatter<'_>, error: &dyn fmt::Display) -> fmt::Result {
    let text = error.to_string();
    let lines: Vec<&str> = text.lines().collect();
    f.write_str(&lines[..lines.len().min(MOST)].join("\n"))?;
    more(lines.len()).map_or(Ok(()), |more| write!(f, "\n{more}"))
}

impl core::error::Error for VariantError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            VariantErrorKind::Empty
            | VariantErrorKind::Encoding
            | VariantErrorKind::Percent
            | VariantErrorKind::Wrong(_) => None,
            VariantErrorKind::Text(errors) => Some(errors),
            VariantErrorKind::Killer(error) | VariantErrorKind::Overlapping(error) => Some(error),
            VariantErrorKind::Object(error) | VariantErrorKind::Import(error) => Some(error),
            VariantErrorKind::Unsupported(unsupported) => Some(unsupported),
        }
    }
}
