//! Arguments of the research commands.

use super::files::OutputFile;
use super::shared::{InputArgs, OutputArgs};
use super::values::{at_least_one, seconds};
use clap::{ArgGroup, Args, ValueHint};
use farandole::canon::Symmetry;
use farandole::research::study::Quantity;
use std::num::{NonZeroU64, NonZeroUsize};
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct StudyArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Give up on a puzzle after this many seconds [default: none]
    ///
    /// The run continues with the next puzzle. `none` means no limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// After each answer, repeat the input columns that follow the puzzle
    #[arg(long, help_heading = "Output")]
    pub(crate) keep_columns: bool,
    /// Number of threads, at most 4 per core [default: one per core]
    #[arg(short = 'j', long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>)]
    pub(crate) threads: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub(crate) struct MinimizeArgs {
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// Print all minimal puzzles within each puzzle [default: one]
    #[arg(long)]
    pub(crate) all: bool,
    /// Print the minimal puzzles with the fewest givens
    #[arg(long, conflicts_with = "all")]
    pub(crate) fewest: bool,
    /// Maximum number of minimal puzzles to examine
    ///
    /// The limit applies to --all and --fewest. An output line that the limit cuts short ends in `+`.
    #[arg(long, value_name = "N", default_value = "10000", value_parser = at_least_one::<NonZeroUsize>)]
    pub(crate) limit: NonZeroUsize,
    /// Random seed; the same seed removes givens in the same order
    #[arg(long, default_value_t = 0, conflicts_with_all = ["all", "fewest"])]
    pub(crate) seed: u64,
    /// Keep the givens in these cells [default: none]
    ///
    /// Cell names are separated by commas, for example `r1c1,r5c5`.
    #[arg(long, value_name = "CELLS", value_parser = cells, conflicts_with_all = ["all", "fewest"])]
    pub(crate) keep: Option<u128>,
}

#[derive(Debug, Args)]
pub(crate) struct UnavoidableArgs {
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// Largest size to print, from 4 to 16 cells
    #[arg(long, value_name = "CELLS", default_value_t = 12, value_parser = clap::value_parser!(u32).range(4..=16))]
    pub(crate) max_size: u32,
    /// Print the number of sets of each size, for example `4:10 6:15`
    #[arg(long, help_heading = "Output")]
    pub(crate) count: bool,
}

/// End of the long help of `neighbours`.
pub(crate) const NEIGHBOURS_HELP: &str = "\
A neighbour of a puzzle is a minimal puzzle with exactly one solution. It results from the puzzle by \
removing as many givens as --remove states and adding as many as --add states. Line k of the output contains \
the canonical forms of the neighbours of puzzle k, one form per class, excluding the class of the puzzle \
itself. The line is empty if there are no neighbours. With --classes, each class found in the whole run is \
printed only once, on its own line. Adding more than two givens takes hours per puzzle.";

#[derive(Debug, Args)]
pub(crate) struct NeighboursArgs {
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// Number of givens to remove
    #[arg(short = 'r', long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=4))]
    pub(crate) remove: u32,
    /// Number of givens to add
    #[arg(short = 'a', long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=3))]
    pub(crate) add: u32,
    /// Print only neighbours that have givens in the same cells
    #[arg(long)]
    pub(crate) same_pattern: bool,
    /// Print each class once in the whole run, one per line
    #[arg(long, conflicts_with_all = ["json", "keep_columns"], help_heading = "Output")]
    pub(crate) classes: bool,
}

/// End of the long help of `scan`.
pub(crate) const SCAN_HELP: &str = "\
Line k of the output contains all puzzles that have exactly one solution and consist of givens of puzzle \
k; --givens states how many. Puzzle k is usually a completed grid. The printed puzzles may have redundant \
givens. The line is empty if no such puzzle exists, and ends in `+` if --time stopped the search. To search \
a grid for 17 givens takes seconds; each additional given takes roughly thirty times as long. To resume an \
interrupted run, repeat the command with the same file for --resume and the same --givens. Only the part \
that was interrupted is searched again.";

#[derive(Debug, Args)]
#[command(mut_arg("time", |time| time
    .help("End all scans after this many seconds [default: none]")
    .long_help("End all scans after this many seconds [default: none]\n\n`none` means no limit.")))]
