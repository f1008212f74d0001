//! Encodes automata. There is a variable for each state after each cell, which is true only if a
//! run can reach the state.
//!
//! If all cells have values, unit propagation alone makes unreachable states false, even inside
//! `Or`.
//!
//! The encoding performs badly if the automaton counts large sums over a long line, since it then has many
//! states. Machines whose meaning is short as rows over the cells are encoded as such. Automata with more than
//! `MOST_STATES` nodes have no encoding.

use super::formula::{Formula, Literal};
use crate::propagators::regular::{Automaton, Graph, Reader};
use farandole_puzzle::Cell;
use farandole_puzzle::board::ValueRange;
use farandole_puzzle::constraint::Machine;
use std::collections::BTreeMap;

/// Requires that a machine accepts the values of a line. Returns false if its encoding is too large.
pub(super) fn add(line: &[u16], machine: &Machine, formula: &mut Formula) -> bool {
    match machine {
        Machine::PrefixSum { sum, .. } => prefix_sum(line, *sum, formula),
        Machine::Ends { outside } => ends(line, *outside, formula),
        Machine::DistinctCount => count_distinct(line, formula),
        Machine::SelfCounting { .. } => {
            for (value, place) in formula.values().zip(formula.places()) {
                // The value v occurs v times or not at all.
                let mut terms = formula.having(&cells(line), 1 << place);
                terms.push((-i64::from(value), formula.auxiliary()));
                formula.equal(&terms, 0);
            }
        }
        _ => {
            let values = ValueRange::new(formula.low(), formula.count()).expect("the values of a board");
            return regular(&Reader::new(machine, values), line, formula);
        }
    }
    true
}

fn cells(line: &[u16]) -> Vec<Cell> {
    line.iter().filter_map(|cell| Cell::new(usize::from(*cell))).collect()
}

/// Requires that the first X cells have the sum, where X is the value of the first cell.
fn prefix_sum(line: &[u16], sum: u32, formula: &mut Formula) {
    for (value, place) in formula.values().zip(formula.places()) {
        let chosen = formula.at(line[0], place);
        match line.get(..usize::from(value)) {
            // Without cells, the sum is 0.
            Some([]) if sum == 0 => {}
            Some(summed @ [_, ..]) => {
                let terms: Vec<(u16, i64)> = summed.iter().map(|cell| (*cell, 1)).collect();
                formula.also_if(chosen, |formula| formula.sum(&terms, sum.into()));
            }
            // The count is at most the length of the line.
            Some([]) | None => formula.clause(&[-chosen]),
        }
    }
}

/// Relates the two ends, which are the first cells of the line, and each other cell to both.
fn ends(line: &[u16], outside: Option<u8>, formula: &mut Formula) {
    let [first, last, inner @ ..] = line else { return };
    if let Some(difference) = outside {
        formula.relate(*first, *last, |a, b| a.abs_diff(b) >= difference.max(1));
    }
    let fits = |low: u8, high: u8, value: u8| match outside {
        None => low < value && value < high,
        Some(_) => value < low || high < value,
    };
    // There is a clause for each pair of end values and each inner cell. Once the ends have values, these
    // clauses restrict each inner cell completely, without auxiliary variables.
    for one in formula.places() {
        for two in formula.places() {
            for &cell in inner {
                let mut clause = vec![-formula.at(*first, one), -formula.at(*last, two)];
                let allowed = formula.places().filter(|value| fits(one.min(two), one.max(two), *value));
                clause.extend(allowed.map(|value| formula.at(cell, value)));
                formula.clause(&clause);
            }
        }
    }
}

/// Requires that the first cell holds the number of different values of the others.
fn count_distinct(line: &[u16], formula: &mut Formula) {
    let [first, others @ ..] = line else { return };
    let mut terms = Vec::new();
    for place in formula.places() {
        let occurs = formula.auxiliary();
        let literals: Vec<Literal> = others.iter().map(|cell| formula.at(*cell, place)).collect();
        // The variable must be true exactly if the value occurs, so both directions are needed.
        literals.iter().for_each(|lit| formula.clause(&[-lit, occurs]));
        formula.clause(&[&[-occurs], &literals[..]].concat());
        terms.push((1, occurs));
    }
    let values = formula.values().zip(formula.places());
    terms.extend(values.map(|(value, place)| (-i64::from(value), formula.at(*first, place))));
    formula.equal(&terms, 0);
}

/// Maximum number of variables for one automaton.
const MOST_STATES: usize = 20_000;

/// Requires that the automaton accepts the values of the cells. Returns false if it is too large.
fn regular<A: Automaton>(machine: &A, cells: &[u16], formula: &mut Formula) -> bool {
    let Ok(graph) = Graph::new(machine, cells.iter().map(|&cell| formula.domain(cell))) else {
        return false;
    };
    if graph.node_count() > MOST_STATES {
        return false;
    }
    if graph.is_empty() {
        // The automaton accepts no values within the candidates. This needs an explicit row, because an empty
        // layer of states requires nothing.
        formula.impossible();
        return true;
    }
    // The map is ordered, so that the formula is the same in every run. A proof then matches a formula that
    // was written earlier.
    let mut states: BTreeMap<u32, Literal> =
        graph.starts().iter().map(|&node| (node, formula.auxiliary())).collect();
    for (at, &cell) in cells.iter().enumerate() {
        states = layer(&graph, at, cell, &states, formula);
    }
    true
}

/// Adds the states after a cell. Only the requirement that a run continues depends on guards. The
/// requirement that a state has a predecessor is unconditional, so that unreachable states become
/// false even in a branch that is not chosen.
fn layer(
    graph: &Graph,
    at: usize,
    cell: u16,
    states: &BTreeMap<u32, Literal>,
    formula: &mut Formula,
) -> BTreeMap<u32, Literal> {
    let mut next: BTreeMap<u32, Literal> = BTreeMap::new();
    let arcs: Vec<(u32, u16, u32)> = graph.arcs(at).collect();
    for &(_, _, to) in &arcs {
        next.entry(to).or_insert_with(|| formula.auxiliary());
    }
    let any: Vec<Literal> = next.values().copied().collect();
    formula.clause(&any);
    for place in formula.places() {
        let value = formula.at(cell, place);
        let begun = |states: &BTreeMap<u32, Literal>| -> BTreeMap<u32, Vec<Literal>> {
            states.iter().map(|(&node, &state)| (node, vec![-state, -value])).collect()
        };
        let (mut behind, mut before) = (begun(states), begun(&next));
        // An arc is used in both directions: a run continues with a successor of its state, and each state
        // needs a predecessor.
        for (from, _, to) in arcs.iter().filter(|(_, mask, _)| mask >> place & 1 == 1) {
            behind.entry(*from).or_default().push(next[to]);
            before.entry(*to).or_default().push(states[from]);
        }
        behind.values().for_each(|clause| formula.clause(clause));
        formula.only_if(&[], |formula| before.values().for_each(|clause| formula.clause(clause)));
    }
    next
}
