//! X-chain, XY-chain, nice loops and AIC, with and without groups.
//!
//! # What it is
//! A chain of links in turn strong (if the first is false, the second holds) and weak (if the first holds, the second
//! is false). X-chain: one digit. XY-chain: the strong links are bivalue cells. AIC: any links. A nice loop ends in the cell in which it
//! starts. In the grouped forms the places of a digit where a line crosses a box count as one node.
//!
//! # Why it holds
//! From a candidate that is false, the chain leads to one that holds: one of the two ends holds, and no candidate that
//! sees both does. A candidate that leads to its own opposite is decided. In a continuous loop every weak link is strong as well:
//! one of its two ends holds, and nothing that sees both does.
//!
//! # Example
//! If r1c1 is 3 or else r1c8 is 3, and r1c8 not being 5 makes r6c8 3, and r1c8 can't be both: r6c1, which sees the ends, is not 3.
//!
//! # Source
//! Names and choice among several chains: Bernhard Hobiger, HoDoKu 2.2.

use crate::hodoku::order::Scope;
use crate::hodoku::preference as order;
use crate::model::ALL;
use crate::model::tables::{PEER_SETS, bits, cells};
use crate::model::{Candidate, Deduction, Link, Role, Technique};
use crate::patterns::links::{self, Graph, Nodes, Walk};
use crate::patterns::view::View;
use core::cmp::Reverse;
use std::collections::HashMap;

/// A chain with its effect; the path is written out for those that are reported.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    pub(crate) technique: Technique,
    pub(crate) gone: Vec<Candidate>,
    path: Vec<u16>,
}

impl Chain {
    pub(crate) fn deduction(&self, view: &View<'_>) -> Deduction {
        let mut deduction = Deduction::new(self.technique);
        deduction.size = self.path.len() as u32;
        write_path(view, &self.path, &mut deduction);
        deduction.eliminations.clone_from(&self.gone);
        deduction
    }
}

/// A digit with cells of which one holds it, or none does.
type Stop = (usize, u128, bool);

/// What a path comes through, one thing after the other or several at a time.
///
/// An almost locked set lacks the digit by which it is entered and has those by which it is left; it may leave a cell
/// only one digit.
fn stops(view: &View<'_>, path: &[u16]) -> Vec<Vec<Stop>> {
    let mut stops = Vec::with_capacity(path.len());
    for (place, assertion) in path.iter().enumerate() {
        let node = *assertion as usize / 2;
        let (digit, cells) = (links::digit_of(node), links::cells_of(view, node));
        let set = links::set_of(view, node);
        stops.push(vec![(digit, cells, set.is_none() && assertion & 1 == 1)]);
        let (Some(set), Some(next)) = (set, path.get(place + 1)) else { continue };
        let far = *next as usize / 2;
        if next & 1 == 0 || links::set_of(view, far).is_some() {
            let left = links::digit_of(far);
            stops.push(vec![(left, set.places[left], true)]);
            continue;
        }
        let lost = bits(set.digits & !(1 << digit) & !(1 << (far % 9)));
        let lost: Vec<usize> = lost.filter(|lost| set.seen[*lost] >> (far / 9) & 1 == 1).collect();
        stops.push(lost.iter().map(|lost| (*lost, set.places[*lost], true)).collect());
        stops.push(lost.iter().map(|lost| (*lost, 1 << (far / 9), false)).collect());
    }
    stops
}

/// The pairs of stops of which the second follows from the first.
fn pairs(stops: &[Vec<Stop>]) -> impl Iterator<Item = (Stop, Stop)> {
    stops.windows(2).flat_map(|step| {
        let each = step[0].iter().flat_map(|from| step[1].iter().map(move |to| (*from, *to)));
        let side_by_side = step[0].len() > 1 && step[1].len() > 1;
        each.filter(move |(from, to)| !side_by_side || from.0 == to.0)
    })
}

