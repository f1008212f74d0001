//! Compiles lines that are divided into segments with equal sums.

use super::cells::numbers;
use crate::compile::builder::Builder;
use crate::propagators::equal_sum_segments::{EqualSumSegments, GREATEST};
use crate::propagators::equal_sums::{EqualSums, LONGEST};
use crate::propagators::regular::Automaton;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Constraint, Ends};

/// Compiles kinds of lines with segments.
pub(super) fn compile(constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
    match constraint {
        Constraint::RegionSumLine(it) => {
            let pieces: Vec<Vec<u16>> = it.pieces(board).iter().map(|piece| numbers(piece)).collect();
            equal_sums(&pieces, builder);
        }
        Constraint::Zipper(it) => {
            let cells = numbers(&it.cells);
            let half = cells.len() / 2;
            let mut pieces: Vec<Vec<u16>> =
                (0..half).map(|at| vec![cells[at], cells[cells.len() - 1 - at]]).collect();
            if cells.len() % 2 == 1 {
                pieces.push(vec![cells[half]]);
            }
            equal_sums(&pieces, builder);
        }
        Constraint::SumLine(it) => {
            let (line, low, ring) = (numbers(&it.cells), builder.low(), it.ends == Ends::Ring);
            match (1..=GREATEST).contains(&it.sum) {
                true if !ring => builder.post(EqualSumSegments::of_line(&line, it.sum, low)),
                // Without a value 0, a ring that returns to its first state has at least one cut. With a
                // value 0, the automaton has to record the cut.
                true if low > 0 => builder.post(EqualSumSegments::of_ring(&line, it.sum)),
                _ => return builder.regular(&Pieces { sum: it.sum, low, ring }, &line).is_ok(),
            }
        }
        _ => return false,
    }
    true
}

/// Requires that all lists of cells have the same sum.
pub(super) fn equal_sums(pieces: &[Vec<u16>], builder: &mut Builder) {
    if pieces.len() < 2 {
        return;
    }
    // The sums of longer segments do not fit into the set of sums of `EqualSums`. Consecutive segments then
    // get linear equations.
    if pieces.iter().all(|piece| piece.len() <= LONGEST) {
        let peers = builder.peers();
        let propagator =
            EqualSums::new(pieces, builder.low(), builder.count(), |cells| peers.is_clique(cells));
        return builder.post(propagator);
    }
    for pair in pieces.windows(2) {
        let plus = pair[0].iter().map(|&cell| (cell, 1));
        let terms: Vec<(u16, i32)> = plus.chain(pair[1].iter().map(|&cell| (cell, -1))).collect();
        builder.sum(&terms, 0);
    }
}

/// An automaton that accepts values that can be divided into segments with the given sum. On a
/// ring, the first cell may be in the middle of a segment.
pub(crate) struct Pieces {
    pub(crate) sum: u8,
    pub(crate) low: u8,
    pub(crate) ring: bool,
}

/// The state of the division. `now` is the sum of the current segment so far. `cut` is true once the line
/// has been divided somewhere, including the border before its first cell.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Segment {
    /// On a ring, the part of the first segment's sum that is at the end of the line.
    first: u8,
    now: u8,
    cut: bool,
}

impl Automaton for Pieces {
    type State = Segment;

    fn start(&self) -> Vec<Segment> {
        // On a ring, the first segment may begin at the end of the line. There is a start state for each sum
        // of that part.
        let most = if self.ring { self.sum } else { 1 };
        (0..most).map(|first| Segment { first, now: first, cut: first == 0 }).collect()
    }

    fn step(&self, state: &Segment, _: usize, value: u8, out: &mut Vec<Segment>) {
        let now = state.now + value + self.low;
        if now <= self.sum {
            let now = now % self.sum;
            out.push(Segment { first: state.first, now, cut: state.cut || now == 0 });
        }
    }

    fn accepts(&self, state: &Segment) -> bool {
        state.now == state.first && state.cut
    }
}
