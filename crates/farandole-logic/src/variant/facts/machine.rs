//! Automata that read the values of a constraint's cells one by one.

use super::together::Together;
use super::words::Words;
use farandole_puzzle::board::ValueRange;
use farandole_puzzle::constraint::automaton::Transition;
use farandole_puzzle::constraint::{Automaton, Relation};
use std::sync::Arc;

/// The state that represents the sum 0 in [`Rule::Linear`], where partial sums may be negative.
const ZERO: i64 = 1 << 20;
/// Number of four-bit slots in a state. A slot holds the value of a cell to which later cells are related, or
/// the number of times that a value is still needed.
pub(super) const SLOTS: usize = 16;
/// Maximum number of branches of a disjunction that is combined with other rules. With more of them, the graphs have
/// too many nodes.
const COMBINED_BRANCHES: usize = 4;
/// Number of low bits that hold a sum, or a set of values, in a state that also holds another number.
const SUM_BITS: u32 = 16;

/// The condition on the values of a list of cells.
#[derive(Clone, Debug)]
pub(super) enum Rule {
    /// The values times their coefficients add up to the total.
    Linear { coefficients: Vec<i64>, total: i64 },
    /// The list is divided into consecutive sets with equal sums. For each cell, true if it is the last of its
    /// set.
    EqualSums(Vec<bool>),
    /// The list can be divided into consecutive segments that each have this sum.
    Segments(i64),
    /// Pairs of cells are related. For each cell, `earlier` lists the earlier cells to which it is related, and
    /// `last` is the last cell that is related to it.
    Related { earlier: Vec<Vec<(usize, Relation)>>, last: Vec<usize> },
    /// The values are different and, if they are sorted, consecutive.
    Consecutive { count: u32 },
    /// The values between the least and the greatest value of a full line add up to the sum.
    Sandwich { sum: i64 },
    /// The first X values add up to the sum, where X is the first value.
    FirstCells { sum: i64, count: usize },
    /// Exactly `count` values are greater than all values before them.
    Visible { count: u64 },
    /// The first value that is less than the value before it is `value`.
    FirstHidden { value: u64 },
    /// The value at position X, counted from 1, is `value`, where X is the first value.
    Room { value: u64, count: usize },
    /// The first two values are the ends of a line, and all other values are between them. If `outside` is
    /// given, the ends differ by at least this much, and all other values are outside of them.
    Ends { outside: Option<u8> },
    /// Each of these values occurs the given number of times, or more often unless `is_exact`.
    Counts { wanted: Vec<(u8, u64)>, is_exact: bool },
    /// The automaton accepts the values.
    Accepted(Arc<Automaton>),
    /// Every class of values occurs. `classes` holds the class of each value, as a mask of one bit.
    Covers { classes: Vec<u64>, all: u64 },
    /// The values differ. `half` of them are odd and as many are even, and `half` of them are low and as many
    /// are high.
    Balanced { half: u64 },
    /// The values between the least and the greatest value add up to the sum.
    Lunchbox { sum: i64 },
    /// The first value is the number of different values after it.
    Different,
    /// Each value occurs as often as its own number, or not at all.
    SelfCounting { count: usize },
    /// The values differ, and no subset of them adds up to the sum.
    NoSubset { sum: u32 },
    /// The values before position `second` are a permutation of the remaining values.
    SameAs { second: usize },
    /// The second value is a position among the cells after the first two, counted from 1. The cell at this
    /// position has the first value.
    Pointer { count: usize },
    /// A comparison of words.
    Words(Words),
    /// The value is in the mask.
    Allowed(u16),
    /// Several rules hold together.
    Together(Together),
    /// All rules of at least one branch hold. Its number is in the state above these bits.
    AnyOf { branches: Vec<Together>, shift: u32 },
}

/// A value that a cell gets, with facts about the board that rules need.
pub(super) struct Value<'a> {
    pub(super) value: u8,
    /// The least value of the board.
    pub(super) low: u8,
    /// The number of values of the board.
    pub(super) count: u8,
    /// True if `value` is the least or the greatest value of the board.
    pub(super) is_end: bool,
    /// For each cell of a sum, the bounds of the sum of all later cells.
    pub(super) rest: &'a [(i64, i64)],
}

