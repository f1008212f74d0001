//! Counts per candidate from a list of solutions equal those of one search for each candidate.

use core::ops::ControlFlow;
use farandole_puzzle::{ClassicPuzzle, Geometry};
use farandole_solve::{CandidateCounts, Config, End, Engine, PuzzleSolver, Solver};
use farandole_testkit::random::solved_grid;
use farandole_testkit::{Random, Sizes, random_variant};

/// Number of nodes of a search. Puzzles that need more are not compared.
const BUDGET: u64 = 20_000;
const LIMITS: [u64; 4] = [1, 3, 8, 64];

fn limited(limit: u64) -> Config<'static> {
    Config { limit, budget: BUDGET, ..Config::default() }
}

/// Counts the solutions with each candidate by a search of its own, or returns `None` if a search ends early. `values`
/// are the lowest value and the number of values.
fn separately(
    solver: &PuzzleSolver,
    cells: usize,
    values: (u8, u8),
    limit: u64,
) -> Option<Option<CandidateCounts>> {
    let mut counts = vec![Vec::new(); cells];
    for (cell, of_cell) in counts.iter_mut().enumerate() {
        for index in 0..values.1 {
            let mut masks = vec![u16::MAX; cells];
            masks[cell] = 1 << index;
            let report =
                solver.run_within(&masks, &limited(limit), &mut |_| ControlFlow::Continue(())).ok()?;
            (report.end != End::BudgetSpent).then_some(())?;
            if report.solutions > 0 {
                of_cell.push((values.0 + index, report.solutions));
            }
        }
    }
    Some(counts.iter().any(|of_cell| !of_cell.is_empty()).then_some(counts))
}

#[test]
fn variants_have_the_counts_of_one_search_per_candidate() {
    let (mut compared, mut several) = (0, 0);
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let sizes = Sizes { side: 4 + random.below(3), items: 1 + random.below(4) };
        let drawn = random_variant(&sizes, &mut random);
        let (variant, text) = (drawn.variant, drawn.text);
        let Ok(solver) = PuzzleSolver::new(&variant) else { continue };
        if variant.has_labels() {
            continue;
        }
        let limit = LIMITS[random.below(LIMITS.len())];
        let values = variant.board().values();
        let expected = separately(&solver, variant.cell_count(), (values.low(), values.count()), limit);
        let finding = solver.candidate_counts(&limited(limit)).unwrap();
        let (Some(expected), true) = (expected, finding.exact) else { continue };
        several += usize::from(expected.iter().flatten().flatten().any(|(_, count)| *count > 1));
        assert_eq!(finding.found, expected, "seed {seed}, limit {limit}: {text}");
        compared += 1;
    }
    assert!(compared > 200 && several > 50, "{compared} compared, {several} with several solutions");
}

/// Compares the counts of a classic puzzle, with both entry points.
fn compare(puzzle: &ClassicPuzzle, limit: u64) {
    let solver = PuzzleSolver::new(puzzle).unwrap();
    let size = puzzle.size();
    let expected = separately(&solver, size * size, (1, size as u8), limit).expect("an easy puzzle");
    let found = solver.candidate_counts(&limited(limit)).unwrap();
    assert_eq!((found.exact, &found.found), (true, &expected), "{puzzle} {limit}");
    let found = Solver::new(Engine::Auto).candidate_counts(puzzle, &limited(limit)).unwrap();
    assert_eq!((found.exact, &found.found), (true, &expected), "{puzzle} {limit}");
}

#[test]
fn classic_puzzles_have_the_counts_of_one_search_per_candidate() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let size = [4, 6, 9][random.below(3)];
        let geometry = Geometry::usual(size).unwrap().into();
        let solved = solved_grid(&geometry, 1_000_000, &mut random).unwrap();
        // From none to nearly all givens.
        let share = random.below(5);
        let mut givens: Vec<u8> =
            solved.digits().iter().map(|digit| if random.below(5) < share { *digit } else { 0 }).collect();
        if random.below(5) == 0 {
            givens[random.below(size * size)] = 1 + random.below(size) as u8;
        }
        compare(&ClassicPuzzle::new(geometry, &givens).unwrap(), LIMITS[random.below(LIMITS.len())]);
    }
}

#[test]
fn boards_with_seven_givens_have_the_counts_of_one_search_per_candidate() {
    for seed in 0..4 {
        let mut random = Random::new(seed);
        let geometry = Geometry::usual(9).unwrap().into();
        let solved = solved_grid(&geometry, 1_000_000, &mut random).unwrap();
        let mut givens = [0; 81];
        while givens.iter().filter(|digit| **digit > 0).count() < 7 {
            let cell = random.below(81);
            givens[cell] = solved.digits()[cell];
        }
        compare(&ClassicPuzzle::new(geometry, &givens).unwrap(), 8);
    }
}
