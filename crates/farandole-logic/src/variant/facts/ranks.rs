//! The parts of full ranks. A full rank is the position of a row or column among all rows and columns, which
//! are read as words from both ends and sorted.
//!
//! Every side of the grid is a house, so four words start with each value: one from each side. The rank
//! therefore determines the first value of the word, and how many of the other three words with this first
//! value are less. Example: in a 9x9 grid, the word with rank 7 starts with 2, and two other words that start
//! with 2 are less. The parts compare the word with each word that may start with the same value, or with three
//! such words at once.

use super::layers::Layers;
use super::machine::Rule;
use super::part::Part;
use super::words::{Wanted, Words};
use crate::variant::state::State;
use farandole_puzzle::Cell;
use farandole_puzzle::board::{Board, End, Line, LineEnd, Ties};
use farandole_puzzle::constraint::FullRank;

/// Number of words that start with each value.
const WORDS: u32 = 4;
/// Number of values after the first one that are compared in large grids.
const COMPARED: usize = 3;
/// Maximum number of rows of a grid that is not large. In larger grids, only the first values of words are compared,
/// and never three words at once, because there would be too many states and too many triplets of words.
const MOST_ROWS: usize = 6;

/// Returns the first cell of the word with this rank, and its value. Returns `None` if the rank is too great.
pub(super) fn first(state: &State, it: &FullRank) -> Option<(Cell, u8)> {
    let board = state.variant().board();
    let value = board.values().iter().nth(((it.rank - 1) / WORDS) as usize)?;
    Some((*it.place.cells(board).first()?, value))
}

/// Returns the parts that place a word among the four words with the same first value.
pub(super) fn positions(state: &State, it: &FullRank) -> Vec<Part> {
    let board = state.variant().board();
    let own = it.place.cells(board);
    let less = (it.rank - 1) % WORDS;
    let Some((_, first)) = first(state, it) else { return Vec::new() };
    let mut parts = Vec::new();
    let others: Vec<LineEnd> = starts(board).filter(|other| *other != it.place).collect();
    let others: Vec<Vec<Cell>> = others.into_iter().map(|other| other.cells(board)).collect();
    let may_start =
        |word: &&Vec<Cell>| word[0] == own[0] || state.sees(word[0], own[0]) & state.bit(first) == 0;
    let others: Vec<&Vec<Cell>> = others.iter().filter(may_start).collect();
    if less == 0 || less == WORDS - 1 {
        let compare = |other: &&Vec<Cell>| counted(state, &own, &[other], (first, u8::from(less > 0)));
        parts.extend(others.iter().filter_map(compare));
    } else if board.shape().rows() <= MOST_ROWS {
        for (at, one) in others.iter().enumerate() {
            for (after, two) in others.iter().enumerate().skip(at + 1) {
                for three in &others[after + 1..] {
                    parts.extend(counted(state, &own, &[one, two, three], (first, less as u8)));
                }
            }
        }
    }
    parts
}

/// Returns both ends of all rows and columns.
fn starts(board: &Board) -> impl Iterator<Item = LineEnd> + use<> {
    Line::all(board).flat_map(|line| [End::Start, End::Finish].map(|end| LineEnd { line, end }))
}

/// Returns the part that requires exactly `less` of the words `others` to be less than the word `own` if all of
/// them start with `first`. The words are compared as far as a state has room for their values. Returns `None`
/// if they cannot all start with `first`.
fn counted(state: &State, own: &[Cell], others: &[&[Cell]], (first, less): (u8, u8)) -> Option<Part> {
    let mut starts: Vec<Cell> = others.iter().map(|word| word[0]).collect();
    starts.sort_unstable();
    starts.dedup();
    let sees = |one: &Cell, two: &Cell| one != two && state.sees(*one, *two) & state.bit(first) != 0;
    if starts.iter().any(|one| starts.iter().any(|two| sees(one, two)) || sees(one, &own[0])) {
        return None;
    }
    let most = if own.len() <= MOST_ROWS { own.len() } else { 1 + COMPARED };
    let ties = state.variant().board().ties();
    let of_depth = |depth: usize| {
        let mut cells = starts.clone();
        for at in 1..depth {
            for cell in core::iter::once(&own).chain(others).map(|word| word[at]) {
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
            }
        }
        let is_tie_less = depth < own.len();
        let wanted = Wanted::Less { first, less, may_tie: is_tie_less || ties == Ties::Any, is_tie_less };
        let words = others.iter().map(|word| &word[1..depth]);
        let words = Words::new(&cells, starts.len(), wanted, &own[1..depth], words)?;
        Layers::new(state, cells, Rule::Words(words)).map(Part::from)
    };
    (2..=most).rev().find_map(of_depth)
}

