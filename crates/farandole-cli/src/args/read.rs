//! Arguments of `farandole read`.

use clap::{Args, ValueHint};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct ReadArgs {
    /// Link, JSON or file of SudokuPad or f-puzzles [default: -]
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    pub(crate) puzzle: Option<String>,
    /// Meaning, for example `g3=Whisper~5` [default: proposed]
    ///
    /// A number selects a meaning from the list of the group. A kind of constraint with its first
    /// arguments applies to the cells of each drawing of the group, and `#` in it is the text of
    /// the drawing: `g3=Cage~#`.
    #[arg(long, value_name = "GROUP=MEANING")]
    pub(crate) meaning: Vec<String>,
    /// Group that is decoration, for example `g7` [default: none]
    #[arg(long, value_name = "GROUP")]
    pub(crate) ignore: Vec<String>,
    /// File with meanings [default: none]
    ///
    /// Blanks or line ends separate them. A decoration is `g7=ignore`. Text after a semicolon is a comment. The options --meaning and
    /// --ignore override the file.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) meanings: Option<PathBuf>,
    /// Print only the constraint text of the reading
    ///
    /// Nothing is printed if the reading is not confirmed and no meanings are given.
    #[arg(long, help_heading = "Output")]
    pub(crate) text: bool,
    /// Print the proposal as one JSON object
    #[arg(long, help_heading = "Output", conflicts_with = "text")]
    pub(crate) json: bool,
}
