//! Prints the division of a grid: the text after the cells of a line that defines boxes, regions
//! and diagonals.

use super::codec::is_usual;
use super::error::WriteCause;
use super::region_map::{is_map, is_region_map};
use super::settings::Diagonals;
use super::symbols::Symbols;
use farandole_puzzle::{Cell, Diagonal, Digit, Geometry, HouseKind, Regions};

/// The treatment of a region map that the reader does not need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Map {
    IfNeeded,
    Required,
}

/// Returns the text that must follow the cells on a line so that the reader finds the same boxes,
/// regions and diagonals.
pub(super) fn division_text(geometry: &Geometry, cells: &[u8], map: Map) -> Result<Vec<u8>, WriteCause> {
    let size = geometry.size();
    let (diagonals, extras) = diagonals_of(geometry);
    let divided = geometry.regions() != &Regions::None;
    // The reader treats givens that look like a map as givens only if a map or constraints follow.
    let explicit = is_map(cells, size) || map == Map::Required && divided;
    let usual = is_usual(geometry) && !explicit;
    let plain_diagonals = diagonals == Diagonals::Neither || diagonals == Diagonals::Both && !usual;
    let mut text = Vec::new();
    if !extras.is_empty() {
        if !is_usual(geometry) {
            return Err(WriteCause::Houses);
        }
        text.extend_from_slice(b" .Jigsaw~");
        text.extend(map_of_extras(size, &extras).ok_or(WriteCause::Houses)?);
        push_diagonals(&mut text, diagonals);
    } else if divided && !usual && plain_diagonals {
        let labels = map_of(geometry).filter(|labels| is_region_map(labels, size));
        text.push(b' ');
        text.extend(labels.ok_or(WriteCause::Regions)?);
        if diagonals == Diagonals::Both {
            text.extend_from_slice(b" X");
        }
    } else if divided && !usual {
        text.extend_from_slice(b" .NoBoxes.Jigsaw~");
        text.extend(map_of(geometry).ok_or(WriteCause::Regions)?);
        push_diagonals(&mut text, diagonals);
    } else if !usual || diagonals != Diagonals::Neither {
        text.push(b' ');
        if !usual {
            text.extend_from_slice(b".NoBoxes");
        }
        push_diagonals(&mut text, diagonals);
    }
    let needs_map = map == Map::Required && !divided && extras.is_empty();
    if needs_map { Err(WriteCause::Regions) } else { Ok(text) }
}

/// Returns the diagonals and the extra regions.
pub(super) fn diagonals_of(geometry: &Geometry) -> (Diagonals, Vec<&[Cell]>) {
    let (mut main, mut anti, mut extras) = (false, false, Vec::new());
    for house in geometry.houses() {
        match house.kind {
            HouseKind::Diagonal(Diagonal::Main) => main = true,
            HouseKind::Diagonal(Diagonal::Anti) => anti = true,
            HouseKind::Extra(_) => extras.push(house.cells),
            HouseKind::Row(_) | HouseKind::Col(_) | HouseKind::Box(_) | HouseKind::Region(_) => {}
        }
    }
    (Diagonals::of(main, anti), extras)
}

fn push_diagonals(text: &mut Vec<u8>, diagonals: Diagonals) {
    for diagonal in diagonals.list() {
        text.extend_from_slice(match diagonal {
            Diagonal::Main => b".Diagonal~-1",
            Diagonal::Anti => b".Diagonal~1",
        });
    }
}

/// Returns the label of a region in a map.
fn label(region: usize) -> Option<u8> {
    Symbols::LettersFirst.symbol(Digit::new(u8::try_from(region + 1).ok()?)?)
}

/// Returns the label of each cell's region. Returns `None` if a region does not have N cells, since
/// the reader rejects such a map.
pub(super) fn map_of(geometry: &Geometry) -> Option<Vec<u8>> {
    if geometry.misfit().is_some() {
        return None;
    }
    let cells = (0..geometry.cell_count()).filter_map(Cell::new);
    cells.map(|cell| geometry.region_of(cell).and_then(label)).collect()
}

/// Returns a map of disjoint regions of N cells. The remaining cells, if any, form a region of
/// another size.
fn map_of_extras(size: usize, extras: &[&[Cell]]) -> Option<Vec<u8>> {
    let mut regions = vec![extras.len(); size * size];
    for (i, cells) in extras.iter().enumerate() {
        for cell in *cells {
            if cells.len() != size || regions[cell.index()] != extras.len() {
                return None;
            }
            regions[cell.index()] = i;
        }
    }
    let left = regions.iter().filter(|region| **region == extras.len()).count();
    if left == size {
        return None;
    }
    regions.into_iter().map(label).collect()
}
