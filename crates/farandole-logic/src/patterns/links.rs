//! The implication graph: strong and weak links between candidates, groups and almost locked sets.
//!
//! Nodes are numbered as follows:
//!
//! - 0 to 728: candidates.
//! - 729 to `NODES - 1`: groups. A group consists of the candidates of a digit in the three cells
//!   where a line crosses a box, if there are at least two.
//! - `NODES + 9 * s + d`: almost locked set `s` without digit `d`. This node is true if the set
//!   lacks the digit, in which case its other digits are locked in it.
//!
//! The assertion `node * 2 + 1` states that the node is true, and `node * 2` that it is false. A
//! group is true if one of its candidates is true.

use super::almost_locked::Als;
use super::grid::{Grid, common_peers};
use crate::model::tables::{HOUSE_SETS, HOUSES, PEER_SETS, bits, cells};

/// Number of candidates. Groups follow: nine digits in 54 crossings of a line and a box.
pub(crate) const CANDIDATES: usize = 729;
pub(crate) const NODES: usize = CANDIDATES + 9 * 54;

/// The crossings of lines and boxes, as pairs of houses: rows first, then columns.
pub(crate) const CROSSINGS: [(u8, u8); 54] = {
    let mut pairs = [(0, 0); 54];
    let mut number = 0;
    while number < 54 {
        let line = number / 3;
        let third = number % 3;
        pairs[number] = if line < 9 {
            (line as u8, (18 + line / 3 * 3 + third) as u8)
        } else {
            (line as u8, (18 + third * 3 + (line - 9) / 3) as u8)
        };
        number += 1;
    }
    pairs
};

/// The kinds of nodes in a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Nodes {
    /// Candidates only.
    Single,
    /// Candidates and groups.
    Grouped,
    /// Candidates, groups and almost locked sets, which link one digit to others.
    Sets,
}

/// Maximum number of almost locked sets in chains. The rest are ignored, because assertions must
/// fit in 16 bits.
const MAX_SETS: usize = 3_000;

/// The implications between assertions, in search order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    /// `to[start[a]..start[a + 1]]` contains the direct consequences of assertion `a`.
    pub(super) start: Vec<u32>,
    pub(super) to: Vec<u16>,
}

/// Returns the digit of a node, from 0. For an almost locked set, this is the digit that it lacks.
pub(crate) const fn digit_of(node: usize) -> usize {
    match node {
        0..CANDIDATES => node % 9,
        CANDIDATES..NODES => (node - CANDIDATES) / 54,
        _ => (node - NODES) % 9,
    }
}

pub(crate) fn set_of(sets: &[Als], node: usize) -> Option<&Als> {
    sets.get(node.checked_sub(NODES)? / 9)
}

/// Returns the cells of a node. For an almost locked set, these are its candidate cells for the
/// digit of the node.
pub(crate) fn cells_of(grid: &Grid<'_>, sets: &[Als], node: usize) -> u128 {
    if node < CANDIDATES {
        1 << (node / 9)
    } else if node >= NODES {
        set_of(sets, node).map_or(0, |als| als.places[digit_of(node)])
    } else {
        let (line, box_idx) = CROSSINGS[(node - CANDIDATES) % 54];
        grid.places[digit_of(node)] & HOUSE_SETS[line as usize] & HOUSE_SETS[box_idx as usize]
    }
}

impl Graph {
    /// Builds the graph of a grid. `sets` contains its almost locked sets, which are used only for
    /// [`Nodes::Sets`].
    pub(crate) fn new(grid: &Grid<'_>, nodes: Nodes, sets: &[Als]) -> Self {
        let mut graph = Self { start: Vec::with_capacity(2 * NODES + 1), to: Vec::with_capacity(8192) };
        let groups: Groups = match nodes {
            Nodes::Single => Default::default(),
            Nodes::Grouped | Nodes::Sets => core::array::from_fn(|digit| groups(grid, digit)),
        };
        let sets = if nodes == Nodes::Sets { sets } else { &[] };
        let sets = &sets[..sets.len().min(MAX_SETS)];
        for node in 0..CANDIDATES {
            graph.start.push(graph.to.len() as u32);
            let (cell, digit) = (node / 9, node % 9);
            let is_candidate = grid.marks.has(cell, digit);
            if is_candidate {
                graph.off(grid, cell, digit, &groups[digit]);
            }
            graph.start.push(graph.to.len() as u32);
            if is_candidate {
                graph.on(grid, cell, digit, &groups[digit]);
                graph.lacking(sets, PEER_SETS[cell], digit);
            }
        }
        for groups in &groups {
            for (group, set) in groups {
                let group = *group as usize;
                graph.start.resize(2 * group + 1, graph.to.len() as u32);
                graph.group_off(grid, group, *set, groups);
                graph.start.push(graph.to.len() as u32);
                graph.group_on(grid, group, *set, groups);
                graph.lacking(sets, common_peers(*set), digit_of(group));
            }
        }
        graph.start.resize(2 * NODES + 1, graph.to.len() as u32);
        for als in sets {
            for lacked in 0..9 {
                // The assertion that a set has the digit has no consequences.
                graph.start.push(graph.to.len() as u32);
                if als.digits >> lacked & 1 == 1 {
                    graph.locked(grid, sets, &groups, als, lacked);
                }
                graph.start.push(graph.to.len() as u32);
            }
        }
        graph
    }

