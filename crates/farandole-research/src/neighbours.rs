//! Neighbourhoods {-n+m}: removes n givens in every combination, adds m others in every
//! combination, and keeps the proper and minimal puzzles.
//!
//! A candidate makes a puzzle proper if and only if exactly one solution contains it. So the last
//! added given is one of the candidates with exactly one solution. They are found without listing
//! all solutions. Each query requests a solution with a candidate of one cell that fewer than two
//! solutions contain so far. A cell without such candidates restricts all later queries: in an
//! unseen solution, it has one of the digits seen twice. The search tries low digits first and
//! would find similar solutions repeatedly, so queries rotate the names of the digits.
//!
//! If no cell is common to all exchanges ([`crate::exchange`]) of a solution, each digit of the solution
//! occurs in a second solution, so one query decides all of them.
//!
//! Performs badly for larger n and m: the number of combinations grows with a power of the givens
//! and of the empty cells.
//!
//! Source: the operation is that of M. Dobrichev's program gridchecker; the reduction to candidates
//! with one solution is our own.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};

use farandole_kernel::{Answer, Config, End, Isa, Redundancy, redundant_givens, solve_batch_until};

use crate::batched_queries::{QuerySequence, run_batched};
use crate::board::{OPEN, givens, masks, members};
use crate::exchange::{Exchange, FreeLines};

/// Rotation of the names of the digits from query to query.
const ROTATION: u8 = 1;
/// Largest number of puzzles tested for minimality in one batch.
const MINIMAL_BATCH: usize = 4096;
/// Number of puzzles between two checks of the stop flag.
const STOP_INTERVAL: usize = 256;
/// Smallest number of improper puzzles in one stream. The last puzzles of a stream leave lanes
/// idle.
const STREAM_SIZE: usize = 2048;

/// The bit of each digit, from digit 0. The padding lets a mask of 15 bound the index.
const BITS: [u16; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 0, 0, 0, 0, 0, 0, 0];

/// The numbers of givens to remove and to add.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Neighbours {
    /// Number of givens to remove.
    pub remove: u32,
    /// Number of givens to add.
    pub add: u32,
}

/// Calls `visit` with the index of a puzzle and each proper minimal puzzle that results from
/// removing `change.remove` of its givens and adding `change.add` others. Puzzles are digits,
/// row-major, 0 for empty cells. The results of one puzzle are distinct; those of different puzzles
/// may repeat. The puzzle itself is a result if both numbers are equal and it is proper and
/// minimal.
///
/// If `stop` is set, the remaining results are left out.
///
/// Many puzzles in one call share the lanes of the kernel. Cost: one to two milliseconds for 17
/// givens and {-1+1}, a few seconds for {-2+2}.
///
/// ```
/// use farandole_kernel::Isa;
/// use farandole_research::{Neighbours, neighbours};
///
/// let line = b"000000010400000000020000000000050407008000300001090000300400200050100000000806000";
/// let puzzle = line.map(|symbol| symbol - b'0');
/// let mut found = Vec::new();
/// neighbours(Isa::detect(), &[puzzle], Neighbours { remove: 1, add: 1 }, &false.into(), &mut |_, other| {
///     found.push(*other);
/// });
/// assert!(found.contains(&puzzle));
/// ```
pub fn neighbours(
    isa: Isa,
    puzzles: &[[u8; 81]],
    change: Neighbours,
    stop: &AtomicBool,
    visit: &mut dyn FnMut(usize, &[u8; 81]),
) {
    let mut partial_puzzles: Vec<(usize, [u8; 81])> = Vec::new();
    for (number, puzzle) in puzzles.iter().enumerate() {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let mut more = Vec::new();
        without(puzzle, change.remove, 0, &mut more);
        for _ in 1..change.add {
            more = with_one_more(isa, &more, stop);
        }
        partial_puzzles.extend(more.into_iter().map(|rest| (number, rest)));
        if partial_puzzles.len() >= STREAM_SIZE || number + 1 == puzzles.len() {
            let mut found = Vec::new();
            if change.add == 0 {
                // Without an added given there is no last candidate that makes the puzzle proper.
                retain_proper(isa, &mut partial_puzzles, stop);
                found.append(&mut partial_puzzles);
            } else {
                each_proper(isa, &partial_puzzles, stop, &mut |number, proper| found.push((number, proper)));
                partial_puzzles.clear();
            }
            if stop.load(Ordering::Relaxed) {
                return;
            }
            found.sort_unstable();
            // Different removals lead to the same puzzle.
            found.dedup();
            for chunk in found.chunks(MINIMAL_BATCH).take_while(|_| !stop.load(Ordering::Relaxed)) {
                each_minimal(isa, chunk, visit);
            }
        }
    }
}

