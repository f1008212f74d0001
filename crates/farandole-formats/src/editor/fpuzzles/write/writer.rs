//! An f-puzzles object under construction.

use crate::editor::regions::Regions;
use farandole_puzzle::Cell;
use farandole_puzzle::board::{Board, End, Line, LineEnd};
use farandole_puzzle::variant::Variant;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// An object under construction.
pub(super) struct Writer<'a> {
    pub(super) variant: &'a Variant,
    pub(super) board: &'a Board,
    /// True if the format supports the board: N rows, N columns, Sudoku rules, and the values 1 to
    /// N.
    pub(super) is_usual: bool,
    /// Indices of constraints whose key would not preserve them.
    pub(super) unkept: &'a BTreeSet<usize>,
    pub(super) object: Map<String, Value>,
}

/// Error: the format has no key for a constraint.
pub(super) struct NoKey;

impl Writer<'_> {
    pub(super) fn name(&self, cell: Cell) -> Value {
        let (row, col) = self.board.place(cell).unwrap_or_default();
        Value::String(format!("R{}C{}", row + 1, col + 1))
    }

    pub(super) fn names(&self, cells: &[Cell]) -> Value {
        cells.iter().map(|cell| self.name(*cell)).collect()
    }

    /// Adds an entry to the list of a key.
    pub(super) fn push(&mut self, key: &str, entry: Value) {
        if let Value::Array(list) = self.object.entry(key).or_insert_with(|| json!([])) {
            list.push(entry);
        }
    }

    pub(super) fn line(&mut self, key: &str, cells: &[Cell]) -> Result<(), NoKey> {
        let entry = json!({ "lines": [self.names(cells)] });
        self.push(key, entry);
        Ok(())
    }

    pub(super) fn cells(&mut self, key: &str, cells: &[Cell]) -> Result<(), NoKey> {
        let entry = json!({ "cells": self.names(cells) });
        self.push(key, entry);
        Ok(())
    }

    /// Adds an entry for each cell.
    pub(super) fn marked(&mut self, key: &str, cells: &[Cell]) -> Result<(), NoKey> {
        for cell in cells {
            let entry = json!({ "cell": self.name(*cell) });
            self.push(key, entry);
        }
        Ok(())
    }

    pub(super) fn valued(&mut self, key: &str, cells: &[Cell], value: &str) -> Result<(), NoKey> {
        let entry = json!({ "cells": self.names(cells), "value": value });
        self.push(key, entry);
        Ok(())
    }

    /// Adds cells with a value, unless it is empty.
    pub(super) fn labelled(&mut self, key: &str, cells: &[Cell], value: &str) -> Result<(), NoKey> {
        if value.is_empty() { self.cells(key, cells) } else { self.valued(key, cells, value) }
    }

    pub(super) fn switch(&mut self, key: &str) -> Result<(), NoKey> {
        self.object.insert(key.into(), Value::Bool(true));
        Ok(())
    }

    /// Adds a clue at the end of a line.
    pub(super) fn clue(&mut self, key: &str, place: LineEnd, clue: i64) -> Result<(), NoKey> {
        let size = self.board.shape().rows();
        let (row, col) = match (place.line, place.end) {
            (Line::Row(row), End::Start) => (usize::from(row) + 1, 0),
            (Line::Row(row), End::Finish) => (usize::from(row) + 1, size + 1),
            (Line::Col(col), End::Start) => (0, usize::from(col) + 1),
            (Line::Col(col), End::Finish) => (size + 1, usize::from(col) + 1),
        };
        self.push(key, json!({ "cell": format!("R{row}C{col}"), "value": clue.to_string() }));
        Ok(())
    }

    /// Returns the regions that are houses of the board.
    pub(super) fn regions(&self) -> Regions {
        Regions::of_board(self.board)
    }
}
