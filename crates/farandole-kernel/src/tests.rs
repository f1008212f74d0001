//! The kernel against a naive search that shares nothing with it.

use std::vec::Vec;
use std::{format, vec};

use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;

use crate::arch::Entry;
use crate::dispatch::Kind;
use crate::layout::Grid;
use crate::{
    Answer, Candidates, Config, Counters, Isa, Redundancy, Status, each_solution, parse_pencilmarks,
    redundant_givens, solve_batch, solve_batch_until, solve_pencilmarks, true_candidates,
};

const SAMPLE: &str = include_str!("../../../testdata/sudoku/17_clue_sample.txt");

/// Xorshift; tests need no better chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

/// Whether `digit` may stand at `cell` of a partly filled grid (0 = empty).
fn fits(grid: &[u8; 81], cell: usize, digit: u8) -> bool {
    (0..81).all(|other| {
        let same_house = other / 9 == cell / 9
            || other % 9 == cell % 9
            || (other / 27 == cell / 27 && other % 9 / 3 == cell % 9 / 3);
        other == cell || !same_house || grid[other] != digit
    })
}

/// All solutions by plain trial, fewest choices first, up to `limit`. Order is its own.
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

/// A random full grid: a known one with digits, rows, columns and the diagonal shuffled.
fn random_grid(chance: &mut Chance) -> [u8; 81] {
    let mut digits = *b"123456789";
    for i in (1..9).rev() {
        digits.swap(i, chance.below(i + 1));
    }
    let mut lines = [[0; 9]; 2];
    for line in &mut lines {
        let turn = chance.below(3);
        for (chute, three) in line.chunks_mut(3).enumerate() {
            let inner = chance.below(3);
            for (i, place) in three.iter_mut().enumerate() {
                *place = (chute + turn) % 3 * 3 + (i * 2 + inner) % 3;
            }
        }
    }
    let turned = chance.below(2) == 1;
    core::array::from_fn(|cell| {
        let (mut row, mut col) = (lines[0][cell / 9], lines[1][cell % 9]);
        if turned {
            (row, col) = (col, row);
        }
        digits[(row * 3 + row / 3 + col) % 9]
    })
}

/// Puzzles of every kind: proper, several solutions, none; full and nearly empty.
fn random_puzzles(n: usize, seed: u64) -> Vec<[u8; 81]> {
    let mut chance = Chance(seed);
    (0..n)
        .map(|i| {
            let mut puzzle = random_grid(&mut chance);
            let empty = [0, 20, 40, 50, 55, 58][i % 6] + chance.below(6);
            for _ in 0..empty {
                puzzle[chance.below(81)] = b'.';
            }
            if i % 4 == 0 {
                puzzle[chance.below(81)] = b'1' + chance.below(9) as u8;
            }
            puzzle
        })
        .collect()
}

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
                assert!(matches!(answer.status, Status::Done), "{text}");
                assert!((0..81).all(|cell| fits(&answer.grid, cell, answer.grid[cell])), "{text}");
            }
        }
    }
}

#[test]
fn a_state_of_pairs_only_counts_two_solutions_at_once() {
    let mut chance = Chance(31);
    let mut puzzles = Vec::new();
    let mut even = 0;
    for _ in 0..300 {
        // A solved grid and the same with two digits exchanged: each open cell has two candidates.
        let grid = random_grid(&mut chance);
        let (a, b) = (b'1' + chance.below(9) as u8, b'1' + chance.below(9) as u8);
        let (c, d) = (b'1' + chance.below(9) as u8, b'1' + chance.below(9) as u8);
        let swap = |digit: u8| match digit {
            x if x == a => b,
            x if x == b => a,
            x if x == c => d,
            x if x == d => c,
            other => other,
        };
        let mut puzzle = grid.map(|digit| 1u16 << (digit - b'1') | 1 << (swap(digit) - b'1'));
        let shut = chance.below(81);
        puzzle[shut] =
            if chance.below(3) == 0 { puzzle[shut] & puzzle[shut].wrapping_neg() } else { puzzle[shut] };
        puzzles.push(puzzle);
    }
    let expected: Vec<usize> = puzzles.iter().map(|puzzle| naive_solutions(puzzle, 2).len()).collect();
    for isa in Isa::available() {
        let mut answers = vec![Answer::default(); puzzles.len()];
        solve_pencilmarks(isa, &Config { limit: 2, ..Config::default() }, &puzzles, &mut answers);
        for (answer, expected) in answers.iter().zip(&expected) {
            assert_eq!(answer.solutions as usize, *expected);
            even +=
                usize::from(*expected == 2 && answer.counters.guesses == 1 && answer.counters.dead_ends == 0);
        }
    }
    assert!(even > 100);
}

