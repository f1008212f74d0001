//! Numbers of occurrences of values in sets of cells: quadruples, counting circles, look and say.

use super::args::{ArgError, Args, at};
use super::cages::held;
use super::declare::{cell_list, documented};
use super::error::{ArgumentError, Checked, ConstraintViolation};
use super::kind::{Key, Kind, Properties, Writer, are_different, count_is, shift_all};
use super::reading::Reading;
use super::semantics::{CountBound, Machine, Semantics, Times};
use super::style::{Figure, KindStyle, in_words, joined, style};
use crate::Cell;
use crate::board::Board;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Returns the number of cells that have the value.
pub(super) fn count(cells: &[Cell], values: &[u8], value: u8) -> usize {
    cells.iter().filter(|cell| values[cell.index()] == value).count()
}

/// Returns pairs (value, number of times listed), sorted by value.
fn listed(wanted: &[u8]) -> Vec<(u8, usize)> {
    let mut sorted = wanted.to_vec();
    sorted.sort_unstable();
    sorted.chunk_by(|one, two| one == two).map(|run| (run[0], run.len())).collect()
}

fn contains(held: &[u8], wanted: &[u8], fits: fn(usize, usize) -> bool) -> Checked {
    listed(wanted).into_iter().try_for_each(|(value, expected)| {
        let found = held.iter().filter(|found| **found == value).count();
        if fits(found, expected) {
            Ok(())
        } else {
            Err(ConstraintViolation::Count { value, found, expected })
        }
    })
}

/// Returns an error unless all listed values are values of the board.
fn are_values(wanted: &[u8], board: &Board) -> Result<(), ArgumentError> {
    let (low, high) = (board.values().low(), board.values().high());
    let fits = wanted.iter().all(|value| board.values().contains(*value));
    if fits { Ok(()) } else { Err(ArgumentError::Number { low: low.into(), high: high.into() }) }
}

/// Declares a kind that requires values in a set of cells.
macro_rules! containment {
    (
        $(#[doc = $doc:literal])+ pub struct $Kind:ident; $name:literal $times:ident fits $fits:expr; cells $cells:expr;
    ) => {
        documented! {
            $(#[doc = $doc])+
            pub struct $Kind {
                /// The values in ascending order, each as often as it is listed.
                pub values: Vec<u8>,
                /// The cells in ascending order.
                pub cells: Vec<Cell>,
            }
            $name "value[_value..]~cells"
        }

        impl Kind for $Kind {
            const READING: Reading = Reading::Counts;

            fn cells(&self, _board: &Board) -> Vec<Cell> {
                self.cells.clone()
            }

            fn check(&self, _board: &Board, values: &[u8]) -> Checked {
                self.check_held(&held(&self.cells, values))
            }

            fn check_held(&self, held: &[u8]) -> Checked {
                contains(held, &self.values, $fits)
            }

            fn semantics(&self, board: &Board) -> Semantics {
                Semantics::contains(self.cells.clone(), &self.values, Times::$times, board.values())
            }

            fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
                self.values.sort_unstable();
                self.cells.sort_unstable();
                are_values(&self.values, board)?;
                count_is(&self.cells, 1, usize::MAX)?;
                let fits: fn(&[Cell]) -> Result<(), ArgumentError> = $cells;
                fits(&self.cells)
            }

            fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
                Ok(alloc::vec![Self { values: args.values(0)?, cells: args.cells(1)? }])
            }

            fn write(&self, out: &mut Writer<'_>) {
                out.values(&self.values);
                out.cells(&self.cells);
            }

            fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
                shift_all(&mut self.cells, to)
            }
        }
    };
}

containment! {
    /// Required digits: the cells contain each digit at least as often as it is listed.
    pub struct ContainAtLeast;
    "ContainAtLeast" AtLeast fits |found, expected| found >= expected;
    cells |_| Ok(());
}

style!(ContainAtLeast: KindStyle::new("Required digits", "required digits", ".Shape~6x6.ContainAtLeast~1_2~R2C2~R2C3~R3C3~R3C4")
    .figure(Figure::Own);
    fn label(&self) -> String { joined(&self.values, " ") }
    fn words(&self, _board: &Board) -> Vec<(&'static str, String)> {
        alloc::vec![("it is listed", format!("it is listed in {}", in_words(&self.values, "and")))]
    }
);

containment! {
    /// Exact digits: the cells contain each listed digit exactly as often as it is listed.
    ///
    /// Digits that are not listed are unrestricted. A cell cannot be listed twice.
    pub struct ContainExact;
    "ContainExact" Exactly fits |found, expected| found == expected;
    cells are_different;
}

