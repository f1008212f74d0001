//! Packing polyforms: polyominoes on a board, and polycubes in a box.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::size::check_size;
use crate::model::builder::{BuildError, BuildErrorKind, Builder};
use crate::model::problem::Problem;

/// The coordinates of the unit cubes of a shape.
type Shape = Vec<[i32; 3]>;

/// Maximum number of cells of the pieces of [`polyominoes`].
const MOST_CELLS: u32 = 9;

/// Returns the shape with its cubes in order, moved so that the smallest coordinate on each axis is 0.
fn normalized(mut shape: Shape) -> Shape {
    for axis in 0..3 {
        let least = shape.iter().map(|cube| cube[axis]).min().unwrap_or(0);
        shape.iter_mut().for_each(|cube| cube[axis] -= least);
    }
    shape.sort_unstable();
    shape
}

/// Returns the different rotations of a shape in space. There are at most 24.
fn rotations(shape: &Shape) -> BTreeSet<Shape> {
    let mut all = BTreeSet::new();
    let mut todo = alloc::vec![normalized(shape.clone())];
    while let Some(shape) = todo.pop() {
        // Two quarter turns generate the rotation group of the cube.
        let about_x = shape.iter().map(|&[x, y, z]| [x, -z, y]).collect();
        let about_z = shape.iter().map(|&[x, y, z]| [-y, x, z]).collect();
        if all.insert(shape) {
            todo.push(normalized(about_x));
            todo.push(normalized(about_z));
        }
    }
    all
}

/// Returns all flat shapes of `cells` cells in order. Of the shapes that are equal up to rotation and
/// reflection, only one is returned.
fn free_polyominoes(cells: u32) -> Vec<Shape> {
    let first =
        |shape: &Shape| rotations(shape).into_iter().find(|shape| shape.iter().all(|cube| cube[2] == 0));
    let mut shapes: BTreeSet<Shape> = [alloc::vec![[0, 0, 0]]].into();
    for _ in 1..cells {
        let mut larger = BTreeSet::new();
        for shape in &shapes {
            for &[x, y, _] in shape {
                for cube in [[x + 1, y, 0], [x - 1, y, 0], [x, y + 1, 0], [x, y - 1, 0]] {
                    if !shape.contains(&cube) {
                        let mut shape = shape.clone();
                        shape.push(cube);
                        larger.extend(first(&shape));
                    }
                }
            }
        }
        shapes = larger;
    }
    shapes.into_iter().collect()
}

/// Returns the problem of covering all cells of a box with all pieces, each used once. `cell` returns the
/// name of the cell with the given coordinates.
fn packing(
    pieces: &[(String, Shape)],
    size: [u32; 3],
    cell: impl Fn([i32; 3]) -> String,
) -> Result<Problem, BuildError> {
    let [x_size, y_size, z_size] = size;
    let volume =
        u64::from(x_size).checked_mul(y_size.into()).and_then(|area| area.checked_mul(z_size.into()));
    let cells: usize = pieces.iter().map(|(_, shape)| 24 * (shape.len() + 1)).sum();
    check_size(volume.and_then(|volume| volume.checked_mul(cells as u64)))?;
    let mut builder = Builder::new();
    for (name, _) in pieces {
        builder.primary(name)?;
    }
    let [x_size, y_size, z_size] = size.map(|size| size as i32);
    for x in 0..x_size {
        for y in 0..y_size {
            for z in 0..z_size {
                builder.primary(&cell([x, y, z]))?;
            }
        }
    }
    for (piece, (_, shape)) in (0..).zip(pieces) {
        for shape in rotations(shape) {
            let room = |axis: usize, size: i32| size - shape.iter().map(|cube| cube[axis]).max().unwrap_or(0);
            for x in 0..room(0, x_size) {
                for y in 0..room(1, y_size) {
                    for z in 0..room(2, z_size) {
                        let cell_index =
                            |[dx, dy, dz]: [i32; 3]| ((x + dx) * y_size + y + dy) * z_size + z + dz;
                        let mut items = alloc::vec![piece];
                        items.extend(shape.iter().map(|&cube| pieces.len() as u32 + cell_index(cube) as u32));
                        builder.option(&items)?;
                    }
                }
            }
        }
    }
    Ok(builder.build())
}

fn board_cell([row, column, _]: [i32; 3]) -> String {
    format!("r{}c{}", row + 1, column + 1)
}

