//! Lines that compare their cells: thermometers, whispers, renban lines, palindromes, between lines.

use super::args::{ArgError, Args, number};
use super::automaton::Automaton;
use super::cages::value_sets;
use super::declare::{cell_list, documented, numbered_list};
use super::error::{ArgumentError, Checked, ConstraintViolation, distinct};
use super::kind::{Kind, Properties, Writer, count_is, normalize_direction, shift_all};
use super::reading::Reading;
use super::relation::{Related, Relation};
use super::semantics::{Machine, Semantics};
use super::style::{Ends, Hue, KindStyle, style};
use crate::Cell;
use crate::board::{Board, ValueRange};
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

cell_list! {
    /// Thermometer: digits strictly increase from the bulb end.
    ///
    /// The bulb is the first cell. A single cell is always satisfied.
    ///
    /// ```text
    /// (1)-3-4
    ///       |
    ///       7
    /// ```
    pub struct Thermo;
    "Thermo" EachValue; cells |cells, _| count_is(cells, 1, usize::MAX);
    line |one, two| one < two;
}

style!(Thermo: KindStyle::new("Thermometer", "thermometer", ".Shape~6x6.Thermo~R5C2~R4C2~R3C3~R2C3~R2C4.Thermo~R5C4~R5C5~R4C5")
    .line(Hue::Grey, "#cccccc", 30).ends(Ends::Bulb)
    .rule("Digits on a {colour} thermometer increase from the bulb.").fpuzzles("thermometer")
    .sudokumaker(300).button("thermo", "thermometer increasing"));

cell_list! {
    /// Slow thermometer: digits increase or stay the same from the bulb end.
    ///
    /// ```text
    /// (1)-3-3-4
    /// ```
    pub struct SlowThermo;
    "SlowThermo" EachValue; cells |cells, _| count_is(cells, 1, usize::MAX);
    line |one, two| one <= two;
    from Extension;
}

style!(SlowThermo: KindStyle::new("Slow thermometer", "slow thermometer", ".Shape~6x6.SlowThermo~R5C2~R4C2~R3C3~R2C3~R2C4")
    .line(Hue::Grey, "#aaaaaa", 30).ends(Ends::Ring)
    .rule("Digits on a {colour} slow thermometer stay the same or increase from the bulb.")
    .fpuzzles("slowthermometer").sudokumaker(300).button("slow thermo", "thermometer"));

cell_list! {
    /// Spiral order: along the line, no digit is more than 2 below the digit before it.
    ///
    /// The line is read from its outer end, which is the first cell, to its inner end.
    ///
    /// ```text
    /// (4)-2-7-5-6
    /// ```
    pub struct SpiralOrder;
    "SpiralOrder" EachValue; cells |cells, _| count_is(cells, 1, usize::MAX);
    line |one, two| two + 2 >= one;
    from Extension;
}

style!(SpiralOrder: KindStyle::new("Spiral order", "spiral line", ".Shape~6x6.SpiralOrder~R2C2~R2C3~R2C4~R3C4~R3C3")
    .line(Hue::Pink, "#ff9ec7", 15).ends(Ends::Start)
    .rule("Read inwards from its circle, a {colour} spiral line never falls by more than 2.")
    .fpuzzles("spiralorder").button("spiral order", "drop"));

documented! {
    /// Whisper: adjacent digits on the line differ by at least the given number.
    ///
    /// The default difference is 5 (German whispers).
    ///
    /// ```text
    /// 1-6-9
    ///     |
    ///     4
    /// ```
    pub struct Whisper {
        /// The least difference, 0 to 16.
        pub difference: u8,
        /// The cells along the line.
        pub cells: Vec<Cell>,
    }
    "Whisper" "[difference]~cells"
}

style!(Whisper(difference): KindStyle::new("Whisper", "whisper line", ".Whisper~R2C2~R3C3~R3C4~R2C5.Whisper~3~R6C2~R6C3~R7C4")
    .line(Hue::Green, "#67f067", 15).number("the given number", "{}")
    .rule("Adjacent digits on a {colour} whisper line differ by at least {number}.")
    .fpuzzles("whispers").sudokumaker(401).button("whispers", "german dutch chinese");
    fn label(&self) -> String {
        if self.difference == 5 { String::new() } else { format!(">={}", self.difference) }
    }
);

