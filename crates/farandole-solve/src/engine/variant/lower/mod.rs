//! Variants as networks: each constraint becomes houses, pairs, sums and rules, by family.

mod any_of;
mod arrows;
mod automata;
mod cages;
mod chaos;
mod classes;
mod clues;
mod ends;
mod global;
mod houses;
mod indexing;
mod line_sums;
mod lines;
mod pairs;
mod ranks;
mod sets;

use super::builder::Builder;
use super::network::Network;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::variant::Variant;

/// A family of kinds: adds what a constraint says besides its houses and sights, and returns whether the kind is one of
/// the family.
type Family = fn(&Constraint, &Board, &mut Builder) -> bool;

/// All families.
const FAMILIES: &[Family] = &[
    houses::lower,
    arrows::lower,
    cages::lower,
    lines::lower,
    pairs::lower,
    any_of::lower,
    automata::lower,
    chaos::lower,
    classes::lower,
    clues::lower,
    ends::lower,
    global::lower,
    indexing::lower,
    line_sums::lower,
    ranks::lower,
    sets::lower,
];

/// The network of a variant.
///
/// # Errors
/// The 0-based place of the first constraint whose kind no family takes.
pub(crate) fn lower(variant: &Variant) -> Result<Network, usize> {
    let board = variant.board();
    let values = board.values();
    let mut builder = Builder::new(variant.cell_count(), values.low(), values.count());
    for (cell, &mask) in (0..).zip(variant.domains()) {
        builder.restrict(cell, mask);
    }
    houses::add(variant, &mut builder);
    chaos::add(variant, &mut builder);
    ranks::add(variant, &mut builder);
    for (at, constraint) in variant.constraints().iter().enumerate() {
        if !FAMILIES.iter().any(|family| family(constraint, board, &mut builder)) {
            return Err(at);
        }
    }
    Ok(builder.build())
}

/// A sum that no cells have; greater ones are cut to it, so that sums of sums fit.
const UNREACHABLE: u32 = 1 << 20;

/// The numbers of cells.
fn numbers(cells: &[Cell]) -> Vec<u16> {
    cells.iter().map(|cell| cell.index() as u16).collect()
}

/// Whether a cell is listed twice.
fn repeats(cells: &[u16]) -> bool {
    cells.iter().enumerate().any(|(at, cell)| cells[..at].contains(cell))
}

/// Which cells differ in all values.
fn cells_differ(builder: &Builder) -> impl Fn(u16, u16) -> bool + use<> {
    let peers = builder.peers();
    move |a, b| peers.differ(a, b)
}

#[cfg(test)]
mod tests;
