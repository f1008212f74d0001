//! Batch closure: what dynamic chains can reach at all, for 64 assumptions at a time.
//!
//! A dynamic chain remembers what is gone, so a place may become the last one on the way. The closure of that does not
//! depend on the order in which assertions are met: a contradiction is met in some order if and only if it is met in
//! every order. Here each candidate has two sets of assumptions: those under which it holds and those under which it is
//! gone; one operation on a word serves 64 assumptions.
//!
//! ```text
//! unit (cell, or house and digit) of a, b, c:   gone[a] |= on[b] | on[c]      on[a] |= gone[b] & gone[c]
//! ```
//!
//! What an assumption leads to after it met a contradiction is not followed.

use super::rows::{Row, has};
use crate::model::Marks;
use crate::model::tables::{CELLS, bits};

/// What the assumptions are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Seed {
    /// Assumption `n`: candidate number `n` holds.
    On,
    /// Assumption `n`: candidate number `n` is gone.
    Off,
}

/// Which units count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Units {
    /// Places of a digit in a house.
    Houses,
    /// Those, and the digits of a cell.
    All,
}

/// The closure of all assumptions of a kind.
pub(super) struct BatchClosure<const W: usize> {
    /// The assumptions under which the candidate holds, by candidate number.
    pub(super) on: Vec<Row<W>>,
    /// The assumptions under which the candidate is gone.
    pub(super) off: Vec<Row<W>>,
    /// The assumptions that lead to a contradiction.
    pub(super) conflict: Row<W>,
    lane: Lane,
    members: Vec<u16>,
    /// `members[starts[u]..starts[u + 1]]` is unit `u`.
    starts: Vec<u16>,
    /// The units of each candidate; where it has fewer than four, the number behind the last unit.
    of: Vec<[u16; 4]>,
    waiting: Vec<u16>,
    /// By unit; the one behind the last always waits.
    is_waiting: Vec<bool>,
}

/// The words of a row that are worked on at once, so that a unit waits only for the assumptions that changed something
/// there: all words at once took three times as many instructions.
const LANE: usize = 2;

/// The same as in [`BatchClosure`], for the assumptions of a few words.
struct Lane {
    /// By candidate number. There are 729 candidates at most; the size spares a look whether a number is in range.
    rows: Box<[Both; 1024]>,
    conflict: Row<LANE>,
}

/// The assumptions under which a candidate holds, and those under which it is gone.
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
            waiting: Vec::new(),
            is_waiting: Vec::new(),
        }
    }
}

impl<const W: usize> BatchClosure<W> {
    /// Works out the closure of the given assumptions; the state has `64 * W` candidates at most, numbered row-major.
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
        self.settle();
    }

    /// The same for all candidates that hold, from what is known to follow: by assumption, what holds and what is gone.
    pub(super) fn extend(&mut self, marks: &Marks, units: Units, on: &[Row<W>], off: &[Row<W>]) {
        self.link(marks, units);
        turn(on, &mut self.on);
        turn(off, &mut self.off);
        self.settle();
    }

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
                let places = bits(marks.pos[house][digit]);
                let cell = |place: usize| cells[place] as usize;
                self.unit(house / 9, places.map(|place| numbers[cell(place) * 9 + digit]));
            }
        }
        let behind = self.starts.len() as u16 - 1;
        self.of.iter_mut().flatten().for_each(|unit| *unit = (*unit).min(behind));
        self.is_waiting.clear();
        self.is_waiting.resize(self.starts.len(), false);
        self.is_waiting[behind as usize] = true;
    }

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

    /// Applies the rule of every unit that has changed until none has, some words of all rows after the other.
    fn settle(&mut self) {
        const { assert!(W.is_multiple_of(LANE), "the last words would be left out") };
        self.conflict = [0; W];
        let count = self.of.len();
        for first in (0..W).step_by(LANE) {
            let part = |row: &Row<W>| core::array::from_fn(|word| row[first + word]);
            for (both, (on, off)) in self.lane.rows.iter_mut().zip(self.on.iter().zip(&self.off)) {
                *both = Both { on: part(on), off: part(off) };
            }
            self.lane.conflict = [0; LANE];
            self.waiting.clear();
            for number in 0..count {
                let both @ Both { on, off } = self.lane.rows[number];
                if both != Both::NONE {
                    (0..LANE).for_each(|word| self.lane.conflict[word] |= on[word] & off[word]);
                    self.wake(number);
                }
            }
            let mut next = 0;
            while next < self.waiting.len() {
                let unit = self.waiting[next] as usize;
                next += 1;
                if next == 256 {
                    self.waiting.drain(..next);
                    next = 0;
                }
                self.apply(unit);
                self.is_waiting[unit] = false;
            }
            for (both, (on, off)) in self.lane.rows.iter().zip(self.on.iter_mut().zip(&mut self.off)) {
                on[first..first + LANE].copy_from_slice(&both.on);
                off[first..first + LANE].copy_from_slice(&both.off);
            }
            self.conflict[first..first + LANE].copy_from_slice(&self.lane.conflict);
        }
    }

    /// Queues the units of a candidate.
    fn wake(&mut self, number: usize) {
        for unit in self.of[number] {
            let is_waiting = &mut self.is_waiting[unit as usize];
            if !*is_waiting {
                *is_waiting = true;
                self.waiting.push(unit);
            }
        }
    }

    /// Applies the rule of a unit, which counts as waiting meanwhile: what the rule adds gives the unit itself nothing
    /// more, but for contradictions.
    fn apply(&mut self, unit: usize) {
        let range = self.starts[unit] as usize..self.starts[unit + 1] as usize;
        let Lane { rows, conflict } = &mut self.lane;
        // Under what at least one member holds, at least two; under what one is left, two.
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
        // Under what there is anything new: one holds and others are left, two hold, or one is left (or none) and none holds.
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
                // Another one holds; no other is left.
                let gone = (hold[word] | holds[word] & !on[word]) & !off[word] & open[word];
                let last = !(several[word] | left[word] & off[word]) & !on[word] & open[word];
                new |= gone | last;
                off[word] |= gone;
                on[word] |= last;
                conflict[word] |= on[word] & off[word];
            }
            changed |= u16::from(new != 0) << i;
        }
        for i in bits(changed) {
            self.wake(self.members[range.start + i] as usize);
        }
    }
}

/// The closure turned: by assumption, the candidates that hold (or are gone).
pub(super) fn turn<const W: usize>(rows: &[Row<W>], out: &mut Vec<Row<W>>) {
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
    fn turned_rows_exchange_bits() {
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
        turn(&rows, &mut turned);
        for i in 0..200 {
            for k in 0..200 {
                assert_eq!(rows[i][k / 64] >> (k % 64) & 1, turned[k][i / 64] >> (i % 64) & 1);
            }
        }
    }

    /// Whether an assumption leads to a contradiction, candidate by candidate.
    fn fails(marks: &Marks, cell: usize, digit: usize, seed: Seed) -> bool {
        let mut units: Vec<Vec<usize>> =
            (0..81).map(|cell| bits(marks.cand[cell]).map(|digit| cell * 9 + digit).collect()).collect();
        for (house, cells) in CELLS.iter().enumerate() {
            for digit in 0..9 {
                let places = bits(marks.pos[house][digit]);
                units.push(places.map(|place| cells[place] as usize * 9 + digit).collect());
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
    fn contradictions_are_those_of_a_plain_closure() {
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
