//! The command line as typed. The same definitions make the help, the completions and the man page.

mod cover;

pub(crate) use cover::*;

use clap::{Args, Parser, Subcommand, ValueHint};
use std::path::PathBuf;

/// Sudoku of any size and region shape, and exact cover: solve, count, check, convert, compare.
#[derive(Debug, Parser)]
#[command(name = "farandole", version, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  everything was read and decided (\"no solution\" is a decision)
  1  a check failed: a wrong solution, an improper puzzle, engines that disagree
  2  the command line is wrong
  3  some input could not be read; the rest was processed
  4  some puzzles got no answer: the budget, the engine or the output format did not suffice
  5  a file could not be opened, read or written
Where several apply, the largest is returned.";

const LINE_CONTRACT: &str = "\
Line k of the output answers puzzle k of the input. An answer that starts with ! says why there is no \
solution to print: !none, !several, !unreadable, !gave up, !unsupported (the engine named can't take the \
puzzle), !unprintable (the output format can't hold it). An input has one format throughout. Details, with file, line and column, go to \
standard error.";

const RATE_HELP: &str = "\
ER is the greatest difficulty of all steps, EP that up to the first digit placed, ED that of the first step. \
A puzzle that has no rating gets a line that starts with !: !none, !several, !unreadable, !unsupported \
(not a plain 9x9 grid), !gave up (--budget; the details give a lower bound).";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print a solution of each puzzle, checked against the rules.
    #[command(after_long_help = LINE_CONTRACT)]
    Solve(SolveArgs),
    /// Print how many solutions each puzzle has: 0, 1, or 2+ (see --limit).
    #[command(after_long_help = "The number has + behind it when the limit cut the search short.")]
    Count(CountArgs),
    /// Judge puzzle and solution pairs, or whether puzzles have exactly one solution.
    #[command(
        after_long_help = "A record with a solution column is ok when that solution obeys every rule, else !wrong. \
        A record without one is ok when it has exactly one solution, else !none or !several. Anything but ok \
        makes the exit code 1. Why goes to standard error. --strict stops at the first record that can't be read."
    )]
    Check(CheckArgs),
    /// Print how hard each 9x9 puzzle is for people: ER EP ED on the scale of Sudoku Explainer 1.2.1.
    #[command(after_long_help = RATE_HELP)]
    Rate(RateArgs),
    /// Write puzzles in another format.
    Convert(ConvertArgs),
    /// Run several engines on the same puzzles, compare their answers and print what they cost.
    #[command(
        after_long_help = "Puzzles that an engine gives up on within the budget are part of the table and do not \
        change the exit code. Speeds mean little for fewer than some hundred puzzles."
    )]
    Compare(CompareArgs),
    /// Exact cover: solve, count, sample, estimate, simplify, split and make problems.
    Cover(CoverArgs),
    /// Read a judge's input on standard input and print the answer in exactly the judge's form.
    Judge(JudgeArgs),
    /// Print the version and what this machine lets the kernel use.
    Info,
    /// List the formats, their names and file extensions.
    Formats,
    /// Print the completions of a shell.
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page (roff).
    Man,
}

#[derive(Debug, Args)]
pub(crate) struct InputArgs {
    /// Files to read, gzip and zstd too; standard input without any, or where it is `-`.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    /// Format of the input; recognised from its beginning when not given (see `farandole formats`).
    #[arg(long, value_name = "FORMAT", help_heading = "Input")]
    pub(crate) from: Option<String>,
    /// Symbols of the digits: auto, 1-9A (then letters), 0-F, A-P (A is 1), or all symbols in order.
    #[arg(long, default_value = "auto", help_heading = "Input")]
    pub(crate) symbols: String,
    /// Boxes: `usual`, `none`, or rows x columns of cells, as 2x3.
    #[arg(long, default_value = "usual", value_name = "SHAPE", help_heading = "Input")]
    pub(crate) boxes: String,
    /// The digits of both long diagonals differ too.
    #[arg(long, help_heading = "Input")]
    pub(crate) diagonals: bool,
    /// What the columns of delimited lines hold, as `size,givens,regions,solution,-`.
    #[arg(long, value_name = "NAMES", help_heading = "Input")]
    pub(crate) columns: Option<String>,
    /// Stop at the first record that can't be read.
    #[arg(long, help_heading = "Input")]
    pub(crate) strict: bool,
}

