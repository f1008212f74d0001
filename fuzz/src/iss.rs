//! Oracles for constraint text: puzzles are read back from their text, and the engine agrees with
//! the checker on all 4x4 grids.

use farandole_puzzle::constraint::catalogue;
use farandole_formats::constraint_text;
use farandole_puzzle::format::iss;
use farandole_puzzle::board::GridKind;
use farandole_puzzle::variant::{Variant, check};
use farandole_solve::{Config, PuzzleSolver};
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// Arguments from which texts are built.
const ARGUMENTS: [&str; 24] = [
    "R1C1", "R1C2", "R1C3", "R1C4", "R2C1", "R2C2", "R2C3", "R2C4", "R3C1", "R3C2", "R3C3", "R3C4", "R4C1",
    "R4C2", "R4C3", "R4C4", "1", "2", "3", "5", "10", "", "R1", "C2",
];

/// Builds the items of a 4x4 grid. A byte of 128 or more begins an item of the kind that it
/// encodes. Any other byte is an argument.
pub fn text_of(data: &[u8]) -> String {
    static NAMES: OnceLock<Vec<&str>> = OnceLock::new();
    let names = NAMES.get_or_init(|| catalogue().map(|kind| kind.name()).collect());
    let mut text = String::from(".Shape~4x4");
    for byte in data.iter().map(|byte| usize::from(*byte)) {
        match byte {
            128.. => text.extend([".", names[(byte - 128) % names.len()]]),
            _ => text.extend(["~", ARGUMENTS[byte % ARGUMENTS.len()]]),
        }
    }
    text
}

/// Reads a text. The location of an error must be within the text. A variant must be read back from
/// its text and its link.
pub fn check_text(text: &str) -> Option<Variant> {
    match constraint_text::read(text).map(|read| read.variant) {
        Ok(variant) => {
            let written = iss::write(&variant);
            let again = iss::read(&written).expect("what is written is read");
            assert_eq!(again, variant, "{written}");
            assert_eq!(iss::write(&again), written);
            let linked = iss::link_text(&iss::to_link(&variant)).map(|text| iss::read(&text));
            assert_eq!(linked, Some(Ok(again)));
            Some(variant)
        }
        Err(errors) => {
            // An error at the end of the text may be located after the last line break.
            let lines = 1 + text.matches('\n').count() as u32;
            assert!(!errors.errors().is_empty() && !errors.to_string().is_empty());
            assert!(
                errors.errors().iter().all(|error| error.line() <= lines && error.column() > 0),
                "{errors}"
            );
            None
        }
    }
}

/// Checks that the engine finds as many solutions of a 4x4 puzzle as the checker accepts among all
/// grids. Skips puzzles with extra cells or other values.
pub fn check_engine(variant: &Variant) {
    static GRIDS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    let grids = GRIDS.get_or_init(|| solutions(&iss::read(".Shape~4x4.NoBoxes").expect("a layout")));
    let board = variant.board();
    let plain = (board.shape().rows(), board.shape().cols(), board.values().low(), board.values().count())
        == (4, 4, 1, 4)
        && board.shape().kind() == GridKind::Sudoku
        && board.groups().is_empty();
    if !plain {
        return;
    }
    let accepted = grids.iter().filter(|values| check(variant, values).is_ok()).count();
    let found = solutions(variant);
    assert!(found.iter().all(|values| check(variant, values).is_ok()), "{}", iss::write(variant));
    assert_eq!(found.len(), accepted, "{}", iss::write(variant));
}

fn solutions(variant: &Variant) -> Vec<Vec<u8>> {
    let solver = PuzzleSolver::new(variant).expect("a kind that the engine knows");
    let mut found = Vec::new();
    let visit = &mut |values: &[u8]| {
        found.push(values.to_vec());
        ControlFlow::Continue(())
    };
    solver.run(&Config { limit: u64::MAX, ..Config::default() }, visit).expect("no memory limit");
    found
}
