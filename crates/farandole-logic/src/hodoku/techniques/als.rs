//! Almost locked sets: ALS-XZ, ALS-XY-wing, ALS-XY-chain, death blossom.
//!
//! # What it is
//! An almost locked set (ALS) is n cells of a house with n + 1 digits. Two of them have a restricted common digit when
//! every place of it in one sees every place in the other.
//!
//! # Why it holds
//! An ALS that lacks one of its digits is locked in the others. Only one of two sets can hold their restricted common
//! digit, so the other is locked. Along a chain of sets, each joined to the next by another restricted common digit,
//! the first or the last is locked: a further digit that both have is in one of them, and no cell that sees all its places in
//! both holds it. With two restricted common digits both sets are locked. Death blossom: whatever a cell holds, one of
//! its sets is locked.
//!
//! # Example
//! A: r1c1 with 1 and 2. B: r1c5 and r2c5 with 1, 2 and 3, where 1 is only at r1c5. One of the sets lacks 1 and has 2, so a cell that sees r1c1
//! and both places of 2 in B is not 2.
//!
//! # Source
//! Names, rule against overlap, choice among several: Bernhard Hobiger, HoDoKu 2.2.

use crate::hodoku::order::Scope;
use crate::model::tables::{HOUSE_SETS, HOUSES, PEER_SETS, bits, cells};
use crate::model::{Candidate, Deduction, Role, Technique};
use crate::patterns::links::common_peers;
use crate::patterns::view::View;

/// An almost locked set.
#[derive(Clone, Debug)]
pub(crate) struct Als {
    pub(crate) set: u128,
    pub(crate) digits: u16,
    /// Its places of each digit, and the candidates that see all of these.
    pub(crate) places: [u128; 9],
    pub(crate) seen: [u128; 9],
}

/// What a pattern excludes: cells for each digit.
pub(crate) type Effect = [u128; 9];

/// A pattern of almost locked sets, with the restricted common digits in order.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    pub(crate) technique: Technique,
    pub(crate) effect: Effect,
    sets: Vec<usize>,
    common: Vec<u8>,
    /// The cell in the middle of a death blossom.
    stem: Option<usize>,
}

/// The most sets in a chain.
const LONGEST: usize = 6;

/// The almost locked sets of a grid and their restricted common digits.
#[derive(Clone, Debug)]
pub(crate) struct Sets {
    pub(crate) sets: Vec<Als>,
    /// For each set: the other set and the restricted common digits.
    joined: Vec<Vec<(u32, u16)>>,
    scope: Scope,
}

impl Sets {
    /// Sets that overlap are joined only in the wider scope.
    pub(crate) fn new(view: &View<'_>, scope: Scope) -> Self {
        let mut sets = Vec::new();
        for house in 0..27 {
            for part in view.parts().of(house) {
                if part.surplus != 1 || is_known(part.set, house) {
                    continue;
                }
                let mut als = Als { set: part.set, digits: part.digits, places: [0; 9], seen: [0; 9] };
                for digit in bits(part.digits) {
                    als.places[digit] = view.places[digit] & part.set;
                    als.seen[digit] = common_peers(als.places[digit]) & view.places[digit];
                }
                sets.push(als);
            }
        }
        let joined = join(view, &sets, scope);
        Self { sets, joined, scope }
    }

    /// Where each digit that both sets have goes, but for `not`.
    fn shared(&self, first: usize, second: usize, not: u16) -> Option<Effect> {
        let (a, b) = (&self.sets[first], &self.sets[second]);
        let mut effect = [0; 9];
        let mut any = 0;
        for digit in bits(a.digits & b.digits & !not) {
            effect[digit] = a.seen[digit] & b.seen[digit];
            any |= effect[digit];
        }
        (any != 0).then_some(effect)
    }

