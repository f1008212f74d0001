//! The list of constraint kinds: [`Constraint`] has one variant for each.

use super::args::{ArgError, Args};
use super::error::{ArgumentError, Checked, ConstraintViolation};
use super::expression::Formula;
use super::kind::{self, Documented, Key, Kind, KindInfo, Origin, Role, Writer};
use super::negation::Negation;
use super::reading::Reading;
use super::relation::{Related, Relation};
use super::semantics::Semantics;
use super::style::{self, KindStyle, Styled};
use super::{composite, two_values};
use crate::Cell;
use crate::board::{Board, End, Group, LineEnd, Shape};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

// The kinds, which the parent lists for users.
use super::*;

/// A disjunction of lists of constraints. At least one of its branches must hold.
pub type AnyOf = composite::Disjunction<Constraint>;

/// The negation of constraints. At least one of them does not hold.
pub type Not = Negation<Constraint>;

/// Returns the name, arguments and documentation of a kind.
const fn about<K: Kind>() -> KindInfo {
    KindInfo { properties: K::PROPERTIES, ..K::ABOUT }
}

/// Declares [`Constraint`] and its catalogue from a list of kinds.
macro_rules! kinds {
    ($($Kind:ident,)+) => {
        /// A constraint of any kind.
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Constraint {
            $(
                #[doc = concat!("See [`", stringify!($Kind), "`](type@", stringify!($Kind), ").")]
                $Kind($Kind),
            )+
        }

        $(
            impl From<$Kind> for Constraint {
                fn from(constraint: $Kind) -> Self {
                    Self::$Kind(constraint)
                }
            }
        )+

        impl Constraint {
            /// Returns the name, arguments and documentation of the kind.
            pub const fn about(&self) -> KindInfo {
                match self {
                    $(Self::$Kind(_) => about::<$Kind>(),)+
                }
            }

            /// Returns how the kind of this constraint treats a cell with two values (a Schroedinger cell).
            pub(crate) const fn reading(&self) -> Reading {
                match self {
                    $(Self::$Kind(_) => $Kind::READING,)+
                }
            }

            /// Returns the related cells and their relation if the constraint is a relation between
            /// pairs of cells, otherwise `None`.
            ///
            /// ```
            /// use farandole_puzzle::constraint::Related;
            /// use farandole_puzzle::format::iss;
            ///
            /// let variant = iss::read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3").unwrap();
            /// let (cells, relation) = variant.constraints()[0].related(variant.board()).unwrap();
            /// assert_eq!((cells.pairs().len(), relation.holds(0, 3), relation.holds(3, 0)), (2, true, false));
            /// ```
            pub fn related(&self, board: &Board) -> Option<(Related<'_>, Relation)> {
                match self {
                    $(Self::$Kind(it) => {
                        let related = it.related(board)?;
                        let holds = |one, two| Kind::holds(it, board, one, two);
                        Some((related, Relation::from_fn(board.values(), holds)))
                    })+
                }
            }

            /// Returns the meaning of the constraint as data. Conditions and negations may be tabulated.
            pub fn semantics(&self, board: &Board) -> Semantics {
                match self {
                    $(Self::$Kind(it) => it.semantics(board),)+
                }
            }

            /// Returns the meaning as one expression over cells, or `None` if that is not simple.
            fn formula(&self, board: &Board) -> Option<Formula> {
                match self {
                    $(Self::$Kind(it) => it.formula(board),)+
                }
            }

            /// Changes the board before other constraints are normalized. Disjunctions contain no
            /// such kind.
            pub(crate) fn define(&self, board: &mut Board) {
                match self {
                    $(Self::$Kind(it) => it.define(board),)+
                }
            }

            /// Adds the marks of the constraint to the board, such as its dots. They exempt cells from
            /// negative constraints, even if the constraint is inside a disjunction.
            pub(crate) fn mark(&self, board: &mut Board) {
                match self {
                    $(Self::$Kind(it) => it.mark(board),)+
                }
            }

            /// Returns all cells that the constraint refers to, in the listed order and with
            /// duplicates. Returns an empty list for constraints on the whole grid.
            pub fn cells(&self, board: &Board) -> Vec<Cell> {
                match self {
                    $(Self::$Kind(it) => it.cells(board),)+
                }
            }

            /// Checks a complete assignment against the definition of the constraint. `values` is
            /// indexed by cell.
            ///
            /// `values` contains values of the board, not bit positions in masks. The board must
            /// support the constraint, as it does in a variant. If cells may hold two values, the
            /// constraint applies to them as described at [`Schroedinger`].
            ///
            /// # Errors
            /// Returns the first violation found.
            ///
            /// # Panics
            /// If there are fewer values than cells of the board, or the constraint refers to cells
            /// outside the board.
            pub fn check(&self, board: &Board, values: &[u8]) -> Result<(), ConstraintViolation> {
                match self {
                    $(Self::$Kind(it) => {
                        if board.has_seconds() {
                            two_values::check(it, board, values)
                        } else {
                            it.check(board, values)
                        }
                    })+
                }
            }

            /// Returns sets of cells whose values differ because of this constraint alone. For
            /// layouts, these sets are equivalent to the constraint.
            pub fn houses(&self, board: &Board) -> Vec<Vec<Cell>> {
                match self {
                    $(Self::$Kind(it) => it.houses(board),)+
                }
            }

            /// Returns pairs of cells that cannot both hold the same value because of this
            /// constraint alone, with the mask of the values concerned.
            pub fn unequal_pairs(&self, board: &Board) -> Vec<(Cell, Cell, u16)> {
                match self {
                    $(Self::$Kind(it) => it.unequal_pairs(board),)+
                }
            }

            /// Normalizes the data, so that equal constraints compare equal.
            ///
            /// # Errors
            /// If the board does not support the constraint.
            pub fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
                match self {
                    $(Self::$Kind(it) => it.normalize(board),)+
                }?;
                let is_open = board.has_seconds() && matches!(self.reading(), Reading::Open);
                if is_open { Err(ArgumentError::Others("no Schroedinger")) } else { Ok(()) }
            }

            /// Moves all cells; `to` returns `None` if a cell would leave its part of the board.
            pub(crate) fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
                match self {
                    $(Self::$Kind(it) => it.shift(to),)+
                }
            }

            /// Returns cells that this constraint alone restricts, with their values. Excludes `Given`.
            pub(crate) fn masks(&self, board: &Board) -> Vec<(Cell, u16)> {
                match self {
                    $(Self::$Kind(it) => it.masks(board),)+
                }
            }

            /// Returns the groups of extra cells that the constraint adds.
            pub(crate) fn groups(&self, shape: Shape) -> Vec<Group> {
                match self {
                    $(Self::$Kind(it) => it.groups(shape),)+
                }
            }

            /// Returns the number of listed cells or transitions.
            pub(crate) fn weight(&self, board: &Board) -> usize {
                1 + match self {
                    $(Self::$Kind(it) => it.weight(board),)+
                }
            }

            /// Returns the key under which a later constraint of the same kind replaces this one in
            /// a text. Returns `None` if both hold.
            ///
            /// Only kinds of Interactive Sudoku Solver replace each other, as they do in that
            /// program.
            pub(crate) fn key(&self) -> Option<Key> {
                match self {
                    $(Self::$Kind(it) => match <$Kind as Documented>::ABOUT.origin {
                        Origin::Iss => it.key(),
                        Origin::Extension => None,
                    },)+
                }
            }

            /// Returns the arguments in their text form; `Or` has none.
            pub(crate) fn arguments(&self, board: &Board) -> Vec<String> {
                let mut out = Writer { board, arguments: Vec::new() };
                match self {
                    $(Self::$Kind(it) => it.write(&mut out),)+
                }
                out.arguments
            }

            /// Parses the constraints that an item with this name defines. Returns `None` if the
            /// name is unknown.
            pub(crate) fn parse(name: &str, args: Args<'_>) -> Option<Result<Vec<Self>, ArgError>> {
                $(
                    if name == <$Kind as Documented>::ABOUT.name {
                        return Some($Kind::parse(args).map(|found| found.into_iter().map(Self::$Kind).collect()));
                    }
                )+
                None
            }
        }

        style::styled! { $($Kind)+ }

        /// Returns all kinds of items that a text may contain: first those that define the board
        /// and composites, then the variants of [`Constraint`] in order.
        pub fn catalogue() -> impl Iterator<Item = KindInfo> {
            // Disjunctions are the last kind, but are listed with the other composites.
            let mut kinds = [$(about::<$Kind>()),+];
            kinds.rotate_right(1);
            composite::STRUCTURE.into_iter().chain(kinds)
        }

        /// Returns the names of the [`catalogue`] in texts, without linking the documentation.
        pub(crate) fn names() -> impl Iterator<Item = &'static str> {
            const NAMES: &[&str] = &{
                let [shape, var, and, end] = composite::STRUCTURE;
                [shape.name, var.name, and.name, end.name, $(<$Kind as Documented>::ABOUT.name),+]
            };
            NAMES.iter().copied()
        }
    };
}

