//! Compiles variants into networks. Each constraint becomes houses, pairs, sums and propagators.

mod any_of;
mod automaton_cache;
pub(crate) mod builder;
mod cells;
mod chaos;
mod classes;
mod combined_sums;
mod equal;
mod flags;
mod global;
mod house_complement;
mod house_propagators;
mod houses;
mod innies_outies;
mod negations;
mod provenance;
mod ranks;
pub(crate) mod redundant;
mod semantics;
mod sums;

use provenance::Source;
pub(crate) use provenance::{Provenance, TracedNetwork};

use crate::compile::builder::Builder;
use crate::network::Network;
use core::fmt;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Constraint, Origin, Semantics};
use farandole_puzzle::variant::Variant;

/// The error for a constraint that the engine does not support, for example because it is too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnsupportedConstraint {
    constraint: usize,
    name: &'static str,
}

impl UnsupportedConstraint {
    /// Returns the 0-based index of the constraint in the variant, or in its form with single values if no constraint of
    /// the variant was rewritten to it.
    pub const fn constraint(&self) -> usize {
        self.constraint
    }
}

impl fmt::Display for UnsupportedConstraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the engine has no rule for {}", self.name)
    }
}

impl core::error::Error for UnsupportedConstraint {}

/// Compiles a variant with `compile`, which receives a variant whose cells have single values, and returns the index of
/// an unsupported constraint on failure.
pub(crate) fn in_single_values<T>(
    variant: &Variant,
    compile: impl FnOnce(&Variant) -> Result<T, usize>,
) -> Result<T, UnsupportedConstraint> {
    let single = variant.in_single_values();
    compile(single.as_ref().unwrap_or(variant)).map_err(|at| {
        let origin = single.as_ref().and_then(|single| variant.origins_of(single)[at]);
        let constraint = origin.unwrap_or(at);
        let name = single.as_ref().unwrap_or(variant).constraints()[at].name();
        UnsupportedConstraint { constraint, name }
    })
}

/// A function that compiles the kinds of one family. It adds the part of a constraint that its
/// houses and pairs do not express. It returns false if the kind belongs to another family, or if
/// the constraint is too large.
type Family = fn(&Constraint, &Board, &mut Builder) -> bool;

/// The families of kinds that are not compiled from their [meaning](semantics).
const FAMILIES: &[Family] =
    &[houses::compile, chaos::compile, classes::compile, global::compile, ranks::compile, priorities];

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
    // Domains and houses come first, because other propagators depend on them. The kinds of Interactive Sudoku Solver
    // have no others than those of the variant.
    let is_extension = |constraint: &Constraint| constraint.about().origin() == Origin::Extension;
    let meaning = |constraint: &Constraint| {
        (is_extension(constraint) && !constraint.about().only_houses()).then(|| constraint.semantics(board))
    };
    let meanings: Vec<Option<Semantics>> = variant.constraints().iter().map(meaning).collect();
    for part in meanings.iter().flatten().flat_map(Semantics::parts) {
        if let Semantics::Domain { cell, mask } = part {
            builder.restrict(cell.index() as u16, *mask);
        }
    }
    first(variant, &mut builder);
    houses::add(variant, &mut builder);
    meanings.iter().flatten().for_each(|meaning| houses::add_more(meaning, &mut builder));
    // Regions come before single constraints, which they may replace.
    let done = chaos::add(variant, &mut builder);
    reported(Source::Regions, &builder);
    ranks::add(variant, &mut builder);
    reported(Source::Ranks, &builder);
    for (at, constraint) in variant.constraints().iter().enumerate() {
        if !done[at] && !compile_as(constraint, meanings[at].as_ref(), board, &mut builder) {
            return Err(at);
        }
        reported(Source::Constraint(at), &builder);
    }
    Ok(builder)
}

/// Adds one constraint. Returns false if its kind is not supported.
fn compile_one(constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
    compile_as(constraint, None, board, builder)
}

/// Adds one constraint as [`compile_one`] does. Its meaning may be known.
fn compile_as(
    constraint: &Constraint,
    meaning: Option<&Semantics>,
    board: &Board,
    builder: &mut Builder,
) -> bool {
    // Disjunctions are not a family, because they compile their branches with `compile_one`.
    if any_of::compile(constraint, board, builder, compile_one)
        || FAMILIES.iter().any(|family| family(constraint, board, builder))
    {
        return true;
    }
    let is_added = match meaning {
        Some(meaning) => semantics::add(meaning, builder),
        None => semantics::add(&constraint.semantics(board), builder),
    };
    is_added || negations::compile(constraint, board, builder)
}

/// Applies search priorities, which have no meaning for solutions.
fn priorities(constraint: &Constraint, _board: &Board, builder: &mut Builder) -> bool {
    let Constraint::SearchPriority(priority) = constraint else { return false };
    let weight = u32::try_from(priority.priority).unwrap_or(0);
    cells::numbers(&priority.cells).into_iter().for_each(|cell| builder.prefer(cell, weight));
    true
}

#[cfg(test)]
pub(crate) mod tests;
