//! Arguments of `farandole generate`.

use super::files::OutputFile;
use super::values::{at_least_one, formats_and_texts, scale, seconds};
use clap::{Args, ValueHint};
use farandole::logic::Scale;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

/// End of the long help of the command.
pub(crate) const GENERATE_HELP: &str = "\
Each puzzle has exactly one solution. By default, no given is redundant; see --minimal. Attempts are \
numbered. The result of an attempt depends only on --seed and on the number of the attempt, so the same \
command line generates the same puzzles on any number of threads, unless --time ends the run. Without \
--seed, a random seed is used and reported on standard error. With --json, every puzzle comes with its \
seed and attempt.

Values of --symmetry, the symmetry of the cells that hold givens, and of the regions, cages and lines of \
variants:
  none       no symmetry
  180, 90    rotation by this angle
  h          reflection that exchanges the upper and lower halves
  v          reflection that exchanges the left and right halves
  d          reflection in the diagonal from r1c1 to r9c9
  a          reflection in the diagonal from r1c9 to r9c1
  hv         both h and v
  da         both d and a
  all        all symmetries of the square

A range is one number, or two numbers separated by `..`, either of which may be omitted: --givens 22..26, \
--rating 7.9..8.4, --rating ..2.6. Ratings are those of Sudoku Explainer 1.2.1, or HoDoKu's scores with \
--scale hodoku.

By default, minimal puzzles with few givens are generated more often than others. With --unbiased, the \
number after each puzzle is its weight: the number of minimal puzzles that the puzzle represents. Means \
weighted in this way are unbiased. Weights vary widely, so the effective sample size is written to \
standard error. With --uniform, no weights are needed: every minimal puzzle is equally likely, but puzzles \
are found less often. An attempt can produce several puzzles, and these are not independent. Only 0.4 \
percent of all minimal puzzles have more than 29 givens, but finding them would take most of the work, so \
--uniform stops at 29 by default.

--dataset writes a directory for machine learning: files of rows (class, puzzle, solution, givens, \
rating, guesses, weight) as CSV, or as JSON with --json, and manifest.json. No two puzzles are \
equivalent, and no solution in the files train-* is equivalent to one in the files test-*. With --unbiased, \
rows contain weights but no ratings.

With a KIND other than classic, or with --like, puzzles are variants. First a random solution is drawn, \
then random clues that hold in the solution. Cages are divided, or givens added, until the solution is \
unique. By default, clues are then added and removed until the solution path has the required difficulty, \
with no step that tries cases. With --minimal yes, all redundant givens and clues are removed instead, and \
with --minimal no, only redundant givens. No two puzzles of a run have the same layout up to rotations and \
reflections.

Requests that cannot be met, such as fewer than 17 givens, are refused immediately where this is known. \
Without --time, a run ends when no new puzzle is found for 60 seconds. If a run ends with fewer puzzles than \
requested, the reasons why attempts were rejected are written to standard error, and the exit code is 4.";

