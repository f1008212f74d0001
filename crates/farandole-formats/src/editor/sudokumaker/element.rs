//! The context for reading an element.

use super::numbers::type_of;
use super::places;
use crate::editor::diagnostic::What;
use crate::editor::import_builder::{ImportBuilder, Place};
use crate::editor::json::{Json, Object};
use crate::editor::regions::Regions;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Constraint, styles};

/// The context for reading an element.
pub(super) struct Element<'a, 's, 'b> {
    pub(super) place: Place<'a>,
    pub(super) object: &'a Object,
    pub(super) builder: &'s mut ImportBuilder<'b>,
    pub(super) regions: &'a Regions,
    /// The digits of all cells, if the setter entered all of them.
    pub(super) solution: Option<&'a [Option<u8>]>,
}

impl<'a> Element<'a, '_, '_> {
    /// Returns the list under a key. A missing list is empty. Reports a value of another type.
    pub(super) fn list(&mut self, key: &str) -> &'a [Json] {
        match self.object.get(key) {
            None | Some(Json::Null) => &[],
            Some(Json::List(list)) => list,
            Some(other) => {
                self.builder.fail_value(self.place, other, "a list");
                &[]
            }
        }
    }

    /// Returns the objects of the list under a key. All their keys must be in `known`.
    pub(super) fn objects(&mut self, key: &str, known: &[&str]) -> Vec<&'a Object> {
        let mut objects = Vec::new();
        for entry in self.list(key) {
            match entry.object() {
                Some(object) => {
                    self.builder.only_keys(self.place, object, known);
                    objects.push(object);
                }
                None => self.builder.fail_value(self.place, entry, "an object"),
            }
        }
        objects
    }

    /// Returns the value of a switch. A missing switch is off.
    pub(super) fn flag(&mut self, key: &str) -> bool {
        match self.object.get(key) {
            None | Some(Json::Null | Json::Bool(false)) => false,
            Some(Json::Bool(true)) => true,
            Some(other) => {
                self.builder.fail_value(self.place, other, "true or false");
                false
            }
        }
    }

    /// Returns the cell with a number. Reports any other value and returns `None`.
    pub(super) fn cell(&mut self, json: &Json) -> Option<Cell> {
        let cell = json.number().and_then(|_| places::cell(self.builder.board, json.integer()?));
        if cell.is_none() {
            self.builder.fail_value(self.place, json, "the number of a cell");
        }
        cell
    }

    /// Returns the cells of a list of numbers. Reports an invalid number and returns `None`.
    pub(super) fn cells(&mut self, json: Option<&Json>) -> Option<Vec<Cell>> {
        match json {
            Some(Json::List(list)) => {
                let cells: Vec<Option<Cell>> = list.iter().map(|json| self.cell(json)).collect();
                cells.into_iter().collect()
            }
            Some(other) => {
                self.builder.fail_value(self.place, other, "a list of cells");
                None
            }
            None => {
                self.fail(What::Missing { expected: "a list of cells" });
                None
            }
        }
    }

    /// Returns the cells of a list of numbers, which must be distinct.
    pub(super) fn distinct_cells(&mut self, json: Option<&Json>) -> Option<Vec<Cell>> {
        let cells = self.cells(json)?;
        let mut sorted = cells.clone();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() < cells.len() {
            self.fail(What::Missing { expected: "each cell once" });
            return None;
        }
        Some(cells)
    }

    /// Returns the lists of cells under a key. Empty lists are clues that are not filled in.
    pub(super) fn lines(&mut self, key: &str) -> Vec<Vec<Cell>> {
        let mut lines = Vec::new();
        for line in self.list(key) {
            match self.cells(Some(line)) {
                Some(cells) if cells.is_empty() => self.ignore_blank(),
                Some(cells) => lines.push(cells),
                None => {}
            }
        }
        lines
    }

    /// Returns a number that is at least 0. Reports any other value and returns `None`.
    pub(super) fn number(&mut self, json: &Json) -> Option<u32> {
        let number = json.number().and_then(|_| u32::try_from(json.integer()?).ok());
        if number.is_none() {
            self.builder.fail_value(self.place, json, "a number");
        }
        number
    }

    pub(super) fn fail(&mut self, what: What) {
        self.builder.fail(self.place, what);
    }

    /// Returns the name of the kind of constraint that has the type of the element.
    pub(super) fn kind(&self) -> Option<&'static str> {
        let number = type_of(self.object).and_then(|number| u16::try_from(number).ok());
        styles().find(|(_, style)| number.is_some() && style.sudokumaker == number).map(|(kind, _)| kind)
    }

    pub(super) fn add(&mut self, constraint: impl Into<Constraint>) {
        self.builder.add(self.place, constraint);
    }

    /// Reports a clue that is not filled in.
    pub(super) fn ignore_blank(&mut self) {
        self.builder.ignore(self.place, "a clue that is not filled in", 1);
    }
}

/// Returns the value under a key, or `None` if it is absent or null.
pub(super) fn value<'a>(object: &'a Object, key: &str) -> Option<&'a Json> {
    object.get(key).filter(|value| **value != Json::Null)
}
