//! The checker of certificates. Apart from the problem itself, it shares no code with the searches.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use num_bigint::BigUint;

use crate::certificate::TITLE;
use crate::model::problem::{Color, Problem};

/// The reason why a certificate is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifyError {
    line: u32,
    kind: VerifyErrorKind,
}

/// The kinds of [`VerifyError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyErrorKind {
    /// The line does not have the format of a certificate.
    Text,
    /// The certificate belongs to another problem.
    OtherProblem,
    /// The count of the root, computed from the nodes, differs from the count in the certificate.
    Count,
    /// The item of the node is not primary, or may not be covered by further options.
    Item,
    /// An option is not available for the item, or is out of order.
    Option,
    /// The node omits an option after which every item has enough options.
    Missing,
    /// An edge leads to node 0, but every item still has enough options.
    NotDead,
    /// An edge leads to node 1, but some item or option remains.
    NotSolved,
    /// Edges from different subproblems lead to the same node.
    Differs,
}

impl VerifyError {
    /// Returns the 1-based line of the error.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.line
    }

    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> VerifyErrorKind {
        self.kind
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            VerifyErrorKind::Text => "not a certificate: unexpected text",
            VerifyErrorKind::OtherProblem => "the certificate belongs to another problem",
            VerifyErrorKind::Count => "the nodes add up to a different count",
            VerifyErrorKind::Item => "the item already has all its options, or is not primary",
            VerifyErrorKind::Option => "the option is not available for the item",
            VerifyErrorKind::Missing => "an option of the item is missing",
            VerifyErrorKind::NotDead => "every item can still be covered",
            VerifyErrorKind::NotSolved => "something remains to be covered",
            VerifyErrorKind::Differs => "one node is used for different subproblems",
        })
    }
}

impl core::error::Error for VerifyError {}

/// A node: its 1-based line, its item, and its edges. An edge is a pair of an option (`None` for no further
/// option) and a node.
struct Node {
    line: u32,
    item: u32,
    edges: Vec<(Option<u32>, u32)>,
}

/// A subproblem.
// If two edges lead to one node, their states are compared. A state therefore contains everything on which
// the subtree depends.
#[derive(Clone, PartialEq, Eq)]
struct State {
    /// The options that can still be chosen, as a bit set.
    available: Vec<u64>,
    /// For each primary item, the minimum and the maximum number of options that must still be chosen for it.
    needs: Vec<(u32, u32)>,
    /// The number of available options of each primary item.
    counts: Vec<u32>,
}

struct Rules<'a> {
    problem: &'a Problem,
    /// For each item, its options, each with the color that the option gives to the item.
    lists: Vec<Vec<(u32, Color)>>,
}

impl<'a> Rules<'a> {
    fn new(problem: &'a Problem) -> Self {
        // The lists are built from the definition of exact cover. If the checker shared tables with the
        // searches, it would share their mistakes.
        let mut lists = alloc::vec![Vec::new(); problem.items() as usize];
        for option in 0..problem.options() {
            for entry in problem.option_entries(option) {
                lists[entry.item as usize].push((option, entry.color));
            }
        }
        Self { problem, lists }
    }

    fn start(&self) -> State {
        let primary = 0..self.problem.primary_items();
        let mut available = alloc::vec![0; self.problem.options().div_ceil(64) as usize];
        (0..self.problem.options()).for_each(|option| available[option as usize / 64] |= 1 << (option % 64));
        State {
            available,
            counts: primary.clone().map(|item| self.lists[item as usize].len() as u32).collect(),
            needs: primary
                .map(|item| (self.problem.bounds(item).low, self.problem.bounds(item).high))
                .collect(),
        }
    }

    fn has(state: &State, option: u32) -> bool {
        state.available[option as usize / 64] >> (option % 64) & 1 == 1
    }

    fn remove(&self, state: &mut State, option: u32) {
        if Self::has(state, option) {
            state.available[option as usize / 64] &= !(1 << (option % 64));
            for &item in self.problem.option(option) {
                // Secondary items have no count.
                if let Some(count) = state.counts.get_mut(item as usize) {
                    *count -= 1;
                }
            }
        }
    }

