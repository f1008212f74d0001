//! Pictures of variants: SVG, and pages as PDF.

use super::grids;
use super::places::GridMap;
use super::show::allowed;
use super::wire::{VariantBoard, digits};
use crate::answer::{Answer, Plain, Refusal};
use crate::board::Which;
use crate::ops::pictures::{SheetRequest, ThemeName};
use farandole::json;
use farandole::logic::hint::Step;
use farandole::logic::variant::State;
use farandole::puzzle::overlapping::Layout;
use farandole::{Config, End, variant};
use farandole_draw::{Picture, VariantBoard as Drawn, svg, with_caption};

fn drawn(board: &VariantBoard) -> Result<Drawn, Refusal> {
    let variant = board.variant(Which::Givens)?;
    let drawn = Drawn::new(&variant).with_placed(&board.placed_values(&variant));
    if board.marks.iter().all(|marks| *marks == 0) {
        return Ok(drawn);
    }
    // Cells without candidates of the user show those of the puzzle.
    let allowed = allowed(&variant, &GridMap::of(&variant));
    let shown = board.marks.iter().enumerate().map(|(index, marks)| match marks {
        0 => allowed.get(index).copied().unwrap_or(0),
        marks => *marks,
    });
    Ok(drawn.with_candidates(&shown.collect::<Vec<u16>>()))
}

pub(super) fn draw(
    board: &VariantBoard,
    step: Option<&json::Step>,
    theme: ThemeName,
    caption: &str,
) -> Result<Answer, Refusal> {
    let scene = match step {
        None => {
            let base = board.base()?;
            match Layout::of(&base) {
                Some(layout) => grids::scene(layout, board, &GridMap::of(&base)),
                None => drawn(board)?.scene(),
            }
        }
        Some(step) => {
            let state = State::new(&board.variant(Which::Givens)?);
            let Some(Step::Variant(step)) = step.in_position(&state.into()) else {
                return Err(Refusal::usage("the step contains unknown names"));
            };
            with_caption(drawn(board)?.without_rules().with_step(&step.deduction).scene(), caption)
        }
    };
    Ok(Answer::with_body(&Plain::OK, svg::write(&scene, theme.into()).into_bytes()))
}

/// Returns the picture of the solution, if there is exactly one.
fn solution(board: &VariantBoard) -> Result<Option<Picture>, Refusal> {
    let variant = board.variant(Which::Givens)?;
    let answer = variant::solve(&variant, &Config::default()).map_err(Refusal::unsupported)?;
    let is_only = (answer.report.solutions, answer.report.end) == (1, End::Exhausted);
    let values = answer.first.filter(|_| is_only);
    Ok(values.map(|values| match Layout::of(&variant) {
        Some(layout) => grids::picture(layout, board, &digits(&variant, &values)),
        None => Drawn::new(&variant).with_values(&values).without_rules().picture(),
    }))
}

pub(super) fn sheet(request: &SheetRequest<VariantBoard>) -> Result<Answer, Refusal> {
    let picture = |board: &VariantBoard| -> Result<Picture, Refusal> {
        Ok(match Layout::of(&board.base()?) {
            Some(layout) => grids::picture(layout, board, &board.placed),
            None => drawn(board)?.picture(),
        })
    };
    request.pages(picture, solution)
}
