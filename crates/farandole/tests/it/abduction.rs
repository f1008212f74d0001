//! Meanings that only the stored solution suggests: on random puzzles whose rule the reader does not know, the
//! proposed meaning is equivalent to the rule, and a confirmed reading is confirmed by the rule itself.
//!
//! The rules are stated here as conditions on digits, and brute force counts the solutions.

use farandole::variant::COUNTER;
use farandole_formats::editor::proposal::{Bounds, Choice, Proposal, Reason, Verdict};
use farandole_puzzle::format::iss;
use farandole_testkit::Random;
use serde_json::{Value, json};

const SIDE: usize = 6;

type Cell = usize;

/// A rule of pairs of neighbours, with the numbers that its sentence contains.
struct Rule {
    numbers: &'static str,
    holds: fn(u8, u8) -> bool,
    /// True if a composed meaning is equivalent to the rule.
    is_known: bool,
}

const RULES: &[Rule] = &[
    Rule { numbers: "3", holds: |a, b| (a + b) % 3 == 0, is_known: true },
    Rule { numbers: "7", holds: |a, b| a + b == 7, is_known: true },
    Rule { numbers: "2", holds: |a, b| a.abs_diff(b) == 2, is_known: true },
    Rule { numbers: "4", holds: |a, b| (a + b) % 4 == 1, is_known: true },
    Rule { numbers: "", holds: |a, b| a.is_multiple_of(b) || b.is_multiple_of(a), is_known: true },
    // Relations that no composed meaning expresses.
    Rule { numbers: "", holds: |a, b| [1, 4].contains(&a.min(b)) && a.max(b) != 5, is_known: false },
    Rule { numbers: "", holds: |a, b| (a * a + 3 * b * b + a * b) % 5 < 2, is_known: false },
];

/// Returns a solution with much structure: its rows are rotations of each other.
fn regular_grid(random: &mut Random) -> [u8; SIDE * SIDE] {
    let mut digits: Vec<u8> = (1..=6).collect();
    random.shuffle(&mut digits);
    core::array::from_fn(|at| digits[(at / SIDE % 2 * 3 + at / SIDE / 2 + at % SIDE) % SIDE])
}

/// Returns a random solution: cells are filled in order with random digits, from the start again after a dead
/// end.
fn random_grid(random: &mut Random) -> [u8; SIDE * SIDE] {
    loop {
        let mut grid = [0; SIDE * SIDE];
        for at in 0..36 {
            let open: Vec<u8> = (1..=6).filter(|digit| !is_seen(&grid, at, *digit)).collect();
            if let Some(digit) = open.get(random.below(open.len().max(1))) {
                grid[at] = *digit;
            }
        }
        if !grid.contains(&0) {
            return grid;
        }
    }
}

/// Returns true if the row, the column or the box of a cell contains a digit.
fn is_seen(grid: &[u8; 36], at: Cell, digit: u8) -> bool {
    let sees = |other: usize| {
        let (row, col) = (at / SIDE, at % SIDE);
        let (down, right) = (other / SIDE, other % SIDE);
        row == down || col == right || row / 2 == down / 2 && col / 3 == right / 3
    };
    (0..36).any(|other| grid[other] == digit && sees(other))
}

/// Returns all pairs of neighbours.
fn pairs() -> Vec<(Cell, Cell)> {
    let right = (0..36).filter(|cell| cell % SIDE < SIDE - 1).map(|cell| (cell, cell + 1));
    let down = (0..30).map(|cell| (cell, cell + SIDE));
    right.chain(down).collect()
}

struct Puzzle {
    grid: [u8; 36],
    givens: Vec<Cell>,
    marks: Vec<(Cell, Cell)>,
    rule: &'static Rule,
}

impl Puzzle {
    fn random(rule: &'static Rule, random: &mut Random) -> Self {
        let grid = if random.below(4) == 0 { regular_grid(random) } else { random_grid(random) };
        let is_marked = |(one, two): &(Cell, Cell)| (rule.holds)(grid[*one], grid[*two]);
        let mut marks: Vec<_> = pairs().into_iter().filter(is_marked).collect();
        random.shuffle(&mut marks);
        marks.truncate(14);
        let givens = (0..8).map(|_| random.below(36)).collect();
        Self { grid, givens, marks, rule }
    }

    fn text(&self) -> String {
        self.text_with(&format!("Snarks at a teal bar are boojums {}.", self.rule.numbers))
    }

