//! Computes which cells each block can reach, using Dial's shortest-path algorithm with buckets,
//! and prunes accordingly.

use super::blocks::Blocks;
use super::grid::{LARGEST, RegionPartition};
use crate::model::masks::{Contradiction, Masks};
use crate::propagators::cell_set::CellSet;

impl RegionPartition {
    /// Propagates the reach of each block. Returns true if more cells are known to be together or a
    /// mask changed.
    pub(super) fn reach_all<const W: usize>(
        &self,
        blocks: &mut Blocks<W>,
        masks: &mut Masks<'_>,
    ) -> Result<bool, Contradiction> {
        self.find_parts(blocks);
        // Parts and components are computed first: a component of the wrong size refutes the state before any
        // search of paths.
        self.components_fit(blocks)?;
        let mut found = false;
        for root in blocks.roots() {
            if blocks.size(root) == self.size {
                let members = blocks.members[root];
                // A complete region must be connected.
                if blocks.part[root] != members {
                    return Err(Contradiction);
                }
                // A complete region is apart from everything else.
                blocks.apart[root] = blocks.all.without(&members);
                continue;
            }
            // The reach of a single cell excludes little, except at dead ends and for a value whose cells are
            // all known. Skipping other single cells raises the speed from 2,000 to 13,000 guesses per
            // second.
            let alone = blocks.size(root) == 1 && blocks.beside[root].len() > 1;
            if alone && blocks.fixed[root] & blocks.complete == 0 {
                continue;
            }
            let reach = self.reach(root, blocks);
            blocks.apart[root] = blocks.all.without(&reach);
            found |= self.conclude(root, &reach, blocks, masks)?;
        }
        Ok(found)
    }

    /// Propagates that the region of a block lies within `reach`.
    pub(super) fn conclude<const W: usize>(
        &self,
        root: usize,
        reach: &CellSet<W>,
        blocks: &mut Blocks<W>,
        masks: &mut Masks<'_>,
    ) -> Result<bool, Contradiction> {
        let members = blocks.members[root];
        if reach.len() < self.size || !members.without(reach).is_empty() {
            return Err(Contradiction);
        }
        let mut found = self.place_values(root, reach, blocks, masks)?;
        // The region is exactly its reach: the reach contains all members, so equal sizes suffice.
        if reach.len() == self.size {
            for cell in reach.without(&members).iter() {
                blocks.known.push((root as u16, cell as u16));
                found = true;
            }
            return Ok(found);
        }
        if let Some(door) = self.only_door(root, reach, blocks) {
            blocks.known.push((root as u16, door as u16));
            found = true;
        }
        Ok(found)
    }

    /// Places the values of the region that have one possible cell.
    fn place_values<const W: usize>(
        &self,
        root: usize,
        reach: &CellSet<W>,
        blocks: &mut Blocks<W>,
        masks: &mut Masks<'_>,
    ) -> Result<bool, Contradiction> {
        // Values with one cell in the reach, in one pass over the cells.
        let (mut once, mut twice) = (0, 0);
        for cell in reach.iter() {
            let mask = masks.get(self.values[cell]);
            twice |= once & mask;
            once |= mask;
        }
        let Some(all) = self.full else {
            return if once.count_ones() < self.size { Err(Contradiction) } else { Ok(false) };
        };
        if once & all != all {
            return Err(Contradiction);
        }
        // Fixed values of the block are placed already.
        let single = once & !twice & !blocks.fixed[root];
        if single == 0 {
            return Ok(false);
        }
        let mut found = false;
        for cell in reach.iter() {
            // Two single values in one cell leave it without a candidate when the second one is kept.
            let value = masks.get(self.values[cell]) & single;
            if value != 0 {
                found |= masks.keep(self.values[cell], value)?;
                if !blocks.members[root].has(cell) {
                    blocks.known.push((root as u16, cell as u16));
                    found = true;
                }
            }
        }
        Ok(found)
    }

    /// Returns a cell of the only block through which a block can grow.
    fn only_door<const W: usize>(
        &self,
        root: usize,
        reach: &CellSet<W>,
        blocks: &Blocks<W>,
    ) -> Option<usize> {
        // Doors in the same block count as one, since entering any of them includes the whole block.
        let mut doors = blocks.beside[root].common(reach).iter();
        let door = doors.next()?;
        doors.all(|other| blocks.root(other) == blocks.root(door)).then_some(door)
    }

    /// Returns the cells that the region of this block can contain. A path from the block costs the
    /// sizes of the connected parts of other blocks on it; other parts of the same block cost
    /// nothing.
    fn reach<const W: usize>(&self, root: usize, blocks: &Blocks<W>) -> CellSet<W> {
        let budget = (self.size - blocks.size(root)) as usize;
        let (members, apart) = (blocks.members[root], blocks.apart[root]);
        // The greatest cost is the size of a region, so buckets replace a priority queue (Dial).
        let mut buckets = [CellSet::<W>::default(); LARGEST + 1];
        let mut reach = CellSet::default();
        buckets[0].insert(root);
        for cost in 0..=budget {
            while let Some(part) = buckets[cost].first() {
                buckets[cost].remove(part);
                if reach.has(part) {
                    continue;
                }
                // A part is entered as a whole: its cells are known to be in one region.
                reach = reach.union(&blocks.part[part]);
                let beside = blocks.beside[part].without(&reach).without(&apart);
                // Parts of one cell all cost 1, so they are queued together as a set.
                let single = beside.common(&blocks.single).without(&members);
                if cost < budget {
                    buckets[cost + 1] = buckets[cost + 1].union(&single);
                }
                for other in beside.without(&single).iter() {
                    let other = usize::from(blocks.part_of[other]);
                    let free = members.has(other);
                    let next = if free { cost } else { cost + blocks.part[other].len() as usize };
                    if next <= budget {
                        buckets[next].insert(other);
                    }
                }
            }
        }
        reach
    }
}
