//! Runs the learning search and writes its refutation. Each reason from a propagator is derived
//! from the formula before the learned clause that depends on it.
//!
//! The method performs badly if reasons are long. Each reason is deleted after the learned clause that uses
//! it, and proved again for the next clause that uses it.

use super::formula::{Formula, Literal};
use super::prover::Prover;
use crate::End;
use crate::learning::lazy_clauses::{LazyClauses, Note};
use crate::learning::literal::{candidate, is};
use crate::network::Network;
use crate::propagators::propagator::Propagator;
use core::ops::ControlFlow;
use farandole_cdcl::{Event, Lit, Proof, Solver};
use farandole_search::SearchContext;
use std::collections::HashMap;

/// The reason why there is no refutation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// There is a solution.
    Model,
    /// The run was stopped.
    End(End),
    /// A reason of the propagator of these cells does not follow from the formula, or its proof is
    /// too long.
    Gap(Vec<u16>),
}

/// Writes a proof that the network has no solution except the known one, in terms of the formula.
/// The network and the formula have the same cells.
pub(crate) fn refute(
    network: &Network,
    formula: &Formula,
    known: Option<&[u8]>,
    run: &mut SearchContext<'_>,
    write: &mut dyn FnMut(&str),
) -> Result<(), Stop> {
    let filters = LazyClauses::new(network).with_notes();
    let variables = filters.variable_count();
    let mut solver = Solver::new(filters);
    solver.reset(&(), variables, &crate::learning::config(run.config.memory));
    let mut record = Record {
        network,
        formula,
        prover: Prover::new(formula, write),
        numbers: HashMap::new(),
        steps: Vec::new(),
        roots: 0,
    };
    // Steps are collected during an event and written after the reasons of the event, because a learned
    // clause follows only from these reasons.
    let mut steps = Steps(Vec::new());
    if let Some(values) = known {
        let excluded = (0_u16..).zip(values).map(|(cell, value)| !is(cell, u32::from(value - network.low)));
        // The formula also excludes the known solution, so the clause needs no derivation.
        solver.add_clause(&(), &excluded.collect::<Vec<_>>(), &mut steps);
    }
    loop {
        let event = solver.advance(&(), &mut steps);
        record.steps.append(&mut steps.0);
        record.enter(event, &solver)?;
        let go_on = match event {
            Event::Conflict => {
                run.dead_end();
                run.poll()
            }
            Event::Decision => {
                run.guess(true);
                run.open_node()
            }
            // The lines written so far are not a proof, which the result reports to callers.
            Event::Model => return Err(Stop::Model),
            Event::Inconsistent => {
                record.prover.end();
                return Ok(());
            }
        };
        if let ControlFlow::Break(end) = go_on {
            return Err(Stop::End(end));
        }
    }
}

/// The addition or deletion of a learned clause.
enum Step {
    Add(Vec<Lit>),
    Delete(Vec<Lit>),
}

/// The steps of the solver that are not yet in the proof.
struct Steps(Vec<Step>);

impl Proof for Steps {
    fn add(&mut self, clause: &[Lit]) {
        self.0.push(Step::Add(clause.to_vec()));
    }

    fn delete(&mut self, clause: &[Lit]) {
        self.0.push(Step::Delete(clause.to_vec()));
    }
}

/// The state of a proof that is being written.
struct Record<'a> {
    network: &'a Network,
    formula: &'a Formula,
    prover: Prover<'a>,
    /// For each learned clause, as sorted literals, its numbers in the proof.
    // The solver deletes clauses by their literals, in any order, but the checker by number. If a clause was
    // learned several times, it has several numbers.
    numbers: HashMap<Vec<Literal>, Vec<u64>>,
    steps: Vec<Step>,
    /// Number of literals of level 0 that are in the proof.
    roots: usize,
}

impl Record<'_> {
    /// Writes the results of an event: literals of level 0, reasons of propagators, and learned
    /// clauses.
    fn enter(&mut self, event: Event, solver: &Solver<LazyClauses<'_>>) -> Result<(), Stop> {
        let notes = solver.propagator().take_notes();
        // A conflict may have produced a literal of level 0. It is written after the next event,
        // when all its consequences are known.
        if event != Event::Conflict {
            self.enter_roots(&notes, solver)?;
        }
        let mut derived = Vec::new();
        let mut known: Vec<&Note> = Vec::new();
        for note in &notes {
            if !known.contains(&note) && !self.is_root(note, solver) {
                derived.push(self.derive(note)?);
                known.push(note);
            }
        }
        for step in core::mem::take(&mut self.steps) {
            match step {
                Step::Add(clause) => {
                    let clause = self.clause(&clause);
                    let id = self.prover.learned(&clause);
                    self.numbers.entry(sorted(clause)).or_default().push(id);
                }
                Step::Delete(clause) => {
                    let clause = sorted(self.clause(&clause));
                    let id = self.numbers.get_mut(&clause).and_then(Vec::pop);
                    self.prover.delete(id.as_slice());
                }
            }
        }
        // A reason is needed only for the clause learned from it. If it were kept, it would slow down every later
        // check.
        self.prover.delete(&derived);
        Ok(())
    }

    /// Writes the new literals of level 0 in order, and derives those that come from propagators.
    fn enter_roots(&mut self, notes: &[Note], solver: &Solver<LazyClauses<'_>>) -> Result<(), Stop> {
        let (trail, count) = (solver.trail(), u32::from(self.formula.count()));
        let roots = trail.literals().iter().skip(self.roots).take_while(|lit| trail.level_of(**lit) == 0);
        for lit in roots {
            self.roots += 1;
            // The search has 16 variables per cell. Those beyond the values of the board are not in the formula.
            if candidate(*lit).1.trailing_zeros() >= count {
                continue;
            }
            // A literal of level 0 that comes from a propagator needs a derivation. If it comes from clauses, the
            // checker derives it by propagation.
            if let Some(note) = notes.iter().find(|note| note.clause == [*lit]) {
                self.derive(note)?;
            } else {
                let clause = [self.literal(*lit)];
                self.prover.learned(&clause);
            }
            self.prover.hold(self.literal(*lit));
        }
        Ok(())
    }

    /// Returns true if the note is about a literal of level 0 that is in the proof.
    fn is_root(&self, note: &Note, solver: &Solver<LazyClauses<'_>>) -> bool {
        matches!(note.clause[..], [lit] if solver.trail().literals()[..self.roots].contains(&lit))
    }

    fn derive(&mut self, note: &Note) -> Result<u64, Stop> {
        let cells = self.network.propagators[note.propagator as usize].cells();
        let clause = self.clause(&note.clause);
        self.prover.derive(&clause, cells).map_err(|_| Stop::Gap(cells.to_vec()))
    }

    fn clause(&self, clause: &[Lit]) -> Vec<Literal> {
        clause.iter().map(|lit| self.literal(*lit)).collect()
    }

    fn literal(&self, lit: Lit) -> Literal {
        let (cell, value) = candidate(lit);
        let variable = self.formula.at(cell, value.trailing_zeros() as u8);
        if lit.is_negative() { -variable } else { variable }
    }
}

fn sorted(mut clause: Vec<Literal>) -> Vec<Literal> {
    clause.sort_unstable();
    clause
}
