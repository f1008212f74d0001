//! The meaning of a constraint as data, in terms of the global constraints of constraint programming.
//!
//! Every consumer reads a kind's meaning from [`Semantics`]: propagators, formulas for proofs, and facts for
//! explanations. The check of a kind is written separately and shares nothing with it, so that the tests can
//! compare the two. The variants carry the names that the global constraint catalogue and MiniZinc use.
//!
//! Source: Beldiceanu, Carlsson, Rampon, "Global constraint catalog", SICS T2005:08.

mod conditions;
mod evaluate;
mod machine;
mod notation;

pub(super) use conditions::{formula_of, semantics_of, semantics_of_expression};
pub use machine::Machine;

use super::expression::PreparedCondition;
use super::relation::{Related, Relation};
use crate::Cell;
use crate::board::{Board, ValueRange};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The meaning of a constraint. All parts refer to cells of the board; values are values of the board.
///
/// ```
/// use farandole_puzzle::constraint::Semantics;
/// use farandole_puzzle::format::iss;
///
/// let variant = iss::read(".Shape~4x4.Arrow~R1C1~R1C2~R1C3").unwrap();
/// let meaning = variant.constraints()[0].semantics(variant.board());
/// let Semantics::Sum { terms, total } = &meaning else { panic!() };
/// assert_eq!((terms.len(), *total), (3, 0));
/// let mut values = vec![1; 16];
/// values[0] = 2;
/// assert_eq!(meaning.holds(&values, variant.board().values()), Some(true));
/// ```
#[derive(Clone, Debug)]
pub enum Semantics {
    /// Every part holds.
    All(Vec<Self>),
    /// At least one part holds. Without parts, it never holds.
    Any(Vec<Self>),
    /// The value of the cell is in the mask (bit 0 is the least value of the board).
    Domain {
        /// The cell.
        cell: Cell,
        /// The allowed values.
        mask: u16,
    },
    /// The cells have different values. A cell that is listed twice counts once.
    AllDifferent(Vec<Cell>),
    /// The values of pairs of cells are related.
    Related(Related<'static>, Relation),
    /// The values times their coefficients add up to the total. A cell may occur in several terms.
    Sum {
        /// The cells with their coefficients.
        terms: Vec<(Cell, i32)>,
        /// The total.
        total: i32,
    },
    /// All lists of cells have the same sum.
    EqualSums(Vec<Vec<Cell>>),
    /// All lists of cells hold the same values with the same multiplicities.
    SameValues(Vec<Vec<Cell>>),
    /// The number of cells with values of each mask is within its bounds.
    Count {
        /// The cells. A cell that is listed twice counts twice.
        cells: Vec<Cell>,
        /// The bounds.
        bounds: Vec<CountBound>,
    },
    /// The cells have different values, and the set of their values is one of the masks.
    ValueSets {
        /// The cells, each once.
        cells: Vec<Cell>,
        /// The allowed sets of values.
        sets: Vec<u16>,
    },
    /// The value of one cell selects another cell, whose content is known.
    Element {
        /// The cell whose value selects an entry.
        index: Cell,
        /// The cells that values of the index select. Other values of the index are forbidden.
        entries: Vec<(u8, Cell)>,
        /// The content of the selected cell.
        content: Content,
    },
    /// An automaton accepts the values of the cells in this order.
    Regular {
        /// The cells. They may include the same cell several times.
        cells: Vec<Cell>,
        /// The automaton.
        machine: Machine,
    },
    /// The cells with values of a mask form one orthogonally connected area.
    Connected {
        /// The cells.
        cells: Vec<Cell>,
        /// For each cell, the indices of the adjacent cells in `cells`.
        neighbours: Vec<Vec<usize>>,
        /// The values of the area.
        mask: u16,
        /// The number of cells in the area, if it is known. Otherwise there is at least one.
        count: Option<u32>,
    },
    /// A condition that can only be evaluated.
    Condition {
        /// The cells, each once.
        cells: Vec<Cell>,
        /// The condition.
        condition: PreparedCondition,
    },
    /// A condition that the other variants cannot express. The text is the reason.
    Opaque(&'static str),
}

/// The number of cells that may hold values of a mask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountBound {
    /// The values that are counted.
    pub mask: u16,
    /// The least number of cells.
    pub least: u32,
    /// The greatest number of cells.
    pub most: u32,
}

/// The content of the cell that an index selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// One of these values.
    Values(u16),
    /// The value of this cell.
    Cell(Cell),
}

