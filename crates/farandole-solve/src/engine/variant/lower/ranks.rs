//! Ranks of rows and columns among all of them.

use super::numbers;
use crate::engine::variant::builder::Builder;
use crate::engine::variant::rules::words::{Rank, Ties as WordTies, WordsDiffer};
use farandole_puzzle::board::{Board, End, Line, LineEnd, Ties};
use farandole_puzzle::constraint::Constraint;

/// The words of one side of the grid.
type Side = Box<[Box<[u16]>]>;

/// Kinds of ranks.
pub(super) fn lower(constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
    match constraint {
        Constraint::FullRank(it) => {
            let mut others = sides(board);
            others.remove(side_of(it.place));
            let Ok(others) = <[Side; 3]>::try_from(others) else { return false };
            let ties = if board.ties() == Ties::Any { WordTies::Allowed } else { WordTies::Forbidden };
            let place = (it.rank - 1) as usize;
            builder.rule(Rank::new(&numbers(&it.place.cells(board)), others, place, ties));
        }
        Constraint::FullRankTies(it) if it.ties == Ties::None => {
            let sides = sides(board);
            for (at, one) in sides.iter().enumerate() {
                for other in &sides[at + 1..] {
                    for a in one {
                        other.iter().for_each(|b| builder.rule(WordsDiffer::new(a, b)));
                    }
                }
            }
        }
        Constraint::FullRankTies(_) => {}
        _ => return false,
    }
    true
}

/// The words from the left, from the right, from above and from below.
fn sides(board: &Board) -> Vec<Side> {
    (0..4)
        .map(|side| {
            let lines =
                Line::all(board).flat_map(|line| [End::Start, End::Finish].map(|end| LineEnd { line, end }));
            let words =
                lines.filter(|place| side_of(*place) == side).map(|place| numbers(&place.cells(board)));
            words.map(Into::into).collect()
        })
        .collect()
}

const fn side_of(place: LineEnd) -> usize {
    match (place.line, place.end) {
        (Line::Row(_), End::Start) => 0,
        (Line::Row(_), End::Finish) => 1,
        (Line::Col(_), End::Start) => 2,
        (Line::Col(_), End::Finish) => 3,
    }
}
