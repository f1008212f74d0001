//! Topics: the reasons of steps in variants, with their pages and exercises.

use super::board::board_of;
use super::grid_map::GridMap;
use super::steps::{drawing, open_sets};
use crate::answer::{Answer, Refusal};
use crate::board::Board;
use crate::wire::Drawing;
use farandole::json::{HintStep, SCHEMA};
use farandole::logic::explain::english::Depth;
use farandole::logic::hint::Position;
use farandole::logic::practice::{Exercise, Topic};
use farandole::puzzle::constraint::{Constraint, Given};
use farandole::research::practice;
use farandole::variant::Variant;
use serde::Serialize;

#[derive(Serialize)]
struct Topics {
    schema: u32,
    status: &'static str,
    topics: Vec<Title>,
}

#[derive(Serialize)]
struct Title {
    id: &'static str,
    title: &'static str,
}

impl From<Topic> for Title {
    fn from(topic: Topic) -> Self {
        Self { id: topic.id(), title: topic.title() }
    }
}

pub(crate) fn topics() -> Answer {
    let topics = Topic::ALL.into_iter().map(Title::from).collect();
    Answer::json(&Topics { schema: SCHEMA, status: "ok", topics })
}

/// A topic with its page and an example.
#[derive(Serialize)]
struct About {
    schema: u32,
    status: &'static str,
    #[serde(flatten)]
    topic: Title,
    /// Headings and texts of the page.
    sections: Vec<(&'static str, String)>,
    board: Board,
    step: HintStep,
}

pub(crate) fn topic(id: &str) -> Result<Answer, Refusal> {
    let topic = by_id(id)?;
    let example = exercise_of(topic, None, 0)?;
    Ok(Answer::json(&About {
        schema: SCHEMA,
        status: "ok",
        topic: topic.into(),
        sections: topic.page().sections(),
        board: board_of_exercise(&example)?,
        step: HintStep::new(&example.steps()[0], Depth::Why),
    }))
}

/// A position to practise a topic, and a step for its reason.
#[derive(Serialize)]
struct TopicPosition {
    schema: u32,
    status: &'static str,
    board: Board,
    step: HintStep,
    #[serde(skip_serializing_if = "Option::is_none")]
    drawing: Option<Drawing>,
}

pub(crate) fn exercise(id: &str, seed: Option<u64>, number: u64) -> Result<Answer, Refusal> {
    let found = exercise_of(by_id(id)?, seed, number)?;
    let step = &found.steps()[0];
    Ok(Answer::json(&TopicPosition {
        schema: SCHEMA,
        status: "ok",
        board: board_of_exercise(&found)?,
        step: HintStep::new(step, Depth::Why),
        drawing: drawing(step),
    }))
}

fn by_id(id: &str) -> Result<Topic, Refusal> {
    Topic::by_id(id).ok_or_else(|| Refusal::usage(format!("unknown topic {id:?}")))
}

fn exercise_of(topic: Topic, seed: Option<u64>, number: u64) -> Result<Exercise, Refusal> {
    let found = practice::variant_exercise(topic, seed, number);
    found.ok_or_else(|| Refusal::usage(format!("{} has no exercise {number}", topic.id())))
}

/// Returns the board of an exercise: the known digits are givens, and the candidates are those of the user.
fn board_of_exercise(exercise: &Exercise) -> Result<Board, Refusal> {
    let Position::Variant(position) = exercise.position() else {
        return Err(Refusal::usage("expected a position of a variant"));
    };
    let state = &position.state;
    let variant = state.variant();
    let rules = variant.constraints().iter().filter(|it| !matches!(it, Constraint::Given(_)));
    let known = state.cells().filter(|cell| state.is_placed(*cell));
    let givens = known.map(|cell| Given { cell, mask: state.candidates(cell) }.into());
    let bare = Variant::new(variant.shape(), variant.stated_groups(), rules.cloned().chain(givens).collect());
    let board = board_of(&bare.map_err(Refusal::usage)?)?;
    Ok(Board { marks: GridMap::of(variant).arrange(&open_sets(state)), ..board })
}
