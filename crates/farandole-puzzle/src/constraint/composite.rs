//! Items that are not constraint kinds: the shape, extra cells, composites, disjunctions, and the
//! order of the search.

use super::args::{ArgError, Args};
use super::declare::numbered_list;
use super::error::{ArgumentError, Checked, ConstraintViolation};
use super::expression::{self, Formula};
use super::kind::{Documented, Kind, KindInfo, OR, Origin, Properties, Role, Writer, count_is};
use super::reading::Reading;
use super::semantics::Semantics;
use super::style::{Figure, KindStyle, Styled, style};
use crate::Cell;
use crate::board::Board;
use alloc::vec::Vec;

const fn entry(name: &'static str, arguments: &'static str, doc: &'static str, nests: bool) -> KindInfo {
    let properties = Properties { nests, ..Properties::DEFAULT };
    KindInfo { name, arguments, doc, origin: Origin::Iss, properties }
}

/// The names, arguments and documentation of these items.
pub(super) const STRUCTURE: [KindInfo; 4] = [
    entry(
        "Shape",
        "rowsxcolumns[~values[~Sudoku|Raw]]",
        "The size, the values and the kind (Sudoku or raw) of the grid.\n\n\
         Rows, columns and values are 1 to 16; a raw grid may have up to 99 rows and columns and 1,000 cells. Values are \
         a number (1 or more) or a range that starts at 0 or 1, such as `0-8`. By default they are 1 to the length of the \
         longer side. A raw grid has no rules except the listed constraints. Cells have names such as `R1C1`, with a to g \
         for 10 to 16; in larger grids, names such as `R17C20`. Without a shape, the grid is a 9x9 Sudoku.",
        false,
    ),
    entry(
        "Var",
        "PREFIX[~label[~size]]",
        "Extra cells outside the grid, with the same values as the grid.\n\n\
         Their names are V, the prefix and a number starting at 1; a single cell has no number. The size is a number of \
         cells, which are arranged in rows as wide as the grid, or rows and columns such as `2x9`. Extra cells that share \
         an edge are adjacent.",
        false,
    ),
    entry(
        "And",
        "",
        "All items up to `.End` hold together.\n\nIt combines several items into one branch of `Or`.",
        true,
    ),
    entry(
        "Replicate",
        "bits[~origin]",
        "The items up to `.End` are repeated for each target, moved in such a way that the origin becomes the target.\n\n\
         Bit k of the base 64 text, with the lowest bit of each character first, represents the cell k positions after \
         the origin. The default origin is R1C1. All moved cells must remain on their part of the board. Clues outside \
         the grid and constraints on the whole grid cannot be repeated.",
        true,
    ),
];

/// The operations on a constraint that composites need.
pub(crate) trait Part: Ord {
    fn check(&self, board: &Board, values: &[u8]) -> Checked;
    fn semantics(&self, board: &Board) -> Semantics;
    fn formula(&self, board: &Board) -> Option<Formula>;
    fn cells(&self, board: &Board) -> Vec<Cell>;
    fn scope(&self, board: &Board) -> Option<Vec<Cell>>;
    fn mark(&self, board: &mut Board);
    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError>;
    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError>;
    fn weight(&self, board: &Board) -> usize;
}

/// A disjunction of lists of constraints. At least one of its branches must hold.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Disjunction<C> {
    /// The branches, sorted. A branch holds if all its constraints hold. An empty branch therefore
    /// always holds, and a disjunction without branches never holds.
    pub branches: Vec<Vec<C>>,
}

impl<C> Styled for Disjunction<C> {
    const STYLE: KindStyle = KindStyle::new("Choice", "choice", ".Shape~4x4.Or.~R1C1_1.~R1C2_1.End");
}

impl<C> Documented for Disjunction<C> {
    const ABOUT: KindInfo = KindInfo {
        name: OR,
        arguments: "",
        doc: "At least one of the alternatives holds.\n\n\
              The alternatives are the items up to `.End`. An item that defines several constraints is one \
              alternative, and so are the items between `.And` and `.End`. Without items, it never holds.\n\n\
              Dots, the letters X and V, and the marks of minima and maxima inside also exempt cells from constraints \
              outside that do not apply to marked cells, regardless of which branch holds.\n\n\
              ```text\n\
              .Or .~R1C1_5 .~R1C2_5 .End\n\
              ```",
        origin: Origin::Iss,
        properties: Properties::DEFAULT,
    };
}

impl<C> Disjunction<C> {
    fn parts(&self) -> impl Iterator<Item = &C> {
        self.branches.iter().flatten()
    }
}

impl<C: Part> Kind for Disjunction<C> {
    const READING: Reading = Reading::Branches;

    fn cells(&self, board: &Board) -> Vec<Cell> {
        self.parts().flat_map(|part| part.cells(board)).collect()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let all_hold = |branch: &Vec<C>| branch.iter().all(|part| part.check(board, values).is_ok());
        if self.branches.iter().any(all_hold) {
            Ok(())
        } else {
            Err(ConstraintViolation::Not("a branch that holds"))
        }
    }

    fn semantics(&self, board: &Board) -> Semantics {
        let branch = |branch: &Vec<C>| branch.iter().map(|part| part.semantics(board)).collect();
        Semantics::Any(self.branches.iter().map(branch).map(Semantics::All).collect())
    }

    fn formula(&self, board: &Board) -> Option<Formula> {
        let branch = |branch: &Vec<C>| {
            let parts: Option<Vec<Formula>> = branch.iter().map(|part| part.formula(board)).collect();
            parts.map(expression::all)
        };
        self.branches.iter().map(branch).collect::<Option<Vec<Formula>>>().map(expression::any)
    }

    fn mark(&self, board: &mut Board) {
        self.parts().for_each(|part| part.mark(board));
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        for branch in &mut self.branches {
            branch.iter_mut().try_for_each(|part| part.normalize(board))?;
            branch.sort_unstable();
            branch.dedup();
        }
        self.branches.sort_unstable();
        self.branches.dedup();
        Ok(())
    }

    /// Always returns an error, because a disjunction consists of items, not of arguments.
    fn parse(_args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        Err(ArgumentError::Missing("the items up to `.End`").into())
    }

    fn write(&self, _out: &mut Writer<'_>) {}

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        self.branches.iter_mut().flatten().try_for_each(|part| part.shift(to))
    }

    fn weight(&self, board: &Board) -> usize {
        self.parts().map(|part| part.weight(board)).sum()
    }
}

numbered_list! {
    /// Search priority: the search prefers these cells when it branches. It does not affect the
    /// solutions.
    pub struct SearchPriority {
        /// The priority added to the cells; a greater number means earlier.
        pub priority: i32,
    }
    "SearchPriority" "priority~cells" -1_000_000 to 1_000_000; Itself;
    cells |it, _| {
        it.cells.sort_unstable();
        count_is(&it.cells, 1, usize::MAX)
    };
    check |_, _, _| Ok(());
    with {
        const PROPERTIES: Properties = Properties { role: Role::Setting, ..Properties::DEFAULT };

        fn semantics(&self, _board: &Board) -> Semantics {
            Semantics::TRUE
        }
    }
}

style!(SearchPriority(priority): KindStyle::new("Search priority", "search priority", ".Shape~4x4.SearchPriority~5~R1C1~R1C2")
    .figure(Figure::Grid).number("these cells", "these cells, with priority {},"));
