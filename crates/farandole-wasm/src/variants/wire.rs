//! The board of a variant: its constraint text and the user's progress, in the form that the page
//! uses.

use super::places::{GridMap, layout_of_text, layout_text};
use crate::answer::Refusal;
use crate::board::{Board, Which};
use farandole::format::constraint_text;
use farandole::puzzle::constraint::{Constraint, Given};
use farandole::puzzle::format::iss;
use farandole::puzzle::overlapping::{Layout, Overlapping};
use farandole::variant::Variant;
use serde::{Deserialize, Serialize};
use std::sync::{Mutex, PoisonError};

/// The last text that was read, and its variant. A page usually sends many requests about the same
/// text.
static LAST: Mutex<Option<(String, Variant)>> = Mutex::new(None);

/// A variant with the user's progress. Lists have one entry per index of [`GridMap`]. Digits are
/// 1-based indices into the range of values, and 0 is an empty cell. In a set of digits, bit 0 is
/// digit 1.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VariantBoard {
    /// The constraint text without givens that leave a cell one value, or the head of a text of
    /// overlapping grids.
    pub(super) text: String,
    pub(super) givens: Vec<u8>,
    /// The user's digits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) placed: Vec<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) marks: Vec<u16>,
}

/// A board in the form that the page uses: a variant, or a puzzle of any shape without constraints.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum AnyBoard {
    Variant(VariantBoard),
    Plain(Board),
}

impl AnyBoard {
    /// Converts the board to that of a variant.
    pub(super) fn into_variant(self) -> Result<VariantBoard, Refusal> {
        let plain = match self {
            Self::Variant(board) => return Ok(board),
            Self::Plain(plain) => plain,
        };
        let variant = Variant::from_puzzle(&plain.puzzle(Which::Givens)?).map_err(Refusal::unsupported)?;
        // Variants have at most 16 values.
        let marks = plain.marks.iter().map(|marks| (marks & 0xffff) as u16).collect();
        Ok(VariantBoard { placed: plain.placed, marks, ..VariantBoard::of(&variant)? })
    }
}

impl VariantBoard {
    /// Converts a variant to a board without progress.
    pub(super) fn of(variant: &Variant) -> Result<Self, Refusal> {
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
                let why = format!(
                    "overlapping grids ({}) with further constraints are not supported",
                    layout.name()
                );
                return Err(Refusal::unsupported(why));
            }
            None => {
                let base = Variant::new(variant.shape(), variant.stated_groups(), others);
                iss::write(&base.map_err(Refusal::usage)?)
            }
        };
        Ok(Self { text, givens, ..Self::default() })
    }

    /// Returns the variant without the givens of the grid.
    pub(super) fn base(&self) -> Result<Variant, Refusal> {
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((text, variant)) = &*last
            && *text == self.text
        {
            return Ok(variant.clone());
        }
        let grids = layout_of_text(&self.text).and_then(|layout| Overlapping::new(layout, &[]));
        let variant = match grids {
            Some(grids) => grids.variant().clone(),
            None => constraint_text::read(&self.text).map_err(Refusal::usage)?.variant,
        };
        *last = Some((self.text.clone(), variant.clone()));
        Ok(variant)
    }

    /// Returns the variant. `which` selects the digits that become givens.
    pub(super) fn variant(&self, which: Which) -> Result<Variant, Refusal> {
        let base = self.base()?;
        let grid_map = GridMap::of(&base);
        let (count, digits) = (grid_map.count(), base.board().values().count());
        if self.givens.len() != count || self.givens.iter().chain(&self.placed).any(|digit| *digit > digits) {
            return Err(Refusal::usage(format!("givens: expected {count} digits from 0 to {digits}")));
        }
        let placed = if which == Which::Digits { &self.placed[..] } else { &[] };
        let placed = placed.iter().copied().chain(std::iter::repeat(0));
        let mut constraints = base.constraints().to_vec();
        for ((index, given), placed) in self.givens.iter().enumerate().zip(placed) {
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
    pub(super) fn placed_values(&self, variant: &Variant) -> Vec<Option<u8>> {
        let values = variant.board().values();
        let value = |digit: &u8| (1..=values.count()).contains(digit).then(|| digit - 1 + values.low());
        GridMap::of(variant).by_cell(&self.placed).iter().map(value).collect()
    }
}

/// Returns the digits by index; 0 for holes.
pub(super) fn digits(variant: &Variant, values: &[u8]) -> Vec<u8> {
    let low = variant.board().values().low();
    // The entries of holes are not values and are dropped.
    let digits: Vec<u8> = values.iter().map(|value| value.wrapping_sub(low).wrapping_add(1)).collect();
    GridMap::of(variant).arrange(&digits)
}

/// Returns the sets by index; 0 for holes.
pub(super) fn sets(variant: &Variant, masks: &[u16]) -> Vec<u16> {
    GridMap::of(variant).arrange(masks)
}
