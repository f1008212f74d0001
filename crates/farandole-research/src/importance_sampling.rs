//! Unbiased statistics of minimal puzzles, from random subsets of uniform grids, random removal of
//! redundant givens, and Horvitz-Thompson weights.
//!
//! An attempt draws a random first band and left stack, counts their completions and picks one of them
//! at random. Then it draws subsets of [`START`] cells. From each proper subset it removes redundant
//! givens, each with the same probability, until none is left. Each step removes one of `r` redundant
//! givens with the probability `1 / r`, so the probability of each sequence of removals is known. With
//! the weight `C(81, START) * product of r / (C(81 - n, START - n) * (START - n)!)` for a puzzle with
//! `n` givens, all weighted sums are unbiased. Subsets that miss an unavoidable set of two digits or two
//! lines need no query.
//!
//! Performs badly for numbers of givens that are rare among minimal puzzles: the weights are
//! uneven, and about 1,000 weighted puzzles are worth 15 unweighted ones
//! (docs/experiments/2026-11-22-generator.md).
//!
//! Source: D. Horvitz, D. Thompson, "A generalization of sampling without replacement from a finite
//! universe", JASA 47 (1952); D. Berthier, "Unbiased Statistics of a CSP" (CISSE 2009), for the
//! need for weights.

use core::ops::{ControlFlow, Range};
use core::sync::atomic::AtomicBool;

use farandole_kernel::{End, Isa};

use crate::batched_queries::{QuerySequence, run_batched};
use crate::board::{Cells, Grid, difference, masks, members, restrict};
use crate::grid::first_band_and_stack;
use crate::random::Random;
use crate::unavoidable::{ALONE, each_quick_set, keep_small};
use crate::uniform::{binomial, random_subset};

/// Number of cells of a subset. Smaller subsets are seldom proper. Larger ones need many removals,
/// which makes the weights uneven.
const START: u32 = 31;
/// Number of subsets drawn from each grid, which share the cost of counting completions.
const DRAWS: u32 = 2000;
/// Number of pairs of a first band and a left stack: 9! * 2,612,736^2.
const CONFIGURATIONS: f64 = 362_880.0 * 2_612_736.0 * 2_612_736.0;

/// A minimal puzzle with its weight.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weighted {
    /// The index of the attempt.
    pub attempt: u64,
    /// Digits, 0 for empty cells, row-major.
    pub puzzle: [u8; 81],
    /// The only solution of the puzzle.
    pub solution: Grid,
    /// The number of minimal puzzles that this one represents. The expected sum of the weights of
    /// an attempt is the number of all minimal puzzles.
    pub weight: f64,
}

/// Runs the attempts with these indices and returns their weighted puzzles, in order of attempts. An
/// attempt yields between zero and a few dozen puzzles. Attempts in progress are dropped if `stop` is
/// set.
///
/// Cost: about ten milliseconds per attempt.
///
/// ```
/// use farandole_kernel::Isa;
/// use farandole_research::weighted_puzzles;
///
/// let all = weighted_puzzles(Isa::detect(), 1, 0..3, &false.into());
/// assert!(all.iter().all(|puzzle| puzzle.weight > 0.0));
/// ```
pub fn weighted_puzzles(isa: Isa, seed: u64, numbers: Range<u64>, stop: &AtomicBool) -> Vec<Weighted> {
    let mut all = Vec::new();
    let mut numbers = numbers;
    let mut begin = || numbers.next().map(|attempt| Attempt::new(seed, attempt));
    run_batched(isa, u64::MAX, stop, &mut begin, &mut |attempt: Attempt| all.extend(attempt.weighted()));
    all.sort_by_key(|weighted| weighted.attempt);
    all
}

/// Totals of weighted values, for their mean and for the number of unweighted puzzles with the same
/// precision.
///
/// ```
/// let mut totals = farandole_research::WeightTotals::default();
/// totals.add(2.0, 25.0);
/// totals.add(2.0, 27.0);
/// assert_eq!((totals.mean(), totals.effective_size()), (26.0, 2.0));
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct WeightTotals {
    sum: f64,
    squares: f64,
    product: f64,
}

impl WeightTotals {
    /// Adds a value with its weight.
    pub fn add(&mut self, weight: f64, value: f64) {
        self.sum += weight;
        self.squares += weight * weight;
        self.product += weight * value;
    }

