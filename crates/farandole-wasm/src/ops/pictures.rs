//! Drawing operations: the layers of a puzzle, a board with a step as SVG, and pages as PDF.

use crate::answer::{Answer, Plain, Refusal};
use crate::board::Board;
use crate::kind::{on_puzzle, with_cosmetics};
use crate::puzzle::Puzzle;
use crate::wire::Texts;
use farandole::json::Step;
use farandole_draw::sheet::{Entry, Paper, Sheet, pages};
use farandole_draw::{Picture, Scene, Theme, pdf, svg, with_caption};
use serde::Deserialize;

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

pub(crate) fn show(puzzle: &impl Puzzle) -> Result<Answer, Refusal> {
    Ok(Answer::json(&puzzle.show()?))
}

pub(crate) fn draw(puzzle: &impl Puzzle, theme: ThemeName, texts: &Texts) -> Result<Answer, Refusal> {
    let Texts { title, author, rules } = texts;
    let heading = match (title.is_empty(), author.is_empty()) {
        (_, true) => title.clone(),
        (true, false) => format!("by {author}"),
        (false, false) => format!("{title} by {author}"),
    };
    let rules = if rules.is_empty() { puzzle.rules()? } else { rules.clone() };
    let caption = format!("{heading}\n{rules}");
    let scene = puzzle.scene()?;
    Ok(written(&if caption.trim().is_empty() { scene } else { with_caption(scene, caption.trim()) }, theme))
}

pub(crate) fn draw_step(
    puzzle: &impl Puzzle,
    step: &Step,
    theme: ThemeName,
    caption: &str,
) -> Result<Answer, Refusal> {
    Ok(written(&with_caption(puzzle.step_scene(step)?, caption), theme))
}

fn written(scene: &Scene, theme: ThemeName) -> Answer {
    Answer::with_body(&Plain::OK, svg::write(scene, theme.into()).into_bytes())
}

/// A request for pages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SheetRequest {
    boards: Vec<Board>,
    /// A note for each puzzle, printed next to its number.
    #[serde(default)]
    notes: Vec<String>,
    /// The rules of each puzzle in the words of its author. They replace those of the constraints.
    #[serde(default)]
    rules: Vec<String>,
    #[serde(default = "six")]
    per_page: usize,
    /// The name of a paper size; by default A4.
    paper: Option<String>,
    #[serde(default)]
    title: String,
    #[serde(default)]
    solutions: SolutionsName,
}

/// The form of printed solutions.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum SolutionsName {
    #[default]
    None,
    Small,
}

const fn six() -> usize {
    6
}

/// Returns the picture of a board and, if requested, of its solution if there is exactly one.
fn pictures(
    puzzle: &impl Puzzle,
    rules: &str,
    solutions: SolutionsName,
) -> Result<(Picture, Option<Picture>), Refusal> {
    let solution = if solutions == SolutionsName::Small { puzzle.solution()? } else { None };
    let rules = if rules.is_empty() { puzzle.rules()? } else { rules.to_owned() };
    Ok((puzzle.picture()?.with_text(&rules), solution))
}

/// Returns pages with the pictures of the boards, without the progress of the user.
pub(crate) fn sheet(request: &SheetRequest) -> Result<Answer, Refusal> {
    let entry = |(index, board): (usize, &Board)| {
        let board = &Board { placed: Vec::new(), marks: Vec::new(), ..board.clone() };
        let rules = request.rules.get(index).map_or("", String::as_str);
        let board = &*with_cosmetics(board)?;
        let (picture, solution) = on_puzzle!(board, puzzle => pictures(&puzzle, rules, request.solutions))?;
        Ok(Entry { picture, note: request.notes.get(index).cloned().unwrap_or_default(), solution })
    };
    let entries: Vec<Entry> = request.boards.iter().enumerate().map(entry).collect::<Result<_, Refusal>>()?;
    let paper = match &request.paper {
        Some(name) => {
            Paper::by_name(name).ok_or_else(|| Refusal::usage(format!("unknown paper {name:?}")))?
        }
        None => Paper::default(),
    };
    let sheet = Sheet { paper, per_page: request.per_page, title: request.title.clone(), ..Sheet::default() };
    let pages = pages(&sheet, &entries).map_err(Refusal::usage)?;
    let title = if request.title.is_empty() { "Sudoku" } else { &request.title };
    let bytes = pdf::write(title, &pages, Theme::Print).map_err(Refusal::unsupported)?;
    Ok(Answer::with_body(&Plain::OK, bytes))
}