impl Rule {
    /// Returns the initial states.
    pub(super) fn starts(&self) -> Vec<u64> {
        match self {
            Self::Linear { .. } => vec![ZERO as u64],
            Self::Accepted(automaton) => (0..automaton.starts() as u64).collect(),
            Self::Counts { wanted, .. } => {
                vec![wanted.iter().rev().fold(0, |state, (_, times)| state << 4 | times)]
            }
            // Each initial state fixes the least and the greatest value in advance.
            Self::Lunchbox { .. } => {
                (0..16).flat_map(|low| (low + 1..16).map(move |high| high << 4 | low)).collect()
            }
            Self::AnyOf { branches, shift } => {
                (0..branches.len() as u64).map(|branch| branch << shift).collect()
            }
            _ => vec![0],
        }
    }

    /// Returns the number of bounds of sums of a rule on this many cells.
    pub(super) fn bounds(&self, cells: usize) -> usize {
        match self {
            Self::Linear { .. } => cells,
            Self::Together(rules) => rules.bounds(),
            Self::AnyOf { branches, .. } => branches.iter().map(Together::bounds).sum(),
            _ => 0,
        }
    }

    /// Returns the bounds of the weighted sum of the cells after each cell. The list is empty if the rule has
    /// no weighted sum.
    pub(super) fn rest(&self, masks: &[u16], range: ValueRange) -> Vec<(i64, i64)> {
        let coefficients = match self {
            Self::Linear { coefficients, .. } => coefficients,
            Self::Together(rules) => return rules.rest(masks, range),
            Self::AnyOf { branches, .. } => {
                return branches.iter().flat_map(|rules| rules.rest(masks, range)).collect();
            }
            _ => return Vec::new(),
        };
        let mut rest = vec![(0, 0); masks.len()];
        for at in (1..masks.len()).rev() {
            // The product is monotonic, so its bounds are those of the least and the greatest value.
            let mask = u32::from(masks[at]);
            let product = |index: u32| coefficients[at] * (i64::from(range.low()) + i64::from(index));
            let (one, two) = match mask {
                0 => (0, 0),
                _ => (product(mask.trailing_zeros()), product(mask.ilog2())),
            };
            rest[at - 1] = (rest[at].0 + one.min(two), rest[at].1 + one.max(two));
        }
        rest
    }

    /// Returns the number of bits that a state of the rule needs, and the least state. A state is stored as the
    /// difference from the least state. Returns `None` for rules with large states, and for rules with several
    /// next states.
    pub(super) fn width(&self, cells: usize, range: ValueRange) -> Option<(u32, u64)> {
        let high = i64::from(range.high());
        let of_sum = |cells: usize| u64::BITS - (high as u64 * cells as u64 + 1).leading_zeros();
        match self {
            Self::Linear { coefficients, .. } => {
                let total = |is_used: fn(i64) -> bool| -> i64 {
                    coefficients.iter().filter(|by| is_used(**by)).map(|by| by.abs() * high).sum()
                };
                let (less, more) = (total(|by| by < 0), total(|by| by > 0));
                Some((u64::BITS - (less as u64 + more as u64).leading_zeros(), (ZERO - less) as u64))
            }
            Self::EqualSums(_) => Some((SUM_BITS + of_sum(cells), 0)),
            Self::Related { .. } if cells <= 9 => Some((4 * cells as u32, 0)),
            Self::Consecutive { .. } => Some((range.count().into(), 0)),
            Self::Sandwich { .. } => Some((2 + of_sum(cells), 0)),
            Self::Ends { .. } => Some((16, 0)),
            Self::Counts { wanted, .. } => Some((4 * wanted.len() as u32, 0)),
            Self::Segments(sum) => Some((u64::BITS - (*sum as u64).leading_zeros(), 0)),
            Self::FirstCells { .. } => Some((SUM_BITS + 5, 0)),
            Self::Visible { .. } => Some((8 + 5, 0)),
            Self::FirstHidden { .. } => Some((8 + 1, 0)),
            Self::Room { .. } => Some((5, 0)),
            Self::Covers { all, .. } => Some((u64::BITS - all.leading_zeros(), 0)),
            Self::Different => Some((SUM_BITS + 5, 0)),
            Self::NoSubset { .. } => Some((range.count().into(), 0)),
            Self::Accepted(automaton) => Some((bits_of(automaton.states() as u64), 0)),
            Self::Lunchbox { .. } => Some((10 + of_sum(cells), 0)),
            Self::Pointer { .. } => Some((8 + 5, 0)),
            Self::SelfCounting { .. } | Self::SameAs { .. } => Some((4 * u32::from(range.count()), 0)),
            Self::Allowed(_) => Some((1, 0)),
            Self::Together(rules) => Some((rules.bits().max(1), 0)),
            Self::AnyOf { branches, shift } if branches.len() <= COMBINED_BRANCHES => {
                Some((shift + bits_of(branches.len() as u64), 0))
            }
            _ => None,
        }
    }

