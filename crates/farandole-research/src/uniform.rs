//! Uniformly random minimal puzzles, found as the large minimal puzzles inside random subsets of
//! uniform grids.
//!
//! An attempt draws a random first band and left stack. Each of its completions is taken with the
//! same probability, so all grids are equally likely. For each number `n` of givens, subsets of
//! `n + SPARE` cells are drawn. Each proper subset yields all its minimal puzzles with exactly `n`
//! givens. Such a puzzle is part of `C(81 - n, SPARE)` of the `C(81, n + SPARE)` subsets. The
//! number of draws for `n` is proportional to the quotient of these numbers, so every minimal
//! puzzle of every grid is found equally often on average, without weights. The puzzles of one
//! attempt are not independent of each other.
//!
//! Performs badly for windows that contain rare numbers of givens, because these take most of the
//! draws.
//!
//! Source: the extension to supersets is our own; D. Berthier, "Unbiased Statistics of a CSP"
//! (CISSE 2009), draws with a known bias instead.

use core::ops::{ControlFlow, Range, RangeInclusive};
use core::sync::atomic::AtomicBool;

use farandole_kernel::{End, Isa};

use crate::batched_queries::{QuerySequence, run_batched};
use crate::board::{Cells, Grid, difference, masks, members, restrict};
use crate::grid::first_band_and_stack;
use crate::random::Random;
use crate::result::GeneratedBoard;
use crate::unavoidable::{ALONE, each_quick_set, keep_small};

/// Number of givens that a subset has beyond those of the puzzles sought in it.
const SPARE: u32 = 2;
/// Number of completions of which one is taken.
const COMPLETIONS: u32 = 1000;
/// Number of subsets drawn from each grid.
const DRAWS: f64 = 10_000.0;

/// Runs the attempts with these indices and returns minimal puzzles with numbers of givens in the
/// window, all of them equally likely. An attempt yields between zero and a few dozen puzzles.
/// Attempts in progress are dropped if `stop` is set.
///
/// Cost: a few hundred milliseconds per attempt. Only 0.4 % of minimal puzzles have 30 or more
/// givens and 0.03 % have 31 or more, but most draws are made for them. A window up to 29 takes a
/// fraction of the time per puzzle.
///
/// ```
/// use farandole_kernel::Isa;
/// use farandole_research::{givens, uniform_puzzles};
///
/// let all = uniform_puzzles(Isa::detect(), 1, 24..=26, 0..4, &false.into());
/// assert!(all.iter().all(|made| (24..=26).contains(&givens(&made.puzzle).count_ones())));
/// ```
pub fn uniform_puzzles(
    isa: Isa,
    seed: u64,
    givens: RangeInclusive<u32>,
    numbers: Range<u64>,
    stop: &AtomicBool,
) -> Vec<GeneratedBoard> {
    let draws = draws(81, givens, DRAWS);
    let mut numbers = numbers;
    let mut all = Vec::new();
    let mut begin = || numbers.next().map(|attempt| Attempt::new(seed, attempt, &draws));
    run_batched(isa, u64::MAX, stop, &mut begin, &mut |attempt: Attempt<'_>| all.extend(attempt.found));
    all.sort_by_key(|made| made.attempt);
    all
}

/// Returns the mean number of draws for each number of givens such that every puzzle is found
/// equally often. The numbers sum to `total`.
fn draws(cells: u32, givens: RangeInclusive<u32>, total: f64) -> Vec<(u32, f64)> {
    let end = (*givens.end()).min(cells - SPARE);
    // C(cells, n + SPARE) / C(cells - n, SPARE) = C(cells, n) / C(n + SPARE, SPARE).
    let share = |n| binomial(cells, n) / binomial(n + SPARE, SPARE);
    let sum: f64 = (*givens.start()..=end).map(share).sum();
    (*givens.start()..=end).map(|n| (n, total * share(n) / sum)).collect()
}

/// Returns a random integer whose mean is `mean`.
fn rounded(random: &mut Random, mean: f64) -> u32 {
    mean as u32 + u32::from(random.unit() < mean.fract())
}

/// Returns a uniformly random subset of `size` of the first `cells` cells. The subset starts with
/// three eighths of the cells on average, and random cells are added or removed until the size is
/// right.
pub(crate) fn random_subset(random: &mut Random, cells: u32, size: u32) -> Cells {
    let mut word = || u128::from(random.next()) | u128::from(random.next()) << 64;
    let mut set = word() & (word() | word()) & ((1 << cells) - 1);
    // Adding or removing random cells keeps the distribution uniform by symmetry.
    while set.count_ones() != size {
        let is_short = set.count_ones() < size;
        let cell = random.below(cells);
        if (set >> cell & 1 == 0) == is_short {
            set ^= 1 << cell;
        }
    }
    set
}

/// Returns the number of subsets with `k` of `n` elements.
pub(crate) fn binomial(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |product, i| product * f64::from(n - i) / f64::from(i + 1))
}

