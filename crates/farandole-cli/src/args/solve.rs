//! Arguments of the commands that search, check and write puzzles.

use super::files::OutputFile;
use super::shared::{InputArgs, OutputArgs, RunArgs};
use super::values::{
    at_least_one, candidate_formats, engines, engines_and_searches, formats, formats_and_texts, judges,
    seconds,
};
use clap::{ArgGroup, Args, ValueHint};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Print !several unless the solution is unique
    #[arg(long)]
    pub(crate) unique: bool,
    /// Run N different searches in parallel on each hard puzzle [default: 1]
    ///
    /// The first search to finish provides the answer. A race starts after 10,000 search nodes for
    /// classic puzzles, and after 1,000 for variants.
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Search")]
    pub(crate) race: Option<NonZeroUsize>,
    /// Output format [default: that of the input]
    #[arg(long, value_name = "FORMAT", value_parser = formats(), ignore_case = true, hide_possible_values = true, help_heading = "Output")]
    pub(crate) to: Option<String>,
    /// After each answer, repeat the input columns that follow the puzzle
    ///
    /// In CSV output, these columns form one field.
    #[arg(long, help_heading = "Output")]
    pub(crate) keep_columns: bool,
    /// Write a proof of the answer to this file
    ///
    /// The input must be a single puzzle that has no solution or exactly one.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["json", "keep_columns", "memory", "race"])]
    pub(crate) proof: Option<OutputFile>,
}

#[derive(Debug, Args)]
pub(crate) struct CountArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Stop after this many solutions of a puzzle [default: 2; 0 with --all]
    ///
    /// 0 means no limit.
    #[arg(short, long, value_name = "K")]
    pub(crate) limit: Option<u64>,
    /// Count distinct grids instead of solutions
    ///
    /// Solutions of a variant then count as one if they differ only in extra cells, which are the cells outside
    /// the grid that some constraints add. --limit limits the number of grids.
    #[arg(long, conflicts_with_all = ["all", "estimate"])]
    pub(crate) grids: bool,
    /// Print all solutions, one per line, instead of their number
    #[arg(short, long)]
    pub(crate) all: bool,
    /// Estimate the numbers of solutions and nodes from random dives
    ///
    /// A dive is a random path from the root of the search tree to a leaf.
    #[arg(long, value_name = "DIVES", value_parser = at_least_one::<NonZeroU64>, conflicts_with_all = ["all", "limit", "budget", "memory"])]
    pub(crate) estimate: Option<NonZeroU64>,
    /// After each number, repeat the input columns that follow the puzzle
    #[arg(long, conflicts_with_all = ["all", "estimate"], help_heading = "Output")]
    pub(crate) keep_columns: bool,
    /// Output format of --all [default: line]
    #[arg(long, value_name = "FORMAT", value_parser = formats(), ignore_case = true, hide_possible_values = true, help_heading = "Output", requires = "all")]
    pub(crate) to: Option<String>,
    /// With --all and --output, save progress to this file or resume from it
    ///
    /// The input must be a single puzzle. Progress is saved ten times per second; a missing file is
    /// created. Solutions are listed in a fixed order, which differs from the order without this option.
    #[arg(
        long,
        alias = "checkpoint",
        value_name = "FILE",
        value_hint = ValueHint::FilePath,
        requires = "all",
        conflicts_with = "json"
    )]
    pub(crate) resume: Option<OutputFile>,
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("formula").required(true))]
pub(crate) struct EncodeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Write the extended encoding in conjunctive normal form (DIMACS)
    #[arg(long, group = "formula")]
    pub(crate) cnf: bool,
    /// Write pseudo-Boolean constraints (OPB); supports variants
    #[arg(long, group = "formula")]
    pub(crate) opb: bool,
    /// Exclude the solution in this file
    ///
    /// The formula is then satisfied only by the other solutions of the puzzle.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) other_than: Option<PathBuf>,
    /// Write to this file [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) output: Option<OutputFile>,
}

