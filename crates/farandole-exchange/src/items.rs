//! Constraint text in the rules of a puzzle: what a format has no key for, in lines that begin with a dot and a name.
//!
//! Such a line is the text language of Interactive Sudoku Solver, as `farandole-puzzle` has it. A `Shape` there says which values
//! the grid has, and whether it has the rules of Sudoku; rows and columns are those of the puzzle.

use crate::piece::{Piece, What};
use farandole_puzzle::board::Shape;
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::Variant;

/// Whether a line is constraint text.
fn is_item(line: &str) -> bool {
    let mut signs = line.trim().chars();
    signs.next() == Some('.') && signs.next().is_some_and(|sign| sign == '~' || sign.is_ascii_alphabetic())
}

/// What constraint text in the rules says.
pub(crate) struct Said {
    pub(crate) variant: Variant,
    /// The items that later ones replace.
    pub(crate) replaced: Vec<Piece>,
}

/// What the lines of constraint text say together; `None` if there are none. `shape` is that of the puzzle without them.
pub(crate) fn said(rules: &str, shape: Shape) -> Result<Option<Said>, Vec<Piece>> {
    let lines: Vec<(usize, &str)> = (1..).zip(rules.lines()).filter(|(_, line)| is_item(line)).collect();
    if lines.is_empty() {
        return Ok(None);
    }
    let mut text: String = lines.iter().map(|(_, line)| format!("{}\n", line.trim())).collect();
    if !text.contains(".Shape~")
        && let Ok(empty) = Variant::new(shape, Vec::new(), Vec::new())
    {
        text.push_str(&iss::write(&empty));
    }
    let piece = |line: u32, what| {
        let number = lines.get(line.saturating_sub(1) as usize).map(|(number, _)| *number);
        Piece::new("rules", number, what)
    };
    let iss::Read { variant, replaced } = iss::read_with_warnings(&text).map_err(|errors| -> Vec<Piece> {
        let told =
            |error: &iss::IssError| piece(error.line(), What::Items { wrong: error.to_string().into() });
        errors.errors().iter().map(told).collect()
    })?;
    if (variant.shape().rows(), variant.shape().cols()) == (shape.rows(), shape.cols()) {
        let told = |it: &iss::Replaced| piece(it.place().0, What::Replaced { name: it.name() });
        let replaced = replaced.iter().map(told).collect();
        Ok(Some(Said { variant, replaced }))
    } else {
        let what = What::Contradicts { what: "the rows and columns of the puzzle" };
        Err(vec![Piece::new("rules", None, what)])
    }
}

/// Text that says the same of the board as a variant does: its shape, extra cells that no constraint makes.
pub(crate) fn board(variant: &Variant) -> String {
    Variant::new(variant.shape(), variant.stated_groups(), Vec::new())
        .map_or_else(|_| String::new(), |bare| iss::write(&bare))
}
