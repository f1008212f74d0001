//! Tests a puzzle for each constraint kind that is not part of the ISS text language. The listed
//! solution must be the only one, and the puzzle must have several solutions without the
//! constraint.

use core::ops::ControlFlow;
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::Variant;
use farandole_solve::{Config, PuzzleSolver};

/// Returns at most two solutions.
fn solutions(variant: &Variant) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let config = Config { limit: 2, ..Config::default() };
    let visit = &mut |values: &[u8]| {
        found.push(values.to_vec());
        ControlFlow::Continue(())
    };
    PuzzleSolver::new(variant).unwrap().run(&config, visit).unwrap();
    found
}

/// Returns the cells of the grid as text. The two values of a cell are in parentheses.
fn text(variant: &Variant, values: &[u8]) -> String {
    let board = variant.board();
    let cell = |cell: farandole_puzzle::Cell| {
        let second = board.second(cell).map(|it| values[it.index()]).filter(|value| *value != 0);
        let first = values[cell.index()];
        second.map_or_else(|| first.to_string(), |second| format!("({first}{second})"))
    };
    board.grid().map(cell).collect()
}

#[test]
fn each_puzzle_has_its_solution_and_needs_its_kind() {
    let mut needed = 0;
    for line in include_str!("../../../../testdata/variants/kinds.tsv").lines() {
        let [name, puzzle, solution] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        let variant = iss::read(puzzle).unwrap_or_else(|errors| panic!("{name}: {errors}"));
        let found = solutions(&variant);
        assert_eq!(found.len(), 1, "{name}");
        assert_eq!(text(&variant, &found[0]), solution, "{name}");
        // The first constraint that is neither layout nor given has the tested kind.
        let kind = puzzle.split('.').nth(2).and_then(|item| item.split('~').next()).unwrap();
        let rest = variant.constraints().iter().filter(|it| it.name() != kind).cloned().collect();
        // Without a layer constraint, the cells of the layer do not exist, so the remaining
        // constraints may be invalid.
        if let Ok(rest) = Variant::new(variant.shape(), variant.stated_groups(), rest) {
            assert_eq!(solutions(&rest).len(), 2, "{name} without {kind}");
            needed += 1;
        }
    }
    assert!(needed >= 10, "{needed}");
}

#[test]
fn a_quotient_of_several_values_is_never_zero() {
    let cells: String = (1..=9).map(|col| format!("~R1C{col}")).collect();
    let variant = iss::read(&format!(".Shape~9x9.CalcCage~quotient~0{cells}")).unwrap();
    assert_eq!(solutions(&variant).len(), 0);
}
