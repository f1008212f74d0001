//! Expressions in a normal form. Assigning a value to a cell rewrites an expression. Equal
//! remaining conditions have equal representations, so they serve as the states of an automaton.
//!
//! A number is a linear combination of cells and other parts. A comparison compares a linear
//! combination with 0. A part is replaced by a constant if the bounds of the remaining cells
//! determine it.
//!
//! Source: Bryant, "Graph-based algorithms for Boolean function manipulation", IEEE Transactions on
//! Computers 35 (1986), for the use of remaining functions as states.

use super::tree::{absolute, quotient, remainder};
use crate::Cell;
use crate::board::ValueRange;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// A linear combination of parts. Each part occurs once, in ascending order, with a nonzero
/// coefficient.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Linear {
    pub(crate) constant: i64,
    pub(crate) terms: Vec<(Part, i64)>,
}

/// A number that is not a linear combination of others.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Part {
    Cell(Cell),
    Product(Box<[Linear; 2]>),
    Quotient(Box<[Linear; 2]>),
    Remainder(Box<[Linear; 2]>),
    Absolute(Box<Linear>),
    Least(Vec<Linear>),
    /// 1 if the condition holds, otherwise 0.
    Truth(Box<Formula>),
    /// The first number if the condition holds, otherwise the second one.
    Choice(Box<(Formula, [Linear; 2])>),
}

/// A condition.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Formula {
    Constant(bool),
    /// The number is 0.
    Zero(Linear),
    /// The number is 0 or negative.
    AtMostZero(Linear),
    /// The number is in a sorted list. The linear combination has the constant 0.
    Member(Linear, Vec<i64>),
    /// The numbers differ from each other and from the numbers in a sorted list.
    Different(Vec<Linear>, Vec<i64>),
    All(Vec<Formula>),
    Any(Vec<Formula>),
    Not(Box<Formula>),
}

/// An interval of numbers: the least and the greatest one.
pub(crate) type Interval = (i64, i64);

/// The values that cells may have.
pub(crate) trait Values {
    /// Returns the least and the greatest value of a cell.
    fn range(&self, cell: Cell) -> Interval;

    /// Returns true if the cell may have the value.
    fn allows(&self, cell: Cell, value: i64) -> bool {
        let (low, high) = self.range(cell);
        (low..=high).contains(&value)
    }
}

impl Values for ValueRange {
    fn range(&self, _cell: Cell) -> Interval {
        (self.low().into(), self.high().into())
    }
}

impl Linear {
    pub(crate) const fn number(constant: i64) -> Self {
        Self { constant, terms: Vec::new() }
    }

    pub(crate) fn of(part: Part) -> Self {
        Self { constant: 0, terms: alloc::vec![(part, 1)] }
    }

    /// Returns the number if it is a constant.
    pub(crate) const fn as_number(&self) -> Option<i64> {
        if self.terms.is_empty() { Some(self.constant) } else { None }
    }

    /// Returns the cell if the number is the value of a cell.
    pub(crate) fn as_cell(&self) -> Option<Cell> {
        match self.terms[..] {
            [(Part::Cell(cell), 1)] if self.constant == 0 => Some(cell),
            _ => None,
        }
    }

    /// Returns the cells and their coefficients if all terms are cells.
    pub(crate) fn cell_terms(&self) -> Option<Vec<(Cell, i64)>> {
        let cell = |(part, by): &(Part, i64)| match part {
            Part::Cell(cell) => Some((*cell, *by)),
            _ => None,
        };
        self.terms.iter().map(cell).collect()
    }

    /// Returns this number plus `factor` times another one.
    pub(crate) fn plus(mut self, other: &Self, factor: i64) -> Self {
        self.constant += other.constant * factor;
        for (part, by) in &other.terms {
            match self.terms.binary_search_by(|(known, _)| known.cmp(part)) {
                Ok(at) => {
                    self.terms[at].1 += by * factor;
                    if self.terms[at].1 == 0 {
                        self.terms.remove(at);
                    }
                }
                Err(at) if by * factor != 0 => self.terms.insert(at, (part.clone(), by * factor)),
                Err(_) => {}
            }
        }
        self
    }

    pub(crate) fn times(&self, factor: i64) -> Self {
        Self::default().plus(self, factor)
    }

    /// Returns the least and the greatest possible value of the number.
    pub(crate) fn bounds(&self, values: &impl Values) -> Interval {
        self.terms.iter().fold((self.constant, self.constant), |(low, high), (part, by)| {
            let (least, most) = part.bounds(values);
            if *by > 0 { (low + by * least, high + by * most) } else { (low + by * most, high + by * least) }
        })
    }

