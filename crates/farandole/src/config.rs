//! What a run is asked: the engine, how many solutions, and how much work and memory it may take.

use farandole_kernel::Isa;
use farandole_solve::{Engine, Solver};
use std::num::NonZeroUsize;

/// What is asked about every puzzle of a run.
///
/// ```
/// use farandole::{Config, Engine};
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
    /// What the search of a variant visits and the limit counts. Default [`Counted::Solutions`].
    pub counted: Counted,
    /// Stop after this many solutions; `u64::MAX` for all of them. Default 2, which tells an only solution from one of
    /// several.
    pub limit: u64,
    /// Stop after this many search nodes; `u64::MAX`, the default, for no bound.
    pub budget: u64,
    /// About how many bytes the search of one puzzle may take. Default `u64::MAX`; see
    /// [`engines::Config::memory`](farandole_solve::Config::memory).
    pub memory: u64,
    /// How many threads search each puzzle that is hard, each in its own way. Default 1; see [`Solver::race`].
    pub racers: NonZeroUsize,
    /// The instruction set that the kernel uses. Default: the widest there is.
    pub isa: Isa,
}

/// What a number of solutions is a number of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Counted {
    /// Solutions: values of all cells, extra cells included.
    #[default]
    Solutions,
    /// Grids: solutions that differ only in extra cells count once. One search runs, whatever [`Config::racers`] says.
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
    /// A solver with the engine and instruction set asked for.
    pub fn solver(&self) -> Solver {
        Solver::new(self.engine).with_isa(self.isa)
    }

    /// The limits of each search.
    pub fn search(&self) -> farandole_solve::Config<'static> {
        farandole_solve::Config {
            limit: self.limit,
            budget: self.budget,
            memory: self.memory,
            ..farandole_solve::Config::default()
        }
    }
}
