//! Clues outside the grid: one for each position, with its number in the solution.

use super::canvas::Canvas;
use super::kind::ClueKind;
use farandole_puzzle::board::{End, Line, LineEnd};
use farandole_puzzle::constraint::{Constraint, LittleKiller, Sandwich, Skyscraper, XSum};

/// Returns all clues of a kind.
pub(super) fn all(canvas: &Canvas<'_>, kind: ClueKind) -> Vec<Constraint> {
    let board = canvas.board;
    let ends = || {
        let both = |line| [LineEnd { line, end: End::Start }, LineEnd { line, end: End::Finish }];
        Line::all(board).flat_map(both)
    };
    let values = |place: LineEnd| -> Vec<u32> {
        place.cells(board).into_iter().map(|cell| u32::from(canvas.value(cell))).collect()
    };
    match kind {
        ClueKind::Sandwich => Line::all(board)
            .filter_map(|line| {
                let values = values(LineEnd { line, end: End::Start });
                let at = |value: Option<&u32>| values.iter().position(|it| Some(it) == value);
                let (low, high) = (at(values.iter().min())?, at(values.iter().max())?);
                let between = &values[low.min(high) + 1..low.max(high)];
                Some(Sandwich { line, sum: between.iter().sum() }.into())
            })
            .collect(),
        ClueKind::XSum => ends()
            .filter_map(|place| {
                let values = values(place);
                let first = values.get(..*values.first()? as usize)?;
                Some(XSum { place, clue: first.iter().sum() }.into())
            })
            .collect(),
        ClueKind::Skyscraper => ends()
            .map(|place| {
                let mut highest = 0;
                let seen = values(place).into_iter().filter(|value| {
                    let is_seen = *value > highest;
                    highest = highest.max(*value);
                    is_seen
                });
                let clue = seen.count() as u32;
                Skyscraper { place, clue }.into()
            })
            .collect(),
        _ => board
            .grid()
            .filter_map(|start| {
                // Two cells give a sum that also has a clearer form, a cage.
                let cells = Constraint::from(LittleKiller { start, sum: 0 }).cells(board);
                let sum = cells.iter().map(|cell| u32::from(canvas.value(*cell))).sum();
                (cells.len() > 2).then(|| LittleKiller { start, sum }.into())
            })
            .collect(),
    }
}
