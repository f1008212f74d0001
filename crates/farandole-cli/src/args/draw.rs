//! Arguments of `farandole draw`.

use super::files::OutputFile;
use super::shared::InputArgs;
use super::values::{papers, seconds};
use clap::{Args, ValueHint};
use farandole_draw::sheet::Paper;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct DrawPuzzlesArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Draw only puzzle N of all inputs, counted from 1 [default: all]
    #[arg(long, value_name = "N", help_heading = "Input")]
    pub(crate) number: Option<usize>,
    /// Write one puzzle to this SVG file [default: standard output]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) svg: Option<OutputFile>,
    /// Write all puzzles to this file as PDF
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) pdf: Option<OutputFile>,
    /// Number of puzzles per page, from 1 to 20
    #[arg(long, value_name = "N", default_value_t = 6, requires = "pdf", help_heading = "Pages")]
    pub(crate) per_page: usize,
    /// Paper size
    #[arg(long, value_parser = papers(), ignore_case = true, default_value = Paper::A4.name(), requires = "pdf", help_heading = "Pages")]
    pub(crate) paper: Paper,
    /// Heading of each page [default: none]
    #[arg(long, default_value = "", hide_default_value = true, requires = "pdf", help_heading = "Pages")]
    pub(crate) title: String,
    /// Number to print next to the first puzzle
    #[arg(long, value_name = "N", default_value_t = 1, requires = "pdf", help_heading = "Pages")]
    pub(crate) number_from: usize,
    /// Print the Sudoku Explainer rating of each 9x9 puzzle
    #[arg(long, requires = "pdf", help_heading = "Pages")]
    pub(crate) rate: bool,
    /// Append small drawings of the solutions of proper puzzles
    #[arg(long, requires = "pdf", help_heading = "Pages")]
    pub(crate) solutions: bool,
    /// Give up on a rating or solution after this many seconds [default: none]
    ///
    /// The puzzle is then drawn without its rating or solution. `none` means no limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Pages")]
    pub(crate) time: Option<Duration>,
    /// Draw the candidates that the givens do not eliminate
    #[arg(long, help_heading = "Output")]
    pub(crate) candidates: bool,
    /// Color theme [default: print for PDF, light for SVG]
    #[arg(long, value_enum, help_heading = "Output")]
    pub(crate) theme: Option<Theme>,
}

/// Color themes of drawings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Theme {
    /// Dark on white
    Light,
    /// Light on dark
    Dark,
    /// Black and grays
    Print,
}