/// Keeps the puzzles with exactly one solution, or none of them if `stop` is set.
fn retain_proper(isa: Isa, puzzles: &mut Vec<(usize, [u8; 81])>, stop: &AtomicBool) {
    let config = Config { limit: 2, ..Config::default() };
    let bytes: Vec<[u8; 81]> = puzzles.iter().map(|(_, puzzle)| puzzle.map(|digit| digit + b'0')).collect();
    let mut answers = vec![Answer::default(); bytes.len()];
    solve_batch_until(isa, &config, &bytes, &mut answers, stop);
    let mut proper = answers.iter().map(|answer| answer.end == End::Exhausted && answer.solutions == 1);
    puzzles.retain(|_| proper.next().unwrap_or(false));
}

/// Adds to `all` the puzzles that result from removing `count` givens in cells with an index of
/// `from` or more, in every combination.
fn without(puzzle: &[u8; 81], count: u32, from: usize, all: &mut Vec<[u8; 81]>) {
    if count == 0 {
        all.push(*puzzle);
        return;
    }
    for cell in (from..81).filter(|cell| puzzle[*cell] != 0) {
        let mut less = *puzzle;
        less[cell] = 0;
        without(&less, count - 1, cell + 1, all);
    }
}

/// Returns all puzzles with one additional given that have a solution and could be part of a
/// minimal puzzle.
fn with_one_more(isa: Isa, puzzles: &[[u8; 81]], stop: &AtomicBool) -> Vec<[u8; 81]> {
    let mut more = Vec::new();
    for chunk in puzzles.chunks(STOP_INTERVAL).take_while(|_| !stop.load(Ordering::Relaxed)) {
        one_more(isa, chunk, &mut more);
    }
    more.sort_unstable();
    more.dedup();
    more
}

/// Adds the puzzles with one additional given to `more`.
fn one_more(isa: Isa, puzzles: &[[u8; 81]], more: &mut Vec<[u8; 81]>) {
    let boards: Vec<[u16; 81]> = puzzles
        .iter()
        .map(|puzzle| {
            let mut cells = [0; 81];
            masks(puzzle, &mut cells);
            cells
        })
        .collect();
    let mut answers = vec![farandole_kernel::Candidates::default(); boards.len()];
    farandole_kernel::true_candidates(isa, &Config::default(), &boards, &mut answers);
    for (puzzle, answer) in puzzles.iter().zip(answers) {
        for cell in (0..81).filter(|cell| puzzle[*cell] == 0) {
            // A given that all solutions contain would remain redundant.
            let set = answer.masks[cell];
            for digit in (1..=9).filter(|digit| set >> (digit - 1) & 1 == 1 && !set.is_power_of_two()) {
                let mut board = *puzzle;
                board[cell] = digit;
                more.push(board);
            }
        }
    }
}

/// Calls `visit` with each proper puzzle that results from adding one given to one of these
/// puzzles.
fn each_proper(
    isa: Isa,
    puzzles: &[(usize, [u8; 81])],
    stop: &AtomicBool,
    visit: &mut dyn FnMut(usize, [u8; 81]),
) {
    let mut partial_puzzles = puzzles.iter();
    let mut begin = || partial_puzzles.next().map(|(number, rest)| SingleSolutionSearch::new(*number, rest));
    run_batched(isa, u64::MAX, stop, &mut begin, &mut |search: SingleSolutionSearch| {
        for cell in members(!givens(&search.puzzle) & crate::ALL_CELLS) {
            let mut digits = search.once[cell] & !search.twice[cell];
            while digits != 0 {
                let mut proper = search.puzzle;
                proper[cell] = digits.trailing_zeros() as u8 + 1;
                digits &= digits - 1;
                visit(search.number, proper);
            }
        }
    });
}

/// Calls `visit` with each of these proper puzzles that has no redundant given.
fn each_minimal(isa: Isa, puzzles: &[(usize, [u8; 81])], visit: &mut dyn FnMut(usize, &[u8; 81])) {
    let boards: Vec<[u8; 81]> = puzzles.iter().map(|(_, puzzle)| puzzle.map(|digit| digit + b'0')).collect();
    let mut answers = vec![Redundancy::default(); boards.len()];
    redundant_givens(isa, &Config::default(), &boards, &mut answers);
    let minimal = puzzles.iter().zip(answers).filter(|(_, answer)| answer.cells == 0);
    minimal.for_each(|((number, puzzle), _)| visit(*number, puzzle));
}

/// The search for the candidates of a puzzle that exactly one solution contains.
struct SingleSolutionSearch {
    /// The index of the original puzzle.
    number: usize,
    puzzle: [u8; 81],
    /// For each cell, the digits that unseen solutions may contain there.
    left: [u16; 81],
    /// For each cell, the digits that occur there in at least one solution (`once`), and in at
    /// least two (`twice`).
    once: [u16; 81],
    twice: [u16; 81],
    /// The solutions seen, because each may count only once.
    seen: Vec<[u8; 81]>,
    free: FreeLines,
    /// The exchanges of the last solution.
    exchanges: Vec<Exchange>,
    /// The cell of the current query, or 81 if all cells are decided. Earlier cells are decided.
    cell: usize,
    /// The rotation of digit names: in the query, digit `d` is called `(d - 1 + rotation) % 9 + 1`.
    rotation: u8,
}

