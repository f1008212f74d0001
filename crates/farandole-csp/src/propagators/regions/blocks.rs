//! Blocks of cells that are known to be in one region, by union-find, and the facts known about each block.
//!
//! Each pass computes the data of all blocks again, in time linear in cells and pairs, even if only one block
//! has changed.

use super::grid::{APART, LARGEST, RegionPartition, TOGETHER};
use crate::model::masks::{Contradiction, Masks};
use crate::propagators::cell_set::CellSet;

/// The blocks of one run. The data of a block is stored at its root, which is its least cell. A block need not
/// be connected yet: its connected components are its *parts*. The data of a part is stored at the least cell
/// of the part.
pub(super) struct Blocks<const W: usize> {
    /// All cells of the grid.
    pub(super) all: CellSet<W>,
    pub(super) count: usize,
    // This is union-find without ranks: each pass compresses all paths, so they stay short.
    parent: Vec<u16>,
    /// Pairs of cells that the current pass has found to be together. They may have no flag.
    pub(super) known: Vec<(u16, u16)>,
    pub(super) members: Vec<CellSet<W>>,
    /// The mask of the values of fixed cells.
    pub(super) fixed: Vec<u16>,
    pub(super) label: Vec<u16>,
    /// The cells that are known to be in other regions.
    pub(super) apart: Vec<CellSet<W>>,
    roots: CellSet<W>,
    /// The mask of the values whose cells are all known.
    pub(super) complete: u16,
    /// For each cell, the least cell of its part.
    pub(super) part_of: Vec<u16>,
    /// For the least cell of each part, the cells of the part, and the neighbours of the part that can be in
    /// the same region.
    pub(super) part: Vec<CellSet<W>>,
    pub(super) beside: Vec<CellSet<W>>,
    /// The cells that are the only cell of their part.
    pub(super) single: CellSet<W>,
    /// The different label masks of blocks, each with the cells of all blocks that have this mask.
    // Many blocks share a mask, so comparing masks is faster than comparing all pairs of blocks.
    by_label: Vec<(u16, CellSet<W>)>,
}

impl<const W: usize> Blocks<W> {
    pub(super) fn new(count: usize) -> Self {
        Self {
            all: CellSet::below(count),
            count,
            parent: (0..count as u16).collect(),
            known: Vec::new(),
            members: vec![CellSet::default(); count],
            fixed: vec![0; count],
            label: vec![0; count],
            apart: vec![CellSet::default(); count],
            roots: CellSet::default(),
            complete: 0,
            part_of: vec![0; count],
            part: vec![CellSet::default(); count],
            beside: vec![CellSet::default(); count],
            single: CellSet::default(),
            by_label: Vec::new(),
        }
    }

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
        // The least cell becomes the root, so that blocks are ordered by their first cells; see `number`.
        self.parent[a.max(b)] = a.min(b) as u16;
    }

    /// Returns the roots in ascending order.
    pub(super) fn roots(&self) -> impl Iterator<Item = usize> + use<W> {
        self.roots.iter()
    }

    pub(super) fn size(&self, root: usize) -> u32 {
        self.members[root].len()
    }

    /// Returns true if two blocks, given by their roots, are in different regions.
    #[inline]
    pub(super) fn are_apart(&self, a: usize, b: usize) -> bool {
        self.apart[a].has(b) || self.apart[b].has(a)
    }
}

/// Calls `visit` with the index of each bit of a mask.
#[inline]
fn each_bit(mut mask: u16, mut visit: impl FnMut(usize)) {
    while mask != 0 {
        visit(mask.trailing_zeros() as usize);
        mask &= mask - 1;
    }
}

