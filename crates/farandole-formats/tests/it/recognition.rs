//! Random texts of many forms, made from known puzzles by code that shares nothing with the readers: each
//! is read as the puzzle it was made from, or refused.
//!
//! `FARANDOLE_TEXTS` sets the number of texts.

use crate::recognition_support::families::{FAMILIES, Text};
use crate::recognition_support::puzzles::Random;
use farandole_formats::{Dialect, ReadConfig};
use farandole_puzzle::Puzzle;

/// The result of reading a text.
#[derive(PartialEq, Debug)]
enum Outcome {
    Right,
    Refused(String),
    Wrong(String),
}

/// Returns the givens of a puzzle, with 0 for empty cells.
fn givens(puzzle: &Puzzle) -> Vec<u8> {
    match puzzle {
        Puzzle::Classic(puzzle) => puzzle.givens().to_vec(),
        Puzzle::Variant(variant) => {
            let value = |mask: &u16| if mask.is_power_of_two() { mask.trailing_zeros() as u8 + 1 } else { 0 };
            variant.domains().iter().map(value).collect()
        }
    }
}

fn read(text: &Text) -> Outcome {
    let bytes = text.text.as_bytes();
    let dialect = match Dialect::detect(bytes, &ReadConfig::default()) {
        Ok(dialect) => dialect,
        Err(error) => return Outcome::Refused(error.to_string()),
    };
    let mut parser = dialect.parser();
    let mut found = Vec::new();
    for record in dialect.records(bytes) {
        match parser.parse(record) {
            Ok(entry) => found.push(givens(&entry.puzzle)),
            Err(error) => return Outcome::Refused(error.to_string()),
        }
    }
    if found == text.givens {
        Outcome::Right
    } else {
        Outcome::Wrong(format!("as {}: {found:?}", dialect.format()))
    }
}

#[test]
fn texts_are_read_as_the_puzzle_they_show_or_refused() {
    let count = std::env::var("FARANDOLE_TEXTS").map_or(600, |count| count.parse().unwrap());
    let (mut wrong, mut unread) = (Vec::new(), Vec::new());
    for (k, (name, make)) in FAMILIES.iter().enumerate() {
        let (mut right, mut refused) = (0, Vec::new());
        let cases = count / FAMILIES.len() + 1;
        for case in 0..cases {
            let text = make(&mut Random::new((k * 1_000_003 + case) as u64));
            match read(&text) {
                Outcome::Right => right += 1,
                Outcome::Refused(why) => refused.push(format!("{why}\n{}", text.text)),
                Outcome::Wrong(found) => {
                    wrong.push(format!("{name} {case}: {found}\n{:?}\n{}", text.givens, text.text));
                }
            }
        }
        println!("{name}: {right} of {cases} right, {} refused", refused.len());
        // A family that is always refused would show nothing.
        if right * 10 < cases * 8 {
            unread.push(format!(
                "{name}: {right} of {cases} right\n{}",
                refused.first().cloned().unwrap_or_default()
            ));
        }
    }
    if std::env::var_os("SHOW").is_some() {
        println!("{}", unread.join("\n\n"));
    }
    assert!(wrong.is_empty(), "{} read as something else\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(unread.is_empty(), "{}", unread.join("\n\n"));
}
