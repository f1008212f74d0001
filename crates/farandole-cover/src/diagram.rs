//! Decision diagrams: all solutions of a problem in one structure.

use alloc::vec::Vec;
use core::fmt;

use num_bigint::BigUint;

use crate::bits::{Bits, Length};
use crate::control::{Control, Ending, Unsupported};
use crate::count::Number;
use crate::memory::{Algebra, MemoryStats, Walk};
use crate::problem::Problem;

/// The node of subproblems without solutions.
const NONE: u32 = 0;
/// The node at which nothing is left to cover.
const DONE: u32 = 1;

/// A node: what it leads to is `edges[start..end]`.
#[derive(Clone, Copy, Debug)]
struct Node {
    start: u32,
    end: u32,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// One of the edges is taken: its option, then on to its node.
    Either,
    /// All of the edges are taken; they have no options.
    Both,
}

/// Nodes in order of their making, so that edges lead to lower numbers.
#[derive(Clone, Debug)]
struct Making {
    nodes: Vec<Node>,
    edges: Vec<(u32, u32)>,
}

impl Making {
    fn node(&mut self, kind: Kind, edges: impl Iterator<Item = (u32, u32)>) -> u32 {
        let start = self.edges.len() as u32;
        self.edges.extend(edges);
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { start, end: self.edges.len() as u32, kind });
        node
    }
}

impl Algebra for Making {
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

    fn open(&mut self) -> Self::Partial {
        Vec::new()
    }

    fn add(&mut self, partial: &mut Self::Partial, option: u32, rest: u32) {
        partial.push((option, rest));
    }

    fn close(&mut self, partial: Self::Partial) -> u32 {
        if partial.is_empty() { NONE } else { self.node(Kind::Either, partial.into_iter()) }
    }

    fn join(&mut self, parts: Vec<u32>) -> u32 {
        self.node(Kind::Both, parts.into_iter().map(|part| (0, part)))
    }
}

enum Engine {
    Short(Walk<Making, u8>),
    Wide(Walk<Making, u16>),
}

/// Builds a [`Diagram`] by search with memory; see [`Counter`](crate::Counter), which does the same and keeps
/// the counts alone.
pub struct DiagramBuilder {
    engine: Engine,
}

impl DiagramBuilder {
    /// Prepares a diagram. The search keeps up to about `bytes` of memory; the diagram, 12 bytes for each node
    /// and 8 for each edge, comes on top.
    ///
    /// # Errors
    /// The problem has multiplicities, or is too large for bit sets (65,535 options or primary items).
    pub fn new(problem: &Problem, bytes: usize) -> Result<Self, Unsupported> {
        Unsupported::check_bits(problem)?;
        let engine = match Bits::new(problem) {
            Some(core) => Engine::Short(start(core, bytes)),
            None => Engine::Wide(start(Bits::new(problem).ok_or(Unsupported::TOO_LARGE)?, bytes)),
        };
        Ok(Self { engine })
    }

    /// Builds until the end or until `control` holds; it can be called again to go on. A budget in nodes bounds
    /// the size of the diagram too: it has no more edges than options were tried.
    pub fn run(&mut self, control: &Control<'_>) -> Ending {
        match &mut self.engine {
            Engine::Short(walk) => walk.run(control),
            Engine::Wide(walk) => walk.run(control),
        }
    }

    /// Counters so far.
    #[must_use]
    pub fn stats(&self) -> MemoryStats {
        match &self.engine {
            Engine::Short(walk) => walk.stats(),
            Engine::Wide(walk) => walk.stats(),
        }
    }

    /// The diagram; `None` unless [`run`](Self::run) has come to the end.
    #[must_use]
    pub fn into_diagram(self) -> Option<Diagram> {
        let (making, root) = match self.engine {
            Engine::Short(walk) => walk.into_result(),
            Engine::Wide(walk) => walk.into_result(),
        };
        Some(Diagram::new(making, root?))
    }
}

