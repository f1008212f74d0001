//! Random cages. The free cells are divided into connected cages of 2 to 5 cells without repeated
//! digits.
//!
//! A cage starts at a cell with few free neighbours and prefers such cells when it grows. Hardly
//! any cell is left over.

use super::canvas::Canvas;
use crate::random::Random;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Cage, Constraint};

/// Sizes of cages, repeated in proportion to their frequency, with a mean of 2.9 cells.
const SIZES: [usize; 16] = [2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 5];
/// Sizes of cages that give a mean of 2.5 cells, including leftover cells: more pairs and fewer large cages, as in
/// published killers. `docs/experiments/2026-11-29-layouts.md` has the numbers.
const USUAL_SIZES: [usize; 16] = [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4];
/// Maximum number of drawings until the cages cover all free cells. Two of three drawings do.
const MOST_DRAWINGS: usize = 20;
/// The greatest size of a cage to which a leftover cell is added.
const MOST: usize = 5;

/// Divides the free cells into cages. Cells that fit into no cage remain free.
pub(super) fn partition(canvas: &Canvas<'_>, random: &mut Random) -> Vec<Constraint> {
    if !canvas.is_usual {
        return draw(canvas, &SIZES, random);
    }
    let free = canvas.free_cells().len();
    let (mut best, mut most) = (Vec::new(), 0);
    for _ in 0..MOST_DRAWINGS {
        let cages = draw(canvas, &USUAL_SIZES, random);
        let covered = cages.iter().map(|cage| cage.cells(canvas.board).len()).sum();
        if covered > most {
            (best, most) = (cages, covered);
        }
        if covered == free {
            break;
        }
    }
    best
}

/// Draws cages with these sizes.
fn draw(canvas: &Canvas<'_>, sizes: &[usize], random: &mut Random) -> Vec<Constraint> {
    let mut cage_of = vec![None; canvas.board.grid_count()];
    let mut cages: Vec<Vec<Cell>> = Vec::new();
    let mut open = canvas.free_cells();
    random.shuffle(&mut open);
    let mut alone = Vec::new();
    while let Some(start) = most_enclosed(canvas, &open, &cage_of) {
        let size = sizes[random.below(sizes.len() as u32) as usize];
        let cage = grow(canvas, start, size, &cage_of, random);
        let number = cages.len();
        cage.iter().for_each(|cell| cage_of[cell.index()] = Some(number));
        open.retain(|cell| cage_of[cell.index()].is_none());
        if let [cell] = cage[..] {
            alone.push((cell, number));
        }
        cages.push(cage);
    }
    for (cell, number) in alone {
        let fits = |other: &usize| {
            let cage = &cages[*other];
            let value = canvas.value(cell);
            *other != number && cage.len() < MOST && cage.iter().all(|it| canvas.value(*it) != value)
        };
        let neighbours = canvas.board.neighbours(cell);
        let adjacent = neighbours.iter().filter_map(|it| cage_of[it.index()]).filter(fits);
        if let Some(other) = adjacent.min_by_key(|other| cages[*other].len()) {
            cages[other].push(cell);
            cages[number].clear();
        }
    }
    cages.retain(|cage| cage.len() > 1);
    cages.into_iter().map(|cells| cage(canvas.solution, cells)).collect()
}

/// Returns the first of the open cells with the fewest open neighbours.
fn most_enclosed(canvas: &Canvas<'_>, open: &[Cell], cage_of: &[Option<usize>]) -> Option<Cell> {
    open.iter().copied().min_by_key(|cell| open_neighbours(canvas, *cell, cage_of).count())
}

fn open_neighbours<'a>(
    canvas: &'a Canvas<'_>,
    cell: Cell,
    cage_of: &'a [Option<usize>],
) -> impl Iterator<Item = Cell> + 'a {
    let neighbours = canvas.board.neighbours(cell).into_iter();
    neighbours.filter(|it| canvas.is_free(*it) && cage_of[it.index()].is_none())
}

/// Grows a cage from a cell up to a size. The result may be smaller.
fn grow(
    canvas: &Canvas<'_>,
    start: Cell,
    size: usize,
    cage_of: &[Option<usize>],
    random: &mut Random,
) -> Vec<Cell> {
    let mut cage = vec![start];
    while cage.len() < size {
        let mut next: Vec<Cell> =
            cage.iter().flat_map(|cell| open_neighbours(canvas, *cell, cage_of)).collect();
        next.retain(|cell| {
            !cage.contains(cell) && cage.iter().all(|other| canvas.value(*other) != canvas.value(*cell))
        });
        if next.is_empty() {
            break;
        }
        random.shuffle(&mut next);
        // A cell without open neighbours would otherwise be left over. Apart from that, the choice
        // is random, which makes cages bend.
        let enclosed = next.iter().find(|cell| {
            open_neighbours(canvas, **cell, cage_of).filter(|other| !cage.contains(other)).count() == 0
        });
        cage.push(*enclosed.unwrap_or(&next[0]));
    }
    cage
}

/// Returns the cage of these cells with its sum.
fn cage(solution: &[u8], mut cells: Vec<Cell>) -> Constraint {
    cells.sort_unstable();
    let sum = cells.iter().map(|cell| u32::from(solution[cell.index()])).sum();
    Cage { sum: Some(sum), cells }.into()
}

/// Divides a cage into two connected cages, the first of which has a property. Returns `None` if there is no
/// such division.
pub(crate) fn split(
    board: &Board,
    solution: &[u8],
    is_useful: &dyn Fn(&[Cell]) -> bool,
    cells: &[Cell],
    random: &mut Random,
) -> Option<[Constraint; 2]> {
    let mut choices = Vec::new();
    for set in 1..(1_u32 << (cells.len() - 1)) {
        let (one, two): (Vec<Cell>, Vec<Cell>) = (0..cells.len())
            .map(|at| (set >> at & 1 == 1, cells[at]))
            .fold((Vec::new(), Vec::new()), |(mut one, mut two), (is_first, cell)| {
                if is_first {
                    one.push(cell)
                } else {
                    two.push(cell)
                }
                (one, two)
            });
        // A part of one cell would be a given.
        let are_cages =
            one.len() > 1 && two.len() > 1 && is_connected(board, &one) && is_connected(board, &two);
        if are_cages && is_useful(&one) {
            choices.push((one, two));
        }
    }
    if choices.is_empty() {
        return None;
    }
    let (one, two) = choices.swap_remove(random.below(choices.len() as u32) as usize);
    Some([cage(solution, one), cage(solution, two)])
}

/// Joins two cages, if they are adjacent, have no digit in common and are not too large together.
pub(crate) fn merged(board: &Board, solution: &[u8], one: &[Cell], two: &[Cell]) -> Option<Constraint> {
    let value = |cell: &Cell| solution[cell.index()];
    let repeats = one.iter().any(|cell| two.iter().any(|other| value(cell) == value(other)));
    let cells = [one, two].concat();
    (cells.len() <= MOST && !repeats && is_connected(board, &cells)).then(|| cage(solution, cells))
}

fn is_connected(board: &Board, cells: &[Cell]) -> bool {
    let mut reached = vec![cells[0]];
    let mut at = 0;
    while at < reached.len() {
        for next in board.neighbours(reached[at]) {
            if cells.contains(&next) && !reached.contains(&next) {
                reached.push(next);
            }
        }
        at += 1;
    }
    reached.len() == cells.len()
}
