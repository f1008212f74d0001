//! Clues outside the grid about positions and orders of values in a line: skyscrapers, numbered
//! rooms, outside clues, first seen digits, Rossini arrows.

use super::args::{ArgError, Args, at};
use super::automaton::{Automaton, Transition};
use super::declare::documented;
use super::error::{ArgumentError, Checked, ConstraintViolation};
use super::kind::{Key, Kind, Writer, is_sudoku};
use super::reading::Reading;
use super::relation::{Related, Relation};
use super::semantics::{Content, Machine, Semantics, Times};
use super::style::{Figure, KindStyle, in_words, joined, style};
use crate::Cell;
use crate::board::{Board, End, Line, LineEnd, ValueRange};
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

/// The greatest clue that a text may contain.
pub(super) const MAX_CLUE: i64 = 1_000_000;

/// Parses the argument with this index as a row or column.
pub(super) fn line_at(args: Args<'_>, index: usize) -> Result<Line, ArgError> {
    let text = args.text(index, "a row or column")?;
    Line::named(text, args.board)
        .ok_or(at(index, ArgumentError::Expected("a row or column of this grid, such as `R3`")))
}

/// Returns an error if the number in the grid differs from the clue.
pub(super) const fn is_clue(found: Option<i64>, clue: u32) -> Checked {
    let expected = clue as i64;
    match found {
        Some(found) if found == expected => Ok(()),
        _ => Err(ConstraintViolation::Number { found, expected }),
    }
}

/// Builds the constraints for the clues at both ends of a line.
///
/// The argument with index `first` is the line. The next two are the clues at its ends.
pub(super) fn at_both_ends<T, K>(
    args: Args<'_>,
    first: usize,
    read: impl Fn(usize) -> Result<T, ArgError>,
    make: impl Fn(LineEnd, T) -> K,
) -> Result<Vec<K>, ArgError> {
    args.end(first + 3)?;
    let line = line_at(args, first)?;
    let mut clues = Vec::with_capacity(2);
    for (argument, end) in [(first + 1, End::Start), (first + 2, End::Finish)] {
        if !args.text_or_empty(argument).is_empty() {
            clues.push(make(LineEnd { line, end }, read(argument)?));
        }
    }
    if clues.is_empty() { Err(ArgumentError::Missing("a clue").into()) } else { Ok(clues) }
}

pub(super) fn write_place(out: &mut Writer<'_>, place: LineEnd, clue: impl fmt::Display) {
    out.push(place.line);
    if place.end == End::Finish {
        out.push("");
    }
    out.push(clue);
}

/// Returns an error unless `place` is the end of a row or column of a Sudoku grid.
pub(super) fn is_on(place: LineEnd, board: &Board) -> Result<(), ArgumentError> {
    is_sudoku(board)?;
    if place.line.is_on(board) {
        Ok(())
    } else {
        Err(ArgumentError::Expected("a row or column of this grid"))
    }
}

/// Returns the first cells of the line, as viewed from the clue. Their number is the length of a
/// box in this direction.
pub(super) fn frame(place: LineEnd, board: &Board) -> Vec<Cell> {
    let mut cells = place.cells(board);
    let depth = board.box_shape().map_or(0, |it| match place.line {
        Line::Row(_) => it.box_cols,
        Line::Col(_) => it.box_rows,
    });
    cells.truncate(depth);
    cells
}

