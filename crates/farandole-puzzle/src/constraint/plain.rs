//! Rewrites this crate's extension constraints into the core ISS constraint kinds.

use super::kind::Kind;
use super::{
    AnyOf, BoxIndexing, Cage, CageOfSums, Clones, Constraint, ContainAtLeast, DigitalRoot, FirstSeen, Given,
    GreaterThan, Pair, PairX, Pattern, Regex, Relation, Rossini, Slope, Sum, Thermo,
};
use crate::Cell;
use crate::board::Board;
use alloc::string::String;
use alloc::vec::Vec;

impl Constraint {
    /// Rewrites the constraint into core ISS kinds that are equivalent on its board.
    ///
    /// Returns `None` for core ISS kinds, except for a sum line with the sum 0 and a between line
    /// of two cells. Also returns `None` for constraints that [`sees`](Self::sees) describes
    /// completely.
    ///
    /// The result is not normalized. A disjunction becomes one whose branches contain only core ISS
    /// kinds.
    pub fn in_core_kinds(&self, board: &Board) -> Option<Vec<Self>> {
        let pairs = |pairs: Vec<(Cell, Cell)>, holds: &dyn Fn(u8, u8) -> bool| {
            pairs.into_iter().map(|(one, two)| pair(board, alloc::vec![one, two], holds)).collect()
        };
        Some(match self {
            Self::Odd(it) => givens(board, &it.cells, |value| value % 2 == 1),
            Self::Even(it) => givens(board, &it.cells, |value| value % 2 == 0),
            Self::Minimum(it) => greater(it.others(board).into_iter().map(|other| (other, it.cell))),
            Self::Maximum(it) => greater(it.others(board).into_iter().map(|other| (it.cell, other))),
            Self::Battenburg(it) => {
                let [a, b, c, d] = board.square_at(it.top_left)?;
                alloc::vec![pair(board, alloc::vec![a, b, d, c], &|one, two| one % 2 != two % 2)]
            }
            Self::SlowThermo(it) => alloc::vec![pair(board, it.cells.clone(), &|one, two| one <= two)],
            Self::ParityLine(it) => {
                alloc::vec![pair(board, it.cells.clone(), &|one, two| one % 2 != two % 2)]
            }
            Self::Nabner(it) => {
                let relation = Relation::from_fn(board.values(), |one, two| one.abs_diff(two) > 1);
                alloc::vec![PairX { relation, name: String::new(), cells: it.cells.clone() }.into()]
            }
            Self::Difference(it) => pairs(it.pairs(board), &|one, two| one.abs_diff(two) == it.difference),
            Self::Ratio(it) => pairs(it.pairs(board), &|one, two| {
                one == it.ratio.saturating_mul(two) || two == it.ratio.saturating_mul(one)
            }),
            Self::Clones(it) => equals(board, it),
            Self::DigitalRoot(it) => digital_root(board, it),
            Self::CageOfSums(it) => sums(board, it),
            Self::Knightmare(it) => pairs(it.pairs(board), &|one, two| one + two != it.sum),
            Self::FrameSum(it) => {
                let terms = it.cells(board).into_iter().map(|cell| (cell, 1)).collect();
                alloc::vec![Sum { sum: it.sum.min(MAX_SUM) as i32, terms }.into()]
            }
            Self::FirstSeen(it) => alloc::vec![first_seen(board, it)?],
            Self::Rossini(it) => rossini(board, it),
            Self::Outside(it) => {
                alloc::vec![ContainAtLeast { values: it.values.clone(), cells: it.cells(board) }.into()]
            }
            Self::HighCells(it) => {
                board.grid().map(|cell| Given { cell, mask: it.mask(board, cell) }.into()).collect()
            }
            Self::DiagonalNonconsecutive(it) => pairs(it.pairs(board), &|one, two| one.abs_diff(two) != 1),
            Self::BoxIndexing(it) => it.cells.iter().map(|cell| box_indexing(board, *cell)).collect(),
            Self::Mathrax(it) => pairs(it.pairs(board).into_iter().flatten().collect(), &|one, two| {
                it.operation.gives(one, two, it.result)
            }),
            Self::Vudoku(it) => alloc::vec![vudoku(&it.cells)],
            Self::Isomorphic(it) => it.rewritten(board),
            Self::Sequence(it) => it.cells.windows(3).map(equal_steps).collect(),
            Self::SameDifference(it) => alloc::vec![same_difference(board, &it.cells)],
            Self::CalcCage(it) => alloc::vec![it.rewritten(board)],
            Self::StrictConsecutive(it) => pairs(it.pairs(board), &|one, two| one.abs_diff(two) != 1),
            Self::SumLine(it) if it.sum == 0 => givens(board, &it.cells, |value| value == 0),
            // A line of two cells has no cells between its ends.
            Self::Between(it) if it.cells.len() == 2 => Vec::new(),
            Self::AnyOf(it) => alloc::vec![Self::AnyOf(AnyOf { branches: branches(board, it)? })],
            _ => return None,
        })
    }
}

/// An upper bound on all sums of cells: 1,000 cells with values up to 16 sum to at most 16,000.
const MAX_SUM: u32 = 1 << 20;

/// Rewrites the branches of a disjunction into core ISS kinds. Returns `None` if they contain no
/// other kinds.
fn branches(board: &Board, it: &AnyOf<Constraint>) -> Option<Vec<Vec<Constraint>>> {
    let mut has_others = false;
    let mut rewrite = |one: &Constraint| {
        let rewritten = one.in_core_kinds(board);
        has_others |= rewritten.is_some();
        rewritten.unwrap_or_else(|| alloc::vec![one.clone()])
    };
    let all = it.branches.iter().map(|branch| branch.iter().flat_map(&mut rewrite).collect()).collect();
    has_others.then_some(all)
}

