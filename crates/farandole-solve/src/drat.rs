//! DRAT proofs that a puzzle has no solution, or no second one. Any DRAT checker can verify them.
//!
//! A proof is a list of clauses. Each follows by unit propagation from the formula
//! ([`Encoding`](crate::Encoding)) and the preceding clauses. A line with `d` deletes a clause. The
//! last clause is empty. To prove that a solution is unique, the formula excludes that solution.
//!
//! The learning search produces every proof, regardless of the engine that gave the answer. It runs
//! without segments and does not fix the first row of blank puzzles. Its clauses therefore contain
//! only variables of the formula, and each follows by unit propagation.
//!
//! Source: Wetzler, Heule, Hunt, "DRAT-trim", SAT 2014; Goldberg, Novikov, "Verification of proofs
//! of unsatisfiability for CNF formulas", DATE 2003.

use crate::engine::MOST_ROWS;
use crate::engine::cdcl::{Segments, learn_alone};
use crate::{Config, End, Plan, Report, Solver};
use core::ops::ControlFlow;
use farandole_cdcl::DratText;
use farandole_puzzle::{ClassicPuzzle, Grid};
use farandole_search::SearchContext;
use std::io::{self, Write};

impl Solver {
    /// Searches for two solutions and writes the proof to `out` during the search. Returns the
    /// first solution and the report.
    ///
    /// The output is a proof only if the report has [`End::Exhausted`] with at most one solution.
    /// [`Config::limit`] has no effect.
    ///
    /// A puzzle with a region of the wrong size has no formula and no proof: nothing is written,
    /// and the report contains the clash.
    ///
    /// # Errors
    /// Returns the error of `out`, or an error if the grid has more than 64 rows.
    pub fn prove(
        &mut self,
        puzzle: &ClassicPuzzle,
        config: &Config<'_>,
        out: &mut dyn Write,
    ) -> io::Result<(Option<Grid>, Report)> {
        if puzzle.size() > MOST_ROWS {
            let text = format!("a certificate needs a grid of at most {MOST_ROWS} rows");
            return Err(io::Error::new(io::ErrorKind::Unsupported, text));
        }
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
        let mut run = SearchContext::new(&config, &mut visit);
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
