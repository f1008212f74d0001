//! DRAT proofs (deletion resolution asymmetric tautology): a record of all learned and deleted clauses, for an
//! independent checker.
//!
//! Source: Wetzler, Heule, Hunt, "DRAT-trim: efficient checking and trimming using expressive clausal
//! proofs", SAT 2014.

use crate::literal::Lit;
use alloc::string::String;
use core::fmt::{self, Write};

/// A receiver of the proof steps of a search.
///
/// Each added clause follows by unit propagation from the clauses of the problem, the constraints of the
/// propagator, and earlier steps that have not been deleted. There is one exception:
/// [`Solver::exclude_model`](crate::Solver::exclude_model) adds a clause that the problem does not imply.
///
/// Clauses from [`Solver::add_clause`](crate::Solver::add_clause) are part of the problem and are not steps. If
/// the solver shortens such a clause, the shortened form is a step.
pub trait Proof {
    /// Receives a learned or shortened clause. The empty clause ends a refutation.
    fn add(&mut self, clause: &[Lit]);
    /// Receives a clause that is no longer used. The literals may be in a different order than when the clause
    /// was added.
    fn delete(&mut self, clause: &[Lit]);
}

/// Discards the proof.
impl Proof for () {
    fn add(&mut self, _: &[Lit]) {}
    fn delete(&mut self, _: &[Lit]) {}
}

/// A proof in the DRAT text format, with one step per line. Each line, including its line end, is passed to a
/// function.
#[derive(Clone, Debug)]
pub struct DratText<W> {
    line: String,
    write: W,
}

impl<W: FnMut(&str)> DratText<W> {
    /// Returns a proof that passes every line to `write`.
    pub const fn new(write: W) -> Self {
        Self { line: String::new(), write }
    }

    /// Appends a clause to the current line, passes the line to the function, and clears it.
    fn write(&mut self, clause: &[Lit]) {
        // Writing to a string cannot fail.
        let _ = write_clause(&mut self.line, clause.iter().map(|lit| lit.to_dimacs()));
        (self.write)(&self.line);
        self.line.clear();
    }
}

impl<W: FnMut(&str)> Proof for DratText<W> {
    fn add(&mut self, clause: &[Lit]) {
        self.write(clause);
    }

    fn delete(&mut self, clause: &[Lit]) {
        self.line.push_str("d ");
        self.write(clause);
    }
}

/// Writes a clause in the notation of DIMACS and DRAT: its numbers, then 0 and a line end. For example, the
/// numbers 3 and -1 are written as `3 -1 0`.
///
/// # Errors
///
/// Returns the error of `out`.
pub fn write_clause(out: &mut impl Write, clause: impl IntoIterator<Item = i32>) -> fmt::Result {
    for number in clause {
        write!(out, "{number} ")?;
    }
    out.write_str("0\n")
}
