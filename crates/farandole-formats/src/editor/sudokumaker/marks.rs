//! Marks on edges, and the numbers that neighbours without a mark may not have.

use super::element::{Element, value};
use super::numbers::{self, type_of};
use super::places;
use crate::editor::diagnostic::What;
use crate::editor::import_builder::{ImportBuilder, Place};
use crate::editor::json::{Json, Object};
use crate::editor::marks::{self, Negatives};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Sum, V, X};

/// Calls `add` for each clue with the cells of its edge and its number.
fn each(
    element: &mut Element<'_, '_, '_>,
    usual: Option<u32>,
    add: impl Fn(&mut Element<'_, '_, '_>, [Cell; 2], u32),
) {
    for clue in element.objects("clues", &["value", "edge"]) {
        let Some(cells) = edge(clue, element.builder) else {
            element.fail(What::Missing { expected: "an edge between two cells" });
            continue;
        };
        let number = match value(clue, "value") {
            None => usual,
            Some(json) => match element.number(json) {
                Some(number) => Some(number),
                None => continue,
            },
        };
        match number {
            Some(number) => add(element, cells, number),
            None => element.ignore_blank(),
        }
    }
}

fn edge(clue: &Object, builder: &ImportBuilder<'_>) -> Option<[Cell; 2]> {
    places::edge(builder.board, value(clue, "edge")?.integer()?)
}

pub(super) fn difference(element: &mut Element<'_, '_, '_>) {
    element.flag("overrideNegativeRatios");
    each(element, Some(1), |element, [one, two], number| {
        marks::difference(element.place, one, two, number.into(), element.builder);
    });
}

pub(super) fn ratio(element: &mut Element<'_, '_, '_>) {
    element.flag("overrideNegativeDifferences");
    each(element, Some(2), |element, [one, two], number| {
        marks::ratio(element.place, one, two, number.into(), element.builder);
    });
}

pub(super) fn sum(element: &mut Element<'_, '_, '_>) {
    each(element, None, |element, [one, two], number| match (number, i32::try_from(number)) {
        (10, _) => element.add(X { cells: vec![one, two] }),
        (5, _) => element.add(V { cells: vec![one, two] }),
        (_, Ok(sum)) => element.add(Sum { sum, terms: vec![(one, 1), (two, 1)] }),
        _ => element.fail(What::Missing { expected: "a sum of two digits" }),
    });
}

/// Reads the rules about neighbours without a mark. A dot exempts its pair from the rules for both colours.
/// Its element can limit this to the rules for its own colour.
pub(super) fn read_negatives(elements: &[(Place<'_>, &Object)], builder: &mut ImportBuilder<'_>) {
    let mut negatives = Negatives::default();
    let mut place = None;
    for (at, object) in elements {
        let number = type_of(object);
        let is_off = |key: &str| object.get(key) == Some(&Json::Bool(false));
        let clues = object.get("clues").and_then(Json::list).unwrap_or_default();
        let pairs =
            clues.iter().filter_map(|clue| edge(clue.object()?, builder)).map(|[one, two]| (one, two));
        let (list, own, other) = match number {
            Some(numbers::DIFFERENCE) => {
                let other = (!is_off("overrideNegativeRatios")).then_some(&mut negatives.ratios.exempt);
                (&mut negatives.differences.numbers, &mut negatives.differences.exempt, other)
            }
            Some(numbers::RATIO) => {
                let other =
                    (!is_off("overrideNegativeDifferences")).then_some(&mut negatives.differences.exempt);
                (&mut negatives.ratios.numbers, &mut negatives.ratios.exempt, other)
            }
            Some(numbers::XV) => (&mut negatives.sums.numbers, &mut negatives.sums.exempt, None),
            _ => continue,
        };
        let pairs: Vec<(Cell, Cell)> = pairs.collect();
        own.extend_from_slice(&pairs);
        if let Some(other) = other {
            other.extend_from_slice(&pairs);
        }
        for json in object.get("negative").and_then(Json::list).unwrap_or_default() {
            match json.number().and_then(|_| u8::try_from(json.integer()?).ok()) {
                Some(number) => list.push(number),
                None => builder.fail_value(*at, json, "a number"),
            }
            place.get_or_insert(*at);
        }
        match object.get("negative") {
            None | Some(Json::Null | Json::List(_)) => {}
            Some(other) => builder.fail_value(*at, other, "a list of numbers"),
        }
    }
    if let Some(place) = place {
        negatives.add_to(place, builder);
    }
}
