//! Reads a puzzle without asking the user, provided that a reading of its drawings is confirmed.

use super::decide::Decided;
use super::graph;
use super::model::{Candidate, Group, Item, Proposal, Reason};
use super::verify::{Bounds, Verdict};
use crate::editor::config::{Acceptance, ImportConfig};
use crate::editor::counter::{Counted, Counter};
use crate::editor::diagnostic::{Diagnostic, What};
use crate::editor::error::{ImportError, ImportErrorKind, Unsupported};
use crate::editor::imported::Imported;
use crate::editor::meanings::{Choice, MeaningError, Meanings};
use farandole_puzzle::Cell;
use farandole_puzzle::variant::check_grid;

/// Maximum number of nodes for the comparison of a certain puzzle with the stored solution. It takes
/// a fraction of a second.
const COMPARED_NODES: u64 = 20_000;

impl Proposal {
    /// Returns the reading that the evidence supports best, with the decisions of the configuration.
    /// If the text has drawings or other doubtful parts, the reading must be confirmed, unless the
    /// configuration accepts any reading.
    pub(crate) fn import(&self, config: &ImportConfig) -> Result<Imported, ImportError> {
        let ImportConfig { counter, meanings, accept, .. } = config;
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
        let open = self.open_groups(meanings);
        let is_complete = decided.unaccounted.is_empty() && decided.undecided.is_empty();
        // Without a stored solution, a sentence without a constraint may be a rule.
        let is_confirmed = decided.verdict.is_accepted()
            && (is_complete
                || matches!(decided.verdict, Verdict::Confirmed | Verdict::Stated)
                || !meanings.is_empty());
        let needs_evidence = !open.is_empty() || !self.doubts.is_empty() && meanings.is_empty();
        let is_open = needs_evidence && !is_confirmed;
        if is_open && *accept == Acceptance::Confirmed {
            return Err(self.refused(&open, &[], decided.verdict));
        }
        if is_open {
            let (groups, sentences) = self.unknown(&decided, &open, meanings);
            let is_refuted = decided.verdict.is_refuted(self.has_solution());
            if is_refuted {
                return Err(self.refused(&open, &sentences, decided.verdict));
            }
            if !groups.is_empty() || !sentences.is_empty() {
                // The rules of a finished puzzle give it one solution, so that none of them may be left out.
                if self.has_solution() && *accept == Acceptance::Proposed {
                    return Err(self.refused(&groups, &sentences, decided.verdict));
                }
                return self.import_without(&groups, &sentences, config);
            }
        }
        let mut warnings = self.warnings_of(&decided, !meanings.is_empty(), *counter);
        let is_shown = |group: &&Group| {
            let is_unsure =
                open.contains(group) && (is_open || decided.verdict == Verdict::Unique && group.touches());
            is_unsure || chosen(group, &decided).is_some_and(Candidate::is_shown)
        };
        warnings.splice(0..0, self.groups.iter().filter(is_shown).filter_map(|it| it.proposed(&decided)));
        if is_open {
            let is_new = |doubt: &&Diagnostic| !self.ignored.contains(doubt);
            warnings.extend(self.doubts.iter().filter(is_new).cloned());
        }
        Ok(Imported {
            variant: decided.variant,
            title: self.title.clone(),
            author: self.author.clone(),
            rules: self.rules.clone(),
            message: self.message.clone(),
            solution: self.solution.clone(),
            warnings,
            ignored: self.ignored.clone(),
        })
    }

    /// Imports an unfinished puzzle without the groups and sentences whose meaning is unknown. Warnings name them.
    fn import_without(
        &self,
        groups: &[&Group],
        sentences: &[usize],
        config: &ImportConfig,
    ) -> Result<Imported, ImportError> {
        let mut meanings = config.meanings.clone();
        meanings.choices.extend(groups.iter().map(|group| (group.id, Choice::Ignore)));
        meanings.sentences.extend(sentences.iter().map(|index| (*index as u32 + 1, String::new())));
        let mut imported = self.import(&ImportConfig { meanings, ..config.clone() })?;
        let group = |group: &&Group| {
            let part = format!("g{} ({})", group.id, group.name).into();
            Diagnostic::new(group.entries[0].0, Some(group.entries[0].1), What::LeftOut { part })
        };
        let sentence = |index: &usize| {
            let part = format!("s{} (`{}`)", index + 1, self.sentences[*index].text).into();
            Diagnostic::new("rules", None, What::LeftOut { part })
        };
        let left_out: Vec<_> = groups.iter().map(group).chain(sentences.iter().map(sentence)).collect();
        imported.warnings.splice(0..0, left_out);
        Ok(imported)
    }

