//! Arguments of `farandole trace`.

use super::shared::MeaningArgs;
use super::values::{at_least_one, seconds};
use clap::{Args, ValueHint};
use std::num::NonZeroU64;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct TraceArgs {
    /// File or puzzle to read; `-` is standard input [default: -]
    ///
    /// An argument that is not the name of an existing file is read as a puzzle: constraint text or a grid.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<String>,
    /// Number of the puzzle in the file, from 1; required if there are several
    #[arg(long, value_name = "N")]
    pub(crate) number: Option<usize>,
    #[command(flatten)]
    pub(crate) meanings: MeaningArgs,
    /// First step to print, counted from 1
    #[arg(long, value_name = "N", default_value = "1", value_parser = at_least_one::<NonZeroU64>)]
    pub(crate) from: NonZeroU64,
    /// Number of steps to print; 0 means no limit
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) steps: u64,
    /// Stop after this many solutions; 0 means no limit
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub(crate) limit: u64,
    /// Stop after this many search nodes [default: no limit]
    #[arg(long, value_name = "NODES")]
    pub(crate) budget: Option<u64>,
    /// Stop after this many seconds; `none` means no limit [default: none]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// Print the remaining candidates after the last step
    ///
    /// With --json, the candidates are printed after each step.
    #[arg(long, help_heading = "Output")]
    pub(crate) grid: bool,
    /// Print one JSON object per step, and one for the end of the search
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}