/// The search for all minimal puzzles that lack exactly two givens of a set. Its queries test
/// whether a part of the set is proper.
///
/// Two redundant givens can be removed if the puzzle without them is proper. The rest is minimal if
/// no third given can be removed. A proper puzzle without three of them decides all three pairs.
#[derive(Clone, Debug)]
struct PairSearch {
    cells: Cells,
    /// Givens that have not been tested one by one.
    open: Cells,
    redundant: Cells,
    /// For each given, the other givens with which its pair is decided.
    decided: Vec<(usize, Cells)>,
    /// A pair that can be removed, and the givens that have not been tested together with it.
    pair: Option<(Cells, Cells)>,
    last_query: LastQuery,
}

/// The last query.
#[derive(Clone, Copy, Debug)]
enum LastQuery {
    All,
    One(Cells),
    Two(Cells),
    Three(Cells),
}

impl PairSearch {
    const fn new(cells: Cells) -> Self {
        Self { cells, open: cells, redundant: 0, decided: Vec::new(), pair: None, last_query: LastQuery::All }
    }

    /// Returns the set of the first query.
    const fn first(&self) -> Cells {
        self.cells
    }

    /// Receives the result of the last query, and returns the next one, or `None` at the end. Adds
    /// minimal puzzles to `found`.
    fn next(&mut self, is_proper: bool, found: &mut Vec<Cells>) -> Option<Cells> {
        match self.last_query {
            LastQuery::All if !is_proper => return None,
            LastQuery::One(cell) if is_proper => self.redundant |= cell,
            LastQuery::Two(pair) => {
                self.mark_decided(pair);
                self.pair = is_proper.then_some((pair, self.redundant & !pair));
            }
            LastQuery::Three(cells) if is_proper => {
                self.mark_decided(cells);
                self.pair = None;
            }
            _ => {}
        }
        self.ask(found)
    }

    fn ask(&mut self, found: &mut Vec<Cells>) -> Option<Cells> {
        if self.open != 0 {
            let cell = self.open & self.open.wrapping_neg();
            self.open &= !cell;
            self.last_query = LastQuery::One(cell);
            return Some(self.cells & !cell);
        }
        if let Some((pair, thirds)) = self.pair {
            if thirds != 0 {
                // A third given whose pairs are not decided is tried first, because its answer
                // decides more pairs.
                let fresh = thirds & !self.decided_with(pair);
                let best = if fresh != 0 { fresh } else { thirds };
                let third = best & best.wrapping_neg();
                self.pair = Some((pair, thirds & !third));
                self.last_query = LastQuery::Three(pair | third);
                return Some(self.cells & !(pair | third));
            }
            found.push(self.cells & !pair);
            self.pair = None;
        }
        if self.decided.is_empty() {
            self.decided = members(self.redundant).map(|cell| (cell, 0)).collect();
        }
        let undecided = |(cell, decided): &(usize, Cells)| {
            let later = self.redundant & !decided & (Cells::MAX << cell << 1);
            (later != 0).then_some(1 << cell | later & later.wrapping_neg())
        };
        let pair = self.decided.iter().find_map(undecided)?;
        self.last_query = LastQuery::Two(pair);
        Some(self.cells & !pair)
    }

    /// Marks the pairs among these cells as decided.
    fn mark_decided(&mut self, cells: Cells) {
        for (cell, decided) in &mut self.decided {
            if cells >> *cell & 1 == 1 {
                *decided |= cells;
            }
        }
    }

    /// Returns the cells whose pair with a member of `pair` is decided.
    fn decided_with(&self, pair: Cells) -> Cells {
        let mine = self.decided.iter().filter(|(cell, _)| pair >> cell & 1 == 1);
        mine.fold(0, |all, (_, decided)| all | decided)
    }
}

/// An attempt in progress.
struct Attempt<'a> {
    attempt: u64,
    random: Random,
    board: [u8; 81],
    /// Pairs of a number of givens and its mean number of draws per grid.
    draws: &'a [(u32, f64)],
    /// Chosen completions from which no subsets have been drawn.
    grids: Vec<Grid>,
    grid: Grid,
    /// Remaining draws in the grid for each number of givens.
    left: Vec<(u32, u32)>,
    /// Unavoidable sets of the grid in ascending order of size.
    sets: Vec<Cells>,
    stage: Stage,
    found: Vec<GeneratedBoard>,
}

