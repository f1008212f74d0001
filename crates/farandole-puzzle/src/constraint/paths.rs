//! Paths and loops of cells: cells with certain values that form a line without branches.

use super::args::{ArgError, Args, at};
use super::declare::documented;
use super::error::{ArgumentError, Checked, ConstraintViolation};
use super::expression::{Formula, all, any, at_most, exactly, not, one_of};
use super::kind::{Kind, Writer};
use super::reading::Reading;
use super::semantics::{Semantics, semantics_of};
use super::shading::{connected, form_one_group};
use super::style::{KindStyle, in_words, style};
use crate::Cell;
use crate::board::{Board, ValueRange};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Declares a kind of lines of cells. The parameters are its documentation and its names.
macro_rules! line_of_cells {
    ($(#[doc = $doc:literal])+ pub struct $Kind:ident; $name:literal; $ends:expr) => {
        documented! {
            $(#[doc = $doc])+
            pub struct $Kind {
                /// The prefix of a group of extra cells; empty for the grid.
                pub group: String,
                /// The mask of the values: bit v - low represents the value v.
                pub mask: u16,
                /// Number of cells, or `None` for any number of 1 or more.
                pub count: Option<u32>,
                /// True if cells of the line that touch diagonally have a common neighbour on the
                /// line.
                pub apart: bool,
            }
            $name "group~value[_value..][~length[~apart]]" Extension
        }

        impl $Kind {
            fn line(&self, board: &Board) -> LineOfCells {
                let cells = if self.group.is_empty() {
                    board.grid().collect()
                } else {
                    board.group_cells(&self.group).unwrap_or_default()
                };
                LineOfCells { cells, mask: self.mask, count: self.count, apart: self.apart, ends: $ends }
            }
        }

        impl Kind for $Kind {
            const READING: Reading = Reading::Open;

            fn cells(&self, board: &Board) -> Vec<Cell> {
                self.line(board).cells
            }

            fn check(&self, board: &Board, values: &[u8]) -> Checked {
                self.line(board).check(board, values)
            }

            fn semantics(&self, board: &Board) -> Semantics {
                self.line(board).semantics(board)
            }

            fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
                if self.mask == 0 || self.mask & !board.values().all() != 0 {
                    return Err(ArgumentError::Expected("values of the board"));
                }
                if self.line(board).cells.is_empty() { Err(ArgumentError::Expected(GROUP)) } else { Ok(()) }
            }

            fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
                args.end(4)?;
                let group = args.text(0, "a group, which may be empty")?;
                if !group.is_empty() && args.board.group_cells(group).is_none() {
                    return Err(at(0, ArgumentError::Expected(GROUP)));
                }
                let mask = args.values(1)?.into_iter().fold(0, |mask, value| mask | args.board.values().mask(value));
                let count = match args.text_or_empty(2) {
                    "" => None,
                    _ => Some(args.number(2, 1, 1000)? as u32),
                };
                let apart = match args.text_or_empty(3) {
                    "" => false,
                    "apart" => true,
                    _ => return Err(at(3, ArgumentError::Expected("`apart` or nothing"))),
                };
                Ok(alloc::vec![Self { group: group.into(), mask, count, apart }])
            }

            fn write(&self, out: &mut Writer<'_>) {
                out.push(&self.group);
                let values: Vec<u8> = out.board.values().values_of(self.mask).collect();
                out.values(&values);
                if self.count.is_some() || self.apart {
                    out.push(self.count.map_or_else(String::new, |count| alloc::format!("{count}")));
                }
                if self.apart {
                    out.push("apart");
                }
            }
        }
    };
}

const GROUP: &str = "the prefix of a group of extra cells, or an empty argument";

line_of_cells! {
    /// Snake: cells that contain one of the listed digits form a path, which neither branches nor
    /// touches itself along an edge.
    ///
    /// The cells are connected orthogonally. A path has two ends, or it is a single cell. With a length,
    /// it has exactly that many cells. With `apart`, it does not touch itself at a corner either. The first
    /// argument is the prefix of a group of extra cells, or empty for the grid. For a snake that is
    /// independent of the digits, use a group such as `Var~S~~9x9`, with the
    /// candidates 1 and 2 in its cells, and `Snake~VS~2`.
    ///
    /// ```text
    /// # # # .
    /// . . # .
    /// # # # .
    /// ```
    pub struct Snake;
    "Snake"; true
}

style!(Snake: KindStyle::new("Snake", "snake", ".Shape~4x4.Snake~~1_2");
    fn words(&self, board: &Board) -> Vec<(&'static str, String)> {
        let cells = |count| ("path", format!("path of {count} cells"));
        [("one of the listed digits", in_words(board.values().values_of(self.mask), "or"))]
            .into_iter()
            .chain(self.count.map(cells))
            .collect()
    }
);

