//! Tests of the area that a hint names before its technique and effect.

use farandole_logic::explain::english::{Depth, cell, step};
use farandole_logic::{Technique, catalogue};

fn lines() -> impl Iterator<Item = (farandole_logic::Deduction, String)> {
    Technique::ALL.iter().filter_map(|it| catalogue::example(*it)).map(|(state, deduction)| {
        let text = step(&state, &deduction, Depth::Where);
        (deduction, text)
    })
}

#[test]
fn every_technique_has_an_area() {
    for (deduction, text) in lines() {
        let id = deduction.technique.id();
        println!("{id}: {text}");
        let place = text.strip_prefix("Look at ").and_then(|it| it.strip_suffix(".\n")).unwrap();
        assert!(place.len() > 3 && place == place.trim(), "{id}: {text}");
        assert!(!place.contains("  ") && !place.contains(" ,"), "{id}: {text}");
        assert!(place.len() < 110, "{id}: {text}");
    }
}

/// Removes the names of cells and houses, which contain digits too.
fn without_places(text: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    let mut is_house = false;
    for word in text.split([' ', ',', '.', '\n']) {
        let is_number = word.len() == 1 && word.as_bytes()[0].is_ascii_digit();
        let is_cell = (0..81).any(|it| word == cell(it));
        if !(is_cell || is_number && is_house) {
            words.push(word);
        }
        is_house = word.starts_with("row")
            || word.starts_with("column")
            || word.starts_with("box")
            || is_house && (is_number || word == "and" || word.is_empty());
    }
    words.join(" ")
}

#[test]
fn no_area_names_the_digit_of_a_placement() {
    for (deduction, text) in lines().filter(|(deduction, _)| !deduction.placements.is_empty()) {
        let rest = without_places(&text);
        assert!(!rest.contains(|it: char| it.is_ascii_digit()), "{}: {text}", deduction.technique.id());
    }
}

#[test]
fn no_area_names_a_candidate() {
    for (deduction, text) in lines() {
        // `3 in r6c5` is the assumption of a net, and often the effect.
        let names = |it: &farandole_logic::Candidate| {
            text.contains(&format!("{} in {}", it.digit(), cell(it.cell() as u8)))
        };
        let own = deduction.eliminations.iter().chain(&deduction.placements);
        assert!(!own.into_iter().any(names), "{}: {text}", deduction.technique.id());
    }
}
