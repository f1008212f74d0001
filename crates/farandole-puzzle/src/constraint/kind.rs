//! The interface of a constraint kind: its documentation as data, its check, its parser and its
//! text form.

use super::args::{ArgError, Args};
use super::error::{ArgumentError, Checked};
use super::expression::Formula;
use super::reading::Reading;
use super::relation::{Related, Relation};
use super::semantics::{self, Semantics};
use crate::Cell;
use crate::board::{Board, Group, Shape, ValueRange};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The name, arguments and documentation of a constraint kind.
///
/// ```
/// use farandole_puzzle::constraint;
///
/// let thermo = constraint::catalogue().find(|about| about.name() == "Thermo").unwrap();
/// assert_eq!(thermo.arguments(), "cells");
/// assert!(thermo.meaning().starts_with("Thermometer"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KindInfo {
    pub(crate) name: &'static str,
    pub(crate) arguments: &'static str,
    pub(crate) doc: &'static str,
    pub(crate) origin: Origin,
    pub(crate) properties: Properties,
}

/// The language that defines a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The text language of Interactive Sudoku Solver.
    Iss,
    /// An extension of that language by this crate.
    Extension,
}

impl KindInfo {
    /// Returns the name in texts, for example `Thermo`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the arguments in texts: names separated by `~`, with optional arguments in brackets.
    pub const fn arguments(&self) -> &'static str {
        self.arguments
    }

    /// Returns the rule of the constraint on one line. Most rules start with a title and a colon.
    pub fn meaning(&self) -> String {
        let lines: Vec<&str> = self.doc.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
        lines.join(" ")
    }

    /// Returns a small picture of several lines of text. It may be empty.
    pub fn picture(&self) -> &'static str {
        let fenced = self.doc.split_once("```text\n").map_or("", |(_, rest)| rest);
        fenced.split_once("```").map_or("", |(picture, _)| picture.trim_end())
    }

    /// Returns true if the kind is allowed inside `Or`, `And` and `Replicate`. Kinds that define
    /// the board or extra cells are not allowed there.
    pub const fn nests(&self) -> bool {
        self.properties.nests
    }

    /// Returns the effect of the kind on other constraints.
    pub const fn role(&self) -> Role {
        self.properties.role
    }

    /// Returns true if the houses, pairs and domains of a variant express the constraint
    /// completely.
    pub const fn only_houses(&self) -> bool {
        self.properties.only_houses
    }

    /// Returns true if solvers regard the combinations of the constraint as sets of values, so that
    /// the order of the cells does not matter.
    pub const fn combines_sets(&self) -> bool {
        self.properties.combines_sets
    }

    /// Returns the language that defines the kind.
    pub const fn origin(&self) -> Origin {
        self.origin
    }
}

/// The name of disjunctions in texts.
pub(super) const OR: &str = "Or";

/// The effect of a kind on other constraints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// No effect: the kind restricts values.
    Rule,
    /// The kind defines the board, and restricts no values.
    Board,
    /// The kind defines the regions of the board, and restricts values.
    Regions,
    /// The kind adds extra cells to the board, and restricts values.
    Cells,
    /// The kind changes the meaning of other constraints, or affects the search.
    Setting,
}

impl Role {
    /// Returns true if the constraint defines regions, holes or extra cells of the board.
    pub const fn changes_board(self) -> bool {
        matches!(self, Self::Board | Self::Regions | Self::Cells)
    }
}

/// Properties of a kind that other code depends on. For most kinds, each has its default value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Properties {
    /// The effect of the kind on other constraints.
    pub(crate) role: Role,
    /// True if the kind is allowed inside `Or`, `And` and `Replicate`.
    pub(crate) nests: bool,
    /// True if houses, pairs and domains express the constraint completely.
    pub(crate) only_houses: bool,
    /// True if the check reads cells that the constraint does not list.
    pub(crate) reads_others: bool,
    /// True if the meaning depends on boxes or jigsaw pieces, although the constraint lists cells.
    pub(crate) reads_regions: bool,
    /// True if the values of the two cells in a violation violate the constraint regardless of all
    /// other cells.
    pub(crate) blames_pairs: bool,
    /// True if solvers regard combinations of values as sets, so that the order of the cells does
    /// not matter.
    pub(crate) combines_sets: bool,
}

impl Properties {
    /// The properties of most kinds.
    pub(crate) const DEFAULT: Self = Self {
        role: Role::Rule,
        nests: true,
        only_houses: false,
        reads_others: false,
        reads_regions: false,
        blames_pairs: true,
        combines_sets: false,
    };

