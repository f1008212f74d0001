//! Relations given by a table, for consecutive cells of a list or for all pairs of a list.

use super::args::{ArgError, Args, NamedCells, at, encode};
use super::fault::{ArgumentError, Checked, each_pair, each_step};
use super::kind::{Kind, Writer, count_is, documented, shift_all};
use super::relation::Relation;
use crate::Cell;
use crate::board::Board;
use alloc::string::String;
use alloc::vec::Vec;

documented! {
    /// Pairs in a row: every two consecutive cells of the list satisfy the relation.
    ///
    /// The key is the table of the relation in base 64. In texts, one item may contain several
    /// lists: an empty argument ends a list, and `_name` (percent-encoded) names the next one.
    pub struct Pair {
        /// The table of allowed pairs of values.
        pub relation: Relation,
        /// The label of the constraint; may be empty.
        pub name: String,
        /// The cells in order.
        pub cells: Vec<Cell>,
    }
    "Pair" "key[~_name]~cells"
}

documented! {
    /// Pairs of all: any two cells of the list satisfy the relation.
    ///
    /// The relation is symmetric. A cell that is listed twice is compared with itself.
    pub struct PairX {
        /// The table of allowed pairs of values.
        pub relation: Relation,
        /// The label of the constraint; may be empty.
        pub name: String,
        /// The cells in ascending order.
        pub cells: Vec<Cell>,
    }
    "PairX" "key[~_name]~cells"
}

/// Returns the indices of two values in the table.
fn indices(board: &Board, one: u8, two: u8) -> (u8, u8) {
    let low = board.values().low();
    (one.wrapping_sub(low), two.wrapping_sub(low))
}

fn fits(relation: &Relation, board: &Board) -> Result<(), ArgumentError> {
    let fits = relation.count() == board.values().count();
    if fits { Ok(()) } else { Err(ArgumentError::Expected("a relation between the values of the board")) }
}

/// Parses the relation and the lists of an item.
fn lists(args: Args<'_>) -> Result<(Relation, Vec<NamedCells>), ArgError> {
    let key = args.text(0, "a key")?;
    let expected = "a table of the values of the board in base 64";
    let relation =
        Relation::from_key(key, args.board.values()).ok_or(at(0, ArgumentError::Expected(expected)))?;
    Ok((relation, args.groups(1)?))
}

fn write(relation: &Relation, name: &str, cells: &[Cell], out: &mut Writer<'_>) {
    out.push(relation.key());
    if !name.is_empty() {
        out.push(alloc::format!("_{}", encode(name)));
    }
    out.cells(cells);
}

impl Kind for Pair {
    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        each_step(&self.cells, values, |one, two| {
            let (one, two) = indices(board, one, two);
            self.relation.holds(one, two)
        })
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        fits(&self.relation, board)?;
        count_is(&self.cells, 1, usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let (relation, lists) = lists(args)?;
        Ok(lists
            .into_iter()
            .map(|list| Self { relation, name: list.name, cells: list.segments.concat() })
            .collect())
    }

    fn write(&self, out: &mut Writer<'_>) {
        write(&self.relation, &self.name, &self.cells, out);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(&mut self.cells, to)
    }
}

impl Kind for PairX {
    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        for (i, first) in self.cells.iter().enumerate() {
            for second in &self.cells[i + 1..] {
                each_pair(*first, *second, values, |one, two| {
                    let (one, two) = indices(board, one, two);
                    self.relation.holds(one, two)
                })?;
            }
        }
        Ok(())
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        fits(&self.relation, board)?;
        if !self.relation.is_symmetric() {
            return Err(ArgumentError::Expected("a symmetric relation"));
        }
        self.cells.sort_unstable();
        count_is(&self.cells, 1, usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let (relation, lists) = lists(args)?;
        Ok(lists
            .into_iter()
            .map(|list| Self { relation, name: list.name, cells: list.segments.concat() })
            .collect())
    }

    fn write(&self, out: &mut Writer<'_>) {
        write(&self.relation, &self.name, &self.cells, out);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(&mut self.cells, to)
    }
}
