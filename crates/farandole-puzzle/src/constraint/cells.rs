//! Single cells: givens, odd and even cells, minima and maxima, high cells, Battenburg squares.

use super::args::{ArgError, Args, at};
use super::declare::{cell_list, documented};
use super::error::{ArgumentError, Checked, ConstraintViolation};
use super::kind::{Kind, Properties, Writer, count_is, shift_all};
use super::reading::Reading;
use super::relation::{Related, Relation};
use super::semantics::Semantics;
use super::shading::is_in_layer;
use super::style::{Figure, KindStyle, in_words, style};
use crate::Cell;
use crate::board::Board;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

documented! {
    /// Given: the cell contains one of the listed digits.
    ///
    /// In texts, the name may be omitted: `.~R1C1_5~R1C2_1_2`. If several items name the same cell,
    /// all of them hold. A cell without digits may contain any digit, and an item without cells has
    /// no effect.
    pub struct Given {
        /// The cell.
        pub cell: Cell,
        /// The mask of its values: bit v - low represents the value v. The mask 0 allows no value.
        pub mask: u16,
    }
    "Given" "cell_value[_value..][~..]"
}

style!(Given: KindStyle::new("Given", "given", ".Shape~4x4.~R1C1_1.~R2C3_2_4").figure(Figure::Grid);
    fn words(&self, board: &Board) -> Vec<(&'static str, String)> {
        alloc::vec![("one of the listed digits", in_words(board.values().values_of(self.mask), "or"))]
    }
);

impl Kind for Given {
    const READING: Reading = Reading::EachValue;
    const PROPERTIES: Properties = Properties { only_houses: true, ..Properties::DEFAULT };

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        alloc::vec![self.cell]
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let found = values[self.cell.index()];
        if board.values().mask(found) & self.mask != 0 {
            Ok(())
        } else {
            Err(ConstraintViolation::Value { cell: self.cell, found })
        }
    }

    fn semantics(&self, _board: &Board) -> Semantics {
        Semantics::Domain { cell: self.cell, mask: self.mask }
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        if self.mask & !board.values().all() != 0 {
            return Err(ArgumentError::Number {
                low: board.values().low().into(),
                high: board.values().high().into(),
            });
        }
        Ok(())
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let mut givens = Vec::with_capacity(args.len());
        for index in 0..args.len() {
            let text = args.text_or_empty(index);
            let (name, values) = text.split_once('_').map_or((text, None), |(name, rest)| (name, Some(rest)));
            let cell = args.board.cell_named(name).ok_or(at(index, ArgumentError::Cell))?;
            let mask = match values {
                None => args.board.values().all(),
                Some("") => 0,
                Some(values) => values.split('_').try_fold(0, |mask, text| {
                    let value = args.value_of(text).ok_or_else(|| at(index, no_value(args, cell)))?;
                    Ok::<u16, ArgError>(mask | args.board.values().mask(value))
                })?,
            };
            givens.push(Self { cell, mask });
        }
        Ok(givens)
    }

    fn write(&self, out: &mut Writer<'_>) {
        let mut text = out.board.name(self.cell).to_string();
        let values = out.board.values();
        let texts: Vec<String> = values.values_of(self.mask).map(|value| value.to_string()).collect();
        text.push('_');
        text.push_str(&texts.join("_"));
        out.push(text);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(core::slice::from_mut(&mut self.cell), to)
    }
}

/// Returns the error for a text that is not a possible value of the cell. It states the range of
/// the cell, because layers of extra cells have fewer values than the grid.
fn no_value(args: Args<'_>, cell: Cell) -> ArgumentError {
    let low = i64::from(args.board.values().low());
    if is_in_layer(args.board, cell) { ArgumentError::Number { low, high: low + 1 } } else { args.no_value() }
}

/// Sorts a set of cells and removes duplicates.
fn as_set(cells: &mut Vec<Cell>, _board: &Board) -> Result<(), ArgumentError> {
    cells.sort_unstable();
    cells.dedup();
    count_is(cells, 1, usize::MAX)
}

/// Returns an error if a value has a different remainder modulo 2.
fn have_parity(cells: &[Cell], values: &[u8], parity: u8) -> Checked {
    let wrong = cells.iter().find(|cell| values[cell.index()] % 2 != parity);
    wrong.map_or(Ok(()), |cell| Err(ConstraintViolation::Value { cell: *cell, found: values[cell.index()] }))
}

