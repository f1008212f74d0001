//! A grid split into connected regions of one size, each without repeated values (chaos
//! construction).
//!
//! Which region a cell is in is told by its *label*; whether two cells are in one region, by a
//! *flag* of the pair. Neighbours have flags, and further pairs as other propagators need them.
//! Cells that are known to be together form *blocks*. For each block the cells that can be in its
//! region are those within reach: a path through cells that are not known to be elsewhere costs the
//! sizes of the blocks on it, and a region has room for so many cells. From that follow cells that
//! are elsewhere, regions without room, values with one place, and the only way out of a block.
//! Where all places of a value are known, each of them stands for one region, and a block that can
//! be in one of these only is in it. Where a value counts cells of a region, the blocks of these
//! cells are chosen in all ways that fit.
//!
//! If labels have no meaning of their own they are in the order of the first cells of the regions.

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
    /// The propagator for grids of at most `128 * W` cells.
    fn filter_in<const W: usize>(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        let mut blocks = Blocks::<W>::new(self.values.len());
        while self.pass(&mut blocks, masks)? {}
        Ok(())
    }

    /// One round: `true` if a mask changed or cells turned out to be together.
    fn pass<const W: usize>(
        &self,
        blocks: &mut Blocks<W>,
        masks: &mut Masks<'_>,
    ) -> Result<bool, Contradiction> {
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

    /// Where all places of a value are known, a block without it is in the region of one of them.
    fn anchor<const W: usize>(&self, blocks: &mut Blocks<W>) -> Result<bool, Contradiction> {
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

    /// The cells of each place: the value and the label.
    pub(crate) fn links(&self) -> impl Iterator<Item = (u16, u16)> + '_ {
        self.values.iter().copied().zip(self.labels.iter().copied())
    }

    /// Tells the flags what the blocks say.
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

    /// Takes the label of a block from the cells that are elsewhere.
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

    /// Numbers regions in the order of their first cells.
    fn number<const W: usize>(
        &self,
        blocks: &Blocks<W>,
        masks: &mut Masks<'_>,
    ) -> Result<bool, Contradiction> {
        let mut changed = false;
        // How many regions the cells so far are in, at most; whether it is exactly so many.
        let (mut count, mut exact) = (0, true);
        let mut before = CellSet::<W>::default();
        for cell in 0..self.values.len() {
            let root = blocks.root(cell);
            if before.has(root) {
                before.insert(cell);
                continue;
            }
            // The root of a block is its least cell.
            let new = before.without(&blocks.apart[root]).is_empty();
            exact &= new;
            let labels = if exact { 1 << count } else { ((1_u32 << (count + 1).min(16)) - 1) as u16 };
            changed |= masks.keep(self.labels[cell], labels)?;
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
        match self.values.len() {
            0..=128 => self.filter_in::<1>(masks),
            _ => self.filter_in::<2>(masks),
        }
    }

    fn cost(&self) -> Cost {
        Cost::Heavy
    }
}

#[cfg(test)]
mod tests;
