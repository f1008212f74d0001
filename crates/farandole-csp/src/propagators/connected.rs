//! Connectivity: the cells that hold certain values form one connected area. An optional count fixes their
//! number.
//!
//! The *possible* cells can hold one of the values, and the *known* cells can hold nothing else. A
//! breadth-first search with costs 0 and 1 removes the values from cells that are too far from the known cells.
//! A depth-first search (Tarjan) finds articulation cells: without such a cell, known cells would be
//! disconnected, or too few possible cells would remain. It must therefore hold one of the values.
//!
//! Cost: linear in the cells and adjacencies per pass. The propagator prunes little while few cells are known,
//! and every change of a cell causes a run. In the variant `Xin Yang v2`, it takes two thirds of the search.
//!
//! Source: Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1 (1972), for
//! articulation.

use super::cell_set::CellSet;
use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};

/// A list of cells. Those that hold one of the values are connected, and there is at least one.
#[derive(Clone, Debug)]
pub(crate) struct Connected {
    cells: Box<[u16]>,
    /// The neighbours of each cell. Cells and neighbours are indices into `cells`.
    neighbours: Box<[Box<[u16]>]>,
    /// The neighbours as sets, for the flood fill.
    near: Box<[CellSet]>,
    values: u16,
    // A count limits the flood fill and makes more articulation cells necessary. Without a count, only the
    // connections of known cells are checked.
    /// The number of cells with one of the values, if it is known.
    count: Option<u32>,
}

/// The known and the possible cells, as indices into `cells`.
struct View {
    inside: CellSet,
    possible: CellSet,
}

impl Connected {
    /// Builds the propagator from at most 256 distinct cells and the mask of the values. `neighbours` has the
    /// neighbours of each cell, as indices into `cells`. `count` is the number of cells that hold one of the
    /// values, if it is known.
    pub(crate) fn new(cells: &[u16], neighbours: Vec<Box<[u16]>>, values: u16, count: Option<u32>) -> Self {
        // The depth-first search iterates over lists of neighbours. The flood fill uses sets, to test many
        // neighbours at once.
        let set = |places: &[u16]| {
            let mut set = CellSet::default();
            places.iter().for_each(|&place| set.insert(place.into()));
            set
        };
        let near = neighbours.iter().map(|places| set(places)).collect();
        Self { cells: cells.into(), neighbours: neighbours.into(), near, values, count }
    }

    fn view(&self, masks: &Masks<'_>) -> View {
        let mut view = View { inside: CellSet::default(), possible: CellSet::default() };
        for (place, &cell) in self.cells.iter().enumerate() {
            let mask = masks.get(cell);
            if mask & self.values != 0 {
                view.possible.insert(place);
                if mask & !self.values == 0 {
                    view.inside.insert(place);
                }
            }
        }
        view
    }

    /// Removes the values from some cells. Returns true if a mask changed.
    fn exclude(&self, cells: CellSet, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        cells
            .iter()
            .try_fold(false, |changed, place| Ok(masks.remove(self.cells[place], self.values)? | changed))
    }

    /// Restricts some cells to the values. Returns true if a mask changed.
    fn include(&self, cells: CellSet, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        cells
            .iter()
            .try_fold(false, |changed, place| Ok(masks.keep(self.cells[place], self.values)? | changed))
    }

    /// Returns the cells that are reachable from `start` on a path with at most `room` cells that are not
    /// known. The path includes both of its ends.
    fn reach(&self, start: usize, view: &View, room: u32) -> CellSet {
        let mut reach = CellSet::default();
        let (mut front, mut cost) = (CellSet::default(), u32::from(!view.inside.has(start)));
        front.insert(start);
        while cost <= room && !front.is_empty() {
            let mut next = CellSet::default();
            while let Some(place) = front.first() {
                front.remove(place);
                reach.insert(place);
                let new = self.near[place].common(&view.possible).without(&reach);
                // Known cells cost nothing and join the current front. Other cells cost 1 and join the next
                // front (0-1 BFS).
                front = front.union(&new.common(&view.inside));
                next = next.union(&new.without(&view.inside));
            }
            front = next.without(&reach);
            cost += 1;
        }
        reach
    }

    /// Returns the necessary cells that are not known yet: without one of them, known cells would be
    /// disconnected, or fewer than `least` possible cells would remain.
    fn needed(&self, start: usize, view: &View, least: u32) -> CellSet {
        // One depth-first search finds both kinds of necessary cells.
        let total = view.possible.len();
        let mut walk = Walk {
            graph: self,
            view,
            spare: total - least,
            order: vec![0; self.cells.len()],
            next: 1,
            needed: CellSet::default(),
        };
        walk.visit(start);
        // Known cells need no restriction.
        walk.needed.without(&view.inside)
    }
}

/// A depth-first search for articulation cells.
struct Walk<'w> {
    graph: &'w Connected,
    view: &'w View,
    /// The number of possible cells that may be lost.
    spare: u32,
    /// The discovery order of each cell, starting at 1. It is 0 for undiscovered cells.
    order: Vec<u32>,
    next: u32,
    needed: CellSet,
}

