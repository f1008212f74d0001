//! Tilings of a board with pieces, both given as pictures.
//!
//! Each placement of a piece is an option. Pieces with several copies are items with a multiplicity, so that copies
//! are not told apart.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::size::check_size;
use crate::model::builder::{BuildError, Builder};
use crate::model::problem::{Bounds, Problem};

/// A cell of a piece or board: its coordinates (layer, row, column) and its color.
type Cell = ([i32; 3], char);
/// The color of cells that fit any color.
const ANY: char = '#';

/// The reason why a tiling has no problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TilingError(Kind);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    /// The board has no cell.
    Board,
    /// There are no pieces.
    Pieces,
    /// A line that belongs to no piece, with its number.
    NoHeader(usize),
    /// An unknown word in the line that begins a piece.
    Word(usize, String),
    /// A piece without cells.
    Empty(String),
    Build(BuildError),
}

impl fmt::Display for TilingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Board => f.write_str("the board has no cells"),
            Kind::Pieces => f.write_str("expected a piece, for example `L 2:` and the lines of its picture"),
            Kind::NoHeader(line) => {
                write!(f, "line {line}: expected the name of a piece and a colon, for example `L:`")
            }
            Kind::Word(line, word) => write!(
                f,
                "line {line}: found {word:?}, expected a number of copies, `*`, `fixed`, `rotated` or `reflected`"
            ),
            Kind::Empty(name) => write!(f, "the piece {name:?} has no cells"),
            Kind::Build(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for TilingError {}

impl From<BuildError> for TilingError {
    fn from(error: BuildError) -> Self {
        Self(Kind::Build(error))
    }
}

/// The ways in which a piece may be turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turns {
    None,
    Rotations,
    /// Rotations and reflections.
    All,
}

struct Piece {
    name: String,
    cells: Vec<Cell>,
    /// The number of copies, or `None` for any number.
    copies: Option<u32>,
    turns: Option<Turns>,
}

/// Returns the problem of covering a board with pieces so that exactly `empty` cells remain uncovered.
///
/// In a picture, `.` and blanks are no cells. `#` is a cell of any color, and any other character is a cell of this
/// color. Colors of covered cells must agree. A line of hyphens begins the next layer.
///
/// A piece begins with a line of its name, its number of copies (1 by default; `*` for any number), and how it may be
/// turned, followed by a colon: `fixed`, `rotated` or `reflected`. By default, pieces are rotated, and reflected if the
/// board has one layer. The lines of its picture follow.
///
/// Primary items: the pieces, then the cells. Cells of a board with one layer are named `r1c1` and so on, others
/// `x,y,z` with the 0-based row, column and layer.
///
/// ```
/// use farandole_cover::{Config, Search, generate};
///
/// let problem = generate::tiling("####\n####", "I 4:\n##", 0)?;
/// assert_eq!(Search::new(&problem)?.count(u64::MAX, &Config::new()).solutions, 5);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
/// A picture cannot be read, or the problem has more than 2^30 entries.
pub fn tiling(board: &str, pieces: &str, empty: u32) -> Result<Problem, TilingError> {
    let board: BTreeMap<[i32; 3], char> = picture(&board.lines().collect::<Vec<_>>()).into_iter().collect();
    let mut pieces = read_pieces(pieces)?;
    if empty > 0 {
        // An uncovered cell is a piece of one cell.
        let mut name = "empty".to_string();
        while pieces.iter().any(|piece| piece.name == name) {
            name.push('_');
        }
        let cells = alloc::vec![([0; 3], ANY)];
        pieces.push(Piece { name, cells, copies: Some(empty), turns: Some(Turns::None) });
    }
    let is_flat = board.keys().all(|cube| cube[0] == 0);
    let first = board.keys().next().ok_or(TilingError(Kind::Board))?[0];
    let entries = pieces.iter().map(|piece| 48 * (piece.cells.len() as u64 + 1)).sum::<u64>();
    check_size(entries.checked_mul(board.len() as u64))?;
    let mut builder = Builder::new();
    for piece in &pieces {
        let item = builder.primary(&piece.name)?;
        let most = piece.copies.unwrap_or(board.len() as u32);
        builder.set_bounds(item, Bounds { low: piece.copies.unwrap_or(0), high: most })?;
    }
    let mut item_of = BTreeMap::new();
    for &[layer, row, column] in board.keys() {
        let name = if is_flat {
            format!("r{}c{}", row + 1, column + 1)
        } else {
            format!("{row},{column},{}", layer - first)
        };
        item_of.insert([layer, row, column], builder.primary(&name)?);
    }
    for (piece, number) in pieces.iter().zip(0..) {
        for cells in orientations(piece, is_flat) {
            // Each board cell is tried as the position of the first cell of the piece.
            for start in board.keys() {
                let at = |cube: [i32; 3]| [0, 1, 2].map(|axis| start[axis] + cube[axis] - cells[0].0[axis]);
                let fits = |(cube, color): &Cell| {
                    board.get(&at(*cube)).is_some_and(|it| *it == *color || [*it, *color].contains(&ANY))
                };
                if cells.iter().all(fits) {
                    let covered = cells.iter().map(|(cube, _)| item_of[&at(*cube)]);
                    builder.option(&core::iter::once(number).chain(covered).collect::<Vec<u32>>())?;
                }
            }
        }
    }
    Ok(builder.build())
}

