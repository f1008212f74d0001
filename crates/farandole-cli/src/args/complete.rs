//! Arguments of `farandole complete`.

use super::files::OutputFile;
use super::values::{at_least_one, formats_and_texts, seconds};
use clap::{Args, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// End of the long help of the command.
pub(crate) const COMPLETE_HELP: &str = "\
The file contains constraint text with placeholders:

  .Cage~?~R1C1~R1C2           a cage with a sum to be chosen
  .Maybe~Cage~9~R1C1~R1C2     a cage that may be left out; its sum may be `?`
  .Some~3~Thermo              three thermometers to be placed; also .Some~2-4~Thermo, .Some~Thermo

Everything else remains unchanged, and no givens are added. Each result has exactly one solution. By \
default, a random solution is drawn, and redundant clues are left out, in random order. --fewest finds the \
smallest number of clues that determine the solution. A message on standard error states that this number \
is proved to be the smallest, or it states the largest proved lower bound. --all lists every choice of \
numbers that leaves exactly one solution.

If the file has no completion because its constraints contradict each other, `farandole why` shows which \
constraints conflict. If --tries or --time ends the run with fewer puzzles than requested, the exit code \
is 4, and nothing is proved.";

#[derive(Clone, Debug, Args)]
pub(crate) struct CompleteArgs {
    /// File with a puzzle that has placeholders; `-` is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// Find the smallest number of clues
    ///
    /// The clues are chosen from the constraints marked `Maybe`, and from all possible clues of the kinds
    /// marked `Some`.
    #[arg(long, conflicts_with = "all")]
    pub(crate) fewest: bool,
    /// List all choices of numbers that leave exactly one solution
    ///
    /// The only placeholders allowed in the file are numbers to be chosen.
    #[arg(long, conflicts_with_all = ["count", "seed", "threads"])]
    pub(crate) all: bool,
    /// Number of puzzles to print
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
    /// Random seed [default: random, reported on standard error]
    ///
    /// The same seed always gives the same puzzles, unless --time ends the run.
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Maximum number of search nodes for each uniqueness check
    #[arg(long, value_name = "NODES", default_value_t = 100_000, help_heading = "Search")]
    pub(crate) budget: u64,
    /// Stop after this many attempts
    #[arg(long, value_name = "N", default_value_t = 10_000, help_heading = "Search")]
    pub(crate) tries: u64,
    /// Maximum number of solutions that --all examines
    ///
    /// The solutions are those of the puzzle without the constraints that contain `?`.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, help_heading = "Search")]
    pub(crate) limit: u64,
    /// Stop after this many seconds [default: none]
    ///
    /// With --fewest, the best puzzle so far is printed. `none` means no limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Search")]
    pub(crate) time: Option<Duration>,
    /// Number of threads, at most 4 per core [default: one per core]
    #[arg(short = 'j', long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Search")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Output format; see `farandole formats` [default: iss]
    #[arg(long, value_name = "FORMAT", value_parser = formats_and_texts(), ignore_case = true, hide_possible_values = true, help_heading = "Output")]
    pub(crate) to: Option<String>,
    /// Write to this file [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) output: Option<OutputFile>,
    /// Print one JSON object per line
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
    /// Print counts of attempts and rejections by reason to standard error
    #[arg(long, help_heading = "Output")]
    pub(crate) summary: bool,
    /// Suppress progress
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,
}
