//! Generator for grids of any size and region shape. A random grid is reduced top-down, unit by
//! unit.
//!
//! A unit of givens is removed if the search finds no other solution. If it finds one, the cells in
//! which that solution differs are stored as a set. A unit that is later the only one with a given
//! in such a set is kept without a search. A unit also stays if its search exceeds the budget.
//!
//! Performs badly on large grids with few givens: searches exceed the budget, so the remaining
//! givens are not proved to be needed.

use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

use farandole_puzzle::{Cell, ClassicPuzzle, Digit, DigitSet, Geometry, Grid};
use farandole_solve::{Config, End, Engine, Solver};

use crate::batched_queries::NEVER;
use crate::layout::random_layout_until;
use crate::pattern::PatternSymmetry;
use crate::random::Random;
use crate::result::Minimal;
use crate::sample::random_solution;

/// The requirements for a puzzle of any size.
#[derive(Clone, Debug)]
pub struct GeneralRecipe {
    /// The layout of the regions.
    pub layout: Layout,
    /// The symmetry of the set of givens.
    pub symmetry: PatternSymmetry,
    /// Smallest number of givens, at which removal ends.
    pub least_givens: usize,
    /// The degree of reduction. [`Minimal::Orbits`] removes orbits only; with [`Minimal::Yes`],
    /// puzzles with a single redundant given are rejected.
    pub minimal: Minimal,
    /// Maximum number of search nodes per query. A given whose query exceeds it stays.
    pub budget: u64,
}

/// The layout of the regions.
#[derive(Clone, Debug)]
pub enum Layout {
    /// The same layout in each attempt.
    Fixed(Arc<Geometry>),
    /// Random connected regions of a grid of this size, different in each attempt.
    Random(usize),
}

/// A puzzle that an attempt made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GeneralPuzzle {
    /// The index of the attempt.
    pub attempt: u64,
    /// The puzzle.
    pub puzzle: ClassicPuzzle,
    /// The only solution of the puzzle.
    pub solution: Grid,
    /// True if each remaining given was proved to be needed.
    pub is_minimal: bool,
}

impl GeneralRecipe {
    /// Runs one attempt. Returns `None` if no solution grid was found within the budget.
    ///
    /// ```
    /// use farandole_puzzle::Geometry;
    /// use farandole_research::{GeneralRecipe, Layout, Minimal, PatternSymmetry};
    ///
    /// let recipe = GeneralRecipe {
    ///     layout: Layout::Fixed(Geometry::boxes(6, 2, 3).unwrap().into()),
    ///     symmetry: PatternSymmetry::None,
    ///     least_givens: 0,
    ///     minimal: Minimal::Yes,
    ///     budget: 1000,
    /// };
    /// let made = recipe.attempt(1, 0).unwrap();
    /// assert!(made.is_minimal && (8..=14).contains(&made.puzzle.given_count()));
    /// ```
    pub fn attempt(&self, seed: u64, attempt: u64) -> Option<GeneralPuzzle> {
        self.attempt_until(seed, attempt, &NEVER)
    }

    /// Runs an attempt as [`attempt`](Self::attempt) does. Also returns `None` if `stop` is set
    /// before its end.
    pub(crate) fn attempt_until(&self, seed: u64, attempt: u64, stop: &AtomicBool) -> Option<GeneralPuzzle> {
        let mut random = Random::new(seed, attempt);
        let geometry = match &self.layout {
            Layout::Fixed(geometry) => Arc::clone(geometry),
            Layout::Random(size) => {
                let map = random_layout_until(*size, &mut random, stop);
                Arc::new(Geometry::irregular(*size, &map).ok()?)
            }
        };
        let mut solver = Solver::new(Engine::Auto);
        let size = geometry.size();
        let blank = ClassicPuzzle::new(Arc::clone(&geometry), &vec![0; size * size]).ok()?;
        let solution = random_solution(&blank, self.budget, stop, &mut random)?;
        let solution = Grid::new(size, solution).ok()?;
        let mut state = Reducing::new(&geometry, &solution, self, stop);
        let mut units = self.symmetry.orbits_of(geometry.size());
        random.shuffle(&mut units);
        state.reduce(&units, &mut solver)?;
        if self.minimal == Minimal::Yes
            && self.symmetry != PatternSymmetry::None
            && !state.is_reduced(&mut solver)?
        {
            return None;
        }
        let puzzle = ClassicPuzzle::new(Arc::clone(&geometry), &state.givens).ok()?;
        let is_minimal = state.unproved == 0 && puzzle.given_count() > self.least_givens;
        Some(GeneralPuzzle { attempt, puzzle, solution, is_minimal })
    }
}

/// A puzzle that is being reduced.
struct Reducing<'a> {
    geometry: &'a Arc<Geometry>,
    solution: &'a [u8],
    givens: Vec<u8>,
    given_count: usize,
    least: usize,
    budget: u64,
    stop: &'a AtomicBool,
    /// The cells in which other solutions differ, and the number of givens among them.
    sets: Vec<(Vec<usize>, usize)>,
    /// Number of givens kept because their query exceeded the budget.
    unproved: usize,
}

impl<'a> Reducing<'a> {
    fn new(
        geometry: &'a Arc<Geometry>,
        solution: &'a Grid,
        recipe: &GeneralRecipe,
        stop: &'a AtomicBool,
    ) -> Self {
        let givens = solution.digits().to_vec();
        Self {
            geometry,
            solution: solution.digits(),
            given_count: givens.len(),
            givens,
            least: recipe.least_givens,
            budget: recipe.budget,
            stop,
            sets: Vec::new(),
            unproved: 0,
        }
    }

