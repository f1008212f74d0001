//! The number of listed cells that are in the region of a center cell. The propagation uses blocks that are
//! known to be in different regions.
//!
//! The algorithm enumerates *choices*: sets of blocks of listed cells that can be in the region. No two blocks
//! of a choice are apart, and the region has room for all of them. A region that is still incomplete also needs
//! a *door*: an adjacent cell into which it can grow without any other listed block.
//!
//! Cost: up to 256 choices per clue and pass. With more than eight blocks, choices are not enumerated, and the
//! algorithm only tests if the region can grow without any of these blocks.

use super::blocks::Blocks;
use super::grid::{RegionCount, RegionPartition};
use crate::model::masks::{Contradiction, Masks};
use crate::propagators::cell_set::CellSet;

/// A block with listed cells, or the block of the center.
struct Part<const W: usize> {
    root: usize,
    /// The number of listed cells in the block.
    times: u32,
    cells: CellSet<W>,
    /// The adjacent cells into which the region of the block can grow, and the cells that are in other regions.
    doors: CellSet<W>,
    apart: CellSet<W>,
    /// The indices of the open blocks that can be in the same region, as bits.
    fits: u32,
}

/// An enumeration of choices: the block of the center, and the blocks that may or may not be in its region.
struct Choice<const W: usize> {
    center: Part<W>,
    open: Vec<Part<W>>,
    /// The allowed counts, as bits.
    allowed: u32,
    size: u32,
    found: Found,
}

/// A summary of the choices that are found so far: their counts, the blocks that are in some of them, and the
/// blocks that are in all of them. Each field is a bit set.
#[derive(Clone, Copy)]
struct Found {
    counts: u32,
    some: u32,
    all: u32,
}

impl Found {
    /// Returns true if a choice with this count and the blocks `taken` would not change the summary.
    fn has(&self, count: u32, taken: u32) -> bool {
        self.counts >> count & 1 == 1 && taken & !self.some == 0 && self.all & !taken == 0
    }
}

// With more blocks, only `needs_one` is tested.
/// The greatest number of blocks whose choices are enumerated: at most 2^8 = 256 choices.
const MOST_BLOCKS: usize = 8;
/// The exclusive upper bound of the number of listed cells.
const MOST_CELLS: usize = 16;

impl<const W: usize> Choice<W> {
    /// Returns true if counting single cells is enough: each open block has one cell, which is listed once, and
    /// no two of them are apart.
    // `SameRegionCount` propagates such counts exactly, in much less time.
    fn is_plain(&self) -> bool {
        let every = (1 << self.open.len()) - 1;
        !self.open.is_empty()
            && self.open.iter().all(|part| part.times == 1 && part.cells.len() == 1 && part.fits == every)
    }

    /// Returns true if the region cannot grow without one of the open blocks.
    fn needs_one(&self) -> bool {
        let open = self.open.iter().fold(CellSet::default(), |all, part| part.cells.union(&all));
        self.center.cells.len() < self.size && self.center.doors.without(&open).is_empty()
    }

    /// Enumerates the choices that extend `taken` with open blocks of index `at` or more. `fitting` is the set
    /// of the blocks that are not apart from `taken`, `count` is the number of listed cells so far, and `room`
    /// is the number of cells that the region can still add.
    fn find(&mut self, at: usize, taken: u32, fitting: u32, count: u32, room: u32) {
        let Some(part) = self.open.get(at) else {
            // Choices that add no information are rejected before the more expensive `can_grow`.
            let fits = self.allowed >> count & 1 == 1 && !self.found.has(count, taken);
            // A complete region need not grow.
            if fits && (room == 0 || self.can_grow(taken)) {
                self.found.counts |= 1 << count;
                self.found.some |= taken;
                self.found.all &= taken;
            }
            return;
        };
        let (size, times, fits) = (part.cells.len(), part.times, part.fits);
        if fitting >> at & 1 == 1 && size <= room {
            self.find(at + 1, taken | 1 << at, fitting & fits, count + times, room - size);
        }
        // Choices without this block.
        self.find(at + 1, taken, fitting, count, room);
    }

    /// Returns true if the region with the blocks `taken`, and with none of the other open blocks, has an
    /// adjacent cell into which it can grow.
    fn can_grow(&self, taken: u32) -> bool {
        let (mut doors, mut apart) = (self.center.doors, self.center.apart);
        for (at, part) in self.open.iter().enumerate() {
            // This choice excludes the cells of other blocks, since they would change the count.
            if taken >> at & 1 == 1 {
                doors = doors.union(&part.doors);
                apart = apart.union(&part.apart);
            } else {
                apart = apart.union(&part.cells);
            }
        }
        let taken = self.open.iter().enumerate().filter(|(at, _)| taken >> at & 1 == 1);
        let inside = taken.fold(self.center.cells, |cells, (_, part)| cells.union(&part.cells));
        !doors.without(&apart).without(&inside).is_empty()
    }
}

