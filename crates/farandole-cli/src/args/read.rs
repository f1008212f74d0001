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
    /// Print only the resulting puzzle, as constraint text
    ///
    /// If the meanings are not confirmed, the text is printed only with --meaning, --ignore, --meanings or
    /// --accept proposed.
    #[arg(long, help_heading = "Output")]
    pub(crate) text: bool,
    /// Print groups, sentences and the puzzle as one JSON object
    #[arg(long, help_heading = "Output", conflicts_with = "text")]
    pub(crate) json: bool,
}
