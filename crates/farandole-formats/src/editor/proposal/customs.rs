//! Custom constraints, which are programs written by the setter. The programs are not run, so only the title of
//! a custom constraint suggests its meaning.

use super::model::{Candidate, Item, Reason};
use super::sort::{OF_STYLE, Sorter, decoration};
use crate::editor::drawings::Custom;
use crate::rules_text::{Join, MeaningKind, Sentence, read_rules};
use farandole_puzzle::Cell;

/// Returns a sentence that names a custom constraint. It mentions no constraint, so it is
/// unaccounted for unless a meaning of its group is chosen.
pub(super) fn sentence(custom: &Custom) -> Sentence {
    Sentence {
        text: format!("custom constraint `{}`", custom.title),
        span: 0..0,
        mentions: Vec::new(),
        join: Join::Separate,
        is_neutral: false,
        stops_automatic: None,
        unknown: Vec::new(),
    }
}

impl Sorter<'_> {
    /// Adds a group for each custom constraint. `first` is the index of the sentence of the first
    /// custom constraint.
    pub(super) fn customs(&mut self, first: usize) {
        for (index, custom) in core::mem::take(&mut self.drawings.customs).into_iter().enumerate() {
            let Custom { number, title, items } = custom;
            let mut candidates: Vec<Candidate> = Vec::new();
            for mention in read_rules(&title).iter().flat_map(|sentence| &sentence.mentions) {
                let of_cells = || -> Option<String> {
                    items.iter().map(|(cells, text)| self.custom_text(&mention.kind, cells, text)).collect()
                };
                // Without cells, it applies to the whole grid.
                let is_of_grid = items.iter().all(|(cells, _)| cells.is_empty());
                let text = if is_of_grid { self.grid_text(&mention.kind) } else { of_cells() };
                candidates.extend(text.filter(|text| !text.is_empty()).map(|text| Candidate {
                    name: self.line_name(&mention.kind),
                    text,
                    reason: Reason::Sentence(first + index),
                    rank: OF_STYLE,
                }));
            }
            candidates.push(decoration());
            let items = items.into_iter().map(|(cells, text)| Item { cells, text }).collect();
            let name = format!("custom constraint `{title}`");
            self.add(name, items, vec![("constraints", number)], candidates);
        }
    }

    /// Returns the constraint text of a list of cells with a text, or `None` if the meaning
    /// concerns neither lines nor cages.
    fn custom_text(&self, kind: &MeaningKind, cells: &[Cell], text: &str) -> Option<String> {
        match (kind, text.parse::<u32>()) {
            (MeaningKind::Kind("Cage"), Ok(sum)) => Some(format!(".Cage~{sum}{}", self.names(cells))),
            (MeaningKind::CageDiffers | MeaningKind::Kind("AllDifferent"), _) => {
                Some(format!(".AllDifferent{}", self.names(cells)))
            }
            _ if text.is_empty() => self.line_text(kind, cells),
            _ => None,
        }
    }
}
