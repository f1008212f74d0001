//! A slow and simple reference for checks, which runs each propagator of a network once, from scratch.

use super::literal::{Conflict, Reason, is, places};
use crate::model::masks::{Changed, Masks, Scratch};
use crate::network::Network;
use crate::propagators::AnyPropagator;
use crate::propagators::propagator::Propagator;
use farandole_cdcl::{Lit, Trail};

/// Returns every literal that cells, pairs and propagators imply in one step. Propagators that read
/// bounds are included only if all their cells are fixed, since they do not run after every change.
pub(super) fn follow(network: &Network, trail: &Trail<Reason>) -> Result<Vec<Lit>, Conflict> {
    let cells = 0..network.domains.len() as u16;
    let open = |cell: u16| places(u16::MAX).filter(move |&place| trail.value(is(cell, place)) >= 0);
    let masks: Vec<u16> =
        cells.clone().map(|cell| open(cell).fold(0, |mask, place| mask | 1 << place)).collect();
    let mut follow = Vec::new();
    for cell in cells.clone() {
        let mask = masks[usize::from(cell)];
        // Masks come from the trail, so that mistakes of the incrementally updated masks are detected.
        match mask.count_ones() {
            0 => return Err(Conflict::Cell(cell)),
            1 => follow.push(is(cell, mask.trailing_zeros())),
            _ => continue,
        }
        let place = mask.trailing_zeros();
        let edges = network.edges.iter().filter(|edge| edge.mask & mask != 0 && edge.cells.contains(&cell));
        let apart = edges.flat_map(|edge| edge.cells).filter(|&other| other != cell);
        follow.extend(network.peers.of(cell).chain(apart).map(|other| !is(other, place)));
    }
    for (number, propagator) in (0..).zip(&network.propagators) {
        let fixed = propagator.cells().iter().all(|&cell| masks[usize::from(cell)].is_power_of_two());
        if propagator.reads_bounds() && !fixed {
            continue;
        }
        let (mut after, mut changed) = (masks.clone(), Changed::new(masks.len()));
        if propagator.propagate(&mut Masks::new(&mut after, &mut changed, &mut Scratch::default())).is_err() {
            return Err(Conflict::Propagator(number));
        }
        for cell in cells.clone() {
            let removed = masks[usize::from(cell)] & !after[usize::from(cell)];
            // A hidden single fixes its cell instead of removing the other values one by one.
            let lit = |place: u32| match propagator {
                AnyPropagator::HiddenSingle(_) => is(cell, after[usize::from(cell)].trailing_zeros()),
                _ => !is(cell, place),
            };
            follow.extend(places(removed).map(lit));
        }
    }
    Ok(follow)
}
