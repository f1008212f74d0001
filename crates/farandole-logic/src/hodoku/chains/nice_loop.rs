//! X-chain, XY-chain, nice loops and AIC, with and without groups.
//!
//! # What it is
//! A chain consists of alternating strong and weak links. A strong link means that if one candidate
//! is false, the other is true. A weak link means that if one candidate is true, the other is false.
//! An X-chain uses a single digit. In an XY-chain, every strong link is between the two candidates
//! of a bivalue cell. An alternating inference chain (AIC) can use any links. A nice loop starts
//! and ends in the same cell. In the grouped forms, all candidates for a digit in the intersection
//! of a line and a box can act as one node.
//!
//! # How to spot it
//! Start with candidates that have strong links: bivalue cells, and digits with two places in a house. Follow a
//! strong link, then a weak one, then a strong one. Stop when the last strong link ends at a candidate that sees
//! something the first candidate sees too. For X-chains, stay with one digit. For XY-chains, jump from one bivalue
//! cell to the next.
//!
//! # Why it holds
//! The chain shows that if its first candidate is false, its last one is true. At least one of the
//! two ends is therefore true, and a candidate that sees both ends can be eliminated. If a
//! discontinuous loop shows that a candidate implies its own opposite, that candidate is false. In
//! a continuous loop, exactly one end of every weak link is true, so any other candidate that sees
//! both ends of a weak link can be eliminated.
//!
//! # Nearest mistakes
//! The first and the last link must be strong. A strong link can be used as a weak one, but not the other way
//! round. An odd number of links is needed for two ends of which one is true.
//!
//! # Example
//! In row 1, only r1c1 and r1c8 can be 3. If r1c8 is 3, then r1c8 is not 5, so r6c8 is 5 and not 3. Then
//! r6c2, the only other place for 3 in row 6, is 3. Either r1c1 or r6c2 is therefore 3, and any cell that
//! sees both is not 3.
//!
//! # Source
//! Bernhard Hobiger, HoDoKu 2.2 (the names, and the choice among several chains).

use super::path::{Best, Chain, EffectRank, effect_rank, loop_eliminations, sorted};
use crate::chain_text::sentence;
use crate::grammar::{cell, cell_list, effect, eliminated_cells, eliminated_digit, node, of_cell};
use crate::hodoku::preference;
use crate::hodoku::rule::Scope;
use crate::model::tables::{PEER_SETS, bits, cells};
use crate::model::visit::Visitor;
use crate::model::{ALL, Candidate, Deduction, Node, State, Technique};
use crate::patterns::links::{self, Graph, Nodes};
use crate::patterns::view::View;
use crate::patterns::walk::Walk;
use core::ops::ControlFlow;

/// Explains a chain by its two ends, one of which is true.
pub(crate) fn why(state: &State, deduction: &Deduction) -> String {
    let path = sentence(state, deduction, &deduction.path);
    let ends = (deduction.path.first(), deduction.path.last());
    let (Some(first), Some(last)) = ends else { return path };
    let digit = eliminated_digit(deduction);
    if first.candidates.iter().chain(&last.candidates).all(|it| it.digit() == digit) {
        let ends: Vec<u8> =
            first.candidates.iter().chain(&last.candidates).map(|it| it.cell() as u8).collect();
        let out = eliminated_cells(deduction);
        let sees = if out.len() == 1 { "sees" } else { "see" };
        let (ends, all) = match &ends[..] {
            [one, other] => (format!("{} or {}", cell(*one), cell(*other)), "both"),
            ends => (format!("one of {}", cell_list(ends)), "all of them"),
        };
        return format!("{path} So {ends} is {digit}, and {} {sees} {all}.", cell_list(&out));
    }
    let either = Node { on: true, ..first.clone() };
    format!("{path} So {} or {}. Either way {}.", node(&either), node(last), effect(deduction))
}

pub(crate) fn why_closed(state: &State, deduction: &Deduction) -> String {
    let path = sentence(state, deduction, &deduction.path);
    let Some(first) = deduction.path.first() else { return path };
    format!(
        "{path} The last link leads back to the start: {}. In such a continuous loop, exactly one end of \
         each weak link is true, so {}.",
        node(first),
        effect(deduction)
    )
}

