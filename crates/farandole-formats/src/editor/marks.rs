//! Marks between neighbours, and rules about neighbours without a mark.
//!
//! A pair with a dot of either colour is exempt from all rules about dots.

use crate::editor::diagnostic::What;
use crate::editor::import_builder::{ImportBuilder, Place};
use crate::editor::rule_names;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{
    AntiConsecutive, BlackDot, Constraint, Difference, Pair, Ratio, Relation, StrictKropki, StrictXV,
    WhiteDot,
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

fn is_ratio(one: u8, two: u8, ratio: u8) -> bool {
    u16::from(one.min(two)) * u16::from(ratio) == u16::from(one.max(two))
}

/// Adds that neighbours without a dot are not consecutive.
pub(crate) fn nonconsecutive(place: Place<'_>, builder: &mut ImportBuilder<'_>) {
    if dots(&builder.constraints).is_empty() {
        return builder.add(place, AntiConsecutive {});
    }
    forbid(place, rule_names::NONCONSECUTIVE, |one, two| one.abs_diff(two) == 1, builder);
}

/// Adds that neighbours without a dot have none of the ratios of the dots, or not the ratio 2 if
/// there are no such dots.
pub(crate) fn no_ratios(place: Place<'_>, builder: &mut ImportBuilder<'_>) {
    let mut ratios: Vec<u8> = dots(&builder.constraints).into_iter().filter_map(|dot| dot.ratio).collect();
    if ratios.is_empty() {
        ratios.push(2);
    }
    forbid(
        place,
        rule_names::NEGATIVE_RATIO,
        |one, two| ratios.iter().any(|ratio| is_ratio(one, two, *ratio)),
        builder,
    );
}

/// Adds that neighbours without a dot have none of the differences of the dots, or not the
/// difference 1 if there are no such dots.
pub(crate) fn no_differences(place: Place<'_>, builder: &mut ImportBuilder<'_>) {
    let mut differences: Vec<u8> =
        dots(&builder.constraints).into_iter().filter_map(|dot| dot.difference).collect();
    if differences.is_empty() {
        differences.push(1);
    }
    forbid(
        place,
        rule_names::NEGATIVE_DIFFERENCE,
        |one, two| differences.contains(&one.abs_diff(two)),
        builder,
    );
}

/// Adds that neighbours without a letter sum to neither 5 nor 10.
pub(crate) fn no_letters(place: Place<'_>, builder: &mut ImportBuilder<'_>) {
    builder.add(place, StrictXV {});
}

/// Adds that neighbours without a dot are neither consecutive nor in a ratio: the ratio 2 if all
/// dots are white with the difference 1 or black with the ratio 2.
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

/// Forbids a relation between all neighbours without a dot.
fn forbid(place: Place<'_>, name: &str, holds: impl Fn(u8, u8) -> bool, builder: &mut ImportBuilder<'_>) {
    let relation = Relation::from_fn(builder.board.values(), |one, two| !holds(one, two));
    let mut exempt: Vec<(Cell, Cell)> = dots(&builder.constraints).into_iter().map(|dot| dot.cells).collect();
    exempt.sort_unstable();
    for (one, two) in builder.board.neighbour_pairs() {
        if exempt.binary_search(&(one, two)).is_err() {
            builder.add(place, Pair { relation, name: name.into(), cells: vec![one, two] });
        }
    }
}
