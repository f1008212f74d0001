//! A normal form of variants, used to compare the meaning of two variants.
//!
//! A format has fewer kinds of constraints than the model. For example, it has a thermometer for a
//! triangle between two cells and an extra region for a window. Reading a written text therefore
//! often yields different constraints with the same meaning. The normal form splits constraints
//! into houses, candidates of single cells, tables of pairs of cells, sums, and counts of values.
//! Two variants with equal normal forms have the same solutions. The converse is not true.

use farandole_puzzle::Cell;
use farandole_puzzle::board::{Board, Group, Shape};
use farandole_puzzle::constraint::{
    BlackDot, BoxIndexing, Clones, Constraint, ContainAtLeast, Difference, GreaterThan, Indexing, Ratio,
    SlowThermo, Thermo, V, WhiteDot, X,
};
use farandole_puzzle::variant::Variant;
use std::collections::{BTreeMap, BTreeSet};

/// Cells with their coefficients, each cell once, and their sum.
type Equation = (Vec<(Cell, i64)>, i64);

/// The normal form of a variant.
#[derive(PartialEq)]
pub(crate) struct Meaning {
    pub(crate) shape: Shape,
    pub(crate) groups: Vec<Group>,
    pub(crate) holes: Vec<Cell>,
    /// Candidate mask of each cell.
    pub(crate) candidates: Vec<u16>,
    pub(crate) houses: BTreeSet<Vec<Cell>>,
    /// For each pair of cells, lower cell first, the masks of the second cell indexed by the value
    /// of the first.
    pub(crate) pairs: BTreeMap<(Cell, Cell), Vec<u16>>,
    equations: BTreeSet<Equation>,
    /// Minimum number of occurrences of a value among cells.
    counts: BTreeMap<(Vec<Cell>, u8), usize>,
    others: BTreeSet<Constraint>,
    /// The regions, if some constraint depends on them.
    regions: Option<Vec<Vec<Cell>>>,
}

impl Meaning {
    /// Computes the normal form of a variant. Cost: one check per pair of values for each
    /// constraint on two cells.
    pub(crate) fn of(variant: &Variant) -> Self {
        let board = &**variant.board();
        let is_hole = |cell: &Cell| board.is_hole(*cell);
        let mut meaning = Self {
            shape: board.shape(),
            groups: board.groups().to_vec(),
            holes: board.cells().filter(is_hole).collect(),
            candidates: variant.domains().to_vec(),
            houses: variant.houses().iter().map(|house| house.cells.clone()).collect(),
            pairs: BTreeMap::new(),
            equations: BTreeSet::new(),
            counts: BTreeMap::new(),
            others: BTreeSet::new(),
            regions: None,
        };
        for (one, two, mask) in variant.sees() {
            let differ = |a: u8, b: u8| a != b || board.values().mask(a) & mask == 0;
            meaning.pair(board, (*one, *two), differ);
        }
        variant.constraints().iter().for_each(|it| meaning.add(board, it));
        meaning.pairs.retain(|_, rows| rows.iter().any(|row| *row != board.values().all()));
        if meaning.others.iter().any(|it| it.reads_regions(board)) {
            let mut regions: Vec<_> = board.boxes().into_iter().chain(board.pieces().to_vec()).collect();
            regions.sort_unstable();
            meaning.regions = Some(regions);
        }
        meaning
    }

    fn add(&mut self, board: &Board, constraint: &Constraint) {
        if let Some(parts) = parts(board, constraint) {
            return parts.iter().for_each(|part| self.add_part(board, part));
        }
        match constraint {
            Constraint::AntiConsecutive(_)
            | Constraint::StrictKropki(_)
            | Constraint::StrictConsecutive(_)
            | Constraint::StrictPairRule(_)
            | Constraint::Minimum(_)
            | Constraint::Maximum(_)
            | Constraint::StrictXV(_) => {
                let Some((related, relation)) = constraint.related(board) else { return };
                let index = |value: u8| value.wrapping_sub(board.values().low());
                related.pairs().into_iter().for_each(|pair| {
                    self.pair(board, pair, |a, b| relation.holds(index(a), index(b)));
                });
            }
            _ => self.add_part(board, constraint),
        }
    }

