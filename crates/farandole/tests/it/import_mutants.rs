//! Mutants of editors' puzzles: a sentence or a drawing is removed, altered or added. The answer is
//! never another one without a warning, and what nothing accounts for is named.
//!
//! The rules are stated here again, as sentences and as conditions on a grid, and brute force finds the
//! solutions. `FARANDOLE_MUTANTS` sets the number of mutants.

use crate::mutant_support::{Cell, Drawing, Grid, OUTSIDE, RULES, Rule, box_cols, pair, pairs, path};
use farandole::{Outcome, variant};
use farandole_testkit::Random;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const ALL_DOTS: &str = "All white dots are given.";
const USUAL: &str = "Normal sudoku rules apply.";

#[derive(Clone)]
struct Puzzle {
    grid: Grid,
    givens: Vec<Cell>,
    drawings: Vec<Drawing>,
    sentences: Vec<String>,
    /// Index of the rule about clues outside the grid.
    outside: usize,
}

impl Puzzle {
    /// Returns a puzzle whose drawings agree with its solution.
    fn random(random: &mut Random) -> Self {
        let side = [4, 6][random.below(2)];
        let grid = Grid::random(side, random);
        let givens =
            (0..[0, 5, 22][side / 2 - 1]).map(|_| (random.below(side), random.below(side))).collect();
        let outside = random.below(OUTSIDE.len());
        let mut puzzle = Self { grid, givens, drawings: Vec::new(), sentences: vec![USUAL.into()], outside };
        for number in 0..=RULES.len() {
            let rule = puzzle.rule(number);
            if random.below(2) == 0 {
                continue;
            }
            for _ in 0..1 + random.below(2) {
                let mut drawn = (0..20).map(|_| (rule.draw)(&puzzle.grid, random));
                let is_free = |drawing: &Drawing| {
                    drawing
                        .marked()
                        .is_none_or(|cells| !puzzle.drawings.iter().any(|it| it.marked() == Some(cells)))
                };
                if let Some(drawing) = drawn.find(|it| (rule.holds)(&puzzle.grid, it) && is_free(it)) {
                    puzzle.drawings.push(drawing);
                }
            }
            if puzzle.drawings.iter().any(|drawing| (rule.is_own)(drawing)) {
                puzzle.sentences.push((rule.sentence)(side));
            }
        }
        if puzzle.sentences.contains(&(RULES[7].sentence)(side)) && random.below(2) == 0 {
            for cells in pairs(side) {
                let is_free = !puzzle.drawings.iter().any(|it| it.marked() == Some(cells));
                let drawing = Drawing::Dot { cells, fill: "#ffffff" };
                if is_free && (RULES[7].holds)(&puzzle.grid, &drawing) {
                    puzzle.drawings.push(drawing);
                }
            }
            puzzle.sentences.push(ALL_DOTS.into());
        }
        puzzle
    }

