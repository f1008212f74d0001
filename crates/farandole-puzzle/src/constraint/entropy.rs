//! Classes of values: entropic and modular lines, global entropy, equality cages.

use super::cages::value_sets;
use super::declare::{cell_list, global_rule, numbered_list};
use super::error::{ArgumentError, Checked, ConstraintViolation, distinct};
use super::kind::{Properties, count_is, has_digits};
use super::relation::Related;
use super::semantics::{CountBound, Semantics};
use super::style::{Figure, Hue, KindStyle, style};
use crate::Cell;
use crate::board::{Board, ValueRange};
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;

numbered_list! {
    /// Modular line: any m consecutive cells on the line have different remainders modulo m.
    ///
    /// On a line of fewer than m cells, all remainders differ.
    ///
    /// ```text
    /// 1-5-9-4-2-3      (m = 3)
    /// ```
    pub struct Modular {
        /// The modulus m, 1 to 16.
        pub modulus: u8,
    }
    "Modular" "m~cells" 1 to 16; EachValue;
    cells |it, _| count_is(&it.cells, 1, usize::MAX);
    with {
        fn related(&self, _board: &Board) -> Option<Related<'_>> {
            Some(Related::near(&self.cells, usize::from(self.modulus) - 1))
        }

        fn holds(&self, _board: &Board, one: u8, two: u8) -> bool {
            one % self.modulus != two % self.modulus
        }
    }
}

style!(Modular(modulus): KindStyle::new("Modular line", "modular line", ".Shape~6x6.Modular~3~R2C2~R2C3~R3C4~R4C4")
    .line(Hue::Teal, "#33bbaa", 15)
    .rule("A {colour} line is a modular line: digits modulo 3 differ in any three cells in a row.")
    .fpuzzles("modularline").sudokumaker(406).button("modular", "mod").usual(3);
    fn label(&self) -> String { format!("mod {}", self.modulus) }
    fn words(&self, _board: &Board) -> Vec<(&'static str, String)> {
        let of = |words: &str| words.replace('m', &self.modulus.to_string());
        alloc::vec![("any m ", of("any m ")), ("modulo m", format!("modulo {}", self.modulus))]
    }
);

cell_list! {
    /// Entropic line: any three consecutive cells on the line contain a low, a middle and a high
    /// digit.
    ///
    /// For the digits 1 to 9, low is 1 to 3, middle 4 to 6 and high 7 to 9. If the number of values
    /// is not a multiple of 3, either the middle third has one more value, or the low and the high
    /// third each have one more. The two cells of a line of two must belong to different thirds.
    ///
    /// ```text
    /// 2-6-8-1-5-9
    /// ```
    pub struct Entropic;
    "Entropic" Open; cells |cells, board| match board.values().count() {
        3.. => count_is(cells, 1, usize::MAX),
        _ => Err(ArgumentError::Board("at least three values")),
    };
    with {
        fn related(&self, _board: &Board) -> Option<Related<'_>> {
            Some(Related::near(&self.cells, 2))
        }

        fn holds(&self, board: &Board, one: u8, two: u8) -> bool {
            Self::third(board.values(), one) != Self::third(board.values(), two)
        }
    }
}

style!(Entropic: KindStyle::new("Entropic line", "entropic line", ".Entropic~R2C2~R2C3~R3C4~R4C4~R5C4")
    .line(Hue::Orange, "#ffccaa", 15).tag("entropic").rule("A {colour} line is an entropic line.")
    .fpuzzles("entropicline").sudokumaker(406).button("entropic", ""));

impl Entropic {
    /// Returns the third that contains a value: 0 for low, 1 for middle, 2 for high.
    pub const fn third(values: ValueRange, value: u8) -> u8 {
        let (offset, count) = (value - values.low(), values.count());
        let low = (count + 1) / 3;
        (offset >= low) as u8 + (offset >= count - low) as u8
    }
}