enum Stage {
    /// The query lists all completions of the board.
    List,
    Draw,
    /// A subset, and the part of it in the query.
    Query(PairSearch, Cells),
}

impl<'a> Attempt<'a> {
    fn new(seed: u64, attempt: u64, draws: &'a [(u32, f64)]) -> Self {
        let mut random = Random::new(seed, attempt);
        let board = first_band_and_stack(&mut random);
        Self {
            attempt,
            random,
            board,
            draws,
            grids: Vec::new(),
            grid: [0; 81],
            left: Vec::new(),
            sets: Vec::new(),
            stage: Stage::List,
            found: Vec::new(),
        }
    }

    /// Returns the next subset that hits all known sets, or `None` at the end.
    fn draw(&mut self) -> Option<Cells> {
        loop {
            while let Some((givens, left)) = self.left.last_mut() {
                if *left == 0 {
                    self.left.pop();
                    continue;
                }
                *left -= 1;
                let cells = random_subset(&mut self.random, 81, *givens + SPARE);
                if self.sets.iter().all(|set| set & cells != 0) {
                    return Some(cells);
                }
            }
            self.grid = self.grids.pop()?;
            let random = &mut self.random;
            self.left = self.draws.iter().map(|(givens, mean)| (*givens, rounded(random, *mean))).collect();
            let sets = &mut self.sets;
            sets.clear();
            each_quick_set(&self.grid, &ALONE, &mut |set| sets.push(set));
            sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
        }
    }

    /// Answers queries from the known sets until one requires the kernel.
    fn continue_search(&mut self, mut pair_search: PairSearch, mut is_proper: bool) {
        let mut minimal = Vec::new();
        self.stage = loop {
            let Some(cells) = pair_search.next(is_proper, &mut minimal) else { break Stage::Draw };
            is_proper = false;
            if self.sets.iter().all(|set| set & cells != 0) {
                break Stage::Query(pair_search, cells);
            }
        };
        let (attempt, solution) = (self.attempt, self.grid);
        self.found.extend(minimal.into_iter().map(|cells| GeneratedBoard {
            attempt,
            puzzle: restrict(&solution, cells),
            solution,
        }));
    }
}

