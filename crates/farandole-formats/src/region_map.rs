//! Region maps: one label for each cell, with equal labels for the cells of one region.
//!
//! A map is distinguished from givens by its connected components (flood fill) and by the number of
//! occurrences of each label.

use super::error::Cause;
use farandole_puzzle::{BoxShape, Geometry, Regions};

/// Returns true if a text is a region map of size N: N different symbols, each N times and
/// orthogonally connected.
///
/// A finished grid is never a region map (for N above 1), because equal digits are never adjacent
/// in it.
pub(super) fn is_map(text: &[u8], size: usize) -> bool {
    if size < 2 || text.len() != size * size || (text[0] != text[1] && text[0] != text[size]) {
        return false;
    }
    counts(text).iter().all(|count| *count == 0 || usize::from(*count) == size)
        && component_count(text, size) == size
}

/// Returns true if a text is a region map of size N, possibly with some wrong cells.
///
/// In such a map, no symbol occurs more than 2 N times, and equal symbols form at most 2 N
/// connected components. A grid of givens or digits is never such a map, because each given is a
/// component of its own.
pub(super) fn is_nearly_map(text: &[u8], size: usize) -> bool {
    if size < 4 || text.len() != size * size || (text[0] != text[1] && text[0] != text[size]) {
        return is_map(text, size);
    }
    counts(text).iter().all(|count| usize::from(*count) <= 2 * size)
        && component_count(text, size) <= 2 * size
}

/// Returns true if a text is a region map or a solution that is too short or too long by at most a
/// row of cells.
///
/// Such a text consists of letters and digits, with at most N + 1 different ones. In sizes below 6,
/// a text of digits alone is treated as a number.
pub(super) fn is_cut_map(text: &[u8], size: usize) -> bool {
    let cells = size * size;
    if size < 4 || text.len() == cells || text.len().abs_diff(cells) > size {
        return false;
    }
    let different = counts(text).iter().filter(|count| **count > 0).count();
    text.iter().all(u8::is_ascii_alphanumeric)
        && different <= size + 1
        && (size >= 6 || !text.iter().all(u8::is_ascii_digit))
}

/// Returns the first invalid cell in a region map of size N with its error, or `None` if every
/// region has N cells.
///
/// A cell without a neighbour in its own region is reported first, because it is most likely the
/// mistyped one.
pub(super) fn misfit(map: &[u8], size: usize) -> Option<(usize, Cause)> {
    let counts = counts(map);
    let found = |cell: usize| usize::from(counts[map[cell] as usize]);
    let mut misfits = (0..map.len()).filter(|cell| found(*cell) != size);
    let is_alone = |cell: &usize| neighbours(*cell, size).all(|next| map[next] != map[*cell]);
    let cell = misfits.clone().find(is_alone).or_else(|| misfits.next())?;
    Some((cell, Cause::Region { label: map[cell], found: found(cell), expected: size }))
}

/// Returns the cells above, below, left and right of a cell.
fn neighbours(cell: usize, size: usize) -> impl Iterator<Item = usize> {
    let (row, col) = (cell / size, cell % size);
    let near = [
        (row > 0).then(|| cell - size),
        (row + 1 < size).then(|| cell + size),
        (col > 0).then(|| cell - 1),
        (col + 1 < size).then(|| cell + 1),
    ];
    near.into_iter().flatten()
}

/// Counts the occurrences of each byte in a text of at most 64 * 64 + 64 bytes.
fn counts(text: &[u8]) -> [u16; 256] {
    let mut counts = [0; 256];
    text.iter().for_each(|byte| counts[*byte as usize] += 1);
    counts
}

/// Returns the number of orthogonally connected components of equal symbols.
fn component_count(text: &[u8], size: usize) -> usize {
    let mut seen = vec![false; text.len()];
    let mut stack = Vec::new();
    let mut count = 0;
    for first in 0..text.len() {
        if seen[first] {
            continue;
        }
        count += 1;
        seen[first] = true;
        stack.push(first);
        while let Some(cell) = stack.pop() {
            for next in neighbours(cell, size) {
                if !seen[next] && text[next] == text[first] {
                    seen[next] = true;
                    stack.push(next);
                }
            }
        }
    }
    count
}

/// Returns the geometry of a map. A map of equal rectangles in rows becomes boxes.
pub(super) fn geometry_of_map<L: PartialEq>(size: usize, labels: &[L]) -> Result<Geometry, Cause> {
    let geometry = Geometry::irregular(size, labels).map_err(Cause::Geometry)?;
    let Regions::Irregular(map) = geometry.regions() else { return Ok(geometry) };
    // If the regions are boxes, the first one determines their shape.
    let box_cols = map.iter().take(size).take_while(|region| **region == 0).count();
    if box_cols == 0 || !size.is_multiple_of(box_cols) {
        return Ok(geometry);
    }
    let shape = BoxShape { box_rows: size / box_cols, box_cols };
    let box_of = |cell: usize| cell / size / shape.box_rows * shape.box_rows + cell % size / box_cols;
    // There are `size / box_cols`, that is `box_rows`, boxes side by side.
    if (0..map.len()).all(|cell| map[cell] as usize == box_of(cell)) {
        Geometry::boxes(size, shape.box_rows, shape.box_cols).map_err(Cause::Geometry)
    } else {
        Ok(geometry)
    }
}

/// Returns true if a token after the givens is treated as a region map.
pub(super) fn is_region_map(token: &[u8], size: usize) -> bool {
    token.len() == size * size
        && ((2..=9).contains(&size) && token.iter().all(u8::is_ascii_alphabetic)
            || is_nearly_map(token, size))
}
