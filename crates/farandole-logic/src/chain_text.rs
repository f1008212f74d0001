//! Chains of alternating links in words, with the reason of each strong link.
//!
//! A sentence names only the candidates that are forced to be true, because readers see which
//! candidates these exclude. `(row 1)` after a digit means that row 1 has no other cell left for it,
//! and `(its only other digit)` that its cell has no other candidate left.

use crate::grammar::{self, house};
use crate::model::tables::CELLS;
use crate::model::{Candidate, Deduction, Node, State};
use crate::notation;

/// The reason of a strong link: why one side is true if the other is false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    /// Both sides are all candidates of a cell.
    Cell,
    /// The two sides contain all candidates for a digit in this house.
    House(u8),
    /// An almost locked set that has lost a digit holds all its others.
    Set(u8),
}

/// Returns the reason why `next` is true if `node` is false.
pub(crate) fn reason(state: &State, node: &Node, next: &Node) -> Option<Reason> {
    if let Some(set) = next.set {
        return Some(Reason::Set(set));
    }
    let [first, ..] = next.candidates[..] else { return None };
    let mut both = node.candidates.iter().chain(&next.candidates);
    if both.all(|it| it.cell() == first.cell()) {
        return Some(Reason::Cell);
    }
    let both: Vec<Candidate> = node.candidates.iter().chain(&next.candidates).copied().collect();
    // A box is the most visible house.
    let order = (18..27).chain(0..18);
    let is_link = |house: &u8| {
        let cells = CELLS[usize::from(*house)].map(usize::from);
        let places = cells.into_iter().filter(|it| state.candidates(*it) >> (first.digit() - 1) & 1 == 1);
        let all = |it: &Candidate| it.digit() == first.digit() && cells.contains(&it.cell());
        next.candidates.iter().all(all)
            && places.into_iter().all(|it| both.iter().any(|known| known.cell() == it))
    };
    order.into_iter().find(is_link).map(Reason::House)
}

/// Describes a chain as a sentence: `If r1c1 is not 5, r1c4 is 5 (row 1), so r3c9 is 5 (column 9).`
/// Almost locked sets are named A, B and so on, and listed after the sentence.
pub(crate) fn sentence(state: &State, deduction: &Deduction, path: &[Node]) -> String {
    let mut text = String::new();
    let last = path.len().saturating_sub(1);
    let mut told = 0;
    let mut named_cell = false;
    for (place, next) in path.iter().enumerate() {
        // The reader sees what a true side excludes, but the end of the chain is named.
        if place > 0 && place < last && !next.on {
            continue;
        }
        text += ["If ", ", ", ", so "][told.min(2)];
        told += 1;
        text += &grammar::node(next);
        if place == 0 || !next.on {
            continue;
        }
        match reason(state, &path[place - 1], next) {
            Some(Reason::Cell) => {
                text += if named_cell { " (cell)" } else { " (its only other digit)" };
                named_cell = path.len() > LONG;
            }
            Some(Reason::House(number)) => text += &format!(" ({})", house(number)),
            Some(Reason::Set(number)) => text += &format!(" (set {})", char::from(b'A' + number)),
            None => {}
        }
    }
    text.push('.');
    let named = notation::named_sets(deduction);
    if !named.is_empty() {
        text += &format!(
            " Each of the almost locked sets {named} has one more digit than cells, so without one of its digits \
             it holds all its others."
        );
    }
    text
}

/// Maximum number of statements of a chain whose links are all explained in full.
const LONG: usize = 8;
