//! Strong and weak links as a graph of assertions.
//!
//! A node is a candidate (0 to 728) or, above that, a group: the places of a digit in the three cells where a line crosses a
//! box, when there are at least two. An assertion is `node * 2 + 1` where the node holds (one of its cells does) and
//! `node * 2` where it does not. Above the groups come, for almost locked set `s` of the wider scope and digit `d`, the
//! nodes `NODES + 9 * s + d`: they hold when the set lacks the digit, and so is locked in its others.

use crate::hodoku::order::Scope;
use crate::hodoku::techniques::als::Als;
use crate::model::tables::{HOUSE_SETS, HOUSES, PEER_SETS, bits, cells};
use crate::patterns::view::View;

/// The number of candidates, and of groups: nine digits in 54 crossings of a line and a box.
pub(crate) const CANDIDATES: usize = 729;
pub(crate) const NODES: usize = CANDIDATES + 9 * 54;

/// The crossings of lines and boxes: rows first.
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

/// Which links the graph has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Nodes {
    /// Candidates only.
    Single,
    /// Groups too.
    Grouped,
    /// Groups, and almost locked sets, which lead from one digit to others.
    Sets,
}

/// More almost locked sets than this take no part in chains.
const MOST_SETS: usize = 3_000;

/// The implications between assertions, in the order in which they are followed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    start: Vec<u32>,
    to: Vec<u16>,
}

/// The digit of a node, from 0; of an almost locked set, the one that it lacks.
pub(crate) const fn digit_of(node: usize) -> usize {
    match node {
        0..CANDIDATES => node % 9,
        CANDIDATES..NODES => (node - CANDIDATES) / 54,
        _ => (node - NODES) % 9,
    }
}

/// The almost locked set of a node.
pub(crate) fn set_of<'a>(view: &'a View<'_>, node: usize) -> Option<&'a Als> {
    let number = node.checked_sub(NODES)? / 9;
    view.sets(Scope::All).sets.get(number)
}

/// The cells of a node; of an almost locked set, those that may have the digit of the node.
pub(crate) fn cells_of(view: &View<'_>, node: usize) -> u128 {
    if node < CANDIDATES {
        1 << (node / 9)
    } else if node >= NODES {
        set_of(view, node).map_or(0, |als| als.places[digit_of(node)])
    } else {
        let (line, box_idx) = CROSSINGS[(node - CANDIDATES) % 54];
        view.places[digit_of(node)] & HOUSE_SETS[line as usize] & HOUSE_SETS[box_idx as usize]
    }
}

/// The cells that see every cell of the set.
pub(crate) fn common_peers(set: u128) -> u128 {
    cells(set).fold(!0, |seen, cell| seen & PEER_SETS[cell])
}

impl Graph {
    pub(crate) fn new(view: &View<'_>, nodes: Nodes) -> Self {
        let mut graph = Self { start: Vec::with_capacity(2 * NODES + 1), to: Vec::with_capacity(8192) };
        let groups: Groups = match nodes {
            Nodes::Single => Default::default(),
            Nodes::Grouped | Nodes::Sets => core::array::from_fn(|digit| groups(view, digit)),
        };
        let sets = if nodes == Nodes::Sets { &view.sets(Scope::All).sets[..] } else { &[] };
        let sets = &sets[..sets.len().min(MOST_SETS)];
        for node in 0..CANDIDATES {
            graph.start.push(graph.to.len() as u32);
            let (cell, digit) = (node / 9, node % 9);
            let here = view.marks.has(cell, digit);
            if here {
                graph.off(view, cell, digit, &groups[digit]);
            }
            graph.start.push(graph.to.len() as u32);
            if here {
                graph.on(view, cell, digit, &groups[digit]);
                graph.lacking(sets, PEER_SETS[cell], digit);
            }
        }
        for groups in &groups {
            for (group, set) in groups {
                let group = *group as usize;
                graph.start.resize(2 * group + 1, graph.to.len() as u32);
                graph.group_off(view, group, *set, groups);
                graph.start.push(graph.to.len() as u32);
                graph.group_on(view, group, *set, groups);
                graph.lacking(sets, common_peers(*set), digit_of(group));
            }
        }
        graph.start.resize(2 * NODES + 1, graph.to.len() as u32);
        for als in sets {
            for lacked in 0..9 {
                // Nothing follows from a set that has the digit.
                graph.start.push(graph.to.len() as u32);
                if als.digits >> lacked & 1 == 1 {
                    graph.locked(view, sets, &groups, als, lacked);
                }
                graph.start.push(graph.to.len() as u32);
            }
        }
        graph
    }

    /// What follows at once from an assertion.
    pub(crate) fn next(&self, assertion: usize) -> &[u16] {
        &self.to[self.start[assertion] as usize..self.start[assertion + 1] as usize]
    }

    fn push(&mut self, node: usize, holds: bool) {
        self.to.push((2 * node + usize::from(holds)) as u16);
    }

