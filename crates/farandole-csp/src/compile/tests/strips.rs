//! Tests of kinds that are allowed on raw grids, on strips of one row.

use crate::compile::tests::{compare, grids};

/// Asserts for each item that a strip with this item has as many solutions as the checker accepts. The strip has
/// `cells` cells in one row and `count` values, which start at 0 and then at 1. In items, `C1` means `R1C1`.
fn strips(cells: usize, count: usize, items: &[&str]) {
    for low in [0, 1] {
        based(cells, low, count, items);
    }
}

fn based(cells: usize, low: usize, count: usize, items: &[&str]) {
    let text = format!(".Shape~1x{cells}~{low}-{}~Raw", low + count - 1);
    let all = grids(&text);
    assert_eq!(all.len(), count.pow(cells as u32));
    for item in items {
        let item = item.replace("~C", "~R1C").replace(".~", ".Given~").replace(".Given~R1C", ".~R1C");
        compare(&all, &text, &item);
    }
}

#[test]
fn classes() {
    strips(
        5,
        6,
        &[
            ".Modular~3~C1~C2~C3~C4~C5",
            ".Modular~3~C1~C2",
            ".Modular~2~C1~C2~C3",
            ".Modular~4~C1~C2~C3~C4~C5",
            ".Modular~5~C1~C2~C3",
            ".Modular~1~C1~C2",
            ".Modular~3~C1~C2~C3~C4~C1",
            ".Modular~2~C1~C2~C1",
            ".Modular~4~C1~C2~C3~C1",
        ],
    );
    based(4, 1, 9, &[".Entropic~C1~C2~C3~C4", ".Entropic~C1~C2", ".Entropic~C1", ".Entropic~C1~C2~C1"]);
}

#[test]
fn ends() {
    strips(
        5,
        6,
        &[
            ".Between~C1~C2~C3",
            ".Between~C1~C2~C3~C4~C5",
            ".Between~C1~C2~C1",
            ".Between~C1~C2~C3~C1~C4",
            ".Lockout~3~C1~C2~C3~C4",
            ".Lockout~0~C1~C2~C3",
            ".Lockout~4~C1~C2",
            ".Lunchbox~0~C1~C2~C3~C4~C5",
            ".Lunchbox~3~C1~C2~C3~C4",
            ".Lunchbox~5~C1~C2~C3~C4~C5",
            ".Lunchbox~0~C1",
            ".Lunchbox~2~C1",
            ".Lunchbox~0~C1~C2",
            ".Lunchbox~1~C1~C2",
        ],
    );
    strips(5, 4, &[".Lunchbox~2~C1~C2~C3~C4~C5", ".Lunchbox~4~C1~C2~C3~C4", ".Lunchbox~0~C1~C2~C3~C4"]);
}

#[test]
fn line_sums() {
    strips(
        5,
        5,
        &[
            ".SumLine~4~C1~C2~C3~C4~C5",
            ".SumLine~4~C1~C2~C3~C4~C5~LOOP",
            ".SumLine~1~C1~C2~C3~LOOP",
            ".SumLine~7~C1~C2~C3~C4~C5~LOOP",
            ".SumLine~5~C1~C2~C3~C1",
            ".SumLine~5~C1~C2~C3~C1~LOOP",
            ".Zipper~C1~C2~C3~C4~C5",
            ".Zipper~C1~C2~C3~C4",
            ".Zipper~C1~C2",
            ".Zipper~C1~C2~C3~C1",
        ],
    );
}

#[test]
fn sets() {
    strips(
        5,
        4,
        &[
            ".ContainAtLeast~1_1_2~C1~C2~C3~C4",
            ".ContainAtLeast~1_2~C1~C1~C2",
            ".ContainAtLeast~1_1~C1~C1~C2~C3",
            ".ContainExact~1_1_3~C1~C2~C3~C4~C5",
            ".ContainExact~2~C1~C2~C3",
            ".ContainExact~1_1_3_3~C1~C2~C3~C4",
            ".ContainExact~1_1_3_3~C1~C2~C3",
            ".LookAndSay~21~C1~C2~C3~C4",
            ".LookAndSay~2103~C1~C2~C3~C4",
            ".LookAndSay~22~C1~C2~C2~C4",
            ".SameValues~2~C1~C2~C3~C4",
            ".SameValues~4~C1~C2~C3~C4",
            ".SameValues~2~C1~C2~C2~C4",
            ".SameValues~1~C1~C2",
            ".CountingCircles~C1~C2~C3~C4~C5",
            ".CountingCircles~C1~C2~C3",
            ".CountingCircles~C2",
            ".CountDistinct~C1~C2~C3~C4",
            ".CountDistinct~C1",
            ".CountDistinct~C1~C1~C2~C2",
        ],
    );
}

#[test]
fn indexing() {
    strips(
        5,
        4,
        &[
            ".ValueIndexing~C1~C2~C3~C4~C5",
            ".ValueIndexing~C1~C2~C3",
            ".ValueIndexing~C1~C1~C2~C3",
            ".ValueIndexing~C1~C2~C2~C1~C3",
        ],
    );
}

#[test]
fn disjunctions() {
    strips(
        5,
        4,
        &[
            ".Or.~R1C1_2.~R1C1_3.End",
            ".Or.~R1C1_2.~R1C2_3_1.End",
            ".Or.End",
            ".Or.~R1C1_2~R1C2_3.Thermo~C3~C4~C5.End",
            ".Or.AllDifferent~C1~C2~C3.Sum~4~C1~C2~C3.End.AllDifferent~C1~C4",
            ".Or.And.Thermo~C1~C2.Thermo~C3~C4.End.Cage~5~C1~C2~C3.Or.SumLine~3~C1~C2~C3.SameValues~2~C1~C5.End.End",
            ".Or.Renban~C1~C2~C3.Whisper~2~C3~C4~C5.Between~C1~C3~C5.End",
            ".And.End",
            ".Or.And.End.~R1C1_1.End",
        ],
    );
}

#[test]
fn automata() {
    // Patterns are encoded in base 64.
    let [somewhere, exactly, mixed] = ["LioxMi4q", "MTI", "KDF8MikqW14xMl17MSwyfTQ_"];
    let items = [
        format!(".Regex~{somewhere}~C1~C2~C3~C4"),
        format!(".Regex~{exactly}~C1~C2"),
        format!(".Regex~{exactly}~C1~C2~C3"),
        format!(".Regex~{mixed}~C1~C2~C3~C4~~C4~C3"),
        format!(".Regex~{somewhere}~C1~C2~C3~C1"),
    ];
    based(4, 1, 4, &items.each_ref().map(String::as_str));
    based(4, 1, 4, &[".NFA~SMl6cIO4ThEg~C1~C2~C3", ".NFA~SMl6cIO4ThEg~C1~C2~~C3~C4"]);
}
