//! The engines and their names for users.

use core::fmt;
use farandole_csp::UnsupportedConstraint;

/// A search engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Engine {
    /// The engine that suits the puzzle.
    Auto,
    /// Depth-first search over the empty cells in row-major order. For each cell, it tries the
    /// digits that the houses of the cell do not contain, in ascending order. Accepts every puzzle,
    /// but is slow for 16x16 and larger.
    Dfs,
    /// Depth-first search with naked and hidden singles. It branches on the cell with the fewest
    /// candidates or on the digit with the fewest cells in a house. Accepts every puzzle.
    Prune,
    /// Dancing links on the exact cover form. Accepts every puzzle.
    Dlx,
    /// The 9x9 kernel, one puzzle per SIMD lane. Accepts only the 9x9 grid with 3x3 boxes, with
    /// givens and restrictions.
    Kernel,
    /// The general search for large and irregular grids: singles and locked candidates for a few
    /// nodes, then conflict-driven clause learning. Accepts every puzzle.
    Search,
    /// The engine for variants, with propagators for constraints. The router selects it for every
    /// puzzle with constraints other than houses and candidates. Accepts only such puzzles. Through
    /// [`Solver::prepare`](crate::Solver::prepare), it also accepts classic puzzles up to 16x16.
    Csp,
}

impl Engine {
    /// Every engine that can be requested by name.
    pub const ALL: [Self; 6] = [Self::Auto, Self::Dfs, Self::Prune, Self::Dlx, Self::Kernel, Self::Search];

    /// Returns the name in lower case, as users type it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Dfs => "dfs",
            Self::Prune => "prune",
            Self::Dlx => "dlx",
            Self::Kernel => "kernel",
            Self::Search => "search",
            Self::Csp => "csp",
        }
    }

    /// Returns the engine with this [name](Self::name).
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|engine| engine.name() == name)
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The reason why an engine does not accept a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unsupported {
    engine: Engine,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    NotClassic,
    /// More rows than the engine supports.
    Rows,
    TooLarge,
    Variant,
    LeftOut,
    Constraint(UnsupportedConstraint),
    Memory {
        needed: u64,
        budget: u64,
    },
}

impl Unsupported {
    /// The kernel was requested for a puzzle that is not a classic 9x9 grid.
    pub(crate) const KERNEL: Self = Self { engine: Engine::Kernel, kind: Kind::NotClassic };

    /// The engine for variants was requested for a classic puzzle that cannot be converted to a
    /// variant.
    pub(crate) const CSP: Self = Self { engine: Engine::Csp, kind: Kind::TooLarge };

    /// The program was built without the feature `dlx`.
    pub(crate) const LEFT_OUT: Self = Self { engine: Engine::Dlx, kind: Kind::LeftOut };

    /// Returns the error for a grid of more than 64 rows.
    pub(crate) const fn rows(engine: Engine) -> Self {
        Self { engine, kind: Kind::Rows }
    }

    /// Returns the error for an engine that accepts only classic puzzles.
    pub(crate) const fn variant(engine: Engine) -> Self {
        Self { engine, kind: Kind::Variant }
    }

    /// Returns the error for a memory limit that is lower than the number of bytes that the engine
    /// needs.
    pub(crate) const fn memory(engine: Engine, needed: u64, budget: u64) -> Self {
        Self { engine, kind: Kind::Memory { needed, budget } }
    }

    /// Returns the engine that does not accept the puzzle. It is the requested one or was chosen by
    /// the plan.
    pub const fn engine(&self) -> Engine {
        self.engine
    }
}

impl From<UnsupportedConstraint> for Unsupported {
    fn from(constraint: UnsupportedConstraint) -> Self {
        Self { engine: Engine::Csp, kind: Kind::Constraint(constraint) }
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let engine = self.engine;
        match self.kind {
            Kind::Rows => write!(f, "engine {engine} takes grids of up to 64 rows for this request"),
            Kind::TooLarge => write!(f, "engine {engine} takes variants, whose grids have up to 16x16 cells"),
            Kind::Variant => {
                write!(f, "engine {engine} supports only classic puzzles; expected `auto` for variants")
            }
            Kind::LeftOut => write!(f, "this program was built without engine {engine}"),
            Kind::Constraint(constraint) => constraint.fmt(f),
            Kind::NotClassic => write!(f, "engine {engine} takes 9x9 grids with 3x3 boxes only"),
            Kind::Memory { needed, budget } => {
                write!(
                    f,
                    "engine {engine} needs {needed} bytes for this puzzle, the memory budget is {budget}"
                )
            }
        }
    }
}

impl core::error::Error for Unsupported {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for engine in Engine::ALL {
            assert_eq!(Engine::by_name(engine.name()), Some(engine));
        }
        assert_eq!(Engine::by_name("Auto"), None);
    }
}
