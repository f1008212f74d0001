//! Compiles full ranks. A word is a row or column, read from one of its ends. The clue is the rank of a
//! word among all words in lexicographic order.

use super::cells::numbers;
use crate::compile::builder::Builder;
use crate::propagators::lex_rank::{LexAscending, LexDistinct, LexRank, Side, Ties as LexTies};
use farandole_puzzle::board::{Board, End, Line, LineEnd, Ties};
use farandole_puzzle::constraint::{Constraint, FullRank};
use farandole_puzzle::variant::Variant;

/// Compiles kinds of ranks.
pub(super) fn compile(constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
    match constraint {
        Constraint::FullRank(it) => return rank(it, [None; 4], board, builder),
        Constraint::FullRankTies(it) if it.ties == Ties::None => {
            // Every pair of words of different sides differs. The words of one side start with different
            // values.
            let sides = builder.sides(|| sides(board));
            for (at, one) in sides.iter().enumerate() {
                for other in &sides[at + 1..] {
                    for a in one.iter() {
                        other.iter().for_each(|b| builder.post(LexDistinct::new(a, b)));
                    }
                }
            }
        }
        Constraint::FullRankTies(_) => {}
        _ => return false,
    }
    true
}

/// Adds the consequences of pairs of ranks: the order of two words that start with the same value.
pub(super) fn add(variant: &Variant, builder: &mut Builder) {
    let ranks: Vec<&FullRank> = variant
        .constraints()
        .iter()
        .filter_map(|constraint| if let Constraint::FullRank(it) = constraint { Some(it) } else { None })
        .collect();
    let board = variant.board();
    for it in &ranks {
        // If two clues are for words with the same first value, the order of these words is known before
        // any search.
        let known = [0, 1, 2, 3].map(|side| {
            let same =
                ranks.iter().find(|same| side_of(same.place) == side && first_of(same) == first_of(it))?;
            (same.rank != it.rank).then_some(same.rank < it.rank)
        });
        // Without such a clue, this propagator would equal that of the constraint alone.
        if known.iter().any(Option::is_some) {
            rank(it, known, board, builder);
        }
    }
    for low in &ranks {
        for high in ranks.iter().filter(|high| low.rank < high.rank && first_of(low) == first_of(high)) {
            let [low, high] = [low, high].map(|it| numbers(&it.place.cells(board)));
            builder.post(LexAscending::new(&low, &high));
        }
    }
}

/// Adds one rank. For each side, `known` describes its word with the same first value: `Some(true)`
/// if it is known to be lower, and `Some(false)` if it is known to be higher.
fn rank(it: &FullRank, known: [Option<bool>; 4], board: &Board, builder: &mut Builder) -> bool {
    let sides = builder.sides(|| sides(board));
    // The three other sides, in a fixed order.
    let [a, b, c] = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]][side_of(it.place)];
    let others = [a, b, c].map(|side| sides[side].clone());
    let known = [a, b, c].map(|side| known[side]);
    let ties = if board.ties() == Ties::Any { LexTies::Allowed } else { LexTies::Forbidden };
    builder.post(LexRank::new(&numbers(&it.place.cells(board)), others, (it.rank - 1) as usize, ties, known));
    true
}

/// Returns the first value of the word with this rank, 0-based. Four words, one per side, start with
/// each value.
const fn first_of(rank: &FullRank) -> u32 {
    (rank.rank - 1) / 4
}

/// Returns the words read from the left, from the right, from above and from below.
fn sides(board: &Board) -> [Side; 4] {
    let lines =
        || Line::all(board).flat_map(|line| [End::Start, End::Finish].map(|end| LineEnd { line, end }));
    [0, 1, 2, 3].map(|side| {
        let places = lines().filter(|place| side_of(*place) == side);
        places.map(|place| numbers(&place.cells(board)).into()).collect()
    })
}

const fn side_of(place: LineEnd) -> usize {
    match (place.line, place.end) {
        (Line::Row(_), End::Start) => 0,
        (Line::Row(_), End::Finish) => 1,
        (Line::Col(_), End::Start) => 2,
        (Line::Col(_), End::Finish) => 3,
    }
}
