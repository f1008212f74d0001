//! The outcome of a solution path or rating.

/// The outcome of a solution path or rating. Unless it is `Solved`, the numbers of a rating are
/// lower bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathOutcome {
    /// Every cell has a value.
    Solved,
    /// No technique finds a step. Sudoku Explainer rates such puzzles 20.0. On HoDoKu's scale, this
    /// means that no solution was given for brute force.
    Stuck,
    /// The current state has no solution, because a cell or a house has no candidate left.
    Contradiction,
    /// The budget was spent, or the observer or the callback for steps stopped the path.
    BudgetSpent,
}

impl PathOutcome {
    /// Returns the stable identifier, for programs.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Stuck => "stuck",
            Self::Contradiction => "no-solution",
            Self::BudgetSpent => "gave-up",
        }
    }
}
