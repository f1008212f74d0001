//! Solutions of least cost in a diagram, by dynamic programming from the leaves to the root.
//!
//! Performs badly if `k` is large: every node keeps up to `k` solutions, and a product of
//! components makes up to `k` times `k` sums for each further component.

use alloc::vec::Vec;

use super::diagram::Diagram;
use super::nodes::{Kind, Node};

impl Diagram {
    /// Returns up to `k` solutions of least cost under the given costs of options, cheapest first.
    /// Takes memory for `k` numbers per node.
    pub fn cheapest(&self, k: usize, cost: impl Fn(u32) -> u64) -> Vec<(u128, Vec<u32>)> {
        let mut bests = Bests { list: Vec::new(), starts: alloc::vec![0], ranks: Vec::new() };
        // Edges lead to lower indices, so one pass computes every node after its successors.
        for node in &self.nodes {
            let edges = &self.edges[node.start as usize..node.end as usize];
            bests.add(*node, edges, k, &cost);
        }
        let costs = bests.of(self.root).iter().map(|best| best.cost);
        costs.enumerate().map(|(rank, cost)| (cost, self.pick(&bests, rank as u32))).collect()
    }

    /// Returns the options of the solution with index `rank` among the best of the root.
    fn pick(&self, bests: &Bests, rank: u32) -> Vec<u32> {
        let mut options = Vec::new();
        let mut todo = alloc::vec![(self.root, rank)];
        while let Some((node, rank)) = todo.pop() {
            let Node { start, end, kind } = self.nodes[node as usize];
            let edges = &self.edges[start as usize..end as usize];
            let best = bests.of(node)[rank as usize];
            match kind {
                Kind::Either => {
                    let (option, to) = edges[best.edge as usize];
                    options.push(option);
                    todo.push((to, best.rank));
                }
                Kind::Both => {
                    let ranks = &bests.ranks[best.edge as usize..][..edges.len()];
                    // In reverse, so that the stack visits the components in order.
                    todo.extend(edges.iter().zip(ranks).rev().map(|(&(_, to), &rank)| (to, rank)));
                }
            }
        }
        options
    }
}

/// One of the best solutions of a node.
#[derive(Clone, Copy, Debug)]
struct Best {
    cost: u128,
    /// The index of the chosen edge; for a node of kind `Both`, the start of its entries in
    /// `ranks`.
    // Solutions are stored as one edge and one rank per node; the options are collected only for
    // the solutions that are returned.
    edge: u32,
    /// The index among the best of the node at the end of that edge.
    rank: u32,
}

/// The best solutions of each node, cheapest first.
struct Bests {
    list: Vec<Best>,
    starts: Vec<usize>,
    ranks: Vec<u32>,
}

impl Bests {
    fn of(&self, node: u32) -> &[Best] {
        &self.list[self.starts[node as usize]..self.starts[node as usize + 1]]
    }

    /// Computes the best solutions of the next node.
    fn add(&mut self, node: Node, edges: &[(u32, u32)], k: usize, cost: &impl Fn(u32) -> u64) {
        let mut bests: Vec<Best> = Vec::new();
        match node.kind {
            Kind::Either => {
                for (&(option, to), edge) in edges.iter().zip(0..) {
                    let more = u128::from(cost(option));
                    let of_edge = self.of(to).iter().zip(0..);
                    bests.extend(of_edge.map(|(best, rank)| Best { cost: best.cost + more, edge, rank }));
                }
                // A stable sort keeps the order of the search among equal costs.
                bests.sort_by_key(|best| best.cost);
                bests.truncate(k);
            }
            Kind::Both => {
                // The best sums of the first edges, extended edge by edge. Only the best `k` can be
                // part of a best sum.
                let mut sums = alloc::vec![(0_u128, Vec::new())];
                // With `k` of 0 there are no sums at all.
                sums.truncate(k);
                for &(_, to) in edges {
                    let mut next = Vec::new();
                    for (sum, ranks) in &sums {
                        for (best, rank) in self.of(to).iter().zip(0_u32..) {
                            let mut ranks: Vec<u32> = ranks.clone();
                            ranks.push(rank);
                            next.push((sum + best.cost, ranks));
                        }
                    }
                    next.sort_by_key(|&(sum, _)| sum);
                    next.truncate(k);
                    sums = next;
                }
                for (cost, ranks) in sums {
                    bests.push(Best { cost, edge: self.ranks.len() as u32, rank: 0 });
                    self.ranks.extend(ranks);
                }
            }
        }
        self.list.extend(bests);
        self.starts.push(self.list.len());
    }
}
