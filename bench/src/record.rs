//! Measurements as CSV, with the facts that are needed to judge them.

use std::fmt::Write as _;
use std::path::PathBuf;

use crate::facts;

/// The result of one engine on one set.
pub struct Row {
    pub set: String,
    pub hash: String,
    pub engine: String,
    pub puzzles: usize,
    /// Puzzles per second.
    pub median: f64,
    /// Interquartile range as a share of the median.
    pub spread: f64,
    pub guesses: Option<f64>,
    pub sweeps: Option<f64>,
    pub rounds: usize,
}

/// Writes `record/<target>/<date>.csv`, which begins with the facts about the machine as comment
/// lines. `single` means that our engines got one puzzle per call.
pub fn write(rows: &[Row], limit: u32, single: bool) -> Result<PathBuf, String> {
    let calls = if single { "one puzzle per call" } else { "all puzzles in one call" };
    let mut text = format!("# limit: {limit}; one thread; {calls}\n");
    text.push_str("set,sha256,engine,puzzles,rounds,puzzles_per_second,spread,guesses,half_sweeps\n");
    for row in rows {
        let number = |n: Option<f64>| n.map_or(String::new(), |n| format!("{n:.4}"));
        let _ = writeln!(
            text,
            "{},{},{},{},{},{:.0},{:.4},{},{}",
            row.set,
            row.hash,
            row.engine,
            row.puzzles,
            row.rounds,
            row.median,
            row.spread,
            number(row.guesses),
            number(row.sweeps)
        );
    }
    facts::write(concat!(env!("CARGO_MANIFEST_DIR"), "/record"), "", &text)
}
