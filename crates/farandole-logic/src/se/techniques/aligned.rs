//! Aligned pair and triplet exclusion.
//!
//! # What it is
//! Choose two cells (or three) and try every combination of their candidates. A combination is
//! impossible if two cells that see each other would hold the same digit, or if another cell that
//! sees all the chosen cells would have no candidates left. A candidate that occurs in none of the
//! remaining combinations can be eliminated.
//!
//! # How to spot it
//! Choose two cells in one box or line that both see several bivalue cells. Write down the pairs of digits that
//! these bivalue cells have: none of them can be the contents of the two cells. The technique works best if the two
//! cells together have few combinations.
//!
//! # Why it holds
//! The solution contains one of the combinations, and it is not an impossible one.
//!
//! # Nearest mistakes
//! A bivalue cell excludes a combination only if it sees both cells. Equal digits in the two cells are excluded
//! only if the two cells see each other.
//!
//! # Example
//! r1c1 and r1c2 both see a cell with only the candidates 1 and 2. The combinations 1, 2 and 2, 1
//! are impossible, because they would leave no candidate for that cell.
//!
//! # Source
//! Nicolas Juillerat, Sudoku Explainer 1.2.1 (the order of the search, and which cells are tried).

use crate::grammar::{cell_list, core_cells, effect};
use crate::model::Marks;
use crate::model::tables::{PEER_SETS, PEERS, bits, cells, count};
use crate::model::visit::Visit;
use crate::model::{Deduction, Role, Technique};
use core::ops::ControlFlow;

pub(crate) fn why(deduction: &Deduction) -> String {
    let (core, effect) = (core_cells(deduction), effect(deduction));
    let excluders = cell_list(&crate::grammar::cells(deduction, Role::Support));
    format!(
        "Try every combination of digits for {core}. A combination fails if two cells that see each other are equal, or if \
         one of {excluders} has no digit left. In those that remain, {effect}."
    )
}

/// Returns the cells worth trying, row-major, each with the cells that can exclude combinations.
fn base(marks: &Marks, size: u32) -> Vec<(usize, u128)> {
    let of_size = |sizes: core::ops::RangeInclusive<u32>| {
        (0..81).fold(0_u128, |set, cell| {
            set | u128::from(sizes.contains(&marks.cand[cell].count_ones())) << cell
        })
    };
    let (singles, excluders) = (of_size(1..=1), of_size(2..=size));
    (0..81)
        .filter(|cell| marks.cand[*cell].count_ones() >= 2 && PEER_SETS[*cell] & singles == 0)
        .map(|cell| (cell, PEER_SETS[cell] & excluders))
        .filter(|(_, excluders)| *excluders != 0)
        .collect()
}

