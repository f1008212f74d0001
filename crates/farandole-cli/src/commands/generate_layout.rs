//! The houses of generated puzzles: `--size`, `--boxes`, `--layout`, `--diagonals` and `--windoku`.

use crate::args::GenerateArgs;
use crate::exit::Failure;
use farandole::format::ReadConfig;
use farandole::pipeline::single_classic;
use farandole::puzzle::{Cell, Diagonal, Geometry};
use farandole::research::Layout;
use std::path::Path;
use std::sync::Arc;

/// Returns the houses, unless they are those of the classic 9x9 grid.
pub(super) fn layout(args: &GenerateArgs) -> Result<Option<Layout>, Failure> {
    let size = usize::from(args.size.unwrap_or(9));
    let usage = |what: &str, why: String| Failure::Usage(format!("{what}: {why}"));
    if let Some(path) = &args.layout {
        if path == Path::new("random") {
            let plain = !args.diagonals && !args.windoku;
            return if plain {
                Ok(Some(Layout::Random(size)))
            } else {
                Err(usage("--layout random", "cannot be used with --diagonals or --windoku".into()))
            };
        }
        let geometry = single_classic(path, &ReadConfig::default())?.entry.puzzle.geometry().as_ref().clone();
        return extend(args, geometry).map(Some);
    }
    let geometry = match &args.boxes {
        Some(text) => {
            let numbers = text.split_once(['x', 'X']);
            let shape = numbers
                .and_then(|(rows, cols)| Some((rows.parse::<usize>().ok()?, cols.parse::<usize>().ok()?)));
            let (rows, cols) = shape
                .filter(|(rows, cols)| (1..=25).contains(rows) && (1..=25).contains(cols))
                .ok_or_else(|| usage("--boxes", "expected ROWSxCOLUMNS, for example 2x3".into()))?;
            if args.size.is_some_and(|size| usize::from(size) != rows * cols) || rows * cols > 25 {
                return Err(usage(
                    "--boxes",
                    format!(
                        "boxes of {rows}x{cols} cells make a grid of {0}x{0}, expected one of --size and at most 25x25",
                        rows * cols
                    ),
                ));
            }
            Geometry::boxes(rows * cols, rows, cols)
        }
        None => Geometry::usual(size),
    };
    let geometry = geometry.map_err(|error| usage("--size", error.to_string()))?;
    if geometry == Geometry::classic() && !args.diagonals && !args.windoku {
        return Ok(None);
    }
    extend(args, geometry).map(Some)
}

/// Adds the requested diagonals and windows.
fn extend(args: &GenerateArgs, mut geometry: Geometry) -> Result<Layout, Failure> {
    if args.diagonals {
        geometry = geometry.with_diagonal(Diagonal::Main).with_diagonal(Diagonal::Anti);
    }
    if args.windoku {
        if geometry.size() != 9 {
            return Err(Failure::Usage("--windoku: expected size 9".into()));
        }
        for corner in [10, 14, 46, 50] {
            let cells: Vec<Cell> =
                (0..9).filter_map(|place| Cell::new(corner + 9 * (place / 3) + place % 3)).collect();
            geometry =
                geometry.with_extra_region(&cells).map_err(|error| Failure::Usage(error.to_string()))?;
        }
    }
    Ok(Layout::Fixed(Arc::new(geometry)))
}
