//! Decision diagrams: all solutions of a problem in one structure.

use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::ops::ControlFlow;

use num_bigint::BigUint;

use crate::backend::unsupported::Unsupported;
use crate::config::{Config, End};
use crate::count::counter::Number;
use crate::count::memo::{Algebra, MemoStats, Memoized, Parts};
use crate::format::{self, Format, ParseError, WriteError};
use crate::model::problem::Problem;

/// How a diagram begins as text.
const TITLE: &str = "farandole diagram 1";

/// Why a text can't be read as a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagramError {
    line: u32,
    kind: DiagramErrorKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DiagramErrorKind {
    Head,
    Node,
    Problem(ParseError),
}

impl DiagramError {
    /// Line, 1-based.
    #[must_use]
    pub fn line(&self) -> u32 {
        match self.kind {
            DiagramErrorKind::Problem(error) => self.line + error.line(),
            _ => self.line,
        }
    }

    /// Column, 1-based, in characters.
    #[must_use]
    pub fn column(&self) -> u32 {
        match self.kind {
            DiagramErrorKind::Problem(error) => error.column(),
            _ => 1,
        }
    }
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            DiagramErrorKind::Head => {
                write!(f, "expected '{TITLE}' and a line with the number of nodes and the root")
            }
            DiagramErrorKind::Node => {
                f.write_str("expected a node of the diagram, or behind the last the line 'problem'")
            }
            DiagramErrorKind::Problem(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for DiagramError {}

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
    fn new() -> Self {
        let none = Node { start: 0, end: 0, kind: Kind::Either };
        let done = Node { start: 0, end: 0, kind: Kind::Both };
        Self { nodes: alloc::vec![none, done], edges: Vec::new() }
    }

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

    fn open(&mut self, _: u32) -> Self::Partial {
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

/// Builds a [`Diagram`] by search with memory; see [`Counter`](crate::Counter), which does the same and keeps
/// the counts alone.
pub struct DiagramBuilder {
    search: Memoized<Making>,
}

impl DiagramBuilder {
    /// Prepares a diagram. The search keeps up to about `bytes` of memory; the diagram, 12 bytes for each node
    /// and 8 for each edge, comes on top.
    ///
    /// # Errors
    /// The problem has multiplicities, or is too large for bit sets (65,535 options or primary items).
    pub fn new(problem: &Problem, bytes: usize) -> Result<Self, Unsupported> {
        let search = Memoized::new(problem, Making::new(), bytes, Parts::Split)?;
        Ok(Self { search })
    }

    /// Builds until the end or until `config` holds; it can be called again to go on. A budget in nodes bounds
    /// the size of the diagram too: it has no more edges than options were tried.
    pub fn run(&mut self, config: &Config<'_>) -> End {
        self.search.run(config)
    }

    /// Counters so far.
    #[must_use]
    pub fn stats(&self) -> MemoStats {
        self.search.stats()
    }

    /// The diagram; `None` unless [`run`](Self::run) has come to the end.
    #[must_use]
    pub fn into_diagram(self) -> Option<Diagram> {
        let (making, root) = self.search.into_result();
        Some(Diagram::new(making, root?))
    }
}

/// All solutions of a problem as a decision diagram, in which equal subproblems are one node.
///
/// Once it is built, no search is needed for the count, for the solution of any number, for solutions drawn at
/// random with equal chances, and for the least cost under any costs.
///
/// ```
/// use farandole_cover::{BigUint, Config, DiagramBuilder, generate};
///
/// let mut builder = DiagramBuilder::new(&generate::dominoes(4, 4)?, 1 << 24)?;
/// builder.run(&Config::new());
/// let diagram = builder.into_diagram().unwrap();
/// assert_eq!(*diagram.count(), BigUint::from(36_u32));
/// // Dominoes 1 and 5 cost something: they can be avoided.
/// let best = diagram.cheapest(1, |option| u64::from(option % 4 == 1));
/// assert_eq!((best[0].0, best[0].1.len()), (0, 8));
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

    /// Writes the diagram and its problem, in Knuth's format, as a text that [`read`](Self::read) takes.
    ///
    /// After the line `farandole diagram 1` come `nodes`, their number and the number of the root, then a line for
    /// each node from 2 on: `e` with pairs `option:node`, of which one is chosen, or `b` with nodes that all take part.
    /// Options are numbered from 0; node 0 has no solutions, node 1 is where everything is covered. Behind the line
    /// `problem` stands the problem.
    ///
    /// # Errors
    /// The problem can't be written in Knuth's format, or `out` fails.
    pub fn write(&self, problem: &Problem, out: &mut impl Write) -> Result<(), WriteError> {
        writeln!(out, "{TITLE}\nnodes {} {}", self.nodes.len(), self.root)?;
        for node in &self.nodes[2..] {
            out.write_char(if node.kind == Kind::Either { 'e' } else { 'b' })?;
            for (option, to) in &self.edges[node.start as usize..node.end as usize] {
                match node.kind {
                    Kind::Either => write!(out, " {option}:{to}")?,
                    Kind::Both => write!(out, " {to}")?,
                }
            }
            out.write_char('\n')?;
        }
        out.write_str("problem\n")?;
        format::write_knuth(problem, out)
    }

    /// Whether a text begins as [`write`](Self::write) lets it begin.
    #[must_use]
    pub fn is_text(text: &[u8]) -> bool {
        text.strip_prefix(TITLE.as_bytes()).is_some_and(|rest| matches!(rest.first(), Some(b'\n' | b'\r')))
    }

    /// Reads a diagram with its problem. That the diagram has the solutions of the problem is not checked.
    ///
    /// # Errors
    /// The text is not what [`write`](Self::write) would write.
    pub fn read(text: &[u8]) -> Result<(Self, Problem), DiagramError> {
        let mut lines = 0_u32;
        let mut rest = text;
        let mut next = || {
            lines += 1;
            let fault = DiagramError { line: lines, kind: DiagramErrorKind::Node };
            let end = rest.iter().position(|&b| b == b'\n').ok_or(fault)?;
            let line = core::str::from_utf8(&rest[..end]).map_err(|_| fault)?;
            rest = &rest[end + 1..];
            Ok::<_, DiagramError>((line.trim_end(), fault))
        };
        let (title, fault) = next()?;
        let head = DiagramError { kind: DiagramErrorKind::Head, ..fault };
        if title != TITLE {
            return Err(head);
        }
        let (line, fault) = next()?;
        let head = DiagramError { kind: DiagramErrorKind::Head, ..fault };
        let numbers = line.strip_prefix("nodes ").and_then(|line| line.split_once(' ')).ok_or(head)?;
        let count: u32 = numbers.0.parse().map_err(|_| head)?;
        let root: u32 = numbers.1.parse().map_err(|_| head)?;
        if count < 2 || root >= count {
            return Err(head);
        }
        let mut making = Making::new();
        let mut most = None;
        for number in 2..count {
            let (line, fault) = next()?;
            let mut words = line.split_ascii_whitespace();
            let kind = match words.next() {
                Some("e") => Kind::Either,
                Some("b") => Kind::Both,
                _ => return Err(fault),
            };
            let mut edges = Vec::new();
            for word in words {
                let (option, to) = match kind {
                    Kind::Either => word.split_once(':').ok_or(fault)?,
                    Kind::Both => ("0", word),
                };
                let option: u32 = option.parse().map_err(|_| fault)?;
                let to: u32 = to.parse().map_err(|_| fault)?;
                if to >= number {
                    return Err(fault);
                }
                if kind == Kind::Either {
                    most = most.max(Some(option));
                }
                edges.push((option, to));
            }
            making.node(kind, edges.into_iter());
        }
        let (line, fault) = next()?;
        if line != "problem" {
            return Err(fault);
        }
        let parsed = format::parse(rest, Some(Format::Knuth))
            .map_err(|error| DiagramError { line: lines, kind: DiagramErrorKind::Problem(error) })?;
        if most.is_some_and(|most| most >= parsed.problem.options()) {
            return Err(fault);
        }
        Ok((Self::new(making, root), parsed.problem))
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

    /// Up to `k` solutions of least cost under the given costs of options, cheapest first. Takes memory for `k`
    /// numbers a node.
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

    /// Calls `f` with the options of each solution until it breaks off, in the order of search except where
    /// independent parts are combined. Takes time for what is passed on alone.
    pub fn each_solution<B>(&self, mut f: impl FnMut(&[u32]) -> ControlFlow<B>) -> ControlFlow<B> {
        // What is still to be gone through, as linked lists that share their ends: (node, next), 0 for none.
        let mut agenda = alloc::vec![(DONE, 0_usize), (self.root, 0)];
        let mut at = 1;
        // Choices that may be made anew: node, edge, what follows, length of the agenda and of the options.
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
                choices.push((node, node.start, next, agenda.len(), options.len()));
            }
            // The next edge of the deepest choice that has one.
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
