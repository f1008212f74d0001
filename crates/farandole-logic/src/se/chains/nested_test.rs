//! Nested test: decides, with the closure of the source, whether a nested chain may exist in the
//! candidates that remain under an assumption.
//!
//! The source has no such chain, because the scale would have applied it before nesting. A chain
//! that exists now therefore uses a new strong link, in a cell or house that has been reduced to
//! two candidates. Let `on*` and `off*` be the consequences of a candidate along the links of the
//! source. A candidate implies its own negation through a first new link between a and b only if it
//! is in both `off*(a)` and the consequences of b along all links. This follows because the
//! contrapositive of a link is a link. The same holds for `on*`.
//!
//! A path through candidates that are already decided stays among decided candidates, so the
//! closure of the source needs no update.

use super::link_closure::LinkClosure;
use super::links::Links;
use super::rows::{Row, for_each, has, meet, or};
use crate::model::Marks;
use crate::model::tables::{CELLS, HOUSES, POSITIONS, bits, is_pair};

/// A quick test for nested chains. False positives are possible, but no false negatives.
pub(super) trait NestedTest {
    /// Loads a source that has neither single nor multiple chains.
    fn load(&mut self, source: &Marks);
    /// Returns true if the remaining candidates of the source may contain a single chain.
    fn single(&mut self, source: &Marks, current: &Marks) -> bool;
    /// Returns true if there may be a multiple chain. Must follow a call of `single` with the same
    /// candidates.
    fn multiple(&mut self, current: &Marks) -> bool;
}

/// The closure of a source, extended by the new links of a later state.
pub(super) struct ClosureTest<const W: usize> {
    closure: LinkClosure<W>,
    numbers: Box<[u16; 729]>,
    /// The candidates on new links (`ends`), and for each of them the other ends (`partners`).
    ends: Row<W>,
    partners: Vec<Row<W>>,
    /// The candidates whose consequences along all links are already computed.
    known: Row<W>,
    on: Vec<Row<W>>,
    off: Vec<Row<W>>,
}

impl<const W: usize> Default for ClosureTest<W> {
    fn default() -> Self {
        Self {
            closure: LinkClosure::default(),
            numbers: Box::new([0; 729]),
            ends: [0; W],
            partners: Vec::new(),
            known: [0; W],
            on: Vec::new(),
            off: Vec::new(),
        }
    }
}

impl<const W: usize> ClosureTest<W> {
    fn number(&self, cell: usize, digit: usize) -> usize {
        self.numbers[cell * 9 + digit] as usize
    }

    fn open(&self, current: &Marks) -> Row<W> {
        let mut open = [0; W];
        for (cell, digits) in current.cand.iter().enumerate() {
            if digits & digits.wrapping_sub(1) != 0 {
                for digit in bits(*digits) {
                    let number = self.number(cell, digit);
                    open[number / 64] |= 1 << (number % 64);
                }
            }
        }
        open
    }

    fn join(&mut self, one: usize, other: usize) {
        for (one, other) in [(one, other), (other, one)] {
            if !has(&self.ends, one) {
                self.ends[one / 64] |= 1 << (one % 64);
                self.partners[one] = [0; W];
            }
            self.partners[one][other / 64] |= 1 << (other % 64);
        }
    }

    /// Returns the consequences of a candidate along all links, including itself.
    fn follow(&self, number: usize) -> (Row<W>, Row<W>) {
        let (mut on, mut off) = (self.closure.on[number], self.closure.off[number]);
        on[number / 64] |= 1 << (number % 64);
        let mut done = [0; W];
        loop {
            let mut next = [0; W];
            (0..W).for_each(|word| next[word] = off[word] & self.ends[word] & !done[word]);
            if next == [0; W] {
                return (on, off);
            }
            or(&mut done, &next);
            for_each(&next, |end| {
                for_each(&self.partners[end], |other| {
                    if has(&self.known, other) {
                        or(&mut on, &self.on[other]);
                        or(&mut off, &self.off[other]);
                    } else {
                        on[other / 64] |= 1 << (other % 64);
                        or(&mut on, &self.closure.on[other]);
                        or(&mut off, &self.closure.off[other]);
                    }
                });
            });
        }
    }
}

