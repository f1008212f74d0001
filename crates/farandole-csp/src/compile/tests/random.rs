//! Tests items of every kind with random arguments. An item that can be read must have as many
//! solutions as the checker accepts grids.

use crate::compile::tests::{count, grids};
use crate::testing::Random;
use farandole_puzzle::constraint::catalogue;
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::check;
use std::collections::BTreeSet;

/// Arguments of random items. The first 16 are cells.
const ARGUMENTS: [&str; 42] = [
    "R1C1",
    "R1C2",
    "R1C3",
    "R1C4",
    "R2C1",
    "R2C2",
    "R2C3",
    "R2C4",
    "R3C1",
    "R3C2",
    "R3C3",
    "R3C4",
    "R4C1",
    "R4C2",
    "R4C3",
    "R4C4",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "8",
    "10",
    "",
    "R1",
    "C2",
    "R3",
    "1_2",
    "2_3_4",
    "5_7",
    "C",
    "R",
    "-",
    "LOOP",
    "rises",
    "a<b|a=2*b",
    "abs(a-b)>1",
    "R1C1+R1C2<R2C4*2",
    "count(R1C1>2,R2C2>2,R3C4=1)=2",
    "a+b!=c",
    "R2C1=1=>different(R1C2,R2C3,R4C4)",
];
/// Maximum number of texts tried for each kind, and of items that are compared. Few texts are clues outside the grid.
const TRIES: usize = 2000;
const MOST: usize = 100;
/// Number of kinds that need other arguments, another board, or extra cells.
const OTHERS: usize = 43;

/// Returns a random item of a kind: up to two numbers or words, followed by cells.
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
            if read > MOST {
                break;
            }
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

#[test]
fn every_kind_agrees_with_the_checker_in_disjunctions() {
    let layout = grids(".Shape~4x4");
    let kinds: Vec<_> = catalogue().filter(|about| about.nests()).map(|about| about.name()).collect();
    let mut random = Random::new(2);
    let (mut met, mut wrong) = (BTreeSet::new(), Vec::new());
    for (at, kind) in kinds.iter().enumerate() {
        let mut compared = 0;
        for _ in 0..TRIES {
            let one = item(kind, &mut random);
            let other = item(kinds[(at + random.next() as usize) % kinds.len()], &mut random);
            let inside = format!("{one}.And.Thermo~R1C1~R2C2{other}.End");
            let text = [".Shape~4x4.Or", &inside, ".End"].concat();
            let Ok(variant) =
                iss::read(&text).or_else(|_| iss::read(&format!(".Shape~4x4.Or{one}.~R1C1_1.End")))
            else {
                continue;
            };
            let expected = layout.iter().filter(|values| check(&variant, values).is_ok()).count();
            let found = count(&variant);
            if found != expected as u64 {
                wrong.push((iss::write(&variant), found, expected));
            }
            met.insert(*kind);
            compared += 1;
            if compared == 8 {
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "found and expected: {wrong:#?}");
    // Kinds whose arguments are never generated.
    let missing: Vec<_> = kinds.iter().filter(|kind| !met.contains(*kind)).collect();
    assert!(missing.len() <= 36, "{missing:?}");
}

/// Items of kinds for which random arguments are rarely valid, one for each branch.
const RARE: [&str; 23] = [
    ".Diagonal~1",
    ".ConnectedValues~~1_2",
    ".PillArrow~2~R1C1~R1C2~R3C3",
    ".Mathrax~sum~5~R2C2",
    ".Isomorphic~R1C1~R2C3~R3C4~-~R1C2~R3C3~R4C1",
    ".FrameSum~R1~4",
    ".FirstSeen~1_2~R1~2",
    ".Rossini~C3~neither",
    ".Outside~R1~1_2",
    ".XSum~R2~6",
    ".XSum~R2~0",
    ".Skyscraper~C1~2~3",
    ".Skyscraper~C1~0",
    ".FullRank~R1~3",
    ".Quad~R2C2~1~3",
    ".CalcCage~product~24~R1C1~R1C2~R2C1~R3C3",
    ".CalcCage~quotient~2~R1C1~R2C1~R2C2",
    ".StrictXV.AntiKnight",
    ".Condition~count(R1C1>2,R2C2>2,R3C4=1)=2",
    ".Not.Sandwich~3~R2.End",
    ".Not.Or.Skyscraper~C1~2.Cage~6~R1C1~R1C2~R2C1.End.End",
    ".Snake~~1_2",
    ".Loop~~1_2~8",
];

#[test]
fn rare_items_agree_with_the_checker_in_disjunctions() {
    let layout = grids(".Shape~4x4");
    for (at, one) in RARE.iter().enumerate() {
        let other = RARE[(at + 5) % RARE.len()];
        super::compare(
            &layout,
            ".Shape~4x4",
            &format!(".Or.And{one}.Thermo~R1C1~R2C1.End.And{other}.~R1C2_1.End.End"),
        );
        super::compare(
            &layout,
            ".Shape~4x4",
            &format!(".X~R1C1~R1C2.Or{one}.And.V~R1C3~R1C4{other}.End.End.StrictXV"),
        );
    }
}

#[test]
fn sums_with_marked_cells_agree_with_the_checker_in_disjunctions() {
    for (board, items) in [
        (".Shape~4x4.Doublers.~R1C1_1.~R2C2_4", ".Or.DoubledSum~11~R2C2~R2C3~R3C1.~R1C2_2.End"),
        (".Shape~4x4.Negators.~R1C1_1.~R2C2_4", ".Or.NegatedSum~1~R2C2~R2C3~R3C1.~R1C2_2.End"),
    ] {
        super::compare(&grids(board), board, items);
    }
}
