//! Which engine takes a puzzle when the choice is left open, and why.

use crate::{Engine, Unsupported};
use core::fmt;
use farandole_puzzle::Puzzle;

/// The engine that ran and why it was the one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Route {
    /// Never [`Engine::Auto`].
    pub engine: Engine,
    /// Why.
    pub reason: Reason,
}

/// Why an engine was picked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It was asked for by name.
    Asked,
    /// The puzzle is a 9x9 grid with 3x3 boxes only, which the kernel is made for.
    Classic,
    /// The puzzle is not a 9x9 grid with 3x3 boxes only.
    General,
    /// All solutions are wanted in a fixed order; see [`Solver::list`](crate::Solver::list).
    Listing,
    /// There are many solutions, and memory counts them faster than a visit to each; see
    /// [`Solver::first`](crate::Solver::first).
    Counting,
    /// A certificate is wanted; see [`Solver::prove`](crate::Solver::prove).
    Proof,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Asked => "asked for",
            Self::Classic => "a plain 9x9 grid",
            Self::General => "not a plain 9x9 grid",
            Self::Listing => "solutions in a fixed order",
            Self::Counting => "many solutions, counted with memory of subproblems",
            Self::Proof => "a certificate",
        })
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.engine, self.reason)
    }
}

/// The engine for a puzzle when `engine` is asked for.
pub(crate) fn route(engine: Engine, puzzle: &Puzzle) -> Result<Route, Unsupported> {
    let classic = puzzle.geometry().is_classic();
    let (engine, reason) = match engine {
        Engine::Auto if classic => (Engine::Kernel, Reason::Classic),
        Engine::Auto => (Engine::Search, Reason::General),
        Engine::Kernel if !classic => return Err(Unsupported::KERNEL),
        Engine::Dfs | Engine::Prune | Engine::Dlx | Engine::Kernel | Engine::Search => {
            (engine, Reason::Asked)
        }
    };
    Ok(Route { engine, reason })
}
