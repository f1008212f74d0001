//! Tests of kinds on grids with rows and columns.

use crate::compile::tests::{compare, grids};

/// Asserts for each item that the layout `text`, extended by the item, has as many solutions as the checker accepts.
fn layout(text: &str, items: &[&str]) {
    let all = grids(text);
    assert!(!all.is_empty());
    items.iter().for_each(|item| compare(&all, text, item));
}

const SQUARE: &str = ".Shape~4x4";
const LATIN: &str = ".Shape~4x4.NoBoxes";
const ZERO_BASED: &str = ".Shape~4x4~0-3";
/// A board with fewer cells in a line than values.
const SHORT: &str = ".Shape~2x3~5";

#[test]
fn squares_and_indices() {
    let items = [
        ".Quad~R1C2~1~2",
        ".Quad~R2C2~1~1",
        ".Quad~R2C2~1~2~3~3",
        ".Quad~R1C1~1~1",
        ".Indexing~C~R1C1~R2C1~R3C3",
        ".Indexing~R~R1C1~R2C1~R3C3~R4C4",
        ".SameValues~2~R1C1~R1C2~R3C3~R4C3",
        ".CountingCircles~R1C1~R1C2~R2C3~R3C3~R4C4",
        ".LookAndSay~21~R1C1~R2C2~R3C3",
    ];
    layout(SQUARE, &items);
    layout(ZERO_BASED, &items);
    layout(SHORT, &[".Indexing~C~R1C1~R2C2", ".Quad~R1C2~1~5", ".CountDistinct~R1C1~R2C1~R2C2~R1C3"]);
}

#[test]
fn region_sums() {
    let items = [
        ".RegionSumLine~R1C1~R1C2~R1C3~R1C4",
        ".RegionSumLine~R1C2~R2C2~R2C3~R3C3~R3C2~R2C2",
        ".RegionSumLine~R1C1~R2C2",
    ];
    layout(SQUARE, &items);
    layout(ZERO_BASED, &items);
    layout(LATIN, &items[..1]);
    layout(".Shape~4x4.NoBoxes.Jigsaw~1112122233344344", &[".RegionSumLine~R1C1~R2C1~R3C1~R3C2~R4C2~R4C1"]);
}

#[test]
fn sums_in_branches_are_told_without_houses() {
    let rectangles = [
        ".Or.Sum~23~R1C1~R1C2~R1C3~R2C1~R2C2~R2C3~R3C1~R3C2~R3C3.Sum~10~R1C1~R1C2~R1C3~R1C4.End",
        ".Or.Sum~9~R1C1~R1C2~R1C3~R1C4.Sum~9~R2C1~R2C2~R2C3~R2C4.End",
        ".Or.And.Sum~17~R1C1~R1C2~R2C1~R2C2~R1C3~R2C3.~R4C4_1.End.And.Sum~7~R1C1~R1C2~R3C2.~R4C4_2.End.End",
    ];
    layout(SQUARE, &rectangles);
    layout(ZERO_BASED, &rectangles);
    layout(LATIN, &rectangles[..1]);
    // The board has six values, but the cells have only four candidates. Each of these four values
    // occurs in each house.
    let values = ".~R1C1_2_3_4_6~R1C2_2_3_4_6~R1C3_2_3_4_6~R1C4_2_3_4_6~R2C1_2_3_4_6~R2C2_2_3_4_6~R2C3_2_3_4_6\
                  ~R2C4_2_3_4_6~R3C1_2_3_4_6~R3C2_2_3_4_6~R3C3_2_3_4_6~R3C4_2_3_4_6~R4C1_2_3_4_6~R4C2_2_3_4_6\
                  ~R4C3_2_3_4_6~R4C4_2_3_4_6";
    let narrow = [".Shape~4x4~6", values].concat();
    let all = grids(&narrow);
    assert_eq!(all.len(), grids(SQUARE).len());
    let sums = [
        ".Or.Sum~41~R1C1~R1C2~R1C3~R2C1~R2C2~R2C3~R3C1~R3C2~R3C3.Sum~15~R1C1~R1C2~R1C3~R1C4.End",
        ".Or.And.Sum~17~R1C1~R1C2~R2C1~R2C2~R1C3.~R4C4_2.End.And.Sum~9~R1C1~R1C2~R3C2.~R4C4_3.End.End",
        ".Cage~9~R1C1~R2C1.Cage~15~R1C1~R1C2~R1C3~R1C4",
    ];
    sums.iter().for_each(|sum| compare(&all, &narrow, sum));
}

