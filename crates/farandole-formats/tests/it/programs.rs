//! Custom constraints of SudokuMaker. Each program is run, and the constraints that result are compared with a rule in
//! Rust on random grids.

use crate::recognition_support::puzzles::Random;
use farandole_formats::editor::ProgramRunner;
use farandole_formats::editor::proposal::{Group, Proposal, Reason};
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::check_grid;
use serde_json::{Value, json};
use std::time::Duration;

/// Runs a program as the command does.
const RUNNER: ProgramRunner = ProgramRunner(|program| run(program, 30_000));

/// Runs a program that shall not end by itself.
const RUNNER_OF_HOSTILE: ProgramRunner = ProgramRunner(|program| run(program, 500));

fn run(program: &str, ms: u64) -> Result<String, String> {
    farandole_programs::run(program, Duration::from_millis(ms)).map_err(|error| error.to_string())
}

/// Number of random grids for each rule.
const GRIDS: usize = 3000;

/// Returns a 4x4 puzzle with the digits 1 to 6, without houses, and with one custom constraint.
fn puzzle(code: &str, components: &[(&str, &str)], groups: Value) -> String {
    let components: Vec<Value> =
        components.iter().map(|(name, code)| json!({ "type": "code", "name": name, "code": code })).collect();
    let definition = json!({ "name": "rule", "backend": { "code": code }, "components": components });
    let custom = json!({ "type": 1000, "definition": definition, "input": { "groups": groups } });
    let regions = json!([0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]);
    json!({ "formatVersion": "1.5.0", "puzzle": {
        "type": "custom", "width": 4, "height": 4, "minDigit": 1, "maxDigit": 6, "cells": vec![json!({}); 16],
        "comment": "", "constraints": [custom, { "type": 1, "regions": regions }],
    }})
    .to_string()
}

fn group(text: &str) -> Group {
    group_with(text, RUNNER)
}

fn group_with(text: &str, runner: ProgramRunner) -> Group {
    let proposal = Proposal::read_with(text.as_bytes(), Some(runner)).unwrap();
    assert_eq!(proposal.groups.len(), 1, "{:?}", proposal.groups);
    proposal.groups.into_iter().next().unwrap()
}

/// Compares the constraints of a program with a rule about the digits of the grid. Half of the grids are changed from
/// others towards the rule, so that grids of both sorts occur.
fn assert_means(
    program: &str,
    components: &[(&str, &str)],
    groups: Value,
    rule: impl Fn(&[u8]) -> bool,
) -> Reason {
    let group = group(&puzzle(program, components, groups));
    let first = &group.candidates[0];
    assert!(matches!(first.reason, Reason::Program(_)), "{program}: {}", group.name);
    let variant = iss::read(&format!(".Shape~4x4~6~Raw{}", first.text)).unwrap();
    let (mut random, mut valid) = (Random::new(7), 0);
    let mut grid = vec![1; 16];
    for trial in 0..GRIDS {
        // Every other grid differs from the one before in one cell; a valid one is kept for longer.
        let changed = if trial % 2 == 0 && !rule(&grid) { 16 } else { 1 };
        for _ in 0..changed {
            grid[random.below(16)] = random.below(6) as u8 + 1;
        }
        let is_valid = rule(&grid);
        valid += usize::from(is_valid);
        assert_eq!(check_grid(&variant, &grid).is_ok(), is_valid, "{program}: {grid:?} {}", first.text);
    }
    assert!(valid > 10 && valid < GRIDS, "{program}: {valid} of {GRIDS} are valid");
    first.reason
}

/// Returns the digits of some cells.
fn of(grid: &[u8], cells: &[usize]) -> Vec<u8> {
    cells.iter().map(|cell| grid[*cell]).collect()
}

fn sum(digits: &[u8]) -> u32 {
    digits.iter().map(|digit| u32::from(*digit)).sum()
}

fn is_set(digits: &[u8]) -> bool {
    (1..=6).all(|digit| digits.iter().filter(|other| **other == digit).count() <= 1)
}