    /// The properties of kinds that are not allowed inside other kinds.
    pub(crate) const fn outermost(role: Role) -> Self {
        Self { role, nests: false, ..Self::DEFAULT }
    }
}

/// A kind whose documentation is available as data.
pub(crate) trait Documented {
    const ABOUT: KindInfo;
}

/// A constraint kind. Slices of values are indexed by cell, and each value is in the range of the
/// board's values.
pub(crate) trait Kind: Documented + Sized {
    /// How the kind treats a cell with two values (a Schroedinger cell).
    const READING: Reading;
    /// The properties that other code depends on.
    const PROPERTIES: Properties = Properties::DEFAULT;

    /// Returns all cells that the constraint refers to, in the listed order. Returns an empty list
    /// for constraints on the whole grid.
    fn cells(&self, board: &Board) -> Vec<Cell>;

    /// Returns the pairs of cells that must satisfy [`holds`](Self::holds). Returns `None` unless
    /// these pairs are equivalent to the constraint.
    fn related(&self, _board: &Board) -> Option<Related<'_>> {
        None
    }

    /// Returns true if the values of two related cells satisfy the constraint. The check, the
    /// rewriting, the propagators and the formulas are derived from this relation.
    fn holds(&self, _board: &Board, _one: u8, _two: u8) -> bool {
        true
    }

    /// Checks the values against the constraint. Kinds that are not a relation between two cells
    /// implement this method.
    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let related = self.related(board);
        related.map_or(Ok(()), |related| related.check(values, |one, two| self.holds(board, one, two)))
    }

    /// Checks the values that the cells hold, which may be two for each cell, in the order of the cells. Cages need not
    /// check that they differ.
    ///
    /// Implemented by kinds whose [`READING`](Self::READING) concerns all values of a cell.
    fn check_held(&self, _held: &[u8]) -> Checked {
        Ok(())
    }

    /// Returns the meaning of the constraint, for all uses except the check.
    ///
    /// The default implementation covers relations and kinds that only forbid equal values.
    fn semantics(&self, board: &Board) -> Semantics {
        if Self::PROPERTIES.only_houses {
            let houses = self.houses(board).into_iter().map(Semantics::AllDifferent);
            return Semantics::All(
                houses.chain(semantics::unequal(self.unequal_pairs(board), board)).collect(),
            );
        }
        if let Some(related) = self.related(board) {
            let relation = Relation::from_fn(board.values(), |one, two| self.holds(board, one, two));
            return Semantics::related(related, relation);
        }
        Semantics::Opaque("a condition without a formula")
    }

    /// Returns the meaning of the constraint as one expression over cells, or `None` for kinds for which this is not
    /// simple. A negation negates it.
    fn formula(&self, board: &Board) -> Option<Formula> {
        semantics::formula_of(&self.semantics(board), board.values())
    }

    /// Changes the board before other constraints are normalized.
    fn define(&self, _board: &mut Board) {}

    /// Records the marks that exempt cells from other constraints.
    fn mark(&self, _board: &mut Board) {}

    /// Normalizes the data, so that equal constraints compare equal.
    ///
    /// Returns an error if the board does not support the constraint.
    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError>;

    /// Parses the arguments of an item into the constraints that it defines.
    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError>;

    /// Writes the arguments of this constraint. Parsing them returns the same constraint.
    fn write(&self, out: &mut Writer<'_>);

    /// Moves all cells with `to`, which returns `None` if a cell would leave its part of the board.
    ///
    /// Returns an error for kinds that do not consist of listed cells.
    fn shift(&mut self, _to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        Err(ArgumentError::Others("constraints on listed cells, which can be moved"))
    }

    /// Returns sets of cells whose values are all different.
    fn houses(&self, _board: &Board) -> Vec<Vec<Cell>> {
        Vec::new()
    }

    /// Returns the pairs of cells that cannot both have the same value, each with the mask of these
    /// values.
    ///
    /// By default, these are the related cells of a kind that only forbids equal values.
    fn unequal_pairs(&self, board: &Board) -> Vec<(Cell, Cell, u16)> {
        let Some(related) = self.related(board).filter(|_| Self::PROPERTIES.only_houses) else {
            return Vec::new();
        };
        let mask = board.values().mask_where(|value| !self.holds(board, value, value));
        related.pairs().into_iter().map(|(one, two)| (one, two, mask)).collect()
    }

    /// Returns cells whose values are restricted, with the masks of the allowed values.
    fn masks(&self, _board: &Board) -> Vec<(Cell, u16)> {
        Vec::new()
    }

    /// Returns the groups of extra cells that the constraint adds.
    fn groups(&self, _shape: Shape) -> Vec<Group> {
        Vec::new()
    }

    /// Returns the size of the constraint in listed cells or transitions.
    fn weight(&self, board: &Board) -> usize {
        self.cells(board).len()
    }

    /// Returns the key of the constraint in a text. A later constraint of this kind with the same
    /// key replaces an earlier one. Returns `None` if there is no replacement.
    fn key(&self) -> Option<Key> {
        None
    }
}

