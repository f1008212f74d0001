//! Arrays: rows in memory get the same answers as the same puzzles one at a time, regardless of the
//! other rows.

use farandole::arrays::{self, Cells, Matrix, Rows, Run, Table};
use farandole::canonical::CanonicalForm;
use farandole::logic::Scale;
use farandole::pipeline::Status;
use farandole::puzzle::ClassicPuzzle;
use farandole::rating::rate_on;
use farandole::{Config, Rating};
use farandole_puzzle::check;
use farandole_testkit::{oracle, strategy};
use proptest::prelude::*;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

struct Lines(Vec<Option<String>>);

impl Rows for Lines {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn row(&self, number: usize) -> Option<&[u8]> {
        self.0.get(number)?.as_ref().map(|line| line.as_bytes())
    }
}

fn line(puzzle: &ClassicPuzzle) -> String {
    puzzle.givens().iter().map(|given| if *given == 0 { '.' } else { char::from(b'0' + given) }).collect()
}

fn on(threads: usize) -> Run<'static> {
    Run { threads: NonZeroUsize::new(threads).unwrap(), ..Run::alone() }
}

/// Returns rows, some of which are damaged, and the puzzles of the intact rows.
fn mixed(puzzles: &[ClassicPuzzle]) -> (Lines, Vec<Option<ClassicPuzzle>>) {
    let mut lines = Vec::new();
    let mut expected = Vec::new();
    for (number, puzzle) in puzzles.iter().enumerate() {
        lines.push(Some(line(puzzle)));
        expected.push(Some(ClassicPuzzle::new(puzzle.geometry().clone(), puzzle.givens()).unwrap()));
        match number % 4 {
            0 => lines.push(None),
            1 => lines.push(Some(EASY.replace('5', "&"))),
            2 => lines.push(Some("1...............".into())),
            _ => continue,
        }
        expected.push(None);
    }
    (Lines(lines), expected)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn a_row_is_solved_as_if_it_were_alone(
        puzzles in prop::collection::vec(strategy::classic(), 1..30),
        threads in 1..4_usize,
        limit in 1..20_u64,
    ) {
        let (lines, expected) = mixed(&puzzles);
        let table = Table { rows: &lines, cells: Cells::Text, size: 9 };
        let mut grids = vec![7; lines.len() * 81];
        let config = Config { limit, ..Config::default() };
        let found = arrays::solve(&table, &config, &on(threads), Some(&mut grids));
        let checked = arrays::check(&table, &config, &on(threads), Some(&grids));
        for (row, puzzle) in expected.iter().enumerate() {
            let grid = &grids[row * 81..][..81];
            let Some(puzzle) = puzzle else {
                prop_assert_eq!(found.status[row], Status::Unreadable);
                prop_assert_eq!(grid, [0; 81]);
                continue;
            };
            let count = oracle::solutions(puzzle, limit).len() as u64;
            prop_assert_eq!(found.solutions[row], count);
            prop_assert_eq!(found.exact[row], count < limit);
            let status = [Status::None, Status::Solved, Status::Several][count.min(2) as usize];
            prop_assert_eq!(found.status[row], status);
            prop_assert_eq!(check::check(puzzle, grid).is_ok(), count > 0);
            prop_assert_eq!(checked[row], if count > 0 { Status::Ok } else { Status::Wrong });
        }
    }

    #[test]
    fn grids_are_checked_in_bulk_as_one_at_a_time(
        puzzles in prop::collection::vec(strategy::classic(), 1..10),
        changes in prop::collection::vec((0..81_usize, any::<u8>()), 10),
    ) {
        let mut grids: Vec<u8> = puzzles
            .iter()
            .flat_map(|puzzle| {
                let solution = oracle::solutions(puzzle, 1).pop();
                solution.map_or_else(|| vec![9; 81], |grid| grid.digits().to_vec())
            })
            .collect();
        // Every other grid is damaged.
        for (grid, (cell, value)) in grids.chunks_mut(81).zip(&changes).step_by(2) {
            grid[*cell] = *value;
        }
        let wanted: Vec<Status> = puzzles
            .iter()
            .zip(grids.chunks(81))
            .map(|(puzzle, grid)| if check::check(puzzle, grid).is_ok() { Status::Ok } else { Status::Wrong })
            .collect();
        let numbers: Vec<u8> = puzzles.iter().flat_map(|puzzle| puzzle.givens().to_vec()).collect();
        let text: String = puzzles.iter().map(line).collect();
        for (bytes, cells) in [(&numbers[..], Cells::Numbers), (text.as_bytes(), Cells::Text)] {
            let table = Table { rows: &Matrix::new(bytes, 81).unwrap(), cells, size: 9 };
            prop_assert_eq!(&arrays::check(&table, &Config::default(), &Run::alone(), Some(&grids)), &wanted);
        }
    }

    #[test]
    fn numbers_of_any_size_are_solved(puzzles in prop::collection::vec(strategy::puzzle(), 1..10)) {
        for puzzle in puzzles {
            let size = puzzle.size();
            let usual = farandole::puzzle::Geometry::usual(size).unwrap();
            let puzzle = ClassicPuzzle::new(usual.into(), puzzle.givens()).unwrap();
            let bytes = puzzle.givens().repeat(2);
            let rows = Matrix::new(&bytes, size * size).unwrap();
            let table = Table { rows: &rows, cells: Cells::Numbers, size };
            let mut grids = vec![0; bytes.len()];
            let found = arrays::solve(&table, &Config::default(), &Run::alone(), Some(&mut grids));
            let count = oracle::solutions(&puzzle, 2).len() as u64;
            prop_assert_eq!(&found.solutions, &[count; 2]);
            prop_assert_eq!(check::check(&puzzle, &grids[size * size..]).is_ok(), count > 0);
            let asked = arrays::candidates(&table, &Config::default(), &Run::alone());
            let mut union = vec![0; size * size];
            let solutions = oracle::solutions(&puzzle, 300);
            // The list of the oracle is complete only if it is shorter than its limit.
            if solutions.len() == 300 {
                continue;
            }
            for grid in &solutions {
                for (mask, digit) in union.iter_mut().zip(grid.digits()) {
                    *mask |= 1_u16 << (digit - 1);
                }
            }
            prop_assert_eq!(&asked.masks[size * size..], &union[..]);
            prop_assert_eq!(asked.status[1], if count > 0 { Status::Ok } else { Status::None });
        }
    }

    #[test]
    fn ratings_and_forms_are_those_of_single_puzzles(puzzles in prop::collection::vec(strategy::classic(), 1..12)) {
        let (lines, expected) = mixed(&puzzles);
        let table = Table { rows: &lines, cells: Cells::Text, size: 9 };
        for scale in Scale::ALL {
            let found = arrays::rate(&table, scale, &on(2));
            for (row, puzzle) in expected.iter().enumerate() {
                let rating = puzzle.as_ref().map(|puzzle| rate_on(scale, puzzle).unwrap());
                prop_assert_eq!(found.status[row], rating.as_ref().map_or(Status::Unreadable, Rating::status));
                let steps = rating.as_ref().and_then(Rating::numbers).map_or(0, farandole::logic::Numbers::steps);
                prop_assert_eq!(found.steps[row], steps);
            }
        }
        let found = arrays::canonical(&table, CanonicalForm::Puzzle, &on(2));
        for (row, puzzle) in expected.iter().enumerate() {
            let form = puzzle.as_ref().map(|puzzle| farandole::canonical(puzzle).unwrap());
            prop_assert_eq!(form.map_or([0; 81], |form| form.board), &found.boards[row * 81..][..81]);
            prop_assert_eq!(form.map_or(0, |form| form.automorphisms), found.automorphisms[row]);
        }
    }
}

