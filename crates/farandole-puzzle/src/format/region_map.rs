//! Region maps in text, and the geometries that were made of them.

use super::error::Kind;
use super::text::Token;
use super::{Diagonals, Dialect, RegionChoice, plain_geometry};
use crate::{BoxShape, Cell, Geometry, Regions};
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

/// Whether a text is a region map of size N: N different symbols, N times each, equal ones orthogonally connected.
///
/// A finished grid never is one (for N above 1), since equal digits are never neighbours in it.
pub(super) fn is_map(text: &[u8], size: usize) -> bool {
    if size < 2 || text.len() != size * size || (text[0] != text[1] && text[0] != text[size]) {
        return false;
    }
    counts(text).iter().all(|count| *count == 0 || usize::from(*count) == size)
        && component_count(text, size) == size
}

/// Whether a text is a region map of size N, or one in which some cells are wrong: no symbol stands more than 2 N times, and equal ones
/// make 2 N connected parts at most.
///
/// A grid of givens or digits never is one: what is not empty is a part of its own.
pub(super) fn is_nearly_map(text: &[u8], size: usize) -> bool {
    if size < 4 || text.len() != size * size || (text[0] != text[1] && text[0] != text[size]) {
        return is_map(text, size);
    }
    counts(text).iter().all(|count| usize::from(*count) <= 2 * size)
        && component_count(text, size) <= 2 * size
}

/// Whether a text whose length is not N * N is a region map or a solution with some cells too few or too many, up to a row of them: letters and
/// digits, and not many more different ones than regions. Digits alone are taken for a number in small sizes.
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

/// What is wrong with a region map of size N, and at which cell, if some region has other than N cells: it is a cell of such a
/// region without a neighbour of its own, or else the first of them.
pub(super) fn misfit(map: &[u8], size: usize) -> Option<(usize, Kind)> {
    let counts = counts(map);
    let found = |cell: usize| usize::from(counts[map[cell] as usize]);
    let mut misfits = (0..map.len()).filter(|cell| found(*cell) != size);
    let is_alone = |cell: &usize| neighbours(*cell, size).all(|next| map[next] != map[*cell]);
    let cell = misfits.clone().find(is_alone).or_else(|| misfits.next())?;
    Some((cell, Kind::Region { label: map[cell], found: found(cell), expected: size }))
}

/// The cells above, below, left and right of a cell.
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

/// How often each byte stands in a text of at most 64 * 64 + 64 bytes.
fn counts(text: &[u8]) -> [u16; 256] {
    let mut counts = [0; 256];
    text.iter().for_each(|byte| counts[*byte as usize] += 1);
    counts
}

/// How many orthogonally connected parts of equal symbols there are.
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

/// The geometry of a map; equal rectangles in rows are boxes.
pub(super) fn geometry_of_map<L: PartialEq>(size: usize, labels: &[L]) -> Result<Geometry, Kind> {
    let geometry = Geometry::irregular(size, labels).map_err(Kind::Geometry)?;
    let Regions::Irregular(map) = geometry.regions() else { return Ok(geometry) };
    // The first region tells the shape, if it is a box at all.
    let box_cols = map.iter().take(size).take_while(|region| **region == 0).count();
    if box_cols == 0 || !size.is_multiple_of(box_cols) {
        return Ok(geometry);
    }
    let shape = BoxShape { box_rows: size / box_cols, box_cols };
    let box_of = |cell: usize| cell / size / shape.box_rows * shape.box_rows + cell % size / box_cols;
    // There are `size / box_cols`, that is `box_rows`, boxes side by side.
    if (0..map.len()).all(|cell| map[cell] as usize == box_of(cell)) {
        Geometry::boxes(size, shape.box_rows, shape.box_cols).map_err(Kind::Geometry)
    } else {
        Ok(geometry)
    }
}

/// What a token of Interactive Sudoku Solver constraints says: `.NoBoxes`, `.Jigsaw~<map>`, `.Diagonal~1` and `-1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Constraints<'a> {
    pub(super) no_boxes: bool,
    pub(super) map: Option<&'a [u8]>,
    pub(super) diagonals: Diagonals,
}

/// Whether a token is a list of constraints rather than cells: `.` and a capital letter, then a small one or `~`.
pub(super) fn is_constraints(token: &[u8]) -> bool {
    matches!(token, [b'.', b'A'..=b'Z', b'a'..=b'z' | b'~', ..])
        && token.split(|byte| *byte == b'.').any(|part| {
            let name = part.split(|byte| *byte == b'~').next().unwrap_or(part);
            [&b"NoBoxes"[..], b"Jigsaw", b"Diagonal"].contains(&name)
        })
}

