//! Breadth-first search in the implication graph.

use super::links::Graph;

/// A breadth-first search from one assertion.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    parent: Vec<u16>,
    depth: Vec<u16>,
    reached: Vec<u16>,
}

const NOWHERE: u16 = u16::MAX;

impl Walk {
    pub(crate) fn new(graph: &Graph) -> Self {
        let count = graph.start.len() - 1;
        Self { parent: vec![NOWHERE; count], depth: vec![0; count], reached: Vec::new() }
    }

    /// Visits all consequences of `root`.
    pub(crate) fn run(&mut self, graph: &Graph, root: usize) {
        self.run_on(graph, root, |_, _| true);
    }

    /// Visits all consequences of `root` along the implications that satisfy `fits`.
    pub(crate) fn run_on(&mut self, graph: &Graph, root: usize, fits: impl Fn(usize, usize) -> bool) {
        for assertion in self.reached.drain(..) {
            self.parent[assertion as usize] = NOWHERE;
        }
        self.parent[root] = root as u16;
        self.depth[root] = 0;
        self.reached.push(root as u16);
        let mut head = 0;
        while let Some(assertion) = self.reached.get(head).map(|assertion| *assertion as usize) {
            head += 1;
            for next in graph.next(assertion) {
                if self.parent[*next as usize] == NOWHERE && fits(assertion, *next as usize) {
                    self.parent[*next as usize] = assertion as u16;
                    self.depth[*next as usize] = self.depth[assertion] + 1;
                    self.reached.push(*next);
                }
            }
        }
    }

    /// Returns every visited assertion in order, starting with the root.
    pub(crate) fn reached(&self) -> &[u16] {
        &self.reached
    }

    pub(crate) fn has(&self, assertion: usize) -> bool {
        self.parent[assertion] != NOWHERE
    }

    /// Returns the number of links from the root.
    pub(crate) fn depth(&self, assertion: usize) -> usize {
        self.depth[assertion] as usize
    }

    pub(crate) fn path(&self, assertion: usize) -> Vec<u16> {
        let mut path = vec![assertion as u16];
        let mut at = assertion;
        while self.parent[at] as usize != at {
            at = self.parent[at] as usize;
            path.push(at as u16);
        }
        path.reverse();
        path
    }
}
