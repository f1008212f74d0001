//! Batch closure: an upper bound on the consequences of dynamic chains, computed for 64 assumptions
//! at a time.
//!
//! A dynamic chain takes eliminated candidates into account, so a candidate may become the last of
//! its unit along the chain. The closure does not depend on the order in which assertions are
//! visited: a contradiction is reached either in every order or in none. Each candidate has two
//! sets of assumptions: those under which it is true, and those under which it is false. One word
//! operation processes 64 assumptions.
//!
//! ```text
//! unit (cell, or house and digit) of a, b, c:   off[a] |= on[b] | on[c]      on[a] |= off[b] & off[c]
//! ```
//!
//! After an assumption has led to a contradiction, it is not propagated further.

use super::rows::{Row, has};
use crate::model::Marks;
use crate::model::tables::{CELLS, bits};

/// The form of the assumptions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Seed {
    /// Assumption `n`: candidate number `n` is true.
    On,
    /// Assumption `n`: candidate number `n` is false.
    Off,
}

/// The units to propagate through.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Units {
    /// The candidates of a digit in a house.
    Houses,
    /// The candidates of a digit in a house, and the candidates of a cell.
    All,
}

/// The closure of all assumptions of one form. One row of bits per candidate has one bit per assumption.
pub(super) struct BatchClosure<const W: usize> {
    /// For each candidate number, the assumptions under which the candidate is true.
    pub(super) on: Vec<Row<W>>,
    /// For each candidate number, the assumptions under which the candidate is false.
    pub(super) off: Vec<Row<W>>,
    /// The assumptions that lead to a contradiction.
    pub(super) conflict: Row<W>,
    lane: Lane,
    /// The candidates of all units, one unit after the other.
    members: Vec<u16>,
    /// `members[starts[u]..starts[u + 1]]` contains the candidates of unit `u`.
    starts: Vec<u16>,
    /// The units of each candidate. Unused entries contain the number of units, which is never
    /// queued.
    of: Vec<[u16; 4]>,
    /// The units to propagate, in order.
    queue: Vec<u16>,
    /// True for each unit that is queued. The entry after the last unit is always true.
    is_queued: Vec<bool>,
}

/// Number of words of a row that are processed together. A unit is queued only for the words that
/// changed. Processing all words together took three times as many instructions.
const LANE: usize = 2;

/// The data of [`BatchClosure`] for the assumptions of a few words.
struct Lane {
    /// One entry per candidate number. There are at most 729; the power of two avoids bounds
    /// checks.
    rows: Box<[Both; 1024]>,
    conflict: Row<LANE>,
}

/// The assumptions under which a candidate is true, and those under which it is false.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Both {
    on: Row<LANE>,
    off: Row<LANE>,
}

impl Both {
    const NONE: Self = Self { on: [0; LANE], off: [0; LANE] };
}

impl<const W: usize> Default for BatchClosure<W> {
    fn default() -> Self {
        Self {
            on: Vec::new(),
            off: Vec::new(),
            conflict: [0; W],
            lane: Lane { rows: Box::new([Both::NONE; 1024]), conflict: [0; LANE] },
            members: Vec::new(),
            starts: Vec::new(),
            of: Vec::new(),
            queue: Vec::new(),
            is_queued: Vec::new(),
        }
    }
}

impl<const W: usize> BatchClosure<W> {
    /// Computes the closure of the given assumptions. The state has at most `64 * W` candidates,
    /// numbered row-major.
    pub(super) fn build(&mut self, marks: &Marks, seed: Seed, units: Units, given: &Row<W>) {
        self.link(marks, units);
        let count = self.of.len();
        for set in [&mut self.on, &mut self.off] {
            set.clear();
            set.resize(count, [0; W]);
        }
        let rows = if seed == Seed::On { &mut self.on } else { &mut self.off };
        for number in (0..count).filter(|number| has(given, *number)) {
            rows[number][number / 64] |= 1 << (number % 64);
        }
        self.propagate();
    }

    /// Computes the closure of all assumptions that a candidate is true, starting from known
    /// consequences. For each assumption, `on` and `off` contain the candidates known to be true
    /// and false.
    pub(super) fn extend(&mut self, marks: &Marks, units: Units, on: &[Row<W>], off: &[Row<W>]) {
        self.link(marks, units);
        transpose_rows(on, &mut self.on);
        transpose_rows(off, &mut self.off);
        self.propagate();
    }

