//! Commands of researchers as typed.

use super::shared::{InputArgs, OutputArgs};
use super::values::{at_least_one, seconds};
use clap::{Args, ValueHint};
use farandole::Quantity;
use farandole::canon::Symmetry;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct StudyArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Give up on a puzzle after this many seconds; the puzzles after it are answered all the same. `none` for no limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// Print the columns behind each puzzle again, behind its answer.
    #[arg(long, help_heading = "Output")]
    pub(crate) keep_columns: bool,
    /// How many threads; all cores when not given, at most 4 for each core.
    #[arg(short = 'j', long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>)]
    pub(crate) threads: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub(crate) struct MinimizeArgs {
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// Print all minimal puzzles in each puzzle.
    #[arg(long)]
    pub(crate) all: bool,
    /// Print those with fewest givens.
    #[arg(long, conflicts_with = "all")]
    pub(crate) fewest: bool,
    /// With --all or --fewest: look at no more than this many; the line then ends in `+`.
    #[arg(long, value_name = "N", default_value = "10000", value_parser = at_least_one::<NonZeroUsize>)]
    pub(crate) limit: NonZeroUsize,
    /// Equal seeds take the givens away in equal orders.
    #[arg(long, default_value_t = 0, conflicts_with_all = ["all", "fewest"])]
    pub(crate) seed: u64,
    /// Givens in these cells stay: names such as `r1c1,r5c5`.
    #[arg(long, value_name = "CELLS", value_parser = cells, conflicts_with_all = ["all", "fewest"])]
    pub(crate) keep: Option<u128>,
}

#[derive(Debug, Args)]
pub(crate) struct UnavoidableArgs {
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// The largest size, up to 16 cells.
    #[arg(long, value_name = "CELLS", default_value_t = 12, value_parser = clap::value_parser!(u32).range(4..=16))]
    pub(crate) max_size: u32,
    /// Print how many there are of each size, as `4:10 6:15`.
    #[arg(long, help_heading = "Output")]
    pub(crate) count: bool,
}

/// What stands below the help of `neighbours`.
pub(crate) const NEIGHBOURS_HELP: &str = "\
A neighbour lacks --remove of the givens and has --add others; it has exactly one solution and no given that could go. \
Line k has the canonical forms of the neighbours of puzzle k, each class once, without that of the puzzle itself; the \
line is empty where there is none. With --classes each class of the whole run is printed once, one a line. More than \
two givens to add take hours for one puzzle.";

#[derive(Debug, Args)]
pub(crate) struct NeighboursArgs {
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// How many givens go.
    #[arg(short = 'r', long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=4))]
    pub(crate) remove: u32,
    /// How many givens come.
    #[arg(short = 'a', long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=3))]
    pub(crate) add: u32,
    /// Only neighbours with givens in the same cells.
    #[arg(long)]
    pub(crate) same_pattern: bool,
    /// Print each class once, one a line.
    #[arg(long, conflicts_with_all = ["json", "keep_columns"], help_heading = "Output")]
    pub(crate) classes: bool,
}

/// What stands below the help of `scan`.
pub(crate) const SCAN_HELP: &str = "\
Line k has all puzzles with exactly one solution and --givens givens that are part of puzzle k, which is a finished grid in most \
cases; redundant givens do not matter. The line is empty where there is none, and ends in `+` where --time cut the search short. \
17 givens in a grid take seconds, and each given more some thirty times as long. --resume keeps the steps that are done in a \
file: a run that was killed or cut short goes on when it is started again with the same file and --givens. A step that is not done when \
the time is over is repeated.";

#[derive(Debug, Args)]
#[command(mut_arg("time", |time| time.help("End all scans after this many seconds; `none` for no limit")))]
pub(crate) struct ScanArgs {
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// How many givens.
    #[arg(long, alias = "clues", value_name = "N", default_value_t = 17, value_parser = clap::value_parser!(u32).range(0..=81))]
    pub(crate) givens: u32,
    /// The file of the steps that are done; it is made if it is missing.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) resume: Option<PathBuf>,
}

/// What stands below the help of `backdoors`.
pub(crate) const BACKDOORS_HELP: &str = "\
A backdoor is a set of cells: with their digits placed, the rules alone solve the puzzle. Line k has all backdoors of the \
least size of puzzle k, each as placements with commas between; `solved` where the rules need none, and `>N` where there is \
none of up to --max cells. With --json, `found` is empty in both of these cases, and `exact` tells them apart.";

#[derive(Debug, Args)]
pub(crate) struct BackdoorsArgs {
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// The rules: naked and hidden singles, or locked candidates too.
    #[arg(long, value_enum, default_value_t = RulesName::Singles)]
    pub(crate) rules: RulesName,
    /// The largest size that is tried, up to 4: each one more takes some fifteen times as long.
    #[arg(long, value_name = "CELLS", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=4))]
    pub(crate) max: u32,
}

/// Rules by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum RulesName {
    /// Naked and hidden singles.
    Singles,
    /// Singles and locked candidates.
    Locked,
}

/// What stands below the help of `twins`.
pub(crate) const TWINS_HELP: &str = "\
A twin has givens in the same cells, one solution, and all other cells of the solution as they are. Line k has the twins of \
puzzle k and is empty where there is none. A `+` at the end says that --limit cut the search short.";

#[derive(Debug, Args)]
pub(crate) struct TwinsArgs {
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// Look at no more than this many grids for each puzzle.
    #[arg(long, value_name = "N", default_value = "10000", value_parser = at_least_one::<NonZeroUsize>)]
    pub(crate) limit: NonZeroUsize,
}

