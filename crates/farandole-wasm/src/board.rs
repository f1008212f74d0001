//! The board: a puzzle of either kind with the user's progress, in the form that the page uses.

use crate::answer::Refusal;
use farandole::logic::UserGrid;
use farandole::puzzle::{BoxShape, Cell, ClassicPuzzle, Diagonal, DigitSet, Geometry, HouseKind, Regions};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Maximum size of a board. The page stores sets of digits as 32-bit numbers.
const LARGEST: usize = 30;

/// A puzzle with the user's progress. Lists have one entry per cell, row-major, or per index of the
/// bounding rectangle of overlapping grids. Digits are 1-based indices into the range of values,
/// and 0 is an empty cell. In a set of digits, bit 0 is digit 1.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Board {
    /// The constraint text of a variant, without givens that leave a cell one value, or the header
    /// of a text of overlapping grids. It is absent for a puzzle with only houses and candidates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    /// Number of values. For a puzzle without text, also the number of rows and columns.
    #[serde(default)]
    pub(crate) size: usize,
    /// For a variant, the number of rows. Like `cols` and `low`, it is only for information.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rows: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cols: Option<usize>,
    /// The lowest value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) low: Option<u8>,
    /// The characters of the digits in order, if they are not `1-9` and `A-Z`. Without a text only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) symbols: Option<String>,
    /// Rows and columns of a box.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) boxes: Option<[usize; 2]>,
    /// The region of each cell, if regions are not boxes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) regions: Option<Vec<u16>>,
    /// The diagonals: `main` starts at the upper left corner, `anti` at the upper right corner.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) diagonals: Vec<String>,
    /// The cells of each extra region, which contains no digit twice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) extra: Vec<Vec<usize>>,
    /// The printed digit of each cell, or 0.
    pub(crate) givens: Vec<u8>,
    /// The candidates that the puzzle allows in each cell, or 0 for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) allowed: Vec<u64>,
    /// The user's digit of each cell, or 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) placed: Vec<u8>,
    /// The user's candidates of each cell, or 0 if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) marks: Vec<u64>,
    /// Drawings without a meaning, from back to front. Only `write`, `draw` and `sheet` use them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) cosmetics: Vec<Cosmetic>,
}

/// A drawing without a meaning. Measures are in sides of a cell, and places are distances to the right and down from the
/// upper left corner of the grid.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cosmetic {
    pub(crate) shape: CosmeticShape,
    /// The points of a line, or the centre of another shape.
    pub(crate) points: Vec<(f64, f64)>,
    /// Width and height of a shape, or the font size of a text.
    #[serde(default)]
    pub(crate) size: f64,
    #[serde(default)]
    pub(crate) text: String,
    /// Colour of the inside or of a text, as `#rrggbb`; empty if there is none.
    #[serde(default)]
    pub(crate) fill: String,
    /// Colour of the line.
    #[serde(default)]
    pub(crate) stroke: String,
    /// Width of the line.
    #[serde(default)]
    pub(crate) width: f64,
    /// From 0 to 1.
    pub(crate) opacity: f64,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CosmeticShape {
    Line,
    Square,
    Circle,
    Text,
}

/// A selection of the digits of a board that count as givens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Which {
    /// The printed digits.
    #[default]
    Givens,
    /// The printed digits and the user's digits.
    Digits,
}

impl Board {
    /// Returns true for the classic grid, 9x9 with 3x3 boxes and no further houses. Only its steps
    /// have ratings. The steps of all other boards are steps of variants.
    pub(crate) fn has_scales(&self) -> bool {
        let has_more = self.text.is_some() || self.regions.is_some();
        let has_more = has_more || !self.diagonals.is_empty() || !self.extra.is_empty();
        self.size == 9 && self.boxes == Some([3, 3]) && !has_more
    }

    /// Converts a puzzle to a board without progress.
    pub(crate) fn of_puzzle(puzzle: &ClassicPuzzle) -> Result<Self, Refusal> {
        let (size, geometry) = (puzzle.size(), puzzle.geometry());
        if size > LARGEST {
            return Err(Refusal::unsupported(format!("size {size}, expected at most {LARGEST}")));
        }
        let mut board = Self { size, givens: puzzle.givens().to_vec(), ..Self::default() };
        match geometry.regions() {
            Regions::None => {}
            Regions::Boxes(BoxShape { box_rows, box_cols }) => board.boxes = Some([*box_rows, *box_cols]),
            Regions::Irregular(regions) => board.regions = Some(regions.to_vec()),
        }
        for house in geometry.houses() {
            match house.kind {
                HouseKind::Diagonal(Diagonal::Main) => board.diagonals.push("main".into()),
                HouseKind::Diagonal(Diagonal::Anti) => board.diagonals.push("anti".into()),
                HouseKind::Extra(_) => {
                    board.extra.push(house.cells.iter().map(|cell| cell.index()).collect());
                }
                _ => {}
            }
        }
        if let Some(sets) = puzzle.restrictions() {
            board.restrict(sets);
        }
        Ok(board)
    }