    /// The sets all whose places of the digit are seen.
    fn lacking(&mut self, sets: &[Als], seen: u128, digit: usize) {
        for (number, als) in sets.iter().enumerate() {
            if als.digits >> digit & 1 == 1 && als.places[digit] & !seen == 0 {
                self.push(NODES + 9 * number + digit, true);
            }
        }
    }

    /// What a set excludes that has all its digits but one.
    fn locked(&mut self, view: &View<'_>, sets: &[Als], groups: &Groups, als: &Als, lacked: usize) {
        let mut met = 0;
        for digit in bits(als.digits & !(1 << lacked)) {
            met |= als.seen[digit];
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
        // A cell that loses all digits but one.
        for cell in cells(met & !als.set) {
            let gone = bits(als.digits & !(1 << lacked)).filter(|digit| als.seen[*digit] >> cell & 1 == 1);
            let rest = gone.fold(view.marks.cand[cell], |rest, digit| rest & !(1 << digit));
            if rest.is_power_of_two() {
                self.push(9 * cell + rest.trailing_zeros() as usize, true);
            }
        }
    }

    fn on(&mut self, view: &View<'_>, cell: usize, digit: usize, groups: &[(u16, u128)]) {
        for other in bits(view.marks.cand[cell] & !(1 << digit)) {
            self.push(9 * cell + other, false);
        }
        // House by house: another order loses the paths that HoDoKu finds first.
        let mut rest = view.places[digit] & !(1 << cell);
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

    fn off(&mut self, view: &View<'_>, cell: usize, digit: usize, groups: &[(u16, u128)]) {
        let rest = view.marks.cand[cell] & !(1 << digit);
        if rest.is_power_of_two() {
            self.push(9 * cell + rest.trailing_zeros() as usize, true);
        }
        self.last_of_houses(view, 1 << cell, digit, &HOUSES[cell], groups);
    }

    /// The only other candidate, or the group that is all the rest, of each house.
    fn last_of_houses(
        &mut self,
        view: &View<'_>,
        set: u128,
        digit: usize,
        houses: &[u8],
        groups: &[(u16, u128)],
    ) {
        let mut seen = 0;
        for house in houses {
            let rest = view.places[digit] & HOUSE_SETS[*house as usize] & !set;
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

    fn group_on(&mut self, view: &View<'_>, group: usize, set: u128, groups: &[(u16, u128)]) {
        let digit = digit_of(group);
        let seen = common_peers(set);
        for cell in cells(seen & view.places[digit]) {
            self.push(9 * cell + digit, false);
        }
        for (other, members) in groups {
            if members & !seen == 0 {
                self.push(*other as usize, false);
            }
        }
    }

    fn group_off(&mut self, view: &View<'_>, group: usize, set: u128, groups: &[(u16, u128)]) {
        let (line, box_idx) = CROSSINGS[(group - CANDIDATES) % 54];
        self.last_of_houses(view, set, digit_of(group), &[line, box_idx], groups);
    }
}

/// The groups of each digit, with their cells.
type Groups = [Vec<(u16, u128)>; 9];

/// The groups of a digit with at least two cells.
fn groups(view: &View<'_>, digit: usize) -> Vec<(u16, u128)> {
    let all = (0..54).map(|crossing| CANDIDATES + 54 * digit + crossing);
    let all = all.map(|node| (node as u16, cells_of(view, node)));
    all.filter(|(_, set)| set & set.wrapping_sub(1) != 0).collect()
}

/// Candidates that hold and candidates that do not: for each digit the cells.
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

/// What follows from each assertion along any number of links, itself included; without groups.
#[derive(Clone, Debug)]
pub(crate) struct Closures {
    /// For each assertion the number of its row; `NOWHERE` if nothing follows from it.
    row: Vec<u16>,
    rows: Vec<Closure>,
}

impl Closures {
    /// Assertions that follow from each other share a row; the rows are made from the last of them up.
    ///
    /// Source: R. Tarjan, Depth-first search and linear graph algorithms, 1972; P. Purdom, A transitive closure
    /// algorithm, 1970.
    pub(crate) fn new(view: &View<'_>, graph: &Graph) -> Self {
        let count = graph.start.len() - 1;
        // The assertions from which something follows.
        let leads: Vec<bool> = graph.start.windows(2).map(|links| links[0] != links[1]).collect();
        let mut closures = Self { row: vec![NOWHERE; count], rows: Vec::new() };
        // The place at which each assertion was met, and the lowest place known to be reached from it.
        let (mut met, mut low) = (vec![NOWHERE; count], vec![NOWHERE; count]);
        let (mut open, mut path): (Vec<u16>, Vec<(u16, u32)>) = (Vec::new(), Vec::new());
        let mut places = 0;
        for root in 0..count {
            if met[root] != NOWHERE || !leads[root] {
                continue;
            }
            path.push((root as u16, graph.start[root]));
            while let Some((assertion, link)) = path.last_mut() {
                let here = *assertion as usize;
                if met[here] == NOWHERE {
                    (met[here], low[here]) = (places, places);
                    places += 1;
                    open.push(here as u16);
                }
                if *link < graph.start[here + 1] {
                    let next = graph.to[*link as usize] as usize;
                    *link += 1;
                    if !leads[next] {
                        continue;
                    }
                    if met[next] == NOWHERE {
                        path.push((next as u16, graph.start[next]));
                    } else if closures.row[next] == NOWHERE {
                        low[here] = low[here].min(met[next]);
                    }
                    continue;
                }
                path.pop();
                if let Some((above, _)) = path.last() {
                    low[*above as usize] = low[*above as usize].min(low[here]);
                }
                if low[here] == met[here] {
                    closures.close(view, (graph, &leads), &mut open, here);
                }
            }
        }
        closures
    }

    /// Makes the row of the assertions in `open` from `last` on.
    fn close(
        &mut self,
        view: &View<'_>,
        (graph, leads): (&Graph, &[bool]),
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
                let is_known = !leads[next] || next < 2 * CANDIDATES && row.has(next);
                let other = self.row[next] as usize;
                if !is_known && other != number {
                    row.join(&below[other]);
                }
            }
        }
        // What does not lead on.
        for assertion in open.drain(from..).map(usize::from) {
            let (node, cell, digit) = (assertion / 2, assertion / 18, assertion / 2 % 9);
            if node < CANDIDATES && assertion & 1 == 1 {
                row.off[digit] |= PEER_SETS[cell] & view.places[digit];
                bits(view.marks.cand[cell] & !(1 << digit)).for_each(|other| row.off[other] |= 1 << cell);
                continue;
            }
            for next in graph.next(assertion).iter().map(|next| *next as usize) {
                if next < 2 * CANDIDATES {
                    row.insert(next);
                }
            }
        }
    }

    /// Whether some candidate leads to its own opposite: then, and only then, any chain along these links has an effect.
    ///
    /// Links turned round are links, so what a candidate leads to that sees it, or shares its cell, leads back to its
    /// opposite; and what a continuous loop excludes has a chain to its own opposite.
    pub(crate) fn decide_any(&self, view: &View<'_>) -> bool {
        (0..CANDIDATES).filter(|node| view.marks.has(node / 9, node % 9)).any(|node| {
            let refutes = |assertion: usize| self.of(assertion).is_some_and(|row| row.has(assertion ^ 1));
            refutes(2 * node) || refutes(2 * node + 1)
        })
    }

    /// What follows from an assertion about a candidate that is left; `None` if nothing does.
    pub(crate) fn of(&self, assertion: usize) -> Option<&Closure> {
        self.rows.get(self.row[assertion] as usize)
    }
}

/// A breadth-first walk from one assertion.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    parent: Vec<u16>,
    depth: Vec<u16>,
    reached: Vec<u16>,
}

const NOWHERE: u16 = u16::MAX;

impl Walk {
    /// A walk on this graph.
    pub(crate) fn new(graph: &Graph) -> Self {
        let count = graph.start.len() - 1;
        Self { parent: vec![NOWHERE; count], depth: vec![0; count], reached: Vec::new() }
    }

