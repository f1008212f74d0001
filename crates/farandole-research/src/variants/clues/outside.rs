//! Clues outside the grid: one for each position, with its number in the solution.

use super::canvas::{Canvas, images};
use super::kind::ClueKind;
use crate::random::Random;
use core::ops::RangeInclusive;
use farandole_puzzle::Cell;
use farandole_puzzle::board::{Board, End, Line, LineEnd};
use farandole_puzzle::constraint::{Constraint, LittleKiller};

/// Number of times that the sums of a diagonal and its images are drawn.
const TRIES: usize = 8;
/// Deviations of sums from their means, in tenths of the standard deviation in random grids. Setters prefer small and large
/// sums, which restrict more. `docs/experiments/2026-12-01-layouts.md` has the numbers.
const DEVIATIONS: RangeInclusive<usize> = 10..=30;

/// Returns sums of diagonals, each with its images under the symmetries, without regard to a solution. Their number is at
/// most the end of `count`, and at least its start if there is room. `is_possible` accepts or rejects sums.
pub(in crate::variants) fn draw_sums(
    canvas: &Canvas<'_>,
    count: RangeInclusive<usize>,
    is_possible: &mut dyn FnMut(&[Constraint]) -> bool,
    random: &mut Random,
) -> Vec<Constraint> {
    let mut orbits = orbits(all(canvas, ClueKind::LITTLE_KILLER), &canvas.symmetries, canvas.board);
    random.shuffle(&mut orbits);
    let mut sums = Vec::new();
    for orbit in orbits {
        let has_room = sums.len() < *count.start() && sums.len() + orbit.len() <= *count.end();
        for _ in 0..if has_room { TRIES } else { 0 } {
            let drawn: Vec<Constraint> =
                orbit.iter().map(|clue| usual_sum(canvas.board, clue, random)).collect();
            if is_possible(&drawn) {
                sums.extend(drawn);
                break;
            }
        }
    }
    sums
}

/// Returns the sum of a diagonal with a random deviation from the mean.
fn usual_sum(board: &Board, clue: &Constraint, random: &mut Random) -> Constraint {
    let cells = clue.cells(board);
    let (low, high, values) =
        (board.values().low(), board.values().high(), u32::from(board.values().count()));
    let mean = cells.len() as u32 * u32::from(low + high) / 2;
    // The variance of uniformly distributed values is (n^2 - 1) / 12.
    let spread = (cells.len() as u32 * (values * values - 1) * 100 / 12).isqrt();
    let deviation = random.within(&DEVIATIONS) as u32 * spread / 100;
    let sum = if random.below(2) == 0 { mean.saturating_sub(deviation) } else { mean + deviation };
    LittleKiller { start: cells[0], sum }.into()
}

/// Groups clues whose cells are images of each other under symmetries, in the order of the first clue of each group.
fn orbits(clues: Vec<Constraint>, symmetries: &[Vec<usize>], board: &Board) -> Vec<Vec<Constraint>> {
    let sorted = |mut cells: Vec<Cell>| {
        cells.sort_unstable();
        cells
    };
    let mut all: Vec<(Vec<Vec<Cell>>, Vec<Constraint>)> = Vec::new();
    for clue in clues {
        let cells = sorted(clue.cells(board));
        match all.iter_mut().find(|(images, _)| images.contains(&cells)) {
            Some((_, orbit)) => orbit.push(clue),
            None => all.push((images(symmetries, &cells).into_iter().map(sorted).collect(), vec![clue])),
        }
    }
    all.into_iter().map(|(_, orbit)| orbit).collect()
}

/// Returns all clues of a kind.
pub(super) fn all(canvas: &Canvas<'_>, kind: ClueKind) -> Vec<Constraint> {
    let board = canvas.board;
    if kind == ClueKind::LITTLE_KILLER {
        let clue = |start| {
            // Two cells give a sum that also has a clearer form, a cage.
            let cells = Constraint::from(LittleKiller { start, sum: 0 }).cells(board);
            let values = cells.iter().filter_map(|cell| canvas.solution.get(cell.index()));
            let sum = values.map(|value| u32::from(*value)).sum();
            (cells.len() > 2).then(|| LittleKiller { start, sum }.into())
        };
        return board.grid().filter_map(clue).collect();
    }
    let ends = [End::Start, End::Finish];
    let mut clues: Vec<Constraint> = Vec::new();
    for place in Line::all(board).flat_map(|line| ends.map(|end| LineEnd { line, end })) {
        // For sandwiches and battlefields, the clues at both ends are the same constraint.
        if let Some(mut clue) = clue(canvas, kind, place)
            && clue.normalize(board).is_ok()
            && !clues.contains(&clue)
        {
            clues.push(clue);
        }
    }
    clues
}

/// Returns the clue at the end of a line whose number the check accepts, if there is one.
fn clue(canvas: &Canvas<'_>, kind: ClueKind, place: LineEnd) -> Option<Constraint> {
    let most: i64 = place.cells(canvas.board).iter().map(|cell| i64::from(canvas.value(*cell))).sum();
    let mut clues =
        (0..=most).filter_map(|number| Constraint::of_clue(kind.name(), place, number, canvas.board).ok());
    clues.find(|clue| clue.check(canvas.board, canvas.solution).is_ok())
}
