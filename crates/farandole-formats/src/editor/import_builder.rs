//! Accumulates the result of an import: accepted constraints and diagnostics.

use crate::editor::diagnostic::{Diagnostic, What};
use crate::editor::drawings::Drawings;
use crate::editor::embedded_text::EmbeddedText;
use crate::editor::json::{Json, Object};
use farandole_puzzle::Cell;
use farandole_puzzle::board::{Board, Group, LineEnd};
use farandole_puzzle::constraint::Constraint;

/// Collects the constraints and diagnostics of one text.
pub(crate) struct ImportBuilder<'a> {
    pub(crate) board: &'a Board,
    /// Groups of extra cells that no constraint creates.
    pub(crate) groups: Vec<Group>,
    pub(crate) constraints: Vec<Constraint>,
    /// The location of each constraint in the text.
    pub(crate) places: Vec<(Box<str>, Option<usize>)>,
    pub(crate) unsupported: Vec<Diagnostic>,
    pub(crate) ignored: Vec<Diagnostic>,
    /// Parts that are accepted but possibly unintended.
    pub(crate) warnings: Vec<Diagnostic>,
    /// Drawings, cages and programs whose meaning the format does not define.
    pub(crate) drawings: Drawings,
    /// Parts that may contain a rule although they are no drawings.
    pub(crate) doubts: Vec<Diagnostic>,
    /// True if the text states that this library has written it.
    pub(crate) is_own: bool,
}

/// A location in the text: a key and one of its entries.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) key: &'a str,
    /// 1-based index of the entry.
    pub(crate) entry: Option<usize>,
}

impl<'a> ImportBuilder<'a> {
    pub(crate) fn new(board: &'a Board) -> Self {
        Self {
            board,
            groups: Vec::new(),
            constraints: Vec::new(),
            places: Vec::new(),
            unsupported: Vec::new(),
            ignored: Vec::new(),
            warnings: Vec::new(),
            drawings: Drawings::default(),
            doubts: Vec::new(),
            is_own: false,
        }
    }

    /// Adds the contents of constraint text in the rules. Its board must be the board of this
    /// import.
    pub(crate) fn add_embedded(&mut self, text: &EmbeddedText) {
        let EmbeddedText { variant, replaced } = text;
        self.groups = variant.stated_groups();
        self.constraints.extend_from_slice(variant.constraints());
        self.places.extend(variant.constraints().iter().map(|_| ("rules".into(), None)));
        self.warnings.extend_from_slice(replaced);
    }

    /// Reports a part that is not understood.
    pub(crate) fn fail(&mut self, place: Place<'_>, what: What) {
        self.unsupported.push(Diagnostic::new(place.key, place.entry, what));
    }

    /// Reports a part that may contain a rule. A reading of the text must then be confirmed.
    pub(crate) fn doubt(&mut self, place: Place<'_>, what: What) {
        self.doubts.push(Diagnostic::new(place.key, place.entry, what));
    }

    /// Reports a value that is invalid at its location.
    pub(crate) fn fail_value(&mut self, place: Place<'_>, found: &Json, expected: &'static str) {
        self.fail(place, What::Value { found: found.to_string().into(), expected });
    }

    /// Reports a part that has no effect on solutions and is not kept.
    pub(crate) fn ignore(&mut self, place: Place<'_>, what: &'static str, count: usize) {
        self.ignored.push(Diagnostic::new(place.key, place.entry, What::Ignored { what, count }));
    }

    /// Adds a constraint, or reports that the board does not support it.
    pub(crate) fn add(&mut self, place: Place<'_>, constraint: impl Into<Constraint>) {
        let mut constraint = constraint.into();
        match constraint.normalize(self.board) {
            Ok(()) => {
                self.constraints.push(constraint);
                self.places.push((place.key.into(), place.entry));
            }
            Err(misfit) => self.fail(place, What::ArgumentError(misfit)),
        }
    }

    /// Adds the constraint of the kind with this name on cells, with its number if it has one.
    pub(crate) fn add_kind(&mut self, place: Place<'_>, kind: &str, number: Option<i64>, cells: &[Cell]) {
        match Constraint::of_cells(kind, number, cells, self.board) {
            Ok(constraint) => self.add(place, constraint),
            Err(misfit) => self.fail(place, What::ArgumentError(misfit)),
        }
    }

    /// Adds the constraint of the kind with this name for a clue at the end of a line.
    pub(crate) fn add_clue(&mut self, place: Place<'_>, kind: &str, end: LineEnd, number: u32) {
        match Constraint::of_clue(kind, end, number.into(), self.board) {
            Ok(constraint) => self.add(place, constraint),
            Err(misfit) => self.fail(place, What::ArgumentError(misfit)),
        }
    }

    /// Reports the keys of an object that are not in `known`.
    pub(crate) fn only_keys(&mut self, place: Place<'_>, object: &Object, known: &[&str]) {
        for (key, value) in object.iter().filter(|(key, _)| !known.contains(&key.as_str())) {
            let entries = value.list().map_or(1, <[Json]>::len);
            self.fail(place, What::UnknownKey { name: key.as_str().into(), entries });
        }
    }

    /// Parses the name of a cell, which must be on the board.
    pub(crate) fn cell(&mut self, place: Place<'_>, value: Option<&Json>) -> Option<Cell> {
        let Some(value) = value else {
            self.fail(place, What::Missing { expected: "a cell" });
            return None;
        };
        let found = board_cell(self.board, value);
        if found.is_none() {
            self.fail_value(place, value, "a cell of the grid such as R1C1");
        }
        found
    }

    /// Parses a list of at least one cell. Returns `None` if an entry is not understood.
    pub(crate) fn cells(&mut self, place: Place<'_>, value: Option<&Json>) -> Option<Vec<Cell>> {
        let Some(list) = value.and_then(Json::list).filter(|list| !list.is_empty()) else {
            match value {
                Some(value) if !value.is_empty() => self.fail_value(place, value, "a list of cells"),
                _ => self.fail(place, What::Missing { expected: "a list of cells" }),
            }
            return None;
        };
        let cells: Vec<Option<Cell>> = list.iter().map(|cell| self.cell(place, Some(cell))).collect();
        cells.into_iter().collect()
    }
}

/// Parses a name such as `R1C1` as a 0-based row and column. -1 and numbers beyond the grid denote
/// positions outside it.
pub(crate) fn cell_place(name: &str) -> Option<(i32, i32)> {
    let (row, col) = name.trim().strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
    let number = |text: &str| {
        let plain = (1..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| text.parse::<i32>().ok())?
    };
    Some((number(row)? - 1, number(col)? - 1))
}

/// Returns the cell of the board with this name.
pub(crate) fn board_cell(board: &Board, name: &Json) -> Option<Cell> {
    let (row, col) = cell_place(name.text()?)?;
    board.at(usize::try_from(row).ok()?, usize::try_from(col).ok()?)
}
