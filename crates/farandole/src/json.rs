//! Answers in JSON, in the same schema for the command line, the web page and other languages.
//!
//! # Schema 1
//!
//! Every answer is one object. Fields that do not apply are omitted. As long as [`SCHEMA`] stays
//! the same, fields are only added.
//!
//! | field | type | meaning |
//! |---|---|---|
//! | `schema` | number | [`SCHEMA`] |
//! | `file`, `line`, `column` | string, number, number | where the puzzle begins, 1-based; the column only for a record that cannot be read |
//! | `status` | string | a name of [`Status`] |
//! | `puzzle` | string | the puzzle in the requested format |
//! | `solution` | string | a solution in the requested format |
//! | `columns` | string | the columns after the puzzle, on request |
//! | `candidates` | array of arrays of numbers | for each cell, row-major, the digits that occur there in some solution |
//! | `counts` | array of arrays of [counts](JsonCount) | for each of these candidates, the number of solutions that contain it, up to a limit |
//! | `redundant` | array of strings | the givens that follow from the others, as `r1c1`; empty for a minimal puzzle; for a variant, constraints |
//! | `clash` | array of strings | conflicting constraints of a variant |
//! | `extra` | object of numbers | the values of the cells of a variant outside the grid, by name |
//! | `title` | string | the title of a variant, if its text has one |
//! | `warnings` | array of strings | possible errors in the text of a variant |
//! | `solutions` | [count](JsonCount) | number of solutions found |
//! | `exact` | boolean | true if there are no further solutions |
//! | `engine`, `route` | strings | the engine that answered, and why it was chosen |
//! | `stages` | array of strings | the stages of the search that ran, in order; empty if no search was needed |
//! | `nodes`, `guesses` | numbers | the cost of the search |
//! | `rating` | [object](JsonRating) | the difficulty of the puzzle |
//! | `estimate` | [object](JsonEstimate) | an estimate from random dives |
//! | `canonical` | [object](JsonCanonical) | the canonical form |
//! | `found` | array of strings | results of a study: minimal puzzles, sets of cells, canonical forms |
//! | `detail` | string | the reason why there is no answer, in English |
//!
//! A count is a number up to 2^53, which every JSON parser represents exactly, and a string of
//! decimal digits above that.
//!
//! Hints and explanations have schemas of their own, [`Hint`] and [`Path`]. The log of a search
//! ([`JsonTraceStep`], [`JsonTraceEnd`]) and the reading of an editor's puzzle ([`JsonReading`]) also have
//! their own schemas.

mod canonical;
mod live;
mod reading;
mod rule;
mod trace;

pub use canonical::JsonCanonical;
pub use farandole_logic::explain::json::{
    Hint, HintStep, Inference, Path, PathStep, PatternCandidate, Problem, Step, Verdict,
};
pub use live::{Live, LiveAnswer, LiveBody, LiveCallback, LiveCell, LiveEstimate, LiveRequest};
pub use reading::{JsonCandidate, JsonGroup, JsonReading, JsonSentence};
pub use rule::JsonConstraintKind;
pub use trace::{JsonTraceEnd, JsonTraceStep};

use crate::answer::Answer;
use crate::pipeline::Status;
use crate::variant::{cell_names as names_of_cells, grid_text};
use farandole_cover::Estimate;
use farandole_formats::{Format, WriteConfig, write_grid};
use farandole_logic::explain::json::quoted;
use farandole_logic::{Numbers, Technique, UserGrid, catalogue, hodoku, variant};
use farandole_puzzle::variant::Variant;
use farandole_puzzle::{Cell, ClassicPuzzle, Digit, DigitSet, Grid, Puzzle};
use farandole_research::generate::Generated;
use farandole_research::variants::MadeVariant;
use farandole_solve::{CandidateCounts, End, Plan, Reason, Report, Stage};
use serde::Serialize;
use std::collections::BTreeMap;

/// The version of this schema, and of hints and explanations.
pub const SCHEMA: u32 = farandole_logic::explain::json::SCHEMA;

/// The largest count that is written as a number.
pub const LARGEST_NUMBER: u64 = 1 << 53;

