//! The conditions that arguments may use: the meanings of the constraints of a step, and its houses.

use super::view::once;
use crate::variant::equal::{Difference, difference};
use crate::variant::facts::{Part, compile};
use crate::variant::state::State;
use crate::variant::step::{Deduction, Technique};
use crate::variant::sums::remainder;
use core::cell::OnceCell;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Semantics;
use farandole_puzzle::variant::House;

/// Maximum number of cells of a condition inside a house that are seen as a group.
pub(super) const GROUP: usize = 5;

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
    /// The constraint whose automata tell the values of groups of cells of a house, if nothing else does.
    pub(super) automata: Automata,
    /// If the cells hold different values: those that are open, and how other conditions restrict them.
    pub(super) distinct: Distinct,
}

/// The automata of a constraint, compiled when they are first needed.
#[derive(Default)]
pub(super) struct Automata {
    number: Option<usize>,
    parts: OnceCell<Vec<Part>>,
}

impl Automata {
    pub(super) fn parts(&self, state: &State) -> &[Part] {
        let compiled = |number: usize| compile(state, &state.variant().constraints()[number]);
        self.parts.get_or_init(|| self.number.map(compiled).unwrap_or_default())
    }
}

/// Cells that hold different values.
#[derive(Default)]
pub(super) struct Distinct {
    /// The cells without those of a house that are placed, which the others see.
    pub(super) open: Vec<Cell>,
    /// The groups of these cells that the other conditions relate.
    pub(super) shared: Vec<Shared>,
}

/// The cells of a condition that are among those of another one, which hold different values.
pub(super) struct Shared {
    /// The index of the condition.
    pub(super) condition: usize,
    pub(super) inside: Vec<Cell>,
    /// The other cells of the condition.
    pub(super) outside: Vec<Cell>,
}

impl Condition {
    fn new(source: Source, meaning: Semantics, is_full: bool) -> Self {
        let cells = once(meaning.cells());
        Self { source, meaning, cells, is_full, automata: Automata::default(), distinct: Distinct::default() }
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
    let mut found = apart(state, step);
    for at in 0..found.len() {
        if matches!(found[at].meaning, Semantics::AllDifferent(_)) {
            found[at].distinct = distinct(state, &found, at);
        }
    }
    found
}

/// Returns the conditions of a step, without the cells that they share.
fn apart(state: &State, step: &Deduction) -> Vec<Condition> {
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
            condition.automata.number = Some(*number);
        }
    }
    for number in &houses {
        let house = &variant.houses()[*number];
        let meaning = Semantics::AllDifferent(house.cells.clone());
        found.push(Condition::new(Source::House(*number), meaning, variant.is_full(house)));
    }
    found
}

/// Returns the cells of a condition that hold different values, with the groups that the others relate.
fn distinct(state: &State, conditions: &[Condition], at: usize) -> Distinct {
    let is_house = matches!(conditions[at].source, Source::House(_));
    let is_open = |cell: &&Cell| !is_house || !state.is_placed(**cell);
    let open: Vec<Cell> = conditions[at].cells.iter().filter(is_open).copied().collect();
    let mut shared = Vec::new();
    for (number, condition) in conditions.iter().enumerate() {
        match (&condition.meaning, condition.source) {
            (Semantics::Related(related, _), Source::Constraint(_)) => {
                let pairs =
                    related.pairs().into_iter().filter(|(one, two)| open.contains(one) && open.contains(two));
                let of_pair = |(one, two)| (vec![one, two], Vec::new());
                shared.extend(pairs.map(of_pair).map(|it| (number, it)));
            }
            (
                Semantics::ValueSets { .. } | Semantics::Count { .. } | Semantics::Sum { .. },
                Source::Constraint(_),
            ) => {
                let parts: (Vec<Cell>, Vec<Cell>) = condition.cells.iter().partition(|it| open.contains(it));
                shared.extend((2..=GROUP).contains(&parts.0.len()).then_some((number, parts)));
            }
            _ => {}
        }
    }
    let shared =
        shared.into_iter().map(|(condition, (inside, outside))| Shared { condition, inside, outside });
    Distinct { shared: shared.collect(), open }
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
