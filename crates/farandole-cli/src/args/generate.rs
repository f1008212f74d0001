//! `farandole generate` as typed.

use super::explain::Scale;
use super::values::{at_least_one, formats_and_texts, seconds};
use clap::{Args, ValueHint};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

/// What stands below the help of the command.
pub(crate) const GENERATE_HELP: &str = "\
Each puzzle has exactly one solution and, without --minimal no, no given that could go. Attempts are numbered; what one \
makes depends on --seed and its number alone, so that the same command line gives the same puzzles whatever the threads. \
(--time is the exception: it stops where it stops.) With --json every puzzle has its seed and attempt.\n\n\
Symmetries of the set of givens: none, 180 and 90 (turns), h (upper half as lower half), v (left as right), d and a (the \
two diagonals), hv, da, all.\n\n\
Windows are one number, or two with `..` between, either of which may be left out: --givens 22..26, --rating 7.9..8.4, \
--rating ..2.6. Ratings are on the scale of Sudoku Explainer 1.2.1, or HoDoKu's with --scale hodoku (scores).\n\n\
A generator meets minimal puzzles with few givens more often than others. With --unbiased each line has a weight behind \
the puzzle: how many minimal puzzles it stands for. Means weighted by it are unbiased. Weights are uneven; standard error \
tells how many unweighted puzzles the sample is worth (the effective sample size). With --uniform no weights are needed: each \
minimal puzzle is met equally often, and puzzles are rarer. Those of one attempt are not independent of each other. Of all minimal \
puzzles 0.4 percent have more than 29 givens, and most work would be done for them.\n\n\
--dataset writes a folder for learning machines: shards of rows (class, puzzle, solution, givens, rating, guesses, weight) as CSV, \
or as JSON with --json, and manifest.json. No class of puzzles comes twice. The files train-* and test-* share no class of solutions. \
With --unbiased rows have weights and no ratings.\n\n\
Where fewer puzzles are found than asked for within --tries or --time, standard error says where the attempts fell, and \
the exit code is 4.";

#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    /// How many puzzles.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
    /// Equal seeds give equal puzzles.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    /// How many givens: a number or a window.
    #[arg(long, alias = "clues", value_name = "WINDOW", value_parser = whole_window, help_heading = "Puzzles")]
    pub(crate) givens: Option<(u32, u32)>,
    /// The symmetry of the set of givens.
    #[arg(long, value_parser = ["none", "180", "90", "h", "v", "d", "a", "hv", "da", "all"], default_value = "none", help_heading = "Puzzles")]
    pub(crate) symmetry: String,
    /// No given can go (yes), no orbit of the symmetry as a whole (orbits), or reduced down to --givens only (no).
    #[arg(long, value_enum, default_value_t = MinimalName::Yes, help_heading = "Puzzles")]
    pub(crate) minimal: MinimalName,
    /// Take the solutions from this file of puzzles with one solution or finished grids, in turn.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["size", "boxes", "layout", "diagonals", "windoku"], help_heading = "Puzzles")]
    pub(crate) grid: Option<PathBuf>,
    /// Givens in exactly the cells of this file: 81 symbols, `.` or `0` for those that stay empty.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["grid", "symmetry", "size", "boxes", "layout", "diagonals", "windoku"], help_heading = "Puzzles")]
    pub(crate) pattern: Option<PathBuf>,
    /// Minimal puzzles with weights behind them, by which means over all minimal puzzles can be estimated.
    #[arg(long, conflicts_with_all = ["grid", "pattern", "givens", "symmetry", "minimal", "rating", "ep", "ed", "technique", "size", "boxes", "layout", "diagonals", "windoku"], help_heading = "Puzzles")]
    pub(crate) unbiased: bool,
    /// Minimal puzzles without weights, each of all with --givens in the window (20..29 when not given) equally often.
    #[arg(long, conflicts_with_all = ["unbiased", "grid", "pattern", "symmetry", "minimal", "rating", "ep", "ed", "technique", "size", "boxes", "layout", "diagonals", "windoku"], help_heading = "Puzzles")]
    pub(crate) uniform: bool,
    /// Greatest difficulty of all steps (ER), or HoDoKu's score: a number or a window.
    #[arg(long, value_name = "WINDOW", help_heading = "Difficulty")]
    pub(crate) rating: Option<String>,
    /// Greatest difficulty up to the first digit placed, on Sudoku Explainer's scale.
    #[arg(long, value_name = "WINDOW", help_heading = "Difficulty")]
    pub(crate) ep: Option<String>,
    /// Difficulty of the first step, on Sudoku Explainer's scale.
    #[arg(long, value_name = "WINDOW", help_heading = "Difficulty")]
    pub(crate) ed: Option<String>,
    /// The scale, and whose order of techniques is followed.
    #[arg(long, value_enum, default_value_t = Scale::Se, help_heading = "Difficulty")]
    pub(crate) scale: Scale,
    /// A technique that must be needed on the way (see `farandole techniques`).
    #[arg(long, value_name = "NAME", help_heading = "Difficulty")]
    pub(crate) technique: Option<String>,
    /// All other techniques on the way are easier than that of --technique.
    #[arg(long, requires = "technique", help_heading = "Difficulty")]
    pub(crate) only_easier: bool,
    /// Rows and columns, 4 to 25 with boxes of the usual shape; 9 when not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=25), help_heading = "Shape")]
    pub(crate) size: Option<u16>,
    /// Boxes of rows x columns of cells, as 2x3.
    #[arg(long, value_name = "SHAPE", help_heading = "Shape")]
    pub(crate) boxes: Option<String>,
    /// Regions instead of boxes: `random`, new ones for each puzzle, or the regions of the first puzzle of this file.
    #[arg(long, value_name = "random|FILE", value_hint = ValueHint::FilePath, conflicts_with = "boxes", help_heading = "Shape")]
    pub(crate) layout: Option<PathBuf>,
    /// The digits of both long diagonals differ too.
    #[arg(long, help_heading = "Shape")]
    pub(crate) diagonals: bool,
    /// Four more regions of 3x3 cells, as in windoku; for size 9.
    #[arg(long, help_heading = "Shape")]
    pub(crate) windoku: bool,
    /// For shapes other than plain 9x9: search nodes for the question whether a given is needed; it stays if they do not suffice.
    #[arg(long, value_name = "NODES", default_value_t = 2000, help_heading = "Search")]
    pub(crate) budget: u64,
    /// Stop after this many attempts.
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub(crate) tries: Option<u64>,
    /// Stop after this many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Search")]
    pub(crate) time: Option<Duration>,
    /// How many threads; all cores when not given, at most 4 for each core.
    #[arg(short = 'j', long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Search")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Write a set for learning machines into this folder, which must be empty or missing.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with_all = ["output", "to", "size", "boxes", "layout", "diagonals", "windoku"], help_heading = "Output")]
    pub(crate) dataset: Option<PathBuf>,
    /// With --dataset: puzzles in a file.
    #[arg(long, value_name = "N", default_value = "100000", value_parser = at_least_one::<NonZeroU64>, requires = "dataset", help_heading = "Output")]
    pub(crate) shard: NonZeroU64,
    /// With --dataset: how much of it is for tests, from 0 to 1.
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share, requires = "dataset", help_heading = "Output")]
    pub(crate) test_share: f64,
    /// Format of the puzzles; one line each when not given, with the regions in front where they are no boxes.
    #[arg(long, value_name = "FORMAT", value_parser = formats_and_texts(), ignore_case = true, hide_possible_values = true, help_heading = "Output")]
    pub(crate) to: Option<String>,
    /// Write here instead of standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// One JSON object per line, with solution, seed, attempt and rating.
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
    /// Print on standard error at the end how many attempts there were and where they fell.
    #[arg(long, help_heading = "Output")]
    pub(crate) summary: bool,
    /// No progress on a terminal.
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,
}

