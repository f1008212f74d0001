//! Reads a puzzle without asking the user, provided that a reading of its drawings is confirmed.

use super::decide::Decided;
use super::model::{Group, Proposal};
use super::verify::{Bounds, Verdict};
use crate::editor::config::{Acceptance, ImportConfig};
use crate::editor::counter::{Counted, Counter};
use crate::editor::diagnostic::{Diagnostic, What};
use crate::editor::error::{ImportError, ImportErrorKind, Unsupported};
use crate::editor::imported::Imported;
use crate::editor::meanings::MeaningError;
use farandole_puzzle::variant::check_grid;

/// Maximum number of nodes for the comparison of a certain puzzle with the stored solution. It takes
/// a fraction of a second.
const COMPARED_NODES: u64 = 20_000;

impl Proposal {
    /// Returns the reading that the evidence supports best, with the decisions of the configuration.
    /// If the text has drawings or other doubtful parts, the reading must be confirmed, unless the
    /// configuration accepts any reading.
    pub(crate) fn import(&self, config: &ImportConfig) -> Result<Imported, ImportError> {
        let ImportConfig { counter, meanings, accept } = config;
        let has_parts = !(self.groups.is_empty() && self.sentences.is_empty() && self.doubts.is_empty());
        if !meanings.is_empty() && !has_parts {
            return Err(ImportErrorKind::Meaning(MeaningError::Nothing).into());
        }
        let decided = match counter {
            Some(counter) if self.uncounted().is_none() || !meanings.is_empty() => {
                let verified = self.verify(*counter, &self.bounds());
                self.decide_after(*counter, &verified, meanings)
            }
            _ => self.uncounted_decision(meanings),
        };
        let decided = decided.map_err(ImportErrorKind::Meaning)?;
        let is_open = |group: &&Group| group.is_open() && !meanings.choices.contains_key(&group.id);
        let open: Vec<&Group> = self.groups.iter().filter(is_open).collect();
        let is_complete = decided.unaccounted.is_empty() && decided.undecided.is_empty();
        // Without a stored solution, a sentence without a constraint may be a rule.
        let is_confirmed = decided.verdict.is_accepted()
            && (is_complete
                || matches!(decided.verdict, Verdict::Confirmed | Verdict::Stated)
                || !meanings.is_empty());
        let needs_evidence = !open.is_empty() || !self.doubts.is_empty() && meanings.is_empty();
        if needs_evidence && !is_confirmed && *accept == Acceptance::Confirmed {
            return Err(self.refused(&open, decided.verdict));
        }
        let is_chosen = !meanings.is_empty() || *accept == Acceptance::Proposed;
        let warnings = self.warnings_of(&decided, is_chosen, *counter);
        Ok(Imported {
            variant: decided.variant,
            title: self.title.clone(),
            author: self.author.clone(),
            rules: self.rules.clone(),
            solution: self.solution.clone(),
            warnings,
            ignored: self.ignored.clone(),
        })
    }

    /// Returns the bounds of a verification. A puzzle without groups is only compared with its
    /// stored solution.
    pub fn bounds(&self) -> Bounds {
        let usual = Bounds::default();
        if self.groups.is_empty() { Bounds { nodes: COMPARED_NODES, ..usual } } else { usual }
    }

    /// Returns the warnings about a reading. `is_chosen` is true if the user has made a decision.
    fn warnings_of(&self, decided: &Decided, is_chosen: bool, counter: Option<Counter>) -> Vec<Diagnostic> {
        let sentence = |index: &usize| {
            let text = self.sentences[*index].text.as_str().into();
            Diagnostic::new("rules", None, What::Sentence { text })
        };
        // A rule without drawings that is left out has a warning for its sentence.
        let group = |id: &u32| {
            let group = self.group(*id).filter(|group| !group.entries.is_empty())?;
            Some(Diagnostic::new("", None, What::Decoration { name: group.name.as_str().into() }))
        };
        let mut warnings = self.warnings.clone();
        warnings.extend(decided.unaccounted.iter().map(sentence));
        warnings.extend(decided.undecided.iter().filter_map(group));
        let has_groups = !self.groups.is_empty();
        let is_counted = counter.is_some();
        let (key, what) = match (decided.verdict, counter) {
            (Verdict::Unique, _) if has_groups => ("", What::Unique),
            (verdict, Some(counter))
                if !is_chosen && verdict != Verdict::Confirmed && self.has_solution() =>
            {
                let Some(verdict) = self.contradiction(decided, counter) else { return warnings };
                ("solution", What::Solution { verdict })
            }
            (verdict, _) if !verdict.is_accepted() && (is_chosen || is_counted && has_groups) => {
                ("", What::Unverified { verdict: verdict.reason_of_choice() })
            }
            _ => return warnings,
        };
        warnings.push(Diagnostic::new(key, None, what));
        warnings
    }

    fn has_solution(&self) -> bool {
        self.solution.as_ref().is_some_and(|values| values.iter().all(Option::is_some))
    }

    /// Returns the contradiction between a reading and the stored solution, in words. A part of the
    /// puzzle is then missing or wrong.
    fn contradiction(&self, decided: &Decided, Counter(count): Counter) -> Option<&'static str> {
        let stored: Vec<u8> = self.solution.iter().flatten().copied().flatten().collect();
        if check_grid(&decided.variant, &stored).is_err() {
            return Some("the text contains a solution that breaks the constraints of the puzzle");
        }
        let is_several = || count(&decided.variant, COMPARED_NODES) == Counted::Several;
        (decided.verdict == Verdict::Several || is_several()).then_some(
            "the puzzle has several solutions, but the text contains one, so a rule may be missing",
        )
    }

    /// Returns an error that lists the open groups and doubtful parts, and the reason why no reading
    /// is confirmed.
    fn refused(&self, open: &[&Group], verdict: Verdict) -> ImportError {
        let group = |group: &&Group| {
            let (key, number) = group.entries[0];
            let what = What::Group { id: group.id, name: group.name.as_str().into() };
            Diagnostic::new(key, Some(number), what)
        };
        let mut items: Vec<Diagnostic> = open.iter().map(group).collect();
        items.extend(self.doubts.iter().cloned());
        let (groups, verdict) = (open.len(), verdict.reason());
        items.push(Diagnostic::new("", None, What::Unconfirmed { groups, verdict }));
        ImportErrorKind::Unsupported(Unsupported { items }).into()
    }
}
