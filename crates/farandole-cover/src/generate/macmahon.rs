//! MacMahon squares: tiles with colored edges.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;

use super::size::check_size;
use crate::model::builder::{BuildError, Builder};
use crate::model::problem::{Entry, Problem};

/// The rule for the border of a board of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Border {
    /// The whole border has the first color.
    One,
    /// The border may have any colors.
    Any,
}

/// Returns the problem of placing MacMahon's 24 squares on a board. The squares are all tiles with edges of
/// three colors. Each is used once and may be rotated. The edges of adjacent tiles must have the same color.
///
/// Primary items: the tiles, named by their colors clockwise from the top edge, then the cells `r1c1` and so
/// on. Secondary items: the horizontal edges `h0,1` and so on, where `h1,2` is below cell `r1c2`, then the
/// vertical edges `v1,0` and so on, where `v1,2` is to the right of cell `r1c2`. Their colors are a, b and c.
/// Only boards of 24 cells have solutions.
///
/// # Errors
/// The problem has more than 2^30 entries.
pub fn macmahon(rows: u32, columns: u32, border: Border) -> Result<Problem, BuildError> {
    let cells = u64::from(rows).checked_mul(columns.into());
    check_size(cells.and_then(|cells| cells.checked_mul(81 * 6)))?;
    let mut builder = Builder::new();
    let mut tiles: Vec<[usize; 4]> = Vec::new();
    for code in 0..81 {
        let tile = [code / 27, code / 9 % 3, code / 3 % 3, code % 3];
        // If several tiles are equal up to rotation, only the smallest is used.
        if (1..4).all(|turn| rotated(tile, turn) >= tile) {
            tiles.push(tile);
        }
    }
    let names = ["a", "b", "c"];
    for tile in &tiles {
        builder.primary(&tile.map(|color| names[color]).concat())?;
    }
    for row in 1..=rows {
        for column in 1..=columns {
            builder.primary(&format!("r{row}c{column}"))?;
        }
    }
    for row in 0..=rows {
        for column in 1..=columns {
            builder.secondary(&format!("h{row},{column}"))?;
        }
    }
    for row in 1..=rows {
        for column in 0..=columns {
            builder.secondary(&format!("v{row},{column}"))?;
        }
    }
    let colors = [builder.color("a")?, builder.color("b")?, builder.color("c")?];
    let first_cell = tiles.len() as u32;
    let first_h = first_cell + rows * columns;
    let first_v = first_h + (rows + 1) * columns;
    for (number, &tile) in (0..).zip(&tiles) {
        let turns: BTreeSet<[usize; 4]> = (0..4).map(|turn| rotated(tile, turn)).collect();
        for row in 0..rows {
            for column in 0..columns {
                let at_edge = [row == 0, column + 1 == columns, row + 1 == rows, column == 0];
                for turned in &turns {
                    if border == Border::One
                        && turned.iter().zip(at_edge).any(|(&color, edge)| edge && color > 0)
                    {
                        continue;
                    }
                    let h = first_h + row * columns + column;
                    let v = first_v + row * (columns + 1) + column;
                    let edges = [h, v + 1, h + columns, v];
                    let mut entries: Vec<Entry> =
                        alloc::vec![number.into(), (first_cell + row * columns + column).into()];
                    let edges = edges.into_iter().zip(turned);
                    entries.extend(edges.map(|(item, &color)| Entry { item, color: colors[color] }));
                    builder.option_with_colors(&entries)?;
                }
            }
        }
    }
    Ok(builder.build())
}

fn rotated(tile: [usize; 4], turn: usize) -> [usize; 4] {
    core::array::from_fn(|side| tile[(side + turn) % 4])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Search};

    #[test]
    fn tiles_are_macmahons() {
        let problem = macmahon(4, 6, Border::One).unwrap();
        assert_eq!(problem.primary_items(), 48);
        let any = macmahon(4, 6, Border::Any).unwrap();
        assert!(any.options() > problem.options());
        // One solution suffices. The colors need no check, because the search respects them.
        let mut search = Search::new(&any).unwrap();
        assert_eq!(search.solutions(Config::new()).next().map(|solution| solution.len()), Some(24));
        let small = macmahon(1, 1, Border::Any).unwrap();
        assert_eq!(Search::new(&small).unwrap().count(u64::MAX, &Config::new()).solutions, 0);
    }
}
