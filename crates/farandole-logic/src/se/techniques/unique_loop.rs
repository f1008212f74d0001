//! Unique rectangles and loops, types 1 to 4.
//!
//! # What it is
//! Several cells form a closed loop in which each cell shares a house with the next. They all have
//! the same two candidates, and one or more of them also have extra candidates. If the cells are
//! numbered along the loop, each house of the loop contains one cell with an odd number and one
//! with an even number. With four cells, the loop is a unique rectangle.
//!
//! # How to spot it
//! Look for two bivalue cells with the same candidates in one row or column. Then look for two cells that complete
//! a rectangle in two boxes and that also contain both digits. If three of the four cells have only these two
//! candidates, the fourth one decides (type 1).
//!
//! # Why it holds
//! Without the extra candidates, the two digits could change places all along the loop, so the
//! puzzle would have two solutions. If the puzzle has exactly one solution, at least one of the
//! extra candidates is therefore true.
//!
//! # Nearest mistakes
//! The four cells must lie in exactly two boxes. In four boxes, exchanging the digits would change the boxes. The
//! technique presumes that the puzzle has one solution, so it must not be used to prove that.
//!
//! # Example
//! r1c1, r1c4 and r2c1 have only the candidates 1 and 2, and r2c4 has 1, 2 and 3. Then r2c4 must be
//! 3 (type 1).
//!
//! # Source
//! Nicolas Juillerat, Sudoku Explainer 1.2.1 (the loops, their types, and the order of the search).

use crate::grammar::{
    any_cell, cell_list, cells as cells_of, core_digits, digit_list, digits, eliminated_cells,
    eliminated_digit, nth_house,
};
use crate::model::Marks;
use crate::model::tables::{
    CELLS, HOUSE_BITS, HOUSE_SETS, HOUSES, PEER_SETS, POSITIONS, bits, cells, is_pair,
};
use crate::model::visit::Visit;
use crate::model::{Deduction, Role, Technique};
use crate::patterns::subsets::subsets;
use crate::se::difficulty::Tenths;
use core::ops::ControlFlow;

fn extra_cells(deduction: &Deduction) -> String {
    cell_list(&cells_of(deduction, Role::Extra))
}

fn extra_digits(deduction: &Deduction) -> String {
    digit_list(&digits(deduction, Role::Extra), "or")
}

/// Explains why the loop is deadly, followed by `rest`.
fn why(deduction: &Deduction, rest: &str) -> String {
    let extra = cells_of(deduction, Role::Extra);
    let others: Vec<u8> =
        cells_of(deduction, Role::Core).into_iter().filter(|it| !extra.contains(it)).collect();
    format!(
        "{} can only be {pair}. If {} were {pair} too, these two digits could change places, and the puzzle would have two \
         solutions. {rest}",
        cell_list(&others),
        cell_list(&extra),
        pair = core_digits(deduction, "or")
    )
}

pub(crate) fn why_1(deduction: &Deduction) -> String {
    let is = if digits(deduction, Role::Extra).len() == 1 { "is" } else { "must be" };
    why(deduction, &format!("So {} {is} {}.", extra_cells(deduction), extra_digits(deduction)))
}

pub(crate) fn why_2(deduction: &Deduction) -> String {
    let (extra, out) = (cells_of(deduction, Role::Extra), eliminated_cells(deduction));
    let sees = if out.len() == 1 { "sees" } else { "see" };
    let all = if extra.len() == 2 { "both" } else { "all of them" };
    let rest = format!(
        "So one of {} is {}, and {} {sees} {all}.",
        cell_list(&extra),
        extra_digits(deduction),
        cell_list(&out)
    );
    why(deduction, &rest)
}

pub(crate) fn why_3(deduction: &Deduction) -> String {
    let (extra, more, house) = (extra_cells(deduction), extra_digits(deduction), nth_house(deduction, 0));
    let set = cell_list(&cells_of(deduction, Role::Support));
    why(
        deduction,
        &format!(
            "So one of {extra} is {more}. Together they act as one cell, which forms a set with {set} in {house}."
        ),
    )
}

pub(crate) fn why_4(deduction: &Deduction) -> String {
    let (extra, house, out) =
        (cells_of(deduction, Role::Extra), nth_house(deduction, 0), eliminated_digit(deduction));
    let pair = digits(deduction, Role::Core);
    let kept = pair.iter().find(|it| **it != out).copied().unwrap_or_default();
    let rest = format!(
        "In {house}, {kept} can only go in {}. The other of these cells is then neither {kept} nor {out}, so neither cell \
         is {out}.",
        any_cell(&extra)
    );
    why(deduction, &rest)
}

/// The order in which the kinds of house are tried: box, row, column.
const KINDS: [usize; 3] = [2, 0, 1];

