//! The choice between the two kinds of puzzles, depending on the board.

/// Evaluates an expression with the puzzle of a board of either kind. A module without the engines
/// for this kind answers that the other module is needed.
macro_rules! on_puzzle {
    ($board:expr, $puzzle:ident => $answer:expr) => {{
        let board: &$crate::board::Board = $board;
        match board.text {
            #[cfg(feature = "classic")]
            None => $crate::classic::ClassicBoard::of(board).and_then(|$puzzle| $answer),
            #[cfg(feature = "variants")]
            Some(_) => $crate::variant::VariantBoard::of(board).and_then(|$puzzle| $answer),
            #[cfg(not(all(feature = "classic", feature = "variants")))]
            _ => Err($crate::answer::Refusal::elsewhere()),
        }
    }};
}
pub(crate) use on_puzzle;
