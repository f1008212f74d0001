//! Conditions with scopes: rules in one line each, compared with functions of the grid that are written for
//! the rule, over all classic 4x4 grids.

use farandole_csp::{Config, Refutation, VariantFormula};
use farandole_logic::explain::english::Depth;
use farandole_logic::explain::variant::english;
use farandole_logic::variant::{State, Walk, contradicts, prove};
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::check_grid;
use farandole_testkit::{four_by_four, pb};

type Grid = [[i64; 4]; 4];

/// Returns the classic 4x4 grids.
fn grids() -> Vec<Grid> {
    four_by_four::grids().into_iter().map(|grid| grid.map(|row| row.map(i64::from))).collect()
}

/// Returns the values at the given offsets from a cell.
fn around(grid: &Grid, row: i64, col: i64, is_near: impl Fn(i64, i64) -> bool) -> Vec<i64> {
    let cells = (0..4).flat_map(|r| (0..4).map(move |c| (r, c)));
    let near = cells.filter(|(r, c)| (*r, *c) != (row, col) && is_near((r - row).abs(), (c - col).abs()));
    near.map(|(r, c)| grid[r as usize][c as usize]).collect()
}

fn seen(grid: &Grid, row: i64, col: i64) -> Vec<i64> {
    let cells = (0..4).flat_map(|r| (0..4).map(move |c| (r, c)));
    let sees = |r: i64, c: i64| r == row || c == col || r / 2 == row / 2 && c / 2 == col / 2;
    cells
        .filter(|(r, c)| (*r, *c) != (row, col) && sees(*r, *c))
        .map(|(r, c)| grid[r as usize][c as usize])
        .collect()
}

fn box_at(grid: &Grid, number: usize) -> Vec<i64> {
    let (row, col) = (number / 2 * 2, number % 2 * 2);
    vec![grid[row][col], grid[row][col + 1], grid[row + 1][col], grid[row + 1][col + 1]]
}

fn number_of(values: &[i64], holds: impl Fn(i64) -> bool) -> i64 {
    values.iter().filter(|value| holds(**value)).count() as i64
}

fn distinct(values: &[i64]) -> usize {
    values.iter().collect::<std::collections::BTreeSet<_>>().len()
}

