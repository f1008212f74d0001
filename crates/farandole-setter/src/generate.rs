//! Generator of 9x9 puzzles: numbered attempts, each a random grid reduced top-down, or a climb to a proper puzzle of a pattern.
//!
//! Attempt `k` draws from random stream `k` of its seed and nothing else. So what it makes depends neither on the other
//! attempts, nor on threads or instruction sets.
//!
//! Source: top-down reduction in random order is the usual generator; D. Berthier, "Unbiased Statistics of a CSP" (CISSE 2009),
//! has its bias.

use core::ops::{ControlFlow, Range, RangeInclusive};
use core::sync::atomic::AtomicBool;

use farandole_kernel::{Config, End, Isa, Redundancy, redundant_givens};

use crate::board::{Cells, Grid, restrict};
use crate::climb::Climb;
use crate::grid::first_band_and_stack;
use crate::made::{Made, Minimal};
use crate::pattern::{PatternSymmetry, may_be_proper, random_pattern};
use crate::random::Random;
use crate::reduce::Reduction;
use crate::walks::{NEVER, Walk, run_walks};

/// Work, in solutions, for a proper puzzle of the pattern that is asked for.
const PATIENCE: u32 = 40_000;
/// The same for a pattern that is drawn: another one may be easier.
const PATIENCE_WITH_DRAWN: u32 = 10_000;

/// What the puzzles shall be.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// Solution grids to take in turn; random ones if there is none. Random grids have a uniformly random first band and left
    /// stack, and the completion that the kernel finds first, so grids do not have quite the same chance.
    pub grids: Vec<Grid>,
    /// The cells of all givens; any if `None`. With it, `grids` and `symmetry` are not looked at.
    pub pattern: Option<Cells>,
    /// The symmetry of the set of givens.
    ///
    /// With one symmetry, orbits of givens are taken from the grid while the puzzle stays proper. Where most orbits have four
    /// cells or more, nearly all such puzzles have a redundant given. So minimal puzzles with these symmetries, if no grids
    /// are asked for, begin with the pattern: a number of 22 to 28 cells, as far as `givens` has them, is drawn evenly, and
    /// orbits are added in random order while there is room. Then digits are looked for by local search. So 25 cells are
    /// frequent where orbits have four cells and the middle has one, and easy patterns have a greater chance.
    pub symmetry: PatternSymmetry,
    /// How many givens are accepted.
    pub givens: RangeInclusive<u32>,
    /// How far they are reduced.
    pub minimal: Minimal,
}

impl Default for Recipe {
    /// Minimal puzzles of random grids, of any number of givens.
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

/// How many attempts came to nothing, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Failed {
    /// The number of givens was not asked for.
    pub givens: u64,
    /// A given could go although no whole orbit could, or although it is in the pattern.
    pub redundant: u64,
    /// No proper puzzle of the pattern was found.
    pub pattern: u64,
}

impl Recipe {
    /// Makes the attempts of these numbers and returns what came of them, by number, with the count of those that failed.
    ///
    /// Cost: about 25 microseconds for an attempt without symmetry, if there are some hundred of them.
    ///
    /// ```
    /// use farandole_kernel::Isa;
    /// use farandole_setter::{PatternSymmetry, Recipe};
    ///
    /// let recipe = Recipe { symmetry: PatternSymmetry::HalfTurn, ..Recipe::default() };
    /// let (made, failed) = recipe.attempts(Isa::detect(), 7, 0..20);
    /// assert_eq!(made.len() as u64 + failed.givens + failed.redundant, 20);
    /// let again = recipe.attempts(Isa::PORTABLE, 7, 3..20).0;
    /// assert!(made.ends_with(&again));
    /// ```
    pub fn attempts(&self, isa: Isa, seed: u64, numbers: Range<u64>) -> (Vec<Made>, Failed) {
        self.attempts_until(isa, seed, numbers, &NEVER)
    }

