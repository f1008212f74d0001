//! Creates a proposal from a text.

use super::customs;
use super::model::Proposal;
use super::sort::Sorter;
use crate::editor::config::ImportConfig;
use crate::editor::error::{ImportError, ImportErrorKind};
use crate::editor::imported::Imported;
use crate::editor::{fpuzzles, link, sudokumaker, sudokupad};
use crate::rules_text::{DigitSet, MeaningKind, Sentence, read_rules};
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::Variant;

impl Proposal {
    /// Reads a link or JSON of SudokuPad, f-puzzles or SudokuMaker.
    ///
    /// # Errors
    /// If the text has none of these forms, or contains parts that are neither understood nor drawings. The
    /// error lists all such parts.
    pub fn read(text: &[u8]) -> Result<Self, ImportError> {
        let config = ImportConfig::default();
        let link::Payload::Tree(json) = link::open(text)? else {
            return Err(ImportErrorKind::Unknown.into());
        };
        let object = json.object().ok_or(ImportErrorKind::Unknown)?;
        let (imported, drawings) = if object.contains_key("grid") {
            fpuzzles::draft(object, &config)?
        } else if sudokumaker::is_own(object) {
            sudokumaker::draft(object, &config)?
        } else if object.contains_key("cells")
            && object.get("cells").is_some_and(|cells| cells.list().is_some())
        {
            sudokupad::draft(object, &config)?
        } else {
            return Err(ImportErrorKind::Unknown.into());
        };
        let Imported { variant, title, author, rules, solution, ignored, .. } = imported;
        let mut sentences = read_rules(rules.as_deref().unwrap_or(""));
        let first_custom = sentences.len();
        sentences.extend(drawings.customs.iter().map(customs::sentence));
        let digits =
            sentences.iter().flat_map(|sentence| &sentence.mentions).find_map(|mention| match mention.kind {
                MeaningKind::DigitSet(digits) => Some(digits),
                _ => None,
            });
        let variant = digits.and_then(|digits| with_digits(&variant, digits)).unwrap_or(variant);
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
            has_diagonals: false,
        };
        sorter.customs(first_custom);
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
        let groups = sorter.groups;
        let certain = Variant::new(variant.shape(), variant.stated_groups(), constraints).unwrap_or(variant);
        Ok(Self { certain, title, author, rules, solution, groups, sentences, ignored })
    }
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
