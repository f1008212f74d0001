//! The number of different regions of some cells.
//!
//! The algorithm enumerates all partitions of the blocks of these cells into regions. Blocks that are apart are
//! in different regions, and no region has too many cells. The partitions with an allowed number of regions
//! determine which blocks are together and which are apart.
//!
//! With more than [`MOST_BLOCKS`] blocks, the algorithm uses only bounds of the number of regions. The upper
//! bound is the number of blocks. The lower bound is the size of a set of blocks that are pairwise apart.
//!
//! Cost: up to 877 partitions per clue and pass. The bounds prune little before labels are known.

use super::blocks::Blocks;
use super::grid::{RegionPartition, RegionVariety};
use crate::model::masks::{Contradiction, Masks};
use crate::propagators::cell_set::CellSet;

/// The greatest number of blocks whose partitions are enumerated. Seven blocks have Bell(7) = 877 partitions.
/// On the variant `The Fountain`, a limit of 5 needs 50% more guesses, and a limit of 9 takes twenty times as
/// long without saving guesses.
const MOST_BLOCKS: usize = 7;

/// A block with cells of the clue: its root, its number of cells, and the indices of the blocks that can be in
/// the same region, as bits.
#[derive(Clone, Copy, Default)]
struct Part {
    root: usize,
    size: u32,
    fits: u32,
}

/// An enumeration of the partitions of blocks into regions.
struct Ways<'p> {
    parts: &'p [Part],
    /// The allowed numbers of regions, as bits.
    allowed: u32,
    /// The number of cells in a region.
    size: u32,
    /// The regions of the current partition: the blocks of each, as bits, and their number of cells.
    groups: Vec<(u32, u32)>,
    /// The numbers of regions of the partitions found, as bits.
    counts: u32,
    /// For each block, the blocks that are in its region in some partition (`together`), and the blocks that are
    /// in another region in some partition (`apart`), as bit sets.
    together: [u32; MOST_BLOCKS],
    apart: [u32; MOST_BLOCKS],
}

impl Ways<'_> {
    /// Enumerates all partitions that extend the current one with the blocks of index `at` or more.
    fn find(&mut self, at: usize) {
        let used = self.groups.len() as u32;
        let left = (self.parts.len() - at) as u32;
        // The number of regions is at least the current number, and grows by at most one per remaining block.
        if self.allowed >> used << used & ((2 << (used + left)) - 1) == 0 {
            return;
        }
        // Without a further block, the partition is complete.
        let Some(&part) = self.parts.get(at) else { return self.note() };
        // The block joins each compatible region in turn, then starts a new region. This visits each partition
        // once.
        for group in 0..self.groups.len() {
            let (blocks, cells) = self.groups[group];
            if blocks & !part.fits == 0 && cells + part.size <= self.size {
                self.groups[group] = (blocks | 1 << at, cells + part.size);
                self.find(at + 1);
                self.groups[group] = (blocks, cells);
            }
        }
        self.groups.push((1 << at, part.size));
        self.find(at + 1);
        self.groups.pop();
    }

    fn note(&mut self) {
        self.counts |= 1 << self.groups.len();
        for &(blocks, _) in &self.groups {
            let mut rest = blocks;
            while rest != 0 {
                let at = rest.trailing_zeros() as usize;
                self.together[at] |= blocks;
                self.apart[at] |= !blocks;
                rest &= rest - 1;
            }
        }
    }
}

/// Returns the size of a set of blocks that are pairwise apart. The set is chosen greedily, in order.
fn mutually_apart(parts: &[Part]) -> u32 {
    let mut taken = 0_u32;
    for (at, part) in parts.iter().enumerate() {
        if part.fits & taken == 0 {
            taken |= 1 << at;
        }
    }
    taken.count_ones()
}

impl RegionPartition {
    /// Propagates each clue. Returns true if more cells are known to be together or a mask changed.
    pub(super) fn vary_all<const W: usize>(
        &self,
        blocks: &mut Blocks<W>,
        masks: &mut Masks<'_>,
    ) -> Result<bool, Contradiction> {
        let mut changed = false;
        for it in &self.varieties {
            changed |= self.vary(it, blocks, masks)?;
        }
        Ok(changed)
    }

    fn vary<const W: usize>(
        &self,
        it: &RegionVariety,
        blocks: &mut Blocks<W>,
        masks: &mut Masks<'_>,
    ) -> Result<bool, Contradiction> {
        let parts = parts(it, blocks);
        let control = u32::from(masks.get(it.control));
        let in_control =
            |counts: u32| (if it.shift < 0 { counts >> -it.shift } else { counts << it.shift }) as u16;
        let most = parts.len() as u32;
        let least = mutually_apart(&parts);
        // The bits from `least` to `most`.
        let range = (2_u32 << most) - (1 << least);
        let allowed = range & if it.shift < 0 { control << -it.shift } else { control >> it.shift };
        if parts.len() > MOST_BLOCKS {
            let changed = masks.keep(it.control, in_control(range))?;
            // Only the maximum is allowed, so all blocks are in different regions.
            if allowed == 1 << most {
                let all =
                    parts.iter().fold(CellSet::default(), |all, part| blocks.members[part.root].union(&all));
                for part in &parts {
                    let others = all.without(&blocks.members[part.root]);
                    blocks.apart[part.root] = blocks.apart[part.root].union(&others);
                }
            }
            return Ok(changed);
        }
        let (together, apart) = ([0; MOST_BLOCKS], [0; MOST_BLOCKS]);
        let groups = Vec::with_capacity(MOST_BLOCKS);
        let mut ways = Ways { parts: &parts, allowed, size: self.size, groups, counts: 0, together, apart };
        ways.find(0);
        let mut changed = masks.keep(it.control, in_control(ways.counts))?;
        for (at, &Part { root, .. }) in parts.iter().enumerate() {
            for (with, &Part { root: other, .. }) in parts.iter().enumerate().skip(at + 1) {
                // Two blocks that no partition joins are apart, and two blocks that no partition separates are
                // together.
                if ways.together[at] >> with & 1 == 0 {
                    let [one, two] = [root, other].map(|root| blocks.members[root]);
                    blocks.apart[root] = blocks.apart[root].union(&two);
                    blocks.apart[other] = blocks.apart[other].union(&one);
                } else if ways.apart[at] >> with & 1 == 0 {
                    blocks.known.push((root as u16, other as u16));
                    changed = true;
                }
            }
        }
        Ok(changed)
    }
}

/// Returns the blocks of the cells of a clue.
fn parts<const W: usize>(it: &RegionVariety, blocks: &Blocks<W>) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::with_capacity(it.cells.len());
    for &cell in &it.cells {
        let root = blocks.root(usize::from(cell));
        if parts.iter().all(|part| part.root != root) {
            parts.push(Part { root, size: blocks.size(root), fits: 0 });
        }
    }
    for at in 0..parts.len() {
        let others = parts.iter().enumerate();
        let fits = others.filter(|(_, other)| !blocks.are_apart(parts[at].root, other.root));
        parts[at].fits = fits.fold(0, |set, (other, _)| set | 1 << other);
    }
    parts
}
