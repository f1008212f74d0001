//! Fields of requests and answers that both kinds of puzzles use.

use crate::answer::Refusal;
use crate::board::Board;
use farandole::json::{JsonAnswer, SCHEMA};
use farandole::logic::Scale;
use farandole::logic::explain::english::Depth;
use farandole::logic::hint::{Guide, Reach};
use farandole_draw::scene::{Anchor, Item};
use farandole_draw::{Layers, Pattern, svg};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// A contradiction that is visible without search.
#[derive(Serialize)]
pub(crate) struct JsonClash {
    /// The indices of the cells involved; empty for a region of the wrong size.
    pub(crate) cells: Vec<usize>,
    /// An explanation in English.
    pub(crate) text: String,
}

/// The result of a search.
pub(crate) struct Solved {
    pub(crate) answer: JsonAnswer<'static>,
    /// The digits of the first solution, row-major.
    pub(crate) grid: Option<Vec<u8>>,
    /// The region of each cell, row-major, for variants in which regions are part of the solution.
    pub(crate) regions: Option<Vec<u8>>,
}

/// The true candidates of a puzzle.
pub(crate) struct Truths {
    pub(crate) sets: Vec<u64>,
    /// True if every cell has one candidate, extra cells included.
    pub(crate) is_one: bool,
}

/// The random seed of estimates. It is fixed because the same board should always have the same
/// estimate.
pub(crate) const SEED: u64 = 0;

/// Budget of the search of a check.
pub(crate) const CHECK_BUDGET: u64 = 1_000_000;

#[derive(Serialize)]
pub(crate) struct JsonFormat {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) extensions: &'static [&'static str],
}

/// The puzzles in a text.
#[derive(Serialize)]
pub(crate) struct ReadText {
    pub(crate) schema: u32,
    pub(crate) status: &'static str,
    /// `sheet`, `variant`, or the name of a format.
    pub(crate) format: &'static str,
    /// Number of records in the text.
    pub(crate) count: usize,
    pub(crate) boards: Vec<Board>,
    /// The records that cannot be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) problems: Vec<Problem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
    /// Warnings about the text of a variant.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) warnings: Vec<String>,
    /// The indices of the constraints that an edit has added, in the order of `show`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) added: Vec<usize>,
}

/// A record that cannot be read.
#[derive(Serialize)]
pub(crate) struct Problem {
    pub(crate) line: u64,
    pub(crate) column: u64,
    pub(crate) detail: String,
}

impl ReadText {
    /// Returns the answer for one record in a format. Callers with several records set their
    /// number.
    pub(crate) fn new(format: &'static str, boards: Vec<Board>) -> Self {
        let (problems, title, warnings, added) = (Vec::new(), None, Vec::new(), Vec::new());
        Self { schema: SCHEMA, status: "ok", format, count: 1, boards, problems, title, warnings, added }
    }
}

/// The amount that a hint reveals.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum DepthName {
    Where,
    What,
    #[default]
    Why,
}

/// Reads the name of a scale.
pub(crate) fn scale<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Scale, D::Error> {
    let name = String::deserialize(deserializer)?;
    Scale::by_name(&name).ok_or_else(|| D::Error::unknown_variant(&name, &Scale::NAMES))
}

/// The scale of requests that do not name one.
pub(crate) const fn default_scale() -> Scale {
    Scale::Se
}

/// The steps that a hint lists: the first one, or all of the easiest technique.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ReachName {
    #[default]
    First,
    Easiest,
}

/// A request for steps. Variants have no scale.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepRequest {
    pub(crate) board: Board,
    #[serde(default)]
    depth: DepthName,
    #[serde(default = "default_scale", deserialize_with = "scale")]
    scale: Scale,
    #[serde(default)]
    reach: ReachName,
    /// Budget of the search for steps.
    #[serde(default)]
    pub(crate) budget: Option<u64>,
    /// Budget of the search for mistakes in a variant, which precedes the search for steps.
    #[serde(default)]
    pub(crate) check: Option<u64>,
}

impl StepRequest {
    pub(crate) const fn depth(&self) -> Depth {
        match self.depth {
            DepthName::Where => Depth::Where,
            DepthName::What => Depth::What,
            DepthName::Why => Depth::Why,
        }
    }

    pub(crate) const fn reach(&self) -> Reach {
        match self.reach {
            ReachName::First => Reach::First,
            ReachName::Easiest => Reach::Easiest,
        }
    }

