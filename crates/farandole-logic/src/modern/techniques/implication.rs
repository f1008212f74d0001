//! Consequences of a true candidate along single links, with the path to each.
//!
//! A true candidate makes the candidates that it sees false. A false one makes another true if it is
//! the only other candidate of the cell, or the only other place of the digit in a house.

use crate::model::tables::{HOUSE_SETS, HOUSES, PEER_SETS, bits, cells, count};
use crate::model::{Assertion, Candidate, Inference};
use crate::patterns::view::View;
use std::collections::VecDeque;

/// An assertion as a number: `candidate * 2`, and one more if it is true.
type Literal = usize;

const NONE: u16 = u16::MAX;

/// The consequences of a true candidate.
pub(super) struct Implications {
    /// The premise of each assertion. For the assumption, this is its own number, and for
    /// assertions that do not follow, `NONE`.
    from: Vec<u16>,
}

impl Implications {
    /// Follows all links from the assumption that a candidate is true, in breadth-first order.
    pub(super) fn of(view: &View<'_>, assumption: Candidate) -> Self {
        let start = 2 * assumption.index() + 1;
        let mut from = vec![NONE; 2 * 729];
        from[start] = start as u16;
        let mut open = VecDeque::from([start]);
        while let Some(literal) = open.pop_front() {
            let (cell, digit) = (literal / 18, literal / 2 % 9);
            let mut add = |next: Literal| {
                if from[next] == NONE {
                    from[next] = literal as u16;
                    open.push_back(next);
                }
            };
            let others = view.marks.cand[cell] & !(1 << digit);
            if literal % 2 == 1 {
                bits(others).for_each(|other| add(2 * (9 * cell + other)));
                cells(PEER_SETS[cell] & view.places[digit]).for_each(|peer| add(2 * (9 * peer + digit)));
                continue;
            }
            if count(others) == 1 {
                add(2 * (9 * cell + others.trailing_zeros() as usize) + 1);
            }
            for house in HOUSES[cell] {
                let rest = view.places[digit] & HOUSE_SETS[house as usize] & !(1 << cell);
                if rest.count_ones() == 1 {
                    add(2 * (9 * rest.trailing_zeros() as usize + digit) + 1);
                }
            }
        }
        Self { from }
    }

    pub(super) fn excludes(&self, candidate: Candidate) -> bool {
        self.from[2 * candidate.index()] != NONE
    }

    /// Returns the inferences that exclude all these candidates, and the index of each exclusion.
    pub(super) fn lines(&self, excluded: &[Candidate]) -> (Vec<Inference>, Vec<u16>) {
        let mut chain: Vec<(Literal, Inference)> = Vec::new();
        let mut ends = Vec::new();
        for candidate in excluded {
            let mut path = vec![2 * candidate.index()];
            while let Some(last) = path.last().copied().filter(|last| usize::from(self.from[*last]) != *last)
            {
                path.push(usize::from(self.from[last]));
            }
            for literal in path.into_iter().rev() {
                if chain.iter().any(|(known, _)| *known == literal) {
                    continue;
                }
                let reason = usize::from(self.from[literal]);
                let premises = chain.iter().position(|(known, _)| *known == reason).map(|it| it as u16);
                let candidate = Candidate::at(literal / 18, literal / 2 % 9);
                let assertion = Assertion { candidate, on: literal % 2 == 1 };
                chain.push((
                    literal,
                    Inference { assertion, premises: premises.into_iter().collect(), reason: None },
                ));
            }
            ends.extend(
                chain.iter().position(|(known, _)| *known == 2 * candidate.index()).map(|it| it as u16),
            );
        }
        (chain.into_iter().map(|(_, inference)| inference).collect(), ends)
    }
}