pub(crate) struct ScanArgs {
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// Number of givens
    #[arg(long, alias = "clues", value_name = "N", default_value_t = 17, value_parser = clap::value_parser!(u32).range(0..=81))]
    pub(crate) givens: u32,
    /// Save completed parts of the search to this file, or resume from it
    ///
    /// A missing file is created.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) resume: Option<OutputFile>,
}

/// End of the long help of `backdoors`.
pub(crate) const BACKDOORS_HELP: &str = "\
A backdoor is a set of cells such that the techniques of --rules solve the puzzle once the digits of these \
cells are placed. Line k of the output contains all smallest backdoors of puzzle k, each as placements \
separated by commas. The line is `solved` if these techniques solve the puzzle without further digits, and \
`>N` if no backdoor has at most N cells, where N is the value of --max. With --json, `found` is empty in \
both cases, and `exact` distinguishes them.";

#[derive(Debug, Args)]
pub(crate) struct BackdoorsArgs {
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// Techniques that must solve the rest of the puzzle
    #[arg(long, value_enum, default_value_t = RulesName::Singles)]
    pub(crate) rules: RulesName,
    /// Largest number of cells to try, from 0 to 4
    ///
    /// Each additional cell takes twenty to thirty times as long.
    #[arg(long, value_name = "CELLS", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=4))]
    pub(crate) max: u32,
}

/// The sets of techniques, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum RulesName {
    /// Naked and hidden singles
    Singles,
    /// Singles and locked candidates
    Locked,
}

/// End of the long help of `twins`.
pub(crate) const TWINS_HELP: &str = "\
A twin of a puzzle has givens in the same cells as the puzzle and exactly one solution, which agrees with \
the solution of the puzzle in all other cells. Line k of the output contains the twins of puzzle k. The \
line is empty if there are no twins, and ends in `+` if --limit stopped the search.";

#[derive(Debug, Args)]
pub(crate) struct TwinsArgs {
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// Examine at most this many grids per puzzle
    #[arg(long, value_name = "N", default_value = "10000", value_parser = at_least_one::<NonZeroUsize>)]
    pub(crate) limit: NonZeroUsize,
}

/// End of the long help of `bands`.
pub(crate) const BANDS_HELP: &str = "\
Line k of the output contains six numbers from 1 to 416: the classes of the three bands of the solution of \
puzzle k, from top to bottom, and of its three stacks, from left to right. Classes are numbered in the \
order of their min-lex forms.";

/// End of the long help of `patterns`.
pub(crate) const PATTERNS_HELP: &str = "\
Line k of the output describes the pattern of puzzle k: the set of cells that hold givens. The line contains \
the canonical form of the pattern, with a 1 for each given; the number of givens; the number of automorphisms \
of the pattern; and the names of some symmetries, or `none`. These are the symmetries of the square that leave \
the puzzle's own pattern unchanged, named as in `generate --symmetry`. Equivalent patterns have the same \
canonical form. The puzzles need not have solutions.";

/// End of the long help of `morph`.
pub(crate) const MORPH_HELP: &str = "\
Line k of the output is the image of puzzle k under a symmetry of the board. --map or --turn states the \
symmetry; without them, it is random and depends on --seed and k. `canonical` maps all images of a puzzle \
to the same form.";

#[derive(Debug, Args)]
pub(crate) struct MorphArgs {
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// Random seed [default: random, reported on standard error]
    ///
    /// The same seed always selects the same symmetries.
    #[arg(long, conflicts_with_all = ["map", "turn"])]
    pub(crate) seed: Option<u64>,
    /// Apply this symmetry, in the form that `canonical --map` prints
    ///
    /// For example, `T r012345678 c012345678 d123456789`.
    #[arg(long, value_name = "SYMMETRY", conflicts_with = "turn")]
    pub(crate) map: Option<Symmetry>,
    /// Apply the inverse of --map
    #[arg(long, requires = "map")]
    pub(crate) inverse: bool,
    /// Rotate by 90, 180 or 270 degrees, or reflect: h, v, d, a
    ///
    /// Rotations are clockwise. `h` turns the grid upside down, and `v` exchanges left and right. `d` reflects
    /// the grid in the diagonal from r1c1 to r9c9, and `a` in the diagonal from r1c9 to r9c1.
    #[arg(long, value_parser = ["90", "180", "270", "h", "v", "d", "a"])]
    pub(crate) turn: Option<String>,
}

