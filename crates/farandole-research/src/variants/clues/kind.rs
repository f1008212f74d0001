//! The kinds of clues.

use farandole_puzzle::Cell;
use farandole_puzzle::board::{Board, End, Line, LineEnd, Shape};
use farandole_puzzle::constraint::{Constraint, Figure, catalogue, style_of};
use std::sync::LazyLock;

/// A kind of clue that the generator can place, with the name of the constraint in constraint text: cages, dots,
/// letters, and each kind of line or of numbers outside the grid whose constraints need no further data.
///
/// ```
/// use farandole_research::variants::ClueKind;
///
/// assert_eq!(ClueKind::by_name("Thermo"), Some(ClueKind::THERMO));
/// assert!(ClueKind::by_name("Nabner").is_some() && ClueKind::by_name("Jigsaw").is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClueKind(&'static str);

/// The family of a kind, which decides how its clues are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::variants) enum Family {
    Cage,
    Line,
    Edge,
    Outside,
}

#[expect(missing_docs, reason = "the documentation of a kind is that of the constraint with its name")]
impl ClueKind {
    pub const CAGE: Self = Self("Cage");
    pub const THERMO: Self = Self("Thermo");
    pub const ARROW: Self = Self("Arrow");
    pub const WHISPER: Self = Self("Whisper");
    pub const RENBAN: Self = Self("Renban");
    pub const PALINDROME: Self = Self("Palindrome");
    pub const BETWEEN: Self = Self("Between");
    pub const WHITE_DOT: Self = Self("WhiteDot");
    pub const BLACK_DOT: Self = Self("BlackDot");
    pub const X: Self = Self("X");
    pub const V: Self = Self("V");
    pub const SANDWICH: Self = Self("Sandwich");
    pub const X_SUM: Self = Self("XSum");
    pub const SKYSCRAPER: Self = Self("Skyscraper");
    pub const LITTLE_KILLER: Self = Self("LittleKiller");
}

/// All kinds, in the order of the catalogue.
static ALL: LazyLock<Vec<ClueKind>> = LazyLock::new(|| {
    let shape = Shape::square(9).expect("a shape of Sudoku grids");
    let board = Board::new(shape, Vec::new()).expect("a board without groups");
    let kinds = catalogue().map(|about| (ClueKind(about.name()), about.arguments()));
    kinds.filter(|(kind, arguments)| kind.can_be_drawn(arguments, &board)).map(|(kind, _)| kind).collect()
});

impl ClueKind {
    /// Returns all kinds, in the order of the catalogue.
    pub fn all() -> &'static [Self] {
        &ALL
    }

    /// Returns the name, which is the same in every version.
    pub const fn name(self) -> &'static str {
        self.0
    }

    /// Returns the kind with this name.
    pub fn by_name(name: &str) -> Option<Self> {
        ALL.iter().copied().find(|kind| kind.0 == name)
    }

    pub(in crate::variants) fn family(self) -> Family {
        match self {
            Self::CAGE => Family::Cage,
            Self::WHITE_DOT | Self::BLACK_DOT | Self::X | Self::V => Family::Edge,
            Self::ARROW => Family::Line,
            _ if style_of(self.0).is_some_and(|style| style.look().is_some()) => Family::Line,
            _ => Family::Outside,
        }
    }

    /// Returns true if the clues of puzzles that need not be minimal are drawn before the solution.
    pub(in crate::variants) fn is_drawn_first(self) -> bool {
        self == Self::LITTLE_KILLER || self.family() == Family::Line
    }

    /// Returns true if this program can draw such clues and reason about them.
    fn can_be_drawn(self, arguments: &str, board: &Board) -> bool {
        let needs_only_cells = arguments.trim_start_matches("[difference]~") == "cells";
        let is_expressed = |clue: Constraint| clue.semantics(board).opaque().is_none();
        let cells = [0, 1, 2].map(|index| Cell::new(index).expect("a cell of the first row"));
        let place = LineEnd { line: Line::Row(0), end: End::Start };
        match (self, self.family(), style_of(self.0).map(|style| style.figure)) {
            (Self::LITTLE_KILLER, ..) | (_, Family::Cage | Family::Edge, _) => true,
            (_, Family::Line, _) => {
                needs_only_cells && Constraint::of_cells(self.0, None, &cells, board).is_ok_and(is_expressed)
            }
            (_, Family::Outside, Some(Figure::Clue(_))) => {
                let clue = Constraint::of_clue(self.0, place, 3, board);
                clue.is_ok_and(|clue| clue.number().is_some() && is_expressed(clue))
            }
            _ => false,
        }
    }
}
