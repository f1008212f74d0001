//! The conditions that arguments may use: the meanings of the constraints of a step, and its houses.

use super::view::once;
use crate::variant::equal::{Difference, difference};
use crate::variant::facts::{Part, compile};
use crate::variant::state::State;
use crate::variant::step::{Deduction, Technique};
use crate::variant::sums::remainder;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Semantics;
use farandole_puzzle::variant::House;

/// The origin of a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// A constraint, as an index in the variant.
    Constraint(usize),
    /// A house, as an index in the variant.
    House(usize),
    /// The sum or the sets that remain for the houses and constraints of the step together.
    Together,
}

/// A condition on some cells.
pub(super) struct Condition {
    pub(super) source: Source,
    pub(super) meaning: Semantics,
    /// The cells, each once.
    pub(super) cells: Vec<Cell>,
    /// True if the cells hold every value.
    pub(super) is_full: bool,
    /// The automata of the constraint, if groups of cells of a house are only known by them.
    pub(super) automata: Vec<Part>,
}

impl Condition {
    fn new(source: Source, meaning: Semantics, is_full: bool) -> Self {
        let cells = once(meaning.cells());
        Self { source, meaning, cells, is_full, automata: Vec::new() }
    }

    /// Returns true if the sets of values of some of the cells follow from the meaning without an automaton.
    fn lists_sets(&self) -> bool {
        matches!(
            self.meaning,
            Semantics::Related(..)
                | Semantics::ValueSets { .. }
                | Semantics::Count { .. }
                | Semantics::Sum { .. }
                | Semantics::AllDifferent(_)
        )
    }
}

/// Returns the conditions of a step.
pub(super) fn conditions(state: &State, step: &Deduction) -> Vec<Condition> {
    let variant = state.variant();
    let values = usize::from(variant.board().values().count());
    let together = match step.technique {
        Technique::RuleOf45 => remainder(state, step).map(|sum| {
            let terms = sum.terms.iter().map(|(cell, by)| (*cell, *by as i32)).collect();
            Semantics::Sum { terms, total: sum.rest as i32 }
        }),
        Technique::EqualSets => difference(variant, &step.houses).map(|Difference { more, fewer }| {
            if fewer.is_empty() {
                Semantics::AllDifferent(more)
            } else {
                Semantics::SameValues(vec![more, fewer])
            }
        }),
        _ => None,
    };
    if let Some(meaning) = together {
        let is_full = matches!(&meaning, Semantics::AllDifferent(cells) if cells.len() == values);
        return vec![Condition::new(Source::Together, meaning, is_full)];
    }
    let mut found = Vec::new();
    let houses: Vec<usize> = step.houses.iter().copied().chain(house_of_rules(state, step)).collect();
    for number in &step.constraints {
        let constraint = &variant.constraints()[*number];
        let meaning = constraint.semantics(variant.board());
        let parts = meaning.parts().into_iter().filter(|part| !matches!(part, Semantics::Domain { .. }));
        let at = found.len();
        found.extend(parts.map(|part| Condition::new(Source::Constraint(*number), part.clone(), false)));
        if !houses.is_empty()
            && let Some(condition) = found[at..].iter_mut().find(|it| !it.lists_sets())
        {
            condition.automata = compile(state, constraint);
        }
    }
    for number in &houses {
        let house = &variant.houses()[*number];
        let meaning = Semantics::AllDifferent(house.cells.clone());
        found.push(Condition::new(Source::House(*number), meaning, variant.is_full(house)));
    }
    found
}

/// Returns the house that contains all cells of a step by rules for the whole board, which relate its cells.
fn house_of_rules(state: &State, step: &Deduction) -> Option<usize> {
    let variant = state.variant();
    let is_global = |number: &usize| variant.constraints()[*number].scope(variant.board()).is_none();
    if !step.houses.is_empty() || !step.constraints.iter().any(is_global) {
        return None;
    }
    let named = step.cells();
    let contains = |house: &House| variant.is_full(house) && named.iter().all(|it| house.cells.contains(it));
    variant.houses().iter().position(contains)
}
