//! Results of engines, as a table and as JSON.

use crate::args::CompareArgs;
use crate::output::json_record;
use farandole::engines::{Counters, Stage, Stages};
use serde::{Serialize, Serializer};
use std::time::Duration;

/// A puzzle or a variant, and its location.
pub(super) struct Item<T> {
    pub(super) place: String,
    pub(super) puzzle: T,
}

/// The results of one engine.
#[derive(Serialize)]
pub(super) struct Row {
    pub(super) engine: &'static str,
    /// Stages that ran for any of the puzzles.
    #[serde(serialize_with = "names")]
    pub(super) stages: Stages,
    /// Number of puzzles decided within the budget.
    pub(super) decided: usize,
    pub(super) gave_up: usize,
    pub(super) unsupported: usize,
    /// Number of answers that break a rule or differ from those of the other engines.
    pub(super) wrong: usize,
    /// Number of supported puzzles divided by the median time of a round.
    pub(super) puzzles_per_second: f64,
    /// Times of the fastest and the slowest round.
    pub(super) seconds: [f64; 2],
    pub(super) nodes: u64,
    /// Number of guesses; some engines do not count them.
    pub(super) guesses: Option<u64>,
    /// The puzzle that took the most nodes.
    pub(super) hardest: Option<String>,
    pub(super) hardest_nodes: u64,
}

/// Serializes stages as an array of their names.
fn names<S: Serializer>(stages: &Stages, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(stages.iter().map(Stage::name))
}

/// Returns the maximum number of solutions to search for.
pub(super) const fn limit(args: &CompareArgs) -> u64 {
    if args.limit == 0 { u64::MAX } else { args.limit }
}

impl Row {
    /// Returns a row without results.
    pub(super) fn new(engine: &'static str) -> Self {
        Self {
            engine,
            stages: Stages::NONE,
            decided: 0,
            gave_up: 0,
            unsupported: 0,
            wrong: 0,
            puzzles_per_second: 0.0,
            seconds: [0.0; 2],
            nodes: 0,
            guesses: Some(0),
            hardest: None,
            hardest_nodes: 0,
        }
    }

    /// Adds the cost of the search for a puzzle, and whether the puzzle was decided.
    pub(super) fn add(&mut self, place: &str, counters: &Counters, is_decided: bool) {
        self.nodes += counters.nodes;
        self.guesses = self.guesses.zip(counters.guesses).map(|(sum, more)| sum + more);
        if counters.nodes > self.hardest_nodes {
            self.hardest_nodes = counters.nodes;
            self.hardest = Some(place.to_owned());
        }
        if is_decided { self.decided += 1 } else { self.gave_up += 1 }
    }

    /// Sets the speed from the times of all rounds.
    pub(super) fn with_times(mut self, puzzles: usize, times: &mut [Duration]) -> Self {
        times.sort_unstable();
        let seconds = |time: Option<&Duration>| time.map_or(0.0, Duration::as_secs_f64);
        self.seconds = [seconds(times.first()), seconds(times.last())];
        let median = seconds(times.get(times.len() / 2));
        self.puzzles_per_second = (puzzles - self.unsupported) as f64 / median.max(1e-9);
        self
    }
}

/// Returns the rows as JSON, one per line.
pub(super) fn json(rows: &[Row]) -> Vec<u8> {
    let mut text = Vec::new();
    for row in rows {
        json_record(&mut text, row);
    }
    text
}

/// Returns the rows as a table.
pub(super) fn table(rows: &[Row], puzzles: usize) -> Vec<u8> {
    let hardest = |row: &Row| {
        row.hardest.as_deref().map_or(String::new(), |place| format!("{} at {place}", row.hardest_nodes))
    };
    let hardest: Vec<String> = rows.iter().map(hardest).collect();
    let width =
        hardest.iter().map(|text| text.chars().count()).max().unwrap_or_default().max("most nodes".len());
    let mut text = format!(
        "{puzzles} puzzles, one thread, median of the rounds\n\
         {:11} {:>12} {:>7} {:>9} {:>8} {:>11} {:>6} {:>13} {:>13}  {:width$}  {}\n",
        "engine",
        "puzzles/s",
        "spread",
        "decided",
        "gave up",
        "unsupported",
        "wrong",
        "nodes each",
        "guesses each",
        "most nodes",
        "stages"
    );
    for (row, hardest) in rows.iter().zip(hardest) {
        let taken = (puzzles - row.unsupported).max(1) as f64;
        let spread = 100.0 * (row.seconds[1] - row.seconds[0]) / row.seconds[0].max(1e-9);
        let guesses = row.guesses.map_or("-".into(), |guesses| format!("{:.2}", guesses as f64 / taken));
        let stages = if row.stages.is_empty() { "-".into() } else { row.stages.to_string() };
        text += &format!(
            "{:11} {:>12.0} {:>6.0}% {:>9} {:>8} {:>11} {:>6} {:>13.2} {guesses:>13}  {hardest:width$}  {stages}\n",
            row.engine,
            row.puzzles_per_second,
            spread,
            row.decided,
            row.gave_up,
            row.unsupported,
            row.wrong,
            row.nodes as f64 / taken,
        );
    }
    text.into_bytes()
}
