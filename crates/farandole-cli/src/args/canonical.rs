//! `farandole canonical` as typed.

use super::shared::{InputArgs, OutputArgs};
use super::values::{at_least_one, seconds};
use clap::{Args, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// What stands below the help of the command.
pub(crate) const CANONICAL_HELP: &str = "\
The min-lex form of a puzzle is the least string of 81 cells, empty ones first, among all its images under the \
symmetries of the board: transposing, and permuting bands, stacks, rows of a band, columns of a stack and names of \
digits. Two puzzles are essentially the same exactly when their forms are equal. Lists on the net may be in another \
form; make both forms here before comparing.\n\n\
Line k of the output answers puzzle k of the input: the form, then the number of automorphisms (--automorphisms), then \
a symmetry (--map) that leads from the puzzle to the form: `T` where the puzzle is transposed first, then the \
rows, the columns, counted from 0, that the rows and columns of the form come from, and the new names of the \
digits 1 to 9.\n\n\
A puzzle without the form asked for gets a line that starts with !: !none, !several (--form solution), !unreadable, \
!unsupported (not a plain 9x9 puzzle, or not a finished grid with --form grid). Puzzles without exactly one solution \
make the exit code 1 where the form needs it.\n\n\
--dedupe keeps the class of every form in memory, 50 to 150 bytes each. --resume DIR does the same with files of that \
folder, about 150 bytes a line of disk and less than one of memory. Its output comes at the end, when the files are removed. A run that was \
killed goes on when the same command line is given again.";

#[derive(Debug, Args)]
pub(crate) struct CanonicalArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Which form.
    #[arg(long, value_enum, default_value_t = FormName::Puzzle)]
    pub(crate) form: FormName,
    /// Print a symmetry that leads from the puzzle to the form.
    #[arg(long, help_heading = "Output")]
    pub(crate) map: bool,
    /// Print how many symmetries do, renaming of digits apart: the number of automorphisms.
    #[arg(long, help_heading = "Output")]
    pub(crate) automorphisms: bool,
    /// Print only the first line of each class, that is, of each form; lines that start with ! stay.
    #[arg(long, help_heading = "Output")]
    pub(crate) dedupe: bool,
    /// As --dedupe, with files of this folder instead of memory; a run that was killed goes on there.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "dedupe", help_heading = "Output")]
    pub(crate) resume: Option<PathBuf>,
    /// Print the columns behind each puzzle again, behind its answer.
    #[arg(long, help_heading = "Output")]
    pub(crate) keep_columns: bool,
    /// Give up on a puzzle after this many seconds; the puzzles after it are answered all the same. `none` for no limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// How many threads; all cores when not given, at most 4 for each core.
    #[arg(short = 'j', long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// A canonical form by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum FormName {
    /// The least image of the puzzle.
    Puzzle,
    /// The least image of a finished grid.
    Grid,
    /// The least image of the puzzle among those whose solution is in min-lex form.
    Solution,
    /// The least image of the cells of the givens, each as a 1.
    Pattern,
}
