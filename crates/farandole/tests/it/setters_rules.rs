//! Rules that setters state in their own ways, compared with functions of the grid that are written for the rule, over
//! all classic 4x4 grids.

use farandole_formats::editor::proposal::{Meanings, Proposal};
use farandole_puzzle::variant::{Variant, check_grid};
use farandole_testkit::four_by_four::grids;

type Grid = [[u8; 4]; 4];

/// Returns the proposal for a 4x4 puzzle of SudokuMaker with cosmetic elements, rules, and the digits of a solution.
fn proposal(elements: &str, rules: &str, solution: Option<&Grid>) -> Proposal {
    let cell = |at: usize| match solution {
        Some(grid) => format!("{{\"value\": {}}}", grid[at / 4][at % 4]),
        None => "{}".to_owned(),
    };
    let cells = (0..16).map(cell).collect::<Vec<_>>().join(",");
    let regions = "0,0,1,1,0,0,1,1,2,2,3,3,2,2,3,3";
    let comma = if elements.is_empty() { "" } else { "," };
    let text = format!(
        r#"{{"formatVersion": "1.5.0", "puzzle": {{"size": 4, "comment": "{rules}", "cells": [{cells}],
        "constraints": [{{"type": 0}}, {{"type": 1, "regions": [{regions}]}}{comma}{elements}]}}}}"#
    );
    Proposal::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Returns the puzzle with the best meanings.
fn best(proposal: &Proposal) -> Variant {
    proposal.puzzle(&Meanings::default()).unwrap()
}

/// Checks that the best meanings allow exactly the grids of a rule, which some grids satisfy and others do not.
fn assert_rule(elements: &str, rules: &str, holds: impl Fn(&Grid) -> bool) {
    let variant = best(&proposal(elements, rules, None));
    let mut kept = 0;
    for grid in grids() {
        let is_solution = check_grid(&variant, grid.as_flattened()).is_ok();
        assert_eq!(is_solution, holds(&grid), "{rules}\n{grid:?}");
        kept += usize::from(is_solution);
    }
    assert!((1..288).contains(&kept), "{kept} grids satisfy {rules}");
}

/// Returns dots of a colour with their centres, column before row.
fn dots(title: &str, colour: &str, centres: &str) -> String {
    format!(
        r#"{{"name": "{title}", "type": 2002, "symbols": [{centres}],
        "params": [{{"type": "ellipse", "rx": 0.15, "ry": 0.15, "fill": "{colour}", "stroke": "black"}}]}}"#
    )
}

fn sum(grid: &Grid, cells: &[(usize, usize)]) -> u8 {
    cells.iter().map(|(row, col)| grid[*row][*col]).sum()
}

#[test]
fn a_sentence_states_a_rule_for_each_colour_and_dots_on_the_border_join_opposite_cells() {
    let elements =
        [dots("", "#ff0000", "[0.5, 0]"), dots("", "#0000ff", "[0, 1.5]"), dots("", "#ffffff", "[2, 2.5]")]
            .join(",");
    let rules = "Normal sudoku rules apply. Cells with a red/blue/white dot between them sum to a value with a \
                 remainder of 2/1/2, respectively, when divided by 3. Dots on the border wrap around.";
    assert_rule(&elements, rules, |grid| {
        sum(grid, &[(0, 0), (3, 0)]) % 3 == 2
            && sum(grid, &[(1, 0), (1, 3)]) % 3 == 1
            && sum(grid, &[(2, 1), (2, 2)]) % 3 == 2
    });
}

#[test]
fn the_title_of_a_drawing_states_its_rule() {
    let elements =
        [dots("sum 2mod3 dots", "#123456", "[1, 0.5]"), dots("sum 1mod3 dots", "#123456", "[3, 0.5]")]
            .join(",");
    let variant = best(&proposal(&elements, "Normal sudoku rules apply.", None));
    assert_eq!(variant.constraints().len(), 0, "drawings that look alike are one group with two titles");
    let elements =
        [dots("sum 2mod3 dots", "#ff0000", "[1, 0.5]"), dots("sum 1mod3 dots", "#00ff00", "[1, 2.5]")]
            .join(",");
    assert_rule(&elements, "Normal sudoku rules apply.", |grid| {
        sum(grid, &[(0, 0), (0, 1)]) % 3 == 2 && sum(grid, &[(2, 0), (2, 1)]) % 3 == 1
    });
}

