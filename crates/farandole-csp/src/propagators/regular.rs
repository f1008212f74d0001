//! The regular constraint: a list of cells whose values an automaton accepts, by the layered graph
//! of Pesant.
//!
//! The propagator marks the nodes of the [graph](Graph) that are reached from the left, then those
//! that reach the right, and keeps the values of arcs between them. This is generalised arc
//! consistency if no cell stands in the list twice.
//!
//! Source: Pesant, "A regular language membership constraint for finite sequences of variables", CP
//! 2004; the automata may be nondeterministic.

pub(crate) use super::layered_graph::{Automaton, Graph, TooLarge};
use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};
use std::sync;

/// A cell of a sum takes as long as so many arcs.
const ARCS: usize = 6;

/// Cells whose values, in order, an automaton accepts.
#[derive(Clone, Debug)]
pub(crate) struct Regular {
    /// The cells, each once.
    cells: Box<[u16]>,
    /// The cell of each layer; a cell may occur again.
    line: Box<[u16]>,
    graph: sync::Arc<Graph>,
}

impl Regular {
    /// Unrolls an automaton over cells with these candidates.
    ///
    /// # Errors
    ///
    /// As for [`Graph::new`].
    pub(crate) fn new<A: Automaton>(
        automaton: &A,
        line: &[u16],
        domains: impl Fn(u16) -> u16,
    ) -> Result<Self, TooLarge> {
        let graph = Graph::new(automaton, line.iter().map(|&cell| domains(cell)))?;
        Ok(Self::over(sync::Arc::new(graph), line))
    }

    /// A graph of so many layers over the cells of a line.
    pub(crate) fn over(graph: sync::Arc<Graph>, line: &[u16]) -> Self {
        let mut cells = line.to_vec();
        cells.sort_unstable();
        cells.dedup();
        Self { cells: cells.into(), line: line.into(), graph }
    }

    /// The unrolled automaton.
    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    /// One sweep there and one back, again while a cell that occurs twice changes.
    fn sweep(&self, masks: &mut Masks<'_>, live: &mut [u64]) -> Result<(), Contradiction> {
        let repeats = self.cells.len() < self.line.len();
        loop {
            live.fill(0);
            self.mark_forward(masks, live)?;
            if !self.keep_backward(masks, live)? || !repeats {
                return Ok(());
            }
        }
    }

    /// Marks the nodes that are reached from the left.
    fn mark_forward(&self, masks: &Masks<'_>, live: &mut [u64]) -> Result<(), Contradiction> {
        let graph = &*self.graph;
        for node in graph.starts() {
            live[*node as usize / 64] |= 1 << (node % 64);
        }
        for (at, cell) in self.line.iter().enumerate() {
            let mask = masks.get(*cell);
            let mut any = false;
            for word in graph.words(at) {
                let mut nodes = live[word as usize];
                while nodes != 0 {
                    let node = word * 64 + nodes.trailing_zeros();
                    nodes &= nodes - 1;
                    for arc in graph.arcs_of(node) {
                        if arc.mask & mask != 0 {
                            live[arc.to as usize / 64] |= 1 << (arc.to % 64);
                            any = true;
                        }
                    }
                }
            }
            if !any {
                return Err(Contradiction);
            }
        }
        Ok(())
    }

    /// Unmarks the nodes that do not reach the right, and keeps the values of arcs between marked nodes.
    fn keep_backward(&self, masks: &mut Masks<'_>, live: &mut [u64]) -> Result<bool, Contradiction> {
        let graph = &*self.graph;
        let mut changed = false;
        for (at, cell) in self.line.iter().enumerate().rev() {
            let mask = masks.get(*cell);
            let mut support = 0;
            for word in graph.words(at) {
                let mut nodes = live[word as usize];
                while nodes != 0 {
                    let node = word * 64 + nodes.trailing_zeros();
                    let mut here = 0;
                    for arc in graph.arcs_of(node) {
                        if live[arc.to as usize / 64] >> (arc.to % 64) & 1 != 0 {
                            here |= arc.mask & mask;
                            if here != 0 && support | here == mask {
                                break;
                            }
                        }
                    }
                    if here == 0 {
                        live[word as usize] &= !(nodes & nodes.wrapping_neg());
                    }
                    support |= here;
                    nodes &= nodes - 1;
                }
            }
            changed |= masks.keep(*cell, support)?;
        }
        Ok(changed)
    }
}

impl Propagator for Regular {
    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        let words = self.graph.node_count() / 64;
        let mut live = masks.scratch().take_words(words);
        let result = self.sweep(masks, &mut live);
        masks.scratch().give_words(live);
        result
    }

    fn size(&self) -> usize {
        self.cells.len().max(self.graph.arc_count() / ARCS)
    }

    fn cost(&self) -> Cost {
        if self.graph.arc_count() > 2000 { Cost::Heavy } else { Cost::Expensive }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare};

    /// The remainder of the sum of the places by 3 is 1; the state is the remainder so far.
    struct Remainder;

    impl Automaton for Remainder {
        type State = u8;
        fn start(&self) -> Vec<u8> {
            vec![0]
        }
        fn step(&self, state: &u8, _: usize, value: u8, out: &mut Vec<u8>) {
            out.push((state + value) % 3);
        }
        fn accepts(&self, state: &u8) -> bool {
            *state == 1
        }
    }

    /// Somewhere a value is followed by the same value, guessed where: a nondeterministic machine.
    struct Pair;

    impl Automaton for Pair {
        type State = Option<u8>;
        fn start(&self) -> Vec<Option<u8>> {
            vec![None]
        }
        fn step(&self, state: &Option<u8>, _: usize, value: u8, out: &mut Vec<Option<u8>>) {
            match state {
                None => out.extend([None, Some(value)]),
                Some(99) => out.push(Some(99)),
                Some(before) if *before == value => out.push(Some(99)),
                Some(_) => {}
            }
        }
        fn accepts(&self, state: &Option<u8>) -> bool {
            *state == Some(99)
        }
    }

    #[test]
    fn deterministic_machines_are_filtered_exactly() {
        for cells in 1..6 {
            let line: Vec<u16> = (0..cells).collect();
            let propagator = Regular::new(&Remainder, &line, |_| 0b11111).expect("small");
            let holds = |v: &[u8]| v.iter().sum::<u8>() % 3 == 1;
            compare(&propagator, usize::from(cells), 5, u64::from(cells), Strength::Exact, holds);
        }
    }

    #[test]
    fn nondeterministic_machines_are_filtered_exactly() {
        let propagator = Regular::new(&Pair, &[0, 1, 2, 3], |_| 0b1111).expect("small");
        compare(&propagator, 4, 4, 9, Strength::Exact, |v| v.windows(2).any(|pair| pair[0] == pair[1]));
    }

    #[test]
    fn a_line_may_cross_itself() {
        let propagator = Regular::new(&Remainder, &[0, 1, 0, 2], |_| 0b1111).expect("small");
        compare(&propagator, 3, 4, 5, Strength::Sound, |v| (2 * v[0] + v[1] + v[2]) % 3 == 1);
    }

    #[test]
    fn states_with_the_same_future_are_united() {
        let propagator = Regular::new(&Remainder, &[0, 1, 2], |_| 0b111111).expect("small");
        assert_eq!(propagator.graph().arc_count(), 3 + 9 + 3);
        assert!(!propagator.graph().is_empty());
    }
}
