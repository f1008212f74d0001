//! Houses with exceptional cells: doublers and negators, sums over them, and doppelgangers.

use super::args::{ArgError, Args};
use super::cages::Sum;
use super::declare::documented;
use super::error::{ArgumentError, Checked, ConstraintViolation, distinct, sum_is};
use super::kind::{Key, Kind, Properties, Role, Writer, is_square_with};
use super::reading::Reading;
use super::relation::{Related, Relation};
use super::semantics::{Content, Machine, Semantics};
use super::style::{Figure, KindStyle, style, sum_words};
use crate::Cell;
use crate::board::{Board, Group, GroupSize, Line, Shape};
use alloc::string::String;
use alloc::vec::Vec;

/// One marked cell in each row, column and box, all with different values. Extra cells record their
/// positions and values.
struct Marks {
    /// Prefix of the extra cells that contain, for each row, the column of its marked cell.
    columns: &'static str,
    /// Prefix of the extra cells that contain, for each row, the value of its marked cell.
    values: &'static str,
    /// The factor of a marked cell in sums.
    times: i32,
}

impl Marks {
    /// Returns, for each row, its cells, the extra cell with the column of its marked cell, and the
    /// extra cell with the value of its marked cell.
    fn rows(&self, board: &Board) -> Vec<(Vec<Cell>, Cell, Cell)> {
        let extra = |prefix| board.group_cells(prefix).unwrap_or_default();
        let rows = Line::all(board).filter(|line| matches!(line, Line::Row(_))).map(|line| line.cells(board));
        let extra = extra(self.columns).into_iter().zip(extra(self.values));
        rows.zip(extra).map(|(cells, (column, value))| (cells, column, value)).collect()
    }

    fn semantics(&self, board: &Board) -> Semantics {
        let rows = self.rows(board);
        let houses = self.houses(board).into_iter().map(Semantics::AllDifferent);
        let marked = rows.iter().map(|(cells, column, value)| {
            let entries = (1..).zip(cells.iter().copied()).collect();
            Semantics::Element { index: *column, entries, content: Content::Cell(*value) }
        });
        let mut parts: Vec<Semantics> = houses.chain(marked).collect();
        let box_of = |cell: Cell| board.boxes().iter().position(|cells| cells.binary_search(&cell).is_ok());
        for (at, (one, column, _)) in rows.iter().enumerate() {
            for (two, other, _) in &rows[at + 1..] {
                let apart = |a: u8, b: u8| {
                    let boxes =
                        [(one, a), (two, b)].map(|(cells, column)| box_of(cells[usize::from(column) - 1]));
                    boxes[0].is_none() || boxes[0] != boxes[1]
                };
                let relation = Relation::from_fn(board.values(), apart);
                if (0..relation.count()).any(|index| relation.partners(index) != board.values().all()) {
                    parts.push(Semantics::related(Related::line(&[*column, *other]), relation));
                }
            }
        }
        Semantics::All(parts)
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let rows = self.rows(board);
        self.houses(board).iter().try_for_each(|house| distinct(house, values))?;
        let mut marked = Vec::with_capacity(rows.len());
        for (cells, column, value) in rows {
            let cell = cells[usize::from(values[column.index()]) - 1];
            sum_is(i64::from(values[value.index()]), i64::from(values[cell.index()]))?;
            marked.push(cell);
        }
        for cells in board.boxes() {
            // There are as many marked cells as boxes. If one box had two marked cells, another box
            // would therefore have none.
            let inside: Vec<Cell> = marked.iter().filter(|cell| cells.contains(cell)).copied().collect();
            sum_is(inside.len() as i64, 1)?;
        }
        Ok(())
    }

    fn groups(&self, shape: Shape) -> Vec<Group> {
        let size = GroupSize::Count(shape.rows());
        [self.columns, self.values]
            .map(|prefix| Group { prefix: prefix.into(), label: String::new(), size })
            .to_vec()
    }

    fn houses(&self, board: &Board) -> Vec<Vec<Cell>> {
        [self.columns, self.values].iter().filter_map(|prefix| board.group_cells(prefix)).collect()
    }

    fn counted(&self, sum: &Sum, board: &Board) -> CountedSum {
        let columns = board.group_cells(self.columns).unwrap_or_default();
        let term = |(cell, factor): &(Cell, i32)| {
            let (row, col) = board.place(*cell)?;
            Some((*cell, *columns.get(row)?, col as u8 + 1, *factor))
        };
        let terms = sum.terms.iter().filter_map(term).collect();
        CountedSum { sum: sum.sum, terms, times: self.times }
    }
}