#[test]
fn random_masks_get_the_naive_answers() {
    let mut chance = Chance(7);
    let mut puzzles = Vec::new();
    for i in 0..160 {
        let grid = random_grid(&mut chance);
        let puzzle: [u16; 81] = core::array::from_fn(|cell| {
            // Two or three random candidates on top of the solution's; a few cells without it.
            let own = if chance.below(400) == 0 { 0 } else { 1u16 << (grid[cell] - b'1') };
            (0..2 + i % 2).fold(own, |mask, _| mask | 1 << chance.below(9))
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
            assert_eq!((answer.solutions, answer.status), (1, Status::Done));
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
    let mut chance = Chance(11);
    let puzzles = random_puzzles(300, 5);
    let images: Vec<[u8; 81]> = puzzles
        .iter()
        .map(|puzzle| {
            let shift = chance.below(9) as u8;
            let map = |byte: u8| if byte == b'.' { byte } else { b'1' + (byte - b'1' + shift) % 9 };
            match chance.below(3) {
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
            assert_eq!(answers[20].status, Status::Unreadable { position: (i % 81) as u8 });
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
        assert!(answers[..99].iter().all(|a| a.status == Status::Unreadable { position: 0 }));
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
        assert_eq!(answers[0].status, Status::Unreadable { position: 33 });
        assert_eq!((answers[1].solutions, answers[1].status), (0, Status::Done));
        let visit = &mut |_: &[u8; 81]| panic!("nothing to visit");
        assert_eq!(each_solution(isa, &Config::default(), &wide, visit).status, answers[0].status);
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
            assert_eq!(answers[0].status, Status::Clash { first: first as u8, second: second as u8 });
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
                    assert_eq!(answer.status, Status::BudgetSpent);
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
        assert!(answers.iter().all(|answer| answer.status == Status::Stopped));
        let mut seen = 0;
        let answer = each_solution(isa, &Config::default(), &[0x1ff; 81], &mut |_| {
            seen += 1;
            if seen == 500 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((answer.solutions, answer.status, seen), (500, Status::Stopped, 500));
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

/// Reads grids out of a lane, whole ones and such with two digits of one row, column or box exchanged.
fn read_grids<E: Entry<L>, const L: usize>(entry: E) {
    let mut chance = Chance(8191);
    let mut kinds = [0; 2];
    for i in 0..400 {
        let mut grid = random_grid(&mut chance);
        let (a, b) = (chance.below(81), chance.below(9));
        let partner = [a / 9 * 9 + b, b * 9 + a % 9, a / 27 * 27 + b / 3 * 9 + a % 9 / 3 * 3 + b % 3];
        if i % 4 < 3 {
            grid.swap(a, partner[i % 4]);
        }
        let (lane, turned) = (chance.below(L), chance.below(2) == 1);
        let mut lanes = Grid::open();
        for (cell, digit) in grid.iter().enumerate() {
            let place = if turned { cell % 9 * 9 + cell / 9 } else { cell };
            lanes.0[place][lane] = 1 << (digit - b'1');
        }
        let mut read = [0; 81];
        let complete = entry.read_solution(&lanes, lane, turned, &mut read);
        assert_eq!(complete, (0..81).all(|cell| fits(&grid, cell, grid[cell])));
        assert_eq!(read, grid);
        kinds[usize::from(complete)] += 1;
    }
    assert!(kinds[0] > 200 && kinds[1] > 100);
}

#[test]
fn a_full_lane_is_read_and_checked() {
    read_grids(crate::arch::all::Portable);
    for isa in Isa::available() {
        match isa.0 {
            Kind::Portable => {}
            #[cfg(any(
                all(target_arch = "x86_64", target_feature = "sse2"),
                all(target_arch = "aarch64", target_feature = "neon"),
                all(target_arch = "wasm32", target_feature = "simd128"),
            ))]
            Kind::V128 => read_grids(crate::arch::v128::V128),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => {
                // SAFETY: an `Isa` of this kind exists only where the processor has these features.
                read_grids(unsafe { crate::arch::avx2::Avx2::new() });
            }
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => {
                // SAFETY: an `Isa` of this kind exists only where the processor has these features.
                read_grids(unsafe { crate::arch::avx512::Avx512::new() });
            }
        }
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

/// Puzzles with at most `most` solutions, and those solutions.
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
                assert_eq!((answer.status, answer.masks), (Status::Unreadable { position: 30 }, [0; 81]));
                continue;
            }
            let mut masks = [0; 81];
            for solution in solutions {
                for (mask, digit) in masks.iter_mut().zip(solution) {
                    *mask |= 1 << (digit - b'1');
                }
            }
            assert_eq!((answer.status, answer.masks), (Status::Done, masks), "{isa} {i}");
        }
        assert_eq!(sum, total);
        // Work, too, depends on the puzzle alone.
        let mut alone = [Candidates::default()];
        true_candidates(isa, &Config::default(), &puzzles[20..21], &mut alone);
        assert_eq!(alone[0], answers[20]);
    }
}

#[test]
fn redundant_givens_are_those_that_add_no_solution_when_they_go() {
    let mut puzzles = random_puzzles(40, 22);
    puzzles.extend(&sample()[..4]);
    // Counting without each given is the definition; counting itself is tested above.
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
    for isa in Isa::available() {
        let mut answers = vec![Redundancy::default(); puzzles.len()];
        redundant_givens(isa, &Config::default(), &puzzles, &mut answers);
        assert_eq!(answers.pop().map(|a| a.status), Some(Status::Unreadable { position: 0 }));
        for (answer, expected) in answers.iter().zip(&expected) {
            assert_eq!((answer.status, answer.cells), (Status::Done, *expected), "{isa}");
        }
    }
}

#[test]
fn questions_past_their_budget_say_so() {
    let masks = vec![[0x1ff; 81]; 3];
    let mut answers = vec![Candidates::default(); 3];
    true_candidates(Isa::detect(), &Config { limit: 1, budget: 3 }, &masks, &mut answers);
    assert!(answers.iter().all(|answer| answer.status == Status::BudgetSpent));
    let mut hard = sample();
    hard.retain(|puzzle| solve(Isa::PORTABLE, 2, &[*puzzle]).0[0].counters.guesses > 3);
    assert!(!hard.is_empty());
    let mut answers = vec![Redundancy::default(); hard.len()];
    redundant_givens(Isa::detect(), &Config { limit: 1, budget: 0 }, &hard, &mut answers);
    assert!(answers.iter().all(|answer| answer.status == Status::BudgetSpent));
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
