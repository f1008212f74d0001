//! The variant: a shape, extra cells and constraints, and the houses, domains and peers derived
//! from them.

use super::error::VariantError;
use crate::Cell;
use crate::board::{Board, GridKind, Group, Line, Shape, ordered};
use crate::constraint::{ArgumentError, Constraint, Schroedinger, in_single_values};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A puzzle of any shape with constraints.
///
/// Two variants are equal if they have the same shape, groups and constraints. Constraints are
/// compared in normalized form; their order and duplicates have no effect.
#[derive(Clone, Debug)]
pub struct Variant {
    board: Arc<Board>,
    // Solvers clone the variants that they receive, so clones share the lists of lists.
    constraints: Arc<Vec<Constraint>>,
    domains: Vec<u16>,
    houses: Arc<Vec<House>>,
    sees: Vec<(Cell, Cell, u16)>,
}

impl PartialEq for Variant {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.constraints == other.constraints
    }
}

impl Eq for Variant {}

/// The origin of a house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HouseOrigin {
    /// A row or a column of a Sudoku grid.
    Line(Line),
    /// A default box, identified by its 0-based number.
    Box(u16),
    /// The constraint with this 0-based index.
    Constraint(u32),
}

/// A house of a variant: cells with different values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct House {
    /// The line, box or constraint that makes the cells a house.
    pub origin: HouseOrigin,
    /// The cells in ascending order, each once.
    pub cells: Vec<Cell>,
}

impl Variant {
    /// Creates a variant. `groups` contains the groups of `Var` items. The groups that constraints
    /// define are added to them.
    ///
    /// # Errors
    /// Returns the error of the first group or constraint that the board does not support.
    pub fn new(shape: Shape, groups: Vec<Group>, constraints: Vec<Constraint>) -> Result<Self, VariantError> {
        let groups = groups.into_iter().chain(made_groups(shape, &constraints)).collect();
        let mut board = board_of(shape, groups, &constraints).map_err(VariantError::board)?;
        let mut constraints = constraints;
        for (index, constraint) in constraints.iter_mut().enumerate() {
            let name = constraint.name();
            let fail = |misfit| VariantError::constraint(index, name, misfit);
            let is_outside = |cell: &Cell| cell.index() >= board.cell_count();
            let is_hole = |cell: &Cell| board.is_hole(*cell) && !matches!(constraint, Constraint::Holes(_));
            if constraint.cells(&board).iter().any(|cell| is_outside(cell) || is_hole(cell)) {
                return Err(fail(ArgumentError::Cell));
            }
            constraint.normalize(&board).map_err(fail)?;
            if board.has_seconds() {
                let single = board.with_single_values();
                let mut parts = in_single_values(constraint, &board);
                parts.iter_mut().try_for_each(|part| part.normalize(&single)).map_err(fail)?;
            }
            if let Constraint::Jigsaw(jigsaw) = &*constraint {
                board.pieces.extend(jigsaw.pieces.iter().cloned());
            }
        }
        board.pieces.sort_unstable();
        board.pieces.dedup();
        mark(&mut board, &constraints);
        if let Some((index, misfit)) = clash(&board, &constraints) {
            return Err(VariantError::constraint(index, constraints[index].name(), misfit));
        }
        constraints.sort_unstable();
        constraints.dedup();
        let houses = houses(&board, &constraints);
        Ok(Self {
            domains: domains(&board, &constraints),
            sees: sees(&board, &constraints, &houses),
            houses: Arc::new(houses),
            board: Arc::new(board),
            constraints: Arc::new(constraints),
        })
    }

    /// Returns the board: shape, extra cells, boxes and jigsaw pieces.
    pub const fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// Returns the rows, columns, values and kind of the grid.
    pub fn shape(&self) -> Shape {
        self.board.shape()
    }

