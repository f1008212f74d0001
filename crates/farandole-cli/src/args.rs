//! The command line as typed. The same definitions make the help, the completions and the man page.

mod cover;
mod files;

pub(crate) use cover::*;
pub(crate) use files::keep_apart;

use clap::{Args, Parser, Subcommand, ValueHint};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::str::FromStr;

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

const RATE_HELP: &str = "\
ER is the greatest difficulty of all steps, EP that up to the first digit placed, ED that of the first step. \
A puzzle that has no rating gets a line that starts with !: !none, !several, !marks (the pencil marks leave out \
the solution), !unreadable, !unsupported (not a plain 9x9 grid), !gave up at least ER EP ED (--budget; !gave up before the first step where nothing is known), \
!stuck at least ER EP ED (no technique finds anything). \
Puzzles without exactly one solution make the exit code 1. On HoDoKu's scale a line is the score and the level. \
Standard error names the cells.";

const SHEET_HELP: &str = "\
The grid is one of:
  81 cells on a line; + in front of a digit that was placed, not given; behind, if you like, a colon and the \
candidates ruled out so far, each as digit, row, column
  GIVENS/PLACED/MARKS: 81 cells, 81 cells, and pencil marks as 729 characters or 81 groups with commas between
  nine rows of cells or of groups of candidates, with any frame; two or three such blocks are givens, current \
digits, candidates
  a file in any format that `solve` reads
An empty cell without any mark counts as not marked yet. In drawings without colours `*` marks the pattern and what holds, `#` extra \
candidates, `@` supporting cells, `/` what does not hold, `-` what goes and `!` what is placed; the last candidate of a cell stands in \
parentheses. Steps are those of Sudoku Explainer 1.2.1, easiest first, or of HoDoKu 2.2 (--scale hodoku); \
some of the techniques presuppose that the puzzle has one solution, which is checked before.";

const ENCODE_HELP: &str = "\
Variable `cell * N + digit` says that a cell (row-major from 0) has a digit (from 1). The clauses are those of \
the extended encoding: every cell and every house of N cells has each thing once; then givens and excluded digits \
as unit clauses. See docs/search.md.";

const SOLVE_HELP: &str = "\
Line k of the output answers puzzle k of the input. An answer that starts with ! says why there is no \
solution to print: !none, !several, !unreadable, !gave up, !unsupported (the engine named can't take the \
puzzle), !unprintable (the output format can't hold it). An input has one format throughout. Details, with file, line and column, go to \
standard error.\n\n\
A proof of --proof is for one puzzle, in the DRAT format: a list of clauses, each following from the formula and \
those before. The formula is what `farandole encode --cnf` prints for a puzzle without solution, and with \
--other-than SOLUTION for one with exactly one. A puzzle with several solutions has no proof, and no file is left.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print a solution of each puzzle, checked against the rules.
    #[command(after_long_help = SOLVE_HELP)]
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
    /// Print the candidates of each puzzle that are true: those that some solution has.
    #[command(
        after_long_help = "The candidates come as one line of N * N * N symbols for puzzles of one line, else as a grid; \
        --to has the choice. A puzzle without solution is answered by !none, one whose budget ran out by !gave up."
    )]
    Candidates(CandidatesArgs),
    /// Print the givens of each puzzle that follow from its other givens, or `minimal`.
    #[command(
        after_long_help = "Each given named could go without letting in another solution; two of them perhaps not \
        together. A puzzle without solution is answered by !none, one whose budget ran out by !gave up."
    )]
    Redundant(RedundantArgs),
    /// Print how hard each 9x9 puzzle is for people, on the scale of Sudoku Explainer (ER EP ED) or of HoDoKu.
    #[command(after_long_help = RATE_HELP)]
    Rate(RateArgs),
    /// Show the full solution path of a 9x9 puzzle, every step with its reason.
    #[command(after_long_help = SHEET_HELP)]
    Explain(ExplainArgs),
    /// Show the next step from the current position, or what is wrong there.
    #[command(after_long_help = SHEET_HELP)]
    Hint(HintArgs),
    /// List the techniques with their numbers, or tell about one.
    Techniques(TechniquesArgs),
    /// Write puzzles in another format.
    Convert(ConvertArgs),
    /// Run several engines on the same puzzles, compare their answers and print what they cost.
    #[command(
        after_long_help = "Puzzles that an engine gives up on within the budget are part of the table and do not \
        change the exit code. Speeds mean little for fewer than some hundred puzzles."
    )]
    Compare(CompareArgs),
    /// Print a puzzle as a formula for SAT solvers and proof checkers.
    #[command(after_long_help = ENCODE_HELP)]
    Encode(EncodeArgs),
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

/// A number other than 0.
fn at_least_one<T: FromStr>(text: &str) -> Result<T, &'static str> {
    text.parse().map_err(|_| "expected a number of at least 1")
}