    /// Walks from `root` to everything that follows from it.
    pub(crate) fn run(&mut self, graph: &Graph, root: usize) {
        self.run_on(graph, root, |_, _| true);
    }

    /// Walks along those implications that `fits` allows.
    pub(crate) fn run_on(&mut self, graph: &Graph, root: usize, fits: impl Fn(usize, usize) -> bool) {
        for assertion in self.reached.drain(..) {
            self.parent[assertion as usize] = NOWHERE;
        }
        self.parent[root] = root as u16;
        self.depth[root] = 0;
        self.reached.push(root as u16);
        let mut head = 0;
        while let Some(assertion) = self.reached.get(head).map(|assertion| *assertion as usize) {
            head += 1;
            for next in graph.next(assertion) {
                if self.parent[*next as usize] == NOWHERE && fits(assertion, *next as usize) {
                    self.parent[*next as usize] = assertion as u16;
                    self.depth[*next as usize] = self.depth[assertion] + 1;
                    self.reached.push(*next);
                }
            }
        }
    }

    /// Every assertion that was reached, in order, the root first.
    pub(crate) fn reached(&self) -> &[u16] {
        &self.reached
    }

    pub(crate) fn has(&self, assertion: usize) -> bool {
        self.parent[assertion] != NOWHERE
    }

    /// The number of links from the root.
    pub(crate) fn depth(&self, assertion: usize) -> usize {
        self.depth[assertion] as usize
    }

    /// The way from the root to an assertion that was reached.
    pub(crate) fn path(&self, assertion: usize) -> Vec<u16> {
        let mut path = vec![assertion as u16];
        let mut at = assertion;
        while self.parent[at] as usize != at {
            at = self.parent[at] as usize;
            path.push(at as u16);
        }
        path.reverse();
        path
    }
}
