//! Automata that read the values of a constraint's cells one by one, and their product: several rules on overlapping
//! lists of cells, read together.

use super::words::Words;
use core::ops::Range;
use farandole_puzzle::board::ValueRange;
use farandole_puzzle::constraint::{CountBound, Machine, Relation};
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

/// The condition on the values of a list of cells. The first ones are those of [`Semantics`] that are not machines.
///
/// [`Semantics`]: farandole_puzzle::constraint::Semantics
#[derive(Clone, Debug)]
pub(super) enum Rule {
    /// The values times their coefficients add up to the total.
    Linear { coefficients: Vec<i64>, total: i64 },
    /// The list is divided into consecutive sets with equal sums. For each cell, true if it is the last of its
    /// set.
    EqualSums(Vec<bool>),
    /// The values before position `second` are a permutation of the remaining values.
    SameAs { second: usize },
    /// Pairs of cells are related. For each cell, `earlier` lists the earlier cells to which it is related, and
    /// `last` is the last cell that is related to it.
    Related { earlier: Vec<Vec<(usize, Relation)>>, last: Vec<usize> },
    /// The values differ and, if sets are given, all of them together are one of the sets.
    Distinct { sets: Option<Arc<[u16]>> },
    /// The number of values of each mask is within its bounds.
    Count(Vec<CountBound>),
    /// The first value selects a position, counted from 0. The cell at this position has one of the values, or the
    /// value of the second cell.
    Element { entries: Vec<(u8, usize)>, values: Option<u16> },
    /// The machine accepts the values.
    Machine(Machine),
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
    /// The values of the board.
    pub(super) range: ValueRange,
    /// For each cell of a sum, the bounds of the sum of all later cells.
    pub(super) rest: &'a [(i64, i64)],
}

impl Rule {
    /// Returns the initial states.
    pub(super) fn starts(&self, range: ValueRange) -> Vec<u64> {
        match self {
            Self::Linear { .. } => vec![ZERO as u64],
            Self::Machine(machine) => machine.starts(range),
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
            Self::Distinct { .. } => Some((range.count().into(), 0)),
            Self::Count(bounds) => Some((4 * bounds.len() as u32, 0)),
            Self::Element { .. } => Some((8 + 5, 0)),
            Self::SameAs { .. } => Some((4 * u32::from(range.count()), 0)),
            Self::Machine(machine) => Some((machine.state_bits(cells, range), 0)),
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
            Self::AnyOf { .. } => false,
            Self::Machine(machine) => machine.is_deterministic(),
            Self::Together(rules) => rules.is_certain(),
            _ => true,
        }
    }

    /// Returns the number of different values of this many cells, or `None` for rules that do not list them.
    pub(super) fn values(&self, cells: usize) -> Option<usize> {
        let Self::Count(bounds) = self else { return None };
        let is_exact = |it: &CountBound| it.least == it.most && it.mask.count_ones() == 1;
        let all: u32 = bounds.iter().map(|it| it.least).sum();
        (bounds.iter().all(is_exact) && all as usize == cells).then_some(bounds.len())
    }

    /// Returns true if the order of the cells matters.
    pub(super) fn has_order(&self) -> bool {
        match self {
            Self::Together(rules) => rules.has_order(),
            Self::AnyOf { branches, .. } => branches.iter().any(Together::has_order),
            Self::Linear { .. }
            | Self::Related { .. }
            | Self::Distinct { .. }
            | Self::Count(_)
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
            Self::Distinct { .. } | Self::Count(_) => self.clone(),
            _ => return None,
        };
        Some((rule, sorted.into_iter().map(|(place, _)| place).collect()))
    }

