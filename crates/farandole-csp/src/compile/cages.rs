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
            // The cells of the cage are already a house of the variant, so only the sum is added. A cell
            // that is listed twice counts twice.
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
            // The values of column cells decide which terms are marked and count differently. A linear sum
            // cannot express this, so an automaton adds the values.
            let (machine, line) = Counted::new(&it, builder.low());
            return builder.regular(&machine, &line).is_ok();
        }
        Constraint::RellikCage(cage) if repeats(&numbers(&cage.cells)) => {
            let (machine, cells) = Rellik::new(cage.sum, builder.low(), &numbers(&cage.cells));
            builder.distinct(&cells);
            return builder.regular(&machine, &cells).is_ok();
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
    // More cells than values cannot differ.
    if cells.len() > usize::from(builder.count()) {
        return builder.impossible();
    }
    // A shared table lists the sets of each size. Each set is tested once per constraint.
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
    // The house contains each cell once, since a cell cannot differ from itself.
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
    /// Multiplier of the value of a marked cell.
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
        // There are two layers per term: the value, then the column that decides if the value is marked.
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

/// An automaton that accepts values if no subset of them has the sum. A cell that is listed several times is
/// read once and counts several times. If it were read each time, the states could not record that its value
/// stays the same, and their number would explode.
pub(crate) struct Rellik {
    sum: u32,
    low: u8,
    /// For each cell that is read, the number of times it is listed.
    times: Vec<u32>,
}

/// The greatest sum of different values (1 to 16). Greater sums are not tracked.
const GREATEST_SUM: u32 = 136;

/// A set of sums from 0 to [`GREATEST_SUM`], as bits.
type Sums = [u64; 3];

impl Rellik {
    /// Returns the automaton and the cells that it reads, each once.
    pub(crate) fn new(sum: u32, low: u8, cells: &[u16]) -> (Self, Vec<u16>) {
        let mut once = cells.to_vec();
        once.sort_unstable();
        once.dedup();
        let times = |cell: &u16| cells.iter().filter(|&other| other == cell).count() as u32;
        // This many repetitions reach the greatest sum, so more would add no sums.
        let times = once.iter().map(|cell| times(cell).min(GREATEST_SUM)).collect();
        (Self { sum, low, times }, once)
    }
}

/// Adds a value, below 64, to each sum of a set.
fn plus(sums: Sums, value: u32) -> Sums {
    let carry = |word: u64| word.checked_shr(64 - value).unwrap_or(0);
    [sums[0] << value, sums[1] << value | carry(sums[0]), sums[2] << value | carry(sums[1])]
}

impl Automaton for Rellik {
    /// The sums of subsets of the values so far, if they are below the sum of the cage. The empty subset has the
    /// sum 0. Greater sums cannot become the sum of the cage.
    type State = Sums;

    fn start(&self) -> Vec<Sums> {
        vec![[1, 0, 0]]
    }

    fn step(&self, state: &Sums, at: usize, value: u8, out: &mut Vec<Sums>) {
        let value = u32::from(value + self.low);
        // For a sum that is not tracked, only single values are tested.
        if self.sum == 0 || self.sum > GREATEST_SUM {
            if self.sum != value {
                out.push(*state);
            }
            return;
        }
        let mut sums = *state;
        for _ in 0..self.times[at] {
            let more = plus(sums, value);
            sums.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
        }
        let (word, bit) = (self.sum as usize / 64, self.sum % 64);
        if sums[word] >> bit & 1 == 0 {
            sums[word] &= (1 << bit) - 1;
            sums[word + 1..].fill(0);
            out.push(sums);
        }
    }

    fn accepts(&self, _: &Sums) -> bool {
        true
    }
}

/// An automaton that accepts lists with as many odd as even values, and with as many values in the lower half
/// as in the upper half.
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
    // Bit s is set if a subset has the sum s. The greatest possible sum is 136, so the mask lacks
    // the sums 128 to 136.
    let values = (0..16_u32).filter(|place| set >> place & 1 == 1).map(|place| place + low);
    let reached = values.fold(0_u128, |reached, value| {
        reached | reached.checked_shl(value).unwrap_or(0) | 1_u128.checked_shl(value).unwrap_or(0)
    });
    let total: u32 = (0..16_u32).filter(|place| set >> place & 1 == 1).map(|place| place + low).sum();
    // A subset has a sum above 127 if and only if the remaining values have the rest of the total, which is
    // small.
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
    use crate::propagators::regular::Graph;

    /// Returns true if a nonempty subset of these numbers has the sum.
    fn has_subset(numbers: &[u32], sum: u32) -> bool {
        (1..1_u32 << numbers.len()).any(|set| {
            let chosen = numbers.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
            chosen.map(|(_, number)| number).sum::<u32>() == sum
        })
    }

    #[test]
    fn rellik_cages_accept_values_without_the_sum() {
        for (low, cells) in [(0, &[0_u16, 1, 1, 2][..]), (1, &[0, 0, 0, 1, 2, 2]), (9, &[3, 3, 3, 3, 4])] {
            for sum in 0..80 {
                let (machine, once) = Rellik::new(sum, low, cells);
                let graph = Graph::new(&machine, once.iter().map(|_| 0b111_1111)).unwrap();
                for mut code in 0..7_usize.pow(once.len() as u32) {
                    let mut values = Vec::new();
                    for _ in &once {
                        values.push((code % 7) as u8);
                        code /= 7;
                    }
                    let mut node = graph.starts().first().copied();
                    for value in &values {
                        node = node.and_then(|node| graph.step(node, *value));
                    }
                    let value = |cell: &u16| values[once.iter().position(|it| it == cell).unwrap()];
                    let all: Vec<u32> = cells.iter().map(|cell| u32::from(value(cell) + low)).collect();
                    assert_eq!(node.is_some(), !has_subset(&all, sum), "{sum} of {all:?}");
                }
            }
        }
    }

    /// If the cell were read once for each time it is listed, the automaton would be too large.
    #[test]
    fn a_cell_that_a_rellik_cage_lists_often_is_read_once() {
        let (machine, once) = Rellik::new(4, 1, &[96; 12]);
        let graph = Graph::new(&machine, once.iter().map(|_| 0x3fff)).unwrap();
        assert_eq!((once, graph.node_count()), (vec![96], 128));
        // The index of a value is one less. 4 is a multiple of 1, 2 and 4.
        let accepts = |value: &u8| graph.step(graph.starts()[0], *value).is_some();
        assert_eq!((0..14).filter(accepts).collect::<Vec<u8>>(), [2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    }

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