/// Declares a clue at one end of a line. The parameters are its documentation, its least number,
/// and its check of the values as seen from the clue.
macro_rules! line_clue {
    ($(#[doc = $doc:literal])+ pub struct $Kind:ident; $name:literal from $least:literal $($origin:ident)?; check $check:expr; semantics $semantics:expr;) => {
        documented! {
            $(#[doc = $doc])+
            ///
            /// In texts, the arguments are a row or column, the clue at its left or upper end, and the
            /// clue at its other end. One of the clues may be empty.
            pub struct $Kind {
                /// The end of the line at which the clue is placed.
                pub place: LineEnd,
                /// The clue.
                pub clue: u32,
            }
            $name "line~[clue][~clue]" $($origin)?
        }

        impl Kind for $Kind {
            const READING: Reading = Reading::Open;

            fn cells(&self, board: &Board) -> Vec<Cell> {
                self.place.cells(board)
            }

            fn check(&self, board: &Board, values: &[u8]) -> Checked {
                let line: Vec<u8> = self.place.cells(board).iter().map(|cell| values[cell.index()]).collect();
                let check: fn(&[u8], u32) -> Checked = $check;
                check(&line, self.clue)
            }

            fn semantics(&self, board: &Board) -> Semantics {
                let semantics: fn(Vec<Cell>, u32, ValueRange) -> Semantics = $semantics;
                semantics(self.place.cells(board), self.clue, board.values())
            }

            fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
                is_on(self.place, board)?;
                if !($least..=MAX_CLUE).contains(&i64::from(self.clue)) {
                    return Err(ArgumentError::Number { low: $least, high: MAX_CLUE });
                }
                Ok(())
            }

            fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
                let read = |argument| args.number(argument, $least, MAX_CLUE).map(|clue| clue as u32);
                at_both_ends(args, 0, read, |place, clue| Self { place, clue })
            }

            fn write(&self, out: &mut Writer<'_>) {
                write_place(out, self.place, self.clue);
            }

            fn key(&self) -> Option<Key> {
                Some(Key::Place(self.place))
            }
        }
    };
}

pub(super) use line_clue;

/// Returns the values that are greater than all values before them.
fn visible(line: &[u8]) -> impl Iterator<Item = u8> {
    let mut highest = 0;
    line.iter().copied().filter(move |value| {
        let is_visible = *value > highest;
        highest = highest.max(*value);
        is_visible
    })
}

line_clue! {
    /// Skyscraper: the clue is the number of visible skyscrapers; taller digits hide lower digits
    /// that come after them.
    ///
    /// A digit is visible if it is greater than all digits before it. A 0 does not count, so the
    /// clue 0 never holds in a line that has another digit.
    ///
    /// ```text
    /// 3 > 2 1 7 4 9 8 . . .
    /// ```
    pub struct Skyscraper;
    "Skyscraper" from 0;
    check |line, clue| {
        is_clue(Some(visible(line).count() as i64), clue)
    };
    semantics |cells, total, _| {
        let machine = Machine::Visible { total, is_sum: false, is_distinct: false };
        Semantics::Regular { cells, machine }
    };
}

style!(Skyscraper(clue): KindStyle::new("Skyscraper", "skyscrapers", ".Shape~6x6.Skyscraper~R2~3~2.Skyscraper~C4~4")
    .figure(Figure::Clue("towers")).number("the clue is", "the clue {} is")
    .rule("Clues outside the grid count skyscrapers.").fpuzzles("skyscraper").sudokumaker(503)
    .button("skyscraper", "towers buildings");
    fn place(&self) -> Option<LineEnd> { Some(self.place) }
);

line_clue! {
    /// Skyscraper sum: the clue is the sum of the visible skyscrapers; taller digits hide lower digits
    /// that come after them.
    ///
    /// A digit is visible if it is greater than all digits before it.
    ///
    /// ```text
    /// 18 > 2 1 7 4 9 8 . . .
    /// ```
    pub struct SkyscraperSum;
    "SkyscraperSum" from 0 Extension;
    check |line, clue| {
        is_clue(Some(visible(line).map(i64::from).sum()), clue)
    };
    semantics |cells, total, _| {
        let machine = Machine::Visible { total, is_sum: true, is_distinct: false };
        Semantics::Regular { cells, machine }
    };
}

style!(SkyscraperSum(clue): KindStyle::new("Skyscraper sum", "skyscraper sum", ".Shape~6x6.SkyscraperSum~R2~9~11.SkyscraperSum~C4~6")
    .figure(Figure::Clue("sum")).number("the clue is", "the clue {} is")
    .rule("Clues outside the grid are the sums of the visible skyscrapers.").button("skyscr. sum", "towers buildings");
    fn place(&self) -> Option<LineEnd> { Some(self.place) }
);

