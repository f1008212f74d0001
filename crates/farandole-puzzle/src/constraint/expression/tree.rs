//! Expressions as trees: their functions, their evaluation, and their bounds.

use crate::Cell;
use crate::board::ValueRange;
use alloc::vec::Vec;

/// An expression over cells: a number or a condition.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Node {
    /// A constant.
    Number(i64),
    /// The value of a cell.
    Cell(Cell),
    /// A function of other expressions.
    Apply(Function, Vec<Node>),
}

/// A function of expressions. A condition that is used as a number is 1 if it holds, otherwise 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Function {
    Sum,
    Negative,
    Product,
    Quotient,
    Remainder,
    Absolute,
    Least,
    Greatest,
    Count,
    Digits,
    Choice,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    All,
    Any,
    Not,
    Implies,
    Different,
    OneOf,
    Prime,
    Square,
    /// The number of different values; expanded when it is parsed.
    Distinct,
    /// The value of the cell with an index; expanded when it is parsed.
    Nth,
    /// The index of the cell with a value; expanded when it is parsed.
    Find,
    /// The index of a cell in a scope; expanded when it is parsed.
    Index,
}

/// The greatest absolute value that a part of an expression may have.
pub(crate) const MAX_NUMBER: i64 = 1_000_000_000_000;

/// The greatest number to which `prime` and `square` can be applied.
pub(crate) const MAX_TESTED: i64 = 10_000;

/// Returns the least and the greatest number of arguments that a function accepts.
pub(crate) const fn argument_counts(function: Function) -> (usize, usize) {
    match function {
        Function::Negative | Function::Absolute | Function::Not | Function::Prime | Function::Square => {
            (1, 1)
        }
        Function::Choice => (3, 3),
        Function::Quotient
        | Function::Remainder
        | Function::Equal
        | Function::Unequal
        | Function::Less
        | Function::AtMost
        | Function::Greater
        | Function::AtLeast
        | Function::Implies => (2, 2),
        Function::OneOf => (2, usize::MAX),
        _ => (1, usize::MAX),
    }
}

