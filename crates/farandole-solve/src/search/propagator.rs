//! What a rule must do for the learning search.

use super::board::{Assignment, Conflict};
use super::model::Lit;

/// A kind of rule: it makes true what follows from what is true already, and says from what.
///
/// Each propagator keeps what it needs from one literal to the next. Besides that incremental version it has one from
/// scratch, slow and obvious; built with the feature `check`, the search compares the two whenever nothing
/// follows any more. Calls are resolved at compile time: a virtual call for each literal and rule would cost as much as
/// the work behind it.
///
/// Places of cells and of digits in houses are [`Items`](super::items::Items), the first implementor. Cages, lines and
/// outside sums are to follow.
pub(super) trait Propagator {
    /// What the propagator knows of the puzzle's shape.
    type Rules;

    /// Forgets all literals, and assigns what follows from the rules alone.
    fn clear(&mut self, rules: &Self::Rules, assignment: &mut Assignment);

    /// Hears of a literal that became true, in the order of the trail, and assigns what follows. It must take note of
    /// the literal even where it finds a conflict.
    fn extend(&mut self, rules: &Self::Rules, lit: Lit, assignment: &mut Assignment) -> Result<(), Conflict>;

    /// Hears that the literal heard of last has no value any more.
    fn retract(&mut self, rules: &Self::Rules, lit: Lit);

    /// Every literal that these rules make true, one step from what is assigned, without a look at anything but the
    /// rules and the values; the conflict, if there is one.
    #[cfg(any(test, feature = "check"))]
    fn reference(&self, rules: &Self::Rules, assignment: &Assignment) -> Result<Vec<Lit>, Conflict>;
}
