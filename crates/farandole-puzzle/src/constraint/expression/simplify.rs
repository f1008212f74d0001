//! Simplification: the constructors of numbers and conditions in normal form, and the assignment of
//! a value to a cell, which rewrites an expression with these constructors.

use super::normal::{Formula, Interval, Linear, Part};
use super::tree::{quotient, remainder};
use crate::Cell;
use crate::board::ValueRange;
use alloc::boxed::Box;
use alloc::vec::Vec;

pub(crate) fn product(one: Linear, two: Linear) -> Linear {
    match (one.as_number(), two.as_number()) {
        (Some(factor), _) => two.times(factor),
        (_, Some(factor)) => one.times(factor),
        _ if one <= two => Linear::of(Part::Product(Box::new([one, two]))),
        _ => Linear::of(Part::Product(Box::new([two, one]))),
    }
}

pub(crate) fn quotient_of(one: Linear, two: Linear) -> Linear {
    match (one.as_number(), two.as_number()) {
        (Some(one), Some(two)) => Linear::number(quotient(one, two)),
        (_, Some(0)) => Linear::number(0),
        (_, Some(1)) => one,
        _ => Linear::of(Part::Quotient(Box::new([one, two]))),
    }
}

pub(crate) fn remainder_of(mut one: Linear, two: Linear, values: ValueRange) -> Linear {
    let Some(divisor) = two.as_number() else {
        return Linear::of(Part::Remainder(Box::new([one, two])));
    };
    let divisor = divisor.abs();
    if divisor == 0 {
        return one;
    }
    // Coefficients that differ by a multiple of the divisor leave the same remainder.
    one.constant = remainder(one.constant, divisor);
    one.terms.iter_mut().for_each(|(_, by)| *by = remainder(*by, divisor));
    one.terms.retain(|(_, by)| *by != 0);
    let (low, high) = one.bounds(&values);
    if low >= 0 && high < divisor {
        return one;
    }
    match one.as_number() {
        Some(number) => Linear::number(remainder(number, divisor)),
        None => Linear::of(Part::Remainder(Box::new([one, Linear::number(divisor)]))),
    }
}

pub(crate) fn absolute_of(one: Linear, values: ValueRange) -> Linear {
    let (low, high) = one.bounds(&values);
    if low >= 0 {
        return one;
    }
    let opposite = one.times(-1);
    if high <= 0 {
        return opposite;
    }
    Linear::of(Part::Absolute(Box::new(if opposite < one { opposite } else { one })))
}

pub(crate) fn least(all: Vec<Linear>, values: ValueRange) -> Linear {
    let bounds: Vec<Interval> = all.iter().map(|it| it.bounds(&values)).collect();
    let most = bounds.iter().map(|it| it.1).min().unwrap_or(0);
    // A number that is never below another one has no effect on the minimum. Numbers that may be at
    // most `most` are kept.
    let mut kept: Vec<Linear> =
        all.into_iter().zip(&bounds).filter(|(_, bounds)| bounds.0 <= most).map(|(it, _)| it).collect();
    kept.sort_unstable();
    kept.dedup();
    let number = kept.iter().filter_map(Linear::as_number).min();
    if let Some(number) = number {
        kept.retain(|it| it.as_number().is_none());
        let is_below = |it: &Linear| it.bounds(&values).0 < number;
        kept.retain(is_below);
        if kept.is_empty() {
            return Linear::number(number);
        }
        kept.insert(0, Linear::number(number));
    }
    match kept.len() {
        1 => kept.swap_remove(0),
        _ => Linear::of(Part::Least(kept)),
    }
}

pub(crate) fn truth(formula: Formula) -> Linear {
    match formula {
        Formula::Constant(truth) => Linear::number(truth.into()),
        other => Linear::of(Part::Truth(Box::new(other))),
    }
}

pub(crate) fn choice(condition: Formula, then: Linear, otherwise: Linear) -> Linear {
    match condition {
        Formula::Constant(true) => then,
        Formula::Constant(false) => otherwise,
        _ if then == otherwise => then,
        other => Linear::of(Part::Choice(Box::new((other, [then, otherwise])))),
    }
}

/// Returns the greatest common divisor of the coefficients.
fn divisor(linear: &Linear) -> i64 {
    let gcd = |mut a: i64, mut b: i64| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a.abs()
    };
    linear.terms.iter().fold(0, |all, (_, by)| gcd(all, *by)).max(1)
}

pub(crate) fn zero(mut linear: Linear, values: ValueRange) -> Formula {
    let by = divisor(&linear);
    if linear.constant % by != 0 {
        return Formula::Constant(false);
    }
    let sign = linear.terms.first().map_or(1, |(_, by)| by.signum());
    linear.constant = linear.constant / by * sign;
    linear.terms.iter_mut().for_each(|(_, of)| *of = *of / by * sign);
    match linear.bounds(&values) {
        (0, 0) => Formula::Constant(true),
        (low, high) if low > 0 || high < 0 => Formula::Constant(false),
        _ => Formula::Zero(linear),
    }
}

pub(crate) fn at_most_zero(mut linear: Linear, values: ValueRange) -> Formula {
    let by = divisor(&linear);
    linear.constant = -quotient(-linear.constant, by);
    linear.terms.iter_mut().for_each(|(_, of)| *of /= by);
    match linear.bounds(&values) {
        (_, high) if high <= 0 => Formula::Constant(true),
        (low, _) if low > 0 => Formula::Constant(false),
        _ => Formula::AtMostZero(linear),
    }
}

