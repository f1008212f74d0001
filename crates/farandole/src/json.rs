//! The forms of answers in JSON, the same for the command line, a browser page and other languages.
//!
//! # Schema 1
//!
//! Every answer is one object. What does not apply is left out. Fields are only added while [`SCHEMA`] stays the same.
//!
//! | field | type | meaning |
//! |---|---|---|
//! | `schema` | number | [`SCHEMA`] |
//! | `file`, `line`, `column` | string, number, number | where the puzzle begins, from 1; the column only of what can't be read |
//! | `status` | string | a name of [`Status`] |
//! | `puzzle` | string | the puzzle in the format that was asked for |
//! | `solution` | string | a solution in the format that was asked for |
//! | `columns` | string | the columns behind the puzzle, on request |
//! | `candidates` | array of arrays of numbers | for each cell, row-major, the digits that some solution has there |
//! | `counts` | array of arrays of [counts](JsonCount) | for each of these candidates, how many solutions have it, up to a limit |
//! | `redundant` | array of strings | the givens that follow from the others, as `r1c1`; empty for a minimal puzzle; of a variant, the constraints |
//! | `clash` | array of strings | constraints of a variant that cannot hold together |
//! | `extra` | object of numbers | the values of the cells of a variant that are outside of the grid, by name |
//! | `title` | string | the name of a variant, where its text has one |
//! | `warnings` | array of strings | what may be wrong with the text of a variant |
//! | `solutions` | [count](JsonCount) | how many solutions were seen |
//! | `exact` | boolean | whether there are no more |
//! | `engine`, `route` | strings | the engine that answered, and why it |
//! | `stages` | array of strings | the stages of the search that ran, in order; empty where nothing had to be searched |
//! | `nodes`, `guesses` | numbers | what the search cost |
//! | `rating` | [object](JsonRating) | how hard the puzzle is |
//! | `estimate` | [object](JsonEstimate) | what random dives say |
//! | `canonical` | [object](JsonCanonical) | the canonical form |
//! | `found` | array of strings | what a researcher's question found: minimal puzzles, sets of cells, canonical forms |
//! | `detail` | string | why there is no answer, in English |
//!
//! A count is a number up to 2^53, which every reader of JSON holds exactly, and a string of decimal digits above.
//!
//! Hints and explanations have forms of their own, [`Advice`] and [`Path`]; so has a log of a search, [`JsonTraceStep`] and
//! [`JsonTraceEnd`].

mod canonical;
mod rule;
mod trace;

pub use canonical::JsonCanonical;
pub use farandole_logic::explain::json::{Advice, Named, Path, Step, Then, Told, ToldStep, Wrong};
pub use rule::JsonRule;
pub use trace::{JsonTraceEnd, JsonTraceStep};

use crate::answer::{Answer, Outcome};
use crate::generate::Generated;
use crate::pipeline::Status;
use crate::rating::Numbers;
use farandole_cover::{Estimate, Mean};
use farandole_logic::explain::json::quoted;
use farandole_logic::hodoku;
use farandole_logic::{Sheet, Technique, catalogue};
use farandole_puzzle::format::{Format, WriteConfig, write_grid};
use farandole_puzzle::{Cell, Digit, DigitSet};
use farandole_solve::{CandidateCounts, End, Report, Stage, VariantReport};
use serde::Serialize;
use std::collections::BTreeMap;

/// The version of these forms, and of hints and explanations.
pub const SCHEMA: u32 = farandole_logic::explain::json::SCHEMA;

/// The largest count that is written as a number.
pub const LARGEST_NUMBER: u64 = 1 << 53;

