//! Tests of the kernel against a naive backtracking search that shares no code with it.

mod inputs;
mod queries;
mod solutions;
mod streams;
mod vectors;

use std::vec;
use std::vec::Vec;

use crate::{Answer, Config, Counters, End, Isa, solve_batch};

const SAMPLE: &str = include_str!("../../../../testdata/sudoku/17_clue_sample.txt");

/// A xorshift generator, which is random enough for tests.
struct Xorshift(u64);

impl Xorshift {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

/// Returns true if `digit` conflicts with no other digit of a partly filled grid (0 = empty).
fn fits(grid: &[u8; 81], cell: usize, digit: u8) -> bool {
    (0..81).all(|other| {
        let same_house = other / 9 == cell / 9
            || other % 9 == cell % 9
            || (other / 27 == cell / 27 && other % 9 / 3 == cell % 9 / 3);
        other == cell || !same_house || grid[other] != digit
    })
}

/// Finds up to `limit` solutions by plain backtracking, fewest choices first. Their order differs from the
/// kernel's.
fn naive(grid: &mut [u8; 81], masks: &[u16; 81], limit: usize, found: &mut Vec<[u8; 81]>) {
    let mut best: Option<(usize, Vec<u8>)> = None;
    for cell in 0..81 {
        if grid[cell] != 0 {
            continue;
        }
        let choices: Vec<u8> =
            (1..=9).filter(|&d| masks[cell] >> (d - 1) & 1 != 0 && fits(grid, cell, d)).collect();
        if best.as_ref().is_none_or(|(_, other)| choices.len() < other.len()) {
            best = Some((cell, choices));
        }
    }
    let Some((cell, choices)) = best else {
        found.push(grid.map(|d| b'0' + d));
        return;
    };
    for digit in choices {
        if found.len() < limit {
            grid[cell] = digit;
            naive(grid, masks, limit, found);
            grid[cell] = 0;
        }
    }
}

fn naive_solutions(masks: &[u16; 81], limit: usize) -> Vec<[u8; 81]> {
    let mut found = Vec::new();
    naive(&mut [0; 81], masks, limit, &mut found);
    found
}

/// Returns the expected end of a search without a budget.
const fn end_of(solutions: u32, limit: u32) -> End {
    if solutions == limit { End::LimitReached } else { End::Exhausted }
}

fn masks_of(puzzle: &[u8; 81]) -> [u16; 81] {
    puzzle.map(|byte| if byte.is_ascii_digit() && byte != b'0' { 1 << (byte - b'1') } else { 0x1ff })
}

fn sample() -> Vec<[u8; 81]> {
    SAMPLE.lines().map(|line| line.as_bytes().try_into().expect("81 characters a line")).collect()
}

fn solve(isa: Isa, limit: u32, puzzles: &[[u8; 81]]) -> (Vec<Answer>, Counters) {
    let mut answers = vec![Answer::default(); puzzles.len()];
    let counters = solve_batch(isa, &Config { limit, ..Config::default() }, puzzles, &mut answers);
    (answers, counters)
}

/// Returns a random full grid: a known grid whose digits, rows and columns are shuffled, and which may be
/// transposed.
fn random_grid(random: &mut Xorshift) -> [u8; 81] {
    let mut digits = *b"123456789";
    for i in (1..9).rev() {
        digits.swap(i, random.below(i + 1));
    }
    let mut lines = [[0; 9]; 2];
    for line in &mut lines {
        let turn = random.below(3);
        for (chute, three) in line.chunks_mut(3).enumerate() {
            let inner = random.below(3);
            for (i, place) in three.iter_mut().enumerate() {
                *place = (chute + turn) % 3 * 3 + (i * 2 + inner) % 3;
            }
        }
    }
    let transposed = random.below(2) == 1;
    core::array::from_fn(|cell| {
        let (mut row, mut col) = (lines[0][cell / 9], lines[1][cell % 9]);
        if transposed {
            (row, col) = (col, row);
        }
        digits[(row * 3 + row / 3 + col) % 9]
    })
}

/// Returns random puzzles of every kind: with one, several or no solutions, and from nearly empty to full.
fn random_puzzles(n: usize, seed: u64) -> Vec<[u8; 81]> {
    let mut random = Xorshift(seed);
    (0..n)
        .map(|i| {
            let mut puzzle = random_grid(&mut random);
            let empty = [0, 20, 40, 50, 55, 58][i % 6] + random.below(6);
            for _ in 0..empty {
                puzzle[random.below(81)] = b'.';
            }
            if i % 4 == 0 {
                puzzle[random.below(81)] = b'1' + random.below(9) as u8;
            }
            puzzle
        })
        .collect()
}
