//! Writes refutations of pseudo-Boolean formulas in the VeriPB format, version 3.0. All steps use
//! reverse unit propagation.
//!
//! A reason from a propagator is a clause about the propagator's cells. If the clause does not
//! follow by unit propagation, the prover branches on the values of these cells. It writes a clause
//! for each branch, and the reason follows from these clauses. This proves every reason of a
//! propagator if unit propagation detects every violation once all cells of the propagator have
//! values.
//!
//! The prover performs badly if a propagator reads many cells, such as distinct cells with a sum.
//! Branching then visits many combinations of their values, and a proof can have millions of lines.
//!
//! Source: Gocht, McCreesh, Nordström, "An auditable constraint programming solver", CP 2022, for
//! proofs of inferences in terms of a pseudo-Boolean formula; Goldberg, Novikov, "Verification of
//! proofs of unsatisfiability for CNF formulas", DATE 2003, for reverse unit propagation.

use super::formula::{Formula, Literal, Relation, Row};
use core::fmt::Write;

/// The reason why a clause has no proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gap {
    /// The formula allows values of the cells that the clause forbids.
    NotImplied,
    /// Branching takes too many steps.
    TooLong,
}

/// Maximum number of branching steps for one clause. Of the 59 puzzles in
/// `testdata/variants/iss.tsv`, three have a reason that needs more
/// (docs/experiments/2026-11-22-variant-proofs.md).
const MOST_STEPS: u32 = 20_000;

/// A refutation in progress. Rows are numbered from 1, and an equation is two rows.
pub(crate) struct Prover<'a> {
    formula: &'a Formula,
    write: &'a mut dyn FnMut(&str),
    line: String,
    /// The terms of all rows, with positive weights. `first` contains the index of the first term of
    /// each row, and one more entry at the end.
    terms: Vec<(i64, Literal)>,
    first: Vec<usize>,
    /// For each row, the total weight of its literals that are not false, minus its bound. `heaviest`
    /// contains the greatest weight of each row.
    // The slack is updated when a literal becomes false, so that no row must be added up again.
    slack: Vec<i64>,
    heaviest: Vec<i64>,
    /// For each literal, the rows that contain it, with its weight.
    rows_of: Vec<Vec<(u32, i64)>>,
    /// For each literal, 1 if it is true, -1 if it is false, and 0 if it is unassigned.
    values: Vec<i8>,
    trail: Vec<Literal>,
    head: usize,
    /// True if unit propagation on the formula and the known literals leads to a conflict.
    refuted: bool,
    last_id: u64,
    /// The numbers of the clauses written while branching for the current clause.
    steps: Vec<u64>,
    left: u32,
}

const fn at(lit: Literal) -> usize {
    // A literal and its negation have adjacent entries. The first two entries are unused, since variables
    // start at 1.
    2 * lit.unsigned_abs() as usize + (lit < 0) as usize
}

impl<'a> Prover<'a> {
    /// Starts the refutation of a formula, and writes the header of the proof.
    pub(crate) fn new(formula: &'a Formula, write: &'a mut dyn FnMut(&str)) -> Self {
        let literals = 2 * formula.variable_count() + 2;
        let mut prover = Self {
            formula,
            write,
            line: String::new(),
            terms: Vec::new(),
            first: vec![0],
            slack: Vec::new(),
            heaviest: Vec::new(),
            rows_of: vec![Vec::new(); literals],
            values: vec![0; literals],
            trail: Vec::new(),
            head: 0,
            refuted: false,
            last_id: 0,
            steps: Vec::new(),
            left: 0,
        };
        for row in formula.rows() {
            prover.add(row, 1);
            // For the checker, an equation is two numbered inequalities, "at least" first. The numbers here
            // must agree.
            if row.relation == Relation::Equal {
                prover.add(row, -1);
            }
        }
        prover.last_id = prover.slack.len() as u64;
        (prover.write)("pseudo-Boolean proof version 3.0\n");
        // The checker compares the number of rows, so it rejects a proof for another formula early.
        (prover.write)(&format!("f {};\n", prover.last_id));
        // Rows that imply literals without any assumption are propagated now. Later calls visit only the rows
        // of new literals.
        prover.refuted = !((0..prover.slack.len()).all(|row| prover.conclude(row)) && prover.propagate());
        prover
    }

    /// Adds a row, or its negation if `sign` is -1.
    fn add(&mut self, row: &Row, sign: i64) {
        let (number, mut slack, mut heaviest) = (self.slack.len() as u32, -sign * row.bound, 0);
        for &(weight, variable) in &row.terms {
            let weight = weight * sign;
            let lit = if weight < 0 { -variable } else { variable };
            slack += weight.max(0);
            heaviest = heaviest.max(weight.abs());
            self.rows_of[at(lit)].push((number, weight.abs()));
            self.terms.push((weight.abs(), lit));
        }
        self.first.push(self.terms.len());
        self.slack.push(slack);
        self.heaviest.push(heaviest);
    }

    /// Adds a literal that is permanently true.
    pub(crate) fn hold(&mut self, lit: Literal) {
        self.refuted = self.refuted || !(self.set(lit) && self.propagate());
    }

    /// Writes a clause that follows from the clauses known to the checker. Returns its number.
    pub(crate) fn learned(&mut self, clause: &[Literal]) -> u64 {
        self.step(clause)
    }

