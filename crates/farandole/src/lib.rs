//! Sudoku and exact cover: solve, count, rate and explain puzzles, one at a time or millions.
//!
//! ```
//! let answer = farandole::solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
//! println!("{answer}");
//! # assert!(answer.to_string().starts_with("534678912\n672195348\n"));
//! # Ok::<(), farandole::Error>(())
//! ```
//!
//! [`solve`](solve()) and [`count`] take one puzzle, classic or a variant, as text in any known
//! format or as a [`Puzzle`]. [`solve_many`] takes a slice of puzzles. [`hint()`], [`explain`] and
//! [`rate`] also take one puzzle. [`Config`] has the same functions with a choice of engine, limits
//! and budgets. [`variant`] reads, writes and describes variants. [`arrays`] takes rows of bytes
//! and returns one array for each field of the answers. [`pipeline`] reads files of any length,
//! works on all threads, and writes the answers in the order of the input.
//!
//! Every solution is checked against the rules by code that shares nothing with the searches.
//!
//! The underlying crates are re-exported: [`puzzle`] (model, formats, rule checker), [`engines`]
//! (searches), [`logic`] (human techniques, ratings, explanations), [`cover`] (exact cover),
//! [`kernel`] (9x9 in bulk), [`canon`] (canonical forms) and [`research`] (generating and studying
//! puzzles).
//!
//! Features: `serde` adds the module `json`, which has all answers in JSON.
#![forbid(unsafe_code)]
#![cfg_attr(not(feature = "serde"), allow(rustdoc::broken_intra_doc_links))]

pub mod answer;
pub mod arrays;
mod boards;
mod bulk_check;
pub mod canonical;
pub mod config;
pub mod convert;
pub mod disk_dedup;
pub mod error;
pub mod generate;
pub mod hint;
#[cfg(feature = "serde")]
pub mod json;
pub mod pipeline;
pub mod queries;
pub mod rating;
pub mod resume;
pub mod session;
pub mod study;
pub mod variant;
pub mod verdict;

pub use answer::{Answer, Count, Outcome};
pub use canonical::canonical;
pub use config::Config;
pub use error::Error;
pub use farandole_canon as canon;
pub use farandole_cover as cover;
pub use farandole_formats as format;
pub use farandole_kernel as kernel;
pub use farandole_logic as logic;
pub use farandole_puzzle as puzzle;
pub use farandole_puzzle::Puzzle;
pub use farandole_research as research;
pub use farandole_search as search;
pub use farandole_solve as engines;
pub use hint::{explain, hint};
pub use rating::{Rating, rate};
pub use session::Session;

use convert::ToPuzzle;

/// Solves a puzzle and determines whether the solution is unique.
///
/// ```
/// use farandole::Outcome;
///
/// let answer = farandole::solve("1...\n..4.\n.2..\n...3\n")?;
/// assert!(matches!(answer.outcome(), Outcome::Unique(_)));
/// assert_eq!(answer.to_string(), "1432\n2341\n3214\n4123");
/// assert_eq!(farandole::solve("11..............")?.outcome(), Outcome::None);
/// # Ok::<(), farandole::Error>(())
/// ```
///
/// # Errors
/// If the text is not a puzzle, or contains more than one.
pub fn solve<P: ToPuzzle + ?Sized>(puzzle: &P) -> Result<Answer, Error> {
    Config::default().solve(puzzle)
}

/// Counts all solutions of a puzzle. This may take a long time; [`Config::count`] has a limit and a
/// budget.
///
/// ```
/// let count = farandole::count("................")?;
/// assert_eq!((count.solutions(), count.is_exact()), (288, true));
/// assert_eq!(farandole::Config::default().count("................")?.to_string(), "2+");
/// # Ok::<(), farandole::Error>(())
/// ```
///
/// # Errors
/// If the text is not a puzzle, or contains more than one.
pub fn count<P: ToPuzzle + ?Sized>(puzzle: &P) -> Result<Count, Error> {
    Config { limit: u64::MAX, ..Config::default() }.count(puzzle)
}

/// Solves many puzzles on all threads. Returns the answers in the order of the puzzles. Classic 9x9
/// puzzles are searched in batches.
///
/// ```
/// let puzzles = [
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
///     "not a puzzle",
///     "................",
/// ];
/// let answers = farandole::solve_many(&puzzles);
/// assert!(answers[0].as_ref().is_ok_and(|answer| answer.unique().is_some()));
/// assert!(answers[1].is_err());
/// assert!(answers[2].as_ref().is_ok_and(|answer| answer.report().solutions == 2));
/// ```
pub fn solve_many<P: ToPuzzle + Sync>(puzzles: &[P]) -> Vec<Result<Answer, Error>> {
    Config::default().solve_many(puzzles)
}

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Compiles the example of the README of the project.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ProjectReadme;

/// Compiles the examples of the library page.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/library.md")]
struct LibraryPage;

/// Compiles the example of the page about variants.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/variants.md")]
struct VariantsPage;
