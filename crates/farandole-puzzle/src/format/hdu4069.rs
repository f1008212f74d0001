//! HDU 4069, jigsaws: the number of puzzles, then nine lines of nine numbers each.
//!
//! The low four bits of a number are the digit, 0 empty; 16, 32, 64 and 128 mark a wall above, right, below and left.
//! Regions are what the walls leave connected, of whatever size; a wall counts if either of its two cells marks it, and
//! walls on the outside mean nothing. An answer is `Case k:` and nine lines of nine digits, or `No solution`, or
//! `Multiple Solutions`.
//!
//! Nothing behind the announced number of puzzles is read. An incomplete puzzle ends at a blank line.

use crate::format::error::Kind;
use crate::format::grid::{check_count, entry};
use crate::format::region_map::Division;
use crate::format::rows::{Style, of_record};
use crate::format::text::{Token, Tokens, number};
use crate::format::{Entry, ParseError, Parser, Record, Symbols};
use alloc::vec::Vec;

const SIZE: usize = 9;
const UP: u8 = 16;
const RIGHT: u8 = 32;
const DOWN: u8 = 64;
const LEFT: u8 = 128;

pub(super) fn parse(parser: &mut Parser, record: Record<'_>) -> Result<Entry, ParseError> {
    let rows = of_record(&record, Style::Counted, true);
    check_count(&rows, SIZE)?;
    let mut numbers: Vec<u8> = Vec::with_capacity(SIZE * SIZE);
    for row in &rows {
        let at = |offset: usize, kind| ParseError::new(row.line, row.skipped + offset + 1, kind);
        let before = numbers.len();
        for token in Tokens::new(row.text, 0) {
            let number =
                number(token.text).ok_or_else(|| at(token.start, Kind::Text { expected: "a number" }))?;
            let digit = number & 15;
            if number > 255 {
                return Err(at(token.start, Kind::Number { found: number, low: 0, high: 255 }));
            }
            if digit > SIZE as u64 {
                return Err(at(
                    token.start,
                    Kind::Text { expected: "a number whose low four bits are 0 to 9" },
                ));
            }
            numbers.push(number as u8);
        }
        let found = numbers.len() - before;
        if found != SIZE {
            return Err(at(row.text.len(), Kind::Count { what: "cells in the row", found, expected: SIZE }));
        }
    }
    let digits: Vec<u8> = numbers.iter().map(|number| number & 15).collect();
    let labels = regions_of_walls(&numbers);
    let division = Division { map: Some(Token { start: 0, text: &labels }), ..Division::default() };
    entry(parser, record, SIZE, &digits, Symbols::NumbersFirst, division)
}

/// The label of each cell's region, numbered in order of first appearance.
pub(super) fn regions_of_walls(numbers: &[u8]) -> Vec<u8> {
    let open = |from: usize, to: usize, wall: u8, opposite: u8| {
        numbers[from] & wall == 0 && numbers[to] & opposite == 0
    };
    let mut labels = alloc::vec![u8::MAX; numbers.len()];
    let mut stack = Vec::new();
    let mut label = 0;
    for first in 0..numbers.len() {
        if labels[first] != u8::MAX {
            continue;
        }
        labels[first] = label;
        stack.push(first);
        while let Some(cell) = stack.pop() {
            let (row, col) = (cell / SIZE, cell % SIZE);
            let near = [
                (row > 0 && open(cell, cell - SIZE, UP, DOWN)).then(|| cell - SIZE),
                (row + 1 < SIZE && open(cell, cell + SIZE, DOWN, UP)).then(|| cell + SIZE),
                (col > 0 && open(cell, cell - 1, LEFT, RIGHT)).then(|| cell - 1),
                (col + 1 < SIZE && open(cell, cell + 1, RIGHT, LEFT)).then(|| cell + 1),
            ];
            for next in near.into_iter().flatten() {
                if labels[next] == u8::MAX {
                    labels[next] = label;
                    stack.push(next);
                }
            }
        }
        label += 1;
    }
    labels
}

/// The number of a cell: its digit and a wall wherever a neighbour is in another region, or outside the grid.
pub(super) fn number_of_cell(cell: usize, digit: u8, region: impl Fn(usize) -> Option<usize>) -> u8 {
    let (row, col) = (cell / SIZE, cell % SIZE);
    let here = region(cell);
    let wall = |inside: bool, next: usize, bit: u8| if inside && region(next) == here { 0 } else { bit };
    digit
        | wall(row > 0, cell.wrapping_sub(SIZE), UP)
        | wall(col + 1 < SIZE, cell + 1, RIGHT)
        | wall(row + 1 < SIZE, cell + SIZE, DOWN)
        | wall(col > 0, cell.wrapping_sub(1), LEFT)
}
