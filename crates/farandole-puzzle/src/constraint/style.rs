//! The name, the wording and the look of each kind of constraint: one row next to the kind, which
//! pictures, texts for editors, hints, reports and the palette of the page read.

use super::kind::KindInfo;
use crate::Cell;
use crate::board::{Board, LineEnd};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The colours of lines. Pictures define their values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "a colour is what its name says")]
pub enum Hue {
    Grey,
    Green,
    Purple,
    Blue,
    Teal,
    Orange,
    Pink,
    Lilac,
    Yellow,
    Red,
    Brown,
}

impl Hue {
    /// All colours.
    pub const ALL: [Self; 11] = [
        Self::Grey,
        Self::Green,
        Self::Purple,
        Self::Blue,
        Self::Teal,
        Self::Orange,
        Self::Pink,
        Self::Lilac,
        Self::Yellow,
        Self::Red,
        Self::Brown,
    ];

    /// Returns the name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Grey => "grey",
            Self::Green => "green",
            Self::Purple => "purple",
            Self::Blue => "blue",
            Self::Teal => "teal",
            Self::Orange => "orange",
            Self::Pink => "pink",
            Self::Lilac => "lilac",
            Self::Yellow => "yellow",
            Self::Red => "red",
            Self::Brown => "brown",
        }
    }
}

/// The shape of a line at its ends or in its middle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// No shape.
    Plain,
    /// A bulb in the first cell of a wide line.
    Bulb,
    /// A ring in the first cell of a wide line.
    Ring,
    /// A circle in the first cell.
    Start,
    /// Circles at both ends.
    Circles,
    /// Diamonds at both ends.
    Diamonds,
    /// A diamond in the middle.
    Middle,
    /// Circles at both ends of a thin line.
    Shaft,
}

/// The look of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LineLook {
    /// The colour.
    pub hue: Hue,
    /// The colour in texts for editors, as `#rrggbb`, or empty if the kind has no drawing there. It
    /// is the colour that SudokuMaker or f-puzzles uses, if one of them has the kind.
    pub code: &'static str,
    /// The width in texts for editors, in hundredths of a cell.
    pub width: u8,
    /// The shapes at its ends.
    pub ends: Ends,
    /// True if the kind does not store the order of its cells.
    pub is_unordered: bool,
}

/// The form in which pictures show a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figure {
    /// The kind is drawn with the grid, or restricts no values.
    Grid,
    /// The kind is stated in words only.
    Words,
    /// A line through the cells.
    Line(LineLook),
    /// A dashed outline around the cells, with the label.
    Cage,
    /// The label outside the grid. The text is the name that is drawn with it.
    Clue(&'static str),
    /// A letter between two cells.
    Letter(&'static str),
    /// A dot between two cells; true if it is filled.
    Dot(bool),
    /// A figure of its own.
    Own,
}

/// The name, the wording and the look of a kind of constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct KindStyle {
    /// The title, with which the documentation of most kinds begins.
    pub title: &'static str,
    /// The noun for one constraint, for example `whisper line`.
    pub noun: &'static str,
    /// The form in pictures.
    pub figure: Figure,
    /// A word at the drawing of each constraint, or an empty text.
    pub tag: &'static str,
    /// True if the picture lacks data that a text next to it must contain.
    pub is_partial: bool,
    /// Words of the documentation, and their replacement in the sentence of a constraint with the
    /// number `{}`.
    pub number: Option<(&'static str, &'static str)>,
    /// The sentence in the rules of a text for SudokuPad, with the placeholders `{colour}` and
    /// `{number}`. It is empty if the kind has no drawing there.
    pub rule: &'static str,
    /// The number of the lines in editors that store none, if the kind has one.
    pub usual: Option<i64>,
    /// The name of the rule in the list `global` of SudokuPad, or an empty text.
    pub sudokupad: &'static str,
    /// The key of f-puzzles, or an empty text.
    pub fpuzzles: &'static str,
    /// The number of the type of elements in SudokuMaker.
    pub sudokumaker: Option<u16>,
    /// The name on the button of the palette, or an empty text if the palette has no such button.
    pub button: &'static str,
    /// Other words by which players search the kind.
    pub synonyms: &'static str,
    /// The constraint text of a small variant with such a constraint.
    pub example: &'static str,
}

/// Declares methods that set a field.
macro_rules! setters {
    ($($field:ident: $type:ty,)+) => {
        $(pub(crate) const fn $field(self, $field: $type) -> Self {
            Self { $field, ..self }
        })+
    };
}

impl KindStyle {
    /// A style of a kind that pictures state in words.
    pub(crate) const fn new(title: &'static str, noun: &'static str, example: &'static str) -> Self {
        Self {
            title,
            noun,
            figure: Figure::Words,
            tag: "",
            is_partial: false,
            number: None,
            rule: "",
            usual: None,
            sudokupad: "",
            fpuzzles: "",
            sudokumaker: None,
            button: "",
            synonyms: "",
            example,
        }
    }

    setters! {
        figure: Figure,
        tag: &'static str,
        rule: &'static str,
        sudokupad: &'static str,
        fpuzzles: &'static str,
    }

