//! A product of automata: several rules on overlapping lists of cells, read together.

use super::machine::{Rule, Value};
use core::ops::Range;
use farandole_puzzle::board::ValueRange;

// cycle: Together: a rule may consist of other rules.

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
