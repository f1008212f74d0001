//! An entry of a key, and what of it is read in the same way for many keys.

use crate::json::{Json, Object};
use crate::piece::What;
use crate::regions::Regions;
use crate::sink::{Place, Sink};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Constraint;

/// What an entry of a key is read with.
pub(super) struct Entry<'a, 's, 'b> {
    pub(super) place: Place<'a>,
    pub(super) object: &'a Object,
    pub(super) sink: &'s mut Sink<'b>,
    pub(super) regions: &'a Regions,
}

impl<'a> Entry<'a, '_, '_> {
    /// The value of a key of the entry, unless it says nothing.
    pub(super) fn value(&self, key: &str) -> Option<&'a Json> {
        self.object.get(key).filter(|value| !value.is_empty())
    }

    /// The whole number behind `value`; `None` if there is none, or something else, which is reported.
    pub(super) fn number(&mut self, expected: &'static str) -> Option<i64> {
        let value = self.value("value")?;
        let number = value.integer();
        if number.is_none() {
            self.sink.fail_value(self.place, value, expected);
        }
        number
    }

    pub(super) fn cell(&mut self) -> Option<Cell> {
        self.sink.cell(self.place, self.object.get("cell"))
    }

    pub(super) fn cells(&mut self) -> Option<Vec<Cell>> {
        self.sink.cells(self.place, self.object.get("cells"))
    }

    /// Two different cells.
    pub(super) fn pair(&mut self) -> Option<[Cell; 2]> {
        match self.cells()?.as_slice() {
            &[one, two] if one != two => Some([one, two]),
            _ => {
                self.fail(What::Missing { expected: "two different cells" });
                None
            }
        }
    }

    /// The lines of cells, at least one line.
    pub(super) fn lines(&mut self) -> Vec<Vec<Cell>> {
        let Some(lines) = self.value("lines").and_then(Json::list) else {
            self.fail(What::Missing { expected: "a list of lines of cells" });
            return Vec::new();
        };
        lines.iter().filter_map(|line| self.sink.cells(self.place, Some(line))).collect()
    }

    pub(super) fn fail(&mut self, what: What) {
        self.sink.fail(self.place, what);
    }

    pub(super) fn add(&mut self, constraint: impl Into<Constraint>) {
        self.sink.add(self.place, constraint);
    }

    /// Says that an entry without a number is a clue that is not filled in.
    pub(super) fn ignore_blank(&mut self) {
        self.sink.ignore(self.place, "a clue without a number", 1);
    }
}

/// What a switch is read with.
pub(super) struct Switch<'a, 's, 'b> {
    pub(super) place: Place<'a>,
    pub(super) sink: &'s mut Sink<'b>,
    pub(super) regions: &'a Regions,
}

impl Switch<'_, '_, '_> {
    pub(super) fn add(&mut self, constraint: impl Into<Constraint>) {
        self.sink.add(self.place, constraint);
    }
}
