//! Extension kinds that compare values: slow thermometers, nabner lines, differences, ratios,
//! clones, leapers.

use super::args::{ArgError, Args};
use super::fault::{ArgumentError, Checked, Fault, distinct, each_pair, each_step, total};
use super::kind::{Kind, Writer, cell_list, count_is, documented, numbered_list, shift_all};
use crate::Cell;
use crate::board::Board;
use alloc::vec::Vec;

cell_list! {
    /// Slow thermometer: digits increase or stay the same from the bulb end.
    ///
    /// ```text
    /// (1)-3-3-4
    /// ```
    pub struct SlowThermo;
    "SlowThermo" cells |cells, _| count_is(cells, 1, usize::MAX);
    check |cells, _, values| each_step(cells, values, |one, two| one <= two);
    from Extension;
}

cell_list! {
    /// Parity line: adjacent digits on the line alternate between odd and even.
    ///
    /// ```text
    /// 3-8-1-4
    /// ```
    pub struct ParityLine;
    "ParityLine" cells |cells, _| count_is(cells, 1, usize::MAX);
    check |cells, _, values| each_step(cells, values, |one, two| one % 2 != two % 2);
    from Extension;
}

cell_list! {
    /// Nabner: no two digits on the line are equal or consecutive, regardless of their position.
    ///
    /// A cell that is listed twice cannot satisfy it.
    ///
    /// ```text
    /// 5-9-1-3
    /// ```
    pub struct Nabner;
    "Nabner" cells |cells, _| {
        cells.sort_unstable();
        count_is(cells, 1, usize::MAX)
    };
    check |cells, _, values| cells.iter().enumerate().try_for_each(|(i, one)| {
        cells[i + 1..].iter().try_for_each(|two| each_pair(*one, *two, values, |one, two| one.abs_diff(two) > 1))
    });
    from Extension;
}

/// Returns the pairs of adjacent cells in a list of cells in ascending order.
fn neighbours(cells: &[Cell], board: &Board) -> Vec<(Cell, Cell)> {
    let later = |cell: &Cell| {
        let cell = *cell;
        let others = board.neighbours(cell).into_iter();
        others
            .filter(move |other| *other > cell && cells.binary_search(other).is_ok())
            .map(move |it| (cell, it))
    };
    cells.iter().flat_map(later).collect()
}

/// Sorts a set of cells and removes duplicates. Fails if no two of the cells are adjacent.
fn as_neighbours(cells: &mut Vec<Cell>, board: &Board) -> Result<(), ArgumentError> {
    cells.sort_unstable();
    cells.dedup();
    let has_pairs = !neighbours(cells, board).is_empty();
    if has_pairs { Ok(()) } else { Err(ArgumentError::Expected("at least two cells that share an edge")) }
}

numbered_list! {
    /// Difference: adjacent cells in the set differ by the given number.
    ///
    /// ```text
    /// 3 (4) 7
    /// ```
    pub struct Difference {
        /// The difference, 0 to 15.
        pub difference: u8,
    }
    "Difference" "difference~cells" 0 to 15;
    cells |it, board| as_neighbours(&mut it.cells, board);
    check |it, board, values| it.pairs(board).iter().try_for_each(|(one, two)| {
        each_pair(*one, *two, values, |one, two| one.abs_diff(two) == it.difference)
    });
    from Extension;
}

numbered_list! {
    /// Ratio: of two adjacent cells in the set, one digit is the given number times the other.
    ///
    /// ```text
    /// 2 (3) 6
    /// ```
    pub struct Ratio {
        /// The ratio, 1 to 16.
        pub ratio: u8,
    }
    "Ratio" "ratio~cells" 1 to 16;
    cells |it, board| as_neighbours(&mut it.cells, board);
    check |it, board, values| it.pairs(board).iter().try_for_each(|(one, two)| {
        each_pair(*one, *two, values, |one, two| one == it.ratio.saturating_mul(two) || two == it.ratio.saturating_mul(one))
    });
    from Extension;
}

impl Difference {
    /// Returns the pairs of adjacent cells, the lower cell first.
    pub fn pairs(&self, board: &Board) -> Vec<(Cell, Cell)> {
        neighbours(&self.cells, board)
    }
}

impl Ratio {
    /// Returns the pairs of adjacent cells, the lower cell first.
    pub fn pairs(&self, board: &Board) -> Vec<(Cell, Cell)> {
        neighbours(&self.cells, board)
    }
}

numbered_list! {
    /// Clones: all parts contain the same digits in the same positions.
    ///
    /// In texts, the first argument is the number of parts; the list of cells is divided into that
    /// many parts of equal length.
    ///
    /// ```text
    /// 4 7 .
    /// 2 . 4
    /// . . 7     2 parts: 4 7 and 4 7
    /// ```
    pub struct Clones {
        /// Number of parts, 2 or more.
        pub parts: u16,
    }
    "Clones" "parts~cells" 2 to 1000;
    cells |it, _| {
        let parts = usize::from(it.parts);
        let fits = !it.cells.is_empty() && it.cells.len().is_multiple_of(parts);
        if fits { Ok(()) } else { Err(ArgumentError::Expected("a number that divides the number of cells")) }
    };
    check |it, _, values| {
        let length = it.cells.len() / usize::from(it.parts);
        let mut equal = it.cells.iter().zip(it.cells.iter().skip(length));
        equal.try_for_each(|(one, two)| each_pair(*one, *two, values, |one, two| one == two))
    };
    from Extension;
}

