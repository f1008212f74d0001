//! Certificates in the DRAT format: an answer for one puzzle together with its proof.
//!
//! The proof file exists only if the proof is complete and agrees with the answer of the engine asked for.

use super::new_file::NewFile;
use crate::config::Config;
use farandole_puzzle::check::{self, Violation};
use farandole_puzzle::{Grid, HouseKind, Puzzle};
use farandole_solve::{End, Engine, Unsupported};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// What came of the attempt to prove an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Certificate {
    /// The proof is written: this is the only solution, or there is none.
    Written(Option<Grid>),
    /// There are several solutions, so there is nothing to prove.
    Several,
    /// A region has so many cells that no proof is needed, and none is written.
    Misfit(HouseKind, usize),
    /// The budget was spent after this many nodes.
    GaveUp(u64),
    /// The engine asked for can't take this puzzle.
    Unsupported(Unsupported),
    /// The solution of this engine breaks a rule.
    Wrong(Engine, Violation),
    /// This engine and the proof disagree.
    Disagree(Engine),
}

/// Answers a puzzle with the engine asked for, proves the answer and writes the proof. What `config` says about the limit
/// does not matter.
///
/// # Errors
/// If the file can't be written.
pub fn certify(puzzle: &Puzzle, config: &Config, path: &Path) -> io::Result<Certificate> {
    let search =
        farandole_solve::Config { limit: 2, budget: config.budget, ..farandole_solve::Config::default() };
    let mut solver = config.solver();
    let (first, report) = match solver.first(puzzle, &search) {
        Ok(found) => found,
        Err(unsupported) => return Ok(Certificate::Unsupported(unsupported)),
    };
    let engine = report.plan.engine;
    if let Some(violation) = first.as_ref().and_then(|grid| check::check(puzzle, grid.digits()).err()) {
        return Ok(Certificate::Wrong(engine, violation));
    }
    if report.end == End::BudgetSpent {
        return Ok(Certificate::GaveUp(report.counters.nodes));
    }
    if report.solutions > 1 {
        return Ok(Certificate::Several);
    }
    if let Some(house) = puzzle.geometry().misfit() {
        return Ok(Certificate::Misfit(house.kind, house.cells.len()));
    }
    let mut file = BufWriter::new(NewFile::create(path, b"")?);
    let (second, proof) = solver.prove(puzzle, &search, &mut file)?;
    file.flush()?;
    if proof.end == End::BudgetSpent {
        return Ok(Certificate::GaveUp(proof.counters.nodes));
    }
    if (&second, proof.solutions) != (&first, report.solutions) {
        return Ok(Certificate::Disagree(engine));
    }
    file.into_inner().map_err(io::IntoInnerError::into_error)?.commit()?;
    Ok(Certificate::Written(first))
}
