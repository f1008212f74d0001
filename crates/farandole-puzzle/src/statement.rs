//! The statement of a puzzle: everything that a solution must satisfy, in the notation of mathematics.

use crate::board::Line;
use crate::constraint::Constraint;
use crate::format::iss::write_constraint;
use crate::variant::{HouseOrigin, Variant};
use crate::{Cell, ClassicPuzzle, Puzzle};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

impl Puzzle {
    /// Returns the statement of the puzzle: values, houses, givens, and for each other constraint its text, its sentence and
    /// its meaning in the notation of mathematics. Cells with two values are written as cells with single values, as in
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
    /// assert!(text.contains("r1c4 = 4"), "{text}");
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

/// Returns the lines that introduce the values and the names of cells.
fn preamble(cells: usize, low: usize, high: usize) -> String {
    format!(
        "A solution gives each of the {cells} cells an integer from {low} to {high} such that all conditions below hold.\n\
         r1c2 is the value in row 1, column 2, counted from the top left.\n\
         all-different states that no two of the listed values are equal.\n"
    )
}

/// The description of the conditions of a variant.
const CLUES: &str = "A line with a dot names a clue. The lines below it state it in words and as a formula, whose parts,\n\
                     separated by semicolons, all hold.\n";

fn classic(puzzle: &ClassicPuzzle) -> String {
    let size = puzzle.size();
    let name = |cell: &Cell| format!("r{}c{}", cell.index() / size + 1, cell.index() % size + 1);
    let mut text = preamble(size * size, 1, size) + "\n";
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
    let (givens, others): (Vec<_>, Vec<_>) =
        variant.constraints().iter().partition(|it| matches!(it, Constraint::Given(_)));
    let values = board.values();
    let mut text = preamble(board.cell_count(), values.low().into(), values.high().into());
    text += if others.is_empty() { "" } else { CLUES };
    text += "\n";
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
    text += if givens.is_empty() { "" } else { "\n" };
    for given in givens {
        text += &format!("{}\n", given.semantics(board).notation(board));
    }
    for constraint in others {
        let (name, sentence) = (write_constraint(board, constraint), constraint.sentence(board));
        let meaning = constraint.semantics(board).notation(board);
        text += &format!("\n{name}\n  {sentence}\n  {meaning}\n");
    }
    text
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
        let ratio =
            "R(r1c1, r1c2), where R(x, y) is: x = 1 and y = 2, or x = 2 and y in {1, 4}, or x = 4 and y = 2";
        assert_eq!(notation(".Shape~4x4.BlackDot~R1C1~R1C2"), ratio);
    }
}
