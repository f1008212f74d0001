//! Expressions over cells: their text form, their evaluation, and their compilation into other
//! constraints.

mod convert;
mod machine;
mod normal;
mod parse;
mod print;
mod scope;
mod simplify;
mod tree;

use super::error::ArgumentError;
use crate::Cell;
use crate::board::{Board, ValueRange};
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
pub(super) use machine::automaton;
pub(super) use normal::{Formula, Linear};
use normal::{Part, Values};
use parse::{Misplaced, Uses};
pub(super) use scope::{Scopes, begins_scope};
pub(super) use simplify::{all, any, not, zero};
use tree::Node;

/// A condition over cells, such as `R1C1+R1C2=10`, or over letters that represent cells.
///
/// ```
/// use farandole_puzzle::constraint::Constraint;
/// use farandole_puzzle::format::iss;
///
/// let variant = iss::read(".Shape~4x4.Condition~R1C1<R1C2|prime(R1C1+R2C1)").unwrap();
/// let Constraint::Condition(it) = &variant.constraints()[0] else { unreachable!() };
/// assert_eq!(it.expression.text(variant.board()), "R1C1<R1C2|prime(R1C1+R2C1)");
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Expression {
    node: Node,
}

/// A condition that is prepared for evaluation with candidates.
///
/// ```
/// use farandole_puzzle::constraint::Constraint;
/// use farandole_puzzle::format::iss;
///
/// let variant = iss::read(".Shape~4x4.Condition~R1C1+R1C2+R1C3>9").unwrap();
/// let Constraint::Condition(it) = &variant.constraints()[0] else { unreachable!() };
/// let prepared = it.expression.prepared(variant.board());
/// // Each mask has a bit for each candidate, and the values start at 1.
/// assert_eq!(prepared.truth(&|_| 0b1111), None);
/// assert_eq!(prepared.truth(&|_| 0b0111), Some(false));
/// assert_eq!(prepared.truth(&|_| 0b1000), Some(true));
/// ```
#[derive(Clone, Debug)]
pub struct PreparedCondition {
    formula: Formula,
    low: u8,
}

impl PreparedCondition {
    pub(crate) const fn new(formula: Formula, low: u8) -> Self {
        Self { formula, low }
    }

    pub(crate) const fn formula(&self) -> &Formula {
        &self.formula
    }

    /// Returns the truth value of the condition if the least and greatest candidates of the cells
    /// determine it. Otherwise returns `None`. `mask_of` returns the candidates of a cell, of which
    /// there is at least one. Bit v - low represents the value v.
    ///
    /// The result is never `None` if each cell has one candidate.
    pub fn truth(&self, mask_of: &dyn Fn(Cell) -> u16) -> Option<bool> {
        self.formula.truth(&Candidates { mask_of, low: self.low.into() })
    }
}

/// The candidates of cells, as bounds for the evaluation.
struct Candidates<'a> {
    mask_of: &'a dyn Fn(Cell) -> u16,
    low: i64,
}

impl Values for Candidates<'_> {
    fn range(&self, cell: Cell) -> (i64, i64) {
        let mask = (self.mask_of)(cell);
        (self.low + i64::from(mask.trailing_zeros()), self.low + 15 - i64::from(mask.leading_zeros()))
    }

    fn allows(&self, cell: Cell, value: i64) -> bool {
        let place = value - self.low;
        (0..16).contains(&place) && (self.mask_of)(cell) >> place & 1 == 1
    }
}

impl Expression {
    /// The greatest number of parts.
    pub(super) const MAX_SIZE: usize = parse::MAX_SIZE;

    pub(crate) const fn of(node: Node) -> Self {
        Self { node }
    }

    /// Parses a condition over the cells of a board, in which the letters a to z denote the cells of the list.
    /// Returns it with the scopes to which it refers.
    pub(crate) fn parse(text: &str, scopes: Scopes<'_>) -> Result<(Self, Uses), Misplaced> {
        let board = scopes.board;
        let letter = parse::letters(scopes.line.len().min(26) as u8);
        let cell = |name: &str| match letter(name) {
            Some(letter) => scopes.line.get(letter.index()).copied(),
            None => board.cell_named(name).filter(|cell| !board.is_hole(*cell)),
        };
        parse::condition(text, &cell, Some(scopes)).map(|(node, uses)| (Self::of(node), uses))
    }

