//! Arguments of `farandole read`.

use super::shared::MeaningArgs;
use clap::{Args, ValueHint};

#[derive(Debug, Args)]
pub(crate) struct ReadArgs {
    /// Link, JSON or file from SudokuPad, SudokuMaker or f-puzzles [default: -]
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    pub(crate) puzzle: Option<String>,
    #[command(flatten)]
    pub(crate) meanings: MeaningArgs,
    /// Print only the constraint text of the reading
    ///
    /// If the reading is not confirmed, nothing is printed unless meanings are given.
    #[arg(long, help_heading = "Output")]
    pub(crate) text: bool,
    /// Print the proposal as one JSON object
    #[arg(long, help_heading = "Output", conflicts_with = "text")]
    pub(crate) json: bool,
}