/// The subtree of a cell in the depth-first search.
struct Behind {
    /// The least discovery order of the cells of the subtree and their neighbours (Tarjan's low value).
    low: u32,
    size: u32,
    inside: bool,
}

impl Walk<'_> {
    // The recursion depth is at most the number of cells, 256.
    fn visit(&mut self, place: usize) -> Behind {
        let at = self.next;
        self.order[place] = at;
        self.next += 1;
        let mut behind = Behind { low: at, size: 1, inside: self.view.inside.has(place) };
        // The number of cells that would be lost if this cell did not hold one of the values: the cell itself,
        // and the subtrees that only it connects to the start.
        let mut lost = 1;
        let graph = self.graph;
        for &other in &graph.neighbours[place] {
            let other = usize::from(other);
            if !self.view.possible.has(other) {
                continue;
            }
            if self.order[other] != 0 {
                behind.low = behind.low.min(self.order[other]);
                continue;
            }
            let child = self.visit(other);
            behind.low = behind.low.min(child.low);
            behind.size += child.size;
            behind.inside |= child.inside;
            // This cell separates the subtree of the child from the rest: it is an articulation cell. The test
            // is true for every child of the start, but the start is a known cell and is not reported.
            if child.low >= at {
                lost += child.size;
                if child.inside {
                    self.needed.insert(place);
                }
            }
        }
        if lost > self.spare {
            self.needed.insert(place);
        }
        behind
    }
}

impl Propagator for Connected {
    // In the variant `Xin Yang v2`, this propagator takes two thirds of the search, so all others run first
    // (docs/experiments/2026-11-23-small-variants.md).
    const COST: Cost = Cost::Heavy;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn pass(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        let view = self.view(masks);
        let least = self.count.unwrap_or(1);
        if view.possible.len() < least || self.count.is_some_and(|count| view.inside.len() > count) {
            return Err(Contradiction);
        }
        // There are only as many possible cells as required, so all of them hold one of the values.
        if view.possible.len() == least && self.include(view.possible, masks)? {
            return Ok(true);
        }
        // Without a known cell, only components with too few cells can be excluded. With a known cell,
        // everything out of its reach is excluded, which is stronger.
        let Some(start) = view.inside.first() else {
            let mut small = CellSet::default();
            let mut rest = view.possible;
            while let Some(first) = rest.first() {
                let part = self.reach(first, &view, u32::MAX);
                rest = rest.without(&part);
                if part.len() < least {
                    small = small.union(&part);
                }
            }
            return self.exclude(small, masks);
        };
        // The number of cells that can still be added. Cells that are farther away cannot be connected within
        // the count.
        let room = self.count.map_or(u32::MAX, |count| count - view.inside.len());
        let reach = self.reach(start, &view, room);
        if !view.inside.without(&reach).is_empty() || reach.len() < least {
            return Err(Contradiction);
        }
        let changed = self.exclude(view.possible.without(&reach), masks)?;
        // Only reachable cells matter to articulation, since the others are excluded.
        let needed = self.needed(start, &View { inside: view.inside, possible: reach }, least);
        Ok(changed | self.include(needed, masks)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare, line};

    fn grid(rows: usize, cols: usize) -> Vec<Box<[u16]>> {
        let place = |row: usize, col: usize| (row * cols + col) as u16;
        (0..rows * cols)
            .map(|at| {
                let (row, col) = (at / cols, at % cols);
                let mut near = Vec::new();
                near.extend((row > 0).then(|| place(row - 1, col)));
                near.extend((col > 0).then(|| place(row, col - 1)));
                near.extend((col + 1 < cols).then(|| place(row, col + 1)));
                near.extend((row + 1 < rows).then(|| place(row + 1, col)));
                near.into()
            })
            .collect()
    }

    fn is_connected(graph: &[Box<[u16]>], v: &[u8], count: Option<u32>) -> bool {
        let members: Vec<usize> = (0..v.len()).filter(|&cell| v[cell] < 2).collect();
        let mut part = members[..members.len().min(1)].to_vec();
        let mut at = 0;
        while at < part.len() {
            for &other in &graph[part[at]] {
                let other = usize::from(other);
                if v[other] < 2 && !part.contains(&other) {
                    part.push(other);
                }
            }
            at += 1;
        }
        !part.is_empty()
            && part.len() == members.len()
            && count.is_none_or(|count| members.len() as u32 == count)
    }

    #[test]
    fn cells_with_the_values_are_connected() {
        for (rows, cols, count) in
            [(2, 3, None), (1, 6, None), (2, 4, Some(4)), (3, 3, Some(5)), (3, 3, None)]
        {
            let graph = grid(rows, cols);
            let propagator = Connected::new(&line((rows * cols) as u16), graph.clone(), 0b011, count);
            compare(&propagator, 3, Strength::Sound, |v| is_connected(&graph, v, count));
        }
    }
}
