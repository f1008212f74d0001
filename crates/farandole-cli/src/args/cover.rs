//! Arguments of `farandole cover` and its commands.

use super::files::OutputFile;
use super::groups::details;
use super::{at_least_one, seconds};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use farandole::cover::format::Format;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

const INPUT_HELP: &str = "\
Input formats, with the names for --from:
  - knuth: Knuth's text format, a line with all items, then one option per line
  - matrix: a matrix of 0 and 1 with one option per line, with or without a line of sizes
  - ec: a line `p ec N` with the number of items, then options such as `s 1 3`
  - counted-sets: a line of sizes, then options such as `2 1 3`, which has the two items 1 and 3
  - sets: a line of sizes, then options such as `1 3`
  - JSON: an object with `primary`, `secondary` and `options`
  - diagrams written by --zdd

A line of sizes has the number of items, the number of options, or both in either order. The number of items \
can also precede a 0 for the number of secondary items. Numbers are separated by spaces, commas, semicolons or \
brackets.

Notation in Knuth's text format:
  - `|` in the line of items precedes the secondary items
  - `item:color` in an option gives the item a color
  - `low:high|item` in the line of items gives the item a multiplicity
  - `|cost` in an option gives the option a cost

Input that can also be read in another way, and other suspicious input, produces a warning on standard error; invalid input ends the command with exit code 3. \
Both kinds of message give the file, line and column. At most 128 MiB of text is read, and a search uses at \
most 1 GiB of memory.";

const VERIFY_HELP: &str = "\
The checker shares no code with the searches. The exit code is 1 if the certificate does not prove a \
count.";

#[derive(Debug, Args)]
#[command(after_help = "`farandole cover COMMAND --help` describes a command and shows an example.", after_long_help = details("cover", INPUT_HELP))]
pub(crate) struct CoverArgs {
    #[command(subcommand)]
    pub(crate) command: CoverCommand,
}

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum CoverCommand {
    /// Print one solution, one option per line; with --all, every solution
    #[command(after_long_help = details("cover solve", ""))]
    Solve(CoverSolveArgs),
    /// Count the solutions; a `+` follows the number if a limit was reached
    #[command(after_long_help = details("cover count", ""))]
    Count(CoverCountArgs),
    /// Print a solution of least cost, or with the fewest options
    #[command(after_long_help = details("cover min", "A line `cost N` precedes the options. Without costs, the number of options is minimized."))]
    Min(CoverMinArgs),
    /// Print solutions drawn uniformly at random, with replacement
    #[command(after_long_help = details("cover sample", ""))]
    Sample(CoverSampleArgs),
    /// Estimate the numbers of solutions and of search nodes from random dives
    #[command(after_long_help = details("cover estimate", ""))]
    Estimate(CoverEstimateArgs),
    /// Write a smaller problem with the same solutions
    #[command(after_long_help = details("cover pre", "The options and items removed are reported on standard error. Options keep their costs, and forced options remain."))]
    Pre(CoverPreArgs),
    /// Split a problem into files; each solution belongs to exactly one of them
    #[command(after_long_help = details("cover split", ""))]
    Split(CoverSplitArgs),
    /// Merge the results of the files that `cover split` wrote
    ///
    /// Each file must contain the output of `solve --all --json` or `count --json` for one part.
    #[command(after_long_help = details("cover merge", ""))]
    Merge(CoverMergeArgs),
    /// Check a certificate written by `count --proof`, and print its count
    #[command(after_long_help = details("cover verify", VERIFY_HELP))]
    Verify(CoverVerifyArgs),
    /// Write a problem of a well-known family
    #[command(after_long_help = details("cover make", ""))]
    Make(CoverMakeArgs),
}

#[derive(Debug, Args)]
pub(crate) struct CoverFormatArgs {
    /// Input format; see `farandole cover --help` [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = formats(), hide_possible_values = true, help_heading = "Input")]
    pub(crate) from: Option<Format>,
}

/// Returns a parser of the names of formats.
fn formats() -> impl TypedValueParser<Value = Format> {
    let named = |name: String| Format::ALL.into_iter().find(|format| format.name() == name);
    PossibleValuesParser::new(Format::ALL.map(Format::name))
        .try_map(move |name| named(name).ok_or("no format"))
}

