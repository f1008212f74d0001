//! Marks on the edge between two cells (Kropki dots, differences, ratios, inequality signs, X and
//! V), and the constraints on pairs of cells without a mark.

use super::args::{ArgError, Args};
use super::declare::{documented, global_rule, numbered_list};
use super::error::ArgumentError;
use super::kind::{Kind, Properties, Writer, shift_all};
use super::reading::Reading;
use super::relation::{Related, Relation};
use super::semantics::Semantics;
use super::style::{Figure, KindStyle, style};
use crate::Cell;
use crate::board::{Board, ordered};
use alloc::vec::Vec;

/// Declares a kind that applies to all pairs of adjacent cells in a set. The parameters are its
/// documentation, the order of its cells, and the relation.
macro_rules! mark {
    ($(#[doc = $doc:literal])+ pub struct $Kind:ident; $name:literal $reading:ident; order $order:expr; holds $holds:expr; $(marks $marks:ident;)? $(with { $($items:tt)* })?) => {
        documented! {
            $(#[doc = $doc])+
            ///
            /// It applies to all pairs of orthogonally adjacent cells in the set; there must be at
            /// least one pair.
            pub struct $Kind {
                /// The cells, each once: in the listed order for `GreaterThan`, otherwise in
                /// ascending order.
                pub cells: Vec<Cell>,
            }
            $name "cells"
        }

        impl $Kind {
            /// Returns the pairs of adjacent cells; the first cell of a pair comes first in the
            /// list.
            pub fn pairs(&self, board: &Board) -> Vec<(Cell, Cell)> {
                neighbours(&self.cells, board)
            }

            /// Returns true if two values satisfy the relation. `one` is the value of the cell that
            /// comes first in the list.
            pub fn holds(one: u8, two: u8) -> bool {
                let holds: fn(u8, u8) -> bool = $holds;
                holds(one, two)
            }
        }

        impl Kind for $Kind {
            const READING: Reading = Reading::$reading;

            fn cells(&self, _board: &Board) -> Vec<Cell> {
                self.cells.clone()
            }

            fn related(&self, board: &Board) -> Option<Related<'_>> {
                Some(Related::Pairs(self.pairs(board)))
            }

            fn holds(&self, _board: &Board, one: u8, two: u8) -> bool {
                Self::holds(one, two)
            }

            $(
                fn mark(&self, board: &mut Board) {
                    let pairs = self.pairs(board);
                    board.$marks.extend(pairs.into_iter().map(ordered));
                }
            )?

            $($($items)*)?

            fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
                let order: fn(&mut Vec<Cell>) = $order;
                order(&mut self.cells);
                if self.pairs(board).is_empty() {
                    return Err(ArgumentError::Expected("at least two cells that share an edge"));
                }
                Ok(())
            }

            fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
                Ok(alloc::vec![Self { cells: args.cells(0)? }])
            }

            fn write(&self, out: &mut Writer<'_>) {
                out.cells(&self.cells);
            }

            fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
                shift_all(&mut self.cells, to)
            }
        }
    };
}

fn sorted(cells: &mut Vec<Cell>) {
    cells.sort_unstable();
    cells.dedup();
}

/// Keeps the first occurrence of each cell.
fn keep_first_occurrences(cells: &mut Vec<Cell>) {
    let mut seen = alloc::collections::BTreeSet::new();
    cells.retain(|cell| seen.insert(*cell));
}

/// Returns the pairs of adjacent cells in a list of distinct cells; the first cell of a pair comes
/// first in the list.
fn neighbours(cells: &[Cell], board: &Board) -> Vec<(Cell, Cell)> {
    let mut indices: Vec<(Cell, usize)> = cells.iter().copied().zip(0..).collect();
    indices.sort_unstable();
    let index_of =
        |cell: Cell| indices.binary_search_by_key(&cell, |(cell, _)| *cell).ok().map(|i| indices[i].1);
    let mut pairs = Vec::new();
    for (i, cell) in cells.iter().enumerate() {
        let later =
            board.neighbours(*cell).into_iter().filter(|other| index_of(*other).is_some_and(|j| j > i));
        pairs.extend(later.map(|other| (*cell, other)));
    }
    pairs
}

