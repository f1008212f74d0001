//! Arguments of the commands about human solving: ratings, hints, explanations, techniques.

use super::files::OutputFile;
use super::shared::{FormArgs, InputArgs, MeaningArgs, OutputArgs};
use super::values::{OWN, at_least_one, guide, scale, seconds};
use clap::{Args, ValueHint};
use farandole::logic::Scale;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct RateArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Rating scale
    #[arg(long, value_parser = scale(&Scale::ALL), default_value = "se")]
    pub(crate) scale: Scale,
    /// After the numbers, print the id of the hardest technique used
    #[arg(long, help_heading = "Output")]
    pub(crate) technique: bool,
    /// Give up on a puzzle after this much work [default: no limit]
    ///
    /// The limit applies to each puzzle. On the scale of Sudoku Explainer, it is the number of assertions (a
    /// cell contains, or does not contain, a digit) that searches for chains may visit. On HoDoKu's scale, and
    /// for variants and other sizes, it is the number of searches for a technique; on the scales W and B, the
    /// number of partial chains.
    #[arg(long, value_name = "WORK")]
    pub(crate) budget: Option<u64>,
    /// Give up on a puzzle after this many seconds [default: none]
    ///
    /// The run continues with the next puzzle. `none` means no limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// Number of threads, at most 4 per core [default: one per core]
    #[arg(short = 'j', long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>)]
    pub(crate) threads: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    /// Grid, or the name of a file to read; `-` is standard input [default: -]
    #[arg(value_name = "GRID", value_hint = ValueHint::FilePath)]
    pub(crate) grid: Option<String>,
    /// Number of the puzzle in the file, from 1 [default: the only one]
    ///
    /// By default, `explain` explains all puzzles of a file.
    #[arg(long, value_name = "N")]
    pub(crate) number: Option<usize>,
    #[command(flatten)]
    pub(crate) form: FormArgs,
    #[command(flatten)]
    pub(crate) meanings: MeaningArgs,
    /// Print JSON, one object per puzzle
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
    /// Suppress progress and messages about individual records
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) draw: DrawArgs,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
    #[command(flatten)]
    pub(crate) guide: GuideArgs,
    /// Give up after this many searches for a technique [default: no limit]
    ///
    /// On the scale of Sudoku Explainer, the limit is the number of assertions (a cell contains, or does not
    /// contain, a digit) that searches for chains may visit.
    #[arg(long, value_name = "WORK")]
    pub(crate) budget: Option<u64>,
    /// Give up after this many seconds [default: 2; 10 in `explain`]
    ///
    /// The limit applies to each grid. `none` means no limit and is the default if --budget is given.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
}

impl PositionArgs {
    /// Returns the time limit for a grid. The default `usual` applies only if neither --time
    /// nor --budget is given.
    pub(crate) fn time_or(&self, usual: Duration) -> Option<Duration> {
        self.time.or(self.budget.is_none().then_some(usual)).filter(|time| *time < Duration::MAX)
    }
}

// The form of explanations. A doc comment would become the text of every command.
#[derive(Debug, Args)]
pub(crate) struct StyleArgs {
    /// Style of the explanation of a classic puzzle
    #[arg(long, value_enum, default_value_t = StyleName::Text, help_heading = "Output")]
    pub(crate) style: StyleName,
    /// Also explain the techniques inside nested chains, at all levels
    #[arg(long, help_heading = "Output")]
    pub(crate) unfold: bool,
}