#[test]
fn text_of_any_format_and_ascii_in_arrays_are_read() {
    let rows = EASY.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned() + "\n");
    let lines = Lines(vec![Some(EASY.into()), Some(rows.collect()), Some(format!("{EASY} behind")), None]);
    let table = Table { rows: &lines, cells: Cells::Text, size: 9 };
    let found = arrays::solve(&table, &Config::default(), &Run::alone(), None);
    assert_eq!(found.status, [Status::Solved, Status::Solved, Status::Solved, Status::Unreadable]);
    let rows = Matrix::new(EASY.as_bytes(), 81).unwrap();
    let table = Table { rows: &rows, cells: Cells::Numbers, size: 9 };
    assert_eq!(arrays::solve(&table, &Config::default(), &Run::alone(), None).status, [Status::Solved]);
    assert_eq!(table.puzzle(0).unwrap().to_string(), EASY.parse::<ClassicPuzzle>().unwrap().to_string());
    assert!(Matrix::new(EASY.as_bytes(), 80).is_none());
}

#[test]
fn finished_grids_are_judged_and_puzzles_are_searched() {
    let solved = farandole::solve(EASY).unwrap();
    let solved: String = solved.first().unwrap().iter().map(|digit| char::from(b'0' + digit)).collect();
    let wrong = solved.replacen('5', "3", 1);
    let lines = Lines(vec![
        Some(solved),
        Some(wrong),
        Some(EASY.into()),
        Some(".".repeat(81)),
        Some(format!("55{}", ".".repeat(79))),
    ]);
    let table = Table { rows: &lines, cells: Cells::Text, size: 9 };
    let judged = arrays::check(&table, &Config::default(), &Run::alone(), None);
    assert_eq!(judged, [Status::Ok, Status::Wrong, Status::Ok, Status::Several, Status::None]);
}