impl Kind for Whisper {
    const READING: Reading = Reading::EachValue;

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.cells.clone()
    }

    fn related(&self, _board: &Board) -> Option<Related<'_>> {
        Some(Related::line(&self.cells))
    }

    fn holds(&self, _board: &Board, one: u8, two: u8) -> bool {
        one.abs_diff(two) >= self.difference
    }

    fn normalize(&mut self, _board: &Board) -> Result<(), ArgumentError> {
        if self.difference > 16 {
            return Err(ArgumentError::Number { low: 0, high: 16 });
        }
        count_is(&self.cells, 1, usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let first = args.text(0, "a difference or a cell")?;
        let (difference, from) = match number(first, 0, 16) {
            Some(difference) => (difference as u8, 1),
            None => (5, 0),
        };
        Ok(alloc::vec![Self { difference, cells: args.cells(from)? }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(self.difference);
        out.cells(&self.cells);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(&mut self.cells, to)
    }
}

cell_list! {
    /// Renban: digits on the line form a set of consecutive, non-repeating digits in any order.
    ///
    /// A cell that is listed twice cannot satisfy it.
    ///
    /// ```text
    /// 5-3-6-4
    /// ```
    pub struct Renban;
    "Renban" Consecutive; cells |cells, _| {
        cells.sort_unstable();
        count_is(cells, 1, usize::MAX)
    };
    check |cells, _, values| {
        // The cells are sorted, so duplicates are adjacent.
        if cells.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(ConstraintViolation::Not("different cells"));
        }
        distinct(cells, values)?;
        let line = || cells.iter().map(|cell| usize::from(values[cell.index()]));
        let (Some(least), Some(most)) = (line().min(), line().max()) else { return Ok(()) };
        if most - least + 1 == cells.len() { Ok(()) } else { Err(ConstraintViolation::Not("consecutive values")) }
    };
    with {
        const PROPERTIES: Properties = Properties { combines_sets: true, ..Properties::DEFAULT };

        fn check_held(&self, held: &[u8]) -> Checked {
            let mut held = held.to_vec();
            held.sort_unstable();
            let are_steps = held.windows(2).all(|pair| pair[0] + 1 == pair[1]);
            if are_steps { Ok(()) } else { Err(ConstraintViolation::Not("distinct consecutive values")) }
        }

        fn semantics(&self, board: &Board) -> Semantics {
            if self.cells.windows(2).any(|pair| pair[0] == pair[1]) {
                return Semantics::FALSE;
            }
            // Sets of consecutive values consist of one run of bits.
            let is_run = |set: u16| {
                let run = u32::from(set) >> set.trailing_zeros();
                run & (run + 1) == 0
            };
            value_sets(self.cells.clone(), board.values(), is_run)
        }
    }
}

style!(Renban: KindStyle::new("Renban", "renban line", ".Shape~6x6.Renban~R2C2~R3C2~R3C3~R4C4")
    .line(Hue::Purple, "#f067f0", 15).unordered()
    .rule("Digits on a {colour} renban line form a set of consecutive digits in any order.")
    .fpuzzles("renban").sudokumaker(400).button("renban", "consecutive set"));

cell_list! {
    /// Nabner: no two digits on the line are equal or consecutive, regardless of their position.
    ///
    /// A cell that is listed twice cannot satisfy it.
    ///
    /// ```text
    /// 5-9-1-3
    /// ```
    pub struct Nabner;
    "Nabner" EachValue; cells |cells, _| {
        cells.sort_unstable();
        count_is(cells, 1, usize::MAX)
    };
    with {
        fn related(&self, _board: &Board) -> Option<Related<'_>> {
            Some(Related::all(&self.cells))
        }

        fn holds(&self, _board: &Board, one: u8, two: u8) -> bool {
            one.abs_diff(two) > 1
        }
    }
    from Extension;
}