/// A number of bytes.
fn bytes(text: &str) -> Result<u64, &'static str> {
    let (number, shift) = match text.as_bytes().last() {
        Some(b'K' | b'k') => (&text[..text.len() - 1], 10),
        Some(b'M' | b'm') => (&text[..text.len() - 1], 20),
        Some(b'G' | b'g') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let number: Option<u64> = number.parse().ok();
    let bytes = number.and_then(|number| number.checked_mul(1 << shift));
    bytes.filter(|bytes| *bytes > 0).ok_or("expected a number of bytes, such as 50000000, 512M or 2G")
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
    /// Refuse a puzzle whose search needs more memory, in bytes or with K, M or G behind; learned clauses keep to it too.
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = "Search")]
    pub(crate) memory: Option<u64>,
    /// Instruction set for the kernel, instead of the widest there is (see `farandole info`).
    #[arg(long, value_name = "NAME", env = "FARANDOLE_ISA", help_heading = "Search")]
    pub(crate) isa: Option<String>,
    /// How many threads; all cores when not given.
    #[arg(short = 'j', long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Search")]
    pub(crate) threads: Option<NonZeroUsize>,
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
    /// Let so many threads search each puzzle that takes `search` more than 10,000 nodes, each in its own way; the
    /// first that is done answers.
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Search")]
    pub(crate) race: Option<NonZeroUsize>,
    /// Format of the output; the input's own when not given.
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    pub(crate) to: Option<String>,
    /// Print the columns behind each puzzle again, behind its answer.
    #[arg(long, help_heading = "Output")]
    pub(crate) keep_columns: bool,
    /// Prove of one puzzle that it has no solution, or no other than the one printed; the proof goes here.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["json", "keep_columns", "memory", "race"])]
    pub(crate) proof: Option<PathBuf>,
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
    /// Guess the number of solutions, and of the nodes of a search for all, from this many random ways down.
    #[arg(long, value_name = "DIVES", value_parser = at_least_one::<NonZeroU64>, conflicts_with_all = ["all", "limit", "budget", "memory"])]
    pub(crate) estimate: Option<NonZeroU64>,
    /// Print the columns behind each puzzle again, behind its number.
    #[arg(long, conflicts_with_all = ["all", "estimate", "json"], help_heading = "Output")]
    pub(crate) keep_columns: bool,
    /// Format of the solutions that --all prints; line when not given.
    #[arg(long, value_name = "FORMAT", help_heading = "Output", requires = "all")]
    pub(crate) to: Option<String>,
    /// With --all --output, for one puzzle: write here, ten times a second, how far the output is good.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "all", conflicts_with = "json")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Go on where this checkpoint says: cut the output to what is good and append; checkpoints go on too.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "all", conflicts_with = "json")]
    pub(crate) resume: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct EncodeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The extended encoding in conjunctive normal form, DIMACS.
    #[arg(long, required = true)]
    pub(crate) cnf: bool,
    /// Exclude the solution in this file, so that the formula asks for another.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) other_than: Option<PathBuf>,
    /// Write here instead of standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
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
pub(crate) struct CandidatesArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Format of the candidates: pencilmark or candidates.
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    pub(crate) to: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct RedundantArgs {
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
    /// The scale.
    #[arg(long, value_enum, default_value_t = Scale::Se)]
    pub(crate) scale: Scale,
    /// Give up on a puzzle when its chains have visited this many assertions; on HoDoKu's scale, when techniques have
    /// been looked for this many times.
    #[arg(long, value_name = "WORK")]
    pub(crate) budget: Option<u64>,
    /// How many threads; all cores when not given.
    #[arg(short = 'j', long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>)]
    pub(crate) threads: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub(crate) struct SheetArgs {
    /// The grid itself, a file with it, or `-` for standard input, which is also read without any.
    #[arg(value_name = "GRID", value_hint = ValueHint::FilePath)]
    pub(crate) grid: Option<String>,
    /// Which puzzle of the file, counted from 1, where it holds several.
    #[arg(long, value_name = "N")]
    pub(crate) number: Option<usize>,
    /// One JSON object.
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) draw: DrawArgs,
    /// Give up when chains have visited this many assertions; on HoDoKu's scale, when techniques have been looked for
    /// this many times.
    #[arg(long, value_name = "WORK")]
    pub(crate) budget: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct DrawArgs {
    /// What to draw: nothing, the grid with the pattern marked, or an SVG file instead of text.
    #[arg(long, value_enum, help_heading = "Output")]
    pub(crate) draw: Option<Draw>,
    /// Also write the drawing to this file, as SVG.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) svg: Option<PathBuf>,
    /// Whether the pattern is marked by colours or by signs behind the digits.
    #[arg(long, value_enum, default_value_t = Color::Auto, help_heading = "Output")]
    pub(crate) color: Color,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) sheet: SheetArgs,
    /// The scale whose order of techniques is followed.
    #[arg(long, value_enum, default_value_t = Scale::Se)]
    pub(crate) scale: Scale,
    /// Show only this step, with the grid drawn.
    #[arg(long, value_name = "N")]
    pub(crate) step: Option<usize>,
    /// Explain every single instead of listing singles in groups.
    #[arg(long)]
    pub(crate) every: bool,
}

#[derive(Debug, Args)]
pub(crate) struct HintArgs {
    #[command(flatten)]
    pub(crate) sheet: SheetArgs,
    /// The scale whose order of techniques is followed.
    #[arg(long, value_enum, default_value_t = Scale::Se)]
    pub(crate) scale: Scale,
    /// How much is told: where to look, what follows there, or also why.
    #[arg(long, value_enum, default_value_t = Depth::Why)]
    pub(crate) depth: Depth,
    /// Show every step of the easiest technique that finds any.
    #[arg(long)]
    pub(crate) all: bool,
}

#[derive(Debug, Args)]
pub(crate) struct TechniquesArgs {
    /// The id or name of a technique, to read about it.
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) draw: DrawArgs,
    /// One JSON object per technique.
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

/// What is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Draw {
    /// Nothing.
    None,
    /// The grid as text.
    Grid,
    /// SVG on standard output.
    Svg,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// How much a hint tells.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Depth {
    /// Where to look.
    Where,
    /// The technique and what follows.
    What,
    /// Also why.
    Why,
}

/// A rating scale by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Scale {
    /// Sudoku Explainer 1.2.1: ER EP ED.
    Se,
    /// HoDoKu 2.2: score and level.
    Hodoku,
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
