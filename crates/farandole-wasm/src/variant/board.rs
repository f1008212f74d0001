//! Conversions between the boards of the page and variants.

use super::grid_map::{GridMap, layout_of_text, layout_text};
use crate::answer::Refusal;
use crate::board::{Board, Which};
use farandole::format::constraint_text;
use farandole::puzzle::Cell;
use farandole::puzzle::constraint::{Constraint, Given};
use farandole::puzzle::format::iss;
use farandole::puzzle::overlapping::{Layout, Overlapping};
use farandole::variant::Variant;
use std::sync::{Mutex, PoisonError};

/// The last parsed text, and its variant. A page usually sends many requests about the same text.
static LAST: Mutex<Option<(String, Variant)>> = Mutex::new(None);

/// The board of a variant. Lists of the board have one entry per index of its [`GridMap`].
pub(crate) struct VariantBoard<'a> {
    pub(super) board: &'a Board,
    /// The variant without the givens of the grid.
    pub(super) base: Variant,
    pub(super) grid_map: GridMap,
}

/// Converts a puzzle without text to a variant.
pub(crate) fn restated(plain: &Board) -> Result<Board, Refusal> {
    let puzzle = plain.puzzle(Which::Givens)?;
    let variant = Variant::from_puzzle(&puzzle).map_err(Refusal::unsupported)?;
    let Board { placed, marks, cosmetics, .. } = plain.clone();
    Ok(Board { placed, marks, cosmetics, ..board_of(&variant)? })
}

/// Converts a variant to a board without progress.
pub(super) fn board_of(variant: &Variant) -> Result<Board, Refusal> {
    let grid_map = GridMap::of(variant);
    let mut givens = vec![0; grid_map.count()];
    let mut others = Vec::new();
    for constraint in variant.constraints() {
        let given = match constraint {
            Constraint::Given(Given { cell, mask }) if mask.is_power_of_two() => {
                grid_map.of_cells([cell]).first().map(|index| (*index, mask.trailing_zeros() as u8 + 1))
            }
            _ => None,
        };
        match given {
            Some((index, digit)) => givens[index] = digit,
            None => others.push(constraint.clone()),
        }
    }
    let text = match Layout::of(variant).map(|layout| (layout, Overlapping::new(layout, &[]))) {
        Some((layout, Some(empty))) if empty.variant().constraints() == others => layout_text(layout),
        Some((layout, _)) => {
            let why =
                format!("overlapping grids ({}) with further constraints are not supported", layout.name());
            return Err(Refusal::unsupported(why));
        }
        None => {
            let base = Variant::new(variant.shape(), variant.stated_groups(), others);
            iss::write(&base.map_err(Refusal::usage)?)
        }
    };
    let values = variant.board().values();
    let (rows, cols, low) = (Some(grid_map.rows), Some(grid_map.cols), Some(values.low()));
    let size = values.count().into();
    Ok(Board { text: Some(text), size, rows, cols, low, givens, ..Board::default() })
}

/// Returns the variant of a text.
pub(super) fn base_of(text: &str) -> Result<Variant, Refusal> {
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((known, variant)) = &*last
        && known == text
    {
        return Ok(variant.clone());
    }
    let grids = layout_of_text(text).and_then(|layout| Overlapping::new(layout, &[]));
    let variant = match grids {
        Some(grids) => grids.variant().clone(),
        None => constraint_text::read(text).map_err(Refusal::usage)?.variant,
    };
    *last = Some((text.to_owned(), variant.clone()));
    Ok(variant)
}

/// Returns a text without the constraints that have a cell in common with the hidden indices. Regions and diagonals
/// remain, because the rules state them.
pub(crate) fn visible_text(text: &str, hidden: &[usize]) -> Result<String, Refusal> {
    let base = base_of(text)?;
    let grid_map = GridMap::of(&base);
    let hidden: Vec<Cell> = hidden.iter().filter_map(|index| grid_map.cell(*index)).collect();
    let is_visible = |constraint: &Constraint| {
        matches!(constraint, Constraint::Jigsaw(_) | Constraint::Diagonal(_))
            || !constraint.cells(base.board()).iter().any(|cell| hidden.contains(cell))
    };
    let (seen, unseen): (Vec<_>, Vec<_>) = base.constraints().iter().cloned().partition(is_visible);
    if unseen.is_empty() {
        return Ok(text.to_owned());
    }
    let visible = Variant::new(base.shape(), base.stated_groups(), seen).map_err(Refusal::usage)?;
    Ok(iss::write(&visible))
}

impl<'a> VariantBoard<'a> {
    /// Returns the board as one of a variant, or an error for a board without text.
    pub(crate) fn of(board: &'a Board) -> Result<Self, Refusal> {
        let text = board.text.as_deref();
        let base = base_of(text.ok_or_else(|| Refusal::usage("expected a board with constraint text"))?)?;
        Ok(Self { board, grid_map: GridMap::of(&base), base })
    }

    /// Returns the variant. `which` selects the digits that become givens.
    pub(super) fn variant(&self, which: Which) -> Result<Variant, Refusal> {
        let Self { board, base, grid_map } = self;
        let (count, digits) = (grid_map.count(), base.board().values().count());
        if board.givens.len() != count
            || board.givens.iter().chain(&board.placed).any(|digit| *digit > digits)
        {
            return Err(Refusal::usage(format!("givens: expected {count} digits from 0 to {digits}")));
        }
        let placed = if which == Which::Digits { &board.placed[..] } else { &[] };
        let placed = placed.iter().copied().chain(std::iter::repeat(0));
        let mut constraints = base.constraints().to_vec();
        for ((index, given), placed) in board.givens.iter().enumerate().zip(placed) {
            let digit = if *given == 0 { placed } else { *given };
            if digit == 0 {
                continue;
            }
            let cell = grid_map.cell(index).ok_or_else(|| {
                let (row, col) = (index / grid_map.cols + 1, index % grid_map.cols + 1);
                Refusal::usage(format!("found a digit at r{row}c{col}, which is not a cell"))
            })?;
            constraints.push(Given { cell, mask: 1 << (digit - 1) }.into());
        }
        Variant::new(base.shape(), base.stated_groups(), constraints).map_err(Refusal::usage)
    }

    /// Returns the user's values by cell.
    pub(super) fn placed_values(&self) -> Vec<Option<u8>> {
        let values = self.base.board().values();
        let value = |digit: &u8| (1..=values.count()).contains(digit).then(|| digit - 1 + values.low());
        self.grid_map.by_cell(&self.board.placed).iter().map(value).collect()
    }
}

/// Returns the digit at each index, or 0 for holes.
pub(super) fn digits(variant: &Variant, values: &[u8]) -> Vec<u8> {
    let low = variant.board().values().low();
    // The entries of holes are not values and are dropped.
    let digits: Vec<u8> = values.iter().map(|value| value.wrapping_sub(low).wrapping_add(1)).collect();
    GridMap::of(variant).arrange(&digits)
}

/// Returns the set at each index, or 0 for holes.
pub(super) fn sets(variant: &Variant, masks: &[u16]) -> Vec<u64> {
    GridMap::of(variant).arrange(masks).into_iter().map(u64::from).collect()
}