    /// Returns a rule by number; the last one is about clues outside the grid.
    fn rule(&self, number: usize) -> &'static Rule {
        RULES.get(number).unwrap_or(&OUTSIDE[self.outside])
    }

    fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        RULES.iter().chain([&OUTSIDE[self.outside]])
    }

    /// Returns the text of SudokuPad.
    fn text(&self) -> String {
        let side = self.grid.side();
        let cell = |row: usize, col: usize| match self.givens.contains(&(row, col)) {
            true => json!({ "value": self.grid.at((row, col)) }),
            false => json!({}),
        };
        let cells: Vec<Vec<Value>> =
            (0..side).map(|row| (0..side).map(|col| cell(row, col)).collect()).collect();
        let cols = box_cols(side);
        let regions: Vec<Vec<[usize; 2]>> = (0..side)
            .map(|at| (0..side).map(|it| [at / 2 * 2 + it / cols, at % 2 * cols + it % cols]).collect())
            .collect();
        let mut puzzle = json!({
            "cells": cells,
            "regions": regions,
            "metadata": { "rules": self.sentences.join(" "), "solution": self.solution() },
        });
        for drawing in &self.drawings {
            for (list, entry) in drawing.entries(side) {
                match &mut puzzle[list] {
                    Value::Array(entries) => entries.push(entry),
                    missing => *missing = json!([entry]),
                }
            }
        }
        puzzle.to_string()
    }

    /// Returns true if a grid satisfies all drawings whose sentence is in the rules.
    fn agrees(&self, grid: &Grid) -> bool {
        let side = self.grid.side();
        let is_marked = |cells: &[Cell; 2]| self.drawings.iter().any(|it| it.marked() == Some(*cells));
        let all_dots = || {
            let mut open = pairs(side).into_iter().filter(|cells| !is_marked(cells));
            open.all(|cells| grid.at(cells[0]).abs_diff(grid.at(cells[1])) != 1)
        };
        self.described().iter().all(|(rule, drawing)| (rule.holds)(grid, drawing))
            && (!self.sentences.iter().any(|it| it == ALL_DOTS) || all_dots())
    }

    /// Returns the drawings whose sentence is in the rules.
    fn described(&self) -> Vec<(&'static Rule, &Drawing)> {
        let side = self.grid.side();
        let rules = self.rules().filter(|rule| self.sentences.contains(&(rule.sentence)(side)));
        let of_rule = |rule: &'static Rule| {
            self.drawings.iter().filter(|it| (rule.is_own)(it)).map(move |it| (rule, it))
        };
        rules.flat_map(of_rule).collect()
    }

    /// Returns the number of solutions up to 2, or `None` if there are too many grids with the givens.
    fn solutions(&self) -> Option<usize> {
        let side = self.grid.side();
        let mut grid = Grid(vec![vec![0; side]; side]);
        for cell in &self.givens {
            grid.0[cell.0][cell.1] = self.grid.at(*cell);
        }
        let (mut found, mut left) = (0, 2000);
        self.fill(&mut grid, 0, &mut found, &mut left);
        (left > 0 || found > 1).then_some(found)
    }

    /// Fills the empty cells from a position on in all ways, and counts the grids that agree.
    fn fill(&self, grid: &mut Grid, from: usize, found: &mut usize, left: &mut usize) {
        let side = grid.side();
        let Some(at) = (from..side * side).find(|at| grid.at((at / side, at % side)) == 0) else {
            *left -= 1;
            *found += usize::from(self.agrees(grid));
            return;
        };
        let (row, col, cols) = (at / side, at % side, box_cols(side));
        for digit in 1..=side as u8 {
            let is_used = (0..side).any(|it| {
                let boxed = (row / 2 * 2 + it / cols, col / cols * cols + it % cols);
                [grid.at((row, it)), grid.at((it, col)), grid.at(boxed)].contains(&digit)
            });
            if !is_used && *left > 0 && *found < 2 {
                grid.0[row][col] = digit;
                self.fill(grid, at + 1, found, left);
                grid.0[row][col] = 0;
            }
        }
    }

    /// Returns the parts of the puzzle and its text, for messages.
    fn shown(&self) -> String {
        format!("{:?} {:?} {}\n        {}", self.sentences, self.drawings, self.solution(), self.text())
    }

    fn solution(&self) -> String {
        self.grid.0.iter().flatten().map(u8::to_string).collect()
    }
}

impl Drawing {
    /// Returns a text that equal drawings share, in whichever direction they are drawn.
    fn key(&self) -> String {
        let mut drawing = self.clone();
        if let Self::Line { cells, .. } | Self::Thermometer { cells } | Self::Cage { cells, .. } =
            &mut drawing
        {
            cells.sort_unstable();
        }
        format!("{drawing:?}")
    }

    /// Returns the two cells of a mark between cells.
    fn marked(&self) -> Option<[Cell; 2]> {
        match self {
            Self::Dot { cells, .. } | Self::Letter { cells, .. } => Some(*cells),
            _ => None,
        }
    }

