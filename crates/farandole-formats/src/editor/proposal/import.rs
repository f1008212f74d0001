//! Reads a puzzle without a decision by the user, provided that a reading is confirmed. All commands use
//! this reader.

use super::model::Proposal;
use super::verify::{Bounds, Verdict, Verified};
use crate::editor::config::{Acceptance, ImportConfig};
use crate::editor::counter::{Counted, Counter};
use crate::editor::diagnostic::{Diagnostic, What};
use crate::editor::error::{ImportError, ImportErrorKind, Unsupported};
use crate::editor::imported::Imported;
use crate::editor::meanings::{MeaningError, Meanings};
use crate::editor::read::read;
use farandole_puzzle::variant::{Variant, check_grid};

/// Reads a text. If parts are not understood or sentences of the rules are not accounted for,
/// returns the reading that the configured engine confirms. Decisions of the user replace the
/// proposed meanings.
///
/// # Errors
/// Returns the errors of [`read`]; an error also states why no reading was confirmed. A decision that
/// does not apply to the text is also an error.
pub(crate) fn read_verified(text: &[u8], config: &ImportConfig) -> Result<Imported, ImportError> {
    let strict = read(text, config);
    let Some(counter) = config.counter else { return strict };
    let is_open = match &strict {
        Ok(imported) => imported.rules.is_some(),
        Err(error) => matches!(error.kind(), ImportErrorKind::Unsupported(_)),
    };
    let has_decisions = !config.meanings.is_empty();
    if !is_open && !has_decisions {
        return strict.map(|imported| compared(imported, counter));
    }
    // Without a proposal, the error of the strict reader already names the parts that are not
    // understood.
    let Ok(proposal) = Proposal::read(text) else {
        return match strict {
            Ok(_) if has_decisions => Err(ImportErrorKind::Meaning(MeaningError::Nothing).into()),
            strict => strict.map(|imported| compared(imported, counter)),
        };
    };
    match strict {
        Ok(imported) if !has_decisions => Ok(completed(imported, &proposal, counter)),
        Err(error) if !has_decisions && config.accept == Acceptance::Confirmed => {
            confirmed(&proposal, counter).map_err(|verdict| refused(error, &proposal, verdict))
        }
        _ => decided(&proposal, counter, config),
    }
}

/// Returns the reading with the user's decisions, with a warning if it is not confirmed.
fn decided(proposal: &Proposal, counter: Counter, config: &ImportConfig) -> Result<Imported, ImportError> {
    let Meanings { choices, .. } = &config.meanings;
    let decided = proposal.decide(counter, &config.meanings).map_err(ImportErrorKind::Meaning)?;
    let open = proposal.groups.iter().filter(|group| !choices.contains_key(&group.id)).count();
    let is_accepted = decided.verdict.is_accepted();
    if !is_accepted && open > 0 && config.accept == Acceptance::Confirmed {
        let verdict = decided.verdict.reason();
        let items = vec![Diagnostic::new("", None, What::Unconfirmed { groups: open, verdict })];
        return Err(ImportErrorKind::Unsupported(Unsupported { items }).into());
    }
    let mut warnings = warnings(proposal, &decided.unaccounted, &decided.undecided);
    if !is_accepted {
        let verdict = decided.verdict.reason_of_choice();
        warnings.push(Diagnostic::new("", None, What::Unverified { verdict }));
    } else if decided.verdict == Verdict::Unique {
        warnings.push(Diagnostic::new("", None, What::Unique));
    }
    Ok(imported(proposal, decided.variant, warnings))
}

/// Returns a reading with the texts of the proposal.
fn imported(proposal: &Proposal, variant: Variant, warnings: Vec<Diagnostic>) -> Imported {
    Imported {
        variant,
        title: proposal.title.clone(),
        author: proposal.author.clone(),
        rules: proposal.rules.clone(),
        solution: proposal.solution.clone(),
        warnings,
        ignored: proposal.ignored.clone(),
    }
}