const DOUBLERS: Marks = Marks { columns: "DBC", values: "DBV", times: 2 };
const NEGATORS: Marks = Marks { columns: "NGC", values: "NGV", times: -1 };

/// A sum in which marked cells have a different factor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountedSum {
    /// The sum.
    pub sum: i32,
    /// Terms of four parts: a cell; the extra cell that holds the column of the marked cell of its
    /// row; the value that this extra cell has if the cell is marked; and the coefficient.
    pub terms: Vec<(Cell, Cell, u8, i32)>,
    /// The factor of a marked cell.
    pub times: i32,
}

fn is_classic(board: &Board) -> Result<(), ArgumentError> {
    is_square_with(board, 1, 0)
}

/// Declares a kind of marked cells and the kind of sums that use them.
macro_rules! marked_cells {
    (
        $marks:ident
        $(#[doc = $doc:literal])+ pub struct $Cells:ident; $name:literal
        $(#[doc = $sum_doc:literal])+ pub struct $Sum:ident; $sum_name:literal
    ) => {
        documented! {
            $(#[doc = $doc])+
            pub struct $Cells {}
            $name "" Extension
        }

        impl Kind for $Cells {
            const READING: Reading = Reading::Open;
            const PROPERTIES: Properties = Properties::outermost(Role::Cells);

            fn cells(&self, _board: &Board) -> Vec<Cell> {
                Vec::new()
            }

            fn check(&self, board: &Board, values: &[u8]) -> Checked {
                $marks.check(board, values)
            }

            fn semantics(&self, board: &Board) -> Semantics {
                $marks.semantics(board)
            }

            fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
                is_classic(board)
            }

            fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
                args.end(0)?;
                Ok(alloc::vec![Self {}])
            }

            fn write(&self, _out: &mut Writer<'_>) {}

            fn groups(&self, shape: Shape) -> Vec<Group> {
                $marks.groups(shape)
            }

            fn houses(&self, board: &Board) -> Vec<Vec<Cell>> {
                $marks.houses(board)
            }
        }

        documented! {
            $(#[doc = $sum_doc])+
            pub struct $Sum {
                /// The sum.
                pub sum: i32,
                /// Pairs (grid cell, coefficient) sorted by cell, each cell once. Coefficients
                /// range from -100 to 100.
                pub terms: Vec<(Cell, i32)>,
            }
            $sum_name "sum[_=_coefficients]~cells" Extension
        }

        impl $Sum {
            /// Returns the sum in which every cell counts once.
            pub fn plain(&self) -> Sum {
                Sum { sum: self.sum, terms: self.terms.clone() }
            }
        }

        impl Kind for $Sum {
            const READING: Reading = Reading::Open;

            fn cells(&self, board: &Board) -> Vec<Cell> {
                let columns = $marks.counted(&self.plain(), board).terms.into_iter().map(|(_, column, ..)| column);
                self.terms.iter().map(|(cell, _)| *cell).chain(columns).collect()
            }

            fn check(&self, board: &Board, values: &[u8]) -> Checked {
                let counted = $marks.counted(&self.plain(), board).terms;
                let counted = counted.into_iter().map(|(cell, column, number, factor)| {
                    let times = if values[column.index()] == number { $marks.times } else { 1 };
                    i64::from(values[cell.index()]) * i64::from(factor) * i64::from(times)
                });
                sum_is(counted.sum(), i64::from(self.sum))
            }

            fn semantics(&self, board: &Board) -> Semantics {
                let CountedSum { sum, terms, times } = $marks.counted(&self.plain(), board);
                let cells = terms.iter().flat_map(|(cell, column, ..)| [*cell, *column]).collect();
                let terms = terms.iter().map(|(_, _, number, factor)| (*number, *factor)).collect();
                Semantics::Regular { cells, machine: Machine::MarkedSum { sum, terms, times } }
            }

            fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
                let mut plain = self.plain();
                plain.normalize(board)?;
                Self { sum: self.sum, terms: self.terms } = Self { sum: plain.sum, terms: plain.terms };
                if board.group_cells($marks.columns).is_none() {
                    return Err(ArgumentError::Others($name));
                }
                let in_grid = self.terms.iter().all(|(cell, _)| cell.index() < board.grid_count());
                if in_grid { Ok(()) } else { Err(ArgumentError::Expected("cells of the grid")) }
            }

            fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
                let plain = Sum::parse(args)?;
                Ok(plain.into_iter().map(|Sum { sum, terms }| Self { sum, terms }).collect())
            }

            fn write(&self, out: &mut Writer<'_>) {
                self.plain().write(out);
            }

            fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
                let mut plain = self.plain();
                plain.shift(to)?;
                self.terms = plain.terms;
                Ok(())
            }
        }
    };
}