/// What stands below the help of `bands`.
pub(crate) const BANDS_HELP: &str = "\
Line k has six numbers from 1 to 416: the classes of the three bands of the solution of puzzle k, from above, and of its \
three stacks, from the left. They are numbered in the order of their min-lex forms.";

/// What stands below the help of `patterns`.
pub(crate) const PATTERNS_HELP: &str = "\
Line k tells where the givens of puzzle k stand: the least image of their cells, each as a 1, which is equal for patterns that \
are essentially the same; how many there are; the number of automorphisms of the pattern; and the symmetries of the square \
that it has as it stands, by the names of `generate --symmetry`, or `none`. Whether the puzzle has a solution does not matter.";

/// What stands below the help of `morph`.
pub(crate) const MORPH_HELP: &str = "\
Line k has a puzzle that is essentially the same as puzzle k: under a random symmetry of the board, by --seed and k alone, or under \
the one of --map or --turn. `canonical` is the way back to one form.";

#[derive(Debug, Args)]
pub(crate) struct MorphArgs {
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// Equal seeds give equal symmetries [default: random, reported on standard error].
    #[arg(long, conflicts_with_all = ["map", "turn"])]
    pub(crate) seed: Option<u64>,
    /// This symmetry, as `canonical --map` prints it: `T r012345678 c012345678 d123456789`.
    #[arg(long, value_name = "SYMMETRY", conflicts_with = "turn")]
    pub(crate) map: Option<Symmetry>,
    /// The inverse of --map.
    #[arg(long, requires = "map")]
    pub(crate) inverse: bool,
    /// A clockwise turn by 90, 180 or 270 degrees, or a mirror: h (upside down), v (left and right), d, a (the diagonals).
    #[arg(long, value_parser = ["90", "180", "270", "h", "v", "d", "a"])]
    pub(crate) turn: Option<String>,
}

/// What stands below the help of `stats`.
pub(crate) const STATS_HELP: &str = "\
Puzzles without exactly one solution and lines that can't be read are not counted; standard error tells of them. Each quantity has a row for each value that occurs, with the number of puzzles, and mean and \
standard deviation of the values. With --weighted the first number behind each puzzle is its weight, as `generate --unbiased` \
writes it; rows and means are then weighted, which makes them unbiased.";

#[derive(Debug, Args)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// What is counted, with commas between.
    #[arg(long, value_name = "QUANTITIES", value_delimiter = ',', default_value = "givens", value_parser = Quantity::ALL.map(Quantity::name))]
    pub(crate) of: Vec<String>,
    /// Give up on a puzzle after this many seconds; the puzzles after it are answered all the same. `none` for no limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// The first number behind each puzzle is its weight.
    #[arg(long)]
    pub(crate) weighted: bool,
    /// Print rows of quantity, value and count with commas between.
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub(crate) csv: bool,
    /// How many threads; all cores when not given, at most 4 for each core.
    #[arg(short = 'j', long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// What stands below the help of `vicinity`.
pub(crate) const VICINITY_HELP: &str = "\
The search goes from the puzzles of the input to their neighbours (see `neighbours`), to the neighbours of these, and so on, those first \
whose rating or number of givens is nearest to the window. A line is the canonical form of a puzzle and its number: each one in the window, \
and each that is nearer to it than all before. The ledger has every class that was met, and which of them have been looked \
around; a run that was killed, or came to the end of its --rounds, goes on when it is started again with the same ledger.";

#[derive(Debug, Args)]
pub(crate) struct VicinityArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Towards ratings on Sudoku Explainer's scale: a number or a window, as 9.0.. for at least 9.0.
    #[arg(long, value_name = "WINDOW", required_unless_present = "givens", conflicts_with = "givens")]
    pub(crate) rating: Option<String>,
    /// Towards numbers of givens: a number or a window, as ..20 for at most 20.
    #[arg(long, alias = "clues", value_name = "WINDOW")]
    pub(crate) givens: Option<String>,
    /// The file of all that was met; it is made if it is missing.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) ledger: PathBuf,
    /// Stop after so many in the window, at the end of a round.
    #[arg(short = 'n', long, value_name = "N", value_parser = at_least_one::<NonZeroU64>)]
    pub(crate) count: Option<NonZeroU64>,
    /// Stop after this many seconds, also within a round, which is repeated when the search goes on. `none` for no limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// Stop after so many rounds, those of a run that was killed among them; 32 puzzles are looked around in each.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) rounds: u64,
    /// How many givens go.
    #[arg(short = 'r', long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=4))]
    pub(crate) remove: u32,
    /// How many givens come.
    #[arg(short = 'a', long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=3))]
    pub(crate) add: u32,
    /// How many threads; all cores when not given, at most 4 for each core.
    #[arg(short = 'j', long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// A set of cells by names.
fn cells(text: &str) -> Result<u128, &'static str> {
    let cell = |name: &str| {
        let &[b'r' | b'R', row @ b'1'..=b'9', b'c' | b'C', col @ b'1'..=b'9'] = name.as_bytes() else {
            return None;
        };
        Some(1_u128 << (9 * (row - b'1') + (col - b'1')))
    };
    let all = text.split(',').try_fold(0, |all, name| Some(all | cell(name)?));
    all.ok_or("expected names of cells with commas between, as r1c1,r5c5")
}