impl Function {
    /// The functions that are written as a name with arguments, and their names.
    pub(crate) const NAMED: [(Self, &'static str); 21] = [
        (Self::Sum, "sum"),
        (Self::Product, "product"),
        (Self::Quotient, "div"),
        (Self::Remainder, "mod"),
        (Self::Absolute, "abs"),
        (Self::Least, "min"),
        (Self::Greatest, "max"),
        (Self::Count, "count"),
        (Self::Digits, "number"),
        (Self::Choice, "if"),
        (Self::All, "and"),
        (Self::Any, "or"),
        (Self::Not, "not"),
        (Self::Different, "different"),
        (Self::OneOf, "in"),
        (Self::Prime, "prime"),
        (Self::Square, "square"),
        (Self::Distinct, "distinct"),
        (Self::Nth, "nth"),
        (Self::Find, "find"),
        (Self::Index, "index"),
    ];

    /// The comparisons and their signs, longer signs first.
    pub(crate) const COMPARISONS: [(Self, &'static str); 6] = [
        (Self::Unequal, "!="),
        (Self::AtMost, "<="),
        (Self::AtLeast, ">="),
        (Self::Equal, "="),
        (Self::Less, "<"),
        (Self::Greater, ">"),
    ];

    /// Returns true if the result of the function is a condition, not a number.
    pub(crate) const fn is_condition(self) -> bool {
        !matches!(
            self,
            Self::Sum
                | Self::Negative
                | Self::Product
                | Self::Quotient
                | Self::Remainder
                | Self::Absolute
                | Self::Least
                | Self::Greatest
                | Self::Count
                | Self::Digits
                | Self::Choice
                | Self::Distinct
                | Self::Nth
                | Self::Find
                | Self::Index
        )
    }

    /// Returns true if the argument with this index must be a condition.
    pub(crate) const fn takes_condition(self, index: usize) -> bool {
        match self {
            Self::All | Self::Any | Self::Not | Self::Implies | Self::Count => true,
            Self::Choice => index == 0,
            _ => false,
        }
    }
}

/// Returns true if the number is prime.
pub(crate) fn is_prime(number: i64) -> bool {
    number >= 2
        && (2..).take_while(|divisor| divisor * divisor <= number).all(|divisor| number % divisor != 0)
}

/// Returns true if the number is a square of an integer.
pub(crate) fn is_square(number: i64) -> bool {
    (0..).take_while(|root| root * root <= number).any(|root| root * root == number)
}

/// Returns the remainder of a division, which is never negative for a divisor other than 0. For a
/// division by 0, returns the dividend.
pub(crate) const fn remainder(dividend: i64, divisor: i64) -> i64 {
    if divisor == 0 { dividend } else { dividend.rem_euclid(divisor) }
}

/// Returns the quotient that corresponds to [`remainder`]. Returns 0 for a division by 0.
pub(crate) const fn quotient(dividend: i64, divisor: i64) -> i64 {
    if divisor == 0 { 0 } else { dividend.div_euclid(divisor) }
}

impl Node {
    /// Returns true if the expression is a condition, not a number.
    pub(crate) const fn is_condition(&self) -> bool {
        matches!(self, Self::Apply(function, _) if function.is_condition())
    }

    /// Adds the cells to `found`, in the order of the text and with duplicates.
    pub(crate) fn collect_cells(&self, found: &mut Vec<Cell>) {
        match self {
            Self::Number(_) => {}
            Self::Cell(cell) => found.push(*cell),
            Self::Apply(_, of) => of.iter().for_each(|it| it.collect_cells(found)),
        }
    }

    /// Replaces each cell. Stops at the first error.
    pub(crate) fn try_map<E>(&mut self, to: &mut impl FnMut(Cell) -> Result<Cell, E>) -> Result<(), E> {
        match self {
            Self::Number(_) => Ok(()),
            Self::Cell(cell) => to(*cell).map(|new| *cell = new),
            Self::Apply(_, of) => of.iter_mut().try_for_each(|it| it.try_map(to)),
        }
    }

    /// Returns the number of nodes.
    pub(crate) fn size(&self) -> usize {
        match self {
            Self::Apply(_, of) => 1 + of.iter().map(Self::size).sum::<usize>(),
            _ => 1,
        }
    }

    /// Returns the number for the given values of the cells. A condition is 1 or 0.
    pub(crate) fn value(&self, value_of: &impl Fn(Cell) -> i64) -> i64 {
        let (function, of) = match self {
            Self::Number(number) => return *number,
            Self::Cell(cell) => return value_of(*cell),
            Self::Apply(function, of) => (*function, of),
        };
        let mut numbers = of.iter().map(|it| it.value(value_of));
        let mut next = || numbers.next().unwrap_or(0);
        match function {
            Function::Sum | Function::Count => numbers.sum(),
            Function::Negative => -next(),
            Function::Product => numbers.product(),
            Function::Quotient => quotient(next(), next()),
            Function::Remainder => remainder(next(), next()),
            Function::Absolute => next().abs(),
            Function::Least => numbers.min().unwrap_or(0),
            Function::Greatest => numbers.max().unwrap_or(0),
            Function::Digits => numbers.fold(0, |number, digit| 10 * number + digit),
            Function::Choice => {
                let (condition, then, otherwise) = (next(), next(), next());
                if condition != 0 { then } else { otherwise }
            }
            _ => self.holds(value_of).into(),
        }
    }

    /// Returns true if the condition holds for the given values of the cells.
    pub(crate) fn holds(&self, value_of: &impl Fn(Cell) -> i64) -> bool {
        let Self::Apply(function, of) = self else { return self.value(value_of) != 0 };
        let mut numbers = of.iter().map(|it| it.value(value_of));
        let mut next = || numbers.next().unwrap_or(0);
        match function {
            Function::Equal => next() == next(),
            Function::Unequal => next() != next(),
            Function::Less => next() < next(),
            Function::AtMost => next() <= next(),
            Function::Greater => next() > next(),
            Function::AtLeast => next() >= next(),
            Function::All => numbers.all(|it| it != 0),
            Function::Any => numbers.any(|it| it != 0),
            Function::Not => next() == 0,
            Function::Implies => next() == 0 || next() != 0,
            Function::Different => {
                let mut all: Vec<i64> = numbers.collect();
                all.sort_unstable();
                all.windows(2).all(|pair| pair[0] != pair[1])
            }
            Function::OneOf => {
                let first = next();
                numbers.any(|it| it == first)
            }
            Function::Prime => is_prime(next()),
            Function::Square => is_square(next()),
            _ => self.value(value_of) != 0,
        }
    }

    /// Returns an upper bound on the absolute values of the number and its coefficients, at least
    /// 1. Returns `None` if the bound of a part exceeds [`MAX_NUMBER`].
    pub(crate) fn magnitude(&self, values: ValueRange) -> Option<i64> {
        let (function, of) = match self {
            Self::Number(number) => return within(number.abs().max(1)),
            Self::Cell(_) => return Some(i64::from(values.high()).max(1)),
            Self::Apply(function, of) => (*function, of),
        };
        let parts: Vec<i64> = of.iter().map(|it| it.magnitude(values)).collect::<Option<_>>()?;
        let greatest = parts.iter().copied().max().unwrap_or(1);
        match function {
            Function::Sum => parts.iter().try_fold(0, |all, it| within(all + it)),
            Function::Product => parts.iter().try_fold(1_i64, |all, it| within(all.saturating_mul(*it))),
            Function::Digits => parts.iter().try_fold(0, |all, it| within(10 * all + it)),
            Function::Count => within(parts.len() as i64),
            // A quotient that is rounded down may exceed the dividend by 1.
            Function::Quotient => within(greatest + 1),
            _ if function.is_condition() => Some(1),
            _ => Some(greatest),
        }
    }
}

/// Returns the number, or `None` if it is too large.
const fn within(number: i64) -> Option<i64> {
    if number <= MAX_NUMBER { Some(number) } else { None }
}

/// Returns the interval of the absolute values of an interval.
pub(crate) const fn absolute((low, high): (i64, i64)) -> (i64, i64) {
    if low >= 0 {
        (low, high)
    } else if high <= 0 {
        (-high, -low)
    } else if -low > high {
        (0, -low)
    } else {
        (0, high)
    }
}