    fn text_with(&self, sentence: &str) -> String {
        let cell = |at: usize| match self.givens.contains(&at) {
            true => json!({ "value": self.grid[at] }),
            false => json!({}),
        };
        let cells: Vec<Vec<Value>> =
            (0..SIDE).map(|row| (0..SIDE).map(|col| cell(row * SIDE + col)).collect()).collect();
        let regions: Vec<Vec<[usize; 2]>> = (0..SIDE)
            .map(|at| (0..SIDE).map(|it| [at / 2 * 2 + it / 3, at % 2 * 3 + it % 3]).collect())
            .collect();
        let mark = |(one, two): &(Cell, Cell)| {
            let middle = |one: usize, two: usize| (one + two) as f64 / 2.0 + 0.5;
            let centre = [middle(one / SIDE, two / SIDE), middle(one % SIDE, two % SIDE)];
            json!({ "center": centre, "width": 0.4, "height": 0.2, "backgroundColor": "#008080" })
        };
        let marks: Vec<Value> = self.marks.iter().map(mark).collect();
        let solution: String = self.grid.iter().map(u8::to_string).collect();
        let rules = format!("Normal sudoku rules apply. {sentence}");
        json!({
            "cells": cells, "regions": regions, "overlays": marks,
            "metadata": { "rules": rules, "solution": solution },
        })
        .to_string()
    }

    /// Returns the number of grids with the givens and the rule, up to 2.
    fn solutions(&self) -> usize {
        let mut grid = [0; 36];
        self.givens.iter().for_each(|cell| grid[*cell] = self.grid[*cell]);
        let mut found = 0;
        self.fill(&mut grid, 0, &mut found);
        found
    }

    fn fill(&self, grid: &mut [u8; 36], from: usize, found: &mut usize) {
        let Some(at) = (from..36).find(|at| grid[*at] == 0) else {
            *found += usize::from(self.agrees(grid));
            return;
        };
        for digit in 1..=6 {
            if *found < 2 && !is_seen(grid, at, digit) {
                grid[at] = digit;
                if self.agrees(grid) {
                    self.fill(grid, at + 1, found);
                }
                grid[at] = 0;
            }
        }
    }

    /// Returns true if no mark between filled cells violates the rule.
    fn agrees(&self, grid: &[u8; 36]) -> bool {
        let holds = |(one, two): &(Cell, Cell)| {
            let (a, b) = (grid[*one], grid[*two]);
            a == 0 || b == 0 || (self.rule.holds)(a, b)
        };
        self.marks.iter().all(holds)
    }
}

/// Returns true if constraint text about pairs allows the same two different digits as a rule.
fn is_equivalent(text: &str, rule: &Rule) -> bool {
    let variant = iss::read(&format!(".Shape~6x6{text}")).unwrap();
    let board = variant.board();
    variant.constraints().iter().all(|constraint| {
        let [one, two] = constraint.cells(board)[..] else { return false };
        (1..=6).all(|a| {
            (1..=6).filter(|b| *b != a).all(|b| {
                let mut values = [1; 36];
                (values[one.index()], values[two.index()]) = (a, b);
                constraint.check(board, &values).is_ok() == (rule.holds)(a, b)
            })
        })
    })
}

#[test]
fn an_unknown_rule_is_found_and_never_confirmed_without_it() {
    let mut random = Random::new(20_262);
    let (mut found, mut known, mut confirmed, mut faults) = (0, 0, 0, Vec::new());
    for round in 0..210 {
        let puzzle = Puzzle::random(&RULES[round % RULES.len()], &mut random);
        if puzzle.marks.len() < 6 {
            continue;
        }
        let text = puzzle.text();
        let proposal = Proposal::read(text.as_bytes()).unwrap();
        let best =
            proposal.groups[0].candidates.first().filter(|it| it.reason == Reason::Solution && it.rank < 6);
        known += usize::from(puzzle.rule.is_known);
        if let Some(best) = best {
            found += usize::from(puzzle.rule.is_known && is_equivalent(&best.text, puzzle.rule));
        }
        let verified = proposal.verify(COUNTER, &Bounds::default());
        let is_abduced = verified.meanings.choices.get(&1) == Some(&Choice::Candidate(0));
        if verified.verdict == Verdict::Confirmed && is_abduced {
            confirmed += 1;
            if puzzle.solutions() != 1 {
                faults.push(format!(
                    "{} {}",
                    verified.meanings,
                    iss::write(&proposal.puzzle(&verified.meanings).unwrap())
                ));
            }
        }
    }
    println!("{found} of {known} rules found, {confirmed} confirmed, {} wrong", faults.len());
    faults.iter().take(5).for_each(|fault| println!("    {fault}"));
    assert!(faults.is_empty(), "{} wrong meanings are confirmed", faults.len());
    assert!(found * 2 > known && confirmed > 30, "{found} of {known} found, {confirmed} confirmed");
}

