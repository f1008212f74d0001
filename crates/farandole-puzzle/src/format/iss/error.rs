//! Errors in the text of a variant. All errors of a text are reported, each with its position and a
//! description of the expected text.

use crate::constraint::ArgumentError;
use crate::format::Excerpt;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// One error in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IssError {
    line: u32,
    column: u32,
    name: Option<Excerpt>,
    argument: Option<usize>,
    found: Option<Excerpt>,
    misfit: ArgumentError,
}

impl IssError {
    /// Returns the 1-based line.
    pub const fn line(&self) -> u32 {
        self.line
    }

    /// Returns the 1-based column in characters.
    pub const fn column(&self) -> u32 {
        self.column
    }

    /// Returns the 0-based index of the invalid argument. Returns `None` if the error concerns the
    /// whole item.
    pub const fn argument(&self) -> Option<usize> {
        self.argument
    }

    /// Returns the message without its position.
    pub const fn what(&self) -> impl fmt::Display + '_ {
        Message(self)
    }
}

/// Displays an error without its position.
struct Message<'a>(&'a IssError);

impl fmt::Display for IssError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.what())
    }
}

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(error) = self;
        if let Some(name) = &error.name {
            name.plain().fmt(f)?;
            match error.argument {
                Some(argument) => write!(f, ", argument {}: ", argument + 1)?,
                None => f.write_str(": ")?,
            }
        }
        match (&error.found, error.misfit) {
            (Some(found), ArgumentError::Name { nearest }) => {
                f.write_str("unknown constraint `")?;
                found.plain().fmt(f)?;
                f.write_str("`")?;
                nearest.map_or(Ok(()), |name| write!(f, "; did you mean `{name}`?"))
            }
            (Some(found), misfit) => write!(f, "found {found}, {misfit}"),
            (None, misfit) => misfit.fmt(f),
        }
    }
}

/// An error whose line and column are not yet known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) offset: usize,
    pub(super) name: Option<Excerpt>,
    pub(super) argument: Option<usize>,
    pub(super) found: Option<Excerpt>,
    pub(super) misfit: ArgumentError,
}

impl Pending {
    /// Creates an error at an offset of the text.
    pub(super) const fn bare(offset: usize, misfit: ArgumentError) -> Self {
        Self { offset, name: None, argument: None, found: None, misfit }
    }
}

/// All errors in a text, in the order of their positions. There is at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IssErrors {
    errors: Box<[IssError]>,
}

impl IssErrors {
    /// Maximum number of errors to list.
    pub(super) const MAX_ERRORS: usize = 10_000;

    pub(super) fn new(text: &str, mut found: Vec<Pending>) -> Self {
        found.sort_by_key(|pending| pending.offset);
        found.truncate(Self::MAX_ERRORS);
        let mut rest = text.char_indices().peekable();
        let (mut line, mut column) = (1, 1);
        let locate = |pending: Pending| {
            while let Some((_, c)) = rest.next_if(|(at, _)| *at < pending.offset) {
                (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
            }
            let Pending { name, argument, found, misfit, .. } = pending;
            IssError { line, column, name, argument, found, misfit }
        };
        Self { errors: found.into_iter().map(locate).collect() }
    }

    /// Returns the errors, at most 10,000.
    pub const fn errors(&self) -> &[IssError] {
        &self.errors
    }
}

impl fmt::Display for IssErrors {
    /// Writes one error per line, without a final line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.errors.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            error.fmt(f)?;
        }
        Ok(())
    }
}

impl core::error::Error for IssErrors {}
