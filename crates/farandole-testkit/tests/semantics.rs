//! Compares the meaning of each kind of constraint with its check, which is written separately, on random items
//! and random assignments.

use farandole_puzzle::board::GridKind;
use farandole_puzzle::constraint::{Constraint, KindInfo, catalogue};
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::Variant;
use farandole_testkit::{Choose, Random, random_item};
use std::collections::BTreeSet;

/// Boards with values from 0 and 1, with as many values as cells of a line or more, with and without boxes, and with
/// the extra cells that some kinds need.
const BOARDS: [&str; 9] = [
    ".Shape~4x4",
    ".Shape~4x4~0-3",
    ".Shape~4x4~0-4",
    ".Shape~4x4.NoBoxes.Jigsaw~0011002211223333",
    ".Shape~3x3~4~Raw.Var~A~~2",
    ".Shape~2x3~0-3~Raw",
    ".Shape~2x2~9~Raw.Var~E~~4",
    ".Shape~3x3~0-8~Raw",
    ".Shape~9x9",
];

/// Number of items that are read for each kind and board.
const ITEMS: usize = 12;
/// Number of random assignments for each item.
const ASSIGNMENTS: usize = 120;
/// Maximum number of assignments of a small scope that are enumerated.
const ENUMERATED: usize = 700;

/// Kinds whose meaning cannot be expressed, at least for some of their items.
const OPAQUE: [&str; 8] = [
    "ChaosArrow",
    "ChaosConstruction",
    "ChaosCount",
    "Condition",
    "FullRank",
    "FullRankTies",
    "Not",
    "Schroedinger",
];

/// Kinds whose meaning relies on lines of the board that contain each value at most once.
const ON_HOUSES: [&str; 2] = ["Rossini", "Sandwich"];

/// Returns the kinds, each with additional items that its items need.
fn kinds() -> Vec<(KindInfo, &'static str)> {
    let needed = |name: &str| match name {
        "ChaosArrow" | "ChaosCount" => ".ChaosConstruction",
        "DoubledSum" => ".Doublers",
        "NegatedSum" => ".Negators",
        _ => "",
    };
    catalogue().map(|kind| (kind, needed(kind.name()))).collect()
}

/// Returns an assignment in which the cells of each row and column differ, as far as a few attempts find one.
fn assignment(variant: &Variant, random: &mut Random) -> Vec<u8> {
    let board = variant.board();
    let all: Vec<u8> = board.values().iter().collect();
    let mut values = vec![all[0]; variant.cell_count()];
    if board.shape().kind() == GridKind::Raw || variant.cell_count() > board.grid_count() {
        values.iter_mut().for_each(|value| *value = random.pick(&all));
        return values;
    }
    let cols = board.shape().cols();
    for row in 0..board.shape().rows() {
        for _ in 0..40 {
            let mut order = all.clone();
            random.shuffle(&mut order);
            values[row * cols..][..cols].copy_from_slice(&order[..cols]);
            let clashes =
                |col: usize| (0..row).any(|above| values[above * cols + col] == values[row * cols + col]);
            if !(0..cols).any(clashes) {
                break;
            }
        }
    }
    values
}

/// Returns true if the cells of each house of the board have different values.
fn fits_houses(variant: &Variant, values: &[u8]) -> bool {
    variant.houses().iter().all(|house| {
        let held: BTreeSet<u8> = house.cells.iter().map(|cell| values[cell.index()]).collect();
        held.len() == house.cells.len()
    })
}

/// Calls `visit` with assignments: random ones, and those of the cells of a small scope.
fn assignments(
    variant: &Variant,
    constraint: &Constraint,
    random: &mut Random,
    visit: &mut dyn FnMut(&[u8]),
) {
    for _ in 0..ASSIGNMENTS {
        visit(&assignment(variant, random));
    }
    let scope = constraint.scope(variant.board()).unwrap_or_else(|| variant.board().cells().collect());
    let all: Vec<u8> = variant.board().values().iter().collect();
    let count =
        scope.iter().try_fold(1_usize, |count, _| Some(count * all.len()).filter(|it| *it <= ENUMERATED));
    let mut values = assignment(variant, random);
    for number in 0..count.unwrap_or(0) {
        let mut rest = number;
        for cell in &scope {
            values[cell.index()] = all[rest % all.len()];
            rest /= all.len();
        }
        visit(&values);
    }
}

#[test]
fn the_meaning_of_each_kind_agrees_with_its_check() {
    let mut random = Random::new(7);
    let (mut both, mut opaque, mut wrong) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    let mut compared = 0_u64;
    for (kind, needed) in kinds() {
        let mut seen = BTreeSet::new();
        for board in BOARDS {
            let layout = format!("{board}{needed}");
            let Ok(plain) = iss::read(&layout) else { continue };
            let mut read = 0;
            for _ in 0..8 * ITEMS {
                let text = format!("{layout}{}", random_item(&kind, plain.board(), &mut random));
                let Ok(variant) = iss::read(&text) else { continue };
                read += 1;
                for constraint in variant.constraints().iter().filter(|it| it.name() == kind.name()) {
                    let meaning = constraint.semantics(variant.board());
                    let range = variant.board().values();
                    // A disjunction has the meaning of its parts.
                    if meaning.opaque().is_some() && kind.name() != "Or" {
                        opaque.insert(kind.name());
                    }
                    assignments(&variant, constraint, &mut random, &mut |values| {
                        if !fits_houses(&variant, values) && ON_HOUSES.contains(&kind.name()) {
                            return;
                        }
                        let expected = constraint.check(variant.board(), values).is_ok();
                        if let Some(found) = meaning.holds(values, range) {
                            seen.insert(expected);
                            compared += 1;
                            if found != expected && wrong.len() < 100 {
                                wrong.push(format!("{text}: {values:?}: {found}, the check says {expected}"));
                            }
                        }
                    });
                }
                if read == ITEMS {
                    break;
                }
            }
        }
        if seen.len() == 2 {
            both.insert(kind.name());
        }
    }
    println!("{compared} assignments");
    assert!(wrong.is_empty(), "{wrong:#?}");
    let unknown: Vec<_> = opaque.iter().filter(|name| !OPAQUE.contains(name)).collect();
    assert!(unknown.is_empty(), "kinds with a meaning that is not expressed: {unknown:?}");
    let all: Vec<&str> = catalogue().map(|kind| kind.name()).collect();
    let silent: Vec<_> = all.iter().filter(|name| !both.contains(**name)).collect();
    assert!(silent.len() <= 25, "{} kinds were never both satisfied and violated: {silent:?}", silent.len());
    assert!(both.len() >= 95, "{}", both.len());
}