#[test]
fn a_few_drawings_suffice_if_a_sentence_has_the_words_and_the_number() {
    const RULE: Rule = Rule { numbers: "5", holds: |a, b| a * b % 5 == 1, is_known: true };
    let mut random = Random::new(31);
    let mut count = 0;
    while count < 10 {
        let mut puzzle = Puzzle::random(&RULE, &mut random);
        puzzle.marks.truncate(3);
        // Marks at 1 and 6 only, or at 2 and 3 only, have another meaning too.
        let has =
            |digit: u8| puzzle.marks.iter().any(|(one, _)| [digit, 6 / digit].contains(&puzzle.grid[*one]));
        if puzzle.marks.len() < 3 || !(has(1) && has(2)) {
            continue;
        }
        count += 1;
        let best = |sentence: &str| {
            let proposal = Proposal::read(puzzle.text_with(sentence).as_bytes()).unwrap();
            let best = proposal.groups[0].candidates.first().cloned();
            best.filter(|it| it.reason == Reason::Solution && it.rank < 6).map(|it| it.text)
        };
        let worded =
            best("The product of both digits at a teal bar leaves the remainder 1 when divided by 5.");
        assert!(worded.is_some_and(|text| is_equivalent(&text, &RULE)));
        for other in [
            "Snarks at a teal bar are boojums 5.",
            "The product of both digits at a red bar leaves the remainder 1 when divided by 5.",
            "The product of both digits at a teal bar leaves the remainder 1 when divided by 4.",
        ] {
            assert_eq!(best(other), None, "{other}");
        }
    }
}

/// Returns a random path of four cells.
fn path(random: &mut Random) -> Vec<Cell> {
    let mut cells = vec![random.below(36)];
    while cells.len() < 4 {
        let at = cells[cells.len() - 1];
        let next: Vec<Cell> = { pairs().into_iter() }
            .filter_map(|(one, two)| if one == at { Some(two) } else { (two == at).then_some(one) })
            .filter(|cell| !cells.contains(cell))
            .collect();
        cells.push(next[random.below(next.len())]);
    }
    cells
}

/// Returns a puzzle with lines.
fn with_lines(grid: &[u8; 36], lines: &[Vec<Cell>], sentence: &str) -> String {
    let puzzle = Puzzle { grid: *grid, givens: Vec::new(), marks: Vec::new(), rule: &RULES[0] };
    let mut text: Value = serde_json::from_str(&puzzle.text_with(sentence)).unwrap();
    let point = |cell: &Cell| [(cell / SIDE) as f64 + 0.5, (cell % SIDE) as f64 + 0.5];
    let line = |cells: &Vec<Cell>| {
        let points: Vec<[f64; 2]> = cells.iter().map(point).collect();
        json!({ "wayPoints": points, "color": "#008080", "thickness": 5 })
    };
    text["lines"] = lines.iter().map(line).collect();
    text.to_string()
}

#[test]
fn functions_of_lines_are_found_with_their_words() {
    type Holds = fn(&[u8]) -> bool;
    let rules: [(&str, Holds); 4] = [
        ("The first digit on a teal line is the number of even digits among the others.", |it| {
            usize::from(it[0]) == it[1..].iter().filter(|digit| digit.is_multiple_of(2)).count()
        }),
        ("The first digit and the last digit on a teal line sum to 7.", |it| it[0] + it[3] == 7),
        ("The product of the first and the last digit on a teal line is 12.", |it| it[0] * it[3] == 12),
        ("The sum of the odd digits on a teal line is 4.", |it| {
            it.iter().filter(|digit| !digit.is_multiple_of(2)).sum::<u8>() == 4
        }),
    ];
    let mut random = Random::new(77);
    for (sentence, holds) in rules {
        let (mut found, mut rounds) = (0, 0);
        while rounds < 10 {
            let grid = random_grid(&mut random);
            let digits = |cells: &Vec<Cell>| cells.iter().map(|cell| grid[*cell]).collect::<Vec<u8>>();
            let mut lines: Vec<Vec<Cell>> = Vec::new();
            for _ in 0..300 {
                let line = path(&mut random);
                let is_free = lines.iter().flatten().all(|cell| !line.contains(cell));
                if is_free && lines.len() < 5 && holds(&digits(&line)) {
                    lines.push(line);
                }
            }
            if lines.len() < 4 {
                continue;
            }
            rounds += 1;
            let proposal = Proposal::read(with_lines(&grid, &lines, sentence).as_bytes()).unwrap();
            let Some(best) = proposal.groups[0].candidates.first() else { continue };
            if best.reason != Reason::Solution || best.rank > 5 {
                continue;
            }
            found += 1;
            let variant = iss::read(&format!(".Shape~6x6{}", best.text)).unwrap();
            for _ in 0..300 {
                let values: Vec<u8> = (0..36).map(|_| random.below(6) as u8 + 1).collect();
                let own = lines
                    .iter()
                    .all(|line| holds(&line.iter().map(|cell| values[*cell]).collect::<Vec<u8>>()));
                let read = variant.constraints().iter().all(|it| it.check(variant.board(), &values).is_ok());
                assert_eq!(own, read, "{sentence} {}", best.name);
            }
        }
        println!("{found} of 10: {sentence}");
        assert!(found > 5, "{found} of 10: {sentence}");
    }
}