/// A count: a number up to [`LARGEST_NUMBER`], and a string of decimal digits above that.
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
    /// A count that is written as a number.
    Number(u64),
    /// A count that is written as a string.
    Text(String),
}

impl JsonCount {
    /// Returns a count of any size from its decimal digits.
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
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct JsonAnswer<'a> {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The name of the input, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<&'a str>,
    /// 1-based line of the input at which the puzzle begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// 1-based column of the first error in a record that cannot be read.
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
    /// The columns after the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<String>,
    /// For each cell, the digits that occur there in some solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidates: Option<Vec<Vec<u8>>>,
    /// For each cell, the number of solutions that contain each candidate, in the order of `candidates`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<Vec<Vec<JsonCount>>>,
    /// The names of redundant givens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redundant: Option<Vec<String>>,
    /// Constraints that conflict with each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clash: Option<Vec<String>>,
    /// The values of cells outside the grid, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub extra: BTreeMap<String, u8>,
    /// The title of a variant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<&'a str>,
    /// Possible errors in the text of a variant.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub warnings: &'a [String],
    /// `grids` if `solutions` counts distinct grids instead of solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<&'static str>,
    /// Number of solutions found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<JsonCount>,
    /// True if `solutions` is exact; otherwise there may be more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
    /// The engine that answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<&'static str>,
    /// The reason why this engine was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub route: Option<String>,
    /// The names of the stages that ran, in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stages: Option<Vec<&'static str>>,
    /// Number of search nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Number of guesses, if the engine counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guesses: Option<u64>,
    /// The difficulty of the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<JsonRating>,
    /// An estimate from random dives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<JsonEstimate>,
    /// The canonical form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canonical: Option<JsonCanonical>,
    /// The results of a study, as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<Vec<String>>,
    /// The reason why there is no answer, in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl<'a> JsonAnswer<'a> {
    /// Returns an answer with a status and no other fields.
    pub fn new(status: Status) -> Self {
        Self { schema: SCHEMA, status: status.name(), ..Self::default() }
    }

    /// Adds the location: the input, and the 1-based line at which the puzzle begins.
    #[must_use]
    pub fn at(self, file: &'a str, line: u64) -> Self {
        Self { file: Some(file), line: Some(line), ..self }
    }

    /// Adds the report of a search. The engine is stated for classic puzzles only.
    #[must_use]
    pub fn with_report(self, report: &Report) -> Self {
        let Plan { engine, reason, .. } = report.plan;
        let is_stated = !matches!(reason, Reason::Constraints | Reason::HousesOnly | Reason::Listing);
        Self {
            solutions: Some(report.solutions.into()),
            exact: Some(report.end == End::Exhausted),
            engine: is_stated.then(|| engine.name()),
            route: is_stated.then(|| reason.to_string()),
            stages: is_stated.then(|| report.stages.iter().map(Stage::name).collect()),
            nodes: Some(report.counters.nodes),
            guesses: report.counters.guesses,
            ..self
        }
    }

    /// Adds the candidates of each cell and the number of solutions that contain each.
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

    /// Converts the answer of [`solve`](crate::solve()), with the solution on one line.
    pub fn of(answer: &Answer) -> Self {
        match answer.puzzle() {
            Puzzle::Classic(puzzle) => Self::of_classic(puzzle, answer.grid().as_ref(), answer.report()),
            Puzzle::Variant(variant) => {
                let form = Self::new(Status::of_search(answer.report())).with_report(answer.report());
                match answer.first() {
                    Some(values) => form.with_values(variant, values),
                    None => form,
                }
            }
        }
    }

    /// Converts the answer for a classic puzzle, with the solution on one line.
    pub fn of_classic(puzzle: &ClassicPuzzle, first: Option<&Grid>, report: &Report) -> Self {
        let solution = first.and_then(|grid| {
            let mut text = Vec::new();
            write_grid(&mut text, puzzle, grid, &WriteConfig::new(Format::Line), 0).ok()?;
            Some(String::from_utf8_lossy(&text).trim_end().to_owned())
        });
        Self { solution, ..Self::new(Status::of_search(report)).with_report(report) }
    }