    /// Returns the sum of the weights.
    pub const fn sum(&self) -> f64 {
        self.sum
    }

    /// Returns the weighted mean of the values.
    pub fn mean(&self) -> f64 {
        self.product / self.sum
    }

    /// Returns the square of the sum of the weights divided by the sum of their squares (Kish's
    /// effective sample size).
    pub fn effective_size(&self) -> f64 {
        if self.squares > 0.0 { self.sum * self.sum / self.squares } else { 0.0 }
    }
}

/// An attempt in progress.
struct Attempt {
    number: u64,
    random: Random,
    board: [u8; 81],
    grid: Grid,
    /// Number of completions of the first band and left stack.
    completions: u32,
    /// Unavoidable sets in ascending order of size.
    sets: Vec<Cells>,
    draws: u32,
    stage: Stage,
    found: Vec<(Cells, f64)>,
}

enum Stage {
    /// The query counts all completions of the board.
    Count,
    /// The next subset is to be drawn.
    Draw,
    /// The query decides whether this subset is proper.
    Subset(Cells),
    Remove(Removal),
}

/// The removal of redundant givens.
#[derive(Clone, Copy)]
struct Removal {
    cells: Cells,
    /// Givens not tested since the last removal (`open`), and those found redundant since then
    /// (`redundant`).
    open: Cells,
    redundant: Cells,
    /// The product of the numbers of redundant givens so far.
    product: f64,
}

impl Attempt {
    fn new(seed: u64, number: u64) -> Self {
        let mut random = Random::new(seed, number);
        let board = first_band_and_stack(&mut random);
        let (sets, found) = (Vec::with_capacity(256), Vec::new());
        Self {
            number,
            random,
            board,
            grid: [0; 81],
            completions: 0,
            sets,
            draws: 0,
            stage: Stage::Count,
            found,
        }
    }

    fn weighted(self) -> impl Iterator<Item = Weighted> {
        let grids = f64::from(self.completions) * CONFIGURATIONS;
        self.found.into_iter().map(move |(cells, weight)| Weighted {
            attempt: self.number,
            puzzle: restrict(&self.grid, cells),
            solution: self.grid,
            weight: weight * grids / f64::from(DRAWS),
        })
    }

    /// Returns the next subset that hits all known sets, or `None` if all draws are used.
    fn draw(&mut self) -> Option<Cells> {
        while self.draws < DRAWS {
            self.draws += 1;
            let cells = random_subset(&mut self.random, 81, START);
            if self.sets.iter().all(|set| set & cells != 0) {
                return Some(cells);
            }
        }
        None
    }

    /// Returns true if the given is the only one in a known set.
    fn is_needed(&self, cells: Cells, cell: usize) -> bool {
        self.sets.iter().any(|set| set & cells == 1 << cell)
    }

    /// Advances to the next given that requires a query, and returns it. Returns `None` if the
    /// puzzle is minimal.
    fn next_test(&mut self, removal: &mut Removal) -> Option<usize> {
        loop {
            while removal.open != 0 {
                let cell = removal.open.trailing_zeros() as usize;
                if !self.is_needed(removal.cells, cell) {
                    return Some(cell);
                }
                removal.open &= removal.open - 1;
            }
            let count = removal.redundant.count_ones();
            if count == 0 {
                return None;
            }
            let chosen = self.random.below(count) as usize;
            let cell = members(removal.redundant).nth(chosen)?;
            removal.product *= f64::from(count);
            removal.cells &= !(1 << cell);
            // Removing a given never makes another one redundant, so only the givens found redundant are
            // tested again.
            removal.open = removal.redundant & !(1 << cell);
            removal.redundant = 0;
        }
    }
}

impl QuerySequence for Attempt {
    fn next_query(&mut self, board: &mut [u16; 81]) -> bool {
        if let Stage::Remove(mut removal) = self.stage {
            if let Some(cell) = self.next_test(&mut removal) {
                masks(&restrict(&self.grid, removal.cells), board);
                // Every other solution of the puzzle without this given has a different digit
                // there.
                board[cell] ^= 0x1ff;
                self.stage = Stage::Remove(removal);
                return true;
            }
            let givens = removal.cells.count_ones();
            let removed_count = START - givens;
            let orders = (1..=removed_count).map(f64::from).product::<f64>();
            let weight =
                binomial(81, START) * removal.product / (binomial(81 - givens, removed_count) * orders);
            self.found.push((removal.cells, weight));
            self.stage = Stage::Draw;
        }
        if let Stage::Draw = self.stage {
            let Some(cells) = self.draw() else { return false };
            self.stage = Stage::Subset(cells);
        }
        match self.stage {
            Stage::Subset(cells) => masks(&restrict(&self.grid, cells), board),
            _ => masks(&self.board, board),
        }
        true
    }

