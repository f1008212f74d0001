//! A puzzle as a formula in conjunctive normal form: the extended encoding.
//!
//! Variable `cell * N + digit`, with cells row-major from 0 and digits from 1, is true if the cell
//! has the digit. A formula has N^3 variables. Its clauses come in this order:
//!
//! 1. Each cell has a digit.
//! 2. No cell has two digits.
//! 3. Each house of N cells has each digit.
//! 4. No house has a digit twice. If two cells share several houses, the clauses of the pair occur
//!    once.
//! 5. A unit clause for each given, and for each digit that a restriction excludes.
//! 6. If a known solution is excluded: a clause that is false for exactly this solution.
//!
//! Source: Lynce, Ouaknine, "Sudoku as a SAT problem", AIMATH 2006.

use crate::geometry_tables::{GeometryCache, GeometryTables};
use core::fmt;
use farandole_cdcl::write_clause;
use farandole_puzzle::{Cell, ClassicPuzzle, DigitSet, Grid, HouseKind};
use std::io::{self, Write};
use std::sync::Arc;

/// A formula whose models are the solutions of a puzzle, optionally without one known solution.
#[derive(Debug)]
pub struct Encoding<'a> {
    puzzle: &'a ClassicPuzzle,
    shape: Arc<GeometryTables>,
    other_than: Option<&'a Grid>,
}

/// The reason why a puzzle cannot be encoded as a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EncodeError {
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Region { house: HouseKind, cells: usize, expected: usize },
    Size { found: usize, expected: usize },
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Region { house, cells, expected } => {
                write!(f, "{house} has {cells} cells, expected {expected}")
            }
            Kind::Size { found, expected } => {
                write!(f, "the known solution is {found}x{found}, expected {expected}x{expected}")
            }
        }
    }
}

impl core::error::Error for EncodeError {}

impl<'a> Encoding<'a> {
    /// Returns the formula whose models are the solutions of the puzzle, except `other_than`.
    ///
    /// # Errors
    /// Returns an error if a region does not have N cells, or if the known solution has a different
    /// size. Such a region makes the puzzle unsolvable, but its clauses would not exclude all
    /// solutions.
    pub fn new(puzzle: &'a ClassicPuzzle, other_than: Option<&'a Grid>) -> Result<Self, EncodeError> {
        let expected = puzzle.size();
        if let Some(house) = puzzle.geometry().misfit() {
            let (house, cells) = (house.kind, house.cells.len());
            return Err(EncodeError { kind: Kind::Region { house, cells, expected } });
        }
        if let Some(grid) = other_than.filter(|grid| grid.size() != expected) {
            return Err(EncodeError { kind: Kind::Size { found: grid.size(), expected } });
        }
        Ok(Self { puzzle, shape: GeometryCache::default().get(puzzle.geometry()), other_than })
    }

    /// Returns the number of variables, N^3.
    pub fn variable_count(&self) -> usize {
        self.puzzle.size().pow(3)
    }

    /// Calls `visit` with each clause, as in DIMACS: a positive number is a variable, a negative
    /// one its negation.
    pub fn each_clause(&self, visit: &mut dyn FnMut(&[i32])) {
        let (size, shape) = (self.shape.size, &*self.shape);
        let variable = |cell: usize, index: usize| (cell * size + index + 1) as i32;
        let mut clause = Vec::new();
        for cell in 0..shape.cell_count() {
            clause.clear();
            clause.extend((0..size).map(|index| variable(cell, index)));
            visit(&clause);
        }
        for cell in 0..shape.cell_count() {
            for second in 1..size {
                for first in 0..second {
                    visit(&[-variable(cell, first), -variable(cell, second)]);
                }
            }
        }
        for house in (0..shape.houses.len()).filter(|house| shape.full[*house]) {
            for index in 0..size {
                clause.clear();
                clause.extend(shape.houses.get(house).iter().map(|cell| variable(*cell as usize, index)));
                visit(&clause);
            }
        }
        for house in 0..shape.houses.len() {
            let cells = shape.houses.get(house);
            for (place, second) in cells.iter().enumerate() {
                for first in &cells[..place] {
                    let of_second = shape.houses_of.get(*second as usize);
                    let mut of_first = shape.houses_of.get(*first as usize).iter();
                    if of_first.find(|other| of_second.contains(other)) != Some(&(house as u16)) {
                        continue;
                    }
                    for index in 0..size {
                        visit(&[-variable(*first as usize, index), -variable(*second as usize, index)]);
                    }
                }
            }
        }
        for cell in (0..shape.cell_count()).filter_map(Cell::new) {
            let given = self.puzzle.givens()[cell.index()];
            if given != 0 {
                visit(&[variable(cell.index(), given as usize - 1)]);
            }
            let excluded = self
                .puzzle
                .restrictions()
                .map_or(DigitSet::EMPTY, |sets| DigitSet::all(shape.size) - sets[cell.index()]);
            for digit in excluded.iter() {
                visit(&[-variable(cell.index(), digit.index())]);
            }
        }
        if let Some(grid) = self.other_than {
            let digits = grid.digits().iter().enumerate();
            clause.clear();
            clause.extend(digits.map(|(cell, digit)| -variable(cell, *digit as usize - 1)));
            visit(&clause);
        }
    }

    /// Writes the formula in the DIMACS format.
    ///
    /// # Errors
    /// Returns the error of `out`.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut count = 0_u64;
        self.each_clause(&mut |_| count += 1);
        let size = self.puzzle.size();
        writeln!(
            out,
            "c Sudoku {size}x{size}; variable cell * {size} + digit: cells row-major from 0, digits from 1"
        )?;
        writeln!(out, "p cnf {} {count}", self.variable_count())?;
        let mut written = Ok(());
        let mut line = String::new();
        self.each_clause(&mut |clause| {
            if written.is_ok() {
                line.clear();
                // Writing to a string cannot fail.
                let _ = write_clause(&mut line, clause.iter().copied());
                written = out.write_all(line.as_bytes());
            }
        });
        written
    }
}
