//! Constraints as data: their meaning, the check of a grid, and their text form.
//!
//! [`Constraint`] has one variant for each kind. Constraints that are part of a
//! [`Variant`](crate::variant::Variant) are normalized, so equal constraints compare equal. The
//! names and arguments are those of the text language of Interactive Sudoku Solver (ISS);
//! [`catalogue`] lists all of them.
//!
//! ```
//! use farandole_puzzle::board::{Board, Shape};
//! use farandole_puzzle::constraint::{Constraint, Thermo};
//!
//! let board = Board::new(Shape::square(4).unwrap(), Vec::new()).unwrap();
//! let cells = ["R1C1", "R1C2", "R1C3"].map(|name| board.cell_named(name).unwrap()).to_vec();
//! let thermo = Constraint::from(Thermo { cells });
//! let mut values = [&[1, 3, 4][..], &[1; 13]].concat();
//! assert!(thermo.check(&board, &values).is_ok());
//! values[2] = 2;
//! assert_eq!(thermo.check(&board, &values).unwrap_err().text(&board).to_string(), "R1C2 has 3 and R1C3 has 2");
//! ```

pub(crate) mod args;
mod arithmetic;
mod arrows;
mod automaton;
mod cages;
mod catalogue;
mod cells;
mod chaos;
mod chess;
mod clones;
mod composite;
mod conditions;
mod counting;
mod custom;
mod declare;
mod dots;
mod doublers;
mod drawn_lines;
mod entropy;
mod error;
mod expression;
mod indexing;
mod kind;
mod line_sums;
mod lines;
mod names;
mod negation;
mod outside;
mod outside_sums;
mod paths;
mod ranks;
mod reading;
mod regex;
mod regions;
pub(crate) mod relation;
mod schroedinger;
mod semantics;
mod shading;
mod single_values;
mod style;
mod two_values;

pub use arithmetic::{CalcCage, Mathrax, Operation, Vudoku};
pub use arrows::{Arrow, AverageArrow, DoubleArrow, EqualSum, PillArrow};
pub use automaton::{Automaton, Transition};
pub use cages::{AllDifferent, Cage, CageOfSums, DigitalRoot, Lunchbox, RellikCage, Sum};
pub use catalogue::{AnyOf, Constraint, Not, catalogue, style_of, styles};
pub use cells::{Battenburg, Even, Given, HighCells, Maximum, Minimum, Odd};
pub use chaos::{ChaosArrow, ChaosConstruction, ChaosCount};
pub use chess::{AntiKing, AntiKnight, AntiTaxicab, DutchFlatmates, Knightmare, Leaper, Taxicab};
pub use clones::{Clones, Isomorphic, SameValues};
pub use composite::SearchPriority;
pub use conditions::{Condition, LineRule, PairRule, StrictPairRule};
pub use counting::{ContainAtLeast, ContainExact, CountDistinct, CountingCircles, LookAndSay, Quad};
pub use custom::{Nfa, Pair, PairX, Regex};
pub use dots::{
    AntiConsecutive, BlackDot, DiagonalNonconsecutive, Difference, GreaterThan, Ratio, StrictConsecutive,
    StrictKropki, StrictXV, V, WhiteDot, X,
};
pub use doublers::{CountedSum, Doppelganger, DoubledSum, Doublers, NegatedSum, Negators};
pub use drawn_lines::{ConnectedSegments, DrawnLoop, DrawnPath, Segment};
pub use entropy::{Entropic, EqualityCage, GlobalEntropy, GlobalMod, Modular};
pub(crate) use error::distinct;
pub use error::{ArgumentError, ConstraintViolation, ViolationText};
pub use expression::{Expression, PreparedCondition};
pub use indexing::{Along, BoxIndexing, Indexing, ValueIndexing};
pub(crate) use kind::Key;
pub use kind::{KindInfo, Origin, Role};
pub use line_sums::{Ends, ProductLine, RegionSumLine, SumLine, Zipper};
pub use lines::{
    Between, CountedDifferences, Lockout, Nabner, Palindrome, ParityLine, Renban, SameDifference, Sequence,
    SlowThermo, SpiralOrder, Thermo, Whisper,
};
pub use names::{is_name, nearest_name};
pub use outside::{
    FirstSeen, HiddenSkyscraper, NumberedRoom, Outside, Rossini, Skyscraper, SkyscraperSum, Slope,
};
pub use outside_sums::{Battlefield, FrameSum, LittleKiller, Sandwich, XSum};
pub use paths::{Loop, Snake};
pub use ranks::{FullRank, FullRankTies};
pub use regex::Pattern;
pub use regions::{Diagonal, DisjointSets, Holes, Jigsaw, NoBoxes, RegionSameValues, RegionSize, Windoku};
pub use relation::{Related, Relation};
pub use schroedinger::Schroedinger;
pub use semantics::{Content, CountBound, Machine, Semantics};
pub use shading::{ConnectedValues, StarBattle, YinYang};
pub(crate) use single_values::in_single_values;
pub use style::{Ends as LineEnds, Figure, Hue, KindStyle, LineLook};
