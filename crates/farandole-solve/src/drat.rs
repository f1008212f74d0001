//! Certificates: why there is no solution, or no second one, for a checker from outside.
//!
//! A certificate is a list of clauses in the DRAT format, each of which follows by unit propagation from the formula
//! ([`Encoding`](crate::Encoding)) and the clauses before it; lines with `d` forget one. It ends with the empty
//! clause. For "exactly one solution" the formula is the one that excludes that solution.
//!
//! Whatever engine gave the answer, the certificate comes from the learning search, run for the purpose, without
//! segments and without fixing the first row of blank puzzles, so that its clauses speak of the formula's variables
//! and need nothing but unit propagation.
//!
//! Source: Wetzler, Heule, Hunt, "DRAT-trim", SAT 2014; Goldberg, Novikov, "Verification of proofs of
//! unsatisfiability for CNF formulas", DATE 2003.

use crate::engine::cdcl::{Segments, learn_alone};
use crate::limits::Run;
use crate::{Config, End, Plan, Report, Solver};
use core::ops::ControlFlow;
use farandole_cdcl::DratText;
use farandole_puzzle::{Grid, Puzzle};
use std::io::{self, Write};

impl Solver {
    /// Searches for two solutions and writes the certificate to `out` as it goes; gives the first solution and how it
    /// went. Only when the search was exhausted with one solution or none is what was written a certificate.
    /// [`Config::limit`] does not matter.
    ///
    /// Regions of a wrong size have no formula and so no certificate: nothing is written, and the report names the
    /// clash.
    ///
    /// # Errors
    /// What writing gives.
    pub fn prove(
        &mut self,
        puzzle: &Puzzle,
        config: &Config<'_>,
        out: &mut dyn Write,
    ) -> io::Result<(Option<Grid>, Report)> {
        let plan = Plan::for_proof();
        let clash = puzzle.clash();
        let report = Report { clash, ..Report::unsearched(plan, End::Exhausted) };
        if clash.is_some() {
            if puzzle.geometry().misfit().is_none() {
                out.write_all(b"0\n")?;
            }
            return Ok((None, report));
        }
        let config = Config { limit: 2, ..*config };
        let mut first = None;
        let mut visit = |digits: &[u8]| {
            first = first.take().or_else(|| Grid::new(puzzle.size(), digits.to_vec()).ok());
            ControlFlow::Continue(())
        };
        let mut run = Run::new(&config, &mut visit);
        let mut written = Ok(());
        let mut proof = DratText::new(|line: &str| {
            if written.is_ok() {
                written = out.write_all(line.as_bytes());
            }
        });
        let shape = self.geometries.get(puzzle.geometry());
        let end = learn_alone(&shape, Segments::Without, puzzle, &mut run, &mut proof);
        let (solutions, counters) = (run.solutions, run.counters);
        written?;
        let end = end.break_value().unwrap_or(End::Exhausted);
        Ok((first, Report { solutions, end, counters, stages: plan.stages, ..report }))
    }
}
