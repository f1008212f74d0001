//! Generator of 9x9 puzzles: numbered attempts. Each reduces a random grid top-down, or searches
//! for a proper puzzle with a pattern.
//!
//! Attempt `k` uses only random stream `k` of its seed, so its result does not depend on other
//! attempts, threads or instruction sets.
//!
//! Source: top-down reduction in random order is the usual generator; D. Berthier, "Unbiased
//! Statistics of a CSP" (CISSE 2009), describes its bias.

use core::ops::{ControlFlow, Range, RangeInclusive};
use core::sync::atomic::AtomicBool;

use farandole_kernel::{Config, End, Isa, Redundancy, redundant_givens};

use crate::batched_queries::{NEVER, QuerySequence, run_batched};
use crate::board::{Cells, Grid, restrict};
use crate::grid::first_band_and_stack;
use crate::local_search::LocalSearch;
use crate::pattern::{PatternSymmetry, may_be_proper, random_pattern};
use crate::random::Random;
use crate::reduce::Reduction;
use crate::result::{GeneratedBoard, Minimal};

/// Maximum work, in solutions, for a proper puzzle with the requested pattern. Patterns of 20 and
/// 21 cells with a quarter turn give 5.4 and 29 puzzles per second; with 10,000 they give 1.7 and
/// 26 (docs/experiments/2026-11-22-generator.md).
const PATIENCE: u32 = 40_000;
/// Maximum work, in solutions, for a proper puzzle with a random pattern. The limit is lower,
/// because another pattern may be easier.
const PATIENCE_WITH_DRAWN: u32 = 10_000;

/// The requirements for puzzles.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// Solution grids to use in turn; random ones if empty. Random grids have a uniformly random
    /// first band and left stack, and the completion that the kernel finds first, so their
    /// distribution is not quite uniform.
    pub grids: Vec<Grid>,
    /// The cells of all givens; any if `None`. If it is set, `grids` and `symmetry` are ignored.
    pub pattern: Option<Cells>,
    /// The symmetry of the set of givens.
    ///
    /// With a symmetry, orbits of givens are removed from the grid while the puzzle stays proper. If most
    /// orbits have four or more cells, nearly all such puzzles have a redundant given. For minimal puzzles
    /// with these symmetries, the attempt therefore starts from a pattern, unless `grids` is set. A number of
    /// cells from 22 to 28, within `givens`, is drawn uniformly. Orbits are added in random order while they
    /// fit, and local search finds the digits. Consequently, 25 cells are frequent for symmetries whose
    /// orbits have four cells, except for the middle cell. Patterns that easily yield a puzzle are more
    /// likely than others.
    pub symmetry: PatternSymmetry,
    /// Accepted numbers of givens.
    pub givens: RangeInclusive<u32>,
    /// The degree of reduction.
    pub minimal: Minimal,
}

impl Default for Recipe {
    /// Returns a recipe for minimal puzzles of random grids with any number of givens.
    fn default() -> Self {
        Self {
            grids: Vec::new(),
            pattern: None,
            symmetry: PatternSymmetry::None,
            givens: 0..=81,
            minimal: Minimal::Yes,
        }
    }
}

/// The numbers of failed attempts, by reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Failed {
    /// Number of attempts whose number of givens was outside the window.
    pub givens: u64,
    /// Number of attempts rejected because of a redundant given. If orbits are removed, a single given of a
    /// needed orbit may be redundant; if the pattern is fixed, any given may be.
    pub redundant: u64,
    /// Number of attempts that found no proper puzzle with the pattern.
    pub pattern: u64,
}

impl Recipe {
    /// Runs the attempts with these indices. Returns the puzzles in order of attempts, and the
    /// numbers of failed attempts.
    ///
    /// Cost: about 25 microseconds per attempt without symmetry, for a few hundred attempts or more.
    ///
    /// ```
    /// use farandole_kernel::Isa;
    /// use farandole_research::{PatternSymmetry, Recipe};
    ///
    /// let recipe = Recipe { symmetry: PatternSymmetry::HalfTurn, ..Recipe::default() };
    /// let (made, failed) = recipe.attempts(Isa::detect(), 7, 0..20);
    /// assert_eq!(made.len() as u64 + failed.givens + failed.redundant, 20);
    /// let again = recipe.attempts(Isa::PORTABLE, 7, 3..20).0;
    /// assert!(made.ends_with(&again));
    /// ```
    pub fn attempts(&self, isa: Isa, seed: u64, numbers: Range<u64>) -> (Vec<GeneratedBoard>, Failed) {
        self.attempts_until(isa, seed, numbers, &NEVER)
    }

