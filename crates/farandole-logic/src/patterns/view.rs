//! A grid seen digit by digit: what the techniques of HoDoKu's catalogue ask for again and again.

use crate::hodoku::order::Scope;
use crate::hodoku::techniques::als::Sets;
use crate::hodoku::techniques::rectangle::{self, Rectangle};
use crate::model::tables::{CELLS, HOUSE_SETS, bits, cells, count, is_pair};
use crate::model::{Marks, State};
use crate::patterns::links::{Closures, Graph, Nodes};
use std::cell::{OnceCell, RefCell};

/// A state with the sets that many techniques need, made once for each state.
#[derive(Debug)]
pub(crate) struct View<'a> {
    pub(crate) state: &'a State,
    pub(crate) marks: &'a Marks,
    /// The cells that may hold each digit.
    pub(crate) places: [u128; 9],
    /// The cells without a digit.
    pub(crate) open: u128,
    /// The cells with two candidates.
    pub(crate) bivalue: u128,
    /// The digits for which techniques of one digit are to be tried, and the houses for those of one or two houses.
    pub(crate) digits: u16,
    pub(crate) houses: u32,
    former: RefCell<Parts>,
    parts: OnceCell<Parts>,
    rectangles: OnceCell<Vec<Rectangle>>,
    sets: [OnceCell<Sets>; 2],
    graphs: [OnceCell<Graph>; 3],
    closures: [OnceCell<Closures>; 3],
}

/// Open cells of a house, with the digits that they have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub(crate) set: u128,
    pub(crate) digits: u16,
    /// How many cells.
    pub(crate) size: u8,
    /// How many digits more than cells; never below 0 in a grid with a solution.
    pub(crate) surplus: i8,
}

impl Part {
    pub(crate) const NONE: Self = Self { set: 0, digits: 0, size: 0, surplus: 0 };

    /// The part with one more cell.
    pub(crate) const fn with(self, view: &View<'_>, cell: usize) -> Self {
        let (digits, size) = (self.digits | view.marks.cand[cell], self.size + 1);
        Self { set: self.set | 1 << cell, digits, size, surplus: count(digits) as i8 - size as i8 }
    }
}

/// All non-empty parts of each house: each before those that begin with it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    /// For each house the candidates of its cells, and the parts.
    of: [([u16; 9], Vec<Part>); 27],
}

impl Parts {
    /// Brings the houses up to date that have changed.
    fn renew(&mut self, view: &View<'_>) {
        fn grow(view: &View<'_>, from: u128, part: Part, all: &mut Vec<Part>) {
            for cell in cells(from) {
                let larger = part.with(view, cell);
                all.push(larger);
                grow(view, from & (!0 << cell) & !(1 << cell), larger, all);
            }
        }
        for (house, (known, parts)) in self.of.iter_mut().enumerate() {
            let now = CELLS[house].map(|cell| view.marks.cand[cell as usize]);
            if core::mem::replace(known, now) != now {
                parts.clear();
                grow(view, HOUSE_SETS[house] & view.open, Part::NONE, parts);
            }
        }
    }

    /// Those of a house.
    pub(crate) fn of(&self, house: usize) -> &[Part] {
        &self.of[house].1
    }
}

impl<'a> View<'a> {
    pub(crate) fn new(state: &'a State) -> Self {
        Self::after(state, Parts::default())
    }

    /// The view of a state that is much like the one from which the parts come.
    pub(crate) fn after(state: &'a State, former: Parts) -> Self {
        let marks = &state.marks;
        let mut view = Self {
            state,
            marks,
            places: [0; 9],
            open: 0,
            bivalue: 0,
            digits: 0,
            houses: 0x7ff_ffff,
            former: RefCell::new(former),
            parts: OnceCell::new(),
            rectangles: OnceCell::new(),
            sets: Default::default(),
            graphs: Default::default(),
            closures: Default::default(),
        };
        for (cell, mask) in marks.cand.iter().enumerate() {
            view.open |= u128::from(*mask != 0) << cell;
            view.bivalue |= u128::from(is_pair(*mask)) << cell;
            bits(*mask).for_each(|digit| view.places[digit] |= 1 << cell);
            view.digits |= mask;
        }
        view
    }

    /// The parts of the houses.
    pub(crate) fn parts(&self) -> &Parts {
        self.parts.get_or_init(|| {
            let mut parts = self.former.take();
            parts.renew(self);
            parts
        })
    }

    /// The parts, for the view of a later state.
    pub(crate) fn into_parts(self) -> Parts {
        self.parts.into_inner().unwrap_or_else(|| self.former.take())
    }

    /// The rectangles that the tests for uniqueness look at.
    pub(crate) fn rectangles(&self) -> &[Rectangle] {
        self.rectangles.get_or_init(|| rectangle::rectangles(self))
    }

    /// The almost locked sets.
    pub(crate) fn sets(&self, scope: Scope) -> &Sets {
        self.sets[usize::from(scope == Scope::All)].get_or_init(|| Sets::new(self, scope))
    }

    /// The links.
    pub(crate) fn graph(&self, nodes: Nodes) -> &Graph {
        self.graphs[nodes as usize].get_or_init(|| Graph::new(self, nodes))
    }

    /// What follows along the links.
    pub(crate) fn closures(&self, nodes: Nodes) -> &Closures {
        self.closures[nodes as usize].get_or_init(|| Closures::new(self, self.graph(nodes)))
    }
}
