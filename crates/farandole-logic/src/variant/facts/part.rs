//! A part of a constraint: a condition on the values of some cells, given by an automaton or by a disjunction.

use super::graph::Supported;
use super::kept_graph::KeptGraph;
use super::layers::{Layers, TooMany};
use super::witnesses::Witnesses;
use crate::variant::state::State;
use farandole_puzzle::Cell;

/// A condition on the values of a list of cells.
#[derive(Clone, Debug)]
pub(in crate::variant) struct Part {
    /// The cells, each once.
    cells: Vec<Cell>,
    condition: Condition,
    /// True if the condition follows from another part of the same constraint.
    is_implied: bool,
}

#[derive(Clone, Debug)]
enum Condition {
    /// An automaton accepts the values.
    Accepted(Layers),
    /// All items of at least one branch hold.
    AnyOf(Vec<Vec<Item>>),
}

/// An item of a branch of a disjunction.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// The cell holds a value of the mask.
    Mask(Cell, u16),
    Part(Part),
}

/// The graph of a part for the candidates of a state.
#[derive(Clone, Debug, Default)]
pub(in crate::variant) struct Kept {
    masks: Vec<u16>,
    /// There is no graph if it would be large.
    graph: Option<KeptGraph>,
}

impl Item {
    /// Returns the cells of the item.
    pub(super) fn cells(&self) -> &[Cell] {
        match self {
            Self::Mask(cell, _) => core::slice::from_ref(cell),
            Self::Part(part) => part.cells(),
        }
    }
}

impl From<Layers> for Part {
    fn from(layers: Layers) -> Self {
        Self { cells: layers.cells().to_vec(), condition: Condition::Accepted(layers), is_implied: false }
    }
}

impl Part {
    /// Creates a disjunction of branches.
    pub(super) fn any_of(branches: Vec<Vec<Item>>) -> Self {
        let mut cells: Vec<Cell> = Vec::new();
        for item in branches.iter().flatten() {
            cells.extend(item.cells());
        }
        cells.sort_unstable();
        cells.dedup();
        Self { cells, condition: Condition::AnyOf(branches), is_implied: false }
    }

    /// Marks a part that follows from another one of the same constraint. It has fewer cells, so that it can be combined
    /// with houses, and is useless alone.
    pub(super) fn into_implied(self) -> Self {
        Self { is_implied: true, ..self }
    }

    /// Returns true if the part follows from another one of the same constraint.
    pub(in crate::variant) const fn is_implied(&self) -> bool {
        self.is_implied
    }

    /// Returns the number of different values that the condition allows, or `None` for conditions that do not list
    /// them.
    pub(in crate::variant) fn values(&self) -> Option<usize> {
        self.layers()?.rule().values(self.cells.len())
    }

    /// Returns the cells, each once.
    pub(in crate::variant) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the automaton, or `None` for a disjunction.
    pub(super) const fn layers(&self) -> Option<&Layers> {
        match &self.condition {
            Condition::Accepted(layers) => Some(layers),
            Condition::AnyOf(_) => None,
        }
    }

    /// Returns the sets of values that some of the cells hold together, as masks in ascending order. Returns `None` for a
    /// disjunction, and if a layer of the graph has more than `limit` nodes.
    pub(in crate::variant) fn value_sets(
        &self,
        state: &State,
        masks: &[u16],
        of: &[Cell],
        limit: usize,
    ) -> Option<Vec<u16>> {
        self.layers()?.value_sets(state, masks, of, limit)
    }

    /// Returns the values that occur in satisfying assignments with these candidates. `limit` is
    /// the maximum number of nodes of a layer of a graph. The branches of a disjunction are
    /// propagated one by one, and their values are united.
    pub(in crate::variant) fn supported(&self, state: &State, masks: &[u16], limit: usize) -> Supported {
        let branches = match &self.condition {
            Condition::Accepted(layers) => return layers.supported(state, masks, limit),
            Condition::AnyOf(branches) => branches,
        };
        let (mut union, mut all_exact) = (vec![0; masks.len()], true);
        for branch in branches {
            let (found, is_exact) = self.in_branch(branch, state, masks, limit);
            all_exact &= is_exact;
            if found.iter().all(|mask| *mask != 0) {
                union.iter_mut().zip(found).for_each(|(mask, found)| *mask |= found);
            }
        }
        Supported::Masks { masks: union, is_exact: all_exact }
    }

    /// Returns the values that occur in satisfying assignments, as [`supported`](Self::supported) does.
    /// Consults the remembered assignments first, and adds new ones.
    pub(in crate::variant) fn supported_with(
        &self,
        state: &State,
        masks: &[u16],
        limit: usize,
        witnesses: &mut Witnesses,
    ) -> Supported {
        match &self.condition {
            Condition::Accepted(layers) => layers.supported_with(state, masks, limit, Some(witnesses)),
            Condition::AnyOf(_) => self.supported(state, masks, limit),
        }
    }

    /// Returns the values that occur in satisfying assignments, as [`supported_with`](Self::supported_with)
    /// does, but gives up earlier. Graphs that are likely to have too many nodes are not built, and the cells
    /// of at least one set must differ.
    pub(in crate::variant) fn supported_quickly(
        &self,
        state: &State,
        masks: &[u16],
        limit: usize,
        witnesses: &mut Witnesses,
        too_many: &mut TooMany,
    ) -> Supported {
        match &self.condition {
            Condition::Accepted(layers) => layers.with_some_sets(state, masks, limit, witnesses, too_many),
            Condition::AnyOf(_) => self.supported(state, masks, limit),
        }
    }

    /// Returns the values that occur in satisfying assignments, as [`supported_with`](Self::supported_with) does, by a graph
    /// that `kept` holds for the candidates `all`. Returns `None` if the graph is large, and for a disjunction.
    pub(in crate::variant) fn supported_in_kept(
        &self,
        state: &State,
        (all, masks): (&[u16], &[u16]),
        kept: &mut Kept,
    ) -> Option<Supported> {
        if kept.masks != all {
            *kept = Kept { masks: all.to_vec(), graph: self.layers()?.kept(state, all) };
        }
        Some(kept.graph.as_ref()?.supported(masks))
    }

    /// Propagates the items of a branch until nothing changes. Returns the remaining values, and true if no
    /// item was affected by a limit.
    fn in_branch(&self, branch: &[Item], state: &State, masks: &[u16], limit: usize) -> (Vec<u16>, bool) {
        let at = |cell: &Cell| self.cells.binary_search(cell).unwrap_or(0);
        let (mut left, mut all_exact) = (masks.to_vec(), true);
        loop {
            let before = left.clone();
            for item in branch {
                match item {
                    Item::Mask(cell, mask) => left[at(cell)] &= mask,
                    Item::Part(part) => {
                        let inside: Vec<u16> = part.cells.iter().map(|cell| left[at(cell)]).collect();
                        if let Supported::Masks { masks, is_exact } = part.supported(state, &inside, limit) {
                            all_exact &= is_exact;
                            part.cells.iter().zip(masks).for_each(|(cell, mask)| left[at(cell)] &= mask);
                        } else {
                            all_exact = false;
                        }
                    }
                }
            }
            if before == left || left.contains(&0) {
                return (left, all_exact);
            }
        }
    }
}
