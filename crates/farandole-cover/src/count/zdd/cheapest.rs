//! Solutions of least cost in a diagram, by dynamic programming from the terminal nodes to the root.
//!
//! If the number of options is limited, a node keeps a solution if fewer than `k` solutions of the node have
//! neither a higher cost nor more options, because only such a solution can be part of one of the best.
//!
//! The algorithm performs badly if `k` is large: every node stores up to `k` solutions, or `k` for each number
//! of options, and each component of a product requires the sums of all pairs.

use alloc::vec::Vec;

use super::diagram::Diagram;
use super::nodes::{Kind, Node};

impl Diagram {
    /// Returns the `k` solutions of least cost, or all if there are fewer, the cheapest first. Each is a pair
    /// of its cost and its option indices. If `most` is given, only solutions with at most `most` options are
    /// considered. `cost` returns the cost of an option, by index. The memory in use is proportional to `k`
    /// times the number of nodes, and with `most` also to the numbers of options of the solutions.
    pub fn cheapest(&self, k: usize, most: Option<u32>, cost: impl Fn(u32) -> u64) -> Vec<(u128, Vec<u32>)> {
        let mut bests = Bests { list: Vec::new(), starts: alloc::vec![0], ranks: Vec::new(), k, most };
        // Edges lead to lower indices, so one pass in ascending order computes every node after its successors.
        for node in &self.nodes {
            let edges = &self.edges[node.start as usize..node.end as usize];
            bests.add(*node, edges, &cost);
        }
        let costs = bests.of(self.root).iter().map(|best| best.cost);
        costs.take(k).enumerate().map(|(rank, cost)| (cost, self.pick(&bests, rank as u32))).collect()
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
    /// The number of options, or 0 if this number is not limited.
    options: u32,
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
    k: usize,
    most: Option<u32>,
}

impl Bests {
    fn of(&self, node: u32) -> &[Best] {
        &self.list[self.starts[node as usize]..self.starts[node as usize + 1]]
    }

    /// Computes the best solutions of the next node. Nodes must be added in ascending order of their indices.
    fn add(&mut self, node: Node, edges: &[(u32, u32)], cost: &impl Fn(u32) -> u64) {
        let mut bests: Vec<Best> = Vec::new();
        match node.kind {
            Kind::Either => {
                let one = u32::from(self.most.is_some());
                for (&(option, to), edge) in edges.iter().zip(0..) {
                    let more = u128::from(cost(option));
                    let of_edge = self.of(to).iter().zip(0..);
                    bests.extend(of_edge.map(|(best, rank)| Best {
                        cost: best.cost + more,
                        options: best.options + one,
                        edge,
                        rank,
                    }));
                }
                self.keep_best(&mut bests, |best| (best.cost, best.options));
            }
            Kind::Both => {
                // The best sums over the edges so far. Only these can be part of the best sums over all edges.
                let mut sums = alloc::vec![(0_u128, 0_u32, Vec::new())];
                // If `k` is 0, there are no sums at all.
                sums.truncate(self.k);
                for &(_, to) in edges {
                    let mut next = Vec::new();
                    for (sum, options, ranks) in &sums {
                        for (best, rank) in self.of(to).iter().zip(0_u32..) {
                            let mut ranks: Vec<u32> = ranks.clone();
                            ranks.push(rank);
                            next.push((sum + best.cost, options + best.options, ranks));
                        }
                    }
                    self.keep_best(&mut next, |&(sum, options, _)| (sum, options));
                    sums = next;
                }
                for (cost, options, ranks) in sums {
                    bests.push(Best { cost, options, edge: self.ranks.len() as u32, rank: 0 });
                    self.ranks.extend(ranks);
                }
            }
        }
        self.list.extend(bests);
        self.starts.push(self.list.len());
    }

    /// Sorts solutions by cost, and removes those that have too many options, or that at least `k` others
    /// equal or surpass. `size` returns the cost and the number of options.
    fn keep_best<T>(&self, all: &mut Vec<T>, size: impl Fn(&T) -> (u128, u32)) {
        // A stable sort keeps solutions with equal costs in the order of the search.
        all.sort_by_key(|one| size(one).0);
        let most = self.most.unwrap_or(u32::MAX);
        // The numbers of options of the remaining solutions, in ascending order.
        let mut kept: Vec<u32> = Vec::new();
        all.retain(|one| {
            let options = size(one).1;
            let better = kept.partition_point(|&other| other <= options);
            let is_kept = options <= most && better < self.k;
            if is_kept {
                kept.insert(better, options);
            }
            is_kept
        });
    }
}
