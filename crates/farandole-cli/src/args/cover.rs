//! The command line of `farandole cover`.

use super::{at_least_one, seconds};
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

const INPUT_HELP: &str = "\
Input: Knuth's text format (a line of items, `|` before secondary ones, then an option a line, with `item:color`, \
`low:high|item`, and `|cost`), a matrix of 0 and 1 with an option a line, `p ec` files, counted sets, JSON (an object with \
`primary`, `secondary` and `options`), or a diagram that --zdd wrote. What is odd is a warning on standard error, what is wrong ends the command with exit code 3; both name file, line and \
column. At most 128 MiB of text are read, and a search takes at most 1 GiB of memory.";

#[derive(Debug, Args)]
#[command(after_help = INPUT_HELP)]
pub(crate) struct CoverArgs {
    #[command(subcommand)]
    pub(crate) command: CoverCommand,
}

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum CoverCommand {
    /// Print a solution, its options one a line; every solution with --all.
    Solve(CoverSolveArgs),
    /// Print the number of solutions, alone on the last line; + behind it when a limit cut it short.
    Count(CoverCountArgs),
    /// Print a solution of least cost with a line `cost N` before it, or one with the fewest options if there are no costs.
    Min(CoverMinArgs),
    /// Print solutions drawn at random, all with equal chances; the same one may come twice.
    Sample(CoverSampleArgs),
    /// Estimate the number of solutions, the size of the search tree and the time of a search by random dives.
    Estimate(CoverEstimateArgs),
    /// Write a smaller problem with the same solutions, and say what was removed.
    Pre(CoverPreArgs),
    /// Write a problem as several files that have each solution once.
    Split(CoverSplitArgs),
    /// Put together what `solve --all --json` or `count --json` answered about the files of a split.
    Merge(CoverMergeArgs),
    /// Check a certificate that `count --proof` wrote, by the rules alone, and print the count that it proves.
    #[command(
        after_help = "The checker shares no code with the searches. A certificate that proves nothing makes the exit code 1."
    )]
    Verify(CoverVerifyArgs),
    /// Write a problem of a well-known family.
    Make(CoverMakeArgs),
}

#[derive(Debug, Args)]
pub(crate) struct CoverInputArgs {
    /// File to read, gzip and zstd too; standard input when not given or `-`.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
    /// Give up after this many search nodes; on one thread, so that it is always the same ones.
    #[arg(long, value_name = "NODES", help_heading = "Search")]
    pub(crate) budget: Option<u64>,
    /// Give up after this many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Search")]
    pub(crate) time: Option<Duration>,
    /// Print nodes and the time on standard error.
    #[arg(long, help_heading = "Output")]
    pub(crate) summary: bool,
    /// One JSON object per line.
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
    /// No progress on a terminal.
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CoverSearchArgs {
    /// How many threads; all cores when not given. Solutions and their order do not depend on it.
    #[arg(short = 'j', long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Search")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Which item to branch on.
    #[arg(long, value_enum, default_value_t = HeuristicName::Fewest, help_heading = "Search")]
    pub(crate) heuristic: HeuristicName,
    /// Remove forced and impossible options and repeated items first (see `farandole cover pre`).
    #[arg(long, help_heading = "Search")]
    pub(crate) pre: bool,
    /// Keep the state of a long run in this file, and go on from it if it is there: after a kill, give the same command
    /// again. What comes out is what a run without interruption gives. `count` keeps its memory there, which takes up to a
    /// gigabyte, unless it meets every solution.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Long runs")]
    pub(crate) resume: Option<PathBuf>,
    /// Write the state this often.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 10.0,
        requires = "resume",
        help_heading = "Long runs"
    )]
    pub(crate) every: f64,
    /// Keep all solutions in this file as a diagram, which solve, count, min and sample read in place of a problem and then
    /// need no search.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "resume")]
    pub(crate) zdd: Option<PathBuf>,
}

/// Which item to branch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HeuristicName {
    /// The fewest options, then the leftmost.
    Fewest,
    /// Items whose names begin with # first, then the fewest options.
    Sharp,
    /// The fewest options for each conflict seen; the order of solutions may then change with the threads.
    Conflicts,
}

