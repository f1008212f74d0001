//! Commands that search, check and write puzzles.

use super::shared::{InputArgs, OutputArgs, RunArgs};
use super::values::{
    at_least_one, candidate_formats, engines, engines_and_searches, formats, formats_and_texts, judges,
    seconds,
};
use clap::{Args, ValueHint};
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
    /// Answer !several unless the solution is the only one.
    #[arg(long)]
    pub(crate) unique: bool,
    /// Race N threads on each puzzle that takes `search` more than 10,000 nodes, and on each variant that takes more than
    /// 1,000; the first to finish answers.
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Search")]
    pub(crate) race: Option<NonZeroUsize>,
    /// Format of the output; the input's own when not given.
    #[arg(long, value_name = "FORMAT", value_parser = formats(), ignore_case = true, hide_possible_values = true, help_heading = "Output")]
    pub(crate) to: Option<String>,
    /// Print the columns behind each puzzle again, behind its answer; in CSV output in one field.
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
    /// Estimate the number of solutions, and of the nodes of a search for all, from this many random dives.
    #[arg(long, value_name = "DIVES", value_parser = at_least_one::<NonZeroU64>, conflicts_with_all = ["all", "limit", "budget", "memory"])]
    pub(crate) estimate: Option<NonZeroU64>,
    /// Print the columns behind each puzzle again, behind its number.
    #[arg(long, conflicts_with_all = ["all", "estimate"], help_heading = "Output")]
    pub(crate) keep_columns: bool,
    /// Format of the solutions that --all prints; line when not given.
    #[arg(long, value_name = "FORMAT", value_parser = formats(), ignore_case = true, hide_possible_values = true, help_heading = "Output", requires = "all")]
    pub(crate) to: Option<String>,
    /// With --all --output, for one puzzle: keep the state of the listing in this file, ten times a second, and go on
    /// from there if it exists; created if missing. The solutions come in a fixed order, which differs from that without
    /// this option.
    #[arg(
        long,
        alias = "checkpoint",
        value_name = "FILE",
        value_hint = ValueHint::FilePath,
        requires = "all",
        conflicts_with = "json"
    )]
    pub(crate) resume: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct EncodeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The extended encoding in conjunctive normal form, DIMACS.
    #[arg(long, required_unless_present = "opb", conflicts_with = "opb")]
    pub(crate) cnf: bool,
    /// Pseudo-Boolean constraints in the OPB format; takes variants, too.
    #[arg(long)]
    pub(crate) opb: bool,
    /// Exclude the solution in this file, so that the formula asks for another.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) other_than: Option<PathBuf>,
    /// Write here instead of standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct CandidatesArgs {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,
    /// Count the solutions that have each candidate, up to N.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) counts: Option<u64>,
    /// Format of the candidates.
    #[arg(long, conflicts_with = "counts", value_name = "FORMAT", value_parser = candidate_formats(), ignore_case = true, help_heading = "Output")]
    pub(crate) to: Option<String>,
}

// What `check`, `redundant` and `why` take, and `candidates` with its format. (As documentation this would become the help
// text of each of them.)
#[derive(Debug, Args)]
pub(crate) struct QuestionArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    /// The name of a constraint, to read about it.
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// One JSON object for each constraint.
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Format to write.
    #[arg(long, value_name = "FORMAT", value_parser = formats_and_texts(), ignore_case = true, hide_possible_values = true)]
    pub(crate) to: String,
    /// Symbols to write; the usual ones of the size when not given.
    #[arg(long, value_name = "SYMBOLS", help_heading = "Output")]
    pub(crate) to_symbols: Option<String>,
    /// Character for an empty cell.
    #[arg(long, value_name = "CHARACTER", help_heading = "Output")]
    pub(crate) empty: Option<char>,
    /// Columns of CSV output, such as givens,regions,solution; the default is givens,solution.
    #[arg(long, value_name = "COLUMNS", help_heading = "Output")]
    pub(crate) to_columns: Option<String>,
    /// Print the columns behind each puzzle again; in CSV output in one field.
    #[arg(long, help_heading = "Output")]
    pub(crate) keep_columns: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Engines to run, separated by commas [default: kernel,search,prune,dlx,dfs; for variants all three searches: turns,
    /// depth-first,learning].
    #[arg(
        short,
        long,
        value_parser = engines_and_searches(),
        ignore_case = true,
        value_delimiter = ',',
        help_heading = "Search"
    )]
    pub(crate) engines: Vec<String>,
    /// Stop after this many solutions of a puzzle; 0 for no limit.
    #[arg(short, long, value_name = "K", default_value_t = 2, help_heading = "Search")]
    pub(crate) limit: u64,
    /// Give up on a puzzle after this many search nodes (guesses, for the kernel).
    #[arg(long, value_name = "NODES", default_value_t = 1_000_000, help_heading = "Search")]
    pub(crate) budget: u64,
    /// Give up on a puzzle when an engine has taken this many seconds. `none` for no limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Search")]
    pub(crate) time: Option<Duration>,
    /// How often each engine runs; the runs alternate and the median counts.
    #[arg(long, value_name = "N", default_value_t = 3, help_heading = "Search")]
    pub(crate) rounds: usize,
    /// Use only this many puzzles, spread evenly over the input.
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub(crate) sample: Option<usize>,
    /// One JSON object per engine.
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct JudgeArgs {
    /// Dialect.
    #[arg(value_parser = judges(), ignore_case = true)]
    pub(crate) dialect: String,
    /// Engine.
    #[arg(short, long, value_parser = engines(), ignore_case = true, default_value = "auto")]
    pub(crate) engine: String,
    /// Give up on a puzzle after this many seconds; the puzzles after it are answered all the same. `none` for no limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
}
