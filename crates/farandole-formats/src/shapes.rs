//! Determines the geometry of a puzzle from its record, with a cache of geometries.

use super::constraints::Constraints;
use super::error::{Cause, Noun};
use super::region_map::geometry_of_map;
use super::settings::{Diagonals, RegionChoice, Settings};
use super::text::Token;
use farandole_puzzle::{Cell, Geometry};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The division of a grid that its record defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Division<'a> {
    /// A region map of N * N labels, and its offset.
    pub(super) map: Option<Token<'a>>,
    /// A list of constraints.
    pub(super) constraints: Option<Constraints<'a>>,
    /// Diagonals named by the record.
    pub(super) diagonals: Diagonals,
}

/// A cache of geometries. The key is the size for geometries without a map, and the diagonals and
/// the map for the others.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    plain: Vec<(usize, Arc<Geometry>)>,
    mapped: [BTreeMap<Vec<u8>, Arc<Geometry>>; 4],
    /// Total number of cells of the geometries with a map.
    mapped_cells: usize,
}

impl Shapes {
    /// Maximum total number of cells of the geometries with a map. If they exceed it, all of them are
    /// dropped. A cell needs about 20 bytes.
    const MAX_CACHED_CELLS: usize = 1 << 18;

    /// Returns the geometry of a puzzle of this size.
    pub(super) fn get(
        &mut self,
        settings: &Settings,
        size: usize,
        division: Division<'_>,
    ) -> Result<Arc<Geometry>, Cause> {
        let diagonals = settings.diagonals.union(division.diagonals);
        let map = division.map.map(|map| map.text);
        if let Some(constraints) = division.constraints {
            return constrained(size, map, constraints, diagonals, settings.regions).map(Arc::new);
        }
        if let Some(map) = map {
            if let Some(geometry) = self.mapped[diagonals as usize].get(map) {
                return Ok(geometry.clone());
            }
            let geometry = Arc::new(with_diagonals(geometry_of_map(size, map)?, diagonals));
            self.mapped_cells += map.len();
            if self.mapped_cells > Self::MAX_CACHED_CELLS {
                self.mapped = Default::default();
                self.mapped_cells = map.len();
            }
            self.mapped[diagonals as usize].insert(map.to_vec(), geometry.clone());
            return Ok(geometry);
        }
        if division.diagonals != Diagonals::Neither {
            return plain_geometry(size, settings.regions, diagonals).map(Arc::new);
        }
        if let Some((_, geometry)) = self.plain.iter().find(|(known, _)| *known == size) {
            return Ok(geometry.clone());
        }
        let geometry = Arc::new(plain_geometry(size, settings.regions, diagonals)?);
        self.plain.push((size, geometry.clone()));
        Ok(geometry)
    }
}

fn with_diagonals(geometry: Geometry, diagonals: Diagonals) -> Geometry {
    diagonals.list().iter().fold(geometry, |geometry, diagonal| geometry.with_diagonal(*diagonal))
}

/// Returns the geometry of a puzzle with a list of constraints.
///
/// A map of N regions of N cells replaces the boxes if `NoBoxes` is present, and is added to them
/// otherwise. In a map with other regions, only the regions of N cells have an effect: they are
/// extra regions. A region of another size merely contains the remaining cells.
fn constrained(
    size: usize,
    outer_map: Option<&[u8]>,
    constraints: Constraints<'_>,
    diagonals: Diagonals,
    regions: RegionChoice,
) -> Result<Geometry, Cause> {
    let diagonals = diagonals.union(constraints.diagonals);
    let map = constraints.map.or(outer_map);
    if let Some(map) = map
        && map.len() != size * size
    {
        return Err(Cause::Count { what: Noun::CELLS_IN_MAP, found: map.len(), expected: size * size });
    }
    let irregular = match map {
        Some(map) => Some(geometry_of_map(size, map)?),
        None => None,
    };
    let base = match (&irregular, constraints.no_boxes) {
        (Some(geometry), true) if geometry.misfit().is_none() => {
            return Ok(with_diagonals(geometry.clone(), diagonals));
        }
        (_, true) => Geometry::latin(size).map_err(Cause::Geometry)?,
        (_, false) => plain_geometry(size, regions, Diagonals::Neither)?,
    };
    let mut geometry = with_diagonals(base, diagonals);
    if let Some(irregular) = irregular {
        let regions = irregular.houses().skip(2 * size).map(|house| house.cells);
        for cells in regions.filter(|cells| cells.len() == size) {
            let cells: &[Cell] = cells;
            geometry = geometry.with_extra_region(cells).map_err(Cause::Geometry)?;
        }
    }
    Ok(geometry)
}

/// Returns the geometry of a puzzle without a region map.
fn plain_geometry(size: usize, regions: RegionChoice, diagonals: Diagonals) -> Result<Geometry, Cause> {
    let geometry = match regions {
        RegionChoice::Usual => Geometry::usual(size),
        RegionChoice::None => Geometry::latin(size),
        RegionChoice::Boxes(shape) if shape.box_rows.checked_mul(shape.box_cols) == Some(size) => {
            Geometry::boxes(size, shape.box_rows, shape.box_cols)
        }
        RegionChoice::Boxes(shape) => return Err(Cause::Boxes { size, shape }),
    };
    Ok(with_diagonals(geometry.map_err(Cause::Geometry)?, diagonals))
}
