//! Schroedinger cells: cells that hold two values, and the effect of other constraints on them.

use super::args::{ArgError, Args};
use super::error::{ArgumentError, Checked, Fault, distinct, sum_is};
use super::kind::{Kind, Writer, documented, is_square_with};
use super::{AllDifferent, Constraint};
use crate::Cell;
use crate::board::{Board, Group, GroupSize, Line, Shape};
use alloc::string::String;
use alloc::vec::Vec;

documented! {
    /// Schroedinger cells: each row, column and region has one cell that contains two digits, and
    /// contains every digit once.
    ///
    /// The grid has N x N cells and the values 0 to N, which are the digits. With the argument 1,
    /// the digits are 1 to N + 1 and the values 0 to N + 1. Regions are the boxes, or with
    /// `NoBoxes` the pieces of a `Jigsaw`, at most N. A grid cell holds the lower of its two
    /// digits. Extra cells hold the higher ones: `SC1`.. by cell, row by row, with 0 if a cell has
    /// a single digit; `SCR1`.., `SCC1`.. and `SCB1`.. by row, column and region.
    ///
    /// In sums, both digits count. A relation between cells holds for every choice of one digit
    /// from each cell. Givens, `Odd` and `Even` restrict both digits. `Quad`, `ContainAtLeast` and
    /// `ContainExact` count both digits. All digits on a `Renban` line are different and
    /// consecutive. Kinds whose meaning for two digits is not established, such as `Sandwich`,
    /// `Between` or `Palindrome`, cannot be combined with it.
    ///
    /// ```text
    /// 0 2(34)1
    /// 1(34)0 2
    /// (34)1 2 0
    /// 2 0 1(34)      SC3, SC6, SC9 and SC16 are 4
    /// ```
    pub struct Schroedinger {
        /// The least digit, 0 or 1.
        pub low: u8,
    }
    "Schroedinger" "[low]" Extension
}

/// Prefix of the extra cells that hold the second value of each cell.
const SECOND: &str = "SC";

/// The cells of a house, and the extra cell for its second value.
type WithSecond = (Vec<Cell>, Cell);

impl Schroedinger {
    /// Returns the index of the first extra cell for second values. These cells have the same order
    /// as the grid.
    pub(crate) fn first_second(board: &Board) -> Option<usize> {
        board.group_cells(SECOND)?.first().map(|cell| cell.index())
    }

    /// Returns the boxes, or the jigsaw pieces if there are no boxes.
    fn regions(board: &Board) -> Vec<Vec<Cell>> {
        let boxes = board.boxes();
        if boxes.is_empty() { board.pieces().to_vec() } else { boxes }
    }

    /// Returns the rows, columns and regions with their extra cells.
    pub(super) fn houses_with_second(board: &Board) -> Vec<WithSecond> {
        let (rows, cols) = Line::all(board).partition::<Vec<_>, _>(|line| matches!(line, Line::Row(_)));
        let lines = |lines: Vec<Line>| lines.iter().map(|line| line.cells(board)).collect();
        let kinds: [(Vec<Vec<Cell>>, &str); 3] =
            [(lines(rows), "SCR"), (lines(cols), "SCC"), (Self::regions(board), "SCB")];
        let with = |(houses, prefix): (Vec<Vec<Cell>>, &str)| {
            houses.into_iter().zip(board.group_cells(prefix).unwrap_or_default())
        };
        kinds.into_iter().flat_map(with).collect()
    }

    /// Returns the extra cells of regions that do not exist. While the pieces of several jigsaws
    /// are collected, there may be more regions than extra cells.
    pub(super) fn unused(board: &Board) -> Vec<Cell> {
        let seconds = board.group_cells("SCB").unwrap_or_default();
        seconds.into_iter().skip(Self::regions(board).len()).collect()
    }

    /// Returns true if some region has no extra cell.
    pub(crate) fn has_too_many_regions(board: &Board) -> bool {
        Self::regions(board).len() > board.shape().rows()
    }
}