/// Returns the parts of the rule that all rows and columns differ: one for each pair of words. Returns an empty
/// list for large grids.
pub(super) fn differences(state: &State) -> Vec<Part> {
    let board = state.variant().board();
    if board.shape().rows() > MOST_ROWS {
        return Vec::new();
    }
    let words: Vec<Vec<Cell>> = starts(board).map(|end| end.cells(board)).collect();
    let mut parts = Vec::new();
    for (at, one) in words.iter().enumerate() {
        for two in &words[at + 1..] {
            // Words from the same side differ because their first cells do.
            if state.sees(one[0], two[0]) != 0 {
                continue;
            }
            let mut cells: Vec<Cell> = Vec::new();
            for cell in one.iter().zip(two).flat_map(|(one, two)| [*one, *two]) {
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
            }
            let words = Words::new(&cells, 0, Wanted::Different, one, [&two[..]].into_iter());
            let words = words.and_then(|words| Layers::new(state, cells, Rule::Words(words)));
            parts.extend(words.map(Part::from));
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::facts::compile;
    use farandole_puzzle::format::iss;
    use farandole_testkit::Random;

    /// Returns a random 4x4 grid. Bands and stacks, the rows and columns inside them, and digits are exchanged
    /// at random.
    fn random_grid(random: &mut Random) -> Vec<u8> {
        let mut digits = [1, 2, 3, 4];
        for at in (1..4).rev() {
            digits.swap(at, random.below(at + 1));
        }
        let swaps: Vec<usize> = (0..6).map(|_| random.below(2)).collect();
        let line = |at: usize, swaps: &[usize]| (at ^ (swaps[0] * 2)) ^ swaps[1 + at / 2];
        let base = [[0, 1, 2, 3], [2, 3, 0, 1], [1, 2, 3, 0], [3, 0, 1, 2]];
        let cell = |at: usize| digits[base[line(at / 4, &swaps[..3])][line(at % 4, &swaps[3..])]];
        (0..16).map(cell).collect()
    }

    #[test]
    fn the_parts_of_a_rank_together_are_its_check() {
        let mut random = Random::new(4);
        let (mut holds, mut fails) = (0, 0);
        for _ in 0..40 {
            let grid = random_grid(&mut random);
            let line = format!("{}{}", ["R", "C"][random.below(2)], 1 + random.below(4));
            let end = ["~", "~~"][random.below(2)];
            for rank in 1..=16 {
                let state =
                    State::new(&iss::read(&format!(".Shape~4x4.FullRank~{line}{end}{rank}")).unwrap());
                let constraint = &state.variant().constraints()[0];
                let accepts = |part: &Part| {
                    let masks: Vec<u16> =
                        part.cells().iter().map(|cell| state.bit(grid[cell.index()])).collect();
                    part.supported(&state, &masks, 1 << 20).masks() == Some(masks)
                };
                let found = compile(&state, constraint).iter().all(accepts);
                let expected = constraint.check(state.variant().board(), &grid).is_ok();
                // A tie with a line that starts with another digit is not possible, so the parts are exact.
                assert_eq!(found, expected, "{line}{end}{rank}: {grid:?}");
                holds += usize::from(found);
                fails += usize::from(!found);
            }
        }
        assert!(holds > 10 && fails > 500, "{holds} {fails}");
    }
}
