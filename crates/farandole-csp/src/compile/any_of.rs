//! Compiles disjunctions. Each branch is compiled into a small network of its own.

use super::cells::numbers;
use crate::compile::builder::Builder;
use crate::propagators::AnyPropagator;
use crate::propagators::any_of::{self, AnyOf};
use crate::propagators::propagator::Propagator;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::Constraint;

/// A branch with propagators of any type.
type Branch = any_of::Branch<AnyPropagator>;

/// A function that adds a constraint of any kind and returns false if the kind is not supported.
type One = fn(&Constraint, &Board, &mut Builder) -> bool;

/// Compiles the kind `Or`. Returns false for other kinds, and if a branch contains an unsupported
/// kind.
pub(super) fn compile(constraint: &Constraint, board: &Board, builder: &mut Builder, one: One) -> bool {
    let Constraint::AnyOf(any) = constraint else { return false };
    let mut branches = Vec::with_capacity(any.branches.len());
    for constraints in &any.branches {
        match branch(constraints, board, builder, one) {
            Some(branch) => branches.push(branch),
            None => return false,
        }
    }
    match &branches[..] {
        [] => builder.impossible(),
        // A disjunction of candidates of one cell is a mask, and needs no propagator.
        [Branch { differing, propagators, .. }, ..]
            if only_restrict(&branches, differing.is_empty() && propagators.is_empty()) =>
        {
            let cell = branches[0].restrictions[0].0;
            builder.restrict(cell, branches.iter().fold(0, |mask, branch| mask | branch.restrictions[0].1));
        }
        _ => builder.post(AnyOf::new(branches)),
    }
    true
}

/// Returns true if each branch only restricts the candidates of one cell, and that cell is the same in all
/// branches.
fn only_restrict(branches: &[Branch], first: bool) -> bool {
    let cell = |branch: &Branch| match branch.restrictions[..] {
        [(cell, _)] if branch.propagators.is_empty() => Some(cell),
        _ => None,
    };
    first && cell(&branches[0]).is_some() && branches.iter().all(|branch| cell(branch) == cell(&branches[0]))
}

/// Compiles the constraints of a branch. Returns `None` if a kind is not supported.
fn branch(constraints: &[Constraint], board: &Board, outer: &Builder, one: One) -> Option<Branch> {
    // A branch has its own builder, because its houses and pairs hold only in this branch.
    let mut inner = outer.without_propagators();
    let (mut cells, mut apart): (Vec<u16>, Vec<[u16; 2]>) = (Vec::new(), Vec::new());
    for constraint in constraints {
        if let Constraint::Given(given) = constraint {
            inner.restrict(given.cell.index() as u16, given.mask);
        }
        for house in constraint.houses(board) {
            let mut house = numbers(&house);
            house.sort_unstable();
            house.dedup();
            for (at, &a) in house.iter().enumerate() {
                apart.extend(house[at + 1..].iter().map(|&b| [a, b]));
            }
            inner.house(house);
        }
        for (a, b, mask) in constraint.unequal_pairs(board) {
            let [a, b] = [a.index() as u16, b.index() as u16];
            inner.differ(a, b, mask);
            apart.extend((mask & outer.full_mask() == outer.full_mask()).then_some([a.min(b), a.max(b)]));
        }
        cells.extend(numbers(&constraint.cells(board)));
    }
    cells.sort_unstable();
    cells.dedup();
    // Pairs that differ in the whole network differ in every branch, which tightens sums of the branch.
    inner.differ_as(&outer.peers(), &cells);
    if !constraints.iter().all(|constraint| one(constraint, board, &mut inner)) {
        return None;
    }
    let reduces = outer.reduce_sums_of(&mut inner);
    let network = inner.build();
    // Domains that the branch has narrowed become restrictions.
    let restrictions = (0..).zip(&network.domains).filter(|(_, mask)| **mask != outer.full_mask());
    let mut branch = Branch {
        restrictions: restrictions.map(|(cell, mask)| (cell, *mask)).collect(),
        ..Branch::default()
    };
    if constraints.iter().all(|constraint| matches!(constraint, Constraint::Given(_))) {
        return Some(branch);
    }
    if reduces {
        // Sums may have been replaced by sums over other cells, so the cells that the branch reads are
        // collected again.
        let others = constraints.iter().filter(|it| !matches!(it, Constraint::Sum(_)));
        cells = others.flat_map(|it| numbers(&it.cells(board))).collect();
        cells.extend(network.propagators.iter().flat_map(|propagator| propagator.cells()));
        cells.sort_unstable();
        cells.dedup();
    }
    // The engine propagates only the pairs of the whole network, so a branch must propagate its own pairs.
    for (at, &a) in cells.iter().enumerate() {
        let differ = cells[at + 1..].iter().filter(|&&b| network.peers.differ(a, b));
        apart.extend(differ.map(|&b| [a, b]));
    }
    apart.sort_unstable();
    apart.dedup();
    branch.differing.extend(apart.into_iter().map(|pair| (pair, u16::MAX)));
    branch.differing.extend(network.edges.iter().map(|edge| (edge.cells, edge.mask)));
    branch.propagators = network.propagators;
    Some(branch)
}