    /// Returns the entries of the text, each with its list.
    fn entries(&self, side: usize) -> Vec<(&'static str, Value)> {
        let centre = |(row, col): Cell| [row as f64 + 0.5, col as f64 + 0.5];
        let shape = |centre: [f64; 2], size: f64, rounded: bool, fill: &str, text: &str| {
            let mut shape = json!({ "center": centre, "width": size, "height": size, "rounded": rounded, "backgroundColor": fill });
            if !text.is_empty() {
                shape["text"] = json!(text);
            }
            shape
        };
        let stroke = |cells: &[Cell], colour: &str, thickness: f64| {
            let points: Vec<[f64; 2]> = cells.iter().map(|cell| centre(*cell)).collect();
            json!({ "wayPoints": points, "color": colour, "thickness": thickness })
        };
        let between = |cells: &[Cell; 2]| {
            let (one, two) = (centre(cells[0]), centre(cells[1]));
            [(one[0] + two[0]) / 2.0, (one[1] + two[1]) / 2.0]
        };
        match self {
            Self::Line { colour, cells } => vec![("lines", stroke(cells, colour, 9.6))],
            Self::Thermometer { cells } => vec![
                ("lines", stroke(cells, "#cccccc", 19.2)),
                ("underlays", shape(centre(cells[0]), 0.8, true, "#cccccc", "")),
            ],
            Self::Cage { cells, sum } => {
                let cells: Vec<[usize; 2]> = cells.iter().map(|(row, col)| [*row, *col]).collect();
                vec![("cages", json!({ "cells": cells, "value": sum.to_string(), "unique": true }))]
            }
            Self::Dot { cells, fill } => vec![("overlays", shape(between(cells), 0.34, true, fill, ""))],
            Self::Letter { cells, letter } => {
                vec![("overlays", shape(between(cells), 0.35, false, "#ffffff", letter))]
            }
            Self::Outside { is_row, at, clue } => {
                let at = *at as f64 + 0.5;
                let place = if *is_row { [at, -0.5] } else { [-0.5, at] };
                vec![("overlays", shape(place, 1.0, false, "#ffffff00", &clue.to_string()))]
            }
            Self::Pointer { row, clue } => {
                let (down, right) = (*row as f64 - 0.5, side as f64 + 0.5);
                let at = |share: f64| [down + share, right - share];
                vec![
                    ("overlays", shape([down, right], 1.0, false, "#ffffff00", &clue.to_string())),
                    (
                        "arrows",
                        json!({ "wayPoints": [at(0.234), at(0.432)], "color": "#000000", "thickness": 2.56, "headLength": 0.18 }),
                    ),
                ]
            }
        }
    }

    /// Changes the number, the colour or the cells of a drawing.
    fn alter(&mut self, side: usize, random: &mut Random) {
        let is_number = random.below(2) == 0;
        let near = |number: u32, random: &mut Random| {
            number.saturating_add_signed([-2, -1, 1, 2][random.below(4)]).max(1)
        };
        match self {
            Self::Line { colour, .. } if is_number => *colour = COLOURS[random.below(COLOURS.len())],
            Self::Line { cells, .. } | Self::Thermometer { cells } => {
                if random.below(3) == 0 {
                    cells.reverse();
                } else {
                    *cells = path(side, random);
                }
            }
            Self::Cage { sum, .. } if is_number => *sum = near(*sum, random),
            Self::Cage { cells, .. } => *cells = path(side, random),
            Self::Dot { fill, .. } if is_number => {
                *fill = if *fill == "#ffffff" { "#000000" } else { "#ffffff" }
            }
            Self::Letter { letter, .. } if is_number => *letter = if *letter == "X" { "V" } else { "X" },
            Self::Dot { cells, .. } | Self::Letter { cells, .. } => *cells = pair(side, random),
            Self::Outside { clue, .. } | Self::Pointer { clue, .. } if is_number => {
                *clue = near(*clue, random)
            }
            Self::Outside { at, .. } => *at = random.below(side),
            Self::Pointer { row, .. } => *row = random.below(side - 1),
        }
    }
}

const COLOURS: [&str; 6] = ["#f067f0", "#67f067", "#2ecbff", "#f0a030", "#f03030", "#808040"];

