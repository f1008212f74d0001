//! Pictures of variants: SVG, and pages as PDF.

use super::wire::VariantBoard;
use crate::answer::{Answer, Plain, Refusal};
use crate::board::Which;
use crate::ops::pictures::{SheetRequest, ThemeName};
use farandole::{Config, End, variant};
use farandole_draw::{Picture, VariantBoard as Drawn, svg};

fn drawn(board: &VariantBoard) -> Result<Drawn, Refusal> {
    let variant = board.variant(Which::Givens)?;
    let drawn = Drawn::new(&variant).with_placed(&board.placed_values(&variant));
    let has_marks = board.marks.iter().any(|marks| *marks != 0);
    Ok(if has_marks { drawn.with_candidates(&board.marks) } else { drawn })
}

pub(super) fn draw(board: &VariantBoard, theme: ThemeName) -> Result<Answer, Refusal> {
    Ok(Answer::with_body(&Plain::OK, svg::write(&drawn(board)?.scene(), theme.into()).into_bytes()))
}

/// The picture of the solution, if there is exactly one.
fn solution(board: &VariantBoard) -> Result<Option<Picture>, Refusal> {
    let variant = board.variant(Which::Givens)?;
    let answer = variant::solve(&variant, &Config::default()).map_err(Refusal::unsupported)?;
    let is_only = (answer.report.solutions, answer.report.end) == (1, End::Exhausted);
    let values = answer.first.filter(|_| is_only);
    Ok(values.map(|values| Drawn::new(&variant).with_values(&values).without_rules().picture()))
}

pub(super) fn sheet(request: &SheetRequest<VariantBoard>) -> Result<Answer, Refusal> {
    request.pages(|board| Ok(drawn(board)?.picture()), solution)
}