    /// Numbers the candidates and lists the units that contain them.
    fn link(&mut self, marks: &Marks, units: Units) {
        let mut numbers = [0; 729];
        let mut count = 0;
        self.of.clear();
        self.starts.clear();
        self.members.clear();
        self.starts.push(0);
        for cell in 0..81 {
            for digit in bits(marks.cand[cell]) {
                numbers[cell * 9 + digit] = count;
                count += 1;
            }
        }
        self.of.resize(count as usize, [u16::MAX; 4]);
        if units == Units::All {
            for cell in 0..81 {
                self.unit(3, bits(marks.cand[cell]).map(|digit| numbers[cell * 9 + digit]));
            }
        }
        for (house, cells) in CELLS.iter().enumerate() {
            for digit in 0..9 {
                let positions = bits(marks.pos[house][digit]);
                let cell = |position: usize| cells[position] as usize;
                self.unit(house / 9, positions.map(|position| numbers[cell(position) * 9 + digit]));
            }
        }
        let unused = self.starts.len() as u16 - 1;
        self.of.iter_mut().flatten().for_each(|unit| *unit = (*unit).min(unused));
        self.is_queued.clear();
        self.is_queued.resize(self.starts.len(), false);
        self.is_queued[unused as usize] = true;
    }

    /// Adds a unit: of a row (kind 0), a column (1), a box (2) or a cell (3). Units with fewer than two members
    /// are left out.
    fn unit(&mut self, kind: usize, members: impl Iterator<Item = u16>) {
        let start = self.members.len();
        self.members.extend(members);
        if self.members.len() < start + 2 {
            self.members.truncate(start);
            return;
        }
        let unit = self.starts.len() as u16 - 1;
        for i in start..self.members.len() {
            self.of[self.members[i] as usize][kind] = unit;
        }
        self.starts.push(self.members.len() as u16);
    }

    /// Propagates until no unit is queued, processing [`LANE`] words of all rows at a time.
    ///
    /// The queue is first in, first out. Processing the last changed unit first takes 37 % more
    /// instructions; see `docs/experiments/2026-11-21-ratings.md`.
    fn propagate(&mut self) {
        const { assert!(W.is_multiple_of(LANE), "the last words would be left out") };
        self.conflict = [0; W];
        let count = self.of.len();
        for first in (0..W).step_by(LANE) {
            let words = |row: &Row<W>| core::array::from_fn(|word| row[first + word]);
            for (both, (on, off)) in self.lane.rows.iter_mut().zip(self.on.iter().zip(&self.off)) {
                *both = Both { on: words(on), off: words(off) };
            }
            self.lane.conflict = [0; LANE];
            self.queue.clear();
            for number in 0..count {
                let both @ Both { on, off } = self.lane.rows[number];
                if both != Both::NONE {
                    (0..LANE).for_each(|word| self.lane.conflict[word] |= on[word] & off[word]);
                    self.enqueue(number);
                }
            }
            let mut next = 0;
            while next < self.queue.len() {
                let unit = self.queue[next] as usize;
                next += 1;
                if next == 256 {
                    self.queue.drain(..next);
                    next = 0;
                }
                self.apply(unit);
                self.is_queued[unit] = false;
            }
            for (both, (on, off)) in self.lane.rows.iter().zip(self.on.iter_mut().zip(&mut self.off)) {
                on[first..first + LANE].copy_from_slice(&both.on);
                off[first..first + LANE].copy_from_slice(&both.off);
            }
            self.conflict[first..first + LANE].copy_from_slice(&self.lane.conflict);
        }
    }

    /// Queues the units of a candidate.
    fn enqueue(&mut self, number: usize) {
        for unit in self.of[number] {
            let is_queued = &mut self.is_queued[unit as usize];
            if !*is_queued {
                *is_queued = true;
                self.queue.push(unit);
            }
        }
    }

    /// Propagates one unit. The unit counts as queued until the end, because its own changes cannot cause
    /// further changes in it, except contradictions.
    fn apply(&mut self, unit: usize) {
        let range = self.starts[unit] as usize..self.starts[unit + 1] as usize;
        let Lane { rows, conflict } = &mut self.lane;
        // The assumptions under which at least one member is true (`holds`), at least two are
        // (`hold`), at least one is not false (`left`), and at least two are not (`several`).
        let (mut holds, mut hold, mut left, mut several) = ([0; LANE], [0; LANE], [0; LANE], [0; LANE]);
        for member in &self.members[range.clone()] {
            let Both { on, off } = &rows[*member as usize % 1024];
            for word in 0..LANE {
                hold[word] |= holds[word] & on[word];
                holds[word] |= on[word];
                several[word] |= left[word] & !off[word];
                left[word] |= !off[word];
            }
        }
        // The assumptions with possible changes: one member is true and others are left, two are
        // true, or none is true and at most one is left.
        let mut open: Row<LANE> = [0; LANE];
        for word in 0..LANE {
            open[word] = (hold[word] | !(several[word] ^ holds[word])) & !conflict[word];
        }
        if open == [0; LANE] {
            return;
        }
        let mut changed = 0_u16;
        for (i, member) in self.members[range.clone()].iter().enumerate() {
            let Both { on, off } = &mut rows[*member as usize % 1024];
            let mut new = 0;
            for word in 0..LANE {
                // A member becomes false if another one is true, and true if no other one is left.
                let newly_off = (hold[word] | holds[word] & !on[word]) & !off[word] & open[word];
                let newly_on = !(several[word] | left[word] & off[word]) & !on[word] & open[word];
                new |= newly_off | newly_on;
                off[word] |= newly_off;
                on[word] |= newly_on;
                conflict[word] |= on[word] & off[word];
            }
            changed |= u16::from(new != 0) << i;
        }
        for i in bits(changed) {
            self.enqueue(self.members[range.start + i] as usize);
        }
    }
}

