//! Random grids that satisfy the houses of a puzzle: randomized backtracking on the cell with the fewest
//! candidates, followed by permutations of the values.
//!
//! The grids are the same in each run. They estimate the probability that a meaning holds by accident.

use farandole_puzzle::board::ValueRange;
use farandole_puzzle::variant::Variant;

/// Number of grids that are filled.
const FILLED: usize = 200;
/// Number of permutations of the values of each filled grid.
const PERMUTED: usize = 5;
/// Maximum number of cells of a grid. Larger grids are rarely drawn in editors, and filling them takes long.
const MOST_CELLS: usize = 256;
/// Maximum number of placements for one grid. Most grids need one for each cell.
const PLACEMENTS: u32 = 2000;
/// Maximum number of placements for all grids. 200 grids of 16x16 cells need half of them.
const ALL_PLACEMENTS: u32 = 100_000;

/// A generator of random numbers.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
struct SplitMix(u64);

impl SplitMix {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit.max(1) as u64) as usize
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

/// Returns random grids in which the houses of a puzzle contain different values. Each grid is indexed by
/// cell. The result is empty if the grid is too large, or if it is hard to fill.
pub(super) fn random_grids(variant: &Variant) -> Vec<Vec<u8>> {
    let board = variant.board();
    let values = board.values();
    let cells = board.grid_count();
    if cells > MOST_CELLS || board.cell_count() > cells {
        return Vec::new();
    }
    let mut houses_of = vec![Vec::new(); cells];
    for (number, house) in variant.houses().iter().enumerate() {
        house.cells.iter().for_each(|cell| houses_of[cell.index()].push(number));
    }
    let holes = board.cells().map(|cell| board.is_hole(cell)).collect::<Vec<_>>();
    let mut filling = Filling {
        houses_of,
        used: vec![0; variant.houses().len()],
        grid: Vec::new(),
        random: SplitMix(cells as u64),
        values,
        placements: 0,
    };
    let (mut grids, mut spent) = (Vec::new(), 0);
    for attempt in 0..2 * FILLED {
        let is_hard = attempt > 20 && grids.is_empty() || spent > ALL_PLACEMENTS;
        if grids.len() == FILLED * PERMUTED || is_hard {
            break;
        }
        filling.grid = holes.iter().map(|is_hole| is_hole.then_some(0)).collect();
        filling.used.fill(0);
        filling.placements = PLACEMENTS;
        let is_filled = filling.fill();
        spent += PLACEMENTS - filling.placements;
        if !is_filled {
            continue;
        }
        let mut names: Vec<u8> = values.iter().collect();
        for _ in 0..PERMUTED {
            filling.random.shuffle(&mut names);
            let value = |index: &Option<u8>| names[usize::from(index.unwrap_or(0))];
            grids.push(filling.grid.iter().map(value).collect());
        }
    }
    grids
}

/// A partly filled grid, with the indices of values.
struct Filling {
    houses_of: Vec<Vec<usize>>,
    /// The mask of the values that each house contains.
    used: Vec<u32>,
    grid: Vec<Option<u8>>,
    random: SplitMix,
    values: ValueRange,
    placements: u32,
}

impl Filling {
    /// Fills the empty cells. Returns false if this is impossible or takes too long.
    fn fill(&mut self) -> bool {
        let open = |cell: usize| {
            let used = self.houses_of[cell].iter().fold(0, |mask, house| mask | self.used[*house]);
            (0..self.values.count()).filter(|index| used >> index & 1 == 0).collect::<Vec<u8>>()
        };
        let start = self.random.0 as usize % self.grid.len().max(1);
        let empty = (0..self.grid.len()).map(|at| (at + start) % self.grid.len());
        let fewest = empty.filter(|cell| self.grid[*cell].is_none()).min_by_key(|cell| {
            let used = self.houses_of[*cell].iter().fold(0_u32, |mask, house| mask | self.used[*house]);
            u32::from(self.values.count()).saturating_sub(used.count_ones())
        });
        let Some(cell) = fewest else { return true };
        let mut candidates = open(cell);
        self.random.shuffle(&mut candidates);
        for index in candidates {
            if self.placements == 0 {
                return false;
            }
            self.placements -= 1;
            self.set(cell, Some(index));
            if self.fill() {
                return true;
            }
            self.set(cell, None);
        }
        false
    }

    /// Sets or clears a cell.
    fn set(&mut self, cell: usize, index: Option<u8>) {
        let changed = index.or(self.grid[cell]).map_or(0, |index| 1 << index);
        for house in &self.houses_of[cell] {
            self.used[*house] ^= changed;
        }
        self.grid[cell] = index;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::format::iss;

    #[test]
    fn grids_satisfy_the_houses_and_are_spread_evenly() {
        for text in [".Shape~6x6", ".Shape~9x9", ".Shape~4x4~0-3.Diagonal~1"] {
            let variant = iss::read(text).unwrap();
            let grids = random_grids(&variant);
            assert_eq!(grids.len(), FILLED * PERMUTED, "{text}");
            for grid in &grids {
                assert!(farandole_puzzle::variant::check_grid(&variant, grid).is_ok(), "{text}");
            }
            let values = variant.board().values();
            let first = grids.iter().filter(|grid| grid[0] == values.low()).count();
            let expected = grids.len() / usize::from(values.count());
            assert!(first.abs_diff(expected) < expected / 2, "{text}: {first} of {}", grids.len());
        }
    }

    #[test]
    fn large_grids_yield_nothing() {
        assert!(random_grids(&iss::read(".Shape~20x20~9~Raw").unwrap()).is_empty());
    }
}