#[test]
fn clues() {
    let items = [
        ".Sandwich~5~R1",
        ".Sandwich~0~C2",
        ".Sandwich~2~C2.Sandwich~3~R2",
        ".XSum~R1~4",
        ".XSum~R1~~6.XSum~C2~3",
        ".XSum~R3~10~2",
        ".XSum~R1~0",
        ".XSum~R1~~0.XSum~C2~3~0",
        ".Skyscraper~R1~2~1",
        ".Skyscraper~C3~4",
        ".Skyscraper~C3~5",
        ".HiddenSkyscraper~R1~2",
        ".HiddenSkyscraper~C2~0~1",
        ".NumberedRoom~R1~3",
        ".NumberedRoom~C4~~1.NumberedRoom~C1~2",
        ".NumberedRoom~C4~0",
        ".FullRank~R1~3.FullRank~C2~~12",
        ".FullRank~R2~1.FullRankTies~any",
        ".FullRank~C3~6.FullRankTies~none",
        ".FullRank~C1~16.FullRank~R4~7",
        ".FullRankTies~none",
        ".Or.Sandwich~5~R1.Skyscraper~R1~3.XSum~C2~4.End",
    ];
    layout(SQUARE, &items);
    layout(ZERO_BASED, &items);
    layout(LATIN, &items);
    layout(SHORT, &[".Sandwich~3~R1", ".XSum~R1~6", ".Skyscraper~R2~1", ".NumberedRoom~R1~2.XSum~C2~~5"]);
}

#[test]
fn rules_for_the_whole_grid() {
    let connected = [
        ".ConnectedValues~~1_2",
        ".ConnectedValues~~1_2~8",
        ".ConnectedValues~~3~1",
        ".ConnectedValues~~1_2_3",
    ];
    layout(SQUARE, &connected);
    layout(".Shape~2x3~0-2~Raw", &[".ConnectedValues~~1", ".ConnectedValues~~0_1~4"]);
    layout(".Shape~1x1~2~Raw.Var~A~~2x2.Var~B~~3", &[".ConnectedValues~VA~1", ".ConnectedValues~VB~2"]);
    layout(".Shape~2x3~9.~R1C1_1.~R2C2_4_5", &[".GlobalEntropy", ".GlobalMod", ".DutchFlatmates"]);
    layout(".Shape~4x4~5.~R1C1_1.~R2C3_1", &[".RegionSameValues"]);
}

#[test]
fn holes() {
    let ring = ".Shape~3x3~3~Raw.Holes~R2C2~R1C1";
    assert_eq!(grids(ring).len(), 3_usize.pow(7));
    let items = [
        ".AntiConsecutive",
        ".ConnectedValues~~1",
        ".AntiTaxicab",
        ".StrictKropki",
        ".Thermo~R2C1~R3C1~R3C2",
    ];
    layout(ring, &items);
    // A ring of cells around a hole, without a solution: the sum requires r1c3=4, and no values below 4
    // increase in r1c1 and r1c2 without being consecutive.
    let puzzle =
        ".Shape~3x3~4~Raw.Holes~R2C2.AntiConsecutive.Thermo~R1C1~R1C2~R1C3.Sum~16~R1C3~R2C3~R3C3~R3C2";
    let solutions = grids(puzzle);
    assert!(solutions.is_empty(), "{solutions:?}");
}

#[test]
fn doppelganger() {
    // A layout without this kind has no cells for missing digits and cannot serve as an oracle, so the
    // expected counts are constants.
    let two = super::read(".Shape~2x2~0-2.Doppelganger");
    assert_eq!(super::count(&two), brute_force(&two));
    let three = super::read(".Shape~3x3~0-3.Doppelganger.~R1C1_0.~R2C2_0_1");
    assert_eq!(super::count(&three), brute_force(&three));
}

#[test]
fn doublers_and_negators() {
    let items = [("Doublers", "DoubledSum", [11, 8]), ("Negators", "NegatedSum", [-1, 2])];
    for (cells, sum, [one, two]) in items {
        for item in [
            String::new(),
            format!(".{sum}~{one}~R1C1~R2C2~R2C3"),
            format!(".{sum}~0_=_1_-1_-1~R1C1~R1C2~R2C4"),
            format!(".{sum}~{two}~R1C1~R1C2~R1C3"),
        ] {
            let variant = super::read(&format!(".Shape~4x4.~R1C1_1_2.~R2C2_4.~R3C3_1.{cells}{item}"));
            assert_eq!(super::count(&variant), brute_force(&variant), "{cells}{item}");
        }
    }
    // Two sums, of two and three cells, are sufficient.
    let puzzle = ".Shape~4x4.Doublers.DoubledSum~11~R2C3~R2C4~R3C3.DoubledSum~11~R1C1~R2C1";
    let solutions = grids(puzzle);
    assert_eq!(solutions, [[4, 2, 1, 3, 3, 1, 2, 4, 2, 4, 3, 1, 1, 3, 4, 2, 1, 3, 4, 2, 4, 2, 1, 3]]);
}

