//! Schroedinger cells: cells that have two values, and their effect on other constraints.
//!
//! For solving, each grid cell is paired with an extra cell for its second value. Constraints are
//! rewritten for these single-valued cells.

use super::args::{ArgError, Args};
use super::declare::documented;
use super::error::{ArgumentError, Checked, ConstraintViolation, distinct, sum_is};
use super::kind::{Kind, Properties, Role, Writer, is_square_with};
use super::relation::Relation;
use super::{AllDifferent, AnyOf, Constraint, ContainAtLeast, ContainExact, Given, Pair, Sum};
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
    /// `NoBoxes` the regions of a `Jigsaw`, at most N. A grid cell holds the lower of its two
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

/// Prefix of the extra cells that contain the second values.
const SECOND: &str = "SC";

/// The cells of a house, and the extra cell for its second value.
type WithSecond = (Vec<Cell>, Cell);

impl Schroedinger {
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

    /// Returns the extra cells of regions that do not exist. During the collection of the regions
    /// of several jigsaws, there may be more regions than extra cells.
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
    const READING: Reading = Reading::Itself;

    const PROPERTIES: Properties = Properties::outermost(Role::Regions);

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        Vec::new()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let second = |cell: Cell| board.second(cell).map_or(0, |cell| values[cell.index()]);
        for cell in board.grid().filter(|cell| second(*cell) != 0) {
            if values[cell.index()] >= second(cell) {
                return Err(ConstraintViolation::Value { cell, found: values[cell.index()] });
            }
        }
        for (mut cells, shown) in Self::houses_with_second(board) {
            let two: Vec<Cell> = cells.iter().copied().filter(|cell| second(*cell) != 0).collect();
            let &[two] = &two[..] else {
                return Err(ConstraintViolation::Number { found: Some(two.len() as i64), expected: 1 });
            };
            sum_is(values[shown.index()].into(), second(two).into())?;
            cells.push(shown);
            distinct(&cells, values)?;
        }
        let wrong = Self::unused(board).into_iter().find(|cell| values[cell.index()] != 0);
        let too_low = || board.grid().find(|cell| values[cell.index()] < self.low);
        let wrong = wrong.or_else(too_low);
        wrong.map_or(Ok(()), |cell| Err(ConstraintViolation::Value { cell, found: values[cell.index()] }))
    }

    fn define(&self, board: &mut Board) {
        board.seconds = board.group_cells(SECOND).and_then(|cells| Some(cells.first()?.index()));
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

// cycle: Reading: each kind states its semantics, and this file checks it with other kinds.
/// The semantics of a constraint kind on cells with two values.
#[derive(Clone, Copy)]
pub(crate) enum Reading {
    /// The constraint needs no special handling for cells with two values.
    Itself,
    /// The constraint must hold for every choice of one value from each cell. It is a constraint on
    /// pairs of cells.
    EachValue,
    /// The constraint holds for the sum of the values of each cell.
    Sums,
    /// The constraint is a cage: all values differ, and the sum includes both values of a cell.
    Cage,
    /// The constraint counts occurrences of values.
    Counts,
    /// All values are different and consecutive.
    Consecutive,
    /// At least one branch of the disjunction holds.
    Branches,
    /// The combination is undefined, because existing solvers disagree or do not support it.
    Open,
}

/// Returns the one or two values of a cell.
fn held(cell: Cell, board: &Board, values: &[u8]) -> impl Iterator<Item = u8> {
    let second = board.second(cell).map(|cell| values[cell.index()]).filter(|value| *value != 0);
    core::iter::once(values[cell.index()]).chain(second)
}

/// Checks values against a constraint on a board with Schroedinger cells.
pub(super) fn check(constraint: &Constraint, board: &Board, values: &[u8]) -> Checked {
    match constraint.reading() {
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
                _ => Err(ConstraintViolation::Not("one of the sums")),
            }
        }
        Reading::Counts => counts(constraint, board, values),
        Reading::Consecutive => {
            let cells = constraint.cells(board);
            let mut all: Vec<u8> = cells.iter().flat_map(|cell| held(*cell, board, values)).collect();
            all.sort_unstable();
            let steps = all.windows(2).all(|pair| pair[0] + 1 == pair[1]);
            if steps { Ok(()) } else { Err(ConstraintViolation::Not("distinct consecutive values")) }
        }
    }
}

