//! A grid with the structures that finders share, each built on first use.

use super::almost_locked::{self, Als, Joined, Overlap};
use super::closure::Closures;
use super::grid::Grid;
use super::links::{self, Graph, Nodes};
use super::parts::Parts;
use super::rectangles::{self, Rectangle};
use crate::model::State;
use core::ops::Deref;
use std::cell::{OnceCell, RefCell};

/// A [`Grid`] with the structures that finders build from it.
#[derive(Debug)]
pub(crate) struct View<'a> {
    grid: Grid<'a>,
    /// The digits to try with single-digit techniques, and the houses to try with techniques of one
    /// or two houses.
    pub(crate) digits: u16,
    pub(crate) houses: u32,
    /// The parts of an earlier state, from which the current ones are updated.
    former: RefCell<Parts>,
    parts: OnceCell<Parts>,
    rectangles: OnceCell<Vec<Rectangle>>,
    almost_locked: OnceCell<Vec<Als>>,
    joined: [OnceCell<Joined>; 2],
    graphs: [OnceCell<Graph>; 3],
    closures: [OnceCell<Closures>; 3],
}

impl<'a> Deref for View<'a> {
    type Target = Grid<'a>;

    #[inline]
    fn deref(&self) -> &Grid<'a> {
        &self.grid
    }
}

impl<'a> View<'a> {
    pub(crate) fn new(state: &'a State) -> Self {
        Self::after(state, Parts::default())
    }

    /// Returns the view of a state, reusing the parts of a similar one.
    pub(crate) fn after(state: &'a State, former: Parts) -> Self {
        let grid = Grid::new(state);
        Self {
            digits: (0..9).filter(|digit| grid.places[*digit] != 0).fold(0, |set, digit| set | 1 << digit),
            grid,
            houses: 0x7ff_ffff,
            former: RefCell::new(former),
            parts: OnceCell::new(),
            rectangles: OnceCell::new(),
            almost_locked: OnceCell::new(),
            joined: Default::default(),
            graphs: Default::default(),
            closures: Default::default(),
        }
    }

    fn parts(&self) -> &Parts {
        self.parts.get_or_init(|| {
            let mut parts = self.former.take();
            parts.update(self);
            parts
        })
    }

    /// Returns the parts, so that the view of a later state can reuse them.
    pub(crate) fn into_parts(self) -> Parts {
        self.parts.into_inner().unwrap_or_else(|| self.former.take())
    }

    /// Returns the rectangles to check for uniqueness patterns.
    pub(crate) fn rectangles(&self) -> &[Rectangle] {
        self.rectangles.get_or_init(|| rectangles::rectangles(self))
    }

    pub(crate) fn almost_locked(&self) -> &[Als] {
        self.almost_locked.get_or_init(|| almost_locked::collect(self, self.parts()))
    }

    /// Returns, for each almost locked set, the sets that share a restricted common digit with it.
    pub(crate) fn joined(&self, overlap: Overlap) -> &Joined {
        self.joined[overlap as usize].get_or_init(|| almost_locked::join(self, self.almost_locked(), overlap))
    }

    pub(crate) fn graph(&self, nodes: Nodes) -> &Graph {
        let sets = || if nodes == Nodes::Sets { self.almost_locked() } else { &[] };
        self.graphs[nodes as usize].get_or_init(|| Graph::new(self, nodes, sets()))
    }

    /// Returns the transitive closure of the implication graph.
    pub(crate) fn closures(&self, nodes: Nodes) -> &Closures {
        self.closures[nodes as usize].get_or_init(|| Closures::new(self, self.graph(nodes)))
    }

    pub(crate) fn set_of(&self, node: usize) -> Option<&Als> {
        if node < links::NODES { None } else { links::set_of(self.almost_locked(), node) }
    }

    pub(crate) fn cells_of(&self, node: usize) -> u128 {
        let sets = if node < links::NODES { &[] } else { self.almost_locked() };
        links::cells_of(self, sets, node)
    }
}