cell_list! {
    /// Odd cells: marked cells contain odd digits.
    ///
    /// ```text
    /// (7) . (3)
    /// ```
    pub struct Odd;
    "Odd" EachValue; cells as_set;
    check |cells, _, values| have_parity(cells, values, 1);
    with {
        fn semantics(&self, board: &Board) -> Semantics {
            let mask = board.values().mask_where(|value| value % 2 == 1);
            Semantics::All(self.cells.iter().map(|cell| Semantics::Domain { cell: *cell, mask }).collect())
        }
    }
    from Extension;
}

style!(Odd: KindStyle::new("Odd cells", "odd cell", ".Shape~6x6.Odd~R1C1~R2C3~R4C5").figure(Figure::Own)
    .rule("Cells with a grey circle contain odd digits.").fpuzzles("odd").sudokumaker(101)
    .button("odd", ""));

cell_list! {
    /// Even cells: marked cells contain even digits; 0 is even.
    ///
    /// ```text
    /// [4] . [8]
    /// ```
    pub struct Even;
    "Even" EachValue; cells as_set;
    check |cells, _, values| have_parity(cells, values, 0);
    with {
        fn semantics(&self, board: &Board) -> Semantics {
            let mask = board.values().mask_where(|value| value % 2 == 0);
            Semantics::All(self.cells.iter().map(|cell| Semantics::Domain { cell: *cell, mask }).collect())
        }
    }
    from Extension;
}

style!(Even: KindStyle::new("Even cells", "even cell", ".Shape~6x6.Even~R1C1~R2C3~R4C5").figure(Figure::Own)
    .rule("Cells with a grey square contain even digits.").fpuzzles("even").sudokumaker(100)
    .button("even", ""));

/// Declares a kind of cells that are compared with their neighbours. The parameters are the
/// documentation of the kind, the field of the board that lists its marks, and the relation.
macro_rules! extreme {
    ($(#[doc = $doc:literal])+ pub struct $Kind:ident; $name:literal marks $marks:ident; holds $holds:expr;) => {
        documented! {
            $(#[doc = $doc])+
            pub struct $Kind {
                /// The cell.
                pub cell: Cell,
            }
            $name "cells" Extension
        }

        impl $Kind {
            /// Returns the neighbours with which the cell is compared.
            pub fn others(&self, board: &Board) -> Vec<Cell> {
                let mut others = board.neighbours(self.cell);
                others.retain(|other| board.$marks.binary_search(other).is_err());
                others
            }
        }

        impl Kind for $Kind {
            const READING: Reading = Reading::EachValue;

            fn cells(&self, board: &Board) -> Vec<Cell> {
                core::iter::once(self.cell).chain(board.neighbours(self.cell)).collect()
            }

            fn related(&self, board: &Board) -> Option<Related<'_>> {
                Some(Related::Pairs(self.others(board).into_iter().map(|other| (self.cell, other)).collect()))
            }

            fn holds(&self, _board: &Board, one: u8, two: u8) -> bool {
                let holds: fn(u8, u8) -> bool = $holds;
                holds(one, two)
            }

            fn mark(&self, board: &mut Board) {
                board.$marks.push(self.cell);
            }

            fn normalize(&mut self, _board: &Board) -> Result<(), ArgumentError> {
                Ok(())
            }

            fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
                Ok(args.cells(0)?.into_iter().map(|cell| Self { cell }).collect())
            }

            fn write(&self, out: &mut Writer<'_>) {
                out.cells(&[self.cell]);
            }
        }
    };
}

extreme! {
    /// Minimum: the digit in the cell is smaller than those in all orthogonally adjacent cells.
    ///
    /// Neighbours with the same mark are not compared, even if another item marks them. An
    /// additional mark therefore removes comparisons, and the puzzle may have more solutions.
    /// In texts, one item may list several cells.
    ///
    /// ```text
    ///   5
    /// 7>2<4
    ///   3
    /// ```
    pub struct Minimum;
    "Minimum" marks minima;
    holds |one, two| one < two;
}

style!(Minimum: KindStyle::new("Minimum", "minimum", ".Shape~6x6.Minimum~R2C3").figure(Figure::Own)
    .rule("An orange square marks a minimum.").fpuzzles("minimum").sudokumaker(103)
    .button("minimum", ""));

extreme! {
    /// Maximum: the digit in the cell is greater than those in all orthogonally adjacent cells.
    ///
    /// Neighbours with the same mark are not compared, even if another item marks them. An
    /// additional mark therefore removes comparisons, and the puzzle may have more solutions.
    /// In texts, one item may list several cells.
    ///
    /// ```text
    ///   5
    /// 7<8>4
    ///   3
    /// ```
    pub struct Maximum;
    "Maximum" marks maxima;
    holds |one, two| one > two;
}

