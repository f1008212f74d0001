//! Size, givens and regions of an f-puzzles object.

use super::writer::Writer;
use crate::editor::regions::Regions;
use farandole_puzzle::board::GridKind;
use farandole_puzzle::constraint::Constraint;
use serde_json::{Map, Value, json};

/// Writes the rows of cells. Several givens of one cell are merged.
pub(super) fn write(writer: &mut Writer<'_>) {
    let board = writer.board;
    let regions = writer.regions();
    // A grid without Sudoku rules has no regions to write.
    let is_usual = board.shape().kind() == GridKind::Raw || regions == Regions::usual(board);
    let mut masks: Vec<Option<u16>> = vec![None; board.grid_count()];
    for (index, constraint) in writer.variant.constraints().iter().enumerate() {
        // The rows of cells cannot represent givens of extra cells.
        if let Constraint::Given(given) = constraint
            && !writer.unkept.contains(&index)
            && let Some(mask) = masks.get_mut(given.cell.index())
        {
            *mask = Some(mask.unwrap_or(board.values().all()) & given.mask);
        }
    }
    let mut cells: Vec<Value> = Vec::with_capacity(masks.len());
    for (cell, mask) in board.cells().zip(masks) {
        let mut entry = Map::new();
        if !is_usual {
            entry.insert("region".into(), regions.of(cell).map_or(Value::Null, |label| json!(label)));
        }
        let low = u32::from(board.values().low());
        match mask {
            None => {}
            // An empty list of candidates has no meaning in this format. A contradiction is
            // therefore written as a given and a different candidate.
            Some(0) => {
                entry.insert("value".into(), json!(low));
                entry.insert("given".into(), json!(true));
                entry.insert("givenPencilMarks".into(), json!([low + 1]));
            }
            Some(mask) if mask.count_ones() == 1 => {
                entry.insert("value".into(), json!(low + mask.trailing_zeros()));
                entry.insert("given".into(), json!(true));
            }
            Some(mask) => {
                let digits: Vec<u8> = board.values().values_of(mask).collect();
                entry.insert("givenPencilMarks".into(), json!(digits));
            }
        }
        cells.push(Value::Object(entry));
    }
    let size = board.shape().rows();
    let rows: Vec<Value> = cells.chunks(size).map(|row| Value::Array(row.to_vec())).collect();
    writer.object.insert("size".into(), json!(size));
    writer.object.insert("grid".into(), Value::Array(rows));
}