    /// Chooses an available option. Returns `false` if one of its items may not be covered by further options.
    fn choose(&self, state: &mut State, option: u32) -> bool {
        self.remove(state, option);
        for entry in self.problem.option_entries(option) {
            // After this choice, a secondary item excludes all options that do not give it the same color.
            let is_full = match state.needs.get_mut(entry.item as usize) {
                Some((_, 0)) => return false,
                Some((low, high)) => {
                    // `low` may be 0 already, because up to `high` options are allowed.
                    *low = low.saturating_sub(1);
                    *high -= 1;
                    *high == 0
                }
                None => true,
            };
            let is_primary = (entry.item as usize) < state.needs.len();
            for &(other, color) in &self.lists[entry.item as usize] {
                let agrees = !is_primary && color != Color::NONE && color == entry.color;
                if is_full && !agrees {
                    self.remove(state, other);
                }
            }
        }
        true
    }

    fn is_dead(state: &State) -> bool {
        // An item with fewer available options than it needs cannot be covered.
        state.needs.iter().zip(&state.counts).any(|(&(low, _), &count)| count < low)
    }

    fn is_solved(state: &State) -> bool {
        // No option may be available, because it could be chosen in another solution.
        state.needs.iter().all(|&(low, _)| low == 0) && state.available.iter().all(|&word| word == 0)
    }

    /// Checks that the branches of a node are complete, and returns the node and the state of each branch in
    /// order.
    fn branches(&self, node: &Node, mut state: State) -> Result<Vec<(u32, State)>, VerifyErrorKind> {
        let need = state.needs.get(node.item as usize).copied();
        let (low, _) = need.filter(|&(_, high)| high > 0).ok_or(VerifyErrorKind::Item)?;
        let mut edges = node.edges.iter().copied().peekable();
        let mut branches = Vec::new();
        // Options and edges are in the same order, so they are matched in one pass.
        for &(option, _) in &self.lists[node.item as usize] {
            if !Self::has(&state, option) {
                continue;
            }
            // Each branch works on a copy of the state, so nothing has to be undone.
            let mut next = state.clone();
            if !self.choose(&mut next, option) {
                return Err(VerifyErrorKind::Option);
            }
            match edges.next_if(|&(named, _)| named == Some(option)) {
                Some((_, to)) => branches.push((to, next)),
                // An option may be omitted only if it leaves some item without enough options.
                None if Self::is_dead(&next) => {}
                None => return Err(VerifyErrorKind::Missing),
            }
            // Later branches exclude this option, so that no solution is counted twice.
            self.remove(&mut state, option);
        }
        // If the item needs no further option, the last branch finishes it without one.
        if low == 0 {
            state.needs[node.item as usize] = (0, 0);
            match edges.next_if(|&(named, _)| named.is_none()) {
                Some((_, to)) => branches.push((to, state)),
                None if Self::is_dead(&state) => {}
                None => return Err(VerifyErrorKind::Missing),
            }
        }
        // The option of an edge that is left is not available, or the edge is out of order.
        if edges.next().is_some() { Err(VerifyErrorKind::Option) } else { Ok(branches) }
    }
}

/// The contents of a certificate.
struct Certificate {
    fingerprint: u64,
    count: BigUint,
    root: u32,
    /// The nodes 2, 3 and so on; node `n` is at index `n - 2`.
    nodes: Vec<Node>,
}

