//! Operations about techniques: hints, solution paths, ratings, and the catalogue.

use crate::answer::{Answer, Refusal};
use crate::board::{Board, Which};
use farandole::json::{Advice, Bound, JsonAnswer, JsonRating, JsonTechnique, Path, SCHEMA, Told};
use farandole::logic::catalogue::{self, Page};
use farandole::logic::explain::english::{self, Depth};
use farandole::logic::hint::{self, Reach, Solutions};
use farandole::logic::{hodoku, se};
use farandole::pipeline::Status;
use farandole::{Scale, Technique, UserGrid, rate_on, sheet_solutions};
use serde::{Deserialize, Serialize};

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
        match (self, budget) {
            (Self::Se, None) => Scale::Se(se::Budget::NONE),
            (Self::Se, Some(visits)) => Scale::Se(se::Budget { visits, ..se::Budget::NONE }),
            (Self::Hodoku, None) => Scale::Hodoku(hodoku::Budget::NONE),
            (Self::Hodoku, Some(searches)) => {
                Scale::Hodoku(hodoku::Budget { searches, ..hodoku::Budget::NONE })
            }
        }
    }
}

pub(crate) fn hint(
    board: &Board,
    depth: DepthName,
    scale: Scale,
    reach: ReachName,
) -> Result<Answer, Refusal> {
    let sheet = board.sheet()?;
    let depth = depth.into();
    let advice = hint::advise(&sheet, &sheet_solutions(&sheet), reach.into(), scale);
    Ok(Answer::json(&Advice::new(&sheet, &advice, depth, scale)))
}

pub(crate) fn explain(board: &Board, scale: Scale) -> Result<Answer, Refusal> {
    let sheet = board.sheet()?;
    let solutions = sheet_solutions(&sheet);
    let nothing = se::Budget { hardest: 0, visits: 0 };
    let advice = hint::advise(&sheet, &solutions, Reach::First, nothing);
    let start = match (&advice, sheet.state()) {
        (hint::Advice::Trouble(_), _) | (_, None) => {
            return Ok(Answer::json(&Advice::new(&sheet, &advice, Depth::Why, nothing.into())));
        }
        (_, Some(start)) => start,
    };
    Ok(Answer::json(&match scale {
        Scale::Se(budget) => {
            let (rating, steps) = se::explain(&start, budget);
            Path::se(&start, rating, &steps)
        }
        Scale::Hodoku(budget) => {
            let solution = if let Solutions::One(solution) = &solutions { Some(solution) } else { None };
            let (rating, steps) = hodoku::explain(&start, solution, budget);
            Path::hodoku(&start, rating, &steps)
        }
    }))
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
    step: Option<Told>,
}

pub(crate) fn technique(id: &str) -> Result<Answer, Refusal> {
    let technique =
        Technique::by_id(id).ok_or_else(|| Refusal::usage(format!("unknown technique {id:?}")))?;
    let page = Page::of(technique);
    let example = catalogue::example(technique);
    let step = example.as_ref().map(|(state, deduction)| Told {
        difficulty: None,
        text: english::step(state, deduction, Depth::Why),
        step: Some(deduction.into()),
    });
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
