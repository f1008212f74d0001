//! Sets of cells that repeat each other: clones, same values, isomorphic lists.

use super::args::{ArgError, Args, at};
use super::counting::count;
use super::declare::{documented, numbered_list};
use super::error::{ArgumentError, Checked, ConstraintViolation, each_pair};
use super::kind::{Kind, Writer, shift_all};
use super::reading::Reading;
use super::relation::{Related, Relation};
use super::semantics::Semantics;
use super::style::{Figure, KindStyle, style};
use crate::Cell;
use crate::board::Board;
use alloc::vec::Vec;

numbered_list! {
    /// Clones: all parts contain the same digits in the same positions.
    ///
    /// In texts, the first argument is the number of parts; the list of cells is divided into that
    /// many parts of equal length.
    ///
    /// ```text
    /// 4 7 .
    /// 2 . 4
    /// . . 7     2 parts: 4 7 and 4 7
    /// ```
    pub struct Clones {
        /// Number of parts, 2 or more.
        pub parts: u16,
    }
    "Clones" "parts~cells" 2 to 1000; Open;
    cells |it, _| {
        let parts = usize::from(it.parts);
        let fits = !it.cells.is_empty() && it.cells.len().is_multiple_of(parts);
        if fits { Ok(()) } else { Err(ArgumentError::Expected("a number that divides the number of cells")) }
    };
    check |it, _, values| {
        let length = it.cells.len() / usize::from(it.parts);
        let mut equal = it.cells.iter().zip(it.cells.iter().skip(length));
        equal.try_for_each(|(one, two)| each_pair(*one, *two, values, |one, two| one == two))
    };
    with {
        fn semantics(&self, board: &Board) -> Semantics {
            let length = self.cells.len() / usize::from(self.parts);
            let pairs = self.cells.iter().copied().zip(self.cells.iter().skip(length).copied()).collect();
            Semantics::related(Related::Pairs(pairs), Relation::from_fn(board.values(), |one, two| one == two))
        }
    }
    from Extension;
}

style!(Clones(parts): KindStyle::new("Clones", "clones", ".Shape~6x6.Clones~2~R1C1~R1C2~R2C2~R4C3~R4C4~R5C4")
    .figure(Figure::Own).number("all parts", "all {} parts").fpuzzles("clone").sudokumaker(302));

documented! {
    /// Same values: the sets of cells contain the same digits, each equally often.
    ///
    /// In texts, the first argument is the number of sets; the list of cells is divided into that
    /// many sets of equal size.
    ///
    /// ```text
    /// a a a . b b b      3 5 8 . 8 3 5
    /// ```
    pub struct SameValues {
        /// The sets, sorted and all of the same size; the cells of each set are in ascending order.
        pub sets: Vec<Vec<Cell>>,
    }
    "SameValues" "sets~cells"
}

style!(SameValues: KindStyle::new("Same values", "same values", ".Shape~6x6.SameValues~2~R1C1~R1C2~R2C2~R4C4~R5C4~R5C5")
    .figure(Figure::Own).number("the sets", "the {} sets");
    fn number(&self) -> Option<i64> { Some(self.sets.len() as i64) }
);