/// Reports the loops, easiest first.
pub(crate) fn find(marks: &Marks, visit: &mut impl Visit) -> ControlFlow<()> {
    let mut found: Vec<Deduction> = Vec::new();
    let mut visited: Vec<u128> = Vec::new();
    let mut known: Vec<Pair> = Vec::new();
    for start in 0..81 {
        let digits = marks.cand[start];
        if !is_pair(digits) {
            continue;
        }
        let index = known.iter().position(|pair| pair.digits == digits).unwrap_or(known.len());
        if index == known.len() {
            known.push(Pair::of(marks, digits));
        }
        let pair = known[index];
        if pair.useful >> start & 1 == 1 {
            let open = [pair.useful; 2];
            let (found, visited) = (&mut found, &mut visited);
            let mut walk =
                Walk { marks, pair, path: [0; 18], len: 0, on_path: 0, houses: [0; 2], open, visited, found };
            walk.extend(start, 2, 0, 3);
            // Every narrow loop through this cell has been visited.
            if pair.narrow {
                known[index].useful &= !(1 << start);
            }
        }
    }
    found.sort_by_key(|deduction| (tenths(0, deduction), deduction.technique));
    found.into_iter().try_for_each(visit)
}

/// Two digits, with bounds on the loops that they can form.
#[derive(Clone, Copy)]
struct Pair {
    digits: u16,
    /// The cells with both digits and extra candidates.
    wide: u128,
    /// The cells that a usable loop may contain. A usable loop has at most two wide cells, or its
    /// wide cells all have the same single extra candidate.
    useful: u128,
    /// Maximum number of cells in a usable loop.
    longest: usize,
    /// True if no usable loop has more than two wide cells.
    narrow: bool,
}

impl Pair {
    fn of(marks: &Marks, digits: u16) -> Self {
        let both = bits(digits).fold(u128::MAX, |set, digit| set & marks.digit_cells(digit));
        let plain =
            cells(both).filter(|cell| marks.cand[*cell] == digits).fold(0, |set, cell| set | 1 << cell);
        let wide = both & !plain;
        let mut pair = Self { digits, wide, useful: 0, longest: 0, narrow: true };
        let all = useful(both);
        let plain = all & plain;
        let of_plain = cells(plain).fold(0, |houses, cell| houses | HOUSE_BITS[cell]);
        let lacks = |cell: usize| HOUSE_BITS[cell] & !of_plain;
        let mut with = [0_u128; 9];
        for first in cells(all & wide) {
            let extra = marks.cand[first] & !digits;
            if extra.is_power_of_two() {
                with[extra.trailing_zeros() as usize] |= 1 << first;
            }
            for second in cells(all & wide & ((2 << first) - 1)) {
                if lacks(first) & !HOUSE_BITS[second] == 0 && lacks(second) & !HOUSE_BITS[first] == 0 {
                    pair.add_loops(plain | 1 << first | 1 << second);
                }
            }
        }
        for set in with {
            if set & set.wrapping_sub(1) != 0 {
                pair.add_loops(plain | set);
            }
        }
        pair
    }

    /// Adds the loops that may exist within a set of cells.
    fn add_loops(&mut self, set: u128) {
        let set = useful(set);
        let wide = set & self.wide;
        // A loop of cells with only the two digits leads to no deduction.
        if wide != 0 {
            self.useful |= set;
            self.longest = self.longest.max(set.count_ones() as usize);
            self.narrow &= wide.count_ones() <= 2;
        }
    }
}

/// Repeatedly removes cells that have no partner in one of their houses. A loop has two cells in
/// each of its houses.
fn useful(mut set: u128) -> u128 {
    loop {
        let (mut once, mut twice) = (0, 0);
        for cell in cells(set) {
            twice |= once & HOUSE_BITS[cell];
            once |= HOUSE_BITS[cell];
        }
        if once == twice {
            return set;
        }
        for cell in cells(set) {
            if HOUSE_BITS[cell] & !twice != 0 {
                set &= !(1 << cell);
            }
        }
    }
}

/// Returns the difficulty in tenths, by the length of the loop and the size of the added set.
pub(crate) fn tenths(least: Tenths, deduction: &Deduction) -> Tenths {
    let length = match deduction.size {
        ..6 => 0,
        6..8 => 1,
        8..10 => 2,
        _ => 5,
    };
    least + length + Tenths::from(deduction.extra.saturating_sub(1))
}

/// A depth-first search for the loops of two digits from one cell.
struct Walk<'a> {
    marks: &'a Marks,
    pair: Pair,
    path: [u8; 18],
    len: usize,
    on_path: u128,
    /// The houses of the cells of each parity. No loop uses a house twice with the same parity, so
    /// a loop has at most 18 cells.
    houses: [u32; 2],
    /// The cells of each parity that may be added, that is, the useful ones in houses without this
    /// parity.
    open: [u128; 2],
    /// The loops already visited, as sets of cells, which do not depend on the start and direction
    /// of a loop.
    visited: &'a mut Vec<u128>,
    found: &'a mut Vec<Deduction>,
}

