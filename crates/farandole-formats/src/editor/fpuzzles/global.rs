//! Rules of an f-puzzles object that apply to the whole grid.

use super::entry::{Switch, name_of};
use crate::editor::diagnostic::What;
use crate::editor::import_builder::{ImportBuilder, Place};
use crate::editor::json::{Json, Object};
use crate::editor::{marks, regions};
use farandole_puzzle::constraint::Diagonal;

pub(super) fn rising_diagonal(switch: &mut Switch<'_, '_, '_>) {
    switch.add(Diagonal { diagonal: farandole_puzzle::Diagonal::Anti });
}

pub(super) fn falling_diagonal(switch: &mut Switch<'_, '_, '_>) {
    switch.add(Diagonal { diagonal: farandole_puzzle::Diagonal::Main });
}

/// Reads a rule of the whole grid. The key is that of its kind.
pub(super) fn rule(switch: &mut Switch<'_, '_, '_>) {
    switch.builder.add_kind(switch.place, name_of(switch.place.key), None, &[]);
}

pub(super) fn disjoint_groups(switch: &mut Switch<'_, '_, '_>) {
    regions::disjoint_groups(switch.place, switch.regions, switch.builder);
}

/// Reads the rules about neighbours without a mark. All marks must already have been read.
pub(super) fn negative(puzzle: &Object, builder: &mut ImportBuilder<'_>) {
    let whole = Place { key: "negative", entry: None };
    let value = puzzle.get("negative").filter(|value| !value.is_empty());
    if let Some(value) = value.filter(|value| value.list().is_none()) {
        builder.fail_value(whole, value, "a list of names");
    }
    let names: Vec<&str> =
        value.and_then(Json::list).unwrap_or_default().iter().map(|name| name.text().unwrap_or("")).collect();
    let nonconsecutive = puzzle.get("nonconsecutive") == Some(&Json::Bool(true));
    let both = nonconsecutive && names.contains(&"ratio");
    if both {
        marks::no_usual_dots(whole, builder);
    } else if nonconsecutive {
        marks::nonconsecutive(Place { key: "nonconsecutive", entry: None }, builder);
    }
    for (number, name) in names.into_iter().enumerate() {
        let place = Place { entry: Some(number + 1), ..whole };
        match name {
            "xv" => marks::no_letters(place, builder),
            "ratio" if both => {}
            "ratio" => marks::no_ratios(place, builder),
            "difference" => marks::no_differences(place, builder),
            "foglight" => builder.ignore(place, "an option of the display", 1),
            _ => builder.fail(place, What::UnknownName { name: name.into() }),
        }
    }
}