    /// Removes each unit for which no other solution is found.
    fn reduce(&mut self, units: &[Vec<usize>], solver: &mut Solver) -> Option<()> {
        for unit in units {
            if self.given_count < self.least + unit.len() {
                continue;
            }
            if self.is_alone(unit) {
                continue;
            }
            match self.other_solution(unit, solver)? {
                OtherSolution::None => {
                    self.given_count -= unit.len();
                    unit.iter().for_each(|cell| self.givens[*cell] = 0);
                    for (set, given) in &mut self.sets {
                        *given -= set.iter().filter(|cell| unit.contains(cell)).count();
                    }
                }
                OtherSolution::Unknown => self.unproved += 1,
                OtherSolution::Differs(set) => {
                    let given = set.iter().filter(|cell| self.givens[**cell] != 0).count();
                    self.sets.push((set, given));
                }
            }
        }
        Some(())
    }

    /// Returns true if a known set has all its givens in this unit.
    fn is_alone(&self, unit: &[usize]) -> bool {
        self.sets.iter().any(|(set, given)| unit.iter().filter(|cell| set.contains(cell)).count() == *given)
    }

    /// Returns true if no single given can be removed.
    fn is_reduced(&self, solver: &mut Solver) -> Option<bool> {
        for cell in (0..self.givens.len()).filter(|cell| self.givens[*cell] != 0) {
            let unit = [cell];
            if !self.is_alone(&unit) && matches!(self.other_solution(&unit, solver)?, OtherSolution::None) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Searches for another solution of the puzzle without these givens. Returns `None` if the stop
    /// flag is set.
    fn other_solution(&self, unit: &[usize], solver: &mut Solver) -> Option<OtherSolution> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let size = self.geometry.size();
        let mut givens = self.givens.clone();
        unit.iter().for_each(|cell| givens[*cell] = 0);
        let mut config =
            Config { limit: 2, budget: self.budget, cancel: Some(self.stop), ..Config::default() };
        let mut puzzle = ClassicPuzzle::new(Arc::clone(self.geometry), &givens).ok()?;
        if let [cell] = unit {
            // Every other solution has a different digit there.
            let mut allowed: Vec<DigitSet> =
                (0..givens.len()).filter_map(Cell::new).map(|it| puzzle.allowed(it)).collect();
            // A single solution answers the query, which may therefore stop at the first one.
            allowed[*cell] = DigitSet::all(size) - DigitSet::only(Digit::new(self.solution[*cell])?);
            puzzle = puzzle.with_restrictions(&allowed).ok()?;
            config.limit = 1;
        }
        let mut other = None;
        let report = solver.run(&puzzle, &config, &mut |digits: &[u8]| {
            if digits != self.solution {
                let differs = (0..digits.len()).filter(|cell| digits[*cell] != self.solution[*cell]);
                other = Some(differs.collect());
            }
            core::ops::ControlFlow::Continue(())
        });
        let end = report.ok()?.end;
        Some(match other {
            None if end == End::Cancelled => return None,
            Some(set) => OtherSolution::Differs(set),
            None if end == End::Exhausted => OtherSolution::None,
            None => OtherSolution::Unknown,
        })
    }
}

/// The result of a search for another solution.
enum OtherSolution {
    /// No other solution exists.
    None,
    /// The budget is spent.
    Unknown,
    /// Another solution exists and differs in these cells.
    Differs(Vec<usize>),
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::Diagonal;
    use farandole_puzzle::check::check;

    fn recipe(layout: Layout) -> GeneralRecipe {
        GeneralRecipe {
            layout,
            symmetry: PatternSymmetry::None,
            least_givens: 0,
            minimal: Minimal::Yes,
            budget: 5000,
        }
    }

    #[test]
    fn puzzles_of_other_sizes_and_shapes_are_proper_and_minimal() {
        let boxes = |size, rows, cols| Layout::Fixed(Arc::new(Geometry::boxes(size, rows, cols).unwrap()));
        let diagonals = Geometry::classic().with_diagonal(Diagonal::Main).with_diagonal(Diagonal::Anti);
        let layouts = [
            boxes(4, 2, 2),
            boxes(6, 2, 3),
            boxes(8, 2, 4),
            boxes(12, 3, 4),
            Layout::Fixed(Arc::new(diagonals)),
            Layout::Random(7),
        ];
        let mut solver = Solver::new(Engine::Auto);
        for layout in layouts {
            let recipe = recipe(layout);
            let mut made = 0;
            for attempt in 0..3 {
                let Some(one) = recipe.attempt(5, attempt) else { continue };
                made += 1;
                assert!(check(&one.puzzle, one.solution.digits()).is_ok());
                let two = Config { limit: 2, ..Config::default() };
                assert_eq!(solver.count(&one.puzzle, &two).unwrap().solutions, 1);
                let redundant = solver
                    .redundant_givens(std::slice::from_ref(&one.puzzle), &Config::default())
                    .remove(0)
                    .unwrap();
                assert_eq!((redundant.found, one.is_minimal), (Some(Vec::new()), true));
                assert_eq!(recipe.attempt(5, attempt), Some(one));
            }
            assert!(made > 0, "{:?}", recipe.layout);
        }
    }

    #[test]
    fn symmetric_puzzles_of_any_size_keep_their_orbits_whole() {
        let layout = Layout::Fixed(Arc::new(Geometry::boxes(6, 2, 3).unwrap()));
        let recipe = GeneralRecipe {
            symmetry: PatternSymmetry::HalfTurn,
            minimal: Minimal::Orbits,
            least_givens: 14,
            ..recipe(layout)
        };
        let made = recipe.attempt(2, 0).unwrap();
        let givens = made.puzzle.givens();
        assert!((0..36).all(|cell| (givens[cell] == 0) == (givens[35 - cell] == 0)));
        assert!(made.puzzle.given_count() >= 14);
    }
}
