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

pub mod cnf;
mod count;
mod drat;
mod engine;
pub mod engine_name;
pub mod enumerate;
mod geometry_tables;
mod limits;
mod lru;
mod memory;
pub mod plan;
mod portfolio;
pub mod report;
mod search;
pub mod solver;

pub use cnf::{EncodeError, Encoding};
pub use count::VISITS;
pub use engine::kernel::kernel_report;
pub use engine_name::{Engine, Unsupported};
pub use enumerate::{ListError, Position};
pub use plan::{Reason, Route};
pub use report::{Config, Counters, End, Progress, Report, Watcher};
pub use solver::{Answer, Solver};
