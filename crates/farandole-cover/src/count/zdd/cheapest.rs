//! Solutions of least cost in a diagram, by dynamic programming from the terminal nodes to the root.
//!
//! The algorithm performs badly if `k` is large: every node stores up to `k` solutions, and each component of a
//! product requires up to `k * k` sums.

use alloc::vec::Vec;

use super::diagram::Diagram;
use super::nodes::{Kind, Node};

impl Diagram {
    /// Returns the `k` solutions of least cost, or all if there are fewer, the cheapest first. Each is a pair
    /// of its cost and its option indices. `cost` returns the cost of an option, by index. The memory in use
    /// is proportional to `k` times the number of nodes.
    pub fn cheapest(&self, k: usize, cost: impl Fn(u32) -> u64) -> Vec<(u128, Vec<u32>)> {
        let mut bests = Bests { list: Vec::new(), starts: alloc::vec![0], ranks: Vec::new() };
        // Edges lead to lower indices, so one pass in ascending order computes every node after its successors.
        for node in &self.nodes {
            let edges = &self.edges[node.start as usize..node.end as usize];
            bests.add(*node, edges, k, &cost);
        }
        let costs = bests.of(self.root).iter().map(|best| best.cost);
        costs.enumerate().map(|(rank, cost)| (cost, self.pick(&bests, rank as u32))).collect()
    }

    /// Returns the options of the solution with the 0-based index `rank` among the best solutions of the root.
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
                    // Components are pushed in reverse, so that the stack visits them in order.
                    todo.extend(edges.iter().zip(ranks).rev().map(|(&(_, to), &rank)| (to, rank)));
                }
            }
        }
        options
    }
}

/// One of the best solutions of a node, as a reference to solutions of the next nodes.
#[derive(Clone, Copy, Debug)]
struct Best {
    cost: u128,
    /// For a node of kind `Either`, the index of the chosen edge. For a node of kind `Both`, the index in
    /// [`Bests::ranks`] of the rank for the first edge; the ranks for the other edges follow.
    // Options are collected only for the solutions that are returned.
    edge: u32,
    /// For a node of kind `Either`, the index of the solution among the best solutions of the node at the end
    /// of the edge.
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

    /// Computes the best solutions of the next node. Nodes must be added in ascending order of their indices.
    fn add(&mut self, node: Node, edges: &[(u32, u32)], k: usize, cost: &impl Fn(u32) -> u64) {
        let mut bests: Vec<Best> = Vec::new();
        match node.kind {
            Kind::Either => {
                for (&(option, to), edge) in edges.iter().zip(0..) {
                    let more = u128::from(cost(option));
                    let of_edge = self.of(to).iter().zip(0..);
                    bests.extend(of_edge.map(|(best, rank)| Best { cost: best.cost + more, edge, rank }));
                }
                // A stable sort keeps solutions with equal costs in the order of the search.
                bests.sort_by_key(|best| best.cost);
                bests.truncate(k);
            }
            Kind::Both => {
                // The best sums over the edges so far. Only the best `k` of them can be part of one of the best
                // `k` sums over all edges.
                let mut sums = alloc::vec![(0_u128, Vec::new())];
                // If `k` is 0, there are no sums at all.
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
