//! The regular constraint: an automaton accepts the values of a list of cells. The algorithm is Pesant's
//! propagation on a layered graph. It has a layer of automaton states before each cell and after the last cell.
//!
//! A forward sweep marks the nodes of the [graph](Graph) that are reachable from the start. A backward sweep
//! unmarks those from which the end is unreachable, and keeps the values of arcs between marked nodes. This
//! achieves generalized arc consistency if no cell occurs twice in the list.
//!
//! Cost: each run reads the arcs of marked nodes at most twice. A run starts from scratch, so it costs as much
//! after a small change as after a large one. The propagator therefore performs badly on long lines with many
//! states.
//!
//! Source: Pesant, "A regular language membership constraint for finite sequences of variables", CP 2004. Here,
//! automata may also be nondeterministic.

pub(crate) use super::layered_graph::{Automaton, Graph, TooLarge};
use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};
use std::sync;

/// The number of arcs that take as long as one cell of a sum. The work of an automaton is counted by its arcs,
/// so that depth-first search and learning get turns of similar duration on variants with automata
/// (docs/experiments/2026-11-23-variants-in-turn.md).
// The choice only affects how depth-first search and learning take turns. It never affects an answer.
const ARCS: usize = 6;

/// Cells whose values form a word that an automaton accepts.
#[derive(Clone, Debug)]
pub(crate) struct Regular {
    /// The cells without duplicates.
    cells: Box<[u16]>,
    /// The cell of each layer; a cell may occur several times.
    line: Box<[u16]>,
    graph: sync::Arc<Graph>,
}

impl Regular {
    /// Builds the propagator by unrolling an automaton over the cells of `line`. `domains` returns the mask of
    /// a cell.
    ///
    /// # Errors
    ///
    /// See [`Graph::new`].
    pub(crate) fn new<A: Automaton>(
        automaton: &A,
        line: &[u16],
        domains: impl Fn(u16) -> u16,
    ) -> Result<Self, TooLarge> {
        let graph = Graph::new(automaton, line.iter().map(|&cell| domains(cell)))?;
        Ok(Self::over(sync::Arc::new(graph), line))
    }

    // All lines with the same candidates share one graph; the propagator adds only its cells.
    /// Builds the propagator from a graph and the cells of a line, one cell for each layer.
    pub(crate) fn over(graph: sync::Arc<Graph>, line: &[u16]) -> Self {
        let mut cells = line.to_vec();
        cells.sort_unstable();
        cells.dedup();
        Self { cells: cells.into(), line: line.into(), graph }
    }

    /// Returns the unrolled automaton.
    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the cell of each layer.
    pub(crate) fn line(&self) -> &[u16] {
        &self.line
    }

    /// Runs a forward and a backward sweep. If a cell occurs twice on the line, both sweeps repeat until no
    /// mask changes. `live` has one bit per node.
    fn sweep(&self, masks: &mut Masks<'_>, live: &mut [u64]) -> Result<(), Contradiction> {
        // The sweeps treat each occurrence of a cell as a separate cell, so one pass need not reach a fixpoint.
        let repeats = self.cells.len() < self.line.len();
        loop {
            live.fill(0);
            self.mark_forward(masks, live)?;
            if !self.keep_backward(masks, live)? || !repeats {
                return Ok(());
            }
        }
    }

    /// Marks the nodes that are reachable from the start.
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
            // No node of the next layer is reachable.
            if !any {
                return Err(Contradiction);
            }
        }
        Ok(())
    }

    /// Unmarks the nodes from which the end is unreachable, and keeps the values of arcs between marked nodes.
    /// Returns true if a mask changed.
    fn keep_backward(&self, masks: &mut Masks<'_>, live: &mut [u64]) -> Result<bool, Contradiction> {
        let graph = &*self.graph;
        let mut changed = false;
        for (at, cell) in self.line.iter().enumerate().rev() {
            // If the cell occurs again later on the line, this sweep may already have reduced its mask. The
            // result remains sound.
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
                            // The node stays marked and every value of the cell has support, so further arcs
                            // add nothing.
                            if here != 0 && support | here == mask {
                                break;
                            }
                        }
                    }
                    // The end is unreachable from this node.
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
        // The buffer is borrowed, since a run must not allocate and the size depends on the graph.
        let words = self.graph.node_count() / 64;
        let mut live = masks.scratch().take_words(words);
        let result = self.sweep(masks, &mut live);
        masks.scratch().give_words(live);
        result
    }

    fn size(&self) -> usize {
        // The larger number is used, since a short line can have a large graph.
        self.cells.len().max(self.graph.arc_count() / ARCS)
    }

    fn cost(&self) -> Cost {
        // A run reads all arcs twice, however little has changed. Large graphs therefore run last.
        if self.graph.arc_count() > 2000 { Cost::Heavy } else { Cost::Expensive }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare, line};

    /// An automaton that accepts if the sum of the value indices is 1 modulo 3. The state is the sum so far,
    /// modulo 3.
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

    /// An automaton that accepts if two consecutive values are equal. It guesses their position, so it is
    /// nondeterministic.
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
            let propagator = Regular::new(&Remainder, &line(cells), |_| 0b11111).expect("small");
            let holds = |v: &[u8]| v.iter().sum::<u8>() % 3 == 1;
            compare(&propagator, 5, Strength::Exact, holds);
        }
    }

    #[test]
    fn nondeterministic_machines_are_filtered_exactly() {
        let propagator = Regular::new(&Pair, &[0, 1, 2, 3], |_| 0b1111).expect("small");
        compare(&propagator, 4, Strength::Exact, |v| v.windows(2).any(|pair| pair[0] == pair[1]));
    }

    #[test]
    fn a_line_may_cross_itself() {
        let propagator = Regular::new(&Remainder, &[0, 1, 0, 2], |_| 0b1111).expect("small");
        compare(&propagator, 4, Strength::Sound, |v| (2 * v[0] + v[1] + v[2]) % 3 == 1);
    }

    #[test]
    fn states_with_the_same_future_are_united() {
        let propagator = Regular::new(&Remainder, &[0, 1, 2], |_| 0b111111).expect("small");
        assert_eq!(propagator.graph().arc_count(), 3 + 9 + 3);
        assert!(!propagator.graph().is_empty());
    }
}
