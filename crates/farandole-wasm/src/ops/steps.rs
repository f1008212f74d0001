//! Operations about steps: hints and solution paths, each step with its drawing, and ratings.

use crate::answer::{Answer, Refusal};
use crate::puzzle::Puzzle;
use crate::wire::{Drawing, JudgeRequest, StepRequest};
use farandole::json;
use farandole::logic::explain::english::Depth;
use farandole::logic::hint::{Found, Hint, Path};
use serde::Serialize;
#[cfg(feature = "classic")]
use {
    crate::board::{Board, Which},
    crate::classic::ClassicBoard,
    farandole::json::{Bound, JsonAnswer, JsonRating},
    farandole::logic::Scale,
    farandole::pipeline::Status,
    farandole::rating::rate_on,
};

/// The answer to a request for a hint or a path, with the drawing of each step. A hint that does not
/// reveal its steps has no drawings.
#[derive(Serialize)]
struct Drawn<T> {
    #[serde(flatten)]
    told: T,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    drawings: Vec<Drawing>,
}

fn told<P: Puzzle>(hint: &Hint, depth: Depth) -> Answer {
    let drawings = match &hint.found {
        Found::Steps { steps, .. } if depth == Depth::Why => steps.iter().filter_map(P::drawing).collect(),
        _ => Vec::new(),
    };
    Answer::json(&Drawn { told: json::Hint::new(hint, depth), drawings })
}

pub(crate) fn hint<P: Puzzle>(puzzle: &P, request: &StepRequest) -> Result<Answer, Refusal> {
    Ok(told::<P>(&puzzle.hint(request)?, request.depth()))
}

/// Verdicts on moves.
#[derive(Serialize)]
struct Verdicts {
    schema: u32,
    status: &'static str,
    verdicts: Vec<json::Verdict>,
}

pub(crate) fn judge<P: Puzzle>(puzzle: &P, request: &JudgeRequest) -> Result<Answer, Refusal> {
    let verdicts = puzzle.judge(request)?;
    Ok(Answer::json(&Verdicts { schema: json::SCHEMA, status: "ok", verdicts }))
}

pub(crate) fn explain<P: Puzzle>(puzzle: &P, request: &StepRequest) -> Result<Answer, Refusal> {
    Ok(match puzzle.explain(request)? {
        Ok(path) => {
            let Path { steps, .. } = &path;
            let drawings = steps.iter().filter_map(P::drawing).collect();
            Answer::json(&Drawn { told: json::Path::from(&path), drawings })
        }
        Err(problems) => told::<P>(&problems, Depth::Why),
    })
}

#[cfg(feature = "classic")]
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
