//! Answers to an editor while a puzzle is set, in the protocol of Rangsk's solver.
//!
//! An editor sends the whole puzzle with each request. A [`Live`] session answers it from what it knows about earlier
//! states. `solve`, `check`, `count` and `truecandidates` use givens and given pencil marks only; `step`, `solvepath`
//! and `estimate` also use entered digits and the marks in the centre of cells.
//!
//! Source: the published messages of dclamage/SudokuSolver, version 1.3.3.

use crate::error::Error;
use crate::session::Session;
use core::fmt;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use farandole_formats::editor::EditedPuzzle;
use farandole_logic::cancel::{Limited, RatingProgress, until};
use farandole_logic::explain::english::Depth;
use farandole_logic::hint::{Found, Position, Reach, Solutions, Step, VariantPosition};
use farandole_logic::variant::State;
use farandole_puzzle::{Cell, Puzzle};
use farandole_solve::{Config, End, Finding, Progress, PuzzleSolver, Watcher};
use serde::{Deserialize, Serialize};

/// Number of random paths between two estimates.
const DIVES: u64 = 64;
/// Limit of the first turn of a count. Each turn counts from the beginning, up to [`GROWTH`] times as many solutions.
const FIRST: u64 = 1000;
const GROWTH: u64 = 4;
/// Maximum number of random paths of an estimate.
const MOST_DIVES: u64 = 10_000_000;
/// Maximum number of technique searches for a step. An empty grid would take minutes without a limit.
const STEP: u64 = 200;
/// Maximum number of nodes of the search for the solutions of a position, as for hints.
const SEARCH: u64 = 100_000;

/// A request of an editor.
#[derive(Clone, Debug, Deserialize)]
pub struct LiveRequest {
    /// The number that the answers repeat.
    pub nonce: i64,
    /// The name of the command.
    pub command: String,
    /// The format of the data, `fpuzzles`.
    #[serde(default, rename = "dataType")]
    pub data_type: String,
    /// The packed puzzle.
    #[serde(default)]
    pub data: String,
}

/// An answer to an editor.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LiveAnswer {
    /// The number of the request.
    pub nonce: i64,
    /// The answer.
    #[serde(flatten)]
    pub body: LiveBody,
}

impl LiveAnswer {
    /// Returns the answer to a message that is no request, with the error of the parser.
    pub fn to_other(error: &impl fmt::Display) -> Self {
        let expected = r#"expected a request such as {"nonce":1,"command":"check",..}"#;
        Self { nonce: 0, body: LiveBody::Invalid { message: format!("{expected}: {error}") } }
    }
}

/// The contents of an answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum LiveBody {
    /// The request was cancelled.
    Canceled,
    /// The puzzle has no solution, or cannot be read.
    Invalid {
        /// The reason.
        message: String,
    },
    /// The true candidates.
    TrueCandidates {
        /// For each cell and value, the number of solutions up to the limit. -1 is a candidate that no solution has, but
        /// that no step eliminates.
        #[serde(rename = "solutionsPerCandidate")]
        solutions_per_candidate: Vec<i64>,
    },
    /// A solution.
    Solved {
        /// The values, row-major.
        solution: Vec<u8>,
    },
    /// The number of solutions.
    Count {
        /// The number so far.
        count: u64,
        /// True if the count continues.
        #[serde(rename = "inProgress")]
        in_progress: bool,
    },
    /// An estimate of the number of solutions, which later ones replace.
    Estimate(LiveEstimate),
    /// A position, with the steps that lead to it.
    Logical {
        /// The cells, row-major.
        cells: Vec<LiveCell>,
        /// The steps in English.
        message: String,
        /// False if the position contradicts the rules.
        #[serde(rename = "isValid")]
        is_valid: bool,
    },
}

/// An estimate.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LiveEstimate {
    /// The estimated number of solutions.
    pub estimate: f64,
    /// The standard error, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<f64>,
    /// Number of random paths.
    pub iterations: u64,
    /// The lower end of the confidence interval of 95 %.
    #[serde(rename = "ci95_lower", skip_serializing_if = "Option::is_none")]
    pub ci95_lower: Option<f64>,
    /// The upper end of the confidence interval of 95 %.
    #[serde(rename = "ci95_upper", skip_serializing_if = "Option::is_none")]
    pub ci95_upper: Option<f64>,
    /// The standard error as a percentage of the estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rel_err_percent: Option<f64>,
}