impl Semantics {
    /// The condition that always holds.
    pub(crate) const TRUE: Self = Self::All(Vec::new());
    /// The condition that never holds.
    pub(crate) const FALSE: Self = Self::Any(Vec::new());

    /// Returns the condition that the cells add up to the total.
    pub fn sum(cells: &[Cell], total: u32) -> Self {
        let terms = cells.iter().map(|cell| (*cell, 1)).collect();
        Self::Sum { terms, total: total.min(UNREACHABLE) as i32 }
    }

    /// Returns the condition that both lists of cells have the same sum, as one linear equation.
    pub fn equal_sum(left: &[Cell], right: &[Cell]) -> Self {
        let plus = left.iter().map(|cell| (*cell, 1));
        Self::Sum { terms: plus.chain(right.iter().map(|cell| (*cell, -1))).collect(), total: 0 }
    }

    /// Returns the condition that each of the listed values occurs as many times as it is listed, or at least that
    /// many times.
    pub fn contains(cells: Vec<Cell>, listed: &[u8], times: Times, values: ValueRange) -> Self {
        let mut sorted = listed.to_vec();
        sorted.sort_unstable();
        let bound = |run: &[u8]| {
            let least = run.len() as u32;
            let most = if times == Times::Exactly { least } else { u32::MAX };
            CountBound { mask: values.mask(run[0]), least, most }
        };
        Self::Count { cells, bounds: sorted.chunk_by(|one, two| one == two).map(bound).collect() }
    }

    /// Returns the condition that pairs of cells are related.
    pub fn related(related: Related<'_>, relation: Relation) -> Self {
        Self::Related(related.into_owned(), relation)
    }

    /// Returns the parts of a conjunction at any depth, or the condition itself.
    pub fn parts(&self) -> Vec<&Self> {
        match self {
            Self::All(parts) => parts.iter().flat_map(Self::parts).collect(),
            _ => alloc::vec![self],
        }
    }

    /// Returns all cells that the condition reads, in order and with duplicates.
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().flat_map(Self::cells).collect(),
            Self::Domain { cell, .. } => alloc::vec![*cell],
            Self::Related(related, _) => {
                related.pairs().into_iter().flat_map(|(one, two)| [one, two]).collect()
            }
            Self::Sum { terms, .. } => terms.iter().map(|(cell, _)| *cell).collect(),
            Self::EqualSums(lists) | Self::SameValues(lists) => lists.concat(),
            Self::Element { index, entries, content } => {
                let content = if let Content::Cell(cell) = content { Some(*cell) } else { None };
                let entries = entries.iter().map(|(_, cell)| *cell);
                core::iter::once(*index).chain(content).chain(entries).collect()
            }
            Self::AllDifferent(cells)
            | Self::Count { cells, .. }
            | Self::ValueSets { cells, .. }
            | Self::Regular { cells, .. }
            | Self::Connected { cells, .. }
            | Self::Condition { cells, .. } => cells.clone(),
            Self::Opaque(_) => Vec::new(),
        }
    }

    /// Returns the reason why this condition, or a part of it, cannot be expressed.
    pub fn opaque(&self) -> Option<&'static str> {
        match self {
            Self::Opaque(reason) => Some(reason),
            Self::All(parts) | Self::Any(parts) => parts.iter().find_map(Self::opaque),
            _ => None,
        }
    }
}

/// The meaning of the listed number of occurrences of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Times {
    /// The value occurs at least this many times.
    AtLeast,
    /// The value occurs exactly this many times.
    Exactly,
}

/// Returns the conditions that pairs of cells do not both hold the same value of a mask.
pub(super) fn unequal(pairs: Vec<(Cell, Cell, u16)>, board: &Board) -> impl Iterator<Item = Semantics> {
    let values = board.values();
    let mut by_mask: BTreeMap<u16, Vec<(Cell, Cell)>> = BTreeMap::new();
    pairs.into_iter().for_each(|(one, two, mask)| by_mask.entry(mask).or_default().push((one, two)));
    by_mask.into_iter().map(move |(mask, pairs)| {
        let relation = Relation::from_fn(values, |one, two| one != two || values.mask(one) & mask == 0);
        Semantics::Related(Related::Pairs(pairs), relation)
    })
}

/// A total that no cells can reach. Greater clues are reduced to it, so that sums do not overflow.
// 1,000 cells with values up to 16 sum to at most 16,000.
const UNREACHABLE: u32 = 1 << 20;
