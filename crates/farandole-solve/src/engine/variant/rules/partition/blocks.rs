//! Cells known to be in one region, by union and find, and what is known of them together.

use super::super::cell_set::CellSet;
use super::grid::{APART, LARGEST, Partition, TOGETHER};
use crate::engine::variant::masks::{Dead, Masks};

/// The most cells of a grid.
const MOST: usize = 256;

/// The blocks of one run. What is kept of a block is kept at its root, the least cell; so is what is kept of its
/// connected parts.
pub(super) struct Blocks {
    count: usize,
    parent: [u16; MOST],
    /// Cells that were found to be together and have no flag for it.
    pub(super) known: Vec<(u16, u16)>,
    pub(super) members: [CellSet; MOST],
    /// Values of fixed cells.
    pub(super) fixed: [u16; MOST],
    pub(super) label: [u16; MOST],
    /// Cells that are in other regions.
    pub(super) apart: [CellSet; MOST],
    roots: CellSet,
    /// The values whose places are all known.
    pub(super) complete: u16,
    /// By cell: the least cell of its part.
    pub(super) part_of: [u16; MOST],
    /// By least cell: the cells of the part, and the neighbours that can be in the same region.
    pub(super) part: [CellSet; MOST],
    pub(super) beside: [CellSet; MOST],
}

impl Blocks {
    pub(super) fn new(count: usize) -> Self {
        Self {
            count,
            parent: core::array::from_fn(|cell| cell as u16),
            known: Vec::new(),
            members: [CellSet::default(); MOST],
            fixed: [0; MOST],
            label: [0; MOST],
            apart: [CellSet::default(); MOST],
            roots: CellSet::default(),
            complete: 0,
            part_of: [0; MOST],
            part: [CellSet::default(); MOST],
            beside: [CellSet::default(); MOST],
        }
    }

    /// The root of a cell's block.
    #[inline]
    pub(super) fn root(&self, cell: usize) -> usize {
        let mut cell = cell;
        while usize::from(self.parent[cell]) != cell {
            cell = usize::from(self.parent[cell]);
        }
        cell
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b) as u16;
    }

    /// The roots in order.
    pub(super) fn roots(&self) -> impl Iterator<Item = usize> + use<> {
        self.roots.iter()
    }

    pub(super) fn size(&self, root: usize) -> u32 {
        self.members[root].len()
    }

    /// Whether two blocks, given by their roots, are in different regions.
    #[inline]
    pub(super) fn are_apart(&self, a: usize, b: usize) -> bool {
        self.apart[a].has(b) || self.apart[b].has(a)
    }
}

/// Calls for each bit of a mask.
#[inline]
fn each_bit(mut mask: u16, mut visit: impl FnMut(usize)) {
    while mask != 0 {
        visit(mask.trailing_zeros() as usize);
        mask &= mask - 1;
    }
}

impl Partition {
    /// Finds the blocks, and takes the values of their fixed cells from their other cells.
    pub(super) fn summarise(&self, blocks: &mut Blocks, masks: &mut Masks<'_>) -> Result<bool, Dead> {
        self.unite_cells(blocks, masks);
        let mut changed = false;
        for root in blocks.roots() {
            let members = blocks.members[root];
            if members.len() > self.size {
                return Err(Dead);
            }
            let (mut label, mut fixed) = (u16::MAX, 0);
            for cell in members.iter() {
                label &= masks.get(self.labels[cell]);
                let value = masks.get(self.values[cell]);
                if value.is_power_of_two() {
                    if fixed & value != 0 {
                        return Err(Dead);
                    }
                    fixed |= value;
                }
            }
            if members.len() > 1 {
                for cell in members.iter() {
                    changed |= masks.keep(self.labels[cell], label)?;
                    if !masks.get(self.values[cell]).is_power_of_two() {
                        changed |= masks.remove(self.values[cell], fixed)?;
                    }
                }
            }
            blocks.label[root] = label;
            blocks.fixed[root] = fixed;
        }
        Ok(changed)
    }