#[derive(Clone, Debug, Args)]
pub(crate) struct GenerateArgs {
    /// Kind of puzzle [default: classic]
    ///
    /// Killers have no givens. The other variants have clues of their kind and as many givens as are needed for
    /// a unique solution. `mixed` combines three kinds at random.
    #[arg(value_name = "KIND", value_parser = ["classic", "killer", "thermo", "arrow", "kropki", "xv", "sandwich", "little-killer", "skyscraper", "jigsaw-killer", "mixed"], default_value = "classic", hide_default_value = true)]
    pub(crate) kind: String,
    /// File with a puzzle that has placeholders [default: none]
    ///
    /// The file must contain constraint text. `?` stands for a number to be chosen. A constraint that
    /// begins with `.Maybe~` may be left out. `.Some~3~Thermo` stands for three thermometers to be placed.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["kind", "size", "boxes", "layout", "diagonals", "windoku"], help_heading = "Puzzles")]
    pub(crate) like: Option<PathBuf>,
    /// Number of puzzles to generate
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
    /// Random seed [default: random, reported on standard error]
    ///
    /// The same seed always generates the same puzzles.
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    // True if no seed was given.
    #[arg(skip)]
    pub(crate) seed_is_random: bool,
    /// Number of givens: a number or a range such as 22..26 [default: any]
    #[arg(long, value_name = "RANGE", value_parser = whole_range, help_heading = "Puzzles")]
    pub(crate) givens: Option<(u32, u32)>,
    /// Number of clues that are not givens, for variants [default: any]
    ///
    /// The value is a number or a range. Unless `--minimal no` is given, redundant clues are removed until
    /// the number of clues reaches the lower end of the range.
    #[arg(long, value_name = "RANGE", value_parser = whole_range, help_heading = "Puzzles")]
    pub(crate) clues: Option<(u32, u32)>,
    /// Symmetry of the givens, regions, cages and lines
    ///
    /// By default, givens are not symmetric, and the regions, cages, lines and sums of diagonals of variants are
    /// symmetric about as often as in published puzzles.
    #[arg(long, value_parser = ["none", "180", "90", "h", "v", "d", "a", "hv", "da", "all"], help_heading = "Puzzles")]
    pub(crate) symmetry: Option<String>,
    /// Require minimal puzzles [default: yes, for classic puzzles]
    ///
    /// By default, variants have as many clues as people need to solve them without trying cases.
    #[arg(long, value_enum, help_heading = "Puzzles")]
    pub(crate) minimal: Option<MinimalName>,
    /// File of grids to use in turn as solutions [default: random grids]
    ///
    /// The file must contain completed grids or puzzles with exactly one solution.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["size", "boxes", "layout", "diagonals", "windoku"], help_heading = "Puzzles")]
    pub(crate) grid: Option<PathBuf>,
    /// File that marks the cells that hold givens
    ///
    /// The file must contain 81 symbols, with `.` or `0` for the cells that stay empty.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["grid", "symmetry", "size", "boxes", "layout", "diagonals", "windoku"], help_heading = "Puzzles")]
    pub(crate) pattern: Option<PathBuf>,
    /// Print weights, so that weighted means over minimal puzzles are unbiased
    ///
    /// Each puzzle is followed by its weight.
    #[arg(long, conflicts_with_all = ["grid", "pattern", "givens", "symmetry", "minimal", "rating", "ep", "ed", "technique", "size", "boxes", "layout", "diagonals", "windoku"], help_heading = "Puzzles")]
    pub(crate) unbiased: bool,
    /// Make all minimal puzzles in the range of --givens equally likely
    ///
    /// The default range of --givens is then 20..29.
    #[arg(long, conflicts_with_all = ["unbiased", "grid", "pattern", "symmetry", "minimal", "rating", "ep", "ed", "technique", "size", "boxes", "layout", "diagonals", "windoku"], help_heading = "Puzzles")]
    pub(crate) uniform: bool,
    /// Difficulty of the hardest step (ER), or HoDoKu's score [default: any]
    ///
    /// The value is a number or a range. For variants, it is the difficulty of the hardest step on
    /// Farandole's scale, or the expected minutes with `--scale minutes`, and the puzzle must be solvable by
    /// techniques alone.
    #[arg(long, value_name = "RANGE", help_heading = "Difficulty")]
    pub(crate) rating: Option<String>,
    /// Difficulty up to the first placed digit (EP) [default: any]
    ///
    /// EP is the difficulty of the hardest step up to the first placed digit. The value is a number or a
    /// range.
    #[arg(long, value_name = "RANGE", help_heading = "Difficulty")]
    pub(crate) ep: Option<String>,
    /// Difficulty of the first step (ED) [default: any]
    ///
    /// The value is a number or a range.
    #[arg(long, value_name = "RANGE", help_heading = "Difficulty")]
    pub(crate) ed: Option<String>,
    /// Scale of --rating, which also sets the order of techniques
    #[arg(long, value_parser = scale(&[Scale::Se, Scale::Hodoku, Scale::Minutes]), default_value = "se", help_heading = "Difficulty")]
    pub(crate) scale: Scale,
    /// Require this technique on the solution path [default: any]
    ///
    /// `farandole techniques` lists the names.
    #[arg(long, value_name = "NAME", help_heading = "Difficulty")]
    pub(crate) technique: Option<String>,
    /// Exclude this technique, for variants; repeatable [default: none]
    ///
    /// The solution path must not contain the technique.
    #[arg(long, value_name = "NAME", help_heading = "Difficulty")]
    pub(crate) without: Vec<String>,
    /// Require all other techniques to be easier than --technique
    #[arg(long, requires = "technique", help_heading = "Difficulty")]
    pub(crate) only_easier: bool,
    /// Number of rows and columns, from 2 to 25 [default: 9]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=25), help_heading = "Shape")]
    pub(crate) size: Option<u16>,
    /// Shape of the boxes, for example 2x3 [default: usual for the size]
    ///
    /// The shape is ROWSxCOLUMNS in cells.
    #[arg(long, value_name = "SHAPE", help_heading = "Shape")]
    pub(crate) boxes: Option<String>,
    /// Regions instead of boxes: `random` or a file [default: boxes]
    ///
    /// `random` makes new regions for each puzzle. With a file, the regions of its first
    /// puzzle are used.
    #[arg(long, value_name = "random|FILE", value_hint = ValueHint::FilePath, conflicts_with = "boxes", help_heading = "Shape")]
    pub(crate) layout: Option<PathBuf>,
    /// Also require distinct digits on both main diagonals
    #[arg(long, help_heading = "Shape")]
    pub(crate) diagonals: bool,
    /// Add the four 3x3 regions of windoku (size 9 only)
    #[arg(long, help_heading = "Shape")]
    pub(crate) windoku: bool,
    /// Search nodes per uniqueness test; no effect on classic 9x9
    ///
    /// The budget limits each search that tests if a given or clue can be removed. A given or clue whose
    /// test exhausts the budget is kept.
    #[arg(long, value_name = "NODES", default_value_t = 2000, help_heading = "Search")]
    pub(crate) budget: u64,
    /// Stop after this many attempts [default: no limit]
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub(crate) tries: Option<u64>,
    /// Stop after this many seconds [default: 60 seconds without a new puzzle]
    ///
    /// The run stops even in the middle of an attempt. By default, it stops if no new puzzle is found for 60
    /// seconds. `none` means no limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Search")]
    pub(crate) time: Option<Duration>,
    /// Number of threads, at most 4 per core [default: one per core]
    #[arg(short = 'j', long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Search")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Write a dataset for machine learning to this directory
    ///
    /// The directory must be empty or must not exist.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with_all = ["output", "to", "size", "boxes", "layout", "diagonals", "windoku"], help_heading = "Output")]
    pub(crate) dataset: Option<PathBuf>,
    /// Number of puzzles per file of the dataset
    #[arg(long, value_name = "N", default_value = "100000", value_parser = at_least_one::<NonZeroU64>, requires = "dataset", help_heading = "Output")]
    pub(crate) shard: NonZeroU64,
    /// Share of the dataset reserved for tests, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share, requires = "dataset", help_heading = "Output")]
    pub(crate) test_share: f64,
    /// Output format; see `farandole formats` [default: line]
    ///
    /// In the default format, the regions precede the puzzle if they are not boxes.
    #[arg(long, value_name = "FORMAT", value_parser = formats_and_texts(), ignore_case = true, hide_possible_values = true, help_heading = "Output")]
    pub(crate) to: Option<String>,
    /// Write to this file [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) output: Option<OutputFile>,
    /// Print one JSON object per line
    ///
    /// Each object contains the solution, the seed, the attempt and the rating.
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
    /// Print counts of attempts and rejections by reason to standard error
    #[arg(long, help_heading = "Output")]
    pub(crate) summary: bool,
    /// Suppress progress
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,
}