    /// Calls `visit` with every pair that excludes something.
    pub(crate) fn xz(&self, visit: &mut dyn FnMut(&Effect, &dyn Fn() -> Pattern)) {
        for first in 0..self.sets.len() {
            for (second, common) in &self.joined[first] {
                let second = *second as usize;
                if second < first {
                    continue;
                }
                let pattern = |effect: &Effect, common: u16| Pattern {
                    technique: Technique::AlsXz,
                    effect: *effect,
                    sets: vec![first, second],
                    common: bits(common).map(|digit| digit as u8).collect(),
                    stem: None,
                };
                let (a, b) = (&self.sets[first], &self.sets[second]);
                if common.count_ones() < 2 {
                    if let Some(effect) = self.shared(first, second, *common) {
                        visit(&effect, &|| pattern(&effect, *common));
                    }
                    continue;
                }
                // Both sets are locked in their other digits, and each common digit is in one of them.
                let mut effect = [0; 9];
                for digit in bits(*common) {
                    effect[digit] = a.seen[digit] & b.seen[digit];
                }
                for set in [a, b] {
                    for digit in bits(set.digits & !common) {
                        effect[digit] |= set.seen[digit];
                    }
                }
                // HoDoKu leaves the cells of the sets alone.
                effect.iter_mut().for_each(|cells| *cells &= !(a.set | b.set));
                if effect.iter().any(|cells| *cells != 0) {
                    visit(&effect, &|| pattern(&effect, *common));
                }
            }
        }
    }

    /// Calls `visit` with every wing: two sets joined to a third by different digits.
    pub(crate) fn wings(&self, visit: &mut dyn FnMut(&Effect, &dyn Fn() -> Pattern)) {
        // Links in the order of their sets, the lower first; each with the links after it that share a set.
        for low in 0..self.sets.len() {
            for (number, (high, left)) in self.joined[low].iter().enumerate() {
                let high_set = *high as usize;
                if high_set < low {
                    continue;
                }
                for (other, right) in &self.joined[low][number + 1..] {
                    self.wing([high_set, low, *other as usize], *left, *right, visit);
                }
                for (other, right) in &self.joined[high_set] {
                    if *other as usize > low {
                        self.wing([low, high_set, *other as usize], *left, *right, visit);
                    }
                }
            }
        }
    }

    fn wing(
        &self,
        [first, middle, second]: [usize; 3],
        left: u16,
        right: u16,
        visit: &mut dyn FnMut(&Effect, &dyn Fn() -> Pattern),
    ) {
        let (a, b) = (&self.sets[first], &self.sets[second]);
        if a.digits & b.digits == 0 || self.scope == Scope::Solve && a.set & b.set != 0 {
            return;
        }
        for x in bits(left) {
            for y in bits(right & !(1 << x)) {
                if let Some(effect) = self.shared(first, second, 1 << x | 1 << y) {
                    visit(&effect, &|| Pattern {
                        technique: Technique::AlsXyWing,
                        effect,
                        sets: vec![first, middle, second],
                        common: vec![x as u8, y as u8],
                        stem: None,
                    });
                }
            }
        }
    }

    /// Calls `visit` with chains of four to six sets, each after the one before in the order of the sets; the shortest
    /// for each pair of ends and their digits.
    pub(crate) fn chains(&self, visit: &mut dyn FnMut(&Effect, &dyn Fn() -> Pattern)) {
        // A place of the walk: a set and the digit by which it was entered.
        let mut parent = vec![u32::MAX; self.sets.len() * 9];
        let mut queue: Vec<u32> = Vec::new();
        for (start, from) in self.sets.iter().enumerate() {
            if from.seen.iter().all(|seen| *seen == 0) {
                continue;
            }
            for leave in bits(from.digits) {
                queue.iter().for_each(|place| parent[*place as usize] = u32::MAX);
                queue.clear();
                let ahead = self.ahead(start);
                for (next, common) in &self.joined[start][ahead..] {
                    if common >> leave & 1 == 1 {
                        let place = next * 9 + leave as u32;
                        parent[place as usize] = place;
                        queue.push(place);
                    }
                }
                // Two sets so far; the third ones and so on in turn.
                let mut head = 0;
                for length in 3..=if self.scope == Scope::All { 2 * LONGEST } else { LONGEST } {
                    let end = queue.len();
                    while head < end {
                        let place = queue[head];
                        head += 1;
                        let (here, entered) = (place as usize / 9, place % 9);
                        let ahead = self.ahead(here);
                        for (next, common) in &self.joined[here][ahead..] {
                            for digit in bits(common & !(1 << entered)) {
                                let following = next * 9 + digit as u32;
                                if parent[following as usize] == u32::MAX {
                                    parent[following as usize] = place;
                                    queue.push(following);
                                }
                            }
                        }
                    }
                    if length < 4 {
                        continue;
                    }
                    for place in &queue[end..] {
                        let (end, entered) = (*place as usize / 9, *place as usize % 9);
                        let Some(effect) = self.shared(start, end, 1 << leave | 1 << entered) else {
                            continue;
                        };
                        visit(&effect, &|| self.chain(start, *place, &parent, effect));
                    }
                }
            }
        }
    }