fn parse(text: &[u8]) -> Result<Certificate, VerifyError> {
    // Errors contain 1-based line numbers.
    let fault = |line: usize| VerifyError { line: line as u32 + 1, kind: VerifyErrorKind::Text };
    let mut lines = text.split(|&b| b == b'\n').map(|line| core::str::from_utf8(line).ok()).enumerate();
    let mut next = || match lines.next() {
        Some((number, Some(line))) => Ok((number, line)),
        Some((number, None)) => Err(fault(number)),
        None => Err(fault(0)),
    };
    let (number, title) = next()?;
    if title != TITLE {
        return Err(fault(number));
    }
    let (number, line) = next()?;
    let fingerprint = line.strip_prefix("problem ").and_then(|hex| u64::from_str_radix(hex, 16).ok());
    let fingerprint = fingerprint.ok_or(fault(number))?;
    let (number, line) = next()?;
    let count = line.strip_prefix("count ").and_then(|count| count.parse().ok()).ok_or(fault(number))?;
    let (number, line) = next()?;
    let numbers = line.strip_prefix("nodes ").and_then(|line| line.split_once(' '));
    let numbers = numbers.and_then(|(all, root)| Some((all.parse().ok()?, root.parse().ok()?)));
    let (all, root): (u32, u32) =
        numbers.filter(|(all, root)| *all >= 2 && root < all).ok_or(fault(number))?;
    let mut nodes = Vec::new();
    // Nodes 0 and 1 have no lines.
    for node in 2..all {
        let (number, line) = next()?;
        let mut words = line.split(' ');
        let item = words.next().and_then(|item| item.parse().ok()).ok_or(fault(number))?;
        let edges = words.map(|word| {
            let (option, to) = word.split_once(':')?;
            let option = if option == "-" { None } else { Some(option.parse().ok()?) };
            // Edges may lead only to earlier nodes, so there are no cycles, and counts can be computed in
            // order.
            Some((option, to.parse().ok().filter(|&to: &u32| to < node)?))
        });
        let edges = edges.collect::<Option<_>>().ok_or(fault(number))?;
        nodes.push(Node { line: number as u32 + 1, item, edges });
    }
    match next() {
        Ok((_, "")) => Ok(Certificate { fingerprint, count, root, nodes }),
        _ => Err(fault(nodes.len() + 4)),
    }
}

/// Checks a certificate that [`Prover`](crate::Prover) wrote, and returns the count that it proves.
///
/// Each node is checked once. Further options must be allowed for its item, and each available option of the
/// item must either have an edge or leave some item without enough options. The memory in use is that of the
/// subproblems that are known but not checked yet. The time is about that of a search without memoization,
/// and less if equal subproblems share a node.
///
/// # Errors
/// The certificate does not prove its count, or belongs to another problem.
pub fn verify(problem: &Problem, certificate: &[u8]) -> Result<BigUint, VerifyError> {
    let Certificate { fingerprint, count, root, nodes } = parse(certificate)?;
    let at = |line, kind| VerifyError { line, kind };
    if fingerprint != problem.fingerprint() {
        return Err(at(2, VerifyErrorKind::OtherProblem));
    }
    // The counts of the terminal nodes are 0 and 1. All other counts are sums over edges.
    let mut counts = alloc::vec![BigUint::ZERO, BigUint::from(1_u32)];
    for node in &nodes {
        let sum = node.edges.iter().map(|&(_, to)| &counts[to as usize]).sum();
        counts.push(sum);
    }
    // The count is checked before the nodes, because this is cheap.
    if counts[root as usize] != count {
        return Err(at(3, VerifyErrorKind::Count));
    }
    let rules = Rules::new(problem);
    // Edges lead to lower indices. If nodes are checked in descending order, all edges to a node have been
    // checked before the node itself.
    let mut pending: BTreeMap<u32, State> = [(root, rules.start())].into();
    while let Some((number, state)) = pending.pop_last() {
        let Some(index) = number.checked_sub(2) else {
            // Other terminal nodes are checked together with the edges to them, so this one is the root.
            return check_end(number, &state).map_or(Ok(count), |kind| Err(at(4, kind)));
        };
        let node = &nodes[index as usize];
        let branches = rules.branches(node, state).map_err(|kind| at(node.line, kind))?;
        for (to, next) in branches {
            if to < 2 {
                check_end(to, &next).map_or(Ok(()), |kind| Err(at(node.line, kind)))?;
                continue;
            }
            match pending.get(&to) {
                // All edges to a node must lead to the same state.
                Some(other) if *other != next => return Err(at(node.line, VerifyErrorKind::Differs)),
                Some(_) => {}
                None => drop(pending.insert(to, next)),
            }
        }
    }
    Ok(count)
}

/// Returns the reason why a state does not belong to the terminal node `number`, which is 0 or 1; `None` if
/// it does.
fn check_end(number: u32, state: &State) -> Option<VerifyErrorKind> {
    match number {
        0 if Rules::is_dead(state) => None,
        0 => Some(VerifyErrorKind::NotDead),
        _ if Rules::is_solved(state) => None,
        _ => Some(VerifyErrorKind::NotSolved),
    }
}
