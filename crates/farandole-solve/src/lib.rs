//! Sudoku engines and the router that picks one.
//!
//! A [`Solver`] runs one [`Engine`] on [`Puzzle`](farandole_puzzle::Puzzle)s of any size and house shape, hands
//! out every solution it meets, and reports how the search ended, what it cost and which engine did it.
//! All engines give the same set of solutions; they differ in order, cost and in what they take.
//! This crate does not rate or explain puzzles.
//!
//! ```
//! use farandole_puzzle::{Geometry, Puzzle};
//! use farandole_solve::{Config, End, Engine, Solver};
//!
//! let geometry = Geometry::boxes(4, 2, 2).unwrap();
//! let puzzle = Puzzle::new(geometry.into(), &[0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3, 4, 0, 0, 0]).unwrap();
//! let mut solver = Solver::new(Engine::Auto);
//! let report = solver.count(&puzzle, &Config { limit: 2, ..Config::default() }).unwrap();
//! assert_eq!((report.solutions, report.end), (1, End::Exhausted));
//! let (grid, _) = solver.first(&puzzle, &Config::default()).unwrap();
//! assert_eq!(grid.unwrap().digits(), [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]);
//! ```
#![forbid(unsafe_code)]

mod boards;
mod dfs;
pub mod encode;
pub mod engine;
mod kernel;
pub mod list;
mod lower;
mod many;
mod memory;
mod portfolio;
mod prove;
mod prune;
mod recent;
pub mod report;
pub mod route;
mod run;
mod search;
mod shape;
pub mod solver;
mod sweep;

pub use encode::{EncodeError, Encoding};
pub use engine::{Engine, Unsupported};
pub use kernel::kernel_report;
pub use list::{ListError, Position};
pub use many::VISITS;
pub use report::{Config, Counters, End, Progress, Report, Watcher};
pub use route::{Reason, Route};
pub use solver::{Answer, Solver};

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