    /// Runs attempts as [`attempts`](Self::attempts) does. Attempts in progress are dropped, and
    /// not counted, if `stop` is set.
    pub(crate) fn attempts_until(
        &self,
        isa: Isa,
        seed: u64,
        numbers: Range<u64>,
        stop: &AtomicBool,
    ) -> (Vec<GeneratedBoard>, Failed) {
        let mut failed = Failed::default();
        let mut all = Vec::new();
        let orbits = self.symmetry.orbits();
        let mut numbers = numbers;
        let mut begin = || numbers.next().map(|attempt| Attempt::new(self, &orbits, seed, attempt));
        run_batched(isa, u64::MAX, stop, &mut begin, &mut |attempt: Attempt<'_>| match attempt.stage {
            Stage::NoPattern => failed.pattern += 1,
            Stage::LocalSearch(ref local_search) if local_search.found().is_none() => {
                let reason =
                    if local_search.is_proper() { &mut failed.redundant } else { &mut failed.pattern };
                *reason += 1;
            }
            _ => all.extend(attempt.made()),
        });
        all.sort_unstable_by_key(|made: &GeneratedBoard| made.attempt);
        (self.keep(isa, all, &mut failed), failed)
    }

    /// Returns the puzzles that meet the requirements.
    fn keep(&self, isa: Isa, mut all: Vec<GeneratedBoard>, failed: &mut Failed) -> Vec<GeneratedBoard> {
        all.retain(|made| {
            let fits = self.givens.contains(&given_count(&made.puzzle));
            failed.givens += u64::from(!fits);
            fits
        });
        // A reduction by single cells is minimal, and the local search has tested each given.
        let is_tested = self.symmetry == PatternSymmetry::None || self.starts_from_pattern();
        if self.minimal == Minimal::Yes && !is_tested {
            let before = all.len();
            all = only_minimal(isa, all);
            failed.redundant += (before - all.len()) as u64;
        }
        all
    }

    /// Returns true if attempts begin with a pattern.
    fn starts_from_pattern(&self) -> bool {
        let has_large_orbits = matches!(
            self.symmetry,
            PatternSymmetry::QuarterTurn
                | PatternSymmetry::BothMirrors
                | PatternSymmetry::BothDiagonals
                | PatternSymmetry::Full
        );
        self.pattern.is_some() || has_large_orbits && self.minimal == Minimal::Yes && self.grids.is_empty()
    }
}

fn given_count(puzzle: &[u8; 81]) -> u32 {
    puzzle.iter().filter(|digit| **digit != 0).count() as u32
}

/// Returns the puzzles without redundant givens.
fn only_minimal(isa: Isa, all: Vec<GeneratedBoard>) -> Vec<GeneratedBoard> {
    let boards: Vec<[u8; 81]> = all.iter().map(|made| made.puzzle.map(|digit| digit + b'0')).collect();
    let mut answers = vec![Redundancy::default(); boards.len()];
    redundant_givens(isa, &Config::default(), &boards, &mut answers);
    all.into_iter().zip(answers).filter(|(_, answer)| answer.cells == 0).map(|(made, _)| made).collect()
}

/// An attempt in progress.
struct Attempt<'a> {
    recipe: &'a Recipe,
    orbits: &'a [Cells],
    number: u64,
    random: Random,
    stage: Stage,
}

enum Stage {
    /// The query completes a first band and left stack.
    Fill([u8; 81]),
    /// The grid is complete.
    Full(Grid),
    Reduce(Box<Reduction>),
    LocalSearch(Box<LocalSearch>),
    /// No proper puzzle has such a pattern.
    NoPattern,
}

