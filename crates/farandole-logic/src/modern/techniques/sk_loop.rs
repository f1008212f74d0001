//! SK-loop.
//!
//! # What it is
//! Four cells with a digit form a rectangle in four boxes. In each box, the cells that share the row or
//! the column of that corner form two pairs, so there are up to 16 open cells in eight pairs. Along the
//! rectangle, each pair is next to two others: one in the same row or column, one in the same box. Two
//! neighbouring pairs can be linked by a digit. Links are chosen so that each candidate of a pair has a
//! link, with its digit, to at least one of the two neighbours.
//!
//! # How to spot it
//! Look for four givens at the corners of a rectangle in four boxes. In each of these boxes, the cells in the row
//! and column of the corner must be mostly empty. Then compare neighbouring pairs of cells and count the digits
//! that they share: usually two per link.
//!
//! # Why it holds
//! The two pairs of a link lie in one row, column or box, so at most one of their cells holds the digit
//! of the link. Every cell holds a digit, so all cells together need at least as many links as there are
//! cells. If there are exactly as many links as cells, one of the two pairs of each link holds its
//! digit. The digit can then be eliminated from the rest of the row, column or box.
//!
//! # Nearest mistakes
//! The number of links must be equal to the number of open cells. One link more, and nothing can be eliminated.
//!
//! # Example
//! The corners are r2c2, r2c8, r8c2 and r8c8. The pairs in row 2, r2c13 and r2c79, share the digits 1
//! and 2; r2c79 and r13c8 in box 3 share 5 and 6; and so on around the loop. Each pair is linked to the
//! next pair by two digits. There are 16 links for 16 cells, so 1 and 2 can be eliminated from r2c4,
//! r2c5 and r2c6.
//!
//! # Source
//! Steve Kurzhals, players' forum, 2007 (the loop of the puzzle Easter Monster). An SK-loop is a
//! multi-sector locked set whose sectors form a ring.

use crate::grammar::{core_cells, houses, number};
use crate::model::tables::{HOUSE_SETS, HOUSES, cells};
use crate::model::visit::Visitor;
use crate::model::{Deduction, Role, Technique};
use crate::patterns::view::View;
use core::ops::ControlFlow;

pub(crate) fn why(deduction: &Deduction) -> String {
    let core: Vec<u8> = crate::grammar::cells(deduction, Role::Core);
    format!(
        "The {} cells {} form a ring of pairs through {}. Each candidate of a pair is linked, by its digit, to the next \
         or the previous pair. Two linked pairs hold the digit of the link at most once, and there are exactly as many \
         links as cells. So they hold it exactly once, and it can be eliminated from the rest of that row, column or box.",
        number(core.len()),
        core_cells(deduction),
        houses(&deduction.houses)
    )
}

/// The eight pairs around a rectangle, and the house between each pair and the next.
struct Ring {
    pairs: [u128; 8],
    links: [usize; 8],
}

/// Returns the ring of two rows and two columns.
fn ring(view: &View<'_>, rows: [usize; 2], cols: [usize; 2]) -> Ring {
    let pair = |row: usize, col: usize, house: usize| {
        let cell = 9 * row + col;
        HOUSE_SETS[house] & HOUSE_SETS[HOUSES[cell][2] as usize] & !(1 << cell) & view.open
    };
    let in_row = |row: usize, col: usize| pair(rows[row], cols[col], rows[row]);
    let in_col = |row: usize, col: usize| pair(rows[row], cols[col], 9 + cols[col]);
    let box_of = |row: usize, col: usize| HOUSES[9 * rows[row] + cols[col]][2] as usize;
    Ring {
        pairs: [
            in_row(0, 0),
            in_row(0, 1),
            in_col(0, 1),
            in_col(1, 1),
            in_row(1, 1),
            in_row(1, 0),
            in_col(1, 0),
            in_col(0, 0),
        ],
        links: [
            rows[0],
            box_of(0, 1),
            9 + cols[1],
            box_of(1, 1),
            rows[1],
            box_of(1, 0),
            9 + cols[0],
            box_of(0, 0),
        ],
    }
}

pub(crate) fn find(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    let apart = |one: usize, other: usize| one / 3 != other / 3;
    for row in 0..9 {
        for other_row in (row + 1..9).filter(|other| apart(row, *other)) {
            for col in 0..9 {
                for other_col in (col + 1..9).filter(|other| apart(col, *other)) {
                    let (rows, cols) = ([row, other_row], [col, other_col]);
                    let is_open = |row: usize, col: usize| view.open >> (9 * row + col) & 1 == 1;
                    if rows.iter().any(|row| cols.iter().any(|col| is_open(*row, *col))) {
                        continue;
                    }
                    check(view, &ring(view, rows, cols), visit)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the smallest sets of links that touch every pair in `with`, the set of pairs with a
/// digit. Sets of links have one bit for each link. Link i joins pairs i and i + 1.
fn covers(with: u8) -> Vec<u8> {
    let touches = |links: u8| links | links.rotate_left(1);
    let fits = |links: &u8| with & !touches(*links) == 0;
    let least = (0..=255_u8).filter(fits).map(u8::count_ones).min().unwrap_or(0);
    (0..=255_u8).filter(|links| fits(links) && links.count_ones() == least).collect()
}

fn check(view: &View<'_>, ring: &Ring, visit: Visitor<'_>) -> ControlFlow<()> {
    let all = ring.pairs.iter().fold(0, |set, pair| set | pair);
    let with = |digit: usize| {
        (0..8)
            .filter(|pair| ring.pairs[*pair] & view.places[digit] != 0)
            .fold(0_u8, |set, pair| set | 1 << pair)
    };
    if ring.pairs.contains(&0) {
        return ControlFlow::Continue(());
    }
    let mut covers_of: Vec<Vec<u8>> = Vec::new();
    let mut bound = 0;
    for digit in 0..9 {
        covers_of.push(covers(with(digit)));
        bound += covers_of[digit][0].count_ones();
        if bound > all.count_ones() {
            return ControlFlow::Continue(());
        }
    }
    if bound < all.count_ones() {
        return ControlFlow::Continue(());
    }
    let mut deduction = Deduction::new(Technique::SkLoop);
    cells(all).for_each(|cell| deduction.mark(Role::Core, cell, view.marks.cand[cell]));
    deduction.houses = ring.links.iter().map(|house| *house as u8).collect();
    deduction.size = all.count_ones();
    for (digit, covers) in covers_of.iter().enumerate() {
        let used = covers.iter().fold(0, |used, links| used | links);
        let outside = (0..8).filter(|link| used >> link & 1 == 1);
        let outside = outside.fold(0, |set, link| set | HOUSE_SETS[ring.links[link]]);
        cells(outside & view.places[digit] & !all).for_each(|cell| deduction.eliminate(cell, 1 << digit));
    }
    deduction.if_effective().map_or(ControlFlow::Continue(()), visit)
}