cell_list! {
    /// Equality cage: digits do not repeat; the cage has as many odd as even digits and as many low
    /// as high ones.
    ///
    /// The cage has an even number of cells. Low digits are in the lower half of the values, high
    /// digits in the upper half. If the number of values is odd, the middle value is in neither
    /// half and cannot occur.
    ///
    /// ```text
    /// =----+
    /// | 1 8 |
    /// +----+
    /// ```
    pub struct EqualityCage;
    "EqualityCage" Open; cells |cells, _| {
        cells.sort_unstable();
        if cells.len() % 2 == 1 {
            return Err(ArgumentError::Expected("an even number of cells"));
        }
        count_is(cells, 2, usize::MAX)
    };
    check |cells, board, values| {
        distinct(cells, values)?;
        let (low, count) = (board.values().low(), board.values().count());
        let offset = |cell: &Cell| values[cell.index()] - low;
        let lower = cells.iter().filter(|cell| offset(cell) < count / 2).count();
        let upper = cells.iter().filter(|cell| offset(cell) >= count - count / 2).count();
        let odd = cells.iter().filter(|cell| values[cell.index()] % 2 == 1).count();
        let half = cells.len() / 2;
        if (lower, upper) != (half, half) {
            Err(ConstraintViolation::Not("as many values from the lower as from the upper half"))
        } else if odd != half {
            Err(ConstraintViolation::Not("as many even as odd values"))
        } else {
            Ok(())
        }
    };
    with {
        const PROPERTIES: Properties = Properties { combines_sets: true, ..Properties::DEFAULT };

        fn semantics(&self, board: &Board) -> Semantics {
            let values = board.values();
            let half = self.cells.len() / 2;
            let (lower, upper) = (values.count() / 2, values.count() - values.count() / 2);
            let odd = values.mask_where(|value| value % 2 == 1);
            let low = values.mask_where(|value| value - values.low() < lower);
            let high = values.mask_where(|value| value - values.low() >= upper);
            let mut cells = self.cells.clone();
            cells.dedup();
            if cells.len() == self.cells.len() {
                let has_half = |set: u16, part: u16| (set & part).count_ones() as usize == half;
                return value_sets(cells, values, |set| [odd, low, high].iter().all(|part| has_half(set, *part)));
            }
            let exactly = |mask: u16| CountBound { mask, least: half as u32, most: half as u32 };
            let balanced =
                Semantics::Count { cells: self.cells.clone(), bounds: [odd, low, high].map(exactly).to_vec() };
            Semantics::All(alloc::vec![Semantics::AllDifferent(cells), balanced])
        }
    }
}

style!(EqualityCage: KindStyle::new("Equality cage", "equality cage", ".Shape~6x6.EqualityCage~R2C2~R2C3~R3C2~R3C3")
    .figure(Figure::Cage).tag("=").button("equality cage", ""));

global_rule! {
    /// Global entropy: every 2x2 square contains a low (1, 2, 3), a middle (4, 5, 6) and a high (7,
    /// 8, 9) digit.
    ///
    /// ```text
    /// 2 | 5
    /// --+--
    /// 9 | 1
    /// ```
    pub struct GlobalEntropy;
    "GlobalEntropy" Open; on has_digits;
    check |board, values| squares_mixed(board, values, |value| (value - 1) / 3);
    with {
        fn semantics(&self, board: &Board) -> Semantics {
            all_classes(board, |value| (value - 1) / 3)
        }
    }
}

style!(GlobalEntropy: KindStyle::new("Global entropy", "global entropy", ".GlobalEntropy")
    .rule("Global entropy rules apply.").sudokumaker(16).button("global entropy", ""));

global_rule! {
    /// Global modulo: every 2x2 square contains digits with all three remainders modulo 3.
    ///
    /// ```text
    /// 3 | 4
    /// --+--
    /// 8 | 1
    /// ```
    pub struct GlobalMod;
    "GlobalMod" Open; on |board| match board.values().count() {
        9 => Ok(()),
        _ => Err(ArgumentError::Board("the values 1 to 9 or 0 to 8")),
    };
    check |board, values| squares_mixed(board, values, |value| value % 3);
    with {
        fn semantics(&self, board: &Board) -> Semantics {
            all_classes(board, |value| value % 3)
        }
    }
}

style!(GlobalMod: KindStyle::new("Global modulo", "remainders modulo 3 in 2x2 squares", ".GlobalMod")
    .rule("Global modulo rules apply.").sudokumaker(16).button("global modulo", ""));

/// Returns an error unless every 2x2 square contains values of all three classes.
fn squares_mixed(board: &Board, values: &[u8], class: fn(u8) -> u8) -> Checked {
    let mixed = |square: &[Cell; 4]| {
        let classes = square.iter().fold(0_u8, |mask, cell| mask | 1 << class(values[cell.index()]));
        classes.count_ones() == 3
    };
    if board.squares().iter().all(mixed) {
        Ok(())
    } else {
        Err(ConstraintViolation::Not("all three classes in each 2x2 square"))
    }
}

/// Returns the condition that each 2x2 square has values of all three classes.
fn all_classes(board: &Board, class: fn(u8) -> u8) -> Semantics {
    let bound = |wanted: u8| {
        let mask = board.values().mask_where(|value| class(value) == wanted);
        CountBound { mask, least: 1, most: u32::MAX }
    };
    let square =
        |cells: [Cell; 4]| Semantics::Count { cells: cells.to_vec(), bounds: (0..3).map(bound).collect() };
    Semantics::All(board.squares().into_iter().map(square).collect())
}
