//! Marks between neighbours, and rules about neighbours without a mark.
//!
//! A pair with a dot of either colour is exempt from all rules about dots.

use crate::editor::diagnostic::What;
use crate::editor::import_builder::{ImportBuilder, Place};
use crate::editor::rule_names;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{
    AntiConsecutive, BlackDot, Constraint, Difference, Pair, Ratio, Relation, StrictConsecutive,
    StrictKropki, StrictXV, WhiteDot,
};

/// Adds a difference between two neighbours.
pub(crate) fn difference(
    place: Place<'_>,
    one: Cell,
    two: Cell,
    difference: i64,
    builder: &mut ImportBuilder<'_>,
) {
    let cells = vec![one, two];
    match u8::try_from(difference) {
        Ok(1) => builder.add(place, WhiteDot { cells }),
        Ok(difference) => builder.add(place, Difference { difference, cells }),
        Err(_) => builder.fail(place, What::Missing { expected: "a difference of two digits" }),
    }
}

/// Adds a ratio between two neighbours.
pub(crate) fn ratio(place: Place<'_>, one: Cell, two: Cell, ratio: i64, builder: &mut ImportBuilder<'_>) {
    let cells = vec![one, two];
    match u8::try_from(ratio) {
        Ok(2) => builder.add(place, BlackDot { cells }),
        Ok(ratio) => builder.add(place, Ratio { ratio, cells }),
        Err(_) => builder.fail(place, What::Missing { expected: "a ratio of two digits" }),
    }
}

/// Returns true if one value is `ratio` times the other.
pub(crate) fn is_ratio(one: u8, two: u8, ratio: u8) -> bool {
    u16::from(one.min(two)) * u16::from(ratio) == u16::from(one.max(two))
}

/// Adds the rule that neighbours without a dot are not consecutive.
pub(crate) fn nonconsecutive(place: Place<'_>, builder: &mut ImportBuilder<'_>) {
    if dots(&builder.constraints).is_empty() {
        return builder.add(place, AntiConsecutive {});
    }
    let exempt = exempt(&builder.constraints);
    forbid(place, rule_names::NONCONSECUTIVE, &exempt, |one, two| one.abs_diff(two) == 1, builder);
}

/// Adds the rule that neighbours without a dot have none of the ratios of the dots. Without such
/// dots, the ratio 2 is forbidden.
pub(crate) fn no_ratios(place: Place<'_>, builder: &mut ImportBuilder<'_>) {
    let mut ratios: Vec<u8> = dots(&builder.constraints).into_iter().filter_map(|dot| dot.ratio).collect();
    if ratios.is_empty() {
        ratios.push(2);
    }
    let exempt = exempt(&builder.constraints);
    forbid(
        place,
        rule_names::NEGATIVE_RATIO,
        &exempt,
        |one, two| ratios.iter().any(|ratio| is_ratio(one, two, *ratio)),
        builder,
    );
}

/// Adds the rule that neighbours without a dot have none of the differences of the dots. Without
/// such dots, the difference 1 is forbidden.
pub(crate) fn no_differences(place: Place<'_>, builder: &mut ImportBuilder<'_>) {
    let mut differences: Vec<u8> =
        dots(&builder.constraints).into_iter().filter_map(|dot| dot.difference).collect();
    if differences.is_empty() {
        differences.push(1);
    }
    let exempt = exempt(&builder.constraints);
    forbid(
        place,
        rule_names::NEGATIVE_DIFFERENCE,
        &exempt,
        |one, two| differences.contains(&one.abs_diff(two)),
        builder,
    );
}

/// Forbidden numbers for neighbours without a mark, and the exempt pairs.
#[derive(Default)]
pub(crate) struct Negative {
    pub(crate) numbers: Vec<u8>,
    /// Pairs with a mark, the lower cell first.
    pub(crate) exempt: Vec<(Cell, Cell)>,
}

/// The numbers that the puzzle forbids for neighbours without a mark.
#[derive(Default)]
pub(crate) struct Negatives {
    pub(crate) differences: Negative,
    pub(crate) ratios: Negative,
    pub(crate) sums: Negative,
}

