//! A grid that is divided into unknown connected regions of equal size, none of which repeats a value (chaos
//! construction).
//!
//! A *label* is the number of the region of a cell. A *flag* records if two cells are *together*, which means
//! in the same region, or *apart*. Neighbours have flags, and other pairs have flags if other propagators need
//! them. Cells that are known to be together form *blocks* (union-find).
//!
//! For each block, a shortest-path search (Dial) finds the cells that its region can reach. A path leads
//! through cells that may belong to the region. Its cost is the number of cells of the blocks on it, which is
//! at most the number of cells that the region still needs. For example, if regions have nine cells and a block
//! has seven, its region cannot contain a cell that is three or more steps away.
//!
//! The cells in reach show which cells are in other regions, which regions are too small, which values have one
//! possible cell, and which blocks have only one exit. If all cells of a value are known, each of them
//! represents one region, and a block that fits only one of these regions joins it. If a clue counts cells of a
//! region, all compatible choices of the blocks of these cells are enumerated.
//!
//! If labels are interchangeable, regions are numbered in the order of their first cells. Without this
//! numbering, each solution of a 9x9 grid would occur 9! = 362,880 times.
//!
//! Cost: one shortest-path search per block and pass. A run reads 300 to 400 cells and takes about as long as
//! 40 sums. The propagator performs badly in learning: a reason has up to 139 literals and needs up to 40 runs
//! (docs/experiments/2026-11-22-variant-learning.md).

mod blocks;
mod counts;
mod grid;
mod reach;
mod runs;
mod variety;

use super::cell_set::CellSet;
use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};
use blocks::Blocks;
pub(crate) use grid::{
    APART, Clues, Labels, Pair, RegionCount, RegionPartition, RegionRun, RegionVariety, TOGETHER,
};

impl RegionPartition {
    /// Propagates grids of at most `128 * W` cells.
    fn filter_in<const W: usize>(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        // The blocks last for one run. The propagator itself stores none, so learning can run it on any masks.
        let mut blocks = Blocks::<W>::new(self.values.len());
        while self.pass(&mut blocks, masks)? {}
        Ok(())
    }

    /// Runs one pass. Returns true if a mask changed or more cells are known to be together.
    fn pass<const W: usize>(
        &self,
        blocks: &mut Blocks<W>,
        masks: &mut Masks<'_>,
    ) -> Result<bool, Contradiction> {
        // The order of the steps only affects speed: each step uses the blocks that earlier steps have merged
        // or separated.
        let mut changed = self.summarise(blocks, masks)?;
        self.separate(blocks, masks)?;
        changed |= self.reach_all(blocks, masks)?;
        changed |= self.anchor(blocks)?;
        changed |= self.run_all(blocks, masks)?;
        changed |= self.count_all(blocks, masks)?;
        changed |= self.vary_all(blocks, masks)?;
        changed |= self.write_pairs(blocks, masks)?;
        changed |= self.write_labels(blocks, masks)?;
        if self.meaning == Labels::Interchangeable {
            changed |= self.number(blocks, masks)?;
        }
        Ok(changed)
    }

    /// If all cells of a value are known, these cells are *anchors*: each represents one region. Merges each
    /// block without the value with its anchor if only one is possible. Returns true if there is such a block.
    fn anchor<const W: usize>(&self, blocks: &mut Blocks<W>) -> Result<bool, Contradiction> {
        // If regions may lack values, a block need not be in the region of an anchor.
        let Some(values) = self.full else { return Ok(false) };
        let complete = values & blocks.complete;
        let mut found = false;
        for value in (0..16).map(|bit| 1_u16 << bit).filter(|bit| complete & bit != 0) {
            let anchors = blocks.roots().filter(|&root| blocks.fixed[root] & value != 0);
            let anchors = anchors.fold(CellSet::<W>::default(), |mut set, root| {
                set.insert(root);
                set
            });
            for root in blocks.roots() {
                if blocks.fixed[root] & value != 0 {
                    continue;
                }
                // The anchors that are not apart from this block. If one is left, the block is in its region.
                let mut open = anchors.iter().filter(|&anchor| !blocks.are_apart(root, anchor));
                let (first, second) = (open.next().ok_or(Contradiction)?, open.next());
                if second.is_none() {
                    blocks.known.push((root as u16, first as u16));
                    found = true;
                }
            }
        }
        Ok(found)
    }

    /// Returns the network cells of the value and of the label of each grid cell.
    pub(crate) fn links(&self) -> impl Iterator<Item = (u16, u16)> + '_ {
        self.values.iter().copied().zip(self.labels.iter().copied())
    }

    /// Fixes the flags of pairs that are known to be together or apart. Returns true if a mask changed.
    fn write_pairs<const W: usize>(
        &self,
        blocks: &Blocks<W>,
        masks: &mut Masks<'_>,
    ) -> Result<bool, Contradiction> {
        let mut changed = false;
        for pair in &self.pairs {
            let [a, b] = pair.cells.map(|cell| blocks.root(usize::from(cell)));
            if a == b {
                changed |= masks.keep(pair.flag, TOGETHER)?;
            } else if blocks.are_apart(a, b) {
                changed |= masks.keep(pair.flag, APART)?;
            }
        }
        Ok(changed)
    }

    /// Removes the known label of a block from the cells in other regions. Returns true if a mask changed.
    fn write_labels<const W: usize>(
        &self,
        blocks: &Blocks<W>,
        masks: &mut Masks<'_>,
    ) -> Result<bool, Contradiction> {
        let mut changed = false;
        for root in blocks.roots() {
            let label = blocks.label[root];
            if label.is_power_of_two() {
                for cell in blocks.apart[root].iter() {
                    changed |= masks.remove(self.labels[cell], label)?;
                }
            }
        }
        Ok(changed)
    }

    /// Restricts labels such that regions are numbered in the order of their first cells. Returns true if a
    /// mask changed.
    fn number<const W: usize>(
        &self,
        blocks: &Blocks<W>,
        masks: &mut Masks<'_>,
    ) -> Result<bool, Contradiction> {
        let mut changed = false;
        // The greatest possible number of regions of the cells so far, and true if this number is certain.
        let (mut count, mut exact) = (0, true);
        let mut before = CellSet::<W>::default();
        for cell in 0..self.values.len() {
            let root = blocks.root(cell);
            if before.has(root) {
                before.insert(cell);
                continue;
            }
            // The cell certainly starts a new region if all earlier cells are apart from it.
            let new = before.without(&blocks.apart[root]).is_empty();
            exact &= new;
            // The first cell of a new region has the next number. If this number is uncertain, it is the
            // greatest possible label.
            let labels = if exact { 1 << count } else { ((1_u32 << (count + 1).min(16)) - 1) as u16 };
            changed |= masks.keep(self.labels[cell], labels)?;
            // A mask has room for 16 labels.
            count = (count + 1).min(15);
            before.insert(cell);
        }
        Ok(changed)
    }
}

impl Propagator for RegionPartition {
    // A run takes as long as about 40 sums, so all others run first.
    const COST: Cost = Cost::Heavy;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        // Grids of up to 128 cells use one 128-bit word per set, which halves the search time of a 9x9 chaos
        // construction.
        match self.values.len() {
            0..=128 => self.filter_in::<1>(masks),
            _ => self.filter_in::<2>(masks),
        }
    }
}

#[cfg(test)]
mod tests;