    pub(crate) fn mentions(&self, cell: Cell) -> bool {
        self.terms.iter().any(|(part, _)| part.mentions(cell))
    }

    fn size(&self) -> usize {
        1 + self.terms.iter().map(|(part, _)| part.size()).sum::<usize>()
    }

    fn collect_cells(&self, found: &mut Vec<Cell>) {
        self.terms.iter().for_each(|(part, _)| part.collect_cells(found));
    }
}

impl Part {
    fn numbers(&self) -> &[Linear] {
        match self {
            Self::Cell(_) | Self::Truth(_) => &[],
            Self::Product(of) | Self::Quotient(of) | Self::Remainder(of) => &of[..],
            Self::Absolute(of) => core::slice::from_ref(of),
            Self::Least(of) => of,
            Self::Choice(of) => &of.1,
        }
    }

    fn condition(&self) -> Option<&Formula> {
        match self {
            Self::Truth(of) => Some(of),
            Self::Choice(of) => Some(&of.0),
            _ => None,
        }
    }

    pub(crate) fn mentions(&self, cell: Cell) -> bool {
        matches!(self, Self::Cell(own) if *own == cell)
            || self.numbers().iter().any(|it| it.mentions(cell))
            || self.condition().is_some_and(|it| it.mentions(cell))
    }

    fn size(&self) -> usize {
        1 + self.numbers().iter().map(Linear::size).sum::<usize>() + self.condition().map_or(0, Formula::size)
    }

    fn collect_cells(&self, found: &mut Vec<Cell>) {
        if let Self::Cell(cell) = self {
            found.push(*cell);
        }
        if let Some(it) = self.condition() {
            it.collect_cells(found);
        }
        self.numbers().iter().for_each(|it| it.collect_cells(found));
    }

    fn bounds(&self, values: &impl Values) -> Interval {
        match self {
            Self::Cell(cell) => values.range(*cell),
            Self::Product(of) => {
                let [(a, b), (c, d)] = [of[0].bounds(values), of[1].bounds(values)];
                let ends = [a * c, a * d, b * c, b * d];
                let [first, rest @ ..] = ends;
                rest.iter().fold((first, first), |all, it| (all.0.min(*it), all.1.max(*it)))
            }
            Self::Quotient(of) => quotient_bounds(of[0].bounds(values), of[1].bounds(values)),
            Self::Remainder(of) => remainder_bounds(of[0].bounds(values), of[1].bounds(values)),
            Self::Absolute(of) => absolute(of.bounds(values)),
            Self::Least(of) => {
                let bounds = of.iter().map(|it| it.bounds(values));
                bounds.reduce(|all, it| (all.0.min(it.0), all.1.min(it.1))).unwrap_or((0, 0))
            }
            Self::Truth(of) => match of.truth(values) {
                Some(truth) => (truth.into(), truth.into()),
                None => (0, 1),
            },
            Self::Choice(of) => {
                let [then, otherwise] = [of.1[0].bounds(values), of.1[1].bounds(values)];
                match of.0.truth(values) {
                    Some(true) => then,
                    Some(false) => otherwise,
                    None => (then.0.min(otherwise.0), then.1.max(otherwise.1)),
                }
            }
        }
    }
}

fn quotient_bounds(dividend: Interval, divisor: Interval) -> Interval {
    if dividend.0 == dividend.1 && divisor.0 == divisor.1 {
        let known = quotient(dividend.0, divisor.0);
        return (known, known);
    }
    if divisor.0 == divisor.1 && divisor.0 > 0 {
        return (quotient(dividend.0, divisor.0), quotient(dividend.1, divisor.0));
    }
    let most = dividend.0.abs().max(dividend.1.abs());
    (-most - 1, most)
}

fn remainder_bounds(dividend: Interval, divisor: Interval) -> Interval {
    if dividend.0 == dividend.1 && divisor.0 == divisor.1 {
        let known = remainder(dividend.0, divisor.0);
        return (known, known);
    }
    // Only a division by 0 leaves a negative remainder.
    let low = if divisor.0 <= 0 && divisor.1 >= 0 { dividend.0.min(0) } else { 0 };
    if divisor.0 == divisor.1 && divisor.0 > 0 {
        let divisor = divisor.0;
        let same = quotient(dividend.0, divisor) == quotient(dividend.1, divisor);
        return if same {
            (remainder(dividend.0, divisor), remainder(dividend.1, divisor))
        } else {
            (0, divisor - 1)
        };
    }
    (low, dividend.1.max(divisor.0.abs()).max(divisor.1.abs()))
}

