//! Rejection of requests for variants that no attempt can fulfil.

use super::clues::{Canvas, ClueKind, Family, draw};
use super::recipe::{Base, MIXED, VariantRecipe};
use crate::layout::symmetric_start;
use crate::pattern::PatternSymmetry;
use crate::random::Random;
use core::fmt;
use core::ops::ControlFlow;
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::variant::Variant;
use farandole_puzzle::{ClassicPuzzle, Geometry};
use farandole_solve::{Config, End, PuzzleSolver};

/// Maximum number of search nodes for a solution of the constraints without placeholders.
const BUDGET: u64 = 100_000;
/// Maximum number of solutions of a board on which clues are tried for all solutions. A 4x4 grid with
/// boxes has 288.
const SMALL: u64 = 300;
/// Number of times that clues are drawn for a solution and a kind.
const DRAWINGS: u64 = 30;

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
    /// Fewer givens than a puzzle without clues needs.
    NoClues { least: usize },
    /// No clue of a required kind fits into any solution.
    NoPlace { kind: ClueKind },
    /// No clues of these kinds determine a solution.
    NotUnique,
    /// More mixed kinds than a minimal puzzle on a board with this many solutions can have.
    Redundant { solutions: usize },
    /// The grid, or every layout of random regions that is known, lacks the symmetry.
    Symmetry { symmetry: PatternSymmetry },
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
            Kind::NoClues { least } => {
                write!(f, "without clues, a puzzle with exactly one solution has at least {least} givens")
            }
            Kind::NoPlace { kind } => write!(f, "no clue of kind {} fits into this grid", kind.name()),
            Kind::NotUnique => {
                f.write_str("no clues of these kinds leave exactly one solution without givens")
            }
            Kind::Redundant { solutions } => write!(
                f,
                "the grid has {solutions} solutions, so one clue of {MIXED} different kinds is always redundant"
            ),
            Kind::Symmetry { symmetry } => {
                write!(f, "the grid or its random regions cannot have the symmetry {}", symmetry.name())
            }
            Kind::Unsupported(what) => f.write_str(what),
        }
    }
}

impl core::error::Error for VariantRecipeError {}

impl VariantRecipe {
    /// Checks that the requirements do not contradict each other. Passing does not guarantee that
    /// such a puzzle exists.
    ///
    /// Cost: one search for a solution of the base. If there are few solutions, clues are drawn for each.
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
        let (rows, cols) = self.size();
        let cells = rows * cols;
        if *self.givens.start() > cells {
            return refuse(Kind::Givens { cells });
        }
        if !self.has_symmetric_board(rows, cols) {
            return refuse(Kind::Symmetry { symmetry: self.symmetry.unwrap_or_default() });
        }
        let places = |kind: ClueKind| match kind.family() {
            Family::Cage => cells / 2,
            Family::Edge => rows * (cols - 1) + cols * (rows - 1),
            Family::Outside if kind == ClueKind::SANDWICH => rows + cols,
            Family::Outside => 2 * (rows + cols),
            Family::Line => cells / 3,
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
        let latin;
        let variant = match &self.base {
            Base::Fixed(variant) => variant,
            // Regions of two cells are rows or columns.
            Base::RandomRegions(2) => {
                latin = Geometry::latin(2).ok().and_then(|latin| {
                    Variant::from_puzzle(&ClassicPuzzle::new(latin.into(), &[0; 4]).ok()?).ok()
                });
                let Some(latin) = &latin else { return Ok(()) };
                latin
            }
            Base::RandomRegions(_) => return Ok(()),
        };
        let solver =
            PuzzleSolver::new(variant).map_err(|it| VariantRecipeError(Kind::Unsupported(it.to_string())))?;
        let config = Config { limit: 1, budget: BUDGET, ..Config::default() };
        if solver.count(&config).is_ok_and(|report| report.solutions == 0 && report.end == End::Exhausted) {
            return refuse(Kind::NoSolution);
        }
        if let Some(least) = self.least_givens(variant)
            && *self.givens.end() < least
        {
            return refuse(Kind::NoClues { least });
        }
        self.check_small(variant, &solver).map_err(VariantRecipeError)
    }

    /// Returns the numbers of rows and columns.
    fn size(&self) -> (usize, usize) {
        match &self.base {
            Base::Fixed(variant) => (variant.shape().rows(), variant.shape().cols()),
            Base::RandomRegions(size) => (*size, *size),
        }
    }

    /// Returns true if the board, of this many rows and columns, can have the required symmetry.
    fn has_symmetric_board(&self, rows: usize, cols: usize) -> bool {
        let symmetry = self.symmetry.unwrap_or_default();
        match &self.base {
            Base::Fixed(_) => rows == cols || symmetry == PatternSymmetry::None,
            Base::RandomRegions(size) => symmetric_start(*size, &symmetry.group_of(*size)).is_some(),
        }
    }