/// Returns the cells of a picture.
fn picture(lines: &[&str]) -> Vec<Cell> {
    let mut cells = Vec::new();
    let (mut layer, mut row) = (0, 0);
    for line in lines {
        if is_divider(line) {
            (layer, row) = (layer + 1, 0);
            continue;
        }
        let marked = (0..).zip(line.chars()).filter(|(_, c)| *c != '.' && !c.is_whitespace());
        cells.extend(marked.map(|(column, color)| ([layer, row, column], color)));
        row += 1;
    }
    cells
}

/// Returns true if a line divides two layers.
fn is_divider(line: &str) -> bool {
    !line.trim().is_empty() && line.trim().chars().all(|c| c == '-')
}

/// Reads pieces: for each, a line that ends with a colon, and its picture.
fn read_pieces(text: &str) -> Result<Vec<Piece>, TilingError> {
    let mut pieces: Vec<(Piece, Vec<&str>)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(header) = line.trim().strip_suffix(':') {
            pieces.push((read_header(header, number)?, Vec::new()));
        } else if let Some((_, lines)) = pieces.last_mut() {
            lines.push(line);
        } else if !line.trim().is_empty() {
            return Err(TilingError(Kind::NoHeader(number)));
        }
    }
    let mut all = Vec::new();
    for (piece, lines) in pieces {
        let cells = picture(&lines);
        if cells.is_empty() {
            return Err(TilingError(Kind::Empty(piece.name)));
        }
        all.push(Piece { cells, ..piece });
    }
    if all.is_empty() { Err(TilingError(Kind::Pieces)) } else { Ok(all) }
}

fn read_header(header: &str, line: usize) -> Result<Piece, TilingError> {
    let mut words = header.split_whitespace();
    let name = words.next().ok_or(TilingError(Kind::NoHeader(line)))?.to_string();
    let mut piece = Piece { name, cells: Vec::new(), copies: Some(1), turns: None };
    for word in words {
        match word {
            "fixed" => piece.turns = Some(Turns::None),
            "rotated" => piece.turns = Some(Turns::Rotations),
            "reflected" => piece.turns = Some(Turns::All),
            "*" => piece.copies = None,
            number => {
                let copies = number.parse().ok().filter(|copies| *copies > 0);
                piece.copies = Some(copies.ok_or_else(|| TilingError(Kind::Word(line, number.to_string())))?);
            }
        }
    }
    Ok(piece)
}

/// Returns the different orientations of a piece, with cells in order.
fn orientations(piece: &Piece, is_flat: bool) -> BTreeSet<Vec<Cell>> {
    type Turn = fn([i32; 3]) -> [i32; 3];
    const QUARTER: Turn = |[layer, row, column]| [layer, column, -row];
    const OVER: Turn = |[layer, row, column]| [row, -layer, column];
    const MIRROR: Turn = |[layer, row, column]| [layer, row, -column];
    let turns = piece.turns.unwrap_or(if is_flat { Turns::All } else { Turns::Rotations });
    let generators: &[Turn] = match (turns, is_flat) {
        (Turns::None, _) => &[],
        (Turns::Rotations, true) => &[QUARTER],
        (Turns::Rotations, false) => &[QUARTER, OVER],
        (Turns::All, true) => &[QUARTER, MIRROR],
        (Turns::All, false) => &[QUARTER, OVER, MIRROR],
    };
    let mut all = BTreeSet::new();
    let mut open = alloc::vec![normalized(piece.cells.clone())];
    while let Some(cells) = open.pop() {
        for turn in generators {
            let turned = normalized(cells.iter().map(|(cube, color)| (turn(*cube), *color)).collect());
            if turned != cells && !all.contains(&turned) {
                open.push(turned);
            }
        }
        all.insert(cells);
    }
    all
}