/// Changes a puzzle, and returns words that a warning must contain if the mutant is answered.
fn mutate(puzzle: &mut Puzzle, random: &mut Random) -> Option<&'static str> {
    let side = puzzle.grid.side();
    let drawing = random.below(puzzle.drawings.len().max(1));
    let sentence = 1 + random.below(puzzle.sentences.len().max(2) - 1);
    let has_drawing = drawing < puzzle.drawings.len();
    let has_sentence = sentence < puzzle.sentences.len();
    let any = |puzzle: &Puzzle, random: &mut Random| puzzle.rule(random.below(RULES.len() + 1));
    match random.below(9) {
        0 if has_drawing => drop(puzzle.drawings.remove(drawing)),
        1 if has_sentence => drop(puzzle.sentences.remove(sentence)),
        2 if has_sentence => puzzle.sentences[sentence] = (any(puzzle, random).sentence)(side),
        // The numbers of a sentence.
        3 if has_sentence => {
            let number = random.below(side) + 1;
            puzzle.sentences[sentence] = puzzle.sentences[sentence]
                .chars()
                .map(|c| if c.is_ascii_digit() { number.to_string() } else { c.into() })
                .collect();
        }
        4 | 5 if has_drawing => puzzle.drawings[drawing].alter(side, random),
        // All drawings of one look.
        6 if has_drawing => {
            let is_alike = |it: &Drawing| {
                core::mem::discriminant(it) == core::mem::discriminant(&puzzle.drawings[drawing])
            };
            let kept = puzzle.drawings.iter().filter(|it| !is_alike(it)).cloned().collect();
            puzzle.drawings = kept;
        }
        7 => puzzle
            .drawings
            .push(Drawing::Line { colour: COLOURS[random.below(6)], cells: path(side, random) }),
        8 => puzzle.drawings.push((any(puzzle, random).draw)(&puzzle.grid, random)),
        _ => {
            puzzle.sentences.push("Snarks are boojums.".to_owned());
            return Some("Snarks are boojums");
        }
    }
    None
}

#[test]
fn mutants_have_the_stored_answer_or_none() {
    let many = std::env::var("FARANDOLE_MUTANTS").ok().and_then(|it| it.parse().ok()).unwrap_or(600);
    let mut random = Random::new(20_261);
    let (mut mutants, mut answered, mut warned, mut puzzles, mut refused_originals) = (0, 0, 0, 0, 0);
    let mut faults: Vec<String> = Vec::new();
    while mutants < many {
        let puzzle = Puzzle::random(&mut random);
        if puzzle.solutions() != Some(1) {
            continue;
        }
        puzzles += 1;
        match variant::read(&puzzle.text()) {
            Ok(entry) if entry.warnings.is_empty() => {}
            Ok(entry) => faults.push(format!("original warned {:?}: {}", entry.warnings, puzzle.shown())),
            Err(error) => {
                refused_originals += 1;
                faults.push(format!("original refused {error}: {}", puzzle.shown()));
            }
        }
        for _ in 0..10 {
            let mut mutant = puzzle.clone();
            let expected = mutate(&mut mutant, &mut random);
            mutants += 1;
            let Ok(entry) = variant::read(&mutant.text()) else { continue };
            answered += 1;
            let warnings = entry.warnings.join("|");
            warned += usize::from(!warnings.is_empty());
            let mut fault = |what: &str| faults.push(format!("{what} ({warnings}): {}", mutant.shown()));
            let answer = farandole::solve(&entry.puzzle).unwrap();
            let side = mutant.grid.side();
            if let Outcome::Unique(values) = answer.outcome() {
                let grid = Grid(values[..side * side].chunks(side).map(<[u8]>::to_vec).collect());
                if grid != mutant.grid && warnings.is_empty() {
                    fault("another answer");
                }
                if !mutant.agrees(&grid) && warnings.is_empty() {
                    fault("a described drawing is violated");
                }
            } else if warnings.is_empty() {
                fault("no single answer");
            }
            if expected.is_some_and(|words| !warnings.contains(words)) {
                fault("no warning about the sentence");
            }
            // A drawing that a sentence describes is never dropped. Equal drawings are one constraint.
            let constraints = entry.puzzle.constraints().iter().filter(|it| it.name() != "Given").count();
            let described: BTreeSet<String> = mutant.described().iter().map(|(_, it)| it.key()).collect();
            if constraints < described.len() && warnings.is_empty() {
                fault("a described drawing is dropped");
            }
        }
    }
    println!(
        "{mutants} mutants of {puzzles} puzzles: {answered} answered, {warned} of them with warnings; {refused_originals} originals refused"
    );
    faults.iter().take(12).for_each(|fault| println!("    {}", fault.chars().take(3000).collect::<String>()));
    assert!(faults.is_empty(), "{} faults", faults.len());
    assert!(answered > many / 5 && warned > many / 20, "{answered} answered, {warned} with warnings");
}
