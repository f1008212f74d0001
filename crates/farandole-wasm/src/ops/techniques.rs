//! The techniques of classic puzzles: their list and their descriptions.

use crate::answer::{Answer, Refusal};
use crate::board::Board;
use farandole::json::{HintStep, JsonTechnique, SCHEMA};
use farandole::logic::catalogue::{self, Page};
use farandole::logic::explain::english::Depth;
use farandole::logic::hint::{self, Step};
use farandole::logic::practice::Exercise;
use farandole::logic::{Technique, UserGrid};
use farandole::research::practice;
use serde::Serialize;

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
    let technique = by_id(id)?;
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

/// A position to practise a technique.
#[derive(Serialize)]
struct Position {
    schema: u32,
    status: &'static str,
    board: Board,
}

pub(crate) fn exercise(id: &str, seed: Option<u64>, number: u64) -> Result<Answer, Refusal> {
    let found = practice::exercise(by_id(id)?, seed, number);
    let Some(hint::Position::Classic(grid)) = found.as_ref().map(Exercise::position) else {
        return Err(Refusal::usage(format!("{id} has no exercise {number}")));
    };
    Ok(Answer::json(&Position { schema: SCHEMA, status: "ok", board: Board::of_sheet(grid) }))
}

fn by_id(id: &str) -> Result<Technique, Refusal> {
    Technique::by_id(id).ok_or_else(|| Refusal::usage(format!("unknown technique {id:?}")))
}
