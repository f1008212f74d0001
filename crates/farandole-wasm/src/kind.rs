//! The choice between the two kinds of puzzles, depending on the board.

use crate::answer::Refusal;
use crate::board::Board;
#[cfg(feature = "variants")]
use crate::variant;
use std::borrow::Cow;

/// Evaluates an expression with the puzzle of a board of either kind. A module without the engines
/// for this kind answers that another module is needed.
macro_rules! on_puzzle {
    ($board:expr, $puzzle:ident => $answer:expr) => {{
        let board: &$crate::board::Board = $board;
        match board.text {
            #[cfg(feature = "classic")]
            None => $crate::classic::ClassicBoard::of(board).and_then(|$puzzle| $answer),
            #[cfg(not(feature = "classic"))]
            None => Err($crate::answer::Refusal::elsewhere("plain")),
            #[cfg(feature = "variants")]
            Some(_) => $crate::variant::VariantBoard::of(board).and_then(|$puzzle| $answer),
            #[cfg(not(feature = "variants"))]
            Some(_) => Err($crate::answer::Refusal::elsewhere("variants")),
        }
    }};
}
pub(crate) use on_puzzle;

/// Returns the board as a variant if it has cosmetics, because classic boards do not draw them.
pub(crate) fn with_cosmetics(board: &Board) -> Result<Cow<'_, Board>, Refusal> {
    if board.cosmetics.is_empty() { Ok(Cow::Borrowed(board)) } else { as_variant(board) }
}

/// Returns the board of a variant, to which any other puzzle is converted.
pub(crate) fn as_variant(board: &Board) -> Result<Cow<'_, Board>, Refusal> {
    if board.text.is_some() {
        return Ok(Cow::Borrowed(board));
    }
    #[cfg(feature = "variants")]
    return Ok(Cow::Owned(variant::restated(board)?));
    #[cfg(not(feature = "variants"))]
    Err(Refusal::elsewhere("variants"))
}
