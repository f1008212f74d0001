//! Options that several commands have: inputs, outputs, searches.

use super::values::{at_least_one, bytes, engines, formats, seconds};
use clap::{Args, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct InputArgs {
    /// Files to read, gzip and zstd too; standard input without any, or where it is `-`.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    /// Format of the input; recognised from its beginning when not given (see `farandole formats`).
    #[arg(long, value_name = "FORMAT", value_parser = formats(), ignore_case = true, hide_possible_values = true, help_heading = "Input")]
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
    /// One JSON object per line.
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
    /// Engine.
    #[arg(short, long, value_parser = engines(), ignore_case = true, default_value = "auto", help_heading = "Search")]
    pub(crate) engine: String,
    /// Give up on a puzzle after this many search nodes (guesses, for the kernel).
    #[arg(long, value_name = "NODES", help_heading = "Search")]
    pub(crate) budget: Option<u64>,
    /// Give up on a puzzle after this many seconds; the puzzles after it are answered all the same. `none` for no limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Search")]
    pub(crate) time: Option<Duration>,
    /// Refuse a puzzle whose search needs more memory, in bytes or with K, M or G behind; learned clauses keep to it too.
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = "Search")]
    pub(crate) memory: Option<u64>,
    /// Instruction set for the kernel, instead of the widest there is (see `farandole info`).
    #[arg(long, value_name = "NAME", env = "FARANDOLE_ISA", help_heading = "Search")]
    pub(crate) isa: Option<String>,
    /// How many threads; all cores when not given, at most 4 for each core.
    #[arg(short = 'j', long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Search")]
    pub(crate) threads: Option<NonZeroUsize>,
}
