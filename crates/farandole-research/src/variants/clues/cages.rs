//! Random cages. The free cells are divided into connected cages of 2 to 5 cells without repeated
//! digits.
//!
//! A cage starts at a cell with few free neighbours and prefers such cells when it grows. Hardly
//! any cell is left over.

use super::canvas::Canvas;
use crate::random::Random;
use core::cmp::Reverse;
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
        if let [cell] = cage[..] {
            alone.push(cell);
        }
        for image in canvas.images(&cage) {
            image.iter().for_each(|cell| cage_of[cell.index()] = Some(cages.len()));
            cages.push(image);
        }
        open.retain(|cell| cage_of[cell.index()].is_none());
    }
    for cell in alone {
        join(canvas, &mut cages, &mut cage_of, cell);
    }
    cages.retain(|cage| cage.len() > 1);
    cages.into_iter().map(|cells| cage(canvas.solution, cells)).collect()
}

/// Adds a cell that is alone to a neighbouring cage, and its images to the images of the cage, if they fit.
fn join(canvas: &Canvas<'_>, cages: &mut Vec<Vec<Cell>>, cage_of: &mut [Option<usize>], cell: Cell) {
    let neighbours = canvas.board.neighbours(cell);
    let mut choices: Vec<(Cell, usize)> =
        neighbours.into_iter().filter_map(|it| Some((it, cage_of[it.index()]?))).collect();
    choices.sort_by_key(|(_, number)| cages[*number].len());
    for (neighbour, _) in choices {
        let mut joined = cages.clone();
        for symmetry in &canvas.symmetries {
            let (at, from) = (symmetry[cell.index()], symmetry[neighbour.index()]);
            let (Some(to), Some(alone), Some(cell)) = (cage_of[from], cage_of[at], Cell::new(at)) else {
                continue;
            };
            if !joined[to].contains(&cell) {
                joined[to].push(cell);
            }
            joined[alone].retain(|it| *it != cell);
        }
        let fits = |cage: &Vec<Cell>| cage.len() <= MOST && differ(canvas, cage);
        if cages.iter().zip(&joined).all(|(before, after)| before == after || fits(after)) {
            for (number, cage) in joined.iter().enumerate() {
                cage.iter().for_each(|cell| cage_of[cell.index()] = Some(number));
            }
            *cages = joined;
            return;
        }
    }
}

/// Returns true if the values of all cells differ.
fn differ(canvas: &Canvas<'_>, cells: &[Cell]) -> bool {
    let is_new = |at: usize| cells[..at].iter().all(|cell| canvas.value(*cell) != canvas.value(cells[at]));
    (0..cells.len()).all(is_new)
}

/// Returns the first of the open cells with the fewest open neighbours. Cells that symmetries fix come first, because
/// their cages need room on both sides.
fn most_enclosed(canvas: &Canvas<'_>, open: &[Cell], cage_of: &[Option<usize>]) -> Option<Cell> {
    let fixing = |cell: &Cell| canvas.symmetries.iter().filter(|it| it[cell.index()] == cell.index()).count();
    let key = |cell: &Cell| (Reverse(fixing(cell)), open_neighbours(canvas, *cell, cage_of).count());
    open.iter().copied().min_by_key(key)
}

fn open_neighbours<'a>(
    canvas: &'a Canvas<'_>,
    cell: Cell,
    cage_of: &'a [Option<usize>],
) -> impl Iterator<Item = Cell> + 'a {
    let neighbours = canvas.board.neighbours(cell).into_iter();
    neighbours.filter(|it| canvas.is_free(*it) && cage_of[it.index()].is_none())
}

/// Grows a cage from a cell up to a size. The result may be smaller. Each image of the cage under a symmetry is either
/// the same cage or shares no cell with it.
fn grow(
    canvas: &Canvas<'_>,
    start: Cell,
    size: usize,
    cage_of: &[Option<usize>],
    random: &mut Random,
) -> Vec<Cell> {
    let mut cage = vec![start];
    let fixing: Vec<&Vec<usize>> =
        canvas.symmetries.iter().filter(|it| it[start.index()] == start.index()).collect();
    // A cage around a cell that symmetries fix grows by the images of a cell under them.
    let with = |cage: &[Cell], cell: Cell| {
        let mut grown = cage.to_vec();
        for symmetry in &fixing {
            let image = Cell::new(symmetry[cell.index()]).filter(|image| !grown.contains(image));
            grown.extend(image);
        }
        grown
    };
    let fits = |grown: &Vec<Cell>| {
        let images = canvas.images(grown);
        let is_apart = |image: &Vec<Cell>| image.iter().all(|cell| !grown.contains(cell));
        grown.len() <= size.max(cage_size(fixing.len()))
            && images[1..].iter().all(is_apart)
            && images.iter().all(|image| differ(canvas, image))
    };
    while cage.len() < size {
        let mut next: Vec<Cell> =
            cage.iter().flat_map(|cell| open_neighbours(canvas, *cell, cage_of)).collect();
        next.retain(|cell| !cage.contains(cell) && fits(&with(&cage, *cell)));
        if next.is_empty() {
            break;
        }
        random.shuffle(&mut next);
        // A cell without open neighbours would otherwise be left over. Apart from that, the choice
        // is random, which makes cages bend.
        let enclosed = next.iter().find(|cell| {
            open_neighbours(canvas, **cell, cage_of).filter(|other| !cage.contains(other)).count() == 0
        });
        cage = with(&cage, *enclosed.unwrap_or(&next[0]));
    }
    cage
}

/// Returns the size that a cage around a cell has at least, if this many symmetries fix the cell.
const fn cage_size(fixing: usize) -> usize {
    match fixing {
        1 => 2,
        2 => 3,
        _ => MOST,
    }
}

/// Returns the cage of these cells with its sum.
pub(crate) fn cage(solution: &[u8], mut cells: Vec<Cell>) -> Constraint {
    cells.sort_unstable();
    let sum = cells.iter().map(|cell| u32::from(solution[cell.index()])).sum();
    Cage { sum: Some(sum), cells }.into()
}

/// Divides a cage into two connected cages, the first of which has a property. Returns `None` if there is no
/// such division.
pub(crate) fn split(
    board: &Board,
    is_useful: &dyn Fn(&[Cell]) -> bool,
    cells: &[Cell],
    random: &mut Random,
) -> Option<[Vec<Cell>; 2]> {
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
    Some([one, two])
}

/// Returns the cells of two cages together, if they are adjacent and not too many.
pub(crate) fn merged(board: &Board, one: &[Cell], two: &[Cell]) -> Option<Vec<Cell>> {
    let cells = [one, two].concat();
    (cells.len() <= MOST && is_connected(board, &cells)).then_some(cells)
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
