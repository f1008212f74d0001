//! VeriPB proofs that a variant has no solution, or no solution except a known one.
//!
//! The proof comes from the learning search alone. Its propagators are those of single constraints.
//! It omits everything that combines several constraints, such as derived sums and laws of
//! leftovers. Each reason therefore follows from the formula of the variant ([`VariantFormula`]),
//! either by unit propagation or after branching on the values of the propagator's cells.
//!
//! The method performs badly if a puzzle needs derived sums or a long search. Of 59 puzzles, 45 have a proof
//! within 3,000 decisions. Proofs of the hardest puzzles have hundreds of megabytes
//! (docs/experiments/2026-11-22-variant-proofs.md).
//!
//! Source: Bogaerts, Gocht, McCreesh, Nordström, "Certified dominance and symmetry breaking for
//! combinatorial optimisation", JAIR 77 (2023), for the format.

use super::VariantFormula;
use super::refute::{Stop, refute};
use crate::compile::{compile_for_proof, in_single_values};
use crate::{Config, End};
use core::ops::ControlFlow;
use farandole_puzzle::Cell;
use farandole_search::SearchContext;
use std::io::{self, Write};

/// The result of an attempt to refute a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refutation {
    /// The proof is complete: the formula has no model.
    Written,
    /// The formula has a model.
    HasModel,
    /// The search was stopped.
    Stopped(End),
    /// A reason of the propagator of these cells could not be proved. Its proof takes too many
    /// steps, or it does not follow from the formula of one constraint.
    Gap(Vec<Cell>),
}

impl VariantFormula<'_> {
    /// Searches for a model and writes a proof that there is none, in the VeriPB format, version
    /// 3.0. The output is a complete proof only if the result is [`Refutation::Written`].
    ///
    /// [`Config::limit`] has no effect.
    ///
    /// ```
    /// use farandole_puzzle::format::iss;
    /// use farandole_csp::{Config, Refutation, VariantFormula};
    ///
    /// let variant = iss::read(".Shape~4x4.AntiKing").unwrap();
    /// let mut proof = Vec::new();
    /// let answer = VariantFormula::new(&variant, None).unwrap().refute(&Config::default(), &mut proof);
    /// assert_eq!(answer.unwrap(), Refutation::Written);
    /// assert!(proof.ends_with(b"end pseudo-Boolean proof;\n"));
    /// ```
    ///
    /// # Errors
    /// Returns an error if writing to `out` fails.
    pub fn refute(&self, config: &Config<'_>, out: &mut dyn Write) -> io::Result<Refutation> {
        let network = match in_single_values(self.variant(), compile_for_proof) {
            Ok(network) => network,
            Err(error) => {
                let constraint = self.variant().constraints().get(error.constraint());
                let cells = constraint.map(|constraint| constraint.cells(self.variant().board()));
                return Ok(Refutation::Gap(cells.unwrap_or_default()));
            }
        };
        let mut written = Ok(());
        let mut write = |line: &str| {
            // The search cannot be stopped by an error, so the first error is stored, and later lines are
            // not written.
            if written.is_ok() {
                written = out.write_all(line.as_bytes());
            }
        };
        let mut visit = |_: &[u8]| ControlFlow::Continue(());
        let mut run = SearchContext::new(config, &mut visit);
        let answer = refute(&network, self.formula(), self.other_than(), &mut run, &mut write);
        written?;
        Ok(match answer {
            Ok(()) => Refutation::Written,
            Err(Stop::Model) => Refutation::HasModel,
            Err(Stop::End(end)) => Refutation::Stopped(end),
            Err(Stop::Gap(cells)) => {
                Refutation::Gap(cells.into_iter().filter_map(|cell| Cell::new(cell.into())).collect())
            }
        })
    }
}