marked_cells! {
    DOUBLERS
    /// Doublers: each row, column and box contains one doubler, and no two doublers contain the
    /// same digit. A doubler counts double in sums.
    ///
    /// Digits in the grid are unchanged; a doubler counts twice only in `DoubledSum`. The grid has
    /// N x N cells and the values 1 to N. For each row, the extra cells `DBC1`.. hold the column of
    /// its doubler and `DBV1`.. its digit.
    ///
    /// ```text
    /// (1)2 3 4
    /// 3 4 1(2)
    /// 2 1(4)3
    /// 4(3)2 1       DBC is 1, 4, 3, 2 and DBV is 1, 2, 4, 3
    /// ```
    pub struct Doublers; "Doublers"
    /// Sum with doublers: digits, each multiplied by its coefficient, sum to the given total. A
    /// doubler counts twice.
    ///
    /// It requires `Doublers`. Texts use the syntax of `Sum`: the coefficients follow the total,
    /// for example `0_=_1_-1_-1` for an arrow.
    ///
    /// ```text
    /// 13----+
    /// | 3(5) |      3 + 2 x 5
    /// +-----+
    /// ```
    pub struct DoubledSum; "DoubledSum"
}

style!(Doublers: KindStyle::new("Doublers", "doublers", ".Shape~4x4.Doublers"));