line_clue! {
    /// Hidden skyscraper: the clue is the first digit hidden by a taller skyscraper, seen from the
    /// clue.
    ///
    /// A digit is hidden if it is lower than a digit before it. The line must have a hidden digit.
    ///
    /// ```text
    /// 3 > 2 5 3 . . . . . .
    /// ```
    pub struct HiddenSkyscraper;
    "HiddenSkyscraper" from 0;
    check |line, clue| {
        let hidden = line.windows(2).find(|pair| pair[1] < pair[0]).map(|pair| i64::from(pair[1]));
        is_clue(hidden, clue)
    };
    semantics |cells, value, _| {
        Semantics::Regular { cells, machine: Machine::FirstHidden { value, is_distinct: false } }
    };
}

style!(HiddenSkyscraper(clue): KindStyle::new("Hidden skyscraper", "hidden skyscraper", ".Shape~6x6.HiddenSkyscraper~R2~3~2.HiddenSkyscraper~C4~4")
    .figure(Figure::Clue("hidden")).number("the clue is", "the clue {} is").button("hidden skyscr.", "");
    fn place(&self) -> Option<LineEnd> { Some(self.place) }
);

line_clue! {
    /// Numbered room: the clue is the digit in the Xth cell of the line, where X is the first digit
    /// seen from the clue.
    ///
    /// X is at least 1 and at most the length of the line.
    ///
    /// ```text
    /// 7 > 3 . 7 . . . . . .
    /// ```
    pub struct NumberedRoom;
    "NumberedRoom" from 0;
    check |line, clue| {
        let index = line.first().and_then(|first| usize::from(*first).checked_sub(1));
        is_clue(index.and_then(|index| line.get(index)).map(|value| i64::from(*value)), clue)
    };
    semantics |cells, clue, values| {
        let mask = u8::try_from(clue).ok().filter(|clue| values.contains(*clue)).map_or(0, |clue| values.mask(clue));
        let entries = (1..).zip(&cells).map(|(number, cell)| (number, *cell)).collect();
        Semantics::Element { index: cells[0], entries, content: Content::Values(mask) }
    };
}

style!(NumberedRoom(clue): KindStyle::new("Numbered room", "numbered room", ".Shape~6x6.NumberedRoom~R2~3~2.NumberedRoom~C4~4")
    .figure(Figure::Clue("room")).number("the clue is", "the clue {} is")
    .rule("Clues outside the grid are numbered rooms.").sudokumaker(504).button("numbered room", "");
    fn place(&self) -> Option<LineEnd> { Some(self.place) }
);

documented! {
    /// Outside: the clue digits appear in the first cells of the line, up to the far edge of the
    /// nearest box.
    ///
    /// The number of cells is the extent of a box in this direction, even if boxes are not houses.
    /// The grid needs a box shape. A digit that is listed twice appears twice.
    ///
    /// In texts, the arguments are a row or column, the digits at its left or upper end separated
    /// by `_`, and the digits at its other end. One of the lists may be empty.
    ///
    /// ```text
    /// 1 8 > 3 1 8 | . . . | . . .
    /// ```
    pub struct Outside {
        /// The end of the line at which the clue is placed.
        pub place: LineEnd,
        /// The values in ascending order, each as often as it is listed.
        pub values: Vec<u8>,
    }
    "Outside" "line~[value_value..][~value_value..]" Extension
}

style!(Outside: KindStyle::new("Outside", "outside digits", ".Shape~6x6.Outside~R2~1_2~5.Outside~C4~3")
    .figure(Figure::Clue("holds")).rule("Outside clues are among the nearest digits.");
    fn place(&self) -> Option<LineEnd> { Some(self.place) }
    fn label(&self) -> String { joined(&self.values, " ") }
    fn words(&self, _board: &Board) -> Vec<(&'static str, String)> {
        alloc::vec![("the clue digits", format!("the clue digits {}", in_words(&self.values, "and")))]
    }
);

impl Kind for Outside {
    const READING: Reading = Reading::Open;

    fn cells(&self, board: &Board) -> Vec<Cell> {
        frame(self.place, board)
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let frame = self.cells(board);
        let times = |values: &mut dyn Iterator<Item = u8>, value| values.filter(|it| *it == value).count();
        self.values.iter().try_for_each(|value| {
            let found = times(&mut frame.iter().map(|cell| values[cell.index()]), *value);
            let expected = times(&mut self.values.iter().copied(), *value);
            if found >= expected {
                Ok(())
            } else {
                Err(ConstraintViolation::Count { value: *value, found, expected })
            }
        })
    }