    /// Returns the direct consequences of an assertion.
    pub(crate) fn next(&self, assertion: usize) -> &[u16] {
        &self.to[self.start[assertion] as usize..self.start[assertion + 1] as usize]
    }

    fn push(&mut self, node: usize, holds: bool) {
        self.to.push((2 * node + usize::from(holds)) as u16);
    }

    /// Adds links to the sets that lose the digit because `seen` contains all their candidates for
    /// it.
    fn lacking(&mut self, sets: &[Als], seen: u128, digit: usize) {
        for (number, als) in sets.iter().enumerate() {
            if als.digits >> digit & 1 == 1 && als.places[digit] & !seen == 0 {
                self.push(NODES + 9 * number + digit, true);
            }
        }
    }

    /// Adds the consequences of a set that lacks one digit. Its other digits are locked in it.
    fn locked(&mut self, grid: &Grid<'_>, sets: &[Als], groups: &Groups, als: &Als, lacked: usize) {
        let mut seen_by_any = 0;
        for digit in bits(als.digits & !(1 << lacked)) {
            seen_by_any |= als.seen[digit];
            for cell in cells(als.seen[digit]) {
                self.push(9 * cell + digit, false);
            }
            for (group, members) in &groups[digit] {
                if members & !als.seen[digit] == 0 {
                    self.push(*group as usize, false);
                }
            }
            self.lacking(sets, als.seen[digit], digit);
        }
        // A cell with only one digit left has this digit.
        for cell in cells(seen_by_any & !als.set) {
            let lost = bits(als.digits & !(1 << lacked)).filter(|digit| als.seen[*digit] >> cell & 1 == 1);
            let rest = lost.fold(grid.marks.cand[cell], |rest, digit| rest & !(1 << digit));
            if rest.is_power_of_two() {
                self.push(9 * cell + rest.trailing_zeros() as usize, true);
            }
        }
    }

    fn on(&mut self, grid: &Grid<'_>, cell: usize, digit: usize, groups: &[(u16, u128)]) {
        for other in bits(grid.marks.cand[cell] & !(1 << digit)) {
            self.push(9 * cell + other, false);
        }
        // The order must be house by house. Any other order misses the paths that HoDoKu finds
        // first.
        let mut rest = grid.places[digit] & !(1 << cell);
        for house in HOUSES[cell] {
            cells(rest & HOUSE_SETS[house as usize]).for_each(|peer| self.push(9 * peer + digit, false));
            rest &= !HOUSE_SETS[house as usize];
        }
        let seen = PEER_SETS[cell];
        for (group, set) in groups {
            if set & !seen == 0 {
                self.push(*group as usize, false);
            }
        }
    }

    fn off(&mut self, grid: &Grid<'_>, cell: usize, digit: usize, groups: &[(u16, u128)]) {
        let rest = grid.marks.cand[cell] & !(1 << digit);
        if rest.is_power_of_two() {
            self.push(9 * cell + rest.trailing_zeros() as usize, true);
        }
        self.last_of_houses(grid, 1 << cell, digit, &HOUSES[cell], groups);
    }

    /// Adds, for each house, a link to the only other candidate, or to the group of all others.
    fn last_of_houses(
        &mut self,
        grid: &Grid<'_>,
        set: u128,
        digit: usize,
        houses: &[u8],
        groups: &[(u16, u128)],
    ) {
        let mut seen = 0;
        for house in houses {
            let rest = grid.places[digit] & HOUSE_SETS[*house as usize] & !set;
            if rest & rest.wrapping_sub(1) == 0 {
                if rest != 0 && rest & seen == 0 {
                    seen |= rest;
                    self.push(9 * rest.trailing_zeros() as usize + digit, true);
                }
            } else if let Some((group, _)) = groups.iter().find(|(_, other)| *other == rest) {
                self.push(*group as usize, true);
            }
        }
    }

    fn group_on(&mut self, grid: &Grid<'_>, group: usize, set: u128, groups: &[(u16, u128)]) {
        let digit = digit_of(group);
        let seen = common_peers(set);
        for cell in cells(seen & grid.places[digit]) {
            self.push(9 * cell + digit, false);
        }
        for (other, members) in groups {
            if members & !seen == 0 {
                self.push(*other as usize, false);
            }
        }
    }

    fn group_off(&mut self, grid: &Grid<'_>, group: usize, set: u128, groups: &[(u16, u128)]) {
        let (line, box_idx) = CROSSINGS[(group - CANDIDATES) % 54];
        self.last_of_houses(grid, set, digit_of(group), &[line, box_idx], groups);
    }
}

/// For each digit, its groups with their cells.
type Groups = [Vec<(u16, u128)>; 9];

/// Returns the groups of a digit with at least two cells.
fn groups(grid: &Grid<'_>, digit: usize) -> Vec<(u16, u128)> {
    let all = (0..54).map(|crossing| CANDIDATES + 54 * digit + crossing);
    let all = all.map(|node| (node as u16, cells_of(grid, &[], node)));
    all.filter(|(_, set)| set & set.wrapping_sub(1) != 0).collect()
}
