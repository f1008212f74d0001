//! Estimates of the number of solutions. The module for classic puzzles leaves them to the other one, which has the
//! engines for exact cover problems.

use crate::answer::{Answer, Refusal};
use crate::board::{Board, Which};
use crate::variant::VariantBoard;
use crate::wire::SEED;
use farandole::engines::{Engine, Solver};
use farandole::json::JsonAnswer;
use farandole::pipeline::Status;

/// Estimates the number of solutions of either kind of puzzle.
pub(crate) fn estimate(board: &Board, which: Which, dives: u64) -> Result<Answer, Refusal> {
    let found = match board.text {
        None => Solver::new(Engine::Auto).estimate(&board.puzzle(which)?, dives, SEED),
        Some(_) => VariantBoard::of(board)?.estimate(which, dives)?,
    };
    Ok(Answer::json(&JsonAnswer { estimate: Some((&found).into()), ..JsonAnswer::new(Status::Estimated) }))
}