    /// Adds a solution of a variant: the grid, and the values of the cells outside the grid.
    #[must_use]
    pub fn with_values(self, variant: &Variant, values: &[u8]) -> Self {
        let names = names_of_cells(variant).into_iter().zip(values.iter().copied());
        let extra = names.skip(variant.board().grid_count()).collect();
        Self { solution: Some(grid_text(variant, values)), extra, ..self }
    }
}

/// Returns the digits of sets as numbers, for [`JsonAnswer::candidates`].
pub fn candidates(sets: &[DigitSet]) -> Vec<Vec<u8>> {
    sets.iter().map(|set| set.iter().map(Digit::get).collect()).collect()
}

/// Returns the names of cells in a grid of this size, for [`JsonAnswer::redundant`].
pub fn cell_names(cells: &[Cell], size: usize) -> Vec<String> {
    cells.iter().map(|cell| cell.name(size).to_string()).collect()
}

/// An estimate, from random dives, of the size of a search for all solutions. Each error is a
/// standard error.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct JsonEstimate {
    /// Number of dives.
    pub dives: u64,
    /// Estimated number of solutions; `null` in JSON if it is too large for a number.
    pub solutions: f64,
    /// The standard error of `solutions`; `null` if it is unknown, for example if all dives are equal.
    pub solutions_error: Option<f64>,
    /// Estimated number of search nodes; `null` in JSON if it is too large for a number.
    pub nodes: f64,
    /// The standard error of `nodes`; `null` if it is unknown.
    pub nodes_error: Option<f64>,
}

impl From<&Estimate> for JsonEstimate {
    fn from(estimate: &Estimate) -> Self {
        Self {
            dives: estimate.dives,
            solutions: estimate.solutions.value,
            solutions_error: estimate.solutions.error(),
            nodes: estimate.nodes.value,
            nodes_error: estimate.nodes.error(),
        }
    }
}

/// The options of a rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct JsonOptions {
    /// Budget of the rating; `null` for no limit.
    pub budget: Option<u64>,
}

/// A rating, with its scale and options.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct JsonRating {
    /// The name of the scale, for example `se` or `minutes`; `variant` for the scale of variants.
    pub scale: &'static str,
    /// The version of the program that defines the scale; for `w` and `b`, the edition of the book.
    pub scale_version: &'static str,
    /// The options of the rating.
    pub options: JsonOptions,
    /// True if the rating ended early and the numbers are lower bounds; omitted otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lower_bound: bool,
    /// On the scale of Sudoku Explainer, the greatest difficulty of all steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub er: Option<f64>,
    /// On the scale of Sudoku Explainer, the greatest difficulty up to the first digit placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ep: Option<f64>,
    /// On the scale of Sudoku Explainer, the difficulty of the first step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ed: Option<f64>,
    /// On the scale of HoDoKu, the sum of the scores of all steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// On the scale of HoDoKu, the level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<&'static str>,
    /// For variants, the difficulty of the hardest step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hardest: Option<f64>,
    /// For variants, the greatest difficulty up to the first value placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub break_in: Option<f64>,
    /// For variants, the sum of the difficulties of all steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub work: Option<f64>,
    /// For variants, the number of different deductions of the same technique before the hardest step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// For variants, the greatest number of houses and constraints that a step combines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<u32>,
    /// For variants, the number of trials among the steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trials: Option<u32>,
    /// For the W and B ratings, the length of the longest whip or braid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u8>,
    /// The expected minutes of an experienced solver, to a tenth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes: Option<f64>,
    /// The range that contains the mean time of about eight of ten puzzles, in minutes; omitted for lower bounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes_range: Option<[f64; 2]>,
    /// The minutes in a word: `easy`, `medium`, `hard`, `expert` or `brutal`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade: Option<&'static str>,
    /// The evidence for the minutes: `singles`, `patterns` (few puzzles) or `extrapolated` (none).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<&'static str>,
    /// Number of steps.
    pub steps: u32,
    /// The id of the hardest technique on the solution path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub technique: Option<&'static str>,
}

/// The meaning of the numbers of a rating: exact or lower bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The numbers are final.
    Exact,
    /// The numbers are lower bounds.
    Lower,
}