/// Transposes the rows of a closure. Row `n` of the result contains the candidates that are true (or false)
/// under assumption `n`.
pub(super) fn transpose_rows<const W: usize>(rows: &[Row<W>], out: &mut Vec<Row<W>>) {
    out.clear();
    out.resize(rows.len(), [0; W]);
    let mut block = [0_u64; 64];
    for down in 0..rows.len().div_ceil(64) {
        for across in 0..rows.len().div_ceil(64) {
            for (i, word) in block.iter_mut().enumerate() {
                *word = rows.get(down * 64 + i).map_or(0, |row| row[across]);
            }
            transpose(&mut block);
            for (row, word) in out[across * 64..].iter_mut().zip(block) {
                row[down] = word;
            }
        }
    }
}

/// Exchanges bit `i` of word `k` with bit `k` of word `i`.
fn transpose(block: &mut [u64; 64]) {
    let (mut step, mut mask) = (32, u64::MAX >> 32);
    while step != 0 {
        let mut low = 0;
        while low < 64 {
            let swap = (block[low] >> step ^ block[low + step]) & mask;
            block[low + step] ^= swap;
            block[low] ^= swap << step;
            low = (low + step + 1) & !step;
        }
        step /= 2;
        mask ^= mask << step;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposed_rows_exchange_bits() {
        let mut seed = 1_u64;
        let rows: Vec<Row<4>> = (0..200)
            .map(|_| {
                core::array::from_fn(|_| {
                    seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    seed ^ seed >> 31
                })
            })
            .collect();
        let mut turned = Vec::new();
        transpose_rows(&rows, &mut turned);
        for i in 0..200 {
            for k in 0..200 {
                assert_eq!(rows[i][k / 64] >> (k % 64) & 1, turned[k][i / 64] >> (i % 64) & 1);
            }
        }
    }

    /// Returns true if an assumption leads to a contradiction, using a simple reference
    /// implementation.
    fn fails(marks: &Marks, cell: usize, digit: usize, seed: Seed) -> bool {
        let mut units: Vec<Vec<usize>> =
            (0..81).map(|cell| bits(marks.cand[cell]).map(|digit| cell * 9 + digit).collect()).collect();
        for (house, cells) in CELLS.iter().enumerate() {
            for digit in 0..9 {
                let positions = bits(marks.pos[house][digit]);
                units.push(positions.map(|position| cells[position] as usize * 9 + digit).collect());
            }
        }
        let (mut on, mut off) = ([false; 729], [false; 729]);
        let start = if seed == Seed::On { &mut on } else { &mut off };
        start[cell * 9 + digit] = true;
        loop {
            let before = (on, off);
            for unit in units.iter().filter(|unit| unit.len() > 1) {
                for member in unit {
                    let mut others = unit.iter().filter(|other| *other != member);
                    off[*member] |= others.clone().any(|other| on[*other]);
                    on[*member] |= others.all(|other| off[*other]);
                }
            }
            if (on, off) == before {
                return (0..729).any(|candidate| on[candidate] && off[candidate]);
            }
        }
    }

    #[test]
    fn contradictions_match_a_simple_closure() {
        let lines = include_str!("../../../../../testdata/sudoku/17_clue_sample.txt").lines();
        let mut closure = BatchClosure::<12>::default();
        let mut conflicts = 0;
        for line in lines.step_by(100) {
            let marks = crate::State::from_line(line.as_bytes()).unwrap().marks;
            for seed in [Seed::On, Seed::Off] {
                closure.build(&marks, seed, Units::All, &[u64::MAX; 12]);
                let candidates =
                    (0..81).flat_map(|cell| bits(marks.cand[cell]).map(move |digit| (cell, digit)));
                for (number, (cell, digit)) in candidates.enumerate() {
                    assert_eq!(has(&closure.conflict, number), fails(&marks, cell, digit, seed));
                    conflicts += usize::from(has(&closure.conflict, number));
                }
            }
        }
        assert!(conflicts > 0);
    }
}
