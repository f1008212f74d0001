//! The search inside a view. A start is a set of givens of the first chute. The search extends it to cells
//! that hit every known unavoidable set.
//!
//! There are two kinds of sets that the start does not hit. Sets without cells in the last chute must be hit
//! in the second one (`pair`). The others may be hit in the second or in the last one (`third`). Each cell of
//! the second chute has a bit vector of the sets that it does not hit.

use core::sync::atomic::{AtomicBool, Ordering};

use crate::board::{Cells, members};

use super::view::{BOXES, CHUTE, ChuteCells, Start, View};

/// Maximum numbers of sets of each kind that a start uses. They give bit vectors a fixed length.
const PAIR: usize = 256;
const THIRD: usize = 512;
/// Maximum number of recent sets, which are examined one by one until the next start.
const RECENT: usize = 64;

type PairBits = [u64; PAIR / 64];
type ThirdBits = [u64; THIRD / 64];

/// A function that finds another solution of a puzzle and returns the cells in which it differs.
type Other<'a> = &'a mut dyn FnMut(Cells) -> Option<Cells>;

/// A search from some starts of a view.
pub(super) struct Search<'a> {
    view: &'a View,
    stop: &'a AtomicBool,
    other: Other<'a>,
    /// The known sets without cells in the last chute. Each is stored as its parts in the other two chutes,
    /// and the sets are sorted by the size of the second part.
    pairs: Vec<[ChuteCells; 2]>,
    /// The other known sets. Each is stored as its parts in all chutes, and the sets are sorted by the size
    /// of the last part.
    thirds: Vec<[ChuteCells; 3]>,
    /// Sets found during the search.
    new: Vec<Cells>,
    /// Cells that hit all known sets.
    leaves: Vec<Cells>,
    first: ChuteCells,
    second: ChuteCells,
    /// The parts, in the second chute, of the sets to hit there, in ascending order of size.
    pair: Vec<ChuteCells>,
    /// The parts in the last chute of the other sets, in ascending order of size.
    third: Vec<ChuteCells>,
    /// For each cell of the second chute, the sets of `pair` and of `third` that it does not hit.
    pair_left: [PairBits; 32],
    third_left: [ThirdBits; 32],
    /// Parts in the second and last chute of sets found since the start.
    recent: Vec<[ChuteCells; 2]>,
    /// Parts in the last chute that are not hit, one list per level.
    open_parts: Vec<ChuteCells>,
}

impl<'a> Search<'a> {
    /// Prepares a search. `pair_sets` are used only if they have no cell in the last chute.
    pub(super) fn new(
        view: &'a View,
        sets: &[Cells],
        pair_sets: &[Cells],
        stop: &'a AtomicBool,
        other: Other<'a>,
    ) -> Self {
        let within = view.within;
        let (mut pairs, mut thirds) = (Vec::new(), Vec::new());
        for (number, set) in sets.iter().chain(pair_sets).enumerate() {
            let [first, second, last] = view.parts(*set);
            if last == 0 {
                pairs.push([first, second & within[1]]);
            } else if number < sets.len() {
                thirds.push([first, second & within[1], last & within[2]]);
            }
        }
        pairs.sort_unstable_by_key(pair_order);
        pairs.dedup();
        thirds.sort_unstable_by_key(third_order);
        Self {
            view,
            stop,
            other,
            pairs,
            thirds,
            new: Vec::new(),
            leaves: Vec::new(),
            first: 0,
            second: 0,
            pair: Vec::new(),
            third: Vec::new(),
            pair_left: [[0; PAIR / 64]; 32],
            third_left: [[0; THIRD / 64]; 32],
            recent: Vec::new(),
            open_parts: Vec::new(),
        }
    }

    /// Returns the sets of cells that hit all known sets, and the new sets.
    pub(super) fn into_results(self) -> (Vec<Cells>, Vec<Cells>) {
        (self.leaves, self.new)
    }

