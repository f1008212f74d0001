//! Compiles cages, whose cells differ and hold one of several sets of values, and other sums.

use super::cells::{UNREACHABLE, numbers, repeats};
use crate::compile::builder::Builder;
use crate::propagators::regular::Automaton;
use crate::propagators::set_list::Subsets;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Constraint, CountedSum};

/// Compiles kinds that are cages or sums.
pub(super) fn compile(constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
    match constraint {
        Constraint::Cage(cage) => {
            // The cells of the cage are already a house of the variant. A cell listed twice counts
            // twice in the sum.
            let cells = numbers(&cage.cells);
            if let Some(sum) = cage.sum {
                let terms: Vec<(u16, i32)> = cells.iter().map(|&cell| (cell, 1)).collect();
                builder.sum(&terms, sum.min(UNREACHABLE) as i32);
            }
        }
        Constraint::Sum(sum) => {
            let terms: Vec<(u16, i32)> =
                sum.terms.iter().map(|&(cell, weight)| (cell.index() as u16, weight)).collect();
            builder.sum(&terms, sum.sum);
        }
        Constraint::DoubledSum(_) | Constraint::NegatedSum(_) => {
            let Some(it) = constraint.counted_sum(board) else { return false };
            let (machine, line) = Counted::new(&it, builder.low());
            return builder.regular(&machine, &line).is_ok();
        }
        Constraint::RellikCage(cage) if repeats(&numbers(&cage.cells)) => {
            return listed_twice(&Rellik { sum: cage.sum, low: builder.low() }, &cage.cells, builder);
        }
        Constraint::EqualityCage(cage) if repeats(&numbers(&cage.cells)) => {
            let machine = Equality { low: builder.low(), count: builder.count() };
            return listed_twice(&machine, &cage.cells, builder);
        }
        Constraint::RellikCage(cage) => {
            let low = u32::from(builder.low());
            sets_of_values(&cage.cells, builder, |set| !has_sum(set, low, cage.sum));
        }
        Constraint::EqualityCage(cage) => {
            let (even, low, high) = halves(builder);
            let balanced =
                |set: u16, half: u16, other: u16| (set & half).count_ones() == (set & other).count_ones();
            sets_of_values(&cage.cells, builder, |set| {
                balanced(set, even, !even) && balanced(set, low, high)
            });
        }
        _ => return false,
    }
    true
}

/// Requires that the cells differ and that the set of their values is allowed.
fn sets_of_values(cells: &[Cell], builder: &mut Builder, allowed: impl Fn(u16) -> bool) {
    let cells = numbers(cells);
    if cells.len() > usize::from(builder.count()) {
        return builder.impossible();
    }
    let sets = Subsets::of(builder.count()).with_size(cells.len());
    let sets: Vec<u16> = sets.filter(|&set| allowed(set)).collect();
    builder.one_of(&cells, &sets);
}

/// Adds an automaton over distinct cells, some of which are listed twice and count twice. Returns
/// false if the automaton is too large.
fn listed_twice<A: Automaton>(machine: &A, cells: &[Cell], builder: &mut Builder) -> bool {
    let cells = numbers(cells);
    let mut once = cells.clone();
    once.dedup();
    builder.distinct(&once);
    builder.regular(machine, &cells).is_ok()
}

/// An automaton for a sum with marked cells. It reads each cell of the sum, followed by the cell
/// that holds the column of the marked cell in its row.
pub(crate) struct Counted {
    sum: i32,
    low: u8,
    /// For each term, the 0-based value that marks the cell, and the coefficient.
    terms: Vec<(u8, i32)>,
    /// Multiplier of a marked cell.
    times: i32,
}

impl Counted {
    /// Returns the automaton and the cells that it reads.
    pub(crate) fn new(it: &CountedSum, low: u8) -> (Self, Vec<u16>) {
        let terms = it.terms.iter().map(|(_, _, place, factor)| (place - low, *factor)).collect();
        let line = it.terms.iter().flat_map(|(cell, column, ..)| numbers(&[*cell, *column])).collect();
        (Self { sum: it.sum, low, terms, times: it.times }, line)
    }
}

impl Automaton for Counted {
    /// The sum so far, and the contribution of the last cell if it is not marked.
    type State = (i32, i32);

    fn start(&self) -> Vec<(i32, i32)> {
        vec![(0, 0)]
    }