mark! {
    /// White dot: cells separated by a white dot contain consecutive digits.
    ///
    /// ```text
    /// 4 o 5
    /// ```
    pub struct WhiteDot;
    "WhiteDot" EachValue; order sorted;
    holds |one, two| one.abs_diff(two) == 1;
    marks dots;
}

style!(WhiteDot: KindStyle::new("White dot", "white dot", ".Shape~6x6.WhiteDot~R2C2~R2C3.WhiteDot~R4C4~R5C4")
    .figure(Figure::Dot(false)).rule("Digits separated by a white dot are consecutive.")
    .fpuzzles("difference").sudokumaker(200).button("white dot", "kropki consecutive"));

mark! {
    /// Black dot: of two cells separated by a black dot, one digit is twice the other.
    ///
    /// Two zeros satisfy it.
    ///
    /// ```text
    /// 3 * 6
    /// ```
    pub struct BlackDot;
    "BlackDot" EachValue; order sorted;
    holds |one, two| one == 2 * two || two == 2 * one;
    marks dots;
}

style!(BlackDot: KindStyle::new("Black dot", "black dot", ".Shape~6x6.BlackDot~R2C2~R2C3.BlackDot~R4C4~R5C4")
    .figure(Figure::Dot(true)).rule("Digits separated by a black dot are in a 1:2 ratio.")
    .fpuzzles("ratio").sudokumaker(201).button("black dot", "kropki ratio double"));

mark! {
    /// Inequality: the sign points to the smaller digit.
    ///
    /// The first of the two adjacent cells has the greater digit.
    ///
    /// ```text
    /// 7 > 3
    /// ```
    pub struct GreaterThan;
    "GreaterThan" EachValue; order keep_first_occurrences;
    holds |one, two| one > two;
}

style!(GreaterThan: KindStyle::new("Inequality", "inequality", ".Shape~6x6.GreaterThan~R2C2~R2C3.GreaterThan~R5C4~R4C4.GreaterThan~R3C6~R3C5")
    .figure(Figure::Own).rule("Inequality signs point to the smaller digit.")
    .button("inequality", "greater less than"));

mark! {
    /// X: cells separated by an X sum to 10.
    ///
    /// ```text
    /// 3 X 7
    /// ```
    pub struct X;
    "X" Sums; order sorted;
    holds |one, two| one + two == 10;
    marks letters;
    with {
        const PROPERTIES: Properties = Properties { combines_sets: true, ..Properties::DEFAULT };

        fn semantics(&self, board: &Board) -> Semantics {
            pairs_with_sum(self.pairs(board), 10, board)
        }
    }
}

style!(X: KindStyle::new("X", "X", ".Shape~6x6.X~R2C2~R2C3.X~R4C4~R5C4").figure(Figure::Letter("X"))
    .rule("Digits separated by an X sum to 10.").fpuzzles("xv").sudokumaker(202)
    .button("X", "xv roman ten"));

mark! {
    /// V: cells separated by a V sum to 5.
    ///
    /// ```text
    /// 1 V 4
    /// ```
    pub struct V;
    "V" Sums; order sorted;
    holds |one, two| one + two == 5;
    marks letters;
    with {
        const PROPERTIES: Properties = Properties { combines_sets: true, ..Properties::DEFAULT };

        fn semantics(&self, board: &Board) -> Semantics {
            pairs_with_sum(self.pairs(board), 5, board)
        }
    }
}

style!(V: KindStyle::new("V", "V", ".Shape~6x6.V~R2C2~R2C3.V~R4C4~R5C4").figure(Figure::Letter("V"))
    .rule("Digits separated by a V sum to 5.").fpuzzles("xv").sudokumaker(202)
    .button("V", "xv roman five"));

