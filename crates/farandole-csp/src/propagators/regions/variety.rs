//! How many different regions some cells are in.
//!
//! The blocks of the cells are put together in all ways in which no two that are apart are in one region and no region has
//! too many cells; the ways whose number of regions is allowed tell which blocks are together and which are apart. Of many
//! blocks only the bounds of the number are looked at: the number of blocks, and blocks all of which are apart.

use super::blocks::Blocks;
use super::grid::{RegionPartition, RegionVariety};
use crate::model::masks::{Contradiction, Masks};
use crate::propagators::cell_set::CellSet;

/// Of so many blocks all ways are tried: there are at most 877.
const MOST_BLOCKS: usize = 7;

/// A block of the cells: its size, and the blocks that can be in one region with it.
#[derive(Clone, Copy, Default)]
struct Part {
    root: usize,
    size: u32,
    fits: u32,
}

/// Ways to put blocks together.
struct Ways<'p> {
    parts: &'p [Part],
    /// The numbers of regions that are allowed, as bits.
    allowed: u32,
    /// How many cells a region has.
    size: u32,
    /// The blocks of each region so far, and how many cells they have.
    groups: Vec<(u32, u32)>,
    /// The numbers that were found.
    counts: u32,
    /// For each block those that are in its region in some way, and those that are in another one in some way.
    together: [u32; MOST_BLOCKS],
    apart: [u32; MOST_BLOCKS],
}

impl Ways<'_> {
    /// Finds all ways for the blocks from a place on.
    fn find(&mut self, at: usize) {
        let used = self.groups.len() as u32;
        let left = (self.parts.len() - at) as u32;
        if self.allowed >> used << used & ((2 << (used + left)) - 1) == 0 {
            return;
        }
        let Some(&part) = self.parts.get(at) else { return self.note() };
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

    /// Notes the way at hand.
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

/// The size of a set of blocks of which each two are apart, found by taking them in order.
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
    /// Looks at each number of regions; `true` if cells turned out to be together or a mask changed.
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
        let range = (2_u32 << most) - (1 << least);
        let allowed = range & if it.shift < 0 { control << -it.shift } else { control >> it.shift };
        if parts.len() > MOST_BLOCKS {
            let changed = masks.keep(it.control, in_control(range))?;
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

/// The blocks of the cells.
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