impl Kind for Schroedinger {
    const NESTS: bool = false;

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        Vec::new()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let second = |cell: Cell| board.second(cell).map_or(0, |cell| values[cell.index()]);
        for cell in board.grid().filter(|cell| second(*cell) != 0) {
            if values[cell.index()] >= second(cell) {
                return Err(Fault::Value { cell, found: values[cell.index()] });
            }
        }
        for (mut cells, shown) in Self::houses_with_second(board) {
            let two: Vec<Cell> = cells.iter().copied().filter(|cell| second(*cell) != 0).collect();
            let &[two] = &two[..] else {
                return Err(Fault::Number { found: Some(two.len() as i64), expected: 1 });
            };
            sum_is(values[shown.index()].into(), second(two).into())?;
            cells.push(shown);
            distinct(&cells, values)?;
        }
        let wrong = Self::unused(board).into_iter().find(|cell| values[cell.index()] != 0);
        let too_low = || board.grid().find(|cell| values[cell.index()] < self.low);
        let wrong = wrong.or_else(too_low);
        wrong.map_or(Ok(()), |cell| Err(Fault::Value { cell, found: values[cell.index()] }))
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        if self.low > 1 {
            return Err(ArgumentError::Number { low: 0, high: 1 });
        }
        is_square_with(board, 0, 1 + usize::from(self.low))?;
        let has_regions = board.region_size() == board.shape().rows();
        if has_regions { Ok(()) } else { Err(ArgumentError::Board("regions with as many cells as a row")) }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(1)?;
        let low = if args.text_or_empty(0).is_empty() { 0 } else { args.number(0, 0, 1)? as u8 };
        Ok(alloc::vec![Self { low }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        if self.low > 0 {
            out.push(self.low);
        }
    }

    fn masks(&self, board: &Board) -> Vec<(Cell, u16)> {
        let digits = board.values().mask_where(|value| value >= self.low);
        let unused = Self::unused(board).into_iter().map(|cell| (cell, 1));
        board.grid().map(|cell| (cell, digits)).chain(unused).collect()
    }

    fn groups(&self, shape: Shape) -> Vec<Group> {
        let group = |prefix: &str, size| Group { prefix: prefix.into(), label: String::new(), size };
        let (rows, cols) = (shape.rows(), shape.cols());
        alloc::vec![
            group(SECOND, GroupSize::Grid { rows, cols }),
            group("SCR", GroupSize::Count(rows)),
            group("SCC", GroupSize::Count(cols)),
            group("SCB", GroupSize::Count(rows)),
        ]
    }

    fn houses(&self, board: &Board) -> Vec<Vec<Cell>> {
        let with = |(mut cells, second): WithSecond| {
            cells.push(second);
            cells
        };
        Self::houses_with_second(board).into_iter().map(with).collect()
    }
}

/// The semantics of a constraint kind for cells with two values.
pub(super) enum Reading {
    /// The constraint needs no special handling for cells with two values.
    Itself,
    /// The constraint holds for every choice of one value from each cell. It is decided by pairs of
    /// cells.
    EachValue,
    /// The constraint holds for the sum of the values of each cell.
    Sums,
    /// The constraint is a cage: all values differ, and the sum counts both values of a cell.
    Cage,
    /// The constraint counts occurrences of values.
    Counts,
    /// All values are different and consecutive.
    Consecutive,
    /// At least one branch of the disjunction holds.
    Branches,
    /// The combination is undefined: existing solvers disagree, or do not support it.
    Open,
}

/// Returns the semantics of a kind.
// long: one arm for each kind, so that the compiler names a kind that has no reading
pub(super) const fn reading(constraint: &Constraint) -> Reading {
    match constraint {
        Constraint::NoBoxes(_)
        | Constraint::Jigsaw(_)
        | Constraint::SearchPriority(_)
        | Constraint::Schroedinger(_) => Reading::Itself,
        Constraint::Renban(_) => Reading::Consecutive,
        Constraint::Windoku(_)
        | Constraint::DisjointSets(_)
        | Constraint::Diagonal(_)
        | Constraint::AntiKnight(_)
        | Constraint::AntiKing(_)
        | Constraint::Leaper(_)
        | Constraint::Taxicab(_)
        | Constraint::AntiConsecutive(_)
        | Constraint::StrictKropki(_)
        | Constraint::Given(_)
        | Constraint::AllDifferent(_)
        | Constraint::Thermo(_)
        | Constraint::SlowThermo(_)
        | Constraint::Whisper(_)
        | Constraint::Modular(_)
        | Constraint::ParityLine(_)
        | Constraint::Nabner(_)
        | Constraint::WhiteDot(_)
        | Constraint::BlackDot(_)
        | Constraint::GreaterThan(_)
        | Constraint::Difference(_)
        | Constraint::Ratio(_)
        | Constraint::Pair(_)
        | Constraint::PairX(_)
        | Constraint::Odd(_)
        | Constraint::Even(_)
        | Constraint::Minimum(_)
        | Constraint::Maximum(_)
        | Constraint::HighCells(_)
        | Constraint::DiagonalNonconsecutive(_)
        | Constraint::Mathrax(_)
        | Constraint::StrictConsecutive(_)
        | Constraint::Battenburg(_) => Reading::EachValue,
        Constraint::Sum(_)
        | Constraint::EqualSum(_)
        | Constraint::Arrow(_)
        | Constraint::DoubleArrow(_)
        | Constraint::RegionSumLine(_)
        | Constraint::Zipper(_)
        | Constraint::X(_)
        | Constraint::V(_)
        | Constraint::LittleKiller(_)
        | Constraint::FrameSum(_) => Reading::Sums,
        Constraint::Cage(_) | Constraint::CageOfSums(_) | Constraint::DigitalRoot(_) => Reading::Cage,
        Constraint::ContainAtLeast(_) | Constraint::ContainExact(_) | Constraint::Quad(_) => Reading::Counts,
        Constraint::AnyOf(_) => Reading::Branches,
        Constraint::RegionSize(_)
        | Constraint::AntiTaxicab(_)
        | Constraint::RegionSameValues(_)
        | Constraint::Doppelganger(_)
        | Constraint::ChaosConstruction(_)
        | Constraint::ChaosArrow(_)
        | Constraint::ChaosCount(_)
        | Constraint::ConnectedValues(_)
        | Constraint::GlobalEntropy(_)
        | Constraint::GlobalMod(_)
        | Constraint::DutchFlatmates(_)
        | Constraint::StrictXV(_)
        | Constraint::FullRankTies(_)
        | Constraint::RellikCage(_)
        | Constraint::EqualityCage(_)
        | Constraint::Lunchbox(_)
        | Constraint::PillArrow(_)
        | Constraint::Entropic(_)
        | Constraint::Between(_)
        | Constraint::Lockout(_)
        | Constraint::Palindrome(_)
        | Constraint::SumLine(_)
        | Constraint::Regex(_)
        | Constraint::Nfa(_)
        | Constraint::LookAndSay(_)
        | Constraint::SameValues(_)
        | Constraint::CountingCircles(_)
        | Constraint::CountDistinct(_)
        | Constraint::Indexing(_)
        | Constraint::ValueIndexing(_)
        | Constraint::Sandwich(_)
        | Constraint::XSum(_)
        | Constraint::Skyscraper(_)
        | Constraint::HiddenSkyscraper(_)
        | Constraint::NumberedRoom(_)
        | Constraint::FullRank(_)
        | Constraint::Clones(_)
        | Constraint::Knightmare(_)
        | Constraint::FirstSeen(_)
        | Constraint::Rossini(_)
        | Constraint::Doublers(_)
        | Constraint::DoubledSum(_)
        | Constraint::Negators(_)
        | Constraint::NegatedSum(_)
        | Constraint::BoxIndexing(_)
        | Constraint::Vudoku(_)
        | Constraint::Isomorphic(_)
        | Constraint::Sequence(_)
        | Constraint::SameDifference(_)
        | Constraint::Outside(_)
        | Constraint::YinYang(_)
        | Constraint::StarBattle(_)
        | Constraint::CalcCage(_)
        | Constraint::Holes(_) => Reading::Open,
    }
}

/// Returns the one or two values of a cell.
fn held(cell: Cell, board: &Board, values: &[u8]) -> impl Iterator<Item = u8> {
    let second = board.second(cell).map(|cell| values[cell.index()]).filter(|value| *value != 0);
    core::iter::once(values[cell.index()]).chain(second)
}

/// Checks values against a constraint on a board with Schroedinger cells.
pub(super) fn check(constraint: &Constraint, board: &Board, values: &[u8]) -> Checked {
    match reading(constraint) {
        Reading::Itself | Reading::Branches | Reading::Open => constraint.check_single(board, values),
        Reading::EachValue => each_choice(constraint, board, values),
        Reading::Sums => constraint.check_single(board, &sums(board, values)),
        Reading::Cage => {
            let cells = constraint.cells(board);
            let numbers = sums(board, values);
            let found: i64 = cells.iter().map(|cell| i64::from(numbers[cell.index()])).sum();
            each_choice(&AllDifferent { cells }.into(), board, values)?;
            match constraint {
                Constraint::Cage(it) => it.sum.map_or(Ok(()), |sum| sum_is(found, sum.into())),
                Constraint::CageOfSums(it) if it.sums.iter().any(|sum| i64::from(*sum) == found) => Ok(()),
                Constraint::DigitalRoot(it) if (found + 8) % 9 + 1 == i64::from(it.root) => Ok(()),
                _ => Err(Fault::Not("one of the sums")),
            }
        }
        Reading::Counts => counts(constraint, board, values),
        Reading::Consecutive => {
            let cells = constraint.cells(board);
            let mut all: Vec<u8> = cells.iter().flat_map(|cell| held(*cell, board, values)).collect();
            all.sort_unstable();
            let steps = all.windows(2).all(|pair| pair[0] + 1 == pair[1]);
            if steps { Ok(()) } else { Err(Fault::Not("distinct consecutive values")) }
        }
    }
}

/// Checks a constraint for every choice of values in every two cells. This is sufficient for
/// constraints that are decided by pairs of cells.
fn each_choice(constraint: &Constraint, board: &Board, values: &[u8]) -> Checked {
    let two: Vec<(usize, u8)> =
        board.grid().filter_map(|cell| Some((cell.index(), held(cell, board, values).nth(1)?))).collect();
    let mut chosen = values.to_vec();
    constraint.check_single(board, &chosen)?;
    for (at, &(one, second)) in two.iter().enumerate() {
        chosen[one] = second;
        constraint.check_single(board, &chosen)?;
        for &(other, second) in &two[at + 1..] {
            chosen[other] = second;
            constraint.check_single(board, &chosen)?;
            chosen[other] = values[other];
        }
        chosen[one] = values[one];
    }
    Ok(())
}

/// Returns the sum of the values of each cell.
fn sums(board: &Board, values: &[u8]) -> Vec<u8> {
    board.cells().map(|cell| held(cell, board, values).sum()).collect()
}

fn counts(constraint: &Constraint, board: &Board, values: &[u8]) -> Checked {
    let (wanted, exact) = match constraint {
        Constraint::ContainAtLeast(it) => (&it.values, false),
        Constraint::ContainExact(it) => (&it.values, true),
        Constraint::Quad(it) => (&it.values, false),
        _ => return Ok(()),
    };
    let all: Vec<u8> =
        constraint.cells(board).into_iter().flat_map(|cell| held(cell, board, values)).collect();
    for &value in wanted {
        let times = |values: &[u8]| values.iter().filter(|it| **it == value).count();
        let (found, expected) = (times(&all), times(wanted));
        if found < expected || exact && found > expected {
            return Err(Fault::Count { value, found, expected });
        }
    }
    Ok(())
}

/// Fails if the constraint has no defined meaning on a board with Schroedinger cells.
pub(super) fn fits(constraint: &Constraint, board: &Board) -> Result<(), ArgumentError> {
    match reading(constraint) {
        Reading::Open => Err(ArgumentError::Others("no Schroedinger")),
        Reading::Itself if matches!(constraint, Constraint::Jigsaw(_)) && !board.boxes().is_empty() => {
            Err(ArgumentError::Others("NoBoxes in combination with Schroedinger"))
        }
        _ => {
            let single = board.with_single_values();
            constraint.in_single_values(board).iter_mut().try_for_each(|part| part.settle(&single))
        }
    }
}
