//! Tests of true candidates, redundant givens and pencilmark lines.

use std::vec;
use std::vec::Vec;

use super::*;
use crate::{Candidates, Redundancy, parse_pencilmarks, redundant_givens, true_candidates};

/// Returns random puzzles with at most `most` solutions, with those solutions.
fn with_all_solutions(n: usize, most: usize, seed: u64) -> Vec<([u8; 81], Vec<[u8; 81]>)> {
    let all = random_puzzles(n, seed).into_iter().map(|p| (p, naive_solutions(&masks_of(&p), most + 1)));
    all.filter(|(_, solutions)| solutions.len() <= most).collect()
}

#[test]
fn true_candidates_are_those_of_all_solutions() {
    let cases = with_all_solutions(150, 40, 21);
    let mut puzzles: Vec<[u16; 81]> = cases.iter().map(|(puzzle, _)| masks_of(puzzle)).collect();
    assert!(puzzles.len() > 60);
    puzzles[7][30] = 0x400;
    for isa in Isa::available() {
        let mut answers = vec![Candidates::default(); puzzles.len()];
        let total = true_candidates(isa, &Config::default(), &puzzles, &mut answers);
        let mut sum = Counters::default();
        for (i, (answer, (_, solutions))) in answers.iter().zip(&cases).enumerate() {
            sum += answer.counters;
            if i == 7 {
                assert_eq!((answer.end, answer.masks), (End::Unreadable { position: 30 }, [0; 81]));
                continue;
            }
            let mut masks = [0; 81];
            for solution in solutions {
                for (mask, digit) in masks.iter_mut().zip(solution) {
                    *mask |= 1 << (digit - b'1');
                }
            }
            assert_eq!((answer.end, answer.masks), (End::Exhausted, masks), "{isa} {i}");
        }
        assert_eq!(sum, total);
        // Counters depend on the puzzle alone, too.
        let mut alone = [Candidates::default()];
        true_candidates(isa, &Config::default(), &puzzles[20..21], &mut alone);
        assert_eq!(alone[0], answers[20]);
    }
}

#[test]
fn redundant_givens_are_those_that_add_no_solution_when_they_go() {
    let mut puzzles = random_puzzles(40, 22);
    puzzles.extend(&sample()[..4]);
    // By definition; the counts themselves are tested elsewhere.
    let expected: Vec<u128> = puzzles
        .iter()
        .map(|puzzle| {
            let mut variants = vec![*puzzle; 82];
            for (cell, variant) in variants.iter_mut().enumerate().take(81) {
                variant[cell] = b'.';
            }
            let (counts, _) = solve(Isa::PORTABLE, 5000, &variants);
            let same =
                |cell: &usize| puzzle[*cell] != b'.' && counts[*cell].solutions == counts[81].solutions;
            (0..81).filter(same).fold(0, |cells, cell| cells | 1 << cell)
        })
        .collect();
    assert!(expected.contains(&0) && expected.iter().any(|&cells| cells != 0));
    puzzles.push([b'x'; 81]);
    let mut first: Option<Vec<Redundancy>> = None;
    for isa in Isa::available() {
        let mut answers = vec![Redundancy::default(); puzzles.len()];
        redundant_givens(isa, &Config::default(), &puzzles, &mut answers);
        assert_eq!(answers.pop().map(|a| a.end), Some(End::Unreadable { position: 0 }));
        for (answer, expected) in answers.iter().zip(&expected) {
            assert_eq!((answer.end, answer.cells), (End::Exhausted, *expected), "{isa}");
        }
        // The searches dive, and must do the same work on every instruction set.
        assert_eq!(first.get_or_insert_with(|| answers.clone()), &answers, "{isa}");
    }
}

#[test]
fn queries_past_their_budget_say_so() {
    let masks = vec![[0x1ff; 81]; 3];
    let mut answers = vec![Candidates::default(); 3];
    true_candidates(Isa::detect(), &Config { limit: 1, budget: 3 }, &masks, &mut answers);
    assert!(answers.iter().all(|answer| answer.end == End::BudgetSpent));
    let mut hard = sample();
    hard.retain(|puzzle| solve(Isa::PORTABLE, 2, &[*puzzle]).0[0].counters.guesses > 3);
    assert!(!hard.is_empty());
    let mut answers = vec![Redundancy::default(); hard.len()];
    redundant_givens(Isa::detect(), &Config { limit: 1, budget: 0 }, &hard, &mut answers);
    assert!(answers.iter().all(|answer| answer.end == End::BudgetSpent));
}

#[test]
fn pencilmark_lines_of_729_bytes_are_read_and_checked() {
    let masks = masks_of(&sample()[0]);
    let mut bytes = [b'.'; 729];
    for (i, byte) in bytes.iter_mut().enumerate() {
        if masks[i / 9] >> (i % 9) & 1 != 0 {
            *byte = b'1' + (i % 9) as u8;
        }
    }
    assert_eq!(parse_pencilmarks(&bytes), Ok(masks));
    for (i, bad) in [(0, b'2'), (728, b'8'), (100, b'x'), (7, 0)] {
        let mut bytes = bytes;
        bytes[i] = bad;
        assert_eq!(parse_pencilmarks(&bytes), Err(i));
    }
}
