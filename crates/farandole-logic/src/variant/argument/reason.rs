//! The reasons why a condition cannot hold, as data.

use super::condition::Source;
use super::sandwich::Sandwich;
use crate::variant::candidate::Candidate;
use farandole_puzzle::Cell;

/// A conclusion from an assumption: a cell has only these values left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Inference {
    /// The condition from which it follows.
    pub(crate) source: Source,
    pub(crate) cell: Cell,
    pub(crate) left: u16,
}

/// Why some eliminations of a step hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Argument {
    /// The eliminations, in the order of the step.
    pub(crate) claims: Vec<Candidate>,
    /// The conclusions from one of them, before a condition cannot hold.
    pub(crate) inferences: Vec<Inference>,
    /// The condition that cannot hold.
    pub(crate) source: Source,
    pub(crate) reason: Reason,
}

/// Why a condition cannot hold with the candidates that an assumption leaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    /// The cell has no value left.
    Bare(Cell),
    /// None of the cells can hold the value.
    Homeless(u8),
    /// Each cell is restricted to these values by the cell before it. Nothing is left for the last one.
    Sequence(Vec<(Cell, u16)>),
    /// This many cells follow (or precede) the assumed one on an increasing line, so that its value is out of bounds.
    Run { cells: u8, follows: bool, bound: u8 },
    /// Both cells can only hold the value, but see each other.
    Repeat([Cell; 2], u8),
    /// No values of these cells satisfy the condition. There are few ways, so that a reader can try them.
    Few(Vec<(Cell, u16)>),
    /// The cells of a house hold these values more often than there are such values. Each group holds at least this
    /// many of them.
    Crowded { values: u16, groups: Vec<(Vec<Cell>, u32)> },
    /// The two sides of an equation have these sums. The right one is a number if `is_total` is true.
    Sides { left: i64, right: i64, is_total: bool },
    /// The sum of the open terms has to be `rest`, but lies between `least` and `most`.
    Sum { terms: Vec<(Cell, i64)>, rest: i64, least: i64, most: i64 },
    /// The sum of the open terms has to be `rest`, which no different values give.
    NoSum { terms: Vec<(Cell, i64)>, rest: i64 },
    /// The first cells can hold at most this sum, the second ones at least the other sum, and it is greater.
    Unequal { lower: Vec<Cell>, most: i64, upper: Vec<Cell>, least: i64 },
    /// None of the sets of values fits into the cells.
    Sets(Vec<(u16, Failure)>),
    /// A cell would not fit into any of the sets with the assumed value.
    OutOfReach(Cell),
    /// The number of cells with values of the mask: at most (or at least) `count`, but `bound` is needed (or allowed).
    Count { values: u16, cells: Vec<Cell>, bound: u32, is_too_few: bool },
    /// The value must be in `cells` as it is in `other`, but none of them can hold it.
    Missing { value: u8, cells: Vec<Cell> },
    /// The cell can only hold these values, and none of them selects a cell that can hold one of the wanted values.
    Pointer { index: Cell, values: u16, target: Option<Cell>, wanted: u16 },
    /// The number, or the sum, of the visible values is at most (or at least) this number.
    Visible { total: u32, is_sum: bool, is_too_low: bool },
    /// No cell can hold the value right after values that increase to more than it.
    Hidden(u8),
    /// For each number of cells, the bounds of their sum.
    Prefixes(Vec<(u8, i64, i64)>),
    /// The ends leave no value for the cell between (or outside of) them.
    Ends { ends: [(Cell, u16); 2], cell: Cell },
    /// A sandwich.
    Sandwich(Sandwich),
    /// Each alternative, with the reason why it cannot hold.
    Cases(Vec<Self>),
    /// Each value of a cell leads to a reason.
    Split { cell: Cell, cases: Vec<Case> },
    /// The condition allows no such values in these cells, whatever the other cells hold.
    Needs(Vec<(Cell, u16)>),
    /// Groups of cells of a house can only hold these sets, and every choice repeats a value.
    Overlap(Vec<(Vec<Cell>, Vec<u16>)>),
    /// The combinations of values that are left do not contain the value.
    Combinations,
    /// The ways that are left for these cells do not contain the candidate.
    Ways { cells: Vec<Cell>, ways: Vec<Vec<u8>> },
}

/// One value of a cell, and what follows from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Case {
    pub(crate) value: u8,
    pub(crate) inferences: Vec<Inference>,
    /// The condition that cannot hold.
    pub(crate) source: Source,
    pub(crate) reason: Reason,
}

/// Why a set of values does not fit into cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// The cell can hold none of the values.
    Bare(Cell),
    /// No cell can hold the value.
    Homeless(u8),
}

impl Reason {
    /// Returns a measure of how much there is to read and to check.
    pub(super) fn cost(&self) -> usize {
        match self {
            Self::Run { .. } | Self::Combinations => 0,
            Self::Bare(_) | Self::Homeless(_) | Self::Missing { .. } | Self::Repeat(..) => 1,
            Self::OutOfReach(_) | Self::Pointer { .. } | Self::Sides { .. } => 2,
            Self::Sequence(links) => 1 + links.len(),
            Self::Sum { terms, .. } => 2 + terms.len() / 3,
            Self::NoSum { .. }
            | Self::Unequal { .. }
            | Self::Count { .. }
            | Self::Visible { .. }
            | Self::Ends { .. } => 3,
            Self::Crowded { groups, .. } => 2 + groups.len(),
            Self::Few(cells) | Self::Needs(cells) => 4 + cells.len(),
            Self::Overlap(groups) => 3 + groups.iter().map(|(_, sets)| sets.len()).sum::<usize>(),
            Self::Sets(sets) => 4 + sets.len(),
            Self::Prefixes(prefixes) => 4 + prefixes.len(),
            Self::Hidden(_) => 6,
            Self::Sandwich(_) => 6,
            Self::Ways { ways, .. } => 6 + ways.len(),
            Self::Cases(cases) => 5 + cases.iter().map(Self::cost).sum::<usize>(),
            Self::Split { cases, .. } => {
                8 + cases.iter().map(|it| 2 * it.inferences.len() + it.reason.cost()).sum::<usize>()
            }
        }
    }

    /// Returns how far a required sum is out of bounds: negative if it is too small, positive if it is too great.
    pub(super) fn excess(&self) -> Option<i64> {
        match self {
            Self::Sum { rest, least, most, .. } => match *rest {
                rest if rest < *least => Some(rest - least),
                rest if rest > *most => Some(rest - most),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns true if the reason for a claim fits into one sentence with this one, which is for the claims of `known`.
    pub(super) fn merges(&self, other: &Self, known: &[Candidate], claim: Candidate) -> bool {
        let is_further = match (self.excess(), other.excess()) {
            (Some(one), Some(two)) => {
                one.signum() == two.signum() && known.iter().all(|it| it.cell == claim.cell)
            }
            _ => false,
        };
        let is_run = match (self, other) {
            (Self::Run { follows, .. }, Self::Run { follows: same, .. }) => {
                follows == same && known.iter().all(|it| it.cell == claim.cell)
            }
            _ => false,
        };
        is_further || is_run || self == other
    }

    /// Returns true if this reason is nearer to the bound than another one with which it merges.
    pub(super) fn is_nearer(&self, other: &Self) -> bool {
        match (self.excess(), other.excess()) {
            (Some(one), Some(two)) => one.abs() < two.abs(),
            _ => false,
        }
    }
}