/// A cell of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LiveCell {
    /// The value, or 0 for an open cell.
    pub value: u8,
    /// The candidates of an open cell, which may be none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidates: Option<Vec<u8>>,
}

/// The callback that receives the intermediate answers: up to several hundred per second, each of which may be dropped.
pub type LiveCallback<'a> = &'a (dyn Fn(LiveBody) + Sync);

/// The reason why there is no answer.
enum Stopped {
    Cancelled,
    Invalid(String),
}

impl From<Error> for Stopped {
    fn from(error: Error) -> Self {
        Self::Invalid(error.to_string())
    }
}

/// A connection to an editor.
#[derive(Debug, Default)]
pub struct Live {
    session: Option<Session>,
    dives: Dives,
}

/// The part of an answer that a call computes.
#[derive(Clone, Copy)]
enum Share<'a> {
    /// Everything. The callback receives the intermediate answers.
    Whole(LiveCallback<'a>),
    /// The turn with this number.
    Turn(u64),
}

impl Live {
    /// Answers a request. `each` receives intermediate answers, and the last answer is returned. After the flag is set,
    /// the answer is [`LiveBody::Canceled`].
    ///
    /// ```
    /// use farandole::json::{Live, LiveBody, LiveRequest};
    /// use std::sync::atomic::AtomicBool;
    ///
    /// let data = r#"{"size": 2, "grid": [[{"value": 1, "given": true}, {}], [{}, {}]]}"#.to_owned();
    /// let request = LiveRequest { nonce: 7, command: "count".into(), data_type: "fpuzzles".into(), data };
    /// let answer = Live::default().answer(&request, &AtomicBool::new(false), &|_| ());
    /// assert_eq!(answer.body, LiveBody::Count { count: 1, in_progress: false });
    /// ```
    pub fn answer(&mut self, request: &LiveRequest, stop: &AtomicBool, each: LiveCallback<'_>) -> LiveAnswer {
        let answer = self.share(request, stop, Share::Whole(each));
        if stop.load(Ordering::Relaxed) { LiveAnswer { body: LiveBody::Canceled, ..answer } } else { answer }
    }

    /// Computes a part of the answer, for callers without threads. An estimate, and a count that is in progress,
    /// continue with the next turn. Turns are numbered from 0. Other requests need only one turn.
    ///
    /// ```
    /// use farandole::json::{Live, LiveBody, LiveRequest};
    ///
    /// let data = r#"{"size": 3, "grid": [[{}, {}, {}], [{}, {}, {}], [{}, {}, {}]]}"#.to_owned();
    /// let mut request = LiveRequest { nonce: 7, command: "count".into(), data_type: "fpuzzles".into(), data };
    /// let mut live = Live::default();
    /// assert_eq!(live.turn(&request, 0).body, LiveBody::Count { count: 12, in_progress: false });
    /// request.command = "estimate".into();
    /// let LiveBody::Estimate(first) = live.turn(&request, 0).body else { panic!() };
    /// let LiveBody::Estimate(second) = live.turn(&request, 1).body else { panic!() };
    /// assert!(second.iterations == 2 * first.iterations);
    /// ```
    pub fn turn(&mut self, request: &LiveRequest, turn: u64) -> LiveAnswer {
        self.share(request, &AtomicBool::new(false), Share::Turn(turn))
    }

    fn share(&mut self, request: &LiveRequest, stop: &AtomicBool, share: Share<'_>) -> LiveAnswer {
        let body = self.body(request, stop, share).unwrap_or_else(|stopped| match stopped {
            Stopped::Cancelled => LiveBody::Canceled,
            Stopped::Invalid(message) => LiveBody::Invalid { message },
        });
        LiveAnswer { nonce: request.nonce, body }
    }