#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Write here instead of standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// One JSON object a line.
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
    /// Print a summary on standard error at the end.
    #[arg(long, help_heading = "Output")]
    pub(crate) summary: bool,
    /// No progress on a terminal and no details on standard error.
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// Engine: auto, kernel, search, prune, dlx or dfs.
    #[arg(short, long, default_value = "auto", help_heading = "Search")]
    pub(crate) engine: String,
    /// Give up on a puzzle after this many search nodes (guesses, for the kernel).
    #[arg(long, value_name = "NODES", help_heading = "Search")]
    pub(crate) budget: Option<u64>,
    /// Instruction set for the kernel, instead of the widest there is (see `farandole info`).
    #[arg(long, value_name = "NAME", env = "FARANDOLE_ISA", help_heading = "Search")]
    pub(crate) isa: Option<String>,
    /// How many threads; all cores when not given.
    #[arg(short = 'j', long, value_name = "N", help_heading = "Search")]
    pub(crate) threads: Option<usize>,
}

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Answer !several unless the solution is the only one.
    #[arg(long)]
    pub(crate) unique: bool,
    /// Format of the output; the input's own when not given.
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    pub(crate) to: Option<String>,
    /// Print the columns behind each puzzle again, behind its answer.
    #[arg(long, help_heading = "Output")]
    pub(crate) keep_columns: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CountArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Stop after this many solutions of a puzzle; 0 for no limit [default: 2, or none with --all].
    #[arg(short, long, value_name = "K")]
    pub(crate) limit: Option<u64>,
    /// Print every solution on a line of its own instead of the number.
    #[arg(short, long)]
    pub(crate) all: bool,
    /// Format of the solutions that --all prints; line when not given.
    #[arg(long, value_name = "FORMAT", help_heading = "Output", requires = "all")]
    pub(crate) to: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RateArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// The scale; `se` is the only one so far.
    #[arg(long, value_enum, default_value_t = Scale::Se)]
    pub(crate) scale: Scale,
    /// Give up on a puzzle when its chains have visited this many assertions.
    #[arg(long, value_name = "VISITS")]
    pub(crate) budget: Option<u64>,
    /// How many threads; all cores when not given.
    #[arg(short = 'j', long, value_name = "N")]
    pub(crate) threads: Option<usize>,
}

/// A rating scale by name.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Scale {
    /// Sudoku Explainer 1.2.1.
    Se,
}

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Format to write.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: String,
    /// Symbols to write; the usual ones of the size when not given.
    #[arg(long, value_name = "SYMBOLS", help_heading = "Output")]
    pub(crate) to_symbols: Option<String>,
    /// Sign of an empty cell.
    #[arg(long, value_name = "SIGN", help_heading = "Output")]
    pub(crate) empty: Option<char>,
    /// Print the columns behind each puzzle again.
    #[arg(long, help_heading = "Output")]
    pub(crate) keep_columns: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Engines to run, separated by commas.
    #[arg(
        short,
        long,
        value_delimiter = ',',
        default_value = "kernel,search,prune,dlx,dfs",
        help_heading = "Search"
    )]
    pub(crate) engines: Vec<String>,
    /// Stop after this many solutions of a puzzle; 0 for no limit.
    #[arg(short, long, value_name = "K", default_value_t = 2, help_heading = "Search")]
    pub(crate) limit: u64,
    /// Give up on a puzzle after this many search nodes (guesses, for the kernel).
    #[arg(long, value_name = "NODES", default_value_t = 1_000_000, help_heading = "Search")]
    pub(crate) budget: u64,
    /// How often each engine runs; the runs alternate and the median counts.
    #[arg(long, value_name = "N", default_value_t = 3, help_heading = "Search")]
    pub(crate) rounds: usize,
    /// Use only this many puzzles, spread evenly over the input.
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub(crate) sample: Option<usize>,
    /// One JSON object an engine.
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct JudgeArgs {
    /// Dialect: poj3074, poj2676, grid16 (poj3076), hdu1426, hdu4069 or uva989.
    pub(crate) dialect: String,
    /// Engine: auto, kernel, search, prune, dlx or dfs.
    #[arg(short, long, default_value = "auto")]
    pub(crate) engine: String,
}