fn is_run(digits: &[u8]) -> bool {
    let (low, high) = (*digits.iter().min().unwrap(), *digits.iter().max().unwrap());
    (low..=high).all(|digit| digits.contains(&digit))
}

#[test]
fn built_in_components_mean_what_their_documentation_states() {
    let sorted = |grid: &[u8], cells: &[usize]| {
        let mut digits = of(grid, cells);
        digits.sort_unstable();
        digits
    };
    let count = |grid: &[u8], digit: u8, cells: &[usize]| {
        of(grid, cells).iter().filter(|other| **other == digit).count()
    };
    type Rule<'a> = &'a dyn Fn(&[u8]) -> bool;
    let rules: &[(&str, Rule<'_>)] = &[
        ("DifferentDigitsComponent('', [0, 5, 9])", &|g| is_set(&of(g, &[0, 5, 9]))),
        ("HouseComponent('', [0, 1, 2, 3, 4, 5])", &|g| is_set(&of(g, &[0, 1, 2, 3, 4, 5]))),
        ("SameDigitComponent('', [3, 6, 8])", &|g| g[3] == g[6] && g[6] == g[8]),
        ("GreaterThanComponent('', 7, 2)", &|g| g[7] < g[2]),
        ("LessThanComponent('', 2, 7)", &|g| g[2] < g[7]),
        ("GreaterThanOrEqualsComponent('', 4, 11)", &|g| g[11] >= g[4]),
        ("DifferenceComponent('', 2, 4, 5)", &|g| g[4].abs_diff(g[5]) == 2),
        ("DifferenceComponent('', [1, 3], 4, 5)", &|g| [1, 3].contains(&g[4].abs_diff(g[5]))),
        ("MinimumDifferenceComponent('', 3, 4, 5)", &|g| g[4].abs_diff(g[5]) >= 3),
        ("MaximumDifferenceComponent('', 2, 4, 5)", &|g| g[4].abs_diff(g[5]) <= 2),
        ("NegativeDifferenceComponent('', [1, 2], 4, 5)", &|g| ![1, 2].contains(&g[4].abs_diff(g[5]))),
        ("RatioComponent('', [2, 3], 4, 5)", &|g| {
            [2, 3].iter().any(|ratio| g[4] == g[5] * ratio || g[5] == g[4] * ratio)
        }),
        ("NegativeRatioComponent('', [2], 4, 5)", &|g| g[4] != g[5] * 2 && g[5] != g[4] * 2),
        ("PairComponent('', (a, b) => a * b === 12, 9, 2)", &|g| g[9] * g[2] == 12),
        ("PairComponent('', (a, b) => a === b + 1, 9, 2)", &|g| g[9] == g[2] + 1),
        ("PairComponent('', [, DigitSet.from([3]), , , new DigitSet(6), [6], []], 9, 2)", &|g| {
            [(1, 3), (4, 1), (4, 2), (5, 6)].contains(&(g[9], g[2]))
        }),
        ("WeakLinkComponent('', 1, 4, 8, 2)", &|g| g[1] != 4 || g[8] != 2),
        ("SumComponent('', 9, [0, 5, 10])", &|g| sum(&of(g, &[0, 5, 10])) == 9),
        ("SumComponent('', [5, 10], [0, 5, 10])", &|g| [5, 10].contains(&sum(&of(g, &[0, 5, 10])))),
        ("SumComponent('', 9, [0, 5, 5])", &|g| g[0] + 2 * g[5] == 9),
        ("NegativeSumComponent('', [5, 10], [1, 6])", &|g| ![5, 10].contains(&(g[1] + g[6]))),
        ("WeightedSumComponent('', 14, new Map([[1, 2], [6, 3]]))", &|g| 2 * g[1] + 3 * g[6] == 14),
        ("WeightedSumComponent('', 3, new Map([[1, 2], [6, -1]]))", &|g| 2 * g[1] == 3 + g[6]),
        ("ProductComponent('', [12, 24], [1, 6, 4])", &|g| {
            [12, 24].contains(&(u32::from(g[1]) * u32::from(g[6]) * u32::from(g[4])))
        }),
        ("SameSumComponent('', [{ name: '', cells: [0, 1] }, { name: '', cells: [4, 8, 12] }])", &|g| {
            g[0] + g[1] == g[4] + g[8] + g[12]
        }),
        ("SameSumComponent('', [{ cells: [0, 1], asNumber: true }, { cells: [4, 8, 12, 13, 14] }])", &|g| {
            10 * u32::from(g[0]) + u32::from(g[1]) == sum(&of(g, &[4, 8, 12, 13, 14]))
        }),
        ("XSumComponent('', 9, 0, [0, 1, 2, 3])", &|g| {
            let x = usize::from(g[0]);
            x <= 4 && sum(&g[..x]) == 9
        }),
        ("XSumComponent('', 9, 8, [0, 1, 2, 3])", &|g| {
            let x = usize::from(g[8]);
            x <= 4 && sum(&g[..x]) == 9
        }),
        ("SandwichSumComponent('', 5, [1, 6], [0, 1, 2, 3, 7])", &|g| {
            let line = of(g, &[0, 1, 2, 3, 7]);
            let crusts: Vec<usize> = (0..5).filter(|i| line[*i] == 1 || line[*i] == 6).collect();
            crusts.len() == 2 && sum(&line[crusts[0] + 1..crusts[1]]) == 5
        }),
        ("CountDigitComponent('', 3, 0, [4, 5, 6, 7])", &|g| usize::from(g[0]) == count(g, 3, &[4, 5, 6, 7])),
        ("CountDigitsComponent('', DigitSet.from([2, 4, 6]), 5, [4, 5, 6, 7])", &|g| {
            usize::from(g[5]) == of(g, &[4, 5, 6, 7]).iter().filter(|digit| **digit % 2 == 0).count()
        }),
        ("ExactDigitCountComponent('', 2, 2, [0, 1, 2, 3])", &|g| count(g, 2, &[0, 1, 2, 3]) == 2),
        ("MaxDigitCountComponent('', 2, 1, [0, 1, 2, 3])", &|g| count(g, 2, &[0, 1, 2, 3]) <= 1),
        ("IndexComponent('', 3, 0, [0, 1, 2, 3])", &|g| {
            g.get(usize::from(g[0]) - 1).is_some_and(|it| g[0] < 5 && *it == 3)
        }),
        ("IndexComponent('', 3, 8, [0, 1, 2, 3])", &|g| g[8] < 5 && g[usize::from(g[8]) - 1] == 3),
        ("NegativeIndexComponent('', 3, 8, [0, 1, 2, 3])", &|g| g[8] > 4 || g[usize::from(g[8]) - 1] != 3),
        ("SkyscraperComponent('', 3, [0, 1, 2, 3])", &|g| {
            (0..4).filter(|i| (0..*i).all(|before| g[before] < g[*i])).count() == 3
        }),
        ("SequenceComponent('', [0, 1, 2])", &|g| 2 * g[1] == g[0] + g[2]),
        ("ConsecutiveDigitsComponent('', [0, 1, 2])", &|g| is_run(&g[..3])),
        ("ConsecutiveDigitsSetComponent('', [0, 1, 2])", &|g| is_run(&g[..3]) && is_set(&g[..3])),
        ("PredefinedCandidatesComponent('', DigitSet.from([2, 5]), [3, 4])", &|g| {
            [2, 5].contains(&g[3]) && [2, 5].contains(&g[4])
        }),
        ("ForbiddenCandidatesComponent('', new DigitSet(1 << 6), 3)", &|g| g[3] != 6),
        ("RequiredDigitsComponent('', [4, 2, 2], [0, 1, 2, 3])", &|g| {
            count(g, 2, &[0, 1, 2, 3]) >= 2 && count(g, 4, &[0, 1, 2, 3]) >= 1
        }),
        ("DifferentGroupsComponent('', [[1, 6], [2, 5], [3, 4]].map(DigitSet.from), [0, 9])", &|g| {
            g[0] != g[9] && g[0] + g[9] != 7
        }),
        ("SameGroupComponent('', [[1, 6], [2, 5], [3, 4]].map(DigitSet.from), [0, 9])", &|g| {
            g[0] == g[9] || g[0] + g[9] == 7
        }),
        ("RequiredGroupsComponent('', [[1, 2, 3], [4, 5, 6]].map(DigitSet.from), [0, 9, 3])", &|g| {
            of(g, &[0, 9, 3]).iter().any(|digit| *digit < 4)
                && of(g, &[0, 9, 3]).iter().any(|digit| *digit > 3)
        }),
        ("DiverseGroupsComponent('', [[1, 2], [3, 4], [5, 6]].map(DigitSet.from), [0, 9])", &|g| {
            (g[0] - 1) / 2 != (g[9] - 1) / 2
        }),
        ("BetweenComponent('', [0, 3], [1, 2])", &|g| {
            let (low, high) = (g[0].min(g[3]), g[0].max(g[3]));
            g[1..3].iter().all(|digit| low < *digit && *digit < high)
        }),
        ("NegativeBetweenComponent('', [0, 3], [1, 2])", &|g| {
            let (low, high) = (g[0].min(g[3]), g[0].max(g[3]));
            g[1..3].iter().all(|digit| *digit <= low || high <= *digit)
        }),
        ("DifferentCombinationsComponent('', [[0, 1, 2], [4, 5, 6], [12, 13, 14]])", &|g| {
            let sets = [sorted(g, &[0, 1, 2]), sorted(g, &[4, 5, 6]), sorted(g, &[12, 13, 14])];
            sets[0] != sets[1] && sets[0] != sets[2] && sets[1] != sets[2]
        }),
    ];
    for (component, rule) in rules {
        let program = format!("puzzle.addConstraintComponent(new {component})");
        assert_eq!(assert_means(&program, &[], json!([]), rule), Reason::Program(0), "{component}");
    }
}

#[test]
fn programs_find_cells_with_the_helpers() {
    let add =
        "const add = (a, b) => puzzle.addConstraintComponent(new MaximumDifferenceComponent('', 3, a, b));";
    let differ =
        |grid: &[u8], pairs: &[(usize, usize)]| pairs.iter().all(|(a, b)| grid[*a].abs_diff(grid[*b]) <= 3);
    let orthogonal: Vec<(usize, usize)> = (0..16)
        .flat_map(|cell| [(cell % 4 < 3).then(|| (cell, cell + 1)), (cell < 12).then(|| (cell, cell + 4))])
        .flatten()
        .collect();
    let knight = [(0, 6), (0, 9), (1, 7), (1, 8), (1, 10), (2, 4), (2, 9), (2, 11), (3, 5), (3, 10)];
    let programs: &[(&str, &[(usize, usize)])] = &[
        ("for (const [a, b] of helpers.geometry.getAllDominoes()) add(a, b)", &orthogonal),
        (
            "for (let i = 0; i < 16; i++) for (const other of helpers.geometry.getOrthogonallyAdjacentCells(i)) add(i, other)",
            &orthogonal,
        ),
        (
            "for (const [a, b] of helpers.geometry.getAllKnightMovePairs()) if (Math.min(a, b) < 4) add(a, b)",
            &knight,
        ),
        (
            "add(puzzle.getCellAt(1, 0), puzzle.getCellAt(3, 2)); if (puzzle.getCellAt(4, 0) !== undefined) throw 1",
            &[(1, 11)],
        ),
        (
            "for (const row of helpers.geometry.getAllRows()) add(row[0], row[3])",
            &[(0, 3), (4, 7), (8, 11), (12, 15)],
        ),
        (
            "for (const part of helpers.geometry.getSubsetsPerRegion([0, 1, 2, 6])) add(part[0], part[1])",
            &[(0, 1), (2, 6)],
        ),
        ("const [a, , b] = [...helpers.geometry.getCellsPointedAtByOuterClue(12)]; add(a, b)", &[(4, 6)]),
        ("for (const { cells: [a, b] } of input.groups) add(a, b)", &[(2, 8)]),
    ];
    for (program, pairs) in programs {
        let groups = json!([{ "value": "", "cells": [2, 8] }]);
        let program = format!("{add}\n{program}");
        assert_means(&program, &[], groups, |grid| differ(grid, pairs));
    }
}

#[test]
fn components_of_authors_mean_what_their_functions_accept() {
    let each =
        "for (const group of input.groups) puzzle.addConstraintComponent(new RuleComponent('', group.cells))";
    let cells = [0, 1, 5, 10, 11];
    let groups = json!([{ "value": "", "cells": cells }]);
    let validate = |body: &str| {
        format!(
            "function validate(instance, puzzle) {{
                const {{ cells }} = instance;
                if (!puzzle.getCellsAreFilled(cells)) return true;
                const v = cells.map((cell) => puzzle.getValue(cell));
                {body}
            }}"
        )
    };
    type Rule<'a> = &'a dyn Fn(&[u8]) -> bool;
    let rules: &[(String, Rule<'_>)] = &[
        (validate("return new Set(v).size > 2"), &|v| (1..=6).filter(|digit| v.contains(digit)).count() > 2),
        (validate("return v[0] * v[1] === v[2] + v[3] + v[4]"), &|v| u32::from(v[0] * v[1]) == sum(&v[2..])),
        (validate("return v.filter((digit) => digit % 2).length === v[0]"), &|v| {
            v.iter().filter(|digit| **digit % 2 == 1).count() == usize::from(v[0])
        }),
        // Without `validate`, the rule is what `update` does not remove.
        (
            "function* update({ cells }, puzzle) {
                for (const cell of cells.slice(1)) {
                    if (puzzle.hasValue(cells[0])) yield puzzle.removeCandidateFromCell(puzzle.getValue(cells[0]), cell);
                }
            }"
            .to_owned(),
            &|v| !v[1..].contains(&v[0]),
        ),
        (
            "function* initialize({ cells }, puzzle) { yield puzzle.removeCandidatesFromCells(1 << 4, cells) }
            function* update(instance, puzzle) {
                yield puzzle.replaceComponent(instance, new GreaterThanComponent('', instance.cells[0], instance.cells[1]));
            }"
            .to_owned(),
            &|v| !v.contains(&4) && v[0] < v[1],
        ),
        (
            "function* update({ cells }, puzzle) { if (puzzle.getValue(cells[0]) > 3) yield puzzle.stop('no') }".to_owned(),
            &|v| v[0] <= 3,
        ),
        // Neither does what it stores in an object of `setParams`.
        (
            "function setParams(instance, cells) { instance.cell = cells[0]; instance.seen = new Set() }
            function validate({ cell, seen }, puzzle) {
                seen.add(puzzle.getValue(cell));
                return seen.size === 1 && puzzle.getValue(cell) < 3;
            }"
            .to_owned(),
            &|v| v[0] < 3,
        ),
        // The data that a call stores have no effect on later calls.
        (
            "function setParams(instance, cells) { instance.first = cells[0]; instance.memo = undefined }
            function validate(instance, puzzle) {
                if (instance.memo !== undefined) return instance.memo;
                return (instance.memo = puzzle.getValue(instance.first) < 3);
            }"
            .to_owned(),
            &|v| v[0] < 3,
        ),
    ];
    for (code, rule) in rules {
        let reason =
            assert_means(each, &[("RuleComponent", code)], groups.clone(), |grid| rule(&of(grid, &cells)));
        assert!(matches!(reason, Reason::Program(_)));
    }
}

