//! Certificates: the trace of a search in a form that can be checked without a search.
//!
//! A certificate is a search tree in which equal subtrees may share nodes. Each node consists of an item, and
//! of edges for those options of the item that lead to other nodes. Every other available option of the item
//! must immediately leave some item without enough options. [`verify`](crate::verify()) checks the
//! certificate against the problem.
//!
//! ```text
//! farandole certificate 1
//! problem 0123456789abcdef
//! count 92
//! nodes 300 299
//! 5 17:1 20:3
//! ```
//!
//! After the title, the lines contain the fingerprint of the problem, the count, and the number of nodes
//! together with the index of the root. Nodes 0 and 1 have no lines: node 0 stands for the states in which
//! some item cannot be covered, and node 1 for the states in which nothing remains to be covered. The other
//! lines, starting with node 2, consist of an item and pairs `option:node` in ascending order of the options.
//! If the item needs no further option, a last pair `-:node` may follow: the branch without a further option.
//! Items and options have 0-based indices. Edges lead only to earlier nodes.
//!
//! Certificates are large for problems with independent components. These are not split, so the certificate
//! contains the product of their search trees.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use num_bigint::BigUint;

use crate::backend::unsupported::Unsupported;
use crate::backend::{Backend, Tried};
use crate::certificate::TITLE;
use crate::config::{Config, End};
use crate::count::memo::{Algebra, Memoized, Parts};
use crate::model::problem::Problem;
use crate::search::solver::{Search, Visit};

/// The node of states in which some item cannot be covered.
// The numbers are part of the format.
const DEAD: u32 = 0;
/// The node of states in which nothing remains to be covered.
const SOLVED: u32 = 1;
/// The mark of the edge without a further option.
const NO_MORE: u32 = u32::MAX;

/// The nodes of a certificate with an index of 2 or more.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nodes {
    /// The item of each node, and the end of its edges in `edges`.
    // All edges are in one vector, because certificates can have millions of nodes.
    nodes: Vec<(u32, usize)>,
    /// The option and the node of each edge.
    edges: Vec<(u32, u32)>,
}

impl Nodes {
    fn add(&mut self, item: u32, edges: Vec<(u32, u32)>) -> u32 {
        self.edges.extend(edges);
        self.nodes.push((item, self.edges.len()));
        self.nodes.len() as u32 + 1
    }

    fn edges(&self, node: usize) -> &[(u32, u32)] {
        let start = node.checked_sub(1).map_or(0, |before| self.nodes[before].1);
        &self.edges[start..self.nodes[node].1]
    }
}

impl Algebra for Nodes {
    type Value = u32;
    type Partial = (u32, Vec<(u32, u32)>);

    fn none(&mut self) -> u32 {
        DEAD
    }

    fn done(&mut self) -> u32 {
        SOLVED
    }

    /// Returns false even for subproblems without solutions, because they need nodes that the checker can
    /// verify.
    fn is_none(&self, _: &u32) -> bool {
        false
    }

    fn open(&mut self, item: u32) -> Self::Partial {
        (item, Vec::new())
    }

    fn add(&mut self, partial: &mut Self::Partial, option: u32, rest: u32) {
        partial.1.push((option, rest));
    }

    fn close(&mut self, (item, edges): Self::Partial) -> u32 {
        Nodes::add(self, item, edges)
    }

    fn join(&mut self, _: Vec<u32>) -> u32 {
        unreachable!("subproblems stay whole")
    }
}

/// A visitor that builds the whole search tree with any backend.
struct Tree<'a> {
    config: &'a Config<'a>,
}

impl Visit for Tree<'_> {
    type Output = (Option<(Nodes, u32)>, End);

    fn visit(self, backend: &mut impl Backend) -> Self::Output {
        tree(backend, self.config)
    }
}