#[derive(Debug, Args)]
pub(crate) struct CoverInputArgs {
    /// File to read; `-` is standard input [default: -]
    ///
    /// The file may be compressed with gzip or zstd.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) format: CoverFormatArgs,
    /// Give up after this many search nodes [default: no limit]
    ///
    /// With a budget, the search runs on one thread, so that results are repeatable.
    #[arg(long, value_name = "NODES", help_heading = "Search")]
    pub(crate) budget: Option<u64>,
    /// Give up after this many seconds [default: no limit]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Search")]
    pub(crate) time: Option<Duration>,
    /// Print the number of nodes and the time to standard error
    #[arg(long, help_heading = "Output")]
    pub(crate) summary: bool,
    /// Print one JSON object per line
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
    /// Suppress progress
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CoverSearchArgs {
    /// Number of threads [default: one per core]
    ///
    /// Solutions and their order do not depend on the number of threads.
    #[arg(short = 'j', long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Search")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Choice of the item to branch on
    #[arg(long, value_enum, default_value_t = HeuristicName::Fewest, help_heading = "Search")]
    pub(crate) heuristic: HeuristicName,
    /// Simplify the problem first; see `farandole cover pre`
    ///
    /// Forced and impossible options and repeated items are removed.
    #[arg(long, help_heading = "Search")]
    pub(crate) pre: bool,
    /// Save the progress of a long run to this file, or resume from it
    ///
    /// To resume an interrupted run, repeat the same command. The output is the same as that of an
    /// uninterrupted run. For `count`, the file takes up to one gigabyte unless --list is given.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Long runs")]
    pub(crate) resume: Option<OutputFile>,
    /// Number of seconds between writes to the file of --resume
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 10.0,
        requires = "resume",
        help_heading = "Long runs"
    )]
    pub(crate) every: f64,
    /// Write all solutions to this file as a decision diagram
    ///
    /// `solve`, `count`, `min` and `sample` read diagrams instead of problems, and then need no search.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "resume")]
    pub(crate) zdd: Option<OutputFile>,
}

/// Choice of the item to branch on
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HeuristicName {
    /// Leftmost of the items with the fewest options
    Fewest,
    /// Like `fewest`, but items whose names start with # come first
    Sharp,
    /// Item with the fewest options per conflict
    ///
    /// With several threads, the order of solutions may vary.
    Conflicts,
}

#[derive(Debug, Args)]
pub(crate) struct CoverSolveArgs {
    #[command(flatten)]
    pub(crate) input: CoverInputArgs,
    #[command(flatten)]
    pub(crate) search: CoverSearchArgs,
    /// Print every solution, each followed by a blank line
    #[arg(short, long)]
    pub(crate) all: bool,
    /// Stop after this many solutions [default: no limit]
    #[arg(short, long, value_name = "K", value_parser = at_least_one::<NonZeroU64>, requires = "all")]
    pub(crate) limit: Option<NonZeroU64>,
    /// Find one solution with conflict learning and restarts
    ///
    /// This suits hard problems that have few solutions. The unit of --budget is then one conflict. For problems
    /// with multiplicities, only the branching order is learned, and the unit of --budget is one node.
    #[arg(long, conflicts_with_all = ["all", "zdd", "resume", "draw"], help_heading = "Search")]
    pub(crate) first: bool,
    /// Print one solution per class under the symmetries in this file
    ///
    /// With `auto` instead of a file, the search uses all symmetries of the problem. Each line of the file
    /// must contain a permutation of the items in cycle notation, for example (a b c)(d e). (:red :blue)
    /// exchanges two colors at all items, and (x:red x:blue) exchanges them at the item x. Symmetric
    /// branches are not searched.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "all", conflicts_with = "zdd")]
    pub(crate) symmetry: Option<PathBuf>,
    /// Seed for a random order of options [default: order of the input]
    #[arg(long, value_name = "NUMBER", help_heading = "Search")]
    pub(crate) seed: Option<u64>,
    /// Print the numbers of the options on one line
    ///
    /// Options are counted from 1 in the order of the input, with those that are skipped.
    #[arg(long, help_heading = "Output")]
    pub(crate) numbers: bool,
    /// Write to this file [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) output: Option<OutputFile>,
    /// Draw the solution of a problem whose items are the cells of a grid
    ///
    /// The names of squares are of the form r1c2 or 1,2, or consist of two characters 0-9a-z. The names of
    /// cubes are of the form 1,2,3, or consist of three characters. Cubes are drawn layer by layer.
    /// In a grid of triangles, every second name ends in '.
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = ["all", "json", "numbers"], help_heading = "Output")]
    pub(crate) draw: Option<DrawFormat>,
}

/// Output formats of drawings
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum DrawFormat {
    /// Scalable vector graphics
    Svg,
}