    /// Where the sets begin that a chain may go on to: the scale only goes forward in their order.
    fn ahead(&self, here: usize) -> usize {
        match self.scope {
            Scope::Solve => self.joined[here].partition_point(|(next, _)| (*next as usize) < here),
            Scope::All => 0,
        }
    }

    fn chain(&self, start: usize, place: u32, parent: &[u32], effect: Effect) -> Pattern {
        let (mut sets, mut common, mut at) = (vec![place as usize / 9], vec![(place % 9) as u8], place);
        while parent[at as usize] != at {
            at = parent[at as usize];
            sets.push(at as usize / 9);
            common.push((at % 9) as u8);
        }
        sets.push(start);
        sets.reverse();
        common.reverse();
        Pattern { technique: Technique::AlsXyChain, effect, sets, common, stem: None }
    }

    /// Calls `visit` with every death blossom: for each digit of a cell a set that lacks it when the cell has it.
    pub(crate) fn blossoms(&self, view: &View<'_>, visit: &mut dyn FnMut(&Effect, &dyn Fn() -> Pattern)) {
        for stem in cells(view.open) {
            let cand = view.marks.cand[stem];
            let mut petals: Vec<Vec<usize>> = Vec::new();
            for digit in bits(cand) {
                let fits = |als: &Als| {
                    als.digits >> digit & 1 == 1
                        && als.set >> stem & 1 == 0
                        && als.places[digit] & !PEER_SETS[stem] == 0
                };
                petals.push((0..self.sets.len()).filter(|number| fits(&self.sets[*number])).collect());
            }
            if petals.iter().all(|petals| !petals.is_empty()) {
                self.pick(view, stem, &petals, (&mut Vec::new(), 0), visit);
            }
        }
    }

    fn pick(
        &self,
        view: &View<'_>,
        stem: usize,
        petals: &[Vec<usize>],
        (picked, taken): (&mut Vec<usize>, u128),
        visit: &mut dyn FnMut(&Effect, &dyn Fn() -> Pattern),
    ) {
        let cand = view.marks.cand[stem];
        let mut effect = [0; 9];
        for (digit, gone) in effect.iter_mut().enumerate() {
            // A digit of the stem counts only for a petal that is not its own.
            if picked.iter().all(|number| self.sets[*number].digits >> digit & 1 == 1)
                && cand >> digit & 1 == 0
            {
                *gone = picked.iter().fold(view.places[digit] & !(1 << stem), |gone, number| {
                    gone & self.sets[*number].seen[digit]
                });
            }
        }
        if effect.iter().all(|gone| *gone == 0) {
            return;
        }
        if picked.len() == petals.len() {
            visit(&effect, &|| Pattern {
                technique: Technique::DeathBlossom,
                effect,
                sets: picked.clone(),
                common: bits(cand).map(|digit| digit as u8).collect(),
                stem: Some(stem),
            });
            return;
        }
        for number in &petals[picked.len()] {
            if self.scope == Scope::All || self.sets[*number].set & taken == 0 {
                picked.push(*number);
                self.pick(view, stem, petals, (picked, taken | self.sets[*number].set), visit);
                picked.pop();
            }
        }
    }

