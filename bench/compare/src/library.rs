//! Cases in the format of HoDoKu's technique library.

use farandole_logic::{Candidate, State};
use std::collections::BTreeSet;

/// Parses `digit row column` triples, separated by blanks.
pub fn triples(text: &str) -> BTreeSet<Candidate> {
    let triple = |word: &str| match word.as_bytes() {
        [digit, row, col] => {
            Candidate::new((row.checked_sub(b'1')? * 9 + col.checked_sub(b'1')?) as usize, digit - b'0')
        }
        _ => None,
    };
    text.split(' ').filter_map(triple).collect()
}

/// Parses the grid of a case. `+` marks a digit that is not a given.
pub fn state(grid: &str, deleted: &str) -> Option<State> {
    let (mut givens, mut placed, mut plus) = (Vec::new(), Vec::new(), false);
    for byte in grid.bytes() {
        if byte == b'+' {
            plus = true;
            continue;
        }
        if let (true, Some(candidate)) = (plus, Candidate::new(givens.len(), byte.wrapping_sub(b'0'))) {
            placed.push(candidate);
        }
        givens.push(if plus { b'.' } else { byte });
        plus = false;
    }
    let mut state = State::from_line(&givens)?;
    placed.into_iter().for_each(|candidate| state.set(candidate));
    triples(deleted).into_iter().for_each(|candidate| state.remove(candidate));
    Some(state)
}