    /// Searches from these givens of the first chute.
    pub(super) fn start(&mut self, first: Start) {
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        self.first = first;
        self.recent.clear();
        self.pair.clear();
        for [one, two] in &self.pairs {
            if one & first == 0 && self.pair.len() < PAIR {
                if *two == 0 {
                    return;
                }
                self.pair.push(*two);
            }
        }
        let thirds = self.thirds.iter().filter(|[one, ..]| one & first == 0).take(THIRD);
        self.third.clear();
        self.third.extend(thirds.clone().map(|[.., last]| *last));
        let mut pair_left = [u64::MAX; PAIR / 64];
        let mut third_left = [u64::MAX; THIRD / 64];
        first_bits(&mut pair_left, self.pair.len());
        first_bits(&mut third_left, self.third.len());
        self.pair_left = [pair_left; 32];
        self.third_left = [third_left; 32];
        for (number, set) in self.pair.iter().enumerate() {
            let bit = 1 << (number % 64);
            members(u128::from(*set)).for_each(|cell| self.pair_left[cell & 31][number / 64] &= !bit);
        }
        for (number, [_, set, _]) in thirds.enumerate() {
            let bit = 1 << (number % 64);
            members(u128::from(*set)).for_each(|cell| self.third_left[cell & 31][number / 64] &= !bit);
        }
        self.second_chute(0, self.view.within[1], self.view.counts[1], &pair_left, &third_left);
    }

    /// Returns the cells of the second or last chute that may get more givens, judging by the limits of the
    /// crossing chutes.
    fn with_room(&self, second: ChuteCells, last: ChuteCells) -> ChuteCells {
        let mut room = CHUTE;
        for (cells, limit) in BOXES.into_iter().zip(self.view.limits) {
            let count = [self.first, second, last].map(|part| (part & cells).count_ones());
            if count.into_iter().sum::<u32>() >= limit {
                room &= !cells;
            }
        }
        room
    }

    /// Adds `left` givens in open cells of the second chute.
    fn second_chute(
        &mut self,
        chosen: ChuteCells,
        open: ChuteCells,
        left: u32,
        pair: &PairBits,
        third: &ThirdBits,
    ) {
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        if left == 0 {
            self.second = chosen;
            if pair.iter().all(|word| *word == 0) {
                self.last_chute(third);
            }
            return;
        }
        let mut open = open & self.with_room(chosen, 0);
        // The smallest set without a given, and the cells that hit all such sets.
        let (mut choices, mut fewest, mut common) = (open, 28, open);
        let (mut used, mut disjoint) = (0, 0);
        for (word, bits) in pair.iter().enumerate() {
            for bit in members(u128::from(*bits)) {
                let set = self.pair[64 * word + bit] & open;
                common &= set;
                if set & used == 0 {
                    used |= set;
                    disjoint += 1;
                    if disjoint > left {
                        return;
                    }
                }
                if set.count_ones() < fewest {
                    (choices, fewest) = (set, set.count_ones());
                }
            }
        }
        if left == 1 {
            // The last given must hit all of the sets.
            choices = common;
        }
        for cell in members(u128::from(choices)) {
            open &= !(1 << cell);
            let pair = core::array::from_fn(|word| pair[word] & self.pair_left[cell & 31][word]);
            let third = core::array::from_fn(|word| third[word] & self.third_left[cell & 31][word]);
            self.second_chute(chosen | 1 << cell, open, left - 1, &pair, &third);
        }
    }

    /// Adds the givens of the last chute.
    fn last_chute(&mut self, third: &ThirdBits) {
        let open = self.view.within[2] & self.with_room(self.second, 0);
        let left = self.view.counts[2];
        self.open_parts.clear();
        let (mut used, mut disjoint, mut before) = (0, 0_usize, CHUTE);
        // The disjoint parts. A part that contains one of them is hit with it.
        let mut packed = [CHUTE; 32];
        for number in 0..self.recent.len() {
            let [two, last] = self.recent[number];
            if two & self.second == 0 {
                if last & open == 0 {
                    return;
                }
                self.open_parts.push(last & open);
            }
        }
        for (word, bits) in third.iter().enumerate() {
            let mut bits = *bits;
            while bits != 0 {
                let part = self.third[64 * word + bits.trailing_zeros() as usize] & open;
                bits &= bits - 1;
                // Equal parts are adjacent.
                if core::mem::replace(&mut before, part) == part {
                    continue;
                }
                if part & used == 0 {
                    used |= part;
                    packed[disjoint & 31] = part;
                    disjoint += 1;
                    if disjoint > left as usize {
                        return;
                    }
                } else if packed[..disjoint & 31].iter().any(|inner| inner & !part == 0) {
                    continue;
                }
                self.open_parts.push(part);
            }
        }
        // Most pairs are improper even with the whole last chute given. One query finds a set that
        // excludes many later pairs.
        if let Some(set) = (self.other)(self.view.cells([self.first, self.second, CHUTE])) {
            self.learn(set);
            return;
        }
        self.fill(0, 0, open, left);
    }

