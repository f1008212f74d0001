//! The transitive closure of the implication graph, for all assertions at once.

use super::grid::Grid;
use super::links::{CANDIDATES, Graph};
use crate::model::tables::{PEER_SETS, bits};

const NOWHERE: u16 = u16::MAX;

/// True and false candidates, as a set of cells for each digit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Closure {
    pub(crate) on: [u128; 9],
    pub(crate) off: [u128; 9],
}

impl Closure {
    pub(crate) const NONE: Self = Self { on: [0; 9], off: [0; 9] };

    pub(crate) const fn insert(&mut self, assertion: usize) {
        let (cell, digit) = (assertion / 18, assertion / 2 % 9);
        let sets = if assertion & 1 == 1 { &mut self.on } else { &mut self.off };
        sets[digit] |= 1 << cell;
    }

    pub(crate) const fn has(&self, assertion: usize) -> bool {
        let (cell, digit) = (assertion / 18, assertion / 2 % 9);
        let sets = if assertion & 1 == 1 { &self.on } else { &self.off };
        sets[digit] >> cell & 1 == 1
    }

    pub(crate) fn join(&mut self, other: &Self) {
        for digit in 0..9 {
            self.on[digit] |= other.on[digit];
            self.off[digit] |= other.off[digit];
        }
    }

    pub(crate) fn meet(&mut self, other: &Self) {
        for digit in 0..9 {
            self.on[digit] &= other.on[digit];
            self.off[digit] &= other.off[digit];
        }
    }
}

/// For each assertion, all assertions that follow from it along any number of links, including
/// itself. Groups are not included.
#[derive(Clone, Debug)]
pub(crate) struct Closures {
    /// For each assertion, the index of its row in `rows`, or `NOWHERE` if nothing follows from the assertion.
    row: Vec<u16>,
    rows: Vec<Closure>,
}

impl Closures {
    /// Computes the closure. Assertions of one strongly connected component share a row, and rows
    /// are built in reverse topological order.
    ///
    /// Source: R. Tarjan, Depth-first search and linear graph algorithms, 1972; P. Purdom, A
    /// transitive closure algorithm, 1970.
    pub(crate) fn new(grid: &Grid<'_>, graph: &Graph) -> Self {
        let count = graph.start.len() - 1;
        // The assertions with at least one consequence.
        let has_consequences: Vec<bool> = graph.start.windows(2).map(|links| links[0] != links[1]).collect();
        let mut closures = Self { row: vec![NOWHERE; count], rows: Vec::new() };
        // The discovery index and low link of each assertion.
        let (mut discovered, mut low) = (vec![NOWHERE; count], vec![NOWHERE; count]);
        let (mut open, mut path): (Vec<u16>, Vec<(u16, u32)>) = (Vec::new(), Vec::new());
        let mut places = 0;
        for root in 0..count {
            if discovered[root] != NOWHERE || !has_consequences[root] {
                continue;
            }
            path.push((root as u16, graph.start[root]));
            while let Some((assertion, link)) = path.last_mut() {
                let current = *assertion as usize;
                if discovered[current] == NOWHERE {
                    (discovered[current], low[current]) = (places, places);
                    places += 1;
                    open.push(current as u16);
                }
                if *link < graph.start[current + 1] {
                    let next = graph.to[*link as usize] as usize;
                    *link += 1;
                    if !has_consequences[next] {
                        continue;
                    }
                    if discovered[next] == NOWHERE {
                        path.push((next as u16, graph.start[next]));
                    } else if closures.row[next] == NOWHERE {
                        low[current] = low[current].min(discovered[next]);
                    }
                    continue;
                }
                path.pop();
                if let Some((above, _)) = path.last() {
                    low[*above as usize] = low[*above as usize].min(low[current]);
                }
                if low[current] == discovered[current] {
                    closures.close(grid, (graph, &has_consequences), &mut open, current);
                }
            }
        }
        closures
    }

    /// Builds the row of a component: the assertions of `open` from `last` to the end.
    fn close(
        &mut self,
        grid: &Grid<'_>,
        (graph, has_consequences): (&Graph, &[bool]),
        open: &mut Vec<u16>,
        last: usize,
    ) {
        let from = open.iter().rposition(|assertion| *assertion as usize == last).unwrap_or_default();
        let number = self.rows.len();
        self.rows.push(Closure::NONE);
        let (below, row) = self.rows.split_at_mut(number);
        let row = &mut row[0];
        for assertion in &open[from..] {
            self.row[*assertion as usize] = number as u16;
            if (*assertion as usize) < 2 * CANDIDATES {
                row.insert(*assertion as usize);
            }
        }
        for assertion in &open[from..] {
            for next in graph.next(*assertion as usize).iter().map(|next| *next as usize) {
                let is_known = !has_consequences[next] || next < 2 * CANDIDATES && row.has(next);
                let other = self.row[next] as usize;
                if !is_known && other != number {
                    row.join(&below[other]);
                }
            }
        }
        // Add the consequences that have no consequences of their own.
        for assertion in open.drain(from..).map(usize::from) {
            let (node, cell, digit) = (assertion / 2, assertion / 18, assertion / 2 % 9);
            if node < CANDIDATES && assertion & 1 == 1 {
                row.off[digit] |= PEER_SETS[cell] & grid.places[digit];
                bits(grid.marks.cand[cell] & !(1 << digit)).for_each(|other| row.off[other] |= 1 << cell);
                continue;
            }
            for next in graph.next(assertion).iter().map(|next| *next as usize) {
                if next < 2 * CANDIDATES {
                    row.insert(next);
                }
            }
        }
    }

    /// Returns true if some candidate implies its own negation. This holds if and only if some
    /// chain along these links has an effect.
    ///
    /// The contrapositive of a link is a link. If a candidate implies another one that excludes it,
    /// the first therefore implies its own negation. Every candidate excluded by a continuous loop
    /// has a chain to its own negation.
    pub(crate) fn decide_any(&self, grid: &Grid<'_>) -> bool {
        (0..CANDIDATES).filter(|node| grid.marks.has(node / 9, node % 9)).any(|node| {
            let refutes = |assertion: usize| self.of(assertion).is_some_and(|row| row.has(assertion ^ 1));
            refutes(2 * node) || refutes(2 * node + 1)
        })
    }

    /// Returns all consequences of an assertion about a remaining candidate, or `None` if there are
    /// none.
    pub(crate) fn of(&self, assertion: usize) -> Option<&Closure> {
        self.rows.get(self.row[assertion] as usize)
    }
}
