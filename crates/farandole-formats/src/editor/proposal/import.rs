//! Reads a puzzle as every command does: without a question if a reading is confirmed.

use super::model::Proposal;
use super::verify::{Bounds, Verdict, Verified};
use crate::editor::config::ImportConfig;
use crate::editor::counter::Counter;
use crate::editor::diagnostic::{Diagnostic, What};
use crate::editor::error::{ImportError, ImportErrorKind, Unsupported};
use crate::editor::imported::Imported;
use crate::editor::read::read;

/// Reads a text. If parts are not understood or sentences of the rules are not accounted for, the
/// reading that the configured engine confirms is returned.
///
/// # Errors
/// The same as for [`read`]; the error also states why no reading was confirmed.
pub(crate) fn read_verified(text: &[u8], config: &ImportConfig) -> Result<Imported, ImportError> {
    let strict = read(text, config);
    let Some(counter) = config.counter else { return strict };
    let is_open = match &strict {
        Ok(imported) => imported.rules.is_some(),
        Err(error) => matches!(error.kind(), ImportErrorKind::Unsupported(_)),
    };
    if !is_open {
        return strict;
    }
    // Parts that even a proposal does not understand are the more useful message.
    let Ok(proposal) = Proposal::read(text) else { return strict };
    match strict {
        Ok(imported) => Ok(completed(imported, &proposal, counter)),
        Err(error) => confirmed(&proposal, counter).map_err(|verdict| refused(error, &proposal, verdict)),
    }
}

/// Returns the confirmed reading if the text as it is typed leaves sentences without a constraint,
/// and otherwise the typed puzzle with warnings.
fn completed(mut imported: Imported, proposal: &Proposal, counter: Counter) -> Imported {
    let unaccounted = proposal.unaccounted(imported.variant.constraints());
    if unaccounted.is_empty() {
        return imported;
    }
    match confirmed(proposal, counter) {
        Ok(better) => better,
        Err(_) => {
            imported.warnings.extend(warnings(proposal, &unaccounted, &[]));
            imported
        }
    }
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
    Ok(Imported {
        variant,
        title: proposal.title.clone(),
        author: proposal.author.clone(),
        rules: proposal.rules.clone(),
        solution: proposal.solution.clone(),
        warnings,
        ignored: proposal.ignored.clone(),
    })
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
