//! Completion of a board: clues and givens are added until one solution is left, in numbered
//! attempts.

use super::board::{VariantBoard, restated};
use super::grid_map::expect_one_grid;
use super::simplest_board;
use crate::answer::{Answer, Refusal};
use crate::attempts::{GeneratedPuzzle, first};
use crate::board::{Board, Which};
use farandole::json::{Bound, JsonRating};
use farandole::research::generate::VariantAttempts;
use farandole::research::variants::{
    Base, ClueKind, PlacedClues, Preset, RATING_BUDGET, VariantRatingTest, VariantRecipe,
};
use serde::Deserialize;

/// The board to complete, the clues to add, and the range of attempts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompleteRequest {
    /// The random seed. Equal seeds and attempt numbers give equal puzzles.
    seed: u64,
    /// The number of the first attempt.
    from: u64,
    /// Maximum number of attempts.
    tries: u64,
    /// The board. Its constraints and givens are kept.
    board: Board,
    /// The name of a kind of puzzle, such as `killer`, which determines the clues to add and whether the
    /// regions are replaced by random ones. Without it, `clues` lists the kinds.
    #[serde(default)]
    kind: Option<String>,
    /// The kinds of clues to add, by their names in constraint text.
    #[serde(default)]
    clues: Vec<String>,
    /// The minimum and maximum number of givens to add. By default, givens are added only if the
    /// kind of puzzle needs them.
    #[serde(default)]
    givens: Option<[usize; 2]>,
    /// True if no added clue may be redundant. Otherwise, a puzzle of a kind is one that people solve without trying
    /// cases.
    #[serde(default)]
    minimal: bool,
    /// The minimum and maximum rating on Farandole's scale, in tenths.
    #[serde(default)]
    rating: Option<[u32; 2]>,
}

pub(crate) fn complete(request: &CompleteRequest) -> Result<Answer, Refusal> {
    let recipe = recipe(request)?;
    recipe.check().map_err(Refusal::usage)?;
    let test = match request.rating {
        Some([least, most]) => Some(VariantRatingTest { rating: least..=most, ..VariantRatingTest::any() }),
        // Puzzles of a kind are for people.
        None if request.kind.is_some() && !request.minimal => Some(VariantRatingTest::for_people()),
        None => None,
    };
    let attempts = VariantAttempts { recipe, seed: request.seed, test };
    // One attempt takes up to a second. The page shows progress between requests.
    let first = first(&attempts, request.from, request.tries, 1);
    let made = first.found.as_ref();
    let board = made.map(|generated| simplest_board(&generated.made.variant)).transpose()?;
    let rating = made.and_then(|generated| generated.rating.as_ref());
    let rating = rating.map(|rating| JsonRating::of_variant(rating, Bound::Exact, Some(RATING_BUDGET)));
    Ok(Answer::json(&GeneratedPuzzle::new(&first, board, rating)))
}

/// Returns the recipe for the completed board.
fn recipe(request: &CompleteRequest) -> Result<VariantRecipe, Refusal> {
    let variant = match request.board.text {
        Some(_) => VariantBoard::of(&request.board)?.variant(Which::Givens)?,
        None => VariantBoard::of(&restated(&request.board)?)?.variant(Which::Givens)?,
    };
    expect_one_grid(&variant, "clues cannot be added")?;
    let preset = match request.kind.as_deref() {
        None => None,
        Some(name) => Some(
            Preset::by_name(name)
                .ok_or_else(|| Refusal::usage(format!("unknown kind of puzzle {name:?}")))?,
        ),
    };
    let recipe = match preset {
        Some(preset) if preset.is_irregular() => preset.recipe(Base::RandomRegions(variant.shape().rows())),
        Some(preset) => preset.recipe(Base::Fixed(variant.into())),
        None => {
            let kind = |name: &String| {
                ClueKind::by_name(name)
                    .ok_or_else(|| Refusal::usage(format!("unknown kind of clue {name:?}")))
            };
            let kinds = request.clues.iter().map(kind).collect::<Result<Vec<_>, _>>()?;
            let placed = kinds.into_iter().map(|kind| PlacedClues { kind, count: 0..=usize::MAX });
            VariantRecipe::new(Base::Fixed(variant.into()), placed.collect())
        }
    };
    let givens = request.givens.map_or(recipe.givens.clone(), |[least, most]| least..=most);
    Ok(VariantRecipe { givens, is_minimal: request.minimal, ..recipe })
}
