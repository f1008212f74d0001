//! Mutants of editors' puzzles: a sentence or a drawing is removed, altered or added. The answer is
//! never another one without a warning, and what nothing accounts for is named.

use farandole::{Outcome, variant};
use farandole_testkit::Random;

/// The solutions are 4x4 grids that come from this one by renaming digits.
const GRID: [[usize; 4]; 4] = [[0, 1, 2, 3], [2, 3, 0, 1], [1, 0, 3, 2], [3, 2, 1, 0]];

type Grid = [[u8; 4]; 4];

/// A drawing of a line through cells, and the sentence that explains lines of this colour.
#[derive(Clone)]
struct Line {
    colour: &'static str,
    cells: Vec<(usize, usize)>,
}

#[derive(Clone)]
struct Puzzle {
    grid: Grid,
    givens: Vec<(usize, usize)>,
    lines: Vec<Line>,
    sentences: Vec<String>,
}

/// A kind of line: colour, sentence, and the condition on its digits.
type Kind = (&'static str, &'static str, fn(&[u8]) -> bool);

const KINDS: [Kind; 5] = [
    ("#f067f0", "Digits on a purple line are consecutive digits in any order.", |digits| {
        let (least, most) = (digits.iter().min().unwrap(), digits.iter().max().unwrap());
        usize::from(most - least) + 1 == digits.len()
            && (1..digits.len()).all(|at| !digits[..at].contains(&digits[at]))
    }),
    ("#67f067", "Neighbouring digits on a green line differ by at least 2.", |digits| {
        digits.windows(2).all(|pair| pair[0].abs_diff(pair[1]) >= 2)
    }),
    ("#2ecbff", "Blue lines are parity lines.", |digits| {
        digits.windows(2).all(|pair| pair[0] % 2 != pair[1] % 2)
    }),
    ("#f0a030", "Orange lines are palindromes.", |digits| digits.iter().eq(digits.iter().rev())),
    (
        "#f03030",
        "A difference of neighbours on a red line is how many pairs on it have that difference.",
        |digits| {
            let steps: Vec<u8> = digits.windows(2).map(|pair| pair[0].abs_diff(pair[1])).collect();
            steps.iter().all(|step| steps.iter().filter(|other| *other == step).count() == usize::from(*step))
        },
    ),
];

impl Puzzle {
    /// Returns a puzzle whose drawings agree with its solution.
    fn random(random: &mut Random) -> Self {
        let mut digits = [1, 2, 3, 4];
        (1..4).for_each(|at| digits.swap(at, random.below(at + 1)));
        let grid = GRID.map(|row| row.map(|at| digits[at]));
        let mut lines = Vec::new();
        let mut sentences = vec!["Normal sudoku rules apply.".to_owned()];
        for (colour, sentence, holds) in KINDS {
            for _ in 0..20 {
                let cells = path(random);
                let values: Vec<u8> = cells.iter().map(|(row, col)| grid[*row][*col]).collect();
                if holds(&values) {
                    lines.push(Line { colour, cells });
                    sentences.push(sentence.to_owned());
                    break;
                }
            }
        }
        let givens = (0..5).map(|_| (random.below(4), random.below(4))).collect();
        Self { grid, givens, lines, sentences }
    }

    fn text(&self) -> String {
        let cell = |row: usize, col: usize| match self.givens.contains(&(row, col)) {
            true => format!("{{\"value\": {}}}", self.grid[row][col]),
            false => "{}".to_owned(),
        };
        let row =
            |row: usize| format!("[{}]", (0..4).map(|col| cell(row, col)).collect::<Vec<_>>().join(","));
        let cells: Vec<String> = (0..4).map(row).collect();
        let regions = [(0, 0), (0, 2), (2, 0), (2, 2)]
            .map(|(r, c)| format!("[[{r},{c}],[{r},{}],[{},{c}],[{},{}]]", c + 1, r + 1, r + 1, c + 1));
        let line = |line: &Line| {
            let points: Vec<String> =
                line.cells.iter().map(|(row, col)| format!("[{row}.5,{col}.5]")).collect();
            let points = points.join(",");
            format!("{{\"wayPoints\": [{points}], \"color\": \"{}\", \"thickness\": 9.6}}", line.colour)
        };
        let lines: Vec<String> = self.lines.iter().map(line).collect();
        format!(
            "{{\"cells\": [{}], \"regions\": [{}], \"lines\": [{}], \"metadata\": {{\"rules\": \"{}\", \"solution\": \"{}\"}}}}",
            cells.join(","),
            regions.join(","),
            lines.join(","),
            self.sentences.join(" "),
            self.solution()
        )
    }

    /// Returns true if a grid has the givens and satisfies the lines.
    fn agrees(&self, grid: &Grid) -> bool {
        let digit = |(row, col): &(usize, usize)| grid[*row][*col];
        let holds = |line: &Line| {
            let digits: Vec<u8> = line.cells.iter().map(digit).collect();
            KINDS.iter().filter(|(colour, ..)| *colour == line.colour).all(|(.., holds)| holds(&digits))
        };
        self.givens.iter().all(|(row, col)| grid[*row][*col] == self.grid[*row][*col])
            && self.lines.iter().all(holds)
    }