/// Adds the assertions of a path, with their roles, and the links between them.
pub(crate) fn write_path(view: &View<'_>, path: &[u16], deduction: &mut Deduction) {
    let candidates = |(digit, set, _): Stop| cells(set).map(move |cell| Candidate::at(cell, digit));
    let stops = stops(view, path);
    for stop in stops.iter().flatten() {
        let role = if stop.2 { Role::On } else { Role::Off };
        for candidate in candidates(*stop) {
            if !deduction.pattern.contains(&(role, candidate)) {
                deduction.pattern.push((role, candidate));
            }
        }
    }
    let sets = path.iter().filter_map(|assertion| links::set_of(view, *assertion as usize / 2));
    for (number, als) in sets.enumerate() {
        cells(als.set).for_each(|cell| deduction.mark(Role::Set(number as u8), cell, view.marks.cand[cell]));
    }
    for (first, second) in pairs(&stops) {
        for from in candidates(first) {
            for to in candidates(second) {
                deduction.links.push(Link { from, from_on: first.2, to, to_on: second.2 });
            }
        }
    }
}

/// The shortest chain for each effect.
struct Best {
    scope: Scope,
    /// Only effects like this one are kept.
    wanted: Option<Outlook>,
    chains: Vec<Chain>,
    /// In the wider scope, each kind by itself.
    by_effect: HashMap<(Option<Technique>, Vec<Candidate>), usize>,
}

impl Best {
    fn new(scope: Scope) -> Self {
        Self { scope, wanted: None, chains: Vec::new(), by_effect: HashMap::new() }
    }

    fn add(
        &mut self,
        view: &View<'_>,
        technique: Technique,
        gone: Vec<Candidate>,
        length: usize,
        path: impl FnOnce() -> Vec<u16>,
    ) {
        let gone = in_order(gone);
        if gone.is_empty() || self.wanted.is_some_and(|wanted| outlook(&gone) != wanted) {
            return;
        }
        let key = ((self.scope == Scope::All).then_some(technique), gone);
        let known = self.by_effect.get(&key).copied();
        if known.is_some_and(|number| self.chains[number].path.len() <= length) {
            return;
        }
        let path = path();
        // HoDoKu passes over such paths; what they say is true all the same.
        if self.scope == Scope::Solve && crosses_itself(view, &path) {
            return;
        }
        match known {
            Some(number) => self.chains[number] = Chain { technique, gone: key.1, path },
            None => {
                self.chains.push(Chain { technique, gone: key.1.clone(), path });
                self.by_effect.insert(key, self.chains.len() - 1);
            }
        }
    }
}

/// The candidates by digit and cell, each once.
fn in_order(mut gone: Vec<Candidate>) -> Vec<Candidate> {
    gone.sort_unstable_by_key(|candidate| (candidate.digit(), candidate.cell()));
    gone.dedup();
    gone
}

/// Whether a path comes back to a cell that it has left, other than to its first cell with its last step.
fn crosses_itself(view: &View<'_>, path: &[u16]) -> bool {
    let last = path.len() - 1;
    let set = |place: usize| links::cells_of(view, path[place] as usize / 2);
    let returns = set(0) == set(last);
    let mut seen = 0_u128;
    for place in 0..path.len() {
        let here = set(place);
        if place > 0 && set(place - 1) == here || place == last && returns {
            continue;
        }
        if seen & here != 0 {
            return true;
        }
        seen |= here;
    }
    false
}

/// The longest X-chain and XY-chain, in assertions.
const LONGEST: usize = 20;

/// Every X-chain: strong links of one digit at both ends, at least two of them.
pub(crate) fn x_chains(view: &View<'_>, scope: Scope) -> Vec<Chain> {
    simple(view, scope, Technique::XChain, view.digits, |from, to| from / 2 % 9 == to / 2 % 9, 3)
}

