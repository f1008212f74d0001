//! Generation of classic 9x9 puzzles.

use crate::error::{FarandoleCode, FarandoleError, guard};
use crate::puzzle::{FarandolePuzzle, require};
use farandole::generate::{Request, generate};
use farandole::research::Recipe;

/// The conditions for a generated puzzle. A recipe of zeros, `FarandoleRecipe recipe = {0}`, has none.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FarandoleRecipe {
    /// Random seed. The same recipe always generates the same puzzle.
    pub seed: u64,
    /// Maximum number of attempts; 0 is no limit.
    pub tries: u64,
    /// Minimum number of givens.
    pub least_givens: u32,
    /// Maximum number of givens; 0 is no limit.
    pub most_givens: u32,
    /// Minimum rating on the scale of Sudoku Explainer, in tenths.
    pub least_er: u32,
    /// Maximum rating on this scale, in tenths; 0 is no limit. Without both limits, the puzzle is not rated.
    pub most_er: u32,
}

/// Generates a minimal classic 9x9 puzzle with exactly one solution, on this thread. `puzzle` receives a new handle, which
/// `farandole_puzzle_free` frees, or NULL if no attempt succeeds.
///
/// # Safety
///
/// `recipe` is NULL or valid for a read, and `puzzle` is valid for a write. `error` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_generate(
    recipe: *const FarandoleRecipe,
    puzzle: *mut *mut FarandolePuzzle,
    error: *mut *mut FarandoleError,
) -> FarandoleCode {
    let make = || {
        require(!puzzle.is_null(), "puzzle")?;
        // SAFETY: the caller guarantees that the recipe is null or can be read.
        let recipe = unsafe { recipe.as_ref() }.copied().unwrap_or_default();
        let or_all = |most: u32| if most == 0 { u32::MAX } else { most };
        let is_rated = recipe.least_er != 0 || recipe.most_er != 0;
        let request = Request {
            seed: recipe.seed,
            recipe: Recipe { givens: recipe.least_givens..=or_all(recipe.most_givens), ..Recipe::default() },
            rating: is_rated.then(|| recipe.least_er..=or_all(recipe.most_er)),
            tries: if recipe.tries == 0 { u64::MAX } else { recipe.tries },
        };
        let made = generate(&request).map_err(FarandoleError::usage)?;
        let made = made.map(|made| Box::into_raw(Box::new(FarandolePuzzle(made.puzzle.into()))));
        // SAFETY: the caller guarantees that the pointer can be written.
        unsafe { puzzle.write(made.unwrap_or_else(std::ptr::null_mut)) };
        Ok(())
    };
    // SAFETY: the caller guarantees that the error is null or can be written.
    unsafe { guard(error, make) }
}