    fn body(
        &mut self,
        request: &LiveRequest,
        stop: &AtomicBool,
        share: Share<'_>,
    ) -> Result<LiveBody, Stopped> {
        if request.command == "cancel" {
            return Ok(LiveBody::Canceled);
        }
        if request.data_type != "fpuzzles" {
            let message = format!("found the data type {:?}, expected \"fpuzzles\"", request.data_type);
            return Err(Stopped::Invalid(message));
        }
        let edited =
            EditedPuzzle::read(&request.data).map_err(|error| Stopped::Invalid(error.to_string()))?;
        let puzzle = Puzzle::from(edited.variant.clone());
        match &mut self.session {
            Some(session) => session.update(puzzle),
            None => self.session = Some(Session::new(puzzle)),
        }
        let session = self.session.as_mut().expect("it was created above");
        let query = Query { session, edited: &edited, stop, share };
        match &*request.command {
            "truecandidates" => query.true_candidates(),
            "solve" => query.solve(),
            "check" => query.count(2),
            "count" => query.count(u64::MAX),
            "estimate" => query.estimate(&mut self.dives),
            "step" => query.step(),
            "solvepath" => query.path(),
            other => Err(Stopped::Invalid(format!(
                "found the command {other:?}, expected a command of this protocol"
            ))),
        }
    }
}

/// The results of random paths.
#[derive(Debug, Default)]
struct Dives {
    /// The sum of the numbers of solutions.
    sum: f64,
    /// The variance of this sum.
    variance: f64,
    iterations: u64,
}

impl Dives {
    fn add(&mut self, solver: &PuzzleSolver, stop: &AtomicBool) {
        let batch = solver.estimate_until(DIVES, self.iterations, Some(stop));
        let dives = batch.dives as f64;
        self.sum += batch.solutions.value * dives;
        self.variance += batch.solutions.variance * dives * dives;
        self.iterations += batch.dives;
    }

    fn estimate(&self) -> LiveBody {
        let dives = (self.iterations as f64).max(1.0);
        let estimate = self.sum / dives;
        let stderr = Some(self.variance.sqrt() / dives).filter(|error| error.is_finite());
        LiveBody::Estimate(LiveEstimate {
            estimate,
            stderr,
            iterations: self.iterations,
            ci95_lower: stderr.map(|error| (estimate - 1.96 * error).max(0.0)),
            ci95_upper: stderr.map(|error| estimate + 1.96 * error),
            rel_err_percent: stderr.filter(|_| estimate > 0.0).map(|error| 100.0 * error / estimate),
        })
    }
}

struct Query<'a> {
    session: &'a mut Session,
    edited: &'a EditedPuzzle,
    stop: &'a AtomicBool,
    share: Share<'a>,
}

fn no_solution() -> Stopped {
    Stopped::Invalid("No solutions found.".to_owned())
}