impl Negatives {
    /// Adds the rules. A rule that has its own kind of constraint becomes one constraint.
    pub(crate) fn add_to(mut self, place: Place<'_>, builder: &mut ImportBuilder<'_>) {
        for negative in [&mut self.differences, &mut self.ratios, &mut self.sums] {
            negative.numbers.sort_unstable();
            negative.numbers.dedup();
            negative.exempt.sort_unstable();
            negative.exempt.dedup();
        }
        let Self { differences, ratios, sums } = self;
        let dots = dots(&builder.constraints);
        let are_usual = dots.iter().all(Dot::is_usual);
        let mut white: Vec<_> =
            dots.iter().filter(|dot| dot.difference == Some(1)).map(|dot| dot.cells).collect();
        white.sort_unstable();
        white.dedup();
        if (&*differences.numbers, &*ratios.numbers) == (&[1], &[2])
            && differences.exempt == ratios.exempt
            && are_usual
        {
            builder.add(place, StrictKropki {});
        } else if differences.numbers == [1] && ratios.numbers.is_empty() && differences.exempt == white {
            builder.add(place, StrictConsecutive {});
        } else {
            let name = rule_names::NEGATIVE_DIFFERENCE;
            differences.forbid(place, name, |one, two, number| one.abs_diff(two) == number, builder);
            ratios.forbid(place, rule_names::NEGATIVE_RATIO, is_ratio, builder);
        }
        let are_letters =
            builder.constraints.iter().all(|it| !matches!(it, Constraint::Sum(sum) if sum.terms.len() == 2));
        if sums.numbers == [5, 10] && are_letters {
            builder.add(place, StrictXV {});
        } else {
            let name = rule_names::NEGATIVE_SUM;
            sums.forbid(place, name, |one, two, number| one + two == number, builder);
        }
    }
}

impl Negative {
    /// Forbids the relation for each number between all neighbours that are not exempt.
    fn forbid(
        &self,
        place: Place<'_>,
        name: &str,
        holds: impl Fn(u8, u8, u8) -> bool,
        builder: &mut ImportBuilder<'_>,
    ) {
        if !self.numbers.is_empty() {
            let holds = |one, two| self.numbers.iter().any(|number| holds(one, two, *number));
            forbid(place, name, &self.exempt, holds, builder);
        }
    }
}

/// Adds the rule that neighbours without a letter sum to neither 5 nor 10.
pub(crate) fn no_letters(place: Place<'_>, builder: &mut ImportBuilder<'_>) {
    builder.add(place, StrictXV {});
}

/// Adds the rule that neighbours without a dot are neither consecutive nor in one of the ratios of
/// the black dots. If all dots are usual (white with the difference 1, black with the ratio 2), the
/// rule is `StrictKropki`.
pub(crate) fn no_usual_dots(place: Place<'_>, builder: &mut ImportBuilder<'_>) {
    if dots(&builder.constraints).iter().all(Dot::is_usual) {
        return builder.add(place, StrictKropki {});
    }
    nonconsecutive(place, builder);
    no_ratios(place, builder);
}

/// A dot between two cells. The lower cell comes first.
pub(crate) struct Dot {
    cells: (Cell, Cell),
    difference: Option<u8>,
    ratio: Option<u8>,
    is_usual: bool,
}

impl Dot {
    /// Returns the cells of the dot, the lower one first.
    pub(crate) const fn cells(&self) -> (Cell, Cell) {
        self.cells
    }

    /// Returns true for a white dot with the difference 1 and a black dot with the ratio 2.
    pub(crate) const fn is_usual(&self) -> bool {
        self.is_usual
    }
}

/// Returns all dots among the constraints.
pub(crate) fn dots(constraints: &[Constraint]) -> Vec<Dot> {
    let mut dots = Vec::new();
    for constraint in constraints {
        let (cells, difference, ratio) = match constraint {
            Constraint::WhiteDot(dot) => (&dot.cells, Some(1), None),
            Constraint::BlackDot(dot) => (&dot.cells, None, Some(2)),
            Constraint::Difference(dot) => (&dot.cells, Some(dot.difference), None),
            Constraint::Ratio(dot) => (&dot.cells, None, Some(dot.ratio)),
            _ => continue,
        };
        let is_usual = matches!((difference, ratio), (Some(1), _) | (_, Some(2)));
        for (place, one) in cells.iter().enumerate() {
            let pair = cells[place + 1..].iter().map(|two| (*one.min(two), *one.max(two)));
            dots.extend(pair.map(|cells| Dot { cells, difference, ratio, is_usual }));
        }
    }
    dots
}

/// Returns the pairs with a dot, sorted.
fn exempt(constraints: &[Constraint]) -> Vec<(Cell, Cell)> {
    let mut exempt: Vec<(Cell, Cell)> = dots(constraints).into_iter().map(|dot| dot.cells).collect();
    exempt.sort_unstable();
    exempt
}

/// Forbids a relation between all neighbours that are not in the sorted list of exempt pairs.
fn forbid(
    place: Place<'_>,
    name: &str,
    exempt: &[(Cell, Cell)],
    holds: impl Fn(u8, u8) -> bool,
    builder: &mut ImportBuilder<'_>,
) {
    let relation = Relation::from_fn(builder.board.values(), |one, two| !holds(one, two));
    for (one, two) in builder.board.neighbour_pairs() {
        if exempt.binary_search(&(one, two)).is_err() {
            builder.add(place, Pair { relation, name: name.into(), cells: vec![one, two] });
        }
    }
}
