//! Records as boards of 81 cells. Classic 9x9 lines are read directly, anything else through the
//! parser of its format.

use crate::pipeline::Source;
use farandole_formats::{ParseError, Parser, Record, line};
use farandole_logic::UserGrid;
use farandole_puzzle::{Clash, ClassicPuzzle, Geometry};
use std::sync::Arc;

/// Reads records as 9x9 boards. Each thread needs its own.
pub(crate) struct BoardReader {
    parser: Parser,
    /// True if records may be classic 9x9 lines, which need no parser.
    takes_lines: bool,
}

impl BoardReader {
    /// Returns a reader for the records of this input.
    pub(crate) fn new(source: &Source) -> Self {
        Self { parser: source.dialect.parser(), takes_lines: source.dialect.is_plain_lines() }
    }

    /// Calls `take` with the board, with 0 for empty cells, and the bytes that follow it. The board
    /// is `None` if the record is not a classic 9x9 puzzle.
    pub(crate) fn read<T>(
        &mut self,
        record: Record<'_>,
        take: impl FnOnce(Option<[u8; 81]>, &[u8]) -> T,
    ) -> Result<T, ParseError> {
        if self.takes_lines
            && let Some((cells, trailing)) = line::cells81(record.text.trim_ascii_end())
        {
            let board = cells.map(|cell| if cell == b'.' { 0 } else { cell - b'0' });
            return Ok(take(Some(board), trailing));
        }
        let entry = self.parser.parse_classic(record)?;
        Ok(take(classic_board(&entry.puzzle), &entry.trailing))
    }
}

/// Returns the givens of a classic 9x9 puzzle.
pub(crate) fn classic_board(puzzle: &ClassicPuzzle) -> Option<[u8; 81]> {
    UserGrid::of_puzzle(puzzle).filter(|grid| !grid.has_marks()).map(|grid| grid.givens)
}

/// Returns the clash between givens of a board, if there is one.
pub(crate) fn clash_of(board: &[u8; 81]) -> Option<Clash> {
    ClassicPuzzle::new(Arc::new(Geometry::classic()), board).ok()?.clash()
}