#[derive(Debug, Args)]
pub(crate) struct CoverSolveArgs {
    #[command(flatten)]
    pub(crate) input: CoverInputArgs,
    #[command(flatten)]
    pub(crate) search: CoverSearchArgs,
    /// Print every solution, with a blank line behind each.
    #[arg(short, long)]
    pub(crate) all: bool,
    /// Stop after this many solutions.
    #[arg(short, long, value_name = "K", value_parser = at_least_one::<NonZeroU64>, requires = "all")]
    pub(crate) limit: Option<NonZeroU64>,
    /// Any one solution, by learning from conflicts and restarts: for hard problems with few solutions or none. --budget
    /// is then for conflicts. With multiplicities nothing is learned but which items conflicts come from, and --budget is
    /// for nodes.
    #[arg(long, conflicts_with_all = ["all", "zdd", "resume", "draw"], help_heading = "Search")]
    pub(crate) first: bool,
    /// Only the first of solutions that are the same under the symmetries in this file, a permutation of the items on each
    /// line, in cycles like (a b c)(d e), with colors exchanged at all items (:red :blue) or at one (x:red x:blue); or `auto`
    /// for all symmetries that the problem has. Symmetric branches are not searched.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "all", conflicts_with = "zdd")]
    pub(crate) symmetry: Option<PathBuf>,
    /// Random seed: try options in a random order, the same for the same seed.
    #[arg(long, value_name = "NUMBER", help_heading = "Search")]
    pub(crate) seed: Option<u64>,
    /// Print the 1-based numbers of the options on one line instead of the options.
    #[arg(long, help_heading = "Output")]
    pub(crate) numbers: bool,
    /// Write here instead of standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// Draw the solution, for problems whose items are the cells of a grid: squares named r1c2, 1,2 or two characters 0-9a-z,
    /// cubes 1,2,3 or three characters, which are drawn layer by layer, or triangles, every second one with a ' behind its
    /// name.
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = ["all", "json", "numbers"], help_heading = "Output")]
    pub(crate) draw: Option<DrawFormat>,
}

/// How to draw.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum DrawFormat {
    /// Scalable vector graphics.
    Svg,
}

