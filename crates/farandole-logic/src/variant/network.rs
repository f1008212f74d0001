//! The compiled constraints of a variant, by cell: facts, related pairs of cells, and houses. A [`Memory`]
//! caches the results of propagating facts.

use super::combined::{around_houses, around_houses_together, in_houses, in_pairs};
use super::equal::equal_sets;
use super::fact::Fact;
use super::facts::{Kept, Part, Supported, TooMany, Witnesses, compile};
use super::hash::WordHasher;
use super::pairs::{Pair, pairs_of};
use super::rules::{Work, constraint};
use super::state::State;
use super::step::Technique;
use super::sums::Sums;
use core::hash::BuildHasherDefault;
use core::ops::Range;
use farandole_puzzle::constraint::{Constraint, Role};
use std::collections::HashMap;

/// Number of results that a [`Memory`] holds before it is cleared.
const MEMORY: usize = 400_000;
/// Limits of the search that propagates a fact without an automaton.
const SEARCH: Work = Work { candidate: 1_000, all: 10_000 };

/// The facts, related pairs and houses of a variant, by cell.
#[derive(Debug)]
pub(super) struct Network {
    /// All facts. The next seven ranges of indices divide them by kind, in this order.
    pub(super) facts: Vec<Fact>,
    /// The facts that are parts of single constraints.
    pub(super) single: Range<usize>,
    /// The facts of a house combined with the constraints inside it.
    pub(super) in_houses: Range<usize>,
    /// The facts that are sums by the rule of 45.
    pub(super) sums: Range<usize>,
    /// The facts that two sets of cells hold equal values.
    pub(super) equal: Range<usize>,
    /// The facts of two constraints that share cells.
    pub(super) overlaps: Range<usize>,
    /// The facts of a house combined with the constraints inside it and some constraints partly inside it.
    pub(super) around_houses: Range<usize>,
    /// The facts of a house combined with as many constraints partly inside it as possible. Trials do not use them.
    pub(super) together: Range<usize>,
    /// The facts of single constraints, also those that houses imply. Combinations contain them.
    parts: Vec<Fact>,
    /// Pairs of cells that a constraint on the whole board relates, each with the index of the constraint.
    pub(super) pairs: Vec<(usize, Pair)>,
    /// For each cell, the indices of its facts in `single`, `in_houses` and `sums`.
    pub(super) facts_of: Vec<Vec<usize>>,
    /// For each cell, the indices of its facts in `overlaps`.
    pub(super) overlaps_of: Vec<Vec<usize>>,
    /// For each cell, the indices of its facts in `around_houses`.
    pub(super) around_of: Vec<Vec<usize>>,
    /// For each cell, the indices of its pairs.
    pub(super) pairs_of: Vec<Vec<usize>>,
    /// For each cell, the indices of the houses that contain it and must hold every value.
    pub(super) houses_of: Vec<Vec<usize>>,
}

impl Network {
    /// Compiles the constraints of a variant, each alone. The pairs and facts are incomplete if `is_stopped` returns
    /// true.
    pub(super) fn of_constraints(state: &State, is_stopped: &dyn Fn() -> bool) -> Self {
        let (mut parts, mut pairs) = (Vec::new(), Vec::new());
        for (number, constraint) in state.variant().constraints().iter().enumerate() {
            pairs.extend(pairs_of(state, constraint, is_stopped).into_iter().map(|pair| (number, pair)));
            if !is_stopped() {
                parts.extend(facts_of(state, number, constraint));
            }
        }
        let is_implied = |fact: &&Fact| fact.part.as_ref().is_some_and(Part::is_implied);
        let single = parts.iter().filter(|fact| !is_implied(fact)).cloned().collect();
        Self::new(state, vec![single], parts, pairs)
    }

    /// Adds the combinations of constraints. The facts of single constraints keep their indices.
    pub(super) fn with_combinations(&self, state: &State, sums: &Sums) -> Self {
        let single = self.facts[self.single.clone()].to_vec();
        let (in_houses, overlaps) = (in_houses(state, &single), in_pairs(state, &single));
        let around = around_houses(state, &self.parts);
        let together = around_houses_together(state, &self.parts, &around);
        let kinds = vec![single, in_houses, sums.facts(state), equal_sets(state), overlaps, around, together];
        Self::new(state, kinds, self.parts.clone(), self.pairs.clone())
    }