/// Builds a regular expression: unlisted values, then the value that is seen first, then any
/// values.
fn first_seen(board: &Board, it: &FirstSeen) -> Option<Constraint> {
    let sign = |value: u8| char::from_digit(value.into(), 36).map(|sign| sign.to_ascii_uppercase());
    let others: Option<String> =
        board.values().values_of(board.values().all() & !it.mask).map(sign).collect();
    let others = others.filter(|others| !others.is_empty()).map(|others| alloc::format!("[{others}]*"));
    let text = alloc::format!("{}{}.*", others.unwrap_or_default(), sign(it.value)?);
    let pattern = Pattern::new(&text, board.values()).ok()?;
    Some(Regex { pattern, cells: it.place.cells(board) }.into())
}

fn rossini(board: &Board, it: &Rossini) -> Vec<Constraint> {
    let mut cells = it.cells(board);
    let greater = |one, two| GreaterThan { cells: alloc::vec![one, two] }.into();
    match (it.slope, &*cells) {
        (Slope::Neither, &[a, b, c]) => {
            let branches = alloc::vec![
                alloc::vec![greater(a, b), greater(c, b)],
                alloc::vec![greater(b, a), greater(b, c)]
            ];
            return alloc::vec![Constraint::AnyOf(AnyOf { branches })];
        }
        (Slope::Falls, _) => cells.reverse(),
        _ => {}
    }
    alloc::vec![Thermo { cells }.into()]
}

/// Builds a disjunction over the positions at which the cell may point, with the value required
/// there.
fn box_indexing(board: &Board, cell: Cell) -> Constraint {
    let region = BoxIndexing::region(cell, board);
    let number = region.iter().position(|it| *it == cell).map_or(0, |index| index as u8 + 1);
    let given = |cell, value| Given { cell, mask: board.values().mask(value) };
    let targets = (1..).zip(&region).filter(|(position, _)| board.values().contains(*position));
    let branch = |(position, target): (u8, &Cell)| {
        let mut given = alloc::vec![given(cell, position), given(*target, number)];
        given.dedup();
        given.into_iter().map(Constraint::from).collect()
    };
    let possible = targets.filter(|_| board.values().contains(number));
    Constraint::AnyOf(AnyOf { branches: possible.map(branch).collect() })
}

/// Requires that the second of three cells is the mean of the other two.
fn equal_steps(cells: &[Cell]) -> Constraint {
    Sum { sum: 0, terms: alloc::vec![(cells[0], 1), (cells[1], -2), (cells[2], 1)] }.into()
}

/// Builds a disjunction over all differences that consecutive cells may have.
fn same_difference(board: &Board, cells: &[Cell]) -> Constraint {
    let line = |step: u8| alloc::vec![pair(board, cells.to_vec(), &|one, two| one.abs_diff(two) == step)];
    Constraint::AnyOf(AnyOf { branches: (0..board.values().count()).map(line).collect() })
}

/// Requires that one of the three cells is the sum of the other two.
fn vudoku(cells: &[Cell]) -> Constraint {
    let with = |whole: usize| {
        let factor = |at: usize| if at == whole { -1 } else { 1 };
        let terms = (0..cells.len()).map(|at| (cells[at], factor(at))).collect();
        alloc::vec![Sum { sum: 0, terms }.into()]
    };
    Constraint::AnyOf(AnyOf { branches: (0..cells.len()).map(with).collect() })
}

fn pair(board: &Board, cells: Vec<Cell>, holds: &dyn Fn(u8, u8) -> bool) -> Constraint {
    Pair { relation: Relation::from_fn(board.values(), holds), name: String::new(), cells }.into()
}

fn givens(board: &Board, cells: &[Cell], holds: fn(u8) -> bool) -> Vec<Constraint> {
    let mask = board.values().mask_where(holds);
    cells.iter().map(|cell| Given { cell: *cell, mask }.into()).collect()
}

/// Requires that the first cell of each pair has the greater value.
fn greater(pairs: impl Iterator<Item = (Cell, Cell)>) -> Vec<Constraint> {
    pairs.map(|(one, two)| GreaterThan { cells: alloc::vec![one, two] }.into()).collect()
}

fn equals(board: &Board, it: &Clones) -> Vec<Constraint> {
    let length = it.cells.len() / usize::from(it.parts);
    let equal = (0..length).map(|index| it.cells.iter().skip(index).step_by(length).copied().collect());
    equal.map(|cells| pair(board, cells, &|one, two| one == two)).collect()
}

fn digital_root(board: &Board, it: &DigitalRoot) -> Vec<Constraint> {
    let most = it.cells.len() as u32 * u32::from(board.values().high());
    let sums = (0..=most).filter(|sum| (sum + 8) % 9 + 1 == u32::from(it.root)).collect();
    self::sums(board, &CageOfSums { sums, cells: it.cells.clone() })
}

/// Builds a disjunction of cages. A cage with the sum 0 would allow any sum, so the sum 0 is
/// expressed by givens.
fn sums(board: &Board, it: &CageOfSums) -> Vec<Constraint> {
    let cage = |sum: &u32| match sum {
        0 => it.cells.iter().map(|cell| Given { cell: *cell, mask: board.values().mask(0) }.into()).collect(),
        sum => alloc::vec![Cage { sum: Some(*sum), cells: it.cells.clone() }.into()],
    };
    let distinct = Cage { sum: None, cells: it.cells.clone() };
    let any = AnyOf { branches: it.sums.iter().map(cage).collect() };
    alloc::vec![distinct.into(), Constraint::AnyOf(any)]
}
