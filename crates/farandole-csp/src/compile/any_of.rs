//! Compiles disjunctions. Each branch is compiled into a small network of its own.

use super::cells::numbers;
use crate::compile::builder::Builder;
use crate::propagators::AnyPropagator;
use crate::propagators::any_of::{self, AnyOf};
use crate::propagators::clause::Clause;
use crate::propagators::propagator::Propagator;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Constraint, Semantics};

/// A branch with propagators of any type.
type Branch = any_of::Branch<AnyPropagator>;

/// Adds the kind `Or`, whose branches are compiled with `add_one`. Returns false for other kinds, and if a branch
/// contains an unsupported kind.
pub(super) fn compile(
    constraint: &Constraint,
    board: &Board,
    builder: &mut Builder,
    add_one: fn(&Constraint, &Board, &mut Builder) -> bool,
) -> bool {
    let Constraint::AnyOf(any) = constraint else { return false };
    let branches = any.branches.iter().map(|constraints| {
        let meanings: Vec<Semantics> = constraints.iter().map(|part| part.semantics(board)).collect();
        let listed = constraints.iter().flat_map(|part| numbers(&part.cells(board))).collect();
        let add = |inner: &mut Builder| constraints.iter().all(|part| add_one(part, board, inner));
        branch(&meanings.iter().flat_map(Semantics::parts).collect::<Vec<_>>(), listed, builder, add)
    });
    post(branches.collect(), builder)
}

/// Adds a disjunction of conditions, which are added with `add_one`. Returns false if a branch is not supported.
pub(super) fn add(
    parts: &[Semantics],
    builder: &mut Builder,
    add_one: fn(&Semantics, &mut Builder) -> bool,
) -> bool {
    let branches = parts
        .iter()
        .map(|part| branch(&part.parts(), numbers(&part.cells()), builder, |inner| add_one(part, inner)));
    post(branches.collect(), builder)
}

/// Adds the disjunction of branches. Returns false if there are none, because one is not supported.
fn post(branches: Option<Vec<Branch>>, builder: &mut Builder) -> bool {
    let Some(branches) = branches else { return false };
    match branches.iter().map(literal).collect::<Option<Vec<_>>>().as_deref() {
        Some([]) => builder.impossible(),
        // A disjunction of candidates of one cell is a mask, and needs no propagator.
        Some(literals @ [(cell, _), ..]) if literals.iter().all(|(other, _)| other == cell) => {
            builder.restrict(*cell, literals.iter().fold(0, |mask, (_, values)| mask | values));
        }
        Some(literals) => builder.post(Clause::new(literals)),
        None => builder.post(AnyOf::new(branches)),
    }
    true
}

/// Returns the cell and its candidates if the branch only restricts one cell.
fn literal(branch: &Branch) -> Option<(u16, u16)> {
    let only_restricts = branch.differing.is_empty() && branch.propagators.is_empty();
    match branch.restrictions[..] {
        [literal] if only_restricts => Some(literal),
        _ => None,
    }
}

/// Adds the domains, houses and pairs of a branch. Returns the pairs of cells that differ in all values.
fn differing(parts: &[&Semantics], inner: &mut Builder) -> Vec<[u16; 2]> {
    let mut apart: Vec<[u16; 2]> = Vec::new();
    for part in parts {
        match part {
            Semantics::Domain { cell, mask } => inner.restrict(cell.index() as u16, *mask),
            Semantics::AllDifferent(house) => {
                let mut house = numbers(house);
                house.sort_unstable();
                house.dedup();
                for (at, &a) in house.iter().enumerate() {
                    apart.extend(house[at + 1..].iter().map(|&b| [a, b]));
                }
                inner.house(house);
            }
            Semantics::Related(related, relation) => {
                let Some(mask) = relation.unequal() else { continue };
                for (a, b) in related.pairs() {
                    let [a, b] = [a.index() as u16, b.index() as u16];
                    inner.differ(a, b, mask);
                    apart.extend((mask == inner.full_mask()).then_some([a.min(b), a.max(b)]));
                }
            }
            _ => {}
        }
    }
    apart
}

/// Compiles a branch. `parts` is its meaning, `cells` lists the cells that it reads, and `add` adds its propagators,
/// or returns false if they are not supported.
fn branch(
    parts: &[&Semantics],
    mut cells: Vec<u16>,
    outer: &Builder,
    add: impl FnOnce(&mut Builder) -> bool,
) -> Option<Branch> {
    // A branch has its own builder, because its houses and pairs hold only in this branch.
    let mut inner = outer.without_propagators();
    let mut apart = differing(parts, &mut inner);
    cells.sort_unstable();
    cells.dedup();
    // Pairs that differ in the whole network differ in every branch, which tightens sums of the branch.
    inner.differ_as(&outer.peers(), &cells);
    if !add(&mut inner) {
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
    if parts.iter().all(|part| matches!(part, Semantics::Domain { .. })) {
        return Some(branch);
    }
    if reduces {
        // Sums may have been replaced by sums over other cells, so the cells that the branch reads are
        // collected again.
        let others = parts.iter().filter(|part| !matches!(part, Semantics::Sum { .. }));
        cells = others.flat_map(|part| numbers(&part.cells())).collect();
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
