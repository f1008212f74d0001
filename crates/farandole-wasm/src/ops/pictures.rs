//! Drawing operations: the layers of a puzzle, a board with a step as SVG, and pages as PDF.

use crate::answer::{Answer, Plain, Refusal};
use crate::board::Board;
use crate::puzzle::{Puzzle, on_puzzle};
use farandole::json::{SCHEMA, Step};
use farandole_draw::scene::{Anchor, Item};
use farandole_draw::sheet::{Entry, Paper, Sheet, pages};
use farandole_draw::{Layers, Picture, Theme, pdf, svg};
use serde::{Deserialize, Serialize};

/// The colour theme.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ThemeName {
    #[default]
    Light,
    Dark,
    Print,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Self {
        match name {
            ThemeName::Light => Self::Light,
            ThemeName::Dark => Self::Dark,
            ThemeName::Print => Self::Print,
        }
    }
}

/// The drawing of a puzzle without digits, and its constraints.
#[derive(Default, Serialize)]
pub(crate) struct Shown {
    pub(crate) schema: u32,
    pub(crate) status: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) constraints: Vec<JsonConstraint>,
    /// The indices of the grid that are not cells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) holes: Vec<usize>,
    /// The candidates that constraints on single cells allow at each index; 0 for all.
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
    /// Middle of the baseline of each candidate, relative to the upper left corner of its cell.
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
    /// The indices of its cells in the grid.
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

pub(crate) fn show(puzzle: &impl Puzzle) -> Result<Answer, Refusal> {
    Ok(Answer::json(&puzzle.show()?))
}

pub(crate) fn draw(
    puzzle: &impl Puzzle,
    step: Option<&Step>,
    theme: ThemeName,
    caption: &str,
) -> Result<Answer, Refusal> {
    let scene = puzzle.scene(step, caption)?;
    Ok(Answer::with_body(&Plain::OK, svg::write(&scene, theme.into()).into_bytes()))
}

/// A request for pages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SheetRequest {
    boards: Vec<Board>,
    /// A note for each puzzle, printed next to its number.
    #[serde(default)]
    notes: Vec<String>,
    #[serde(default = "six")]
    per_page: usize,
    #[serde(default)]
    paper: PaperName,
    #[serde(default)]
    title: String,
    #[serde(default)]
    solutions: SolutionsName,
}

/// How solutions are printed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum SolutionsName {
    #[default]
    None,
    Small,
}

/// The paper size.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum PaperName {
    #[default]
    A4,
    A5,
    Letter,
}

const fn six() -> usize {
    6
}

/// Returns the pictures of a board and of its solution, if it is requested and the only one.
fn pictures(puzzle: &impl Puzzle, solutions: SolutionsName) -> Result<(Picture, Option<Picture>), Refusal> {
    let solution = if solutions == SolutionsName::Small { puzzle.solution()? } else { None };
    Ok((puzzle.picture()?, solution))
}

/// Returns pages with the pictures of the boards.
pub(crate) fn sheet(request: &SheetRequest) -> Result<Answer, Refusal> {
    let entry = |(index, board): (usize, &Board)| {
        let (picture, solution) = on_puzzle!(board, puzzle => pictures(&puzzle, request.solutions))?;
        Ok(Entry { picture, note: request.notes.get(index).cloned().unwrap_or_default(), solution })
    };
    let entries: Vec<Entry> = request.boards.iter().enumerate().map(entry).collect::<Result<_, Refusal>>()?;
    let sheet = Sheet {
        paper: match request.paper {
            PaperName::A4 => Paper::A4,
            PaperName::A5 => Paper::A5,
            PaperName::Letter => Paper::Letter,
        },
        per_page: request.per_page,
        title: request.title.clone(),
        first: 1,
    };
    let pages = pages(&sheet, &entries).map_err(Refusal::usage)?;
    let title = if request.title.is_empty() { "Sudoku" } else { &request.title };
    Ok(Answer::with_body(&Plain::OK, pdf::write(title, &pages, Theme::Print)))
}
