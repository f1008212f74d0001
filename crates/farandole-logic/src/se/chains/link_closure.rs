//! Link closure: the consequences of each candidate along the current links of the grid, as bit
//! sets.
//!
//! A search for chains needs the order in which assertions are reached. To decide whether a chain
//! exists, sets are enough. A candidate is true (`on`) or false (`off`). A true candidate makes its
//! neighbours false (weak links). A false candidate makes the last other candidate of its cell or
//! house true (strong links).
//!
//! The contrapositive of a link is a link: if "a is true" implies "b is false", then "b is true"
//! implies "a is false", and likewise for strong links. Hence an assertion that reaches a
//! contradiction also reaches its own negation. A cycle that eliminates a candidate gives a chain
//! from that candidate to its negation. Without such a candidate, there is no single chain.

use super::links::Links;
use super::rows::{Row, and_not, for_each, has, lowest, meet, or, put};
use crate::model::Marks;
use crate::model::tables::{HOUSES, bits, is_pair};

/// The closure of a state's links.
pub(super) struct LinkClosure<const W: usize> {
    /// The candidates in order. A candidate's number is its index here.
    pub(super) candidates: Vec<u16>,
    /// For each candidate, the candidates that are false if it is true.
    pub(super) weak: Vec<Row<W>>,
    /// For each candidate, the candidates that are true if it is false.
    pub(super) strong: Vec<Row<W>>,
    /// For each candidate, the other candidates that are true one step (a weak and a strong link)
    /// after it.
    next: Vec<Row<W>>,
    /// For each candidate, all candidates that are true if it is. The candidate itself is included
    /// only if it is on a cycle.
    pub(super) on: Vec<Row<W>>,
    /// For each candidate, all candidates that are false if it is true.
    pub(super) off: Vec<Row<W>>,
    /// The strongly connected component of each candidate, empty if the candidate is on no cycle.
    pub(super) component: Vec<Row<W>>,
    units: Vec<Row<W>>,
    walk: Walk<W>,
}

/// The state of the depth-first search for strongly connected components.
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
    /// Computes the closure for the links of a state. `of` selects the candidates of each cell to
    /// include; at most `64 * W` are allowed.
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

    /// Combines each weak link with the strong links that follow it, for `count` candidates.
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

    /// Visits one candidate in Tarjan's algorithm, and closes its component after all its
    /// successors.
    ///
    /// Returns the low link of the candidate, or `u16::MAX` once its component is closed.
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

    /// Returns true if the candidate, assumed true, implies that it is false.
    pub(super) fn refutes_itself(&self, number: usize) -> bool {
        has(&self.off[number], number)
    }

    /// Returns true if the candidate, assumed false, implies that it is true.
    pub(super) fn proves_itself(&self, number: usize) -> bool {
        let mut proves = false;
        for_each(&self.strong[number], |other| proves |= has(&self.on[other], number));
        proves
    }

    /// Returns the number of assertions on the shortest chains from an assertion to its negation,
    /// if it is less than `bound`.
    ///
    /// Fills `levels` with the candidates first reached at each level.
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

    /// Returns the candidates that are true on some shortest chain, given the levels from
    /// `shortest`.
    ///
    /// By contraposition, the reverse of a path from a candidate to the end is a path from the
    /// start. The levels therefore determine its length.
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

    /// Returns the consequences of an assertion, following one link at a time.
    fn plain(marks: &Marks, start: u16) -> BTreeSet<u16> {
        let (mut reached, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(lit) = open.pop() {
            let mut next = Vec::new();
            if lit & 1 == 1 {
                weak_links(marks, lit / 2, Links::Both, |other, _| next.push(other * 2));
            } else {
                strong_links(marks, lit / 2, Links::Both, |other, _| next.push(other * 2 + 1));
            }
            open.extend(next.into_iter().filter(|lit| reached.insert(*lit)));
        }
        reached
    }

    #[test]
    fn closures_match_a_simple_search() {
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
                        let if_on = plain(&state.marks, candidate * 2 + 1);
                        let if_off = plain(&state.marks, candidate * 2);
                        for (other, lit) in closure.candidates.iter().map(|other| other * 2).enumerate() {
                            assert_eq!(has(&closure.off[number], other), if_on.contains(&lit));
                            // A candidate reaches itself only along a cycle with several strong
                            // links.
                            if other != number {
                                assert_eq!(has(&closure.on[number], other), if_on.contains(&(lit + 1)));
                            }
                        }
                        assert_eq!(closure.refutes_itself(number), if_on.contains(&(candidate * 2)));
                        assert_eq!(closure.proves_itself(number), if_off.contains(&(candidate * 2 + 1)));
                        opposites += usize::from(closure.refutes_itself(number));
                    }
                }
                state.apply(step);
            }
        }
        assert!(opposites > 0);
    }
}
