//! All unavoidable sets up to a size, found by depth-first search for exchanges of few cells.
//!
//! A changed cell gets another digit. In each of its houses, the cell with this digit must also
//! change, until the changed cells of every house have the same digits as in the original grid. The
//! search keeps a set of cells that must change and have no new digit yet, and assigns a digit to
//! the cell with the fewest choices. A line, box or digit with only one changed cell needs another,
//! which gives a lower bound on the size. The first cell in row-major order is the start, so each
//! exchange is found once.
//!
//! Performs badly for large sizes: two more cells take ten times as long.
//!
//! Source: unavoidable sets as in G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue
//! Sudoku", arXiv 1201.0749; the search is our own.

use core::sync::atomic::{AtomicBool, Ordering};

use crate::board::{Cells, Grid};
use crate::unavoidable::ALONE;

/// Returns all minimal unavoidable sets of at most `most` cells, in ascending order of size, then
/// of cells. Returns some of them if `stop` is set before the end.
///
/// Cost: a few milliseconds for sets of up to 12 cells, and ten times as much for every two further
/// cells.
///
/// ```
/// use farandole_research::unavoidable_sets;
///
/// let line = b"123568479864791352957243681218657934536489127749312865391825746472136598685974213";
/// let sets = unavoidable_sets(&line.map(|symbol| symbol - b'0'), 6, &false.into());
/// let of_size = |size| sets.iter().filter(|set| set.count_ones() == size).count();
/// assert_eq!((of_size(4), of_size(6)), (36, 12));
/// ```
///
/// # Panics
/// If a digit of the grid is not from 1 to 9.
pub fn unavoidable_sets(grid: &Grid, most: u32, stop: &AtomicBool) -> Vec<Cells> {
    let mut search = Search::new(grid, most, stop);
    for (start, own) in grid.iter().enumerate() {
        search.start = start;
        for digit in (1..=9).filter(|digit| digit != own) {
            let mut state = State::EMPTY;
            search.mark_changed(&mut state, start);
            search.place(&state, start, digit);
        }
        houses(start).iter().for_each(|house| search.before[*house] |= 1 << (own - 1));
    }
    let mut found = search.found;
    found.sort_unstable_by_key(|set| (set.count_ones(), *set));
    found.dedup();
    let mut minimal: Vec<Cells> = Vec::with_capacity(found.len());
    for set in found {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        // Smaller sets come first, so a set that contains another one is found here.
        if minimal.iter().all(|part| part & !set != 0) {
            minimal.push(set);
        }
    }
    minimal
}

/// Number of houses: 0 to 8 are rows, 9 to 17 columns, 18 to 26 boxes.
const HOUSES: usize = 27;

/// The row, column and box of each cell.
const HOUSES_OF: [[u8; 3]; 81] = {
    let mut houses = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        houses[cell] = [(cell / 9) as u8, (9 + cell % 9) as u8, (18 + cell / 27 * 3 + cell % 9 / 3) as u8];
        cell += 1;
    }
    houses
};

/// Returns the row, column and box of a cell.
#[inline(always)]
fn houses(cell: usize) -> [usize; 3] {
    HOUSES_OF[cell.min(80)].map(usize::from)
}

/// The number of members of each set of nine. The x86-64 baseline has no instruction to count bits.
const SIZE: [u8; 512] = {
    let mut sizes = [0; 512];
    let mut set = 1;
    while set < 512 {
        sizes[set] = sizes[set / 2] + (set % 2) as u8;
        set += 1;
    }
    sizes
};

/// An exchange in progress. In digit sets, digit `d` is bit `d - 1`.
#[derive(Clone, Copy)]
struct State {
    /// The cells that change, and their number.
    changed: Cells,
    size: u32,
    /// The changed cells without a new digit.
    open: Cells,
    /// For each house, the old digits of its changed cells, as a mask.
    old: [u16; HOUSES],
    /// For each house, the new digits of its changed cells, as a mask.
    new: [u16; HOUSES],
    count: Count,
}

impl State {
    const EMPTY: Self = Self {
        changed: 0,
        size: 0,
        open: 0,
        old: [0; HOUSES],
        new: [0; HOUSES],
        count: Count { once: 0, twice: 0 },
    };
}

