//! Generation of classic puzzles and of puzzles of other shapes without constraints.

use crate::answer::{Answer, Refusal};
use crate::attempts::{GeneratedPuzzle, first};
use crate::board::{Board, Which};
use crate::classic::ClassicBoard;
use farandole::json::{Bound, JsonRating};
use farandole::kernel::Isa;
use farandole::logic::{Scale, Technique};
use farandole::research::generate::{Attempts, Classic, General, Generated, RatingTest};
use farandole::research::{GeneralRecipe, Layout, Minimal, PatternSymmetry, Recipe};
use serde::Deserialize;
use std::sync::Arc;

/// Number of attempts per block.
const BLOCK: u64 = 16;

/// The requested properties of a puzzle, and the range of attempts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MakeRequest {
    /// The random seed. Equal seeds and attempt numbers give equal puzzles.
    seed: u64,
    /// The number of the first attempt.
    from: u64,
    /// Maximum number of attempts.
    tries: u64,
    /// The board whose houses the puzzle gets. By default, these are the houses of the classic
    /// grid.
    #[serde(default)]
    board: Option<Board>,
    /// The name of the symmetry of the givens.
    #[serde(default)]
    symmetry: Option<String>,
    /// The minimum and maximum number of givens.
    #[serde(default)]
    givens: Option<[u32; 2]>,
    /// The minimum and maximum rating on the scale of Sudoku Explainer, in tenths.
    #[serde(default)]
    rating: Option<[u32; 2]>,
    /// The id of a technique that the solution path must contain.
    #[serde(default)]
    technique: Option<String>,
}

pub(crate) fn run(request: &MakeRequest) -> Result<Answer, Refusal> {
    let symmetry = match request.symmetry.as_deref() {
        None => PatternSymmetry::default(),
        Some(name) => PatternSymmetry::by_name(name)
            .ok_or_else(|| Refusal::usage(format!("unknown symmetry {name:?}")))?,
    };
    let [least, most] = request.givens.unwrap_or([0, u32::MAX]);
    let (givens, seed) = (least..=most, request.seed);
    let geometry = match &request.board {
        None => None,
        Some(board) => Some(Arc::clone(ClassicBoard::of(board)?.puzzle(Which::Givens)?.geometry())),
    };
    match geometry {
        None => {
            let recipe = Recipe { symmetry, givens, minimal: Minimal::Yes, ..Recipe::default() };
            let classic = Classic { recipe, seed, isa: Isa::detect(), test: test(request)? };
            attempt(request, &classic)
        }
        Some(_) if request.rating.is_some() || request.technique.is_some() => {
            Err(Refusal::unsupported("ratings are available for classic 9x9 puzzles only"))
        }
        Some(geometry) => {
            let layout = Layout::Fixed(geometry);
            let recipe =
                GeneralRecipe { layout, symmetry, least_givens: 0, minimal: Minimal::Yes, budget: BUDGET };
            attempt(request, &General { recipe, givens, seed })
        }
    }
}

/// Budget of one search in an attempt at a grid that is not classic.
const BUDGET: u64 = 100_000;

/// Returns the difficulty test, if the request has conditions on the difficulty.
fn test(request: &MakeRequest) -> Result<Option<RatingTest>, Refusal> {
    let technique = match request.technique.as_deref() {
        None => None,
        Some(id) => {
            Some(Technique::by_id(id).ok_or_else(|| Refusal::usage(format!("unknown technique {id:?}")))?)
        }
    };
    if request.rating.is_none() && technique.is_none() {
        return Ok(None);
    }
    let [least, most] = request.rating.unwrap_or([0, u32::MAX]);
    let any = RatingTest::any(Scale::Se);
    Ok(Some(RatingTest { rating: least..=most, technique, ..any }))
}

/// Makes attempts until one succeeds.
fn attempt(request: &MakeRequest, attempts: &impl Attempts<Output = Generated>) -> Result<Answer, Refusal> {
    let first = first(attempts, request.from, request.tries, BLOCK);
    let made = first.found.as_ref();
    let board = made.map(|made| Board::of_puzzle(&made.puzzle)).transpose()?;
    let rating = made.and_then(|made| made.rating.as_ref());
    let rating = rating.map(|numbers| JsonRating::new(numbers, Bound::Exact, None));
    Ok(Answer::json(&GeneratedPuzzle::new(&first, board, rating)))
}