pub(crate) fn why_opposite(state: &State, deduction: &Deduction) -> String {
    let path = sentence(state, deduction, &deduction.path);
    let ends = (deduction.path.first(), deduction.path.last());
    let (Some(first), Some(last)) = ends else { return path };
    let opposite = node(&Node { on: !first.on, ..first.clone() });
    match (first.candidates == last.candidates, first.on) {
        (true, _) => format!("{path} The chain leads to the opposite of its start, so {opposite}."),
        (false, true) => {
            let (at, digit) = (&first.candidates[0], first.candidates[0].digit());
            format!("{path} {} cannot be both, so it is not {digit}.", of_cell(*at))
        }
        (false, false) => format!("{path} If {opposite}, {} too.", node(last)),
    }
}

/// Reports chains in HoDoKu's order of preference.
pub(crate) fn best_chain(view: &View<'_>, mut found: Vec<Chain>, visit: Visitor<'_>) -> ControlFlow<()> {
    found.sort_by(|first, second| preference::by_effect(&first.eliminations, &second.eliminations));
    found.iter().try_for_each(|chain| visit(chain.deduction(view)))
}

/// Maximum length of an X-chain or XY-chain, in assertions.
const MAX_LENGTH: usize = 20;

/// Returns every X-chain. It starts and ends with a strong link of the digit, and has at least two strong
/// links.
pub(crate) fn x_chains(view: &View<'_>, scope: Scope) -> Vec<Chain> {
    simple(view, scope, Technique::XChain, view.digits, |from, to| from / 2 % 9 == to / 2 % 9, 3)
}

/// Returns every XY-chain. It visits at least two cells, all of which are bivalue.
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

/// Returns chains from a false candidate to a true one of the same digit. `fits` selects the links, and `least`
/// is the least number of links.
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
                || !(least..MAX_LENGTH).contains(&depth)
                || end / 2 == node
            {
                continue;
            }
            let seen = PEER_SETS[node / 9] & PEER_SETS[end / 18] & view.places[node % 9];
            if seen != 0 {
                let eliminations = cells(seen).map(|cell| Candidate::at(cell, node % 9)).collect();
                best.add(view, technique, eliminations, depth + 1, || walk.path(end));
            }
        }
    }
    best.chains
}

/// Returns nice loops and AICs: all of them in [`Scope::All`], and only those with the effect that the scale
/// prefers in [`Scope::Solve`].
pub(crate) fn nice_loops(view: &View<'_>, nodes: Nodes, scope: Scope) -> Vec<Chain> {
    if scope == Scope::Solve && !view.closures(nodes).decide_any(view) {
        return Vec::new();
    }
    let graph = view.graph(nodes);
    let mut search = Search { view, graph, nodes, walk: Walk::new(graph), best: Best::new(scope) };
    let roots = || (0..2 * links::CANDIDATES).filter(|root| view.marks.has(root / 18, root / 2 % 9));
    // For each candidate, the assumption that it is true comes first.
    let roots = || roots().map(|root| root ^ 1);
    if scope == Scope::All {
        roots().for_each(|root| search.add_chains(root));
        if nodes == Nodes::Grouped {
            search.graph = view.graph(Nodes::Sets);
            search.walk = Walk::new(search.graph);
            roots().for_each(|root| search.add_chains(root));
        }
        return search.best.chains;
    }
    let mut outlooks: Vec<(EffectRank, usize)> = Vec::new();
    for root in roots() {
        search.effect_rank(root, &mut |effect_rank| outlooks.push((effect_rank, root)));
    }
    // The sort is stable, so roots with the same rank keep their order.
    outlooks.sort_by_key(|(effect_rank, _)| *effect_rank);
    outlooks.dedup();
    for same in outlooks.chunk_by(|first, second| first.0 == second.0) {
        search.best.wanted_rank = Some(same[0].0);
        same.iter().for_each(|(_, root)| search.add_chains(*root));
        if !search.best.chains.is_empty() {
            break;
        }
    }
    search.best.chains
}

/// A search for nice loops and AICs.
struct Search<'a> {
    view: &'a View<'a>,
    graph: &'a Graph,
    nodes: Nodes,
    walk: Walk,
    best: Best,
}

