//! Cells at fixed distances anywhere in the grid: chess moves, taxicab distances, Dutch flatmates.

use super::args::{ArgError, Args};
use super::declare::{documented, global_rule};
use super::error::{ArgumentError, Checked, ConstraintViolation};
use super::kind::{Key, Kind, Properties, Writer, has_digits, is_sudoku};
use super::reading::Reading;
use super::relation::Related;
use super::semantics::Semantics;
use super::style::{KindStyle, style};
use crate::Cell;
use crate::board::Board;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Declares a kind without arguments. The parameters are its documentation, the requirement on the
/// board, and the pairs of cells that see each other.
macro_rules! sight {
    ($(#[doc = $doc:literal])+ pub struct $Kind:ident; $name:literal $reading:ident; on $board:expr; sees $sees:expr;) => {
        documented! {
            $(#[doc = $doc])+
            pub struct $Kind {}
            $name ""
        }

        impl Kind for $Kind {
            const READING: Reading = Reading::$reading;
            const PROPERTIES: Properties = Properties { only_houses: true, ..Properties::DEFAULT };

            fn cells(&self, _board: &Board) -> Vec<Cell> {
                Vec::new()
            }

            fn check(&self, board: &Board, values: &[u8]) -> Checked {
                differ(board, &self.unequal_pairs(board), values)
            }

            fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
                let fits: fn(&Board) -> Result<(), ArgumentError> = $board;
                fits(board)
            }

            fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
                args.end(0)?;
                Ok(alloc::vec![Self {}])
            }

            fn write(&self, _out: &mut Writer<'_>) {}

            fn unequal_pairs(&self, board: &Board) -> Vec<(Cell, Cell, u16)> {
                let sees: fn(&Board) -> Vec<(Cell, Cell, u16)> = $sees;
                sees(board)
            }

            fn key(&self) -> Option<Key> {
                Some(Key::Kind)
            }
        }
    };
}

/// Returns an error if both cells of a pair have the same value and the mask of the pair contains
/// it.
fn differ(board: &Board, pairs: &[(Cell, Cell, u16)], values: &[u8]) -> Checked {
    let clash = pairs.iter().find(|(first, second, mask)| {
        let (one, two) = (values[first.index()], values[second.index()]);
        one == two && board.values().mask(one) & mask != 0
    });
    match clash {
        None => Ok(()),
        Some((first, second, _)) => Err(ConstraintViolation::Repeated {
            first: *first,
            second: *second,
            value: values[first.index()],
        }),
    }
}

/// Returns the pairs of grid cells at these offsets in (rows, columns), each with the mask. Offsets
/// lead to later cells, so the lower cell is first.
fn at_offsets(board: &Board, mask: u16, offsets: &[(isize, isize)]) -> Vec<(Cell, Cell, u16)> {
    let mut pairs = Vec::new();
    for cell in board.grid() {
        let others = offsets.iter().filter_map(|(rows, cols)| board.shifted(cell, *rows, *cols));
        pairs.extend(others.map(|other| (cell, other, mask)));
    }
    pairs
}

sight! {
    /// Anti-knight: cells a knight's move apart do not contain the same digit.
    ///
    /// ```text
    /// . x . x .
    /// x . . . x
    /// . . N . .
    /// x . . . x
    /// . x . x .
    /// ```
    pub struct AntiKnight;
    "AntiKnight" EachValue; on is_sudoku;
    sees |board| at_offsets(board, board.values().all(), &[(1, -2), (1, 2), (2, -1), (2, 1)]);
}

style!(AntiKnight: KindStyle::new("Anti-knight", "anti-knight", ".Shape~6x6.AntiKnight")
    .rule("Anti-knight rules apply.").fpuzzles("antiknight").sudokumaker(13)
    .button("anti-knight", "chess knights move antiknight").sudokupad("antiknight"));

sight! {
    /// Anti-king: cells that share an edge or a corner do not contain the same digit.
    ///
    /// ```text
    /// x x x
    /// x K x
    /// x x x
    /// ```
    pub struct AntiKing;
    "AntiKing" EachValue; on is_sudoku;
    sees |board| at_offsets(board, board.values().all(), &[(0, 1), (1, -1), (1, 0), (1, 1)]);
}

style!(AntiKing: KindStyle::new("Anti-king", "anti-king", ".Shape~6x6.AntiKing").rule("Anti-king rules apply.")
    .fpuzzles("antiking").sudokumaker(12).button("anti-king", "chess kings move antiking no touch")
    .sudokupad("antiking"));

sight! {
    /// Anti-taxicab: cells with the same digit N are not exactly N orthogonal steps apart.
    ///
    /// ```text
    /// . . 2 . .
    /// . x . x .
    /// x . 2 . x
    /// . x . x .
    /// . . x . .
    /// ```
    pub struct AntiTaxicab;
    "AntiTaxicab" Open; on |board| match board.values().low() {
        0 => Err(ArgumentError::Board("values that start at 1")),
        _ => Ok(()),
    };
    sees |board| {
        let mut pairs = Vec::new();
        for value in board.values().iter() {
            pairs.extend(at_offsets(board, board.values().mask(value), &taxicab(value)));
        }
        pairs
    };
}

style!(AntiTaxicab: KindStyle::new("Anti-taxicab", "anti-taxicab", ".Shape~6x6.AntiTaxicab"));

/// Returns the offsets (rows, columns) at a taxicab distance that lead to a later cell in reading
/// order.
fn taxicab(distance: u8) -> Vec<(isize, isize)> {
    let distance = isize::from(distance);
    let cols = |rows: isize| [rows - distance, distance - rows];
    let mut offsets: Vec<_> = (0..=distance).flat_map(|rows| cols(rows).map(|col| (rows, col))).collect();
    offsets.retain(|offset| *offset > (0, 0));
    offsets.sort_unstable();
    offsets.dedup();
    offsets
}

global_rule! {
    /// Dutch flatmates: each 5 has a 1 directly above it or a 9 directly below it.
    ///
    /// ```text
    /// 1
    /// 5
    /// 9
    /// ```
    pub struct DutchFlatmates;
    "DutchFlatmates" Open; on has_digits;
    check |board, values| {
        let is = |cell: Option<Cell>, value| cell.is_some_and(|cell| values[cell.index()] == value);
        let lonely = board.grid().find(|cell| {
            values[cell.index()] == 5
                && !is(board.shifted(*cell, -1, 0), 1)
                && !is(board.shifted(*cell, 1, 0), 9)
        });
        lonely.map_or(Ok(()), |cell| Err(ConstraintViolation::Value { cell, found: 5 }))
    };
    with {
        fn semantics(&self, board: &Board) -> Semantics {
            let values = board.values();
            let is = |cell: Cell, mask: u16| Semantics::Domain { cell, mask };
            let flatmates = |cell: Cell| {
                let near = [(-1, 1), (1, 9)].map(|(rows, value)| Some(is(board.shifted(cell, rows, 0)?, values.mask(value))));
                let other = is(cell, values.all() & !values.mask(5));
                Semantics::Any(core::iter::once(other).chain(near.into_iter().flatten()).collect())
            };
            Semantics::All(board.grid().map(flatmates).collect())
        }
    }
}

style!(DutchFlatmates: KindStyle::new("Dutch flatmates", "Dutch flatmates", ".DutchFlatmates")
    .rule("Dutch flatmates rules apply.").button("Dutch flatmates", ""));

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

style!(Leaper: KindStyle::new("Leaper", "leaper", ".Shape~6x6.Leaper~1~3");
    fn words(&self, _board: &Board) -> Vec<(&'static str, String)> {
        alloc::vec![("the given numbers of", format!("{} and {}", self.short, self.long))]
    }
);

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

style!(Taxicab(steps): KindStyle::new("Taxicab", "taxicab distances", ".Shape~6x6.Taxicab~3")
    .number("the given number of", "{}"));

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

style!(Knightmare(sum): KindStyle::new("Knightmare", "knightmare", ".Shape~6x6.Knightmare~5")
    .number("the given total", "{}"));

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
    ($Kind:ident $reading:ident, $only_houses:literal; normalize $normalize:expr; parse $parse:expr; write $write:expr; holds $check:expr;) => {
        impl Kind for $Kind {
            const READING: Reading = Reading::$reading;
            const PROPERTIES: Properties = Properties { only_houses: $only_houses, ..Properties::DEFAULT };

            fn cells(&self, _board: &Board) -> Vec<Cell> {
                Vec::new()
            }

            fn related(&self, board: &Board) -> Option<Related<'_>> {
                Some(Related::Pairs(self.pairs(board)))
            }

            fn holds(&self, board: &Board, one: u8, two: u8) -> bool {
                let holds: fn(&Self, &Board, u8, u8) -> bool = $check;
                holds(self, board, one, two)
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
    Leaper EachValue, true;
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
    holds |it, board, one, two| one != two || board.values().mask(one) & it.mask == 0;
}

pairs_of_grid! {
    Taxicab EachValue, true;
    normalize |it, _| if (1..=30).contains(&it.steps) { Ok(()) } else { Err(ArgumentError::Number { low: 1, high: 30 }) };
    parse |args| {
        args.end(1)?;
        Ok(Self { steps: args.number(0, 1, 30)? as u8 })
    };
    write |it, out| out.push(it.steps);
    holds |_, _, one, two| one != two;
}

pairs_of_grid! {
    Knightmare Open, false;
    normalize |it, _| if it.sum <= 32 { Ok(()) } else { Err(ArgumentError::Number { low: 0, high: 32 }) };
    parse |args| {
        args.end(1)?;
        Ok(Self { sum: args.number(0, 0, 32)? as u8 })
    };
    write |it, out| out.push(it.sum);
    holds |it, _, one, two| one + two != it.sum;
}