/// Builds the whole search tree with any backend, without memoization. Returns the nodes and the index of the
/// root; `None` if a limit of `config` was reached.
fn tree(backend: &mut impl Backend, config: &Config<'_>) -> (Option<(Nodes, u32)>, End) {
    let mut nodes = Nodes::default();
    if backend.is_solved() || backend.is_dead() {
        return (Some((nodes, if backend.is_solved() { SOLVED } else { DEAD })), End::Exhausted);
    }
    // The levels before the floor are those of selected options and stay open.
    let floor = backend.level();
    let mut open: Vec<Vec<(u32, u32)>> = alloc::vec![Vec::new()];
    let mut tried = 1;
    backend.descend();
    loop {
        if config.is_spent(tried) || config.is_cancelled() {
            // The backend returns to the state in which it was received.
            while backend.level() > floor {
                backend.ascend();
            }
            return (None, if config.is_cancelled() { End::Cancelled } else { End::BudgetSpent });
        }
        let level = backend.level() - 1;
        let item = backend.branch(level).item;
        tried += 1;
        let node = match backend.advance() {
            // Dead options need no edge, because the checker recognizes them.
            Tried::Dead => continue,
            Tried::Open => {
                backend.descend();
                open.push(Vec::new());
                continue;
            }
            Tried::Solution => SOLVED,
            Tried::Done => {
                // Closing a level does not count as a node of the search.
                tried -= 1;
                let node = nodes.add(item, open.pop().unwrap_or_default());
                if level == floor {
                    return (Some((nodes, node)), End::Exhausted);
                }
                node
            }
        };
        if let Some(edges) = open.last_mut() {
            edges.push((backend.chosen(backend.level() - 1).unwrap_or(NO_MORE), node));
        }
        backend.retract();
    }
}

enum Engine {
    Memoized(Box<Memoized<Nodes>>),
    Any(Box<Search>),
}

/// A search that counts the solutions of a problem and writes a certificate of the count. A certificate of
/// the count 0 proves that there is no solution.
///
/// ```
/// use farandole_cover::{BigUint, Config, End, Prover, generate, verify};
///
/// let problem = generate::queens(6)?;
/// let prover = Prover::new(&problem, 1 << 24)?;
/// let (certificate, _) = prover.run(&problem, &Config::new());
/// let certificate = certificate.unwrap();
/// assert_eq!(verify(&problem, certificate.as_bytes())?, BigUint::from(4_u32));
/// // A certificate of another problem and a wrong count are rejected.
/// assert!(verify(&generate::queens(7)?, certificate.as_bytes()).is_err());
/// assert!(verify(&problem, certificate.replace("count 4", "count 5").as_bytes()).is_err());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub struct Prover {
    engine: Engine,
}

impl fmt::Debug for Prover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prover").finish_non_exhaustive()
    }
}

impl Prover {
    /// Prepares a certificate. The memo table takes up to about `bytes` bytes. The certificate takes additional
    /// memory: one line per node. If the problem has multiplicities or is too large for bit sets, there is no
    /// memoization, and every subproblem is written each time that it occurs.
    ///
    /// # Errors
    /// The problem has multiplicities and is too large for bit sets.
    pub fn new(problem: &Problem, bytes: usize) -> Result<Self, Unsupported> {
        // Without bit sets, there are no keys for memoization.
        let engine = if Unsupported::check_bits(problem).is_err() {
            Engine::Any(Box::new(Search::new(problem)?))
        } else {
            // Components are not split, because certificates have no products.
            Engine::Memoized(Box::new(Memoized::new(problem, Nodes::default(), bytes, Parts::Whole)?))
        };
        Ok(Self { engine })
    }

    /// Searches, and returns the certificate and the reason why the search stopped. The certificate is `None`
    /// if a limit of `config` was reached. `problem` must be the problem that was passed to
    /// [`new`](Self::new).
    pub fn run(self, problem: &Problem, config: &Config<'_>) -> (Option<alloc::string::String>, End) {
        let (proof, end) = match self.engine {
            Engine::Memoized(mut search) => {
                let end = search.run(config);
                let (nodes, root) = search.into_result();
                (root.map(|root| (nodes, root)), end)
            }
            Engine::Any(mut search) => search.visit(Tree { config }),
        };
        (proof.map(|(nodes, root)| text(problem, &nodes, root)), end)
    }
}

fn text(problem: &Problem, nodes: &Nodes, root: u32) -> alloc::string::String {
    let mut counts = alloc::vec![BigUint::ZERO, BigUint::from(1_u32)];
    // Edges lead to earlier nodes, so one pass in ascending order computes all counts.
    for node in 0..nodes.nodes.len() {
        let count = nodes.edges(node).iter().map(|&(_, to)| &counts[to as usize]).sum();
        counts.push(count);
    }
    let mut text = alloc::format!(
        "{TITLE}\nproblem {:016x}\ncount {}\nnodes {} {root}\n",
        problem.fingerprint(),
        counts[root as usize],
        counts.len()
    );
    for (node, (item, _)) in nodes.nodes.iter().enumerate() {
        let _ = write!(text, "{item}");
        for &(option, to) in nodes.edges(node) {
            let _ = match option {
                NO_MORE => write!(text, " -:{to}"),
                option => write!(text, " {option}:{to}"),
            };
        }
        text.push('\n');
    }
    text
}
