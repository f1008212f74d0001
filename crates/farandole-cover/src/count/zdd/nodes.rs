//! Nodes and edges of a diagram, added while subproblems are solved.

use alloc::vec::Vec;

use crate::count::memo::Algebra;

/// The node of subproblems without solutions.
pub(super) const NONE: u32 = 0;
/// The node of the state in which every primary item is covered.
pub(super) const DONE: u32 = 1;

/// A node. Its edges are `edges[start..end]` of [`Nodes`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A choice: a solution takes one of the edges, and contains the option of this edge.
    Either,
    /// A product: a solution takes all edges. They have no options.
    Both,
}

/// Nodes in the order in which they were added, so that all edges lead to nodes with lower indices. An edge
/// is a pair of an option and a node.
#[derive(Clone, Debug)]
pub(super) struct Nodes {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<(u32, u32)>,
}

impl Nodes {
    pub(super) fn new() -> Self {
        let none = Node { start: 0, end: 0, kind: Kind::Either };
        // An empty product has one solution and an empty choice has none, so the terminal nodes need no special
        // cases.
        let done = Node { start: 0, end: 0, kind: Kind::Both };
        Self { nodes: alloc::vec![none, done], edges: Vec::new() }
    }

    pub(super) fn node(&mut self, kind: Kind, edges: impl Iterator<Item = (u32, u32)>) -> u32 {
        let start = self.edges.len() as u32;
        self.edges.extend(edges);
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { start, end: self.edges.len() as u32, kind });
        node
    }
}

impl Algebra for Nodes {
    type Value = u32;
    type Partial = Vec<(u32, u32)>;

    fn none(&mut self) -> u32 {
        NONE
    }

    fn done(&mut self) -> u32 {
        DONE
    }

    fn is_none(&self, value: &u32) -> bool {
        *value == NONE
    }

    fn open(&mut self, _: u32) -> Self::Partial {
        Vec::new()
    }

    fn add(&mut self, partial: &mut Self::Partial, option: u32, rest: u32) {
        partial.push((option, rest));
    }

    fn close(&mut self, partial: Self::Partial) -> u32 {
        // A choice without edges becomes the terminal node, so `is_none` only has to compare with `NONE`.
        if partial.is_empty() { NONE } else { self.node(Kind::Either, partial.into_iter()) }
    }

    fn join(&mut self, parts: Vec<u32>) -> u32 {
        // Edges of products have no option. The 0 is a placeholder that is never read.
        self.node(Kind::Both, parts.into_iter().map(|part| (0, part)))
    }
}