/// The subject of a constraint in a text. A later constraint with the same subject replaces an
/// earlier one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Key {
    /// One constraint of the kind.
    Kind,
    /// One constraint of the kind at each end of a line.
    Place(crate::board::LineEnd),
    /// One constraint of the kind at each cell.
    Cell(Cell),
    /// One constraint of the kind for each number.
    Number(i64),
}

/// Collects the arguments of an item.
#[derive(Debug)]
pub(crate) struct Writer<'a> {
    pub(crate) board: &'a Board,
    pub(crate) arguments: Vec<String>,
}

impl Writer<'_> {
    /// Adds an argument.
    pub(crate) fn push(&mut self, argument: impl ToString) {
        self.arguments.push(argument.to_string());
    }

    /// Adds the names of cells.
    pub(crate) fn cells(&mut self, cells: &[Cell]) {
        self.arguments.extend(cells.iter().map(|cell| self.board.name(*cell).to_string()));
    }

    /// Adds values separated by `_`.
    pub(crate) fn values(&mut self, values: &[u8]) {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        self.push(values.join("_"));
    }
}

/// Moves the cells of a list with `to`, which returns `None` if a cell would leave its part of the
/// board.
pub(crate) fn shift_all(cells: &mut [Cell], to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
    for cell in cells {
        *cell = to(*cell).ok_or(ArgumentError::Expected("cells that remain on their part of the board"))?;
    }
    Ok(())
}

/// Normalizes the direction of a symmetric line, so that the lower end is first.
pub(crate) fn normalize_direction(cells: &mut [Cell]) {
    if cells.iter().rev().lt(cells.iter()) {
        cells.reverse();
    }
}

/// Returns an error if the number of cells is outside the range.
pub(crate) const fn count_is(cells: &[Cell], least: usize, most: usize) -> Result<(), ArgumentError> {
    let found = cells.len();
    if found < least || found > most { Err(ArgumentError::Cells { found, least, most }) } else { Ok(()) }
}

/// Returns an error if a cell is listed twice.
pub(crate) fn are_different(cells: &[Cell]) -> Result<(), ArgumentError> {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    sorted
        .windows(2)
        .find(|pair| pair[0] == pair[1])
        .map_or(Ok(()), |pair| Err(ArgumentError::CellTwice(pair[0])))
}

/// Returns an error unless the values of the board are exactly 1 to 9.
pub(crate) fn has_digits(board: &Board) -> Result<(), ArgumentError> {
    let values = board.values();
    if (values.low(), values.count()) == (1, 9) {
        Ok(())
    } else {
        Err(ArgumentError::Board("the values 1 to 9"))
    }
}

/// Returns an error if the board is a raw grid, which has no Sudoku rules.
pub(crate) fn is_sudoku(board: &Board) -> Result<(), ArgumentError> {
    let is_raw = board.shape().kind() == crate::board::GridKind::Raw;
    if is_raw { Err(ArgumentError::Board("a Sudoku grid")) } else { Ok(()) }
}

/// Returns an error unless the board is a Sudoku grid with N rows, N columns and N + `more` values
/// starting at `low`.
pub(crate) fn is_square_with(board: &Board, low: u8, more: usize) -> Result<(), ArgumentError> {
    is_sudoku(board)?;
    let shape = board.shape();
    if !shape.is_square() {
        return Err(ArgumentError::Board("as many rows as columns"));
    }
    let values = ValueRange::new(low, (shape.rows() + more) as u8);
    let wanted = values.and_then(|values| Shape::new(shape.rows(), shape.cols(), values, shape.kind()).ok());
    match wanted {
        Some(wanted) if wanted == shape => Ok(()),
        Some(wanted) => Err(ArgumentError::Shape(wanted)),
        None => Err(ArgumentError::Board("fewer rows and columns, since there are at most 16 values")),
    }
}