impl Walk<'_> {
    /// Extends the path with `cell`. `spare` is the number of further cells that may have extra
    /// candidates. `extra` contains the extra candidates found so far.
    fn extend(&mut self, cell: usize, spare: i32, mut extra: u16, last_kind: usize) {
        let parity = self.len % 2;
        let houses = HOUSES[cell].iter().fold(0, |set, house| set | 1 << house);
        self.path[self.len] = cell as u8;
        self.len += 1;
        self.on_path |= 1 << cell;
        self.houses[parity] |= houses;
        let open = self.open;
        self.open[parity] &= !(PEER_SETS[cell] | 1 << cell);
        self.open[1 - parity] &= !(1 << cell);
        // The cells of a house are visited in ascending order.
        let first = 1 << self.path[0];
        let steps = if self.len >= self.pair.longest { 0 } else { self.open[1 - parity] };
        let can_close = self.can_close();
        let wide = if steps == 0 { 0 } else { self.pair.wide & !self.on_path };
        for kind in KINDS {
            if kind == last_kind || !can_close {
                continue;
            }
            let house = HOUSE_SETS[HOUSES[cell][kind] as usize];
            for next in cells(house & (steps | wide | first)) {
                if 1 << next == first {
                    let closed = self.len >= 4 && self.houses[0] == self.houses[1];
                    if closed && !self.visited.contains(&self.on_path) {
                        self.visited.push(self.on_path);
                        report_loop(self.marks, self.pair.digits, &self.path[..self.len], self.found);
                    }
                    continue;
                }
                let digits = self.marks.cand[next];
                // The extra candidates of a rejected neighbour are kept. Sudoku Explainer does the
                // same, and ratings depend on it.
                extra |= digits & !self.pair.digits;
                let plain = digits == self.pair.digits;
                let may = plain || extra.is_power_of_two() || spare > 0;
                if may && steps >> next & 1 == 1 {
                    self.extend(next, spare - i32::from(!plain), extra, kind);
                }
            }
        }
        self.len -= 1;
        self.on_path &= !(1 << cell);
        self.houses[parity] &= !houses;
        self.open = open;
    }

    /// Returns true if every house with a cell of one parity can still get one of the other.
    fn can_close(&self) -> bool {
        (0..2).all(|parity| {
            let mut lacking = self.houses[1 - parity] & !self.houses[parity];
            while lacking != 0 {
                if self.open[parity] & HOUSE_SETS[lacking.trailing_zeros() as usize] == 0 {
                    return false;
                }
                lacking &= lacking - 1;
            }
            true
        })
    }
}

/// Adds the deductions of all types from a loop.
fn report_loop(marks: &Marks, pair: u16, path: &[u8], found: &mut Vec<Deduction>) {
    let before = found.len();
    let extra_cells: Vec<usize> =
        path.iter().map(|cell| *cell as usize).filter(|cell| marks.cand[*cell] != pair).collect();
    let mut add = |deduction: Deduction| {
        let known = |other: &Deduction| other.technique == deduction.technique;
        if !deduction.eliminations.is_empty() && !found[before..].iter().any(known) {
            found.push(deduction);
        }
    };
    let start = |technique| {
        let mut deduction = Deduction::new(technique);
        deduction.size = path.len() as u32;
        for cell in path.iter().map(|cell| *cell as usize) {
            deduction.mark(Role::Core, cell, pair);
            deduction.mark(Role::Extra, cell, marks.cand[cell] & !pair);
        }
        deduction
    };
    let extra = extra_cells.iter().fold(0, |digits, cell| digits | marks.cand[*cell]) & !pair;
    match extra_cells[..] {
        [] => {}
        [cell] => {
            let mut deduction = start(Technique::UniqueLoop1);
            deduction.eliminate(cell, pair);
            add(deduction);
        }
        [first, second] => {
            if extra.is_power_of_two() {
                add(type_2(marks, extra, &extra_cells, start(Technique::UniqueLoop2)));
            } else {
                type_3(marks, pair, extra, (first, second), &start, &mut add);
            }
            if let Some(deduction) = type_4(marks, pair, (first, second), &start) {
                add(deduction);
            }
        }
        _ if extra.is_power_of_two() => {
            add(type_2(marks, extra, &extra_cells, start(Technique::UniqueLoop2)))
        }
        _ => {}
    }
}

fn type_2(marks: &Marks, extra: u16, extra_cells: &[usize], mut deduction: Deduction) -> Deduction {
    let seen = extra_cells.iter().fold(u128::MAX, |set, cell| set & PEER_SETS[*cell]);
    let seen = seen & marks.digit_cells(extra.trailing_zeros() as usize);
    cells(seen).for_each(|cell| deduction.eliminate(cell, extra));
    deduction
}