#[test]
fn the_cells_that_a_function_reads_belong_to_the_rule() {
    let code = "function validate({ cells: [cell] }, puzzle) {
        const around = [...helpers.geometry.getOrthogonallyAdjacentCells(cell), ...helpers.geometry.getDiagonallyAdjacentCells(cell)];
        return around.filter((other) => puzzle.getValue(other) % 2 === 0).length === puzzle.getValue(cell);
    }";
    let add = "puzzle.addConstraintComponent(new CountComponent('', [5]))";
    let around = [0, 1, 2, 4, 6, 8, 9, 10];
    let reason = assert_means(add, &[("CountComponent", code)], json!([]), |grid| {
        of(grid, &around).iter().filter(|digit| **digit % 2 == 0).count() == usize::from(grid[5])
    });
    assert!(matches!(reason, Reason::Program(1..)), "6^9 assignments are too many to try");
}

#[test]
fn cells_that_are_read_for_some_digits_only_belong_to_the_rule() {
    let code = "function validate({ cells: [cell] }, puzzle) {
        return puzzle.getValue(cell) !== 6 || puzzle.getValue(9) !== 5 || puzzle.getValue(10) !== 4 || puzzle.getValue(11) === 3;
    }";
    let add = "puzzle.addConstraintComponent(new RuleComponent('', [5]))";
    assert_means(add, &[("RuleComponent", code)], json!([]), |grid| {
        (grid[5], grid[9], grid[10]) != (6, 5, 4) || grid[11] == 3
    });
}