impl Search<'_> {
    /// Reports the ranks of the effects that chains from an assertion may have, mostly without searching for
    /// the chains.
    fn effect_rank(&mut self, root: usize, visit: &mut dyn FnMut(EffectRank)) {
        let view = self.view;
        let Some(closure) = view.closures(self.nodes).of(root) else { return };
        let (cell, digit) = (root / 18, root / 2 % 9);
        let others = view.marks.cand[cell] & !(1 << digit);
        let node = |other: usize| 2 * (9 * cell + other);
        let own = [Candidate::at(cell, digit)];
        if root & 1 == 1 {
            if closure.has(root ^ 1) || bits(others).any(|other| closure.has(node(other) + 1)) {
                visit(effect_rank(&own));
            }
            return;
        }
        if closure.has(root ^ 1) {
            let eliminations: Vec<Candidate> = bits(others).map(|other| Candidate::at(cell, other)).collect();
            visit(effect_rank(&eliminations));
        }
        for other in bits(others) {
            if closure.has(node(other)) {
                visit(effect_rank(&[Candidate::at(cell, other)]));
            }
            if closure.has(node(other) + 1) && !others.is_power_of_two() {
                // The eliminations of the loop depend on its path.
                self.walk.run(self.graph, root);
                if let Some(eliminations) = self.loop_eliminations(node(other) + 1) {
                    visit(effect_rank(&eliminations));
                }
            }
        }
        for other in bits(view.marks.cand[cell]) {
            let sharing = if other == digit { !0 } else { PEER_SETS[cell] & view.places[digit] };
            for far in cells(closure.on[other] & sharing & !(1 << cell)) {
                if excludes_several(view, root / 2, 9 * far + other) {
                    visit(effect_rank(&ends_exclude(view, root / 2, 9 * far + other)));
                }
            }
        }
    }

    /// Returns the eliminations of the continuous loop that the walk has found. The loop ends in
    /// the cell of its root.
    fn loop_eliminations(&self, end: usize) -> Option<Vec<Candidate>> {
        (self.walk.depth(end) > 1).then(|| sorted(loop_eliminations(self.view, &self.walk.path(end))))
    }

    /// Adds the chains that start from an assertion.
    fn add_chains(&mut self, root: usize) {
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
            let eliminations = bits(others).map(|other| Candidate::at(cell, other)).collect();
            best.add(view, discontinuous, eliminations, walk.depth(root ^ 1) + 1, || walk.path(root ^ 1));
        }
        for other in bits(others) {
            let end = 2 * (9 * cell + other);
            if walk.has(end) {
                let eliminations = vec![Candidate::at(cell, other)];
                best.add(view, discontinuous, eliminations, walk.depth(end) + 1, || walk.path(end));
            }
            if walk.has(end + 1) && walk.depth(end + 1) > 1 {
                let path = walk.path(end + 1);
                best.add(view, continuous, loop_eliminations(view, &path), path.len(), || path.clone());
            }
        }
        if best.scope == Scope::All {
            // Loops that close between two cells. The scale does not use them.
            let seen = PEER_SETS[cell] & view.places[digit];
            for end in cells(seen).map(|far| 2 * (9 * far + digit) + 1) {
                if walk.has(end) && walk.depth(end) > 1 {
                    let path = walk.path(end);
                    best.add(view, continuous, loop_eliminations(view, &path), path.len(), || path.clone());
                }
            }
        }
        add_aics(view, root / 2, walk, aic, best);
    }
}

/// Adds chains whose ends are in different cells.
fn add_aics(view: &View<'_>, node: usize, walk: &Walk, technique: Technique, best: &mut Best) {
    for end in walk.reached().iter().map(|end| *end as usize) {
        if end & 1 == 0 || end / 2 >= links::CANDIDATES || end / 18 == node / 9 || walk.depth(end) < 3 {
            continue;
        }
        // A chain with one elimination is a discontinuous loop through that candidate.
        if excludes_several(view, node, end / 2) {
            let eliminations = ends_exclude(view, node, end / 2);
            best.add(view, technique, eliminations, walk.depth(end) + 1, || walk.path(end));
        }
    }
}

/// Returns true if a chain with these ends, in different cells, eliminates at least two candidates.
fn excludes_several(view: &View<'_>, node: usize, end: usize) -> bool {
    let (cell, digit, far, other) = (node / 9, node % 9, end / 9, end % 9);
    if other == digit {
        let seen = PEER_SETS[cell] & PEER_SETS[far] & view.places[digit];
        seen & seen.wrapping_sub(1) != 0
    } else {
        PEER_SETS[cell] >> far & 1 == 1 && view.marks.has(cell, other) && view.marks.has(far, digit)
    }
}

/// Returns the eliminations of a chain with these ends, in order. It must satisfy
/// [`excludes_several`].
fn ends_exclude(view: &View<'_>, node: usize, end: usize) -> Vec<Candidate> {
    let (cell, digit, far, other) = (node / 9, node % 9, end / 9, end % 9);
    if other == digit {
        let seen = PEER_SETS[cell] & PEER_SETS[far] & view.places[digit];
        cells(seen).map(|cell| Candidate::at(cell, digit)).collect()
    } else {
        sorted(vec![Candidate::at(cell, other), Candidate::at(far, digit)])
    }
}
