//! Printing puzzles, solutions and judges' answers.

use super::error::WriteKind;
use super::hdu4069;
use super::line::is_region_map;
use super::region_map::is_map;
use super::{Diagonals, Format, Symbols, WriteError};
use crate::{Cell, Diagonal, Digit, DigitSet, Geometry, Grid, HouseKind, Puzzle, Regions};
use alloc::vec;
use alloc::vec::Vec;

/// Whether a grid is printed with lines between its boxes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Borders {
    /// Rows of cells and nothing else.
    #[default]
    Without,
    /// With `|` between boxes and lines of dashes between bands.
    With,
}

/// How to print.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WriteConfig {
    /// The format.
    pub format: Format,
    /// How digits are written; the judge formats, `Candidates` and `Sdm` have their own symbols.
    pub symbols: Symbols,
    /// The sign for an empty cell, where the format leaves it open. Take one that is not among the symbols.
    pub empty: u8,
    /// For `Grid` only.
    pub borders: Borders,
}

impl WriteConfig {
    /// The usual way to print this format.
    pub const fn new(format: Format) -> Self {
        Self { format, symbols: Symbols::Auto, empty: b'.', borders: Borders::Without }
    }

    const fn error(&self, kind: WriteKind) -> WriteError {
        WriteError { format: self.format, kind }
    }

    /// The symbols that this format is written in, and its empty sign.
    const fn signs(&self) -> (&Symbols, u8) {
        match self.format {
            Format::Line | Format::Grid | Format::Pencilmark | Format::Jigsaw | Format::Sdk | Format::Csv => {
                (&self.symbols, self.empty)
            }
            Format::Poj3074 => (&Symbols::NumbersFirst, b'.'),
            Format::Grid16 => (&Symbols::LettersFirst, b'-'),
            Format::Hdu1426 => (&Symbols::NumbersFirst, b'?'),
            Format::Candidates | Format::Sdm | Format::Poj2676 | Format::Hdu4069 | Format::Uva989 => {
                (&Symbols::NumbersFirst, b'0')
            }
        }
    }
}

/// What a judge is told about a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict<'a> {
    /// This is the answer.
    Solved(&'a Grid),
    /// There is no solution.
    None,
    /// There are several, where the judge asks for that.
    Several,
}

/// Prints what stands in front of the first puzzle: a CSV header, or the number of puzzles.
///
/// # Errors
/// If the format needs the count and it is not known.
pub fn write_start(out: &mut Vec<u8>, config: &WriteConfig, count: Option<u64>) -> Result<(), WriteError> {
    match (config.format, count) {
        (Format::Csv, _) => out.extend_from_slice(b"puzzle,solution\n"),
        (Format::Poj2676 | Format::Hdu4069, Some(count)) => {
            write_number(out, count);
            out.push(b'\n');
        }
        (Format::Poj2676 | Format::Hdu4069, None) => return Err(config.error(WriteKind::Count)),
        _ => {}
    }
    Ok(())
}

/// Prints what stands behind the last puzzle.
pub fn write_end(out: &mut Vec<u8>, config: &WriteConfig) {
    if config.format == Format::Poj3074 {
        out.extend_from_slice(b"end\n");
    }
}

