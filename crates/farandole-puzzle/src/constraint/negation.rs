//! Negation: constraints of which at least one does not hold, for example wrong clues.

use super::args::{ArgError, Args};
use super::automaton::{Automaton, Transition};
use super::composite::Part;
use super::error::{ArgumentError, Checked, ConstraintViolation};
use super::expression::{self, Formula};
use super::kind::{Documented, Kind, KindInfo, Origin, Properties, Writer};
use super::reading::Reading;
use super::semantics::{Machine, Semantics, semantics_of};
use super::style::{KindStyle, Styled};
use crate::Cell;
use crate::board::Board;
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The negation of constraints. At least one of them does not hold.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Negation<C> {
    /// The constraints, sorted.
    pub parts: Vec<C>,
}

/// The name of negations in texts.
pub(crate) const NOT: &str = "Not";

impl<C> Documented for Negation<C> {
    const ABOUT: KindInfo = KindInfo {
        name: NOT,
        arguments: "",
        doc: "Not: at least one of the items up to `.End` does not hold.\n\n\
              With one item, the negation is that this clue is wrong. All kinds that are allowed inside `Or` are \
              allowed here. Dots, letters, rules of pairs, and the marks of minima and maxima inside also exempt \
              cells from constraints outside that do not apply to marked cells.\n\n\
              ```text\n\
              .Not .Arrow~R1C1~R1C2~R1C3 .End\n\
              ```",
        origin: Origin::Extension,
        properties: Properties::DEFAULT,
    };
}

impl<C> Styled for Negation<C> {
    const STYLE: KindStyle = KindStyle::new("Not", "not", ".Shape~4x4.Not.Arrow~R1C1~R1C2~R1C3.End");
}

/// Maximum number of assignments to enumerate for the table of a negated constraint. The assignments of five
/// cells with nine values (9^5 = 59,049) are still enumerated.
const MAX_ASSIGNMENTS: usize = 60_000;

fn all_hold<C: Part>(parts: &[C], board: &Board, values: &[u8]) -> bool {
    parts.iter().all(|part| part.check(board, values).is_ok())
}

/// Returns the cells whose values the checks read, or `None` for the whole board.
fn scope<C: Part>(parts: &[C], board: &Board) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    for part in parts {
        cells.extend(part.scope(board)?);
    }
    cells.sort_unstable();
    cells.dedup();
    Some(cells)
}

/// Returns an automaton that accepts the values of the cells that violate a constraint. Returns
/// `None` if there are too many assignments.
fn table<C: Part>(parts: &[C], cells: &[Cell], board: &Board) -> Option<Automaton> {
    let range = board.values();
    let count = (0..cells.len()).try_fold(1_usize, |all, _| {
        Some(all * usize::from(range.count())).filter(|all| *all <= MAX_ASSIGNMENTS)
    });
    count?;
    let mut table = Table {
        parts,
        board,
        cells,
        values: alloc::vec![range.low(); board.cell_count()],
        layers: alloc::vec![BTreeMap::new(); cells.len() + 1],
        states: 0,
        transitions: Vec::new(),
    };
    let start = table.state(0);
    let accepts = table.layers[cells.len()].values().next().copied();
    let states: Vec<(bool, bool)> =
        (0..table.states).map(|state| (Some(state) == start, Some(state) == accepts)).collect();
    Automaton::new(range.count(), &states, &table.transitions)
}

/// A minimal automaton under construction. Assignments are enumerated depth-first.
struct Table<'a, C> {
    parts: &'a [C],
    board: &'a Board,
    cells: &'a [Cell],
    values: Vec<u8>,
    /// For each number of assigned cells, a map from the successors of a state to the state.
    layers: Vec<BTreeMap<Vec<Option<u16>>, u16>>,
    states: u16,
    transitions: Vec<Transition>,
}

impl<C: Part> Table<'_, C> {
    /// Returns the state after the values of the first `at` cells. Returns `None` if the state
    /// accepts nothing.
    fn state(&mut self, at: usize) -> Option<u16> {
        let range = self.board.values();
        let next: Vec<Option<u16>> = match self.cells.get(at) {
            None if all_hold(self.parts, self.board, &self.values) => return None,
            None => Vec::new(),
            Some(cell) => {
                let mut after = |value| {
                    self.values[cell.index()] = value;
                    self.state(at + 1)
                };
                range.iter().map(&mut after).collect()
            }
        };
        if at < self.cells.len() && next.iter().all(Option::is_none) {
            return None;
        }
        if let Some(known) = self.layers[at].get(&next) {
            return Some(*known);
        }
        let state = self.states;
        self.states += 1;
        let arcs =
            (0..).zip(&next).filter_map(|(symbol, to)| Some(Transition { from: state, symbol, to: (*to)? }));
        self.transitions.extend(arcs);
        self.layers[at].insert(next, state);
        Some(state)
    }
}

impl<C: Part> Kind for Negation<C> {
    const READING: Reading = Reading::Open;

    fn cells(&self, board: &Board) -> Vec<Cell> {
        self.parts.iter().flat_map(|part| part.cells(board)).collect()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        if all_hold(&self.parts, board, values) {
            Err(ConstraintViolation::Not("a violated constraint"))
        } else {
            Ok(())
        }
    }

    fn semantics(&self, board: &Board) -> Semantics {
        if let Some(negated) = self.formula(board) {
            return semantics_of(&negated, &[], board.values());
        }
        let table =
            scope(&self.parts, board).and_then(|cells| Some((table(&self.parts, &cells, board)?, cells)));
        match table {
            Some((automaton, cells)) => {
                let machine = Machine::stored(Arc::new(automaton), cells.len());
                Semantics::Regular { cells, machine }
            }
            None => Semantics::Opaque("the negation of constraints on many cells"),
        }
    }

    fn formula(&self, board: &Board) -> Option<Formula> {
        let parts: Option<Vec<Formula>> = self.parts.iter().map(|part| part.formula(board)).collect();
        Some(expression::not(expression::all(parts?), board.values()))
    }

    fn mark(&self, board: &mut Board) {
        self.parts.iter().for_each(|part| part.mark(board));
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        self.parts.iter_mut().try_for_each(|part| part.normalize(board))?;
        self.parts.sort_unstable();
        self.parts.dedup();
        if self.parts.is_empty() { Err(ArgumentError::Missing("an item that has an effect")) } else { Ok(()) }
    }

    /// Always returns an error, because a negation consists of items, not of arguments.
    fn parse(_args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        Err(ArgumentError::Missing("the items up to `.End`").into())
    }

    fn write(&self, _out: &mut Writer<'_>) {}

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        self.parts.iter_mut().try_for_each(|part| part.shift(to))
    }

    fn weight(&self, board: &Board) -> usize {
        self.parts.iter().map(|part| part.weight(board)).sum()
    }
}