/// Reports aligned pairs in ascending order of the second cell, then the first.
///
/// Only pairs for which one of the two cells or of their excluders is in `changed` are tried. All others were
/// tried in an earlier search and eliminated nothing.
pub(crate) fn pairs(marks: &Marks, changed: u128, visit: &mut impl Visit) -> ControlFlow<()> {
    let base = base(marks, 2);
    for (j, (second, second_excluders)) in base.iter().enumerate() {
        for (first, first_excluders) in &base[..j] {
            let common = first_excluders & second_excluders;
            let concerned = (common | 1 << first | 1 << second) & changed != 0;
            if concerned && common & common.wrapping_sub(1) != 0 {
                // To eliminate a digit, each digit of the other cell must either share an excluder
                // with it or be the same digit.
                let least = count(marks.cand[*first]).min(count(marks.cand[*second]));
                let needed = least - (PEER_SETS[*first] >> second & 1) as usize;
                if cells(common).nth(needed - 1).is_some() {
                    exclude(marks, &[*first, *second], common, visit)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Reports aligned triplets: two cells as in [`pairs`], and a third from the excluders of either.
/// `changed` has the same meaning as in [`pairs`].
pub(crate) fn triplets(marks: &Marks, changed: u128, visit: &mut impl Visit) -> ControlFlow<()> {
    let base = base(marks, 3);
    let mut excluders = [0; 81];
    let mut tried: u128 = 0;
    for (cell, set) in &base {
        excluders[*cell] = *set;
        tried |= 1 << cell;
    }
    for (j, (second, second_set)) in base.iter().enumerate() {
        for (first, first_set) in &base[..j] {
            let pair = first_set & second_set;
            if pair & pair.wrapping_sub(1) == 0 {
                continue;
            }
            let head = 1 << first | 1 << second;
            let tails = (first_set | second_set) & tried & !head;
            if (pair | tails | head) & changed == 0 {
                continue;
            }
            let mut hits = 0;
            for tail in cells(tails) {
                let common = pair & excluders[tail];
                if (common | head | 1 << tail) & changed == 0 {
                    continue;
                }
                // The same three cells may have been tried in another order.
                let tailed = |one: usize, other: usize, tail: usize| {
                    (excluders[one] | excluders[other]) >> tail & 1 == 1
                };
                let known = tail < *second
                    && (tailed(*first, tail, *second) || tail < *first && tailed(tail, *second, *first));
                if common & common.wrapping_sub(1) != 0 && !known {
                    let group = [*first, *second, tail];
                    let allowed = Choices::new(marks, &group, common).allowed();
                    hits |= u128::from(allowed != group.map(|cell| marks.cand[cell])) << tail;
                }
            }
            if hits == 0 {
                continue;
            }
            // Report the excluders of the first cell in the order of its peers, then those of the
            // second.
            for tail in PEERS[*first].iter().chain(&PEERS[*second]).map(|cell| *cell as usize) {
                if hits >> tail & 1 == 1 {
                    hits &= !(1 << tail);
                    exclude(marks, &[*first, *second, tail], pair & excluders[tail], visit)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Reports the eliminations in a group of cells with these common excluders, if there are any.
fn exclude(marks: &Marks, group: &[usize], common: u128, visit: &mut impl Visit) -> ControlFlow<()> {
    let allowed = Choices::new(marks, group, common).allowed();
    if group.iter().zip(allowed).all(|(cell, allowed)| marks.cand[*cell] == allowed) {
        return ControlFlow::Continue(());
    }
    let technique = if group.len() == 2 { Technique::AlignedPair } else { Technique::AlignedTriplet };
    let mut deduction = Deduction::new(technique);
    for (cell, allowed) in group.iter().zip(allowed) {
        deduction.mark(Role::Core, *cell, marks.cand[*cell]);
        deduction.eliminate(*cell, marks.cand[*cell] & !allowed);
    }
    cells(common).for_each(|cell| deduction.mark(Role::Support, cell, marks.cand[cell]));
    visit(deduction)
}

/// The restrictions on combinations of digits for two or three cells, as masks of digits.
struct Choices {
    /// The candidates of the cells. A missing third cell has a placeholder digit.
    cells: [u16; 3],
    /// All ones if two cells may be equal: the first and second (`equal[0]`), the first and third
    /// (`[1]`), or the second and third (`[2]`).
    equal: [u16; 3],
    /// For each digit, the other digits of excluders with two candidates. Using both digits would
    /// leave the excluder without candidates.
    partners: [u16; 10],
    /// The candidates of each excluder with three candidates (`triples`), and for each digit the indices of the
    /// triples that contain it, as bits (`with`).
    triples: [u16; 20],
    with: [u32; 10],
}

impl Choices {
    fn new(marks: &Marks, group: &[usize], common: u128) -> Self {
        // A tenth digit for the third cell never conflicts with the other two cells.
        let third = group.get(2).map_or(1 << 9, |cell| marks.cand[*cell]);
        let apart = |one: usize, other: usize| match (group.get(one), group.get(other)) {
            (Some(one), Some(other)) if PEER_SETS[*one] >> other & 1 == 1 => 0,
            _ => u16::MAX,
        };
        let mut choices = Self {
            cells: [marks.cand[group[0]], marks.cand[group[1]], third],
            equal: [apart(0, 1), apart(0, 2), apart(1, 2)],
            partners: [0; 10],
            triples: [0; 20],
            with: [0; 10],
        };
        let mut count = 0;
        for cell in cells(common) {
            let digits = marks.cand[cell];
            let (low, rest) = (digits & digits.wrapping_neg(), digits & (digits - 1));
            if rest.is_power_of_two() {
                choices.partners[low.trailing_zeros() as usize] |= rest;
                choices.partners[rest.trailing_zeros() as usize] |= low;
            } else {
                choices.triples[count] = digits;
                bits(digits).for_each(|digit| choices.with[digit] |= 1 << count);
                count += 1;
            }
        }
        choices
    }

    /// Returns the digits of each cell that occur in some allowed combination. Stops once every
    /// digit is allowed.
    fn allowed(&self) -> [u16; 3] {
        let mut allowed = [0_u16; 3];
        for x in bits(self.cells[0]) {
            let seconds = self.cells[1] & !self.partners[x] & !(!self.equal[0] & 1 << x);
            for y in bits(seconds) {
                let both = 1 << x | 1 << y;
                // Skip combinations that cannot add an allowed digit.
                if allowed[0] >> x & allowed[1] >> y & 1 == 1 && allowed[2] == self.cells[2] {
                    continue;
                }
                let mut thirds = self.cells[2] & !self.partners[x] & !self.partners[y];
                thirds &= !(!self.equal[1] & 1 << x) & !(!self.equal[2] & 1 << y);
                let mut covered = if x == y { 0 } else { self.with[x] & self.with[y] };
                while covered != 0 {
                    thirds &= !(self.triples[covered.trailing_zeros() as usize] & !both);
                    covered &= covered - 1;
                }
                if thirds != 0 {
                    allowed[0] |= 1 << x;
                    allowed[1] |= 1 << y;
                    allowed[2] |= thirds;
                    if allowed == self.cells {
                        return allowed;
                    }
                }
            }
        }
        allowed
    }
}