/// Returns the meaning of pairs of cells with a sum. The sum of cells with two values is no relation of values.
fn pairs_with_sum(pairs: Vec<(Cell, Cell)>, total: u8, board: &Board) -> Semantics {
    if board.has_seconds() {
        let sum = |(one, two)| Semantics::sum(&[one, two], total.into());
        return Semantics::All(pairs.into_iter().map(sum).collect());
    }
    let relation = Relation::from_fn(board.values(), |one, two| one + two == total);
    Semantics::related(Related::Pairs(pairs), relation)
}

/// Sorts a set of cells and removes duplicates. Fails if no two of the cells are adjacent.
fn as_neighbours(cells: &mut Vec<Cell>, board: &Board) -> Result<(), ArgumentError> {
    cells.sort_unstable();
    cells.dedup();
    let has_pairs = !neighbours(cells, board).is_empty();
    if has_pairs { Ok(()) } else { Err(ArgumentError::Expected("at least two cells that share an edge")) }
}

numbered_list! {
    /// Difference: adjacent cells in the set differ by the given number.
    ///
    /// ```text
    /// 3 (4) 7
    /// ```
    pub struct Difference {
        /// The difference, 0 to 15.
        pub difference: u8,
    }
    "Difference" "difference~cells" 0 to 15; EachValue;
    cells |it, board| as_neighbours(&mut it.cells, board);
    with {
        fn related(&self, board: &Board) -> Option<Related<'_>> {
            Some(Related::Pairs(self.pairs(board)))
        }

        fn holds(&self, _board: &Board, one: u8, two: u8) -> bool {
            one.abs_diff(two) == self.difference
        }
    }
    from Extension;
}

style!(Difference(difference): KindStyle::new("Difference", "difference", ".Shape~6x6.Difference~3~R2C2~R2C3.Difference~2~R4C4~R5C4")
    .figure(Figure::Dot(false)).number("the given number", "{}").fpuzzles("difference").sudokumaker(200)
    .button("difference", "kropki"));

impl Difference {
    /// Returns the pairs of adjacent cells, the lower cell first.
    pub fn pairs(&self, board: &Board) -> Vec<(Cell, Cell)> {
        neighbours(&self.cells, board)
    }
}

numbered_list! {
    /// Ratio: of two adjacent cells in the set, one digit is the given number times the other.
    ///
    /// ```text
    /// 2 (3) 6
    /// ```
    pub struct Ratio {
        /// The ratio, 1 to 16.
        pub ratio: u8,
    }
    "Ratio" "ratio~cells" 1 to 16; EachValue;
    cells |it, board| as_neighbours(&mut it.cells, board);
    with {
        fn related(&self, board: &Board) -> Option<Related<'_>> {
            Some(Related::Pairs(self.pairs(board)))
        }

        fn holds(&self, _board: &Board, one: u8, two: u8) -> bool {
            one == self.ratio.saturating_mul(two) || two == self.ratio.saturating_mul(one)
        }
    }
    from Extension;
}

style!(Ratio(ratio): KindStyle::new("Ratio", "ratio", ".Shape~6x6.Ratio~3~R2C2~R2C3.Ratio~4~R4C4~R5C4")
    .figure(Figure::Dot(true)).number("the given number", "{}").fpuzzles("ratio").sudokumaker(201)
    .button("ratio", "kropki"));

impl Ratio {
    /// Returns the pairs of adjacent cells, the lower cell first.
    pub fn pairs(&self, board: &Board) -> Vec<(Cell, Cell)> {
        neighbours(&self.cells, board)
    }
}

global_rule! {
    /// Anti-consecutive: orthogonally adjacent cells do not contain consecutive digits.
    ///
    /// The constraint also applies to pairs of cells with a dot.
    ///
    /// ```text
    /// 4 | 7 | 1
    /// ```
    pub struct AntiConsecutive;
    "AntiConsecutive" EachValue; on |_| Ok(());
    pairs Board::neighbour_pairs;
    holds |one, two| !WhiteDot::holds(one, two);
}

