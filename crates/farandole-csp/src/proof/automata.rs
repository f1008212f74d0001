//! Encodes automata. There is a variable for each state after each cell, which is true only if a
//! run can reach the state.
//!
//! If all cells have values, unit propagation alone makes unreachable states false, even inside
//! `Or`.
//!
//! The encoding performs badly if the automaton counts large sums over a long line, since it then has many
//! states. Automata with more than `MOST_STATES` nodes have no encoding.

use super::formula::{Formula, Literal, numbers};
use crate::compile::machines::{Counted, Hidden, Machine, Pieces, Rellik, Repeats, Skyscraper};
use crate::propagators::regular::{Automaton, Graph};
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Constraint, Ends};
use std::collections::BTreeMap;

/// Encodes kinds that an automaton reads.
pub(super) fn add(constraint: &Constraint, board: &Board, formula: &mut Formula) -> bool {
    let low = formula.low();
    match constraint {
        Constraint::Regex(it) => {
            let cells = numbers(&it.cells);
            // A pattern has no breaks between segments.
            let breaks = vec![0; cells.len() + 1];
            regular(&Machine::new(it.pattern.automaton(), breaks, formula.count()), &cells, formula)
        }
        Constraint::Nfa(it) => {
            let (cells, machine) = Machine::of_segments(it, formula.count());
            regular(&machine, &cells, formula)
        }
        Constraint::Skyscraper(it) => {
            let machine = Skyscraper { clue: it.clue, low, repeats: Repeats::Allowed };
            regular(&machine, &numbers(&constraint.cells(board)), formula)
        }
        Constraint::HiddenSkyscraper(it) => {
            let machine = Hidden { clue: it.clue, low, repeats: Repeats::Allowed };
            regular(&machine, &numbers(&constraint.cells(board)), formula)
        }
        Constraint::SumLine(it) => {
            let machine = Pieces { sum: it.sum, low, ring: it.ends == Ends::Ring };
            regular(&machine, &numbers(&it.cells), formula)
        }
        Constraint::RellikCage(it) => {
            let (machine, line) = Rellik::new(it.sum, low, &numbers(&it.cells));
            regular(&machine, &line, formula)
        }
        Constraint::DoubledSum(_) | Constraint::NegatedSum(_) => {
            let Some(it) = constraint.counted_sum(board) else { return false };
            let (machine, line) = Counted::new(&it, low);
            regular(&machine, &line, formula)
        }
        Constraint::Lunchbox(it) => filling(&numbers(&it.cells), it.sum, formula),
        Constraint::Sandwich(it) => filling(&numbers(&constraint.cells(board)), it.sum, formula),
        _ => false,
    }
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

/// Requires that the cells between the least and the greatest value have the given sum. The cells
/// differ.
fn filling(cells: &[u16], sum: u32, formula: &mut Formula) -> bool {
    if cells.len() < 2 {
        if sum > 0 {
            formula.impossible();
        }
        return true;
    }
    let machine = Filling {
        sum,
        low: formula.low(),
        count: formula.count(),
        // With as many distinct cells as values, the least and the greatest value of the board occur, so
        // the automaton need not guess them.
        full: cells.len() == usize::from(formula.count()),
    };
    regular(&machine, cells, formula)
}

/// A nondeterministic automaton that guesses the least and the greatest value and adds the values
/// between them.
struct Filling {
    sum: u32,
    low: u8,
    count: u8,
    /// True if every value of the board occurs.
    full: bool,
}

/// The position of the next cell relative to the cells of the two extreme values.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Before,
    /// Between them. Contains the extreme value that must follow, and the sum so far.
    Inside(u8, u32),
    Behind,
}

impl Automaton for Filling {
    /// The least value, the greatest value, and the position.
    type State = (u8, u8, Part);

    fn start(&self) -> Vec<Self::State> {
        let last = self.count - 1;
        let ends = (0..last).flat_map(|least| (least + 1..=last).map(move |most| (least, most)));
        let fits = |&(least, most): &(u8, u8)| !self.full || (least, most) == (0, last);
        ends.filter(fits).map(|(least, most)| (least, most, Part::Before)).collect()
    }

    fn step(&self, &(least, most, part): &Self::State, _: usize, value: u8, out: &mut Vec<Self::State>) {
        // A value outside of the guessed range ends the run.
        if value < least || value > most {
            return;
        }
        let is_crust = value == least || value == most;
        let next = match part {
            Part::Before if is_crust => Part::Inside(least + most - value, 0),
            Part::Inside(other, sum) if value == other && sum == self.sum => Part::Behind,
            _ if is_crust => return,
            Part::Inside(other, sum) => {
                let sum = sum + u32::from(value + self.low);
                // Values are not negative, so the sum cannot decrease again. This limits the number of
                // states.
                if sum > self.sum {
                    return;
                }
                Part::Inside(other, sum)
            }
            same => same,
        };
        out.push((least, most, next));
    }

    fn accepts(&self, &(_, _, part): &Self::State) -> bool {
        part == Part::Behind
    }
}
