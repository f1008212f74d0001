//! Uniqueness queries: tests whether some of the clues leave only the intended solution. Other
//! solutions are stored with the clues that they violate, because they often answer the next query
//! without a search.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

use farandole_puzzle::board::{Board, Group};
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::variant::Variant;
use farandole_solve::{Config, End, PuzzleSolver};

/// Maximum number of other solutions stored. With more, checking them takes more time than it
/// saves.
const KEPT: usize = 64;

/// The puzzle whose clues are chosen, with its intended solution.
#[derive(Clone, Debug)]
pub(super) struct Uniqueness<'a> {
    board: Arc<Board>,
    groups: Vec<Group>,
    /// Constraints that are always present.
    fixed: Vec<Constraint>,
    /// Clues that may be present. All of them hold in the solution.
    clues: Vec<Constraint>,
    solution: &'a [u8],
    budget: u64,
    stop: &'a AtomicBool,
    /// Other solutions of the fixed constraints, with the indices of the clues that they violate.
    kept: Vec<OtherSolution>,
    /// Number of search nodes of all searches.
    pub(super) nodes: u64,
}

/// A solution other than the intended one.
#[derive(Clone, Debug)]
pub(super) struct OtherSolution {
    /// The values of all cells.
    pub(super) values: Vec<u8>,
    /// The indices in [`Uniqueness::clues`] of the clues that the solution violates.
    pub(super) violated: Vec<usize>,
}

/// The answer to a query for another solution.
#[derive(Debug)]
pub(super) enum Found {
    /// The solution is the only one.
    None,
    /// There is another solution.
    Other(OtherSolution),
    /// The search exceeded its budget or was cancelled.
    Unknown,
}

impl<'a> Uniqueness<'a> {
    pub(super) fn new(base: &Variant, solution: &'a [u8], budget: u64, stop: &'a AtomicBool) -> Self {
        Self {
            board: Arc::clone(base.board()),
            groups: base.stated_groups(),
            fixed: base.constraints().to_vec(),
            clues: Vec::new(),
            solution,
            budget,
            stop,
            kept: Vec::new(),
            nodes: 0,
        }
    }

    /// Sets the budget of later searches.
    pub(super) const fn set_budget(&mut self, budget: u64) {
        self.budget = budget;
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(super) fn clues(&self) -> &[Constraint] {
        &self.clues
    }

    /// Adds a clue.
    pub(super) fn add(&mut self, clue: Constraint) {
        let index = self.clues.len();
        for other in &mut self.kept {
            if clue.check(&self.board, &other.values).is_err() {
                other.violated.push(index);
            }
        }
        self.clues.push(clue);
    }

    /// Returns the puzzle with the fixed constraints and the clues that are present.
    pub(super) fn variant(&self, present: &[bool]) -> Option<Variant> {
        let clues = self.clues.iter().zip(present).filter(|(_, is_present)| **is_present);
        let constraints = self.fixed.iter().cloned().chain(clues.map(|(clue, _)| clue.clone()));
        Variant::new(self.board.shape(), self.groups.clone(), constraints.collect()).ok()
    }

    /// Returns the clues violated by each of up to `limit` other solutions, and true if these are
    /// all solutions.
    pub(super) fn violated_by_others(&mut self, present: &[bool], limit: u64) -> (Vec<Vec<usize>>, bool) {
        let mut all = Vec::new();
        let solver = self.variant(present).and_then(|variant| PuzzleSolver::new(&variant).ok());
        let Some(solver) = solver else { return (all, false) };
        let config = Config { limit, budget: self.budget, cancel: Some(self.stop), ..Config::default() };
        let report = solver.run(&config, &mut |values| {
            if values != self.solution {
                let is_violated = |clue: &Constraint| clue.check(&self.board, values).is_err();
                all.push((0..self.clues.len()).filter(|at| is_violated(&self.clues[*at])).collect());
            }
            ControlFlow::Continue(())
        });
        let Ok(report) = report else { return (all, false) };
        self.nodes += report.counters.nodes;
        (all, report.end == End::Exhausted)
    }

    /// Searches for a solution other than the intended one.
    pub(super) fn other(&mut self, present: &[bool]) -> Found {
        let is_allowed = |other: &&OtherSolution| other.violated.iter().all(|clue| !present[*clue]);
        if let Some(other) = self.kept.iter().find(is_allowed) {
            return Found::Other(other.clone());
        }
        let Some(variant) = self.variant(present) else { return Found::Unknown };
        let Ok(solver) = PuzzleSolver::new(&variant) else { return Found::Unknown };
        let config = Config { limit: 2, budget: self.budget, cancel: Some(self.stop), ..Config::default() };
        let mut other = None;
        let report = solver.run(&config, &mut |values| {
            if values == self.solution {
                return ControlFlow::Continue(());
            }
            other = Some(values.to_vec());
            ControlFlow::Break(())
        });
        let Ok(report) = report else { return Found::Unknown };
        self.nodes += report.counters.nodes;
        match (other, report.end) {
            (Some(values), _) => {
                let is_violated = |clue: &Constraint| clue.check(&self.board, &values).is_err();
                let all = self.clues.iter().enumerate();
                let violated = all.filter(|(_, clue)| is_violated(clue)).map(|(index, _)| index).collect();
                let other = OtherSolution { values, violated };
                if self.kept.len() == KEPT {
                    self.kept.remove(0);
                }
                self.kept.push(other.clone());
                Found::Other(other)
            }
            (None, End::Exhausted) => Found::None,
            (None, _) => Found::Unknown,
        }
    }
}