    fn pair(&mut self, board: &Board, pair: (Cell, Cell), holds: impl Fn(u8, u8) -> bool) {
        let is_swapped = pair.0 > pair.1;
        let pair = if is_swapped { (pair.1, pair.0) } else { pair };
        let holds = |one, two| if is_swapped { holds(two, one) } else { holds(one, two) };
        let values = board.values();
        let rows = self.pairs.entry(pair).or_insert_with(|| vec![values.all(); values.count().into()]);
        for (row, one) in rows.iter_mut().zip(values.iter()) {
            *row &= values.mask_where(|two| holds(one, two));
        }
    }

    /// Adds a constraint that cannot be split into others.
    fn add_part(&mut self, board: &Board, constraint: &Constraint) {
        if is_in_houses_and_masks(board, constraint) {
            return;
        }
        if let Some(cells) = constraint.scope(board).filter(|cells| matches!(cells.len(), 1 | 2)) {
            return self.table(board, constraint, &cells);
        }
        if let Some(equation) = equation(constraint, board) {
            self.equations.insert(equation);
            return;
        }
        match constraint {
            Constraint::Quad(it) => self.at_least(constraint.cells(board), &it.values),
            Constraint::ContainAtLeast(ContainAtLeast { values, cells }) => {
                self.at_least(cells.clone(), values)
            }
            _ => {
                self.others.insert(constraint.clone());
            }
        }
    }

    /// Adds a constraint on one or two cells as the table of its accepted values.
    fn table(&mut self, board: &Board, constraint: &Constraint, cells: &[Cell]) {
        let mut grid = vec![board.values().low(); board.cell_count()];
        let mut holds = |one: u8, two: u8| {
            grid[cells[0].index()] = one;
            grid[cells[cells.len() - 1].index()] = two;
            constraint.check(board, &grid).is_ok()
        };
        let values = board.values();
        if let [cell] = cells {
            let allowed = values.iter().filter(|value| holds(*value, *value));
            self.candidates[cell.index()] &= allowed.fold(0, |mask, value| mask | values.mask(value));
            return;
        }
        let mut allowed = BTreeSet::new();
        for (one, two) in values.iter().flat_map(|one| values.iter().map(move |two| (one, two))) {
            if holds(one, two) {
                allowed.insert((one, two));
            }
        }
        self.pair(board, (cells[0], cells[1]), |one, two| allowed.contains(&(one, two)));
    }

    fn at_least(&mut self, mut cells: Vec<Cell>, values: &[u8]) {
        cells.sort_unstable();
        for value in values {
            let times = values.iter().filter(|other| *other == value).count();
            let known = self.counts.entry((cells.clone(), *value)).or_default();
            *known = times.max(*known);
        }
    }
}