/// Returns the problem of covering a board of `rows` by `columns` cells with all polyominoes of `cells`
/// cells, each used once. They may be rotated and reflected.
///
/// Primary items: the pieces, then the cells `r1c1` and so on, row by row. The names of the pieces are
/// Golomb's letters for five cells, and otherwise `p1`, `p2` and so on.
///
/// # Errors
/// `cells` is 0 or above 9, or the problem has more than 2^30 entries.
pub fn polyominoes(cells: u32, rows: u32, columns: u32) -> Result<Problem, BuildError> {
    if !(1..=MOST_CELLS).contains(&cells) {
        return Err(BuildError::new(BuildErrorKind::Size { found: cells, most: MOST_CELLS }));
    }
    packing(&named(cells), [rows, columns, 1], board_cell)
}

/// Returns all flat shapes of `cells` cells with their names.
fn named(cells: u32) -> Vec<(String, Shape)> {
    let letter = |k: usize| match (cells, PENTOMINOES.get(k)) {
        (5, Some(name)) => name.to_string(),
        _ => format!("p{}", k + 1),
    };
    free_polyominoes(cells).into_iter().enumerate().map(|(k, shape)| (letter(k), shape)).collect()
}

/// Golomb's letters in the order of [`free_polyominoes`].
const PENTOMINOES: [&str; 12] = ["I", "L", "Y", "P", "U", "V", "T", "N", "F", "W", "Z", "X"];

/// Returns the problem of filling a box with the twelve flat pentacubes, each used once. They may be rotated
/// in space.
///
/// Primary items: the pieces, named by Golomb's letters, then the cubes `x,y,z` of the box, with 0-based
/// coordinates.
///
/// # Errors
/// The problem has more than 2^30 entries.
pub fn flat_pentacubes(x_size: u32, y_size: u32, z_size: u32) -> Result<Problem, BuildError> {
    packing(&named(5), [x_size, y_size, z_size], |[x, y, z]| format!("{x},{y},{z}"))
}

/// Returns Piet Hein's Soma cube: the problem of filling a box of 3 by 3 by 3 cubes with seven pieces of
/// three and four cubes.
///
/// Primary items: the pieces, then the cubes `x,y,z` of the box, with 0-based coordinates. There are 11,520
/// solutions, or 240 up to rotation and reflection.
///
/// # Errors
/// Never returns an error; the return type is the same as for the other families.
pub fn soma() -> Result<Problem, BuildError> {
    let pieces: [(&str, &[[i32; 3]]); 7] = [
        ("bent", &[[0, 0, 0], [1, 0, 0], [0, 1, 0]]),
        ("ell", &[[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0]]),
        ("tee", &[[0, 0, 0], [1, 0, 0], [2, 0, 0], [1, 1, 0]]),
        ("skew", &[[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0]]),
        ("left", &[[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 0, 1]]),
        ("right", &[[0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1]]),
        ("claw", &[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    ];
    let pieces: Vec<(String, Shape)> =
        pieces.iter().map(|&(name, shape)| (name.to_string(), shape.to_vec())).collect();
    packing(&pieces, [3, 3, 3], |[x, y, z]| format!("{x},{y},{z}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Search};

    fn count(problem: Result<Problem, BuildError>) -> u64 {
        Search::new(&problem.unwrap()).unwrap().count(u64::MAX, &Config::new()).solutions
    }

    #[test]
    fn free_polyominoes_are_as_many_as_known() {
        // OEIS A000105.
        for (cells, shapes) in [(1, 1), (2, 1), (3, 2), (4, 5), (5, 12), (6, 35), (7, 108)] {
            assert_eq!(free_polyominoes(cells).len(), shapes);
        }
        let wide: Vec<usize> = named(5)
            .iter()
            .map(|(_, shape)| rotations(shape).iter().filter(|s| s.iter().all(|c| c[2] == 0)).count())
            .collect();
        let by_letter = |letter: &str| wide[PENTOMINOES.iter().position(|&name| name == letter).unwrap()];
        // The number of orientations of each piece on a board.
        for (letter, ways) in [
            ("I", 2),
            ("X", 1),
            ("F", 8),
            ("L", 8),
            ("N", 8),
            ("P", 8),
            ("Y", 8),
            ("T", 4),
            ("U", 4),
            ("V", 4),
            ("W", 4),
            ("Z", 4),
        ] {
            assert_eq!(by_letter(letter), ways, "{letter}");
        }
    }

    #[test]
    fn packings_have_the_known_counts() {
        assert_eq!(count(polyominoes(5, 3, 20)), 8);
        assert_eq!(count(soma()), 11_520);
        assert_eq!(count(polyominoes(3, 2, 3)), 0);
        assert!(polyominoes(0, 3, 3).is_err() && polyominoes(10, 3, 3).is_err());
        assert!(polyominoes(5, u32::MAX, u32::MAX).is_err());
    }
}
