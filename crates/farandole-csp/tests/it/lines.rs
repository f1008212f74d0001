//! Compares lines of cells and drawn lines with the checker, on all assignments of small boards.

use core::ops::ControlFlow;
use farandole_csp::{Config, CspSolver};
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::{Variant, check};
use farandole_search::SearchContext;

/// Returns the solutions that the search finds, sorted.
fn solutions(variant: &Variant) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let solver = CspSolver::new(variant).unwrap_or_else(|error| panic!("{error}"));
    solver.run(&Config { limit: u64::MAX, ..Config::default() }, &mut |values| {
        found.push(values.to_vec());
        ControlFlow::Continue(())
    });
    found.sort_unstable();
    found
}

/// Returns the assignments of two values that the checker accepts, sorted. `fixed` cells have the
/// lowest value.
fn accepted(variant: &Variant, fixed: usize) -> Vec<Vec<u8>> {
    let open = variant.cell_count() - fixed;
    let grid = |mask: u32| -> Vec<u8> {
        let cells = (0..open).rev().map(|cell| 1 + (mask >> cell & 1) as u8);
        std::iter::repeat_n(1, fixed).chain(cells).collect()
    };
    (0..1_u32 << open).map(grid).filter(|grid| check(variant, grid).is_ok()).collect()
}

#[test]
fn the_search_finds_exactly_the_lines_that_the_checker_accepts() {
    for (shape, items) in [
        ("3x4", ".Snake~~2"),
        ("3x4", ".Snake~~2~6"),
        ("3x4", ".Snake~~2~~apart"),
        ("3x4", ".Snake~~2~7~apart"),
        ("3x4", ".Loop~~2"),
        ("4x4", ".Loop~~2~12"),
        ("4x4", ".Loop~~2~~apart"),
        ("2x4", ".Not.Snake~~2.End"),
        ("2x4", ".Or.Snake~~2.Loop~~1.End"),
        ("3x3", ".Holes~R2C2.Loop~~2"),
    ] {
        let variant = iss::read(&format!(".Shape~{shape}~2~Raw{items}")).unwrap();
        let expected = accepted(&variant, 0);
        assert!(!expected.is_empty(), "{items}");
        assert_eq!(solutions(&variant), expected, "{items}");
    }
}

#[test]
fn the_search_finds_exactly_the_drawn_lines_that_the_checker_accepts() {
    // The cells of the grid have the lowest value.
    for (shape, edges, items) in [
        ("3x3", 12, ".DrawnLoop~VE"),
        ("3x3", 12, ".DrawnPath~VE~R1C1~R3C3"),
        ("3x3", 12, ".DrawnPath~VE~R2C2~R1C2"),
        ("3x4", 17, ".DrawnLoop~VE"),
        ("3x4", 17, ".ConnectedSegments~VE.DrawnPath~VE~R1C1~R3C4"),
        ("2x3", 7, ".ConnectedSegments~VE"),
        ("2x3", 7, ".Or.DrawnLoop~VE.DrawnPath~VE~R1C1~R2C3.End"),
    ] {
        let (rows, cols) = (shape.as_bytes()[0] - b'0', shape.as_bytes()[2] - b'0');
        let mut text = format!(".Shape~{shape}~2~Raw.Var~E~~{edges}{items}");
        for row in 1..=rows {
            (1..=cols).for_each(|col| text.push_str(&format!(".~R{row}C{col}_1")));
        }
        let variant = iss::read(&text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        let expected = accepted(&variant, usize::from(rows * cols));
        assert!(!expected.is_empty(), "{items}");
        assert_eq!(solutions(&variant), expected, "{items}");
    }
}

#[test]
fn grids_with_several_lines_count_once() {
    let text = ".Shape~2x2~2~Raw.Var~S~~2x2.~VS1_1_2~VS2_1_2~VS3_1_2~VS4_1_2.Snake~VS~2.Condition~R1C1=VS1";
    let variant = iss::read(text).unwrap();
    let solver = CspSolver::new(&variant).unwrap();
    let config = Config { limit: u64::MAX, ..Config::default() };
    let (mut grids, mut all) = (0, 0);
    let mut visit = |_: &[u8]| {
        grids += 1;
        ControlFlow::Continue(())
    };
    let mut run = SearchContext::new(&config, &mut visit);
    assert!(solver.search_grids(&mut run).is_continue());
    solver.run(&config, &mut |_| {
        all += 1;
        ControlFlow::Continue(())
    });
    // A snake in a 2x2 square has one, two or three cells: 4 + 4 + 4 snakes.
    assert_eq!((grids, all), (16, 12 * 8));
}
