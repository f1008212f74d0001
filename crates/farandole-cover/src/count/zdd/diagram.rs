//! Diagrams: counts, the solution with a given index, random samples, enumeration.
//!
//! A diagram is a poor choice if only a few solutions are wanted, because all subproblems are solved before the
//! first solution is known.

use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use num_bigint::BigUint;

use super::nodes::{DONE, Kind, Node, Nodes};
use crate::count::counter::Number;

/// All solutions of a problem as a decision diagram, in which equal subproblems share one node.
///
/// A diagram provides the following without another search: the number of solutions, the solution with any
/// given index, uniformly random solutions, and the cheapest solutions for any costs of options.
///
/// ```
/// use farandole_cover::{BigUint, Config, DiagramBuilder, generate};
///
/// let mut builder = DiagramBuilder::new(&generate::dominoes(4, 4)?, 1 << 24)?;
/// builder.run(&Config::new());
/// let diagram = builder.into_diagram().unwrap();
/// assert_eq!(*diagram.count(), BigUint::from(36_u32));
/// // Options 1, 5, 9 and so on cost 1, and all others cost 0. Some solution contains only options of cost 0.
/// let best = diagram.cheapest(1, None, |option| u64::from(option % 4 == 1));
/// assert_eq!((best[0].0, best[0].1.len()), (0, 8));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Diagram {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<(u32, u32)>,
    pub(super) root: u32,
    /// The number of solutions of each node.
    pub(super) counts: Vec<Number>,
    pub(super) count: BigUint,
}

impl fmt::Debug for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Diagram")
            .field("nodes", &self.nodes.len())
            .field("edges", &self.edges.len())
            .field("count", &self.count)
            .finish()
    }
}

impl Diagram {
    pub(super) fn new(nodes: Nodes, root: u32) -> Self {
        let Nodes { nodes, edges } = nodes;
        // Edges lead to lower indices, so the counts of all successors of a node are known when the loop
        // reaches it. No recursion is needed, however deep the diagram is.
        let mut counts: Vec<Number> = Vec::with_capacity(nodes.len());
        for node in &nodes {
            let edges = &edges[node.start as usize..node.end as usize];
            let values = edges.iter().map(|&(_, to)| counts[to as usize].clone());
            let count = match node.kind {
                Kind::Either => values.fold(Number::Small(0), |mut sum, value| {
                    sum += value;
                    sum
                }),
                Kind::Both => values.fold(Number::Small(1), |product, value| product * value),
            };
            counts.push(count);
        }
        let count = counts[root as usize].clone().big();
        Self { nodes, edges, root, counts, count }
    }

    /// Returns the number of nodes, including the two terminal nodes.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of edges.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.edges.len()
    }

    /// Returns the number of solutions.
    #[must_use]
    pub fn count(&self) -> &BigUint {
        &self.count
    }

    /// Returns the solution with the given 0-based index, as option indices; `None` if the index is not below
    /// [`count`](Self::count). Solutions are in the order of the search, except where subproblems have
    /// independent components.
    #[must_use]
    pub fn solution(&self, number: &BigUint) -> Option<Vec<u32>> {
        if *number >= self.count {
            return None;
        }
        let mut options = Vec::new();
        // The index is decomposed on the way from the root: by subtraction at a choice, by division at a
        // product.
        let mut todo = alloc::vec![(self.root, number.clone())];
        while let Some((node, mut number)) = todo.pop() {
            let Node { start, end, kind } = self.nodes[node as usize];
            for &(option, to) in &self.edges[start as usize..end as usize] {
                let count = self.counts[to as usize].clone().big();
                match kind {
                    Kind::Either if number < count => {
                        options.push(option);
                        todo.push((to, number));
                        break;
                    }
                    Kind::Either => number -= count,
                    Kind::Both => {
                        // The solutions of a product are numbered in a mixed-radix system, with one digit per
                        // component: the remainder selects a solution of this component, and the quotient
                        // selects those of the other components.
                        let rest = &number / &count;
                        todo.push((to, number - &rest * count));
                        number = rest;
                    }
                }
            }
        }
        Some(options)
    }

    /// Returns a random solution as option indices; `None` if there are none. All solutions have the same
    /// probability if `random` returns 64 random bits at each call.
    pub fn sample(&self, mut random: impl FnMut() -> u64) -> Option<Vec<u32>> {
        let bits = self.count.bits();
        if bits == 0 {
            return None;
        }
        loop {
            let words = bits.div_ceil(32);
            let digits = (0..words).map(|word| {
                let mask = if word + 1 == words { u32::MAX >> (words * 32 - bits) } else { u32::MAX };
                (random() >> 32) as u32 & mask
            });
            // Numbers that are not below the count are rejected. On average, at least half are accepted.
            if let Some(solution) = self.solution(&BigUint::new(digits.collect())) {
                return Some(solution);
            }
        }
    }

    /// Calls `f` with the option indices of each solution until `f` returns [`ControlFlow::Break`]. Solutions
    /// are in the order of the search, except where subproblems have independent components. The time is
    /// proportional to the size of the output.
    pub fn each_solution<B>(&self, mut f: impl FnMut(&[u32]) -> ControlFlow<B>) -> ControlFlow<B> {
        // The nodes that remain to be visited, as linked lists with shared tails. An element is a node and the
        // index of the next element. Index 0 is the end of every list.
        let mut agenda = alloc::vec![(DONE, 0_usize), (self.root, 0)];
        let mut at = 1;
        // The nodes of kind `Either` on the path, which may have untried edges. For each: the node, its next
        // edge, the next element of the agenda, and the lengths of agenda and options when it was reached.
        let mut choices: Vec<(Node, u32, usize, usize, usize)> = Vec::new();
        let mut options = Vec::new();
        loop {
            let (number, next) = agenda[at];
            let node = self.nodes[number as usize];
            if at == 0 {
                f(&options)?;
            } else if node.kind == Kind::Both {
                at = next;
                for &(_, to) in self.edges[node.start as usize..node.end as usize].iter().rev() {
                    agenda.push((to, at));
                    at = agenda.len() - 1;
                }
                continue;
            } else {
                // The lengths serve to restore agenda and options before the next edge of this choice is taken.
                choices.push((node, node.start, next, agenda.len(), options.len()));
            }
            // Take the next edge of the deepest choice that has another one.
            loop {
                let Some((node, edge, next, length, count)) = choices.last_mut() else {
                    return ControlFlow::Continue(());
                };
                if *edge == node.end {
                    choices.pop();
                    continue;
                }
                let (option, to) = self.edges[*edge as usize];
                *edge += 1;
                options.truncate(*count);
                options.push(option);
                agenda.truncate(*length);
                agenda.push((to, *next));
                at = agenda.len() - 1;
                break;
            }
        }
    }
}