    /// Returns the rule that all rules of at least one branch hold, or `None` if there is no room for the state.
    pub(super) fn any_of(branches: Vec<Together>) -> Option<Self> {
        let shift = branches.iter().map(Together::bits).max()?;
        let fits = shift + bits_of(branches.len() as u64) <= u64::BITS;
        fits.then_some(Self::AnyOf { branches, shift })
    }

    /// Returns true if there is one state before the first cell, and at most one after each value.
    pub(super) const fn is_certain(&self) -> bool {
        match self {
            Self::Accepted(_) | Self::Lunchbox { .. } | Self::AnyOf { .. } => false,
            Self::Together(rules) => rules.is_certain(),
            _ => true,
        }
    }

    /// Returns the number of different values of this many cells, or `None` for rules that do not list them.
    pub(super) fn values(&self, cells: usize) -> Option<usize> {
        match self {
            Self::Counts { wanted, is_exact: true } => {
                let is_all = wanted.iter().map(|(_, times)| times).sum::<u64>() == cells as u64;
                is_all.then_some(wanted.len())
            }
            _ => None,
        }
    }

    /// Returns true if the order of the cells matters.
    pub(super) fn has_order(&self) -> bool {
        match self {
            Self::Together(rules) => rules.has_order(),
            Self::AnyOf { branches, .. } => branches.iter().any(Together::has_order),
            Self::Linear { .. }
            | Self::Related { .. }
            | Self::Consecutive { .. }
            | Self::Counts { .. }
            | Self::Covers { .. }
            | Self::NoSubset { .. }
            | Self::Allowed(_) => false,
            _ => true,
        }
    }

    /// Returns the rule with its positions in ascending order of the cells at these places, and the sorted places.
    /// Returns `None` if the order matters.
    pub(super) fn in_order(&self, places: Vec<usize>) -> Option<(Self, Vec<usize>)> {
        if places.is_sorted() {
            return Some((self.clone(), places));
        }
        let mut sorted: Vec<(usize, usize)> =
            places.into_iter().enumerate().map(|(position, place)| (place, position)).collect();
        sorted.sort_unstable();
        let mut order = vec![0; sorted.len()];
        sorted.iter().enumerate().for_each(|(new, (_, old))| order[*old] = new);
        let rule = match self {
            Self::Linear { coefficients, total } => Self::Linear {
                coefficients: sorted.iter().map(|(_, position)| coefficients[*position]).collect(),
                total: *total,
            },
            Self::Together(rules) => Self::Together(rules.in_order(&order)?),
            Self::AnyOf { branches, .. } => {
                let branches: Option<Vec<_>> = branches.iter().map(|it| it.in_order(&order)).collect();
                Self::any_of(branches?)?
            }
            Self::Related { earlier, last } => related_in_order(earlier, last.len(), &order)?,
            Self::Consecutive { .. } | Self::Counts { .. } | Self::Covers { .. } | Self::NoSubset { .. } => {
                self.clone()
            }
            _ => return None,
        };
        Some((rule, sorted.into_iter().map(|(place, _)| place).collect()))
    }

    /// Adds the states that follow `state` to `next` if the cell at position `at` has this value.
    pub(super) fn step(&self, state: u64, at: usize, with: &Value<'_>, next: &mut Vec<u64>) {
        match self {
            Self::Accepted(automaton) => next.extend(targets(automaton, state, with.value - with.low)),
            Self::Together(rules) => rules.step(state, at, with, next),
            Self::AnyOf { branches, shift } => {
                let (branch, first) = ((state >> shift) as usize, next.len());
                let before: usize = branches[..branch].iter().map(Together::bounds).sum();
                let rest = &with.rest[before..before + branches[branch].bounds()];
                let inner = state & !(u64::MAX << shift);
                branches[branch].step(inner, at, &Value { rest, ..*with }, next);
                next[first..].iter_mut().for_each(|after| *after |= (branch as u64) << shift);
            }
            _ => next.extend(self.after(state, at, with)),
        }
    }