line_of_cells! {
    /// Loop: cells that contain one of the listed digits form a single closed loop, which neither
    /// branches nor touches itself along an edge.
    ///
    /// The cells are connected orthogonally, and each one has exactly two neighbours on the loop. With a
    /// length, the loop has exactly that many cells. With `apart`, it does not touch itself at a corner
    /// either. The first argument is the prefix of a group of extra cells, or empty for the grid.
    ///
    /// ```text
    /// # # # .
    /// # . # #
    /// # # . #
    /// . # # #
    /// ```
    pub struct Loop;
    "Loop"; false
}

style!(Loop: KindStyle::new("Loop", "loop", ".Shape~4x4.Var~L~~4x4.Loop~VL~2~8");
    fn words(&self, board: &Board) -> Vec<(&'static str, String)> {
        let cells = |count| ("loop", format!("loop of {count} cells"));
        [("one of the listed digits", in_words(board.values().values_of(self.mask), "or"))]
            .into_iter()
            .chain(self.count.map(cells))
            .collect()
    }
);

/// The data of a line, and the cells of its area.
struct LineOfCells {
    cells: Vec<Cell>,
    mask: u16,
    count: Option<u32>,
    apart: bool,
    /// True for a path, which has ends; false for a loop.
    ends: bool,
}

impl LineOfCells {
    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let is_on = |cell: Cell| board.values().mask(values[cell.index()]) & self.mask != 0;
        form_one_group(&self.cells, self.mask, self.count, board, values)?;
        let degree = |cell: Cell| board.neighbours(cell).into_iter().filter(|near| is_on(*near)).count();
        let degrees: Vec<usize> =
            self.cells.iter().copied().filter(|cell| is_on(*cell)).map(degree).collect();
        let ends = degrees.iter().filter(|degree| **degree < 2).count();
        if degrees.iter().any(|degree| *degree > 2) || (ends > 0) != self.ends {
            let expected = if self.ends { "a path" } else { "a closed loop" };
            return Err(ConstraintViolation::Not(expected));
        }
        let touches = |square: &[Cell; 4]| {
            let [a, b, c, d] = square.map(is_on);
            a && d && !b && !c || b && c && !a && !d
        };
        if self.apart && self.squares(board).iter().any(touches) {
            return Err(ConstraintViolation::Not("a line that does not touch itself"));
        }
        Ok(())
    }

    /// Returns the 2x2 squares of the area as lists of the top left, top right, bottom left and
    /// bottom right cell.
    fn squares(&self, board: &Board) -> Vec<[Cell; 4]> {
        let is_near = |one: Cell, two: Cell| board.neighbours(one).contains(&two);
        let mut found = Vec::new();
        for &a in &self.cells {
            let after: Vec<Cell> = board.neighbours(a).into_iter().filter(|it| *it > a).collect();
            let &[b, c] = &after[..] else { continue };
            let fourth = board.neighbours(b).into_iter().find(|it| *it != a && is_near(*it, c));
            found.extend(fourth.map(|d| [a, b, c, d]));
        }
        found
    }

    fn semantics(&self, board: &Board) -> Semantics {
        let values = board.values();
        let on = |cell: Cell| one_of(cell, values.values_of(self.mask).map(i64::from).collect(), values);
        let near = |cell: Cell| board.neighbours(cell).into_iter().map(on).collect::<Vec<Formula>>();
        let mut parts = alloc::vec![connected(self.cells.clone(), self.mask, self.count, board)];
        let mut require = |formula: Formula| parts.push(semantics_of(&formula, &[], values));
        for &cell in &self.cells {
            let degree =
                if self.ends { at_most(near(cell), 2, values) } else { exactly(near(cell), 2, values) };
            require(implies(on(cell), degree, values));
        }
        if self.ends {
            let end = |cell: &Cell| all(alloc::vec![on(*cell), at_most(near(*cell), 1, values)]);
            require(any(self.cells.iter().map(end).collect()));
        }
        let squares = if self.apart { self.squares(board) } else { Vec::new() };
        for [a, b, c, d] in squares {
            for (one, two, corners) in [(a, d, [b, c]), (b, c, [a, d])] {
                let both = all(alloc::vec![on(one), on(two)]);
                require(implies(both, any(corners.map(on).into()), values));
            }
        }
        Semantics::All(parts)
    }
}

fn implies(premise: Formula, then: Formula, values: ValueRange) -> Formula {
    any(alloc::vec![not(premise, values), then])
}