style!(ContainExact: KindStyle::new("Exact digits", "exact digits", ".Shape~6x6.ContainExact~1_1~R2C2~R2C3~R3C3~R4C4")
    .figure(Figure::Own);
    fn label(&self) -> String { format!("= {}", joined(&self.values, " ")) }
    fn words(&self, _board: &Board) -> Vec<(&'static str, String)> {
        alloc::vec![("each listed digit", format!("each digit of {}", in_words(&self.values, "and")))]
    }
);

documented! {
    /// Quadruple: the digits in the circle all appear in the four surrounding cells.
    ///
    /// A digit that is listed twice appears at least twice. The cell is the top left one of the 2x2
    /// square.
    ///
    /// ```text
    /// 3 | 8
    /// -(1 3)-
    /// 6 | 1
    /// ```
    pub struct Quad {
        /// The top left cell.
        pub top_left: Cell,
        /// The values in ascending order.
        pub values: Vec<u8>,
    }
    "Quad" "cell~values"
}

style!(Quad: KindStyle::new("Quadruple", "quadruple", ".Shape~6x6.Quad~R2C2~1~2~5.Quad~R4C4~6")
    .figure(Figure::Own).rule("Digits in a quadruple circle are in the four surrounding cells.")
    .fpuzzles("quadruple").sudokumaker(303).button("quadruple", "corner");
    fn words(&self, _board: &Board) -> Vec<(&'static str, String)> {
        alloc::vec![(
            "the digits in the circle",
            format!("the digits {} in the circle", in_words(&self.values, "and"))
        )]
    }
);

impl Kind for Quad {
    const READING: Reading = Reading::Counts;
    const PROPERTIES: Properties = Properties { combines_sets: true, ..Properties::DEFAULT };

    fn cells(&self, board: &Board) -> Vec<Cell> {
        board.square_at(self.top_left).map_or_else(Vec::new, |square| square.to_vec())
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        self.check_held(&held(&self.cells(board), values))
    }

    fn check_held(&self, held: &[u8]) -> Checked {
        contains(held, &self.values, |found, expected| found >= expected)
    }

