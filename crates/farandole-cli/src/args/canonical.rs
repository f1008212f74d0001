//! Arguments of `farandole canonical`.

use super::shared::{InputArgs, OutputArgs};
use super::values::{at_least_one, seconds};
use clap::{Args, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// End of the long help of the command.
pub(crate) const CANONICAL_HELP: &str = "\
The min-lex form of a puzzle is the least string of 81 cells, with empty cells first, among all images of \
the puzzle under the symmetries of the board: transposition, and permutations of bands, stacks, rows in a \
band, columns in a stack, and digits. Two puzzles are equivalent if and only if their forms are equal. \
Published lists may use a different canonical form; convert both lists before comparing them.

Line k of the output is the answer to puzzle k: the form, then the number of automorphisms \
(--automorphisms), then a symmetry that maps the puzzle to the form (--map). The symmetry is printed as `T` \
if the puzzle is transposed first, then the rows and columns of the puzzle in the order in which they appear \
in the form, counted from 0, and then the new names of the digits 1 to 9.

For a puzzle without the requested form, the line starts with `!`: !none, !several (--form solution), \
!unreadable, !unsupported (not a classic 9x9 puzzle, or not a completed grid with --form grid). The exit \
code is 1 if the form requires exactly one solution and any puzzle has none or several.

--dedupe keeps all classes in memory, 50 to 150 bytes each. --resume DIR keeps them in files in that \
directory and uses about 150 bytes of disk and less than one byte of memory per line. At the end, the output \
is printed, and the files are removed. To resume an interrupted run, repeat the same command.";

#[derive(Debug, Args)]
pub(crate) struct CanonicalArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Canonical form to print
    #[arg(long, value_enum, default_value_t = FormName::Puzzle)]
    pub(crate) form: FormName,
    /// Print a symmetry that maps the puzzle to the form
    #[arg(long, help_heading = "Output")]
    pub(crate) map: bool,
    /// Print the number of automorphisms, not counting renamings of digits
    #[arg(long, help_heading = "Output")]
    pub(crate) automorphisms: bool,
    /// Print only the first line of each class
    ///
    /// Lines that start with `!` are always printed.
    #[arg(long, help_heading = "Output")]
    pub(crate) dedupe: bool,
    /// Keep the classes of --dedupe in this directory, or resume a run
    ///
    /// The directory is created if it is missing.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "dedupe", help_heading = "Output")]
    pub(crate) resume: Option<PathBuf>,
    /// After each answer, repeat the input columns that follow the puzzle
    #[arg(long, help_heading = "Output")]
    pub(crate) keep_columns: bool,
    /// Give up on a puzzle after this many seconds [default: none]
    ///
    /// The run continues with the next puzzle. `none` means no limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// Number of threads, at most 4 per core [default: one per core]
    #[arg(short = 'j', long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// The canonical forms, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum FormName {
    /// Least image of the puzzle
    Puzzle,
    /// Least image of a completed grid
    Grid,
    /// Least of those images of the puzzle whose solution is in min-lex form
    Solution,
    /// Least image of the pattern of givens, with 1 for each given
    Pattern,
}