kinds! {
    NoBoxes,
    RegionSize,
    Jigsaw,
    Windoku,
    DisjointSets,
    Diagonal,
    AntiKnight,
    AntiKing,
    AntiTaxicab,
    RegionSameValues,
    Doppelganger,
    ChaosConstruction,
    ChaosArrow,
    ChaosCount,
    ConnectedValues,
    AntiConsecutive,
    GlobalEntropy,
    GlobalMod,
    DutchFlatmates,
    StrictKropki,
    StrictXV,
    FullRankTies,
    Given,
    AllDifferent,
    Cage,
    RellikCage,
    EqualityCage,
    Lunchbox,
    Sum,
    EqualSum,
    Arrow,
    DoubleArrow,
    PillArrow,
    Thermo,
    Whisper,
    Renban,
    Modular,
    Entropic,
    RegionSumLine,
    ProductLine,
    Between,
    Lockout,
    Palindrome,
    Zipper,
    SumLine,
    WhiteDot,
    BlackDot,
    GreaterThan,
    X,
    V,
    Pair,
    PairX,
    Regex,
    Nfa,
    ContainAtLeast,
    ContainExact,
    Quad,
    LookAndSay,
    SameValues,
    CountingCircles,
    CountDistinct,
    Indexing,
    ValueIndexing,
    LittleKiller,
    Sandwich,
    XSum,
    Skyscraper,
    SkyscraperSum,
    HiddenSkyscraper,
    NumberedRoom,
    FullRank,
    SearchPriority,
    Odd,
    Even,
    Minimum,
    Maximum,
    Battenburg,
    SlowThermo,
    SpiralOrder,
    ParityLine,
    Nabner,
    Difference,
    Ratio,
    Clones,
    DigitalRoot,
    CageOfSums,
    Leaper,
    Taxicab,
    Knightmare,
    FrameSum,
    FirstSeen,
    Rossini,
    Doublers,
    DoubledSum,
    Holes,
    Schroedinger,
    Negators,
    NegatedSum,
    HighCells,
    DiagonalNonconsecutive,
    BoxIndexing,
    Mathrax,
    Vudoku,
    Isomorphic,
    Sequence,
    SameDifference,
    Outside,
    YinYang,
    StarBattle,
    CalcCage,
    StrictConsecutive,
    AverageArrow,
    CountedDifferences,
    Condition,
    PairRule,
    StrictPairRule,
    LineRule,
    Not,
    Snake,
    Loop,
    ConnectedSegments,
    DrawnLoop,
    DrawnPath,
    Battlefield,
    AnyOf,
}

