//! Commands of researchers as typed.

use super::shared::{InputArgs, OutputArgs};
use super::values::at_least_one;
use clap::Args;
use std::num::NonZeroUsize;

#[derive(Debug, Args)]
pub(crate) struct StudyArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Print the columns behind each puzzle again, behind its answer.
    #[arg(long, help_heading = "Output")]
    pub(crate) keep_columns: bool,
    /// How many threads; all cores when not given, at most 4 for each core.
    #[arg(short = 'j', long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>)]
    pub(crate) threads: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub(crate) struct MinimizeArgs {
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// Print all minimal puzzles in each puzzle.
    #[arg(long)]
    pub(crate) all: bool,
    /// Print those with fewest givens.
    #[arg(long, conflicts_with = "all")]
    pub(crate) fewest: bool,
    /// With --all or --fewest: look at no more than this many; the line then ends in `+`.
    #[arg(long, value_name = "N", default_value = "10000", value_parser = at_least_one::<NonZeroUsize>)]
    pub(crate) limit: NonZeroUsize,
    /// Equal seeds take the givens away in equal orders.
    #[arg(long, default_value_t = 0, conflicts_with_all = ["all", "fewest"])]
    pub(crate) seed: u64,
    /// Givens in these cells stay: names such as `r1c1,r5c5`.
    #[arg(long, value_name = "CELLS", value_parser = cells, conflicts_with_all = ["all", "fewest"])]
    pub(crate) keep: Option<u128>,
}

#[derive(Debug, Args)]
pub(crate) struct UnavoidableArgs {
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// The largest size, up to 16 cells.
    #[arg(long, value_name = "CELLS", default_value_t = 12, value_parser = clap::value_parser!(u32).range(4..=16))]
    pub(crate) max_size: u32,
    /// Print how many there are of each size, as `4:10 6:15`.
    #[arg(long, help_heading = "Output")]
    pub(crate) count: bool,
}

/// What stands below the help of `neighbours`.
pub(crate) const NEIGHBOURS_HELP: &str = "\
A neighbour lacks --remove of the givens and has --add others; it has exactly one solution and no given that could go. \
Line k has the canonical forms of the neighbours of puzzle k, each class once, without that of the puzzle itself; the \
line is empty where there is none. With --classes each class of the whole run is printed once, one a line. More than \
two givens to add take hours for one puzzle.";

#[derive(Debug, Args)]
pub(crate) struct NeighboursArgs {
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// How many givens go.
    #[arg(short = 'r', long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=4))]
    pub(crate) remove: u32,
    /// How many givens come.
    #[arg(short = 'a', long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=3))]
    pub(crate) add: u32,
    /// Only neighbours with givens in the same cells.
    #[arg(long)]
    pub(crate) same_pattern: bool,
    /// Print each class once, one a line.
    #[arg(long, conflicts_with_all = ["json", "keep_columns"], help_heading = "Output")]
    pub(crate) classes: bool,
}

/// A set of cells by names.
fn cells(text: &str) -> Result<u128, &'static str> {
    let cell = |name: &str| {
        let &[b'r' | b'R', row @ b'1'..=b'9', b'c' | b'C', col @ b'1'..=b'9'] = name.as_bytes() else {
            return None;
        };
        Some(1_u128 << (9 * (row - b'1') + (col - b'1')))
    };
    let all = text.split(',').try_fold(0, |all, name| Some(all | cell(name)?));
    all.ok_or("expected names of cells with commas between, as r1c1,r5c5")
}