impl<'a> Attempt<'a> {
    fn new(recipe: &'a Recipe, orbits: &'a [Cells], seed: u64, number: u64) -> Self {
        let mut random = Random::new(seed, number);
        let stage = match number.checked_rem(recipe.grids.len() as u64) {
            Some(index) if !recipe.starts_from_pattern() => Stage::Full(recipe.grids[index as usize]),
            _ => Stage::Fill(first_band_and_stack(&mut random)),
        };
        Self { recipe, orbits, number, random, stage }
    }

    /// Returns the stage after the grid is complete.
    fn begin(&mut self, grid: Grid) -> Stage {
        if !self.recipe.starts_from_pattern() {
            let mut units = self.orbits.to_vec();
            self.random.shuffle(&mut units);
            return Stage::Reduce(Box::new(Reduction::new(grid, units)));
        }
        let (cells, patience) = match self.recipe.pattern {
            Some(cells) => (Some(cells).filter(|cells| may_be_proper(*cells)), PATIENCE),
            None => (random_pattern(self.orbits, &self.recipe.givens, &mut self.random), PATIENCE_WITH_DRAWN),
        };
        cells.map_or(Stage::NoPattern, |cells| {
            let random = self.random.clone();
            Stage::LocalSearch(Box::new(LocalSearch::new(
                cells,
                self.recipe.minimal,
                &grid,
                random,
                patience,
            )))
        })
    }

    fn made(self) -> Option<GeneratedBoard> {
        if let Stage::LocalSearch(local_search) = &self.stage {
            let (puzzle, solution) = local_search.found()?;
            return Some(GeneratedBoard { attempt: self.number, puzzle, solution });
        }
        let Stage::Reduce(reduction) = self.stage else { return None };
        let mut cells = reduction.cells();
        if self.recipe.minimal == Minimal::No {
            // Units removed last are restored first, as if the reduction had stopped earlier.
            let mut units = reduction.units().iter().rev();
            while cells.count_ones() < *self.recipe.givens.start() {
                let Some(unit) = units.next() else { break };
                cells |= unit;
            }
        }
        let solution = *reduction.grid();
        Some(GeneratedBoard { attempt: self.number, puzzle: restrict(&solution, cells), solution })
    }
}

