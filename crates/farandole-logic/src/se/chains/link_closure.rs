//! Link closure: all that follows from each candidate by the links of the grid as it stands, as bit sets.
//!
//! The searches for chains need the order in which assertions are met; whether there is anything to find needs only
//! sets. A candidate holds (`on`) or is gone (`off`); on makes its neighbours off (weak links), off makes the last other
//! place of a cell or house on (strong links).
//!
//! Links turned round are links: if "a holds" makes b go, then "b holds" makes a go, and likewise for strong links.
//! So an assertion that reaches a contradiction reaches its own negation, and a cycle that eliminates a candidate gives
//! a chain from that candidate to its opposite. No such candidate, no single chain.

use super::links::Links;
use super::rows::{Row, and_not, for_each, has, lowest, meet, or, put};
use crate::model::Marks;
use crate::model::tables::{HOUSES, bits, is_pair};

/// The closure of a state's links.
pub(super) struct LinkClosure<const W: usize> {
    /// The candidates in order; their numbers are places here.
    pub(super) candidates: Vec<u16>,
    /// What goes when the candidate holds.
    pub(super) weak: Vec<Row<W>>,
    /// What holds when the candidate goes.
    pub(super) strong: Vec<Row<W>>,
    /// What holds one step after the candidate holds, itself excluded.
    next: Vec<Row<W>>,
    /// What holds at last; the candidate itself only where a cycle leads back to it.
    pub(super) on: Vec<Row<W>>,
    /// What goes at last.
    pub(super) off: Vec<Row<W>>,
    /// The candidates on common cycles with the candidate, itself included; none where it is on no cycle.
    pub(super) component: Vec<Row<W>>,
    units: Vec<Row<W>>,
    walk: Walk<W>,
}

/// The walk for strongly connected components.
struct Walk<const W: usize> {
    order: Vec<u16>,
    unseen: Row<W>,
    open: Row<W>,
    stack: Vec<u16>,
    count: u16,
}

impl<const W: usize> Default for LinkClosure<W> {
    fn default() -> Self {
        Self {
            candidates: Vec::new(),
            weak: Vec::new(),
            strong: Vec::new(),
            next: Vec::new(),
            on: Vec::new(),
            off: Vec::new(),
            component: Vec::new(),
            units: Vec::new(),
            walk: Walk { order: Vec::new(), unseen: [0; W], open: [0; W], stack: Vec::new(), count: 0 },
        }
    }
}

impl<const W: usize> LinkClosure<W> {
    /// Works out the closure for the links of a state between the candidates that `of` leaves of each cell's;
    /// these are `64 * W` at most.
    pub(super) fn build(&mut self, marks: &Marks, links: Links, of: impl Fn(u16) -> u16) {
        self.link(marks, links, of);
        let count = self.candidates.len();
        self.on.clear();
        self.on.resize(count, [0; W]);
        self.off.clear();
        self.off.resize(count, [0; W]);
        self.component.clear();
        self.component.resize(count, [0; W]);
        self.walk.order.clear();
        self.walk.order.resize(count, 0);
        (self.walk.open, self.walk.unseen, self.walk.count) = ([0; W], [0; W], 0);
        (0..count).for_each(|number| put(&mut self.walk.unseen, number));
        while let Some(number) = lowest::<W>(|word| self.walk.unseen[word]) {
            self.visit(number);
        }
    }

    /// Forgets the state.
    pub(super) fn clear(&mut self) {
        self.candidates.clear();
    }