style!(DoubledSum(sum): KindStyle::new("Sum with doublers", "sum with doublers", ".Shape~4x4.Doublers.DoubledSum~11~R2C3~R2C4~R3C3.DoubledSum~11~R1C1~R2C1")
    .figure(Figure::Own).partial();
    fn words(&self, _board: &Board) -> Vec<(&'static str, String)> { sum_words(self.sum, &self.terms) }
);

marked_cells! {
    NEGATORS
    /// Negators: each row, column and box contains one negator, and no two negators contain the
    /// same digit. A negator is subtracted in sums.
    ///
    /// Digits in the grid are unchanged; a negator is subtracted only in `NegatedSum`. The grid has
    /// N x N cells and the values 1 to N. For each row, the extra cells `NGC1`.. hold the column of
    /// its negator and `NGV1`.. its digit.
    pub struct Negators; "Negators"
    /// Sum with negators: digits, each multiplied by its coefficient, sum to the given total. A
    /// negator is subtracted.
    ///
    /// It requires `Negators`. Texts use the syntax of `Sum`: the coefficients follow the total,
    /// for example `0_=_1_-1_-1` for an arrow.
    ///
    /// ```text
    /// -2----+
    /// | 3(5) |      3 - 5
    /// +-----+
    /// ```
    pub struct NegatedSum; "NegatedSum"
}

style!(Negators: KindStyle::new("Negators", "negators", ".Shape~4x4.Negators"));

style!(NegatedSum(sum): KindStyle::new("Sum with negators", "sum with negators", ".Shape~4x4.Negators.NegatedSum~-2~R1C1~R1C2")
    .figure(Figure::Own).partial();
    fn words(&self, _board: &Board) -> Vec<(&'static str, String)> { sum_words(self.sum, &self.terms) }
);

documented! {
    /// Doppelganger: each row, column and box contains a 0 and misses one digit. No two rows miss
    /// the same digit, and neither do two columns or two boxes. At each 0, the row, the column and
    /// the box miss three different digits.
    ///
    /// The grid has N x N cells and the values 0 to N. Extra cells hold the missing digits:
    /// `DGC1`.. for the rows, `DGR1`.. for the columns, `DGB1`.. for the boxes; `DGZ` is 0. Without
    /// boxes, all cells `DGB1`.. are 0.
    pub struct Doppelganger {}
    "Doppelganger" ""
}

style!(Doppelganger: KindStyle::new("Doppelganger", "doppelganger", ".Shape~4x4~0-4.Doppelganger"));

impl Doppelganger {
    /// Returns the rows, columns and boxes. Each house is paired with the extra cell for its
    /// missing digit.
    pub fn houses_with_missing(board: &Board) -> [Vec<(Vec<Cell>, Cell)>; 3] {
        let extra = |prefix: &str| board.group_cells(prefix).unwrap_or_default();
        let lines = |wanted: fn(&Line) -> bool| {
            Line::all(board).filter(wanted).map(|line| line.cells(board)).collect::<Vec<_>>()
        };
        let with = |houses: Vec<Vec<Cell>>, prefix| houses.into_iter().zip(extra(prefix)).collect();
        [
            with(lines(|line| matches!(line, Line::Row(_))), "DGC"),
            with(lines(|line| matches!(line, Line::Col(_))), "DGR"),
            with(board.boxes(), "DGB"),
        ]
    }
}

impl Kind for Doppelganger {
    const READING: Reading = Reading::Open;

    const PROPERTIES: Properties = Properties { blames_pairs: false, ..Properties::outermost(Role::Cells) };

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        Vec::new()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let kinds = Self::houses_with_missing(board);
        for houses in &kinds {
            houses.iter().try_for_each(|(house, missing)| misses(house, *missing, board, values))?;
            let missing: Vec<Cell> = houses.iter().map(|(_, missing)| *missing).collect();
            distinct(&missing, values)?;
        }
        for cell in board.grid().filter(|cell| values[cell.index()] == 0) {
            let around = kinds.iter().flatten().filter(|(house, _)| house.contains(&cell));
            let missing: Vec<Cell> = around.map(|(_, missing)| *missing).collect();
            distinct(&missing, values)?;
        }
        let mut zeros = board.group_cells("DGZ").unwrap_or_default();
        if kinds[2].is_empty() {
            zeros.extend(board.group_cells("DGB").unwrap_or_default());
        }
        let wrong = zeros.into_iter().find(|cell| values[cell.index()] != 0);
        wrong.map_or(Ok(()), |cell| Err(ConstraintViolation::Value { cell, found: values[cell.index()] }))
    }

    fn semantics(&self, board: &Board) -> Semantics {
        let kinds = Self::houses_with_missing(board);
        let all = board.values().all();
        let zero = |cell: Cell| Semantics::Domain { cell, mask: 1 };
        let not_zero = |cell: Cell| Semantics::Domain { cell, mask: all & !1 };
        let mut parts: Vec<Semantics> = self.houses(board).into_iter().map(Semantics::AllDifferent).collect();
        parts.extend(kinds.iter().flatten().map(|(_, missing)| not_zero(*missing)));
        let mut unused = board.group_cells("DGZ").unwrap_or_default();
        if kinds[2].is_empty() {
            unused.extend(board.group_cells("DGB").unwrap_or_default());
        }
        parts.extend(unused.into_iter().map(zero));
        for cell in board.grid() {
            let around = kinds.iter().flatten().filter(|(house, _)| house.contains(&cell));
            let missing: Vec<Cell> = around.map(|(_, missing)| *missing).collect();
            for (at, one) in missing.iter().enumerate() {
                parts.extend(missing[at + 1..].iter().map(|two| {
                    Semantics::Any(alloc::vec![
                        not_zero(cell),
                        Semantics::AllDifferent(alloc::vec![*one, *two])
                    ])
                }));
            }
        }
        Semantics::All(parts)
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        is_square_with(board, 0, 1)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(0)?;
        Ok(alloc::vec![Self {}])
    }

    fn write(&self, _out: &mut Writer<'_>) {}

    fn groups(&self, shape: Shape) -> Vec<Group> {
        let group = |prefix: &str, size| Group { prefix: prefix.into(), label: String::new(), size };
        let mut groups = alloc::vec![
            group("DGZ", GroupSize::Count(1)),
            group("DGR", GroupSize::Count(shape.cols())),
            group("DGC", GroupSize::Count(shape.rows())),
        ];
        if let Some(boxes) = shape.boxes_of(shape.longer_side()) {
            // The number of boxes equals the number of cells in a box.
            let size = GroupSize::Grid { rows: boxes.box_cols, cols: boxes.box_rows };
            groups.push(group("DGB", size));
        }
        groups
    }

    fn houses(&self, board: &Board) -> Vec<Vec<Cell>> {
        let mut houses: Vec<Vec<Cell>> = Vec::new();
        for kind in Self::houses_with_missing(board) {
            houses.push(kind.iter().map(|(_, missing)| *missing).collect());
            houses.extend(kind.into_iter().map(|(mut house, missing)| {
                house.push(missing);
                house
            }));
        }
        houses.retain(|house| house.len() > 1);
        houses
    }

    fn key(&self) -> Option<Key> {
        Some(Key::Kind)
    }
}

/// Returns an error unless the extra cell contains the one digit that is missing from a house with
/// a 0.
fn misses(house: &[Cell], missing: Cell, board: &Board, values: &[u8]) -> Checked {
    let found = values[missing.index()];
    let mask = house.iter().fold(0, |mask, cell| mask | board.values().mask(values[cell.index()]));
    if found == 0 || mask | board.values().mask(found) != board.values().all() || mask & 1 == 0 {
        return Err(ConstraintViolation::Value { cell: missing, found });
    }
    Ok(())
}
