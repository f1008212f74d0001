//! Tests of the styles of all kinds: titles, nouns, examples, and sentences with all numbers.

use farandole_puzzle::constraint::{Constraint, Figure, catalogue, style_of, styles};
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::Variant;
use std::collections::BTreeSet;

/// Kinds whose digits in texts are no numbers of the rule: maps and codes, or a direction.
const CODES: [&str; 7] = ["Jigsaw", "Diagonal", "Pair", "PairX", "NFA", "Regex", "Condition"];

fn example(name: &str) -> Variant {
    let text = style_of(name).unwrap().example;
    iss::read(text).unwrap_or_else(|errors| panic!("{name}: {text}: {errors}"))
}

/// Returns the numbers in a text.
fn numbers(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// Returns the numbers of an item: arguments that consist of digits, and lists of them.
fn arguments(variant: &Variant, constraint: &Constraint) -> Vec<String> {
    let line = iss::write_constraint(variant.board(), constraint);
    let is_number = |part: &&str| {
        part.contains(|it: char| it.is_ascii_digit())
            && part.bytes().all(|it| it.is_ascii_digit() || matches!(it, b'_' | b'-' | b'='))
    };
    let of = |part: &str| {
        part.split(['_', '=']).filter(|it| !it.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    line.split('~').skip(1).filter(is_number).flat_map(of).collect()
}

#[test]
fn every_kind_has_a_style_with_an_example() {
    for (about, (name, style)) in catalogue().zip(styles()) {
        assert_eq!(about.name(), name);
        let title = about.meaning().split_once(':').map(|(title, _)| title.to_owned());
        assert!(title.is_none_or(|title| title == style.title), "{name}: {} is the title", style.title);
        assert!(!style.title.is_empty() && !style.noun.is_empty() && !style.noun.ends_with('.'), "{name}");
        let variant = example(name);
        let is_item = ["Shape", "Var", "And", "Replicate", "Or"].contains(&name);
        assert!(is_item || variant.constraints().iter().any(|it| it.name() == name), "{name}");
    }
    assert_eq!(catalogue().count(), styles().count());
}

#[test]
fn sentences_contain_all_numbers_of_their_constraints() {
    let (mut failures, mut met) = (Vec::new(), BTreeSet::new());
    for (name, _) in styles().filter(|(name, _)| !CODES.contains(name)) {
        let variant = example(name);
        for constraint in variant.constraints().iter().filter(|it| it.name() == name) {
            let sentence = constraint.sentence(variant.board());
            let stated = numbers(&sentence);
            // A coefficient of 1 is not written, and a cage without a sum has the sum 0.
            let wanted = arguments(&variant, constraint).into_iter();
            for number in wanted.filter(|number| number != "0" || sentence.contains("clue")) {
                met.insert(name);
                if !stated.contains(number.trim_start_matches('-')) && number != "1" {
                    failures.push(format!("{number} is not in: {sentence}"));
                }
            }
            assert!(!sentence.contains("given total") && !sentence.contains("given number"), "{sentence}");
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(met.len() > 40, "{met:?}");
}

/// The number replaces words of the documentation, so each of them must be there.
#[test]
fn words_that_a_number_replaces_are_in_the_documentation() {
    for (about, (name, style)) in catalogue().zip(styles()) {
        let Some((words, with)) = style.number else { continue };
        assert_eq!(about.meaning().matches(words).count(), 1, "{name}: {words}");
        assert!(with.contains("{}"), "{name}: {with}");
    }
}

#[test]
fn lines_and_clues_have_the_data_that_they_show() {
    for (name, style) in styles() {
        let variant = example(name);
        for constraint in variant.constraints().iter().filter(|it| it.name() == name) {
            match style.figure {
                Figure::Clue(_) => {
                    assert!(constraint.place().is_some() && !constraint.label().is_empty(), "{name}")
                }
                Figure::Line(look) => {
                    assert!(constraint.path(variant.board()).len() > 1, "{name}");
                    assert_eq!(look.code.is_empty(), style.rule.is_empty(), "{name}");
                    assert!(style.rule.is_empty() || style.rule.contains("{colour}"), "{name}");
                }
                _ => {}
            }
        }
    }
}

#[test]
fn kinds_are_made_from_a_number_and_cells() {
    let variant = iss::read(".Whisper~3~R1C1~R1C2.Thermo~R2C1~R2C2").unwrap();
    for constraint in variant.constraints() {
        let cells = constraint.path(variant.board());
        let made = Constraint::of_cells(constraint.name(), constraint.number(), &cells, variant.board());
        assert_eq!(made.as_ref(), Ok(constraint));
    }
    assert!(Constraint::of_cells("Nonsense", None, &[], variant.board()).is_err());
}
