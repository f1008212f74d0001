//! Reasons that are specific to a kind of constraint, for eliminations that no chain of single
//! cells explains.
//!
//! A reason follows "if r1c1 were 5, ". If the bounds of the sums suffice, the reason states them.
//! Otherwise it states which condition the remaining values cannot satisfy; the finder has tried
//! all of them.

use super::names::{cells, values};
use super::sandwich::sandwich;
use super::supposed::Supposed;
use crate::grammar::join;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Constraint, Indexing};

/// Returns the reason for an elimination by a supported kind of constraint, or `None` for other
/// kinds.
pub(super) fn of_kind(supposed: &Supposed<'_>, constraint: &Constraint) -> Option<String> {
    let state = supposed.state;
    let board = state.variant().board();
    let text = match constraint {
        Constraint::Sandwich(it) => sandwich(supposed, &it.line.cells(board), it.sum)?,
        Constraint::Lunchbox(it) => {
            format!("no places for the least and the greatest digit enclose a sum of {}", it.sum)
        }
        Constraint::XSum(it) => x_sum(supposed, &it.place.cells(board), it.clue),
        Constraint::Skyscraper(it) => {
            format!("no order of the remaining digits shows exactly {}", count(it.clue, "skyscraper"))
        }
        Constraint::HiddenSkyscraper(it) => format!("the first hidden skyscraper could not be {}", it.clue),
        Constraint::NumberedRoom(it) => room(supposed, &it.place.cells(board), it.clue),
        Constraint::Renban(it) => {
            format!("no {} consecutive digits fit into its cells", it.cells.len())
        }
        Constraint::Between(it) => ends(supposed, &it.cells, "between them"),
        Constraint::Lockout(it) => ends(supposed, &it.cells, "outside of them"),
        Constraint::RegionSumLine(it) => equal(supposed, &it.pieces(board), "segments of the line"),
        Constraint::EqualSum(it) => equal(supposed, &it.sets, "sets"),
        Constraint::Zipper(it) => {
            let (half, last) = (it.cells.len() / 2, it.cells.len() - 1);
            let pairs = (0..half).map(|at| vec![it.cells[at], it.cells[last - at]]);
            let middle = (last % 2 == 0).then(|| vec![it.cells[half]]);
            equal(supposed, &pairs.chain(middle).collect::<Vec<_>>(), "pairs of the zipper")
        }
        _ => return of_set(supposed, constraint),
    };
    Some(text)
}

/// Returns the reason for a rank. Four words, one from each side of the grid, start with each
/// digit.
fn rank(supposed: &Supposed<'_>, line: &[Cell], rank: u32) -> Option<String> {
    let board = supposed.state.variant().board();
    let (group, less) = ((rank - 1) / 4, (rank - 1) % 4);
    let first = board.values().iter().nth(group as usize)?;
    let start = supposed.cell(line[0]);
    Some(if supposed.claim.cell == line[0] {
        let (from, to) = (4 * group + 1, 4 * group + 4);
        format!(
            "the line would not have rank {rank}: ranks {from} to {to} belong to the lines that start with {first}"
        )
    } else {
        let others = ["none", "exactly one", "exactly two", "all"][less as usize];
        format!(
            "the line from {start} could not have rank {rank}: of the three other lines that start with {first}, \
             {others} must be lower"
        )
    })
}

/// Returns the reason for a kind that restricts sets of digits or relates cells.
fn of_set(supposed: &Supposed<'_>, constraint: &Constraint) -> Option<String> {
    let board = supposed.state.variant().board();
    let text = match constraint {
        Constraint::FullRank(it) => rank(supposed, &it.place.cells(board), it.rank)?,
        Constraint::FullRankTies(_) => "two lines would read the same".to_owned(),
        Constraint::SumLine(it) => {
            format!("the line could not be cut into pieces that each add up to {}", it.sum)
        }
        Constraint::Indexing(it) => indexing(supposed, it)?,
        Constraint::Quad(it) => contains(supposed, &constraint.cells(board), &it.values),
        Constraint::ContainAtLeast(it) => contains(supposed, &it.cells, &it.values),
        Constraint::ContainExact(it) => contains(supposed, &it.cells, &it.values),
        Constraint::LookAndSay(it) => {
            let wanted = it.pairs.iter().map(|(times, value)| format!("{} {value}", number_of(*times)));
            format!("its cells could not hold exactly {}", join(wanted, "and"))
        }
        Constraint::EqualityCage(_) => {
            "it could not have as many odd as even digits and as many low as high ones".to_owned()
        }
        Constraint::CountDistinct(it) => {
            format!(
                "{} could not be the number of different digits in the other cells",
                supposed.cell(it.cells[0])
            )
        }
        Constraint::CountingCircles(_) => "some digit could not be in as many circles as it says".to_owned(),
        Constraint::RellikCage(it) => format!("some of its digits would add up to {}", it.sum),
        Constraint::SameValues(_) => "its sets could not hold the same digits".to_owned(),
        Constraint::GlobalEntropy(_) => {
            "a 2x2 square around it would lack a low, a middle or a high digit".to_owned()
        }
        Constraint::GlobalMod(_) => {
            "a 2x2 square around it would lack one of the remainders modulo 3".to_owned()
        }
        Constraint::AnyOf(it) => match it.branches.len() {
            2 => "neither of the two alternatives could hold".to_owned(),
            branches => format!("none of the {branches} alternatives could hold"),
        },
        Constraint::Nfa(_) | Constraint::Regex(_) => {
            "no sequence of the digits left for the other cells would be accepted".to_owned()
        }
        Constraint::ValueIndexing(_) => {
            "the second cell could not give the position of the digit in the first".to_owned()
        }
        _ => return None,
    };
    Some(text)
}

