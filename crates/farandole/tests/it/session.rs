//! Random sequences of edits, with undo: every answer of a session equals the answer for the puzzle alone.
//!
//! `FARANDOLE_CASES` sets how many puzzles there are, and `FARANDOLE_SEED` the first seed.

use farandole::Session;
use farandole::engines::{Config, End, PuzzleSolver};
use farandole::puzzle::constraint::{KindInfo, catalogue};
use farandole::puzzle::format::iss;
use farandole::puzzle::{ClassicPuzzle, Puzzle};
use farandole_testkit::{Random, Sizes, random_item, random_variant, variant_solutions};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

const EDITS: usize = 20;
/// Maximum number of nodes of a search. Answers that need more are not compared.
const BUDGET: u64 = 3_000;
/// Maximum number of solutions that are listed for comparison.
const LIST: u64 = 200;
const CAP: u64 = 3;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn limited(limit: u64) -> Config<'static> {
    Config { limit, budget: BUDGET, ..Config::default() }
}

/// The values of each cell with the number of solutions that contain them, up to [`CAP`].
type Counts = Vec<Vec<(u8, u64)>>;

/// The answers for a puzzle, found by separate searches, or `None` beyond the budget.
fn fresh(puzzle: &Puzzle) -> Option<(u64, Counts)> {
    let solver = PuzzleSolver::new(puzzle).ok()?;
    let cells = puzzle.cell_count();
    let mut counts = vec![vec![0; 65]; cells];
    let mut found = Vec::new();
    let report = solver.run(&limited(LIST), &mut |values| {
        found.push(values.to_vec());
        ControlFlow::Continue(())
    });
    let report = report.ok()?;
    match report.end {
        End::Exhausted => {
            for values in &found {
                values.iter().zip(&mut counts).for_each(|(value, of_cell)| of_cell[usize::from(*value)] += 1);
            }
        }
        End::LimitReached => {
            let (low, high) = match puzzle {
                Puzzle::Classic(puzzle) => (1, puzzle.size() as u8),
                Puzzle::Variant(variant) => {
                    let values = variant.board().values();
                    (values.low(), values.low() + values.count() - 1)
                }
            };
            for (cell, of_cell) in counts.iter_mut().enumerate() {
                for value in low..=high {
                    let mut masks = vec![u16::MAX; cells];
                    masks[cell] = 1 << (value - low);
                    let report =
                        solver.run_within(&masks, &limited(CAP), &mut |_| ControlFlow::Continue(())).ok()?;
                    (report.end != End::BudgetSpent).then_some(())?;
                    of_cell[usize::from(value)] = report.solutions;
                }
            }
        }
        _ => return None,
    }
    let of_cell = |counts: Vec<u64>| {
        (0..)
            .zip(counts)
            .filter(|(_, count)| *count > 0)
            .map(|(value, count)| (value, count.min(CAP)))
            .collect()
    };
    Some((report.solutions, counts.into_iter().map(of_cell).collect()))
}

/// Compares the answers of a session. Returns true if all are known.
fn compare(session: &mut Session, random: &mut Random) -> bool {
    let puzzle = session.puzzle().clone();
    let Some((solutions, counts)) = fresh(&puzzle) else { return false };
    if let Puzzle::Variant(variant) = &puzzle
        && let Some(all) = variant_solutions(variant, 3_000)
        && !variant.has_labels()
    {
        assert_eq!(solutions, (all.len() as u64).min(LIST), "all assignments");
    }
    // The order of the queries decides which results are reused.
    for query in 0..3 {
        match (query + random.below(3)) % 3 {
            0 => {
                let limit = [1, 2, 5, LIST][random.below(4)];
                let count = session.count(&limited(limit)).unwrap();
                if count.end != End::BudgetSpent {
                    let expected = solutions.min(limit);
                    assert_eq!((count.solutions, limit), (expected, limit), "{count:?}");
                    assert_eq!(count.end == End::Exhausted, solutions < limit, "{count:?}");
                }
            }
            1 => {
                let finding = session.true_candidates(&limited(1)).unwrap();
                let low = match &puzzle {
                    Puzzle::Classic(_) => 1,
                    Puzzle::Variant(variant) => variant.board().values().low(),
                };
                let mask =
                    |of_cell: &Vec<(u8, u64)>| of_cell.iter().fold(0, |all, one| all | 1 << (one.0 - low));
                let expected: Vec<u64> = counts.iter().map(mask).collect();
                if finding.exact {
                    assert_eq!(finding.found, (solutions > 0).then_some(expected), "true candidates");
                }
            }
            _ => {
                let finding = session.candidate_counts(&limited(CAP)).unwrap();
                if finding.exact {
                    assert_eq!(finding.found, (solutions > 0).then(|| counts.clone()), "counts");
                }
            }
        }
    }
    if let Some(values) = session.solution() {
        assert!(puzzle.check(values).is_ok(), "a solution");
    }
    true
}