/// If the typed constraints leave sentences without a constraint, returns the confirmed reading. Otherwise
/// returns the typed puzzle with warnings.
fn completed(mut imported: Imported, proposal: &Proposal, counter: Counter) -> Imported {
    let unaccounted = proposal.unaccounted(imported.variant.constraints());
    if unaccounted.is_empty() {
        // A mentioned rule without a drawing needs no warning if the stored solution confirms the
        // puzzle.
        let is_mention = |it: &Diagnostic| matches!(it.what, What::Mention { .. });
        if imported.warnings.iter().any(is_mention)
            && proposal.count(counter, &imported.variant) == Verdict::Confirmed
        {
            imported.warnings.retain(|it| !is_mention(it));
        }
        return compared(imported, counter);
    }
    match confirmed(proposal, counter) {
        Ok(better) => better,
        Err(_) => {
            imported.warnings.extend(warnings(proposal, &unaccounted, &[]));
            compared(imported, counter)
        }
    }
}

/// Maximum number of nodes for the comparison with the stored solution. It takes a fraction of a
/// second.
const COMPARED_NODES: u64 = 20_000;

/// Adds a warning to a typed puzzle if the stored solution is not its only solution. A part of the
/// puzzle is then missing or wrong.
fn compared(mut imported: Imported, Counter(count): Counter) -> Imported {
    let stored: Option<Vec<u8>> = imported.solution.iter().flatten().copied().collect();
    let Some(stored) = stored.filter(|stored| !stored.is_empty()) else { return imported };
    let verdict = if check_grid(&imported.variant, &stored).is_err() {
        Some("the text contains a solution that breaks the constraints of the puzzle")
    } else if count(&imported.variant, COMPARED_NODES) == Counted::Several {
        Some("the puzzle has several solutions, but the text contains one, so a rule may be missing")
    } else {
        None
    };
    let diagnostic = |verdict| Diagnostic::new("solution", None, What::Solution { verdict });
    imported.warnings.extend(verdict.map(diagnostic));
    imported
}

/// Returns the confirmed reading with its warnings, or the reason why there is none.
fn confirmed(proposal: &Proposal, counter: Counter) -> Result<Imported, Verdict> {
    let verified = proposal.verify(counter, &Bounds::default());
    let Verified { verdict, meanings, unaccounted, undecided, .. } = verified;
    // Without a stored solution, a sentence without a constraint may be a rule.
    let is_complete = verdict == Verdict::Confirmed || unaccounted.is_empty() && undecided.is_empty();
    if !verdict.is_accepted() || !is_complete {
        return Err(verdict);
    }
    let variant = proposal.puzzle(&meanings).map_err(|_| verdict)?;
    let mut warnings = warnings(proposal, &unaccounted, &undecided);
    if verdict == Verdict::Unique {
        warnings.push(Diagnostic::new("", None, What::Unique));
    }
    Ok(imported(proposal, variant, warnings))
}

fn warnings(proposal: &Proposal, unaccounted: &[usize], undecided: &[u32]) -> Vec<Diagnostic> {
    let sentence = |index: &usize| {
        let text = proposal.sentences[*index].text.as_str().into();
        Diagnostic::new("rules", None, What::Sentence { text })
    };
    let group = |id: &u32| {
        let name = proposal.group(*id).map(|group| group.name.as_str()).unwrap_or_default().into();
        Diagnostic::new("", None, What::Decoration { name })
    };
    unaccounted.iter().map(sentence).chain(undecided.iter().map(group)).collect()
}

/// Adds the reason why no reading is confirmed to an error.
fn refused(error: ImportError, proposal: &Proposal, verdict: Verdict) -> ImportError {
    let ImportErrorKind::Unsupported(Unsupported { items }) = error.kind() else { return error };
    let mut items = items.clone();
    let groups = proposal.groups.len();
    items.push(Diagnostic::new("", None, What::Unconfirmed { groups, verdict: verdict.reason() }));
    ImportErrorKind::Unsupported(Unsupported { items }).into()
}
