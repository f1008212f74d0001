//! Reconstructs the deductions inside nested chains, for explanations and proofs.
//!
//! A rating needs only the length of a nested chain, so the search stores only the eliminated
//! candidates on which the chain depends. This module searches for the deduction again, in the grid
//! without these candidates. The result proves the same conclusion. If there are several such
//! deductions, the result may differ from the one that the rating counted.

use super::level::Level;
use super::search::Search;
use crate::model::Marks;
use crate::model::{Assertion, Candidate, Deduction};
use crate::se::techniques::locked::Form;
use crate::se::techniques::{fish, hidden_set, locked, naked_set};
use core::ops::ControlFlow;
use std::collections::HashMap;

/// Finds the deductions that justify inferences other than links.
pub(crate) struct ReasonFinder {
    search: Search<'static>,
    /// A cache within one deduction, indexed by level, eliminated candidates and effect.
    known: HashMap<(u8, Vec<Candidate>, Candidate), Option<Deduction>>,
}

impl ReasonFinder {
    pub(crate) fn new() -> Self {
        Self { search: Search::new(u64::MAX, None), known: HashMap::new() }
    }

    pub(crate) fn add_reasons(&mut self, marks: &Marks, deduction: &mut Deduction) {
        self.known.clear();
        self.fill(marks, deduction);
    }

    /// Adds the reasons, using the cache of this deduction.
    fn fill(&mut self, marks: &Marks, deduction: &mut Deduction) {
        let nesting = deduction.extra;
        for chain in &mut deduction.chains {
            // The candidates eliminated so far, for reasons that depend on more than their
            // premises.
            let mut eliminated: Vec<(u16, Candidate)> = Vec::new();
            for index in 1..chain.len() {
                if !chain[index - 1].assertion.on {
                    eliminated.push((index as u16 - 1, chain[index - 1].assertion.candidate));
                }
                let Assertion { candidate, on } = chain[index].assertion;
                let premises =
                    chain[index].premises.iter().map(|premise| chain[usize::from(*premise)].assertion);
                if on || premises.clone().any(|premise| premise.on) {
                    continue;
                }
                let premises = premises.map(|premise| premise.candidate).collect();
                let mut reason = self.reason(marks, nesting, premises, candidate);
                if reason.is_none() {
                    let all = eliminated.iter().map(|(_, candidate)| *candidate).collect();
                    reason = self.reason(marks, nesting, all, candidate);
                    if reason.is_some() {
                        chain[index].premises = eliminated.iter().map(|(index, _)| *index).collect();
                    }
                }
                chain[index].reason = reason.map(Box::new);
            }
        }
    }

    /// Returns a deduction that eliminates the candidate in the grid without the `eliminated` candidates.
    fn reason(
        &mut self,
        marks: &Marks,
        nesting: u8,
        eliminated: Vec<Candidate>,
        target: Candidate,
    ) -> Option<Deduction> {
        let key = (nesting, eliminated, target);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let mut reduced = *marks;
        key.1
            .iter()
            .for_each(|eliminated| reduced.remove(eliminated.cell(), eliminated.digit() as usize - 1));
        let mut reason = simple(&reduced, target);
        for level in levels(nesting) {
            if reason.is_none() {
                let found = self.search.all(&reduced, *level);
                reason = found.into_iter().find(|deduction| deduction.eliminations.contains(&target));
                // The reasons inside this chain depend on different marks, so they need a separate
                // cache.
                if let Some(deduction) = reason.as_mut().filter(|deduction| deduction.extra > 0) {
                    Self::new().fill(&reduced, deduction);
                }
            }
        }
        self.known.insert(key, reason.clone());
        reason
    }
}

/// Returns the families of chains that may be nested in chains of this nesting level.
const fn levels(nesting: u8) -> &'static [Level] {
    match nesting {
        0 | 1 => &[],
        2 => &[Level::Loops],
        3 => &[Level::Loops, Level::Multiple],
        4 => &[Level::Dynamic(0)],
        _ => &[Level::Dynamic(0), Level::Dynamic(2)],
    }
}

/// Searches for the elimination with locked candidates, hidden pairs, naked pairs and X-wings.
fn simple(marks: &Marks, target: Candidate) -> Option<Deduction> {
    let mut found = None;
    let mut take = |deduction: Deduction| {
        if deduction.eliminations.contains(&target) {
            found = Some(deduction);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    let _ = (|| {
        locked::find(marks, Form::Plain, &mut take)?;
        hidden_set::find(marks, 2, Form::Plain, &mut take)?;
        naked_set::find(marks, 2, &mut take)?;
        fish::find(marks, 2, &mut take)
    })();
    found
}