/// A count: a number up to [`LARGEST_NUMBER`], a string of decimal digits above.
///
/// ```
/// use farandole::json::JsonCount;
///
/// let text = |count: JsonCount| serde_json::to_string(&count).unwrap();
/// assert_eq!(text(92.into()), "92");
/// assert_eq!(text((1 << 53).into()), "9007199254740992");
/// assert_eq!(text(((1 << 53) + 1).into()), "\"9007199254740993\"");
/// assert_eq!(text(JsonCount::from_decimal("6670903752021072936960")), "\"6670903752021072936960\"");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum JsonCount {
    /// As a number.
    Number(u64),
    /// As a string.
    Text(String),
}

impl JsonCount {
    /// A count of any size from its decimal digits.
    pub fn from_decimal(digits: &str) -> Self {
        digits.parse::<u64>().map_or_else(|_| Self::Text(digits.to_owned()), Self::from)
    }
}

impl From<u64> for JsonCount {
    fn from(count: u64) -> Self {
        if count <= LARGEST_NUMBER { Self::Number(count) } else { Self::Text(count.to_string()) }
    }
}

/// An answer.
///
/// ```
/// use farandole::json::JsonAnswer;
///
/// let answer = farandole::solve("1...\n..4.\n.2..\n...3\n")?;
/// let text = serde_json::to_string(&JsonAnswer::of(&answer)).unwrap();
/// assert!(text.starts_with(r#"{"schema":1,"status":"solved","solution":"1432234132144123","solutions":1,"#));
/// # Ok::<(), farandole::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct JsonAnswer<'a> {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The input, where it has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<&'a str>,
    /// 1-based line of the input that the puzzle begins with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// 1-based column of what can't be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// A name of [`Status`].
    pub status: &'static str,
    /// The puzzle as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// A solution as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// The columns behind the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<String>,
    /// For each cell the digits that some solution has there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidates: Option<Vec<Vec<u8>>>,
    /// For each of the candidates, how many solutions have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<Vec<Vec<JsonCount>>>,
    /// The names of redundant givens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redundant: Option<Vec<String>>,
    /// Constraints that cannot hold together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clash: Option<Vec<String>>,
    /// The values of cells outside of the grid, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub extra: BTreeMap<String, u8>,
    /// The name of a variant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<&'a str>,
    /// What may be wrong with the text of a variant.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub warnings: &'a [String],
    /// `grids` if `solutions` counts different grids instead of solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<&'static str>,
    /// How many solutions were seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<JsonCount>,
    /// Whether `solutions` is exact; otherwise there may be more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
    /// The engine that answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<&'static str>,
    /// Why this engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub route: Option<String>,
    /// The names of the stages that ran, in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stages: Option<Vec<&'static str>>,
    /// Search nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Guesses, where the engine tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guesses: Option<u64>,
    /// How hard the puzzle is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<JsonRating>,
    /// What random dives say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<JsonEstimate>,
    /// The canonical form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canonical: Option<JsonCanonical>,
    /// What a researcher's question found, as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<Vec<String>>,
    /// Why there is no answer, in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl<'a> JsonAnswer<'a> {
    /// An answer that says nothing but its status.
    pub const fn new(status: Status) -> Self {
        Self {
            schema: SCHEMA,
            file: None,
            line: None,
            column: None,
            status: status.name(),
            puzzle: None,
            solution: None,
            columns: None,
            candidates: None,
            counts: None,
            redundant: None,
            clash: None,
            extra: BTreeMap::new(),
            title: None,
            warnings: &[],
            counted: None,
            solutions: None,
            exact: None,
            engine: None,
            route: None,
            stages: None,
            nodes: None,
            guesses: None,
            rating: None,
            estimate: None,
            canonical: None,
            found: None,
            detail: None,
        }
    }

    /// The answer with its place: the input, and the 1-based line that the puzzle begins with.
    #[must_use]
    pub fn at(self, file: &'a str, line: u64) -> Self {
        Self { file: Some(file), line: Some(line), ..self }
    }

    /// The answer with what a search says.
    #[must_use]
    pub fn with_report(self, report: &Report) -> Self {
        Self {
            solutions: Some(report.solutions.into()),
            exact: Some(report.end == End::Exhausted),
            engine: Some(report.plan.engine.name()),
            route: Some(report.plan.reason.to_string()),
            stages: Some(report.stages.iter().map(Stage::name).collect()),
            nodes: Some(report.counters.nodes),
            guesses: report.counters.guesses,
            ..self
        }
    }

    /// The answer with candidates by cell and how many solutions have each.
    #[must_use]
    pub fn with_candidate_counts(self, counts: &CandidateCounts) -> Self {
        let values = |of: &Vec<(u8, u64)>| of.iter().map(|(value, _)| *value).collect();
        let numbers = |of: &Vec<(u8, u64)>| of.iter().map(|(_, count)| JsonCount::from(*count)).collect();
        Self {
            candidates: Some(counts.iter().map(values).collect()),
            counts: Some(counts.iter().map(numbers).collect()),
            ..self
        }
    }

    /// The answer with what a search of a variant says.
    #[must_use]
    pub fn with_variant_report(self, report: &VariantReport) -> Self {
        Self {
            solutions: Some(report.solutions.into()),
            exact: Some(report.end == End::Exhausted),
            nodes: Some(report.counters.nodes),
            guesses: report.counters.guesses,
            ..self
        }
    }

    /// The answer of [`solve`](crate::solve()), the solution on one line.
    pub fn of(answer: &Answer) -> Self {
        let status = match answer.outcome() {
            Outcome::None => Status::None,
            Outcome::Unique(_) | Outcome::Undecided(Some(_)) => Status::Solved,
            Outcome::Several(_) => Status::Several,
            Outcome::Undecided(None) => Status::GaveUp,
        };
        let solution = answer.first().and_then(|grid| {
            let mut text = Vec::new();
            let config = WriteConfig::new(Format::Line);
            write_grid(&mut text, answer.puzzle(), grid, &config, 0).ok()?;
            Some(String::from_utf8_lossy(&text).trim_end().to_owned())
        });
        Self { solution, ..Self::new(status).with_report(answer.report()) }
    }
}

