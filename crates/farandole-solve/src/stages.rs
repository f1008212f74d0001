//! The stages of a search by name, and sets of them.

use core::fmt;

/// A part of a search that a report can name. The variants are in the order in which the stages
/// run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// Value symmetry breaking: the first row of a blank puzzle is fixed, and each solution
    /// represents N! solutions.
    Relabel,
    /// The cyclic pattern grid as the answer for a blank puzzle, without a search.
    PatternGrid,
    /// The 9x9 kernel, one puzzle per SIMD lane.
    Kernel,
    /// Singles and locked candidates on one bitboard per digit.
    Bitboard,
    /// Singles and locked candidates by sweeps over the empty cells.
    Sweep,
    /// Naked and hidden singles with a counter of choices per item.
    Singles,
    /// Dancing links over the exact cover form.
    DancingLinks,
    /// Depth-first search over the cells in row-major order.
    DepthFirst,
    /// Streamlining: a search of the puzzle with extra restrictions, under the assumption that it
    /// was derived from a pattern grid. The report does not list the stages of this inner search.
    PatternGuess,
    /// Local search over solved grids for one that holds the few givens of a large grid.
    CycleSwitches,
    /// Conflict-driven clause learning with lazily generated clauses.
    Cdcl,
    /// The engine for variants: propagators, depth-first search and clause learning.
    Csp,
    /// The first stage again, to visit a very large number of solutions in constant memory.
    Enumerate,
    /// Counting with a memo table of subproblems, without visiting the solutions.
    Memo,
}

impl Stage {
    /// Every stage, in the order in which they run.
    pub const ALL: [Self; 14] = [
        Self::Relabel,
        Self::PatternGrid,
        Self::Kernel,
        Self::Bitboard,
        Self::Sweep,
        Self::Singles,
        Self::DancingLinks,
        Self::DepthFirst,
        Self::PatternGuess,
        Self::CycleSwitches,
        Self::Cdcl,
        Self::Csp,
        Self::Enumerate,
        Self::Memo,
    ];

    /// Returns the name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Relabel => "relabel",
            Self::PatternGrid => "pattern grid",
            Self::Kernel => "kernel",
            Self::Bitboard => "bitboard",
            Self::Sweep => "sweep",
            Self::Singles => "singles",
            Self::DancingLinks => "dancing links",
            Self::DepthFirst => "depth-first search",
            Self::PatternGuess => "pattern guess",
            Self::CycleSwitches => "cycle switches",
            Self::Cdcl => "cdcl",
            Self::Csp => "csp",
            Self::Enumerate => "enumerate",
            Self::Memo => "memo table",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of stages in two bytes. `Display` writes the names in order, separated by commas.
///
/// ```
/// use farandole_solve::{Stage, Stages};
///
/// let stages = Stages::NONE.with(Stage::Cdcl).with(Stage::Bitboard);
/// assert!(stages.contains(Stage::Cdcl));
/// assert_eq!(stages.iter().count(), 2);
/// assert_eq!(stages.to_string(), "bitboard, cdcl");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Stages(u16);

impl Stages {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Returns the set of one stage.
    pub const fn only(stage: Stage) -> Self {
        Self(1 << stage as u16)
    }

    /// Returns the set with this stage added.
    #[must_use]
    pub const fn with(self, stage: Stage) -> Self {
        Self(self.0 | 1 << stage as u16)
    }

    /// Returns the set with this stage removed.
    #[must_use]
    pub const fn without(self, stage: Stage) -> Self {
        Self(self.0 & !(1 << stage as u16))
    }

    /// Returns the stages of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns true if the set contains the stage.
    pub const fn contains(self, stage: Stage) -> bool {
        self.0 >> stage as u16 & 1 == 1
    }

    /// Returns true if every stage of this set is in the other one.
    pub const fn is_subset_of(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns true if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the stages in the order in which they run.
    pub fn iter(self) -> impl Iterator<Item = Stage> {
        Stage::ALL.into_iter().filter(move |stage| self.contains(*stage))
    }
}

impl fmt::Display for Stages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, stage) in self.iter().enumerate() {
            if number > 0 {
                f.write_str(", ")?;
            }
            f.write_str(stage.name())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Stages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_stages_stand_in_their_order_and_fit_the_set() {
        assert!(Stage::ALL.is_sorted());
        let all = Stage::ALL.into_iter().fold(Stages::NONE, Stages::with);
        assert!(all.iter().eq(Stage::ALL));
        assert_eq!(all.without(Stage::Memo).union(Stages::only(Stage::Memo)), all);
        assert!(Stages::NONE.is_empty() && Stages::NONE.is_subset_of(all) && !all.is_subset_of(Stages::NONE));
    }
}
