//! Drawing operations: a board with a step as SVG, and pages of puzzles as PDF.

use crate::answer::{Answer, Plain, Refusal};
use crate::board::{Board, Which};
use farandole::json::Step;
use farandole::{Config, DigitSet, Outcome};
use farandole_draw::sheet::{Entry, Paper, Sheet, pages};
use farandole_draw::{Board as Drawn, Picture, Theme, pdf, step_scene, svg};
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

/// Returns the content of a board for drawing.
fn drawn(board: &Board) -> Result<Drawn, Refusal> {
    // Cells without candidates of the user show those of the puzzle.
    let set_of = |list: &[u64], cell: usize| list.get(cell).copied().unwrap_or(0);
    let shown = (0..board.givens.len()).map(|cell| match set_of(&board.marks, cell) {
        0 => set_of(&board.allowed, cell),
        marks => marks,
    });
    let marks: Vec<DigitSet> =
        shown.map(|bits| DigitSet::from_bits(bits) & DigitSet::all(board.size)).collect();
    Ok(Drawn::of_puzzle(&board.puzzle(Which::Givens)?).with_placed(&board.placed).with_candidates(&marks))
}

pub(crate) fn draw(
    board: &Board,
    step: Option<&Step>,
    theme: ThemeName,
    caption: &str,
) -> Result<Answer, Refusal> {
    let scene = match step {
        None => drawn(board)?.scene(),
        Some(step) => {
            let grid = board.sheet()?;
            if grid.state().is_none() {
                return Err(Refusal::usage("the board has conflicting digits, so the step cannot be drawn"));
            }
            let step = step.in_position(&grid.into());
            let step = step.ok_or_else(|| Refusal::usage("the step contains unknown names"))?;
            step_scene(&step, caption)
        }
    };
    Ok(Answer::with_body(&Plain::OK, svg::write(&scene, theme.into()).into_bytes()))
}

/// A request for pages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SheetRequest<B> {
    boards: Vec<B>,
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

impl<B> SheetRequest<B> {
    /// Returns pages with the pictures of the boards, and with those of their solutions if
    /// requested.
    pub(crate) fn pages(
        &self,
        picture: impl Fn(&B) -> Result<Picture, Refusal>,
        solution: impl Fn(&B) -> Result<Option<Picture>, Refusal>,
    ) -> Result<Answer, Refusal> {
        let entry = |(index, board): (usize, &B)| {
            let solution = if self.solutions == SolutionsName::Small { solution(board)? } else { None };
            let note = self.notes.get(index).cloned().unwrap_or_default();
            Ok(Entry { picture: picture(board)?, note, solution })
        };
        let entries: Vec<Entry> =
            self.boards.iter().enumerate().map(entry).collect::<Result<_, Refusal>>()?;
        let sheet = Sheet {
            paper: match self.paper {
                PaperName::A4 => Paper::A4,
                PaperName::A5 => Paper::A5,
                PaperName::Letter => Paper::Letter,
            },
            per_page: self.per_page,
            title: self.title.clone(),
            first: 1,
        };
        let pages = pages(&sheet, &entries).map_err(Refusal::usage)?;
        let title = if self.title.is_empty() { "Sudoku" } else { &self.title };
        Ok(Answer::with_body(&Plain::OK, pdf::write(title, &pages, Theme::Print)))
    }
}

pub(crate) fn sheet(request: &SheetRequest<Board>) -> Result<Answer, Refusal> {
    let solution = |board: &Board| {
        let puzzle = board.puzzle(Which::Givens)?;
        let answer = Config::default().solve(&puzzle).map_err(Refusal::unsupported)?;
        Ok(match answer.outcome() {
            Outcome::Unique(grid) => Some(Drawn::of_puzzle(&puzzle).with_solution(grid).picture()),
            _ => None,
        })
    };
    request.pages(|board| Ok(drawn(board)?.picture()), solution)
}
