//! Chains along a path of the graph: their assertions and eliminations, and the shortest chain for
//! each effect.

use crate::hodoku::preference;
use crate::hodoku::rule::Scope;
use crate::model::tables::{bits, cells};
use crate::model::{Candidate, Deduction, Link, Node, Role, Technique};
use crate::patterns::grid::common_peers;
use crate::patterns::links;
use crate::patterns::view::View;
use core::cmp::Reverse;
use std::collections::HashMap;

/// A chain with its effect. The path is expanded only for chains that are reported.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    pub(super) technique: Technique,
    pub(super) eliminations: Vec<Candidate>,
    path: Vec<u16>,
}

impl Chain {
    pub(super) fn deduction(&self, view: &View<'_>) -> Deduction {
        let mut deduction = Deduction::new(self.technique);
        deduction.size = self.path.len() as u32;
        write_path(view, &self.path, &mut deduction);
        deduction.eliminations.clone_from(&self.eliminations);
        deduction
    }
}

/// A digit, its cells, and true if one of the cells has the digit, or false if none does.
type Stop = (usize, u128, bool);

/// Returns the stops of a path, in order. If an element of the result has several stops, they hold at the same
/// time.
///
/// An almost locked set lacks the digit by which the path enters it and contains the digits by
/// which the path continues. There are several such digits if the set eliminates all candidates but
/// one from a cell.
fn stops(view: &View<'_>, path: &[u16]) -> Vec<Vec<Stop>> {
    let mut stops = Vec::with_capacity(path.len());
    for (index, assertion) in path.iter().enumerate() {
        let node = *assertion as usize / 2;
        let (digit, cells) = (links::digit_of(node), view.cells_of(node));
        let set = view.set_of(node);
        stops.push(vec![(digit, cells, set.is_none() && assertion & 1 == 1)]);
        let (Some(set), Some(next)) = (set, path.get(index + 1)) else { continue };
        let far = *next as usize / 2;
        if next & 1 == 0 || view.set_of(far).is_some() {
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

/// Returns the pairs of consecutive stops. The second stop of a pair follows from the first.
fn pairs(stops: &[Vec<Stop>]) -> impl Iterator<Item = (Stop, Stop)> {
    stops.windows(2).flat_map(|step| {
        let each = step[0].iter().flat_map(|from| step[1].iter().map(move |to| (*from, *to)));
        let side_by_side = step[0].len() > 1 && step[1].len() > 1;
        each.filter(move |(from, to)| !side_by_side || from.0 == to.0)
    })
}

fn nodes(view: &View<'_>, path: &[u16], stops: &[Vec<Stop>]) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::with_capacity(stops.len());
    let mut rest = stops.iter();
    let mut push = |set: Option<u8>| {
        let Some(stop) = rest.next() else { return };
        let candidates = |(digit, set, _): &Stop| {
            let digit = *digit;
            cells(*set).map(move |cell| Candidate::at(cell, digit))
        };
        let on = stop.iter().any(|stop| stop.2);
        nodes.push(Node { candidates: stop.iter().flat_map(candidates).collect(), on, set });
    };
    let mut sets = 0;
    for (index, assertion) in path.iter().enumerate() {
        push(None);
        if view.set_of(*assertion as usize / 2).is_none() {
            continue;
        }
        if let Some(next) = path.get(index + 1) {
            push(Some(sets));
            if next & 1 == 1 && view.set_of(*next as usize / 2).is_none() {
                push(None);
            }
        }
        sets += 1;
    }
    nodes
}

/// Adds the assertions of a path with their roles, and the links between them.
fn write_path(view: &View<'_>, path: &[u16], deduction: &mut Deduction) {
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
    deduction.path = nodes(view, path, &stops);
    let sets = path.iter().filter_map(|assertion| view.set_of(*assertion as usize / 2));
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
pub(super) struct Best {
    pub(super) scope: Scope,
    /// If set, only chains whose effect has this rank are kept.
    pub(super) wanted_rank: Option<EffectRank>,
    pub(super) chains: Vec<Chain>,
    /// For each effect, the index of its chain in `chains`. In [`Scope::All`], each technique has its own chain for
    /// an effect.
    by_effect: HashMap<(Option<Technique>, Vec<Candidate>), usize>,
}

impl Best {
    pub(super) fn new(scope: Scope) -> Self {
        Self { scope, wanted_rank: None, chains: Vec::new(), by_effect: HashMap::new() }
    }

    pub(super) fn add(
        &mut self,
        view: &View<'_>,
        technique: Technique,
        eliminations: Vec<Candidate>,
        length: usize,
        path: impl FnOnce() -> Vec<u16>,
    ) {
        let eliminations = sorted(eliminations);
        if eliminations.is_empty()
            || self.wanted_rank.is_some_and(|wanted_rank| effect_rank(&eliminations) != wanted_rank)
        {
            return;
        }
        let key = ((self.scope == Scope::All).then_some(technique), eliminations);
        let known = self.by_effect.get(&key).copied();
        if known.is_some_and(|number| self.chains[number].path.len() <= length) {
            return;
        }
        let path = path();
        // HoDoKu skips such paths, although their conclusions are correct.
        if self.scope == Scope::Solve && crosses_itself(view, &path) {
            return;
        }
        match known {
            Some(number) => self.chains[number] = Chain { technique, eliminations: key.1, path },
            None => {
                self.chains.push(Chain { technique, eliminations: key.1.clone(), path });
                self.by_effect.insert(key, self.chains.len() - 1);
            }
        }
    }
}

/// Sorts the candidates by digit and cell, and removes duplicates.
pub(super) fn sorted(mut eliminations: Vec<Candidate>) -> Vec<Candidate> {
    eliminations.sort_unstable_by_key(|candidate| (candidate.digit(), candidate.cell()));
    eliminations.dedup();
    eliminations
}

/// Returns true if a path returns to a cell that it has left, except to its first cell in its last
/// step.
fn crosses_itself(view: &View<'_>, path: &[u16]) -> bool {
    let last = path.len() - 1;
    let set = |index: usize| view.cells_of(path[index] as usize / 2);
    let returns = set(0) == set(last);
    let mut seen = 0_u128;
    for index in 0..path.len() {
        let current = set(index);
        if index > 0 && set(index - 1) == current || index == last && returns {
            continue;
        }
        if seen & current != 0 {
            return true;
        }
        seen |= current;
    }
    false
}

/// The sort key of effects: the number of eliminations in descending order, then their weight.
pub(super) type EffectRank = (Reverse<usize>, usize);

/// Returns the rank of an effect. The scale prefers the least rank.
pub(super) fn effect_rank(eliminations: &[Candidate]) -> EffectRank {
    (Reverse(eliminations.len()), preference::weight(eliminations))
}

/// Returns the eliminations of a continuous loop: every candidate that sees both ends of one of its
/// weak links.
pub(super) fn loop_eliminations(view: &View<'_>, path: &[u16]) -> Vec<Candidate> {
    let mut eliminations = Vec::new();
    let stops = stops(view, path);
    let own = stops.iter().flatten().fold(0, |own, (_, set, _)| own | set);
    let mut weak = |(digit, first, _): Stop, (other, second, _): Stop| {
        if digit == other {
            // HoDoKu makes no eliminations in the cells of the loop.
            let seen = common_peers(first | second) & view.places[digit] & !own;
            eliminations.extend(cells(seen).map(|cell| Candidate::at(cell, digit)));
        } else {
            let cell = first.trailing_zeros() as usize;
            let rest = view.marks.cand[cell] & !(1 << digit) & !(1 << other);
            eliminations.extend(bits(rest).map(|digit| Candidate::at(cell, digit)));
        }
    };
    pairs(&stops).filter(|(from, _)| from.2).for_each(|(from, to)| weak(from, to));
    weak(stops[stops.len() - 1][0], stops[0][0]);
    // In either direction of the loop, an almost locked set contains all its digits except one of
    // the two by which it is linked.
    let sets = path.iter().filter_map(|assertion| view.set_of(*assertion as usize / 2));
    for set in sets {
        let joined = |digit: &usize| {
            stops.iter().flatten().any(|stop| (stop.0, stop.1) == (*digit, set.places[*digit]))
        };
        for digit in bits(set.digits).filter(|digit| !joined(digit)) {
            eliminations.extend(cells(set.seen[digit]).map(|cell| Candidate::at(cell, digit)));
        }
    }
    eliminations
}