#[test]
fn a_run_that_is_told_to_stop_stops() {
    let stop = AtomicBool::new(true);
    let run = Run { stop: &stop, ..on(2) };
    let blank = ".".repeat(81).repeat(5000);
    let rows = Matrix::new(blank.as_bytes(), 81).unwrap();
    let table = Table { rows: &rows, cells: Cells::Text, size: 9 };
    let all = Config { limit: u64::MAX, ..Config::default() };
    assert!(arrays::solve(&table, &all, &run, None).status.iter().all(|status| *status == Status::GaveUp));
    assert!(arrays::candidates(&table, &all, &run).masks.iter().all(|mask| *mask == 0));
}

#[test]
fn long_counts_and_budgets_are_as_for_one_puzzle() {
    // More solutions than the kernel counts in a batch.
    let puzzle = format!("{}{}", ".".repeat(24), &EASY[24..]);
    let config = Config { limit: u64::MAX, ..Config::default() };
    let expected = config.count(&puzzle).unwrap();
    assert!(expected.solutions() > 50_000, "{expected}");
    let lines = Lines(vec![Some(EASY.into()), Some(puzzle), Some(EASY.into())]);
    let table = Table { rows: &lines, cells: Cells::Text, size: 9 };
    let found = arrays::solve(&table, &config, &Run::alone(), None);
    assert_eq!(found.status, [Status::Solved, Status::Several, Status::Solved]);
    assert_eq!((found.solutions[0], found.solutions[1], found.exact[1]), (1, expected.solutions(), true));
    let short = Config { limit: u64::MAX, budget: 10, ..Config::default() };
    let found = arrays::solve(&table, &short, &Run::alone(), None);
    assert!(!found.exact[1]);
}

/// A table whose third row panics when it is read.
struct Broken;

impl Rows for Broken {
    fn len(&self) -> usize {
        5
    }

    fn row(&self, number: usize) -> Option<&[u8]> {
        assert_ne!(number, 2, "row 2");
        Some(b"1234341221434321")
    }
}

#[test]
fn a_panic_costs_one_row() {
    let table = Table { rows: &Broken, cells: Cells::Text, size: 4 };
    for threads in [1, 2] {
        let found = arrays::solve(&table, &Config::default(), &on(threads), None);
        let expected = [Status::Solved, Status::Solved, Status::Failed, Status::Solved, Status::Solved];
        assert_eq!(found.status, expected);
        assert_eq!(found.solutions, [1, 1, 0, 1, 1]);
    }
}
