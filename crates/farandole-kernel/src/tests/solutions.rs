//! Tests of answers on every instruction set: number, order and grids of solutions, and counters.

use core::ops::ControlFlow;
use std::vec::Vec;
use std::{format, vec};

use super::*;
use crate::{each_solution, solve_pencilmarks};

#[test]
fn random_puzzles_get_the_naive_answers() {
    let puzzles = random_puzzles(400, 1);
    let expected: Vec<Vec<[u8; 81]>> = puzzles.iter().map(|p| naive_solutions(&masks_of(p), 3)).collect();
    for (isa, limit) in Isa::available().flat_map(|isa| [1, 2, 3].map(|limit| (isa, limit))) {
        let (answers, _) = solve(isa, limit, &puzzles);
        for ((puzzle, answer), expected) in puzzles.iter().zip(&answers).zip(&expected) {
            let text = format!("{isa} {limit} {}", str::from_utf8(puzzle).unwrap_or("?"));
            assert_eq!(answer.solutions as usize, expected.len().min(limit as usize), "{text}");
            if expected.len() == 1 {
                assert_eq!(answer.grid, expected[0], "{text}");
            }
            if expected.is_empty() {
                assert_eq!(answer.grid, [b'.'; 81]);
            } else {
                assert_eq!(answer.end, end_of(answer.solutions, limit), "{text}");
                assert!((0..81).all(|cell| fits(&answer.grid, cell, answer.grid[cell])), "{text}");
            }
        }
    }
}

#[test]
fn a_state_of_pairs_only_counts_two_solutions_at_once() {
    let mut random = Xorshift(31);
    let mut puzzles = Vec::new();
    let mut all_bivalue = 0;
    for _ in 0..300 {
        // The union of a grid and itself with two digits exchanged: each open cell has two candidates.
        let grid = random_grid(&mut random);
        let (a, b) = (b'1' + random.below(9) as u8, b'1' + random.below(9) as u8);
        let (c, d) = (b'1' + random.below(9) as u8, b'1' + random.below(9) as u8);
        let swap = |digit: u8| match digit {
            x if x == a => b,
            x if x == b => a,
            x if x == c => d,
            x if x == d => c,
            other => other,
        };
        let mut puzzle = grid.map(|digit| 1u16 << (digit - b'1') | 1 << (swap(digit) - b'1'));
        let shut = random.below(81);
        puzzle[shut] =
            if random.below(3) == 0 { puzzle[shut] & puzzle[shut].wrapping_neg() } else { puzzle[shut] };
        puzzles.push(puzzle);
    }
    let expected: Vec<usize> = puzzles.iter().map(|puzzle| naive_solutions(puzzle, 2).len()).collect();
    for isa in Isa::available() {
        let mut answers = vec![Answer::default(); puzzles.len()];
        solve_pencilmarks(isa, &Config { limit: 2, ..Config::default() }, &puzzles, &mut answers);
        for (answer, expected) in answers.iter().zip(&expected) {
            assert_eq!(answer.solutions as usize, *expected);
            all_bivalue +=
                usize::from(*expected == 2 && answer.counters.guesses == 1 && answer.counters.dead_ends == 0);
        }
    }
    assert!(all_bivalue > 100);
}

#[test]
fn random_masks_get_the_naive_answers() {
    let mut random = Xorshift(7);
    let mut puzzles = Vec::new();
    for i in 0..160 {
        let grid = random_grid(&mut random);
        let puzzle: [u16; 81] = core::array::from_fn(|cell| {
            // Two or three random candidates added to the solution's digit, which a few cells lack.
            let own = if random.below(400) == 0 { 0 } else { 1u16 << (grid[cell] - b'1') };
            (0..2 + i % 2).fold(own, |mask, _| mask | 1 << random.below(9))
        });
        puzzles.push(puzzle);
    }
    for isa in Isa::available() {
        let mut answers = vec![Answer::default(); puzzles.len()];
        let all = Config { limit: u32::MAX, ..Config::default() };
        solve_pencilmarks(isa, &all, &puzzles, &mut answers);
        for (puzzle, answer) in puzzles.iter().zip(&answers) {
            let mut expected = naive_solutions(puzzle, usize::MAX);
            assert_eq!(answer.solutions as usize, expected.len(), "{isa} {puzzle:?}");
            let mut visited = Vec::new();
            let again = each_solution(isa, &Config::default(), puzzle, &mut |grid| {
                visited.push(*grid);
                ControlFlow::Continue(())
            });
            assert_eq!(&again, answer);
            assert_eq!(visited.first(), expected.contains(&answer.grid).then_some(&answer.grid));
            visited.sort_unstable();
            expected.sort_unstable();
            assert_eq!(visited, expected);
        }
    }
}

#[test]
fn seventeen_clue_puzzles_have_one_solution_which_keeps_the_rules() {
    let puzzles = sample();
    for isa in Isa::available() {
        let (answers, total) = solve(isa, 2, &puzzles);
        let mut sum = Counters::default();
        for (puzzle, answer) in puzzles.iter().zip(&answers) {
            assert_eq!((answer.solutions, answer.end), (1, End::Exhausted));
            let grid = answer.grid.map(|byte| byte - b'0');
            for cell in 0..81 {
                assert!(puzzle[cell] == b'.' || puzzle[cell] == answer.grid[cell]);
                assert!((1..=9).contains(&grid[cell]) && fits(&grid, cell, grid[cell]));
            }
            sum += answer.counters;
        }
        assert_eq!(sum, total);
    }
}

#[test]
fn answers_do_not_depend_on_the_company() {
    let mut puzzles = sample();
    puzzles.extend(random_puzzles(300, 3));
    puzzles[5][40] = b'x';
    for isa in Isa::available() {
        let (together, _) = solve(isa, 2, &puzzles);
        let mut backwards = puzzles.clone();
        backwards.reverse();
        let (mut reversed, _) = solve(isa, 2, &backwards);
        reversed.reverse();
        assert_eq!(together, reversed);
        for i in (0..puzzles.len()).step_by(17) {
            assert_eq!(solve(isa, 2, &puzzles[i..=i]).0[0], together[i]);
        }
    }
}

#[test]
fn every_instruction_set_gives_the_same_answers_and_counters() {
    let mut puzzles = sample();
    puzzles.extend(random_puzzles(600, 4));
    for limit in [1, 2, 5] {
        let expected = solve(Isa::PORTABLE, limit, &puzzles);
        for isa in Isa::available() {
            assert_eq!(solve(isa, limit, &puzzles), expected, "{isa}");
        }
    }
}

#[test]
fn relabelled_and_turned_puzzles_keep_their_count() {
    let mut random = Xorshift(11);
    let puzzles = random_puzzles(300, 5);
    let images: Vec<[u8; 81]> = puzzles
        .iter()
        .map(|puzzle| {
            let shift = random.below(9) as u8;
            let map = |byte: u8| if byte == b'.' { byte } else { b'1' + (byte - b'1' + shift) % 9 };
            match random.below(3) {
                0 => core::array::from_fn(|i| map(puzzle[i % 9 * 9 + i / 9])),
                1 => core::array::from_fn(|i| map(puzzle[80 - i])),
                _ => core::array::from_fn(|i| map(puzzle[(i + 27) % 81])),
            }
        })
        .collect();
    for isa in Isa::available() {
        let (before, _) = solve(isa, 20, &puzzles);
        let (after, _) = solve(isa, 20, &images);
        for (before, after) in before.iter().zip(&after) {
            assert_eq!(before.solutions, after.solutions);
        }
    }
}