/// Splits a constraint that applies to each of its pairs or cells. Returns `None` for other
/// constraints.
fn parts(board: &Board, constraint: &Constraint) -> Option<Vec<Constraint>> {
    fn steps<K: Into<Constraint>>(cells: &[Cell], make: impl Fn(Vec<Cell>) -> K) -> Vec<Constraint> {
        cells.windows(2).map(|pair| make(pair.to_vec()).into()).collect()
    }
    fn of_pairs<K: Into<Constraint>>(
        pairs: Vec<(Cell, Cell)>,
        make: impl Fn(Vec<Cell>) -> K,
    ) -> Vec<Constraint> {
        pairs.into_iter().map(|(one, two)| make(vec![one, two]).into()).collect()
    }
    Some(match constraint {
        Constraint::Thermo(it) => steps(&it.cells, |cells| Thermo { cells }),
        Constraint::SlowThermo(it) => steps(&it.cells, |cells| SlowThermo { cells }),
        Constraint::WhiteDot(it) => of_pairs(it.pairs(board), |cells| WhiteDot { cells }),
        Constraint::BlackDot(it) => of_pairs(it.pairs(board), |cells| BlackDot { cells }),
        Constraint::X(it) => of_pairs(it.pairs(board), |cells| X { cells }),
        Constraint::V(it) => of_pairs(it.pairs(board), |cells| V { cells }),
        Constraint::GreaterThan(it) => of_pairs(it.pairs(board), |cells| GreaterThan { cells }),
        Constraint::Difference(it) => {
            of_pairs(it.pairs(board), |cells| Difference { difference: it.difference, cells })
        }
        Constraint::Ratio(it) => of_pairs(it.pairs(board), |cells| Ratio { ratio: it.ratio, cells }),
        Constraint::Clones(it) => {
            let size = it.cells.len() / usize::from(it.parts);
            let pairs = it.cells.iter().zip(it.cells.iter().skip(size));
            pairs.map(|(one, two)| Clones { parts: 2, cells: vec![*one, *two] }.into()).collect()
        }
        Constraint::Indexing(it) => {
            it.cells.iter().map(|cell| Indexing { along: it.along, cells: vec![*cell] }.into()).collect()
        }
        Constraint::BoxIndexing(it) => {
            it.cells.iter().map(|cell| BoxIndexing { cells: vec![*cell] }.into()).collect()
        }
        _ => return None,
    })
}

/// Returns true if the normal form represents the constraint completely by houses, pairs of
/// different cells and candidates.
fn is_in_houses_and_masks(board: &Board, constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Cage(it) => it.sum.is_none(),
        Constraint::RegionSize(_) => board.region_size() == board.shape().longer_side(),
        _ => matches!(
            constraint,
            Constraint::AllDifferent(_)
                | Constraint::NoBoxes(_)
                | Constraint::Jigsaw(_)
                | Constraint::Windoku(_)
                | Constraint::DisjointSets(_)
                | Constraint::Diagonal(_)
                | Constraint::AntiKnight(_)
                | Constraint::AntiKing(_)
                | Constraint::Given(_)
                | Constraint::Odd(_)
                | Constraint::Even(_)
        ),
    }
}

/// Returns a constraint on a sum as an equation with a positive first coefficient. Returns `None` for other
/// constraints.
fn equation(constraint: &Constraint, board: &Board) -> Option<Equation> {
    let mut terms: BTreeMap<Cell, i64> = BTreeMap::new();
    let mut add = |cells: &[Cell], factor: i64| {
        cells.iter().for_each(|cell| *terms.entry(*cell).or_default() += factor);
    };
    let total = match constraint {
        // The houses already require different values.
        Constraint::Cage(it) => {
            add(&it.cells, 1);
            i64::from(it.sum?)
        }
        Constraint::LittleKiller(it) => {
            add(&constraint.cells(board), 1);
            i64::from(it.sum)
        }
        Constraint::Sum(it) => {
            it.terms.iter().for_each(|(cell, factor)| add(&[*cell], i64::from(*factor)));
            i64::from(it.sum)
        }
        Constraint::Arrow(it) => {
            add(&it.cells[..1], 1);
            add(&it.cells[1..], -1);
            0
        }
        // Only the first cell of a pill may contain a value above 9, which no equation expresses.
        Constraint::PillArrow(it) if board.values().high() <= 9 => {
            let (pill, shaft) = it.cells.split_at(it.pill.into());
            let weights = core::iter::successors(Some(1_i64), |weight| Some(weight * 10));
            pill.iter().rev().zip(weights).for_each(|(cell, weight)| add(&[*cell], weight));
            add(shaft, -1);
            0
        }
        _ => return None,
    };
    let mut terms: Vec<(Cell, i64)> = terms.into_iter().filter(|(_, factor)| *factor != 0).collect();
    let sign = terms.first().map_or(1, |(_, factor)| factor.signum());
    terms.iter_mut().for_each(|(_, factor)| *factor *= sign);
    Some((terms, total * sign))
}
