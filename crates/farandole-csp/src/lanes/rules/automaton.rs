//! Automata in lane form: Pesant's propagation on a layered graph, with one truth value per node and lane.
//!
//! A forward pass marks the nodes that are reachable from the start, and a backward pass marks those from which
//! the end is reachable. The values of arcs between marked nodes remain. This achieves generalized arc
//! consistency if no cell occurs twice.
//!
//! Cost: eight operations per arc.
//!
//! Source: see the scalar propagator, `propagators/regular.rs`.

use super::LaneRule;
use crate::lanes::pool::Lanes;
use farandole_kernel::Vectors;

/// The maximum number of nodes of a graph.
pub(in crate::lanes) const NODES: usize = 128;

/// An arc: its source node, its target node in the next layer, and the mask of its values.
#[derive(Clone, Copy, Debug)]
pub(in crate::lanes) struct Arc {
    pub(in crate::lanes) from: u8,
    pub(in crate::lanes) to: u8,
    pub(in crate::lanes) mask: u16,
}

/// Cells whose values, in order, are on the arcs of a path from a start node to the last layer.
#[derive(Clone, Debug)]
pub(in crate::lanes) struct Automaton {
    /// For each layer of arcs, the cell whose value the arcs read.
    pub(in crate::lanes) cells: Box<[u16]>,
    /// The arcs of each layer.
    pub(in crate::lanes) layers: Box<[Box<[Arc]>]>,
    /// The start nodes.
    pub(in crate::lanes) starts: Box<[u8]>,
    /// The nodes of the last layer, all of which accept.
    pub(in crate::lanes) ends: Box<[u8]>,
}

impl LaneRule for &Automaton {
    #[inline(always)]
    fn apply<S: Vectors>(&self, lanes: &mut Lanes<'_, S>) {
        let s = lanes.s;
        let mut reached = [s.of_lanes(0); NODES];
        for &node in &self.starts {
            reached[usize::from(node)] = s.of_lanes(u32::MAX);
        }
        for (&cell, arcs) in self.cells.iter().zip(&self.layers) {
            let mask = lanes.get(cell);
            for arc in &**arcs {
                let here = s.both(reached[usize::from(arc.from)], s.meets(mask, s.splat(arc.mask)));
                let to = &mut reached[usize::from(arc.to)];
                *to = s.either(*to, here);
            }
        }
        let mut live = [s.of_lanes(0); NODES];
        for &node in &self.ends {
            live[usize::from(node)] = reached[usize::from(node)];
        }
        for (&cell, arcs) in self.cells.iter().zip(&self.layers).rev() {
            let mask = lanes.get(cell);
            let mut kept = s.splat(0);
            for arc in &**arcs {
                let values = s.and(mask, s.splat(arc.mask));
                let nodes = s.both(reached[usize::from(arc.from)], live[usize::from(arc.to)]);
                let here = s.both(nodes, s.meets(values, values));
                let from = &mut live[usize::from(arc.from)];
                *from = s.either(*from, here);
                kept = s.or(kept, s.keep(here, values));
            }
            lanes.put(cell, mask, kept);
        }
    }
}