    /// Creates a network of facts by kind. Later kinds may be missing.
    fn new(state: &State, kinds: Vec<Vec<Fact>>, parts: Vec<Fact>, pairs: Vec<(usize, Pair)>) -> Self {
        let variant = state.variant();
        let mut start = 0;
        let ranges: Vec<Range<usize>> = kinds
            .iter()
            .map(|kind| {
                let range = start..start + kind.len();
                start = range.end;
                range
            })
            .collect();
        let range = |kind: usize| ranges.get(kind).cloned().unwrap_or(start..start);
        let facts: Vec<Fact> = kinds.into_iter().flatten().collect();
        let (overlaps, around) = (range(4), range(5));
        let by_cell = || vec![Vec::new(); variant.cell_count()];
        let (mut facts_of, mut overlaps_of, mut around_of) = (by_cell(), by_cell(), by_cell());
        let (mut pairs_of, mut houses_of) = (by_cell(), by_cell());
        for (at, fact) in facts[..around.end].iter().enumerate() {
            let by_cell = match at {
                at if around.contains(&at) => &mut around_of,
                at if overlaps.contains(&at) => &mut overlaps_of,
                _ => &mut facts_of,
            };
            fact.cells.iter().for_each(|cell| by_cell[cell.index()].push(at));
        }
        for (at, (_, pair)) in pairs.iter().enumerate() {
            pair.cells().iter().for_each(|cell| pairs_of[cell.index()].push(at));
        }
        for (at, house) in variant.houses().iter().enumerate().filter(|(_, house)| variant.is_full(house)) {
            house.cells.iter().for_each(|cell| houses_of[cell.index()].push(at));
        }
        Self {
            facts,
            single: range(0),
            in_houses: range(1),
            sums: range(2),
            equal: range(3),
            overlaps,
            around_houses: around,
            together: range(6),
            parts,
            pairs,
            facts_of,
            overlaps_of,
            around_of,
            pairs_of,
            houses_of,
        }
    }
}

/// Returns one fact for each part of a constraint. A constraint on listed cells that has no automaton is a
/// single fact without a part.
fn facts_of(state: &State, number: usize, constraint: &Constraint) -> Vec<Fact> {
    let board = state.variant().board();
    let parts = compile(state, constraint);
    if !parts.is_empty() {
        let fact = |part: Part| Fact {
            technique: Technique::Constraint,
            constraints: vec![number],
            houses: Vec::new(),
            cells: part.cells().to_vec(),
            part: Some(part),
        };
        return parts.into_iter().map(fact).collect();
    }
    let expresses_more = !constraint.about().only_houses()
        && !matches!(constraint, Constraint::Given(_) | Constraint::SearchPriority(_));
    match constraint.scope(board) {
        Some(cells) if expresses_more && !cells.is_empty() => {
            let technique = Technique::Constraint;
            vec![Fact { technique, constraints: vec![number], houses: Vec::new(), cells, part: None }]
        }
        _ => Vec::new(),
    }
}

/// Returns the indices of constraints that no technique uses: those on the whole board of whose meaning no
/// part is a graph of a few cells.
///
/// ```
/// use farandole_logic::variant::{State, unused_constraints};
/// use farandole_puzzle::format::iss;
///
/// let variant = iss::read(".Shape~6x6.NoBoxes.AntiKnight.ChaosConstruction").unwrap();
/// let unused = unused_constraints(&State::new(&variant));
/// assert_eq!(unused.iter().map(|it| variant.constraints()[*it].name()).collect::<Vec<_>>(), ["ChaosConstruction"]);
/// ```
pub fn unused_constraints(state: &State) -> Vec<usize> {
    let (variant, board) = (state.variant(), state.variant().board());
    let is_unused = |constraint: &Constraint| {
        let role = constraint.about().role();
        !matches!(role, Role::Board | Role::Setting)
            && constraint.scope(board).is_none()
            && compile(state, constraint).is_empty()
            && pairs_of(state, constraint, &|| false).is_empty()
            && constraint.unequal_pairs(board).is_empty()
            && constraint.houses(board).is_empty()
    };
    let constraints = variant.constraints();
    (0..constraints.len()).filter(|at| is_unused(&constraints[*at])).collect()
}

/// The supported values of a fact: a mask for each of its cells, and true if the masks are exact.
pub(super) type Found = (Vec<u16>, bool);

/// A cache of the results of propagating facts, with data that makes further propagation faster.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// The results, by the masks of the cells of a fact followed by its index. `None` if a limit was exceeded.
    found: HashMap<Vec<u16>, Option<Found>, BuildHasherDefault<WordHasher>>,
    /// For each fact, assignments that satisfy it.
    witnesses: Vec<Witnesses>,
    /// For each fact of several constraints, the candidates with which its graph had too many nodes: in trials, and in
    /// steps.
    too_many: Vec<[TooMany; 2]>,
    /// For each fact of a single constraint, the graph for the state in which chains are sought.
    kept: Vec<Kept>,
}

