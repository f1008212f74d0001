//! Doublers: cells that count twice in sums, and sums that count them so.

use super::args::{ArgError, Args};
use super::fault::{Checked, Misfit, distinct, sum_is};
use super::kind::{Key, Kind, Writer, documented, is_sudoku};
use super::{Constraint, Relation, Sum, ValueIndexing};
use crate::Cell;
use crate::board::{Board, Group, GroupSize, Line, Shape};
use alloc::string::String;
use alloc::vec::Vec;

documented! {
    /// Doublers: each row, column and box has one cell that counts double, and no two of these cells hold the same value.
    ///
    /// The values in the grid stay as they are: a doubler counts twice in `DoubledSum` alone. The grid has N x N cells and the
    /// values 1 to N. Extra cells tell of each row where its doubler is: `DBC1`.. hold its column, `DBV1`.. its value.
    ///
    /// ```text
    /// 3(4)1 2
    /// 1 2 4(3)
    /// (2)1 3 4      DBC is 2, 4, 1, 3 and DBV is 4, 3, 2, 1
    /// 4 3(2)1       in the last row: (1) stands in column 3
    /// ```
    pub struct Doublers {}
    "Doublers" "" Extension
}

/// The column of the doubler of each row.
const COLUMNS: &str = "DBC";
/// The value of the doubler of each row.
const VALUES: &str = "DBV";

impl Doublers {
    /// For each row the cells of the row, the extra cell with the column of its doubler, and that with its value.
    pub fn rows(board: &Board) -> Vec<(Vec<Cell>, Cell, Cell)> {
        let extra = |prefix| board.group_cells(prefix).unwrap_or_default();
        let rows = Line::all(board).filter(|line| matches!(line, Line::Row(_))).map(|line| line.cells(board));
        let extra = extra(COLUMNS).into_iter().zip(extra(VALUES));
        rows.zip(extra).map(|(cells, (column, value))| (cells, column, value)).collect()
    }

    /// The same in other kinds, besides what [`houses`](Constraint::houses) says.
    pub fn parts(board: &Board) -> Vec<Constraint> {
        let rows = Self::rows(board);
        let mut parts: Vec<Constraint> = rows
            .iter()
            .map(|(cells, column, value)| {
                ValueIndexing { cells: [&[*value, *column], &cells[..]].concat() }.into()
            })
            .collect();
        let box_of = |cell: Cell| board.boxes().iter().position(|cells| cells.binary_search(&cell).is_ok());
        for (at, (one, column, _)) in rows.iter().enumerate() {
            for (two, other, _) in &rows[at + 1..] {
                let apart = |a: u8, b: u8| {
                    let boxes =
                        [(one, a), (two, b)].map(|(cells, place)| box_of(cells[usize::from(place) - 1]));
                    boxes[0].is_none() || boxes[0] != boxes[1]
                };
                let relation = Relation::from_fn(board.values(), apart);
                if (0..relation.count()).any(|place| relation.partners(place) != board.values().all()) {
                    let cells = alloc::vec![*column, *other];
                    parts.push(super::Pair { relation, name: String::new(), cells }.into());
                }
            }
        }
        parts
    }
}

