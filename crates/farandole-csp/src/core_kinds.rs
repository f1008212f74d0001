//! Rewrites a variant so that it contains only kinds of constraints that the engine supports.

use core::fmt;
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::variant::Variant;

/// The error for a variant with a kind of constraint that the engine does not support.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnsupportedConstraint {
    constraint: usize,
    name: &'static str,
}

impl UnsupportedConstraint {
    /// Creates the error for the constraint with index `at` in `rewritten`, the rewritten form of
    /// `variant`.
    pub(crate) fn of(variant: &Variant, rewritten: &Variant, at: usize) -> Self {
        let unknown = &rewritten.constraints()[at];
        let place = variant.constraints().iter().position(|constraint| constraint == unknown);
        // A constraint that the rewriting created is not in the variant. For it, the error contains the
        // index among the rewritten constraints.
        Self { constraint: place.unwrap_or(at), name: unknown.name() }
    }

    /// Returns the 0-based index of the constraint in the variant. If rewriting created the constraint,
    /// returns its index among the rewritten constraints instead.
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

/// Returns an equivalent variant that contains only kinds that the engine supports, or `None` if no
/// constraint needs rewriting.
pub(crate) fn in_core_kinds(variant: &Variant) -> Option<Variant> {
    let single = variant.in_single_values();
    if single.is_some() {
        // The result contains supported kinds only.
        return single;
    }
    // Rewriting is expensive if it unrolls an automaton, so the results are kept for use below.
    let rewrite = |constraint: &Constraint| constraint.in_core_kinds(variant.board());
    let rewritten: Vec<Option<Vec<Constraint>>> = variant.constraints().iter().map(rewrite).collect();
    if rewritten.iter().all(Option::is_none) {
        return None;
    }
    let said = variant.constraints().iter().zip(rewritten);
    let said = said.flat_map(|(constraint, parts)| parts.unwrap_or_else(|| vec![constraint.clone()]));
    Variant::new(variant.shape(), variant.stated_groups(), said.collect()).ok()
}
