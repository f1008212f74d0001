//! Variants in the kinds of constraints that the engine knows.

use core::fmt;
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::variant::Variant;

/// The engine does not know a kind of constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownRule {
    constraint: usize,
    name: &'static str,
}

impl UnknownRule {
    /// A constraint of `rewritten`, which says the same as the variant, by its place.
    pub(crate) fn of(variant: &Variant, rewritten: &Variant, at: usize) -> Self {
        let unknown = &rewritten.constraints()[at];
        let place = variant.constraints().iter().position(|constraint| constraint == unknown);
        Self { constraint: place.unwrap_or(at), name: unknown.name() }
    }

    /// The 0-based place of the constraint in the variant.
    pub const fn constraint(&self) -> usize {
        self.constraint
    }
}

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the engine has no rule for {}", self.name)
    }
}

impl core::error::Error for UnknownRule {}

/// The same variant in the kinds of constraints that the engine knows; `None` if it has no others.
pub(crate) fn in_plain_kinds(variant: &Variant) -> Option<Variant> {
    let single = variant.in_single_values();
    if single.is_some() {
        // It has plain kinds alone.
        return single;
    }
    let plain = |constraint: &Constraint| constraint.in_plain_kinds(variant.board());
    if variant.constraints().iter().all(|constraint| plain(constraint).is_none()) {
        return None;
    }
    let constraints = variant.constraints().iter();
    let said =
        constraints.flat_map(|constraint| plain(constraint).unwrap_or_else(|| vec![constraint.clone()]));
    Variant::new(variant.shape(), variant.stated_groups(), said.collect()).ok()
}

/// Whether a constraint says what the board is rather than what stands on it.
pub fn is_layout(constraint: &Constraint) -> bool {
    matches!(constraint, Constraint::NoBoxes(_) | Constraint::RegionSize(_) | Constraint::Holes(_))
}
