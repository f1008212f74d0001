//! Sudoku and exact cover: read puzzle files, solve and count with the engine that suits, check every answer.
//!
//! This crate joins the others: [`puzzle`] (model, formats, rule checker), [`Solver`] and its engines, and
//! [`cover`] (exact cover), [`logic`] (human techniques and ratings). What it adds is the way from files to answers: [`pipeline`] opens and
//! decompresses, cuts into records and spreads them over threads in constant memory, parses, searches and checks. For one puzzle at hand:
//!
//! ```
//! use farandole::format::{ReadConfig, Record};
//! use farandole::{Config, End, Engine, Solver, format::Dialect};
//!
//! let line = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let dialect = Dialect::detect(line, &ReadConfig::default())?;
//! let entry = dialect.parser().parse(Record { text: line, line: 1 })?;
//! let config = Config { limit: 2, ..Config::default() };
//! let (grid, report) = Solver::new(Engine::Auto).first(&entry.puzzle, &config)?;
//! assert_eq!((report.solutions, report.end), (1, End::Exhausted));
//! assert!(grid.is_some_and(|grid| grid.digits().starts_with(&[5, 3, 4, 6, 7, 8, 9, 1, 2])));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod pipeline;
pub mod setter;
mod sheet;

pub use sheet::sheet_solutions;

pub use farandole_cover as cover;
pub use farandole_kernel as kernel;
pub use farandole_logic as logic;
pub use farandole_puzzle as puzzle;
pub use farandole_puzzle::format;
pub use farandole_solve::{
    Answer as SolveAnswer, Config, Counters, EncodeError, Encoding, End, Engine, ListError, Position,
    Progress, Reason, Report, Route, Solver, Unsupported, Watcher,
};
