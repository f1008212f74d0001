//! Reads the automata of constraint kinds by the indices of values, as layered graphs do.

use super::layered_graph::Automaton;
use farandole_puzzle::board::ValueRange;
use farandole_puzzle::constraint::Machine;

/// A machine that reads values of a range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'a> {
    machine: &'a Machine,
    values: ValueRange,
}

impl<'a> Reader<'a> {
    pub(crate) const fn new(machine: &'a Machine, values: ValueRange) -> Self {
        Self { machine, values }
    }
}

impl Automaton for Reader<'_> {
    type State = u64;

    fn start(&self) -> Vec<u64> {
        self.machine.starts(self.values)
    }

    fn step(&self, state: &u64, at: usize, value: u8, out: &mut Vec<u64>) {
        self.machine.step(*state, at, value + self.values.low(), self.values, out);
    }

    fn accepts(&self, state: &u64) -> bool {
        self.machine.accepts(*state, self.values)
    }
}
