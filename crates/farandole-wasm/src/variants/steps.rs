//! Operations about steps of variants: hints, the whole way.

use super::wire::VariantBoard;
use crate::answer::{Answer, Refusal};
use crate::board::Which;
use crate::ops::steps::{DepthName, ReachName};
use crate::ops::values::CHECK_BUDGET;
use farandole::Config;
use farandole::json::{Advice, Path};
use farandole::logic::explain::english::Depth;
use farandole::logic::hint::variant::{self as hint, Trouble};
use farandole::logic::variant::{Deduction, State, Walk};
use farandole::puzzle::Cell;
use farandole::puzzle::constraint::{Constraint, Given};
use farandole::variant::{Variant, trouble_of};

/// The position with the digits and marks that a person wrote, and what is wrong with it.
fn position(board: &VariantBoard) -> Result<(State, Option<Trouble>), Refusal> {
    let digits = board.variant(Which::Digits)?;
    let mut constraints = digits.constraints().to_vec();
    let marked = board.marks.iter().enumerate().filter(|(_, mask)| **mask != 0);
    let inside =
        marked.filter_map(|(at, mask)| Some((Cell::new(at)?, *mask & digits.board().values().all())));
    let grid = digits.board().grid_count();
    let givens = inside.filter(|(cell, mask)| cell.index() < grid && *mask != 0);
    constraints.extend(givens.map(|(cell, mask)| Constraint::from(Given { cell, mask })));
    let variant =
        Variant::new(digits.shape(), digits.stated_groups(), constraints).map_err(Refusal::usage)?;
    let config = Config { budget: CHECK_BUDGET, ..Config::default() };
    let trouble = trouble_of(&variant, &config).map_err(Refusal::unsupported)?;
    Ok((State::new(&variant), trouble))
}

pub(super) fn hint(
    board: &VariantBoard,
    depth: DepthName,
    reach: ReachName,
    budget: Option<u64>,
) -> Result<Answer, Refusal> {
    let (state, trouble) = position(board)?;
    let advice = hint::advise(&state, trouble, reach.into(), budget.unwrap_or(u64::MAX));
    Ok(Answer::json(&Advice::of_variant(&state, &advice, depth.into())))
}

pub(super) fn explain(board: &VariantBoard, budget: Option<u64>) -> Result<Answer, Refusal> {
    let (start, trouble) = position(board)?;
    if let Some(trouble) = trouble {
        let advice = hint::Advice::Trouble(trouble);
        return Ok(Answer::json(&Advice::of_variant(&start, &advice, Depth::Why)));
    }
    let (steps, outcome) = Walk::new(start.clone(), budget.unwrap_or(u64::MAX)).to_end();
    let steps: Vec<Deduction> = steps.into_iter().map(|(_, step)| step).collect();
    Ok(Answer::json(&Path::of_variant(&start, outcome, &steps)))
}
