//! What dynamic chains can reach at all, for all assumptions at once.
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

use super::reach::{Row, has};
use crate::state::Marks;
use crate::tables::{CELLS, bits};

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
pub(super) struct Spread<const W: usize> {
    /// The assumptions under which the candidate holds, by candidate number.
    pub(super) on: Vec<Row<W>>,
    /// The assumptions under which the candidate is gone.
    pub(super) off: Vec<Row<W>>,
    /// The assumptions that lead to a contradiction.
    pub(super) conflict: Row<W>,
    members: Vec<u16>,
    /// `members[starts[u]..starts[u + 1]]` is unit `u`.
    starts: Vec<u16>,
    /// The units of each candidate; `NONE` where it has fewer than four.
    of: Vec<[u16; 4]>,
    waiting: Vec<u16>,
    is_waiting: Vec<bool>,
}

const NONE: u16 = u16::MAX;

impl<const W: usize> Default for Spread<W> {
    fn default() -> Self {
        Self {
            on: Vec::new(),
            off: Vec::new(),
            conflict: [0; W],
            members: Vec::new(),
            starts: Vec::new(),
            of: Vec::new(),
            waiting: Vec::new(),
            is_waiting: Vec::new(),
        }
    }
}

impl<const W: usize> Spread<W> {
    /// Works out the closure of the given assumptions; the state has `64 * W` candidates at most, numbered row-major.
    pub(super) fn build(&mut self, marks: &Marks, seed: Seed, units: Units, given: &Row<W>) {
        self.link(marks, units);
        let count = self.of.len();
        for set in [&mut self.on, &mut self.off] {
            set.clear();
            set.resize(count, [0; W]);
        }
        self.conflict = [0; W];
        self.is_waiting.clear();
        self.is_waiting.resize(self.starts.len(), false);
        self.waiting.clear();
        for number in (0..count).filter(|number| has(given, *number)) {
            let rows = if seed == Seed::On { &mut self.on } else { &mut self.off };
            rows[number][number / 64] |= 1 << (number % 64);
            self.wake(number, NONE);
        }
        self.settle();
    }

    /// Queues the units of a candidate but for one.
    fn wake(&mut self, number: usize, but: u16) {
        for unit in self.of[number] {
            if unit != NONE && unit != but && !self.is_waiting[unit as usize] {
                self.is_waiting[unit as usize] = true;
                self.waiting.push(unit);
            }
        }
    }

    fn link(&mut self, marks: &Marks, units: Units) {
        let mut numbers = [NONE; 729];
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
        self.of.resize(count as usize, [NONE; 4]);
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

    /// Applies the rule of every unit that has changed until none has.
    fn settle(&mut self) {
        let mut next = 0;
        while next < self.waiting.len() {
            let unit = self.waiting[next] as usize;
            next += 1;
            if next == 256 {
                self.waiting.drain(..next);
                next = 0;
            }
            self.is_waiting[unit] = false;
            self.apply(unit);
        }
        self.waiting.clear();
    }

    fn apply(&mut self, unit: usize) {
        let range = self.starts[unit] as usize..self.starts[unit + 1] as usize;
        let count = range.len();
        // What holds before each member, and under what all before it are gone.
        let (mut any, mut all) = ([[0_u64; W]; 9], [[u64::MAX; W]; 9]);
        let (mut some, mut none) = ([0_u64; W], [u64::MAX; W]);
        for (i, member) in self.members[range.clone()].iter().enumerate() {
            let (on, off) = (&self.on[*member as usize], &self.off[*member as usize]);
            (any[i], all[i]) = (some, none);
            for word in 0..W {
                some[word] |= on[word];
                none[word] &= off[word];
            }
        }
        (some, none) = ([0; W], [u64::MAX; W]);
        for i in (0..count).rev() {
            let member = self.members[range.start + i] as usize;
            let (mut on, mut off) = (self.on[member], self.off[member]);
            let mut changed = 0;
            for word in 0..W {
                let live = !self.conflict[word];
                let gone = (any[i][word] | some[word]) & live;
                let holds = all[i][word] & none[word] & live;
                some[word] |= on[word];
                none[word] &= off[word];
                changed |= (gone & !off[word]) | (holds & !on[word]);
                off[word] |= gone;
                on[word] |= holds;
            }
            if changed != 0 {
                for word in 0..W {
                    self.conflict[word] |= on[word] & off[word];
                }
                self.on[member] = on;
                self.off[member] = off;
                // What the rule adds gives this unit itself nothing more, but for contradictions.
                self.wake(member, unit as u16);
            }
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
        let lines = include_str!("../../../../testdata/sudoku/17_clue_sample.txt").lines();
        let mut spread = Spread::<12>::default();
        let mut conflicts = 0;
        for line in lines.step_by(100) {
            let marks = crate::State::from_line(line.as_bytes()).unwrap().marks;
            for seed in [Seed::On, Seed::Off] {
                spread.build(&marks, seed, Units::All, &[u64::MAX; 12]);
                let candidates =
                    (0..81).flat_map(|cell| bits(marks.cand[cell]).map(move |digit| (cell, digit)));
                for (number, (cell, digit)) in candidates.enumerate() {
                    assert_eq!(has(&spread.conflict, number), fails(&marks, cell, digit, seed));
                    conflicts += usize::from(has(&spread.conflict, number));
                }
            }
        }
        assert!(conflicts > 0);
    }
}
