//! Ranks of rows and columns. The digits of a line, read from one of its ends, are a word, and
//! words are ranked in ascending order.

use super::args::{ArgError, Args, at, number};
use super::declare::documented;
use super::error::{ArgumentError, Checked, ConstraintViolation};
use super::kind::{Key, Kind, Properties, Role, Writer, is_sudoku};
use super::outside::write_place;
use super::reading::Reading;
use super::semantics::Semantics;
use super::style::{Figure, KindStyle, style};
use crate::Cell;
use crate::board::{Board, End, Line, LineEnd, Ties};
use alloc::vec::Vec;

documented! {
    /// Full rank: the clue is the rank of the line among all rows and columns, read as numbers from
    /// both ends; the lowest has rank 1.
    ///
    /// Lines are compared as words of digits, from the end with the clue. An N x N grid has 4 N
    /// words. Unless `FullRankTies` changes this, a line with a clue differs from all others. In
    /// texts, the arguments are a row or column, the clue at its left or upper end, and the clue at
    /// its other end. One of the clues may be empty.
    ///
    /// ```text
    /// 1 > 1 2 4 3 < 25
    /// ```
    pub struct FullRank {
        /// The end of the line at which reading starts.
        pub place: LineEnd,
        /// The rank among all words; the lowest word has rank 1.
        pub rank: u32,
    }
    "FullRank" "line~[rank][~rank]"
}

style!(FullRank(rank): KindStyle::new("Full rank", "full rank", ".Shape~6x6.FullRank~R2~3~17.FullRank~C4~9")
    .figure(Figure::Clue("rank")).number("the clue is", "the clue {} is");
    fn place(&self) -> Option<LineEnd> { Some(self.place) }
);

/// Returns the values of a line in order, starting at one of its ends.
fn word(place: LineEnd, board: &Board, values: &[u8]) -> Vec<u8> {
    place.cells(board).iter().map(|cell| values[cell.index()]).collect()
}

/// Returns all rows and columns, each from both ends.
fn line_ends(board: &Board) -> impl Iterator<Item = LineEnd> + use<> {
    Line::all(board).flat_map(|line| [End::Start, End::Finish].map(|end| LineEnd { line, end }))
}

/// Returns an error unless the numbers of rows, columns and values are equal.
fn is_latin(board: &Board) -> Result<(), ArgumentError> {
    is_sudoku(board)?;
    let shape = board.shape();
    if shape.is_square() && shape.rows() == usize::from(board.values().count()) {
        Ok(())
    } else {
        Err(ArgumentError::Board("equally many rows, columns and values"))
    }
}

impl Kind for FullRank {
    const READING: Reading = Reading::Open;
    const PROPERTIES: Properties = Properties { reads_others: true, ..Properties::DEFAULT };

    fn cells(&self, board: &Board) -> Vec<Cell> {
        self.place.cells(board)
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let own = word(self.place, board, values);
        let others =
            || line_ends(board).filter(|other| *other != self.place).map(|it| word(it, board, values));
        if board.ties() != Ties::Any && others().any(|other| other == own) {
            return Err(ConstraintViolation::Not("a line that differs from all others"));
        }
        let found = 1 + others().filter(|other| *other < own).count() as i64;
        let expected = i64::from(self.rank);
        if found == expected {
            Ok(())
        } else {
            Err(ConstraintViolation::Number { found: Some(found), expected })
        }
    }

    fn semantics(&self, _board: &Board) -> Semantics {
        Semantics::Opaque("the rank of a line among all lines")
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        is_latin(board)?;
        if !self.place.line.is_on(board) {
            return Err(ArgumentError::Expected("a row or column of this grid"));
        }
        let high = 4 * board.shape().rows() as i64;
        if (1..=high).contains(&i64::from(self.rank)) {
            Ok(())
        } else {
            Err(ArgumentError::Number { low: 1, high })
        }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(3)?;
        let text = args.text(0, "a row or column")?;
        let line = Line::named(text, args.board);
        let line =
            line.ok_or(at(0, ArgumentError::Expected("a row or column of this grid, such as `R3`")))?;
        let high = 4 * args.board.shape().rows() as i64;
        let mut ranks = Vec::with_capacity(2);
        for (argument, end) in [(1, End::Start), (2, End::Finish)] {
            let text = args.text_or_empty(argument);
            if !text.is_empty() {
                let rank =
                    number(text, 1, high).ok_or(at(argument, ArgumentError::Number { low: 1, high }))? as u32;
                ranks.push(Self { place: LineEnd { line, end }, rank });
            }
        }
        if ranks.is_empty() { Err(ArgumentError::Missing("a rank").into()) } else { Ok(ranks) }
    }

    fn write(&self, out: &mut Writer<'_>) {
        write_place(out, self.place, self.rank);
    }

    fn key(&self) -> Option<Key> {
        Some(Key::Place(self.place))
    }
}

documented! {
    /// Ties of full rank: whether lines may read the same, and how equal lines are ranked.
    ///
    /// `none`: all lines differ, even those without ranks. `only-unclued`: lines with a rank differ
    /// from all others. `any`: equal lines share the lowest rank.
    pub struct FullRankTies {
        /// The treatment of equal words.
        pub ties: Ties,
    }
    "FullRankTies" "none|only-unclued|any"
}

style!(FullRankTies: KindStyle::new("Ties of full rank", "ties of full rank", ".Shape~4x4.FullRank~R1~5.FullRankTies~none"));

impl Kind for FullRankTies {
    const READING: Reading = Reading::Open;

    const PROPERTIES: Properties = Properties::outermost(Role::Setting);

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        Vec::new()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        if self.ties != Ties::None {
            return Ok(());
        }
        let mut words: Vec<Vec<u8>> = line_ends(board).map(|end| word(end, board, values)).collect();
        words.sort_unstable();
        let differ = words.windows(2).all(|pair| pair[0] != pair[1]);
        if differ { Ok(()) } else { Err(ConstraintViolation::Not("lines that all differ")) }
    }

    fn define(&self, board: &mut Board) {
        board.ties = self.ties;
    }

    fn semantics(&self, _board: &Board) -> Semantics {
        match self.ties {
            Ties::None => Semantics::Opaque("lines that all differ"),
            _ => Semantics::TRUE,
        }
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        is_latin(board)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(1)?;
        let ties = match args.text(0, "none, only-unclued or any")? {
            "none" => Ties::None,
            "only-unclued" => Ties::OnlyUnclued,
            "any" => Ties::Any,
            _ => return Err(at(0, ArgumentError::Expected("none, only-unclued or any"))),
        };
        Ok(alloc::vec![Self { ties }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(match self.ties {
            Ties::None => "none",
            Ties::OnlyUnclued => "only-unclued",
            Ties::Any => "any",
        });
    }

    fn key(&self) -> Option<Key> {
        Some(Key::Kind)
    }
}