/// Checks a constraint for every choice of values in every two cells. This is sufficient for
/// constraints on pairs of cells.
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
            return Err(ConstraintViolation::Count { value, found, expected });
        }
    }
    Ok(())
}

/// Returns an error if the meaning of the constraint is undefined on a board with Schroedinger
/// cells.
pub(super) fn fits(constraint: &Constraint, board: &Board) -> Result<(), ArgumentError> {
    match constraint.reading() {
        Reading::Open => Err(ArgumentError::Others("no Schroedinger")),
        Reading::Itself if matches!(constraint, Constraint::Jigsaw(_)) && !board.boxes().is_empty() => {
            Err(ArgumentError::Others("NoBoxes in combination with Schroedinger"))
        }
        _ => {
            let single = board.with_single_values();
            constraint.in_single_values(board).iter_mut().try_for_each(|part| part.normalize(&single))
        }
    }
}

/// Two cells and a relation between their values.
type Related = (Cell, Cell, Relation);

impl Constraint {
    /// Rewrites a constraint on a board with Schroedinger cells into equivalent constraints on
    /// single-valued cells.
    pub(crate) fn in_single_values(&self, board: &Board) -> Vec<Self> {
        if let Some(plain) = self.in_core_kinds(board) {
            return plain.iter().flat_map(|it| it.in_single_values(board)).collect();
        }
        match self.reading() {
            Reading::Itself | Reading::Open => match self {
                Self::Schroedinger(it) => layout(it, board),
                _ => alloc::vec![self.clone()],
            },
            Reading::EachValue => match self {
                Self::Given(it) => given(it, board),
                _ => {
                    let houses = self.houses(board).into_iter().flat_map(|cells| differ(&cells, board));
                    let related = self.related(board).filter(|_| !self.about().only_houses());
                    let related = related.into_iter().flat_map(|(related, relation)| {
                        related.pairs().into_iter().map(move |(one, two)| (one, two, relation))
                    });
                    let relations = visible_pairs(self, board).into_iter().chain(related);
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
            Reading::Counts => counted(self, board),
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

/// Rewrites `Schroedinger` itself, except its houses.
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

/// Applies the given to both values. A second value of 0 means that the cell has only one value.
fn given(it: &Given, board: &Board) -> Vec<Constraint> {
    let second = board.second(it.cell).map(|cell| Given { cell, mask: it.mask | 1 }.into());
    core::iter::once(it.clone().into()).chain(second).collect()
}

/// Relates each value of one cell to each value of another. A second value of 0 means that the cell
/// has only one value.
fn relate(&(one, two, relation): &Related, board: &Board) -> Vec<Constraint> {
    let both =
        |cell: Cell| [(cell, false)].into_iter().chain(board.second(cell).map(|second| (second, true)));
    let mut parts = Vec::new();
    for (first, may_lack) in both(one) {
        // If a cell is related to itself, the relation applies to each of its values separately.
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
    constraint.unequal_pairs(board).into_iter().map(apart).collect()
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
            parts.extend(cells[at + 1..].iter().flat_map(|&two| relate(&(one, two, near), board)));
        }
        parts
    };
    let most = count.min(usize::from(board.values().count()).saturating_sub(count));
    let branches = (0..=most).map(branch).collect();
    differ(cells, board).into_iter().chain([Constraint::AnyOf(AnyOf { branches })]).collect()
}

/// Rewrites kinds that count values. A second value of 0 is not an occurrence of 0.
fn counted(constraint: &Constraint, board: &Board) -> Vec<Constraint> {
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