/// Prints a puzzle with the line end, and for `ordinal` (0-based) above 0 with whatever stands between puzzles in front.
///
/// `Line` and `Jigsaw` hold any boxes and regions as long as their reader takes the map for one, and diagonals and
/// disjoint extra regions of N cells in the constraint form of [`line`](super::line). `Pencilmark` holds the same, and
/// restrictions. The other formats hold [`Geometry::usual`] shapes only, `Hdu4069` connected regions of a 9x9 grid.
/// `Candidates` prints what givens and restrictions allow; of a puzzle without restrictions the candidates that no given
/// in a house excludes.
///
/// # Errors
/// If the format can't hold the puzzle; `out` is then as it was.
pub fn write_puzzle(
    out: &mut Vec<u8>,
    puzzle: &Puzzle,
    config: &WriteConfig,
    ordinal: u64,
) -> Result<(), WriteError> {
    check_puzzle(puzzle, config)?;
    let (size, givens) = (puzzle.size(), puzzle.givens());
    match config.format {
        Format::Line | Format::Jigsaw | Format::Sdm | Format::Poj3074 | Format::Pencilmark => {
            let mut cells = Vec::with_capacity(size * size);
            match config.format {
                Format::Pencilmark => push_marks(&mut cells, puzzle, config),
                _ => push_cells(&mut cells, givens, config),
            }
            let division = match config.format {
                Format::Sdm | Format::Poj3074 => Vec::new(),
                _ => division_text(puzzle.geometry(), &cells, config)?,
            };
            out.extend_from_slice(&cells);
            out.extend_from_slice(&division);
            out.push(b'\n');
        }
        Format::Csv => {
            push_cells(out, givens, config);
            out.extend_from_slice(b",\n");
        }
        Format::Candidates => push_candidates(out, &candidates(puzzle, config)?, size, ordinal),
        Format::Hdu4069 => {
            separate(out, ordinal);
            let geometry = puzzle.geometry();
            let region = |cell: usize| geometry.region_of(Cell::new(cell)?);
            for (cell, given) in givens.iter().enumerate() {
                write_number(out, hdu4069::number_of_cell(cell, *given, region).into());
                out.push(if cell % size == size - 1 { b'\n' } else { b' ' });
            }
        }
        Format::Grid | Format::Sdk | Format::Grid16 | Format::Hdu1426 => {
            separate(out, ordinal);
            push_rows(out, puzzle.geometry(), givens, config);
        }
        Format::Poj2676 => push_rows(out, puzzle.geometry(), givens, config),
        Format::Uva989 => {
            write_number(out, size.isqrt() as u64);
            out.push(b'\n');
            push_rows(out, puzzle.geometry(), givens, config);
        }
    }
    Ok(())
}

/// Prints a solution in the form of this format: its cells alone, except that `Csv` repeats the givens in front, and that
/// the judge formats print the judge's answer. For `ordinal` (0-based) see [`write_puzzle`].
///
/// # Errors
/// If the format has no place for this size; `out` is then as it was.
pub fn write_grid(
    out: &mut Vec<u8>,
    puzzle: &Puzzle,
    grid: &Grid,
    config: &WriteConfig,
    ordinal: u64,
) -> Result<(), WriteError> {
    let size = grid.size();
    check_size(size, config)?;
    match config.format {
        Format::Line | Format::Jigsaw | Format::Sdm | Format::Pencilmark => {
            push_cells(out, grid.digits(), config);
            out.push(b'\n');
        }
        Format::Csv => {
            push_cells(out, puzzle.givens(), config);
            out.push(b',');
            push_cells(out, grid.digits(), config);
            out.push(b'\n');
        }
        Format::Candidates => {
            let sets: Vec<DigitSet> =
                grid.digits().iter().map(|digit| Digit::new(*digit).into_iter().collect()).collect();
            push_candidates(out, &sets, size, ordinal);
        }
        Format::Grid | Format::Sdk => {
            separate(out, ordinal);
            push_rows(out, puzzle.geometry(), grid.digits(), config);
        }
        Format::Poj2676
        | Format::Poj3074
        | Format::Grid16
        | Format::Hdu1426
        | Format::Hdu4069
        | Format::Uva989 => return write_answer(out, puzzle, Verdict::Solved(grid), config.format, ordinal),
    }
    Ok(())
}

