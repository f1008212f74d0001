//! Certificates: an answer for one puzzle with its proof, in the DRAT format, or in the VeriPB
//! format for variants.
//!
//! The proof file is created only if the proof is complete and agrees with the answer of the chosen
//! engine.

use super::new_file::NewFile;
use crate::config::Config;
use farandole_puzzle::variant::Variant;
use farandole_puzzle::{Cell, ClassicPuzzle, Grid, HouseKind, Puzzle, PuzzleViolation};
use farandole_solve::{End, Engine, NotEncoded, Refutation, Report, Solver, Unsupported, VariantFormula};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// The result of proving an answer.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Certificate {
    /// The proof was written. It shows that the only solution has these values, in cell order, or that there
    /// is no solution.
    Written(Option<Vec<u8>>),
    /// There are several solutions, so there is nothing to prove.
    Several,
    /// This house has the wrong number of cells, so there is no solution. No proof is needed, and
    /// none is written.
    HouseSize(HouseKind, usize),
    /// The budget was spent or the search was cancelled, after this many nodes if they were counted.
    GaveUp(Option<u64>),
    /// Some constraint kinds have no encoding as a formula.
    NotEncoded(NotEncoded),
    /// An inference from a constraint on these cells takes too many proof steps.
    Gap(Vec<Cell>),
    /// The chosen engine does not support this puzzle.
    Unsupported(Unsupported),
    /// The solution of this engine breaks a rule.
    Wrong(Engine, PuzzleViolation),
    /// This engine and the proof disagree.
    Disagree(Engine),
}

/// Answers a puzzle with the chosen engine, proves the answer and writes the proof. The solution
/// limit of `config` is ignored. The searches end when `stop` is set.
///
/// # Errors
/// If the file cannot be written.
pub fn certify(
    puzzle: &Puzzle,
    config: &Config,
    stop: Option<&AtomicBool>,
    path: &Path,
) -> io::Result<Certificate> {
    let Config { budget, .. } = *config;
    let search =
        farandole_solve::Config { limit: 2, budget, cancel: stop, ..farandole_solve::Config::default() };
    let mut solver = config.solver();
    let answer = match puzzle {
        Puzzle::Classic(puzzle) => {
            solver.first(puzzle, &search).map(|(grid, report)| (values_of(grid), report))
        }
        variant => solver.prepare(variant).and_then(|solver| solver.first(&search)),
    };
    let (first, report) = match answer {
        Ok(answer) => answer,
        Err(unsupported) => return Ok(Certificate::Unsupported(unsupported)),
    };
    let engine = report.plan.engine;
    if let Some(Err(violation)) = first.as_ref().map(|values| puzzle.check(values)) {
        return Ok(Certificate::Wrong(engine, violation));
    }
    if is_cut(&report) {
        return Ok(Certificate::GaveUp(Some(report.counters.nodes)));
    }
    if report.solutions > 1 {
        return Ok(Certificate::Several);
    }
    let answer = (first.as_deref(), &report);
    let proved = match puzzle {
        Puzzle::Classic(puzzle) => prove_classic(puzzle, answer, &mut solver, &search, path)?,
        Puzzle::Variant(variant) => prove_variant(variant, answer, &search, path)?,
    };
    match proved {
        Ok(mut file) => {
            file.flush()?;
            file.into_inner().map_err(io::IntoInnerError::into_error)?.commit()?;
            Ok(Certificate::Written(first))
        }
        Err(failure) => Ok(failure),
    }
}

/// A complete proof that is not yet committed, or the reason why there is none.
type Proof = Result<BufWriter<NewFile>, Certificate>;

/// Proves the answer for a classic puzzle by a second search, which writes DRAT lines.
fn prove_classic(
    puzzle: &ClassicPuzzle,
    (first, report): (Option<&[u8]>, &Report),
    solver: &mut Solver,
    search: &farandole_solve::Config<'_>,
    path: &Path,
) -> io::Result<Proof> {
    if let Some(house) = puzzle.geometry().misfit() {
        return Ok(Err(Certificate::HouseSize(house.kind, house.cells.len())));
    }
    let mut file = BufWriter::new(NewFile::create(path, b"")?);
    let (second, proof) = solver.prove(puzzle, search, &mut file)?;
    if is_cut(&proof) {
        return Ok(Err(Certificate::GaveUp(Some(proof.counters.nodes))));
    }
    let agree = (values_of(second).as_deref(), proof.solutions) == (first, report.solutions);
    Ok(if agree { Ok(file) } else { Err(Certificate::Disagree(report.plan.engine)) })
}

/// Proves the answer for a variant: a refutation of its formula without the solution.
fn prove_variant(
    variant: &Variant,
    (first, report): (Option<&[u8]>, &Report),
    search: &farandole_solve::Config<'_>,
    path: &Path,
) -> io::Result<Proof> {
    let formula = match VariantFormula::new(variant, first) {
        Ok(formula) => formula,
        Err(error) => return Ok(Err(Certificate::NotEncoded(error))),
    };
    let mut file = BufWriter::new(NewFile::create(path, b"")?);
    Ok(match formula.refute(search, &mut file)? {
        Refutation::Written => Ok(file),
        Refutation::Gap(cells) => Err(Certificate::Gap(cells)),
        Refutation::Stopped(_) => Err(Certificate::GaveUp(None)),
        _ => Err(Certificate::Disagree(report.plan.engine)),
    })
}

fn values_of(grid: Option<Grid>) -> Option<Vec<u8>> {
    grid.map(|grid| grid.digits().to_vec())
}

/// Returns true if a search ended before it could decide.
const fn is_cut(report: &Report) -> bool {
    matches!(report.end, End::BudgetSpent | End::Cancelled)
}
