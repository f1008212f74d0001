//! The context for reading an entry of a key, with helpers that many keys share.

use crate::editor::diagnostic::What;
use crate::editor::drawings::CageDrawing;
use crate::editor::import_builder::{ImportBuilder, Place, board_cell};
use crate::editor::json::{Json, Object};
use crate::editor::regions::Regions;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Constraint, KindStyle, styles};

/// The context for reading an entry of a key.
pub(super) struct Entry<'a, 's, 'b> {
    pub(super) place: Place<'a>,
    pub(super) object: &'a Object,
    pub(super) builder: &'s mut ImportBuilder<'b>,
    pub(super) regions: &'a Regions,
}

impl<'a> Entry<'a, '_, '_> {
    /// Returns the value of a key of the entry, or `None` if it is absent or empty.
    pub(super) fn value(&self, key: &str) -> Option<&'a Json> {
        self.object.get(key).filter(|value| !value.is_empty())
    }

    /// Returns the integer under `value`, or `None` if it is absent. Reports a value that is not an
    /// integer and returns `None`.
    pub(super) fn number(&mut self, expected: &'static str) -> Option<i64> {
        let value = self.value("value")?;
        let number = value.integer();
        if number.is_none() {
            self.builder.fail_value(self.place, value, expected);
        }
        number
    }

    pub(super) fn cell(&mut self) -> Option<Cell> {
        self.builder.cell(self.place, self.object.get("cell"))
    }

    pub(super) fn cells(&mut self) -> Option<Vec<Cell>> {
        self.builder.cells(self.place, self.object.get("cells"))
    }

    /// Returns the two cells of the entry, which must differ.
    pub(super) fn pair(&mut self) -> Option<[Cell; 2]> {
        match self.cells()?.as_slice() {
            &[one, two] if one != two => Some([one, two]),
            _ => {
                self.fail(What::Missing { expected: "two different cells" });
                None
            }
        }
    }

    /// Returns the lines of the entry. There must be at least one.
    pub(super) fn lines(&mut self) -> Vec<Vec<Cell>> {
        let Some(lines) = self.value("lines").and_then(Json::list) else {
            self.fail(What::Missing { expected: "a list of lines of cells" });
            return Vec::new();
        };
        lines.iter().filter_map(|line| self.builder.cells(self.place, Some(line))).collect()
    }

    pub(super) fn fail(&mut self, what: What) {
        self.builder.fail(self.place, what);
    }

    pub(super) fn add(&mut self, constraint: impl Into<Constraint>) {
        self.builder.add(self.place, constraint);
    }

    /// Reports an entry without a number as a clue that is not filled in.
    pub(super) fn ignore_blank(&mut self) {
        self.builder.ignore(self.place, "a clue without a number", 1);
    }
}

/// The context for reading a switch.
pub(super) struct Switch<'a, 's, 'b> {
    pub(super) place: Place<'a>,
    pub(super) builder: &'s mut ImportBuilder<'b>,
    pub(super) regions: &'a Regions,
}

impl Switch<'_, '_, '_> {
    pub(super) fn add(&mut self, constraint: impl Into<Constraint>) {
        self.builder.add(self.place, constraint);
    }
}

/// Returns a cage whose value is not a sum, or that is a drawing. Returns `None` if it has no cells
/// of the grid.
pub(super) fn cage_drawing(
    key: &'static str,
    number: usize,
    entry: &Object,
    is_unique: Option<bool>,
    board: &Board,
) -> Option<CageDrawing> {
    let list = entry.get("cells").and_then(Json::list).filter(|list| !list.is_empty())?;
    let cells = list.iter().map(|name| board_cell(board, name)).collect::<Option<_>>()?;
    let text = entry.get("value").filter(|it| !it.is_empty()).map(|it| it.to_string().trim().to_owned());
    let colour = entry.get("outlineC").and_then(Json::text).unwrap_or("").to_owned();
    Some(CageDrawing { key, number, cells, text: text.unwrap_or_default(), is_unique, colour })
}

/// Returns the kind of constraint whose style has this key, with the style.
pub(super) fn kind_of(key: &str) -> Option<(&'static str, &'static KindStyle)> {
    styles().find(|(_, style)| !style.fpuzzles.is_empty() && style.fpuzzles == key)
}

/// Returns the name of the kind whose style has this key. Only readers that were chosen by a style call it.
pub(super) fn name_of(key: &str) -> &'static str {
    kind_of(key).map(|(name, _)| name).expect("the style of a kind has this key")
}