/// Every XY-chain: bivalue cells only, at least two of them.
pub(crate) fn xy_chains(view: &View<'_>, scope: Scope) -> Vec<Chain> {
    if scope == Scope::Solve && !view.closures(Nodes::Single).decide_any(view) {
        return Vec::new();
    }
    let bivalue = |assertion: usize| view.bivalue >> (assertion / 18) & 1 == 1;
    let fits = |from: usize, to: usize| {
        let same = from / 18 == to / 18;
        bivalue(from) && bivalue(to) && same == (from & 1 == 0)
    };
    simple(view, scope, Technique::XyChain, ALL, fits, 3)
}

/// Chains from a candidate that is false to one of the same digit that holds.
fn simple(
    view: &View<'_>,
    scope: Scope,
    technique: Technique,
    digits: u16,
    fits: impl Fn(usize, usize) -> bool,
    least: usize,
) -> Vec<Chain> {
    let graph = view.graph(Nodes::Single);
    let mut best = Best::new(scope);
    let mut walk = Walk::new(graph);
    for node in 0..links::CANDIDATES {
        if !view.marks.has(node / 9, node % 9) || digits >> (node % 9) & 1 == 0 {
            continue;
        }
        walk.run_on(graph, 2 * node, &fits);
        for end in walk.reached().iter().map(|end| *end as usize) {
            let depth = walk.depth(end);
            if end & 1 == 0
                || end / 2 % 9 != node % 9
                || !(least..LONGEST).contains(&depth)
                || end / 2 == node
            {
                continue;
            }
            let seen = PEER_SETS[node / 9] & PEER_SETS[end / 18] & view.places[node % 9];
            if seen != 0 {
                let gone = cells(seen).map(|cell| Candidate::at(cell, node % 9)).collect();
                best.add(view, technique, gone, depth + 1, || walk.path(end));
            }
        }
    }
    best.chains
}

/// Nice loops and AIC: every one in the wider scope, else those of the effect that the scale prefers.
pub(crate) fn nice_loops(view: &View<'_>, nodes: Nodes, scope: Scope) -> Vec<Chain> {
    if scope == Scope::Solve && !view.closures(nodes).decide_any(view) {
        return Vec::new();
    }
    let graph = view.graph(nodes);
    let mut search = Search { view, graph, nodes, walk: Walk::new(graph), best: Best::new(scope) };
    let roots = || (0..2 * links::CANDIDATES).filter(|root| view.marks.has(root / 18, root / 2 % 9));
    // A candidate first holds, then does not.
    let roots = || roots().map(|root| root ^ 1);
    if scope == Scope::All {
        roots().for_each(|root| search.from(root));
        if nodes == Nodes::Grouped {
            search.graph = view.graph(Nodes::Sets);
            search.walk = Walk::new(search.graph);
            roots().for_each(|root| search.from(root));
        }
        return search.best.chains;
    }
    let mut outlooks: Vec<(Outlook, usize)> = Vec::new();
    for root in roots() {
        search.outlook(root, &mut |outlook| outlooks.push((outlook, root)));
    }
    // The order of the roots stays within each outlook.
    outlooks.sort_by_key(|(outlook, _)| *outlook);
    outlooks.dedup();
    for same in outlooks.chunk_by(|first, second| first.0 == second.0) {
        search.best.wanted = Some(same[0].0);
        same.iter().for_each(|(_, root)| search.from(*root));
        if !search.best.chains.is_empty() {
            break;
        }
    }
    search.best.chains
}

/// What decides among effects: the number of candidates that go, the most first, then their weight.
type Outlook = (Reverse<usize>, usize);

fn outlook(gone: &[Candidate]) -> Outlook {
    (Reverse(gone.len()), order::weight(gone))
}

/// A search for nice loops and AIC.
struct Search<'a> {
    view: &'a View<'a>,
    graph: &'a Graph,
    nodes: Nodes,
    walk: Walk,
    best: Best,
}