    /// Returns the groups of extra cells that are not defined by constraints, in the form that
    /// [`new`](Self::new) accepts.
    pub fn stated_groups(&self) -> Vec<Group> {
        let made = made_groups(self.shape(), &self.constraints);
        self.board.groups().iter().filter(|group| !made.contains(group)).cloned().collect()
    }

    /// Rewrites the variant without [`Schroedinger`]: returns an equivalent variant on the same
    /// cells with one value each. Returns `None` if all cells already have a single value.
    ///
    /// ```
    /// use farandole_puzzle::format::iss;
    ///
    /// let variant = iss::read(".Shape~4x4~0-4.Schroedinger.Cage~9~R1C1~R1C2").unwrap();
    /// let single = variant.in_single_values().unwrap();
    /// assert_eq!(single.cell_count(), variant.cell_count());
    /// assert!(!single.board().has_seconds());
    /// ```
    ///
    /// # Panics
    /// Never panics, because the constructor has already tested the rewriting of each constraint.
    pub fn in_single_values(&self) -> Option<Self> {
        let board = Some(self.board()).filter(|board| board.has_seconds())?;
        let parts = self.constraints().iter().flat_map(|constraint| in_single_values(constraint, board));
        let single = Self::new(self.shape(), board.groups().to_vec(), parts.collect());
        Some(single.expect("constraints that the constructor has checked"))
    }

    /// Returns, for each constraint of `single`, the 0-based index of the constraint of this variant that
    /// [`in_single_values`](Self::in_single_values) rewrote to it. If there are several, returns the first.
    pub fn origins_of(&self, single: &Self) -> Vec<Option<usize>> {
        let mut parts = Vec::new();
        for (at, constraint) in self.constraints().iter().enumerate() {
            for mut part in in_single_values(constraint, self.board()) {
                if part.normalize(single.board()).is_ok() {
                    parts.push((part, at));
                }
            }
        }
        let origin = |constraint| parts.iter().find(|(part, _)| part == constraint).map(|(_, at)| *at);
        single.constraints().iter().map(origin).collect()
    }

    /// Returns the number of cells, including extra cells.
    pub fn cell_count(&self) -> usize {
        self.board.cell_count()
    }

    /// Returns all constraints, sorted and without duplicates.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// Returns true if this variant has all constraints of `earlier` and possibly more. Each of its
    /// solutions is then a solution of `earlier` as well.
    ///
    /// Returns false if an additional constraint changes the meaning of others, for example a dot
    /// when all dots are given.
    ///
    /// Cost: one pass over both lists of constraints.
    ///
    /// ```
    /// use farandole_puzzle::format::iss;
    ///
    /// let earlier = iss::read(".Shape~4x4.StrictKropki").unwrap();
    /// assert!(iss::read(".Shape~4x4.StrictKropki.Thermo~R1C1~R1C2").unwrap().adds_to(&earlier));
    /// assert!(!iss::read(".Shape~4x4.StrictKropki.WhiteDot~R1C1~R1C2").unwrap().adds_to(&earlier));
    /// let marked = iss::read(".Shape~4x4.~R1C1_1_2").unwrap();
    /// assert!(iss::read(".Shape~4x4.~R1C1_2").unwrap().adds_to(&marked));
    /// ```
    pub fn adds_to(&self, earlier: &Self) -> bool {
        let mut own = self.constraints.iter();
        // Both lists are sorted. A given may also be replaced by one with fewer values.
        let has = |one: &Constraint| match one {
            Constraint::Given(given) if !self.board.has_seconds() => {
                self.domains[given.cell.index()] & !given.mask == 0
            }
            one => own.any(|other| other == one),
        };
        self.board == earlier.board && earlier.constraints.iter().all(has)
    }

    /// Returns true if solutions may differ only in the labels of regions. Each search then counts solutions that are
    /// equal but for labels as one, but two searches may choose different labels.
    pub fn has_labels(&self) -> bool {
        self.constraints.iter().any(|constraint| matches!(constraint, Constraint::ChaosConstruction(_)))
    }

