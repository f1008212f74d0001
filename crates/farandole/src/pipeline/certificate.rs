//! Certificates: an answer for one puzzle with its proof, in the DRAT format, or in the VeriPB
//! format for variants.
//!
//! The proof file is created only if the proof is complete and agrees with the answer of the chosen
//! engine.

use super::new_file::NewFile;
use crate::config::Config;
use farandole_puzzle::check::{self, Violation};
use farandole_puzzle::variant::{self, Variant, VariantViolation};
use farandole_puzzle::{Cell, ClassicPuzzle, Grid, HouseKind};
use farandole_solve::{End, Engine, NotEncoded, Refutation, Unsupported, VariantFormula};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// The result of proving an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Certificate {
    /// The proof is written: this is the only solution, or there is none.
    Written(Option<Grid>),
    /// There are several solutions, so there is nothing to prove.
    Several,
    /// This house has the wrong number of cells, so there is no solution. No proof is needed, and
    /// none is written.
    ArgumentError(HouseKind, usize),
    /// The budget was spent or the search was cancelled, after this many nodes.
    GaveUp(u64),
    /// The chosen engine does not support this puzzle.
    Unsupported(Unsupported),
    /// The solution of this engine breaks a rule.
    Wrong(Engine, Violation),
    /// This engine and the proof disagree.
    Disagree(Engine),
}

/// Returns the limits of the searches.
fn search<'a>(config: &Config, stop: Option<&'a AtomicBool>) -> farandole_solve::Config<'a> {
    let Config { budget, .. } = *config;
    farandole_solve::Config { limit: 2, budget, cancel: stop, ..farandole_solve::Config::default() }
}

/// Answers a puzzle with the chosen engine, proves the answer and writes the proof. The solution
/// limit of `config` is ignored. The searches end when `stop` is set.
///
/// # Errors
/// If the file cannot be written.
pub fn certify(
    puzzle: &ClassicPuzzle,
    config: &Config,
    stop: Option<&AtomicBool>,
    path: &Path,
) -> io::Result<Certificate> {
    let search = search(config, stop);
    let mut solver = config.solver();
    let (first, report) = match solver.first(puzzle, &search) {
        Ok(found) => found,
        Err(unsupported) => return Ok(Certificate::Unsupported(unsupported)),
    };
    let engine = report.plan.engine;
    if let Some(violation) = first.as_ref().and_then(|grid| check::check(puzzle, grid.digits()).err()) {
        return Ok(Certificate::Wrong(engine, violation));
    }
    if matches!(report.end, End::BudgetSpent | End::Cancelled) {
        return Ok(Certificate::GaveUp(report.counters.nodes));
    }
    if report.solutions > 1 {
        return Ok(Certificate::Several);
    }
    if let Some(house) = puzzle.geometry().misfit() {
        return Ok(Certificate::ArgumentError(house.kind, house.cells.len()));
    }
    let mut file = BufWriter::new(NewFile::create(path, b"")?);
    let (second, proof) = solver.prove(puzzle, &search, &mut file)?;
    file.flush()?;
    if matches!(proof.end, End::BudgetSpent | End::Cancelled) {
        return Ok(Certificate::GaveUp(proof.counters.nodes));
    }
    if (&second, proof.solutions) != (&first, report.solutions) {
        return Ok(Certificate::Disagree(engine));
    }
    file.into_inner().map_err(io::IntoInnerError::into_error)?.commit()?;
    Ok(Certificate::Written(first))
}

/// The result of proving an answer for a variant.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum VariantCertificate {
    /// The proof is written: the only solution has these values, in order of the cells, or there is
    /// no solution.
    Written(Option<Vec<u8>>),
    /// There are several solutions, so there is nothing to prove.
    Several,
    /// The budget was spent or the search was cancelled.
    GaveUp,
    /// Some constraint kinds have no encoding as a formula.
    NotEncoded(NotEncoded),
    /// An inference from a constraint on these cells takes too many proof steps.
    Gap(Vec<Cell>),
    /// The engine does not support this variant.
    Unsupported(Unsupported),
    /// The solution of the engine breaks a rule.
    Wrong(VariantViolation),
    /// The engine and the proof disagree.
    Disagree,
}

/// Answers a variant, proves the answer and writes the proof. The solution limit of `config` is
/// ignored. The searches end when `stop` is set.
///
/// # Errors
/// If the file cannot be written.
pub fn certify_variant(
    variant: &Variant,
    config: &Config,
    stop: Option<&AtomicBool>,
    path: &Path,
) -> io::Result<VariantCertificate> {
    let search = search(config, stop);
    let answer = config.solver().prepare(variant).and_then(|solver| solver.first(&search));
    let (known, report) = match answer {
        Ok(answer) => answer,
        Err(error) => return Ok(VariantCertificate::Unsupported(error)),
    };
    if let Some(Err(broken)) = known.as_ref().map(|values| variant::check(variant, values)) {
        return Ok(VariantCertificate::Wrong(broken));
    }
    if matches!(report.end, End::BudgetSpent | End::Cancelled) {
        return Ok(VariantCertificate::GaveUp);
    }
    if report.solutions > 1 {
        return Ok(VariantCertificate::Several);
    }
    let formula = match VariantFormula::new(variant, known.as_deref()) {
        Ok(formula) => formula,
        Err(error) => return Ok(VariantCertificate::NotEncoded(error)),
    };
    let mut file = BufWriter::new(NewFile::create(path, b"")?);
    let answer = formula.refute(&search, &mut file)?;
    file.flush()?;
    Ok(match answer {
        Refutation::Written => {
            file.into_inner().map_err(io::IntoInnerError::into_error)?.commit()?;
            VariantCertificate::Written(known)
        }
        Refutation::Gap(cells) => VariantCertificate::Gap(cells),
        Refutation::Stopped(_) => VariantCertificate::GaveUp,
        _ => VariantCertificate::Disagree,
    })
}