    /// Sets the look of a line: the colour, and the colour and the width in texts for editors.
    pub(crate) const fn line(self, hue: Hue, code: &'static str, width: u8) -> Self {
        let look = LineLook { hue, code, width, ends: Ends::Plain, is_unordered: false };
        Self { figure: Figure::Line(look), ..self }
    }

    pub(crate) const fn ends(self, ends: Ends) -> Self {
        match self.figure {
            Figure::Line(look) => Self { figure: Figure::Line(LineLook { ends, ..look }), ..self },
            _ => self,
        }
    }

    /// Sets that the line does not store the order of its cells.
    pub(crate) const fn unordered(self) -> Self {
        match self.figure {
            Figure::Line(look) => {
                Self { figure: Figure::Line(LineLook { is_unordered: true, ..look }), ..self }
            }
            _ => self,
        }
    }

    pub(crate) const fn partial(self) -> Self {
        Self { is_partial: true, ..self }
    }

    pub(crate) const fn number(self, words: &'static str, with: &'static str) -> Self {
        Self { number: Some((words, with)), ..self }
    }

    pub(crate) const fn usual(self, usual: i64) -> Self {
        Self { usual: Some(usual), ..self }
    }

    pub(crate) const fn sudokumaker(self, number: u16) -> Self {
        Self { sudokumaker: Some(number), ..self }
    }

    pub(crate) const fn button(self, button: &'static str, synonyms: &'static str) -> Self {
        Self { button, synonyms, ..self }
    }

    /// Returns the look of the line, if the kind is drawn as a line.
    pub const fn look(&self) -> Option<LineLook> {
        match self.figure {
            Figure::Line(look) => Some(look),
            _ => None,
        }
    }
}

/// A constraint kind with its style, and the data of its constraints that pictures and sentences
/// show.
pub(crate) trait Styled {
    const STYLE: KindStyle;

    /// Returns the number of the constraint, if it has exactly one.
    fn number(&self) -> Option<i64> {
        None
    }

    /// Returns the end of the line at which the clue of the constraint is.
    fn place(&self) -> Option<LineEnd> {
        None
    }

    /// Returns the cells in the order in which the line of the constraint is drawn.
    fn path(&self, cells: Vec<Cell>) -> Vec<Cell> {
        cells
    }

    /// Returns the text at the drawing of the constraint.
    fn label(&self) -> String {
        self.number().map_or_else(|| Self::STYLE.tag.to_string(), |number| number.to_string())
    }

    /// Returns words of the documentation with their replacements in the sentence of the
    /// constraint.
    fn words(&self, _board: &Board) -> Vec<(&'static str, String)> {
        let of = |number: i64| {
            Self::STYLE.number.map(|(words, with)| (words, with.replace("{}", &number.to_string())))
        };
        self.number().and_then(of).into_iter().collect()
    }
}

/// Declares the style of a kind: the kind with the field of its number, the style, and other methods of
/// [`Styled`].
macro_rules! style {
    ($Kind:ident $(($number:ident))?: $style:expr $(; $($items:tt)*)?) => {
        impl crate::constraint::style::Styled for $Kind {
            const STYLE: KindStyle = $style;

            $(fn number(&self) -> Option<i64> {
                Some(self.$number.into())
            })?

            $($($items)*)?
        }
    };
}

