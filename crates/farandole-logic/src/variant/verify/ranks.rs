//! The order of rows and columns as words, on masks. A grid with ranks has a house on each side, so four words start
//! with each value: one from each side.

use super::remains::Masks;
use core::cmp::Ordering;
use farandole_puzzle::Cell;
use farandole_puzzle::board::{Board, End, Line, LineEnd, Ties};
use farandole_puzzle::constraint::FullRank;

/// A condition on the order of words.
pub(super) struct Words {
    words: Vec<Vec<Cell>>,
    /// The word with a rank, or `None` if all words differ.
    ranked: Option<Ranked>,
}

/// A word with a rank: the mask of its first value, and the number of lesser words with this first value.
struct Ranked {
    own: Vec<Cell>,
    first: u16,
    less: usize,
    may_tie: bool,
}

/// The number of other words with the first value of a word.
const OTHERS: usize = 3;

/// Returns the words of all rows and columns, read from both ends, except one.
fn words(board: &Board, except: Option<LineEnd>) -> Vec<Vec<Cell>> {
    let ends = Line::all(board).flat_map(|line| [End::Start, End::Finish].map(|end| LineEnd { line, end }));
    ends.filter(|end| Some(*end) != except).map(|end| end.cells(board)).collect()
}

impl Words {
    /// Returns the condition that the word of a clue has its rank.
    pub(super) fn of_rank(board: &Board, clue: &FullRank) -> Self {
        let rank = clue.rank as usize - 1;
        let ranked = Ranked {
            own: clue.place.cells(board),
            first: 1 << (rank / (OTHERS + 1)),
            less: rank % (OTHERS + 1),
            may_tie: board.ties() == Ties::Any,
        };
        Self { words: words(board, Some(clue.place)), ranked: Some(ranked) }
    }

    /// Returns the condition that all words differ.
    pub(super) fn different(board: &Board) -> Self {
        Self { words: words(board, None), ranked: None }
    }

    pub(super) fn cells(&self) -> Vec<Cell> {
        let own = self.ranked.iter().map(|ranked| &ranked.own);
        own.chain(&self.words).flatten().copied().collect()
    }

    /// Returns false if known values contradict the order. Adds all of them to the key.
    pub(super) fn remains(&self, masks: Masks<'_>, key: &mut Vec<u8>) -> bool {
        masks.write(&self.cells(), key);
        let Some(Ranked { own, first, less, may_tie }) = &self.ranked else {
            let equals = |one: &Vec<Cell>, two: &Vec<Cell>| order(one, two, masks) == Some(Ordering::Equal);
            let mut words = self.words.iter().enumerate();
            return !words.any(|(at, one)| self.words[..at].iter().any(|two| equals(one, two)));
        };
        let same_start = self.words.iter().filter(|word| masks.of(word[0]) == *first);
        let orders: Vec<_> = same_start.map(|word| order(&word[1..], &own[1..], masks)).collect();
        let with = |wanted: Ordering| orders.iter().filter(|order| **order == Some(wanted)).count();
        let (lesser, equal, greater) = (with(Ordering::Less), with(Ordering::Equal), with(Ordering::Greater));
        masks.of(own[0]) & first != 0
            && (*may_tie || equal == 0)
            && lesser <= *less
            && equal + greater <= OTHERS - less
    }
}

/// Returns the order of two words, or `None` if it depends on open cells.
fn order(one: &[Cell], two: &[Cell], masks: Masks<'_>) -> Option<Ordering> {
    for (one, two) in one.iter().zip(two) {
        let ((least, most), (other_least, other_most)) = (masks.ends(*one), masks.ends(*two));
        if most < other_least {
            return Some(Ordering::Less);
        }
        if other_most < least {
            return Some(Ordering::Greater);
        }
        if one != two && (least, other_least) != (most, other_most) {
            return None;
        }
    }
    Some(Ordering::Equal)
}
