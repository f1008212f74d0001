//! A product of automata: several rules on overlapping lists of cells, read together.

use super::machine::{Rule, Value};
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
    /// The state of the rule before its first cell.
    start: u64,
    /// The part of the combined state that belongs to the rule: its lowest bit, its number of bits, and the
    /// least state of the rule, which is stored as 0.
    shift: u32,
    width: u32,
    base: u64,
}

/// Rules that hold together.
#[derive(Clone, Debug)]
pub(super) struct Together {
    members: Vec<Member>,
    cells: usize,
}

impl Together {
    /// Combines rules on a list of `cells` cells. Each rule comes with the ascending indices of its cells in
    /// this list. Returns `None` if their states do not fit into a word.
    pub(super) fn new(cells: usize, rules: Vec<(Rule, Vec<usize>)>, range: ValueRange) -> Option<Self> {
        let mut members = Vec::new();
        let mut shift = 0;
        for (rule, places) in rules {
            let (width, base) = rule.width(places.len(), range)?;
            let mut positions = vec![None; cells];
            places.iter().enumerate().for_each(|(position, at)| positions[*at] = Some(position));
            let start = rule.starts()[0];
            members.push(Member { rule, positions, last: places.len() - 1, start, shift, width, base });
            shift += width;
        }
        (shift <= BITS).then_some(Self { members, cells })
    }

    /// Returns the bounds of the sums of later cells: `cells` entries for each member, by its own positions.
    pub(super) fn rest(&self, masks: &[u16], range: ValueRange) -> Vec<(i64, i64)> {
        let mut all = Vec::with_capacity(self.members.len() * self.cells);
        for member in &self.members {
            let own: Vec<u16> =
                masks.iter().zip(&member.positions).filter(|(_, it)| it.is_some()).map(|it| *it.0).collect();
            let mut rest = member.rule.rest(&own, range);
            rest.resize(self.cells, (0, 0));
            all.extend(rest);
        }
        all
    }

    /// Returns the combined state that follows if the cell at position `at` has this value, or `None` if a rule
    /// is violated. After the last cell of a rule, its part of the state is reset to 0.
    pub(super) fn after(&self, state: u64, at: usize, with: &Value<'_>) -> Option<u64> {
        let mut after = state;
        for (number, member) in self.members.iter().enumerate() {
            let Some(position) = member.positions[at] else { continue };
            let bits = (1_u128 << member.width) as u64;
            let bits = bits.wrapping_sub(1);
            let own = if position == 0 { member.start } else { (state >> member.shift & bits) + member.base };
            let rest = with.rest.get(number * self.cells..(number + 1) * self.cells).unwrap_or(&[]);
            let own = member.rule.after(own, position, &Value { rest, ..*with })?;
            after &= !(bits << member.shift);
            if position < member.last {
                after |= (own - member.base) << member.shift;
            } else if !member.rule.accepts(own) {
                return None;
            }
        }
        Some(after)
    }
}