fn start<T: Length>(core: Bits<T>, bytes: usize) -> Walk<Making, T> {
    let none = Node { start: 0, end: 0, kind: Kind::Either };
    let done = Node { start: 0, end: 0, kind: Kind::Both };
    Walk::new(core, Making { nodes: alloc::vec![none, done], edges: Vec::new() }, bytes)
}

/// All solutions of a problem as a decision diagram, in which equal subproblems are one node.
///
/// Once it is built, no search is needed for the count, for the solution of any number, for solutions drawn at
/// random with equal chances, and for the least cost under any costs.
///
/// ```
/// use farandole_cover::{BigUint, Control, DiagramBuilder, make};
///
/// let mut builder = DiagramBuilder::new(&make::dominoes(4, 4)?, 1 << 24)?;
/// builder.run(&Control::new());
/// let diagram = builder.into_diagram().unwrap();
/// assert_eq!(*diagram.count(), BigUint::from(36_u32));
/// // Dominoes 1 and 5 cost something: they can be avoided.
/// let (cost, options) = diagram.least_cost(|option| u64::from(option % 4 == 1)).unwrap();
/// assert_eq!((cost, options.len()), (0, 8));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Diagram {
    nodes: Vec<Node>,
    edges: Vec<(u32, u32)>,
    root: u32,
    /// For each node the number of its solutions.
    counts: Vec<Number>,
    count: BigUint,
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
    fn new(making: Making, root: u32) -> Self {
        let Making { nodes, edges } = making;
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

    /// Number of nodes, the two ends among them.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Number of edges.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.edges.len()
    }

    /// Number of solutions.
    #[must_use]
    pub fn count(&self) -> &BigUint {
        &self.count
    }

    /// The solution with the given number, 0-based, as option numbers; `None` from [`count`](Self::count) on.
    /// The order is that of search, except where independent parts are combined.
    #[must_use]
    pub fn solution(&self, number: &BigUint) -> Option<Vec<u32>> {
        if *number >= self.count {
            return None;
        }
        let mut options = Vec::new();
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
                        let rest = &number / &count;
                        todo.push((to, number - &rest * count));
                        number = rest;
                    }
                }
            }
        }
        Some(options)
    }

    /// A solution drawn at random, all with equal chances if `random` gives 64 random bits at each call; `None`
    /// if there are no solutions.
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
            // Numbers past the count are drawn again: at most every second one.
            if let Some(solution) = self.solution(&BigUint::new(digits.collect())) {
                return Some(solution);
            }
        }
    }

    /// The least cost of a solution under the given costs of options, and the first solution that costs no
    /// more; `None` if there are no solutions.
    pub fn least_cost(&self, cost: impl Fn(u32) -> u64) -> Option<(u128, Vec<u32>)> {
        let mut least: Vec<Option<(u128, u32)>> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let edges = self.edges[node.start as usize..node.end as usize].iter();
            least.push(match node.kind {
                Kind::Either => edges
                    .enumerate()
                    .filter_map(|(k, &(option, to))| {
                        Some((least[to as usize]?.0 + u128::from(cost(option)), k as u32))
                    })
                    .min(),
                Kind::Both => {
                    let costs = edges.map(|&(_, to)| Some(least[to as usize]?.0));
                    costs.sum::<Option<u128>>().map(|sum| (sum, 0))
                }
            });
        }
        let cost = least[self.root as usize]?.0;
        let mut options = Vec::new();
        let mut todo = alloc::vec![self.root];
        while let Some(node) = todo.pop() {
            let Node { start, end, kind } = self.nodes[node as usize];
            let edges = &self.edges[start as usize..end as usize];
            match kind {
                Kind::Either => {
                    let (_, best) = least[node as usize]?;
                    let (option, to) = edges[best as usize];
                    options.push(option);
                    todo.push(to);
                }
                Kind::Both => todo.extend(edges.iter().rev().map(|&(_, to)| to)),
            }
        }
        Some((cost, options))
    }
}