/// Returns the houses that contain both cells, with the positions of the cells.
fn common_houses(first: usize, second: usize) -> impl Iterator<Item = Side> {
    KINDS.into_iter().filter(move |kind| HOUSES[first][*kind] == HOUSES[second][*kind]).map(move |kind| {
        (HOUSES[first][kind] as usize, 1 << POSITIONS[first][kind], 1 << POSITIONS[second][kind])
    })
}

/// A house that contains both cells with extra candidates, and the position of each cell as a mask.
type Side = (usize, u16, u16);

fn type_3(
    marks: &Marks,
    pair: u16,
    extra: u16,
    (first, second): (usize, usize),
    start: &impl Fn(Technique) -> Deduction,
    add: &mut impl FnMut(Deduction),
) {
    let shared = extra & marks.cand[first] & marks.cand[second];
    for size in extra.count_ones() as usize..=7 {
        for side in common_houses(first, second) {
            let empty = marks.empty[side.0] as usize;
            if 2 * size <= empty {
                type_3_naked(marks, (shared, extra), size, side, start, add);
            }
            if 2 * size < empty {
                type_3_hidden(marks, (pair, extra), size, side, start, add);
            }
        }
    }
}

/// Finds naked sets of this size that include the extra candidates.
fn type_3_naked(
    marks: &Marks,
    (shared, extra): (u16, u16),
    size: usize,
    (house, place_1, place_2): Side,
    start: &impl Fn(Technique) -> Deduction,
    add: &mut impl FnMut(Deduction),
) {
    let at = |position: usize| marks.cand[CELLS[house][position] as usize];
    for positions in subsets(size, 9).filter(|positions| positions & place_1 != 0 && positions & place_2 == 0)
    {
        let others = positions & !place_1;
        let (narrow, wide) = bits(others)
            .fold((shared, extra), |(narrow, wide), position| (narrow | at(position), wide | at(position)));
        if narrow.count_ones() as usize != size
            || wide.count_ones() as usize != size
            || bits(others).any(|position| at(position).count_ones() < 2)
        {
            continue;
        }
        let mut deduction = start(Technique::UniqueLoop3Naked);
        deduction.extra = size as u8;
        deduction.houses.push(house as u8);
        for (position, cell) in CELLS[house].iter().enumerate() {
            let cell = *cell as usize;
            if others >> position & 1 == 1 {
                deduction.mark(Role::Support, cell, at(position));
            } else if (place_1 | place_2) >> position & 1 == 0 {
                deduction.eliminate(cell, at(position) & wide);
            }
        }
        add(deduction);
    }
}

/// Finds hidden sets of this size that include the two digits.
fn type_3_hidden(
    marks: &Marks,
    (pair, extra): (u16, u16),
    size: usize,
    (house, place_1, place_2): Side,
    start: &impl Fn(Technique) -> Deduction,
    add: &mut impl FnMut(Deduction),
) {
    let at = |position: usize| marks.cand[CELLS[house][position] as usize];
    let rest: Vec<usize> = bits(0x1ff & !pair & !extra).collect();
    for chosen in subsets(size - 2, rest.len()) {
        let digits = bits(chosen).fold(pair, |digits, i| digits | 1 << rest[i]);
        let mut positions = 0;
        let mut fits = true;
        for digit in bits(digits) {
            let of_digit = marks.pos[house][digit] & !place_2;
            fits &= of_digit != 0;
            positions |= of_digit;
        }
        if !fits || positions.count_ones() as usize != size {
            continue;
        }
        let others = positions & !place_1 & !place_2;
        let mut deduction = start(Technique::UniqueLoop3Hidden);
        deduction.extra = others.count_ones() as u8;
        deduction.houses.push(house as u8);
        for position in bits(others) {
            let cell = CELLS[house][position] as usize;
            deduction.mark(Role::Support, cell, at(position) & digits);
            deduction.eliminate(cell, at(position) & !digits);
        }
        add(deduction);
    }
}

fn type_4(
    marks: &Marks,
    pair: u16,
    (first, second): (usize, usize),
    start: &impl Fn(Technique) -> Deduction,
) -> Option<Deduction> {
    let locked_in = |digit: usize| {
        common_houses(first, second)
            .filter(move |(house, one, two)| marks.pos[*house][digit] & !one & !two == 0)
            .last()
    };
    let (locked, (house, ..)) = bits(pair).find_map(|digit| Some((digit, locked_in(digit)?)))?;
    let mut deduction = start(Technique::UniqueLoop4);
    deduction.houses.push(house as u8);
    deduction.eliminate(first, pair & !(1 << locked));
    deduction.eliminate(second, pair & !(1 << locked));
    Some(deduction)
}