impl Kind for Doublers {
    const NESTS: bool = false;

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        Vec::new()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let rows = Self::rows(board);
        self.houses(board).iter().try_for_each(|house| distinct(house, values))?;
        let mut doublers = Vec::with_capacity(rows.len());
        for (cells, column, value) in rows {
            let cell = cells[usize::from(values[column.index()]) - 1];
            sum_is(i64::from(values[value.index()]), i64::from(values[cell.index()]))?;
            doublers.push(cell);
        }
        for cells in board.boxes() {
            // As many doublers as boxes: a box with two leaves another one without.
            let inside: Vec<Cell> = doublers.iter().filter(|cell| cells.contains(cell)).copied().collect();
            sum_is(inside.len() as i64, 1)?;
        }
        Ok(())
    }

    fn settle(&mut self, board: &Board) -> Result<(), Misfit> {
        is_sudoku(board)?;
        let (shape, values) = (board.shape(), board.values());
        if shape.is_square() && (values.low(), usize::from(values.count())) == (1, shape.rows()) {
            Ok(())
        } else {
            Err(Misfit::Board("N rows, N columns and the values 1 to N"))
        }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(0)?;
        Ok(alloc::vec![Self {}])
    }

    fn write(&self, _out: &mut Writer<'_>) {}

    fn groups(&self, shape: Shape) -> Vec<Group> {
        let size = GroupSize::Count(shape.rows());
        [COLUMNS, VALUES].map(|prefix| Group { prefix: prefix.into(), label: String::new(), size }).to_vec()
    }

    fn houses(&self, board: &Board) -> Vec<Vec<Cell>> {
        [COLUMNS, VALUES].iter().filter_map(|prefix| board.group_cells(prefix)).collect()
    }

    fn key(&self) -> Option<Key> {
        Some(Key::Kind)
    }
}

documented! {
    /// Sum with doublers: the values, each times its coefficient, have the sum, and a doubler counts twice.
    ///
    /// It needs `Doublers`. In texts it is as `Sum`: coefficients stand behind the sum, as in `0_=_1_-1_-1` for an arrow.
    ///
    /// ```text
    /// 13----+
    /// | 3(5) |      3 + 2 x 5
    /// +-----+
    /// ```
    pub struct DoubledSum {
        /// The sum.
        pub sum: i32,
        /// Cells of the grid with their coefficients (-100 to 100), by rising cell, each cell once.
        pub terms: Vec<(Cell, i32)>,
    }
    "DoubledSum" "sum[_=_coefficients]~cells" Extension
}

impl DoubledSum {
    /// For each term its cell, the extra cell that tells where the doubler of its row is, the value of that cell which means
    /// this cell, and the coefficient.
    pub fn places(&self, board: &Board) -> Vec<(Cell, Cell, u8, i32)> {
        let columns = board.group_cells(COLUMNS).unwrap_or_default();
        let place = |(cell, factor): &(Cell, i32)| {
            let (row, col) = board.place(*cell)?;
            Some((*cell, *columns.get(row)?, col as u8 + 1, *factor))
        };
        self.terms.iter().filter_map(place).collect()
    }

    /// The sum that it would be if no cell counted twice.
    pub fn plain(&self) -> Sum {
        Sum { sum: self.sum, terms: self.terms.clone() }
    }
}

impl Kind for DoubledSum {
    fn cells(&self, board: &Board) -> Vec<Cell> {
        let columns = self.places(board).into_iter().map(|(_, column, ..)| column);
        self.terms.iter().map(|(cell, _)| *cell).chain(columns).collect()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let counted = self.places(board).into_iter().map(|(cell, column, place, factor)| {
            let times = if values[column.index()] == place { 2 } else { 1 };
            i64::from(values[cell.index()]) * i64::from(factor) * times
        });
        sum_is(counted.sum(), i64::from(self.sum))
    }

    fn settle(&mut self, board: &Board) -> Result<(), Misfit> {
        let mut plain = self.plain();
        plain.settle(board)?;
        Self { sum: self.sum, terms: self.terms } = Self { sum: plain.sum, terms: plain.terms };
        if board.group_cells(COLUMNS).is_none() {
            return Err(Misfit::Others("Doublers"));
        }
        let in_grid = self.terms.iter().all(|(cell, _)| cell.index() < board.grid_count());
        if in_grid { Ok(()) } else { Err(Misfit::Expected("cells of the grid")) }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let plain = Sum::parse(args)?;
        Ok(plain.into_iter().map(|Sum { sum, terms }| Self { sum, terms }).collect())
    }

    fn write(&self, out: &mut Writer<'_>) {
        self.plain().write(out);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), Misfit> {
        let mut plain = self.plain();
        plain.shift(to)?;
        self.terms = plain.terms;
        Ok(())
    }
}