/// Applies random edits. `draw` returns a text to add, and `read` the puzzle of a list of texts.
fn edit(
    read: impl Fn(&[String]) -> Option<Puzzle>,
    draw: impl Fn(&mut Random) -> String,
    random: &mut Random,
) -> usize {
    let mut items: Vec<String> = Vec::new();
    let mut undo = Vec::new();
    let mut session = Session::new(read(&items).expect("a board"));
    let mut compared = 0;
    for number in 0..EDITS {
        let before = items.clone();
        match random.below(8) {
            0 if !items.is_empty() => _ = items.remove(random.below(items.len())),
            1 | 2 if !undo.is_empty() => items = undo.pop().unwrap(),
            _ => items.push(draw(random)),
        }
        let Some(puzzle) = read(&items) else {
            items = before;
            continue;
        };
        undo.push(before);
        session.update(puzzle);
        if number % 7 == 3 {
            let stop = AtomicBool::new(true);
            session.true_candidates(&Config { cancel: Some(&stop), ..limited(1) }).unwrap();
        }
        if PuzzleSolver::new(session.puzzle()).is_ok() {
            compared += usize::from(compare(&mut session, random));
        }
    }
    compared
}

#[test]
fn variants_have_the_answers_of_fresh_searches_after_each_edit() {
    let kinds: Vec<KindInfo> = catalogue().collect();
    let (first, cases) = (setting("FARANDOLE_SEED", 0), setting("FARANDOLE_CASES", 150));
    let mut compared = 0;
    for seed in first..first + cases {
        let mut random = Random::new(seed);
        let base = random_variant(&Sizes { side: 6, items: 0 }, &mut random);
        let board = base.variant.board();
        let read =
            |items: &[String]| iss::read(&(base.text.clone() + &items.concat())).ok().map(Puzzle::from);
        let draw = |random: &mut Random| {
            let cell = format!(
                "~R{}C{}",
                random.below(board.shape().rows()) + 1,
                random.below(board.shape().cols()) + 1
            );
            let low = usize::from(board.values().low());
            let value = |random: &mut Random| low + random.below(usize::from(board.values().count()));
            match random.below(3) {
                0 => format!(".{cell}_{}", value(random)),
                1 => format!(".{cell}_{}_{}_{}", value(random), value(random), value(random)),
                _ => random_item(&kinds[random.below(kinds.len())], board, random),
            }
        };
        compared += edit(read, draw, &mut random);
    }
    assert!(compared as u64 > cases * EDITS as u64 / 3, "{compared} states were compared");
}

#[test]
fn classic_puzzles_have_the_answers_of_fresh_searches_after_each_edit() {
    let (first, cases) = (setting("FARANDOLE_SEED", 0), setting("FARANDOLE_CASES", 50));
    let mut compared = 0;
    for seed in first..first + cases {
        let mut random = Random::new(seed);
        let size = [4, 6, 9][random.below(3)];
        let geometry = farandole::puzzle::Geometry::usual(size).unwrap().into();
        let solved = farandole_testkit::random::solved_grid(&geometry, 1_000_000, &mut random).unwrap();
        let read = |items: &[String]| {
            let mut givens = vec![0; size * size];
            for item in items {
                let (cell, digit) = item.split_once('=').unwrap();
                givens[cell.parse::<usize>().unwrap()] = digit.parse().unwrap();
            }
            Some(ClassicPuzzle::new(std::sync::Arc::clone(&geometry), &givens).unwrap().into())
        };
        let draw = |random: &mut Random| {
            let cell = random.below(size * size);
            let digit =
                if random.below(12) == 0 { 1 + random.below(size) as u8 } else { solved.digits()[cell] };
            format!("{cell}={digit}")
        };
        compared += edit(read, draw, &mut random);
    }
    assert!(compared as u64 > cases * EDITS as u64 / 3, "{compared} states were compared");
}