#[test]
fn marks_may_have_a_relation_or_digits_of_a_set() {
    let elements = dots("", "#000000", "[1, 0.5], [2.5, 1]");
    let rules = "Normal sudoku rules apply. Cells separated by a black dot are either in a ratio of 1:2 or from \
                 the set 1, 3 and 4.";
    assert_rule(&elements, rules, |grid| {
        let holds = |a: u8, b: u8| a == 2 * b || b == 2 * a || a != 2 && b != 2;
        holds(grid[0][0], grid[0][1]) && holds(grid[0][2], grid[1][2])
    });
}

#[test]
fn the_letters_of_cages_stand_for_the_sums_of_cages() {
    let cages = r#"{"type": 2001, "cages": [{"value": "x", "cells": [0]}, {"value": "y", "cells": [5, 6]},
        {"value": "2x - 1", "cells": [10]}, {"value": "y+x", "cells": [8, 12, 13]}]}"#;
    assert_rule(cages, "Normal sudoku rules apply. Digits may repeat in a cage.", |grid| {
        let (x, y) = (grid[0][0], sum(grid, &[(1, 1), (1, 2)]));
        grid[2][2] + 1 == 2 * x && sum(grid, &[(2, 0), (3, 0), (3, 1)]) == x + y
    });
}

#[test]
fn straight_segments_have_equal_sums() {
    let point = |(row, col): (usize, usize)| format!("{{\"x\": {col}.5, \"y\": {row}.5}}");
    let line = |cells: &[(usize, usize)]| {
        format!("[{}]", cells.iter().copied().map(point).collect::<Vec<_>>().join(","))
    };
    let elements = |lines: &[&[(usize, usize)]]| {
        let lines = lines.iter().map(|cells| line(cells)).collect::<Vec<_>>().join(",");
        let style = r##"{"thickness": 0.15, "color": "#ff8800"}"##;
        format!(r#"{{"type": 2000, "style": {style}, "lines": [{lines}]}}"#)
    };
    let rules = "straight segments of an orange line have the same sum.";
    let turns = elements(&[&[(1, 1), (1, 2), (2, 2)], &[(1, 0), (2, 0), (3, 0), (3, 1)]]);
    assert_rule(&turns, &format!("Normal sudoku rules apply. The {rules}"), |grid| {
        grid[1][1] == grid[2][2] && sum(grid, &[(1, 0), (2, 0)]) == grid[3][1]
    });
    let segments = elements(&[&[(0, 0), (0, 1)], &[(1, 0), (1, 1)], &[(0, 3), (1, 3), (2, 3)]]);
    assert_rule(&segments, &format!("Normal sudoku rules apply. Within each box, {rules}"), |grid| {
        sum(grid, &[(0, 0), (0, 1)]) == sum(grid, &[(1, 0), (1, 1)])
    });
}

#[test]
fn the_stored_solution_confirms_a_rule_about_all_areas() {
    let rules = "Normal sudoku rules apply. In each 2x2 area, the digits have a sum of 10.";
    let holds = |grid: &Grid| {
        let areas = (0..9).map(|at| (at / 3, at % 3));
        areas.into_iter().all(|(r, c)| sum(grid, &[(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]) == 10)
    };
    let grids = grids();
    let stored = grids.iter().find(|grid| holds(grid)).unwrap();
    let read = proposal("", rules, Some(stored));
    let names: Vec<&str> = read.groups.iter().map(|group| &*group.name).collect();
    assert_eq!(names, ["rule: the sum in each 2x2 area is 10"]);
    let variant = best(&read);
    assert!(grids.iter().all(|grid| check_grid(&variant, grid.as_flattened()).is_ok() == holds(grid)));
    let other = grids.iter().find(|grid| !holds(grid)).unwrap();
    assert!(proposal("", rules, Some(other)).groups.is_empty());
}