#[derive(Debug, Args)]
pub(crate) struct CoverCountArgs {
    #[command(flatten)]
    pub(crate) input: CoverInputArgs,
    #[command(flatten)]
    pub(crate) search: CoverSearchArgs,
    /// Stop after this many solutions [default: no limit]
    #[arg(short, long, value_name = "K", value_parser = at_least_one::<NonZeroU64>, conflicts_with_all = ["resume", "zdd"])]
    pub(crate) limit: Option<NonZeroU64>,
    /// Count classes of solutions under the symmetries in this file
    ///
    /// With `auto` instead of a file, the search uses all symmetries of the problem. Each line of the file
    /// must contain a permutation of the items in cycle notation, for example (a b c)(d e). (:red :blue)
    /// exchanges two colors at all items, and (x:red x:blue) exchanges them at the item x. With
    /// --list, --limit or --resume, or if items have multiplicities, symmetric branches are not searched.
    /// Otherwise, the solutions fixed by each symmetry are counted with a memo table.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["zdd", "proof"])]
    pub(crate) symmetry: Option<PathBuf>,
    /// Count by visiting every solution, on all cores
    ///
    /// Without this option, a second method also runs, which stores the counts of equal subproblems. The
    /// faster method provides the count.
    #[arg(long, help_heading = "Search", conflicts_with = "zdd")]
    pub(crate) list: bool,
    /// Write a certificate of the count to this file
    ///
    /// `farandole cover verify` checks it. A count of 0 proves that there is no solution.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["zdd", "limit", "resume", "list", "pre"])]
    pub(crate) proof: Option<OutputFile>,
}

