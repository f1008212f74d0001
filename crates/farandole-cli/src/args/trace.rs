//! The command that tells the steps of a search.

use super::values::{at_least_one, seconds};
use clap::{Args, ValueHint};
use std::num::NonZeroU64;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct TraceArgs {
    /// The puzzle itself as constraint text, a file with it, or `-` for standard input, which is also read without any.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<String>,
    /// Which puzzle of the file, counted from 1, where it holds several.
    #[arg(long, value_name = "N")]
    pub(crate) number: Option<usize>,
    /// The first step to print, counted from 1.
    #[arg(long, value_name = "N", default_value = "1", value_parser = at_least_one::<NonZeroU64>)]
    pub(crate) from: NonZeroU64,
    /// How many steps to print; 0 for no limit.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) steps: u64,
    /// Stop after this many solutions; 0 for no limit.
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub(crate) limit: u64,
    /// Stop after this many nodes of the search tree.
    #[arg(long, value_name = "NODES")]
    pub(crate) budget: Option<u64>,
    /// Stop after this many seconds; `none` for no limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// Print the candidates that are left behind the last step; with --json behind each step.
    #[arg(long, help_heading = "Output")]
    pub(crate) grid: bool,
    /// One JSON object a step, and one for the end.
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}