impl Kind for SameValues {
    const READING: Reading = Reading::Open;

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.sets.concat()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let Some((first, rest)) = self.sets.split_first() else { return Ok(()) };
        for (set, value) in rest.iter().flat_map(|set| board.values().iter().map(move |value| (set, value))) {
            let (found, expected) = (count(set, values, value), count(first, values, value));
            if found != expected {
                return Err(ConstraintViolation::Count { value, found, expected });
            }
        }
        Ok(())
    }

    fn semantics(&self, _board: &Board) -> Semantics {
        Semantics::SameValues(self.sets.clone())
    }

    fn normalize(&mut self, _board: &Board) -> Result<(), ArgumentError> {
        self.sets.iter_mut().for_each(|set| set.sort_unstable());
        self.sets.sort_unstable();
        let size = self.sets.first().map_or(0, Vec::len);
        if size == 0 || self.sets.iter().any(|set| set.len() != size) {
            return Err(ArgumentError::Expected("sets of the same number of cells"));
        }
        Ok(())
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let sets = args.number(0, 1, 1_000_000)? as usize;
        let cells = args.cells(1)?;
        if !cells.len().is_multiple_of(sets) {
            return Err(at(0, ArgumentError::Expected("a number that divides the number of cells")));
        }
        Ok(alloc::vec![Self { sets: cells.chunks(cells.len() / sets).map(<[Cell]>::to_vec).collect() }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(self.sets.len());
        self.sets.iter().for_each(|set| out.cells(set));
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        self.sets.iter_mut().try_for_each(|set| shift_all(set, to))
    }
}

/// Maximum number of cells in each list. The rewriting compares every pair of cells with the
/// corresponding pair.
const MAX_CELLS: usize = 81;

documented! {
    /// Isomorphic: a one-to-one renaming of digits turns the first list of cells into the second.
    ///
    /// Two cells of the first list contain the same digit if and only if the corresponding cells of
    /// the second list do. The lists have the same length, at most 81 cells. In texts, `-`
    /// separates them.
    ///
    /// ```text
    /// 1 2 1 4
    /// 3 1 3 2      1 becomes 3, 2 becomes 1, 4 becomes 2
    /// ```
    pub struct Isomorphic {
        /// Pairs of corresponding cells of both lists.
        pub pairs: Vec<(Cell, Cell)>,
    }
    "Isomorphic" "cells~-~cells" Extension
}

style!(Isomorphic: KindStyle::new("Isomorphic", "isomorphic", ".Shape~6x6.Isomorphic~R1C1~R1C2~R2C1~-~R4C4~R4C5~R5C4")
    .figure(Figure::Own));

impl Kind for Isomorphic {
    const READING: Reading = Reading::Open;

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        let (mut one, two): (Vec<Cell>, Vec<Cell>) = self.pairs.iter().copied().unzip();
        one.extend(two);
        one
    }

    fn check(&self, _board: &Board, values: &[u8]) -> Checked {
        let named = |(one, two): &(Cell, Cell)| (values[one.index()], values[two.index()]);
        let agree = |one: (u8, u8), two: (u8, u8)| (one.0 == two.0) == (one.1 == two.1);
        let all = self.pairs.iter().map(named);
        let holds = all.clone().all(|one| all.clone().all(|two| agree(one, two)));
        if holds { Ok(()) } else { Err(ConstraintViolation::Not("the same list with its values renamed")) }
    }

    fn semantics(&self, board: &Board) -> Semantics {
        let related = |cells: (Cell, Cell), is_equal: bool| {
            let relation = Relation::from_fn(board.values(), |one, two| (one == two) == is_equal);
            Semantics::related(Related::Pairs(alloc::vec![cells]), relation)
        };
        let mut parts = Vec::new();
        for (at, one) in self.pairs.iter().enumerate() {
            for two in &self.pairs[at + 1..] {
                parts.push(match ((one.0, two.0), (one.1, two.1)) {
                    ((a, b), other) if a == b => related(other, true),
                    (other, (a, b)) if a == b => related(other, true),
                    (first, second) => {
                        let both = |is_equal| {
                            Semantics::All(alloc::vec![related(first, is_equal), related(second, is_equal)])
                        };
                        Semantics::Any(alloc::vec![both(true), both(false)])
                    }
                });
            }
        }
        Semantics::All(parts)
    }

    fn normalize(&mut self, _board: &Board) -> Result<(), ArgumentError> {
        self.pairs.sort_unstable();
        self.pairs.dedup();
        match self.pairs.len() {
            0 => Err(ArgumentError::Missing("at least one cell")),
            1..=MAX_CELLS => Ok(()),
            _ => Err(ArgumentError::TooLarge("at most 81 cells")),
        }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let lists = args.segments(0)?;
        let [one, two] = &lists[..] else {
            return Err(ArgumentError::Expected("two lists separated by `-`").into());
        };
        if one.len() != two.len() {
            return Err(ArgumentError::Expected("two lists of equal length").into());
        }
        Ok(alloc::vec![Self { pairs: one.iter().copied().zip(two.iter().copied()).collect() }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        let (one, two): (Vec<Cell>, Vec<Cell>) = self.pairs.iter().copied().unzip();
        out.cells(&one);
        out.push("-");
        out.cells(&two);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        for (one, two) in &mut self.pairs {
            shift_all(core::slice::from_mut(one), to)?;
            shift_all(core::slice::from_mut(two), to)?;
        }
        Ok(())
    }
}