    /// Unites what flags, labels and earlier rounds say.
    fn unite_cells(&self, blocks: &mut Blocks, masks: &Masks<'_>) {
        for pair in &self.pairs {
            if masks.get(pair.flag) == TOGETHER {
                blocks.unite(usize::from(pair.cells[0]), usize::from(pair.cells[1]));
            }
        }
        let known = core::mem::take(&mut blocks.known);
        known.iter().for_each(|&(a, b)| blocks.unite(usize::from(a), usize::from(b)));
        let mut holder = [usize::MAX; 16];
        for cell in 0..blocks.count {
            let label = masks.get(self.labels[cell]);
            if label.is_power_of_two() {
                let first = &mut holder[label.trailing_zeros() as usize];
                if *first == usize::MAX {
                    *first = cell;
                } else {
                    let first = *first;
                    blocks.unite(first, cell);
                }
            }
        }
        blocks.roots = CellSet::default();
        for cell in 0..blocks.count {
            let root = blocks.root(cell);
            blocks.parent[cell] = root as u16;
            if root == cell {
                blocks.roots.insert(cell);
                blocks.members[cell] = CellSet::default();
            }
            blocks.members[root].insert(cell);
        }
    }

    /// Notes which blocks are in different regions: by flags, labels, fixed values and sizes.
    pub(super) fn separate(&self, blocks: &mut Blocks, masks: &Masks<'_>) -> Result<(), Dead> {
        let (mut holders, mut open) = ([CellSet::default(); 16], [CellSet::default(); 16]);
        // By size: the cells of blocks of at least that size.
        let mut large = [CellSet::default(); LARGEST + 1];
        for root in blocks.roots() {
            let members = blocks.members[root];
            each_bit(blocks.fixed[root], |value| holders[value] = holders[value].union(&members));
            each_bit(blocks.label[root], |label| open[label] = open[label].union(&members));
            for cells in &mut large[..=members.len() as usize] {
                *cells = cells.union(&members);
            }
        }
        for root in blocks.roots() {
            let (mut apart, mut same) = (CellSet::default(), CellSet::default());
            each_bit(blocks.fixed[root], |value| apart = apart.union(&holders[value]));
            each_bit(blocks.label[root], |label| same = same.union(&open[label]));
            let room = (self.size - blocks.size(root)) as usize;
            apart = apart.union(&large[room + 1]).union(&CellSet::below(blocks.count).without(&same));
            blocks.apart[root] = apart.without(&blocks.members[root]);
        }
        blocks.complete = 0;
        for (value, holders) in holders.iter().enumerate() {
            if !holders.is_empty()
                && blocks.roots().filter(|&root| blocks.fixed[root] >> value & 1 == 1).count()
                    == blocks.count / self.size as usize
            {
                blocks.complete |= 1 << value;
            }
        }
        for pair in &self.pairs {
            if masks.get(pair.flag) == APART {
                let [a, b] = pair.cells.map(|cell| blocks.root(usize::from(cell)));
                if a == b {
                    return Err(Dead);
                }
                blocks.apart[a] = blocks.apart[a].union(&blocks.members[b]);
                blocks.apart[b] = blocks.apart[b].union(&blocks.members[a]);
            }
        }
        Ok(())
    }

    /// Finds the connected parts of the blocks and what they can grow into.
    pub(super) fn find_parts(&self, blocks: &mut Blocks) {
        let mut done = CellSet::default();
        for cell in 0..blocks.count {
            if done.has(cell) {
                continue;
            }
            let root = blocks.root(cell);
            let (mut part, mut beside, mut front) =
                (CellSet::default(), CellSet::default(), CellSet::default());
            front.insert(cell);
            part.insert(cell);
            while let Some(inside) = front.first() {
                front.remove(inside);
                blocks.part_of[inside] = cell as u16;
                for &other in &self.neighbours[inside] {
                    let other = usize::from(other);
                    let there = blocks.root(other);
                    if there != root {
                        if !blocks.are_apart(root, there) {
                            beside.insert(other);
                        }
                    } else if !part.has(other) {
                        part.insert(other);
                        front.insert(other);
                    }
                }
            }
            done = done.union(&part);
            blocks.part[cell] = part;
            blocks.beside[cell] = beside;
        }
    }

    /// The cells that can be connected with each other are as many as some regions have.
    pub(super) fn components_fit(&self, blocks: &Blocks) -> Result<(), Dead> {
        let mut rest = CellSet::below(blocks.count);
        while let Some(first) = rest.first() {
            let mut component = blocks.part[usize::from(blocks.part_of[first])];
            let mut front = blocks.beside[usize::from(blocks.part_of[first])];
            while let Some(cell) = front.first() {
                let part = usize::from(blocks.part_of[cell]);
                component = component.union(&blocks.part[part]);
                front = front.union(&blocks.beside[part]).without(&component);
            }
            if !component.len().is_multiple_of(self.size) {
                return Err(Dead);
            }
            rest = rest.without(&component);
        }
        Ok(())
    }
}
