//! Sets of cells with a sum or with distinct values: killer cages and their relatives, extra regions,
//! weighted sums.

use super::args::{ArgError, Args, at, number};
use super::declare::{documented, numbered_list};
use super::error::{ArgumentError, Checked, ConstraintViolation, distinct, sum_is, total};
use super::kind::{Kind, Properties, Writer, are_different, count_is, normalize_direction, shift_all};
use super::reading::Reading;
use super::semantics::{Machine, Semantics};
use super::style::{Figure, KindStyle, in_words, joined, style, sum_words};
use crate::Cell;
use crate::board::{Board, ValueRange};
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;

/// The greatest sum that a text may contain.
pub(crate) const MAX_SUM: i64 = 1_000_000;

/// Returns the values of the cells.
pub(super) fn held(cells: &[Cell], values: &[u8]) -> Vec<u8> {
    cells.iter().map(|cell| values[cell.index()]).collect()
}

fn sum_of(held: &[u8]) -> i64 {
    held.iter().map(|value| i64::from(*value)).sum()
}

documented! {
    /// Killer cage: digits in the cage do not repeat and sum to the given total.
    ///
    /// Without a total, or with the total 0, digits only have to be different. A cell that is
    /// listed twice counts twice in the sum and is not compared with itself.
    ///
    /// ```text
    /// 15----+
    /// | 7 8 |
    /// +-----+
    /// ```
    pub struct Cage {
        /// The sum, or `None` if the values only have to differ.
        pub sum: Option<u32>,
        /// The cells in ascending order, each as often as it is listed.
        pub cells: Vec<Cell>,
    }
    "Cage" "[sum]~cells"
}

style!(Cage: KindStyle::new("Killer cage", "cage", ".Shape~6x6.Cage~9~R1C1~R1C2~R2C2.Cage~7~R4C4~R5C4.Cage~14~R3C5~R3C6~R4C5~R4C6.Cage~~R5C1~R6C1")
    .figure(Figure::Cage)
    .rule("Digits in a cage sum to the number in its corner and do not repeat in the cage.")
    .fpuzzles("killercage").sudokumaker(301).button("killer cage", "");
    fn number(&self) -> Option<i64> { self.sum.map(Into::into) }
    fn words(&self, _board: &Board) -> Vec<(&'static str, String)> {
        let sum = |sum: u32| ("the given total", sum.to_string());
        alloc::vec![self.sum.map_or_else(|| (" and sum to the given total", String::new()), sum)]
    }
);