style!(Nabner: KindStyle::new("Nabner", "nabner line", ".Shape~6x6.Nabner~R2C2~R3C2~R4C3")
    .line(Hue::Yellow, "#f0e040", 15).unordered().tag("nabner")
    .rule("A {colour} line is a nabner line.").fpuzzles("nabner").button("nabner", ""));

cell_list! {
    /// Palindrome: digits on the line read the same in both directions.
    ///
    /// ```text
    /// 3-7-7-3
    /// ```
    pub struct Palindrome;
    "Palindrome" Open; cells |cells, _| {
        normalize_direction(cells);
        count_is(cells, 1, usize::MAX)
    };
    with {
        fn related(&self, _board: &Board) -> Option<Related<'_>> {
            let opposite = self.cells.iter().copied().zip(self.cells.iter().rev().copied());
            Some(Related::Pairs(opposite.take(self.cells.len() / 2).collect()))
        }

        fn holds(&self, _board: &Board, one: u8, two: u8) -> bool {
            one == two
        }
    }
}

style!(Palindrome: KindStyle::new("Palindrome", "palindrome", ".Shape~6x6.Palindrome~R2C2~R3C2~R4C3~R4C4~R3C5")
    .line(Hue::Grey, "#bbbbbb", 15).rule("A {colour} line is a palindrome.").fpuzzles("palindrome")
    .sudokumaker(402).button("palindrome", ""));

cell_list! {
    /// Parity line: adjacent digits on the line alternate between odd and even.
    ///
    /// ```text
    /// 3-8-1-4
    /// ```
    pub struct ParityLine;
    "ParityLine" EachValue; cells |cells, _| count_is(cells, 1, usize::MAX);
    line |one, two| one % 2 != two % 2;
    from Extension;
}

style!(ParityLine: KindStyle::new("Parity line", "parity line", ".Shape~6x6.ParityLine~R2C2~R3C2~R4C3~R4C4")
    .line(Hue::Red, "#ff6666", 15).tag("parity").rule("A {colour} line is a parity line.")
    .sudokumaker(406).button("parity", ""));

cell_list! {
    /// Sequence: digits along the line form an arithmetic progression; the step may be 0.
    ///
    /// ```text
    /// 7-5-3-1
    /// ```
    pub struct Sequence;
    "Sequence" Open; cells |cells, _| count_is(cells, 1, usize::MAX);
    check |cells, _, values| steps_equal(cells, values, |one, two| i16::from(one) - i16::from(two));
    with {
        fn semantics(&self, _board: &Board) -> Semantics {
            // The second of three cells is the mean of the other two.
            let terms = |cells: &[Cell]| alloc::vec![(cells[0], 1), (cells[1], -2), (cells[2], 1)];
            let sum = |cells| Semantics::Sum { terms: terms(cells), total: 0 };
            Semantics::All(self.cells.windows(3).map(sum).collect())
        }
    }
    from Extension;
}

style!(Sequence: KindStyle::new("Sequence", "sequence line", ".Shape~6x6.Sequence~R2C2~R2C3~R3C4~R4C4")
    .line(Hue::Grey, "#aaaaaa", 15).tag("sequence").rule("A {colour} line is a sequence line.")
    .sudokumaker(405).button("sequence", "arithmetic progression"));

cell_list! {
    /// Same difference: all pairs of adjacent digits on the line have the same difference.
    ///
    /// ```text
    /// 3-5-3-1-3
    /// ```
    pub struct SameDifference;
    "SameDifference" Open; cells |cells, _| count_is(cells, 1, usize::MAX);
    check |cells, _, values| steps_equal(cells, values, |one, two| i16::from(one.abs_diff(two)));
    with {
        fn semantics(&self, board: &Board) -> Semantics {
            let line = |step: u8| {
                let relation = Relation::from_fn(board.values(), |one, two| one.abs_diff(two) == step);
                Semantics::related(Related::line(&self.cells), relation)
            };
            Semantics::Any((0..board.values().count()).map(line).collect())
        }
    }
    from Extension;
}

style!(SameDifference: KindStyle::new("Same difference", "same difference line", ".Shape~6x6.SameDifference~R2C2~R2C3~R3C4~R4C4")
    .line(Hue::Teal, "#66d9c8", 15).tag("same step").rule("A {colour} line is a same difference line."));

