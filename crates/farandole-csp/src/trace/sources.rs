//! Finds the sources of a step: constraints, houses and derived sums.

use crate::compile::{self, Provenance};
use crate::propagation::observer::Cause;
use crate::propagators::AnyPropagator;
use crate::propagators::propagator::Propagator;
use crate::trace::{TraceKind, TraceSource, TraceStep, VariantTracer};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Constraint, Semantics};
use farandole_puzzle::variant::{House, HouseOrigin};

impl TraceStep<'_> {
    /// Returns the sources of the step, without duplicates. These are constraints, houses or a
    /// derived sum. The list is empty for guesses and solutions, and if no single constraint explains
    /// why two cells differ.
    ///
    /// Cost: for a placed value, one pass over the houses and the pairs of all constraints for each
    /// cell that loses the value.
    pub fn sources(&self) -> Vec<TraceSource> {
        let tracer = self.tracer;
        // If a house has no cell left for a value, the house is the source, even if a propagator or a
        // fixed cell revealed the contradiction.
        if matches!(self.kind, TraceKind::Contradiction { value: Some(_) }) {
            return tracer
                .without_place(self.all)
                .map_or_else(Vec::new, |(propagator, _)| tracer.houses_of(propagator));
        }
        match (self.kind, self.cause) {
            (TraceKind::Contradiction { .. } | TraceKind::Removed, Some(Cause::Propagator(propagator))) => {
                tracer.of_propagator(propagator as usize)
            }
            (TraceKind::Contradiction { .. } | TraceKind::Removed, Some(Cause::House(house))) => tracer
                .house_propagator(house)
                .map_or_else(Vec::new, |propagator| tracer.houses_of(propagator)),
            (TraceKind::Placed { cell, value }, _) => {
                let place = value - tracer.traced.network.low;
                let others = self.removed.iter().map(|(other, _)| *other);
                tracer.of_pairs(cell as u16, others.collect(), 1 << place)
            }
            (TraceKind::Contradiction { .. }, Some(Cause::Fixed(cell, value))) => {
                let others = tracer.traced.network.peers.of(cell).map(usize::from);
                // One pair is enough to explain the contradiction.
                let others = others.filter(|other| self.all[*other] == value).take(1);
                tracer.of_pairs(cell, others.collect(), value)
            }
            _ => Vec::new(),
        }
    }
}

impl VariantTracer {
    /// Returns the hidden-single propagator of a full house, by its index among these propagators.
    fn house_propagator(&self, house: u16) -> Option<&AnyPropagator> {
        self.traced
            .propagators()
            .iter()
            .filter(|propagator| matches!(propagator, AnyPropagator::HiddenSingle(_)))
            .nth(usize::from(house))
    }

    /// Returns the propagator of a house that must hold a value for which no cell is left, and the
    /// mask of that value.
    pub(super) fn without_place(&self, masks: &[u16]) -> Option<(&AnyPropagator, u16)> {
        self.traced.propagators().iter().find_map(|propagator| {
            let AnyPropagator::HiddenSingle(house) = propagator else { return None };
            let left = propagator.cells().iter().fold(0, |left, &cell| left | masks[usize::from(cell)]);
            let missing = house.values() & !left;
            (missing != 0).then(|| (propagator, missing & missing.wrapping_neg()))
        })
    }

    /// Returns the source that represents a house.
    fn of_house(&self, house: &House) -> Option<TraceSource> {
        match house.origin {
            HouseOrigin::Line(line) => Some(TraceSource::Line(line)),
            HouseOrigin::Box(number) => Some(TraceSource::Box(number)),
            HouseOrigin::Constraint(at) => self.origins[at as usize].map(TraceSource::Constraint),
        }
    }

    /// Returns the houses whose cells are all among those of a propagator.
    fn houses_of(&self, propagator: &AnyPropagator) -> Vec<TraceSource> {
        let inside = |house: &&House| {
            house.cells.iter().all(|cell| propagator.cells().contains(&(cell.index() as u16)))
        };
        distinct(self.single.houses().iter().filter(inside).filter_map(|house| self.of_house(house)))
    }