    /// As [`attempts`](Self::attempts); those under way when `stop` is set are dropped, and count nowhere.
    pub fn attempts_until(
        &self,
        isa: Isa,
        seed: u64,
        numbers: Range<u64>,
        stop: &AtomicBool,
    ) -> (Vec<Made>, Failed) {
        let mut failed = Failed::default();
        let mut all = Vec::new();
        let orbits = self.symmetry.orbits();
        let mut numbers = numbers;
        let mut begin = || numbers.next().map(|attempt| Attempt::new(self, &orbits, seed, attempt));
        run_walks(isa, u64::MAX, stop, &mut begin, &mut |attempt: Attempt<'_>| match attempt.stage {
            Stage::NoPattern => failed.pattern += 1,
            Stage::Climb(ref climb) if climb.found().is_none() => {
                let reason = if climb.is_proper() { &mut failed.redundant } else { &mut failed.pattern };
                *reason += 1;
            }
            _ => all.extend(attempt.made()),
        });
        all.sort_unstable_by_key(|made: &Made| made.attempt);
        (self.keep(isa, all, &mut failed), failed)
    }

    /// Those that fit.
    fn keep(&self, isa: Isa, mut all: Vec<Made>, failed: &mut Failed) -> Vec<Made> {
        all.retain(|made| {
            let fits = self.givens.contains(&given_count(&made.puzzle));
            failed.givens += u64::from(!fits);
            fits
        });
        let is_tested = self.symmetry == PatternSymmetry::None || self.is_climb();
        if self.minimal == Minimal::Yes && !is_tested {
            let before = all.len();
            all = only_minimal(isa, all);
            failed.redundant += (before - all.len()) as u64;
        }
        all
    }

    /// Whether attempts begin with a pattern.
    fn is_climb(&self) -> bool {
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

/// Those that have no redundant given.
fn only_minimal(isa: Isa, all: Vec<Made>) -> Vec<Made> {
    let boards: Vec<[u8; 81]> = all.iter().map(|made| made.puzzle.map(|digit| digit + b'0')).collect();
    let mut answers = vec![Redundancy::default(); boards.len()];
    redundant_givens(isa, &Config::default(), &boards, &mut answers);
    all.into_iter().zip(answers).filter(|(_, answer)| answer.cells == 0).map(|(made, _)| made).collect()
}

/// One attempt under way.
struct Attempt<'a> {
    recipe: &'a Recipe,
    orbits: &'a [Cells],
    number: u64,
    random: Random,
    stage: Stage,
}

enum Stage {
    /// A first band and left stack are completed.
    Fill([u8; 81]),
    /// The grid is complete.
    Full(Grid),
    Reduce(Box<Reduction>),
    Climb(Box<Climb>),
    /// No proper puzzle has such a pattern.
    NoPattern,
}

impl<'a> Attempt<'a> {
    fn new(recipe: &'a Recipe, orbits: &'a [Cells], seed: u64, number: u64) -> Self {
        let mut random = Random::new(seed, number);
        let stage = match number.checked_rem(recipe.grids.len() as u64) {
            Some(place) if !recipe.is_climb() => Stage::Full(recipe.grids[place as usize]),
            _ => Stage::Fill(first_band_and_stack(&mut random)),
        };
        Self { recipe, orbits, number, random, stage }
    }

    /// What the attempt does with its grid.
    fn begin(&mut self, grid: Grid) -> Stage {
        if !self.recipe.is_climb() {
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
            Stage::Climb(Box::new(Climb::new(cells, self.recipe.minimal, &grid, random, patience)))
        })
    }

    fn made(self) -> Option<Made> {
        if let Stage::Climb(climb) = &self.stage {
            let (puzzle, solution) = climb.found()?;
            return Some(Made { attempt: self.number, puzzle, solution });
        }
        let Stage::Reduce(reduction) = self.stage else { return None };
        let mut cells = reduction.cells();
        if self.recipe.minimal == Minimal::No {
            // What went last comes back first, as if the reduction had stopped earlier.
            let mut units = reduction.units().iter().rev();
            while cells.count_ones() < *self.recipe.givens.start() {
                let Some(unit) = units.next() else { break };
                cells |= unit;
            }
        }
        let solution = *reduction.grid();
        Some(Made { attempt: self.number, puzzle: restrict(&solution, cells), solution })
    }
}

impl Walk for Attempt<'_> {
    fn ask(&mut self, masks: &mut [u16; 81]) -> bool {
        if let Stage::Full(grid) = self.stage {
            self.stage = self.begin(grid);
        }
        match &mut self.stage {
            Stage::Fill(board) => {
                crate::board::masks(board, masks);
                true
            }
            Stage::Full(_) | Stage::NoPattern => false,
            Stage::Reduce(reduction) => reduction.ask(masks),
            Stage::Climb(climb) => climb.ask(masks),
        }
    }

    fn solution(&mut self, grid: &[u8; 81]) -> ControlFlow<()> {
        match &mut self.stage {
            Stage::Reduce(reduction) => reduction.solution(grid),
            Stage::Climb(climb) => climb.solution(grid),
            _ => {
                self.stage = Stage::Full(grid.map(|symbol| symbol - b'0'));
                ControlFlow::Break(())
            }
        }
    }

    fn answered(&mut self, end: End) {
        match &mut self.stage {
            // A few first bands and left stacks have no completion.
            Stage::Fill(board) => *board = first_band_and_stack(&mut self.random),
            Stage::Full(_) | Stage::NoPattern => {}
            Stage::Reduce(reduction) => reduction.answered(end),
            Stage::Climb(climb) => climb.answered(end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::givens;

    /// A reduction as it is defined: one question after the other.
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
            for Made { attempt, puzzle, solution } in made {
                // The same numbers: first the grid, then the order.
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
        for Made { puzzle, solution, .. } in &made {
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
            for Made { puzzle, .. } in &made {
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
        // 24.38 with a standard deviation of 1.12 in Berthier's statistics.
        assert!((mean - 24.38).abs() < 0.045, "{mean}");
    }
}
