//! Operations about techniques of classic puzzles: ratings, and the catalogue.

use crate::answer::{Answer, Refusal};
use crate::board::{Board, Which};
use crate::classic::ClassicBoard;
use farandole::json::{Bound, HintStep, JsonAnswer, JsonRating, JsonTechnique, SCHEMA};
use farandole::logic::catalogue::{self, Page};
use farandole::logic::explain::english::Depth;
use farandole::logic::hint::Step;
use farandole::logic::{Scale, Technique, UserGrid};
use farandole::pipeline::Status;
use farandole::rating::rate_on;
use serde::Serialize;

pub(crate) fn rate(board: &Board, scale: Scale, budget: Option<u64>) -> Result<Answer, Refusal> {
    let puzzle = ClassicBoard::of(board)?.puzzle(Which::Givens)?;
    let rating = rate_on(scale.within(budget), &puzzle).map_err(Refusal::unsupported)?;
    let status = rating.status();
    let bound = if status == Status::Rated { Bound::Exact } else { Bound::Lower };
    Ok(Answer::json(&JsonAnswer {
        rating: rating.numbers().map(|numbers| JsonRating::new(numbers, bound, budget)),
        detail: (status != Status::Rated).then(|| rating.to_string()),
        ..JsonAnswer::new(status)
    }))
}

#[derive(Serialize)]
struct Techniques {
    schema: u32,
    status: &'static str,
    techniques: Vec<JsonTechnique>,
}

pub(crate) fn techniques() -> Answer {
    let techniques = Technique::ALL.iter().copied().map(JsonTechnique::from).collect();
    Answer::json(&Techniques { schema: SCHEMA, status: "ok", techniques })
}

/// A technique with its documentation and an example.
#[derive(Serialize)]
struct About {
    schema: u32,
    status: &'static str,
    #[serde(flatten)]
    technique: JsonTechnique,
    /// A summary in one sentence, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    in_short: Option<String>,
    /// The name of its documentation page.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<&'static str>,
    /// Headings and texts of the page.
    sections: Vec<(&'static str, String)>,
    /// The grid of the example.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Board>,
    /// The step in the example.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<HintStep>,
}

pub(crate) fn technique(id: &str) -> Result<Answer, Refusal> {
    let technique =
        Technique::by_id(id).ok_or_else(|| Refusal::usage(format!("unknown technique {id:?}")))?;
    let page = Page::of(technique);
    let example = catalogue::example(technique);
    let step = example
        .as_ref()
        .map(|(state, step)| HintStep::new(&Step::classic(state.clone(), step.clone()), Depth::Why));
    Ok(Answer::json(&About {
        schema: SCHEMA,
        status: "ok",
        technique: technique.into(),
        in_short: catalogue::in_short(technique),
        page: page.map(|page| page.name),
        sections: page.map(Page::sections).unwrap_or_default(),
        board: example.map(|(state, _)| Board::of_sheet(&UserGrid::of(&state))),
        step,
    }))
}
