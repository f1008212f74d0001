//! The regular constraint: an automaton accepts the values of a list of cells. The algorithm is Pesant's
//! propagation on a layered graph. It has a layer of automaton states before each cell and after the last cell.
//!
//! A forward sweep marks the nodes of the [graph](Graph) that are reachable from the start. A backward sweep
//! unmarks those from which the end is unreachable, and keeps the values of arcs between marked nodes. This
//! achieves generalized arc consistency if no cell occurs twice in the list.
//!
//! The nodes on paths from the start to the end are kept, with the masks, for the latest runs of a branch. A run
//! starts from the last of them whose masks include the present ones, and sweeps only the layers that a change
//! since then can affect. The result does not depend on this.
//!
//! Cost: each run reads the arcs of marked nodes at most twice. The propagator performs badly on long lines with
//! many states if each run changes many cells.
//!
//! Source: Pesant, "A regular language membership constraint for finite sequences of variables", CP 2004. Here,
//! automata may also be nondeterministic.

pub(crate) use super::layered_graph::{Automaton, Graph, TooLarge};
pub(crate) use super::machine::Reader;
use crate::model::masks::{Contradiction, Fixpoints, Masks};
use crate::propagators::propagator::{Cost, Propagator};
use core::ops::RangeInclusive;
use std::sync;

/// Maximum number of fixpoints that are kept for an automaton: those of about as many nodes on the current branch.
const MOST_FIXPOINTS: usize = 32;

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

    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    pub(crate) fn line(&self) -> &[u16] {
        &self.line
    }

    /// Sweeps all layers. If a cell occurs twice on the line, the sweeps repeat until no mask changes. `live` has
    /// one bit per node.
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

    /// Starts from the latest fixpoint of `earlier` whose masks include the present ones, and adds the new one.
    fn continue_from(&self, masks: &mut Masks<'_>, earlier: &mut Fixpoints) -> Result<(), Contradiction> {
        let (cells, words) = (self.line.len(), self.graph.node_count() / 64);
        // After backtracking, nodes that later fixpoints lack may be on a path again.
        while let Some(top) = earlier.masks.len().checked_sub(cells) {
            let before = &earlier.masks[top..];
            if self.line.iter().zip(before).all(|(&cell, before)| masks.get(cell) & !before == 0) {
                break;
            }
            earlier.masks.truncate(top);
            earlier.live.truncate(earlier.live.len() - words);
        }
        if earlier.masks.is_empty() {
            earlier.live.resize(words, 0);
            let result = self.sweep(masks, &mut earlier.live);
            earlier.masks.extend(self.line.iter().map(|&cell| masks.get(cell)));
            return result;
        }
        let (mut top, mut top_live) = (earlier.masks.len() - cells, earlier.live.len() - words);
        let differs = |at: &usize| masks.get(self.line[*at]) != earlier.masks[top + *at];
        let Some(first) = (0..cells).find(differs) else { return Ok(()) };
        let last = (first..cells).rfind(differs).unwrap_or(first);
        // If there are too many, the latest one is replaced.
        if earlier.masks.len() < MOST_FIXPOINTS * cells {
            earlier.masks.extend_from_within(top..);
            earlier.live.extend_from_within(top_live..);
            (top, top_live) = (top + cells, top_live + words);
        }
        let (known, live) = (&mut earlier.masks[top..], &mut earlier.live[top_live..]);
        self.update(masks, first..=last, known, live, &mut earlier.layer)
    }

    /// Sweeps the layers that are affected by masks that shrank. `known` are the masks of the last fixpoint, which
    /// differ only in the layers of the range.
    fn update(
        &self,
        masks: &mut Masks<'_>,
        shrunk: RangeInclusive<usize>,
        known: &mut [u16],
        live: &mut [u64],
        layer: &mut Vec<u64>,
    ) -> Result<(), Contradiction> {
        // The last layer whose mask or nodes changed. Later layers keep their nodes and values.
        let mut top = *shrunk.end();
        for at in *shrunk.start()..self.line.len() {
            if self.narrow(at, masks.get(self.line[at]), live, layer)? {
                top = top.max(at + 1);
            } else if at >= *shrunk.end() {
                break;
            }
        }
        for at in (0..=top.min(self.line.len() - 1)).rev() {
            let (cell, mask) = (self.line[at], masks.get(self.line[at]));
            let (support, removed) = self.support(at, mask, live);
            masks.keep(cell, support)?;
            known[at] = mask & support;
            // Earlier layers have the same masks and nodes as before, and lead to the same nodes.
            if at <= *shrunk.start() && !removed {
                break;
            }
        }
        Ok(())
    }

    /// Unmarks the nodes of the next layer that a layer no longer reaches. Returns true if there are any. `layer`
    /// is a buffer.
    fn narrow(
        &self,
        at: usize,
        mask: u16,
        live: &mut [u64],
        layer: &mut Vec<u64>,
    ) -> Result<bool, Contradiction> {
        let graph = &*self.graph;
        let next = graph.words(at + 1);
        let next = next.start as usize..next.end as usize;
        layer.clear();
        layer.extend_from_slice(&live[next.clone()]);
        live[next.clone()].fill(0);
        for word in graph.words(at) {
            let mut nodes = live[word as usize];
            while nodes != 0 {
                let node = word * 64 + nodes.trailing_zeros();
                nodes &= nodes - 1;
                for arc in graph.arcs_of(node) {
                    if arc.mask & mask != 0 {
                        let to = arc.to as usize / 64;
                        live[to] |= 1 << (arc.to % 64) & layer[to - next.start];
                    }
                }
            }
        }
        let now = &live[next];
        if now.iter().all(|word| *word == 0) {
            return Err(Contradiction);
        }
        Ok(*now != **layer)
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
        let mut changed = false;
        for (at, cell) in self.line.iter().enumerate().rev() {
            // If the cell occurs again later on the line, this sweep may already have reduced its mask. The
            // result remains sound.
            let (support, _) = self.support(at, masks.get(*cell), live);
            changed |= masks.keep(*cell, support)?;
        }
        Ok(changed)
    }

    /// Unmarks the nodes of a layer that lead to no marked node. Returns the values of the other arcs between
    /// marked nodes, and true if a node was unmarked.
    #[inline]
    fn support(&self, at: usize, mask: u16, live: &mut [u64]) -> (u16, bool) {
        let graph = &*self.graph;
        let (mut support, mut shrank) = (0, false);
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
                    shrank = true;
                }
                support |= here;
                nodes &= nodes - 1;
            }
        }
        (support, shrank)
    }
}

impl Propagator for Regular {
    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        let words = self.graph.node_count() / 64;
        // Fixpoints do not describe a cell whose mask changes between two of its layers.
        if self.cells.len() < self.line.len() {
            let mut live = masks.scratch().take_words(words);
            let result = self.sweep(masks, &mut live);
            masks.scratch().give_words(live);
            return result;
        }
        let mut earlier = masks.scratch().take_fixpoints(&self.line);
        let result = self.continue_from(masks, &mut earlier);
        if result.is_err() {
            // A run that fails ends in the middle of a sweep.
            earlier.masks.truncate(earlier.masks.len() - self.line.len());
            earlier.live.truncate(earlier.live.len() - words);
        }
        masks.scratch().give_fixpoints(&self.line, earlier);
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
