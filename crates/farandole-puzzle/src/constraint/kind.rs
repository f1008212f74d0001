//! The interface of a constraint kind: its documentation as data, its check, and how it is read and
//! written.

use super::args::{ArgError, Args};
use super::error::{ArgumentError, Checked};
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
    pub(crate) nests: bool,
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

    /// Returns the arguments in texts: names of arguments separated by `~`, with optional ones in
    /// brackets.
    pub const fn arguments(&self) -> &'static str {
        self.arguments
    }

    /// Returns the rule that the constraint imposes, on one line. Most start with a title and a
    /// colon.
    pub fn meaning(&self) -> String {
        let lines: Vec<&str> = self.doc.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
        lines.join(" ")
    }

    /// Returns a small picture in characters with several lines; may be empty.
    pub fn picture(&self) -> &'static str {
        let fenced = self.doc.split_once("```text\n").map_or("", |(_, rest)| rest);
        fenced.split_once("```").map_or("", |(picture, _)| picture.trim_end())
    }

    /// Returns true if the kind is allowed inside `Or`, `And` and `Replicate`. Kinds that define
    /// the board or extra cells are not.
    pub const fn nests(&self) -> bool {
        self.nests
    }

    /// Returns the language that defines the kind.
    pub const fn origin(&self) -> Origin {
        self.origin
    }
}

/// The name of disjunctions in texts.
pub(super) const OR: &str = "Or";

/// A kind whose documentation is available as data.
pub(crate) trait Documented {
    const ABOUT: KindInfo;
}

/// A constraint kind. Slices of values are indexed by cell, and each value is in the range of the
/// board's values.
pub(crate) trait Kind: Documented + Sized {
    /// True if the kind is allowed inside `Or`, `And` and `Replicate`.
    const NESTS: bool = true;

    /// Returns all cells that the constraint refers to, as listed, or an empty list for constraints
    /// on the whole grid.
    fn cells(&self, board: &Board) -> Vec<Cell>;

    /// Checks the values against the constraint.
    fn check(&self, board: &Board, values: &[u8]) -> Checked;

    /// Normalizes the data, so that equal constraints compare equal.
    ///
    /// Fails if the board does not support the constraint.
    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError>;

    /// Parses the arguments of an item into the constraints that it defines.
    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError>;

