//! DRAT proofs: each clause learned and each clause forgotten, for a checker from outside.
//!
//! Source: Wetzler, Heule, Hunt, "DRAT-trim: efficient checking and trimming using expressive clausal proofs", SAT 2014.

use crate::literal::Lit;
use alloc::string::String;
use core::fmt::{self, Write};

/// Receives the steps of a search.
///
/// Each clause added follows by unit propagation from the clauses of the problem, the rules of the propagator and the
/// clauses added before and not deleted. There are two exceptions, both asked for by the caller: clauses from
/// [`Solver::add_clause`](crate::Solver::add_clause) are part of the problem and are not steps, and
/// [`Solver::exclude_model`](crate::Solver::exclude_model) adds a clause that the problem does not entail.
pub trait Proof {
    /// A clause was learned. The empty clause ends a refutation.
    fn add(&mut self, clause: &[Lit]);
    /// A clause is not used any more. Its literals may come in another order than before.
    fn delete(&mut self, clause: &[Lit]);
}

/// No proof.
impl Proof for () {
    fn add(&mut self, _: &[Lit]) {}
    fn delete(&mut self, _: &[Lit]) {}
}

/// A proof in the text format, one step a line, each given to a function with its line end.
#[derive(Clone, Debug)]
pub struct DratText<W> {
    line: String,
    write: W,
}

impl<W: FnMut(&str)> DratText<W> {
    /// Hands every line to `write`.
    pub const fn new(write: W) -> Self {
        Self { line: String::new(), write }
    }

    fn write(&mut self, clause: &[Lit]) {
        // A string takes everything.
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

/// Writes a clause as DIMACS and DRAT do: its numbers, 0 and a line end.
///
/// # Errors
/// What writing gives.
pub fn write_clause(out: &mut impl Write, clause: impl IntoIterator<Item = i32>) -> fmt::Result {
    for number in clause {
        write!(out, "{number} ")?;
    }
    out.write_str("0\n")
}