    /// Returns the order of techniques with the budget. The unit is that of the option `--budget` of the
    /// command line.
    pub(crate) fn guide(&self) -> Result<Guide<'static>, Refusal> {
        let guide = Guide::of(self.scale, self.budget);
        guide.ok_or_else(|| {
            Refusal::usage(format!("found the scale {}, expected se or hodoku", self.scale.name()))
        })
    }
}

/// A request for verdicts on moves, such as `r1c2=5 r3c4<>6`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct JudgeRequest {
    pub(crate) board: Board,
    pub(crate) moves: String,
    /// The greatest difficulty of a step that justifies a move.
    #[serde(default)]
    pub(crate) most: Option<f64>,
    /// Budget of the search for steps.
    #[serde(default)]
    pub(crate) budget: Option<u64>,
}

/// The drawing of a step, with the grid to which it applies.
#[derive(Serialize)]
pub(crate) struct Drawing {
    /// The digit of each cell before the step, or 0 for an empty cell.
    digits: Vec<u8>,
    /// The candidates of each cell before the step, as a bit set, or 0 for a cell with a digit.
    sets: Vec<u64>,
    /// The cells of the step's houses and constraints, drawn below the lines of the grid.
    below: Vec<Part>,
    /// The candidates and links of the step, drawn above everything else.
    above: Vec<Part>,
}

impl Drawing {
    pub(crate) fn new(digits: Vec<u8>, sets: Vec<u64>, pattern: &Pattern) -> Self {
        Self { digits, sets, below: parts(&pattern.below), above: parts(&pattern.above) }
    }
}

/// The drawing of a puzzle without digits, and its constraints.
#[derive(Default, Serialize)]
pub(crate) struct Shown {
    pub(crate) schema: u32,
    pub(crate) status: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) constraints: Vec<JsonConstraint>,
    /// The row-major indices in the grid that are not cells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) holes: Vec<usize>,
    /// For each row-major index in the grid, the candidates that constraints on single cells allow, or 0 for all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) allowed: Vec<u64>,
    /// The layers from back to front, with a cell side of 60.
    pub(crate) below: Vec<Part>,
    pub(crate) lines: Vec<Part>,
    pub(crate) above: Vec<Part>,
    /// The space that the layers need outside the grid: left, top, right, bottom.
    pub(crate) room: [f64; 4],
    /// The rules beyond those of Sudoku, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) rules: Vec<String>,
    /// Font sizes of digits and candidates.
    pub(crate) digit: f64,
    pub(crate) mark: f64,
    /// The middle of the baseline of each candidate, in ascending order, relative to the upper left corner of the
    /// cell.
    pub(crate) marks: Vec<(f64, f64)>,
}

impl Shown {
    pub(crate) fn new(Layers { below, lines, above, room, marks }: &Layers) -> Self {
        Self {
            schema: SCHEMA,
            status: "ok",
            below: parts(below),
            lines: parts(lines),
            above: parts(above),
            room: [room.left, room.top, room.right, room.bottom],
            digit: marks.digit,
            mark: marks.size,
            marks: marks.at.clone(),
            ..Self::default()
        }
    }
}

#[derive(Serialize)]
pub(crate) struct JsonConstraint {
    pub(crate) name: &'static str,
    /// The constraint as constraint text.
    pub(crate) text: String,
    pub(crate) meaning: String,
    /// The indices of the constraint's cells in the grid.
    pub(crate) cells: Vec<usize>,
}

/// A part of a drawing.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Part {
    Path {
        role: String,
        d: String,
    },
    Text {
        role: String,
        x: f64,
        y: f64,
        size: f64,
        text: String,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        start: bool,
    },
}

/// Returns the parts in order. Merges consecutive shapes of one role into one path.
pub(crate) fn parts(items: &[Item]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for item in items {
        match item {
            Item::Shape { shape, role } => {
                let (role, path) = (role.class(), svg::path(shape));
                match parts.last_mut() {
                    Some(Part::Path { role: last, d }) if *last == role => d.push_str(&path),
                    _ => parts.push(Part::Path { role, d: path }),
                }
            }
            Item::Text { at, anchor, size, text, role } => parts.push(Part::Text {
                role: role.class(),
                x: at.0,
                y: at.1,
                size: *size,
                text: text.clone(),
                start: *anchor == Anchor::Start,
            }),
            // Layers contain no groups.
            Item::Group { items, .. } => parts.extend(self::parts(items)),
        }
    }
    parts
}

/// The texts of a puzzle in words. A text may be empty.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Texts {
    pub(crate) title: String,
    pub(crate) author: String,
    pub(crate) rules: String,
}
