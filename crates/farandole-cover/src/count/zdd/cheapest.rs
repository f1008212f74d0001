//! Solutions of least cost in a diagram: the best of each node from those of the nodes below.

use alloc::vec::Vec;

use super::diagram::Diagram;
use super::nodes::{Kind, Node};

impl Diagram {
    /// Up to `k` solutions of least cost under the given costs of options, cheapest first. Takes memory for `k`
    /// numbers for each node.
    pub fn cheapest(&self, k: usize, cost: impl Fn(u32) -> u64) -> Vec<(u128, Vec<u32>)> {
        let mut bests = Bests { list: Vec::new(), starts: alloc::vec![0], ranks: Vec::new() };
        for node in &self.nodes {
            let edges = &self.edges[node.start as usize..node.end as usize];
            bests.add(*node, edges, k, &cost);
        }
        let costs = bests.of(self.root).iter().map(|best| best.cost);
        costs.enumerate().map(|(rank, cost)| (cost, self.pick(&bests, rank as u32))).collect()
    }

    /// The options of the solution of a rank among the best of the root.
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
                    todo.extend(edges.iter().zip(ranks).rev().map(|(&(_, to), &rank)| (to, rank)));
                }
            }
        }
        options
    }
}

/// One of the best of a node.
#[derive(Clone, Copy, Debug)]
struct Best {
    cost: u128,
    /// The edge taken; for all edges, where their ranks begin.
    edge: u32,
    /// The rank among the best of that edge's node.
    rank: u32,
}

/// The best of each node, cheapest first.
struct Bests {
    list: Vec<Best>,
    starts: Vec<usize>,
    ranks: Vec<u32>,
}

impl Bests {
    fn of(&self, node: u32) -> &[Best] {
        &self.list[self.starts[node as usize]..self.starts[node as usize + 1]]
    }

    /// Adds the next node.
    fn add(&mut self, node: Node, edges: &[(u32, u32)], k: usize, cost: &impl Fn(u32) -> u64) {
        let mut bests: Vec<Best> = Vec::new();
        match node.kind {
            Kind::Either => {
                for (&(option, to), edge) in edges.iter().zip(0..) {
                    let more = u128::from(cost(option));
                    let of_edge = self.of(to).iter().zip(0..);
                    bests.extend(of_edge.map(|(best, rank)| Best { cost: best.cost + more, edge, rank }));
                }
                bests.sort_by_key(|best| best.cost);
                bests.truncate(k);
            }
            Kind::Both => {
                let mut sums = alloc::vec![(0_u128, Vec::new())];
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
