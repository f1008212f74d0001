//! Rewrites constraints on Schroedinger cells into constraints on single-valued cells. Each grid
//! cell is paired with the extra cell that holds its second value.

use super::schroedinger::{Reading, reading};
use super::{
    AllDifferent, AnyOf, BlackDot, Constraint, ContainAtLeast, ContainExact, Given, GreaterThan, Pair,
    Relation, Schroedinger, Sum, WhiteDot,
};
use crate::Cell;
use crate::board::Board;
use alloc::string::String;
use alloc::vec::Vec;

/// Two cells and a relation between their values.
type Related = (Cell, Cell, Relation);

impl Constraint {
    /// Rewrites a constraint on a board with Schroedinger cells into equivalent constraints on
    /// single-valued cells.
    pub(crate) fn in_single_values(&self, board: &Board) -> Vec<Self> {
        if let Some(plain) = self.in_core_kinds(board) {
            return plain.iter().flat_map(|it| it.in_single_values(board)).collect();
        }
        match reading(self) {
            Reading::Itself | Reading::Open => match self {
                Self::Schroedinger(it) => layout(it, board),
                _ => alloc::vec![self.clone()],
            },
            Reading::EachValue => match self {
                Self::Given(it) => given(it, board),
                _ => {
                    let houses = self.houses(board).into_iter().flat_map(|cells| differ(&cells, board));
                    let relations = visible_pairs(self, board).into_iter().chain(relations(self, board));
                    houses.chain(relations.flat_map(|it| relate(&it, board))).collect()
                }
            },
            Reading::Sums => equations(self, board),
            Reading::Cage => {
                let cells = self.cells(board);
                let sum = if let Self::Cage(it) = self { it.sum } else { None };
                let sum = sum.map(|sum| equation(cells.iter().map(|cell| (*cell, 1)), sum, board));
                differ(&cells, board).into_iter().chain(sum).collect()
            }
            Reading::Counts => counts(self, board),
            Reading::Consecutive => consecutive(&self.cells(board), board),
            Reading::Branches => {
                let Self::AnyOf(it) = self else { return Vec::new() };
                let branch =
                    |branch: &Vec<Self>| branch.iter().flat_map(|it| it.in_single_values(board)).collect();
                alloc::vec![Self::AnyOf(AnyOf { branches: it.branches.iter().map(branch).collect() })]
            }
        }
    }
}

fn pair(cells: [Cell; 2], relation: Relation) -> Constraint {
    Pair { relation, name: String::new(), cells: cells.to_vec() }.into()
}

