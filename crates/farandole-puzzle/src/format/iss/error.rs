//! Errors of reading a variant: all of a text, each with its place and what was expected there.

use super::super::error::Excerpt;
use crate::constraint::Misfit;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// One thing in a text that is not understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IssError {
    line: u32,
    column: u32,
    name: Option<Excerpt>,
    argument: Option<usize>,
    found: Option<Excerpt>,
    misfit: Misfit,
}

impl IssError {
    /// The line, counted from 1.
    pub const fn line(&self) -> u32 {
        self.line
    }

    /// The column in characters, counted from 1.
    pub const fn column(&self) -> u32 {
        self.column
    }

    /// The 0-based number of the argument that is wrong; `None` if the item as a whole is.
    pub const fn argument(&self) -> Option<usize> {
        self.argument
    }

    /// What was expected.
    pub const fn misfit(&self) -> Misfit {
        self.misfit
    }

    /// What is wrong, as text without the place.
    pub const fn what(&self) -> impl fmt::Display + '_ {
        What(self)
    }
}

/// An error without its place.
struct What<'a>(&'a IssError);

impl fmt::Display for IssError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.what())
    }
}

impl fmt::Display for What<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(error) = self;
        if let Some(name) = &error.name {
            name.plain(f)?;
            match error.argument {
                Some(argument) => write!(f, ", argument {}: ", argument + 1)?,
                None => f.write_str(": ")?,
            }
        }
        match (&error.found, error.misfit) {
            (Some(found), Misfit::Name { nearest }) => {
                f.write_str("unknown constraint `")?;
                found.plain(f)?;
                f.write_str("`")?;
                nearest.map_or(Ok(()), |name| write!(f, "; did you mean `{name}`?"))
            }
            (Some(found), misfit) => write!(f, "found {found}, {misfit}"),
            (None, misfit) => misfit.fmt(f),
        }
    }
}

/// An error before line and column are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) offset: usize,
    pub(super) name: Option<Excerpt>,
    pub(super) argument: Option<usize>,
    pub(super) found: Option<Excerpt>,
    pub(super) misfit: Misfit,
}

impl Pending {
    /// An error at an offset of the text.
    pub(super) const fn bare(offset: usize, misfit: Misfit) -> Self {
        Self { offset, name: None, argument: None, found: None, misfit }
    }
}

/// Everything in a text that is not understood, in the order of the text; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IssErrors {
    errors: Box<[IssError]>,
}

impl IssErrors {
    /// So many errors at most are listed.
    pub(super) const MOST: usize = 10_000;

    pub(super) fn new(text: &str, mut found: Vec<Pending>) -> Self {
        found.sort_by_key(|pending| pending.offset);
        found.truncate(Self::MOST);
        let mut rest = text.char_indices().peekable();
        let (mut line, mut column) = (1, 1);
        let place = |pending: Pending| {
            while let Some((_, c)) = rest.next_if(|(at, _)| *at < pending.offset) {
                (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
            }
            let Pending { name, argument, found, misfit, .. } = pending;
            IssError { line, column, name, argument, found, misfit }
        };
        Self { errors: found.into_iter().map(place).collect() }
    }

    /// The errors, at most 10,000 of them.
    pub const fn errors(&self) -> &[IssError] {
        &self.errors
    }
}

impl fmt::Display for IssErrors {
    /// One error a line, without a line end at the end.
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
