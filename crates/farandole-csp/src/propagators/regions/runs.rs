//! Propagation of run lengths: the total length of the runs along arms limits the number of region cells
//! elsewhere.
//!
//! The *near* cells of an arm, before its first cell in another region, may belong to its run. The shortest
//! possible runs leave the greatest number of region cells elsewhere. A path to another cell of the region
//! visits at most this many cells that are not near.
//!
//! Only clues with several arms are used. With one arm, the search needs more guesses with this propagation
//! than without it (docs/experiments/2026-11-23-variant-regions.md).

use super::blocks::Blocks;
use super::grid::{RegionPartition, RegionRun};
use crate::model::masks::{Contradiction, Masks};
use crate::propagators::cell_set::CellSet;

impl RegionPartition {
    /// Propagates each run clue. Returns true if more cells are known to be together or a mask changed.
    pub(super) fn run_all<const W: usize>(
        &self,
        blocks: &mut Blocks<W>,
        masks: &mut Masks<'_>,
    ) -> Result<bool, Contradiction> {
        let mut changed = false;
        for it in &self.runs {
            changed |= self.run(it, blocks, masks)?;
        }
        Ok(changed)
    }

    fn run<const W: usize>(
        &self,
        it: &RegionRun,
        blocks: &mut Blocks<W>,
        masks: &mut Masks<'_>,
    ) -> Result<bool, Contradiction> {
        let start = usize::from(it.start);
        let root = blocks.root(start);
        let members = blocks.members[root];
        let mut near = CellSet::<W>::default();
        near.insert(start);
        for arm in &it.arms {
            let mut before = root;
            for cell in arm.iter().map(|&cell| usize::from(cell)) {
                let other = blocks.root(cell);
                // The run ends before a cell in another region, or a cell that is apart from the previous cell.
                if blocks.are_apart(root, other) || blocks.are_apart(before, other) {
                    break;
                }
                near.insert(cell);
                before = other;
            }
        }
        let elsewhere = members.without(&near).len();
        // A length does not include the start, hence the 1.
        let most = self.size as i32 - 1 - elsewhere as i32;
        let mut changed = false;
        let last = most + it.shift;
        if last < 0 {
            return Err(Contradiction);
        }
        if last < 15 {
            changed |= masks.keep(it.control, ((2_u32 << last) - 1) as u16)?;
        }
        // The least candidate of the control cell is the shortest possible total length.
        let least = masks.get(it.control).trailing_zeros() as i32 - it.shift;
        // Near members already exceed the shortest length, so the limit below would not be stricter than the
        // limit in `reach`.
        if least < members.common(&near).len() as i32 {
            return Ok(changed);
        }
        let reach = self.reach_near(root, &near, (most - least) as u32, blocks);
        let reach = reach.without(&blocks.apart[root]);
        blocks.apart[root] = blocks.all.without(&reach);
        Ok(changed | self.conclude(root, &reach, blocks, masks)?)
    }

    /// Returns the cells that are reachable from a block on paths with at most `budget` cells that are neither
    /// near nor in the block.
    fn reach_near<const W: usize>(
        &self,
        root: usize,
        near: &CellSet<W>,
        budget: u32,
        blocks: &Blocks<W>,
    ) -> CellSet<W> {
        let (members, apart) = (blocks.members[root], blocks.apart[root]);
        // Near cells and cells of the block cost nothing. Every other cell costs 1.
        let free = near.union(&members).without(&apart);
        let (mut reach, mut front) = (members, members);
        // The last round, without budget, adds only cells that cost nothing.
        for left in (0..=budget).rev() {
            let mut next = CellSet::default();
            while let Some(cell) = front.first() {
                front.remove(cell);
                let beside = self.neighbours_of(cell).without(&reach).without(&apart);
                let here = beside.common(&free);
                front = front.union(&here);
                reach = reach.union(&here);
                next = next.union(&beside.without(&free));
            }
            if left == 0 {
                break;
            }
            reach = reach.union(&next);
            front = next;
        }
        reach
    }
}
