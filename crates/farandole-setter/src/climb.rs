//! Puzzles with a given pattern of givens: local search on digits, by the number of solutions.
//!
//! An attempt takes the digits of a random grid in the cells of the pattern. Each round changes one to three of them in many
//! ways, counts the solutions of all up to a limit, and goes on from the puzzle with fewest, as long as there are no more than
//! before. Where the puzzle shall be minimal, it goes on from proper puzzles to those with fewest redundant givens.
//!
//! Source: hill climbing with sideways moves is textbook; see S. Russell, P. Norvig, "Artificial Intelligence", chapter 4.

use farandole_kernel::{Answer, Config, Isa, Redundancy, redundant_givens, solve_batch};

use crate::board::{Cells, members, restrict};
use crate::made::{Made, Minimal};
use crate::random::Random;

/// Puzzles of a round.
const ROUND: usize = 64;
/// Rounds of an attempt.
const ROUNDS: usize = 150;
/// Solutions are counted up to this number.
const LIMIT: u32 = 4000;

/// One attempt at a proper puzzle with givens in exactly these cells, from the solution of another puzzle.
pub(crate) fn climb(isa: Isa, cells: Cells, minimal: Minimal, seed: u64, start: &Made) -> Option<Made> {
    if !may_be_proper(cells) {
        return None;
    }
    let attempt = start.attempt;
    let mut random = Random::new(seed ^ u64::MAX, attempt);
    let places: Vec<usize> = members(cells).collect();
    let mut puzzle = restrict(&start.solution, cells);
    let (mut fewest, mut spare) = (u32::MAX, u32::MAX);
    for _ in 0..ROUNDS {
        let variants: Vec<[u8; 81]> = (0..ROUND).map(|_| vary(&puzzle, &places, &mut random)).collect();
        let boards: Vec<[u8; 81]> =
            variants.iter().map(|variant| variant.map(|digit| digit + b'0')).collect();
        let mut answers = vec![Answer::default(); ROUND];
        // More than so far is not worth counting.
        let limit = fewest.saturating_add(1).min(LIMIT);
        solve_batch(isa, &Config { limit, ..Config::default() }, &boards, &mut answers);
        let proper: Vec<usize> = (0..ROUND).filter(|number| answers[*number].solutions == 1).collect();
        if let Some((number, redundant)) = least_redundant(isa, &boards, &proper, minimal) {
            if redundant == 0 {
                let solution = answers[number].grid.map(|symbol| symbol - b'0');
                return Some(Made { attempt, puzzle: variants[number], solution });
            }
            if redundant <= spare {
                (puzzle, fewest, spare) = (variants[number], 1, redundant);
            }
            continue;
        }
        let solved = (0..ROUND).filter(|number| answers[*number].solutions > 0);
        let Some(number) = solved.min_by_key(|number| answers[*number].solutions) else { continue };
        if answers[number].solutions <= fewest {
            (puzzle, fewest) = (variants[number], answers[number].solutions);
        }
    }
    None
}

/// Whether nothing is known against a proper puzzle with givens in exactly these cells. It has at least 17, and no two empty
/// lines in a band or stack, for they could change places.
///
/// Source: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku", Experimental Mathematics 23 (2014).
fn may_be_proper(cells: Cells) -> bool {
    let lines = members(cells).fold(0_u32, |lines, cell| lines | 1 << (cell / 9) | 1 << (9 + cell % 9));
    members(cells).count() >= 17 && (0..6).all(|chute| (lines >> (3 * chute) & 7).count_ones() >= 2)
}

/// The proper puzzle with fewest redundant givens, and their number; 0 where they do not matter.
fn least_redundant(
    isa: Isa,
    boards: &[[u8; 81]],
    proper: &[usize],
    minimal: Minimal,
) -> Option<(usize, u32)> {
    if minimal == Minimal::No {
        return proper.first().map(|number| (*number, 0));
    }
    let some: Vec<[u8; 81]> = proper.iter().map(|number| boards[*number]).collect();
    let mut answers = vec![Redundancy::default(); some.len()];
    redundant_givens(isa, &Config::default(), &some, &mut answers);
    let counted = proper.iter().zip(&answers).map(|(number, answer)| (*number, answer.cells.count_ones()));
    counted.min_by_key(|(_, count)| *count)
}

/// The puzzle with one to three digits changed to others that no given rules out.
fn vary(puzzle: &[u8; 81], places: &[usize], random: &mut Random) -> [u8; 81] {
    let mut variant = *puzzle;
    for _ in 0..=random.below(3) {
        let Some(&cell) = places.get(random.below(places.len() as u32) as usize) else { return variant };
        let sees = |other: &&usize| {
            let (row, col) = (**other / 9, **other % 9);
            let same_box = row / 3 == cell / 27 && col / 3 == cell % 9 / 3;
            **other != cell && (row == cell / 9 || col == cell % 9 || same_box)
        };
        let taken = places.iter().filter(sees).fold(0_u16, |taken, other| taken | 1 << variant[*other]);
        let free: Vec<u8> =
            (1..=9).filter(|digit| taken >> digit & 1 == 0 && *digit != variant[cell]).collect();
        if let Some(digit) = free.get(random.below(free.len() as u32) as usize) {
            variant[cell] = *digit;
        }
    }
    variant
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_that_no_proper_puzzle_has_are_known() {
        let all = (1 << 81) - 1;
        let without = |gone: &dyn Fn(usize) -> bool| {
            members(all).filter(|&cell| !gone(cell)).fold(0, |set, cell| set | 1 << cell)
        };
        assert!(may_be_proper(all));
        assert!(may_be_proper(without(&|cell| cell / 9 == 4 || cell % 9 == 8)));
        assert!(!may_be_proper(without(&|cell| cell / 9 == 3 || cell / 9 == 5)));
        assert!(!may_be_proper(without(&|cell| cell % 9 == 0 || cell % 9 == 1)));
        assert!(!may_be_proper(without(&|cell| cell % 6 != 0)));
    }
}