/// Houses and digits with at least one changed cell, and with at least two. Rows, columns and boxes
/// are bits from 0, 9 and 18, old digits from 27.
#[derive(Clone, Copy)]
struct Count {
    once: u64,
    twice: u64,
}

impl Count {
    /// Counts a cell in its houses and its digit.
    #[inline(always)]
    const fn add(&mut self, bits: u64) {
        self.twice |= self.once & bits;
        self.once |= bits;
    }

    /// Returns a lower bound on the number of further cells that must change.
    #[inline(always)]
    fn lower_bound(self) -> u32 {
        let lonely = self.once & !self.twice;
        let [rows, cols, boxes, digits] = [0, 9, 18, 27].map(|from| SIZE[(lonely >> from & 0x1ff) as usize]);
        u32::from(rows.max(cols).max(boxes).max(digits))
    }
}

struct Search<'a> {
    grid: &'a Grid,
    most: u32,
    stop: &'a AtomicBool,
    /// The houses and the digit of each cell, as bits of [`Count`].
    bits: [u64; 81],
    /// For each house, the cell of each digit, indexed by the digit minus 1.
    cell_of: [[u8; 9]; HOUSES],
    /// For each cell, the digits of its box that are in its row or column.
    near: [u16; 81],
    /// The first cell that may change.
    start: usize,
    /// For each house, the digits of its cells before `start`.
    before: [u16; HOUSES],
    found: Vec<Cells>,
}

impl<'a> Search<'a> {
    fn new(grid: &'a Grid, most: u32, stop: &'a AtomicBool) -> Self {
        let mut cell_of = [[0; 9]; HOUSES];
        for (cell, digit) in grid.iter().enumerate() {
            for house in houses(cell) {
                cell_of[house][usize::from(*digit) - 1] = cell as u8;
            }
        }
        let bits = core::array::from_fn(|cell| {
            houses(cell).iter().fold(0, |bits, house| bits | 1 << house) | 1 << (26 + grid[cell])
        });
        let near = core::array::from_fn(|cell| {
            let [row, col, box_idx] = houses(cell);
            let is_near = |other: &usize| {
                let [other_row, other_col, other_box] = houses(*other);
                other_box == box_idx && (other_row == row || other_col == col)
            };
            (0..81).filter(is_near).fold(0, |set, other| set | 1 << (grid[other] - 1))
        });
        Self { grid, most, stop, bits, cell_of, near, start: 0, before: [0; HOUSES], found: Vec::new() }
    }

    /// Marks a cell as changed.
    #[inline]
    fn mark_changed(&self, state: &mut State, cell: usize) {
        let digit = 1 << (self.grid[cell] - 1);
        state.changed |= ALONE[cell];
        state.size += 1;
        state.open |= ALONE[cell];
        houses(cell).iter().for_each(|house| state.old[*house] |= digit);
        state.count.add(self.bits[cell]);
    }

    /// Assigns a new digit to a changed cell, and continues the search.
    fn place(&mut self, state: &State, cell: usize, digit: u8) {
        let place = usize::from(digit - 1);
        // The counts alone identify most dead ends before the state is copied.
        let (mut changed, mut size, mut count) = (state.changed, state.size, state.count);
        for house in houses(cell) {
            if state.old[house] >> place & 1 == 0 {
                let other = usize::from(self.cell_of[house][place]).min(80);
                // The exchange has been found from an earlier start.
                if other < self.start {
                    return;
                }
                if changed & ALONE[other] == 0 {
                    changed |= ALONE[other];
                    size += 1;
                    count.add(self.bits[other]);
                }
            }
        }
        if size > self.most || size + count.lower_bound() > self.most {
            return;
        }
        let mut others = changed & !state.changed;
        let mut state =
            State { changed, size, open: state.open & !ALONE[cell.min(80)] | others, count, ..*state };
        if state.open == 0 {
            self.found.push(changed);
            return;
        }
        houses(cell).iter().for_each(|house| state.new[*house] |= 1 << place);
        while others != 0 {
            let other = others.trailing_zeros() as usize;
            others &= others - 1;
            houses(other).iter().for_each(|house| state.old[*house] |= 1 << place);
        }
        self.branch(&state, self.most - size);
    }

