//! Solutions of a user's grid, which the advice about the grid relies on.

use farandole_logic::UserGrid;
use farandole_logic::hint::Solutions;
use farandole_puzzle::{ClassicPuzzle, Digit, DigitSet, Geometry};
use farandole_solve::{Config, Engine, Solver};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Finds the solutions of a user's grid in the form that
/// [`hint::advise`](farandole_logic::hint::advise) expects.
///
/// If the givens allow several solutions and there are pencil marks, the marks count as part of the
/// puzzle; placed digits never do. If the givens have no solution, a minimal conflicting set is
/// found by leaving out one given after another. This takes at most 80 searches and a few
/// milliseconds.
///
/// ```
/// use farandole::sheet_solutions;
/// use farandole::logic::{UserGrid, hint::Solutions};
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let mut sheet = UserGrid::parse(line).unwrap();
/// assert!(matches!(sheet_solutions(&sheet), Solutions::One(grid) if grid.starts_with(&[5, 3, 4])));
/// sheet.givens[2] = 1;
/// assert!(matches!(sheet_solutions(&sheet), Solutions::None(cells) if cells.contains(&2)));
/// ```
pub fn sheet_solutions(sheet: &UserGrid) -> Solutions {
    let geometry = Arc::new(Geometry::classic());
    let mut solver = Solver::new(Engine::Auto);
    let mut find = |givens: &[u8; 81], marks: Option<&UserGrid>, limit: u64| -> Vec<[u8; 81]> {
        let mut puzzle = ClassicPuzzle::new(geometry.clone(), givens).expect("81 digits up to 9");
        if let Some(sheet) = marks {
            puzzle = puzzle.with_restrictions(&restrictions(sheet)).expect("81 sets of digits up to 9");
        }
        let mut found = Vec::new();
        let config = Config { limit, ..Config::default() };
        let run = solver.run(&puzzle, &config, &mut |digits: &[u8]| {
            found.extend(<[u8; 81]>::try_from(digits));
            ControlFlow::Continue(())
        });
        run.expect("the engine is chosen to suit");
        found
    };
    let mut found = find(&sheet.givens, None, 2);
    if found.len() > 1 && sheet.has_marks() {
        let marked = find(&sheet.givens, Some(sheet), 2);
        if !marked.is_empty() {
            found = marked;
        }
    }
    match found[..] {
        [one] => Solutions::One(one),
        [one, other, ..] => Solutions::Several(Box::new([one, other])),
        [] => {
            let mut givens = sheet.givens;
            let mut needed = Vec::new();
            for cell in (0..81).filter(|cell| sheet.givens[*cell] != 0) {
                let given = std::mem::take(&mut givens[cell]);
                if !find(&givens, None, 1).is_empty() {
                    givens[cell] = given;
                    needed.push(cell as u8);
                }
            }
            Solutions::None(needed)
        }
    }
}

fn restrictions(sheet: &UserGrid) -> Vec<DigitSet> {
    let of = |cell: usize| {
        let marks = sheet.marks[cell].filter(|_| sheet.givens[cell] == 0).unwrap_or(0x1ff);
        (1..=9).filter(|digit| marks >> (digit - 1) & 1 == 1).filter_map(Digit::new).collect()
    };
    (0..81).map(of).collect()
}