numbered_list! {
    /// Digital root: digits do not repeat, and their sum has the given digital root.
    ///
    /// The digital root is the remainder modulo 9, with 9 in place of 0.
    ///
    /// ```text
    /// DR3--+
    /// | 7 5 |
    /// +----+
    /// ```
    pub struct DigitalRoot {
        /// The digital root, 1 to 9.
        pub root: u8,
    }
    "DigitalRoot" "root~cells" 1 to 9;
    cells |it, _| {
        it.cells.sort_unstable();
        count_is(&it.cells, 1, usize::MAX)
    };
    check |it, _, values| {
        distinct(&it.cells, values)?;
        let found = (total(&it.cells, values) + 8) % 9 + 1;
        let expected = i64::from(it.root);
        if found == expected { Ok(()) } else { Err(Fault::Number { found: Some(found), expected }) }
    };
    houses |it, _| alloc::vec![it.cells.clone()];
    from Extension;
}

documented! {
    /// Cage with several sums: digits do not repeat and sum to one of the given totals.
    ///
    /// ```text
    /// 8,12-+
    /// | 7 5 |
    /// +----+
    /// ```
    pub struct CageOfSums {
        /// The sums in ascending order.
        pub sums: Vec<u32>,
        /// The cells in ascending order.
        pub cells: Vec<Cell>,
    }
    "CageOfSums" "sum[_sum..]~cells" Extension
}