impl KindInfo {
    /// Returns the special cases in Markdown, without the picture. Each paragraph is on one line,
    /// and paragraphs are separated by empty lines. The result may be empty.
    pub fn details(&self) -> String {
        let text = self.doc.split_once("```text").map_or(self.doc, |(before, _)| before);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let paragraphs = lines.split(|line| line.is_empty()).filter(|lines| !lines.is_empty());
        let mut paragraphs: Vec<String> = paragraphs.skip(1).map(|lines| lines.join(" ")).collect();
        if self.name == kind::OR {
            let refused =
                catalogue().filter(|about| !about.nests()).map(|about| alloc::format!("`{}`", about.name));
            paragraphs.push(alloc::format!(
                "All kinds are allowed inside `Or` and `And`, except those that define the board, its extra cells or its \
                 regions: {}.",
                refused.collect::<Vec<_>>().join(", ")
            ));
        }
        paragraphs.join("\n\n")
    }
}

impl Constraint {
    /// Returns the name in texts.
    pub const fn name(&self) -> &'static str {
        self.about().name
    }

    /// Returns true if the check depends on the values of extra cells.
    pub fn reads_extra(&self, board: &Board) -> bool {
        self.about().role() == Role::Cells
            || board.has_seconds()
            || self.cells(board).iter().any(|cell| cell.index() >= board.grid_count())
    }

    /// Returns the cells that the check depends on, in ascending order without duplicates. Returns
    /// `None` if the check depends on cells of the whole board or on second values of cells.
    ///
    /// ```
    /// use farandole_puzzle::format::iss;
    ///
    /// let variant = iss::read(".Shape~4x4.Thermo~R1C2~R1C1.AntiConsecutive").unwrap();
    /// let scopes: Vec<_> = variant.constraints().iter().map(|it| it.scope(variant.board())).collect();
    /// assert_eq!((scopes[0].as_ref(), scopes[1].as_ref().unwrap().len()), (None, 2));
    /// ```
    pub fn scope(&self, board: &Board) -> Option<Vec<Cell>> {
        let reads_others = |it: &Self| it.about().properties.reads_others || it.cells(board).is_empty();
        if board.has_seconds() || self.leaves().into_iter().any(reads_others) {
            return None;
        }
        let mut cells = self.cells(board);
        cells.sort_unstable();
        cells.dedup();
        Some(cells)
    }

    /// Returns true if the meaning of the constraint depends on the regions of the board (boxes and
    /// jigsaw pieces).
    pub fn reads_regions(&self, board: &Board) -> bool {
        let reads = |it: &Self| it.about().properties.reads_regions || it.cells(board).is_empty();
        self.leaves().into_iter().any(reads)
    }

    /// Returns the two cells whose values violate the constraint regardless of all other cells.
    /// Returns `None` if the violation involves more cells.
    ///
    /// ```
    /// use farandole_puzzle::format::iss;
    ///
    /// let variant = iss::read(".Shape~4x4.Cage~5~R1C1~R1C2").unwrap();
    /// let (cage, board) = (&variant.constraints()[0], variant.board());
    /// let fault = |values: [u8; 16]| cage.check(board, &values).unwrap_err();
    /// assert!(cage.culprits(fault([2; 16])).is_some());
    /// assert!(cage.culprits(fault(core::array::from_fn(|i| 1 + i as u8 % 4))).is_none());
    /// ```
    pub const fn culprits(&self, fault: ConstraintViolation) -> Option<(Cell, Cell)> {
        match fault {
            ConstraintViolation::Pair { first, second, .. }
            | ConstraintViolation::Repeated { first, second, .. }
                if self.about().properties.blames_pairs =>
            {
                Some((first, second))
            }
            _ => None,
        }
    }

    /// Returns this constraint. For a disjunction or negation, returns all constraints in it at any
    /// depth.
    pub fn leaves(&self) -> Vec<&Self> {
        match self {
            Self::AnyOf(it) => it.branches.iter().flatten().flat_map(Self::leaves).collect(),
            Self::Not(it) => it.parts.iter().flat_map(Self::leaves).collect(),
            _ => alloc::vec![self],
        }
    }
}

impl composite::Part for Constraint {
    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        self.check(board, values)
    }

    fn semantics(&self, board: &Board) -> Semantics {
        self.semantics(board)
    }

    fn formula(&self, board: &Board) -> Option<Formula> {
        self.formula(board)
    }

    fn cells(&self, board: &Board) -> Vec<Cell> {
        self.cells(board)
    }

    fn scope(&self, board: &Board) -> Option<Vec<Cell>> {
        self.scope(board)
    }

    fn mark(&self, board: &mut Board) {
        self.mark(board);
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        self.normalize(board)
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        self.shift(to)
    }

    fn weight(&self, board: &Board) -> usize {
        self.weight(board)
    }
}
