//! Lines, arrows, and rules about groups of digits.

use super::element::{Element, value};
use crate::editor::diagnostic::What;
use crate::editor::json::Json;
use crate::editor::lines;
use farandole_puzzle::Cell;
use farandole_puzzle::board::ValueRange;
use farandole_puzzle::constraint::{
    AnyOf, Constraint, Entropic, Given, GlobalEntropy, GlobalMod, Modular, ParityLine, SlowThermo, Thermo,
};

/// Adds each line of the element as a constraint of the kind that has this type.
pub(super) fn usual(element: &mut Element<'_, '_, '_>) {
    let Some(kind) = element.kind() else { return };
    for cells in element.lines("lines") {
        lines::add(element.place, kind, cells, None, element.regions, element.builder);
    }
}

pub(super) fn thermometer(element: &mut Element<'_, '_, '_>) {
    let slow = element.flag("slow");
    for cells in element.lines("thermometers") {
        if slow {
            element.add(SlowThermo { cells });
        } else {
            element.add(Thermo { cells });
        }
    }
}

pub(super) fn whisper(element: &mut Element<'_, '_, '_>) {
    let difference = value(element.object, "minDifference");
    let difference = difference.and_then(|json| element.number(json)).and_then(|it| u8::try_from(it).ok());
    if difference.is_none() {
        return element.fail(What::Missing { expected: "a difference of two digits" });
    }
    for cells in element.lines("lines") {
        lines::add(element.place, "Whisper", cells, difference, element.regions, element.builder);
    }
}

/// Reads region sum lines. Sums by region and sums by segment differ only if the line returns to a region.
pub(super) fn region_sum(element: &mut Element<'_, '_, '_>) {
    let joins_visits = element.flag("singleRegionTotals");
    for cells in element.lines("lines") {
        let mut visits: Vec<Option<usize>> = cells.iter().map(|cell| element.regions.of(*cell)).collect();
        visits.dedup();
        let returns = (1..visits.len()).any(|place| visits[..place].contains(&visits[place]));
        if joins_visits && returns {
            element.fail(What::Missing { expected: "a line that visits each region once" });
        } else {
            lines::add(element.place, "RegionSumLine", cells, None, element.regions, element.builder);
        }
    }
}

/// Reads arrows. The first cell of a circle contains the ones digit. An arrow begins in its circle.
pub(super) fn arrow(element: &mut Element<'_, '_, '_>) {
    for bulb in element.objects("bulbsWithArrows", &["bulbCells", "arrows"]) {
        let Some(mut circle) = element.cells(bulb.get("bulbCells")) else { continue };
        circle.reverse();
        let arrows = match value(bulb, "arrows") {
            Some(Json::List(list)) => list.as_slice(),
            Some(other) => {
                element.builder.fail_value(element.place, other, "a list of arrows");
                continue;
            }
            None => &[],
        };
        if arrows.is_empty() {
            element.ignore_blank();
        }
        for arrow in arrows {
            match element.cells(Some(arrow)).as_deref() {
                Some([_] | []) => element.ignore_blank(),
                Some([first, shaft @ ..]) if circle.contains(first) => {
                    lines::arrow(element.place, &circle, shaft, element.builder);
                }
                Some(_) => element.fail(What::Contradicts { what: "the circle of the arrow" }),
                None => {}
            }
        }
    }
}

/// Returns the digits of each group as a mask of the board's values.
fn groups(element: &mut Element<'_, '_, '_>) -> Option<Vec<u16>> {
    let values = element.builder.board.values();
    let mask = |json: &Json| {
        json.number()?;
        let bits = u32::try_from(json.integer()?).ok()?;
        let known = values.mask_where(|value| bits >> value & 1 == 1);
        (bits == u32::from(known) << values.low()).then_some(known)
    };
    let list = element.list("groups");
    let masks: Option<Vec<u16>> = list.iter().map(mask).collect();
    let mut masks = masks.filter(|masks| !masks.is_empty());
    if let Some(masks) = &mut masks {
        masks.sort_unstable();
    } else {
        element.fail(What::Missing { expected: "groups of the digits of the board" });
    }
    masks
}

/// Returns the sorted masks of the values with the same class.
pub(super) fn classes(values: ValueRange, class: impl Fn(u8) -> u8) -> Vec<u16> {
    let of = |number: u8| values.mask_where(|value| class(value) == number);
    let mut masks: Vec<u16> = (0..16).map(of).filter(|mask| *mask != 0).collect();
    masks.sort_unstable();
    masks
}

/// Reads lines on which each run of N cells contains one digit from each of N groups.
pub(super) fn digit_groups(element: &mut Element<'_, '_, '_>) {
    let Some(groups) = groups(element) else { return };
    let values = element.builder.board.values();
    let Ok(count) = u8::try_from(groups.len()) else { return };
    let make: fn(u8, Vec<Cell>) -> Constraint = if groups == classes(values, |value| value % 2) {
        |_, cells| ParityLine { cells }.into()
    } else if groups == classes(values, |value| value % count) {
        |modulus, cells| Modular { modulus, cells }.into()
    } else if groups == classes(values, |value| Entropic::third(values, value)) {
        |_, cells| Entropic { cells }.into()
    } else {
        return runs(&groups, element);
    };
    for cells in element.lines("lines") {
        element.add(make(count, cells));
    }
}

/// Reads lines on which each run of N cells contains one digit from each of N groups, if no kind of
/// line expresses these groups.
fn runs(groups: &[u16], element: &mut Element<'_, '_, '_>) {
    for cells in element.lines("lines") {
        if cells.len() < groups.len() {
            element.fail(What::Missing { expected: "a line with at least as many cells as groups" });
        }
        for run in cells.windows(groups.len()) {
            one_of_each(run, groups, element);
        }
    }
}

/// Adds the rule that the cells contain a digit from each group.
fn one_of_each(cells: &[Cell], groups: &[u16], element: &mut Element<'_, '_, '_>) {
    for mask in groups {
        let branches = cells.iter().map(|cell| vec![Given { cell: *cell, mask: *mask }.into()]);
        element.add(Constraint::AnyOf(AnyOf { branches: branches.collect() }));
    }
}

/// Reads the rule that each square of four cells contains a digit from each group.
pub(super) fn squares(element: &mut Element<'_, '_, '_>) {
    let Some(groups) = groups(element) else { return };
    let values = element.builder.board.values();
    if groups == classes(values, |value| value % 3) {
        element.add(GlobalMod {});
    } else if groups == classes(values, |value| (value - values.low()) / 3) {
        element.add(GlobalEntropy {});
    } else {
        let board = element.builder.board;
        for square in board.grid().filter_map(|cell| board.square_at(cell)) {
            one_of_each(&square, &groups, element);
        }
    }
}