impl Kind for Cage {
    const READING: Reading = Reading::Cage;
    const PROPERTIES: Properties = Properties { combines_sets: true, ..Properties::DEFAULT };

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, _board: &Board, values: &[u8]) -> Checked {
        distinct(&self.cells, values)?;
        self.check_held(&held(&self.cells, values))
    }

    fn check_held(&self, held: &[u8]) -> Checked {
        self.sum.map_or(Ok(()), |sum| sum_is(sum_of(held), i64::from(sum)))
    }

    fn semantics(&self, _board: &Board) -> Semantics {
        let sum = self.sum.map(|sum| Semantics::sum(&self.cells, sum));
        Semantics::All(sum.into_iter().chain([Semantics::AllDifferent(self.cells.clone())]).collect())
    }

    fn normalize(&mut self, _board: &Board) -> Result<(), ArgumentError> {
        self.cells.sort_unstable();
        self.sum = self.sum.filter(|sum| *sum != 0);
        count_is(&self.cells, 1, usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let sum = if args.text(0, "a sum")?.is_empty() { 0 } else { args.number(0, 0, MAX_SUM)? };
        Ok(alloc::vec![Self { sum: Some(sum as u32), cells: args.cells(1)? }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(self.sum.unwrap_or(0));
        out.cells(&self.cells);
    }

    fn houses(&self, _board: &Board) -> Vec<Vec<Cell>> {
        alloc::vec![self.cells.clone()]
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(&mut self.cells, to)
    }
}

documented! {
    /// Extra region: digits in the region do not repeat.
    ///
    /// A cell that is listed twice counts once.
    pub struct AllDifferent {
        /// The cells in ascending order, each once.
        pub cells: Vec<Cell>,
    }
    "AllDifferent" "cells"
}

style!(AllDifferent: KindStyle::new("Extra region", "extra region", ".Shape~6x6.AllDifferent~R2C2~R2C3~R3C3~R4C4")
    .figure(Figure::Own).rule("Digits do not repeat in a cage.").fpuzzles("extraregion")
    .sudokumaker(305).button("extra region", "hyper unique"));

impl Kind for AllDifferent {
    const READING: Reading = Reading::EachValue;
    const PROPERTIES: Properties = Properties { only_houses: true, ..Properties::DEFAULT };

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, _board: &Board, values: &[u8]) -> Checked {
        distinct(&self.cells, values)
    }

    fn normalize(&mut self, _board: &Board) -> Result<(), ArgumentError> {
        self.cells.sort_unstable();
        self.cells.dedup();
        count_is(&self.cells, 1, usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        Ok(alloc::vec![Self { cells: args.cells(0)? }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.cells(&self.cells);
    }

    fn houses(&self, _board: &Board) -> Vec<Vec<Cell>> {
        alloc::vec![self.cells.clone()]
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(&mut self.cells, to)
    }
}

/// The greatest absolute value of a coefficient in a text.
const MAX_COEFFICIENT: i64 = 100;

documented! {
    /// Sum: digits, each multiplied by its coefficient, sum to the given total; digits may repeat.
    ///
    /// In texts, the coefficients follow the total, one for each cell, for example `10_=_1_-1`.
    /// Without them all are 1. A cell that is listed twice counts twice.
    pub struct Sum {
        /// The sum.
        pub sum: i32,
        /// Pairs (cell, coefficient) sorted by cell, each cell once. Coefficients range from -100
        /// to 100 and may be 0.
        pub terms: Vec<(Cell, i32)>,
    }
    "Sum" "sum[_=_coefficients]~cells"
}

style!(Sum(sum): KindStyle::new("Sum", "sum", ".Shape~6x6.Sum~4_=_2_-1_1~R2C2~R2C3~R3C3.Sum~11~R5C4~R5C5~R6C5")
    .figure(Figure::Own);
    fn words(&self, _board: &Board) -> Vec<(&'static str, String)> { sum_words(self.sum, &self.terms) }
);

impl Kind for Sum {
    const READING: Reading = Reading::Sums;
    const PROPERTIES: Properties = Properties { combines_sets: true, ..Properties::DEFAULT };

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.terms.iter().map(|(cell, _)| *cell).collect()
    }

    fn check(&self, _board: &Board, values: &[u8]) -> Checked {
        let term = |(cell, factor): &(Cell, i32)| i64::from(values[cell.index()]) * i64::from(*factor);
        sum_is(self.terms.iter().map(term).sum(), i64::from(self.sum))
    }

    fn semantics(&self, _board: &Board) -> Semantics {
        Semantics::Sum { terms: self.terms.clone(), total: self.sum }
    }

    fn normalize(&mut self, _board: &Board) -> Result<(), ArgumentError> {
        self.terms.sort_unstable();
        let mut merged: Vec<(Cell, i32)> = Vec::with_capacity(self.terms.len());
        for (cell, factor) in &self.terms {
            match merged.last_mut() {
                Some((last, sum)) if last == cell => *sum = sum.saturating_add(*factor),
                _ => merged.push((*cell, *factor)),
            }
        }
        self.terms = merged;
        let limit = MAX_COEFFICIENT;
        if self.terms.iter().any(|(_, factor)| i64::from(factor.abs()) > limit) {
            return Err(ArgumentError::TooLarge("coefficients of a cell that sum to -100 to 100"));
        }
        if i64::from(self.sum).abs() > MAX_SUM {
            return Err(ArgumentError::Number { low: -MAX_SUM, high: MAX_SUM });
        }
        if self.terms.is_empty() { Err(ArgumentError::Missing("at least one cell")) } else { Ok(()) }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let head = args.text(0, "a sum")?;
        let (sum, factors) = head.split_once("_=_").map_or((head, None), |(sum, rest)| (sum, Some(rest)));
        let sum = number(sum, -MAX_SUM, MAX_SUM);
        let sum = sum.ok_or(at(0, ArgumentError::Number { low: -MAX_SUM, high: MAX_SUM }))? as i32;
        let cells = args.cells(1)?;
        let factors = match factors {
            None => alloc::vec![1; cells.len()],
            Some(text) => {
                let read = |text| number(text, -MAX_COEFFICIENT, MAX_COEFFICIENT);
                let factors: Option<Vec<i64>> = text.split('_').map(read).collect();
                factors
                    .ok_or(at(0, ArgumentError::Expected("coefficients from -100 to 100 separated by `_`")))?
            }
        };
        if factors.len() != cells.len() {
            return Err(at(0, ArgumentError::Expected("as many coefficients as cells")));
        }
        let terms = cells.into_iter().zip(factors.into_iter().map(|factor| factor as i32)).collect();
        Ok(alloc::vec![Self { sum, terms }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        let mut head = alloc::format!("{}", self.sum);
        if self.terms.iter().any(|(_, factor)| *factor != 1) {
            head.push_str("_=");
            self.terms.iter().for_each(|(_, factor)| head.push_str(&alloc::format!("_{factor}")));
        }
        out.push(head);
        let cells: Vec<Cell> = self.terms.iter().map(|(cell, _)| *cell).collect();
        out.cells(&cells);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        self.terms.iter_mut().try_for_each(|(cell, _)| shift_all(core::slice::from_mut(cell), to))
    }
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

style!(CageOfSums: KindStyle::new("Cage with several sums", "cage with several sums", ".Shape~6x6.CageOfSums~9_12~R2C2~R2C3~R3C3")
    .figure(Figure::Cage);
    fn label(&self) -> String { joined(&self.sums, "/") }
    fn words(&self, _board: &Board) -> Vec<(&'static str, String)> {
        alloc::vec![("one of the given totals", in_words(&self.sums, "or"))]
    }
);

impl Kind for CageOfSums {
    const READING: Reading = Reading::Cage;
    const PROPERTIES: Properties = Properties { combines_sets: true, ..Properties::DEFAULT };

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, _board: &Board, values: &[u8]) -> Checked {
        distinct(&self.cells, values)?;
        self.check_held(&held(&self.cells, values))
    }

    fn check_held(&self, held: &[u8]) -> Checked {
        let found = sum_of(held);
        if self.sums.iter().any(|sum| i64::from(*sum) == found) {
            Ok(())
        } else {
            Err(ConstraintViolation::Not("one of the sums"))
        }
    }

    fn semantics(&self, _board: &Board) -> Semantics {
        one_of_sums(&self.cells, self.sums.iter().copied())
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
        let sum = |text| number(text, 0, MAX_SUM).map(|sum| sum as u32);
        let sums: Option<Vec<u32>> = args.text(0, "sums")?.split('_').map(sum).collect();
        let sums = sums.ok_or(at(0, ArgumentError::Expected("sums separated by `_`")))?;
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
    "DigitalRoot" "root~cells" 1 to 9; Cage;
    cells |it, _| {
        it.cells.sort_unstable();
        count_is(&it.cells, 1, usize::MAX)
    };
    check |it, _, values| {
        distinct(&it.cells, values)?;
        it.check_held(&held(&it.cells, values))
    };
    with {
        fn check_held(&self, held: &[u8]) -> Checked {
            let (found, expected) = ((sum_of(held) + 8) % 9 + 1, i64::from(self.root));
            if found == expected { Ok(()) } else { Err(ConstraintViolation::Number { found: Some(found), expected }) }
        }

        const PROPERTIES: Properties = Properties { combines_sets: true, ..Properties::DEFAULT };

        fn houses(&self, _board: &Board) -> Vec<Vec<Cell>> {
            alloc::vec![self.cells.clone()]
        }

        fn semantics(&self, board: &Board) -> Semantics {
            let values = self.cells.len() as u32 * (1 + u32::from(board.has_seconds()));
            let most = values * u32::from(board.values().high());
            one_of_sums(&self.cells, (0..=most).filter(|sum| (sum + 8) % 9 + 1 == u32::from(self.root)))
        }
    }
    from Extension;
}

style!(DigitalRoot(root): KindStyle::new("Digital root", "cage with a digital root", ".Shape~6x6.DigitalRoot~5~R2C2~R2C3~R3C3")
    .figure(Figure::Cage).number("the given digital root", "the digital root {}");
    fn label(&self) -> String { format!("root {}", self.root) }
);

numbered_list! {
    /// Rellik cage: digits do not repeat, and no combination of one or more digits in the cage sums
    /// to the given total.
    ///
    /// ```text
    /// !9---+
    /// | 8 4 |
    /// +----+
    /// ```
    pub struct RellikCage {
        /// The forbidden sum; 0 or more.
        pub sum: u32,
    }
    "RellikCage" "sum~cells" 0 to 1_000_000; Open;
    cells |it, _| {
        it.cells.sort_unstable();
        count_is(&it.cells, 1, usize::MAX)
    };
    check |it, _, values| {
        distinct(&it.cells, values)?;
        // Bit s is set if none or some of the values so far have the sum s. Larger sums are those of the other values.
        let (mut reached, mut total) = (1_u128, 0);
        for value in it.cells.iter().map(|cell| values[cell.index()]) {
            reached |= reached << value;
            total += u32::from(value);
        }
        let is_reached = |sum: u32| reached >> sum & 1 == 1;
        let found = match it.sum {
            0 => it.cells.iter().any(|cell| values[cell.index()] == 0),
            sum @ 1..128 => is_reached(sum),
            sum => sum <= total && is_reached(total - sum),
        };
        if found { Err(ConstraintViolation::Not("no combination of cells with the sum")) } else { Ok(()) }
    };
    with {
        fn houses(&self, _board: &Board) -> Vec<Vec<Cell>> {
            alloc::vec![self.cells.clone()]
        }

        fn semantics(&self, board: &Board) -> Semantics {
            let values = board.values();
            let has_no_subset = |set: u16| {
                let numbers = || values.values_of(set).map(u32::from);
                let total: u32 = numbers().sum();
                // Bit s is set if some values have the sum s. Sums above 127 are those of the other values.
                let reached = numbers().fold(0_u128, |sums, number| {
                    sums | sums.checked_shl(number).unwrap_or(0) | 1_u128.checked_shl(number).unwrap_or(0)
                });
                match self.sum {
                    0..128 => reached >> self.sum & 1 == 0,
                    sum => sum != total && (sum > total || reached >> (total - sum) & 1 == 0),
                }
            };
            let mut cells = self.cells.clone();
            cells.dedup();
            if cells.len() == self.cells.len() {
                return value_sets(cells, values, has_no_subset);
            }
            let times = |cell: &Cell| self.cells.iter().filter(|other| *other == cell).count() as u32;
            let times = cells.iter().map(times).collect();
            let parts = alloc::vec![
                Semantics::AllDifferent(cells.clone()),
                match self.sum {
                    0..64 => Semantics::Regular { cells, machine: Machine::NoSubset { sum: self.sum, times } },
                    _ => Semantics::Opaque("a Rellik cage that lists a cell twice, with a sum of 64 or more"),
                },
            ];
            Semantics::All(parts)
        }
    }
}

style!(RellikCage(sum): KindStyle::new("Rellik cage", "rellik cage", ".Shape~6x6.RellikCage~9~R2C2~R2C3~R3C2~R3C3")
    .figure(Figure::Cage).number("the given total", "{}").button("rellik cage", "");
    fn label(&self) -> String { format!("no {}", self.sum) }
);

numbered_list! {
    /// Lunchbox: digits do not repeat; those strictly between the least and the greatest one sum to
    /// the clue.
    ///
    /// It is a sandwich on any list of cells, in the order of the list. A cell cannot be listed
    /// twice.
    ///
    /// ```text
    /// 4-[1]-3-5-[9]-7    (8)
    /// ```
    pub struct Lunchbox {
        /// The sum; 0 or more.
        pub sum: u32,
    }
    "Lunchbox" "sum~cells" 0 to 1_000_000; Open;
    cells |it, _| {
        normalize_direction(&mut it.cells);
        count_is(&it.cells, 1, usize::MAX)?;
        are_different(&it.cells)
    };
    check |it, _, values| {
        distinct(&it.cells, values)?;
        filling(&it.cells, it.sum, values)
    };
    with {
        fn houses(&self, _board: &Board) -> Vec<Vec<Cell>> {
            alloc::vec![self.cells.clone()]
        }

        fn semantics(&self, board: &Board) -> Semantics {
            let is_full = self.cells.len() == usize::from(board.values().count());
            let machine = Machine::Sandwich { sum: self.sum, is_full };
            let inside = match self.cells.len() {
                1 if self.sum == 0 => Semantics::TRUE,
                1 => Semantics::FALSE,
                _ => Semantics::Regular { cells: self.cells.clone(), machine },
            };
            Semantics::All(alloc::vec![Semantics::AllDifferent(self.cells.clone()), inside])
        }
    }
}

style!(Lunchbox(sum): KindStyle::new("Lunchbox", "lunchbox", ".Shape~6x6.Lunchbox~5~R2C2~R2C3~R3C3~R4C3~R4C4")
    .figure(Figure::Cage).number("to the clue", "to {}");
    fn label(&self) -> String { format!("[{}]", self.sum) }
);

/// Returns an error unless the cells between the least and the greatest value of a line have the
/// sum.
pub(super) fn filling(cells: &[Cell], sum: u32, values: &[u8]) -> Checked {
    let value = |index: &usize| values[cells[*index].index()];
    let (Some(least), Some(most)) = ((0..cells.len()).min_by_key(value), (0..cells.len()).max_by_key(value))
    else {
        return Ok(());
    };
    let (from, to) = (least.min(most), least.max(most));
    sum_is(total(cells.get(from + 1..to).unwrap_or(&[]), values), i64::from(sum))
}

/// Returns the condition that different cells have one of the sums.
fn one_of_sums(cells: &[Cell], sums: impl Iterator<Item = u32>) -> Semantics {
    let any = Semantics::Any(sums.map(|sum| Semantics::sum(cells, sum)).collect());
    Semantics::All(alloc::vec![Semantics::AllDifferent(cells.to_vec()), any])
}

/// Returns the condition that different cells hold one of the sets of values that `is_allowed` accepts.
pub(super) fn value_sets(
    cells: Vec<Cell>,
    values: ValueRange,
    is_allowed: impl Fn(u16) -> bool,
) -> Semantics {
    let all = u32::from(values.all());
    let is_set = |set: &u32| set.count_ones() as usize == cells.len() && is_allowed(*set as u16);
    let sets = (0..=all).filter(is_set).map(|set| set as u16).collect();
    Semantics::ValueSets { cells, sets }
}