impl RegionPartition {
    /// Propagates each count clue. Returns true if more cells are known to be together or apart, or a mask
    /// changed.
    pub(super) fn count_all<const W: usize>(
        &self,
        blocks: &mut Blocks<W>,
        masks: &mut Masks<'_>,
    ) -> Result<bool, Contradiction> {
        let mut changed = false;
        // Larger counts are left to other propagators. With these limits, shifted masks fit in 32 bits.
        let small = |it: &&RegionCount| it.others.len() < MOST_CELLS && it.shift.unsigned_abs() < 16;
        for it in self.counts.iter().filter(small) {
            changed |= self.count(it, blocks, masks)?;
        }
        Ok(changed)
    }

    /// Returns the data of a block with `times` listed cells.
    fn part<const W: usize>(&self, root: usize, times: u32, blocks: &Blocks<W>) -> Part<W> {
        let (cells, apart) = (blocks.members[root], blocks.apart[root]);
        let around = cells.iter().fold(CellSet::default(), |all, cell| all.union(&self.neighbours_of(cell)));
        Part { root, times, cells, doors: around.without(&cells).without(&apart), apart, fits: 0 }
    }

    /// Returns the enumeration for a clue, with the blocks that may or may not be in the region.
    fn choice<const W: usize>(&self, it: &RegionCount, allowed: u32, blocks: &Blocks<W>) -> Choice<W> {
        let center = self.part(blocks.root(usize::from(it.center)), 0, blocks);
        let mut open: Vec<Part<W>> = Vec::with_capacity(MOST_BLOCKS);
        for &cell in &it.others {
            let root = blocks.root(usize::from(cell));
            // The block of the center certainly counts, and blocks in other regions do not.
            if root == center.root || blocks.are_apart(center.root, root) {
                continue;
            }
            match open.iter_mut().find(|part| part.root == root) {
                Some(part) => part.times += 1,
                None => open.push(self.part(root, 1, blocks)),
            }
        }
        for at in 0..open.len().min(MOST_BLOCKS) {
            let others = open.iter().enumerate();
            let fits = others.filter(|(_, other)| !blocks.are_apart(open[at].root, other.root));
            open[at].fits = fits.fold(0, |set, (other, _)| set | 1 << other);
        }
        let found = Found { counts: 0, some: 0, all: u32::MAX };
        Choice { center, open, allowed, size: self.size, found }
    }

    fn count<const W: usize>(
        &self,
        it: &RegionCount,
        blocks: &mut Blocks<W>,
        masks: &mut Masks<'_>,
    ) -> Result<bool, Contradiction> {
        let control = u32::from(masks.get(it.control));
        let allowed = if it.shift < 0 { control << -it.shift } else { control >> it.shift };
        let mut choice = self.choice(it, allowed, blocks);
        let root = choice.center.root;
        // Listed cells in the block of the center count in every choice.
        let sure = it.others.iter().filter(|&&cell| blocks.root(usize::from(cell)) == root).count() as u32;
        let in_control =
            |counts: u32| (if it.shift < 0 { counts >> -it.shift } else { counts << it.shift }) as u16;
        if choice.open.len() > MOST_BLOCKS || choice.is_plain() {
            // Bounds of the count are left to `SameRegionCount`. If the region needs one of the open blocks to
            // grow, the count `sure` is impossible.
            let none = if choice.needs_one() { 1 << sure } else { 0 };
            return masks.remove(it.control, in_control(none));
        }
        choice.find(0, 0, u32::MAX, sure, self.size - blocks.size(root));
        let mut changed = masks.keep(it.control, in_control(choice.found.counts))?;
        for (at, &Part { root: other, .. }) in choice.open.iter().enumerate() {
            // A block in no choice is apart from the center. A block in every choice is together with the
            // center.
            if choice.found.some >> at & 1 == 0 {
                let [one, two] = [root, other].map(|root| blocks.members[root]);
                blocks.apart[root] = blocks.apart[root].union(&two);
                blocks.apart[other] = blocks.apart[other].union(&one);
                changed = true;
            } else if choice.found.all >> at & 1 == 1 {
                blocks.known.push((root as u16, other as u16));
                changed = true;
            }
        }
        Ok(changed)
    }
}