    /// Returns the groups of drawings that have neither a typed meaning nor a decision of the user.
    fn open_groups(&self, meanings: &Meanings) -> Vec<&Group> {
        let is_open = |group: &&Group| group.is_open() && !meanings.choices.contains_key(&group.id);
        self.groups.iter().filter(is_open).collect()
    }

    /// Returns the open groups and the sentences whose meaning is unknown: neither the rules nor a known style
    /// name the meaning of the group, and the sentence names no rule. Shapes in cells are decoration if the
    /// rules contain no unknown sentence, which may describe them.
    fn unknown<'a>(
        &'a self,
        decided: &Decided,
        open: &[&'a Group],
        meanings: &Meanings,
    ) -> (Vec<&'a Group>, Vec<usize>) {
        let is_unknown = |index: &&usize| {
            let is_decided = meanings.sentences.contains_key(&(**index as u32 + 1));
            self.sentences[**index].mentions.is_empty() && !is_decided
        };
        let sentences: Vec<usize> = decided.unaccounted.iter().filter(is_unknown).copied().collect();
        let is_described = !self.sentences.is_empty() && sentences.is_empty();
        let is_named = |group: &Group| {
            chosen(group, decided).is_none_or(Candidate::is_named) || is_described && group.is_plain()
        };
        (open.iter().copied().filter(|group| !is_named(group)).collect(), sentences)
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

    /// Returns an error that lists groups, sentences and doubtful parts, the reason why no reading is confirmed,
    /// and the options that state the missing meanings.
    fn refused(&self, groups: &[&Group], sentences: &[usize], verdict: Verdict) -> ImportError {
        let group = |group: &&Group| {
            let (key, number) = group.entries[0];
            let what = What::Group { id: group.id, name: group.name.as_str().into() };
            Diagnostic::new(key, Some(number), what)
        };
        let sentence = |index: &usize| {
            let text = self.sentences[*index].text.as_str().into();
            Diagnostic::new("rules", None, What::Unknown { number: index + 1, text })
        };
        let mut items: Vec<Diagnostic> = groups.iter().map(group).collect();
        items.extend(sentences.iter().map(sentence));
        items.extend(self.doubts.iter().cloned());
        let groups = groups.iter().map(|group| format!("g{}=KIND", group.id));
        let sentences = sentences.iter().map(|index| format!("s{}=ignore", index + 1));
        let missing = groups.chain(sentences).collect::<Vec<_>>().join(" ").into();
        items.push(Diagnostic::new("", None, What::Unconfirmed { missing, verdict: verdict.reason() }));
        ImportErrorKind::Unsupported(Unsupported { items }).into()
    }
}

/// Returns the candidate that a reading chooses for a group.
fn chosen<'a>(group: &'a Group, decided: &Decided) -> Option<&'a Candidate> {
    match decided.meanings.choices.get(&group.id) {
        Some(Choice::Candidate(index)) => group.candidates.get(*index),
        _ => None,
    }
}

impl Candidate {
    /// Returns true if a confirmed meaning is shown too, because the author may have meant another one: only the
    /// stored solution suggests it, or it joins strokes.
    fn is_shown(&self) -> bool {
        self.reason == Reason::Solution || self.name.ends_with(graph::JOINED)
    }
}

impl Group {
    /// Returns true if a line of the group ends on another one, so that they may be parts of one line.
    fn touches(&self) -> bool {
        let is_line = self.entries.iter().any(|(key, _)| key.starts_with("line"));
        let ends = |item: &Item| [item.cells.first().copied(), item.cells.last().copied()];
        let on = |end: Option<Cell>, other: &Item| end.is_some_and(|end| other.cells.contains(&end));
        is_line
            && (0..self.items.len()).any(|at| {
                let others = self.items.iter().enumerate().filter(|(other, _)| *other != at);
                others
                    .into_iter()
                    .any(|(_, other)| ends(&self.items[at]).into_iter().any(|end| on(end, other)))
            })
    }

    /// Returns a warning that states the meaning of the group in a reading.
    fn proposed(&self, decided: &Decided) -> Option<Diagnostic> {
        let meaning = chosen(self, decided)?.name.as_str().into();
        Some(Diagnostic::new(
            "",
            None,
            What::Proposed { id: self.id, name: self.name.as_str().into(), meaning },
        ))
    }
}
