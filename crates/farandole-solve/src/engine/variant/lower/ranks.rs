//! Ranks of rows and columns among all of them.

use super::cells::numbers;
use crate::engine::variant::builder::Builder;
use crate::engine::variant::rules::words::{Rank, Ties as WordTies, WordsDiffer, WordsRise};
use farandole_puzzle::board::{Board, End, Line, LineEnd, Ties};
use farandole_puzzle::constraint::{Constraint, FullRank};
use farandole_puzzle::variant::Variant;

/// The words of one side of the grid.
type Side = Box<[Box<[u16]>]>;

/// How much earlier the search should branch on the first cell of a word with a rank.
const FIRST: u32 = 60;

/// Kinds of ranks.
pub(super) fn lower(constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
    match constraint {
        Constraint::FullRank(it) => {
            let mut others = sides(board);
            others.remove(side_of(it.place));
            let Ok(others) = <[Side; 3]>::try_from(others) else { return false };
            let ties = if board.ties() == Ties::Any { WordTies::Allowed } else { WordTies::Forbidden };
            let place = (it.rank - 1) as usize;
            let word = numbers(&it.place.cells(board));
            // The values of the word decide most, the first ones before the others.
            (0..).zip(&word).for_each(|(at, &cell)| builder.prefer(cell, FIRST - 2 * at));
            builder.rule(Rank::new(&word, others, place, ties));
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

/// Adds what two ranks say of each other: which of two words with the same first value is lower.
pub(super) fn add(variant: &Variant, builder: &mut Builder) {
    let ranks: Vec<&FullRank> = variant
        .constraints()
        .iter()
        .filter_map(|constraint| if let Constraint::FullRank(it) = constraint { Some(it) } else { None })
        .collect();
    for low in &ranks {
        for high in
            ranks.iter().filter(|high| low.rank < high.rank && (low.rank - 1) / 4 == (high.rank - 1) / 4)
        {
            let [low, high] = [low, high].map(|it| numbers(&it.place.cells(variant.board())));
            builder.rule(WordsRise::new(&low, &high));
        }
    }
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