    fn link(&mut self, marks: &Marks, links: Links, of: impl Fn(u16) -> u16) {
        self.candidates.clear();
        self.units.resize(243, [0; W]);
        let used = marks.cand.iter().fold(0, |used, digits| used | of(*digits));
        for units in self.units.chunks_mut(9) {
            bits(used).for_each(|digit| units[digit] = [0; W]);
        }
        for (cell, houses) in HOUSES.iter().enumerate() {
            for digit in bits(of(marks.cand[cell])) {
                let number = self.candidates.len();
                self.candidates.push((cell * 9 + digit) as u16);
                for house in houses {
                    put(&mut self.units[*house as usize * 9 + digit], number);
                }
            }
        }
        self.weak.clear();
        self.strong.clear();
        let mut number = 0;
        for (cell, houses) in HOUSES.iter().enumerate() {
            let digits = of(marks.cand[cell]);
            if digits == 0 {
                continue;
            }
            let bivalue = is_pair(marks.cand[cell]);
            let mut all = [0; W];
            let first = number;
            bits(digits).enumerate().for_each(|(i, _)| put(&mut all, first + i));
            for digit in bits(digits) {
                let (mut weak, mut strong) = ([0; W], [0; W]);
                if links != Links::Houses {
                    weak = all;
                    if bivalue {
                        strong = all;
                    }
                }
                for house in houses.map(usize::from) {
                    let unit = &self.units[house * 9 + digit];
                    or(&mut weak, unit);
                    if links != Links::Cells && is_pair(marks.pos[house][digit]) {
                        or(&mut strong, unit);
                    }
                }
                weak[number / 64] &= !(1 << (number % 64));
                strong[number / 64] &= !(1 << (number % 64));
                self.weak.push(weak);
                self.strong.push(strong);
                number += 1;
            }
        }
        self.link_next(number);
    }

    /// Joins each weak link with the strong links behind it, for `count` candidates.
    fn link_next(&mut self, count: usize) {
        self.next.clear();
        self.next.resize(count, [0; W]);
        for number in 0..count {
            let strong = self.strong[number];
            if strong != [0; W] {
                for_each(&self.weak[number], |other| or(&mut self.next[other], &strong));
            }
        }
        for number in 0..count {
            self.next[number][number / 64] &= !(1 << (number % 64));
        }
    }

    /// One candidate of Tarjan's walk; closes its component once all that it leads to is closed.
    ///
    /// Gives the least order number known to be reached within its component.
    fn visit(&mut self, number: usize) -> u16 {
        self.walk.count += 1;
        let order = self.walk.count;
        let bottom = self.walk.stack.len();
        self.walk.order[number] = order;
        self.walk.stack.push(number as u16);
        put(&mut self.walk.open, number);
        self.walk.unseen[number / 64] &= !(1 << (number % 64));
        let mut low = order;
        let row = self.next[number];
        while let Some(other) = lowest::<W>(|word| row[word] & self.walk.unseen[word]) {
            low = low.min(self.visit(other));
        }
        let mut back = row;
        back.iter_mut().zip(&self.walk.open).for_each(|(word, open)| *word &= open);
        for_each(&back, |other| low = low.min(self.walk.order[other]));
        if low != order {
            return low;
        }
        let (mut own, mut on, mut off) = ([0; W], [0; W], [0; W]);
        self.walk.stack[bottom..].iter().for_each(|member| put(&mut own, *member as usize));
        for member in self.walk.stack[bottom..].iter().map(|member| *member as usize) {
            or(&mut off, &self.weak[member]);
            let row = &self.next[member];
            while let Some(other) = lowest::<W>(|word| row[word] & !own[word] & !on[word]) {
                put(&mut on, other);
                or(&mut on, &self.on[other]);
                or(&mut off, &self.off[other]);
            }
        }
        and_not(&mut self.walk.open, &own);
        let cyclic = self.walk.stack.len() - bottom > 1;
        if cyclic {
            or(&mut on, &own);
        }
        for member in self.walk.stack.drain(bottom..) {
            if cyclic {
                self.component[member as usize] = own;
            }
            self.on[member as usize] = on;
            self.off[member as usize] = off;
        }
        u16::MAX
    }

    /// Whether the candidate, holding, leads to its own going.
    pub(super) fn refutes_itself(&self, number: usize) -> bool {
        has(&self.off[number], number)
    }