impl QuerySequence for Attempt<'_> {
    fn next_query(&mut self, board: &mut [u16; 81]) -> bool {
        if let Stage::Draw = self.stage {
            let Some(cells) = self.draw() else { return false };
            let pair_search = PairSearch::new(cells);
            let first = pair_search.first();
            self.stage = Stage::Query(pair_search, first);
        }
        match &self.stage {
            Stage::Query(_, cells) => masks(&restrict(&self.grid, *cells), board),
            _ => masks(&self.board, board),
        }
        true
    }

    fn solution(&mut self, other: &[u8; 81]) -> ControlFlow<()> {
        if let Stage::List = self.stage {
            if self.random.below(COMPLETIONS) == 0 {
                self.grids.push(other.map(|symbol| symbol - b'0'));
            }
            return ControlFlow::Continue(());
        }
        let set = difference(&self.grid, other);
        if set == 0 {
            return ControlFlow::Continue(());
        }
        keep_small(&mut self.sets, set);
        ControlFlow::Break(())
    }

    fn query_ended(&mut self, end: End) {
        match core::mem::replace(&mut self.stage, Stage::Draw) {
            Stage::Query(pair_search, _) => self.continue_search(pair_search, end == End::Exhausted),
            Stage::List | Stage::Draw => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batched_queries::NEVER;
    use crate::givens;
    use farandole_kernel::{Config, each_solution};
    use std::collections::{BTreeSet, HashMap};

    /// Returns, for each of the 288 grids of size 4, the sets of cells in which it differs from the
    /// other grids.
    fn small_grids() -> Vec<Vec<Cells>> {
        fn fill(grid: &mut [u8; 16], cell: usize, all: &mut Vec<[u8; 16]>) {
            if cell == 16 {
                return all.push(*grid);
            }
            let sees = |other: usize| {
                other / 4 == cell / 4
                    || other % 4 == cell % 4
                    || other / 8 == cell / 8 && other % 4 / 2 == cell % 4 / 2
            };
            for digit in 1..=4 {
                if (0..cell).all(|other| grid[other] != digit || !sees(other)) {
                    grid[cell] = digit;
                    fill(grid, cell + 1, all);
                }
            }
        }
        let mut all = Vec::new();
        fill(&mut [0; 16], 0, &mut all);
        let differ = |one: &[u8; 16], other: &[u8; 16]| {
            (0..16).fold(0, |set, cell| set | Cells::from(one[cell] != other[cell]) << cell)
        };
        let sets = |grid: &[u8; 16]| -> BTreeSet<Cells> {
            all.iter().map(|other| differ(grid, other)).filter(|set| *set != 0).collect()
        };
        all.iter().map(|grid| sets(grid).into_iter().collect()).collect()
    }

    #[test]
    fn every_minimal_puzzle_of_size_4_is_equally_likely() {
        let grids = small_grids();
        assert_eq!(grids.len(), 288);
        let is_proper = |grid: usize, cells: Cells| grids[grid].iter().all(|set| set & cells != 0);
        let (mut counts, mut random) = (HashMap::new(), Random::new(17, 0));
        let (trials, total) = (70 * 288, 50.0);
        let draws = draws(16, 4..=6, total);
        for trial in 0..trials {
            // The grids are used in turn, because a grid that occurs more often would add to the
            // deviation of all its puzzles.
            let grid = trial % 288;
            for (givens, mean) in &draws {
                for _ in 0..rounded(&mut random, *mean) {
                    let mut pair_search = PairSearch::new(random_subset(&mut random, 16, givens + SPARE));
                    let (mut found, mut cells) = (Vec::new(), pair_search.first());
                    while let Some(next) = pair_search.next(is_proper(grid, cells), &mut found) {
                        cells = next;
                    }
                    for cells in found {
                        assert_eq!(cells.count_ones(), *givens);
                        *counts.entry((grid, cells)).or_insert(0_u32) += 1;
                    }
                }
            }
        }
        // All puzzles have the same mean, and the number of those that were not found is known.
        let (givens, mean) = draws[0];
        let part = binomial(16 - givens, SPARE) / binomial(16, givens + SPARE);
        let expected = trials as f64 * mean * part / 288.0;
        assert!((4.0..10.0).contains(&expected), "{expected}");
        let mut kinds = [0; 3];
        let mut chi_square = 0.0;
        for ((grid, cells), count) in &counts {
            let is_minimal = |cell: usize| !is_proper(*grid, cells & !(1 << cell));
            assert!(is_proper(*grid, *cells) && members(*cells).all(is_minimal));
            kinds[cells.count_ones() as usize - 4] += 1;
            chi_square += (f64::from(*count) - expected).powi(2) / expected;
        }
        let known = [25_728, 58_368, 1_536];
        assert!(kinds.iter().zip(known).all(|(kind, known)| *kind <= known), "{kinds:?}");
        let minimal = 85_632.0;
        chi_square += (minimal - counts.len() as f64) * expected;
        // The mean is the number of puzzles, the standard deviation the root of this number times 2
        // + 1 / expected.
        let deviation = (chi_square - minimal) / (minimal * (2.0 + 1.0 / expected)).sqrt();
        assert!(deviation.abs() < 5.0, "{deviation}");
    }

    #[test]
    fn minimal_puzzles_of_each_number_of_givens_have_their_shares() {
        let isa = Isa::detect();
        let all = uniform_puzzles(isa, 3, 23..=28, 0..40, &NEVER);
        for made in &all {
            let cells = givens(&made.puzzle);
            assert!((23..=28).contains(&cells.count_ones()));
            for gone in core::iter::once(0).chain(members(cells).map(|cell| 1 << cell)) {
                let mut board = [0; 81];
                masks(&restrict(&made.solution, cells & !gone), &mut board);
                let answer =
                    each_solution(isa, &Config::default(), &board, &mut |_| ControlFlow::Continue(()));
                assert_eq!(answer.solutions == 1, gone == 0);
            }
        }
        // Berthier's statistics of 5,926,343 controlled-bias puzzles, with their weights.
        let shares = [0.00148, 0.02285, 0.1342, 0.3191, 0.3271, 0.1548];
        let sum: f64 = shares.iter().sum();
        let mut chi_square = 0.0;
        for (number, share) in (23..).zip(shares) {
            let count = all.iter().filter(|made| givens(&made.puzzle).count_ones() == number).count();
            let expected = all.len() as f64 * share / sum;
            chi_square += (count as f64 - expected).powi(2) / expected;
        }
        assert!(all.len() > 60, "{}", all.len());
        assert!(chi_square < 25.0, "five degrees of freedom; {chi_square}");
        let portable = uniform_puzzles(Isa::PORTABLE, 3, 23..=28, 4..6, &NEVER);
        assert_eq!(portable, all.into_iter().filter(|it| (4..6).contains(&it.attempt)).collect::<Vec<_>>());
    }
}