    /// Adds `left` givens in open cells of the last chute. The parts to hit are those with an index of `from`
    /// or more.
    fn fill(&mut self, from: usize, chosen: ChuteCells, open: ChuteCells, left: u32) {
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        let Some((mut open, mut choices, mut common)) = self.pack(from, open, left) else { return };
        let end = self.open_parts.len();
        if end == from {
            let cells = self.view.cells([self.first, self.second, chosen]);
            if left == 0 {
                self.leaves.push(cells);
                return;
            }
            // Another solution restricts the choices more than trying all cells.
            choices = match (self.other)(cells) {
                Some(set) => self.learn(set) & open,
                None => open,
            };
            common = choices;
        }
        if left == 1 {
            return self.finish(chosen, common);
        }
        for cell in members(u128::from(choices)) {
            open &= !(1 << cell);
            let chosen = chosen | 1 << cell;
            let open_now = open & self.with_room(self.second, chosen);
            if left == 2 && end > from {
                let mut common = open_now;
                for part in &self.open_parts[from..] {
                    common &= if part >> cell & 1 == 1 { CHUTE } else { *part };
                    if common == 0 {
                        break;
                    }
                }
                self.finish(chosen, common);
                continue;
            }
            for number in from..end {
                let part = self.open_parts[number];
                if part >> cell & 1 == 0 {
                    self.open_parts.push(part & open_now);
                }
            }
            self.fill(end, chosen, open_now, left - 1);
            self.open_parts.truncate(end);
        }
    }

    /// Packs disjoint parts. Returns the cells that stay open, a smallest part, and the cells
    /// common to all parts. Returns `None` if `left` givens are too few.
    fn pack(
        &mut self,
        from: usize,
        mut open: ChuteCells,
        left: u32,
    ) -> Option<(ChuteCells, ChuteCells, ChuteCells)> {
        loop {
            let (mut choices, mut fewest, mut common) = (0, 28, open);
            let (mut used, mut disjoint) = (0, 0);
            for part in &self.open_parts[from..] {
                common &= part;
                if part & used == 0 {
                    used |= part;
                    disjoint += 1;
                }
                if part.count_ones() < fewest {
                    (choices, fewest) = (*part, part.count_ones());
                }
            }
            if disjoint > left {
                return None;
            }
            if disjoint < left || open & !used == 0 {
                return Some((open, choices, common));
            }
            // Each of the disjoint parts takes one given, so no given remains for other cells.
            open &= used;
            self.open_parts[from..].iter_mut().for_each(|part| *part &= open);
        }
    }

    /// Completes the puzzles with one of these givens.
    fn finish(&mut self, chosen: ChuteCells, last: ChuteCells) {
        for cell in members(u128::from(last)) {
            self.leaves.push(self.view.cells([self.first, self.second, chosen | 1 << cell]));
        }
    }

    /// Stores a new set and returns its part in the last chute, or 0 if the givens of the second
    /// chute must change.
    fn learn(&mut self, set: Cells) -> ChuteCells {
        self.new.push(set);
        let [first, second, last] = self.view.parts(set);
        let (second, last) = (second & self.view.within[1], last & self.view.within[2]);
        if last == 0 {
            let set = [first, second];
            let index = self.pairs.partition_point(|known| pair_order(known) < pair_order(&set));
            self.pairs.insert(index, set);
        } else {
            let set = [first, second, last];
            let index = self.thirds.partition_point(|known| third_order(known) < third_order(&set));
            self.thirds.insert(index, set);
        }
        if self.recent.len() == RECENT {
            self.recent.remove(0);
        }
        self.recent.push([second, last]);
        last
    }
}

fn pair_order([_, second]: &[ChuteCells; 2]) -> (u32, ChuteCells) {
    (second.count_ones(), *second)
}

/// Returns a sort key that makes equal last parts adjacent.
fn third_order([_, second, last]: &[ChuteCells; 3]) -> (u32, ChuteCells, u32) {
    (last.count_ones(), *last, second.count_ones())
}

/// Sets the first `count` bits of a vector and clears the others.
fn first_bits(words: &mut [u64], count: usize) {
    for (number, word) in words.iter_mut().enumerate() {
        let bits_here = count.saturating_sub(64 * number).min(64);
        *word = if bits_here == 64 { u64::MAX } else { (1 << bits_here) - 1 };
    }
}
