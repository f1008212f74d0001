//! The deductions inside of chains, written out where a chain is to be explained or proved.
//!
//! A rating needs no more than how long a nested chain is, so the search for chains keeps only which gone candidates it
//! depends on. Here the deduction is found again, in the grid without these candidates. It proves the same; where
//! there are several, it may be another than the one that the rating counted.

use super::level::Level;
use super::search::Search;
use crate::model::Marks;
use crate::model::{Assertion, Candidate, Deduction};
use crate::se::techniques::locked::Form;
use crate::se::techniques::{fish, hidden_set, locked, naked_set};
use core::ops::ControlFlow;
use std::collections::HashMap;

/// Finds the reasons of inferences that are more than links.
pub(crate) struct Namer {
    search: Search<'static>,
    /// By level, gone candidates and effect, within one deduction.
    known: HashMap<(u8, Vec<Candidate>, Candidate), Option<Deduction>>,
}

impl Namer {
    pub(crate) fn new() -> Self {
        Self { search: Search::new(u64::MAX, None), known: HashMap::new() }
    }

    /// Writes the reasons into the chains of a deduction in these marks.
    pub(crate) fn name(&mut self, marks: &Marks, deduction: &mut Deduction) {
        self.known.clear();
        self.fill(marks, deduction);
    }

    fn fill(&mut self, marks: &Marks, deduction: &mut Deduction) {
        let nesting = deduction.extra;
        for chain in &mut deduction.chains {
            // What is gone so far, for reasons that depend on more than their premises say.
            let mut gone: Vec<(u16, Candidate)> = Vec::new();
            for place in 1..chain.len() {
                if !chain[place - 1].assertion.on {
                    gone.push((place as u16 - 1, chain[place - 1].assertion.candidate));
                }
                let Assertion { candidate, on } = chain[place].assertion;
                let premises =
                    chain[place].premises.iter().map(|premise| chain[usize::from(*premise)].assertion);
                if on || premises.clone().any(|premise| premise.on) {
                    continue;
                }
                let premises = premises.map(|premise| premise.candidate).collect();
                let mut reason = self.reason(marks, nesting, premises, candidate);
                if reason.is_none() {
                    let all = gone.iter().map(|(_, candidate)| *candidate).collect();
                    reason = self.reason(marks, nesting, all, candidate);
                    if reason.is_some() {
                        chain[place].premises = gone.iter().map(|(place, _)| *place).collect();
                    }
                }
                chain[place].reason = reason.map(Box::new);
            }
        }
    }

    /// A deduction that eliminates the candidate in the marks without those gone.
    fn reason(
        &mut self,
        marks: &Marks,
        nesting: u8,
        gone: Vec<Candidate>,
        wanted: Candidate,
    ) -> Option<Deduction> {
        let key = (nesting, gone, wanted);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let mut reduced = *marks;
        key.1.iter().for_each(|gone| reduced.remove(gone.cell(), gone.digit() as usize - 1));
        let mut reason = simple(&reduced, wanted);
        for level in levels(nesting) {
            if reason.is_none() {
                let found = self.search.all(&reduced, *level);
                reason = found.into_iter().find(|deduction| deduction.eliminations.contains(&wanted));
                // The reasons of this chain belong to other marks.
                if let Some(deduction) = reason.as_mut().filter(|deduction| deduction.extra > 0) {
                    Self::new().fill(&reduced, deduction);
                }
            }
        }
        self.known.insert(key, reason.clone());
        reason
    }
}

/// The families of chains that chains of this nesting may have inside.
const fn levels(nesting: u8) -> &'static [Level] {
    match nesting {
        0 | 1 => &[],
        2 => &[Level::Loops],
        3 => &[Level::Loops, Level::Multiple],
        4 => &[Level::Dynamic(0)],
        _ => &[Level::Dynamic(0), Level::Dynamic(2)],
    }
}

/// Locked candidates, hidden pairs, naked pairs, X-wings.
fn simple(marks: &Marks, wanted: Candidate) -> Option<Deduction> {
    let mut found = None;
    let mut take = |deduction: Deduction| {
        if deduction.eliminations.contains(&wanted) {
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
