//! Ratings of known puzzles, and a comparison of every deduction with the solution.

use farandole_logic::se::{self, Budget};
use farandole_logic::{PathOutcome, State, Technique, verify};
use farandole_puzzle::check::fits_classic;
use std::collections::BTreeSet;

const SAMPLE: &str = include_str!("../../../../testdata/sudoku/17_clue_sample.txt");

#[test]
fn no_deduction_contradicts_the_solution() {
    let mut used: BTreeSet<Technique> = BTreeSet::new();
    for line in SAMPLE.lines() {
        let start = State::from_line(line.as_bytes()).unwrap();
        let (rating, steps) = se::explain(&start, Budget::NONE);
        let mut state = start.clone();
        for (tenths, deduction) in &steps {
            assert_eq!(*tenths, se::tenths(deduction));
            let before = state.clone();
            state.apply(deduction);
            assert_ne!(before, state, "{deduction:?} changes nothing");
            used.insert(deduction.technique);
        }
        assert_eq!((rating.outcome, rating.steps as usize), (PathOutcome::Solved, steps.len()));
        assert_eq!(Some(rating.er), steps.iter().map(|(tenths, _)| *tenths).max());
        // These puzzles have one solution, so a full grid that satisfies the rules is that
        // solution.
        let grid = state.digits().map(|digit| b'0' + digit);
        assert!(fits_classic(line.as_bytes().try_into().unwrap(), &grid), "{line}");
        for (_, deduction) in &steps {
            assert_eq!(verify::contradicts(deduction, state.digits()), None, "{deduction:?}");
        }
        assert_eq!(se::rate(&start, Budget::NONE), rating);
    }
    // The sample must be rich enough to cover a good part of the catalogue.
    assert!(used.len() >= 20, "{used:?}");
}

#[test]
fn a_spent_budget_gives_lower_bounds_and_is_reported() {
    // Ten puzzles that need chains. The limit on the hardest technique stops before chains.
    let chains: Vec<State> = SAMPLE
        .lines()
        .filter_map(|line| State::from_line(line.as_bytes()))
        .filter(|state| se::rate(state, Budget::NONE).er >= 65)
        .take(10)
        .collect();
    assert_eq!(chains.len(), 10);
    for state in &chains {
        let full = se::rate(state, Budget::NONE);
        for budget in [Budget { hardest: 62, visits: u64::MAX }, Budget { hardest: u16::MAX, visits: 10 }] {
            let part = se::rate(state, budget);
            assert_eq!(part.outcome, PathOutcome::BudgetSpent);
            assert!(part.er <= full.er && part.ep <= full.ep && part.ed <= full.ed);
        }
    }
}

#[test]
fn the_rating_does_not_depend_on_what_was_rated_before() {
    let lines: Vec<State> =
        SAMPLE.lines().take(20).filter_map(|line| State::from_line(line.as_bytes())).collect();
    let forth: Vec<_> = lines.iter().map(|state| se::rate(state, Budget::NONE)).collect();
    let mut back: Vec<_> = lines.iter().rev().map(|state| se::rate(state, Budget::NONE)).collect();
    back.reverse();
    assert_eq!(forth, back);
}

#[test]
fn contradictory_and_open_grids_get_no_number() {
    let mut line = [b'.'; 81];
    assert_eq!(
        se::rate(&State::from_line(&line).unwrap(), Budget { hardest: 80, ..Budget::NONE }).outcome,
        PathOutcome::BudgetSpent
    );
    // Row 1 only lacks 9, which column 9 already contains.
    line[..8].copy_from_slice(b"12345678");
    line[80] = b'9';
    assert_eq!(se::rate(&State::from_line(&line).unwrap(), Budget::NONE).outcome, PathOutcome::Contradiction);
    line[8] = b'9';
    assert_eq!(State::from_line(&line), None);
    assert_eq!(State::from_line(b"123"), None);
}

#[test]
fn ratings_equal_those_of_the_original_program() {
    // 17-clue puzzles, one for each ER in the sample, rated by Sudoku Explainer 1.2.1 built from
    // its source.
    for line in include_str!("ratings.txt").lines() {
        let (puzzle, expected) = line.split_at(81);
        let rating = se::rate(&State::from_line(puzzle.as_bytes()).unwrap(), Budget::NONE);
        let text = [rating.er, rating.ep, rating.ed]
            .map(|tenths| format!("{:.1}", f64::from(tenths) / 10.0))
            .join(" ");
        assert_eq!(text, expected.trim(), "{puzzle}");
    }
}