fn count(number: u32, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

fn number_of(times: u8) -> String {
    match times {
        0 => "no".to_owned(),
        times => format!("{times} times"),
    }
}

/// Explains an X-sum: the possible sums of the first X cells.
fn x_sum(supposed: &Supposed<'_>, line: &[Cell], sum: u32) -> String {
    let first = supposed.values(line[0]);
    match first[..] {
        [0] => return format!("no cell would be added, and the sum would be 0 instead of {sum}"),
        [1] => return format!("the sum of the first cell would be 1 instead of {sum}"),
        _ => {}
    }
    if let [x] = first[..]
        && let Some(cells @ [_, ..]) = line.get(..x.into())
    {
        return format!(
            "the first {x} cells would have to add up to {sum}, which the remaining digits of {} cannot give",
            join(cells.iter().map(|it| supposed.cell(*it)), "and")
        );
    }
    format!(
        "{} could only be {}, and with {} would the first cells add up to {sum}",
        supposed.cell(line[0]),
        values(&first, "or"),
        if first.len() == 2 { "neither" } else { "none of these" }
    )
}

/// Explains a numbered room: the first cell points at a cell that cannot hold the clue.
fn room(supposed: &Supposed<'_>, line: &[Cell], clue: u32) -> String {
    let first = supposed.values(line[0]);
    match first[..] {
        [x] => match usize::from(x).checked_sub(1).and_then(|at| line.get(at)) {
            Some(target) => format!("{} would have to be {clue}, which it cannot be", supposed.cell(*target)),
            None => "it would point outside of the line".to_owned(),
        },
        _ => format!(
            "{} could only be {}, and none of these points at a cell that can be {clue}",
            supposed.cell(line[0]),
            values(&first, "or")
        ),
    }
}

/// Explains indexing: no digit of a marked cell points at a cell with the required candidate.
fn indexing(supposed: &Supposed<'_>, it: &Indexing) -> Option<String> {
    let board = supposed.state.variant().board();
    let points = |of: Cell, value: u8| it.target(board, of, value);
    let fits = |of: Cell, value: u8| points(of, value).is_some_and(|(at, wanted)| supposed.has(at, wanted));
    let mut marked = it.cells.iter().copied();
    let bare = marked.find(|of| {
        let left = supposed.values(*of);
        !left.is_empty() && !left.iter().any(|value| fits(*of, *value))
    })?;
    let left = supposed.values(bare);
    let target = left.iter().find_map(|value| points(bare, *value));
    Some(match (target, &left[..]) {
        (None, _) => format!("{} would point outside of the line", supposed.cell(bare)),
        (Some((at, wanted)), [_]) if bare == supposed.claim.cell => {
            format!("{} would have to be {wanted}, which it cannot be", supposed.cell(at))
        }
        (Some((_, wanted)), _) => format!(
            "{} could only be {}, which would not point at a cell that can be {wanted}",
            supposed.cell(bare),
            values(&left, "or")
        ),
    })
}

/// Explains a line with ends.
fn ends(supposed: &Supposed<'_>, line: &[Cell], place: &str) -> String {
    let [first, .., last] = line else { return String::new() };
    let inner: Vec<Cell> =
        line[1..line.len() - 1].iter().copied().filter(|it| !supposed.state.is_placed(*it)).collect();
    let those = match inner.len() {
        0 => "the digits of the line".to_owned(),
        1..=3 => join(inner.iter().map(|it| supposed.cell(*it)), "and"),
        _ => "all other cells of the line".to_owned(),
    };
    format!(
        "the ends {} and {} would have to leave room for {those} {place}, and no digits left for the ends do",
        supposed.cell(*first),
        supposed.cell(*last)
    )
}

/// Explains sets with equal sums: two sets without a common possible sum, if there are any.
fn equal(supposed: &Supposed<'_>, sets: &[Vec<Cell>], name: &str) -> String {
    let sums: Vec<u128> = sets.iter().map(|set| supposed.sums(set)).collect();
    for (at, one) in sums.iter().enumerate() {
        for (other, two) in sums.iter().enumerate().skip(at + 1).filter(|(_, two)| *one != 0 && **two != 0) {
            let ends = |sums: u128| (sums.trailing_zeros(), 127 - sums.leading_zeros());
            let ((least, most), (from, to)) = (ends(*one), ends(*two));
            let (lower, upper, top, bottom) = if most < from {
                (&sets[at], &sets[other], most, from)
            } else if to < least {
                (&sets[other], &sets[at], to, least)
            } else {
                continue;
            };
            return format!(
                "{} would be at most {top}, but {} at least {bottom}",
                supposed.sum_of(lower),
                supposed.sum_of(upper)
            );
        }
    }
    format!("the {name} could not have equal sums")
}

/// Explains required values: the value with too few cells, if there is one.
fn contains(supposed: &Supposed<'_>, of: &[Cell], wanted: &[u8]) -> String {
    for value in wanted {
        let needed = wanted.iter().filter(|it| *it == value).count();
        let places: Vec<Cell> = of.iter().copied().filter(|it| supposed.has(*it, *value)).collect();
        if places.len() < needed {
            return match places[..] {
                [] => format!("there would be no cell for {value}"),
                _ => format!("{value} would only have {}", cells(supposed.state, &places, "and")),
            };
        }
    }
    let mut all = wanted.to_vec();
    all.sort_unstable();
    format!("its cells could not hold {}", values(&all, "and"))
}
