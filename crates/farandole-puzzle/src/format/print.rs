//! Printing cells, rows and numbers: what several formats share.

use super::codec::Style;
use super::settings::Borders;
use crate::{BoxShape, Digit, Geometry, Regions};
use alloc::vec::Vec;

/// Prints a blank line in front of every puzzle but the first.
pub(super) fn push_separator(out: &mut Vec<u8>, ordinal: u64) {
    if ordinal > 0 {
        out.push(b'\n');
    }
}

/// Prints a number in decimal.
pub(super) fn push_number(out: &mut Vec<u8>, number: u64) {
    if number > 9 {
        push_number(out, number / 10);
    }
    out.push(b'0' + (number % 10) as u8);
}

/// Prints the line for a verdict, if there is one.
pub(super) fn push_verdict(out: &mut Vec<u8>, line: &str) {
    if !line.is_empty() {
        out.extend_from_slice(line.as_bytes());
        out.push(b'\n');
    }
}

/// Prints one character for each cell.
pub(super) fn push_cells(out: &mut Vec<u8>, cells: &[u8], style: &Style<'_>) {
    let (symbols, empty) = (style.symbols, style.empty);
    // Looked up once for each digit, not for each cell.
    let largest = cells.iter().fold(0, |largest, cell| *cell.max(&largest));
    let mut signs = [empty; 256];
    for digit in (1..=largest).filter_map(Digit::new) {
        signs[usize::from(digit.get())] = symbols.symbol(digit).unwrap_or(empty);
    }
    out.extend(cells.iter().map(|cell| signs[usize::from(*cell)]));
}

/// Prints rows of cells without anything between them.
pub(super) fn push_plain_rows(out: &mut Vec<u8>, size: usize, cells: &[u8], style: &Style<'_>) {
    for row in cells.chunks(size) {
        push_cells(out, row, style);
        out.push(b'\n');
    }
}

/// Prints rows whose cells are separated by blanks; `push` prints a cell.
pub(super) fn push_spaced_rows(
    out: &mut Vec<u8>,
    size: usize,
    cells: &[u8],
    push: impl Fn(&mut Vec<u8>, usize, u8),
) {
    for (cell, value) in cells.iter().enumerate() {
        push(out, cell, *value);
        out.push(if cell % size == size - 1 { b'\n' } else { b' ' });
    }
}

/// Prints rows of cells, with borders between boxes where the style asks for them and there are boxes.
pub(super) fn push_grid(out: &mut Vec<u8>, geometry: &Geometry, cells: &[u8], style: &Style<'_>) {
    match geometry.regions() {
        Regions::Boxes(shape) if style.borders == Borders::With => {
            push_bordered(out, geometry.size(), *shape, cells, style);
        }
        _ => push_plain_rows(out, geometry.size(), cells, style),
    }
}

fn push_bordered(out: &mut Vec<u8>, size: usize, shape: BoxShape, cells: &[u8], style: &Style<'_>) {
    let stacks = size / shape.box_cols;
    for (r, row) in cells.chunks(size).enumerate() {
        if r > 0 && r % shape.box_rows == 0 {
            for stack in 0..stacks {
                if stack > 0 {
                    out.push(b'+');
                }
                let blanks = if stack == 0 || stack + 1 == stacks { 1 } else { 2 };
                out.resize(out.len() + 2 * shape.box_cols - 1 + blanks, b'-');
            }
            out.push(b'\n');
        }
        for (c, cell) in row.iter().enumerate() {
            if c > 0 {
                out.push(b' ');
            }
            if c > 0 && c % shape.box_cols == 0 {
                out.extend_from_slice(b"| ");
            }
            push_cells(out, &[*cell], style);
        }
        out.push(b'\n');
    }
}
