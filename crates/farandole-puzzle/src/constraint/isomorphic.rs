//! Pairs of lists of cells that are equal up to a renaming of values.

use super::args::{ArgError, Args};
use super::fault::{ArgumentError, Checked, Fault};
use super::kind::{Kind, Writer, documented, shift_all};
use super::{AllDifferent, AnyOf, Constraint, Pair, Relation};
use crate::Cell;
use crate::board::Board;
use alloc::string::String;
use alloc::vec::Vec;

/// Maximum number of cells in each list. The rewriting compares each two pairs of cells.
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

impl Isomorphic {
    /// Rewrites the constraint into core ISS kinds: each two positions are equal in both lists or
    /// in neither.
    pub(super) fn rewritten(&self, board: &Board) -> Vec<Constraint> {
        let equal = Relation::from_fn(board.values(), |one, two| one == two);
        let same = |cells: [Cell; 2]| -> Constraint {
            Pair { relation: equal, name: String::new(), cells: cells.to_vec() }.into()
        };
        let differ = |cells: [Cell; 2]| -> Constraint { AllDifferent { cells: cells.to_vec() }.into() };
        let mut parts = Vec::new();
        for (at, one) in self.pairs.iter().enumerate() {
            for two in &self.pairs[at + 1..] {
                match ([one.0, two.0], [one.1, two.1]) {
                    ([a, b], other) if a == b => parts.push(same(other)),
                    (other, [a, b]) if a == b => parts.push(same(other)),
                    (first, second) => {
                        let branches =
                            [[same(first), same(second)], [differ(first), differ(second)]].map(Vec::from);
                        parts.push(Constraint::AnyOf(AnyOf { branches: branches.to_vec() }));
                    }
                }
            }
        }
        parts
    }
}

impl Kind for Isomorphic {
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
        if holds { Ok(()) } else { Err(Fault::Not("the same list with its values renamed")) }
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