impl RegionPartition {
    /// Computes the blocks. In each block, intersects the labels and removes the values of fixed cells from the
    /// other cells. Returns true if a mask changed.
    pub(super) fn summarise<const W: usize>(
        &self,
        blocks: &mut Blocks<W>,
        masks: &mut Masks<'_>,
    ) -> Result<bool, Contradiction> {
        self.unite_cells(blocks, masks);
        let mut changed = false;
        for root in blocks.roots() {
            let members = blocks.members[root];
            if members.len() > self.size {
                return Err(Contradiction);
            }
            // The label mask of a block is the intersection over its cells, and its fixed values are the union.
            let (mut label, mut fixed) = (u16::MAX, 0);
            for cell in members.iter() {
                label &= masks.get(self.labels[cell]);
                let value = masks.get(self.values[cell]);
                if value.is_power_of_two() {
                    // A region repeats no value.
                    if fixed & value != 0 {
                        return Err(Contradiction);
                    }
                    fixed |= value;
                }
            }
            // A block of one cell cannot change here.
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

    /// Merges cells that are together because of flags, labels or the previous pass.
    fn unite_cells<const W: usize>(&self, blocks: &mut Blocks<W>, masks: &Masks<'_>) {
        for pair in &self.pairs {
            if masks.get(pair.flag) == TOGETHER {
                blocks.unite(usize::from(pair.cells[0]), usize::from(pair.cells[1]));
            }
        }
        // Pairs that the previous pass found to be together. They may have no flag, so no mask records this.
        let known = core::mem::take(&mut blocks.known);
        known.iter().for_each(|&(a, b)| blocks.unite(usize::from(a), usize::from(b)));
        // Cells with the same fixed label are together. `holder` has the first cell with each fixed label.
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
            // All paths are compressed, since all cells are visited anyway.
            blocks.parent[cell] = root as u16;
            if root == cell {
                blocks.roots.insert(cell);
                blocks.members[cell] = CellSet::default();
            }
            blocks.members[root].insert(cell);
        }
    }

    /// Computes the blocks that are in different regions because of flags, labels, fixed values or sizes.
    pub(super) fn separate<const W: usize>(
        &self,
        blocks: &mut Blocks<W>,
        masks: &Masks<'_>,
    ) -> Result<(), Contradiction> {
        let (mut holders, mut counts) = ([CellSet::default(); 16], [0_usize; 16]);
        // For each size, the cells of the blocks that have at least this size. One union per block replaces a
        // test per pair of blocks.
        let mut large = [CellSet::default(); LARGEST + 1];
        blocks.by_label.clear();
        for root in blocks.roots() {
            let members = blocks.members[root];
            each_bit(blocks.fixed[root], |value| {
                holders[value] = holders[value].union(&members);
                counts[value] += 1;
            });
            let label = blocks.label[root];
            match blocks.by_label.iter_mut().find(|(known, _)| *known == label) {
                Some((_, cells)) => *cells = cells.union(&members),
                None => blocks.by_label.push((label, members)),
            }
            let size = members.len() as usize;
            large[size] = large[size].union(&members);
        }
        // In descending order, so that each set includes the larger blocks.
        for size in (0..LARGEST).rev() {
            large[size] = large[size].union(&large[size + 1]);
        }
        // Blocks with disjoint label masks are apart. Only different masks are compared, since many blocks
        // share one.
        let labels = blocks.by_label.iter().map(|&(label, _)| {
            let others = blocks.by_label.iter().filter(|(other, _)| label & other == 0);
            (label, others.fold(CellSet::default(), |all, (_, cells)| all.union(cells)))
        });
        let labels: Vec<(u16, CellSet<W>)> = labels.collect();
        for root in blocks.roots() {
            let label = labels.iter().find(|(label, _)| *label == blocks.label[root]);
            let mut apart = label.map_or(CellSet::default(), |&(_, apart)| apart);
            // Blocks with a common fixed value are apart.
            each_bit(blocks.fixed[root], |value| apart = apart.union(&holders[value]));
            let room = (self.size - blocks.size(root)) as usize;
            // Two blocks that together exceed the size of a region are apart.
            blocks.apart[root] = apart.union(&large[room + 1]).without(&blocks.members[root]);
        }
        // There are `count / size` regions, each of which holds a value at most once. A value is complete if
        // each region has a block with this value.
        let regions = blocks.count / self.size as usize;
        let complete = (0..16).filter(|&value| counts[value] == regions);
        blocks.complete = complete.fold(0, |all, value| all | 1 << value);
        for pair in &self.pairs {
            if masks.get(pair.flag) == APART {
                let [a, b] = pair.cells.map(|cell| blocks.root(usize::from(cell)));
                if a == b {
                    return Err(Contradiction);
                }
                blocks.apart[a] = blocks.apart[a].union(&blocks.members[b]);
                blocks.apart[b] = blocks.apart[b].union(&blocks.members[a]);
            }
        }
        Ok(())
    }

    /// Computes the connected parts of the blocks, and the cells into which they can grow.
    pub(super) fn find_parts<const W: usize>(&self, blocks: &mut Blocks<W>) {
        let mut done = CellSet::default();
        blocks.single = CellSet::default();
        for cell in 0..blocks.count {
            if done.has(cell) {
                continue;
            }
            let root = blocks.root(cell);
            let members = blocks.members[root];
            // A flood fill within the block also collects the neighbours of the part.
            let (mut part, mut beside, mut front) =
                (CellSet::default(), CellSet::default(), CellSet::default());
            front.insert(cell);
            part.insert(cell);
            while let Some(inside) = front.first() {
                front.remove(inside);
                blocks.part_of[inside] = cell as u16;
                let near = self.neighbours_of(inside);
                let new = near.common(&members).without(&part);
                front = front.union(&new);
                part = part.union(&new);
                beside = beside.union(&near);
            }
            // The part cannot grow into cells of other regions.
            beside = beside.without(&members).without(&blocks.apart[root]);
            done = done.union(&part);
            if part.len() == 1 {
                blocks.single.insert(cell);
            }
            blocks.part[cell] = part;
            blocks.beside[cell] = beside;
        }
    }

    /// Returns an error if a component of parts that can grow into each other cannot be divided into whole
    /// regions.
    pub(super) fn components_fit<const W: usize>(&self, blocks: &Blocks<W>) -> Result<(), Contradiction> {
        let mut rest = blocks.all;
        while let Some(first) = rest.first() {
            // The fill adds whole parts, so it visits each part once.
            let mut component = blocks.part[usize::from(blocks.part_of[first])];
            let mut front = blocks.beside[usize::from(blocks.part_of[first])];
            while let Some(cell) = front.first() {
                let part = usize::from(blocks.part_of[cell]);
                component = component.union(&blocks.part[part]);
                front = front.union(&blocks.beside[part]).without(&component);
            }
            // A region is within one component, so the component consists of whole regions.
            if !component.len().is_multiple_of(self.size) {
                return Err(Contradiction);
            }
            rest = rest.without(&component);
        }
        Ok(())
    }
}