    /// Writes arguments that parse as exactly this constraint.
    fn write(&self, out: &mut Writer<'_>);

    /// Moves all cells; `to` returns `None` if a cell would leave its part of the board.
    ///
    /// Fails for kinds that do not consist of listed cells.
    fn shift(&mut self, _to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        Err(ArgumentError::Others("constraints on listed cells, which can be moved"))
    }

    /// Returns sets of cells whose values are all different.
    fn houses(&self, _board: &Board) -> Vec<Vec<Cell>> {
        Vec::new()
    }

    /// Returns pairs of cells that cannot both hold the same value, with the mask of the values
    /// concerned.
    fn sees(&self, _board: &Board) -> Vec<(Cell, Cell, u16)> {
        Vec::new()
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

    /// Returns the key under which a later constraint of this kind replaces an earlier one in a
    /// text. Returns `None` if both hold.
    fn key(&self) -> Option<Key> {
        None
    }
}

/// The subject of a constraint of which there is at most one.
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

/// Moves the cells of a list; `to` returns `None` if a cell would leave its part of the board.
pub(crate) fn shift_all(cells: &mut [Cell], to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
    for cell in cells {
        *cell = to(*cell).ok_or(ArgumentError::Expected("cells that remain on their part of the board"))?;
    }
    Ok(())
}

/// Normalizes the direction of a symmetric line: the lower end comes first.
pub(crate) fn normalize_direction(cells: &mut [Cell]) {
    if cells.iter().rev().lt(cells.iter()) {
        cells.reverse();
    }
}

/// Fails if the number of cells is outside the range.
pub(crate) const fn count_is(cells: &[Cell], least: usize, most: usize) -> Result<(), ArgumentError> {
    let found = cells.len();
    if found < least || found > most { Err(ArgumentError::Cells { found, least, most }) } else { Ok(()) }
}

/// Fails if a cell is listed twice.
pub(crate) fn are_different(cells: &[Cell]) -> Result<(), ArgumentError> {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    sorted
        .windows(2)
        .find(|pair| pair[0] == pair[1])
        .map_or(Ok(()), |pair| Err(ArgumentError::CellTwice(pair[0])))
}

/// Fails unless the values of the board are exactly 1 to 9.
pub(crate) fn has_digits(board: &Board) -> Result<(), ArgumentError> {
    let values = board.values();
    if (values.low(), values.count()) == (1, 9) {
        Ok(())
    } else {
        Err(ArgumentError::Board("the values 1 to 9"))
    }
}

/// Fails if the board is a raw grid, which has no Sudoku rules.
pub(crate) fn is_sudoku(board: &Board) -> Result<(), ArgumentError> {
    let is_raw = board.shape().kind() == crate::board::GridKind::Raw;
    if is_raw { Err(ArgumentError::Board("a Sudoku grid")) } else { Ok(()) }
}

/// Fails unless the board is a Sudoku grid with N rows, N columns and N + `more` values starting at
/// `low`.
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

/// Declares the struct of a kind together with its documentation, which is also available as data.
macro_rules! documented {
    (
        $(#[doc = $doc:literal])+
        pub struct $Kind:ident { $( $(#[$meta:meta])* pub $field:ident: $type:ty, )* }
        $name:literal $arguments:literal $($origin:ident)?
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $Kind { $( $(#[$meta])* pub $field: $type, )* }

        impl crate::constraint::kind::Documented for $Kind {
            const ABOUT: crate::constraint::kind::KindInfo = crate::constraint::kind::KindInfo {
                name: $name,
                arguments: $arguments,
                doc: concat!($($doc, "\n"),+),
                origin: crate::constraint::kind::origin!($($origin)?),
                nests: true,
            };
        }
    };
}

/// Expands to the origin of a kind: `Extension` if the word is present, otherwise `Iss`.
macro_rules! origin {
    () => {
        crate::constraint::kind::Origin::Iss
    };
    (Extension) => {
        crate::constraint::kind::Origin::Extension
    };
}

/// Declares a kind that consists of a list of cells. The parameters are its documentation, its
/// requirement on the list, and its check.
macro_rules! cell_list {
    (
        $(#[doc = $doc:literal])+
        pub struct $Kind:ident;
        $name:literal cells $cells:expr; check $check:expr; $(from $origin:ident;)?
    ) => {
        crate::constraint::kind::documented! {
            $(#[doc = $doc])+
            pub struct $Kind {
                /// The cells in the listed order.
                pub cells: alloc::vec::Vec<crate::Cell>,
            }
            $name "cells" $($origin)?
        }

        impl crate::constraint::kind::Kind for $Kind {
            fn cells(&self, _board: &crate::board::Board) -> alloc::vec::Vec<crate::Cell> {
                self.cells.clone()
            }

            fn check(&self, board: &crate::board::Board, values: &[u8]) -> crate::constraint::error::Checked {
                let check: fn(&[crate::Cell], &crate::board::Board, &[u8]) -> crate::constraint::error::Checked =
                    $check;
                check(&self.cells, board, values)
            }

            fn normalize(
                &mut self,
                board: &crate::board::Board,
            ) -> Result<(), crate::constraint::error::ArgumentError> {
                let normalize: fn(
                    &mut alloc::vec::Vec<crate::Cell>,
                    &crate::board::Board,
                ) -> Result<(), crate::constraint::error::ArgumentError> = $cells;
                normalize(&mut self.cells, board)
            }

            fn parse(
                args: crate::constraint::args::Args<'_>,
            ) -> Result<alloc::vec::Vec<Self>, crate::constraint::args::ArgError> {
                Ok(alloc::vec![Self { cells: args.cells(0)? }])
            }

            fn write(&self, out: &mut crate::constraint::kind::Writer<'_>) {
                out.cells(&self.cells);
            }

            fn shift(
                &mut self,
                to: &dyn Fn(crate::Cell) -> Option<crate::Cell>,
            ) -> Result<(), crate::constraint::error::ArgumentError> {
                crate::constraint::kind::shift_all(&mut self.cells, to)
            }
        }
    };
}

/// Declares a kind that consists of a number and a list of cells. The parameters are its
/// documentation, the range of the number, and its checks.
macro_rules! numbered_list {
    (
        $(#[doc = $doc:literal])+
        pub struct $Kind:ident { $(#[doc = $field_doc:literal])+ pub $field:ident: $type:ty, }
        $name:literal $arguments:literal $low:literal to $high:literal;
        cells $cells:expr; check $check:expr; $(houses $houses:expr;)? $(from $origin:ident;)?
    ) => {
        crate::constraint::kind::documented! {
            $(#[doc = $doc])+
            pub struct $Kind {
                $(#[doc = $field_doc])+
                pub $field: $type,
                /// The cells in the listed order.
                pub cells: alloc::vec::Vec<crate::Cell>,
            }
            $name $arguments $($origin)?
        }

        impl crate::constraint::kind::Kind for $Kind {
            fn cells(&self, _board: &crate::board::Board) -> alloc::vec::Vec<crate::Cell> {
                self.cells.clone()
            }

            fn check(&self, board: &crate::board::Board, values: &[u8]) -> crate::constraint::error::Checked {
                let check: fn(&Self, &crate::board::Board, &[u8]) -> crate::constraint::error::Checked = $check;
                check(self, board, values)
            }

            fn normalize(
                &mut self,
                board: &crate::board::Board,
            ) -> Result<(), crate::constraint::error::ArgumentError> {
                if !($low..=$high).contains(&i64::from(self.$field)) {
                    return Err(crate::constraint::error::ArgumentError::Number { low: $low, high: $high });
                }
                let normalize: fn(
                    &mut Self,
                    &crate::board::Board,
                ) -> Result<(), crate::constraint::error::ArgumentError> = $cells;
                normalize(self, board)
            }

            fn parse(
                args: crate::constraint::args::Args<'_>,
            ) -> Result<alloc::vec::Vec<Self>, crate::constraint::args::ArgError> {
                let $field = args.number(0, $low, $high)? as $type;
                Ok(alloc::vec![Self { $field, cells: args.cells(1)? }])
            }

            fn write(&self, out: &mut crate::constraint::kind::Writer<'_>) {
                out.push(self.$field);
                out.cells(&self.cells);
            }

            fn shift(
                &mut self,
                to: &dyn Fn(crate::Cell) -> Option<crate::Cell>,
            ) -> Result<(), crate::constraint::error::ArgumentError> {
                crate::constraint::kind::shift_all(&mut self.cells, to)
            }

            $(
                fn houses(&self, board: &crate::board::Board) -> alloc::vec::Vec<alloc::vec::Vec<crate::Cell>> {
                    let houses: fn(&Self, &crate::board::Board) -> alloc::vec::Vec<alloc::vec::Vec<crate::Cell>> =
                        $houses;
                    houses(self, board)
                }
            )?
        }
    };
}

/// Declares a kind without data. The parameters are its documentation, its requirement on the
/// board, and its check.
macro_rules! global_rule {
    (
        $(#[doc = $doc:literal])+
        pub struct $Kind:ident;
        $name:literal on $board:expr; check $check:expr; $(from $origin:ident;)?
    ) => {
        crate::constraint::kind::documented! {
            $(#[doc = $doc])+
            pub struct $Kind {}
            $name "" $($origin)?
        }

        impl crate::constraint::kind::Kind for $Kind {
            fn cells(&self, _board: &crate::board::Board) -> alloc::vec::Vec<crate::Cell> {
                alloc::vec::Vec::new()
            }

            fn check(&self, board: &crate::board::Board, values: &[u8]) -> crate::constraint::error::Checked {
                let check: fn(&crate::board::Board, &[u8]) -> crate::constraint::error::Checked = $check;
                check(board, values)
            }

            fn normalize(
                &mut self,
                board: &crate::board::Board,
            ) -> Result<(), crate::constraint::error::ArgumentError> {
                let fits: fn(&crate::board::Board) -> Result<(), crate::constraint::error::ArgumentError> = $board;
                fits(board)
            }

            fn parse(
                args: crate::constraint::args::Args<'_>,
            ) -> Result<alloc::vec::Vec<Self>, crate::constraint::args::ArgError> {
                args.end(0)?;
                Ok(alloc::vec![Self {}])
            }

            fn write(&self, _out: &mut crate::constraint::kind::Writer<'_>) {}

            fn key(&self) -> Option<crate::constraint::kind::Key> {
                Some(crate::constraint::kind::Key::Kind)
            }
        }
    };
}

pub(crate) use {cell_list, documented, global_rule, numbered_list, origin};