impl JsonRating {
    /// Converts the rating of a variant that was computed with this budget.
    pub fn of_variant(rating: &variant::Rating, bound: Bound, budget: Option<u64>) -> Self {
        let tenths = |tenths: u32| Some(f64::from(tenths) / 10.0);
        Self {
            scale: "variant",
            scale_version: "1",
            options: JsonOptions { budget },
            lower_bound: bound == Bound::Lower,
            hardest: tenths(rating.hardest),
            break_in: tenths(rating.break_in),
            work: tenths(rating.work),
            width: Some(rating.width),
            rules: Some(rating.rules),
            trials: Some(rating.trials),
            steps: rating.steps,
            technique: rating.technique.map(variant::Technique::id),
            ..Self::default()
        }
    }

    /// Converts a rating that was computed with this budget.
    pub fn new(numbers: &Numbers, bound: Bound, budget: Option<u64>) -> Self {
        let mut rating = Self {
            scale: numbers.scale().name(),
            scale_version: numbers.scale().version(),
            options: JsonOptions { budget },
            lower_bound: bound == Bound::Lower,
            steps: numbers.steps(),
            technique: numbers.hardest().map(Technique::id),
            ..Self::default()
        };
        match *numbers {
            Numbers::Se { er, ep, ed, .. } => {
                [rating.er, rating.ep, rating.ed] = [er, ep, ed].map(|tenths| Some(quoted(tenths)));
            }
            Numbers::Hodoku { score, level, .. } => {
                (rating.score, rating.level) = (Some(score), Some(level.name()));
            }
            Numbers::Chains { length, .. } => rating.length = Some(length),
            Numbers::Minutes { minutes, .. } => {
                let tenths = |seconds: u32| (f64::from(seconds) / 6.0).round() / 10.0;
                let (least, most) = minutes.range();
                rating.minutes = Some(tenths(minutes.seconds()));
                rating.minutes_range = (bound == Bound::Exact).then(|| [least, most].map(tenths));
                rating.grade = Some(minutes.grade().name());
                rating.evidence = Some(minutes.evidence().name());
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
    /// The only solution of the puzzle, as text.
    pub solution: String,
    /// Number of givens.
    pub givens: usize,
    /// Number of clues that are not givens; omitted for classic puzzles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clues: Option<usize>,
    /// True if each given and each clue was proved to be necessary; omitted if minimality was not requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<bool>,
    /// The random seed.
    pub seed: u64,
    /// The number of the attempt that produced the puzzle. The same seed, attempt, options and
    /// version always give the same puzzle.
    pub attempt: u64,
    /// The number of minimal puzzles that this puzzle represents, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// The version of this program.
    pub version: &'static str,
    /// The difficulty of the puzzle, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<JsonRating>,
}

impl JsonGenerated {
    /// Converts a puzzle that was generated with this seed.
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
            clues: None,
            minimal: made.is_minimal,
            seed,
            attempt: made.attempt,
            weight: made.weight,
            version: env!("CARGO_PKG_VERSION"),
            rating,
        }
    }

    /// Converts a variant that was generated with this seed.
    pub fn of_variant(
        seed: u64,
        made: &MadeVariant,
        is_minimal: Option<bool>,
        puzzle: String,
        solution: String,
        rating: Option<JsonRating>,
    ) -> Self {
        Self {
            schema: SCHEMA,
            puzzle,
            solution,
            givens: made.givens,
            clues: Some(made.clues),
            minimal: is_minimal,
            seed,
            attempt: made.attempt,
            weight: None,
            version: env!("CARGO_PKG_VERSION"),
            rating,
        }
    }
}

/// A technique of the catalogue.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct JsonTechnique {
    /// The id of the technique, which is the same in every version.
    pub id: &'static str,
    /// The name of the technique in English.
    pub title: &'static str,
    /// The lowest difficulty on the scale of Sudoku Explainer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub se: Option<f64>,
    /// The level on HoDoKu's scale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hodoku_level: Option<&'static str>,
    /// The score on HoDoKu's scale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hodoku_score: Option<u32>,
    /// True if the technique is valid only for puzzles with one solution.
    pub presumes_one_solution: bool,
    /// A grid in which the technique is the next step.
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
            example: catalogue::example(technique).map(|(state, _)| UserGrid::of(&state).to_string()),
        }
    }
}
