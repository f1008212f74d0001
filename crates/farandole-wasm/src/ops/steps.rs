//! Operations about techniques: hints, solution paths, ratings, and the catalogue.

use crate::answer::{Answer, Refusal};
use crate::board::{Board, Which};
use farandole::json::{Bound, Hint, HintStep, JsonAnswer, JsonRating, JsonTechnique, Path, SCHEMA};
use farandole::logic::catalogue::{self, Page};
use farandole::logic::explain::english::Depth;
use farandole::logic::hint::{Reach, Step};
use farandole::pipeline::Status;
use farandole::{Scale, Technique, UserGrid, classic_solutions, rate_on};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// How much a hint reveals.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum DepthName {
    Where,
    What,
    #[default]
    Why,
}

/// A difficulty scale.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ScaleName {
    #[default]
    Se,
    Hodoku,
}

/// The number of steps that a hint lists.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ReachName {
    #[default]
    First,
    Easiest,
}

impl From<DepthName> for Depth {
    fn from(name: DepthName) -> Self {
        match name {
            DepthName::Where => Self::Where,
            DepthName::What => Self::What,
            DepthName::Why => Self::Why,
        }
    }
}

impl From<ReachName> for Reach {
    fn from(name: ReachName) -> Self {
        match name {
            ReachName::First => Self::First,
            ReachName::Easiest => Self::Easiest,
        }
    }
}

impl ScaleName {
    /// Returns the scale with a budget. The unit is that of the option `--budget` of the command
    /// line.
    pub(crate) fn with(self, budget: Option<u64>) -> Scale {
        match self {
            Self::Se => Scale::se(budget),
            Self::Hodoku => Scale::hodoku(budget),
        }
    }
}

pub(crate) fn hint(
    board: &Board,
    depth: DepthName,
    scale: Scale,
    reach: ReachName,
) -> Result<Answer, Refusal> {
    let grid = board.sheet()?;
    let solutions = classic_solutions(&grid);
    Ok(Answer::json(&Hint::new(&grid.hint(&solutions, reach.into(), scale), depth.into())))
}

pub(crate) fn explain(board: &Board, scale: Scale) -> Result<Answer, Refusal> {
    let grid = board.sheet()?;
    let solutions = classic_solutions(&grid);
    Ok(match grid.explain(&solutions, scale, |_| ControlFlow::Continue(())) {
        Ok(path) => Answer::json(&Path::from(&path)),
        Err(problems) => Answer::json(&Hint::new(&problems, Depth::Why)),
    })
}

pub(crate) fn rate(board: &Board, scale: Scale, budget: Option<u64>) -> Result<Answer, Refusal> {
    let rating = rate_on(scale, &board.puzzle(Which::Givens)?).map_err(Refusal::unsupported)?;
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
