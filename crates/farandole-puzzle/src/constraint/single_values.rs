//! Rewrites constraints on Schroedinger cells, which have two values, for cells with one value each.
//!
//! Each grid cell is paired with an extra cell for its second value, which is 0 if there is none. The meaning of a
//! constraint is extended to these cells as its [`Reading`] states.

use super::cages::{AllDifferent, Sum};
use super::catalogue::{AnyOf, Constraint};
use super::cells::Given;
use super::counting::{ContainAtLeast, ContainExact};
use super::custom::Pair;
use super::reading::Reading;
use super::relation::Relation;
use super::schroedinger::Schroedinger;
use super::semantics::{CountBound, Semantics};
use crate::Cell;
use crate::board::Board;
use alloc::string::String;
use alloc::vec::Vec;

/// Rewrites a constraint on a board with Schroedinger cells into equivalent constraints on single-valued cells.
pub(crate) fn in_single_values(constraint: &Constraint, board: &Board) -> Vec<Constraint> {
    let meaning = constraint.semantics(board);
    let each = |part: fn(&Semantics, &Board) -> Vec<Constraint>| {
        meaning.parts().into_iter().flat_map(|meaning| part(meaning, board)).collect()
    };
    match constraint.reading() {
        Reading::Itself | Reading::Open => match constraint {
            Constraint::Schroedinger(rule) => layout(rule, board),
            _ => alloc::vec![constraint.clone()],
        },
        Reading::EachValue => each(each_value),
        Reading::Sums | Reading::Cage => each(sums),
        Reading::Counts => each(counted),
        Reading::Consecutive => consecutive(&constraint.cells(board), board),
        Reading::Branches => {
            let Constraint::AnyOf(any) = constraint else { return Vec::new() };
            let branch = |parts: &Vec<Constraint>| {
                parts.iter().flat_map(|part| in_single_values(part, board)).collect()
            };
            alloc::vec![Constraint::AnyOf(AnyOf { branches: any.branches.iter().map(branch).collect() })]
        }
    }
}

/// Applies a meaning to each choice of one value from each cell.
fn each_value(meaning: &Semantics, board: &Board) -> Vec<Constraint> {
    match meaning {
        // A second value of 0 means that the cell has only one value.
        Semantics::Domain { cell, mask } => {
            let second = board.second(*cell).map(|cell| Given { cell, mask: mask | 1 });
            [Given { cell: *cell, mask: *mask }].into_iter().chain(second).map(Constraint::from).collect()
        }
        Semantics::AllDifferent(cells) => differ(cells, board),
        Semantics::Related(related, relation) => {
            related.pairs().into_iter().flat_map(|(one, two)| relate(one, two, *relation, board)).collect()
        }
        _ => unreachable!("a constraint on pairs of cells"),
    }
}

fn pair(cells: [Cell; 2], relation: Relation) -> Constraint {
    Pair { relation, name: String::new(), cells: cells.to_vec() }.into()
}

/// Rewrites `Schroedinger` itself, except its houses.
fn layout(rule: &Schroedinger, board: &Board) -> Vec<Constraint> {
    let values = board.values();
    let digits: Vec<u8> = (rule.low..=values.high()).collect();
    let rising = Relation::from_fn(values, |one, two| two == 0 || one < two);
    let shown = Relation::from_fn(values, |one, two| one == 0 || one == two);
    let mut parts: Vec<Constraint> = Vec::new();
    for (cells, second) in Schroedinger::houses_with_second(board) {
        let all = [&cells[..], &[second]].concat();
        if rule.low > 0 {
            // There are more values than cells, so the house must contain every value except 0.
            parts.push(ContainExact { values: digits.clone(), cells: all.clone() }.into());
        }
        parts.push(AllDifferent { cells: all }.into());
        parts.push(Given { cell: second, mask: values.all() & !1 }.into());
        let seconds: Vec<Cell> = cells.iter().filter_map(|cell| board.second(*cell)).collect();
        parts.extend(seconds.iter().map(|cell| pair([*cell, second], shown)));
        parts.push(match seconds[..] {
            // An empty list of values would impose nothing.
            [only] => Given { cell: only, mask: values.all() & !1 }.into(),
            _ => ContainExact { values: alloc::vec![0; seconds.len() - 1], cells: seconds }.into(),
        });
    }
    for cell in board.grid() {
        parts.push(Given { cell, mask: values.mask_where(|value| value >= rule.low) }.into());
        parts.extend(board.second(cell).map(|second| pair([cell, second], rising)));
    }
    parts.extend(Schroedinger::unused(board).into_iter().map(|cell| Given { cell, mask: 1 }.into()));
    parts
}

/// Relates each value of one cell to each value of another. A second value of 0 means that the cell
/// has only one value.
fn relate(one: Cell, two: Cell, relation: Relation, board: &Board) -> Vec<Constraint> {
    let both =
        |cell: Cell| [(cell, false)].into_iter().chain(board.second(cell).map(|second| (second, true)));
    let low = board.values().low();
    let mut parts = Vec::new();
    for (first, may_lack) in both(one) {
        // If a cell is related to itself, the relation applies to each of its values separately.
        for (second, may_lack_too) in both(two).filter(|(_, second)| one != two || *second == may_lack) {
            let holds = |a: u8, b: u8| {
                may_lack && a == 0 || may_lack_too && b == 0 || relation.holds(a - low, b - low)
            };
            parts.push(pair([first, second], Relation::from_fn(board.values(), holds)));
        }
    }
    parts
}