    /// Returns the condition that all conditions hold.
    pub(crate) fn all(mut conditions: Vec<Self>) -> Self {
        if conditions.len() == 1 {
            return conditions.swap_remove(0);
        }
        let parts = conditions.into_iter().flat_map(|it| match it.node {
            Node::Apply(tree::Function::All, of) => of,
            other => alloc::vec![other],
        });
        Self::of(Node::Apply(tree::Function::All, parts.collect()))
    }

    /// Parses a condition over the first `count` letters of the alphabet.
    pub(crate) fn parse_letters(text: &str, count: u8) -> Result<Self, Misplaced> {
        parse::condition(text, &parse::letters(count), None).map(|(node, _)| Self::of(node))
    }

    /// Returns the text of a condition over cells.
    pub fn text(&self, board: &Board) -> String {
        print::text(&self.node, &|cell| board.name(cell).to_string())
    }

    /// Returns the text of a condition over letters.
    pub fn letters_text(&self) -> String {
        print::text(&self.node, &|cell| char::from(b'a' + cell.index() as u8).to_string())
    }

    /// Returns the cells in the order of the text, with duplicates. The letters a, b, .. are
    /// represented by the cells 0, 1, ..
    pub fn cells(&self) -> Vec<Cell> {
        let mut found = Vec::new();
        self.node.collect_cells(&mut found);
        found
    }

    /// Returns the conditions that must all hold, or `None` if there is only one.
    pub(super) fn parts(&self) -> Option<Vec<Self>> {
        match &self.node {
            Node::Apply(tree::Function::All, of) => Some(of.iter().cloned().map(Self::of).collect()),
            _ => None,
        }
    }

    /// Returns the condition with the cells 0, 1, .. in place of its cells, in the order of the text, and its cells
    /// in this order.
    pub(super) fn renamed(&self) -> (Self, Vec<Cell>) {
        let mut numbers = BTreeMap::new();
        let mut cells = Vec::new();
        let mut renamed = self.clone();
        let result: Result<(), core::convert::Infallible> = renamed.try_map(|cell| {
            Ok(*numbers.entry(cell).or_insert_with(|| {
                cells.push(cell);
                Cell::within(cells.len() - 1)
            }))
        });
        let Ok(()) = result;
        (renamed, cells)
    }

    /// Returns the number of parts.
    pub(crate) fn size(&self) -> usize {
        self.node.size()
    }

    /// Returns true if the condition holds for these values of the cells.
    pub fn holds(&self, value_of: impl Fn(Cell) -> u8) -> bool {
        self.node.holds(&|cell| i64::from(value_of(cell)))
    }

    /// Replaces each cell.
    pub(crate) fn try_map<E>(&mut self, mut to: impl FnMut(Cell) -> Result<Cell, E>) -> Result<(), E> {
        self.node.try_map(&mut to)
    }

    /// Returns an error if a number in the expression may become too large.
    pub(crate) fn fits(&self, values: ValueRange) -> Result<(), ArgumentError> {
        if self.node.size() > parse::MAX_SIZE {
            return Err(ArgumentError::TooLarge("at most 40000 parts of a condition"));
        }
        if self.node.magnitude(values).is_none() {
            return Err(ArgumentError::TooLarge("numbers below 10^12 in a condition"));
        }
        let tested = || ArgumentError::TooLarge("numbers of at most 10000 in `prime` and `square`");
        convert::formula(&self.node, values).map(|_| ()).ok_or_else(tested)
    }

    /// Returns the normal form of the condition.
    pub(super) fn formula(&self, values: ValueRange) -> Option<Formula> {
        convert::formula(&self.node, values)
    }

    /// Returns the condition in a form that is fast to evaluate with candidates.
    pub fn prepared(&self, board: &Board) -> PreparedCondition {
        let formula = self.formula(board.values()).unwrap_or(Formula::Constant(false));
        PreparedCondition::new(formula, board.values().low())
    }
}

