//! Arguments of `farandole book`.

use super::files::OutputFile;
use super::values::seconds;
use clap::{Args, ValueHint};
use std::path::PathBuf;
use std::time::Duration;

/// End of the long help of the command.
pub(crate) const BOOK_HELP: &str = "\
The file describes the book in TOML:

  title = \"Evening killers\"
  author = \"A. Setter\"      # omitted by default
  paper = \"6x9\"             # A4 (default), A5, Letter or 6x9 (inches)
  per-page = 1              # number of puzzles per page, from 1 to 6; 2 by default
  hints = true              # the first step of each puzzle; false by default
  solutions = false         # true by default

  [[section]]
  title = \"Easy\"
  puzzles = \"easy.txt\"      # a file of puzzles in any format, relative to this file

The book has a title page, a table of contents, the rules of every kind of constraint, the sections, the hints \
and the solutions. The kinds of constraints of each puzzle are named next to its number. Fonts are embedded, as \
printing companies require. Puzzles without exactly one solution are refused. If --time ends the run, no book is \
written, and the exit code is 4.";

#[derive(Debug, Args)]
pub(crate) struct BookArgs {
    /// File that describes the book, in TOML; `-` is standard input
    #[arg(value_name = "SPEC", value_hint = ValueHint::FilePath)]
    pub(crate) spec: PathBuf,
    /// Write the book to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, required = true)]
    pub(crate) pdf: Option<OutputFile>,
    /// Stop after this many seconds [default: none]
    ///
    /// `none` means no limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// Suppress progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