    /// Adds the candidates of a puzzle to the board. A cell with a single candidate becomes a
    /// given.
    fn restrict(&mut self, sets: &[DigitSet]) {
        let mut allowed = vec![0; sets.len()];
        for (cell, set) in sets.iter().enumerate().filter(|(_, set)| **set != DigitSet::all(self.size)) {
            match (self.givens[cell], set.bits()) {
                (0, bits) if bits.is_power_of_two() => self.givens[cell] = bits.trailing_zeros() as u8 + 1,
                (0, bits) => allowed[cell] = bits,
                _ => {}
            }
        }
        if allowed.iter().any(|bits| *bits != 0) {
            self.allowed = allowed;
        }
    }

    /// Converts a classic grid with the user's progress to a board.
    pub(crate) fn of_sheet(sheet: &UserGrid) -> Self {
        let list =
            |digits: &[u8; 81]| if digits.iter().any(|it| *it != 0) { digits.to_vec() } else { Vec::new() };
        let marks = sheet.marks.map(|marks| u64::from(marks.unwrap_or(0)));
        Self {
            size: 9,
            boxes: Some([3, 3]),
            givens: sheet.givens.to_vec(),
            placed: list(&sheet.placed),
            marks: if marks.iter().any(|it| *it != 0) { marks.to_vec() } else { Vec::new() },
            ..Self::default()
        }
    }

    fn geometry(&self) -> Result<Geometry, Refusal> {
        if self.size > LARGEST {
            return Err(Refusal::unsupported(format!("size {}, expected at most {LARGEST}", self.size)));
        }
        let geometry = match (&self.regions, self.boxes) {
            (Some(regions), _) => Geometry::irregular(self.size, regions),
            (None, Some([rows, cols])) => Geometry::boxes(self.size, rows, cols),
            (None, None) => Geometry::latin(self.size),
        };
        let mut geometry = geometry.map_err(Refusal::usage)?;
        for name in &self.diagonals {
            geometry = geometry.with_diagonal(match name.as_str() {
                "main" => Diagonal::Main,
                "anti" => Diagonal::Anti,
                _ => {
                    return Err(Refusal::usage(format!(
                        "found diagonal {name:?}, expected \"main\" or \"anti\""
                    )));
                }
            });
        }
        for region in &self.extra {
            let cells: Option<Vec<Cell>> = region
                .iter()
                .map(|cell| Cell::new(*cell).filter(|_| *cell < self.size * self.size))
                .collect();
            let cells =
                cells.ok_or_else(|| Refusal::usage("an extra region contains a cell outside the grid"))?;
            geometry = geometry.with_extra_region(&cells).map_err(Refusal::usage)?;
        }
        Ok(geometry)
    }

    /// Returns true if the puzzle restricts the candidates of a cell.
    pub(crate) fn is_restricted(&self) -> bool {
        self.allowed.iter().any(|set| *set != 0)
    }

    /// Returns the puzzle with its candidates. `which` selects the digits that become givens.
    pub(crate) fn puzzle(&self, which: Which) -> Result<ClassicPuzzle, Refusal> {
        let mut givens = self.givens.clone();
        if which == Which::Digits {
            for (given, placed) in givens.iter_mut().zip(&self.placed) {
                *given = if *given == 0 { *placed } else { *given };
            }
        }
        let puzzle = ClassicPuzzle::new(Arc::new(self.geometry()?), &givens).map_err(Refusal::usage)?;
        if !self.is_restricted() {
            return Ok(puzzle);
        }
        self.restricted(puzzle, &[&self.allowed])
    }

    /// Restricts each cell of a puzzle to the intersection of lists of sets. 0 in a list means
    /// every digit.
    pub(crate) fn restricted(
        &self,
        puzzle: ClassicPuzzle,
        lists: &[&[u64]],
    ) -> Result<ClassicPuzzle, Refusal> {
        let all = DigitSet::all(self.size);
        let left = |cell: usize| {
            let set = |list: &&[u64]| match list.get(cell).copied().unwrap_or(0) {
                0 => all,
                bits => DigitSet::from_bits(bits) & all,
            };
            lists.iter().map(set).fold(all, |left, set| left & set)
        };
        let sets: Vec<DigitSet> = (0..puzzle.givens().len()).map(left).collect();
        puzzle.with_restrictions(&sets).map_err(Refusal::usage)
    }
}

/// Converts sets of digits to numbers.
pub(crate) fn bits(sets: &[DigitSet]) -> Vec<u64> {
    sets.iter().map(|set| set.bits()).collect()
}