    /// Returns the sources of the first two houses whose symmetric difference is the set of cells of
    /// a propagator. For example, row 1 and box 1 differ in six cells of the row and six of the box.
    fn pair_of(&self, propagator: &AnyPropagator) -> Vec<TraceSource> {
        let houses = self.single.houses();
        let odd = |one: &House, other: &House| {
            let mut odd: Vec<u16> = Vec::new();
            for (cells, others) in [(&one.cells, &other.cells), (&other.cells, &one.cells)] {
                odd.extend(
                    cells.iter().filter(|cell| !others.contains(cell)).map(|cell| cell.index() as u16),
                );
            }
            // Neither list has duplicates, so equal length and inclusion imply equal sets.
            odd.len() == propagator.cells().len() && odd.iter().all(|cell| propagator.cells().contains(cell))
        };
        let mut pairs =
            houses.iter().enumerate().flat_map(|(at, one)| houses[..at].iter().map(move |it| (it, one)));
        let pair = pairs.find(|(one, other)| odd(one, other));
        distinct(pair.into_iter().flat_map(|(one, other)| [one, other]).filter_map(|it| self.of_house(it)))
    }

    fn of_propagator(&self, propagator: usize) -> Vec<TraceSource> {
        match &self.traced.provenance[propagator] {
            Provenance::Constraints(places) => {
                distinct(places.iter().filter_map(|at| self.origins[*at]).map(TraceSource::Constraint))
            }
            Provenance::Sum(sum) => {
                let terms = sum.terms.iter().map(|&(cell, weight)| (cell.into(), weight)).collect();
                vec![TraceSource::Sum(terms, sum.target)]
            }
            Provenance::Houses => match &self.traced.propagators()[propagator] {
                propagator @ AnyPropagator::EqualSets(_) => self.pair_of(propagator),
                propagator => self.houses_of(propagator),
            },
        }
    }

    /// Returns the sources that prevent a cell from sharing a value with other cells. The value is given
    /// as a one-bit mask.
    fn of_pairs(&self, cell: u16, others: Vec<usize>, value: u16) -> Vec<TraceSource> {
        distinct(others.into_iter().flat_map(|other| self.of_pair(cell.into(), other, value)))
    }

    fn of_pair(&self, one: usize, other: usize, value: u16) -> Vec<TraceSource> {
        let has = |house: &House, cell: usize| house.cells.iter().any(|it| it.index() == cell);
        let house = self.single.houses().iter().find(|house| has(house, one) && has(house, other));
        // A house is the simplest explanation, so it is preferred.
        if let Some(source) = house.and_then(|house| self.of_house(house)) {
            return vec![source];
        }
        let constraints = self.single.constraints();
        let is_pair =
            |a: &Cell, b: &Cell| [(a.index(), b.index()), (b.index(), a.index())].contains(&(one, other));
        let separates = |part: &Semantics| match part {
            Semantics::AllDifferent(cells) => {
                [one, other].iter().all(|cell| cells.iter().any(|listed| listed.index() == *cell))
            }
            Semantics::Related(related, relation) => {
                relation.unequal().is_some_and(|mask| mask & value != 0)
                    && related.pairs().iter().any(|(a, b)| is_pair(a, b))
            }
            _ => false,
        };
        let sees = |at: usize| self.meanings[at].parts().into_iter().any(separates);
        // Some constraints make cells differ only in the network. For example, equal cells of a
        // palindrome get the same peers.
        let tells = |at: usize| {
            let has = |cells: &[u16]| [one, other].iter().all(|cell| cells.contains(&(*cell as u16)));
            self.traced.differing.iter().any(|(cells, says)| *says == at && has(cells))
        };
        let equals = |it: &Constraint| compile::says_equal(it, [one, other]);
        let of = |says: &dyn Fn(usize, &Constraint) -> bool| -> Vec<TraceSource> {
            let places = (0..).zip(constraints).filter(|(at, it)| says(*at, it));
            places.filter_map(|(at, _)| self.origins[at].map(TraceSource::Constraint)).collect()
        };
        let mut sources = of(&|at, _| tells(at) || sees(at));
        // Several constraints may separate the pair; one is enough for an explanation.
        sources.truncate(1);
        if sources.is_empty() { of(&|_, it| equals(it)) } else { sources }
    }
}

/// Removes duplicates and keeps the order.
fn distinct(sources: impl Iterator<Item = TraceSource>) -> Vec<TraceSource> {
    let mut list: Vec<TraceSource> = Vec::new();
    sources.for_each(|source| {
        if !list.contains(&source) {
            list.push(source);
        }
    });
    list
}