impl QuerySequence for Attempt<'_> {
    fn next_query(&mut self, masks: &mut [u16; 81]) -> bool {
        if let Stage::Full(grid) = self.stage {
            self.stage = self.begin(grid);
        }
        match &mut self.stage {
            Stage::Fill(board) => {
                crate::board::masks(board, masks);
                true
            }
            Stage::Full(_) | Stage::NoPattern => false,
            Stage::Reduce(reduction) => reduction.next_query(masks),
            Stage::LocalSearch(local_search) => local_search.next_query(masks),
        }
    }

    fn solution(&mut self, grid: &[u8; 81]) -> ControlFlow<()> {
        match &mut self.stage {
            Stage::Reduce(reduction) => reduction.solution(grid),
            Stage::LocalSearch(local_search) => local_search.solution(grid),
            _ => {
                self.stage = Stage::Full(grid.map(|symbol| symbol - b'0'));
                ControlFlow::Break(())
            }
        }
    }

    fn query_ended(&mut self, end: End) {
        match &mut self.stage {
            // Some first bands and left stacks have no completion.
            Stage::Fill(board) => *board = first_band_and_stack(&mut self.random),
            Stage::Full(_) | Stage::NoPattern => {}
            Stage::Reduce(reduction) => reduction.query_ended(end),
            Stage::LocalSearch(local_search) => local_search.query_ended(end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::givens;

    /// A reduction by definition, with one query per unit.
    fn one_by_one(grid: &Grid, units: &[Cells]) -> Cells {
        let mut cells = crate::ALL_CELLS;
        for unit in units {
            let board = restrict(grid, cells & !unit).map(|digit| digit + b'0');
            let mut answers = [farandole_kernel::Answer::default()];
            let two = Config { limit: 2, ..Config::default() };
            farandole_kernel::solve_batch(Isa::PORTABLE, &two, &[board], &mut answers);
            if answers[0].solutions == 1 {
                cells &= !unit;
            }
        }
        cells
    }

    #[test]
    fn predictions_end_where_single_tests_end() {
        for (symmetry, seed) in PatternSymmetry::ALL.into_iter().zip(1..) {
            let recipe = Recipe { symmetry, minimal: Minimal::Orbits, ..Recipe::default() };
            let (made, _) = recipe.attempts(Isa::detect(), seed, 0..12);
            for GeneratedBoard { attempt, puzzle, solution } in made {
                // The same random numbers: first the grid, then the order.
                let mut random = Random::new(seed, attempt);
                let mut boards = std::iter::repeat_with(|| first_band_and_stack(&mut random));
                let start = boards
                    .find(|board| board.iter().zip(&solution).all(|(one, other)| *one == 0 || one == other));
                assert!(start.is_some());
                let mut units = symmetry.orbits();
                random.shuffle(&mut units);
                assert_eq!(givens(&puzzle), one_by_one(&solution, &units), "{symmetry:?} {attempt}");
                assert!(symmetry.holds_for(givens(&puzzle)));
            }
        }
    }

    #[test]
    fn puzzles_of_a_pattern_have_givens_in_its_cells_only() {
        let cells = Recipe::default().attempts(Isa::detect(), 8, 0..1).0[0].puzzle;
        let cells = givens(&cells);
        let recipe = Recipe { pattern: Some(cells), ..Recipe::default() };
        let (made, failed) = recipe.attempts(Isa::detect(), 1, 0..6);
        assert_eq!(made.len() as u64 + failed.redundant + failed.pattern, 6);
        assert!(!made.is_empty(), "{failed:?}");
        for GeneratedBoard { puzzle, solution, .. } in &made {
            assert_eq!(givens(puzzle), cells);
            for cell in crate::board::members(cells) {
                let board = restrict(solution, cells & !(1 << cell)).map(|digit| digit + b'0');
                let mut answers = [farandole_kernel::Answer::default()];
                let two = Config { limit: 2, ..Config::default() };
                farandole_kernel::solve_batch(Isa::PORTABLE, &two, &[board], &mut answers);
                assert_eq!(answers[0].solutions, 2);
            }
            assert_eq!(restrict(solution, cells), *puzzle);
        }
        assert_eq!(recipe.attempts(Isa::PORTABLE, 1, 0..1), recipe.attempts(Isa::detect(), 1, 0..1));
        let none = Recipe { pattern: Some(1), ..Recipe::default() }.attempts(Isa::detect(), 1, 0..2);
        assert_eq!((none.0.len(), none.1.pattern), (0, 2));
    }

    #[test]
    fn puzzles_of_drawn_patterns_are_minimal_and_depend_on_their_number_alone() {
        for symmetry in [PatternSymmetry::BothMirrors, PatternSymmetry::Full] {
            let recipe = Recipe { symmetry, givens: 24..=26, ..Recipe::default() };
            let (made, failed) = recipe.attempts(Isa::detect(), 5, 0..24);
            assert!(!made.is_empty());
            assert_eq!(made.len() as u64 + failed.redundant + failed.pattern, 24);
            assert_eq!(only_minimal(Isa::PORTABLE, made.clone()), made);
            for GeneratedBoard { puzzle, .. } in &made {
                assert!(symmetry.holds_for(givens(puzzle)) && (24..=26).contains(&given_count(puzzle)));
            }
            let last = made[made.len() - 1].attempt;
            let again = recipe.attempts(Isa::PORTABLE, 5, last..last + 1).0;
            assert_eq!(again, made[made.len() - 1..]);
        }
    }

    #[test]
    fn top_down_puzzles_have_the_known_mean_of_givens() {
        let (made, failed) = Recipe::default().attempts(Isa::detect(), 3, 0..8000);
        assert_eq!((made.len(), failed), (8000, Failed::default()));
        let mean = made.iter().map(|made| f64::from(given_count(&made.puzzle))).sum::<f64>() / 8000.0;
        // Berthier's statistics have a mean of 24.38 and a standard deviation of 1.12.
        assert!((mean - 24.38).abs() < 0.045, "{mean}");
    }
}