#[derive(Debug, Args)]
pub(crate) struct CoverMinArgs {
    #[command(flatten)]
    pub(crate) input: CoverInputArgs,
    /// Print the N best solutions, best first
    #[arg(short, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, default_value = "1")]
    pub(crate) k: NonZeroUsize,
    /// Minimize the number of options instead of the cost
    #[arg(long)]
    pub(crate) fewest: bool,
    /// Maximum number of options in a solution [default: no limit]
    ///
    /// The cost is minimized among these solutions.
    #[arg(long, value_name = "K")]
    pub(crate) at_most: Option<u32>,
    /// Simplify the problem first
    ///
    /// Forced, impossible and dominated options and repeated items are removed. With -k, dominated options
    /// remain.
    #[arg(long, help_heading = "Search")]
    pub(crate) pre: bool,
    /// Print the numbers of the options on one line
    ///
    /// Options are counted from 1 in the order of the input, with those that are skipped.
    #[arg(long, help_heading = "Output")]
    pub(crate) numbers: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CoverSampleArgs {
    /// Number of solutions to draw
    #[arg(value_name = "N", value_parser = at_least_one::<NonZeroU64>)]
    pub(crate) count: NonZeroU64,
    #[command(flatten)]
    pub(crate) input: CoverInputArgs,
    /// Random seed [default: random, reported on standard error]
    ///
    /// The same seed always gives the same samples.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
    /// Print the numbers of the options on one line
    ///
    /// Options are counted from 1 in the order of the input, with those that are skipped.
    #[arg(long, help_heading = "Output")]
    pub(crate) numbers: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CoverEstimateArgs {
    #[command(flatten)]
    pub(crate) input: CoverInputArgs,
    /// Number of random dives
    ///
    /// A dive is a random path from the root of the search tree to a leaf.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) dives: u64,
    /// Random seed; the same seed gives the same results
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) seed: u64,
}

#[derive(Debug, Args)]
pub(crate) struct CoverPreArgs {
    #[command(flatten)]
    pub(crate) input: CoverInputArgs,
    /// Preserve only one best solution
    ///
    /// Dominated options can then be removed.
    #[arg(long)]
    pub(crate) best: bool,
    /// Write the problem to this file [default: standard output]
    ///
    /// The problem is written as JSON if the name of the file ends in .json. With --json, only the
    /// report is printed to standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) output: Option<OutputFile>,
}

#[derive(Debug, Args)]
pub(crate) struct CoverSplitArgs {
    /// Number of files; fewer are written if the problem is too small
    #[arg(short = 'n', value_name = "N", value_parser = at_least_one::<NonZeroUsize>)]
    pub(crate) count: NonZeroUsize,
    /// Directory for the files
    ///
    /// A missing directory is created. Existing files are not overwritten.
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,
    /// File to read; `-` is standard input [default: -]
    ///
    /// The file may be compressed with gzip or zstd.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) format: CoverFormatArgs,
    /// Print one JSON object per file
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CoverMergeArgs {
    /// Files with JSON lines, one file for each part of the split
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Print one JSON object per line
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CoverVerifyArgs {
    /// File with the problem, plain or compressed with gzip or zstd
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// File with the certificate
    #[arg(value_name = "CERTIFICATE", value_hint = ValueHint::FilePath)]
    pub(crate) certificate: PathBuf,
    #[command(flatten)]
    pub(crate) format: CoverFormatArgs,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CoverMakeArgs {
    #[command(subcommand)]
    pub(crate) family: CoverFamily,
    /// Random seed, for families that are generated at random
    #[arg(long, value_name = "NUMBER", default_value_t = 0, global = true)]
    pub(crate) seed: u64,
    /// Write the problem as JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Write to this file [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, global = true)]
    pub(crate) output: Option<OutputFile>,
}

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum CoverFamily {
    /// Place N queens on an NxN board so that none attacks another
    Queens {
        /// Number of queens
        #[arg(value_name = "N")]
        n: u32,
    },
    /// Arrange two of each number k from 1 to N, with k numbers between them
    Langford {
        /// Number of pairs
        #[arg(value_name = "N")]
        n: u32,
    },
    /// Tile a board with dominoes
    Dominoes {
        /// Number of rows
        #[arg(value_name = "ROWS")]
        rows: u32,
        /// Number of columns
        #[arg(value_name = "COLUMNS")]
        columns: u32,
    },
    /// Tile a board with the 12 pentominoes, each once
    Pentominoes {
        /// Number of rows
        #[arg(value_name = "ROWS")]
        rows: u32,
        /// Number of columns
        #[arg(value_name = "COLUMNS")]
        columns: u32,
    },
    /// Tile a board with all free polyominoes of N cells, each once
    Polyomino {
        /// Number of cells of each polyomino
        #[arg(value_name = "N")]
        n: u32,
        /// Number of rows
        #[arg(value_name = "ROWS")]
        rows: u32,
        /// Number of columns
        #[arg(value_name = "COLUMNS")]
        columns: u32,
    },
    /// Fill a box with the flat pentacubes, each once
    Polycube {
        /// Length of the box
        #[arg(value_name = "X")]
        x: u32,
        /// Width of the box
        #[arg(value_name = "Y")]
        y: u32,
        /// Height of the box
        #[arg(value_name = "Z")]
        z: u32,
    },
    /// Fill a 3x3x3 box with the seven pieces of the Soma cube
    Soma,
    /// Tile a board with pieces, both given as pictures
    ///
    /// In a picture, `.` and blanks are no cells. `#` is a cell of any color, and any other character is a cell of
    /// this color. Colors of covered cells must agree. A line of hyphens begins the next layer.
    ///
    /// Each piece begins with a line of its name, its number of copies (1 by default; `*` for any number), and how it
    /// may be turned, followed by a colon: `fixed`, `rotated` or `reflected`. By default, pieces are rotated, and
    /// reflected if the board has one layer. The lines of its picture follow.
    Tiling {
        /// File with the picture of the board
        #[arg(value_name = "BOARD", value_hint = ValueHint::FilePath)]
        board: PathBuf,
        /// File with the pieces; `-` is standard input
        #[arg(value_name = "PIECES", value_hint = ValueHint::FilePath)]
        pieces: PathBuf,
        /// Number of cells that remain uncovered
        #[arg(long, value_name = "N", default_value_t = 0)]
        leave: u32,
    },
    /// Solve a Sudoku with boxes of ROWS by COLUMNS cells
    Sudoku {
        /// Number of rows of a box
        #[arg(value_name = "ROWS")]
        rows: u32,
        /// Number of columns of a box
        #[arg(value_name = "COLUMNS")]
        columns: u32,
        /// Givens, one character per cell [default: an empty grid]
        ///
        /// Digits and letters are givens; any other character is an empty cell.
        #[arg(value_name = "GIVENS")]
        givens: Option<String>,
    },
    /// Complete a random N by N Latin square that has empty cells
    Latin {
        /// Number of rows and columns
        #[arg(value_name = "N")]
        n: u32,
        /// Number of empty cells [default: all]
        #[arg(value_name = "HOLES")]
        holes: Option<u32>,
    },
    /// Place MacMahon's three-colored squares so that their edges match
    Macmahon {
        /// Number of rows
        #[arg(value_name = "ROWS", default_value_t = 4)]
        rows: u32,
        /// Number of columns
        #[arg(value_name = "COLUMNS", default_value_t = 6)]
        columns: u32,
        /// Allow any colors on the border [default: the first color]
        #[arg(long)]
        any_border: bool,
    },
    /// Cover N items with random options of SIZE items each
    ///
    /// The problem has at least one solution.
    Random {
        /// Number of items
        #[arg(value_name = "N")]
        items: u32,
        /// Number of options
        #[arg(value_name = "OPTIONS")]
        options: u32,
        /// Number of items of each option
        #[arg(value_name = "SIZE")]
        size: u32,
    },
    /// Partition a set of N elements, with all subsets as options
    Bell {
        /// Number of elements
        #[arg(value_name = "N")]
        n: u32,
    },
    /// Divide N elements into pairs, with all pairs as options
    Matchings {
        /// Number of things
        #[arg(value_name = "N")]
        n: u32,
    },
}