impl Formula {
    /// Adds the cells to `found`, in the order of the normal form and with duplicates.
    pub(crate) fn collect_cells(&self, found: &mut Vec<Cell>) {
        match self {
            Self::Constant(_) => {}
            Self::Zero(it) | Self::AtMostZero(it) | Self::Member(it, _) => it.collect_cells(found),
            Self::Different(all, _) => all.iter().for_each(|it| it.collect_cells(found)),
            Self::All(all) | Self::Any(all) => all.iter().for_each(|it| it.collect_cells(found)),
            Self::Not(it) => it.collect_cells(found),
        }
    }

    pub(crate) fn mentions(&self, cell: Cell) -> bool {
        match self {
            Self::Constant(_) => false,
            Self::Zero(it) | Self::AtMostZero(it) | Self::Member(it, _) => it.mentions(cell),
            Self::Different(all, _) => all.iter().any(|it| it.mentions(cell)),
            Self::All(all) | Self::Any(all) => all.iter().any(|it| it.mentions(cell)),
            Self::Not(it) => it.mentions(cell),
        }
    }

    /// Returns the number of parts, which is approximately the cost of an assignment.
    pub(crate) fn size(&self) -> usize {
        match self {
            Self::Constant(_) => 1,
            Self::Zero(it) | Self::AtMostZero(it) => it.size(),
            Self::Member(it, list) => it.size() + list.len(),
            Self::Different(all, taken) => taken.len() + all.iter().map(Linear::size).sum::<usize>(),
            Self::All(all) | Self::Any(all) => 1 + all.iter().map(Self::size).sum::<usize>(),
            Self::Not(it) => 1 + it.size(),
        }
    }

    /// Returns the truth value of the condition if the bounds of the cells determine it.
    pub(crate) fn truth(&self, values: &impl Values) -> Option<bool> {
        match self {
            Self::Constant(truth) => Some(*truth),
            Self::Zero(it) => {
                if let ([(Part::Cell(cell), by)], constant) = (&it.terms[..], it.constant)
                    && (constant % by != 0 || !values.allows(*cell, -constant / by))
                {
                    return Some(false);
                }
                match it.bounds(values) {
                    (0, 0) => Some(true),
                    (low, high) if low > 0 || high < 0 => Some(false),
                    _ => None,
                }
            }
            Self::AtMostZero(it) => match it.bounds(values) {
                (_, high) if high <= 0 => Some(true),
                (low, _) if low > 0 => Some(false),
                _ => None,
            },
            Self::Member(it, list) => {
                let (low, high) = it.bounds(values);
                let inside = list.partition_point(|number| *number <= high)
                    - list.partition_point(|number| *number < low);
                match inside {
                    0 => Some(false),
                    _ if inside as i64 == high - low + 1 => Some(true),
                    _ => None,
                }
            }
            Self::Different(all, taken) => differ(all, taken, values),
            Self::All(parts) => decided(parts, false, values),
            Self::Any(parts) => decided(parts, true, values),
            Self::Not(it) => it.truth(values).map(|truth| !truth),
        }
    }
}

/// Returns the truth value of "the numbers differ from each other and from a list" if bounds
/// determine it.
fn differ(all: &[Linear], taken: &[i64], values: &impl Values) -> Option<bool> {
    let bounds: Vec<Interval> = all.iter().map(|it| it.bounds(values)).collect();
    let mut is_certain = true;
    for (at, one) in bounds.iter().enumerate() {
        let is_fixed = one.0 == one.1;
        let meets = taken.iter().any(|number| (one.0..=one.1).contains(number));
        let equals = bounds[at + 1..].iter().any(|other| is_fixed && other == one);
        if is_fixed && meets || equals {
            return Some(false);
        }
        let overlaps = bounds[at + 1..].iter().any(|other| one.0 <= other.1 && other.0 <= one.1);
        is_certain &= !meets && !overlaps;
    }
    is_certain.then_some(true)
}

/// Returns the truth value of a conjunction or disjunction if its parts determine it.
fn decided(parts: &[Formula], absorbing: bool, values: &impl Values) -> Option<bool> {
    let mut is_open = false;
    for part in parts {
        match part.truth(values) {
            Some(truth) if truth == absorbing => return Some(absorbing),
            Some(_) => {}
            None => is_open = true,
        }
    }
    if is_open { None } else { Some(!absorbing) }
}