#[derive(Debug, Args)]
pub(crate) struct CoverCountArgs {
    #[command(flatten)]
    pub(crate) input: CoverInputArgs,
    #[command(flatten)]
    pub(crate) search: CoverSearchArgs,
    /// Stop after this many solutions.
    #[arg(short, long, value_name = "K", value_parser = at_least_one::<NonZeroU64>, conflicts_with_all = ["resume", "zdd"])]
    pub(crate) limit: Option<NonZeroU64>,
    /// Count solutions that are the same under the symmetries in this file once: a permutation of the items on each line, in
    /// cycles like (a b c)(d e), with colors exchanged at all items (:red :blue) or at one (x:red x:blue); or `auto` for all
    /// symmetries that the problem has.
    /// With --list, --limit or --resume, and where items have bounds, symmetric branches are not searched; otherwise what
    /// each symmetry keeps is counted with memory.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["zdd", "proof"])]
    pub(crate) symmetry: Option<PathBuf>,
    /// Visit every solution, on all cores. Without this, equal subproblems are remembered as well, and the way that turns out
    /// to be shorter ends the count.
    #[arg(long, help_heading = "Search", conflicts_with = "zdd")]
    pub(crate) list: bool,
    /// Write a certificate of the count here, which `farandole cover verify` checks; a count of 0 proves that there is no
    /// solution.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["zdd", "limit", "resume", "list", "pre"])]
    pub(crate) proof: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct CoverMinArgs {
    #[command(flatten)]
    pub(crate) input: CoverInputArgs,
    /// Print this many of the best, best first.
    #[arg(short, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, default_value = "1")]
    pub(crate) k: NonZeroUsize,
    /// The fewest options, whatever they cost.
    #[arg(long)]
    pub(crate) fewest: bool,
    /// Only solutions with at most this many options count.
    #[arg(long, value_name = "K", conflicts_with = "k")]
    pub(crate) at_most: Option<u32>,
    /// Remove forced, impossible and dominated options and repeated items first; with -k 1 only.
    #[arg(long, help_heading = "Search", conflicts_with = "k")]
    pub(crate) pre: bool,
    /// Print the 1-based numbers of the options on one line instead of the options.
    #[arg(long, help_heading = "Output")]
    pub(crate) numbers: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CoverSampleArgs {
    /// How many.
    #[arg(value_name = "N", value_parser = at_least_one::<NonZeroU64>)]
    pub(crate) count: NonZeroU64,
    #[command(flatten)]
    pub(crate) input: CoverInputArgs,
    /// Random seed; equal seeds give equal samples [default: random, reported on standard error].
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
    /// Print the 1-based numbers of the options on one line instead of the options.
    #[arg(long, help_heading = "Output")]
    pub(crate) numbers: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CoverEstimateArgs {
    #[command(flatten)]
    pub(crate) input: CoverInputArgs,
    /// Number of random dives: paths from the root of the search tree to a leaf.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) dives: u64,
    /// Random seed, for repeatable results.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) seed: u64,
}

#[derive(Debug, Args)]
pub(crate) struct CoverPreArgs {
    #[command(flatten)]
    pub(crate) input: CoverInputArgs,
    /// Keep one best solution only, so that options which another may always replace go too.
    #[arg(long)]
    pub(crate) best: bool,
    /// Write the problem here instead of standard output, as JSON if the name ends in .json; with --json only the report goes
    /// to standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct CoverSplitArgs {
    /// How many files; fewer come if there is not enough to decide.
    #[arg(short = 'n', value_name = "N", value_parser = at_least_one::<NonZeroUsize>)]
    pub(crate) count: NonZeroUsize,
    /// Folder for the files, created if missing. Existing files are not overwritten.
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,
    /// File to read, gzip and zstd too; standard input when not given or `-`.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
    /// One JSON object per file.
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CoverMergeArgs {
    /// Answers to the files of one split, one of each, as JSON lines.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// One JSON object per line.
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CoverVerifyArgs {
    /// The problem, gzip and zstd too.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// The certificate.
    #[arg(value_name = "CERTIFICATE", value_hint = ValueHint::FilePath)]
    pub(crate) certificate: PathBuf,
    /// One JSON object.
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CoverMakeArgs {
    #[command(subcommand)]
    pub(crate) family: CoverFamily,
    /// Random seed, for repeatable results; it matters for families that are made at random.
    #[arg(long, value_name = "NUMBER", default_value_t = 0, global = true)]
    pub(crate) seed: u64,
    /// Write the problem as JSON.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Write here instead of standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, global = true)]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum CoverFamily {
    /// N queens on a board, none attacking another.
    Queens {
        #[arg(value_name = "N")]
        n: u32,
    },
    /// Langford pairs: k numbers stand between the two k, for k from 1 to N.
    Langford {
        #[arg(value_name = "N")]
        n: u32,
    },
    /// Dominoes on a board.
    Dominoes {
        #[arg(value_name = "ROWS")]
        rows: u32,
        #[arg(value_name = "COLUMNS")]
        columns: u32,
    },
    /// The 12 pentominoes, each once, on a board.
    Pentominoes {
        #[arg(value_name = "ROWS")]
        rows: u32,
        #[arg(value_name = "COLUMNS")]
        columns: u32,
    },
    /// All polyominoes of N cells, each once, on a board; both sides of a piece may be up.
    Polyomino {
        #[arg(value_name = "N")]
        n: u32,
        #[arg(value_name = "ROWS")]
        rows: u32,
        #[arg(value_name = "COLUMNS")]
        columns: u32,
    },
    /// The pentacubes that are flat, each once, in a box.
    Polycube {
        #[arg(value_name = "X")]
        x: u32,
        #[arg(value_name = "Y")]
        y: u32,
        #[arg(value_name = "Z")]
        z: u32,
    },
    /// The seven pieces of the Soma cube in a 3x3x3 box.
    Soma,
    /// Sudoku with boxes of ROWS by COLUMNS cells: an empty grid, or the givens of a line.
    Sudoku {
        #[arg(value_name = "ROWS")]
        rows: u32,
        #[arg(value_name = "COLUMNS")]
        columns: u32,
        /// A line with a sign for each cell: digits and letters are givens, everything else is empty.
        #[arg(value_name = "GIVENS")]
        givens: Option<String>,
    },
    /// A Latin square of order N with holes, made at random, so that there is a solution.
    Latin {
        #[arg(value_name = "N")]
        n: u32,
        /// How many cells are empty; all when not given.
        #[arg(value_name = "HOLES")]
        holes: Option<u32>,
    },
    /// MacMahon's squares of three colors on a board, edges matching.
    Macmahon {
        #[arg(value_name = "ROWS", default_value_t = 4)]
        rows: u32,
        #[arg(value_name = "COLUMNS", default_value_t = 6)]
        columns: u32,
        /// The border may have any colors; otherwise it has the first one.
        #[arg(long)]
        any_border: bool,
    },
    /// OPTIONS random sets of SIZE of N items, and some that are a solution.
    Random {
        #[arg(value_name = "N")]
        items: u32,
        #[arg(value_name = "OPTIONS")]
        options: u32,
        #[arg(value_name = "SIZE")]
        size: u32,
    },
    /// Partitions of a set of N: all subsets.
    Bell {
        #[arg(value_name = "N")]
        n: u32,
    },
    /// Perfect matchings of N things: all pairs.
    Matchings {
        #[arg(value_name = "N")]
        n: u32,
    },
}