/// Returns the rule of a kind in words, with the data of a constraint.
pub(super) fn sentence(about: &KindInfo, words: &[(&'static str, String)]) -> String {
    words.iter().fold(about.meaning(), |text, (words, with)| text.replacen(words, with, 1))
}

/// Joins values in words: `1`, `1 and 2`, `1, 2 and 3`.
pub(super) fn in_words(values: impl IntoIterator<Item = impl ToString>, last: &str) -> String {
    let mut texts: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    match (texts.pop(), texts.is_empty()) {
        (Some(end), false) => format!("{} {last} {end}", texts.join(", ")),
        (end, _) => end.unwrap_or_default(),
    }
}

/// Joins values with a separator.
pub(super) fn joined(values: impl IntoIterator<Item = impl ToString>, between: &str) -> String {
    values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(between)
}

/// Returns the words of a weighted sum: its coefficients, unless all are 1, and its total.
pub(super) fn sum_words(sum: i32, terms: &[(Cell, i32)]) -> Vec<(&'static str, String)> {
    let factors = match terms.iter().all(|(_, factor)| *factor == 1) {
        true => "digits".into(),
        false => {
            format!("digits, multiplied by {},", in_words(terms.iter().map(|(_, factor)| factor), "and"))
        }
    };
    alloc::vec![
        ("digits, each multiplied by its coefficient,", factors),
        ("the given total", sum.to_string())
    ]
}

/// The styles of items that are no constraints.
pub(super) const OTHERS: [(&str, KindStyle); 4] = [
    ("Shape", KindStyle::new("Shape", "shape", ".Shape~6x6")),
    (
        "Var",
        KindStyle::new("Extra cells", "extra cells", ".Shape~4x4.Var~A~Sum~2.Sum~0_=_1_1_-1~R1C1~R1C2~VA1"),
    ),
    ("And", KindStyle::new("And", "list", ".Shape~4x4.Or.And.~R1C1_1.~R4C4_1.End.~R1C4_1.End")),
    (
        "Replicate",
        KindStyle::new("Replicate", "copies", ".Shape~6x6.Replicate~BAE.Thermo~R1C1~R2C1~R2C2.End"),
    ),
];

/// Implements the styles of `Constraint` from the list of kinds.
macro_rules! styled {
    ($($Kind:ident)+) => {
        impl Constraint {
            /// Returns the name, the wording and the look of the kind.
            pub const fn style(&self) -> &'static KindStyle {
                match self {
                    $(Self::$Kind(_) => &<$Kind as Styled>::STYLE,)+
                }
            }

            /// Returns the constraint of the kind with this name on the cells, which follow the
            /// number if there is one.
            ///
            /// # Errors
            /// If there is no kind with such arguments.
            pub fn of_cells(name: &str, number: Option<i64>, cells: &[Cell], board: &Board) -> Result<Self, ArgumentError> {
                let cells = cells.iter().map(|cell| board.name(*cell).to_string());
                let items: Vec<String> = number.iter().map(ToString::to_string).chain(cells).collect();
                Self::of_items(name, &items, board)
            }

            /// Returns the constraint of the kind with this name for a clue at the end of a line.
            ///
            /// # Errors
            /// If there is no kind with such arguments.
            pub fn of_clue(name: &str, place: LineEnd, number: i64, board: &Board) -> Result<Self, ArgumentError> {
                let (line, number) = (place.line.to_string(), number.to_string());
                let is_line_first = [$((<$Kind as Documented>::ABOUT.name, <$Kind as Documented>::ABOUT.arguments)),+]
                    .iter()
                    .any(|(known, arguments)| *known == name && arguments.starts_with("line"));
                let items = match (is_line_first, place.end) {
                    (false, _) => alloc::vec![number, line],
                    (true, End::Start) => alloc::vec![line, number],
                    (true, End::Finish) => alloc::vec![line, String::new(), number],
                };
                Self::of_items(name, &items, board)
            }

            fn of_items(name: &str, items: &[String], board: &Board) -> Result<Self, ArgumentError> {
                let items: Vec<&str> = items.iter().map(String::as_str).collect();
                let read = Self::parse(name, Args::new(board, &items));
                let read = read.ok_or(ArgumentError::Expected("the name of a kind"))?.map_err(|error| error.misfit)?;
                read.into_iter().next().ok_or(ArgumentError::Missing("cells"))
            }

            /// Returns the number of the constraint, for example the sum of a cage. Returns `None`
            /// if it has none, or several.
            pub fn number(&self) -> Option<i64> {
                match self {
                    $(Self::$Kind(it) => Styled::number(it),)+
                }
            }

            /// Returns the end of the line at which the clue of the constraint is, if it is a clue
            /// outside the grid.
            pub fn place(&self) -> Option<LineEnd> {
                match self {
                    $(Self::$Kind(it) => Styled::place(it),)+
                }
            }

            /// Returns the cells in the order in which the line of the constraint is drawn. A
            /// closed line ends in its first cell.
            pub fn path(&self, board: &Board) -> Vec<Cell> {
                match self {
                    $(Self::$Kind(it) => Styled::path(it, it.cells(board)),)+
                }
            }

            /// Returns the text at the drawing of the constraint. It may be empty.
            pub fn label(&self) -> String {
                match self {
                    $(Self::$Kind(it) => Styled::label(it),)+
                }
            }

            /// Returns the rule of the constraint in words. It contains the numbers of the
            /// constraint, which [`KindInfo::meaning`] only mentions.
            ///
            /// ```
            /// use farandole_puzzle::format::iss;
            ///
            /// let variant = iss::read(".Whisper~5~R1C1~R1C2").unwrap();
            /// let sentence = "Whisper: adjacent digits on the line differ by at least 5.";
            /// assert_eq!(variant.constraints()[0].sentence(variant.board()), sentence);
            /// ```
            pub fn sentence(&self, board: &Board) -> String {
                let words = match self {
                    $(Self::$Kind(it) => it.words(board),)+
                };
                style::sentence(&self.about(), &words)
            }
        }

        /// Returns the style of the kind with this name, or `None` if there is no such kind.
        pub fn style_of(name: &str) -> Option<&'static KindStyle> {
            styles().find(|(known, _)| *known == name).map(|(_, style)| style)
        }

        /// Returns the names and the styles of the kinds, in the order of the [`catalogue`].
        pub fn styles() -> impl Iterator<Item = (&'static str, &'static KindStyle)> {
            // Disjunctions are the last kind, but are listed with the other composites.
            let mut kinds = [$((<$Kind as Documented>::ABOUT.name, &<$Kind as Styled>::STYLE)),+];
            kinds.rotate_right(1);
            style::OTHERS.iter().map(|(name, style)| (*name, style)).chain(kinds)
        }
    };
}

pub(super) use {style, styled};