/// The digits of sets as numbers, for [`JsonAnswer::candidates`].
pub fn candidates(sets: &[DigitSet]) -> Vec<Vec<u8>> {
    sets.iter().map(|set| set.iter().map(Digit::get).collect()).collect()
}

/// The names of cells in a grid of this size, for [`JsonAnswer::redundant`].
pub fn cell_names(cells: &[Cell], size: usize) -> Vec<String> {
    cells.iter().map(|cell| cell.name(size).to_string()).collect()
}

/// What random dives say about a search for all solutions; each error is a standard error.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct JsonEstimate {
    /// How many dives there were.
    pub dives: u64,
    /// The number of solutions.
    pub solutions: f64,
    /// The standard error of `solutions`.
    pub solutions_error: f64,
    /// The number of nodes.
    pub nodes: f64,
    /// The standard error of `nodes`.
    pub nodes_error: f64,
}

impl From<&Estimate> for JsonEstimate {
    fn from(estimate: &Estimate) -> Self {
        let error = |mean: Mean| mean.variance.sqrt();
        Self {
            dives: estimate.dives,
            solutions: estimate.solutions.value,
            solutions_error: error(estimate.solutions),
            nodes: estimate.nodes.value,
            nodes_error: error(estimate.nodes),
        }
    }
}

/// What a rating was asked for with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct JsonOptions {
    /// How much work it could take; `null` for no bound.
    pub budget: Option<u64>,
}