style!(Maximum: KindStyle::new("Maximum", "maximum", ".Shape~6x6.Maximum~R2C3").figure(Figure::Own)
    .rule("A blue square marks a maximum.").fpuzzles("maximum").sudokumaker(102).button("maximum", ""));

documented! {
    /// High cells: digits in marked cells are above the given number, and digits in all other cells
    /// are not.
    ///
    /// All high cells are given. To mark the cells with digits up to 4 instead, list the cells that
    /// are not marked.
    ///
    /// ```text
    /// (7) 2  1
    ///  4 (6)(9)     above 4
    /// ```
    pub struct HighCells {
        /// The greatest low value.
        pub low: u8,
        /// The cells whose values are high, in ascending order, each once.
        pub cells: Vec<Cell>,
    }
    "HighCells" "low~cells" Extension
}

style!(HighCells(low): KindStyle::new("High cells", "high cells", ".Shape~4x4.HighCells~2~R1C1~R1C4~R2C2~R2C3~R3C1~R3C2~R4C3~R4C4")
    .figure(Figure::Own).partial().number("the given number", "{}"));

impl HighCells {
    /// Returns the mask of values allowed in a cell of the grid.
    pub fn mask(&self, board: &Board, cell: Cell) -> u16 {
        let is_high = self.cells.binary_search(&cell).is_ok();
        board.values().mask_where(|value| (value > self.low) == is_high)
    }
}

impl Kind for HighCells {
    const READING: Reading = Reading::EachValue;

    fn cells(&self, board: &Board) -> Vec<Cell> {
        let others = board.grid().filter(|cell| !self.cells.contains(cell));
        self.cells.iter().copied().chain(others).collect()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let fits = |cell: &Cell| board.values().mask(values[cell.index()]) & self.mask(board, *cell) != 0;
        let wrong = board.grid().find(|cell| !fits(cell));
        wrong.map_or(Ok(()), |cell| Err(ConstraintViolation::Value { cell, found: values[cell.index()] }))
    }

    fn semantics(&self, board: &Board) -> Semantics {
        let domain = |cell| Semantics::Domain { cell, mask: self.mask(board, cell) };
        Semantics::All(board.grid().map(domain).collect())
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        self.cells.sort_unstable();
        self.cells.dedup();
        if !board.values().contains(self.low) {
            let values = board.values();
            return Err(ArgumentError::Number { low: values.low().into(), high: values.high().into() });
        }
        if self.cells.iter().any(|cell| cell.index() >= board.grid_count()) {
            return Err(ArgumentError::Expected("cells of the grid"));
        }
        count_is(&self.cells, 1, usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        Ok(alloc::vec![Self { low: args.value(0)?, cells: args.cells(1)? }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(self.low);
        out.cells(&self.cells);
    }
}

documented! {
    /// Battenburg: the 2x2 square around the mark is a checkerboard of odd and even digits.
    ///
    /// The cell is the top left one of the square.
    ///
    /// ```text
    /// 3 | 8
    /// --+--
    /// 6 | 1
    /// ```
    pub struct Battenburg {
        /// The top left cell.
        pub top_left: Cell,
    }
    "Battenburg" "cell" Extension
}

style!(Battenburg: KindStyle::new("Battenburg", "battenburg mark", ".Shape~6x6.Battenburg~R2C3")
    .figure(Figure::Own).button("battenburg", ""));

impl Kind for Battenburg {
    const READING: Reading = Reading::EachValue;

    fn cells(&self, board: &Board) -> Vec<Cell> {
        board.square_at(self.top_left).map_or_else(Vec::new, |square| square.to_vec())
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let odd: Vec<bool> = self.cells(board).iter().map(|cell| values[cell.index()] % 2 == 1).collect();
        match odd[..] {
            [a, b, c, d] if a == d && b == c && a != b => Ok(()),
            _ => Err(ConstraintViolation::Not("a checkerboard of odd and even values")),
        }
    }

    fn semantics(&self, board: &Board) -> Semantics {
        let Some([a, b, c, d]) = board.square_at(self.top_left) else { return Semantics::TRUE };
        let relation = Relation::from_fn(board.values(), |one, two| one % 2 != two % 2);
        Semantics::related(Related::line(&[a, b, d, c]), relation)
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        let is_square = board.square_at(self.top_left).is_some();
        if is_square { Ok(()) } else { Err(ArgumentError::Expected("the top left cell of a 2x2 square")) }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(1)?;
        Ok(alloc::vec![Self { top_left: args.cell(0)? }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.cells(&[self.top_left]);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(core::slice::from_mut(&mut self.top_left), to)
    }
}
