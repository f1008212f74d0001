//! The order of singles on a path.

use super::order::Order;
use crate::model::tables::PEER_SETS;
use crate::model::{Candidate, Deduction, State};
use crate::se::techniques::single;
use core::ops::ControlFlow;

/// Returns the single that a person would place next. The easiest kind comes first. Within a kind, singles with
/// the digit of the last placement come first. Ties are broken in favour of cells that see the last placement.
pub(super) fn next_single(state: &State, order: &Order, last: Option<Candidate>) -> Option<Deduction> {
    let mut best: Option<(usize, u8, Deduction)> = None;
    let mut visit = |step: Deduction| {
        if let Some(rank) = order.techniques().iter().position(|it| *it == step.technique) {
            let distance = last.map_or(0, |last| distance(last, step.placements[0]));
            if best.as_ref().is_none_or(|known| (rank, distance) < (known.0, known.1)) {
                best = Some((rank, distance, step));
            }
        }
        ControlFlow::Continue(())
    };
    let _ = single::hidden(&state.marks, &mut visit);
    let _ = single::naked(&state.marks, &mut visit);
    best.map(|(.., step)| step)
}

/// Returns the rank of a single after another one, from 0 (the same digit, in a cell that sees it) to 3.
fn distance(last: Candidate, next: Candidate) -> u8 {
    let near = PEER_SETS[last.cell()] >> next.cell() & 1 == 1;
    2 * u8::from(last.digit() != next.digit()) + u8::from(!near)
}
