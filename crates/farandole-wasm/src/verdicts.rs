//! Verdicts on moves, for puzzles of either kind.

use crate::answer::Refusal;
use crate::wire::{CHECK_BUDGET, JudgeRequest};
use farandole::Config;
use farandole::json;
use farandole::logic::claim::ClaimError;
use farandole::logic::hint::Position;
use farandole::logic::own;
use farandole::verdict::{Examined, Judge, Limits, Move};

/// Judges the moves of a request in a position.
pub(crate) fn verdicts<E: Examined + Clone + Into<Position>>(
    position: E,
    moves: Result<Vec<Move>, ClaimError>,
    most: f64,
    request: &JudgeRequest,
) -> Result<Vec<json::Verdict>, Refusal> {
    let (moves, shown) = (moves.map_err(|error| Refusal::usage(error.to_string()))?, position.clone().into());
    let config = Config { budget: CHECK_BUDGET, ..Config::default() };
    let judge = Judge::new(position, &config, None).map_err(Refusal::unsupported)?;
    let order = own::Order::default();
    let config = own::Config { order: &order, searches: request.budget.unwrap_or(u64::MAX) };
    let limits = Limits { config, most: request.most.unwrap_or(most) };
    let verdict = |claim| {
        let verdict = judge.verdict(claim, limits, None).map_err(Refusal::unsupported)?;
        Ok(json::Verdict::new(&shown, &verdict))
    };
    moves.into_iter().map(verdict).collect()
}
