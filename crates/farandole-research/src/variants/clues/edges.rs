//! Clues on edges: all dots and letters that hold in a solution.

use super::canvas::Canvas;
use super::kind::ClueKind;
use farandole_puzzle::constraint::{BlackDot, Constraint, V, WhiteDot, X};

/// Returns all clues of a kind.
///
/// The pair of 1 and 2 satisfies both kinds of dots. It gets a white dot, as in most editors.
pub(super) fn all(canvas: &Canvas<'_>, kind: ClueKind) -> Vec<Constraint> {
    let mut clues: Vec<Constraint> = Vec::new();
    for (one, two) in canvas.board.neighbour_pairs() {
        let cells = vec![one, two];
        let (first, second) = (canvas.value(one), canvas.value(two));
        match kind {
            ClueKind::WHITE_DOT if WhiteDot::holds(first, second) => clues.push(WhiteDot { cells }.into()),
            ClueKind::BLACK_DOT if BlackDot::holds(first, second) && !WhiteDot::holds(first, second) => {
                clues.push(BlackDot { cells }.into());
            }
            ClueKind::X if X::holds(first, second) => clues.push(X { cells }.into()),
            ClueKind::V if V::holds(first, second) => clues.push(V { cells }.into()),
            _ => {}
        }
    }
    clues
}
