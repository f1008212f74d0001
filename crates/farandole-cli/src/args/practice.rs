//! Arguments of `farandole practice`.

use super::files::OutputFile;
use clap::{Args, ValueHint};

#[derive(Debug, Args)]
pub(crate) struct PracticeArgs {
    /// Id or name of the technique; `farandole techniques` lists them
    #[arg(value_name = "TECHNIQUE")]
    pub(crate) technique: String,
    /// Number of the first exercise, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) number: usize,
    /// Seed of the exercises [default: the bundled ones, then those of seed 0]
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,
    /// Print only the position, for use by other programs
    #[arg(long, help_heading = "Output")]
    pub(crate) position: bool,
    /// PDF or SVG file for a sheet of exercises with answers [default: none]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "position", help_heading = "Output")]
    pub(crate) sheet: Option<OutputFile>,
    /// Number of exercises of the sheet, from 1 to 100
    #[arg(long, value_name = "N", default_value_t = 10, requires = "sheet", value_parser = clap::value_parser!(u16).range(1..=100), help_heading = "Output")]
    pub(crate) count: u16,
}