cell_list! {
    /// Counted differences: each difference of adjacent digits on the line occurs exactly as often as
    /// its value.
    ///
    /// A difference of 1 occurs once on the line, a difference of 2 twice. Adjacent digits are never
    /// equal. The line has at most 15 cells.
    ///
    /// ```text
    /// 3-5-4-2      2, 1, 2
    /// ```
    pub struct CountedDifferences;
    "CountedDifferences" Open; cells |cells, _| {
        normalize_direction(cells);
        count_is(cells, 1, MAX_COUNTED)
    };
    check |cells, _, values| {
        let mut counts = [0_u8; 256];
        for pair in cells.windows(2) {
            counts[usize::from(values[pair[0].index()].abs_diff(values[pair[1].index()]))] += 1;
        }
        let is_counted = |(difference, count): (usize, &u8)| *count == 0 || usize::from(*count) == difference;
        if counts.iter().enumerate().all(is_counted) {
            Ok(())
        } else {
            Err(ConstraintViolation::Not("differences that occur as often as their values"))
        }
    };
    with {
        fn semantics(&self, board: &Board) -> Semantics {
            let automaton = Arc::new(counted_differences(board.values(), self.cells.len()));
            Semantics::Regular { cells: self.cells.clone(), machine: Machine::stored(automaton, self.cells.len()) }
        }
    }
    from Extension;
}

style!(CountedDifferences: KindStyle::new("Counted differences", "line of counted differences", ".Shape~6x6.CountedDifferences~R2C2~R2C3~R3C4~R4C4")
    .line(Hue::Teal, "#99e6e0", 15).tag("counted steps")
    .rule("A difference of neighbours on a {colour} line is how many pairs on it have that difference."));

/// The greatest length of a line for which the automaton fits within the limits, on boards with 16
/// values.
const MAX_COUNTED: usize = 15;

/// Returns the automaton of [`CountedDifferences`]. A state consists of the last value and the
/// sorted differences so far.
///
/// The sum of the distinct differences on a line is the number of its steps. Most lists of
/// differences are therefore excluded early.
fn counted_differences(range: ValueRange, cells: usize) -> Automaton {
    let step = |(last, met): &(Option<u8>, Vec<u8>), symbol| {
        let (value, mut after) = (range.low() + symbol, met.clone());
        if let Some(last) = last {
            after.push(last.abs_diff(value));
            after.sort_unstable();
        }
        may_be_counted(&after, cells).then_some((Some(value), after))
    };
    let is_counted = |same: &[u8]| same.len() == usize::from(same[0]);
    Automaton::from_steps(range.count(), (None, Vec::new()), step, |(_, met)| {
        met.chunk_by(|one, two| one == two).all(is_counted)
    })
    .expect("a line of 15 cells has fewer than 4,096 lists of differences and 16 values")
}

/// Returns true if no difference occurs too often, and if the line has enough steps for all missing
/// occurrences.
fn may_be_counted(differences: &[u8], cells: usize) -> bool {
    let same = || differences.chunk_by(|a, b| a == b);
    let steps: usize = same().map(|same| usize::from(same[0])).sum();
    same().all(|same| same.len() <= usize::from(same[0])) && steps < cells
}

/// Returns an error unless all pairs of consecutive cells have the same step.
fn steps_equal(cells: &[Cell], values: &[u8], step: fn(u8, u8) -> i16) -> Checked {
    let mut steps = cells.windows(2).map(|pair| step(values[pair[0].index()], values[pair[1].index()]));
    let first = steps.next();
    if steps.all(|step| Some(step) == first) { Ok(()) } else { Err(ConstraintViolation::Not("equal steps")) }
}