/// Reads a list of constraints.
///
/// # Errors
/// The offset of the first constraint that is not understood.
pub(super) fn constraints(token: &[u8]) -> Result<Constraints<'_>, usize> {
    let mut read = Constraints::default();
    let mut at = 0;
    for part in token.split(|byte| *byte == b'.') {
        let mut pieces = part.splitn(2, |byte| *byte == b'~');
        match (pieces.next().unwrap_or(b""), pieces.next()) {
            (b"", None) => {}
            (b"NoBoxes", None) => read.no_boxes = true,
            (b"Jigsaw", Some(map)) if read.map.is_none() => read.map = Some(map),
            (b"Diagonal", Some(b"1")) => read.diagonals = read.diagonals.union(Diagonals::Anti),
            (b"Diagonal", Some(b"-1")) => read.diagonals = read.diagonals.union(Diagonals::Main),
            _ => return Err(at),
        }
        at += part.len() + 1;
    }
    Ok(read)
}

/// What divides a grid, as far as its record says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Division<'a> {
    /// A region map of N * N labels, and where it is.
    pub(super) map: Option<Token<'a>>,
    /// A list of constraints.
    pub(super) constraints: Option<Constraints<'a>>,
    /// Diagonals named by the record.
    pub(super) diagonals: Diagonals,
}

/// The geometries met before: those without a map by size, and those with one by diagonals and map.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    plain: Vec<(usize, Arc<Geometry>)>,
    mapped: [BTreeMap<Vec<u8>, Arc<Geometry>>; 4],
    /// How many cells those with a map have together.
    mapped_cells: usize,
}

impl Shapes {
    /// All geometries with a map are forgotten when they have more cells together: about 20 bytes each.
    const MOST_CELLS: usize = 1 << 18;

    /// The geometry of a puzzle of this size.
    pub(super) fn get(
        &mut self,
        dialect: &Dialect,
        size: usize,
        division: Division<'_>,
    ) -> Result<Arc<Geometry>, Kind> {
        let diagonals = dialect.diagonals.union(division.diagonals);
        let map = division.map.map(|map| map.text);
        if let Some(constraints) = division.constraints {
            return constrained(size, map, constraints, diagonals, dialect.regions).map(Arc::new);
        }
        if let Some(map) = map {
            if let Some(geometry) = self.mapped[diagonals as usize].get(map) {
                return Ok(geometry.clone());
            }
            let geometry = Arc::new(with_diagonals(geometry_of_map(size, map)?, diagonals));
            self.mapped_cells += map.len();
            if self.mapped_cells > Self::MOST_CELLS {
                self.mapped = Default::default();
                self.mapped_cells = map.len();
            }
            self.mapped[diagonals as usize].insert(map.to_vec(), geometry.clone());
            return Ok(geometry);
        }
        if division.diagonals != Diagonals::Neither {
            return plain_geometry(size, dialect.regions, diagonals).map(Arc::new);
        }
        if let Some((_, geometry)) = self.plain.iter().find(|(known, _)| *known == size) {
            return Ok(geometry.clone());
        }
        let geometry = Arc::new(plain_geometry(size, dialect.regions, diagonals)?);
        self.plain.push((size, geometry.clone()));
        Ok(geometry)
    }
}

fn with_diagonals(geometry: Geometry, diagonals: Diagonals) -> Geometry {
    diagonals.list().iter().fold(geometry, |geometry, diagonal| geometry.with_diagonal(*diagonal))
}

/// The geometry of a puzzle with a list of constraints.
///
/// A map of N regions of N cells replaces the boxes when `NoBoxes` is there, and is added to them otherwise. In a map
/// with other regions only those of N cells count, as extra regions: the odd one just holds the cells left over.
fn constrained(
    size: usize,
    outer_map: Option<&[u8]>,
    constraints: Constraints<'_>,
    diagonals: Diagonals,
    regions: RegionChoice,
) -> Result<Geometry, Kind> {
    let diagonals = diagonals.union(constraints.diagonals);
    let map = constraints.map.or(outer_map);
    if let Some(map) = map
        && map.len() != size * size
    {
        return Err(Kind::Count { what: "cells in the region map", found: map.len(), expected: size * size });
    }
    let irregular = match map {
        Some(map) => Some(geometry_of_map(size, map)?),
        None => None,
    };
    let base = match (&irregular, constraints.no_boxes) {
        (Some(geometry), true) if geometry.misfit().is_none() => {
            return Ok(with_diagonals(geometry.clone(), diagonals));
        }
        (_, true) => Geometry::latin(size).map_err(Kind::Geometry)?,
        (_, false) => plain_geometry(size, regions, Diagonals::Neither)?,
    };
    let mut geometry = with_diagonals(base, diagonals);
    if let Some(irregular) = irregular {
        let regions = irregular.houses().skip(2 * size).map(|house| house.cells);
        for cells in regions.filter(|cells| cells.len() == size) {
            let cells: &[Cell] = cells;
            geometry = geometry.with_extra_region(cells).map_err(Kind::Geometry)?;
        }
    }
    Ok(geometry)
}
