//! Which cells can be in the region of a block: cheapest paths with buckets (Dial), and what follows.

use super::super::cell_set::CellSet;
use super::Partition;
use super::blocks::Blocks;
use crate::engine::variant::masks::{Dead, Masks};

/// The most cells of a region: it repeats no value.
const LARGEST: usize = 16;

impl Partition {
    /// Looks at each block's reach; `true` if cells turned out to be together or a mask changed.
    pub(super) fn reach_all(&self, blocks: &mut Blocks, masks: &mut Masks<'_>) -> Result<bool, Dead> {
        let mut found = false;
        for root in blocks.roots() {
            if blocks.size(root) == self.size {
                let members = blocks.members[root];
                if self.part_of(members, root) != members {
                    return Err(Dead);
                }
                blocks.apart[root] = CellSet::below(self.values.len()).without(&members);
                continue;
            }
            let reach = self.reach(root, blocks);
            blocks.apart[root] = CellSet::below(self.values.len()).without(&reach);
            found |= self.conclude(root, &reach, blocks, masks)?;
        }
        Ok(found)
    }

    /// What follows from the cells that a region lies within.
    fn conclude(
        &self,
        root: usize,
        reach: &CellSet,
        blocks: &mut Blocks,
        masks: &mut Masks<'_>,
    ) -> Result<bool, Dead> {
        let members = blocks.members[root];
        if reach.len() < self.size || !members.without(reach).is_empty() {
            return Err(Dead);
        }
        let mut found = self.place_values(root, reach, blocks, masks)?;
        if reach.len() == self.size {
            for cell in reach.without(&members).iter() {
                blocks.known.push((root as u16, cell as u16));
                found = true;
            }
            return Ok(found);
        }
        if let Some(door) = self.only_door(&members, reach, blocks) {
            blocks.known.push((root as u16, door as u16));
            found = true;
        }
        Ok(found)
    }

    /// A value of the region with one place goes there.
    fn place_values(
        &self,
        root: usize,
        reach: &CellSet,
        blocks: &mut Blocks,
        masks: &mut Masks<'_>,
    ) -> Result<bool, Dead> {
        let (mut once, mut twice) = (0, 0);
        for cell in reach.iter() {
            let mask = masks.get(self.values[cell]);
            twice |= once & mask;
            once |= mask;
        }
        let Some(all) = self.full else {
            return if once.count_ones() < self.size { Err(Dead) } else { Ok(false) };
        };
        if once & all != all {
            return Err(Dead);
        }
        let single = once & !twice & !blocks.fixed[root];
        if single == 0 {
            return Ok(false);
        }
        let mut found = false;
        for cell in reach.iter() {
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

    /// The only block through which a block can grow: a cell of it.
    fn only_door(&self, members: &CellSet, reach: &CellSet, blocks: &Blocks) -> Option<usize> {
        let part = self.part_of(*members, members.first()?);
        let mut door = None;
        for cell in part.iter() {
            for &(other, _) in &self.neighbours[cell] {
                let other = usize::from(other);
                if part.has(other) || !reach.has(other) {
                    continue;
                }
                match door {
                    None => door = Some(other),
                    Some(before) if blocks.root(before) == blocks.root(other) => {}
                    Some(_) => return None,
                }
            }
        }
        door.filter(|door| !members.has(*door))
    }

    /// The cells of a set that are connected with a cell of it.
    fn part_of(&self, within: CellSet, start: usize) -> CellSet {
        let (mut part, mut front) = (CellSet::default(), CellSet::default());
        part.insert(start);
        if within.len() == 1 {
            return part;
        }
        front.insert(start);
        while let Some(cell) = front.first() {
            front.remove(cell);
            for &(other, _) in &self.neighbours[cell] {
                let other = usize::from(other);
                if within.has(other) && !part.has(other) {
                    part.insert(other);
                    front.insert(other);
                }
            }
        }
        part
    }

    /// The cells that a region with this block can have. A path from the block costs the sizes of the connected parts of
    /// other blocks on it; other parts of this block are free.
    fn reach(&self, root: usize, blocks: &Blocks) -> CellSet {
        let budget = (self.size - blocks.size(root)) as usize;
        let (members, apart) = (blocks.members[root], blocks.apart[root]);
        let mut buckets = [CellSet::default(); LARGEST];
        let mut reach = CellSet::default();
        buckets[0].insert(root);
        for cost in 0..=budget {
            while let Some(cell) = buckets[cost].first() {
                buckets[cost].remove(cell);
                if reach.has(cell) {
                    continue;
                }
                let part = self.part_of(blocks.members[blocks.root(cell)], cell);
                reach = reach.union(&part);
                for inside in part.iter() {
                    for &(other, _) in &self.neighbours[inside] {
                        let other = usize::from(other);
                        if reach.has(other) || apart.has(other) || self.is_wall(inside, other, blocks) {
                            continue;
                        }
                        let next =
                            if members.has(other) { cost } else { cost + self.part_size(other, blocks) };
                        if next <= budget {
                            buckets[next].insert(other);
                        }
                    }
                }
            }
        }
        reach
    }

    /// Whether two neighbours are in blocks that are apart.
    fn is_wall(&self, a: usize, b: usize, blocks: &Blocks) -> bool {
        blocks.are_apart(blocks.root(a), blocks.root(b))
    }

    /// How many cells are connected with a cell within its block.
    fn part_size(&self, cell: usize, blocks: &Blocks) -> usize {
        self.part_of(blocks.members[blocks.root(cell)], cell).len() as usize
    }
}