/// Prints a judge's answer byte for byte; `ordinal` counts puzzles from 0.
///
/// # Errors
/// If the format is none of a judge, can't hold the size, or has no words for the verdict; `out` is then as it was.
pub fn write_answer(
    out: &mut Vec<u8>,
    puzzle: &Puzzle,
    verdict: Verdict<'_>,
    format: Format,
    ordinal: u64,
) -> Result<(), WriteError> {
    let config = WriteConfig::new(format);
    check_size(puzzle.size(), &config)?;
    let answers = match format {
        Format::Poj2676
        | Format::Poj3074
        | Format::Grid16
        | Format::Hdu1426
        | Format::Hdu4069
        | Format::Uva989 => true,
        Format::Line
        | Format::Grid
        | Format::Candidates
        | Format::Pencilmark
        | Format::Jigsaw
        | Format::Sdm
        | Format::Sdk
        | Format::Csv => false,
    };
    let words = match (verdict, format) {
        _ if !answers => return Err(config.error(WriteKind::Verdict("verdicts"))),
        (Verdict::Solved(_), _) => b"",
        (Verdict::None, Format::Hdu4069) => &b"No solution\n"[..],
        (Verdict::Several, Format::Hdu4069) => b"Multiple Solutions\n",
        (Verdict::None, Format::Uva989) => b"NO SOLUTION\n",
        (Verdict::None, _) => return Err(config.error(WriteKind::Verdict("a puzzle without a solution"))),
        (Verdict::Several, _) => {
            return Err(config.error(WriteKind::Verdict("a puzzle with several solutions")));
        }
    };
    match format {
        Format::Hdu4069 => {
            out.extend_from_slice(b"Case ");
            write_number(out, ordinal + 1);
            out.extend_from_slice(b":\n");
        }
        Format::Hdu1426 | Format::Uva989 => separate(out, ordinal),
        _ => {}
    }
    out.extend_from_slice(words);
    if let Verdict::Solved(grid) = verdict {
        if format == Format::Poj3074 {
            push_cells(out, grid.digits(), &config);
            out.push(b'\n');
        } else if format == Format::Hdu4069 {
            push_rows(out, puzzle.geometry(), grid.digits(), &WriteConfig::new(Format::Poj2676));
        } else {
            push_rows(out, puzzle.geometry(), grid.digits(), &config);
        }
    }
    if format == Format::Grid16 {
        out.push(b'\n');
    }
    Ok(())
}

/// Whether the format has a place for this size, and the alphabet enough symbols.
fn check_size(size: usize, config: &WriteConfig) -> Result<(), WriteError> {
    let fits = match config.format {
        Format::Line | Format::Grid | Format::Pencilmark | Format::Csv => true,
        Format::Jigsaw => size > 1,
        Format::Candidates => size <= 9,
        Format::Sdm | Format::Sdk | Format::Poj2676 | Format::Poj3074 | Format::Hdu1426 | Format::Hdu4069 => {
            size == 9
        }
        Format::Grid16 => size == 16,
        Format::Uva989 => size.isqrt().pow(2) == size,
    };
    if !fits {
        return Err(config.error(WriteKind::Size(size)));
    }
    let numbers = config.format == Format::Uva989;
    if numbers || config.signs().0.cover(size) {
        Ok(())
    } else {
        Err(config.error(WriteKind::Alphabet(size)))
    }
}

fn check_puzzle(puzzle: &Puzzle, config: &WriteConfig) -> Result<(), WriteError> {
    let (size, geometry) = (puzzle.size(), puzzle.geometry());
    check_size(size, config)?;
    let marks = matches!(config.format, Format::Pencilmark | Format::Candidates);
    if puzzle.restrictions().is_some() && !marks {
        return Err(config.error(WriteKind::Restrictions));
    }
    if matches!(config.format, Format::Line | Format::Jigsaw | Format::Pencilmark) {
        return Ok(());
    }
    if geometry.houses().any(|house| matches!(house.kind, HouseKind::Diagonal(_) | HouseKind::Extra(_))) {
        return Err(config.error(WriteKind::Houses));
    }
    let fits = match config.format {
        Format::Hdu4069 => walls_hold(geometry),
        _ => is_usual(geometry),
    };
    if fits { Ok(()) } else { Err(config.error(WriteKind::Regions)) }
}

/// Whether the boxes are those of a bare grid.
fn is_usual(geometry: &Geometry) -> bool {
    Geometry::usual(geometry.size()).is_ok_and(|usual| usual.regions() == geometry.regions())
}

/// Whether walls between cells of different regions give the regions back: each is connected.
fn walls_hold(geometry: &Geometry) -> bool {
    let region = |cell: usize| geometry.region_of(Cell::new(cell)?);
    let count = geometry.cell_count();
    let numbers: Vec<u8> = (0..count).map(|cell| hdu4069::number_of_cell(cell, 0, region)).collect();
    let labels = hdu4069::regions_of_walls(&numbers);
    geometry.regions() != &Regions::None
        && (0..count).all(|a| (0..count).all(|b| (labels[a] == labels[b]) == (region(a) == region(b))))
}

fn separate(out: &mut Vec<u8>, ordinal: u64) {
    if ordinal > 0 {
        out.push(b'\n');
    }
}

