//! Size, cells, givens and regions of a written puzzle.

use super::super::numbers;
use crate::editor::export::KeylessConstraint;
use crate::editor::regions::Regions;
use farandole_puzzle::board::{Board, GridKind};
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::variant::Variant;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Returns the size and the digits of a board, unless they have the default values of the format.
pub(super) fn header(board: &Board) -> Map<String, Value> {
    let (shape, values) = (board.shape(), board.values());
    let mut puzzle = Map::new();
    if shape.kind() == GridKind::Raw {
        puzzle.insert("type".into(), json!("custom"));
    }
    if !shape.is_square() {
        puzzle.insert("width".into(), json!(shape.cols()));
        puzzle.insert("height".into(), json!(shape.rows()));
    } else if shape.rows() != 9 {
        puzzle.insert("size".into(), json!(shape.rows()));
    }
    let longer = shape.longer_side();
    if values.low() != 1 || usize::from(values.high()) != longer || longer > 9 {
        puzzle.insert("minDigit".into(), json!(values.low()));
        puzzle.insert("maxDigit".into(), json!(values.high()));
    }
    puzzle
}

/// Returns the elements for givens and regions.
pub(super) fn layout(board: &Board) -> Vec<Value> {
    let mut elements = vec![json!({ "type": numbers::GIVENS })];
    let regions = Regions::of_board(board);
    if board.shape().kind() == GridKind::Sudoku && board.grid().any(|cell| regions.of(cell).is_some()) {
        let label = |cell| regions.of(cell).map_or(json!(-1), |label| json!(label));
        let labels: Vec<Value> = board.grid().map(label).collect();
        elements.push(json!({ "type": numbers::REGIONS, "regions": labels }));
    }
    elements
}

/// Returns the cells, with the solution as entered digits. Fails with the constraints that leave several
/// digits in a cell, for which the format has no element.
pub(super) fn cells(
    variant: &Variant,
    unkept: &BTreeSet<usize>,
    solution: Option<&[u8]>,
) -> Result<Vec<Value>, Vec<KeylessConstraint>> {
    let board = variant.board();
    let values = board.values();
    let mut given: Vec<Option<u16>> = vec![None; board.grid_count()];
    let mut keyless = Vec::new();
    for (index, constraint) in variant.constraints().iter().enumerate() {
        if let Constraint::Given(it) = constraint
            && !unkept.contains(&index)
            && let Some(mask) = given.get_mut(it.cell.index())
        {
            let is_single = it.mask.count_ones() == 1 && mask.is_none_or(|mask| mask == it.mask);
            if is_single {
                *mask = Some(it.mask);
            } else {
                keyless.push(KeylessConstraint { index, name: constraint.name() });
            }
        }
    }
    if !keyless.is_empty() {
        return Err(keyless);
    }
    let cell = |(index, mask): (usize, Option<u16>)| match (mask, solution.and_then(|it| it.get(index))) {
        (Some(mask), _) => {
            json!({ "given": true, "value": u32::from(values.low()) + mask.trailing_zeros() })
        }
        (None, Some(digit)) => json!({ "value": digit }),
        (None, None) => json!({}),
    };
    Ok(given.into_iter().enumerate().map(cell).collect())
}

/// Returns true if the grid of the puzzle contains a constraint without an element of its own.
pub(super) fn is_in_grid(constraint: &Constraint, board: &Board) -> bool {
    match constraint {
        Constraint::Given(given) => board.place(given.cell).is_some(),
        Constraint::NoBoxes(_) => board.shape().kind() == GridKind::Sudoku,
        Constraint::Jigsaw(_) => board.boxes().is_empty() && board.shape().kind() == GridKind::Sudoku,
        Constraint::RegionSize(_) => board.region_size() == board.shape().longer_side(),
        _ => false,
    }
}