impl Search<'_> {
    /// Reports how preferable the effects are that chains from an assertion may have, without looking for these.
    fn outlook(&mut self, root: usize, visit: &mut dyn FnMut(Outlook)) {
        let view = self.view;
        let Some(closure) = view.closures(self.nodes).of(root) else { return };
        let (cell, digit) = (root / 18, root / 2 % 9);
        let others = view.marks.cand[cell] & !(1 << digit);
        let node = |other: usize| 2 * (9 * cell + other);
        let own = [Candidate::at(cell, digit)];
        if root & 1 == 1 {
            if closure.has(root ^ 1) || bits(others).any(|other| closure.has(node(other) + 1)) {
                visit(outlook(&own));
            }
            return;
        }
        if closure.has(root ^ 1) {
            let gone: Vec<Candidate> = bits(others).map(|other| Candidate::at(cell, other)).collect();
            visit(outlook(&gone));
        }
        for other in bits(others) {
            if closure.has(node(other)) {
                visit(outlook(&[Candidate::at(cell, other)]));
            }
            if closure.has(node(other) + 1) && !others.is_power_of_two() {
                // What the loop excludes depends on its way.
                self.walk.run(self.graph, root);
                if let Some(gone) = self.closed(node(other) + 1) {
                    visit(outlook(&gone));
                }
            }
        }
        for other in bits(view.marks.cand[cell]) {
            let sharing = if other == digit { !0 } else { PEER_SETS[cell] & view.places[digit] };
            for far in cells(closure.on[other] & sharing & !(1 << cell)) {
                if excludes_several(view, root / 2, 9 * far + other) {
                    visit(outlook(&ends_exclude(view, root / 2, 9 * far + other)));
                }
            }
        }
    }

    /// What the continuous loop excludes that the walk has found to an end in the cell of its root.
    fn closed(&self, end: usize) -> Option<Vec<Candidate>> {
        (self.walk.depth(end) > 1).then(|| in_order(closed(self.view, &self.walk.path(end))))
    }

    /// Adds the chains from an assertion.
    fn from(&mut self, root: usize) {
        let Self { view, graph, walk, best, nodes } = self;
        let [continuous, discontinuous, aic] = match nodes {
            Nodes::Single => [Technique::ContinuousLoop, Technique::DiscontinuousLoop, Technique::Aic],
            Nodes::Grouped | Nodes::Sets => {
                [Technique::GroupedContinuousLoop, Technique::GroupedDiscontinuousLoop, Technique::GroupedAic]
            }
        };
        let (cell, digit) = (root / 18, root / 2 % 9);
        let others = view.marks.cand[cell] & !(1 << digit);
        walk.run(graph, root);
        if root & 1 == 1 {
            let own = || vec![Candidate::at(cell, digit)];
            if walk.has(root ^ 1) {
                best.add(view, discontinuous, own(), walk.depth(root ^ 1) + 1, || walk.path(root ^ 1));
            }
            for other in bits(others) {
                let end = 2 * (9 * cell + other) + 1;
                if walk.has(end) {
                    best.add(view, discontinuous, own(), walk.depth(end) + 1, || walk.path(end));
                }
            }
            return;
        }
        if walk.has(root ^ 1) {
            let gone = bits(others).map(|other| Candidate::at(cell, other)).collect();
            best.add(view, discontinuous, gone, walk.depth(root ^ 1) + 1, || walk.path(root ^ 1));
        }
        for other in bits(others) {
            let end = 2 * (9 * cell + other);
            if walk.has(end) {
                let gone = vec![Candidate::at(cell, other)];
                best.add(view, discontinuous, gone, walk.depth(end) + 1, || walk.path(end));
            }
            if walk.has(end + 1) && walk.depth(end + 1) > 1 {
                let path = walk.path(end + 1);
                best.add(view, continuous, closed(view, &path), path.len(), || path.clone());
            }
        }
        if best.scope == Scope::All {
            // Loops that close between two cells; the scale does without them.
            let seen = PEER_SETS[cell] & view.places[digit];
            for end in cells(seen).map(|far| 2 * (9 * far + digit) + 1) {
                if walk.has(end) && walk.depth(end) > 1 {
                    let path = walk.path(end);
                    best.add(view, continuous, closed(view, &path), path.len(), || path.clone());
                }
            }
        }
        ends(view, root / 2, walk, aic, best);
    }
}