    /// Returns the least number of givens if there are no clues, and digits are interchangeable in the
    /// base.
    fn least_givens(&self, variant: &Variant) -> Option<usize> {
        let has_clues = *self.clues.end() > 0 && !(self.placed.is_empty() && self.blanks.is_empty());
        let puzzle = variant.to_puzzle().filter(|puzzle| !has_clues && puzzle.given_count() == 0)?;
        let is_blank = puzzle.restrictions().is_none();
        // Two digits that do not occur could be exchanged.
        let least = if **puzzle.geometry() == Geometry::classic() { 17 } else { puzzle.size() - 1 };
        is_blank.then_some(least)
    }

    /// Checks a board with few solutions: draws clues for each of them.
    fn check_small(&self, variant: &Variant, solver: &PuzzleSolver) -> Result<(), Kind> {
        let config = Config { limit: SMALL + 1, budget: BUDGET, ..Config::default() };
        let mut solutions = Vec::new();
        let report = solver.run(&config, &mut |values| {
            solutions.push(values.to_vec());
            ControlFlow::Continue(())
        });
        let is_small = report.is_ok_and(|report| report.end == End::Exhausted);
        if !is_small || self.placed.is_empty() || !self.blanks.is_empty() {
            return Ok(());
        }
        // A clue that is not redundant excludes a solution that no other clue excludes.
        if self.mix && self.is_minimal && solutions.len() <= MIXED {
            return Err(Kind::Redundant { solutions: solutions.len() });
        }
        let drawn = |solution: &[u8], kind: ClueKind| -> Vec<Constraint> {
            let one = |stream| {
                draw(
                    &mut Canvas::new(variant.board(), solution),
                    kind,
                    usize::MAX,
                    &mut Random::new(0, stream),
                )
            };
            (0..DRAWINGS).flat_map(one).collect()
        };
        for placed in self.placed.iter().filter(|it| *it.count.start() > 0 && !self.mix) {
            if solutions.iter().all(|solution| drawn(solution, placed.kind).is_empty()) {
                return Err(Kind::NoPlace { kind: placed.kind });
            }
        }
        let is_determined = |solution: &Vec<u8>| {
            let clues: Vec<Constraint> = self.placed.iter().flat_map(|it| drawn(solution, it.kind)).collect();
            let holds =
                |other: &&Vec<u8>| clues.iter().all(|clue| clue.check(variant.board(), other).is_ok());
            solutions.iter().filter(holds).count() == 1
        };
        if *self.givens.end() == 0 && !solutions.iter().any(is_determined) {
            return Err(Kind::NotUnique);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::Preset;
    use farandole_puzzle::board::Shape;

    fn why(preset: Preset, size: usize, change: impl Fn(VariantRecipe) -> VariantRecipe) -> Option<Kind> {
        let board = Variant::new(Shape::square(size).unwrap(), Vec::new(), Vec::new()).unwrap();
        let base = if preset.is_irregular() { Base::RandomRegions(size) } else { Base::Fixed(board.into()) };
        change(preset.recipe(base)).check().err().map(|VariantRecipeError(kind)| kind)
    }

    #[test]
    fn requests_without_a_puzzle_are_refused_and_others_are_fulfilled() {
        let no_clues = |recipe| VariantRecipe { clues: 0..=0, ..recipe };
        assert_eq!(why(Preset::Killer, 9, no_clues), Some(Kind::NoClues { least: 17 }));
        assert_eq!(why(Preset::Killer, 6, no_clues), Some(Kind::NoClues { least: 5 }));
        let with_givens = |recipe| VariantRecipe { givens: 0..=36, ..no_clues(recipe) };
        assert_eq!(why(Preset::Killer, 6, with_givens), None);
        assert_eq!(why(Preset::JigsawKiller, 2, |recipe| recipe), Some(Kind::NotUnique));
        let symmetry = PatternSymmetry::Diagonal;
        let diagonal = |recipe| VariantRecipe { symmetry: Some(symmetry), ..recipe };
        assert_eq!(why(Preset::JigsawKiller, 6, diagonal), Some(Kind::Symmetry { symmetry }));
        assert_eq!(why(Preset::JigsawKiller, 9, diagonal), None);
        for preset in Preset::ALL {
            for size in [2, 3, 4] {
                let found = why(preset, size, |recipe| recipe);
                let board = Variant::new(Shape::square(size).unwrap(), Vec::new(), Vec::new()).unwrap();
                let base =
                    if preset.is_irregular() { Base::RandomRegions(size) } else { Base::Fixed(board.into()) };
                let recipe = preset.recipe(base);
                let is_made = (0..200).any(|attempt| recipe.attempt(1, attempt).is_ok());
                assert_eq!(is_made, found.is_none(), "{preset:?} {size}: {found:?}");
            }
        }
    }

    #[test]
    fn the_required_givens_are_added() {
        let board = Variant::new(Shape::square(6).unwrap(), Vec::new(), Vec::new()).unwrap();
        let recipe = VariantRecipe { givens: 5..=5, ..Preset::Killer.recipe(Base::Fixed(board.into())) };
        let made: Vec<_> = (0..40).filter_map(|attempt| recipe.attempt(1, attempt).ok()).collect();
        assert!(!made.is_empty() && made.iter().all(|made| made.givens == 5));
    }
}
