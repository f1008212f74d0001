//! Generation of one classic 9x9 puzzle, with conditions on its givens and its rating.

use core::fmt;
use core::ops::RangeInclusive;
use core::sync::atomic::AtomicBool;
use farandole_kernel::Isa;
use farandole_logic::Scale;
pub use farandole_research::generate::Generated;
use farandole_research::generate::{Attempts, Classic, ImpossibleTest, RatingTest, Rejected};
use farandole_research::{Recipe, RecipeError};

/// Number of attempts that share the vector lanes of the kernel. Most requests need fewer than 16, so larger blocks
/// make attempts whose results are dropped.
const BLOCK: u64 = 16;

/// The conditions for a generated puzzle.
#[derive(Clone, Debug)]
pub struct Request {
    /// Random seed. The same request always generates the same puzzle.
    pub seed: u64,
    /// The grids, the number of givens and their symmetry.
    pub recipe: Recipe,
    /// The accepted ratings on the scale of Sudoku Explainer, in tenths, or `None` for puzzles that are not rated.
    pub rating: Option<RangeInclusive<u32>>,
    /// Maximum number of attempts.
    pub tries: u64,
}

impl Default for Request {
    /// Returns a request for a minimal puzzle of any difficulty.
    fn default() -> Self {
        Self { seed: 0, recipe: Recipe::default(), rating: None, tries: u64::MAX }
    }
}

/// The reason why no puzzle meets a request.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Impossible {
    /// The givens.
    Recipe(RecipeError),
    /// The rating.
    Rating(ImpossibleTest),
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Recipe(error) => error.fmt(f),
            Self::Rating(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for Impossible {}

/// Generates a puzzle with exactly one solution on this thread. Returns `None` if no attempt succeeds.
///
/// ```
/// use farandole::generate::{Request, generate};
///
/// let made = generate(&Request { seed: 7, ..Request::default() })?.expect("there is no limit");
/// assert_eq!(farandole::solve(&made.puzzle)?.unique(), Some(made.solution.digits()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If no puzzle can meet the request.
pub fn generate(request: &Request) -> Result<Option<Generated>, Impossible> {
    let Request { seed, recipe, rating, tries } = request.clone();
    let test = rating.map(|rating| RatingTest { rating, ..RatingTest::any(Scale::Se) });
    recipe.check().map_err(Impossible::Recipe)?;
    test.as_ref().map_or(Ok(()), |test| test.check(&recipe)).map_err(Impossible::Rating)?;
    let source = Classic { recipe, seed, isa: Isa::detect(), test };
    let block = |from: u64| {
        let numbers = from..from.saturating_add(BLOCK).min(tries);
        source.attempts(numbers, &AtomicBool::new(false), &mut Rejected::default()).into_iter().next()
    };
    Ok((0..tries).step_by(BLOCK as usize).find_map(block).map(|(_, made)| made))
}
