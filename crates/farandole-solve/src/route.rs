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
    /// The puzzle is not a 9x9 grid with 3x3 boxes only.
    General,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Asked => "asked for",
            Self::General => "not a plain 9x9 grid",
        })
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.engine, self.reason)
    }
}

/// The engine for a puzzle when `engine` is asked for.
pub(crate) fn route(engine: Engine, _puzzle: &Puzzle) -> Result<Route, Unsupported> {
    match engine {
        Engine::Auto => Ok(Route { engine: Engine::Prune, reason: Reason::General }),
        Engine::Dfs | Engine::Prune => Ok(Route { engine, reason: Reason::Asked }),
    }
}
