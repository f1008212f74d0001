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
//! format or as a [`Puzzle`]; [`solve_many`] takes a slice of them. [`hint`], [`explain`] and [`rate`]
//! take a puzzle too. [`Config`] has the same functions with a choice of engine, limits and budgets.
//! [`variant`] reads, writes and describes variants. [`arrays`] takes rows of bytes and returns one array for each field
//! of the answers. [`pipeline`] reads files of any length, answers on all threads and keeps the
//! order.
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

mod answer;
pub mod arrays;
mod boards;
mod bulk_check;
mod canonical;
mod config;
mod convert;
mod disk_dedup;
mod error;
mod hint;
pub mod pipeline;
mod queries;
mod rating;
mod resume;
mod study;
pub mod variant;

#[cfg(feature = "serde")]
pub mod json;

pub use answer::{Answer, Count, Outcome, no_solution_text};
pub use canonical::{Canonical, CanonicalForm, Canonicalize, FormMaker, NoForm, canonical};
pub use config::{Config, Counted};
pub use convert::ToPuzzle;
pub use disk_dedup::{DiskDedup, DiskDedupError};
pub use error::{Error, ErrorKind};
pub use farandole_canon as canon;
pub use farandole_cover as cover;
pub use farandole_formats as format;
pub use farandole_kernel as kernel;
pub use farandole_logic as logic;
pub use farandole_logic::hint::{Hint, Path, Position, Scale};
pub use farandole_logic::{Deduction, Numbers, Technique, UserGrid};
pub use farandole_puzzle as puzzle;
pub use farandole_puzzle::{Cell, ClassicPuzzle, Digit, DigitSet, Geometry, Grid, Puzzle};
pub use farandole_research as research;
pub use farandole_search::Alarm;
pub use farandole_solve as engines;
pub use farandole_solve::{
    Counters, End, Engine, Finding, Order, Plan, Progress, Reason, Report, Stage, Stages, Unsupported,
};
pub use hint::{ToPosition, classic_solutions, explain, hint, solutions_of, variant_solutions};
pub use queries::{CandidateCounts, Clash, Redundancy, RedundantGivens, TrueCandidates};
pub use rating::{Rate, Rating};
pub use resume::ResumeFrom;
pub use study::{BoardStudyQuery, BoardWorker, NotStudied, Studied, StudyQuery, StudyWorker};

use core::sync::atomic::AtomicBool;
use farandole_logic::cancel::Limited;
use farandole_logic::se;

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

/// Rates a classic 9x9 puzzle for people: ER, EP and ED on the scale of Sudoku Explainer.
/// [`rate_on`] has other scales and bounds on the work. A puzzle of another shape has no rating and
/// is not searched.
///
/// ```
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// assert_eq!(farandole::rate(puzzle)?.to_string(), "1.2 1.2 1.2");
/// let with_many_solutions = "................";
/// assert_eq!(farandole::rate(with_many_solutions)?, farandole::Rating::NotClassic);
/// # Ok::<(), farandole::Error>(())
/// ```
///
/// # Errors
/// If the text is not a puzzle, or contains more than one.
pub fn rate<P: ToPuzzle + ?Sized>(puzzle: &P) -> Result<Rating, Error> {
    rate_on(Scale::Se(se::Budget::NONE), puzzle)
}

/// Rates a classic 9x9 puzzle for people on this scale.
///
/// ```
/// use farandole::Scale;
/// use farandole::logic::hodoku;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let rating = farandole::rate_on(Scale::Hodoku(hodoku::Budget::NONE), puzzle)?;
/// assert_eq!(rating.to_string(), "204 Easy");
/// # Ok::<(), farandole::Error>(())
/// ```
///
/// # Errors
/// If the text is not a puzzle, or contains more than one.
pub fn rate_on<P: ToPuzzle + ?Sized>(scale: Scale, puzzle: &P) -> Result<Rating, Error> {
    rating_of(scale.into(), puzzle)
}

/// Rates a puzzle as [`rate_on`] does. Soon after the flag becomes `true` the rating ends, as if
/// its budget were spent.
///
/// ```
/// use farandole::logic::se::Budget;
/// use farandole::{Rating, Scale};
/// use std::sync::atomic::AtomicBool;
///
/// // It needs chains, which are not even begun.
/// let puzzle = "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2";
/// let rating = farandole::rate_until(Scale::Se(Budget::NONE), puzzle, &AtomicBool::new(true))?;
/// assert!(matches!(rating, Rating::GaveUp(_)));
/// # Ok::<(), farandole::Error>(())
/// ```
///
/// # Errors
/// If the text is not a puzzle, or contains more than one.
pub fn rate_until<P: ToPuzzle + ?Sized>(
    scale: Scale,
    puzzle: &P,
    stop: &AtomicBool,
) -> Result<Rating, Error> {
    rating_of(Limited { budget: scale, observer: Some(&farandole_logic::cancel::until(stop)) }, puzzle)
}

fn rating_of<P: ToPuzzle + ?Sized>(scale: Limited<'_, Scale>, puzzle: &P) -> Result<Rating, Error> {
    let puzzle = puzzle.to_classic()?;
    if !rating::may_be_rated(&puzzle) {
        return Ok(Rating::NotClassic);
    }
    let (first, report) = Config::default().solve_classic(&puzzle)?;
    Ok(rating::rate_puzzle(&puzzle, report.solutions, first.as_ref().map(Grid::digits), scale))
}

/// Solves many puzzles on all threads; answer k is for puzzle k. Classic 9x9 puzzles are searched in batches.
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
