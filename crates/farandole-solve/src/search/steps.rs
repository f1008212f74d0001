//! Who wants to hear of each clause that is learned and forgotten.

use super::model::Lit;

/// A record of the search's reasoning. Each clause learned follows, by unit propagation, from the rules and the
/// clauses learned before and not forgotten.
pub(crate) trait Steps {
    /// A clause was learned; the empty one ends a refutation.
    fn learned(&mut self, clause: &[Lit]);
    /// A clause learned earlier is not used any more. Its literals may come in another order.
    fn forgotten(&mut self, clause: &[Lit]);
}

/// Keeps no record.
impl Steps for () {
    fn learned(&mut self, _: &[Lit]) {}
    fn forgotten(&mut self, _: &[Lit]) {}
}
