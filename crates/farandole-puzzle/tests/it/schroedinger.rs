//! Cells with two values: compares the checker with all choices of one value, with sums of both
//! values, and with the rewriting into single values.

use farandole_puzzle::format::iss;
use farandole_puzzle::variant::{Variant, check};
use proptest::prelude::Rng as _;
use proptest::test_runner::{RngAlgorithm, TestRng};
use std::collections::BTreeSet;

const BOARD: &str = ".Shape~4x4~0-4";
/// Number of random assignments for each item.
const CASES: usize = 10_000;

/// Reads a variant and checks that it is read back unchanged after printing.
fn variant(text: &str) -> Variant {
    let variant = iss::read(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
    assert_eq!(iss::read(&iss::write(&variant)).as_ref(), Ok(&variant), "{text}");
    variant
}

/// Kinds that hold for every choice of one value from each cell.
const EACH_VALUE: &[&str] = &[
    ".Windoku",
    ".DisjointSets",
    ".Diagonal~1",
    ".AntiKnight",
    ".AntiKing",
    ".Leaper~1~3",
    ".Taxicab~3",
    ".AntiConsecutive",
    ".StrictKropki",
    ".~R1C1_0_3~R2C2_4",
    ".AllDifferent~R1C1~R2C3~R3C3",
    ".Thermo~R1C1~R2C2~R2C3",
    ".SlowThermo~R1C1~R2C2~R2C3~R1C1",
    ".SpiralOrder~R1C1~R2C2~R2C3",
    ".Whisper~2~R1C1~R2C2~R2C1~R1C1",
    ".Modular~3~R1C1~R2C2~R3C3~R3C4",
    ".ParityLine~R1C1~R2C2~R3C3",
    ".Nabner~R1C1~R4C4",
    ".WhiteDot~R1C1~R1C2",
    ".BlackDot~R1C1~R1C2",
    ".GreaterThan~R1C2~R1C1",
    ".Difference~2~R1C1~R1C2",
    ".Ratio~3~R1C1~R1C2",
    ".Pair~-nA~R1C1~R2C2~R3C3",
    ".PairX~----~R1C1~R2C2~R3C3",
    ".Odd~R1C1~R2C2",
    ".Even~R1C1~R2C2",
    ".Minimum~R2C2.Minimum~R2C3",
    ".Battenburg~R2C2",
    ".HighCells~0~R1C1~R1C2~R1C3~R1C4~R2C1~R2C2~R2C3~R2C4~R3C1~R3C2~R3C3~R3C4~R4C1~R4C2~R4C3~R4C4",
    ".DiagonalNonconsecutive",
    ".Mathrax~difference~2~R2C2",
    ".PairRule~a+b!=4|a>b~R1C1~R1C2~R2C2",
    ".StrictPairRule~a+b=7~R1C1~R1C2",
];

/// Returns random values for all cells, in which some cells of the grid have a second, higher
/// value.
fn random_values(variant: &Variant, random: &mut TestRng) -> Vec<u8> {
    let board = variant.board();
    let mut values = vec![0; variant.cell_count()];
    for cell in board.cells() {
        values[cell.index()] = (random.next_u32() % 5) as u8;
    }
    for cell in board.grid() {
        let second = board.second(cell).unwrap();
        let high = values[second.index()];
        let has_two = random.next_u32().is_multiple_of(4) && high > values[cell.index()];
        values[second.index()] = if has_two { high } else { 0 };
    }
    values
}

/// Returns all choices of one value from each cell.
fn choices(variant: &Variant, values: &[u8]) -> Vec<Vec<u8>> {
    let mut all = vec![values[..16].to_vec()];
    for cell in variant.board().grid() {
        let second = values[variant.board().second(cell).unwrap().index()];
        if second != 0 {
            let with: Vec<Vec<u8>> = all
                .iter()
                .map(|values| {
                    let mut values = values.clone();
                    values[cell.index()] = second;
                    values
                })
                .collect();
            all.extend(with);
        }
    }
    all
}

/// Returns true if all constraints except `Schroedinger` hold.
fn holds(variant: &Variant, values: &[u8]) -> bool {
    let mut constraints = variant.constraints().iter().filter(|it| it.name() != "Schroedinger");
    constraints.all(|it| it.check(variant.board(), values).is_ok())
}

/// Returns true if the values satisfy the rewriting into single values, except for the part that
/// `Schroedinger` itself contributes.
fn satisfies_rewriting(variant: &Variant, bare: &Variant, values: &[u8]) -> bool {
    let layout = bare.in_single_values().unwrap();
    let single = variant.in_single_values().unwrap();
    let mut more = single.constraints().iter().filter(|it| !layout.constraints().contains(it));
    more.all(|it| it.check(single.board(), values).is_ok())
}

#[test]
fn relations_hold_for_every_choice_of_values() {
    let mut random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let bare = variant(&format!("{BOARD}.Schroedinger"));
    for item in EACH_VALUE {
        let two = variant(&format!("{BOARD}.Schroedinger{item}"));
        let one = iss::read(&format!("{BOARD}{item}")).unwrap();
        let (mut yes, mut no) = (0, 0);
        for _ in 0..CASES / EACH_VALUE.len() {
            let mut values = random_values(&two, &mut random);
            if random.next_u32().is_multiple_of(2) {
                // A pattern with one changed cell, so that constraints on the whole grid hold
                // occasionally.
                let mut next = |most: usize| random.next_u32() as usize % most;
                let (other, right, down, from, by) = (next(16), next(5), next(5), next(5), 1 + next(4));
                for at in (0..16).filter(|at| *at != other) {
                    values[at] = ((from + by * (at % 4 * right + at / 4 * down)) % 5) as u8;
                    let second = two.board().second(farandole_puzzle::Cell::new(at).unwrap()).unwrap();
                    values[second.index()] = 0;
                }
            }
            let expected = choices(&two, &values).iter().all(|values| holds(&one, values));
            assert_eq!(holds(&two, &values), expected, "{item}: {values:?}");
            assert_eq!(satisfies_rewriting(&two, &bare, &values), expected, "{item}: {values:?}");
            *(if expected { &mut yes } else { &mut no }) += 1;
        }
        assert!(yes > 0 && no > 0, "{item}: {yes} and {no}");
    }
}

/// A predicate on the sums of cells and on all values of each cell.
type Formula = fn(&[i32], &[Vec<i32>]) -> bool;

fn differ(held: &[&Vec<i32>]) -> bool {
    let all: Vec<&i32> = held.iter().flat_map(|it| it.iter()).collect();
    all.iter().collect::<BTreeSet<_>>().len() == all.len()
}

#[test]
fn sums_and_counts_take_both_values() {
    let items: [(&str, Formula); 16] = [
        (".Cage~7~R1C1~R1C2", |x, held| x[0] + x[1] == 7 && differ(&[&held[0], &held[1]])),
        (".Cage~0~R1C1~R2C3~R3C2", |_, held| differ(&[&held[0], &held[6], &held[9]])),
        (".CageOfSums~4_6~R1C1~R1C2", |x, held| {
            (x[0] + x[1] == 4 || x[0] + x[1] == 6) && differ(&[&held[0], &held[1]])
        }),
        (".DigitalRoot~5~R1C1~R1C2", |x, held| (x[0] + x[1]) % 9 == 5 && differ(&[&held[0], &held[1]])),
        (".Sum~3_=_2_-1~R1C1~R1C2", |x, _| 2 * x[0] - x[1] == 3),
        (".EqualSum~R1C1~-~R1C2~-~R1C3~R1C4", |x, _| x[0] == x[1] && x[1] == x[2] + x[3]),
        (".Arrow~R1C1~R1C2~R1C3", |x, _| x[0] == x[1] + x[2]),
        (".DoubleArrow~R1C1~R1C2~R1C3", |x, _| x[0] + x[2] == x[1]),
        (".RegionSumLine~R1C2~R1C3~R1C4", |x, _| x[1] == x[2] + x[3]),
        (".Zipper~R1C1~R1C2~R1C3", |x, _| x[0] + x[2] == x[1]),
        (".Renban~R1C1~R2C3~R3C2", |_, held| {
            let all: BTreeSet<i32> = [0, 6, 9].iter().flat_map(|cell| held[*cell].clone()).collect();
            let gap = all.iter().zip(all.iter().skip(1)).any(|(one, two)| two - one > 1);
            !gap && differ(&[&held[0], &held[6], &held[9]])
        }),
        (".X~R1C1~R1C2", |x, _| x[0] + x[1] == 10),
        (".V~R1C1~R1C2", |x, _| x[0] + x[1] == 5),
        (".LittleKiller~6~R2C1", |x, _| x[4] + x[9] + x[14] == 6),
        (".FrameSum~R1~6", |x, _| x[0] + x[1] == 6),
        (".Or.Sum~3~R1C1~R1C2.Thermo~R1C1~R1C2.End", |x, held| {
            x[0] + x[1] == 3 || held[0].iter().all(|one| held[1].iter().all(|two| one < two))
        }),
    ];
    let counted: [(&str, Formula); 4] = [
        (".Quad~R1C1~2~3", |_, held| [2, 3].iter().all(|it| square(held).contains(it))),
        (".Quad~R1C1~0~0", |_, held| square(held).iter().filter(|it| **it == 0).count() > 1),
        (".ContainAtLeast~2_2~R1C1~R1C2~R2C1~R2C2", |_, held| {
            square(held).iter().filter(|it| **it == 2).count() > 1
        }),
        (".ContainExact~0_3~R1C1~R1C2~R2C1~R2C2", |_, held| {
            [0, 3].iter().all(|value| square(held).iter().filter(|it| *it == value).count() == 1)
        }),
    ];
    let mut random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let bare = variant(&format!("{BOARD}.Schroedinger"));
    for (item, formula) in items.into_iter().chain(counted) {
        let two = variant(&format!("{BOARD}.Schroedinger{item}"));
        let (mut yes, mut no) = (0, 0);
        for _ in 0..CASES / 19 {
            let values = random_values(&two, &mut random);
            let held: Vec<Vec<i32>> = two
                .board()
                .grid()
                .map(|cell| {
                    let second = values[two.board().second(cell).unwrap().index()];
                    let second = Some(second).filter(|it| *it != 0);
                    core::iter::once(values[cell.index()]).chain(second).map(i32::from).collect()
                })
                .collect();
            let sums: Vec<i32> = held.iter().map(|held| held.iter().sum()).collect();
            let expected = formula(&sums, &held);
            assert_eq!(holds(&two, &values), expected, "{item}: {values:?}");
            assert_eq!(satisfies_rewriting(&two, &bare, &values), expected, "{item}: {values:?}");
            *(if expected { &mut yes } else { &mut no }) += 1;
        }
        assert!(yes > 0 && no > 0, "{item}: {yes} and {no}");
    }
}

/// Returns the values of the upper left square.
fn square(held: &[Vec<i32>]) -> Vec<i32> {
    [0, 1, 4, 5].iter().flat_map(|cell| held[*cell].clone()).collect()
}

#[test]
fn each_house_has_one_cell_with_two_values_and_every_value() {
    let two = variant(".Shape~2x2~0-2.Schroedinger");
    let single = two.in_single_values().unwrap();
    // The grid, then second values by cell, by column and by row.
    let board = two.board();
    let at = |name: &str| board.cell_named(name).unwrap().index();
    let mut good = 0;
    for code in 0..3_usize.pow(12) {
        let mut values: Vec<u8> = (0..12).map(|at| (code / 3_usize.pow(at) % 3) as u8).collect();
        // There are no boxes, so there are no second values of boxes.
        let boxes = at("SCB1");
        values.splice(boxes..boxes, [0, 0]);
        let held = |cell: usize| -> Vec<u8> {
            let second = Some(values[at(&format!("SC{}", cell + 1))]).filter(|it| *it != 0);
            core::iter::once(values[cell]).chain(second).collect()
        };
        let is_right = |cells: [usize; 2], shown: String| {
            let all: Vec<u8> = cells.iter().flat_map(|cell| held(*cell)).collect();
            let two = cells.map(held).into_iter().find(|held| held.len() == 2);
            let every: BTreeSet<u8> = all.iter().copied().collect();
            all.len() == 3
                && every.len() == 3
                && two.is_some_and(|two| two[0] < two[1] && two[1] == values[at(&shown)])
        };
        let expected = (0..2).all(|i| {
            is_right([2 * i, 2 * i + 1], format!("SCR{}", i + 1))
                && is_right([i, i + 2], format!("SCC{}", i + 1))
        });
        assert_eq!(check(&two, &values).is_ok(), expected, "{values:?}");
        assert_eq!(check(&single, &values).is_ok(), expected, "{values:?}");
        good += usize::from(expected);
    }
    assert!(good > 0);
}

#[test]
fn digits_may_start_at_1_and_regions_may_be_jigsaw_pieces() {
    // The same grid with digits that start at 0 and at 1. The fourth cell of each row and column
    // has two digits if they increase.
    let zero = variant(".Shape~4x4~0-4.NoBoxes.Jigsaw~1122113324334244.Schroedinger");
    let one = variant(".Shape~4x4~0-5.NoBoxes.Jigsaw~1122113324334244.Schroedinger~1");
    let plain = variant(".Shape~4x4~0-5.NoBoxes.Schroedinger~1");
    let at = |variant: &Variant, name: &str| variant.board().cell_named(name).unwrap().index();
    let cells = [[0, 1, 2, 34], [23, 4, 0, 1], [1, 2, 34, 0], [4, 0, 1, 23]];
    let filled = |variant: &Variant, add: u8, cells: &[[u8; 4]; 4]| {
        let mut values = vec![0; variant.cell_count()];
        for (row, col) in (0..4).flat_map(|row| (0..4).map(move |col| (row, col))) {
            let cell = cells[row][col];
            let (low, high) = if cell > 9 { (cell / 10, cell % 10 + add) } else { (cell, 0) };
            values[4 * row + col] = low + add;
            if high > 0 {
                values[at(variant, &format!("SC{}", 4 * row + col + 1))] = high;
                values[at(variant, &format!("SCR{}", row + 1))] = high;
                values[at(variant, &format!("SCC{}", col + 1))] = high;
                if let Some(region) = variant
                    .board()
                    .pieces()
                    .iter()
                    .position(|it| it.iter().any(|cell| cell.index() == 4 * row + col))
                {
                    values[at(variant, &format!("SCB{}", region + 1))] = high;
                }
            }
        }
        values
    };
    // Two cells of the last column hold two digits.
    assert!(check(&zero, &filled(&zero, 0, &cells)).is_err());
    let latin = [[0, 1, 2, 34], [34, 0, 1, 2], [2, 34, 0, 1], [1, 2, 34, 0]];
    assert!(check(&plain, &filled(&plain, 1, &latin)).is_ok());
    assert!(check(&plain, &filled(&plain, 0, &latin)).is_err(), "0 is no digit");
    for (variant, add) in [(&zero, 0), (&one, 1)] {
        assert!(check(variant, &filled(variant, add, &latin)).is_err(), "pieces");
        let single = variant.in_single_values().unwrap();
        assert!(check(&single, &filled(variant, add, &latin)).is_err(), "pieces");
    }
    let single = plain.in_single_values().unwrap();
    assert!(check(&single, &filled(&plain, 1, &latin)).is_ok());
    let boxes = iss::read(".Shape~4x4~0-4.Jigsaw~1122113324334244.Schroedinger").unwrap_err().to_string();
    assert!(boxes.contains("Jigsaw: incompatible with the other constraints, expected NoBoxes"), "{boxes}");
}

#[test]
fn all_kinds_without_a_defined_meaning_are_reported_at_once() {
    let text = ".Shape~4x4~0-4.Schroedinger.Sandwich~3~R1.Palindrome~R1C1~R2C2.Or.Between~R1C1~R2C2~R3C3.End";
    assert_eq!(
        iss::read(text).unwrap_err().to_string(),
        "line 1, column 29: Sandwich: incompatible with the other constraints, expected no Schroedinger\n\
         line 1, column 43: Palindrome: incompatible with the other constraints, expected no Schroedinger\n\
         line 1, column 67: Between: incompatible with the other constraints, expected no Schroedinger"
    );
    assert_eq!(
        iss::read(".Schroedinger").unwrap_err().to_string(),
        "line 1, column 2: Schroedinger: not supported on this board, expected the values 0 to 9: write `.Shape~9x9~0-9`"
    );
    for (text, shape) in [
        (".Shape~6x6~0-7.Schroedinger", "6x6~0-6"),
        (".Shape~6x6.Schroedinger~1", "6x6~0-7"),
        (".Shape~6x6.Doppelganger", "6x6~0-6"),
        (".Shape~6x6~7.Doublers", "6x6~1-6"),
    ] {
        let told = iss::read(text).unwrap_err().to_string();
        let (_, wanted) = told.split_once("write `.Shape~").unwrap();
        assert_eq!(wanted, format!("{shape}`"), "{text}");
        let (_, kind) = text.rsplit_once('.').unwrap();
        assert!(iss::read(&format!(".Shape~{shape}.{kind}")).is_ok(), "{text}");
    }
    let told = iss::read(".Shape~4x5.Schroedinger").unwrap_err().to_string();
    assert!(told.ends_with("expected as many rows as columns"), "{told}");
    let told = iss::read(".Shape~16x16.Schroedinger").unwrap_err().to_string();
    assert!(told.ends_with("since there are at most 16 values"), "{told}");
}

#[test]
fn there_are_at_most_as_many_pieces_as_rows() {
    let text = ".Shape~2x2~0-2.NoBoxes.Jigsaw~1122.Jigsaw~1212.Schroedinger";
    assert_eq!(
        iss::read(text).unwrap_err().to_string(),
        "line 1, column 24: Jigsaw: incompatible with the other constraints, expected at most as many pieces as \
         rows in combination with Schroedinger"
    );
    // Two equal jigsaws have as many different regions as there are rows.
    assert!(iss::read(".Shape~2x2~0-2.NoBoxes.Jigsaw~1122.Jigsaw~2211.Schroedinger").is_ok());
}