    pub(crate) fn deduction(&self, view: &View<'_>, pattern: &Pattern) -> Deduction {
        let mut deduction = Deduction::new(pattern.technique);
        deduction.size = pattern.sets.len() as u32;
        if let Some(stem) = pattern.stem {
            deduction.mark(Role::Core, stem, view.marks.cand[stem]);
        }
        for (number, set) in pattern.sets.iter().enumerate() {
            for cell in cells(self.sets[*set].set) {
                deduction.mark(Role::Set(number as u8), cell, view.marks.cand[cell]);
            }
        }
        for (number, digit) in pattern.common.iter().enumerate() {
            let digit = *digit as usize;
            let joined: &[usize] = match pattern.stem {
                Some(_) => &pattern.sets[number..number + 1],
                None if pattern.technique == Technique::AlsXz => &pattern.sets,
                None => &pattern.sets[number..number + 2],
            };
            for set in joined {
                cells(self.sets[*set].places[digit])
                    .for_each(|cell| deduction.pattern.push((Role::Common, Candidate::at(cell, digit))));
            }
        }
        deduction.eliminations = candidates(&pattern.effect);
        deduction
    }
}

/// For each set those with a restricted common digit, rising, and these digits.
fn join(view: &View<'_>, sets: &[Als], scope: Scope) -> Vec<Vec<(u32, u16)>> {
    /// Some of the sets: one bit for each of a block.
    type Some = [u64; 4];
    const BLOCK: usize = 256;
    let mut joined: Vec<Vec<(u32, u16)>> = vec![Vec::new(); sets.len()];
    // Who has a digit in a cell, and who has a cell at all; the last of the cells stands for all.
    let mut holding: Vec<[Some; 9]> = vec![[[0; 4]; 9]; 82];
    let mut touching: Vec<Some> = vec![[0; 4]; 81];
    let mut blind: Vec<[Some; 9]> = vec![[[0; 4]; 9]; 81];
    for (block, members) in sets.chunks(BLOCK).enumerate() {
        holding.fill([[0; 4]; 9]);
        touching.fill([0; 4]);
        for (number, set) in members.iter().enumerate() {
            let (word, bit) = (number / 64, 1 << (number % 64));
            for digit in bits(set.digits) {
                holding[81][digit][word] |= bit;
                cells(set.places[digit]).for_each(|cell| holding[cell][digit][word] |= bit);
            }
            cells(set.set).for_each(|cell| touching[cell][word] |= bit);
        }
        // Who has the digit in a cell that does not see the candidate.
        for digit in 0..9 {
            for from in cells(view.places[digit]) {
                let mut out = [0; 4];
                for cell in cells(view.places[digit] & !PEER_SETS[from]) {
                    (0..4).for_each(|word| out[word] |= holding[cell][digit][word]);
                }
                blind[from][digit] = out;
            }
        }
        for (set, joined) in sets.iter().zip(&mut joined) {
            let mut apart = [!0; 4];
            if scope == Scope::Solve {
                for cell in cells(set.set) {
                    (0..4).for_each(|word| apart[word] &= !touching[cell][word]);
                }
            }
            let mut common: [(u16, Some); 9] = [(0, [0; 4]); 9];
            let (mut count, mut any) = (0, [0; 4]);
            for digit in bits(set.digits) {
                let mut all: Some = core::array::from_fn(|word| holding[81][digit][word] & apart[word]);
                for cell in cells(set.places[digit]) {
                    (0..4).for_each(|word| all[word] &= !blind[cell][digit][word]);
                }
                (0..4).for_each(|word| any[word] |= all[word]);
                common[count] = (1 << digit, all);
                count += 1;
            }
            joined.reserve(any.iter().map(|any| any.count_ones() as usize).sum());
            for (word, mut any) in any.into_iter().enumerate() {
                while any != 0 {
                    let bit = any.trailing_zeros();
                    any &= any - 1;
                    let here = |(digit, all): &(u16, Some)| digit * (all[word] >> bit & 1) as u16;
                    let digits = common[..count].iter().map(here).sum();
                    joined.push(((BLOCK * block + 64 * word) as u32 + bit, digits));
                }
            }
        }
    }
    joined
}

/// The candidates of an effect, by digit, then cell.
pub(crate) fn candidates(effect: &Effect) -> Vec<Candidate> {
    let each = effect.iter().enumerate();
    each.flat_map(|(digit, set)| cells(*set).map(move |cell| Candidate::at(cell, digit))).collect()
}

/// Whether these cells of a house are all in a house before it.
fn is_known(set: u128, house: usize) -> bool {
    let [row, col, _] = HOUSES[set.trailing_zeros() as usize].map(usize::from);
    house >= 9 && set & !HOUSE_SETS[row] == 0 || house >= 18 && set & !HOUSE_SETS[col] == 0
}