    fn step(&self, &(sum, single): &(i32, i32), at: usize, value: u8, out: &mut Vec<(i32, i32)>) {
        let (place, factor) = self.terms[at / 2];
        out.push(match at % 2 {
            0 => (sum, factor * i32::from(value + self.low)),
            _ if value == place => (sum + self.times * single, 0),
            _ => (sum + single, 0),
        });
    }

    fn accepts(&self, &(sum, _): &(i32, i32)) -> bool {
        sum == self.sum
    }
}

/// An automaton that accepts values of which no subset has the sum.
pub(crate) struct Rellik {
    pub(crate) sum: u32,
    pub(crate) low: u8,
}

/// The greatest sum of different values (1 to 16). Greater sums are not tracked.
const GREATEST_SUM: u32 = 136;

impl Automaton for Rellik {
    /// The sums of subsets of the values so far, in increasing order.
    type State = Vec<u32>;

    fn start(&self) -> Vec<Vec<u32>> {
        vec![Vec::new()]
    }

    fn step(&self, state: &Vec<u32>, _: usize, value: u8, out: &mut Vec<Vec<u32>>) {
        let value = u32::from(value + self.low);
        let more = state.iter().map(|sum| sum + value).filter(|sum| *sum <= GREATEST_SUM);
        let mut sums: Vec<u32> = state.iter().copied().chain(more).chain([value]).collect();
        sums.sort_unstable();
        sums.dedup();
        if !sums.contains(&self.sum) {
            out.push(sums);
        }
    }

    fn accepts(&self, _: &Vec<u32>) -> bool {
        true
    }
}

/// An automaton that accepts as many odd as even values, and as many values from the lower as from
/// the upper half.
struct Equality {
    low: u8,
    count: u8,
}

impl Automaton for Equality {
    /// The surplus of odd values, and the surplus of values from the lower half.
    type State = (i32, i32);

    fn start(&self) -> Vec<(i32, i32)> {
        vec![(0, 0)]
    }

    fn step(&self, &(odd, lower): &(i32, i32), _: usize, value: u8, out: &mut Vec<(i32, i32)>) {
        let odd = odd + if (value + self.low) % 2 == 1 { 1 } else { -1 };
        if value < self.count / 2 {
            out.push((odd, lower + 1));
        } else if value >= self.count - self.count / 2 {
            out.push((odd, lower - 1));
        }
    }

    fn accepts(&self, state: &(i32, i32)) -> bool {
        *state == (0, 0)
    }
}

/// Returns true if a nonempty subset of the values in `set` has the given sum.
fn has_sum(set: u16, low: u32, sum: u32) -> bool {
    // Bit s is set if some values have the sum s. The greatest possible sum is 136, so the mask
    // omits 128 to 136.
    let values = (0..16_u32).filter(|place| set >> place & 1 == 1).map(|place| place + low);
    let reached = values.fold(0_u128, |reached, value| {
        reached | reached.checked_shl(value).unwrap_or(0) | 1_u128.checked_shl(value).unwrap_or(0)
    });
    let total: u32 = (0..16_u32).filter(|place| set >> place & 1 == 1).map(|place| place + low).sum();
    // A sum above 127 contains nearly all values. Some values have it if and only if the other
    // values have the remainder of the total.
    match sum {
        0..128 => reached >> sum & 1 == 1,
        _ => sum == total || sum < total && reached >> (total - sum) & 1 == 1,
    }
}

/// Returns the masks of the even values, of the lower half and of the upper half of the values.
fn halves(builder: &Builder) -> (u16, u16, u16) {
    let half = i32::from(builder.count()) / 2;
    let (low, high) = (i32::from(builder.low()), i32::from(builder.low()) + i32::from(builder.count()));
    (builder.mask(|v| v % 2 == 0), builder.mask(|v| v < low + half), builder.mask(|v| v >= high - half))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_some_values() {
        assert!(has_sum(0b101, 1, 4) && has_sum(0b101, 1, 3) && !has_sum(0b101, 1, 2));
        assert!(has_sum(0b1, 0, 0) && !has_sum(0b10, 0, 0));
        assert!(has_sum(u16::MAX, 1, 136) && has_sum(u16::MAX, 1, 135) && !has_sum(u16::MAX, 1, 137));
        assert!(
            !has_sum(u16::MAX - 1, 1, 136) && has_sum(u16::MAX - 1, 1, 135) && !has_sum(u16::MAX - 1, 1, 134)
        );
    }
}