    /// Returns the number of lines whose colour a sentence explains.
    fn described(&self) -> usize {
        let is_named = |line: &&Line| {
            KINDS.iter().any(|(colour, sentence, _)| {
                *colour == line.colour && self.sentences.iter().any(|it| it == sentence)
            })
        };
        self.lines.iter().filter(is_named).count()
    }

    fn solution(&self) -> String {
        self.grid.iter().flatten().map(u8::to_string).collect()
    }
}

/// Returns all 4x4 grids, by trying all lists of rows.
fn grids() -> Vec<Grid> {
    let digits = || 1..=4_u8;
    let all = digits().flat_map(|a| {
        digits().flat_map(move |b| digits().flat_map(move |c| digits().map(move |d| [a, b, c, d])))
    });
    let rows: Vec<[u8; 4]> = all.filter(|row| digits().all(|digit| row.contains(&digit))).collect();
    let mut partial: Vec<Vec<[u8; 4]>> = vec![Vec::new()];
    for number in 0..4 {
        let extended = partial.iter().flat_map(|grid| rows.iter().map(|row| [&grid[..], &[*row]].concat()));
        let fits = |grid: &Vec<[u8; 4]>| {
            let row = grid[number];
            (0..number).all(|other| {
                (0..4).all(|col| {
                    let boxed = number / 2 == other / 2;
                    grid[other][col] != row[col] && !(boxed && grid[other][col ^ 1] == row[col])
                })
            })
        };
        partial = extended.filter(fits).collect();
    }
    partial.into_iter().map(|grid| [grid[0], grid[1], grid[2], grid[3]]).collect()
}

/// Returns a path of 2 to 5 different cells.
fn path(random: &mut Random) -> Vec<(usize, usize)> {
    let mut cells = vec![(random.below(4), random.below(4))];
    let length = 2 + random.below(4);
    for _ in 0..20 {
        let (row, col) = cells[cells.len() - 1];
        let next = (row + random.below(3), col + random.below(3));
        let inside = (1..=4).contains(&next.0) && (1..=4).contains(&next.1);
        if cells.len() < length && inside && !cells.contains(&(next.0 - 1, next.1 - 1)) {
            cells.push((next.0 - 1, next.1 - 1));
        }
    }
    if cells.len() < 2 { path(random) } else { cells }
}

/// A change, and the words that a warning must contain if the mutant is answered.
fn mutate(puzzle: &mut Puzzle, random: &mut Random) -> Option<&'static str> {
    let line = random.below(puzzle.lines.len().max(1));
    let sentence = 1 + random.below(puzzle.sentences.len().max(2) - 1);
    match random.below(7) {
        0 if line < puzzle.lines.len() => drop(puzzle.lines.remove(line)),
        1 if sentence < puzzle.sentences.len() => drop(puzzle.sentences.remove(sentence)),
        2 if sentence < puzzle.sentences.len() => {
            puzzle.sentences[sentence] = KINDS[random.below(5)].1.to_owned();
        }
        3 if line < puzzle.lines.len() => puzzle.lines[line].cells = path(random),
        4 if line < puzzle.lines.len() => puzzle.lines[line].colour = KINDS[random.below(5)].0,
        5 => puzzle.lines.push(Line { colour: "#808040", cells: path(random) }),
        _ => {
            puzzle.sentences.push("Snarks are boojums.".to_owned());
            return Some("Snarks are boojums");
        }
    }
    None
}

#[test]
fn mutants_have_the_stored_answer_or_none() {
    let mut random = Random::new(20_261);
    let grids = grids();
    assert_eq!(grids.len(), 288);
    let (mut mutants, mut answered, mut warned) = (0, 0, 0);
    while mutants < 1000 {
        let puzzle = Puzzle::random(&mut random);
        if grids.iter().filter(|grid| puzzle.agrees(grid)).count() != 1 {
            continue;
        }
        let entry =
            variant::read(&puzzle.text()).unwrap_or_else(|error| panic!("{}: {error}", puzzle.text()));
        assert!(entry.warnings.is_empty(), "{:?}: {}", entry.warnings, puzzle.text());
        for _ in 0..10 {
            let mut mutant = puzzle.clone();
            let expected = mutate(&mut mutant, &mut random);
            mutants += 1;
            let Ok(entry) = variant::read(&mutant.text()) else { continue };
            answered += 1;
            let warnings = entry.warnings.join("|");
            warned += usize::from(!warnings.is_empty());
            let answer = farandole::solve(&entry.puzzle).unwrap();
            if let Outcome::Unique(grid) = answer.outcome() {
                let is_stored = grid[..16] == *mutant.grid.as_flattened();
                assert!(is_stored || !warnings.is_empty(), "{}", mutant.text());
            } else {
                assert!(!warnings.is_empty(), "{}", mutant.text());
            }
            assert!(expected.is_none_or(|words| warnings.contains(words)), "{warnings}: {}", mutant.text());
            // A drawing that a sentence describes is never dropped.
            let lines = entry.puzzle.constraints().iter().filter(|it| it.name() != "Given").count();
            assert!(lines >= mutant.described() || !warnings.is_empty(), "{}", mutant.text());
        }
    }
    assert!(answered > 200 && warned > 50, "{answered} answered, {warned} with warnings");
}
