//! Rejection of requests for variants that no attempt can fulfil.

use super::clues::ClueKind;
use super::recipe::{Base, VariantRecipe};
use core::fmt;
use farandole_solve::{Config, End, PuzzleSolver};

/// Maximum number of search nodes for a solution of the constraints without placeholders.
const BUDGET: u64 = 100_000;

/// The reason why no attempt can make the requested variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantRecipeError(Kind);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    /// More givens than cells.
    Givens { cells: usize },
    /// More clues than there are positions for all kinds together.
    Clues { places: usize },
    /// More clues of a kind than there are positions for it.
    Placed { kind: ClueKind, places: usize },
    /// The constraints without placeholders contradict each other.
    NoSolution,
    /// No choice for a placeholder is possible.
    Blank,
    /// The engine does not support the variant or one of its constraints. The string is the message.
    Unsupported(String),
}

impl fmt::Display for VariantRecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Givens { cells } => write!(f, "the grid has {cells} cells"),
            Kind::Clues { places } => write!(f, "the grid has places for at most {places} such clues"),
            Kind::Placed { kind, places } => {
                write!(f, "the grid has places for at most {places} clues of kind {}", kind.name())
            }
            Kind::NoSolution => f.write_str("the constraints without placeholders have no solution"),
            Kind::Blank => f.write_str("a placeholder has no possible number"),
            Kind::Unsupported(what) => f.write_str(what),
        }
    }
}

impl core::error::Error for VariantRecipeError {}

impl VariantRecipe {
    /// Checks that the requirements do not contradict each other. Passing does not guarantee that
    /// such a puzzle exists.
    ///
    /// Cost: one search for a solution of the base.
    ///
    /// ```
    /// use farandole_puzzle::format::iss;
    /// use farandole_research::variants::{Base, Preset, VariantRecipe};
    ///
    /// let blank = iss::read(".Shape~4x4").unwrap();
    /// let recipe = Preset::Sandwich.recipe(Base::Fixed(blank.into()));
    /// assert!(recipe.check().is_ok());
    /// let error = VariantRecipe { clues: 9..=9, ..recipe }.check().unwrap_err();
    /// assert_eq!(error.to_string(), "the grid has places for at most 8 such clues");
    /// ```
    ///
    /// # Errors
    /// The reason why no attempt can succeed.
    pub fn check(&self) -> Result<(), VariantRecipeError> {
        let refuse = |kind| Err(VariantRecipeError(kind));
        let (rows, cols) = match &self.base {
            Base::Fixed(variant) => (variant.shape().rows(), variant.shape().cols()),
            Base::RandomRegions(size) => (*size, *size),
        };
        let cells = rows * cols;
        if *self.givens.start() > cells {
            return refuse(Kind::Givens { cells });
        }
        let places = |kind: ClueKind| match kind {
            ClueKind::Cage => cells / 2,
            ClueKind::WhiteDot | ClueKind::BlackDot | ClueKind::X | ClueKind::V => {
                rows * (cols - 1) + cols * (rows - 1)
            }
            ClueKind::Sandwich => rows + cols,
            ClueKind::XSum | ClueKind::Skyscraper | ClueKind::LittleKiller => 2 * (rows + cols),
            _ => cells / 3,
        };
        for placed in &self.placed {
            let places = places(placed.kind);
            if *placed.count.start() > places {
                return refuse(Kind::Placed { kind: placed.kind, places });
            }
        }
        let all: usize = self.placed.iter().map(|it| places(it.kind).min(*it.count.end())).sum();
        let all = all + self.blanks.iter().filter(|blank| blank.is_optional).count();
        if *self.clues.start() > all {
            return refuse(Kind::Clues { places: all });
        }
        if self.blanks.iter().any(|blank| blank.choices.is_empty()) {
            return refuse(Kind::Blank);
        }
        let Base::Fixed(variant) = &self.base else { return Ok(()) };
        let solver = PuzzleSolver::new(&**variant);
        let config = Config { limit: 1, budget: BUDGET, ..Config::default() };
        match solver.and_then(|solver| solver.count(&config)) {
            Err(unsupported) => refuse(Kind::Unsupported(unsupported.to_string())),
            Ok(report) if report.solutions == 0 && report.end == End::Exhausted => refuse(Kind::NoSolution),
            Ok(_) => Ok(()),
        }
    }
}