/// Chains whose ends lie in two cells.
fn ends(view: &View<'_>, node: usize, walk: &Walk, technique: Technique, best: &mut Best) {
    for end in walk.reached().iter().map(|end| *end as usize) {
        if end & 1 == 0 || end / 2 >= links::CANDIDATES || end / 18 == node / 9 || walk.depth(end) < 3 {
            continue;
        }
        // One elimination is a discontinuous loop through that candidate.
        if excludes_several(view, node, end / 2) {
            let gone = ends_exclude(view, node, end / 2);
            best.add(view, technique, gone, walk.depth(end) + 1, || walk.path(end));
        }
    }
}

/// Whether a chain with these ends in different cells excludes two candidates or more.
fn excludes_several(view: &View<'_>, node: usize, end: usize) -> bool {
    let (cell, digit, far, other) = (node / 9, node % 9, end / 9, end % 9);
    if other == digit {
        let seen = PEER_SETS[cell] & PEER_SETS[far] & view.places[digit];
        seen & seen.wrapping_sub(1) != 0
    } else {
        PEER_SETS[cell] >> far & 1 == 1 && view.marks.has(cell, other) && view.marks.has(far, digit)
    }
}

/// What a chain excludes that has these ends and [excludes several](excludes_several), in order.
fn ends_exclude(view: &View<'_>, node: usize, end: usize) -> Vec<Candidate> {
    let (cell, digit, far, other) = (node / 9, node % 9, end / 9, end % 9);
    if other == digit {
        let seen = PEER_SETS[cell] & PEER_SETS[far] & view.places[digit];
        cells(seen).map(|cell| Candidate::at(cell, digit)).collect()
    } else {
        in_order(vec![Candidate::at(cell, other), Candidate::at(far, digit)])
    }
}

/// What a continuous loop excludes: all that sees both ends of one of its weak links.
fn closed(view: &View<'_>, path: &[u16]) -> Vec<Candidate> {
    let mut gone = Vec::new();
    let stops = stops(view, path);
    let own = stops.iter().flatten().fold(0, |own, (_, set, _)| own | set);
    let mut weak = |(digit, first, _): Stop, (other, second, _): Stop| {
        if digit == other {
            // HoDoKu leaves the cells of the loop alone.
            let seen = links::common_peers(first | second) & view.places[digit] & !own;
            gone.extend(cells(seen).map(|cell| Candidate::at(cell, digit)));
        } else {
            let cell = first.trailing_zeros() as usize;
            let rest = view.marks.cand[cell] & !(1 << digit) & !(1 << other);
            gone.extend(bits(rest).map(|digit| Candidate::at(cell, digit)));
        }
    };
    pairs(&stops).filter(|(from, _)| from.2).for_each(|(from, to)| weak(from, to));
    weak(stops[stops.len() - 1][0], stops[0][0]);
    // An almost locked set has all its digits, however the loop is gone round, but one of the two by which it is joined.
    let sets = path.iter().filter_map(|assertion| links::set_of(view, *assertion as usize / 2));
    for set in sets {
        let joined = |digit: &usize| {
            stops.iter().flatten().any(|stop| (stop.0, stop.1) == (*digit, set.places[*digit]))
        };
        for digit in bits(set.digits).filter(|digit| !joined(digit)) {
            gone.extend(cells(set.seen[digit]).map(|cell| Candidate::at(cell, digit)));
        }
    }
    gone
}