impl<const W: usize> NestedTest for ClosureTest<W> {
    fn load(&mut self, source: &Marks) {
        self.closure.build(source, Links::Both, |digits| digits);
        for (number, candidate) in self.closure.candidates.iter().enumerate() {
            self.numbers[*candidate as usize] = number as u16;
        }
        let count = self.closure.candidates.len();
        for rows in [&mut self.partners, &mut self.on, &mut self.off] {
            rows.resize(count, [0; W]);
        }
    }

    fn single(&mut self, source: &Marks, current: &Marks) -> bool {
        (self.ends, self.known) = ([0; W], [0; W]);
        let is_new = |now: u16, before: u16| now != before && is_pair(now);
        let ends = |mask: u16| (mask.trailing_zeros() as usize, 15 - mask.leading_zeros() as usize);
        for cell in 0..81 {
            if is_new(current.cand[cell], source.cand[cell]) {
                let (low, high) = ends(current.cand[cell]);
                self.join(self.number(cell, low), self.number(cell, high));
            }
        }
        for (house, cells) in CELLS.iter().enumerate() {
            for digit in 0..9 {
                if is_new(current.pos[house][digit], source.pos[house][digit]) {
                    let (low, high) = ends(current.pos[house][digit]);
                    let cell = |position: usize| cells[position] as usize;
                    self.join(self.number(cell(low), digit), self.number(cell(high), digit));
                }
            }
        }
        let open = self.open(current);
        let all = self.ends;
        for_each(&all, |end| {
            (self.on[end], self.off[end]) = self.follow(end);
            self.known[end / 64] |= 1 << (end % 64);
        });
        let mut found = false;
        for_each(&all, |end| {
            let (mut on, mut off) = (self.closure.on[end], self.closure.off[end]);
            on[end / 64] |= 1 << (end % 64);
            (0..W).for_each(|word| (on[word], off[word]) = (on[word] & open[word], off[word] & open[word]));
            for_each(&self.partners[end], |other| {
                found |= meet(&off, &self.off[other]) || meet(&on, &self.on[other]);
            });
        });
        found
    }

    fn multiple(&mut self, current: &Marks) -> bool {
        let open = self.open(current);
        let mut rest = open;
        (0..W).for_each(|word| rest[word] &= !self.known[word]);
        for_each(&rest, |number| (self.on[number], self.off[number]) = self.follow(number));
        let share = |start: (Row<W>, Row<W>), number: usize| {
            let (mut on, mut off) = start;
            for word in 0..W {
                on[word] &= self.on[number][word];
                off[word] &= self.off[number][word];
            }
            (on, off)
        };
        let any = |(on, off): (Row<W>, Row<W>)| on != [0; W] || off != [0; W];
        for cell in 0..81 {
            let digits = current.cand[cell];
            if digits.count_ones() < 3 {
                continue;
            }
            if any(bits(digits).fold((open, open), |both, digit| share(both, self.number(cell, digit)))) {
                return true;
            }
            for digit in bits(digits) {
                for kind in 0..3 {
                    let house = HOUSES[cell][kind] as usize;
                    let positions = current.pos[house][digit];
                    if positions & positions.wrapping_sub(1) == 0
                        || positions.trailing_zeros() as u8 != POSITIONS[cell][kind]
                    {
                        continue;
                    }
                    let common = bits(positions).fold((open, open), |both, position| {
                        share(both, self.number(CELLS[house][position] as usize, digit))
                    });
                    if any(common) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// Tests for sources with up to 256, 384 and 768 candidates, each created on first use.
#[derive(Default)]
pub(super) struct NestedTests {
    small: Option<Box<ClosureTest<4>>>,
    middle: Option<Box<ClosureTest<6>>>,
    large: Option<Box<ClosureTest<12>>>,
    count: u32,
}

impl NestedTests {
    pub(super) fn load(&mut self, source: &Marks) {
        self.count = source.cand.iter().map(|digits| digits.count_ones()).sum();
        self.get().load(source);
    }

    /// Returns the test of the source loaded last.
    pub(super) fn get(&mut self) -> &mut dyn NestedTest {
        match self.count {
            ..=256 => &mut **self.small.get_or_insert_default(),
            257..=384 => &mut **self.middle.get_or_insert_default(),
            _ => &mut **self.large.get_or_insert_default(),
        }
    }
}