impl Kind for CageOfSums {
    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, _board: &Board, values: &[u8]) -> Checked {
        distinct(&self.cells, values)?;
        let found = total(&self.cells, values);
        if self.sums.iter().any(|sum| i64::from(*sum) == found) {
            Ok(())
        } else {
            Err(Fault::Not("one of the sums"))
        }
    }

    fn normalize(&mut self, _board: &Board) -> Result<(), ArgumentError> {
        self.sums.sort_unstable();
        self.sums.dedup();
        self.cells.sort_unstable();
        if self.sums.is_empty() {
            return Err(ArgumentError::Missing("at least one sum"));
        }
        count_is(&self.cells, 1, usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let sum = |text| super::args::number(text, 0, super::cages::MAX_SUM).map(|sum| sum as u32);
        let sums: Option<Vec<u32>> = args.text(0, "sums")?.split('_').map(sum).collect();
        let sums = sums.ok_or(super::args::at(0, ArgumentError::Expected("sums separated by `_`")))?;
        Ok(alloc::vec![Self { sums, cells: args.cells(1)? }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        let sums: Vec<_> = self.sums.iter().map(|sum| alloc::format!("{sum}")).collect();
        out.push(sums.join("_"));
        out.cells(&self.cells);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(&mut self.cells, to)
    }

    fn houses(&self, _board: &Board) -> Vec<Vec<Cell>> {
        alloc::vec![self.cells.clone()]
    }
}

documented! {
    /// Leaper: cells that are the given numbers of rows and columns apart, in any direction, do not
    /// contain the same digit.
    ///
    /// The two numbers may be exchanged: `Leaper~1~2` is a knight's move. If digits are listed,
    /// only those must not repeat.
    ///
    /// ```text
    /// x . . . x
    /// . . L . .
    /// x . . . x      (1, 2) and not (2, 1): the other four cells are omitted here
    /// ```
    pub struct Leaper {
        /// The lesser distance; 0 or more.
        pub short: u8,
        /// The greater distance, 1 to 15.
        pub long: u8,
        /// The mask of the values: bit v - low represents the value v.
        pub mask: u16,
    }
    "Leaper" "steps~steps[~value[_value..]]" Extension
}

documented! {
    /// Taxicab: cells that are exactly the given number of orthogonal steps apart do not contain
    /// the same digit.
    ///
    /// ```text
    /// . x .
    /// x T x      (1 step)
    /// . x .
    /// ```
    pub struct Taxicab {
        /// The number of steps, 1 to 30.
        pub steps: u8,
    }
    "Taxicab" "steps" Extension
}

documented! {
    /// Knightmare: cells a knight's move apart do not sum to the given total.
    ///
    /// ```text
    /// . 9 .
    /// . . .
    /// 5 . .      not for the sum 14
    /// ```
    pub struct Knightmare {
        /// The forbidden sum, 0 to 32.
        pub sum: u8,
    }
    "Knightmare" "sum" Extension
}

/// Returns the pairs of grid cells whose distances in rows and columns satisfy `is_offset`, the lower
/// cell first.
fn pairs_at(board: &Board, is_offset: impl Fn(usize, usize) -> bool) -> Vec<(Cell, Cell)> {
    let cells: Vec<(Cell, usize, usize)> =
        board.grid().filter_map(|cell| board.place(cell).map(|(row, col)| (cell, row, col))).collect();
    let mut pairs = Vec::new();
    for (i, (one, row, col)) in cells.iter().enumerate() {
        let later = cells[i + 1..].iter().filter(|(_, r, c)| is_offset(row.abs_diff(*r), col.abs_diff(*c)));
        pairs.extend(later.map(|(two, ..)| (*one, *two)));
    }
    pairs
}

/// Declares the common code of constraints on pairs of cells in the whole grid.
macro_rules! pairs_of_grid {
    ($Kind:ident, normalize $normalize:expr; parse $parse:expr; write $write:expr; check $check:expr; sees $sees:expr;) => {
        impl Kind for $Kind {
            fn cells(&self, _board: &Board) -> Vec<Cell> {
                Vec::new()
            }

            fn check(&self, board: &Board, values: &[u8]) -> Checked {
                let holds: fn(&Self, &Board, u8, u8) -> bool = $check;
                let pairs = self.pairs(board);
                pairs.iter().try_for_each(|(one, two)| {
                    each_pair(*one, *two, values, |one, two| holds(self, board, one, two))
                })
            }

            fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
                let normalize: fn(&mut Self, &Board) -> Result<(), ArgumentError> = $normalize;
                normalize(self, board)
            }

            fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
                let parse: fn(Args<'_>) -> Result<Self, ArgError> = $parse;
                Ok(alloc::vec![parse(args)?])
            }

            fn write(&self, out: &mut Writer<'_>) {
                let write: fn(&Self, &mut Writer<'_>) = $write;
                write(self, out);
            }

            fn sees(&self, board: &Board) -> Vec<(Cell, Cell, u16)> {
                let mask: fn(&Self, &Board) -> u16 = $sees;
                let mask = mask(self, board);
                if mask == 0 {
                    return Vec::new();
                }
                self.pairs(board).into_iter().map(|(one, two)| (one, two, mask)).collect()
            }
        }
    };
}

impl Leaper {
    /// Returns the pairs of cells, the lower cell first.
    pub fn pairs(&self, board: &Board) -> Vec<(Cell, Cell)> {
        let (short, long) = (usize::from(self.short), usize::from(self.long));
        pairs_at(board, |rows, cols| (rows, cols) == (short, long) || (rows, cols) == (long, short))
    }
}

impl Taxicab {
    /// Returns the pairs of cells, the lower cell first.
    pub fn pairs(&self, board: &Board) -> Vec<(Cell, Cell)> {
        pairs_at(board, |rows, cols| rows + cols == usize::from(self.steps))
    }
}

impl Knightmare {
    /// Returns the pairs of cells, the lower cell first.
    pub fn pairs(&self, board: &Board) -> Vec<(Cell, Cell)> {
        pairs_at(board, |rows, cols| matches!((rows, cols), (1, 2) | (2, 1)))
    }
}

pairs_of_grid! {
    Leaper,
    normalize |it, board| {
        (it.short, it.long) = (it.short.min(it.long), it.short.max(it.long));
        if it.long == 0 || it.long > 15 {
            return Err(ArgumentError::Number { low: 1, high: 15 });
        }
        let fits = it.mask != 0 && it.mask & !board.values().all() == 0;
        if fits { Ok(()) } else { Err(ArgumentError::Expected("values of the board")) }
    };
    parse |args| {
        args.end(3)?;
        let (short, long) = (args.number(0, 0, 15)? as u8, args.number(1, 0, 15)? as u8);
        let values = args.board.values();
        let mask = match args.text_or_empty(2) {
            "" => values.all(),
            _ => args.values(2)?.into_iter().fold(0, |mask, value| mask | values.mask(value)),
        };
        Ok(Self { short, long, mask })
    };
    write |it, out| {
        out.push(it.short);
        out.push(it.long);
        let values = out.board.values();
        if it.mask != values.all() {
            let listed: Vec<u8> = values.values_of(it.mask).collect();
            out.values(&listed);
        }
    };
    check |it, board, one, two| one != two || board.values().mask(one) & it.mask == 0;
    sees |it, _| it.mask;
}

pairs_of_grid! {
    Taxicab,
    normalize |it, _| if (1..=30).contains(&it.steps) { Ok(()) } else { Err(ArgumentError::Number { low: 1, high: 30 }) };
    parse |args| {
        args.end(1)?;
        Ok(Self { steps: args.number(0, 1, 30)? as u8 })
    };
    write |it, out| out.push(it.steps);
    check |_, _, one, two| one != two;
    sees |_, board| board.values().all();
}

pairs_of_grid! {
    Knightmare,
    normalize |it, _| if it.sum <= 32 { Ok(()) } else { Err(ArgumentError::Number { low: 0, high: 32 }) };
    parse |args| {
        args.end(1)?;
        Ok(Self { sum: args.number(0, 0, 32)? as u8 })
    };
    write |it, out| out.push(it.sum);
    check |it, _, one, two| one + two != it.sum;
    sees |_, _| 0;
}
