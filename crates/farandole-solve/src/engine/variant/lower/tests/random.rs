//! Items with arguments at random, for every kind: what can be read has as many solutions as the checker accepts grids.

use super::{count, grids};
use crate::engine::variant::testing::Random;
use farandole_puzzle::constraint::catalogue;
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::check;
use std::collections::BTreeSet;

/// Arguments that items are made of, cells first.
const ARGUMENTS: [&str; 36] = [
    "R1C1", "R1C2", "R1C3", "R1C4", "R2C1", "R2C2", "R2C3", "R2C4", "R3C1", "R3C2", "R3C3", "R3C4", "R4C1",
    "R4C2", "R4C3", "R4C4", "1", "2", "3", "4", "5", "6", "8", "10", "", "R1", "C2", "R3", "1_2", "2_3_4",
    "5_7", "C", "R", "-", "LOOP", "rises",
];
/// Items that are tried for each kind.
const TRIES: usize = 150;
/// Kinds that take other arguments than these, another board, or make extra cells.
const OTHERS: usize = 35;

/// An item of a kind: a few numbers or words, then cells.
pub(crate) fn item(name: &str, random: &mut Random) -> String {
    let mut text = format!(".{name}");
    let mut next = |most: usize| random.next() as usize % most;
    for _ in 0..next(3) {
        text.extend(["~", ARGUMENTS[16 + next(ARGUMENTS.len() - 16)]]);
    }
    for _ in 0..next(6) {
        let cells = if next(8) == 0 { ARGUMENTS.len() } else { 16 };
        text.extend(["~", ARGUMENTS[next(cells)]]);
    }
    text
}

#[test]
fn every_kind_agrees_with_the_checker_on_random_items() {
    let layout = grids(".Shape~4x4");
    let mut random = Random::new(1);
    let (mut silent, mut wrong) = (Vec::new(), Vec::new());
    for kind in catalogue() {
        let mut read = 0;
        for _ in 0..TRIES {
            let text = format!(".Shape~4x4{}", item(kind.name(), &mut random));
            let Ok(variant) = iss::read(&text) else { continue };
            let plain = variant.board().groups().is_empty() && variant.cell_count() == 16;
            if !plain || variant.board().values().low() != 1 {
                continue;
            }
            read += 1;
            let boxes = variant.houses().len() >= 12;
            if boxes {
                let expected = layout.iter().filter(|values| check(&variant, values).is_ok()).count();
                let found = count(&variant);
                if found != expected as u64 {
                    wrong.push((text, found, expected));
                }
            }
        }
        if read == 0 {
            silent.push(kind.name());
        }
    }
    assert!(wrong.is_empty(), "found and expected: {wrong:#?}");
    assert!(silent.len() <= OTHERS, "{silent:?}");
}
