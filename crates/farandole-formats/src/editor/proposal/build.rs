//! Creates a proposal from a text.

use super::customs;
use super::model::{Candidate, Proposal, Reason};
use super::sort::Sorter;
use crate::editor::embedded_text::with_blank_items;
use crate::editor::error::{ImportError, ImportErrorKind};
use crate::editor::imported::{Draft, Imported};
use crate::editor::json::Json;
use crate::editor::programs::ProgramRunner;
use crate::editor::{fpuzzles, killer_record, link, scf, sudokumaker, sudokupad};
use crate::rules_text::{DigitSet, MeaningKind, Sentence, read_rules, wraps};
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::Variant;

impl Proposal {
    /// Reads a link, packed text or JSON, in any form that [`read`](crate::editor::read) supports.
    ///
    /// # Errors
    /// If the text has none of these forms, or contains parts that are neither understood nor drawings. The
    /// error lists all such parts.
    pub fn read(text: &[u8]) -> Result<Self, ImportError> {
        Self::read_with(text, None)
    }

    /// Returns the programs of the custom constraints in a text, which [`read_with`](Self::read_with) runs in this order. Each
    /// is a JavaScript expression whose value is a string.
    ///
    /// # Errors
    /// Returns the errors of [`read`](Self::read).
    pub fn programs(text: &[u8]) -> Result<Vec<String>, ImportError> {
        let customs = draft(text)?.drawings.customs;
        Ok(customs.iter().filter_map(|custom| Some(custom.program.as_ref()?.expression())).collect())
    }

    /// Reads the same texts as [`read`](Self::read), and runs the programs of custom constraints.
    ///
    /// # Errors
    /// Returns the errors of [`read`](Self::read). A program without a result is no error: its constraint remains a group
    /// whose name gives the reason.
    pub fn read_with(text: &[u8], programs: Option<ProgramRunner>) -> Result<Self, ImportError> {
        let Draft { imported, mut drawings, mut doubts, is_own } = draft(text)?;
        let Imported { variant, title, author, rules, message, solution, mut ignored, warnings } = imported;
        let mut sentences = read_rules(&with_blank_items(rules.as_deref().unwrap_or("")));
        let first_custom = sentences.len();
        let customs = customs::run(core::mem::take(&mut drawings.customs), &variant, programs);
        sentences.extend(customs.iter().filter_map(customs::sentence));
        let variant =
            digit_set(&sentences).and_then(|digits| with_digits(&variant, digits)).unwrap_or(variant);
        let with_negators = has_negators(&sentences).then(|| with_negators(&variant)).flatten();
        let has_negators = with_negators.is_some();
        let variant = with_negators.unwrap_or(variant);
        let board = variant.board().clone();
        let mut sorter = Sorter {
            board: &board,
            sentences: &sentences,
            drawings,
            groups: Vec::new(),
            marked: Vec::new(),
            has_negators,
            large: Vec::new(),
            has_diagonals: false,
            wraps: sentences.iter().any(|sentence| wraps(&sentence.text)),
        };
        sorter.customs(customs, first_custom);
        sorter.pointers();
        sorter.arrows();
        sorter.outside_texts();
        sorter.lines();
        sorter.cages();
        sorter.marks();
        // Pairs with marks other than X and V are also exempt, which `StrictXV` does not express.
        let marks_differ = !sorter.marked.is_empty();
        let is_kept =
            |constraint: &&Constraint| !(marks_differ && matches!(constraint, Constraint::StrictXV(_)));
        let constraints: Vec<Constraint> = variant.constraints().iter().filter(is_kept).cloned().collect();
        sorter.grid_rules(&constraints);
        let Sorter { groups, large, .. } = sorter;
        ignored.extend(large.iter().cloned());
        doubts.extend(large);
        let certain = Variant::new(variant.shape(), variant.stated_groups(), constraints).unwrap_or(variant);
        let mut proposal = Self {
            certain,
            title,
            author,
            rules,
            message,
            solution,
            groups,
            sentences,
            ignored,
            warnings,
            doubts,
            is_own,
        };
        proposal.drop_invalid_candidates();
        proposal.abduce();
        Ok(proposal)
    }

    /// Removes the candidates whose constraints the board does not support. Those of programs were checked before, and would
    /// otherwise be dropped silently.
    fn drop_invalid_candidates(&mut self) {
        for mut group in core::mem::take(&mut self.groups) {
            let is_valid = |it: &Candidate| it.text.is_empty() || self.with_text(&it.text).is_ok();
            group.candidates.retain(|it| matches!(it.reason, Reason::Program(_)) || is_valid(it));
            self.groups.push(group);
        }
    }
}

/// Reads the typed parts of a text and its drawings.
fn draft(text: &[u8]) -> Result<Draft, ImportError> {
    let json = match link::open(text)? {
        link::Payload::Tree(json) => json,
        link::Payload::Scf(text) => return scf::read(&text),
    };
    let object = json.object().ok_or(ImportErrorKind::Unknown)?;
    if object.contains_key("grid") {
        fpuzzles::draft(object)
    } else if sudokumaker::is_own(object) {
        sudokumaker::draft(object)
    } else if object.contains_key("cells") {
        sudokupad::draft(object)
    } else if object.contains_key("n") && object.contains_key("cages") {
        killer_record::read(object)
    } else if let Some(cells) = object.get("p").and_then(Json::text) {
        let mut draft = scf::read(cells)?;
        let title = object.get("n").and_then(Json::text).map(Box::from);
        draft.imported.title = draft.imported.title.take().or(title);
        Ok(draft)
    } else {
        Err(ImportErrorKind::Unknown.into())
    }
}

fn digit_set(sentences: &[Sentence]) -> Option<DigitSet> {
    sentences.iter().flat_map(|sentence| &sentence.mentions).find_map(|mention| match mention.kind {
        MeaningKind::DigitSet(digits) => Some(digits),
        _ => None,
    })
}

fn has_negators(sentences: &[Sentence]) -> bool {
    let mut mentions = sentences.iter().flat_map(|sentence| &sentence.mentions);
    mentions.any(|mention| mention.kind == MeaningKind::Negators)
}

/// Adds the constraint `Negators` to the puzzle. Returns `None` if its board does not support negators.
fn with_negators(variant: &Variant) -> Option<Variant> {
    iss::read(&format!("{}.Negators", iss::write(variant))).ok()
}

/// Returns the puzzle on a board with more values than cells in a row. All rows, columns and regions contain
/// the same values.
fn with_digits(variant: &Variant, digits: DigitSet) -> Option<Variant> {
    let shape = variant.shape();
    let side = shape.rows().max(shape.cols());
    let is_larger = digits.first == 1 && usize::from(digits.count) == side && usize::from(digits.last) > side;
    if !is_larger || digits.last > 16 {
        return None;
    }
    let text = format!(
        ".Shape~{}x{}~{}.RegionSameValues.RegionSize~{side}{}",
        shape.rows(),
        shape.cols(),
        digits.last,
        iss::write_constraints(variant.board(), variant.constraints()).concat()
    );
    iss::read(&text).ok()
}
