//! Commands about how people solve puzzles.

use super::shared::{InputArgs, OutputArgs};
use super::values::{at_least_one, seconds};
use clap::{Args, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct RateArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// The scale.
    #[arg(long, value_enum, default_value_t = Scale::Se)]
    pub(crate) scale: Scale,
    /// Print the id of the hardest technique that was needed, behind the numbers.
    #[arg(long, help_heading = "Output")]
    pub(crate) technique: bool,
    /// Give up on a puzzle when its chains have visited this many assertions; on HoDoKu's scale, when techniques have
    /// been looked for this many times.
    #[arg(long, value_name = "WORK")]
    pub(crate) budget: Option<u64>,
    /// Give up on a puzzle when its rating has taken this many seconds; the puzzles after it are rated all the same. `none` for
    /// no limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// How many threads; all cores when not given, at most 4 for each core.
    #[arg(short = 'j', long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>)]
    pub(crate) threads: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub(crate) struct SheetArgs {
    /// The grid itself, a file with it, or `-` for standard input, which is also read without any.
    #[arg(value_name = "GRID", value_hint = ValueHint::FilePath)]
    pub(crate) grid: Option<String>,
    /// Which puzzle of the file, counted from 1, where it holds several; `explain` takes all of them without.
    #[arg(long, value_name = "N")]
    pub(crate) number: Option<usize>,
    /// One JSON object.
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) draw: DrawArgs,
    /// Give up when chains have visited this many assertions; on HoDoKu's scale, when techniques have been looked for
    /// this many times.
    #[arg(long, value_name = "WORK")]
    pub(crate) budget: Option<u64>,
    /// Give up on a grid after this many seconds; `none` for no limit [default: 2 for `hint`, 10 for `explain`, none with
    /// --budget].
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
}

impl SheetArgs {
    /// The time limit for a grid; `usual` where neither a time nor a budget is asked for.
    pub(crate) fn time_or(&self, usual: Duration) -> Option<Duration> {
        self.time.or(self.budget.is_none().then_some(usual)).filter(|time| *time < Duration::MAX)
    }
}

#[derive(Debug, Args)]
pub(crate) struct DrawArgs {
    /// What to draw: nothing, the grid with the pattern marked, or an SVG file instead of text.
    #[arg(long, value_enum, help_heading = "Output")]
    pub(crate) draw: Option<Draw>,
    /// Also write the drawing to this file, as SVG.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) svg: Option<PathBuf>,
    /// Also write the drawings to this file, as PDF, one a page.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) pdf: Option<PathBuf>,
    /// Whether the pattern is marked by colours or by signs behind the digits.
    #[arg(long, value_enum, default_value_t = Color::Auto, help_heading = "Output")]
    pub(crate) color: Color,
}

impl DrawArgs {
    /// Whether a drawing goes into a file.
    pub(crate) const fn names_file(&self) -> bool {
        self.svg.is_some() || self.pdf.is_some()
    }
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) sheet: SheetArgs,
    /// The scale whose order of techniques is followed.
    #[arg(long, value_enum, default_value_t = Scale::Se)]
    pub(crate) scale: Scale,
    /// Print only how the path ends: one line for each puzzle.
    #[arg(long, conflicts_with_all = ["json", "step", "every"], help_heading = "Output")]
    pub(crate) summary: bool,
    /// Show only this step, with the grid drawn.
    #[arg(long, value_name = "N")]
    pub(crate) step: Option<usize>,
    /// Explain every single instead of listing singles in groups.
    #[arg(long)]
    pub(crate) every: bool,
}

#[derive(Debug, Args)]
pub(crate) struct HintArgs {
    #[command(flatten)]
    pub(crate) sheet: SheetArgs,
    /// The scale whose order of techniques is followed.
    #[arg(long, value_enum, default_value_t = Scale::Se)]
    pub(crate) scale: Scale,
    /// How much the hint says: where to look, what follows there, or also why with a drawing. The whole answer is the
    /// default; `where` and `what` give less away.
    #[arg(long, value_enum, default_value_t = Depth::Why)]
    pub(crate) depth: Depth,
    /// Show every step of the easiest technique that finds any.
    #[arg(long)]
    pub(crate) all: bool,
}

#[derive(Debug, Args)]
pub(crate) struct TechniquesArgs {
    /// The id or name of a technique, to read about it.
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) draw: DrawArgs,
    /// One JSON object per technique.
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

/// What is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Draw {
    /// Nothing.
    None,
    /// The grid as text.
    Grid,
    /// SVG on standard output.
    Svg,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// How much a hint tells.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Depth {
    /// Where to look.
    Where,
    /// The technique and what follows.
    What,
    /// Also why.
    Why,
}

/// A rating scale by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Scale {
    /// Sudoku Explainer 1.2.1: ER EP ED.
    Se,
    /// HoDoKu 2.2: score and level.
    Hodoku,
}
