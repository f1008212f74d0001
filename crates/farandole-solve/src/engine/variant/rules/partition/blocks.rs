//! Cells known to be in one region, by union and find, and what is known of them together.

use super::super::cell_set::CellSet;
use super::{APART, Partition, TOGETHER};
use crate::engine::variant::masks::{Dead, Masks};

/// The blocks of one run. What is kept of a block is kept at its root, the least cell.
#[derive(Debug)]
pub(super) struct Blocks {
    parent: Vec<u16>,
    /// Cells that were found to be together and have no flag for it.
    pub(super) known: Vec<(u16, u16)>,
    pub(super) members: Vec<CellSet>,
    /// Values of fixed cells.
    pub(super) fixed: Vec<u16>,
    pub(super) label: Vec<u16>,
    /// Cells that are in other regions.
    pub(super) apart: Vec<CellSet>,
    roots: CellSet,
}

impl Blocks {
    pub(super) fn new(count: usize) -> Self {
        Self {
            parent: (0..count as u16).collect(),
            known: Vec::new(),
            members: vec![CellSet::default(); count],
            fixed: vec![0; count],
            label: vec![0; count],
            apart: vec![CellSet::default(); count],
            roots: CellSet::default(),
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
        let count = self.values.len();
        for pair in &self.pairs {
            if masks.get(pair.flag) == TOGETHER {
                blocks.unite(usize::from(pair.cells[0]), usize::from(pair.cells[1]));
            }
        }
        let known = core::mem::take(&mut blocks.known);
        known.iter().for_each(|&(a, b)| blocks.unite(usize::from(a), usize::from(b)));
        let mut holder = [usize::MAX; 16];
        for cell in 0..count {
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
        for cell in 0..count {
            let root = blocks.root(cell);
            if root == cell {
                blocks.roots.insert(cell);
                blocks.members[cell] = CellSet::default();
            }
            blocks.members[root].insert(cell);
        }
    }

    /// Notes which blocks are in different regions: by flags, labels, fixed values and sizes.
    pub(super) fn separate(&self, blocks: &mut Blocks, masks: &Masks<'_>) -> Result<(), Dead> {
        let roots = blocks.roots;
        let mut holders = [CellSet::default(); 16];
        for root in roots.iter() {
            let mut fixed = blocks.fixed[root];
            while fixed != 0 {
                let value = fixed.trailing_zeros() as usize;
                fixed &= fixed - 1;
                holders[value] = holders[value].union(&blocks.members[root]);
            }
        }
        for root in roots.iter() {
            let mut apart = CellSet::default();
            let mut fixed = blocks.fixed[root];
            while fixed != 0 {
                apart = apart.union(&holders[fixed.trailing_zeros() as usize]);
                fixed &= fixed - 1;
            }
            let (size, label) = (blocks.size(root), blocks.label[root]);
            for other in roots.iter() {
                if blocks.label[other] & label == 0 || blocks.size(other) + size > self.size {
                    apart = apart.union(&blocks.members[other]);
                }
            }
            blocks.apart[root] = apart.without(&blocks.members[root]);
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
}