/// Returns cells in order, moved so that the smallest coordinate on each axis is 0.
fn normalized(mut cells: Vec<Cell>) -> Vec<Cell> {
    for axis in 0..3 {
        let least = cells.iter().map(|(cube, _)| cube[axis]).min().unwrap_or(0);
        cells.iter_mut().for_each(|(cube, _)| cube[axis] -= least);
    }
    cells.sort_unstable();
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Search};

    const PENTOMINOES: &str = "F:\n.##\n##.\n.#.\nI:\n#####\nL:\n####\n#...\nN:\n##..\n.###\nP:\n##\n##\n#.\nT:\n###\n.#.\n\
        .#.\nU:\n#.#\n###\nV:\n#..\n#..\n###\nW:\n#..\n##.\n.##\nX:\n.#.\n###\n.#.\nY:\n####\n.#..\nZ:\n##.\n.#.\n.##\n";
    const SOMA: &str = "bent:\n##\n#.\nell:\n###\n#..\ntee:\n###\n.#.\nskew:\n##.\n.##\n\
        left:\n##\n#.\n--\n.#\n..\nright:\n##\n#.\n--\n..\n#.\nclaw:\n##\n#.\n--\n#.\n..\n";

    fn count(board: &str, pieces: &str, empty: u32) -> u64 {
        let problem = tiling(board, pieces, empty).unwrap();
        Search::new(&problem).unwrap().count(u64::MAX, &Config::new()).solutions
    }

    fn rows(row: &str, count: usize) -> String {
        format!("{row}\n").repeat(count)
    }

    #[test]
    fn counts_are_the_known_ones() {
        // The 3x20 board has 2 tilings up to its four symmetries, and the 8x8 board without its centre has 65 up to eight.
        assert_eq!(count(&rows(&"#".repeat(20), 3), PENTOMINOES, 0), 2 * 4);
        let hole = rows("########", 3) + &rows("###..###", 2) + &rows("########", 3);
        assert_eq!(count(&hole, PENTOMINOES, 0), 65 * 8);
        // The Soma cube has 240 solutions up to the 48 symmetries of the cube.
        let cube = [rows("###", 3), rows("###", 3), rows("###", 3)].join("---\n");
        assert_eq!(count(&cube, SOMA, 0), 240 * 48);
        // The puzzle of Slothouber and Graatsma has one solution, which has six symmetries.
        assert_eq!(count(&cube, "block 6:\n##\n##\nunit 3:\n#", 0), 48 / 6);
        // Dominoes on a 4x4 board: OEIS A004003.
        assert_eq!(count(&rows("####", 4), "domino *:\n##", 0), 36);
    }

    #[test]
    fn colors_turns_and_empty_cells_are_respected() {
        // Two of the five tilings of 2x4 have only horizontal dominoes in some rows.
        assert_eq!(count("####\n####", "I 4 fixed:\n##", 0), 1);
        // A checkered domino fits a checkered board as a plain one does.
        assert_eq!(count("bwbw\nwbwb", "I 4:\nbw", 0), 5);
        assert_eq!(count("bbww\nwbwb", "I 4 fixed:\nbw", 0), 0);
        // One cell of a 1x3 board remains: the left or the right one.
        assert_eq!(count("###", "I:\n##", 1), 2);
        assert_eq!(count("###", "empty:\n##", 1), 2);
        // The L tromino in a 2x2 square: four turns, or one if it is fixed; the L tetromino and its mirror image.
        assert_eq!(count("##\n##", "L:\n##\n#.", 1), 4);
        assert_eq!(count("##\n##", "L fixed:\n##\n#.", 1), 1);
        assert_eq!(count("#..\n###", "J rotated:\n#..\n###", 0), 1);
        assert_eq!(count("..#\n###", "J rotated:\n#..\n###", 0), 0);
        assert_eq!(count("..#\n###", "J:\n#..\n###", 0), 1);
    }

    #[test]
    fn unreadable_pictures_are_refused() {
        let error = |board: &str, pieces: &str| tiling(board, pieces, 0).unwrap_err().to_string();
        assert_eq!(error("...", "I:\n##"), "the board has no cells");
        assert!(error("##", "\n").starts_with("expected a piece"));
        assert!(error("##", "##\nI:\n##").starts_with("line 1: expected the name"));
        assert!(error("##", "I twice:\n##").starts_with("line 1: found \"twice\", expected a number"));
        assert_eq!(error("##", "I:\n\nL:\n##"), "the piece \"I\" has no cells");
        assert!(tiling("##", "I:\n#\nI:\n#", 0).is_err(), "a name occurs twice");
    }
}