/// Rewrites `Schroedinger` itself, apart from its houses.
fn layout(it: &Schroedinger, board: &Board) -> Vec<Constraint> {
    let values = board.values();
    let digits: Vec<u8> = (it.low..=values.high()).collect();
    let rising = Relation::from_fn(values, |one, two| two == 0 || one < two);
    let shown = Relation::from_fn(values, |one, two| one == 0 || one == two);
    let mut parts: Vec<Constraint> = Vec::new();
    for (cells, second) in Schroedinger::houses_with_second(board) {
        let all = [&cells[..], &[second]].concat();
        if it.low > 0 {
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
        parts.push(Given { cell, mask: values.mask_where(|value| value >= it.low) }.into());
        parts.extend(board.second(cell).map(|second| pair([cell, second], rising)));
    }
    parts.extend(Schroedinger::unused(board).into_iter().map(|cell| Given { cell, mask: 1 }.into()));
    parts
}

/// Applies the given to both values. A second value of 0 means that there is none.
fn given(it: &Given, board: &Board) -> Vec<Constraint> {
    let second = board.second(it.cell).map(|cell| Given { cell, mask: it.mask | 1 }.into());
    core::iter::once(it.clone().into()).chain(second).collect()
}

/// Relates each value of one cell to each value of another. A second value of 0 means that there is
/// none.
fn relate(&(one, two, relation): &Related, board: &Board) -> Vec<Constraint> {
    let both =
        |cell: Cell| [(cell, false)].into_iter().chain(board.second(cell).map(|second| (second, true)));
    let mut parts = Vec::new();
    for (first, may_lack) in both(one) {
        // A cell that is related to itself holds one value at a time.
        for (second, may_lack_too) in both(two).filter(|(_, second)| one != two || *second == may_lack) {
            let holds = |a: u8, b: u8| may_lack && a == 0 || may_lack_too && b == 0 || relation.holds(a, b);
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
        parts.extend(cells[at + 1..].iter().flat_map(|&two| relate(&(one, two, differ), board)));
    }
    parts.push(AllDifferent { cells }.into());
    parts
}

/// Returns the relations of cells that see each other.
fn visible_pairs(constraint: &Constraint, board: &Board) -> Vec<Related> {
    let apart = |(one, two, mask): (Cell, Cell, u16)| {
        let relation = Relation::from_fn(board.values(), |a, b| a != b || mask >> a & 1 == 0);
        (one, two, relation)
    };
    constraint.sees(board).into_iter().map(apart).collect()
}

/// Expresses core ISS kinds as relations. Here, values start at 0.
fn relations(constraint: &Constraint, board: &Board) -> Vec<Related> {
    let of = |pairs: Vec<(Cell, Cell)>, holds: &dyn Fn(u8, u8) -> bool| -> Vec<Related> {
        let relation = Relation::from_fn(board.values(), holds);
        pairs.into_iter().map(|(one, two)| (one, two, relation)).collect()
    };
    // Pairs of cells of a list at most `most` positions apart.
    let near = |cells: &[Cell], most: usize| -> Vec<(Cell, Cell)> {
        let later = |at: usize| cells[at + 1..].iter().take(most).map(move |two| (cells[at], *two));
        (0..cells.len()).flat_map(later).collect()
    };
    match constraint {
        Constraint::Thermo(it) => of(near(&it.cells, 1), &|a, b| a < b),
        Constraint::Whisper(it) => of(near(&it.cells, 1), &|a, b| a.abs_diff(b) >= it.difference),
        Constraint::Modular(it) => {
            of(near(&it.cells, usize::from(it.modulus) - 1), &|a, b| a % it.modulus != b % it.modulus)
        }
        Constraint::Pair(it) => of(near(&it.cells, 1), &|a, b| it.relation.holds(a, b)),
        Constraint::PairX(it) => of(near(&it.cells, it.cells.len()), &|a, b| it.relation.holds(a, b)),
        Constraint::WhiteDot(it) => of(it.pairs(board), &WhiteDot::holds),
        Constraint::BlackDot(it) => of(it.pairs(board), &BlackDot::holds),
        Constraint::GreaterThan(it) => of(it.pairs(board), &GreaterThan::holds),
        Constraint::AntiConsecutive(_) => of(board.neighbour_pairs(), &|a, b| !WhiteDot::holds(a, b)),
        Constraint::StrictKropki(_) => {
            let mut pairs = board.neighbour_pairs();
            pairs.retain(|pair| !board.has_dot(*pair));
            of(pairs, &|a, b| !WhiteDot::holds(a, b) && !BlackDot::holds(a, b))
        }
        _ => Vec::new(),
    }
}

/// Returns a weighted sum that includes second values.
fn equation(terms: impl Iterator<Item = (Cell, i32)>, sum: u32, board: &Board) -> Constraint {
    /// An upper bound on all sums of cells.
    const UNREACHABLE: u32 = 1 << 19;
    let both = |(cell, by): (Cell, i32)| {
        core::iter::once((cell, by)).chain(board.second(cell).map(|second| (second, by)))
    };
    Sum { sum: sum.min(UNREACHABLE) as i32, terms: terms.flat_map(both).collect() }.into()
}

/// Rewrites kinds that are weighted sums.
fn equations(constraint: &Constraint, board: &Board) -> Vec<Constraint> {
    let plus = |cells: &[Cell], by: i32| cells.iter().map(move |cell| (*cell, by)).collect::<Vec<_>>();
    let equal =
        |one: &[Cell], two: &[Cell]| equation(plus(one, 1).into_iter().chain(plus(two, -1)), 0, board);
    let all_equal = |sets: &[Vec<Cell>]| sets.windows(2).map(|pair| equal(&pair[0], &pair[1])).collect();
    match constraint {
        Constraint::Sum(it) => {
            let Constraint::Sum(mut both) = equation(it.terms.iter().copied(), 0, board) else {
                return Vec::new();
            };
            both.sum = it.sum;
            alloc::vec![both.into()]
        }
        Constraint::EqualSum(it) => all_equal(&it.sets),
        Constraint::Arrow(it) => {
            let (circle, shaft) = it.cells.split_at(it.cells.len().min(1));
            alloc::vec![equal(circle, shaft)]
        }
        Constraint::DoubleArrow(it) => match &it.cells[..] {
            [first, inner @ .., last] => alloc::vec![equal(&[*first, *last], inner)],
            _ => Vec::new(),
        },
        Constraint::RegionSumLine(it) => all_equal(&it.pieces(board)),
        Constraint::Zipper(it) => {
            let (count, half) = (it.cells.len(), it.cells.len() / 2);
            let mut sets: Vec<Vec<Cell>> =
                (0..half).map(|at| alloc::vec![it.cells[at], it.cells[count - 1 - at]]).collect();
            if count % 2 == 1 && count > 1 {
                sets.push(alloc::vec![it.cells[half]]);
            }
            all_equal(&sets)
        }
        Constraint::X(it) => letters(it.pairs(board), 10, board),
        Constraint::V(it) => letters(it.pairs(board), 5, board),
        Constraint::LittleKiller(it) => {
            alloc::vec![equation(plus(&constraint.cells(board), 1).into_iter(), it.sum, board)]
        }
        _ => Vec::new(),
    }
}

fn letters(pairs: Vec<(Cell, Cell)>, sum: u32, board: &Board) -> Vec<Constraint> {
    pairs.into_iter().map(|(one, two)| equation([(one, 1), (two, 1)].into_iter(), sum, board)).collect()
}

/// Requires that all values of some cells are different and consecutive.
///
/// For each possible number of cells with two values, there is a branch in which no two values
/// differ by as much as the number of values.
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
            parts.extend(cells[at + 1..].iter().flat_map(|&two| relate(&(one, two, near), board)));
        }
        parts
    };
    let most = count.min(usize::from(board.values().count()).saturating_sub(count));
    let branches = (0..=most).map(branch).collect();
    differ(cells, board).into_iter().chain([Constraint::AnyOf(AnyOf { branches })]).collect()
}

/// Rewrites kinds that count values. A second value of 0 is not an occurrence of 0.
fn counts(constraint: &Constraint, board: &Board) -> Vec<Constraint> {
    let (wanted, exact) = match constraint {
        Constraint::ContainAtLeast(it) => (&it.values, false),
        Constraint::ContainExact(it) => (&it.values, true),
        Constraint::Quad(it) => (&it.values, false),
        _ => return Vec::new(),
    };
    let cells = constraint.cells(board);
    let seconds = cells.iter().filter_map(|cell| board.second(*cell));
    let both: Vec<Cell> = cells.iter().copied().chain(seconds).collect();
    let (zeros, others): (Vec<u8>, Vec<u8>) = wanted.iter().copied().partition(|value| *value == 0);
    let part = |values: Vec<u8>, cells: Vec<Cell>| -> Constraint {
        if exact { ContainExact { values, cells }.into() } else { ContainAtLeast { values, cells }.into() }
    };
    [(zeros, cells), (others, both)]
        .into_iter()
        .filter(|(values, _)| !values.is_empty())
        .map(|(values, cells)| part(values, cells))
        .collect()
}
