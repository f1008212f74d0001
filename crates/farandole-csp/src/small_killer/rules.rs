//! The houses and cages of a killer, in the form that the search for small killers reads.

use crate::compile::builder::full_mask;
use crate::propagators::set_list::{SetList, Subsets};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::variant::Variant;

/// Maximum number of cells: a set of cells is a 128-bit word.
pub(super) const CELLS: usize = 81;
/// Maximum number of values, and thus of cells in a house.
pub(super) const VALUES: usize = 9;
/// Maximum number of cages and of full houses: queues are 64-bit words.
const MOST: usize = 64;

/// A set of cells. Bit `i` represents the cell with index `i`.
pub(super) type Cells = u128;

/// The set of each single cell. A lookup takes fewer instructions than a shift of 128 bits.
pub(super) static SINGLE: [Cells; CELLS] = {
    let mut single = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        single[cell] = 1 << cell;
        cell += 1;
    }
    single
};

/// Distinct cells with a known sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cage {
    /// The indices of the cells, in ascending order. Entries after `len` are unused.
    pub(super) cells: [u8; VALUES],
    pub(super) len: u8,
    pub(super) set: Cells,
    /// The sum of the values. The least value is 1.
    pub(super) sum: i32,
    /// The sets of values with this size and sum.
    pub(super) sets: &'static SetList,
}

/// The rules of a killer with up to nine values, which start at 1.
#[derive(Debug)]
pub(super) struct Rules {
    /// The initial candidates of each cell.
    pub(super) domains: Vec<u16>,
    /// The mask of all values.
    pub(super) full: u16,
    pub(super) peers: [Cells; CELLS],
    /// The houses that hold every value, in the order of the variant: rows, columns, boxes, others.
    pub(super) houses: Vec<([u8; VALUES], Cells)>,
    /// For each cell, its full houses as a bit set.
    pub(super) houses_of: [u64; CELLS],
    /// The cages of at least two cells. Cages of one cell are part of the domains.
    pub(super) cages: Vec<Cage>,
    /// For each cell, its cages as a bit set.
    pub(super) cages_of: [u64; CELLS],
}

fn set_of(cells: &[Cell]) -> Cells {
    cells.iter().fold(0, |set, cell| set | SINGLE[cell.index()])
}

/// Returns the indices of the cells of a set, in ascending order.
pub(super) fn each(mut cells: Cells) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        (cells != 0).then(|| {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            cell
        })
    })
}

/// Returns true if domains, houses and cages express the constraint completely.
fn is_of_killers(constraint: &Constraint) -> bool {
    matches!(
        constraint,
        Constraint::Cage(_)
            | Constraint::Given(_)
            | Constraint::NoBoxes(_)
            | Constraint::RegionSize(_)
            | Constraint::Jigsaw(_)
            | Constraint::Windoku(_)
            | Constraint::DisjointSets(_)
            | Constraint::Diagonal(_)
            | Constraint::AllDifferent(_)
    )
}

impl Rules {
    /// Returns the rules of a variant with at most 81 cells and 9 values that has sums of cages, and otherwise
    /// houses and candidates only. Returns `None` for other variants.
    pub(super) fn of(variant: &Variant) -> Option<Self> {
        let board = variant.board();
        let (values, count) = (board.values(), board.values().count());
        let is_small = variant.cell_count() <= CELLS
            && (2..=VALUES).contains(&usize::from(count))
            && values.low() == 1
            && board.groups().is_empty()
            && variant.sees().is_empty();
        if !is_small || !variant.constraints().iter().all(is_of_killers) {
            return None;
        }
        let mut rules = Self {
            domains: variant.domains().to_vec(),
            full: full_mask(count),
            peers: [0; CELLS],
            houses: Vec::with_capacity(MOST),
            houses_of: [0; CELLS],
            cages: Vec::with_capacity(MOST),
            cages_of: [0; CELLS],
        };
        for house in variant.houses() {
            let set = set_of(&house.cells);
            house.cells.iter().for_each(|cell| rules.peers[cell.index()] |= set);
            if house.cells.len() == usize::from(count) {
                rules.add_house(&house.cells, set)?;
            }
        }
        // A cell is not its own peer.
        rules.peers.iter_mut().zip(&SINGLE).for_each(|(peers, cell)| *peers &= !cell);
        for constraint in variant.constraints() {
            if let Constraint::Cage(cage) = constraint
                && let Some(sum) = cage.sum
            {
                let set = set_of(&cage.cells);
                // The values of a cell that is listed twice count twice, which sets cannot express.
                if set.count_ones() as usize != cage.cells.len() || cage.cells.len() > usize::from(count) {
                    return None;
                }
                rules.add_cage(set, sum.try_into().ok()?)?;
            }
        }
        (!rules.cages.is_empty()).then_some(rules)
    }

    /// Adds a house that holds every value. Returns `None` if there are too many.
    fn add_house(&mut self, list: &[Cell], set: Cells) -> Option<()> {
        let number = self.houses.len();
        if number == MOST {
            return None;
        }
        let mut cells = [0; VALUES];
        for (at, cell) in list.iter().enumerate() {
            cells[at] = cell.index() as u8;
            self.houses_of[cell.index()] |= 1 << number;
        }
        self.houses.push((cells, set));
        Some(())
    }

    /// Adds a cage, whose cells must differ. Returns `None` if there are too many.
    pub(super) fn add_cage(&mut self, set: Cells, sum: i32) -> Option<()> {
        let (number, len) = (self.cages.len(), set.count_ones() as usize);
        if len == 1 {
            let bit = if (1..=VALUES as i32).contains(&sum) { 1 << (sum - 1) } else { 0 };
            self.domains[set.trailing_zeros() as usize] &= bit;
            return Some(());
        }
        if number == MOST {
            return None;
        }
        let sets = Subsets::of(self.full.count_ones() as u8).with_sum(len, sum - len as i32);
        let mut cells = [0; VALUES];
        for (at, cell) in each(set).enumerate() {
            cells[at] = cell as u8;
            self.cages_of[cell] |= 1 << number;
        }
        self.cages.push(Cage { cells, len: len as u8, set, sum, sets });
        Some(())
    }
}