style!(AntiConsecutive: KindStyle::new("Anti-consecutive", "neighbours that are not consecutive", ".Shape~6x6.AntiConsecutive")
    .rule("Nonconsecutive rules apply.").sudokumaker(15).button("nonconsecutive", "non-consecutive")
    .sudokupad("nonconsecutive"));

global_rule! {
    /// Diagonal nonconsecutive: diagonally adjacent cells do not contain consecutive digits.
    ///
    /// ```text
    /// 4 .
    /// . 7
    /// ```
    pub struct DiagonalNonconsecutive;
    "DiagonalNonconsecutive" EachValue; on |_| Ok(());
    pairs |board| {
        let below = |cell: Cell| {
            [-1, 1].into_iter().filter_map(move |col| Some((cell, board.shifted(cell, 1, col)?)))
        };
        board.grid().flat_map(below).collect()
    };
    holds |one, two| !WhiteDot::holds(one, two);
    from Extension;
}

style!(DiagonalNonconsecutive: KindStyle::new("Diagonal nonconsecutive", "diagonal nonconsecutive", ".Shape~6x6.DiagonalNonconsecutive"));

global_rule! {
    /// Strict Kropki: all dots are given; adjacent cells without a dot are neither consecutive nor
    /// in a 1:2 ratio.
    ///
    /// A dot of either colour exempts a pair from both conditions. A dot inside `Or` does so
    /// regardless of which branch holds.
    pub struct StrictKropki;
    "StrictKropki" EachValue; on |_| Ok(());
    pairs pairs_without_dot;
    holds |one, two| !WhiteDot::holds(one, two) && !BlackDot::holds(one, two);
}

style!(StrictKropki: KindStyle::new("Strict Kropki", "strict Kropki", ".Shape~4x4.StrictKropki.WhiteDot~R1C1~R1C2.BlackDot~R3C3~R4C3")
    .rule("All dots are given.").button("all dots given", "negative constraint"));

global_rule! {
    /// Strict consecutive: all dots are given; adjacent cells without a dot are not consecutive.
    ///
    /// A dot of either colour exempts a pair. A dot inside `Or` does so regardless of which branch
    /// holds. Without dots, the constraint is equivalent to `AntiConsecutive`.
    ///
    /// ```text
    /// 4 o 5 | 8
    /// ```
    pub struct StrictConsecutive;
    "StrictConsecutive" EachValue; on |_| Ok(());
    pairs pairs_without_dot;
    holds |one, two| !WhiteDot::holds(one, two);
    from Extension;
}

style!(StrictConsecutive: KindStyle::new("Strict consecutive", "strict consecutive", ".Shape~4x4.StrictConsecutive.WhiteDot~R1C1~R1C2~R2C2")
    .rule("All white dots are given."));

global_rule! {
    /// Strict XV: all Xs and Vs are given; adjacent cells without a letter sum to neither 5 nor 10.
    ///
    /// Either letter exempts a pair from both conditions. A letter inside `Or` does so regardless
    /// of which branch holds.
    pub struct StrictXV;
    "StrictXV" Open; on |_| Ok(());
    pairs |board| {
        let mut pairs = board.neighbour_pairs();
        pairs.retain(|pair| !board.has_letter(*pair));
        pairs
    };
    holds |one, two| !X::holds(one, two) && !V::holds(one, two);
}

style!(StrictXV: KindStyle::new("Strict XV", "strict XV", ".StrictXV.X~R1C1~R1C2.V~R5C5~R6C5")
    .rule("All Xs and Vs are given.").button("all XV given", "negative constraint").sudokupad("antixv"));

/// Returns the pairs of neighbours without a dot, the lower cell first.
fn pairs_without_dot(board: &Board) -> Vec<(Cell, Cell)> {
    let mut pairs = board.neighbour_pairs();
    pairs.retain(|pair| !board.has_dot(*pair));
    pairs
}
