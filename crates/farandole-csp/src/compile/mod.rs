//! Variants as networks: each constraint becomes houses, pairs, sums and propagators, by family.

mod any_of;
mod arrows;
mod automata;
mod automaton_cache;
pub(crate) mod builder;
mod cages;
mod cells;
mod chaos;
mod classes;
mod clues;
mod combined_sums;
mod ends;
mod equal;
mod flags;
mod global;
mod house_complement;
mod house_propagators;
mod houses;
mod indexing;
mod innies_outies;
mod line_sums;
mod lines;
mod pairs;
mod provenance;
mod ranks;
pub(crate) mod redundant;
mod sets;
mod sums;

pub(crate) use houses::says_no_more;
use provenance::Source;
pub(crate) use provenance::{Provenance, TracedNetwork};

/// Automata of kinds, for encodings as formulas too.
pub(crate) mod machines {
    pub(crate) use super::automata::Machine;
    pub(crate) use super::cages::{Counted, Rellik};
    pub(crate) use super::clues::{Hidden, Repeats, Skyscraper};
    pub(crate) use super::line_sums::Pieces;
}

use crate::compile::builder::Builder;
use crate::network::Network;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::variant::Variant;

/// A family of kinds: adds what a constraint says besides its houses and sights, and returns
/// whether the kind is one of the family.
type Family = fn(&Constraint, &Board, &mut Builder) -> bool;

/// All families.
const FAMILIES: &[Family] = &[
    houses::compile,
    arrows::compile,
    cages::compile,
    lines::compile,
    pairs::compile,
    automata::compile,
    chaos::compile,
    classes::compile,
    clues::compile,
    ends::compile,
    global::compile,
    indexing::compile,
    line_sums::compile,
    ranks::compile,
    sets::compile,
];

/// The network of a variant.
///
/// # Errors
/// The 0-based place of the first constraint whose kind no family takes.
pub(crate) fn compile(variant: &Variant) -> Result<Network, usize> {
    built(variant, together, |_, _| ()).map(Builder::build_propagated)
}

/// What takes several constraints together to see.
fn together(variant: &Variant, builder: &mut Builder) {
    equal::add(variant, builder);
    builder.reduce_branches();
}

/// Whether a constraint says that one of these cells holds the same value as another cell.
pub(crate) fn says_equal(constraint: &Constraint, cells: [usize; 2]) -> bool {
    equal::pairs(constraint).iter().flatten().any(|cell| cells.contains(&usize::from(*cell)))
}

/// The network of a variant with propagators that a formula shows, each by itself, once their cells
/// have values.
///
/// # Errors
/// As for [`compile`].
pub(crate) fn compile_for_proof(variant: &Variant) -> Result<Network, usize> {
    built(variant, |_, _| (), |_, _| ()).map(Builder::build_for_proof)
}

/// As [`compile`], with the constraint that each propagator comes from.
///
/// # Errors
/// As for [`compile`].
pub(crate) fn compile_with_provenance(variant: &Variant) -> Result<TracedNetwork, usize> {
    let mut reported = Vec::new();
    let builder = built(variant, together, |source, builder| reported.push((source, builder.counts())))?;
    Ok(TracedNetwork::new(variant, builder.build_with_steps(), &reported))
}

/// The constraints in a builder. `first` adds what takes several of them together to see.
/// `reported` is told who has added what is in the builder since it was told last.
fn built(
    variant: &Variant,
    first: impl FnOnce(&Variant, &mut Builder),
    mut reported: impl FnMut(Source, &Builder),
) -> Result<Builder, usize> {
    let board = variant.board();
    let values = board.values();
    let mut builder = Builder::new(variant.cell_count(), values.low(), values.count());
    for (cell, &mask) in (0..).zip(variant.domains()) {
        builder.restrict(cell, mask);
    }
    first(variant, &mut builder);
    houses::add(variant, &mut builder);
    let done = chaos::add(variant, &mut builder);
    reported(Source::Regions, &builder);
    ranks::add(variant, &mut builder);
    reported(Source::Ranks, &builder);
    for (at, constraint) in variant.constraints().iter().enumerate() {
        if !done[at] && !compile_one(constraint, board, &mut builder) {
            return Err(at);
        }
        reported(Source::Constraint(at), &builder);
    }
    Ok(builder)
}

/// Adds one constraint; `false` if no family takes its kind.
fn compile_one(constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
    if let Some(parts) = constraint.marks_in_other_kinds(board) {
        return parts.iter().all(|part| compile_one(part, board, builder));
    }
    any_of::compile(constraint, board, builder, compile_one)
        || FAMILIES.iter().any(|family| family(constraint, board, builder))
}

#[cfg(test)]
pub(crate) mod tests;
