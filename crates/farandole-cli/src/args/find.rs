//! Arguments of `farandole find`.

use super::files::OutputFile;
use super::values::{at_least_one, seconds};
use clap::{Args, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// End of the long help of the command.
pub(crate) const FIND_HELP: &str = "\
The file must contain constraint text with a group of extra cells (cells outside the grid), one for each \
cell of the grid, row by row. The extra cells choose the givens: a cell is a given if its extra cell has \
the second-lowest value, usually 2. The puzzle has these givens and the constraints that refer to no extra \
cell. The constraints that refer to extra cells are conditions that the search must satisfy.

Each search starts at a random solution of the file and changes one extra cell at a time to reduce the \
number of solutions of the puzzle. The search ends when the puzzle has exactly one solution, or after the \
number of changes that --changes states. Each result is verified by another search before it is printed. A \
run that finds no puzzle does not prove that none exists.

--ledger records completed searches in a file. After an interruption of any kind, the same command line \
resumes the run: the earlier results are printed first, and no completed search is repeated. Several \
processes may use one ledger if each process has its own --share.

If several results differ only by rotations and reflections of the grid, only one of them is printed.";

#[derive(Clone, Debug, Args)]
pub(crate) struct FindArgs {
    /// File with constraint text; `-` is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// Group of extra cells that choose the givens: S for VS1, VS2, ...
    #[arg(long, value_name = "PREFIX")]
    pub(crate) givens_where: String,
    /// Number of puzzles to find
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
    /// Random seed [default: random, or 1 with --ledger]
    ///
    /// A random seed is reported on standard error.
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Record completed searches in this file, or resume from it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) ledger: Option<PathBuf>,
    /// Share of the searches to run: 1/4 is the first of four
    ///
    /// Give each of N processes a different K from 1 to N.
    #[arg(long, value_name = "K/N", value_parser = share, default_value = "1/1")]
    pub(crate) share: (u64, u64),
    /// Maximum number of changes in each search
    #[arg(long, value_name = "N", default_value_t = 20_000, help_heading = "Search")]
    pub(crate) changes: u64,
    /// Stop after this many searches [default: no limit]
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub(crate) tries: Option<u64>,
    /// Stop after this many seconds [default: none]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Search")]
    pub(crate) time: Option<Duration>,
    /// Number of threads, at most 4 per core [default: one per core]
    #[arg(short = 'j', long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Search")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Write to this file [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) output: Option<OutputFile>,
    /// Print counts of searches and rejections by reason to standard error
    #[arg(long, help_heading = "Output")]
    pub(crate) summary: bool,
    /// Suppress progress
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,
}

/// Parses a share `K/N`; returns the 0-based index of the process and the number of processes.
fn share(text: &str) -> Result<(u64, u64), &'static str> {
    let numbers =
        text.split_once('/').and_then(|(k, n)| Some((k.parse::<u64>().ok()?, n.parse::<u64>().ok()?)));
    let fits = numbers.filter(|(k, n)| (1..=*n).contains(k) && *n <= 1_000_000);
    fits.map(|(k, n)| (k - 1, n)).ok_or("expected K/N with K from 1 to N, for example 1/4")
}