    /// Tries all digits of the open cell with the fewest choices. At most `room` more cells may
    /// change.
    fn branch(&mut self, state: &State, room: u32) {
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        let (mut best, mut choices, mut fewest) = (0, 0, u8::MAX);
        let mut open = state.open;
        while open != 0 {
            let cell = open.trailing_zeros() as usize;
            open &= open - 1;
            let digits = self.choices(state, cell, room);
            let size = SIZE[usize::from(digits & 0x1ff)];
            if size < fewest {
                (best, choices, fewest) = (cell, digits, size);
                if fewest == 0 {
                    return;
                }
                // No cell has fewer choices unless one has none, which the next level detects.
                if fewest == 1 {
                    break;
                }
            }
        }
        while choices != 0 {
            let digit = choices.trailing_zeros() as u8 + 1;
            choices &= choices - 1;
            self.place(state, best, digit);
        }
    }

    /// Returns the new digits of a cell that require at most `room` further cells to change.
    #[inline]
    fn choices(&self, state: &State, cell: usize, room: u32) -> u16 {
        let [row, col, box_idx] = houses(cell);
        let taken = state.new[row] | state.new[col] | state.new[box_idx] | 1 << (self.grid[cell] - 1);
        // Digits that require another change in the row, in the column, and in the box.
        let (one, other, inside) = (!state.old[row], !state.old[col], !state.old[box_idx]);
        let early = one & self.before[row] | other & self.before[col] | inside & self.before[box_idx];
        let free = 0x1ff & !(taken | early);
        // If the digit is in the same box and line, one change serves both.
        let third = inside & !self.near[cell];
        match room {
            0 => free & !(one | other | third),
            1 => free & !(one & other | one & third | other & third),
            2 => free & !(one & other & third),
            _ => free,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batched_queries::NEVER;
    use crate::unavoidable::each_quick_set;
    use crate::{Recipe, restrict};
    use core::ops::ControlFlow;
    use farandole_kernel::{Config, Isa, each_solution};

    fn grids(count: u64) -> Vec<Grid> {
        Recipe::default().attempts(Isa::detect(), 11, 0..count).0.iter().map(|made| made.solution).collect()
    }

    /// Returns true if the cells can be exchanged, and no part of them can.
    fn is_minimal(grid: &Grid, set: Cells) -> bool {
        let mut masks = [0; 81];
        crate::board::masks(&restrict(grid, !set), &mut masks);
        let (mut others, mut all) = (0, true);
        each_solution(Isa::detect(), &Config::default(), &masks, &mut |other| {
            let cells = crate::board::difference(grid, other);
            others += u32::from(cells != 0);
            all &= cells == 0 || cells == set;
            ControlFlow::Continue(())
        });
        others > 0 && all
    }

    #[test]
    fn every_set_is_unavoidable_and_minimal_and_none_of_two_digits_is_missing() {
        for grid in grids(4) {
            let sets = unavoidable_sets(&grid, 12, &NEVER);
            assert!(sets.iter().all(|set| is_minimal(&grid, *set)));
            each_quick_set(&grid, &ALONE, &mut |set| {
                let found = sets
                    .binary_search_by_key(&(set.count_ones(), set), |set| (set.count_ones(), *set))
                    .is_ok();
                assert!(found || set.count_ones() > 12 || !is_minimal(&grid, set), "{set:x}");
            });
            assert!(sets.iter().all(|set| ![1, 2, 3, 5, 7].contains(&set.count_ones())));
        }
    }

    #[test]
    fn second_solutions_of_puzzles_contain_a_set_that_was_found() {
        // Every exchange of at most 12 cells that the kernel finds contains a set of the list.
        for (number, grid) in grids(6).into_iter().enumerate() {
            let sets = unavoidable_sets(&grid, 12, &NEVER);
            let mut random = crate::Random::new(5, number as u64);
            for _ in 0..40 {
                let mut cells: Vec<usize> = (0..81).collect();
                random.shuffle(&mut cells);
                let kept = cells[..34].iter().fold(0, |set, cell| set | 1 << cell);
                let mut masks = [0; 81];
                crate::board::masks(&restrict(&grid, kept), &mut masks);
                let mut count = 0;
                each_solution(Isa::detect(), &Config::default(), &masks, &mut |other| {
                    let cells = crate::board::difference(&grid, other);
                    if cells != 0 && cells.count_ones() <= 12 {
                        assert!(sets.iter().any(|set| set & !cells == 0));
                    }
                    count += 1;
                    if count < 2000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
            }
        }
    }
}