cell_list! {
    /// Between line: digits on the line lie strictly between the digits in the two circles at its
    /// ends.
    ///
    /// There must be at least two cells. A line of two cells is always satisfied.
    ///
    /// ```text
    /// (2)-5-3-6-(7)
    /// ```
    pub struct Between;
    "Between" Open; cells |cells, _| {
        normalize_direction(cells);
        count_is(cells, 2, usize::MAX)
    };
    check |cells, _, values| {
        let Some((least, most, inner)) = ends(cells, values) else { return Ok(()) };
        let wrong = inner.iter().find(|cell| !(least + 1..most).contains(&values[cell.index()]));
        wrong.map_or(Ok(()), |cell| Err(ConstraintViolation::Value { cell: *cell, found: values[cell.index()] }))
    };
    with {
        fn semantics(&self, _board: &Board) -> Semantics {
            ends_first(&self.cells, None)
        }
    }
}

style!(Between: KindStyle::new("Between line", "between line", ".Shape~6x6.Between~R2C2~R2C3~R3C4~R4C5")
    .line(Hue::Grey, "#aaaaaa", 10).ends(Ends::Circles).rule("A {colour} line is a between line.")
    .fpuzzles("betweenline").sudokumaker(403).button("between", "in-between"));

numbered_list! {
    /// Lockout line: the ends differ by at least the given number, and digits on the line lie
    /// strictly outside their range.
    ///
    /// The usual difference is 4. Even with the difference 0, the ends are different. There must be
    /// at least two cells.
    ///
    /// ```text
    /// <3>-1-9-8-<7>
    /// ```
    pub struct Lockout {
        /// The least difference between the ends, 0 to 16.
        pub difference: u8,
    }
    "Lockout" "difference~cells" 0 to 16; Open;
    cells |it, _| {
        normalize_direction(&mut it.cells);
        count_is(&it.cells, 2, usize::MAX)
    };
    check |it, _, values| {
        let Some((least, most, inner)) = ends(&it.cells, values) else { return Ok(()) };
        if most - least < it.difference.max(1) {
            return Err(ConstraintViolation::Not("ends that differ by at least the given number"));
        }
        let wrong = inner.iter().find(|cell| (least..=most).contains(&values[cell.index()]));
        wrong.map_or(Ok(()), |cell| Err(ConstraintViolation::Value { cell: *cell, found: values[cell.index()] }))
    };
    with {
        fn semantics(&self, _board: &Board) -> Semantics {
            ends_first(&self.cells, Some(self.difference))
        }
    }
}

style!(Lockout(difference): KindStyle::new("Lockout line", "lockout line", ".Lockout~4~R2C2~R2C3~R3C4~R4C5.Lockout~5~R6C2~R6C3~R7C4")
    .line(Hue::Blue, "#aabbee", 10).ends(Ends::Diamonds).number("the given number", "{}")
    .rule("The ends of a {colour} lockout line differ by at least {number}.").fpuzzles("lockout")
    .sudokumaker(407).button("lockout", "").usual(4);
    fn label(&self) -> String {
        if self.difference == 4 { String::new() } else { format!(">={}", self.difference) }
    }
);

/// Returns the lesser and the greater value of the ends, and the cells between the ends.
fn ends<'a>(cells: &'a [Cell], values: &[u8]) -> Option<(u8, u8, &'a [Cell])> {
    let [first, inner @ .., last] = cells else { return None };
    let (one, two) = (values[first.index()], values[last.index()]);
    Some((one.min(two), one.max(two), inner))
}

/// Returns the condition on a line whose ends restrict its other cells.
fn ends_first(cells: &[Cell], outside: Option<u8>) -> Semantics {
    match cells {
        [_, _] if outside.is_none() => Semantics::TRUE,
        [first, inner @ .., last] => {
            let cells = [*first, *last].into_iter().chain(inner.iter().copied()).collect();
            Semantics::Regular { cells, machine: Machine::Ends { outside } }
        }
        _ => Semantics::TRUE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;

    #[test]
    fn the_longest_line_of_counted_differences_fits() {
        let range = Board::new(Shape::square(16).unwrap(), Vec::new()).unwrap().values();
        let automaton = counted_differences(range, MAX_COUNTED);
        assert!(automaton.states() < 1 << 16);
        // The steps 2, 1 and 2; then twice 1.
        assert!(automaton.accepts([2, 4, 3, 1]) && !automaton.accepts([2, 3, 2]));
    }
}