#[test]
fn a_component_that_nothing_satisfies_is_not_dropped() {
    let name = |component: &str| {
        group(&puzzle(&format!("puzzle.addConstraintComponent(new {component})"), &[], json!([]))).name
    };
    for component in ["ExactDigitCountComponent('', 5, 2, [])", "DifferentDigitsComponent('', [3, 3])"] {
        assert_eq!(name(component), "custom constraint `rule` (no digits satisfy it)", "{component}");
    }
}

#[test]
fn a_rule_without_components_has_no_effect() {
    let group = group(&puzzle("for (const group of input.groups) throw 1", &[], json!([])));
    assert_eq!((group.candidates[0].text.as_str(), group.candidates[0].reason), ("", Reason::Program(0)));
}

#[test]
fn a_program_without_a_result_is_a_group_with_the_reason() {
    let name = |code: &str| group(&puzzle(code, &[], json!([]))).name;
    assert_eq!(name("throw new Error('no')"), "custom constraint `rule` (no)");
    assert!(
        name("new UnknownComponent()").contains("UnknownComponent is not defined"),
        "{}",
        name("new UnknownComponent()")
    );
    assert_eq!(name("syntax error"), "custom constraint `rule` (expecting ';')");
    assert_eq!(name("// to do"), "custom constraint `rule` (its program is empty)");
    let never = "puzzle.addConstraintComponent(new SumComponent('', [1, 2], [0, 1, 2]))";
    assert_eq!(name(never), "custom constraint `rule` (no digits satisfy it)");
    let text = puzzle("", &[], json!([]));
    let unread = Proposal::read(text.as_bytes()).unwrap();
    assert_eq!(unread.groups[0].name, "custom constraint `rule` (its program was not run)");
    assert!(unread.sentences.iter().any(|sentence| sentence.text.contains("rule")));
}

