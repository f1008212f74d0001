//! Blocks: cells known to be in one region, by union-find, and the facts known about each block.
//!
//! Each pass computes all blocks again, in time linear in cells and pairs. This is wasteful if a change
//! concerns a single block.

use super::grid::{APART, LARGEST, RegionPartition, TOGETHER};
use crate::model::masks::{Contradiction, Masks};
use crate::propagators::cell_set::CellSet;

/// The blocks of one run. The data of a block is stored at its root, its least cell. The data of a
/// connected part is stored at the least cell of the part.
pub(super) struct Blocks<const W: usize> {
    /// All cells of the grid.
    pub(super) all: CellSet<W>,
    pub(super) count: usize,
    // Union-find without ranks: cells are visited in ascending order and paths are compressed once per pass,
    // so paths stay short.
    parent: Vec<u16>,
    /// Pairs of cells that are known to be together but have no flag.
    pub(super) known: Vec<(u16, u16)>,
    pub(super) members: Vec<CellSet<W>>,
    /// The values of fixed cells.
    pub(super) fixed: Vec<u16>,
    pub(super) label: Vec<u16>,
    /// The cells that are in other regions.
    pub(super) apart: Vec<CellSet<W>>,
    roots: CellSet<W>,
    /// The values whose cells are all known.
    pub(super) complete: u16,
    /// For each cell, the least cell of its part.
    pub(super) part_of: Vec<u16>,
    /// For the least cell of each part, the cells of the part, and the neighbours that can be in
    /// the same region.
    pub(super) part: Vec<CellSet<W>>,
    pub(super) beside: Vec<CellSet<W>>,
    /// The cells that form a part alone.
    pub(super) single: CellSet<W>,
    /// The label masks of blocks, each with the cells of all blocks that have it.
    // Many blocks share a mask, so comparing masks replaces comparing all pairs of blocks.
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

    /// Returns the root of a cell's block.
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
        // The least cell becomes the root, so that blocks are numbered by their first cells and the numbering
        // is canonical; see `number`.
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
    /// Computes the blocks, and removes the values of their fixed cells from their other cells.
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
            // The label of a block is the intersection over its cells; the fixed values are their union.
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
            // A block of one cell has nothing to exchange.
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

    /// Merges cells that are together by flags, labels or earlier rounds.
    fn unite_cells<const W: usize>(&self, blocks: &mut Blocks<W>, masks: &Masks<'_>) {
        for pair in &self.pairs {
            if masks.get(pair.flag) == TOGETHER {
                blocks.unite(usize::from(pair.cells[0]), usize::from(pair.cells[1]));
            }
        }
        // Pairs found to be together in an earlier round of this run. They have no flag, so no mask records
        // them.
        let known = core::mem::take(&mut blocks.known);
        known.iter().for_each(|&(a, b)| blocks.unite(usize::from(a), usize::from(b)));
        // Cells with the same fixed label are together.
        // One entry per label: the first cell that has it as its only label.
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
            // Full path compression, since all cells are visited anyway.
            blocks.parent[cell] = root as u16;
            if root == cell {
                blocks.roots.insert(cell);
                blocks.members[cell] = CellSet::default();
            }
            blocks.members[root].insert(cell);
        }
    }

    /// Computes which blocks are in different regions, by flags, labels, fixed values and sizes.
    pub(super) fn separate<const W: usize>(
        &self,
        blocks: &mut Blocks<W>,
        masks: &Masks<'_>,
    ) -> Result<(), Contradiction> {
        let (mut holders, mut counts) = ([CellSet::default(); 16], [0_usize; 16]);
        // For each size, the cells of blocks of at least that size.
        // Sizes are compared by sets of cells: one union per block instead of a test per pair of blocks.
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
        // From the largest size downward, so that each set contains the larger blocks.
        for size in (0..LARGEST).rev() {
            large[size] = large[size].union(&large[size + 1]);
        }
        // Blocks with disjoint label masks are apart. They are compared by distinct mask, since
        // many blocks share one.
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
        // There are `count / size` regions, and a value occurs at most once in each. A value is complete if
        // it occurs in a block of each region.
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

    /// Computes the connected parts of the blocks and the cells into which they can grow.
    pub(super) fn find_parts<const W: usize>(&self, blocks: &mut Blocks<W>) {
        let mut done = CellSet::default();
        blocks.single = CellSet::default();
        for cell in 0..blocks.count {
            if done.has(cell) {
                continue;
            }
            let root = blocks.root(cell);
            let members = blocks.members[root];
            // A flood fill within the block; neighbours outside of the block are collected on the way.
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
            // The block cannot grow into cells of other regions.
            beside = beside.without(&members).without(&blocks.apart[root]);
            done = done.union(&part);
            if part.len() == 1 {
                blocks.single.insert(cell);
            }
            blocks.part[cell] = part;
            blocks.beside[cell] = beside;
        }
    }

    /// Fails if a component of cells that can be connected is not the size of a whole number of
    /// regions.
    pub(super) fn components_fit<const W: usize>(&self, blocks: &Blocks<W>) -> Result<(), Contradiction> {
        let mut rest = blocks.all;
        while let Some(first) = rest.first() {
            // Parts are joined as a whole, so the fill visits each part once.
            let mut component = blocks.part[usize::from(blocks.part_of[first])];
            let mut front = blocks.beside[usize::from(blocks.part_of[first])];
            while let Some(cell) = front.first() {
                let part = usize::from(blocks.part_of[cell]);
                component = component.union(&blocks.part[part]);
                front = front.union(&blocks.beside[part]).without(&component);
            }
            // Regions cannot leave a component, so its cells must form whole regions.
            if !component.len().is_multiple_of(self.size) {
                return Err(Contradiction);
            }
            rest = rest.without(&component);
        }
        Ok(())
    }
}