    /// Returns the domain of each cell: the mask of the values that `Given` and similar constraints
    /// allow. Bit v - low represents the value v.
    pub fn domains(&self) -> &[u16] {
        &self.domains
    }

    /// Returns the sets of cells that have different values. Rows, columns and boxes precede the
    /// sets of constraints. Each set occurs once.
    pub fn houses(&self) -> &[House] {
        &self.houses
    }

    /// Returns true if the house has as many cells as there are values, and therefore contains
    /// every value.
    pub fn is_full(&self, house: &House) -> bool {
        house.cells.len() == usize::from(self.board.values().count())
    }

    /// Returns the pairs of cells that cannot both have the same value, with the mask of these
    /// values. The lower cell is first. Pairs that share a house are omitted, and each pair occurs
    /// once.
    pub fn sees(&self) -> &[(Cell, Cell, u16)] {
        &self.sees
    }
}

/// Returns the groups of extra cells that constraints define.
pub(crate) fn made_groups(shape: Shape, constraints: &[Constraint]) -> Vec<Group> {
    let mut groups: Vec<Group> = constraints.iter().flat_map(|constraint| constraint.groups(shape)).collect();
    groups.sort();
    groups.dedup();
    groups
}

/// Builds the board from the shape, the groups and the layout constraints, without jigsaw pieces.
pub(crate) fn board_of(
    shape: Shape,
    groups: Vec<Group>,
    constraints: &[Constraint],
) -> Result<Board, crate::board::BoardError> {
    let mut board = Board::new(shape, groups)?;
    constraints.iter().for_each(|constraint| constraint.define(&mut board));
    board.holes.sort_unstable();
    board.holes.dedup();
    Ok(board)
}

/// Records the marks that exempt cells from other constraints: dots, letters, pair rules, minima
/// and maxima. Includes marks in disjunctions.
fn mark(board: &mut Board, constraints: &[Constraint]) {
    constraints.iter().for_each(|constraint| constraint.mark(board));
    for cells in [&mut board.minima, &mut board.maxima] {
        cells.sort_unstable();
        cells.dedup();
    }
    for pairs in [&mut board.dots, &mut board.letters] {
        pairs.sort_unstable();
        pairs.dedup();
    }
    board.ruled.sort_unstable();
    board.ruled.dedup();
}

/// Returns the index of the first constraint that conflicts with the others, and the error.
fn clash(board: &Board, constraints: &[Constraint]) -> Option<(usize, ArgumentError)> {
    let has_chaos = constraints.iter().any(|it| matches!(it, Constraint::ChaosConstruction(_)));
    let misfit = |constraint: &Constraint| match constraint {
        Constraint::Jigsaw(_) if board.has_seconds() && Schroedinger::has_too_many_regions(board) => {
            Some(ArgumentError::Others("at most as many pieces as rows in combination with Schroedinger"))
        }
        // The text language cannot express both constraints, because one of them would replace the
        // other.
        it if !it.about().nests() && is_replaced(it, constraints) => {
            Some(ArgumentError::Others("a single constraint of this kind"))
        }
        _ if has_chaos && constraint.leaves().iter().any(|it| matches!(it, Constraint::RegionSumLine(_))) => {
            Some(ArgumentError::Others("no ChaosConstruction"))
        }
        _ => None,
    };
    constraints.iter().enumerate().find_map(|(index, constraint)| Some((index, misfit(constraint)?)))
}

/// Returns true if another constraint replaces this one in a text.
fn is_replaced(constraint: &Constraint, constraints: &[Constraint]) -> bool {
    let Some(key) = constraint.key() else { return false };
    let is_other = |it: &&Constraint| it.name() == constraint.name() && *it != constraint;
    constraints.iter().filter(is_other).any(|it| it.key().as_ref() == Some(&key))
}

