//! Tests of inputs, limits, and the ways in which a search can stop.

use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use std::vec;
use std::vec::Vec;

use super::*;
use crate::arch::generic::entry::Entry;
use crate::isa::with_token;
use crate::layout::Grid;
use crate::{each_solution, solve_batch_until, solve_pencilmarks};

#[test]
fn unreadable_bytes_are_named_and_spare_the_neighbours() {
    let good = sample();
    for isa in Isa::available() {
        let mut puzzles = good[..40].to_vec();
        for (i, byte) in (0..=255u8).enumerate() {
            puzzles[20][i % 81] = byte;
            if byte.is_ascii_digit() || b".*-_?".contains(&byte) {
                puzzles[20] = good[20];
                continue;
            }
            let (answers, _) = solve(isa, 2, &puzzles);
            assert_eq!(answers[20].end, End::Unreadable { position: (i % 81) as u8 });
            assert_eq!((answers[20].solutions, answers[20].counters), (0, Counters::default()));
            for (j, answer) in answers.iter().enumerate() {
                assert_eq!(answer.solutions, u32::from(j != 20));
            }
            puzzles[20] = good[20];
        }
        let mut last = [[b'a'; 81]; 100];
        last[99] = good[0];
        let (answers, _) = solve(isa, 2, &last);
        assert_eq!(answers[99].solutions, 1);
        assert!(answers[..99].iter().all(|a| a.end == End::Unreadable { position: 0 }));
    }
}

#[test]
fn every_empty_sign_means_empty() {
    let dots = sample()[3];
    let puzzles: Vec<[u8; 81]> =
        b".0_*-?".iter().map(|&sign| dots.map(|byte| if byte == b'.' { sign } else { byte })).collect();
    let (answers, _) = solve(Isa::detect(), 2, &puzzles);
    assert!(answers.iter().all(|answer| *answer == answers[0] && answer.solutions == 1));
}

#[test]
fn high_bits_of_masks_are_unreadable_and_empty_masks_have_no_solution() {
    let mut wide = [0x1ff; 81];
    wide[33] = 0x200;
    let mut none = [0x1ff; 81];
    none[80] = 0;
    for isa in Isa::available() {
        let mut answers = [Answer::default(); 2];
        solve_pencilmarks(isa, &Config::default(), &[wide, none], &mut answers);
        assert_eq!(answers[0].end, End::Unreadable { position: 33 });
        assert_eq!((answers[1].solutions, answers[1].end), (0, End::Exhausted));
        let visit = &mut |_: &[u8; 81]| panic!("nothing to visit");
        assert_eq!(each_solution(isa, &Config::default(), &wide, visit).end, answers[0].end);
    }
}

#[test]
fn clashing_givens_are_named() {
    for (first, second) in [(0, 8), (4, 76), (30, 40), (79, 80)] {
        let mut puzzle = [b'.'; 81];
        puzzle[first] = b'7';
        puzzle[second] = b'7';
        for isa in Isa::available() {
            let (answers, _) = solve(isa, 1, &[puzzle]);
            assert_eq!(answers[0].solutions, 0);
            assert_eq!(answers[0].end, End::Clash { first: first as u8, second: second as u8 });
        }
    }
}

#[test]
fn a_spent_budget_is_reported_and_the_others_go_on() {
    let mut puzzles = sample();
    puzzles.insert(7, [b'.'; 81]);
    for isa in Isa::available() {
        let (free, _) = solve(isa, 1000, &puzzles);
        for budget in [0, 1, 2, 10] {
            let mut answers = vec![Answer::default(); puzzles.len()];
            solve_batch(isa, &Config { limit: 1000, budget }, &puzzles, &mut answers);
            for (answer, free) in answers.iter().zip(&free) {
                assert!(answer.counters.guesses <= budget);
                if free.counters.guesses <= budget {
                    assert_eq!(answer, free);
                } else {
                    assert_eq!(answer.end, End::BudgetSpent);
                }
            }
        }
        assert_eq!(free[7].solutions, 1000);
    }
}

#[test]
fn the_flag_and_the_visitor_stop_the_search() {
    for isa in Isa::available() {
        let puzzles = vec![[b'.'; 81]; 100];
        let mut answers = vec![Answer::default(); 100];
        let all = Config { limit: u32::MAX, ..Config::default() };
        solve_batch_until(isa, &all, &puzzles, &mut answers, &AtomicBool::new(true));
        assert!(answers.iter().all(|answer| answer.end == End::Cancelled));
        let mut seen = 0;
        let answer = each_solution(isa, &Config::default(), &[0x1ff; 81], &mut |_| {
            seen += 1;
            if seen == 500 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((answer.solutions, answer.end, seen), (500, End::Stopped, 500));
    }
}

#[test]
fn slices_of_different_length_are_met_halfway() {
    let puzzles = sample();
    let mut answers = [Answer::default(); 3];
    solve_batch(Isa::detect(), &Config::default(), &puzzles, &mut answers);
    assert!(answers.iter().all(|answer| answer.solutions == 1));
    let mut answers = vec![Answer::default(); puzzles.len() + 1];
    solve_batch(Isa::detect(), &Config::default(), &puzzles, &mut answers);
    assert_eq!(answers[puzzles.len()], Answer::default());
    assert_eq!(solve_batch(Isa::detect(), &Config::default(), &[], &mut []), Counters::default());
}

/// Reads grids out of a lane: correct ones, and ones with two digits of a row, column or box exchanged.
fn read_grids<E: Entry<L>, const L: usize>(entry: E) {
    let mut random = Xorshift(8191);
    let mut kinds = [0; 2];
    for i in 0..400 {
        let mut grid = random_grid(&mut random);
        let (a, b) = (random.below(81), random.below(9));
        let partner = [a / 9 * 9 + b, b * 9 + a % 9, a / 27 * 27 + b / 3 * 9 + a % 9 / 3 * 3 + b % 3];
        if i % 4 < 3 {
            grid.swap(a, partner[i % 4]);
        }
        let (lane, transposed) = (random.below(L), random.below(2) == 1);
        let mut lanes = Grid::open();
        for (cell, digit) in grid.iter().enumerate() {
            let place = if transposed { cell % 9 * 9 + cell / 9 } else { cell };
            lanes.0[place][lane] = 1 << (digit - b'1');
        }
        let mut read = [0; 81];
        let complete = entry.read_solution(&lanes, lane, transposed, &mut read);
        assert_eq!(complete, (0..81).all(|cell| fits(&grid, cell, grid[cell])));
        assert_eq!(read, grid);
        kinds[usize::from(complete)] += 1;
    }
    assert!(kinds[0] > 200 && kinds[1] > 100);
}

#[test]
fn a_full_lane_is_read_and_checked() {
    for isa in Isa::available() {
        with_token!(isa, token => read_grids(token));
    }
}

#[test]
fn names_of_instruction_sets_read_back() {
    for isa in Isa::available() {
        assert_eq!(isa.name().parse(), Ok(isa));
        assert!(isa.lanes() >= 1);
    }
    assert_eq!(Isa::available().next(), Some(Isa::PORTABLE));
    assert!("sse9".parse::<Isa>().is_err_and(|error| !error.is_missing()));
}
