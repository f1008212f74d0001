//! Regions as in editors: each cell has a region label or none.

use crate::editor::diagnostic::What;
use crate::editor::import_builder::{ImportBuilder, Place};
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{AllDifferent, DisjointSets, Jigsaw, NoBoxes};

/// The region of each cell of a board.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Regions {
    labels: Vec<Option<usize>>,
}

impl Regions {
    /// Returns the boxes of the board.
    pub(crate) fn usual(board: &Board) -> Self {
        let mut regions = Self { labels: vec![None; board.grid_count()] };
        for (label, cells) in board.all_boxes().into_iter().enumerate() {
            cells.into_iter().for_each(|cell| regions.set(cell, Some(label)));
        }
        regions
    }

    /// Returns an assignment in which no cell has a region.
    pub(crate) fn none(board: &Board) -> Self {
        Self { labels: vec![None; board.grid_count()] }
    }

    /// Returns the regions that are houses of the board: its boxes, or the jigsaw pieces that
    /// replace them.
    pub(crate) fn of_board(board: &Board) -> Self {
        if !board.boxes().is_empty() {
            return Self::usual(board);
        }
        let mut regions = Self::none(board);
        for (label, piece) in board.pieces().iter().enumerate() {
            piece.iter().for_each(|cell| regions.set(*cell, Some(label)));
        }
        regions
    }

    pub(crate) fn set(&mut self, cell: Cell, label: Option<usize>) {
        self.labels[cell.index()] = label;
    }

    pub(crate) fn of(&self, cell: Cell) -> Option<usize> {
        self.labels.get(cell.index()).copied().flatten()
    }

    /// Returns the regions in the order of their first cells. The cells of each region are in
    /// ascending order.
    pub(crate) fn pieces(&self, board: &Board) -> Vec<Vec<Cell>> {
        let mut pieces: Vec<(usize, Vec<Cell>)> = Vec::new();
        for cell in board.grid() {
            let Some(label) = self.of(cell) else { continue };
            match pieces.iter_mut().find(|(known, _)| *known == label) {
                Some((_, cells)) => cells.push(cell),
                None => pieces.push((label, vec![cell])),
            }
        }
        pieces.into_iter().map(|(_, cells)| cells).collect()
    }

    /// Returns true if the regions are the boxes of the board.
    pub(crate) fn are_usual(&self, board: &Board) -> bool {
        let mut boxes = board.all_boxes();
        boxes.sort_unstable();
        self.pieces(board) == boxes
    }

    /// Adds constraints that make exactly these regions houses of the board.
    pub(crate) fn add_to(&self, place: Place<'_>, builder: &mut ImportBuilder<'_>) {
        if self.are_usual(builder.board) {
            return;
        }
        let pieces = self.pieces(builder.board);
        if builder.board.boxes().is_empty() && pieces == builder.board.pieces() {
            // Constraint text in the rules already defines the regions.
            return;
        }
        builder.add(place, NoBoxes {});
        if pieces.is_empty() {
            return;
        }
        let size = builder.board.region_size();
        if pieces.iter().any(|piece| piece.len() > size) {
            return builder
                .fail(place, What::Missing { expected: "regions with at most as many cells as digits" });
        }
        let (fitting, smaller): (Vec<_>, Vec<_>) = pieces.into_iter().partition(|piece| piece.len() == size);
        let rest = builder.board.grid_count() - fitting.len() * size;
        // If the remaining cells could form a region, a `Jigsaw` constraint would have to list it.
        if rest == size || fitting.is_empty() {
            fitting.into_iter().for_each(|cells| builder.add(place, AllDifferent { cells }));
        } else {
            builder.add(place, Jigsaw { pieces: fitting });
        }
        smaller.into_iter().for_each(|cells| builder.add(place, AllDifferent { cells }));
    }
}

/// Adds the rule that the n-th cells of all regions differ. The regions may have any shape.
pub(crate) fn disjoint_groups(place: Place<'_>, regions: &Regions, builder: &mut ImportBuilder<'_>) {
    if regions.are_usual(builder.board) {
        return builder.add(place, DisjointSets {});
    }
    let pieces = regions.pieces(builder.board);
    for number in 0..pieces.iter().map(Vec::len).max().unwrap_or(0) {
        let cells = pieces.iter().filter_map(|piece| piece.get(number).copied()).collect();
        builder.add(place, AllDifferent { cells });
    }
}