    /// Returns the state that follows if the cell at position `at` has this value, or `None` if this violates
    /// the rule. The rule must have at most one next state.
    pub(super) fn after(&self, state: u64, at: usize, with: &Value<'_>) -> Option<u64> {
        let Value { value, low, .. } = *with;
        let number = u64::from(value);
        match self {
            Self::Linear { coefficients, total } => {
                let sum = state as i64 - ZERO + coefficients[at] * i64::from(value);
                let (least, most) = with.rest[at];
                ((sum + least)..=(sum + most)).contains(total).then_some((sum + ZERO) as u64)
            }
            Self::EqualSums(last) => equal_sums(state, number, last[at]),
            Self::Segments(sum) => {
                let run = state as i64 + i64::from(value);
                (run <= *sum).then_some((run % sum.max(&1)) as u64)
            }
            Self::Related { earlier, last } => related(state, at, value - low, earlier, last),
            Self::Consecutive { count } => {
                let seen = state | 1 << (value - low);
                let span = 64 - seen.leading_zeros() - seen.trailing_zeros();
                (seen != state && span <= *count).then_some(seen)
            }
            Self::Sandwich { sum } => sandwich(state, with, *sum),
            Self::FirstCells { sum, count } => first_cells(state, at, value, (*sum, *count)),
            Self::Visible { count } => {
                let (highest, seen) = (state & 255, state >> 8);
                let seen = seen + u64::from(number > highest);
                (seen <= *count).then_some(seen << 8 | highest.max(number))
            }
            // Bit 8 of the state is set after a value was hidden.
            Self::FirstHidden { value: hidden } => match state {
                state if state >> 8 == 1 => Some(state),
                state if number < state => (number == *hidden).then_some(1 << 8),
                _ => Some(number),
            },
            Self::Room { value: clue, count } => match at {
                0 if value == 0 || usize::from(value) > *count => None,
                0 => (number != 1 || *clue == 1).then_some(number),
                _ if at + 1 == state as usize => (number == *clue).then_some(state),
                _ => Some(state),
            },
            Self::Ends { outside } => ends(state, at, value, *outside),
            Self::Counts { wanted, is_exact } => match wanted.iter().position(|(it, _)| *it == value) {
                None => Some(state),
                Some(index) => match state >> (4 * index) & 15 {
                    0 => (!is_exact).then_some(state),
                    _ => Some(state - (1 << (4 * index))),
                },
            },
            Self::Together(rules) => rules.after(state, at, with),
            Self::Allowed(mask) => (mask >> (value - low) & 1 == 1).then_some(0),
            Self::Accepted(_) | Self::AnyOf { .. } => None,
            _ => self.step_of_set(state, at, with),
        }
    }

    /// Returns the next state of a rule about sets of values or positions.
    fn step_of_set(&self, state: u64, at: usize, with: &Value<'_>) -> Option<u64> {
        let Value { value, low, .. } = *with;
        let number = u64::from(value);
        match self {
            Self::Pointer { count } => match at {
                0 => Some(number),
                1 => (value > 0 && usize::from(value) + 2 <= *count).then_some(number << 8 | state),
                _ if at - 1 == (state >> 8) as usize => (number == state & 255).then_some(state),
                _ => Some(state),
            },
            Self::Covers { classes, .. } => Some(state | classes[usize::from(value - low)]),
            Self::Balanced { half } => balanced(state, with, *half),
            Self::Lunchbox { sum } => lunchbox(state, with, *sum),
            Self::Words(words) => words.after(state, at, value, low),
            Self::Different if at == 0 => Some(number << SUM_BITS),
            Self::Different => {
                let seen = state | 1 << (value - low);
                let different = u64::from((seen & ((1 << SUM_BITS) - 1)).count_ones());
                (different <= seen >> SUM_BITS).then_some(seen)
            }
            Self::SelfCounting { count } => self_counting(state, at, value - low, low, *count),
            Self::NoSubset { sum } => {
                let seen = state | 1 << (value - low);
                (seen != state && !has_subset(seen, low, *sum)).then_some(seen)
            }
            Self::SameAs { second } => {
                let one = 1 << (4 * (value - low));
                let left = state >> (4 * (value - low)) & 15;
                if at < *second {
                    (left < 15).then_some(state + one)
                } else {
                    (left > 0).then(|| state - one)
                }
            }
            _ => None,
        }
    }