/// Requires that no two cells have a value in common.
fn differ(cells: &[Cell], board: &Board) -> Vec<Constraint> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells.dedup();
    let differ = Relation::from_fn(board.values(), |one, two| one != two);
    let mut parts: Vec<Constraint> = Vec::new();
    for (at, &one) in cells.iter().enumerate() {
        parts.extend(cells[at + 1..].iter().flat_map(|&two| relate(one, two, differ, board)));
    }
    parts.push(AllDifferent { cells }.into());
    parts
}

/// Applies a meaning to the sums of the values of each cell. Cells that differ have no value in common.
fn sums(meaning: &Semantics, board: &Board) -> Vec<Constraint> {
    let equation = |terms: &[(Cell, i32)], sum: i32| -> Constraint {
        let both = |(cell, by): &(Cell, i32)| {
            core::iter::once((*cell, *by)).chain(board.second(*cell).map(|second| (second, *by)))
        };
        Sum { sum: sum.min(UNREACHABLE), terms: terms.iter().flat_map(both).collect() }.into()
    };
    match meaning {
        Semantics::AllDifferent(cells) => differ(cells, board),
        Semantics::Sum { terms, total } => alloc::vec![equation(terms, *total)],
        Semantics::EqualSums(lists) => {
            let plus = |cells: &[Cell], by: i32| cells.iter().map(|cell| (*cell, by)).collect::<Vec<_>>();
            let equal =
                |lists: &[Vec<Cell>]| equation(&[plus(&lists[0], 1), plus(&lists[1], -1)].concat(), 0);
            lists.windows(2).map(equal).collect()
        }
        Semantics::Any(branches) => {
            let branch =
                |part: &Semantics| part.parts().into_iter().flat_map(|part| sums(part, board)).collect();
            alloc::vec![Constraint::AnyOf(AnyOf { branches: branches.iter().map(branch).collect() })]
        }
        _ => unreachable!("a constraint on sums"),
    }
}

/// An upper bound on all sums of cells, which the kind `Sum` accepts.
const UNREACHABLE: i32 = 1 << 19;

/// Requires that all values of some cells are different and consecutive.
///
/// The result has a branch for each possible number of cells with two values. In each branch, any
/// two values differ by less than the number of values.
fn consecutive(cells: &[Cell], board: &Board) -> Vec<Constraint> {
    let count = cells.len();
    if (1..count).any(|at| cells[..at].contains(&cells[at])) {
        return alloc::vec![Constraint::AnyOf(AnyOf { branches: Vec::new() })];
    }
    let seconds: Vec<Cell> = cells.iter().filter_map(|cell| board.second(*cell)).collect();
    let branch = |two: usize| {
        let near = Relation::from_fn(board.values(), |a, b| usize::from(a.abs_diff(b)) < count + two);
        let own =
            Relation::from_fn(board.values(), |a, b| b == 0 || usize::from(b.abs_diff(a)) < count + two);
        let mut parts: Vec<Constraint> = if two == count {
            seconds.iter().map(|cell| Given { cell: *cell, mask: board.values().all() & !1 }.into()).collect()
        } else {
            alloc::vec![ContainExact { values: alloc::vec![0; count - two], cells: seconds.clone() }.into()]
        };
        for (at, &one) in cells.iter().enumerate() {
            parts.extend(board.second(one).map(|second| pair([one, second], own)));
            parts.extend(cells[at + 1..].iter().flat_map(|&two| relate(one, two, near, board)));
        }
        parts
    };
    let most = count.min(usize::from(board.values().count()).saturating_sub(count));
    let branches = (0..=most).map(branch).collect();
    differ(cells, board).into_iter().chain([Constraint::AnyOf(AnyOf { branches })]).collect()
}

/// Counts both values of each cell. A second value of 0 is not an occurrence of 0.
fn counted(meaning: &Semantics, board: &Board) -> Vec<Constraint> {
    let Semantics::Count { cells, bounds } = meaning else { unreachable!("a constraint on counts") };
    let seconds = cells.iter().filter_map(|cell| board.second(*cell));
    let both: Vec<Cell> = cells.iter().copied().chain(seconds).collect();
    let zero = board.values().mask(0);
    let (zeros, others): (Vec<CountBound>, Vec<CountBound>) =
        bounds.iter().partition(|bound| bound.mask == zero);
    let part = |(bounds, cells): (Vec<CountBound>, Vec<Cell>)| -> Option<Constraint> {
        let is_exact = bounds.first()?.most < u32::MAX;
        let times = |bound: &CountBound| {
            board
                .values()
                .values_of(bound.mask)
                .flat_map(|value| (0..bound.least).map(move |_| value))
                .collect::<Vec<u8>>()
        };
        let values = bounds.iter().flat_map(times).collect();
        Some(if is_exact {
            ContainExact { values, cells }.into()
        } else {
            ContainAtLeast { values, cells }.into()
        })
    };
    [(zeros, cells.clone()), (others, both)].into_iter().filter_map(part).collect()
}