fn domains(board: &Board, constraints: &[Constraint]) -> Vec<u16> {
    let mut domains = alloc::vec![board.values().all(); board.cell_count()];
    for constraint in constraints {
        if let Constraint::Given(given) = constraint {
            domains[given.cell.index()] &= given.mask;
        }
    }
    for (cell, mask) in constraints.iter().flat_map(|constraint| constraint.masks(board)) {
        domains[cell.index()] &= mask;
    }
    board.holes.iter().for_each(|cell| domains[cell.index()] = board.values().mask(board.values().low()));
    domains
}

fn houses(board: &Board, constraints: &[Constraint]) -> Vec<House> {
    let mut all: Vec<House> = Vec::with_capacity(constraints.len() + 3 * board.shape().rows());
    if board.shape().kind() == GridKind::Sudoku {
        all.extend(
            Line::all(board).map(|line| House { origin: HouseOrigin::Line(line), cells: line.cells(board) }),
        );
        let boxes = (0_u16..).zip(board.boxes());
        all.extend(boxes.map(|(number, cells)| House { origin: HouseOrigin::Box(number), cells }));
    }
    for (index, constraint) in (0_u32..).zip(constraints) {
        // Killers have mostly cages, whose cells are already in order. They need no list of lists.
        if let Constraint::Cage(cage) = constraint
            && cage.cells.is_sorted_by(|one, other| one < other)
        {
            all.push(House { origin: HouseOrigin::Constraint(index), cells: cage.cells.clone() });
            continue;
        }
        for mut cells in constraint.houses(board) {
            cells.sort_unstable();
            cells.dedup();
            all.push(House { origin: HouseOrigin::Constraint(index), cells });
        }
    }
    all.retain(|house| house.cells.len() > 1);
    // Comparing the ends and the length first distinguishes most houses cheaply. They are packed into one
    // word, which sorts faster than a tuple.
    let ends = |house: &House| {
        let (first, last) = (house.cells[0], house.cells[house.cells.len() - 1]);
        [first.index(), last.index(), house.cells.len()].iter().fold(0, |key, part| key << 16 | *part as u64)
    };
    let mut order: Vec<(u64, usize)> = all.iter().map(ends).zip(0..).collect();
    let by_cells = |one: usize, other: usize| all[one].cells.cmp(&all[other].cells).then(one.cmp(&other));
    order.sort_unstable_by(|one, other| one.0.cmp(&other.0).then_with(|| by_cells(one.1, other.1)));
    let mut is_new = alloc::vec![true; all.len()];
    for pair in order.windows(2) {
        is_new[pair[1].1] = pair[0].0 != pair[1].0 || all[pair[0].1].cells != all[pair[1].1].cells;
    }
    let mut is_new = is_new.into_iter();
    all.retain(|_| is_new.next() == Some(true));
    all
}

fn sees(board: &Board, constraints: &[Constraint], houses: &[House]) -> Vec<(Cell, Cell, u16)> {
    let pairs_of_constraints = constraints.iter().flat_map(|constraint| constraint.unequal_pairs(board));
    let mut pairs: Vec<(Cell, Cell, u16)> = pairs_of_constraints
        .map(|(one, two, mask)| {
            let (one, two) = ordered((one, two));
            (one, two, mask)
        })
        .collect();
    if pairs.is_empty() {
        return pairs;
    }
    // The set of the houses of each cell, as a bit set.
    let words = board.cell_count().div_ceil(64);
    let mut near = alloc::vec![0_u64; words * board.cell_count()];
    for house in houses {
        for one in &house.cells {
            let row = &mut near[one.index() * words..][..words];
            house.cells.iter().for_each(|two| row[two.index() / 64] |= 1 << (two.index() % 64));
        }
    }
    let share =
        |one: Cell, two: Cell| near[one.index() * words + two.index() / 64] >> (two.index() % 64) & 1 == 1;
    pairs.retain(|&(one, two, _)| one == two || !share(one, two));
    pairs.sort_unstable();
    pairs.dedup_by(|next, kept| {
        let same = (kept.0, kept.1) == (next.0, next.1);
        kept.2 |= if same { next.2 } else { 0 };
        same
    });
    pairs
}