/// Degrees of minimality, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum MinimalName {
    /// No given can be removed
    Yes,
    /// No set of symmetric givens can be removed as a whole
    Orbits,
    /// Redundant givens may remain; removal stops at the lower end of --givens
    No,
}

/// Parses a number from 0 to 1.
fn share(text: &str) -> Result<f64, &'static str> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or("expected a number from 0 to 1")
}

/// Parses a range of whole numbers.
pub(crate) fn whole_range(text: &str) -> Result<(u32, u32), &'static str> {
    range(text, |number| number.parse().ok())
}

/// Parses a range of numbers with at most one decimal place. Returns the bounds in tenths.
pub(crate) fn tenths_range(text: &str) -> Result<(u32, u32), &'static str> {
    let tenths = |number: &str| {
        let (whole, tenth) = number.split_once('.').unwrap_or((number, "0"));
        let tenth: u32 = if tenth.len() == 1 { tenth.parse().ok()? } else { return None };
        whole.parse::<u32>().ok()?.checked_mul(10)?.checked_add(tenth)
    };
    range(text, tenths)
}

fn range(text: &str, number: impl Fn(&str) -> Option<u32>) -> Result<(u32, u32), &'static str> {
    let expected = "expected a number or an increasing range such as 22..26";
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let end = |text: &str, open| if text.is_empty() { Some(open) } else { number(text) };
    let (Some(from), Some(to)) = (end(from, 0), end(to, u32::MAX)) else { return Err(expected) };
    if from <= to && text != ".." && !text.is_empty() { Ok((from, to)) } else { Err(expected) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_one_number_or_two() {
        assert_eq!(whole_range("24"), Ok((24, 24)));
        assert_eq!(whole_range("22..26"), Ok((22, 26)));
        assert_eq!(whole_range("..26"), Ok((0, 26)));
        assert_eq!(tenths_range("7.9..8.4"), Ok((79, 84)));
        assert_eq!(tenths_range("7..7.6"), Ok((70, 76)));
        assert_eq!(tenths_range("9.."), Ok((90, u32::MAX)));
        for bad in ["", "..", "x", "5..4", "1.2.3", "1..2..3", "7.95"] {
            assert!(tenths_range(bad).is_err(), "{bad}");
        }
    }
}