    fn semantics(&self, board: &Board) -> Semantics {
        Semantics::contains(self.cells(board), &self.values, Times::AtLeast, board.values())
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        self.values.sort_unstable();
        are_values(&self.values, board)?;
        if board.square_at(self.top_left).is_none() {
            return Err(ArgumentError::Expected("the top left cell of a 2x2 square"));
        }
        if self.values.is_empty() { Err(ArgumentError::Missing("at least one value")) } else { Ok(()) }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let top_left = args.cell(0)?;
        let values: Result<Vec<u8>, ArgError> = (1..args.len()).map(|index| args.value(index)).collect();
        Ok(alloc::vec![Self { top_left, values: values? }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.cells(&[self.top_left]);
        self.values.iter().for_each(|value| out.push(value));
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(core::slice::from_mut(&mut self.top_left), to)
    }

    fn key(&self) -> Option<Key> {
        Some(Key::Cell(self.top_left))
    }
}

documented! {
    /// Look and say: the clue lists pairs of a count and a digit, and each listed digit appears
    /// exactly that often in the cells.
    ///
    /// In texts, the pairs are written one after another: `2315` is two 3s and one 5.
    pub struct LookAndSay {
        /// Pairs (count, value) sorted by value, each value once.
        pub pairs: Vec<(u8, u8)>,
        /// The cells in ascending order.
        pub cells: Vec<Cell>,
    }
    "LookAndSay" "digits~cells"
}

style!(LookAndSay: KindStyle::new("Look and say", "look-and-say cage", ".Shape~6x6.LookAndSay~1325~R2C2~R2C3~R3C3~R3C4")
    .figure(Figure::Cage).sudokumaker(304);
    fn label(&self) -> String {
        joined(self.pairs.iter().map(|(count, value)| format!("{count}{value}")), " ")
    }
    fn words(&self, _board: &Board) -> Vec<(&'static str, String)> {
        let clue = self.pairs.iter().map(|(count, value)| format!("{count}{value}"));
        alloc::vec![("the clue", format!("the clue {}", clue.collect::<String>()))]
    }
);

impl Kind for LookAndSay {
    const READING: Reading = Reading::Open;

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, _board: &Board, values: &[u8]) -> Checked {
        self.pairs.iter().try_for_each(|(times, value)| {
            let found = count(&self.cells, values, *value);
            let (value, expected) = (*value, usize::from(*times));
            if found == expected {
                Ok(())
            } else {
                Err(ConstraintViolation::Count { value, found, expected })
            }
        })
    }

    fn semantics(&self, board: &Board) -> Semantics {
        let bound = |(times, value): &(u8, u8)| {
            let times = u32::from(*times);
            CountBound { mask: board.values().mask(*value), least: times, most: times }
        };
        Semantics::Count { cells: self.cells.clone(), bounds: self.pairs.iter().map(bound).collect() }
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        self.pairs.sort_unstable_by_key(|(_, value)| *value);
        self.cells.sort_unstable();
        let values: Vec<u8> = self.pairs.iter().map(|(_, value)| *value).collect();
        are_values(&values, board)?;
        if values.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(ArgumentError::Expected("at most one pair per value"));
        }
        if self.pairs.is_empty() || self.pairs.iter().any(|(times, value)| *times > 9 || *value > 9) {
            return Err(ArgumentError::Expected("pairs of a count and a value, each of one digit"));
        }
        count_is(&self.cells, 1, usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let text = args.text(0, "digits")?;
        let digits: Option<Vec<u8>> =
            text.bytes().map(|byte| byte.is_ascii_digit().then(|| byte - b'0')).collect();
        let digits = digits.filter(|digits| digits.len() % 2 == 0 && !digits.is_empty());
        let expected = ArgumentError::Expected("pairs of a count and a value, each of one digit");
        let digits = digits.ok_or(at(0, expected))?;
        let pairs = digits.chunks(2).map(|pair| (pair[0], pair[1])).collect();
        Ok(alloc::vec![Self { pairs, cells: args.cells(1)? }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        let digits = self.pairs.iter().map(|(times, value)| alloc::format!("{times}{value}"));
        out.push(digits.collect::<String>());
        out.cells(&self.cells);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(&mut self.cells, to)
    }
}

cell_list! {
    /// Counting circles: a digit in a circle indicates how many circles contain that digit.
    ///
    /// A circle cannot contain 0. A cell cannot be listed twice.
    ///
    /// ```text
    /// (3) . (1) . (3) . (3)
    /// ```
    pub struct CountingCircles;
    "CountingCircles" Open; cells |cells, _| {
        cells.sort_unstable();
        are_different(cells)?;
        count_is(cells, 1, usize::MAX)
    };
    check |cells, _, values| cells.iter().try_for_each(|cell| {
        let value = values[cell.index()];
        let (found, expected) = (count(cells, values, value), usize::from(value));
        if found == expected { Ok(()) } else { Err(ConstraintViolation::Count { value, found, expected }) }
    });
    with {
        fn semantics(&self, _board: &Board) -> Semantics {
            let machine = Machine::SelfCounting { count: self.cells.len() };
            Semantics::Regular { cells: self.cells.clone(), machine }
        }
    }
}

style!(CountingCircles: KindStyle::new("Counting circles", "counting circles", ".Shape~6x6.CountingCircles~R1C1~R2C3~R3C5~R4C2~R5C6~R6C4")
    .figure(Figure::Own).rule("A digit in a white circle is how many circles contain this digit.")
    .button("circles", "counting"));

cell_list! {
    /// Count of different values: the digit in the first cell is the number of different digits in
    /// the other cells.
    ///
    /// ```text
    /// (2): 5 7 5
    /// ```
    pub struct CountDistinct;
    "CountDistinct" Open; cells |cells, _| {
        count_is(cells, 1, usize::MAX)?;
        cells[1..].sort_unstable();
        Ok(())
    };
    check |cells, board, values| {
        let [first, others @ ..] = cells else { return Ok(()) };
        let mask = others.iter().fold(0_u16, |mask, cell| mask | board.values().mask(values[cell.index()]));
        let (found, expected) = (i64::from(values[first.index()]), i64::from(mask.count_ones()));
        if found == expected { Ok(()) } else { Err(ConstraintViolation::Number { found: Some(found), expected }) }
    };
    with {
        fn semantics(&self, _board: &Board) -> Semantics {
            Semantics::Regular { cells: self.cells.clone(), machine: Machine::DistinctCount }
        }
    }
}

style!(CountDistinct: KindStyle::new("Count of different values", "count of different values", ".Shape~6x6.CountDistinct~R2C2~R3C3~R3C4~R4C4")
    .figure(Figure::Own));
