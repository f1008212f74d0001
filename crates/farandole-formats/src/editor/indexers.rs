//! Indexers: cells whose digit is the position of another digit in the row, column or region.

use crate::editor::diagnostic::What;
use crate::editor::import_builder::{ImportBuilder, Place};
use crate::editor::regions::Regions;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Along, AnyOf, BoxIndexing, Constraint, Given, Indexing};

/// Adds row indexers: if the cell in row r and column c contains v, the cell in row v and column c
/// contains r.
pub(crate) fn rows(place: Place<'_>, cells: Vec<Cell>, builder: &mut ImportBuilder<'_>) {
    builder.add(place, Indexing { along: Along::Column, cells });
}

/// Adds column indexers: if the cell in row r and column c contains v, the cell in row r and column
/// v contains c.
pub(crate) fn columns(place: Place<'_>, cells: Vec<Cell>, builder: &mut ImportBuilder<'_>) {
    builder.add(place, Indexing { along: Along::Row, cells });
}

/// Adds box indexers: if the k-th cell of a region contains n, its n-th cell contains k.
pub(crate) fn boxes(place: Place<'_>, cells: Vec<Cell>, regions: &Regions, builder: &mut ImportBuilder<'_>) {
    if regions.are_usual(builder.board) {
        return builder.add(place, BoxIndexing { cells });
    }
    let values = builder.board.values();
    let pieces = regions.pieces(builder.board);
    let given = |cell, value| Constraint::from(Given { cell, mask: values.mask(value) });
    for cell in cells {
        let Some(region) = pieces.iter().find(|piece| piece.contains(&cell)) else {
            builder.fail(place, What::Missing { expected: "cells that are in a region" });
            continue;
        };
        let number = region.iter().position(|other| *other == cell).map_or(0, |place| place as u8 + 1);
        let branch = |(place, other): (usize, &Cell)| {
            let index = place as u8 + 1;
            if *other == cell {
                vec![given(cell, index)]
            } else {
                vec![given(cell, index), given(*other, number)]
            }
        };
        let branches = region.iter().enumerate().map(branch).collect();
        builder.add(place, Constraint::AnyOf(AnyOf { branches }));
    }
}