    fn semantics(&self, board: &Board) -> Semantics {
        Semantics::contains(self.cells(board), &self.values, Times::AtLeast, board.values())
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        is_on(self.place, board)?;
        self.values.sort_unstable();
        let fits = !self.values.is_empty() && self.values.iter().all(|it| board.values().contains(*it));
        if board.box_shape().is_none() {
            Err(ArgumentError::Others("a grid with boxes"))
        } else if fits {
            Ok(())
        } else {
            Err(ArgumentError::Expected("values of the board"))
        }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        at_both_ends(args, 0, |argument| args.values(argument), |place, values| Self { place, values })
    }

    fn write(&self, out: &mut Writer<'_>) {
        let values: Vec<_> = self.values.iter().map(|value| alloc::format!("{value}")).collect();
        write_place(out, self.place, values.join("_"));
    }
}

documented! {
    /// First seen: of the listed digits, the clue is the one that appears first in the line.
    ///
    /// At least one of the digits must appear in the line.
    ///
    /// In texts, the arguments are the digits separated by `_`, a row or column, the clue at its
    /// left or upper end, and the clue at its other end. One of the clues may be empty.
    ///
    /// ```text
    /// 2 > 7 4 2 9 1 . . . 3      of 1, 2 and 3
    /// ```
    pub struct FirstSeen {
        /// The end of the line at which the clue is placed.
        pub place: LineEnd,
        /// The mask of the values: bit v - low represents the value v.
        pub mask: u16,
        /// The value that appears first.
        pub value: u8,
    }
    "FirstSeen" "value[_value..]~line~[value][~value]" Extension
}

style!(FirstSeen: KindStyle::new("First seen", "first seen", ".Shape~6x6.FirstSeen~1_2_3~R2~3~1")
    .figure(Figure::Clue("first")).partial();
    fn place(&self) -> Option<LineEnd> { Some(self.place) }
    fn label(&self) -> String { self.value.to_string() }
    fn words(&self, board: &Board) -> Vec<(&'static str, String)> {
        alloc::vec![
            ("the listed digits", in_words(board.values().values_of(self.mask), "and")),
            ("the clue is", format!("the clue {} is", self.value))
        ]
    }
);

impl Kind for FirstSeen {
    const READING: Reading = Reading::Open;

    fn cells(&self, board: &Board) -> Vec<Cell> {
        self.place.cells(board)
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let line = self.place.cells(board);
        let mut seen = line.iter().map(|cell| values[cell.index()]);
        let first = seen.find(|value| board.values().mask(*value) & self.mask != 0);
        is_clue(first.map(i64::from), u32::from(self.value))
    }

    fn semantics(&self, board: &Board) -> Semantics {
        let values = board.values();
        // Unlisted values, the value that appears first, and then any values.
        let (before, after) = (0, 1);
        let step = |from, to| move |value: u8| Transition { from, symbol: value - values.low(), to };
        let unlisted = values.values_of(values.all() & !self.mask).map(step(before, before));
        let transitions: Vec<Transition> = unlisted
            .chain([step(before, after)(self.value)])
            .chain(values.iter().map(step(after, after)))
            .collect();
        let states = [(true, false), (false, true)];
        let automaton = Automaton::new(values.count(), &states, &transitions).expect("two states");
        let cells = self.place.cells(board);
        let machine = Machine::stored(Arc::new(automaton), cells.len());
        Semantics::Regular { cells, machine }
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        is_on(self.place, board)?;
        let is_one = board.values().contains(self.value) && board.values().mask(self.value) & self.mask != 0;
        let fits = is_one && self.mask & !board.values().all() == 0;
        if fits { Ok(()) } else { Err(ArgumentError::Expected("one of the listed values")) }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let mask = args.values(0)?.iter().fold(0, |mask, value| mask | args.board.values().mask(*value));
        at_both_ends(args, 1, |argument| args.value(argument), |place, value| Self { place, mask, value })
    }

    fn write(&self, out: &mut Writer<'_>) {
        let values: Vec<u8> = out.board.values().values_of(self.mask).collect();
        out.values(&values);
        write_place(out, self.place, self.value);
    }
}