impl Memory {
    /// Returns the supported values of the part of the fact with index `at`. Uses the remembered assignments of
    /// the fact, but not the cached results.
    pub(super) fn propagate(
        &mut self,
        network: &Network,
        state: &State,
        (at, part): (usize, &Part),
        masks: &[u16],
        nodes: usize,
    ) -> Supported {
        self.witnesses.resize_with(network.facts.len(), Witnesses::default);
        self.too_many.resize_with(network.facts.len(), || [TooMany::in_trials(), TooMany::in_steps()]);
        let (witnesses, [_, too_many]) = (&mut self.witnesses[at], &mut self.too_many[at]);
        if network.facts[at].technique == Technique::CombinedConstraints {
            part.supported_quickly(state, masks, nodes, witnesses, too_many)
        } else {
            part.supported_with(state, masks, nodes, witnesses)
        }
    }

    /// Returns the supported values of a fact in a state, or `None` if a limit was exceeded. A layer
    /// of a graph has at most `nodes` nodes.
    pub(super) fn supported(
        &mut self,
        network: &Network,
        state: &State,
        at: usize,
        nodes: usize,
    ) -> Option<&Found> {
        let masks = network.facts[at].cells.iter().map(|cell| state.candidates(*cell)).collect();
        self.supported_in(network, state, (at, masks), nodes)
    }

    /// Returns the supported values of a fact after an assumption in a state, as [`supported`](Self::supported) does. Keeps a
    /// graph for all assumptions in the state.
    pub(super) fn supported_after(
        &mut self,
        network: &Network,
        (state, after): (&State, &State),
        at: usize,
        nodes: usize,
    ) -> Option<&Found> {
        let fact = &network.facts[at];
        let masks_in =
            |state: &State| fact.cells.iter().map(|it| state.candidates(*it)).collect::<Vec<u16>>();
        let masks = masks_in(after);
        let key = key(at, masks.clone());
        if let Some(part) = &fact.part
            && !masks.contains(&0)
            && !self.found.contains_key(&key)
        {
            self.kept.resize_with(network.facts.len(), Kept::default);
            let found = part.supported_in_kept(state, (&masks_in(state), &masks), &mut self.kept[at]);
            if let Some(Supported::Masks { masks, is_exact }) = found {
                self.found.insert(key, Some((masks, is_exact)));
            }
        }
        self.supported_in(network, after, (at, masks), nodes)
    }

    /// Returns the supported values of a fact whose cells have these candidates, or `None` if a limit was
    /// exceeded. A fact without a part reads the candidates of the state instead.
    pub(super) fn supported_in(
        &mut self,
        network: &Network,
        state: &State,
        (at, masks): (usize, Vec<u16>),
        nodes: usize,
    ) -> Option<&Found> {
        let fact = &network.facts[at];
        if self.found.len() > MEMORY {
            self.found.clear();
        }
        self.witnesses.resize_with(network.facts.len(), Witnesses::default);
        self.too_many.resize_with(network.facts.len(), || [TooMany::in_trials(), TooMany::in_steps()]);
        let (witnesses, [too_many, _]) = (&mut self.witnesses[at], &mut self.too_many[at]);
        let entry = self.found.entry(key(at, masks));
        entry
            .or_insert_with_key(|key| {
                let masks = &key[..key.len() - 2];
                if masks.contains(&0) {
                    return Some((vec![0; masks.len()], true));
                }
                match &fact.part {
                    Some(part) => {
                        // If no cells are required to differ, several constraints together eliminate little
                        // more than each alone.
                        let found = if fact.technique == Technique::CombinedConstraints {
                            part.supported_quickly(state, masks, nodes, witnesses, too_many)
                        } else {
                            part.supported_with(state, masks, nodes, witnesses)
                        };
                        match found {
                            Supported::Masks { masks, is_exact } => Some((masks, is_exact)),
                            Supported::Limit => None,
                        }
                    }
                    None => searched(state, fact),
                }
            })
            .as_ref()
    }
}

/// Returns the key of a result in a [`Memory`].
fn key(at: usize, mut masks: Vec<u16>) -> Vec<u16> {
    // The number of the fact in two parts: boards of more than 65,535 facts exist.
    masks.extend([at as u16, (at >> 16) as u16]);
    masks
}

/// Returns the values of a constraint without an automaton that a short search does not refute, or `None` if
/// the search refutes none.
fn searched(state: &State, fact: &Fact) -> Option<Found> {
    let mut masks: Vec<u16> = fact.cells.iter().map(|cell| state.candidates(*cell)).collect();
    let step = constraint(state, fact.constraints[0], &mut { SEARCH })?;
    for gone in step.eliminations {
        if let Ok(at) = fact.cells.binary_search(&gone.cell) {
            masks[at] &= !state.bit(gone.value);
        }
    }
    Some((masks, false))
}
