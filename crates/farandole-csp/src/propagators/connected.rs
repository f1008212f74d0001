//! Cells that hold certain values are connected, by components, distances and articulation cells.
//!
//! Cells that can hold one of the values form a graph. Those out of reach are out; a cell without which cells that are in
//! come apart, or too few are left, is in.
//!
//! Source: Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1 (1972), for
//! articulation.

use super::cell_set::CellSet;
use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};

/// The cells with one of the values are connected, and there is at least one.
#[derive(Clone, Debug)]
pub(crate) struct Connected {
    cells: Box<[u16]>,
    /// By place in `cells`: the places of the neighbours.
    neighbours: Box<[Box<[u16]>]>,
    /// The same as sets.
    near: Box<[CellSet]>,
    values: u16,
    /// How many there are.
    count: Option<u32>,
}

/// What is known of the cells, by place.
struct View {
    inside: CellSet,
    possible: CellSet,
}

impl Connected {
    /// From at most 256 different cells, the places of each one's neighbours in that list, the values, and how many cells
    /// have one of them, if that is told.
    pub(crate) fn new(cells: &[u16], neighbours: Vec<Box<[u16]>>, values: u16, count: Option<u32>) -> Self {
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

    /// Takes the values from some cells.
    fn exclude(&self, cells: CellSet, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        cells
            .iter()
            .try_fold(false, |changed, place| Ok(masks.remove(self.cells[place], self.values)? | changed))
    }

    /// Gives the values to some cells.
    fn include(&self, cells: CellSet, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        cells
            .iter()
            .try_fold(false, |changed, place| Ok(masks.keep(self.cells[place], self.values)? | changed))
    }

    fn pass(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        let view = self.view(masks);
        let least = self.count.unwrap_or(1);
        if view.possible.len() < least || self.count.is_some_and(|count| view.inside.len() > count) {
            return Err(Contradiction);
        }
        if view.possible.len() == least && self.include(view.possible, masks)? {
            return Ok(true);
        }
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
        let room = self.count.map_or(u32::MAX, |count| count - view.inside.len());
        let reach = self.reach(start, &view, room);
        if !view.inside.without(&reach).is_empty() || reach.len() < least {
            return Err(Contradiction);
        }
        let changed = self.exclude(view.possible.without(&reach), masks)?;
        let needed = self.needed(start, &View { inside: view.inside, possible: reach }, least);
        Ok(changed | self.include(needed, masks)?)
    }

    /// The cells that can be connected with a cell through at most `room` cells that are not inside yet.
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
                front = front.union(&new.common(&view.inside));
                next = next.union(&new.without(&view.inside));
            }
            front = next.without(&reach);
            cost += 1;
        }
        reach
    }

    /// The cells that must be inside, since without one of them the inside comes apart, or too few cells are left.
    fn needed(&self, start: usize, view: &View, least: u32) -> CellSet {
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
        walk.needed.without(&view.inside)
    }
}

/// A depth-first walk that finds articulation cells.
struct Walk<'w> {
    graph: &'w Connected,
    view: &'w View,
    /// How many cells may be lost.
    spare: u32,
    /// When each cell was reached; 0 for not yet.
    order: Vec<u32>,
    next: u32,
    needed: CellSet,
}

/// What a walk tells of the cells behind one.
struct Behind {
    /// The earliest cell next to them.
    low: u32,
    size: u32,
    inside: bool,
}

impl Walk<'_> {
    fn visit(&mut self, place: usize) -> Behind {
        let at = self.next;
        self.order[place] = at;
        self.next += 1;
        let mut behind = Behind { low: at, size: 1, inside: self.view.inside.has(place) };
        // Cells that are cut off without this one.
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
    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        while self.pass(masks)? {}
        Ok(())
    }

    fn cost(&self) -> Cost {
        Cost::Heavy
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare};

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
            let cells: Vec<u16> = (0..(rows * cols) as u16).collect();
            let propagator = Connected::new(&cells, graph.clone(), 0b011, count);
            let seed = (rows * cols) as u64;
            compare(&propagator, rows * cols, 3, seed, Strength::Sound, |v| is_connected(&graph, v, count));
        }
    }
}
