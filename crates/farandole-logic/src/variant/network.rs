//! The conditions of a variant by cell: parts of constraints, pairs of cells and houses, with a
//! memory of propagated parts.

use super::combined::{in_houses, in_pairs};
use super::fact::Fact;
use super::facts::{Part, Supported, compile};
use super::pairs::{Pair, pairs_of};
use super::rules::{Work, constraint};
use super::state::State;
use core::ops::Range;
use farandole_puzzle::constraint::Constraint;
use std::collections::HashMap;

/// Maximum number of entries of a memory.
const MEMORY: usize = 400_000;
/// Limits for parts without an automaton that are propagated in a trial.
const SEARCH: Work = Work { candidate: 1_000, all: 10_000 };

/// Every condition on the values of cells, by cell.
#[derive(Debug)]
pub(super) struct Network {
    /// Parts of single constraints, then those of constraints inside a house, then those of two
    /// constraints that share cells.
    pub(super) facts: Vec<Fact>,
    /// The indices of facts of the three kinds.
    pub(super) single: Range<usize>,
    pub(super) in_houses: Range<usize>,
    pub(super) overlaps: Range<usize>,
    /// Pairs of cells that a constraint on the whole board relates, each with the constraint.
    pub(super) pairs: Vec<(usize, Pair)>,
    /// For each cell, the indices of its facts that are not overlaps, and those of its overlaps.
    pub(super) facts_of: Vec<Vec<usize>>,
    pub(super) overlaps_of: Vec<Vec<usize>>,
    /// For each cell, the indices of its pairs.
    pub(super) pairs_of: Vec<Vec<usize>>,
    /// For each cell, the houses of every value that contain it.
    pub(super) houses_of: Vec<Vec<usize>>,
}

impl Network {
    /// Compiles the constraints of a variant. The pairs are incomplete if `is_stopped` returns true.
    pub(super) fn new(state: &State, is_stopped: &dyn Fn() -> bool) -> Self {
        let variant = state.variant();
        let (mut facts, mut pairs) = (Vec::new(), Vec::new());
        for (number, constraint) in variant.constraints().iter().enumerate() {
            pairs.extend(pairs_of(state, constraint, is_stopped).into_iter().map(|pair| (number, pair)));
            facts.extend(facts_of(state, number, constraint));
        }
        let single = 0..facts.len();
        facts.extend(in_houses(state, &facts));
        let of_houses = single.end..facts.len();
        facts.extend(in_pairs(state, &facts[single.clone()]));
        let overlaps = of_houses.end..facts.len();
        let by_cell = || vec![Vec::new(); variant.cell_count()];
        let (mut facts_of, mut overlaps_of) = (by_cell(), by_cell());
        let (mut pairs_of, mut houses_of) = (by_cell(), by_cell());
        for (at, fact) in facts.iter().enumerate() {
            let by_cell = if overlaps.contains(&at) { &mut overlaps_of } else { &mut facts_of };
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
            single,
            in_houses: of_houses,
            overlaps,
            pairs,
            facts_of,
            overlaps_of,
            pairs_of,
            houses_of,
        }
    }
}

/// Returns the parts of a constraint. A constraint on listed cells without an automaton is one part.
fn facts_of(state: &State, number: usize, constraint: &Constraint) -> Vec<Fact> {
    let board = state.variant().board();
    let parts = compile(state, constraint);
    if !parts.is_empty() {
        let fact = |part: Part| Fact {
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
            vec![Fact { constraints: vec![number], houses: Vec::new(), cells, part: None }]
        }
        _ => Vec::new(),
    }
}

/// The supported values of a part: a mask for each of its cells, and true if they are exact.
pub(super) type Found = (Vec<u16>, bool);

/// The results of propagating parts, by the masks of their cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    found: HashMap<Vec<u16>, Option<Found>>,
}

impl Memory {
    /// Returns the supported values of a fact in a state, or `None` if a limit was exceeded. A layer
    /// of a graph has at most `nodes` nodes.
    pub(super) fn supported(
        &mut self,
        network: &Network,
        state: &State,
        at: usize,
        nodes: usize,
    ) -> Option<&Found> {
        let fact = &network.facts[at];
        let mut key: Vec<u16> = fact.cells.iter().map(|cell| state.candidates(*cell)).collect();
        key.push(at as u16);
        if self.found.len() > MEMORY {
            self.found.clear();
        }
        let entry = self.found.entry(key);
        entry
            .or_insert_with_key(|key| {
                let masks = &key[..key.len() - 1];
                if masks.contains(&0) {
                    return Some((vec![0; masks.len()], true));
                }
                match &fact.part {
                    Some(part) => match part.supported(state, masks, nodes) {
                        Supported::Masks { masks, is_exact } => Some((masks, is_exact)),
                        Supported::Limit => None,
                    },
                    None => searched(state, fact),
                }
            })
            .as_ref()
    }
}

/// Returns the values of a constraint without an automaton that a short search does not refute.
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
