//! Reads an f-puzzles object that is being edited: its rules, its digits and notes, and the options for a solver.
//!
//! Unlike in an import, drawings and the text of the rules are not interpreted, because a setter changes them last.
//! A key whose meaning is unknown is still an error, because it may be a rule.

use super::grid::Cells;
use super::keys::{ADDED, Kind};
use super::with_parts;
use crate::editor::diagnostic::What;
use crate::editor::error::{ImportError, ImportErrorKind};
use crate::editor::import_builder::{ImportBuilder, Place};
use crate::editor::imported::{Texts, finish};
use crate::editor::json::{Json, Object};
use crate::editor::link;
use farandole_puzzle::board::Board;
use farandole_puzzle::variant::Variant;

/// Keys of an entry that only change its look.
const COSMETIC: &[&str] =
    &["outlineC", "baseC", "fontC", "width", "height", "angle", "size", "style", "c", "cArray", "highlight"];

/// An f-puzzles puzzle as it is while a person edits it.
#[derive(Clone, PartialEq, Debug)]
pub struct EditedPuzzle {
    /// The puzzle: givens, given pencil marks and constraints.
    pub variant: Variant,
    /// For each cell, the digit that a person has entered.
    pub digits: Vec<Option<u8>>,
    /// For each cell, the mask of the pencil marks in its centre, or 0 without any. Bit v - 1 represents the digit v.
    pub marks: Vec<u16>,
    /// The names in the list `truecandidatesoptions`.
    pub options: Vec<String>,
}

impl EditedPuzzle {
    /// Reads the packed object that f-puzzles passes to a solver, or the object itself.
    ///
    /// ```
    /// use farandole_formats::editor::EditedPuzzle;
    ///
    /// let row = "[{\"value\": 1}, {\"centerPencilMarks\": [2, 4]}]";
    /// let text = format!("{{\"size\": 2, \"grid\": [{row}, [{{}}, {{}}]], \"text\": [{{\"cells\": [\"R1C1\"], \"value\": \"?\"}}]}}");
    /// let edited = EditedPuzzle::read(&text).unwrap_err();
    /// assert_eq!(edited.to_string(), "1 thing in this puzzle is not understood: grid 2: `a list of 2`, expected a list of digits of the board");
    /// let edited = EditedPuzzle::read(&text.replace("[2, 4]", "[2]")).unwrap();
    /// assert_eq!((edited.digits[0], edited.marks[1]), (Some(1), 0b10));
    /// ```
    ///
    /// # Errors
    /// If the text is malformed, or an error that lists all parts that may be rules and are not understood.
    pub fn read(text: &str) -> Result<Self, ImportError> {
        let json = link::unpacked(text)?;
        let object = json.object().ok_or(ImportErrorKind::Unknown)?;
        with_parts(object, is_left_out, |builder, board, cells| Self::of_parts(object, builder, board, cells))
    }

    fn of_parts(
        object: &Object,
        mut builder: ImportBuilder<'_>,
        board: &Board,
        cells: Option<Cells>,
    ) -> Result<Self, ImportError> {
        let marks = marks(object, board, &mut builder);
        builder.unsupported.retain(|diagnostic| match &diagnostic.what {
            What::UnknownKey { name, .. } => {
                diagnostic.entry.is_none() || !COSMETIC.contains(&&**name) && !ADDED.contains(&&**name)
            }
            _ => true,
        });
        let draft = finish(builder, Texts::default())?;
        let options = object.get("truecandidatesoptions").and_then(Json::list).unwrap_or_default();
        Ok(Self {
            variant: draft.imported.variant,
            digits: cells.map(|cells| cells.entered).unwrap_or_default(),
            marks,
            options: options.iter().filter_map(Json::text).map(str::to_ascii_lowercase).collect(),
        })
    }
}

/// Returns true for drawings, and for keys without a value whose meaning is unknown.
fn is_left_out(kind: Option<&Kind>, value: &Json) -> bool {
    kind.map_or_else(|| value.is_empty(), |kind| matches!(kind, Kind::Drawing(_)))
}

/// Reads the pencil marks in the centres of the cells.
fn marks(object: &Object, board: &Board, builder: &mut ImportBuilder<'_>) -> Vec<u16> {
    let rows = object.get("grid").and_then(Json::list).unwrap_or_default();
    let cells = rows.iter().filter_map(Json::list).flatten();
    let mut marks = Vec::new();
    for (number, cell) in cells.enumerate().take(board.grid_count()) {
        let list =
            cell.object().and_then(|cell| cell.get("centerPencilMarks")).filter(|list| !list.is_empty());
        let of = |digit: &Json| {
            let digit = digit.integer().and_then(|digit| u8::try_from(digit).ok());
            digit.filter(|digit| board.values().contains(*digit)).map(|digit| board.values().mask(digit))
        };
        let mask = list.map(|list| {
            list.list().and_then(|list| list.iter().map(of).try_fold(0, |all, mask| Some(all | mask?)))
        });
        if let (Some(list), Some(None)) = (list, mask) {
            let place = Place { key: "grid", entry: Some(number + 1) };
            builder.fail_value(place, list, "a list of digits of the board");
        }
        marks.push(mask.flatten().unwrap_or(0));
    }
    marks
}