/// Returns the condition that the cell has one of the values.
pub(super) fn one_of(cell: Cell, list: Vec<i64>, values: ValueRange) -> Formula {
    simplify::member(Linear::of(Part::Cell(cell)), list, values)
}

/// Returns the condition that the cells have different values.
pub(super) fn all_different(cells: &[Cell], values: ValueRange) -> Formula {
    let numbers = cells.iter().map(|cell| Linear::of(Part::Cell(*cell))).collect();
    simplify::different(numbers, Vec::new(), values)
}

/// Returns the condition that a weighted sum of cells equals a number.
pub(super) fn sum_is(terms: &[(Cell, i64)], sum: i64, values: ValueRange) -> Formula {
    let start = Linear::number(-sum);
    let all = terms.iter().fold(start, |all, (cell, by)| all.plus(&Linear::of(Part::Cell(*cell)), *by));
    zero(all, values)
}

/// Returns the condition that the values of two cells are related.
pub(super) fn related(one: Cell, two: Cell, holds: &dyn Fn(u8, u8) -> bool, values: ValueRange) -> Formula {
    // Values are at most 16, so a pair of values is encoded as a number in base 32.
    const BASE: i64 = 32;
    let pairs = values.iter().flat_map(|a| values.iter().map(move |b| (a, b)));
    let is_allowed = |&(a, b): &(u8, u8)| holds(a, b);
    let allowed = pairs.filter(is_allowed).map(|(a, b)| BASE * i64::from(a) + i64::from(b)).collect();
    let number = Linear::of(Part::Cell(two)).plus(&Linear::of(Part::Cell(one)), BASE);
    simplify::member(number, allowed, values)
}

/// Returns the condition that at most this many of the conditions hold.
pub(super) fn at_most(conditions: Vec<Formula>, most: i64, values: ValueRange) -> Formula {
    simplify::at_most_zero(count(conditions).plus(&Linear::number(most), -1), values)
}

/// Returns the condition that exactly this many of the conditions hold.
pub(super) fn exactly(conditions: Vec<Formula>, number: i64, values: ValueRange) -> Formula {
    zero(count(conditions).plus(&Linear::number(number), -1), values)
}

fn count(conditions: Vec<Formula>) -> Linear {
    conditions.into_iter().map(simplify::truth).fold(Linear::number(0), |sum, it| sum.plus(&it, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 14] = [
        "a+b-c*2<=-3+d",
        "-a*b=-(c+d)",
        "a<b|c=d&!(a=1)=>b=2=>c!=3",
        "(a=>b)|(c=1)",
        "(a=1=>b=2)=>c=3",
        "a-(b-c)-d=0",
        "number(a,b,c)%7=min(a,-b)",
        "mod(a-b,c-1)=div(a*b,c-2)",
        "count(a<b,!(b<c),in(c,1,3))=2",
        "if(a>b,c,max(c,d))=abs(a-d)",
        "different(a,b+1,c,3)",
        "prime(a*b+c)|square(a+2*d)",
        "((a<b)+(b<c))*2=c",
        "a+a-b-b+b=c",
    ];

    /// Calls `visit` with all values of four cells.
    fn each(visit: &mut dyn FnMut([u8; 4])) {
        for number in 0..81_u8 {
            visit([27, 9, 3, 1].map(|by| 1 + number / by % 3));
        }
    }

    #[test]
    fn conditions_are_printed_and_normalized_without_loss() {
        let values = ValueRange::new(1, 3).unwrap();
        for text in TEXTS {
            let Ok(expression) = Expression::parse_letters(text, 4) else {
                assert_eq!(text, "(a=>b)|(c=1)", "the only text with a number as a condition");
                continue;
            };
            let printed = expression.letters_text();
            let again = Expression::parse_letters(&printed, 4).unwrap();
            assert_eq!(again, expression, "{text}: {printed}");
            let condition = PreparedCondition { formula: expression.formula(values).unwrap(), low: 1 };
            each(&mut |grid| {
                let holds = expression.holds(|cell| grid[cell.index()]);
                let truth = condition.truth(&|cell| values.mask(grid[cell.index()]));
                assert_eq!(truth, Some(holds), "{text}: {grid:?}");
            });
        }
    }
}
