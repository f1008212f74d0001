//! The statement of a puzzle: everything that a solution must satisfy, in the notation of mathematics.

use crate::board::{Board, Line};
use crate::constraint::Constraint;
use crate::format::iss::write_constraint;
use crate::variant::{HouseOrigin, Variant};
use crate::{Cell, ClassicPuzzle, Puzzle};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

impl Puzzle {
    /// Returns the statement of the puzzle: values, houses, givens, and for each constraint its text, its sentence and its
    /// meaning in the notation of mathematics. Cells with two values are written as cells with single values, as in
    /// formulas.
    ///
    /// ```
    /// use farandole_puzzle::Puzzle;
    /// use farandole_puzzle::format::iss;
    ///
    /// let puzzle = Puzzle::from(iss::read(".Shape~4x4.Cage~3~R1C1~R1C2.~R1C4_4").unwrap());
    /// let text = puzzle.statement();
    /// assert!(text.contains("row 1: all-different(r1c1, r1c2, r1c3, r1c4)\n"), "{text}");
    /// assert!(text.contains("r1c1 + r1c2 = 3"), "{text}");
    /// assert!(text.contains("r1c4 in {4}"), "{text}");
    /// ```
    pub fn statement(&self) -> String {
        match self {
            Self::Classic(puzzle) => classic(puzzle),
            Self::Variant(variant) => match variant.in_single_values() {
                Some(single) => of_variant(&single),
                None => of_variant(variant),
            },
        }
    }
}

const NAMES: &str = "r1c1 is the value of the cell in row 1 and column 1.\n\
                     Each cell has one value. A solution satisfies every line below.\n";

fn classic(puzzle: &ClassicPuzzle) -> String {
    let size = puzzle.size();
    let name = |cell: &Cell| format!("r{}c{}", cell.index() / size + 1, cell.index() % size + 1);
    let mut text = format!("Values: 1 to {size}\n{NAMES}\n");
    for house in puzzle.geometry().houses() {
        let cells: Vec<String> = house.cells.iter().map(name).collect();
        text += &format!("{}: all-different({})\n", house.kind, cells.join(", "));
    }
    text += "\n";
    for cell in (0..size * size).filter_map(Cell::new) {
        let digits: Vec<String> = puzzle.allowed(cell).iter().map(|digit| digit.get().to_string()).collect();
        match (puzzle.givens()[cell.index()], digits.len() < size) {
            (0, true) => text += &format!("{} in {{{}}}\n", name(&cell), digits.join(", ")),
            (0, false) => {}
            (given, _) => text += &format!("{} = {given}\n", name(&cell)),
        }
    }
    text
}

fn of_variant(variant: &Variant) -> String {
    let board = variant.board();
    let names = |cells: &[Cell]| {
        cells.iter().map(|cell| board.name(*cell).to_string().to_lowercase()).collect::<Vec<_>>().join(", ")
    };
    let mut text = format!("Values: {}\n{NAMES}\n", board.values());
    for house in variant.houses() {
        let origin = match house.origin {
            HouseOrigin::Line(Line::Row(row)) => format!("row {}", row + 1),
            HouseOrigin::Line(Line::Col(col)) => format!("column {}", col + 1),
            HouseOrigin::Box(number) => format!("box {}", number + 1),
            // The line of the constraint contains it.
            HouseOrigin::Constraint(_) => continue,
        };
        text += &format!("{origin}: all-different({})\n", names(&house.cells));
    }
    for constraint in variant.constraints() {
        text += &stated(constraint, board);
    }
    text
}

/// Returns the lines about a constraint. A given needs no sentence.
fn stated(constraint: &Constraint, board: &Board) -> String {
    let meaning = constraint.semantics(board).notation(board);
    if matches!(constraint, Constraint::Given(_)) {
        return format!("{meaning}\n");
    }
    let (text, sentence) = (write_constraint(board, constraint), constraint.sentence(board));
    format!("\n{text}\n  {sentence}\n  {meaning}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::styles;
    use crate::format::iss;

    #[test]
    fn the_notation_of_every_kind_names_all_cells_that_it_reads() {
        let mut kinds = 0;
        for (kind, style) in styles() {
            let Ok(variant) = iss::read(style.example) else { continue };
            for constraint in variant.constraints().iter().filter(|it| it.name() == kind) {
                let board = variant.board();
                let meaning = constraint.semantics(board);
                let notation = meaning.notation(board);
                let words: Vec<&str> = notation.split(|it: char| !it.is_ascii_alphanumeric()).collect();
                for cell in meaning.cells() {
                    let name = board.name(cell).to_string().to_lowercase();
                    assert!(words.contains(&name.as_str()) || notation.contains(&name), "{kind}: {notation}");
                }
                kinds += 1;
            }
        }
        assert!(kinds > 60, "{kinds}");
    }

    #[test]
    fn notations_of_different_relations_differ() {
        let notation = |text: &str| {
            let variant = iss::read(text).unwrap();
            let constraint = variant.constraints().iter().find(|it| it.name() != "Given").unwrap();
            constraint.semantics(variant.board()).notation(variant.board())
        };
        assert_eq!(notation(".Shape~4x4.Thermo~R1C1~R1C2"), "r1c1 < r1c2");
        assert_eq!(notation(".Shape~4x4.WhiteDot~R1C1~R1C2"), "|r1c1 - r1c2| = 1");
        assert_eq!(notation(".Whisper~5~R1C1~R1C2"), "|r1c1 - r1c2| >= 5");
        let ratio = "R(r1c1, r1c2); R is true for first value: second values 1: {2}, 2: {1, 4}, 4: {2}";
        assert_eq!(notation(".Shape~4x4.BlackDot~R1C1~R1C2"), ratio);
    }
}