impl SingleSolutionSearch {
    fn new(number: usize, puzzle: &[u8; 81]) -> Self {
        let mut left = [0; 81];
        masks(puzzle, &mut left);
        exclude_givens_from_peers(puzzle, &mut left);
        let (once, twice, seen) = ([0; 81], [0; 81], Vec::with_capacity(64));
        let (free, exchanges) = (FreeLines::new(puzzle), Vec::new());
        Self { number, puzzle: *puzzle, left, once, twice, seen, free, exchanges, cell: 0, rotation: 0 }
    }

    /// Returns the digits of the current cell that may still turn out to have one solution.
    fn open_digits(&self) -> u16 {
        if self.puzzle[self.cell] == 0 { self.left[self.cell] & !self.twice[self.cell] } else { 0 }
    }

    /// Advances to the next cell. In this cell, all solutions of each digit with fewer than two
    /// solutions have been seen.
    fn decide(&mut self) {
        if self.puzzle[self.cell] == 0 {
            self.left[self.cell] = self.twice[self.cell];
            if self.left[self.cell] == 0 {
                // All solutions have been seen.
                self.cell = 80;
            }
        }
        self.cell += 1;
    }

    /// Records the digits that the exchanges of a solution prove to occur in two solutions. The
    /// solution is given as digits 0 to 8 and as bits. A cell outside some exchange has its digit
    /// in two solutions. A digit that an exchange moves into a cell occurs there twice if another
    /// exchange shares no cell with this one.
    fn record_exchanges(&mut self, grid: &[u8; 81], bits: &[u16; 81]) {
        self.free.exchanges(grid, &mut self.exchanges);
        let common = self.exchanges.iter().fold(!0, |common, exchange| common & exchange.cells);
        if common == 0 {
            self.twice.iter_mut().zip(bits).for_each(|(twice, bit)| *twice |= bit);
        } else {
            for cell in members(!common & crate::ALL_CELLS) {
                self.twice[cell] |= bits[cell];
            }
        }
        for exchange in &self.exchanges {
            if self.exchanges.iter().any(|other| other.cells & exchange.cells == 0) {
                for (one, other) in exchange.pairs() {
                    for (cell, bit) in [(one, bits[other]), (other, bits[one])] {
                        self.once[cell] |= bit;
                        self.twice[cell] |= bit;
                    }
                }
            }
        }
    }

    /// Returns the candidates of the next query, if there is one.
    fn query_candidates(&mut self) -> Option<[u16; 81]> {
        while self.cell < 81 {
            let digits = self.open_digits();
            if digits != 0 {
                let mut board = self.left;
                board[self.cell] = digits;
                return Some(board);
            }
            self.decide();
        }
        None
    }
}

/// Removes the digits of givens from the candidates of their peers.
fn exclude_givens_from_peers(puzzle: &[u8; 81], left: &mut [u16; 81]) {
    let box_of = |cell: usize| (cell / 27, cell % 9 / 3);
    for given in members(givens(puzzle)) {
        let is_peer =
            |cell: usize| cell / 9 == given / 9 || cell % 9 == given % 9 || box_of(cell) == box_of(given);
        for cell in (0..81).filter(|cell| puzzle[*cell] == 0 && is_peer(*cell)) {
            left[cell] &= !(1 << (puzzle[given] - 1));
        }
    }
}

impl QuerySequence for SingleSolutionSearch {
    fn next_query(&mut self, board: &mut [u16; 81]) -> bool {
        let Some(candidates) = self.query_candidates() else { return false };
        self.rotation = (self.rotation + ROTATION) % 9;
        for (mask, digits) in board.iter_mut().zip(candidates) {
            *mask = (digits << self.rotation | digits >> (9 - self.rotation)) & OPEN;
        }
        true
    }

