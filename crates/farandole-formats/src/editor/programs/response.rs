//! The meaning of a program: the constraints that its components add.

use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Automaton, Nfa, Pair, Relation, Transition};
use farandole_puzzle::format::iss;
use serde::Deserialize;
use std::sync::Arc;

/// The components of a program, as constraints.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Meaning {
    forms: Vec<Form>,
    machines: Vec<Tables>,
    /// The number of assignments with which learned automata were compared, or 0 if all were compared.
    pub(crate) sampled: u64,
    /// True if the stored solution violates a component.
    is_refuted: bool,
}

/// An automaton: for each cell a table with a row for each state, which has the next state for each digit, or -1.
type Tables = Vec<Vec<Vec<i32>>>;

/// A constraint. Cells are numbered from 0 row by row.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Form {
    Different { cells: Vec<usize> },
    Sum { sum: i64, cells: Vec<usize> },
    Digits { digits: Vec<u8>, cells: Vec<usize> },
    Pairs { allowed: Vec<(u8, u8)>, cells: (usize, usize) },
    Machine { machine: usize, cells: Vec<usize> },
}

/// The result of a run.
#[derive(Deserialize)]
#[serde(untagged)]
enum Response {
    Done(Meaning),
    Failed { error: String },
}

impl Meaning {
    /// Reads the result of a run, or returns the reason why there is none.
    pub(crate) fn read(response: &str) -> Result<Self, String> {
        match serde_json::from_str(response) {
            Ok(Response::Done(meaning)) if meaning.is_refuted => {
                Err("the stored solution violates it".into())
            }
            Ok(Response::Done(meaning)) => Ok(meaning),
            Ok(Response::Failed { error }) => Err(error),
            Err(_) => Err("its result is not readable".into()),
        }
    }

    /// Returns the constraint text of all components, or `None` if the board does not support one of them. `title` names
    /// the constraints.
    pub(crate) fn text(&self, board: &Board, title: &str) -> Option<String> {
        let at = |index: usize| board.grid().nth(index);
        let all = |cells: &[usize]| cells.iter().map(|cell| at(*cell)).collect::<Option<Vec<Cell>>>();
        let names = |cells: &[Cell]| -> String {
            cells.iter().map(|cell| format!("~{}", board.name(*cell))).collect()
        };
        let machines: Vec<Option<Arc<Automaton>>> =
            self.machines.iter().map(|tables| automaton(tables).map(Arc::new)).collect();
        let mut texts: Vec<String> = Vec::new();
        for form in &self.forms {
            let text = match form {
                Form::Different { cells } if cells.len() < 2 => continue,
                Form::Different { cells } => format!(".AllDifferent{}", names(&all(cells)?)),
                Form::Sum { sum, cells } => format!(".Sum~{sum}{}", names(&all(cells)?)),
                Form::Digits { digits, cells } => {
                    let digits: String = digits.iter().map(|digit| format!("_{digit}")).collect();
                    all(cells)?.iter().map(|cell| format!(".~{}{digits}", board.name(*cell))).collect()
                }
                Form::Pairs { allowed, cells: (one, two) } => {
                    let (one, two) = (at(*one)?, at(*two)?);
                    let holds = |a, b| allowed.contains(&if two < one { (b, a) } else { (a, b) });
                    let relation = Relation::from_fn(board.values(), holds);
                    let cells = vec![one.min(two), one.max(two)];
                    iss::write_constraint(board, &Pair { relation, name: title.into(), cells }.into())
                }
                Form::Machine { machine, cells } => {
                    let automaton = machines.get(*machine)?.clone()?;
                    let nfa = Nfa { automaton, name: title.into(), segments: vec![all(cells)?] };
                    iss::write_constraint(board, &nfa.into())
                }
            };
            texts.push(text);
        }
        texts.sort();
        texts.dedup();
        Some(texts.concat())
    }
}

/// Returns the automaton of the tables, with the states of all cells numbered one after another.
fn automaton(tables: &Tables) -> Option<Automaton> {
    let symbols = u8::try_from(tables.first()?.first()?.len()).ok()?;
    let (mut transitions, mut first) = (Vec::new(), 0_usize);
    for table in tables {
        let next = first + table.len();
        for (state, row) in table.iter().enumerate() {
            for (symbol, to) in (0..symbols).zip(row) {
                let Ok(to) = usize::try_from(*to) else { continue };
                let (from, to) = (u16::try_from(first + state).ok()?, u16::try_from(next + to).ok()?);
                transitions.push(Transition { from, symbol, to });
            }
        }
        first = next;
    }
    // The table of the last cell leads to a single state.
    let states: Vec<(bool, bool)> = (0..=first).map(|state| (state == 0, state == first)).collect();
    Automaton::new(symbols, &states, &transitions)
}