/// The order of the first three values of a line at a Rossini clue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Slope {
    /// The values increase into the grid: the arrow points away from the edge.
    Rises,
    /// The values decrease into the grid: the arrow points to the edge.
    Falls,
    /// Neither: there is no arrow. This can be inferred, because all possible arrows are given.
    Neither,
}

impl Slope {
    const ALL: [Self; 3] = [Self::Rises, Self::Falls, Self::Neither];

    const fn name(self) -> &'static str {
        match self {
            Self::Rises => "rises",
            Self::Falls => "falls",
            Self::Neither => "neither",
        }
    }
}

documented! {
    /// Rossini: an arrow shows the direction in which the first three digits of the line increase.
    ///
    /// `rises` means that digits increase into the grid, and `falls` that they decrease. Use
    /// `neither` for edges without an arrow if all possible arrows are given.
    ///
    /// In texts, the arguments are a row or column, the clue at its left or upper end, and the clue
    /// at its other end. One of the clues may be empty.
    ///
    /// ```text
    /// -> 2 5 9 . . . . . .
    /// ```
    pub struct Rossini {
        /// The end of the line at which the clue is placed.
        pub place: LineEnd,
        /// The order of the values.
        pub slope: Slope,
    }
    "Rossini" "line~[rises|falls|neither][~rises|falls|neither]" Extension
}

style!(Rossini: KindStyle::new("Rossini", "rossini clue", ".Shape~6x6.Rossini~R2~rises~falls.Rossini~C4~neither")
    .figure(Figure::Clue("rossini"));
    fn place(&self) -> Option<LineEnd> { Some(self.place) }
    fn label(&self) -> String {
        let is_forward = (self.place.end == End::Start) == (self.slope == Slope::Rises);
        let sign = match (self.slope, self.place.line, is_forward) {
            (Slope::Neither, ..) => "-",
            (_, Line::Row(_), true) => ">",
            (_, Line::Row(_), false) => "<",
            (_, Line::Col(_), true) => "v",
            (_, Line::Col(_), false) => "^",
        };
        sign.into()
    }
);

impl Kind for Rossini {
    const READING: Reading = Reading::Open;

    fn cells(&self, board: &Board) -> Vec<Cell> {
        let mut cells = self.place.cells(board);
        cells.truncate(3);
        cells
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let line: Vec<u8> = self.cells(board).iter().map(|cell| values[cell.index()]).collect();
        let rises = line.windows(2).all(|pair| pair[0] < pair[1]);
        let falls = line.windows(2).all(|pair| pair[0] > pair[1]);
        match self.slope {
            Slope::Rises if !rises => Err(ConstraintViolation::Not("increasing values")),
            Slope::Falls if !falls => Err(ConstraintViolation::Not("decreasing values")),
            Slope::Neither if rises || falls => {
                Err(ConstraintViolation::Not("values that neither increase nor decrease"))
            }
            _ => Ok(()),
        }
    }

    fn semantics(&self, board: &Board) -> Semantics {
        let line = |cells: &[Cell]| {
            let rises = Relation::from_fn(board.values(), |one, two| one < two);
            Semantics::related(Related::line(cells), rises)
        };
        let mut cells = self.cells(board);
        match (self.slope, &*cells) {
            (Slope::Neither, &[a, b, c]) => {
                let turn = |pairs: [[Cell; 2]; 2]| Semantics::All(pairs.map(|pair| line(&pair)).to_vec());
                return Semantics::Any(alloc::vec![turn([[b, a], [b, c]]), turn([[a, b], [c, b]])]);
            }
            (Slope::Falls, _) => cells.reverse(),
            _ => {}
        }
        line(&cells)
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        is_on(self.place, board)?;
        let fits = self.cells(board).len() == 3;
        if fits { Ok(()) } else { Err(ArgumentError::Expected("a line of at least three cells")) }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let read = |argument| {
            let text = args.text_or_empty(argument);
            let slope = Slope::ALL.into_iter().find(|slope| slope.name() == text);
            slope.ok_or(at(argument, ArgumentError::Expected("`rises`, `falls` or `neither`")))
        };
        at_both_ends(args, 0, read, |place, slope| Self { place, slope })
    }

    fn write(&self, out: &mut Writer<'_>) {
        write_place(out, self.place, self.slope.name());
    }
}
