//! What a setter of puzzles asks: which candidates are true, and which givens follow from the others.

use farandole_kernel as kernel;
use farandole_puzzle::{Cell, DigitSet, Puzzle};
use farandole_solve::{Engine, Finding, Solver, Unsupported};

/// Asks about puzzles; keeps tables from one to the next. Each thread needs its own.
pub struct Setter {
    solver: Solver,
    /// Nodes for each search.
    budget: u64,
}

impl Setter {
    /// A setter that searches with this engine, the `kernel` with this instruction set, and gives up a search after
    /// `budget` nodes.
    pub fn new(engine: Engine, isa: kernel::Isa, budget: u64) -> Self {
        Self { solver: Solver::new(engine).with_isa(isa), budget }
    }

    /// For each puzzle the digits that each of its cells, row-major, has in some solution; see
    /// [`Solver::true_candidates`].
    pub fn true_candidates(
        &mut self,
        puzzles: &[Puzzle],
    ) -> Vec<Result<Finding<Vec<DigitSet>>, Unsupported>> {
        self.solver.true_candidates(puzzles, self.budget)
    }

    /// For each puzzle the givens that each could go alone without letting in another solution; see
    /// [`Solver::redundant_givens`].
    pub fn redundant_givens(&mut self, puzzles: &[Puzzle]) -> Vec<Result<Finding<Vec<Cell>>, Unsupported>> {
        self.solver.redundant_givens(puzzles, self.budget)
    }
}
