//! A grid divided into connected regions of one size, each without repeated values (chaos
//! construction).
//!
//! A *label* is the region of a cell. A *flag* records if the two cells of a pair are in the same
//! region. Neighbours have flags, and other pairs have flags if other propagators need them. Cells
//! known to be together form *blocks* (union-find).
//!
//! For each block, a shortest-path search (Dial) finds the cells that its region can reach. A path
//! through cells that may belong to the region costs the sizes of the blocks on it. The cost is
//! limited by the room of the region. This yields cells in other regions, regions without room,
//! values with one possible cell, and the only exit of a block. If all cells of a value are known,
//! each of them represents one region, and a block that fits only one of them joins it. If a value
//! counts cells of a region, all compatible choices of the blocks of these cells are enumerated.
//!
//! If labels are interchangeable, they are numbered by the first cells of the regions. Otherwise,
//! each solution of a 9x9 grid would occur 362,880 times.
//!
//! Cost: one shortest-path search per block and pass over a scope of 300 to 400 cells, about as much as 40
//! sums. It performs badly in learning: a reason has up to 139 literals and needs up to 40 runs
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
        // State of a run only: the propagator itself stores no blocks, so learning can run it on any masks.
        let mut blocks = Blocks::<W>::new(self.values.len());
        while self.pass(&mut blocks, masks)? {}
        Ok(())
    }

    /// Runs one round. Returns true if a mask changed or more cells are known to be together.
    fn pass<const W: usize>(
        &self,
        blocks: &mut Blocks<W>,
        masks: &mut Masks<'_>,
    ) -> Result<bool, Contradiction> {
        // The order matters for speed only: each step reads the blocks that earlier ones have merged or
        // separated.
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

    /// If all cells of a value are known, assigns each block without the value to the region of one
    /// of them.
    fn anchor<const W: usize>(&self, blocks: &mut Blocks<W>) -> Result<bool, Contradiction> {
        // If a region may lack the value, a block without it need not join any of the anchors.
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
                // The anchors that this block can still join: those not apart from it. If one is left, the
                // block is in its region.
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

    /// Returns the value cell and the label cell of each grid cell.
    pub(crate) fn links(&self) -> impl Iterator<Item = (u16, u16)> + '_ {
        self.values.iter().copied().zip(self.labels.iter().copied())
    }

    /// Sets the flags of pairs that the blocks decide.
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

    /// Removes the label of a block from the cells that are in other regions.
    fn write_labels<const W: usize>(
        &self,
        blocks: &Blocks<W>,
        masks: &mut Masks<'_>,
    ) -> Result<bool, Contradiction> {
        let mut changed = false;
        for root in blocks.roots() {
            // Only blocks with a known label restrict others; open labels are handled by `number`.
            let label = blocks.label[root];
            if label.is_power_of_two() {
                for cell in blocks.apart[root].iter() {
                    changed |= masks.remove(self.labels[cell], label)?;
                }
            }
        }
        Ok(changed)
    }

    /// Numbers regions in the order of their first cells.
    fn number<const W: usize>(
        &self,
        blocks: &Blocks<W>,
        masks: &mut Masks<'_>,
    ) -> Result<bool, Contradiction> {
        let mut changed = false;
        // Maximum number of regions of the cells so far, and true if it is exact.
        let (mut count, mut exact) = (0, true);
        let mut before = CellSet::<W>::default();
        // Cells in ascending order, as in the definition of the numbering.
        for cell in 0..self.values.len() {
            let root = blocks.root(cell);
            if before.has(root) {
                before.insert(cell);
                continue;
            }
            // The root of a block is its least cell.
            let new = before.without(&blocks.apart[root]).is_empty();
            exact &= new;
            // The first cell of a new region gets the next number; if the number is uncertain, all
            // smaller ones remain.
            let labels = if exact { 1 << count } else { ((1_u32 << (count + 1).min(16)) - 1) as u16 };
            changed |= masks.keep(self.labels[cell], labels)?;
            // 16 labels fit into a mask.
            count = (count + 1).min(15);
            before.insert(cell);
        }
        Ok(changed)
    }
}

impl Propagator for RegionPartition {
    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        // Grids of up to 128 cells use one word per set, which halves the time of a 9x9 chaos
        // construction.
        match self.values.len() {
            0..=128 => self.filter_in::<1>(masks),
            _ => self.filter_in::<2>(masks),
        }
    }

    fn cost(&self) -> Cost {
        // A run takes as long as some 40 sums, so everything else runs first.
        Cost::Heavy
    }
}

#[cfg(test)]
mod tests;