    /// Returns true if the rule holds in a state after the last cell.
    pub(super) fn accepts(&self, state: u64) -> bool {
        match self {
            Self::Linear { total, .. } => state as i64 - ZERO == *total,
            Self::Segments(_) => state == 0,
            Self::Sandwich { .. } => state & 3 == 2,
            Self::Visible { count } => state >> 8 == *count,
            Self::FirstHidden { .. } => state >> 8 == 1,
            Self::Counts { .. } => state == 0,
            Self::Accepted(automaton) => automaton.is_accepting(state as usize),
            Self::Covers { all, .. } => state == *all,
            Self::Lunchbox { sum } => state >> 8 & 3 == 2 && (state >> 10) as i64 == *sum,
            Self::Different => u64::from((state & ((1 << SUM_BITS) - 1)).count_ones()) == state >> SUM_BITS,
            Self::SameAs { .. } => state == 0,
            // The steps of these rules exclude every violation.
            Self::EqualSums(_)
            | Self::Related { .. }
            | Self::Consecutive { .. }
            | Self::FirstCells { .. }
            | Self::Room { .. }
            | Self::Pointer { .. }
            | Self::Together(_)
            | Self::AnyOf { .. }
            | Self::Allowed(_)
            | Self::Words(_)
            | Self::Balanced { .. }
            | Self::SelfCounting { .. }
            | Self::NoSubset { .. }
            | Self::Ends { .. } => true,
        }
    }
}

/// Returns the number of bits of numbers below this one, at least 1.
fn bits_of(count: u64) -> u32 {
    (u64::BITS - count.saturating_sub(1).leading_zeros()).max(1)
}

/// Returns the rule of related cells in another order, which holds the new position of each cell. Returns `None` if
/// the state has no room for the cells that later ones are related to.
fn related_in_order(earlier: &[Vec<(usize, Relation)>], cells: usize, order: &[usize]) -> Option<Rule> {
    let mut moved = vec![Vec::new(); cells];
    let mut last: Vec<usize> = (0..cells).collect();
    for (at, relations) in earlier.iter().enumerate() {
        for (other, relation) in relations {
            let (one, two) = (order[*other], order[at]);
            let (first, second, relation) =
                if one < two { (one, two, *relation) } else { (two, one, relation.transposed()) };
            if second - first >= SLOTS {
                return None;
            }
            moved[second].push((first, relation));
            last[first] = last[first].max(second);
        }
    }
    Some(Rule::Related { earlier: moved, last })
}

/// Returns the next state of sets with equal sums. The low 16 bits hold the sum of the current set. The bits
/// above hold one more than the sum of the first set, or 0 while the first set is read.
fn equal_sums(state: u64, value: u64, is_last: bool) -> Option<u64> {
    let (target, sum) = (state >> SUM_BITS, (state & ((1 << SUM_BITS) - 1)) + value);
    let fits = target == 0 || sum < target;
    match (fits, is_last, target) {
        (false, ..) => None,
        (_, true, 0) => Some((sum + 1) << SUM_BITS),
        (_, true, _) => (sum + 1 == target).then_some(target << SUM_BITS),
        (_, false, _) => Some(target << SUM_BITS | sum),
    }
}

/// Returns the next state of a line whose ends are read first. The low 8 bits hold the lesser end, and the bits
/// above hold the greater end.
fn ends(state: u64, at: usize, value: u8, outside: Option<u8>) -> Option<u64> {
    let (least, most) = ((state & 255) as u8, (state >> 8) as u8);
    match (at, outside) {
        (0, _) => Some(value.into()),
        (1, _) => {
            let (least, most) = (value.min(least), value.max(least));
            let is_far = outside.is_none_or(|difference| most - least >= difference.max(1));
            is_far.then_some(u64::from(most) << 8 | u64::from(least))
        }
        (_, None) => (least < value && value < most).then_some(state),
        (_, Some(_)) => (value < least || most < value).then_some(state),
    }
}

/// Returns the next state of related cells. The state holds the value indices of the cells to which later cells
/// are related, in four bits each.
fn related(
    mut state: u64,
    at: usize,
    index: u8,
    earlier: &[Vec<(usize, Relation)>],
    last: &[usize],
) -> Option<u64> {
    let shift = |at: usize| 4 * (at % 16);
    let is_related =
        |(other, relation): &(usize, Relation)| relation.holds((state >> shift(*other) & 15) as u8, index);
    if !earlier[at].iter().all(is_related) {
        return None;
    }
    for (other, _) in earlier[at].iter().filter(|(other, _)| last[*other] == at) {
        state &= !(15 << shift(*other));
    }
    Some(if last[at] > at { state | u64::from(index) << shift(at) } else { state })
}