pub(crate) fn member(mut linear: Linear, mut list: Vec<i64>, values: ValueRange) -> Formula {
    list.iter_mut().for_each(|number| *number -= linear.constant);
    linear.constant = 0;
    let (low, high) = linear.bounds(&values);
    list.retain(|number| (low..=high).contains(number));
    list.sort_unstable();
    list.dedup();
    match list[..] {
        [] => Formula::Constant(false),
        [number] => zero(linear.plus(&Linear::number(number), -1), values),
        _ if list.len() as i64 == high - low + 1 => Formula::Constant(true),
        _ => Formula::Member(linear, list),
    }
}

pub(crate) fn different(all: Vec<Linear>, mut taken: Vec<i64>, values: ValueRange) -> Formula {
    let (numbers, mut others): (Vec<_>, Vec<_>) = all.into_iter().partition(|it| it.as_number().is_some());
    taken.extend(numbers.iter().filter_map(Linear::as_number));
    taken.sort_unstable();
    others.sort_unstable();
    let repeats = taken.windows(2).any(|pair| pair[0] == pair[1]);
    if repeats || others.windows(2).any(|pair| pair[0] == pair[1]) {
        return Formula::Constant(false);
    }
    let bounds: Vec<Interval> = others.iter().map(|it| it.bounds(&values)).collect();
    taken.retain(|number| bounds.iter().any(|it| (it.0..=it.1).contains(number)));
    if others.is_empty() || others.len() == 1 && taken.is_empty() {
        return Formula::Constant(true);
    }
    Formula::Different(others, taken)
}

pub(crate) fn all(parts: Vec<Formula>) -> Formula {
    joined(parts, false)
}

pub(crate) fn any(parts: Vec<Formula>) -> Formula {
    joined(parts, true)
}

/// Returns the conjunction or disjunction of the parts. `absorbing` is the truth value of a part
/// that determines the result.
fn joined(parts: Vec<Formula>, absorbing: bool) -> Formula {
    let mut flat = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            Formula::Constant(truth) if truth == absorbing => return part,
            Formula::Constant(_) => {}
            Formula::All(inner) if !absorbing => flat.extend(inner),
            Formula::Any(inner) if absorbing => flat.extend(inner),
            other => flat.push(other),
        }
    }
    flat.sort_unstable();
    flat.dedup();
    match flat.len() {
        0 => Formula::Constant(!absorbing),
        1 => flat.swap_remove(0),
        _ if absorbing => Formula::Any(flat),
        _ => Formula::All(flat),
    }
}

pub(crate) fn not(formula: Formula, values: ValueRange) -> Formula {
    match formula {
        Formula::Constant(truth) => Formula::Constant(!truth),
        Formula::Not(inner) => *inner,
        Formula::AtMostZero(linear) => at_most_zero(Linear::number(1).plus(&linear, -1), values),
        Formula::All(parts) => any(parts.into_iter().map(|it| not(it, values)).collect()),
        Formula::Any(parts) => all(parts.into_iter().map(|it| not(it, values)).collect()),
        other => Formula::Not(Box::new(other)),
    }
}

impl Linear {
    /// Replaces the cell by a value.
    fn assign(&self, cell: Cell, value: i64, values: ValueRange) -> Self {
        if !self.mentions(cell) {
            return self.clone();
        }
        let (changed, kept): (Vec<_>, Vec<_>) = self.terms.iter().partition(|(part, _)| part.mentions(cell));
        let kept = kept.into_iter().cloned().collect();
        let rest = Self { constant: self.constant, terms: kept };
        changed.into_iter().fold(rest, |sum, (part, by)| sum.plus(&part.assign(cell, value, values), *by))
    }
}

impl Part {
    fn assign(&self, cell: Cell, value: i64, values: ValueRange) -> Linear {
        let one = |it: &Linear| it.assign(cell, value, values);
        match self {
            Self::Cell(_) => Linear::number(value),
            Self::Product(of) => product(one(&of[0]), one(&of[1])),
            Self::Quotient(of) => quotient_of(one(&of[0]), one(&of[1])),
            Self::Remainder(of) => remainder_of(one(&of[0]), one(&of[1]), values),
            Self::Absolute(of) => absolute_of(one(of), values),
            Self::Least(of) => least(of.iter().map(one).collect(), values),
            Self::Truth(of) => truth(of.assign(cell, value, values)),
            Self::Choice(of) => choice(of.0.assign(cell, value, values), one(&of.1[0]), one(&of.1[1])),
        }
    }
}

impl Formula {
    /// Replaces the cell by a value.
    pub(crate) fn assign(&self, cell: Cell, value: i64, values: ValueRange) -> Self {
        if !self.mentions(cell) {
            return self.clone();
        }
        let one = |it: &Linear| it.assign(cell, value, values);
        let some = |all: &[Self]| all.iter().map(|it| it.assign(cell, value, values)).collect();
        match self {
            Self::Constant(_) => self.clone(),
            Self::Zero(it) => zero(one(it), values),
            Self::AtMostZero(it) => at_most_zero(one(it), values),
            Self::Member(it, list) => member(one(it), list.clone(), values),
            Self::Different(all, taken) => different(all.iter().map(one).collect(), taken.clone(), values),
            Self::All(parts) => all(some(parts)),
            Self::Any(parts) => any(some(parts)),
            Self::Not(it) => not(it.assign(cell, value, values), values),
        }
    }
}