#[test]
fn a_program_that_the_stored_solution_violates_has_no_meaning() {
    let code = "puzzle.addConstraintComponent(new GreaterThanComponent('', 0, 1))";
    let mut file: Value = serde_json::from_str(&puzzle(code, &[], json!([]))).unwrap();
    let mut name = |digits: [u8; 2]| {
        let digit = |i: usize| digits.get(i).copied().unwrap_or(1);
        file["puzzle"]["cells"] = (0..16).map(|i| json!({ "value": digit(i) })).collect();
        group(&file.to_string()).name
    };
    assert_eq!(name([1, 2]), "custom constraint `rule`");
    assert_eq!(name([2, 1]), "custom constraint `rule` (the stored solution violates it)");
}

/// Each of these programs tries to run forever, to fill the memory, or to reach what lies outside.
#[test]
fn hostile_programs_are_bounded_and_refused() {
    let main = [
        "for (;;);",
        "while (true) { try { for (;;); } catch {} }",
        "try { for (;;); } finally { for (;;); }",
        "const f = () => f() + 1; f()",
        "const f = () => { try { f() } finally { f() } }; f()",
        "const list = []; for (;;) list.push(new Array(1e5).fill(1))",
        "let text = 'x'; for (;;) text += text",
        "'x'.repeat(2 ** 30)",
        "Array.from({ length: 1e9 })",
        "let object = {}; for (;;) object = { object }",
        "const map = new Map(); for (let i = 0; ; i++) map.set(i, { i })",
        "/^(a+)+$/.test('a'.repeat(64) + '!')",
        "new Function('for (;;);')()",
        "(0, eval)('for (;;);')",
        "[3, 1, 2].sort(() => { for (;;); })",
        "new Proxy({}, { get() { for (;;); } }).x",
        "throw { get message() { for (;;); } }",
        "throw { toString() { throw 1 } }",
        "JSON.stringify = () => { for (;;); }; throw 1",
        "Object.prototype.toJSON = () => { for (;;); }; throw 1",
        "function* g() { try { for (;;) yield } finally { for (;;); } } for (const _ of g()) break",
        "(function f() { return this.process })().exit(1)",
        "[].constructor.constructor('return fetch')()('http://127.0.0.1')",
        "require('fs')",
        "new Date()",
        "new Worker('')",
        "setTimeout(() => {}, 1)",
        "new SharedArrayBuffer(8)",
        "for (let i = 0; i < 1e5; i++) puzzle.addConstraintComponent(new SameDigitComponent('', [0, 1]))",
        "puzzle.addConstraintComponent({ cells: [0] })",
        "puzzle.addConstraintComponent(new SameDigitComponent('', [0, 99]))",
        "puzzle.addConstraintComponent(new SameDigitComponent('', [0, -1]))",
        "puzzle.addConstraintComponent(new SumComponent('', 1e308, [0, 1]))",
        "puzzle.addConstraintComponent(new PairComponent('', () => { for (;;); }, 0, 1))",
    ];
    for code in main {
        let group = group_with(&puzzle(code, &[], json!([])), RUNNER_OF_HOSTILE);
        assert!(group.name.ends_with(')'), "{code} is read: {group:?}");
        assert!(group.candidates.iter().all(|it| !matches!(it.reason, Reason::Program(_))), "{code}");
    }
    let components = [
        "function validate() { for (;;); }",
        "function* update() { for (;;) yield undefined }",
        "function* initialize() { const list = []; for (;;) list.push(list.slice()) }",
        "function setParams() { for (;;); }",
        "function getAffectedCells() { return { *[Symbol.iterator]() { for (;;) yield 0 } } }",
        "for (;;);",
        "function validate(instance, puzzle) { return puzzle.unknownFunction() }",
        "function validate() { return false }",
    ];
    for code in components {
        let add = "puzzle.addConstraintComponent(new BadComponent('', [0, 1]))";
        let group = group_with(&puzzle(add, &[("BadComponent", code)], json!([])), RUNNER_OF_HOSTILE);
        assert!(group.name.ends_with(')'), "{code} is read: {group:?}");
    }
}

/// Nothing that a program leaves in its engine stops the process when the engine is dropped.
#[test]
fn programs_with_jobs_and_cycles_end_cleanly() {
    for code in [
        "import('x')",
        "(async () => { for await (const _ of []) ; })()",
        "(async function* () { yield 1 })().next()",
        "let p = Promise.resolve(); const next = () => { p = p.then(next) }; next()",
        "const cycle = {}; cycle.self = cycle; globalThis.kept = cycle",
        "Promise.reject(new Error('unhandled'))",
    ] {
        let group = group(&puzzle(code, &[], json!([])));
        assert_eq!(group.candidates[0].reason, Reason::Program(0), "{code}: {}", group.name);
    }
}