impl Query<'_> {
    /// Returns the result of a search, unless it was cancelled or there is no solution.
    fn found<T>(finding: Finding<T>) -> Result<T, Stopped> {
        match finding {
            Finding { exact: false, .. } => Err(Stopped::Cancelled),
            Finding { found, .. } => found.ok_or_else(no_solution),
        }
    }

    fn true_candidates(self) -> Result<LiveBody, Stopped> {
        let mut limit = 1;
        for option in &self.edited.options {
            let number =
                option.strip_prefix("truecandidatesnumsolutions=").and_then(|number| number.parse().ok());
            limit = number.unwrap_or(if option == "colored" { 8 } else { limit }).max(limit);
        }
        let config = Config { limit, cancel: Some(self.stop), ..Config::default() };
        let board = self.edited.variant.board();
        let (cells, values) = (board.grid_count(), usize::from(board.values().count()));
        let mut list = vec![0; cells * values];
        let at = |cell: usize, value: u8| cell * values + usize::from(value - board.values().low());
        if limit > 1 {
            let counts = Self::found(self.session.candidate_counts(&config)?)?;
            for (cell, of_cell) in counts.iter().enumerate().take(cells) {
                of_cell.iter().for_each(|(value, count)| list[at(cell, *value)] = *count as i64);
            }
        } else {
            let masks = Self::found(self.session.true_candidates(&config)?)?;
            for (cell, mask) in masks.iter().enumerate().take(cells) {
                board.values().values_of(*mask as u16).for_each(|value| list[at(cell, value)] = 1);
            }
        }
        if self.edited.options.iter().any(|option| option == "logical") {
            let end = self.end_of_path()?;
            for cell in end.cells().take(cells) {
                for value in
                    end.values(cell).filter(|value| list[at(cell.index(), *value)] == 0).collect::<Vec<_>>()
                {
                    list[at(cell.index(), value)] = -1;
                }
            }
        }
        Ok(LiveBody::TrueCandidates { solutions_per_candidate: list })
    }

    /// Returns the position that the steps from the givens lead to.
    fn end_of_path(self) -> Result<State, Stopped> {
        let VariantPosition { state, .. } = self.position(false)?;
        let start = VariantPosition::from(state.clone());
        let observer = until(self.stop);
        let limits = Limited { budget: u64::MAX, observer: Some(&observer) };
        let path = start.explain(&Solutions::Unknown, limits, |_| ControlFlow::Continue(()));
        let last = path.ok().and_then(|path| path.steps.last().map(Step::after));
        Ok(match last {
            Some(Position::Variant(position)) => position.state,
            _ => state,
        })
    }

    fn solve(self) -> Result<LiveBody, Stopped> {
        let count = self.session.count(&Config { limit: 1, cancel: Some(self.stop), ..Config::default() })?;
        let cells = self.edited.variant.board().grid_count();
        match (self.session.solution(), count.end) {
            (Some(values), _) => Ok(LiveBody::Solved { solution: values[..cells].to_vec() }),
            (None, End::Exhausted) => Err(no_solution()),
            (None, End::LimitReached) => {
                // A session keeps no solutions of puzzles with labels.
                let config = Config { limit: 1, cancel: Some(self.stop), ..Config::default() };
                let (first, _) = self.session.solver()?.first(&config).map_err(Error::from)?;
                let values = first.ok_or(Stopped::Cancelled)?;
                Ok(LiveBody::Solved { solution: values[..cells].to_vec() })
            }
            _ => Err(Stopped::Cancelled),
        }
    }

    fn count(self, most: u64) -> Result<LiveBody, Stopped> {
        let share = self.share;
        let limit = match share {
            Share::Whole(_) => most,
            Share::Turn(turn) => {
                let factor = u32::try_from(turn).ok().and_then(|turn| GROWTH.checked_pow(turn));
                most.min(FIRST.saturating_mul(factor.unwrap_or(u64::MAX)))
            }
        };
        let watch = move |progress: &Progress| {
            if let Share::Whole(each) = share
                && most > 2
            {
                each(LiveBody::Count { count: progress.solutions, in_progress: true });
            }
        };
        let config =
            Config { limit, cancel: Some(self.stop), watcher: Some(Watcher(&watch)), ..Config::default() };
        let count = self.session.count(&config)?;
        let in_progress = match count.end {
            End::Exhausted => false,
            End::LimitReached => limit < most,
            _ => return Err(Stopped::Cancelled),
        };
        Ok(LiveBody::Count { count: count.solutions, in_progress })
    }

    /// Returns the position, with or without entered digits and marks.
    fn position(&self, is_marked: bool) -> Result<VariantPosition, Stopped> {
        let edited = self.edited;
        let (digits, marks) =
            if is_marked { (&edited.digits[..], &edited.marks[..]) } else { Default::default() };
        VariantPosition::new(&edited.variant, digits, marks)
            .map_err(|error| Stopped::Invalid(error.to_string()))
    }

    fn estimate(self, dives: &mut Dives) -> Result<LiveBody, Stopped> {
        let solver = PuzzleSolver::new(&self.position(true)?.restated).map_err(Error::from)?;
        if !matches!(self.share, Share::Turn(turn) if turn > 0) {
            *dives = Dives::default();
        }
        while !self.stop.load(Ordering::Relaxed) && dives.iterations < MOST_DIVES {
            dives.add(&solver, self.stop);
            match self.share {
                Share::Whole(each) => each(dives.estimate()),
                Share::Turn(_) => break,
            }
        }
        Ok(dives.estimate())
    }

    /// Returns the position and its solutions. Steps from a position without a solution would be based on a mistake.
    fn examined(&mut self) -> Result<(VariantPosition, Solutions), Stopped> {
        let config = Config { budget: SEARCH, cancel: Some(self.stop), ..Config::default() };
        let (position, solutions) =
            self.session.position(&self.edited.digits, &self.edited.marks, &config)?;
        match position {
            Position::Variant(position) => Ok((*position, solutions)),
            Position::Classic(_) => Err(Stopped::Invalid("expected a variant".to_owned())),
        }
    }

    fn step(mut self) -> Result<LiveBody, Stopped> {
        let (position, solutions) = self.examined()?;
        let initial = State::new(
            &VariantPosition::new(&self.edited.variant, &self.edited.digits, &[])
                .map_err(|error| Stopped::Invalid(error.to_string()))?
                .restated,
        );
        let has_marks = |cell: Cell| {
            let marks = self.edited.marks.get(cell.index()).copied().unwrap_or(0);
            initial.is_placed(cell) || marks != 0 && marks & !initial.candidates(cell) == 0
        };
        let cells = self.edited.variant.board().grid_count();
        if !initial.cells().take(cells).all(has_marks) {
            return Ok(logical(&position.state, cells, "Initial candidates.".to_owned(), true));
        }
        if matches!(solutions, Solutions::None(_)) {
            return Ok(logical(&position.state, cells, "Board is invalid!".to_owned(), false));
        }
        let is_limited = AtomicBool::new(false);
        let observer = |progress: RatingProgress| {
            is_limited.fetch_or(progress.work >= STEP, Ordering::Relaxed);
            let is_over = is_limited.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed);
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let limits = Limited { budget: u64::MAX, observer: Some(&observer) };
        let state = position.state.clone();
        let hint = position.hint(&solutions, Reach::First, limits);
        Ok(match hint.found {
            Found::Steps { steps, .. } => {
                let after = match steps[0].after() {
                    Position::Variant(position) => position.state,
                    Position::Classic(_) => state,
                };
                logical(&after, cells, steps[0].text(Depth::Why).trim().to_owned(), true)
            }
            Found::Problems(problems)
                if !matches!(solutions, Solutions::Several(_)) && !problems.is_empty() =>
            {
                logical(&state, cells, "Board is invalid!".to_owned(), false)
            }
            _ if is_limited.load(Ordering::Relaxed) => {
                let message = format!("No logical steps found in the first {STEP} searches for techniques.");
                logical(&state, cells, message, true)
            }
            _ => logical(&state, cells, "No logical steps found.".to_owned(), true),
        })
    }

    fn path(mut self) -> Result<LiveBody, Stopped> {
        let (position, solutions) = self.examined()?;
        let cells = self.edited.variant.board().grid_count();
        let state = position.state.clone();
        if matches!(solutions, Solutions::None(_)) {
            return Ok(logical(&state, cells, "Board is invalid!".to_owned(), false));
        }
        let observer = until(self.stop);
        let limits = Limited { budget: u64::MAX, observer: Some(&observer) };
        let path = position.explain(&solutions, limits, |_| ControlFlow::Continue(()));
        let steps = path.map(|path| path.steps).unwrap_or_default();
        let after = match steps.last().map(Step::after) {
            Some(Position::Variant(position)) => position.state,
            _ => state,
        };
        if steps.is_empty() {
            return Ok(logical(&after, cells, "No logical steps found.".to_owned(), true));
        }
        let lines: Vec<String> = steps.iter().map(|step| step.text(Depth::Why).trim().to_owned()).collect();
        Ok(logical(&after, cells, lines.join("\n"), true))
    }
}

/// Returns the answer with a position.
fn logical(state: &State, cells: usize, message: String, is_valid: bool) -> LiveBody {
    let cell = |cell| {
        let values = state.values(cell).collect::<Vec<u8>>();
        match values[..] {
            [value] if state.is_placed(cell) => LiveCell { value, candidates: None },
            _ => LiveCell { value: 0, candidates: Some(values) },
        }
    };
    LiveBody::Logical { cells: state.cells().take(cells).map(cell).collect(), message, is_valid }
}