/// How far a puzzle is reduced, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum MinimalName {
    /// No given can go.
    Yes,
    /// No whole orbit of the symmetry can go.
    Orbits,
    /// Reduced no further than --givens.
    No,
}

/// A number from 0 to 1.
fn share(text: &str) -> Result<f64, &'static str> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or("expected a number from 0 to 1")
}

/// A window of whole numbers.
pub(crate) fn whole_window(text: &str) -> Result<(u32, u32), &'static str> {
    window(text, |number| number.parse().ok())
}

/// A window of numbers with at most one decimal, in tenths.
pub(crate) fn tenths_window(text: &str) -> Result<(u32, u32), &'static str> {
    let tenths = |number: &str| {
        let (whole, tenth) = number.split_once('.').unwrap_or((number, "0"));
        let tenth: u32 = if tenth.len() == 1 { tenth.parse().ok()? } else { return None };
        whole.parse::<u32>().ok()?.checked_mul(10)?.checked_add(tenth)
    };
    window(text, tenths)
}

fn window(text: &str, number: impl Fn(&str) -> Option<u32>) -> Result<(u32, u32), &'static str> {
    let expected = "expected a number, or two with `..` between, the smaller first";
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let end = |text: &str, open| if text.is_empty() { Some(open) } else { number(text) };
    let (Some(from), Some(to)) = (end(from, 0), end(to, u32::MAX)) else { return Err(expected) };
    if from <= to && text != ".." && !text.is_empty() { Ok((from, to)) } else { Err(expected) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_one_number_or_two() {
        assert_eq!(whole_window("24"), Ok((24, 24)));
        assert_eq!(whole_window("22..26"), Ok((22, 26)));
        assert_eq!(whole_window("..26"), Ok((0, 26)));
        assert_eq!(tenths_window("7.9..8.4"), Ok((79, 84)));
        assert_eq!(tenths_window("7..7.6"), Ok((70, 76)));
        assert_eq!(tenths_window("9.."), Ok((90, u32::MAX)));
        for bad in ["", "..", "x", "5..4", "1.2.3", "1..2..3", "7.95"] {
            assert!(tenths_window(bad).is_err(), "{bad}");
        }
    }
}