fn write_number(out: &mut Vec<u8>, number: u64) {
    if number > 9 {
        write_number(out, number / 10);
    }
    out.push(b'0' + (number % 10) as u8);
}

fn push_cells(out: &mut Vec<u8>, cells: &[u8], config: &WriteConfig) {
    let (symbols, empty) = config.signs();
    // Looked up once for each digit, not for each cell.
    let largest = cells.iter().fold(0, |largest, cell| *cell.max(&largest));
    let mut signs = [empty; 256];
    for digit in (1..=largest).filter_map(Digit::new) {
        signs[usize::from(digit.get())] = symbols.symbol(digit).unwrap_or(empty);
    }
    out.extend(cells.iter().map(|cell| signs[usize::from(*cell)]));
}

fn push_marks(out: &mut Vec<u8>, puzzle: &Puzzle, config: &WriteConfig) {
    let size = puzzle.size();
    let (symbols, empty) = config.signs();
    for cell in (0..size * size).filter_map(Cell::new) {
        let allowed = puzzle.allowed(cell);
        let sign = |digit: Digit| symbols.symbol(digit).filter(|_| allowed.contains(digit)).unwrap_or(empty);
        out.extend((1..=size as u8).filter_map(Digit::new).map(sign));
    }
}

fn push_rows(out: &mut Vec<u8>, geometry: &Geometry, cells: &[u8], config: &WriteConfig) {
    let size = geometry.size();
    if config.format == Format::Sdk {
        out.extend_from_slice(b"[Puzzle]\n");
    }
    let shape = match geometry.regions() {
        Regions::Boxes(shape) if config.format == Format::Grid && config.borders == Borders::With => {
            Some(shape)
        }
        _ => None,
    };
    for (r, row) in cells.chunks(size).enumerate() {
        match (config.format, shape) {
            (Format::Hdu1426, _) => {
                for (c, cell) in row.iter().enumerate() {
                    push_gap(out, c);
                    push_cells(out, &[*cell], config);
                }
            }
            (Format::Uva989, _) => {
                for (c, cell) in row.iter().enumerate() {
                    push_gap(out, c);
                    write_number(out, (*cell).into());
                }
            }
            (_, Some(shape)) => {
                if r > 0 && r % shape.box_rows == 0 {
                    for stack in 0..size / shape.box_cols {
                        if stack > 0 {
                            out.push(b'+');
                        }
                        let blanks = if stack == 0 || stack + 1 == size / shape.box_cols { 1 } else { 2 };
                        out.resize(out.len() + 2 * shape.box_cols - 1 + blanks, b'-');
                    }
                    out.push(b'\n');
                }
                for (c, cell) in row.iter().enumerate() {
                    push_gap(out, c);
                    if c > 0 && c % shape.box_cols == 0 {
                        out.extend_from_slice(b"| ");
                    }
                    push_cells(out, &[*cell], config);
                }
            }
            (_, None) => push_cells(out, row, config),
        }
        out.push(b'\n');
    }
}

fn push_gap(out: &mut Vec<u8>, col: usize) {
    if col > 0 {
        out.push(b' ');
    }
}

/// What givens and restrictions leave each cell; without restrictions also the houses' givens are looked at.
fn candidates(puzzle: &Puzzle, config: &WriteConfig) -> Result<Vec<DigitSet>, WriteError> {
    let count = puzzle.size() * puzzle.size();
    let mut sets: Vec<DigitSet> = (0..count).filter_map(Cell::new).map(|cell| puzzle.allowed(cell)).collect();
    if puzzle.restrictions().is_none() {
        for house in puzzle.geometry().houses() {
            let given = |cell: &Cell| Digit::new(puzzle.givens()[cell.index()]);
            let seen: DigitSet = house.cells.iter().filter_map(given).collect();
            for cell in house.cells.iter().filter(|cell| given(cell).is_none()) {
                sets[cell.index()] -= seen;
            }
        }
    }
    if sets.iter().any(|set| set.is_empty()) { Err(config.error(WriteKind::NoCandidates)) } else { Ok(sets) }
}

