//! Compiles kinds in which an automaton must accept the values of the cells, read in order.

use super::cells::numbers;
use crate::compile::builder::Builder;
use crate::propagators::regular::Automaton;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::automaton::Transition;
use farandole_puzzle::constraint::{self, Constraint, Nfa};
use std::sync::Arc;

/// Compiles kinds with automata.
pub(super) fn compile(constraint: &Constraint, _board: &Board, builder: &mut Builder) -> bool {
    match constraint {
        Constraint::Regex(it) => {
            let cells = numbers(&it.cells);
            let machine = Machine::new(it.pattern.automaton(), vec![0; cells.len() + 1], builder.count());
            builder.regular(&machine, &cells).is_ok()
        }
        Constraint::Nfa(it) => {
            let (cells, machine) = Machine::of_segments(it, builder.count());
            let name = (Arc::clone(&it.automaton), machine.breaks.clone());
            builder.regular_cached(name, &machine, &cells).is_ok()
        }
        _ => false,
    }
}

/// An automaton that also reads the breaks between segments of its cells.
pub(crate) struct Machine<'a> {
    automaton: &'a constraint::Automaton,
    /// Index of the first transition of each state, with one more entry at the end.
    first: Vec<u32>,
    /// Number of breaks before each cell, and after the last cell.
    breaks: Vec<u8>,
    /// The symbol of a break.
    pause: u8,
}

impl<'a> Machine<'a> {
    pub(crate) fn new(automaton: &'a constraint::Automaton, breaks: Vec<u8>, pause: u8) -> Self {
        let all = automaton.transitions();
        let first =
            // Transitions are sorted by state and symbol, which permits binary searches.
            (0..=automaton.states()).map(|state| all.partition_point(|it| usize::from(it.from) < state));
        Self { automaton, first: first.map(|at| at as u32).collect(), breaks, pause }
    }

    /// Returns the cells that the constraint reads, and its automaton with the breaks between
    /// segments. `count` is the number of values and also the symbol of a break. The symbols of values
    /// are 0-based.
    pub(crate) fn of_segments(nfa: &'a Nfa, count: u8) -> (Vec<u16>, Self) {
        let (mut cells, mut breaks) = (Vec::new(), vec![0]);
        for cell in nfa.word() {
            match cell {
                Some(cell) => {
                    cells.push(cell.index() as u16);
                    breaks.push(0);
                }
                None => breaks[cells.len()] += 1,
            }
        }
        (cells, Self::new(&nfa.automaton, breaks, count))
    }

    /// Returns the transitions of a state for a symbol.
    fn steps(&self, state: u16, symbol: u8) -> impl Iterator<Item = &Transition> {
        let all = &self.automaton.transitions()
            [self.first[usize::from(state)] as usize..self.first[usize::from(state) + 1] as usize];
        let start = all.partition_point(|it| it.symbol < symbol);
        all[start..].iter().take_while(move |it| it.symbol == symbol)
    }

    /// Returns the states reached from a state by reading a number of breaks, sorted.
    fn pass_breaks(&self, state: u16, breaks: u8) -> Vec<u16> {
        // Breaks are read together with the value that follows them, so the unrolled automaton needs no
        // layers for them.
        (0..breaks).fold(vec![state], |states, _| {
            let mut next: Vec<u16> =
                states.iter().flat_map(|&state| self.steps(state, self.pause).map(|it| it.to)).collect();
            next.sort_unstable();
            next.dedup();
            next
        })
    }
}

impl Automaton for Machine<'_> {
    type State = u16;

    fn start(&self) -> Vec<u16> {
        (0..self.automaton.starts()).map(|state| state as u16).collect()
    }

    fn step(&self, state: &u16, at: usize, value: u8, out: &mut Vec<u16>) {
        if self.breaks[at] == 0 {
            return out.extend(self.steps(*state, value).map(|it| it.to));
        }
        for state in self.pass_breaks(*state, self.breaks[at]) {
            out.extend(self.steps(state, value).map(|it| it.to));
        }
    }

    fn accepts(&self, state: &u16) -> bool {
        let behind = self.breaks[self.breaks.len() - 1];
        self.pass_breaks(*state, behind).iter().any(|&state| self.automaton.is_accepting(usize::from(state)))
    }
}
