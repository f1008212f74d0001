//! Arguments that several commands share: inputs, outputs, searches.

use super::files::OutputFile;
use super::values::{at_least_one, bytes, engines, formats, seconds};
use clap::{Args, ValueEnum, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct InputArgs {
    /// Files or puzzles to read; `-` is standard input [default: -]
    ///
    /// Files may be compressed with gzip or zstd. An argument that is not the name of an
    /// existing file is read as a puzzle: a grid, a link or constraint text.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) form: FormArgs,
    /// Stop at the first record that cannot be read [default: continue]
    #[arg(long, help_heading = "Input")]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) meanings: MeaningArgs,
}

// The form of the input. A doc comment would become the text of every command.
#[derive(Debug, Args)]
pub(crate) struct FormArgs {
    /// Input format; see `farandole formats` [default: detected]
    ///
    /// The format is detected from the start of the input.
    #[arg(long, value_name = "FORMAT", value_parser = formats(), ignore_case = true, hide_possible_values = true, help_heading = "Input")]
    pub(crate) from: Option<String>,
    /// Digit symbols: `auto`, `1-9A`, `0-F`, `A-P`, or a list
    ///
    /// `1-9A` continues with letters after 9. In `A-P`, A is 1. A list gives the symbol of each digit, in
    /// order, such as 123456789. With `auto`, the symbols are detected from the input.
    #[arg(long, default_value = "auto", help_heading = "Input")]
    pub(crate) symbols: String,
    /// Shape of the boxes: `usual`, `none`, or ROWSxCOLUMNS
    ///
    /// ROWSxCOLUMNS is the shape in cells, for example 2x3.
    #[arg(long, default_value = "usual", value_name = "SHAPE", help_heading = "Input")]
    pub(crate) boxes: String,
    /// Also require distinct digits on both main diagonals
    #[arg(long, help_heading = "Input")]
    pub(crate) diagonals: bool,
    /// Contents of the columns of delimited input [default: detected]
    ///
    /// For example, `size,givens,regions,solution,-`; `-` marks a column to ignore. By default, the
    /// columns are detected from the header or the first lines.
    #[arg(long, value_name = "NAMES", allow_hyphen_values = true, help_heading = "Input")]
    pub(crate) columns: Option<String>,
}

// The meanings of the drawings of an editor's puzzle. A doc comment would become the text of every command.
#[derive(Debug, Args)]
pub(crate) struct MeaningArgs {
    /// Meaning of a group of drawings or of a sentence [default: see --accept]
    ///
    /// `farandole read` lists the groups of drawings in a puzzle (g1, g2, ...), with possible meanings, and the
    /// sentences of the rules that no constraint accounts for (s1, s2, ...). `g3=2` selects the second meaning
    /// listed for group g3. `g3=Renban` applies the constraint Renban to the cells of each drawing in the group.
    /// Arguments follow the name of the constraint, without the cells. `#` stands for the text of the drawing,
    /// as in `g3=Cage~#`. A meaning that begins with a dot is constraint text for the whole group. `s2=ignore`
    /// declares that sentence s2 adds no constraint. Constraint text without a group or sentence, such as
    /// `.AntiKnight`, is added to the puzzle.
    #[arg(long, value_name = "MEANING", help_heading = "Input")]
    pub(crate) meaning: Vec<String>,
    /// Treat this group of drawings, such as g7, as decoration [default: none]
    #[arg(long, value_name = "GROUP", help_heading = "Input")]
    pub(crate) ignore: Vec<String>,
    /// File with meanings of drawings and sentences [default: none]
    ///
    /// Entries are written as for --meaning, separated by spaces or line breaks. `g7=ignore` declares that
    /// group g7 is decoration. Text after a semicolon is a comment. The options --meaning and --ignore
    /// override the file.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Input")]
    pub(crate) meanings: Option<PathBuf>,
    /// Evidence required to accept meanings [default: proposed]
    ///
    /// For groups without --meaning, the most plausible meanings are proposed. Meanings are confirmed if they
    /// give the puzzle exactly one solution and, if the file contains a solution, the two are the same.
    /// `confirmed` accepts meanings that are not confirmed only if --meaning, --meanings and --ignore cover every
    /// group. `proposed` also accepts other meanings that the rules or the styles of the drawings name, and prints
    /// them. A puzzle without a stored solution may be unfinished, so `proposed` leaves out what is not understood
    /// there, and prints that too. `partial` also does so if the solution is stored. It is the default of candidates, count,
    /// explain and hint, whose answers remain true if the puzzle has further rules.
    #[arg(long, value_enum, help_heading = "Input")]
    pub(crate) accept: Option<Accept>,
}

/// The meanings of drawings that a command accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Accept {
    Confirmed,
    Proposed,
    Partial,
}

#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Write to this file [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) output: Option<OutputFile>,
    /// Print one JSON object per line
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
    /// Print totals and the speed to standard error at the end
    #[arg(long, help_heading = "Output")]
    pub(crate) summary: bool,
    /// Suppress progress and messages about individual records
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// Solver to use
    ///
    /// `auto` chooses the engine for each puzzle; variants require it. `dfs` tries the digits of one cell after
    /// another, `prune` also uses singles, and `dlx` is dancing links. `kernel` solves only 9x9 puzzles with
    /// 3x3 boxes, several at a time. `search` learns from contradictions, which suits large grids.
    #[arg(short, long, value_parser = engines(), ignore_case = true, default_value = "auto", help_heading = "Search")]
    pub(crate) engine: String,
    /// Give up on a puzzle after this many nodes [default: no limit]
    ///
    /// The unit is one search node, or one guess if the engine `kernel` solves the puzzle.
    #[arg(long, value_name = "NODES", help_heading = "Search")]
    pub(crate) budget: Option<u64>,
    /// Give up on a puzzle after this many seconds [default: none]
    ///
    /// The run continues with the next puzzle. `none` means no limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Search")]
    pub(crate) time: Option<Duration>,
    /// Skip puzzles whose search needs more memory [default: no limit]
    ///
    /// The value is a number of bytes, optionally with a suffix K, M or G. The limit also applies to the
    /// memory for learned clauses.
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = "Search")]
    pub(crate) memory: Option<u64>,
    /// Instruction set for the kernel [default: the widest available]
    ///
    /// `farandole info` lists the names. The environment variable FARANDOLE_ISA sets the default.
    #[arg(long, value_name = "NAME", env = "FARANDOLE_ISA", help_heading = "Search")]
    pub(crate) isa: Option<String>,
    /// Number of threads, at most 4 per core [default: one per core]
    #[arg(short = 'j', long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Search")]
    pub(crate) threads: Option<NonZeroUsize>,
}
