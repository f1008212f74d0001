//! Readings of editors' puzzles, whose drawings and rules in words need an interpretation.

use crate::error;
use crate::interrupt::abandonable;
use crate::puzzle::Puzzle;
use farandole::Puzzle as AnyPuzzle;
use farandole::format::editor::proposal::{Bounds, MeaningError, Meanings, Proposal, Verified};
use farandole::json::JsonReading;
use farandole::variant::COUNTER;
use pyo3::prelude::*;
use std::sync::Arc;

/// A proposal and the reading that the evidence supports best.
#[pyclass(frozen, module = "farandole._native")]
pub(crate) struct Reading {
    proposal: Arc<Proposal>,
    verified: Arc<Verified>,
}

/// Reads a link or an object of an editor, and verifies its readings.
#[pyfunction]
pub(crate) fn read_editor(py: Python<'_>, text: &str) -> PyResult<Reading> {
    let text = text.to_owned();
    let read = move |_: &_| {
        let proposal = Proposal::read(text.as_bytes())?;
        let verified = proposal.verify(COUNTER, &Bounds::default());
        Ok((proposal, verified))
    };
    let (proposal, verified) =
        abandonable(py, read)?.map_err(|error: farandole::format::editor::ImportError| {
            error::parse_error(error, (None, None, None, None))
        })?;
    Ok(Reading { proposal: Arc::new(proposal), verified: Arc::new(verified) })
}

#[pymethods]
impl Reading {
    /// Returns the reading with decisions as a JSON object.
    fn json(&self, py: Python<'_>, decisions: &str) -> PyResult<String> {
        let meanings: Meanings = decisions.parse().map_err(|error: MeaningError| error::misfit(error))?;
        let (proposal, verified) = (Arc::clone(&self.proposal), Arc::clone(&self.verified));
        let write = move |_: &_| {
            let decided = proposal.decide_after(COUNTER, &verified, &meanings)?;
            Ok(serde_json::to_string(&JsonReading::new(&proposal, &decided)).unwrap_or_default())
        };
        abandonable(py, write)?.map_err(|error: MeaningError| error::misfit(error))
    }

    /// Returns the puzzle with decisions. Constraints that are equivalent to houses make a classic
    /// puzzle instead of a variant.
    fn puzzle(&self, py: Python<'_>, decisions: &str) -> PyResult<Puzzle> {
        let meanings: Meanings = decisions.parse().map_err(|error: MeaningError| error::misfit(error))?;
        let mut all = self.verified.meanings.clone();
        all.extend(meanings);
        let variant = py.detach(|| self.proposal.puzzle(&all)).map_err(error::misfit)?;
        Ok(Puzzle::of(variant.to_puzzle().map_or_else(|| variant.into(), AnyPuzzle::from)))
    }
}