/// End of the long help of `stats`.
pub(crate) const STATS_HELP: &str = "\
Puzzles without exactly one solution and records that cannot be read are not counted; these puzzles and \
records are listed on standard error. For each quantity, the output contains the mean and the standard \
deviation, and a row for each value with the number of puzzles. With --weighted, the first number after \
each puzzle is its weight, as printed by `generate --unbiased`; weighted rows and means are unbiased.";

#[derive(Debug, Args)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Quantities to count, separated by commas
    #[arg(long, value_name = "QUANTITIES", value_delimiter = ',', default_value = "givens", value_parser = Quantity::ALL.map(Quantity::name))]
    pub(crate) of: Vec<String>,
    /// Give up on a puzzle after this many seconds [default: none]
    ///
    /// The run continues with the next puzzle. `none` means no limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// Weight each puzzle by the first number after it
    #[arg(long)]
    pub(crate) weighted: bool,
    /// Print rows of quantity, value and count as CSV
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub(crate) csv: bool,
    /// Number of threads, at most 4 per core [default: one per core]
    #[arg(short = 'j', long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// End of the long help of `vicinity`.
pub(crate) const VICINITY_HELP: &str = "\
The search starts at the puzzles of the input and proceeds to their neighbours (see `farandole \
neighbours`), then to the neighbours of those, and so on. Puzzles whose rating or number of givens is \
closer to the range come first. Each line of the output contains the canonical form of a puzzle, and its \
rating or number of givens. A puzzle is printed if its rating or number of givens is in the range, or \
closer to the range than those of all earlier puzzles. The ledger lists the classes found, and the classes \
whose neighbours have been searched. To resume an interrupted run, or to add rounds to a completed run, \
repeat the command with the same ledger.";

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("goal").required(true))]
pub(crate) struct VicinityArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Sudoku Explainer rating to search for: a number or a range
    ///
    /// For example, `9.0..` means at least 9.0.
    #[arg(long, value_name = "RANGE", group = "goal")]
    pub(crate) rating: Option<String>,
    /// Search for numbers of givens: a number or a range
    ///
    /// For example, `..20` means at most 20.
    #[arg(long, alias = "clues", value_name = "RANGE", group = "goal")]
    pub(crate) givens: Option<String>,
    /// Save all puzzles found to this file, or resume from it
    ///
    /// A missing file is created.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) ledger: OutputFile,
    /// Stop after this many puzzles in the range [default: no limit]
    ///
    /// The search stops at the end of a round.
    #[arg(short = 'n', long, value_name = "N", value_parser = at_least_one::<NonZeroU64>)]
    pub(crate) count: Option<NonZeroU64>,
    /// Stop after this many seconds [default: none]
    ///
    /// The search stops even within a round. That round is repeated when the search is resumed. `none`
    /// means no limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// Stop after this many rounds of 32 puzzles each
    ///
    /// The limit includes the rounds of earlier runs with the same ledger.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) rounds: u64,
    /// Number of givens to remove
    #[arg(short = 'r', long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=4))]
    pub(crate) remove: u32,
    /// Number of givens to add
    #[arg(short = 'a', long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=3))]
    pub(crate) add: u32,
    /// Number of threads, at most 4 per core [default: one per core]
    #[arg(short = 'j', long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Parses a list of cell names.
fn cells(text: &str) -> Result<u128, &'static str> {
    let cell = |name: &str| {
        let &[b'r' | b'R', row @ b'1'..=b'9', b'c' | b'C', col @ b'1'..=b'9'] = name.as_bytes() else {
            return None;
        };
        Some(1_u128 << (9 * (row - b'1') + (col - b'1')))
    };
    let all = text.split(',').try_fold(0, |all, name| Some(all | cell(name)?));
    all.ok_or("expected cell names separated by commas, for example r1c1,r5c5")
}
