//! The meaning of a constraint on cells with two values (Schroedinger cells).

/// The semantics of a constraint kind on cells with two values.
#[derive(Clone, Copy)]
pub(crate) enum Reading {
    /// The constraint needs no special handling for cells with two values.
    Itself,
    /// The constraint must hold for every choice of one value from each cell. It is a constraint on
    /// pairs of cells.
    EachValue,
    /// The constraint holds for the sum of the values of each cell.
    Sums,
    /// The constraint is a cage: all values differ, and the sum includes both values of a cell.
    Cage,
    /// The constraint counts occurrences of values.
    Counts,
    /// All values are different and consecutive.
    Consecutive,
    /// At least one branch of the disjunction holds.
    Branches,
    /// The combination is undefined, because existing solvers disagree or do not support it.
    Open,
}