#[derive(Debug, Args)]
pub(crate) struct CertifyArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Folder to write to
    ///
    /// It is created if it does not exist. Files of an earlier certificate are replaced.
    #[arg(long, value_name = "DIR", default_value = "certificate", value_hint = ValueHint::DirPath, help_heading = "Output")]
    pub(crate) folder: PathBuf,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Debug, Args)]
pub(crate) struct CandidatesArgs {
    #[command(flatten)]
    pub(crate) query: QueryArgs,
    /// Count the solutions that contain each candidate, up to N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) counts: Option<u64>,
    /// Output format [default: pencilmark or candidates]
    ///
    /// The default is `pencilmark` for classic puzzles on one line, and `candidates` for all others.
    #[arg(long, conflicts_with = "counts", value_name = "FORMAT", value_parser = candidate_formats(), ignore_case = true, help_heading = "Output")]
    pub(crate) to: Option<String>,
}

// Arguments of `check`, `redundant` and `why`, and of `candidates` with its output format. This is
// not a doc comment because clap would use one as the help text of each command.
#[derive(Debug, Args)]
pub(crate) struct QueryArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    /// Name of the constraint to describe [default: list all]
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Print one JSON object per constraint
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Output format; see `farandole formats`
    #[arg(long, value_name = "FORMAT", value_parser = formats_and_texts(), ignore_case = true, hide_possible_values = true)]
    pub(crate) to: String,
    /// Symbols to write [default: the usual symbols for the size]
    #[arg(long, value_name = "SYMBOLS", help_heading = "Output")]
    pub(crate) to_symbols: Option<String>,
    /// Character for an empty cell [default: that of the format]
    #[arg(long, value_name = "CHARACTER", help_heading = "Output")]
    pub(crate) empty: Option<char>,
    /// Columns of CSV output [default: givens,solution]
    ///
    /// For example, `givens,regions,solution`.
    #[arg(long, value_name = "COLUMNS", help_heading = "Output")]
    pub(crate) to_columns: Option<String>,
    /// After each puzzle, copy its other columns (in CSV, as one field)
    #[arg(long, help_heading = "Output")]
    pub(crate) keep_columns: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Engines to run, separated by commas [default: five engines]
    ///
    /// The default is `kernel,search,prune,dlx,dfs`, or `turns,depth-first,learning` for variants.
    #[arg(
        short,
        long,
        value_parser = engines_and_searches(),
        ignore_case = true,
        value_delimiter = ',',
        help_heading = "Search"
    )]
    pub(crate) engines: Vec<String>,
    /// Maximum number of solutions per puzzle; 0 means no limit
    #[arg(short, long, value_name = "K", default_value_t = 2, help_heading = "Search")]
    pub(crate) limit: u64,
    /// Give up on a puzzle after this many nodes
    ///
    /// The unit is one search node; for the engine `kernel`, one guess.
    #[arg(long, value_name = "NODES", default_value_t = 1_000_000, help_heading = "Search")]
    pub(crate) budget: u64,
    /// Give up on a puzzle after this many seconds [default: none]
    ///
    /// The limit applies to each engine separately. `none` means no limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Search")]
    pub(crate) time: Option<Duration>,
    /// Number of runs per engine
    ///
    /// Runs of the engines alternate, and the median time is reported.
    #[arg(long, value_name = "N", default_value_t = 3, help_heading = "Search")]
    pub(crate) rounds: usize,
    /// Use only N puzzles, evenly spread over the input [default: all]
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub(crate) sample: Option<usize>,
    /// Print one JSON object per engine
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct JudgeArgs {
    /// Dialect of the judge
    #[arg(value_parser = judges(), ignore_case = true)]
    pub(crate) dialect: String,
    /// Solver to use; see `farandole solve --help`
    #[arg(short, long, value_parser = engines(), ignore_case = true, default_value = "auto")]
    pub(crate) engine: String,
    /// Give up on a puzzle after this many seconds [default: none]
    ///
    /// The run continues with the next puzzle. `none` means no limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
}
