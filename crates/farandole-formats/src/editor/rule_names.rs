//! Names of rules that are written as pair tables because the model has no kind of constraint for
//! them.

/// The name of the rule that neighbours are not consecutive unless they have a dot.
pub(crate) const NONCONSECUTIVE: &str = "Nonconsecutive";
/// The name of the rule that neighbours are not in a ratio unless they have a dot.
pub(crate) const NEGATIVE_RATIO: &str = "Negative ratio";
/// The name of the rule that neighbours do not have a difference unless they have a dot.
pub(crate) const NEGATIVE_DIFFERENCE: &str = "Negative difference";
/// The name of the rule that neighbours do not have a sum unless they have a letter.
pub(crate) const NEGATIVE_SUM: &str = "Negative sum";

/// All of these names.
pub(crate) const ALL: &[&str] = &[NONCONSECUTIVE, NEGATIVE_RATIO, NEGATIVE_DIFFERENCE, NEGATIVE_SUM];
