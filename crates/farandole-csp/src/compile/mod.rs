//! Variants as networks: each constraint becomes houses, pairs, sums and rules, by family.

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
use provenance::Speaker;
pub(crate) use provenance::{Origin, Traced};

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
    built(variant, together, |_, _| ()).map(Builder::settle)
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

/// The network of a variant with rules that a formula shows, each by itself, once their cells have values.
///
/// # Errors
/// As for [`lower`].
pub(crate) fn lower_for_proof(variant: &Variant) -> Result<Network, usize> {
    built(variant, |_, _| (), |_, _| ()).map(Builder::state)
}

/// As [`lower`], with the constraint that each rule comes from.
///
/// # Errors
/// As for [`lower`].
pub(crate) fn lower_in_steps(variant: &Variant) -> Result<Traced, usize> {
    let mut said = Vec::new();
    let builder = built(variant, together, |speaker, builder| said.push((speaker, builder.said())))?;
    Ok(Traced::new(variant, builder.settle_in_steps(), &said))
}

/// The constraints in a builder. `first` adds what takes several of them together to see. `said` is told who has added what
/// is in the builder since it was told last.
fn built(
    variant: &Variant,
    first: impl FnOnce(&Variant, &mut Builder),
    mut said: impl FnMut(Speaker, &Builder),
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
    said(Speaker::Regions, &builder);
    ranks::add(variant, &mut builder);
    said(Speaker::Ranks, &builder);
    for (at, constraint) in variant.constraints().iter().enumerate() {
        if !done[at] && !lower_one(constraint, board, &mut builder) {
            return Err(at);
        }
        said(Speaker::Constraint(at), &builder);
    }
    Ok(builder)
}

/// Adds one constraint; `false` if no family takes its kind.
fn lower_one(constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
    if let Some(parts) = constraint.marks_in_other_kinds(board) {
        return parts.iter().all(|part| lower_one(part, board, builder));
    }
    any_of::lower(constraint, board, builder, lower_one)
        || FAMILIES.iter().any(|family| family(constraint, board, builder))
}

#[cfg(test)]
pub(crate) mod tests;
