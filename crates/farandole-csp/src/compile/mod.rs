//! Compiles variants into networks. Each constraint becomes houses, pairs, sums and propagators.

mod any_of;
mod automaton_cache;
pub(crate) mod builder;
mod cells;
mod chaos;
mod classes;
mod combined_sums;
mod conditions;
mod equal;
mod flags;
mod global;
mod house_complement;
mod house_propagators;
mod houses;
mod innies_outies;
mod pairs;
mod provenance;
mod ranks;
pub(crate) mod redundant;
mod semantics;
mod sums;

use provenance::Source;
pub(crate) use provenance::{Provenance, TracedNetwork};

use crate::compile::builder::Builder;
use crate::network::Network;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::variant::Variant;

/// A function that compiles the kinds of one family. It adds the part of a constraint that its
/// houses and pairs do not express. It returns false if the kind belongs to another family, or if
/// the constraint is too large.
type Family = fn(&Constraint, &Board, &mut Builder) -> bool;

/// The families of kinds that are not compiled from their [meaning](semantics).
const FAMILIES: &[Family] = &[
    houses::compile,
    chaos::compile,
    conditions::compile,
    classes::compile,
    global::compile,
    ranks::compile,
    pairs::compile,
];

/// Compiles a variant.
///
/// # Errors
/// Returns the 0-based index of the first constraint that is not supported.
// If the variant has only houses, pairs and sums, they are propagated immediately.
pub(crate) fn compile(variant: &Variant) -> Result<Network, usize> {
    built(variant, together, |_, _| ()).map(Builder::build_propagated)
}

/// Adds deductions that combine several constraints: groups of equal cells, and simpler sums in branches.
fn together(variant: &Variant, builder: &mut Builder) {
    equal::add(variant, builder);
    builder.reduce_branches();
}

/// Returns true if a constraint requires that one of these cells equals another cell.
pub(crate) fn says_equal(constraint: &Constraint, cells: [usize; 2]) -> bool {
    equal::pairs(constraint).iter().flatten().any(|cell| cells.contains(&usize::from(*cell)))
}

/// Compiles a variant for a proof. Each propagator is then implied by the formula of the variant
/// alone, once the cells of the propagator have values.
///
/// # Errors
/// Returns the same errors as [`compile`].
// Deductions that combine constraints are left out, since a proof has no step for them.
pub(crate) fn compile_for_proof(variant: &Variant) -> Result<Network, usize> {
    built(variant, |_, _| (), |_, _| ()).map(Builder::build_for_proof)
}

/// Compiles a variant as [`compile`] does, and records the constraint from which each propagator
/// comes.
///
/// # Errors
/// Returns the same errors as [`compile`].
pub(crate) fn compile_with_provenance(variant: &Variant) -> Result<TracedNetwork, usize> {
    let mut reported = Vec::new();
    let builder = built(variant, together, |source, builder| reported.push((source, builder.counts())))?;
    Ok(TracedNetwork::new(variant, builder.build_with_steps(), &reported))
}

/// Adds all constraints to a new builder. `first` runs before the houses are added, for deductions
/// that need several constraints. `reported` is called with each source after its additions.
///
/// # Errors
/// Returns the same errors as [`compile`].
fn built(
    // Equal cells come first, because the peers of all later constraints depend on them.
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
    // Regions come before single constraints, which they may replace.
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

/// Adds one constraint. Returns false if its kind is not supported.
fn compile_one(constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
    if let Some(parts) = constraint.marks_in_other_kinds(board) {
        return parts.iter().all(|part| compile_one(part, board, builder));
    }
    // Disjunctions are not a family, because they compile their branches with this function.
    any_of::compile(constraint, board, builder, compile_one)
        || FAMILIES.iter().any(|family| family(constraint, board, builder))
        || semantics::add(&constraint.semantics(board), builder)
}

#[cfg(test)]
pub(crate) mod tests;
