//! Converts trees into the normal form and back.

use super::normal::{Formula, Linear, Part};
use super::simplify::{
    self, absolute_of, at_most_zero, choice, different, least, member, quotient_of, remainder_of, truth, zero,
};
use super::tree::{Function, MAX_TESTED, Node, is_prime, is_square};
use crate::board::ValueRange;
use alloc::vec::Vec;

/// Returns the normal form of a condition. Returns `None` if `prime` or `square` is applied to a
/// number that may exceed [`MAX_TESTED`].
pub(crate) fn formula(node: &Node, values: ValueRange) -> Option<Formula> {
    let Node::Apply(function, of) = node else {
        return Some(not_zero(number(node, values)?, values));
    };
    let conditions = || of.iter().map(|it| formula(it, values)).collect::<Option<Vec<Formula>>>();
    let numbers = || of.iter().map(|it| number(it, values)).collect::<Option<Vec<Linear>>>();
    let minus = |more: i64| {
        let all = numbers()?;
        let [one, two] = <[Linear; 2]>::try_from(all).ok()?;
        Some(one.plus(&two, -1).plus(&Linear::number(more), 1))
    };
    Some(match function {
        Function::Equal => zero(minus(0)?, values),
        Function::Unequal => not_zero(minus(0)?, values),
        Function::Less => at_most_zero(minus(1)?, values),
        Function::AtMost => at_most_zero(minus(0)?, values),
        Function::Greater => simplify::not(at_most_zero(minus(0)?, values), values),
        Function::AtLeast => simplify::not(at_most_zero(minus(1)?, values), values),
        Function::All => simplify::all(conditions()?),
        Function::Any => simplify::any(conditions()?),
        Function::Not => simplify::not(conditions()?.pop()?, values),
        Function::Implies => {
            let [premise, then] = <[Formula; 2]>::try_from(conditions()?).ok()?;
            simplify::any(alloc::vec![simplify::not(premise, values), then])
        }
        Function::Different => different(numbers()?, Vec::new(), values),
        Function::OneOf => {
            let all = numbers()?;
            let (first, others) = all.split_first()?;
            let constants: Option<Vec<i64>> = others.iter().map(Linear::as_number).collect();
            match constants {
                Some(list) => member(first.clone(), list, values),
                None => {
                    let equal = |other: &Linear| zero(first.clone().plus(other, -1), values);
                    simplify::any(others.iter().map(equal).collect())
                }
            }
        }
        Function::Prime => listed(numbers()?.pop()?, is_prime, values)?,
        Function::Square => listed(numbers()?.pop()?, is_square, values)?,
        _ => not_zero(number(node, values)?, values),
    })
}

fn not_zero(linear: Linear, values: ValueRange) -> Formula {
    simplify::not(zero(linear, values), values)
}

/// Returns the condition that `passes` is true for the number.
fn listed(linear: Linear, passes: fn(i64) -> bool, values: ValueRange) -> Option<Formula> {
    let (low, high) = linear.bounds(&values);
    let list = || (low.max(0)..=high).filter(|number| passes(*number)).collect();
    (high <= MAX_TESTED).then(|| member(linear, list(), values))
}

/// Returns the normal form of a number.
fn number(node: &Node, values: ValueRange) -> Option<Linear> {
    let (function, of) = match node {
        Node::Number(number) => return Some(Linear::number(*number)),
        Node::Cell(cell) => return Some(Linear::of(Part::Cell(*cell))),
        Node::Apply(function, of) => (*function, of),
    };
    if function.is_condition() {
        return formula(node, values).map(truth);
    }
    if function == Function::Choice {
        let [condition, then, otherwise] = &of[..] else { return None };
        return Some(choice(formula(condition, values)?, number(then, values)?, number(otherwise, values)?));
    }
    let mut all = of.iter().map(|it| number(it, values)).collect::<Option<Vec<Linear>>>()?.into_iter();
    let first = all.next()?;
    Some(match function {
        Function::Negative => first.times(-1),
        Function::Product => all.fold(first, simplify::product),
        Function::Quotient => quotient_of(first, all.next()?),
        Function::Remainder => remainder_of(first, all.next()?, values),
        Function::Absolute => absolute_of(first, values),
        Function::Least => least(core::iter::once(first).chain(all).collect(), values),
        Function::Greatest => {
            let opposite = core::iter::once(first).chain(all).map(|it| it.times(-1)).collect();
            least(opposite, values).times(-1)
        }
        Function::Digits => all.fold(first, |number, digit| number.times(10).plus(&digit, 1)),
        _ => all.fold(first, |sum, it| sum.plus(&it, 1)),
    })
}