#[test]
fn layers_of_shaded_cells() {
    // Computes the expected layers without the constraint kind. Each cell has one of two values,
    // each 2x2 square has both values, and the cells of each value are connected.
    let colours = |mask: u32, wanted: u32| {
        let cells: Vec<usize> = (0..12).filter(|cell| mask >> cell & 1 == wanted).collect();
        let near = |a: usize, b: usize| a.abs_diff(b) == 4 || a.abs_diff(b) == 1 && a / 4 == b / 4;
        let mut met: Vec<usize> = cells.iter().copied().take(1).collect();
        while let Some(&next) =
            cells.iter().find(|cell| !met.contains(cell) && met.iter().any(|other| near(**cell, *other)))
        {
            met.push(next);
        }
        !cells.is_empty() && met.len() == cells.len()
    };
    let mixed =
        |mask: u32| [0, 1, 2, 4, 5, 6].iter().all(|at| ![0, 0b11_0011].contains(&(mask >> at & 0b11_0011)));
    let expected = (0..1 << 12).filter(|&mask| mixed(mask) && colours(mask, 0) && colours(mask, 1)).count();
    let layer = super::read(
        ".Shape~3x4~2~Raw.YinYang.~R1C1_1~R1C2_1~R1C3_1~R1C4_1~R2C1_1~R2C2_1~R2C3_1~R2C4_1~R3C1_1~R3C2_1~R3C3_1~R3C4_1",
    );
    assert_eq!((super::count(&layer), expected), (expected as u64, expected));
    for text in [
        ".Shape~2x3~0-2~Raw.YinYang.~R1C1_1.Sum~3~R1C1~R1C2~YY1~YY3.~R2C1_0~R2C2_0",
        ".Shape~2x2~2~Raw.YinYang",
    ] {
        let variant = super::read(text);
        assert_eq!(super::count(&variant), brute_force(&variant), "{text}");
    }
    let permutations = |stars: &[usize]| {
        let boxes = |at: usize| at / 2 * 2 + stars[at] / 2;
        (1..4).all(|at| stars[at].abs_diff(stars[at - 1]) > 1)
            && (0..4).all(|at| (0..at).all(|other| stars[at] != stars[other] && boxes(at) != boxes(other)))
    };
    let expected =
        (0..256_usize).filter(|code| permutations(&[0, 2, 4, 6].map(|by| code >> by & 3))).count() as u64;
    assert_eq!(expected, 2);
    assert_eq!(super::count(&super::read(".Shape~4x4.StarBattle~1")), 288 * expected);
    assert_eq!(super::count(&super::read(".Shape~4x4~0-3.StarBattle~1.~SB2_1.~R1C1_0")), 288 / 4);
    assert_eq!(super::count(&super::read(".Shape~4x4.StarBattle~2")), 0);
}

/// Returns the number of assignments of all cells that the checker accepts.
pub(super) fn brute_force(variant: &farandole_puzzle::variant::Variant) -> u64 {
    let values = variant.board().values();
    let mut found = 0;
    each(variant, &mut vec![values.low(); variant.cell_count()], 0, &mut found);
    found
}

/// Tries all values of the cells, starting at `cell`. Assignments that repeat a value in a house
/// are skipped.
fn each(variant: &farandole_puzzle::variant::Variant, values: &mut Vec<u8>, cell: usize, found: &mut u64) {
    if cell == values.len() {
        *found += u64::from(farandole_puzzle::variant::check(variant, values).is_ok());
        return;
    }
    for value in variant.board().values().values_of(variant.domains()[cell]) {
        values[cell] = value;
        let repeats = variant.houses().iter().any(|house| {
            let before = house.cells.iter().map(|it| it.index()).filter(|&it| it < cell);
            house.cells.iter().any(|it| it.index() == cell)
                && before.map(|it| values[it]).any(|it| it == value)
        });
        if !repeats {
            each(variant, values, cell + 1, found);
        }
    }
}

#[test]
fn raw_grids_may_have_more_rows_and_columns_than_values() {
    let mut layout = String::from(".Shape~20x24~6~Raw");
    let open = ["R20C22", "R20C23", "R20C24", "R18C24"];
    let board = super::read(&layout).board().clone();
    for cell in board.cells() {
        let name = board.name(cell).to_string();
        if !open.contains(&name.as_str()) {
            layout.push_str(&format!(".~{name}_1"));
        }
    }
    let all = grids(&layout);
    assert_eq!(all.len(), 6_usize.pow(4));
    for items in [
        ".Cage~9~R20C22~R20C23~R20C24",
        ".Sum~0_=_1_1_-1~R20C22~R20C23~R18C24.AllDifferent~R20C22~R20C23~RgCg",
        ".Or.Odd~R20C24.Thermo~R20C22~R18C24.End.CalcCage~product~24~R20C22~R20C23~R20C24",
        ".Maximum~R20C23.StrictConsecutive.WhiteDot~R20C22~R20C23",
    ] {
        compare(&all, &layout, items);
    }
}