// The order of techniques. A doc comment would become the text of every command.
#[derive(Debug, Args)]
pub(crate) struct GuideArgs {
    /// Scale that defines the order of techniques
    #[arg(long, value_parser = guide(), default_value = OWN)]
    pub(crate) scale: GuideScale,
    /// File with the techniques to use, easiest first [default: all of the scale]
    ///
    /// The file has one id or group per line; `farandole techniques` lists the ids. Text after `#` is
    /// ignored. The groups are those that --without lists.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) order: Option<PathBuf>,
    /// Ids or groups of techniques to leave out [default: none]
    ///
    /// The names are separated by commas. The groups are `uniqueness`, `fish`, `wings`, `colors`, `als`, `chains` and `nets`.
    #[arg(long, value_name = "NAMES")]
    pub(crate) without: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct DrawArgs {
    /// Drawing on standard output [default: grid; none in `explain`]
    ///
    /// In `explain`, the default is `grid` if --step is given.
    #[arg(long, value_enum, help_heading = "Output")]
    pub(crate) draw: Option<Draw>,
    /// Also write the drawing to this file as SVG
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) svg: Option<OutputFile>,
    /// Also write the drawings to this file as PDF, one per page
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) pdf: Option<OutputFile>,
    /// Mark the pattern with colors
    ///
    /// Without colors, the pattern is marked by signs after the digits.
    #[arg(long, value_enum, default_value_t = Color::Auto, help_heading = "Output")]
    pub(crate) color: Color,
}

impl DrawArgs {
    /// Returns true if a drawing is written to a file.
    pub(crate) const fn names_file(&self) -> bool {
        self.svg.is_some() || self.pdf.is_some()
    }
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Print only one line per puzzle, with the outcome and the rating
    #[arg(long, conflicts_with_all = ["json", "step", "every"], help_heading = "Output")]
    pub(crate) summary: bool,
    /// Show only step N, counted from 1 [default: all steps]
    ///
    /// The step is shown with a drawing of the grid.
    #[arg(long, value_name = "N")]
    pub(crate) step: Option<usize>,
    /// Explain each single separately instead of in groups
    #[arg(long)]
    pub(crate) every: bool,
}

#[derive(Debug, Args)]
pub(crate) struct HintArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Amount of detail to reveal
    #[arg(long, value_enum, default_value_t = Depth::Why)]
    pub(crate) depth: Depth,
    /// Show all steps of the easiest technique [default: the first step]
    #[arg(long)]
    pub(crate) all: bool,
    /// Number of steps to take before the step to show
    ///
    /// The default time limit is then 10 seconds.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) after: usize,
    /// Judge moves such as r4c7=5 or r4c7<>5 [default: search for the next step]
    ///
    /// Several moves are separated by blanks or commas. Each is judged in the given grid. A move contradicts the
    /// puzzle, is justified by a step, is true although no step shows it yet, or holds in some solutions only.
    #[arg(long = "move", value_name = "MOVES", conflicts_with_all = ["all", "after", "depth"])]
    pub(crate) moves: Option<String>,
    /// Greatest difficulty of the steps of --move [default: 49; 4.9 in variants]
    ///
    /// The difficulties are those that `explain` prints, and in variants those that `rate` prints. The default
    /// excludes forcing chains, nets and trials.
    #[arg(long, value_name = "N", requires = "moves")]
    pub(crate) most: Option<f64>,
}

#[derive(Debug, Args)]
pub(crate) struct TechniquesArgs {
    /// Id or name of the technique to describe [default: list all]
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) draw: DrawArgs,
    /// Print one JSON object per technique
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

/// Drawings on standard output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Draw {
    /// No drawing
    None,
    /// Grid as text
    Grid,
    /// SVG instead of text
    Svg,
}

/// Use of colors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Color {
    /// Use colors on a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always use colors
    Always,
    /// Never use colors
    Never,
}

/// Amounts of detail of a hint.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Depth {
    /// The area to look at
    Where,
    /// The technique and its effect
    What,
    /// The technique, its effect and the reason, with a drawing
    Why,
}

/// Styles of an explanation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum StyleName {
    /// One line: the pattern or chain in short notation, and the effect
    Line,
    /// The technique, its effect and the reason
    Text,
    /// The reason, the notation, and a general description of the technique
    Lesson,
}

/// The scale that defines the order of techniques, or `None` for Farandole's own order.
pub(crate) type GuideScale = Option<Scale>;