    fn solution(&mut self, other: &[u8; 81]) -> ControlFlow<()> {
        if let Stage::Count = self.stage {
            self.completions += 1;
            // Reservoir sampling: each completion is chosen with the same probability, without a
            // list of them.
            if self.random.below(self.completions) == 0 {
                self.grid = other.map(|symbol| symbol - b'0');
            }
            return ControlFlow::Continue(());
        }
        let set = difference(&self.grid, other);
        if set == 0 {
            return ControlFlow::Continue(());
        }
        // The set that proves this subset improper also rejects later subsets without a query.
        keep_small(&mut self.sets, set);
        ControlFlow::Break(())
    }

    fn query_ended(&mut self, end: End) {
        let is_proper = end == End::Exhausted;
        match &mut self.stage {
            Stage::Count if self.completions == 0 => self.draws = DRAWS,
            Stage::Count => {
                let sets = &mut self.sets;
                each_quick_set(&self.grid, &ALONE, &mut |set| sets.push(set));
                sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
            }
            Stage::Subset(cells) if is_proper => {
                self.stage =
                    Stage::Remove(Removal { cells: *cells, open: *cells, redundant: 0, product: 1.0 });
                return;
            }
            Stage::Remove(removal) => {
                let first = removal.open & removal.open.wrapping_neg();
                removal.open &= !first;
                if is_proper {
                    removal.redundant |= first;
                }
                return;
            }
            Stage::Subset(_) | Stage::Draw => {}
        }
        self.stage = Stage::Draw;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batched_queries::NEVER;

    #[test]
    fn subsets_are_uniform() {
        let mut random = Random::new(1, 0);
        let mut counts = [0_u32; 81];
        for _ in 0..20_000 {
            let cells = random_subset(&mut random, 81, START);
            assert_eq!(cells.count_ones(), START);
            members(cells).for_each(|cell| counts[cell] += 1);
        }
        let expected = 20_000.0 * 31.0 / 81.0;
        let variance = expected * 50.0 / 81.0;
        let chi_square: f64 =
            counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / variance).sum();
        assert!(chi_square < 125.0, "80 degrees of freedom: 1 in 1,000 is above; {chi_square}");
    }

    #[test]
    fn estimates_agree_with_the_controlled_bias_statistics() {
        // The shares of 24 to 28 givens in Berthier's 5,926,343 controlled-bias puzzles, with their
        // weights.
        let shares = [0.02285, 0.1342, 0.3191, 0.3271, 0.1548];
        let attempts = 400_u64;
        let all = weighted_puzzles(Isa::detect(), 5, 0..attempts, &NEVER);
        let count = |puzzle: &Weighted| puzzle.puzzle.iter().filter(|digit| **digit != 0).count();
        let mut totals = WeightTotals::default();
        all.iter().for_each(|puzzle| totals.add(puzzle.weight, count(puzzle) as f64));
        let size = totals.effective_size();
        assert!(size > 100.0, "{size}");
        let total = totals.sum() / attempts as f64;
        assert!((2.2e37..4.2e37).contains(&total), "{total:e}, known: 3.1055e37");
        assert!((totals.mean() - 26.578).abs() < 4.0 * 1.117 / size.sqrt(), "{}", totals.mean());
        let mut chi_square = 0.0;
        for (givens, share) in (24..).zip(shares) {
            let here: f64 = all.iter().filter(|it| count(it) == givens).map(|it| it.weight).sum();
            chi_square += (here / totals.sum() - share).powi(2) * size / share;
        }
        assert!(chi_square < 25.0, "five shares; {chi_square}");
        assert_eq!(
            weighted_puzzles(Isa::PORTABLE, 5, 7..9, &NEVER),
            all.iter().filter(|it| (7..9).contains(&it.attempt)).copied().collect::<Vec<_>>()
        );
    }
}