    /// Whether the candidate, gone, leads to its own holding.
    pub(super) fn proves_itself(&self, number: usize) -> bool {
        let mut proves = false;
        for_each(&self.strong[number], |other| proves |= has(&self.on[other], number));
        proves
    }

    /// The assertions on the shortest chains from an assertion to its opposite, if they are fewer than `bound`.
    ///
    /// `levels` gets what is first met at each level on the way.
    pub(super) fn shortest(
        &self,
        number: usize,
        holds: bool,
        bound: u32,
        levels: &mut Vec<Row<W>>,
    ) -> Option<u32> {
        let mut front = [0; W];
        let mut depth = if holds {
            put(&mut front, number);
            1
        } else {
            front = self.strong[number];
            2
        };
        let mut seen = front;
        levels.clear();
        levels.push(front);
        while depth + 2 < bound {
            let mut next = [0; W];
            for_each(&front, |other| or(&mut next, &self.next[other]));
            if !holds && has(&next, number) {
                return Some(depth + 2);
            }
            and_not(&mut next, &seen);
            if next == [0; W] {
                return None;
            }
            or(&mut seen, &next);
            front = next;
            levels.push(front);
            depth += 2;
            if holds && depth + 1 < bound && meet(&front, &self.weak[number]) {
                return Some(depth + 1);
            }
        }
        None
    }

    /// The candidates that hold on some shortest chain, from the levels that `shortest` gave.
    ///
    /// Turned round, the way from a candidate to the end is a way from the start: its length is known from the levels.
    pub(super) fn on_shortest(&self, levels: &[Row<W>]) -> Row<W> {
        let mut kept = [0; W];
        for (level, turned) in levels.iter().zip(levels.iter().rev()) {
            for_each(level, |number| {
                if meet(&self.weak[number], turned) {
                    put(&mut kept, number);
                }
            });
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::State;
    use crate::se::chains::links::{strong_links, weak_links};
    use std::collections::BTreeSet;

    /// What an assertion leads to, one link at a time.
    fn plain(marks: &Marks, start: u16) -> BTreeSet<u16> {
        let (mut met, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(lit) = open.pop() {
            let mut next = Vec::new();
            if lit & 1 == 1 {
                weak_links(marks, lit / 2, Links::Both, |other, _| next.push(other * 2));
            } else {
                strong_links(marks, lit / 2, Links::Both, |other, _| next.push(other * 2 + 1));
            }
            open.extend(next.into_iter().filter(|lit| met.insert(*lit)));
        }
        met
    }

    #[test]
    fn closures_are_those_of_a_plain_walk() {
        let lines = include_str!("../../../../../testdata/sudoku/17_clue_sample.txt").lines();
        let mut closure = LinkClosure::<12>::default();
        let mut opposites = 0;
        for line in lines.step_by(80) {
            let (_, steps) =
                crate::se::explain(&State::from_line(line.as_bytes()).unwrap(), crate::se::Budget::NONE);
            let mut state = State::from_line(line.as_bytes()).unwrap();
            for (i, (_, step)) in steps.iter().enumerate() {
                if i % 12 == 0 {
                    closure.build(&state.marks, Links::Both, |digits| digits);
                    for (number, candidate) in closure.candidates.iter().enumerate() {
                        let met = plain(&state.marks, candidate * 2 + 1);
                        let gone = plain(&state.marks, candidate * 2);
                        for (other, lit) in closure.candidates.iter().map(|other| other * 2).enumerate() {
                            assert_eq!(has(&closure.off[number], other), met.contains(&lit));
                            // A candidate comes back to itself by a cycle of more than one strong link only.
                            if other != number {
                                assert_eq!(has(&closure.on[number], other), met.contains(&(lit + 1)));
                            }
                        }
                        assert_eq!(closure.refutes_itself(number), met.contains(&(candidate * 2)));
                        assert_eq!(closure.proves_itself(number), gone.contains(&(candidate * 2 + 1)));
                        opposites += usize::from(closure.refutes_itself(number));
                    }
                }
                state.apply(step);
            }
        }
        assert!(opposites > 0);
    }
}
