//! Tests each kind alone on random candidates. A removed value must not occur in any grid that the
//! checker accepts.

use super::random::item;
use crate::CspSolver;
use crate::compile::tests::{grids, read};
use crate::propagation::engine::PropagationEngine;
use crate::testing::{Random, cases, random_mask};
use farandole_puzzle::constraint::catalogue;
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::{Variant, check};
use std::collections::BTreeMap;

/// Boards with few grids, each with the kinds that are tested on it. An empty list means all kinds.
const BOARDS: [(&str, &[&str]); 5] = [
    (".Shape~4x4", &[]),
    (".Shape~1x5~4~Raw", &[]),
    (".Shape~2x3~0-2~Raw", &[]),
    (".Shape~1x4~9~Raw", &["Entropic"]),
    (".Shape~2x2~9~Raw", &["GlobalEntropy", "GlobalMod", "DutchFlatmates"]),
];
/// Kinds that are not tested here: kinds with extra cells, whose propagators have their own tests;
/// kinds that do not restrict values; composites.
const OTHERS: [&str; 21] = [
    "Doppelganger",
    "Doublers",
    "DoubledSum",
    "Negators",
    "NegatedSum",
    "Schroedinger",
    "YinYang",
    "StarBattle",
    "Shape",
    "Var",
    "Or",
    "Not",
    "And",
    "Replicate",
    "End",
    "ChaosConstruction",
    "ChaosArrow",
    "ChaosCount",
    // Drawn lines need extra cells.
    "ConnectedSegments",
    "DrawnLoop",
    "DrawnPath",
];
/// Number of items of each kind on a board.
const ITEMS: usize = 10;
/// Number of random candidate sets for each kind. The environment variable `FARANDOLE_CASES`
/// overrides it.
const CASES: u32 = 10_000;
const TRIES: usize = 6000;

/// Items that the random generator does not produce.
const LISTED: [&str; 32] = [
    ".Shape~4x4.NoBoxes",
    ".Shape~4x4.RegionSize~4",
    ".Shape~4x4.Jigsaw~0000111122223333",
    ".Shape~4x4.Diagonal~1",
    ".Shape~4x4.Quad~R2C2~1~3",
    ".Shape~4x4.LookAndSay~1223~R1C1~R2C1~R3C2~R4C4",
    ".Shape~4x4.Sandwich~3~R2",
    ".Shape~4x4.Rossini~R4~neither~falls",
    ".Shape~4x4.FrameSum~R1~5",
    ".Shape~4x4.FirstSeen~1_3~C2~3",
    ".Shape~4x4.Mathrax~sum~5~R2C2",
    ".Shape~4x4.Mathrax~difference~1~R1C2",
    ".Shape~2x3~0-2~Raw.Mathrax~product~2~R1C1",
    ".Shape~2x3~0-2~Raw.Mathrax~quotient~2~R1C2",
    ".Shape~4x4.CalcCage~product~24~R1C1~R1C2~R2C1~R3C3",
    ".Shape~4x4.CalcCage~difference~1~R1C1~R2C1~R2C2",
    ".Shape~2x3~0-2~Raw.CalcCage~quotient~2~R1C1~R1C2~R2C2",
    ".Shape~2x3~0-2~Raw.CalcCage~product~0~R1C1~R1C2",
    ".Shape~4x4.Or.Odd~R1C1~R2C2.And.Nabner~R1C1~R2C3~R4C4.AntiKnight.End.CalcCage~quotient~2~R3C1~R4C1.End",
    ".Shape~4x4.StrictConsecutive.WhiteDot~R1C1~R1C2~R2C2",
    ".Shape~4x4.Isomorphic~R1C1~R2C3~R3C4~R4C4~-~R1C2~R3C3~R4C1~R1C1",
    ".Shape~1x5~4~Raw.Isomorphic~R1C1~R1C2~R1C3~-~R1C3~R1C4~R1C5",
    ".Shape~4x4.Outside~R3~1_2",
    ".Shape~4x4.HighCells~2~R1C1~R1C4~R2C2~R2C3~R3C1~R3C2~R4C3~R4C4",
    ".Shape~4x4.FullRankTies~none",
    ".Shape~2x3~0-2~Raw.Holes~R1C2",
    ".Shape~4x4.ConnectedValues~~1_2",
    ".Shape~4x4.PillArrow~2~R1C1~R1C2~R2C1~R2C2~R2C3~R2C4~R3C1",
    ".Shape~4x4.XSum~R1~6",
    ".Shape~4x4.FullRank~R1~1",
    ".Shape~1x5~4~Raw.Regex~LioxMi4q~R1C1~R1C2~R1C3~R1C4",
    ".Shape~1x5~4~Raw.NFA~SMl6cIO4ThEg~R1C1~R1C2~R1C4",
];