    /// Writes a clause that follows from the formula, the known literals and the constraint of one
    /// propagator on the given cells. Returns its number.
    ///
    /// # Errors
    /// Returns an error if the clause does not follow, or if its proof takes too many steps.
    pub(crate) fn derive(&mut self, clause: &[Literal], cells: &[u16]) -> Result<u64, Gap> {
        let kept = self.trail.len();
        if !self.refuted {
            // A clause follows if its negation leads to a conflict. The checker does the same for `rup`.
            let open = clause.iter().all(|lit| self.set(-lit)) && self.propagate();
            self.left = MOST_STEPS;
            let split = if open { self.split(&mut clause.to_vec(), cells) } else { Ok(()) };
            self.undo(kept);
            split?;
        }
        let id = self.step(clause);
        let steps = core::mem::take(&mut self.steps);
        // The clauses of the branches are needed for this clause only. Deleting them keeps the checker's unit
        // propagation fast.
        self.delete(&steps);
        Ok(id)
    }

    /// Proves by branching that no values of the cells are possible under the current assumptions.
    /// `path` contains the negations of the assumptions.
    fn split(&mut self, path: &mut Vec<Literal>, cells: &[u16]) -> Result<(), Gap> {
        loop {
            self.left = self.left.checked_sub(1).ok_or(Gap::TooLong)?;
            let lit = self.choice(cells).ok_or(Gap::NotImplied)?;
            let kept = self.trail.len();
            path.push(-lit);
            if self.set(lit) && self.propagate() {
                self.split(path, cells)?;
            }
            self.undo(kept);
            // The clause excludes this branch. The checker derives it from the clauses of deeper branches,
            // which precede it.
            let id = self.step(path);
            self.steps.push(id);
            path.pop();
            // The other branch excludes the value. If it fails by propagation, `path` without this literal
            // follows, and the caller writes it.
            if !(self.set(-lit) && self.propagate()) {
                return Ok(());
            }
        }
    }

    /// Returns an unassigned candidate of the cell with the fewest unassigned candidates, or `None` if
    /// all candidates are assigned.
    fn choice(&self, cells: &[u16]) -> Option<Literal> {
        let open = |cell: u16| {
            self.formula
                .places()
                .map(move |place| self.formula.at(cell, place))
                .filter(|lit| self.values[at(*lit)] == 0)
        };
        let best =
            // The cell with the fewest candidates keeps the tree small. Cells with a value have no open
            // literal and are skipped.
            cells.iter().filter(|cell| open(**cell).next().is_some()).min_by_key(|cell| open(**cell).count());
        best.and_then(|cell| open(*cell).next())
    }

    /// Ends the proof with the empty clause.
    pub(crate) fn end(&mut self) {
        let id = self.step(&[]);
        (self.write)(&format!("output NONE;\nconclusion UNSAT : {id};\nend pseudo-Boolean proof;\n"));
    }

    /// Deletes clauses, by number.
    pub(crate) fn delete(&mut self, ids: &[u64]) {
        // The numbers are split into several lines, so that the length of a line is bounded.
        for ids in ids.chunks(50) {
            self.line.clear();
            self.line.push_str("del id");
            for id in ids {
                // Writing to a string cannot fail.
                let _ = write!(self.line, " {id}");
            }
            self.line.push_str(";\n");
            (self.write)(&self.line);
        }
    }

    fn step(&mut self, clause: &[Literal]) -> u64 {
        self.line.clear();
        self.line.push_str("rup");
        for lit in clause {
            let sign = if *lit < 0 { "~" } else { "" };
            let _ = write!(self.line, " 1 {sign}x{}", lit.unsigned_abs());
        }
        self.line.push_str(" >= 1;\n");
        (self.write)(&self.line);
        self.last_id += 1;
        self.last_id
    }

    /// Makes a literal true. Returns false if it is already false.
    fn set(&mut self, lit: Literal) -> bool {
        if self.values[at(lit)] == 0 {
            self.values[at(lit)] = 1;
            self.values[at(-lit)] = -1;
            self.trail.push(lit);
        }
        self.values[at(lit)] == 1
    }

    /// Makes all literals true that a row implies. Returns false if the row is violated.
    fn conclude(&mut self, row: usize) -> bool {
        let slack = self.slack[row];
        // Usually, no literal is heavy enough to be implied, and the terms need not be visited.
        if slack >= self.heaviest[row] {
            return true;
        }
        for term in self.first[row]..self.first[row + 1] {
            let (weight, lit) = self.terms[term];
            if weight > slack && self.values[at(lit)] == 0 {
                self.set(lit);
            }
        }
        slack >= 0
    }

    /// Runs unit propagation. Returns false if a row is violated.
    fn propagate(&mut self) -> bool {
        while self.head < self.trail.len() {
            let gone = at(-self.trail[self.head]);
            self.head += 1;
            // All slacks are updated first. `undo` restores all slacks of a literal, so a conflict must not
            // interrupt the update.
            for place in 0..self.rows_of[gone].len() {
                let (row, weight) = self.rows_of[gone][place];
                self.slack[row as usize] -= weight;
            }
            for place in 0..self.rows_of[gone].len() {
                if !self.conclude(self.rows_of[gone][place].0 as usize) {
                    return false;
                }
            }
        }
        true
    }

    /// Unassigns all true literals except the first `kept`.
    fn undo(&mut self, kept: usize) {
        for place in (kept..self.trail.len()).rev() {
            let lit = self.trail[place];
            self.values[at(lit)] = 0;
            self.values[at(-lit)] = 0;
            // Literals after the head have not changed any slack yet.
            if place < self.head {
                self.rows_of[at(-lit)].iter().for_each(|&(row, weight)| self.slack[row as usize] += weight);
            }
        }
        self.trail.truncate(kept);
        self.head = self.head.min(kept);
    }
}
