//! Compiles thermometers, whispers, renbans and palindromes.

use super::cells::{numbers, repeats};
use super::equal;
use crate::compile::builder::Builder;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::Constraint;

/// Compiles kinds that are lines.
pub(super) fn compile(constraint: &Constraint, _board: &Board, builder: &mut Builder) -> bool {
    match constraint {
        Constraint::Thermo(thermo) => builder.chain(&numbers(&thermo.cells), |a, b| a < b),
        Constraint::Whisper(whisper) => {
            let difference = u32::from(whisper.difference);
            builder.chain(&numbers(&whisper.cells), |a, b| a.abs_diff(b) >= difference);
        }
        Constraint::Renban(renban) => renban_line(&numbers(&renban.cells), builder),
        Constraint::Palindrome(_) => {
            equal::pairs(constraint).iter().for_each(|pair| builder.chain(pair, |a, b| a == b));
        }
        _ => return false,
    }
    true
}

/// Requires different, consecutive values, in any order. The sets of values are the windows with as
/// many values as cells.
fn renban_line(cells: &[u16], builder: &mut Builder) {
    if repeats(cells) || cells.len() > usize::from(builder.count()) {
        return builder.impossible();
    }
    let size = cells.len() as u32;
    let windows =
        (0..=u32::from(builder.count()) - size).map(|start| (((1_u32 << size) - 1) << start) as u16);
    let windows: Vec<u16> = windows.collect();
    builder.one_of(cells, &windows);
}