/// Runs only the propagators of the constraints on random candidates, for the given number of rounds, and
/// checks the results.
fn judge(variant: &Variant, layout: &[Vec<u8>], rounds: u32, random: &mut Random) {
    let low = variant.board().values().low();
    let masks = |grid: &Vec<u8>| -> Vec<u16> { grid.iter().map(|value| 1 << (value - low)).collect() };
    let accepted: Vec<Vec<u16>> =
        layout.iter().filter(|grid| check(variant, grid).is_ok()).map(masks).collect();
    let solver =
        CspSolver::compiled(variant).unwrap_or_else(|error| panic!("{error}: {}", iss::write(variant)));
    let network = solver.network();
    let count = variant.board().values().count();
    let mut engine = PropagationEngine::new(network);
    for round in 0..rounds {
        let start: Vec<u16> =
            network.domains[..layout[0].len()].iter().map(|_| random_mask(random, count, round)).collect();
        let mut supported = vec![0; start.len()];
        for grid in
            accepted.iter().filter(|grid| grid.iter().zip(&start).all(|(value, mask)| value & mask != 0))
        {
            supported.iter_mut().zip(grid).for_each(|(mask, value)| *mask |= value);
        }
        let mut found = network.domains.clone();
        found.iter_mut().zip(&start).for_each(|(mask, start)| *mask &= start);
        let text = || format!("{}: {start:?} -> {supported:?}", iss::write(variant));
        if found.contains(&0) || engine.propagate_all(&mut found).is_err() {
            assert!(supported.iter().all(|mask| *mask == 0), "dies on {}", text());
            continue;
        }
        for (found, supported) in found.iter().zip(&supported) {
            assert_eq!(supported & !found, 0, "loses a value: {} but {found:?}", text());
        }
    }
}

#[test]
fn layers_keep_what_an_accepted_grid_has() {
    let mut random = Random::new(9);
    let texts = [
        ".Shape~3x3~2~Raw.YinYang.~R1C1_1~R1C2_1~R1C3_1~R2C1_1~R2C2_1~R2C3_1~R3C1_1~R3C2_1~R3C3_1",
        ".Shape~2x2~0-1~Raw.YinYang",
        ".Shape~4x4.StarBattle~1.~R1C1_1~R1C2_2~R2C2_4~R4C4_1",
    ];
    for text in texts {
        let layout = grids(text);
        assert!(layout.len() > 1, "{text}");
        judge(&read(text), &layout, cases(CASES), &mut random);
    }
}

#[test]
fn every_kind_keeps_what_an_accepted_grid_has() {
    let mut random = Random::new(3);
    let mut items: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let kinds = || catalogue().map(|kind| kind.name()).filter(|name| !OTHERS.contains(name));
    for name in kinds() {
        let of_kind = |text: &&&str| text.split('.').any(|item| item.split('~').next() == Some(name));
        let listed = items.entry(name).or_default();
        listed.extend(LISTED.iter().filter(of_kind).map(ToString::to_string));
        for (board, _) in BOARDS.iter().filter(|(_, only)| only.is_empty() || only.contains(&name)) {
            let texts = (0..TRIES).map(|_| format!("{board}{}", item(name, &mut random)));
            let plain = |text: &String| {
                iss::read(text).is_ok_and(|variant| {
                    let grid = variant.board().grid_count();
                    let houses = if *board == ".Shape~4x4" { 12 } else { 0 };
                    variant.cell_count() == grid && variant.houses().len() >= houses
                })
            };
            listed.extend(texts.filter(plain).take(ITEMS));
        }
    }
    let layouts: BTreeMap<&str, Vec<Vec<u8>>> =
        BOARDS.iter().map(|(board, _)| (*board, grids(board))).collect();
    let silent: Vec<&str> = kinds().filter(|name| items[name].is_empty()).collect();
    assert_eq!(silent, [""; 0]);
    for texts in items.values().filter(|texts| !texts.is_empty()) {
        let rounds = cases(CASES).div_ceil(texts.len() as u32);
        for text in texts {
            let variant = read(text);
            let (_, layout) = layouts.iter().find(|(board, _)| text.starts_with(**board)).unwrap();
            judge(&variant, layout, rounds, &mut random);
        }
    }
}
