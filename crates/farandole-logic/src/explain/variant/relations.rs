//! Relations between two digits in words.

use farandole_puzzle::board::ValueRange;
use farandole_puzzle::constraint::Relation;

/// Describes a relation between digits, such as `differ by at least 5`. Returns `None` for unusual relations.
pub(super) fn relation_words(range: ValueRange, relation: &Relation) -> Option<String> {
    let is = |holds: &dyn Fn(u8, u8) -> bool| *relation == Relation::from_fn(range, holds);
    for by in 1..range.count() {
        if is(&|one, two| one.abs_diff(two) >= by) {
            return Some(if by == 1 { "differ".to_owned() } else { format!("differ by at least {by}") });
        }
        if is(&|one, two| one.abs_diff(two) == by) {
            return Some(if by == 1 { "are consecutive".to_owned() } else { format!("differ by {by}") });
        }
    }
    let sum = (2 * range.low()..=2 * range.high()).find(|sum| is(&|one, two| one + two == *sum));
    if let Some(sum) = sum {
        return Some(format!("add up to {sum}"));
    }
    is(&|one, two| one < two).then(|| "increase".to_owned())
}
