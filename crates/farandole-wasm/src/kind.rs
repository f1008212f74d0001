//! The choice between the two kinds of puzzles, depending on the board.

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