/// A rating and what it was made with.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct JsonRating {
    /// `se` or `hodoku`.
    pub scale: &'static str,
    /// The version of the program whose scale it is.
    pub scale_version: &'static str,
    /// What it was asked for with.
    pub options: JsonOptions,
    /// Whether the rating ended early, so that the numbers may be larger; left out if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lower_bound: bool,
    /// Of Sudoku Explainer: the greatest difficulty of all steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub er: Option<f64>,
    /// Of Sudoku Explainer: the greatest difficulty up to the first digit placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ep: Option<f64>,
    /// Of Sudoku Explainer: the difficulty of the first step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ed: Option<f64>,
    /// Of HoDoKu: the sum of the scores of all steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// Of HoDoKu: the level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<&'static str>,
    /// How many steps there are.
    pub steps: u32,
    /// The id of the hardest technique that was needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub technique: Option<&'static str>,
}

/// Whether the numbers of a rating are final.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// They are.
    Exact,
    /// They may be larger.
    Lower,
}

impl JsonRating {
    /// The form of a rating that was asked for with this budget.
    pub fn new(numbers: &Numbers, bound: Bound, budget: Option<u64>) -> Self {
        let mut rating = Self {
            scale: "se",
            scale_version: "1.2.1",
            options: JsonOptions { budget },
            lower_bound: bound == Bound::Lower,
            er: None,
            ep: None,
            ed: None,
            score: None,
            level: None,
            steps: numbers.steps(),
            technique: numbers.hardest().map(Technique::id),
        };
        match *numbers {
            Numbers::Se { er, ep, ed, .. } => {
                [rating.er, rating.ep, rating.ed] = [er, ep, ed].map(|tenths| Some(quoted(tenths)));
            }
            Numbers::Hodoku { score, level, .. } => {
                (rating.scale, rating.scale_version) = ("hodoku", "2.2");
                (rating.score, rating.level) = (Some(score), Some(level.name()));
            }
        }
        rating
    }
}

/// A generated puzzle.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct JsonGenerated {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The puzzle as text.
    pub puzzle: String,
    /// Its only solution as text.
    pub solution: String,
    /// How many givens it has.
    pub givens: usize,
    /// Whether each given was proved to be needed; left out where that was not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<bool>,
    /// The seed.
    pub seed: u64,
    /// The number of the attempt that made it. Equal seeds, attempts, options and versions give equal puzzles.
    pub attempt: u64,
    /// How many minimal puzzles it stands for, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// The version of this program.
    pub version: &'static str,
    /// How hard the puzzle is, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<JsonRating>,
}

impl JsonGenerated {
    /// The form of a puzzle that was made with this seed.
    pub fn new(
        seed: u64,
        made: &Generated,
        puzzle: String,
        solution: String,
        rating: Option<JsonRating>,
    ) -> Self {
        Self {
            schema: SCHEMA,
            puzzle,
            solution,
            givens: made.puzzle.given_count(),
            minimal: made.is_minimal,
            seed,
            attempt: made.attempt,
            weight: made.weight,
            version: env!("CARGO_PKG_VERSION"),
            rating,
        }
    }
}

/// A technique of the catalogue.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct JsonTechnique {
    /// Its id, which stays the same from version to version.
    pub id: &'static str,
    /// Its name in English.
    pub title: &'static str,
    /// The least number on the scale of Sudoku Explainer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub se: Option<f64>,
    /// The level on HoDoKu's scale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hodoku_level: Option<&'static str>,
    /// The score on HoDoKu's scale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hodoku_score: Option<u32>,
    /// Whether it only holds for puzzles with one solution.
    pub presumes_one_solution: bool,
    /// A grid in which it is the next step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
}

impl From<Technique> for JsonTechnique {
    fn from(technique: Technique) -> Self {
        let hodoku = hodoku::entry(technique);
        Self {
            id: technique.id(),
            title: technique.title(),
            se: Some(catalogue::se_base(technique)).filter(|tenths| *tenths > 0).map(quoted),
            hodoku_level: hodoku.map(|entry| entry.level.name()),
            hodoku_score: hodoku.map(|entry| entry.score),
            presumes_one_solution: technique.presumes_one_solution(),
            example: catalogue::example(technique).map(|(state, _)| Sheet::of(&state).to_string()),
        }
    }
}