    fn solution(&mut self, grid: &[u8; 81]) -> ControlFlow<()> {
        let back = 9 - self.rotation;
        let grid = grid.map(|symbol| (symbol - b'1' + back) % 9);
        let bits = grid.map(|digit| BITS[usize::from(digit & 15)]);
        // A solution with a digit not yet seen in its cell is new and need not be compared with all
        // seen ones.
        let new = self.once.iter().zip(&bits).fold(0, |new, (once, bit)| new | bit & !once);
        if new == 0 && self.seen.contains(&grid) {
            return ControlFlow::Continue(());
        }
        self.seen.push(grid);
        for ((once, twice), bit) in self.once.iter_mut().zip(&mut self.twice).zip(&bits) {
            *twice |= *once & bit;
            *once |= bit;
        }
        self.record_exchanges(&grid, &bits);
        // The query is repeated with fewer candidates once a digit of the cell has two solutions.
        let is_decided = self.twice[self.cell] & bits[self.cell] != 0;
        if is_decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn query_ended(&mut self, end: End) {
        if end == End::Exhausted {
            self.decide();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batched_queries::NEVER;
    use farandole_kernel::each_solution;

    const SAMPLE: &str = include_str!("../../../testdata/sudoku/17_clue_sample.txt");

    fn sample(count: usize) -> Vec<[u8; 81]> {
        let board = |line: &str| {
            let cells: Vec<u8> = line.bytes().take(81).map(|symbol| symbol.wrapping_sub(b'0')).collect();
            let board: Option<[u8; 81]> = cells.try_into().ok();
            board.map(|board| board.map(|digit| if digit > 9 { 0 } else { digit }))
        };
        SAMPLE.lines().filter_map(board).take(count).collect()
    }

    #[test]
    fn candidates_with_one_solution_agree_with_all_solutions() {
        let mut tested = 0;
        for puzzle in sample(30) {
            for cell in members(givens(&puzzle)).step_by(5) {
                let mut less = puzzle;
                less[cell] = 0;
                let mut counts = [[0_u32; 9]; 81];
                let mut board = [0; 81];
                masks(&less, &mut board);
                let mut all = 0;
                each_solution(Isa::detect(), &Config::default(), &board, &mut |grid| {
                    (0..81).for_each(|cell| counts[cell][usize::from(grid[cell] - b'1')] += 1);
                    all += 1;
                    if all < 20_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                if all == 20_000 {
                    continue;
                }
                tested += 1;
                let mut expected = Vec::new();
                for cell in (0..81).filter(|cell| less[*cell] == 0) {
                    for digit in (1..=9_u8).filter(|digit| counts[cell][usize::from(digit - 1)] == 1) {
                        let mut proper = less;
                        proper[cell] = digit;
                        expected.push(proper);
                    }
                }
                let mut found = Vec::new();
                each_proper(Isa::detect(), &[(0, less)], &NEVER, &mut |_, proper| found.push(proper));
                assert_eq!(found, expected);
            }
        }
        assert!(tested > 20, "{tested}");
    }

    #[test]
    fn without_added_givens_only_proper_puzzles_remain() {
        let [puzzle] = sample(1)[..] else { unreachable!("one puzzle was requested") };
        let less = Neighbours { remove: 1, add: 0 };
        neighbours(Isa::detect(), &[puzzle], less, &NEVER, &mut |_, other| {
            panic!("{other:?}, from a minimal puzzle")
        });
        // One more given of the solution. The puzzle is minimal only without it, or without another
        // given that it replaces.
        let mut board = [0; 81];
        masks(&puzzle, &mut board);
        let mut more = puzzle;
        let solution =
            each_solution(Isa::detect(), &Config::default(), &board, &mut |_| ControlFlow::Continue(())).grid;
        let open = (0..81).find(|cell| puzzle[*cell] == 0).unwrap();
        more[open] = solution[open] - b'0';
        let mut found = Vec::new();
        neighbours(Isa::detect(), &[more], less, &NEVER, &mut |_, other| found.push(*other));
        assert!(found.contains(&puzzle));
        for other in found {
            masks(&other, &mut board);
            let proper =
                each_solution(Isa::detect(), &Config::default(), &board, &mut |_| ControlFlow::Continue(()));
            assert_eq!((proper.solutions, proper.grid), (1, solution));
        }
    }

    #[test]
    fn a_removed_given_may_be_added_again() {
        let start = sample(3);
        for (number, puzzle) in start.iter().enumerate() {
            let mut up = Vec::new();
            let plus = Neighbours { remove: 1, add: 2 };
            if number == 0 {
                neighbours(Isa::detect(), &start[..1], plus, &NEVER, &mut |_, other| up.push(*other));
                assert!(up.iter().all(|other| givens(other).count_ones() == 18));
                // In reverse, each of them leads to the puzzle by {-2+1}.
                let back = Neighbours { remove: 2, add: 1 };
                for other in up.iter().step_by(up.len() / 5 + 1) {
                    let mut found = false;
                    neighbours(Isa::detect(), &[*other], back, &NEVER, &mut |_, it| found |= it == puzzle);
                    assert!(found);
                }
            }
            let mut same = 0;
            let one = Neighbours { remove: 1, add: 1 };
            neighbours(Isa::detect(), &[*puzzle], one, &NEVER, &mut |_, other| {
                same += u32::from(other == puzzle)
            });
            assert_eq!(same, 1);
        }
    }
}