    /// Adds the states that follow `state` to `next` if the cell at position `at` has this value.
    pub(super) fn step(&self, state: u64, at: usize, with: &Value<'_>, next: &mut Vec<u64>) {
        match self {
            Self::Machine(machine) => machine.step(state, at, with.value, with.range, next),
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
        let value = with.value;
        let index = value - with.range.low();
        match self {
            Self::Linear { coefficients, total } => {
                let sum = state as i64 - ZERO + coefficients[at] * i64::from(value);
                let (least, most) = with.rest[at];
                ((sum + least)..=(sum + most)).contains(total).then_some((sum + ZERO) as u64)
            }
            Self::EqualSums(last) => equal_sums(state, value.into(), last[at]),
            Self::SameAs { second } => {
                let one = 1 << (4 * index);
                let left = state >> (4 * index) & 15;
                if at < *second {
                    (left < 15).then_some(state + one)
                } else {
                    (left > 0).then(|| state - one)
                }
            }
            Self::Related { earlier, last } => related(state, at, index, earlier, last),
            Self::Distinct { sets } => {
                let seen = state | 1 << index;
                let fits = |sets: &Arc<[u16]>| sets.iter().any(|set| seen & !u64::from(*set) == 0);
                (seen != state && sets.as_ref().is_none_or(fits)).then_some(seen)
            }
            Self::Count(bounds) => counted(state, with, bounds),
            Self::Element { entries, values } => element(state, at, with, entries, *values),
            Self::Machine(machine) => machine.successor(state, at, value, with.range),
            Self::Words(words) => words.after(state, at, value, with.range.low()),
            Self::Together(rules) => rules.after(state, at, with),
            Self::Allowed(mask) => (mask >> index & 1 == 1).then_some(0),
            Self::AnyOf { .. } => None,
        }
    }

    /// Returns true if the rule holds in a state after the last cell.
    pub(super) fn accepts(&self, state: u64, range: ValueRange) -> bool {
        match self {
            Self::Linear { total, .. } => state as i64 - ZERO == *total,
            Self::SameAs { .. } => state == 0,
            Self::Count(bounds) => {
                let is_reached =
                    |(at, bound): (usize, &CountBound)| (state >> (4 * at) & 15) >= bound.least.into();
                bounds.iter().enumerate().all(is_reached)
            }
            Self::Machine(machine) => machine.accepts(state, range),
            // The steps of these rules exclude every violation.
            Self::EqualSums(_)
            | Self::Related { .. }
            | Self::Distinct { .. }
            | Self::Element { .. }
            | Self::Together(_)
            | Self::AnyOf { .. }
            | Self::Allowed(_)
            | Self::Words(_) => true,
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

/// Returns the next state of a count. The state holds the number of cells with values of each mask, in four bits each.
/// A number without a greatest bound stays at its least bound.
fn counted(mut state: u64, with: &Value<'_>, bounds: &[CountBound]) -> Option<u64> {
    for (at, bound) in bounds.iter().enumerate() {
        let count = state >> (4 * at) & 15;
        if bound.mask & with.range.mask(with.value) == 0
            || (bound.most == u32::MAX && count >= bound.least.into())
        {
            continue;
        }
        if count >= bound.most.into() {
            return None;
        }
        state += 1 << (4 * at);
    }
    Some(state)
}

/// Returns the next state of a selected cell. The low 8 bits hold its position, and the bits above hold its value if it
/// is that of the second cell.
fn element(
    state: u64,
    at: usize,
    with: &Value<'_>,
    entries: &[(u8, usize)],
    values: Option<u16>,
) -> Option<u64> {
    let fits = |wanted: u64| match values {
        Some(mask) => mask & with.range.mask(with.value) != 0,
        None => u64::from(with.value) == wanted,
    };
    let number = u64::from(with.value);
    match at {
        0 => {
            let (_, selected) = entries.iter().find(|(value, _)| *value == with.value)?;
            let is_own = *selected == 0;
            (!is_own || values.is_none() || fits(0)).then_some(if is_own {
                number << 8
            } else {
                *selected as u64
            })
        }
        1 if values.is_none() => {
            let selected = state & 255;
            let is_equal = selected != 0 || state >> 8 == number;
            is_equal.then_some(number << 8 | selected)
        }
        _ => (at as u64 != state & 255 || fits(state >> 8)).then_some(state),
    }
}

/// Number of bits of the combined state of all rules.
const BITS: u32 = 64;

/// A rule on some of the cells.
#[derive(Clone, Debug)]
struct Member {
    rule: Rule,
    /// For each cell, its position in the list of the rule, or `None` if the rule does not read it.
    positions: Vec<Option<usize>>,
    /// The last position of the rule.
    last: usize,
    /// The states of the rule before its first cell.
    starts: Vec<u64>,
    /// The part of the combined state that belongs to the rule: its lowest bit, its number of bits, and the
    /// least state of the rule, which is stored as 0.
    shift: u32,
    width: u32,
    base: u64,
    /// The part of the bounds of sums.
    rest: Range<usize>,
}

/// Rules that hold together.
#[derive(Clone, Debug)]
pub(super) struct Together {
    /// Rules with at most one state after a value, then the others.
    members: Vec<Member>,
    /// Number of rules with at most one state after a value.
    certain: usize,
    cells: usize,
    range: ValueRange,
    /// Number of bits of the state.
    bits: u32,
}

impl Member {
    /// Returns the own states before the cell at this position.
    fn before(&self, state: u64, position: usize) -> Option<u64> {
        (position > 0).then(|| (state >> self.shift & self.bits()) + self.base)
    }

    /// Returns a mask of as many bits as the state of the rule has.
    const fn bits(&self) -> u64 {
        u64::MAX >> (u64::BITS - self.width)
    }

    /// Stores the own state after the cell at this position. A rule whose last cell it is must be satisfied,
    /// and its state is reset.
    fn store(&self, after: u64, own: u64, position: usize, range: ValueRange) -> Option<u64> {
        let cleared = after & !(self.bits() << self.shift);
        if position < self.last {
            return Some(cleared | (own - self.base) << self.shift);
        }
        self.rule.accepts(own, range).then_some(cleared)
    }

    /// Returns the rule in another order of the cells, with the cell of each of its positions. Holds the new
    /// position of each cell.
    fn in_order(&self, order: &[usize]) -> Option<(Rule, Vec<usize>)> {
        let mut places = vec![0; self.last + 1];
        for (at, position) in self.positions.iter().enumerate() {
            position.iter().for_each(|position| places[*position] = order[at]);
        }
        self.rule.in_order(places)
    }
}

impl Together {
    /// Combines rules on a list of `cells` cells. Each rule comes with the ascending indices of its cells in
    /// this list. Returns `None` if their states do not fit into a word.
    pub(super) fn new(cells: usize, mut rules: Vec<(Rule, Vec<usize>)>, range: ValueRange) -> Option<Self> {
        rules.sort_by_key(|(rule, _)| !rule.is_certain());
        let certain = rules.iter().filter(|(rule, _)| rule.is_certain()).count();
        let mut members = Vec::new();
        let (mut shift, mut rest) = (0, 0);
        for (rule, places) in rules {
            let (width, base) = rule.width(places.len(), range)?;
            let width = width.max(1);
            let mut positions = vec![None; cells];
            places.iter().enumerate().for_each(|(position, at)| positions[*at] = Some(position));
            let (starts, bounds) = (rule.starts(range), rule.bounds(places.len()));
            let (last, start) = (places.len() - 1, rest);
            rest += bounds;
            members.push(Member { rule, positions, last, starts, shift, width, base, rest: start..rest });
            shift += width;
            if shift > BITS {
                return None;
            }
        }
        Some(Self { members, certain, cells, range, bits: shift })
    }

    /// Returns the number of bits of a state.
    pub(super) const fn bits(&self) -> u32 {
        self.bits
    }

    /// Returns true if there is at most one state after a value.
    pub(super) const fn is_certain(&self) -> bool {
        self.certain == self.members.len()
    }

    /// Returns true if the order of the cells of a rule matters.
    pub(super) fn has_order(&self) -> bool {
        self.members.iter().any(|member| member.rule.has_order())
    }

    /// Returns the number of bounds of sums.
    pub(super) fn bounds(&self) -> usize {
        self.members.last().map_or(0, |member| member.rest.end)
    }

    /// Returns the bounds of the sums of later cells: `cells` entries for each member, by its own positions.
    pub(super) fn rest(&self, masks: &[u16], range: ValueRange) -> Vec<(i64, i64)> {
        let mut all = Vec::with_capacity(self.bounds());
        for member in self.members.iter().filter(|member| !member.rest.is_empty()) {
            let own: Vec<u16> =
                masks.iter().zip(&member.positions).filter(|(_, it)| it.is_some()).map(|it| *it.0).collect();
            all.extend(member.rule.rest(&own, range));
            all.resize(member.rest.end, (0, 0));
        }
        all
    }

    /// Returns the rules in another order of the cells, which holds the new position of each cell. Returns `None`
    /// if the order of the cells of a rule matters.
    pub(super) fn in_order(&self, order: &[usize]) -> Option<Self> {
        let rules: Option<Vec<_>> = self.members.iter().map(|member| member.in_order(order)).collect();
        Self::new(self.cells, rules?, self.range)
    }

    /// Adds the states after a cell has a value.
    pub(super) fn step(&self, state: u64, at: usize, with: &Value<'_>, next: &mut Vec<u64>) {
        let Some(after) = self.after(state, at, with) else { return };
        let first = next.len();
        next.push(after);
        let mut own = Vec::new();
        for member in &self.members[self.certain..] {
            let Some(position) = member.positions[at] else { continue };
            let with = Value { rest: &with.rest[member.rest.clone()], ..*with };
            own.clear();
            match member.before(state, position) {
                Some(before) => member.rule.step(before, position, &with, &mut own),
                None => member.starts.iter().for_each(|it| member.rule.step(*it, position, &with, &mut own)),
            }
            let others: Vec<u64> = next.drain(first..).collect();
            for after in others {
                next.extend(own.iter().filter_map(|own| member.store(after, *own, position, self.range)));
            }
            next[first..].sort_unstable();
            let mut last = first;
            for at in first..next.len() {
                if at == first || next[at] != next[last - 1] {
                    next[last] = next[at];
                    last += 1;
                }
            }
            next.truncate(last);
        }
    }

    /// Returns the combined state of the rules that have at most one next state, after the cell at position `at` has
    /// this value, or `None` if one of these rules is violated.
    pub(super) fn after(&self, state: u64, at: usize, with: &Value<'_>) -> Option<u64> {
        let mut after = state;
        for member in &self.members[..self.certain] {
            let Some(position) = member.positions[at] else { continue };
            let own = member.before(state, position).unwrap_or(member.starts[0]);
            let rest = &with.rest[member.rest.clone()];
            let own = member.rule.after(own, position, &Value { rest, ..*with })?;
            after = member.store(after, own, position, self.range)?;
        }
        Some(after)
    }
}