fn push_candidates(out: &mut Vec<u8>, sets: &[DigitSet], size: usize, ordinal: u64) {
    separate(out, ordinal);
    let shape = crate::BoxShape::usual(size).unwrap_or(crate::BoxShape { box_rows: size, box_cols: size });
    let width = sets.iter().map(|set| set.len()).max().unwrap_or(1);
    let border = |out: &mut Vec<u8>| {
        for _ in 0..size / shape.box_cols {
            out.push(b'+');
            out.resize(out.len() + shape.box_cols * (width + 1) + 1, b'-');
        }
        out.extend_from_slice(b"+\n");
    };
    for (cell, set) in sets.iter().enumerate() {
        let (row, col) = (cell / size, cell % size);
        if col == 0 && row % shape.box_rows == 0 {
            border(out);
        }
        if col % shape.box_cols == 0 {
            out.extend_from_slice(b"| ");
        }
        out.extend(set.iter().map(|digit| b'0' + digit.get()));
        out.resize(out.len() + width - set.len() + 1, b' ');
        if col + 1 == size {
            out.extend_from_slice(b"|\n");
        }
    }
    border(out);
}

/// What has to stand behind the cells on a line for the reader to see the same boxes, regions and diagonals.
fn division_text(geometry: &Geometry, cells: &[u8], config: &WriteConfig) -> Result<Vec<u8>, WriteError> {
    let size = geometry.size();
    let mut main = false;
    let mut anti = false;
    let mut extras = Vec::new();
    for house in geometry.houses() {
        match house.kind {
            HouseKind::Diagonal(Diagonal::Main) => main = true,
            HouseKind::Diagonal(Diagonal::Anti) => anti = true,
            HouseKind::Extra(_) => extras.push(house.cells),
            HouseKind::Row(_) | HouseKind::Col(_) | HouseKind::Box(_) | HouseKind::Region(_) => {}
        }
    }
    let diagonals = Diagonals::of(main, anti);
    let divided = geometry.regions() != &Regions::None;
    // Givens that look like a map are none if a map or constraints follow.
    let explicit = is_map(cells, size) || config.format == Format::Jigsaw && divided;
    let usual = is_usual(geometry) && !explicit;
    let plain_diagonals = diagonals == Diagonals::Neither || diagonals == Diagonals::Both && !usual;
    let mut text = Vec::new();
    if !extras.is_empty() {
        if !is_usual(geometry) {
            return Err(config.error(WriteKind::Houses));
        }
        text.extend_from_slice(b" .Jigsaw~");
        text.extend(map_of_extras(size, &extras).ok_or(config.error(WriteKind::Houses))?);
        push_diagonals(&mut text, diagonals);
    } else if divided && !usual && plain_diagonals {
        let map = map_of(geometry).filter(|map| is_region_map(map, size));
        text.push(b' ');
        text.extend(map.ok_or(config.error(WriteKind::Regions))?);
        if diagonals == Diagonals::Both {
            text.extend_from_slice(b" X");
        }
    } else if divided && !usual {
        text.extend_from_slice(b" .NoBoxes.Jigsaw~");
        text.extend(map_of(geometry).ok_or(config.error(WriteKind::Regions))?);
        push_diagonals(&mut text, diagonals);
    } else if !usual || diagonals != Diagonals::Neither {
        text.push(b' ');
        if !usual {
            text.extend_from_slice(b".NoBoxes");
        }
        push_diagonals(&mut text, diagonals);
    }
    let needs_map = config.format == Format::Jigsaw && !divided && extras.is_empty();
    if needs_map { Err(config.error(WriteKind::Regions)) } else { Ok(text) }
}

fn push_diagonals(text: &mut Vec<u8>, diagonals: Diagonals) {
    for diagonal in diagonals.list() {
        text.extend_from_slice(match diagonal {
            Diagonal::Main => b".Diagonal~-1",
            Diagonal::Anti => b".Diagonal~1",
        });
    }
}

/// The label of a region in a map.
fn label(region: usize) -> Option<u8> {
    Symbols::LettersFirst.symbol(Digit::new(u8::try_from(region + 1).ok()?)?)
}

/// The region of each cell; `None` where a region does not have N cells, for a map with such a region is not read.
fn map_of(geometry: &Geometry) -> Option<Vec<u8>> {
    if geometry.misfit().is_some() {
        return None;
    }
    let cells = (0..geometry.cell_count()).filter_map(Cell::new);
    cells.map(|cell| geometry.region_of(cell).and_then(label)).collect()
}

/// A map of disjoint regions of N cells; the cells left over are a region of another size, if any.
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