/// Returns the next state of a sandwich. The low 2 bits hold the number of ends read, where the ends are the
/// least and the greatest value. The bits above hold the sum of the values between the ends.
fn sandwich(state: u64, with: &Value<'_>, sum: i64) -> Option<u64> {
    let (ends, filling) = (state & 3, (state >> 2) as i64);
    match (ends, with.is_end) {
        (0, true) => Some(1),
        (1, true) => (filling == sum).then_some(2),
        (1, false) => {
            let filling = filling + i64::from(with.value);
            (filling <= sum).then_some((filling as u64) << 2 | 1)
        }
        (2, true) => None,
        _ => Some(state),
    }
}

/// Returns the next state of an X-sum of `sum` in a line of `count` cells. The low 16 bits hold the sum of the
/// cells so far, and the bits above hold X.
fn first_cells(state: u64, at: usize, value: u8, (sum, count): (i64, usize)) -> Option<u64> {
    let number = u64::from(value);
    let state = match at {
        0 if usize::from(value) > count => return None,
        0 => number << SUM_BITS | number,
        _ if at < (state >> SUM_BITS) as usize => state + number,
        _ => state,
    };
    let (cells, so_far) = ((state >> SUM_BITS) as usize, (state & ((1 << SUM_BITS) - 1)) as i64);
    (so_far <= sum && (at + 1 < cells || so_far == sum)).then_some(state)
}

/// Returns the next state of an equality cage. The low 16 bits hold the mask of values. The bits above hold the
/// numbers of low, high, even and odd values, in 8 bits each.
fn balanced(state: u64, with: &Value<'_>, half: u64) -> Option<u64> {
    let (index, count) = (with.value - with.low, with.count);
    let seen = state | 1 << index;
    let mut after = seen;
    if seen == state || (index >= count / 2 && index < count - count / 2) {
        return None;
    }
    let kinds = [16 + 8 * u32::from(index >= count / 2), 32 + 8 * u32::from(with.value % 2 == 1)];
    for shift in kinds {
        after += 1 << shift;
        if after >> shift & 255 > half {
            return None;
        }
    }
    Some(after)
}

/// Returns the next state of a lunchbox. From the lowest bit, the state holds the indices of the least and the
/// greatest value in 4 bits each, the number of these two that were read in 2 bits, and the sum of the values
/// between them.
fn lunchbox(state: u64, with: &Value<'_>, sum: i64) -> Option<u64> {
    let index = u64::from(with.value - with.low);
    let (least, most, met, filling) = (state & 15, state >> 4 & 15, state >> 8 & 3, (state >> 10) as i64);
    if index < least || index > most {
        return None;
    }
    if index == least || index == most {
        // The cells have different values, so neither of the two occurs twice.
        return (met < 2).then_some(state + (1 << 8));
    }
    let filling = if met == 1 { filling + i64::from(with.value) } else { filling };
    (filling <= sum).then_some((filling as u64) << 10 | state & 1023)
}

/// Returns the next state of values that count themselves. The state holds the number of times that each value
/// occurred, in four bits each.
fn self_counting(state: u64, at: usize, index: u8, low: u8, count: usize) -> Option<u64> {
    let after = state + (1 << (4 * index));
    let times = |index: u8| after >> (4 * index) & 15;
    if times(index) > u64::from(index + low) || times(index) == 15 {
        return None;
    }
    let missing = |index: u8| match times(index) {
        0 => 0,
        times => u64::from(index + low) - times,
    };
    ((0..16).map(missing).sum::<u64>() <= (count - at - 1) as u64).then_some(after)
}

/// Returns true if some of the values, given as a mask of indices, add up to the sum.
fn has_subset(mask: u64, low: u8, sum: u32) -> bool {
    let values = (0..16).filter(|index| mask >> index & 1 == 1).map(|index| u32::from(low) + index);
    let reached = values.fold(0_u128, |reached, value| reached | 1 << value | reached << value);
    sum < 128 && reached >> sum & 1 == 1
}

/// Returns the states that an automaton reaches from a state with a symbol.
fn targets(automaton: &Automaton, state: u64, symbol: u8) -> impl Iterator<Item = u64> {
    let transitions = automaton.transitions();
    let from = transitions.partition_point(|it| (u64::from(it.from), it.symbol) < (state, symbol));
    let with = move |it: &&Transition| u64::from(it.from) == state && it.symbol == symbol;
    transitions[from..].iter().take_while(with).map(|it| u64::from(it.to))
}