/// A rule in constraint text, and as a function of the grid.
type Rule = (&'static str, fn(&Grid) -> bool);

const IS_KING: fn(i64, i64) -> bool = |r, c| r <= 1 && c <= 1;
const IS_KNIGHT: fn(i64, i64) -> bool = |r, c| r * c == 2;

const RULES: [Rule; 13] = [
    // Cells that count the cells of their parity that they see.
    (".Condition~for x in group: x=count(y in seen(x) where y%2=x%2)~R1C1~R4C3", |grid| {
        [(0, 0), (3, 2)].iter().all(|(r, c)| {
            let own = grid[*r as usize][*c as usize];
            own == number_of(&seen(grid, *r, *c), |y| y % 2 == own % 2)
        })
    }),
    // Some cell a knight's move away is in the same half of the values.
    (".Condition~for x in grid: or(y in knight(x): div(y-1,2)=div(x-1,2))", |grid| {
        (0..16).all(|at| {
            let (r, c) = (at / 4, at % 4);
            let half = (grid[r as usize][c as usize] - 1) / 2;
            around(grid, r, c, IS_KNIGHT).iter().any(|y| (y - 1) / 2 == half)
        })
    }),
    (".Condition~product(diagonal)=product(antidiagonal)", |grid| {
        let product = |col: fn(usize) -> usize| (0..4).map(|r| grid[r][col(r)]).product::<i64>();
        product(|r| r) == product(|r| 3 - r)
    }),
    // An index line: if the n-th digit is d, the d-th digit is n.
    (".Condition~for x in line: nth(x,line)=index(x,line)~R1C1~R1C2~R1C3~R1C4", |grid| {
        let line = grid[0];
        (0..4).all(|n| line[line[n] as usize - 1] == n as i64 + 1)
    }),
    // The first two digits of each box have a difference of at most 2.
    (".Condition~for x in boxes: abs(nth(1,x)-nth(2,x))<3", |grid| {
        (0..4).all(|number| (box_at(grid, number)[0] - box_at(grid, number)[1]).abs() < 3)
    }),
    // The digit of an arrow counts the odd digits along it.
    (".Condition~a=count(x in along(a,b) where x%2=1)~R2C1~R2C2~~R4C4~R3C3", |grid| {
        let row = number_of(&grid[1][1..], |x| x % 2 == 1);
        let diagonal = number_of(&[grid[2][2], grid[1][1], grid[0][0]], |x| x % 2 == 1);
        grid[1][0] == row && grid[3][3] == diagonal
    }),
    // Clues for the sum of the eight surrounding cells.
    (".Condition~sum(king(a))=#~_20~R2C2~_18~R3C3", |grid| {
        let sum = |r, c| around(grid, r, c, IS_KING).iter().sum::<i64>();
        sum(1, 1) == 20 && sum(2, 2) == 18
    }),
    (".Condition~for x in squares: distinct(x)>2", |grid| {
        (0..9).all(|at| {
            let (r, c) = (at / 3, at % 3);
            distinct(&[grid[r][c], grid[r][c + 1], grid[r + 1][c], grid[r + 1][c + 1]]) > 2
        })
    }),
    (".Condition~for x in rectangles: sum(x)>6", |grid| {
        let pairs = || (0..4).flat_map(|one| (one + 1..4).map(move |two| (one, two)));
        pairs().all(|(r, s)| pairs().all(|(c, d)| grid[r][c] + grid[r][d] + grid[s][c] + grid[s][d] > 6))
    }),
    (".Condition~count(x in rows where nth(1,x)<nth(4,x))=2", |grid| {
        grid.iter().filter(|row| row[0] < row[3]).count() == 2
    }),
    // The position of 1 in the line is the digit at its start; neighbours differ.
    (".Condition~find(1,line)=a&for x,y in line: x!=y~R1C2~R2C2~R3C3~R4C4", |grid| {
        let line = [grid[0][1], grid[1][1], grid[2][2], grid[3][3]];
        line.iter().position(|x| *x == 1).map_or(0, |at| at as i64 + 1) == line[0]
            && line.windows(2).all(|pair| pair[0] != pair[1])
    }),
    (".Condition~sum(ends)=sum(x in line where x>2)~R1C1~R1C2~R2C2~R3C1", |grid| {
        let line = [grid[0][0], grid[0][1], grid[1][1], grid[2][0]];
        line[0] + line[3] == line.iter().filter(|x| **x > 2).sum::<i64>()
    }),
    // At least as great as all diagonal neighbours; the orthogonal ones sum to no multiple of 3.
    (".Condition~a>=max(diagonal(a))&sum(orthogonal(a))%3!=0~R2C3", |grid| {
        let diagonal = around(grid, 1, 2, |r, c| r == 1 && c == 1);
        let orthogonal: i64 = around(grid, 1, 2, |r, c| r + c == 1).iter().sum();
        diagonal.iter().all(|x| grid[1][2] >= *x) && orthogonal % 3 != 0
    }),
];

#[test]
fn rules_with_scopes_have_their_solutions() {
    let grids = grids();
    assert_eq!(grids.len(), 288);
    for (text, holds) in RULES {
        let text = format!(".Shape~4x4{text}");
        let variant = iss::read(&text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let written = iss::write(&variant);
        assert_eq!(iss::read(&written).unwrap(), variant, "{written}");
        let mut expected = 0;
        for grid in &grids {
            let flat: Vec<u8> = grid.iter().flatten().map(|digit| *digit as u8).collect();
            assert_eq!(check_grid(&variant, &flat).is_ok(), holds(grid), "{text}: {grid:?}");
            expected += u64::from(holds(grid));
        }
        assert!((1..288).contains(&expected), "{text}: {expected}");
        assert_eq!(farandole::count(text.as_str()).unwrap().solutions(), expected, "{text}");
    }
}

/// Returns the first grid that satisfies a rule, and givens with which no other grid does.
fn puzzle(grids: &[Grid], holds: fn(&Grid) -> bool) -> (Vec<u8>, String) {
    let mut left: Vec<&Grid> = grids.iter().filter(|grid| holds(grid)).collect();
    let chosen = left[0];
    let mut givens = String::new();
    for (row, col) in (0..16).map(|at| (at / 4, at % 4)) {
        let digit = chosen[row][col];
        if left.iter().any(|grid| grid[row][col] != digit) {
            left.retain(|grid| grid[row][col] == digit);
            givens += &format!(".~R{}C{}_{digit}", row + 1, col + 1);
        }
    }
    (chosen.iter().flatten().map(|digit| *digit as u8).collect(), givens)
}

#[test]
fn rules_with_scopes_are_proved_and_explained() {
    let grids = grids();
    let (mut proofs, mut solved) = (0, 0);
    for (rule, holds) in RULES {
        let (solution, givens) = puzzle(&grids, holds);
        let text = format!(".Shape~4x4{givens}{rule}");
        let variant = iss::read(&text).unwrap();
        if let Ok(formula) = VariantFormula::new(&variant, Some(&solution)) {
            let (mut model, mut proof) = (Vec::new(), Vec::new());
            formula.write(&mut model).unwrap();
            let answer = formula.refute(&Config::default(), &mut proof).unwrap();
            assert_eq!(answer, Refutation::Written, "{text}");
            let (model, proof) = (String::from_utf8(model).unwrap(), String::from_utf8(proof).unwrap());
            assert_eq!(pb::check(&model, &proof), Ok(()), "{text}");
            proofs += 1;
        }
        let (steps, outcome) = Walk::new(State::new(&variant), 100_000).to_end();
        for (before, step) in &steps {
            assert_eq!(contradicts(step, &solution), None, "{text}");
            assert_eq!(prove(before, step), Ok(()), "{text}: {}", english::step(before, step, Depth::Why));
        }
        solved += usize::from(outcome == farandole_logic::PathOutcome::Solved);
    }
    assert_eq!((proofs, solved), (RULES.len(), RULES.len()));
}

#[test]
fn faulty_scopes_are_reported_with_their_positions() {
    // A caret marks the position of the error.
    for (text, part) in [
        ("for x in ^nowhere: x=1", "a scope"),
        ("for x,y in grid: x=1&^", "a number, a cell"),
        ("for x in grid: R1C1=1 & ^y=1", "cell"),
        ("sum(seen(R1C1)^+1)=3", "parenthesis"),
        ("sum(x in rows^)=3", "single cell"),
        ("max(along(R1C1,R1C1)^)=1", "at least one cell"),
        ("sum(^line)=3", "cells after the condition"),
        ("R1C1=^#", "name of the list"),
        ("for x in knight(^grid): x=1", "cell"),
        ("for x in along(R1C1,R1C1): for y in grid: ^1", "a condition"),
        ("for a in grid: for b in grid: for c in grid: for d in grid: a^!=b", "40000"),
        ("find(find(find(1,grid),grid^),grid)=1", "40000"),
        ("R1C1=1~^R1C2", "no further argument"),
        ("a=b~^R1C1~R1C2~R1C3", "3 cells, expected 2"),
        ("a=1~^_5~R1C1", "lists without names"),
    ] {
        let start = ".Shape~4x4.Condition~";
        let error = iss::read(&format!("{start}{}", text.replace('^', ""))).unwrap_err();
        let column = start.len() + text.find('^').unwrap() + 1;
        let error = error.errors()[0];
        assert!(error.to_string().contains(part), "{text}: {error}");
        assert_eq!(error.column() as usize, column, "{text}: {error}");
    }
}

#[test]
fn hostile_conditions_are_refused_soon() {
    let deep = |part: &str, end: &str, count: usize| format!("{}{end}", part.repeat(count));
    for (text, part) in [
        (deep("for x in grid: ", "x=1", 39), "40000 parts"),
        (deep("for x in grid: ", "x=1", 10_000), "40 levels"),
        (deep("sum(x in grid: ", "x", 20) + &")".repeat(20) + "=1", "40000 parts"),
        (deep("find(", "1", 30) + &",grid)".repeat(30) + "=1", "40000 parts"),
        (deep("distinct(1,", "grid", 30) + &")".repeat(30) + "=1", "40000 parts"),
        (deep("for x in ends: ", "x=1", 39) + "~R1C1~R1C2", "40000 parts"),
        (
            "for x,y in grid: for z,w in grid: for u,v in grid: 1=1&x+y+z+w+u+v<99&9<0+9*9".into(),
            "40000 parts",
        ),
    ] {
        let start = std::time::Instant::now();
        let error = iss::read(&format!(".Shape~16x16.Condition~{text}")).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
        assert!(start.elapsed().as_secs() < 5, "{text}: {:?}", start.elapsed());
    }
}

#[test]
fn copies_of_a_rule_apply_to_the_shifted_cells() {
    // Targets R1C1 and R2C2. The cells of a copy are those of R1C1, not all neighbours of R2C2.
    let copies = iss::read(".Shape~4x4.Replicate~h.Condition~sum(king(a))>a~R1C1.End").unwrap();
    let plain = ".Shape~4x4.Condition~R1C2+R2C1+R2C2>R1C1.Condition~R2C3+R3C2+R3C3>R2C2";
    assert_eq!(copies, iss::read(plain).unwrap());
    assert_eq!(iss::write(&copies), plain);
}
