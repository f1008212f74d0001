//! Rules of an f-puzzles object that apply to the whole grid.

use super::entry::Switch;
use crate::json::{Json, Object};
use crate::marks;
use crate::piece::What;
use crate::sink::{Place, Sink};
use farandole_puzzle::constraint::{AllDifferent, AntiKing, AntiKnight, Diagonal, DisjointSets};

pub(super) fn rising_diagonal(switch: &mut Switch<'_, '_, '_>) {
    switch.add(Diagonal { diagonal: farandole_puzzle::Diagonal::Anti });
}

pub(super) fn falling_diagonal(switch: &mut Switch<'_, '_, '_>) {
    switch.add(Diagonal { diagonal: farandole_puzzle::Diagonal::Main });
}

pub(super) fn knight(switch: &mut Switch<'_, '_, '_>) {
    switch.add(AntiKnight {});
}

pub(super) fn king(switch: &mut Switch<'_, '_, '_>) {
    switch.add(AntiKing {});
}

/// Adds that the n-th cells of all regions differ, whatever the shape of the regions.
pub(super) fn disjoint_groups(switch: &mut Switch<'_, '_, '_>) {
    if switch.regions.are_usual(switch.sink.board) {
        return switch.add(DisjointSets {});
    }
    let pieces = switch.regions.pieces(switch.sink.board);
    for place in 0..pieces.iter().map(Vec::len).max().unwrap_or(0) {
        switch.add(AllDifferent {
            cells: pieces.iter().filter_map(|piece| piece.get(place).copied()).collect(),
        });
    }
}

/// Reads the rules about neighbours without a mark. All marks must have been read.
pub(super) fn negative(puzzle: &Object, sink: &mut Sink<'_>) {
    let whole = Place { key: "negative", entry: None };
    let value = puzzle.get("negative").filter(|value| !value.is_empty());
    if let Some(value) = value.filter(|value| value.list().is_none()) {
        sink.fail_value(whole, value, "a list of names");
    }
    let names: Vec<&str> =
        value.and_then(Json::list).unwrap_or_default().iter().map(|name| name.text().unwrap_or("")).collect();
    let nonconsecutive = puzzle.get("nonconsecutive") == Some(&Json::Bool(true));
    let both = nonconsecutive && names.contains(&"ratio");
    if both {
        marks::no_usual_dots(whole, sink);
    } else if nonconsecutive {
        marks::nonconsecutive(Place { key: "nonconsecutive", entry: None }, sink);
    }
    for (number, name) in names.into_iter().enumerate() {
        let place = Place { entry: Some(number + 1), ..whole };
        match name {
            "xv" => marks::no_letters(place, sink),
            "ratio" if both => {}
            "ratio" => marks::no_ratios(place, sink),
            "difference" => marks::no_differences(place, sink),
            "foglight" => sink.ignore(place, "an option of the display", 1),
            _ => sink.fail(place, What::UnknownName { name: name.into() }),
        }
    }
}
