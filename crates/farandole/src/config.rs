//! The configuration of a run: the engine, the number of solutions, and the limits on work and
//! memory.

use farandole_kernel::Isa;
use farandole_solve::{Engine, Solver};
use std::num::NonZeroUsize;

/// Number of puzzles in a batch. Their data fits into the second-level cache, and few vector lanes
/// are idle at the end of a batch.
pub(crate) const BATCH: usize = 2048;

/// The configuration of a run, which applies to every puzzle.
///
/// ```
/// use farandole::Config;
/// use farandole::engines::Engine;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let config = Config { engine: Engine::Prune, budget: 1_000_000, ..Config::default() };
/// assert!(config.solve(puzzle)?.unique().is_some());
/// # Ok::<(), farandole::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// The engine to use. Default [`Engine::Auto`].
    pub engine: Engine,
    /// The unit in which the solutions of a variant are counted and limited. Default
    /// [`Counted::Solutions`].
    pub counted: Counted,
    /// Number of solutions after which the search stops; `u64::MAX` means no limit. Default 2, which is
    /// enough to decide whether a solution is unique.
    pub limit: u64,
    /// Number of search nodes after which the search stops. Default `u64::MAX`, which means no limit.
    pub budget: u64,
    /// Approximate number of bytes that the search of one puzzle may use. Default `u64::MAX`; see
    /// [`engines::Config::memory`](farandole_solve::Config::memory).
    pub memory: u64,
    /// Number of threads that work on each hard puzzle. Each thread runs a different search. Default 1; see
    /// [`Solver::race`].
    pub racers: NonZeroUsize,
    /// The instruction set of the kernel. Default: the widest that the processor supports.
    pub isa: Isa,
}

/// The unit in which solutions are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Counted {
    /// Solutions: values of all cells, extra cells included.
    #[default]
    Solutions,
    /// Grids: solutions that differ only in extra cells count once. The search runs on one thread,
    /// regardless of [`Config::racers`].
    Grids,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            engine: Engine::Auto,
            counted: Counted::Solutions,
            limit: 2,
            budget: u64::MAX,
            memory: u64::MAX,
            racers: NonZeroUsize::MIN,
            isa: Isa::detect(),
        }
    }
}

impl Config {
    /// Returns a solver with this engine and instruction set.
    pub fn solver(&self) -> Solver {
        Solver::new(self.engine).with_isa(self.isa)
    }

    /// Returns the limits of each search.
    pub fn search(&self) -> farandole_solve::Config<'static> {
        farandole_solve::Config {
            limit: self.limit,
            budget: self.budget,
            memory: self.memory,
            ..farandole_solve::Config::default()
        }
    }
}
