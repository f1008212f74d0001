//! Grids, drawings and rules of the mutants: each rule is a sentence and a condition on a grid.

use farandole_testkit::Random;

pub(crate) type Cell = (usize, usize);

/// A 4x4 or 6x6 grid.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Grid(pub(crate) Vec<Vec<u8>>);

impl Grid {
    pub(crate) fn side(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn at(&self, (row, col): Cell) -> u8 {
        self.0[row][col]
    }

    pub(crate) fn digits(&self, cells: &[Cell]) -> Vec<u8> {
        cells.iter().map(|cell| self.at(*cell)).collect()
    }

    /// Returns a random solution: the digits of a fixed one are renamed, and rows of a band exchanged.
    pub(crate) fn random(side: usize, random: &mut Random) -> Self {
        let cols = box_cols(side);
        let mut digits: Vec<u8> = (1..=side as u8).collect();
        random.shuffle(&mut digits);
        let mut order: Vec<usize> = (0..side).collect();
        for band in (0..side).step_by(2) {
            order.swap(band, band + random.below(2));
        }
        let digit = |row: usize, col: usize| digits[(row % 2 * cols + row / 2 + col) % side];
        Self(order.iter().map(|row| (0..side).map(|col| digit(*row, col)).collect()).collect())
    }
}

/// Returns the number of columns of a box. All boxes have two rows.
pub(crate) fn box_cols(side: usize) -> usize {
    side / 2
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Drawing {
    Line {
        colour: &'static str,
        cells: Vec<Cell>,
    },
    Thermometer {
        cells: Vec<Cell>,
    },
    Cage {
        cells: Vec<Cell>,
        sum: u32,
    },
    Dot {
        cells: [Cell; 2],
        fill: &'static str,
    },
    Letter {
        cells: [Cell; 2],
        letter: &'static str,
    },
    /// A number at the start of a row (`true`) or column.
    Outside {
        is_row: bool,
        at: usize,
        clue: u32,
    },
    /// A number with an arrow along a diagonal, down and to the left from the right side.
    Pointer {
        row: usize,
        clue: u32,
    },
}

/// A rule about drawings: a sentence, its drawings, and the condition for one of them.
pub(crate) struct Rule {
    pub(crate) sentence: fn(usize) -> String,
    /// Returns a drawing; its numbers follow from the grid.
    pub(crate) draw: fn(&Grid, &mut Random) -> Drawing,
    pub(crate) is_own: fn(&Drawing) -> bool,
    pub(crate) holds: fn(&Grid, &Drawing) -> bool,
}

/// Returns a rule about lines of a colour.
macro_rules! line_rule {
    ($colour:literal, $sentence:expr, $holds:expr) => {
        Rule {
            sentence: $sentence,
            draw: |grid, random| Drawing::Line { colour: $colour, cells: path(grid.side(), random) },
            is_own: |drawing| matches!(drawing, Drawing::Line { colour: $colour, .. }),
            holds: |grid, drawing| {
                let Drawing::Line { cells, .. } = drawing else { return true };
                let holds: fn(&[u8], usize) -> bool = $holds;
                holds(&grid.digits(cells), grid.side())
            },
        }
    };
}

/// Returns a rule about marks between two cells.
macro_rules! mark_rule {
    ($kind:ident, $field:ident, $name:literal, $sentence:literal, $holds:expr) => {
        Rule {
            sentence: |_| $sentence.into(),
            draw: |grid, random| Drawing::$kind { cells: pair(grid.side(), random), $field: $name },
            is_own: |drawing| matches!(drawing, Drawing::$kind { $field: $name, .. }),
            holds: |grid, drawing| {
                let Drawing::$kind { cells, .. } = drawing else { return true };
                let holds: fn(u8, u8) -> bool = $holds;
                holds(grid.at(cells[0]), grid.at(cells[1]))
            },
        }
    };
}

pub(crate) fn differ(digits: &[u8]) -> bool {
    (1..digits.len()).all(|at| !digits[..at].contains(&digits[at]))
}

/// The rules of which a puzzle may have any number.
pub(crate) const RULES: &[Rule] = &[
    line_rule!(
        "#f067f0",
        |_| "Digits on a purple line are consecutive digits in any order.".into(),
        |digits, _| {
            let (least, most) = (digits.iter().min().unwrap(), digits.iter().max().unwrap());
            usize::from(most - least) + 1 == digits.len() && differ(digits)
        }
    ),
    line_rule!(
        "#67f067",
        |side| format!("Neighbouring digits on a green line differ by at least {}.", side / 2),
        |digits, side| digits.windows(2).all(|pair| usize::from(pair[0].abs_diff(pair[1])) >= side / 2)
    ),
    line_rule!("#2ecbff", |_| "Blue lines are parity lines.".into(), |digits, _| {
        digits.windows(2).all(|pair| pair[0] % 2 != pair[1] % 2)
    }),
    line_rule!("#f0a030", |_| "Orange lines are palindromes.".into(), |digits, _| {
        digits.iter().eq(digits.iter().rev())
    }),
    line_rule!(
        "#f03030",
        |_| "A difference of neighbours on a red line is how many pairs on it have that difference.".into(),
        |digits, _| {
            let steps: Vec<u8> = digits.windows(2).map(|pair| pair[0].abs_diff(pair[1])).collect();
            steps.iter().all(|step| steps.iter().filter(|other| *other == step).count() == usize::from(*step))
        }
    ),
    Rule {
        sentence: |_| "Digits increase along a thermometer from the bulb.".into(),
        draw: |grid, random| Drawing::Thermometer { cells: path(grid.side(), random) },
        is_own: |drawing| matches!(drawing, Drawing::Thermometer { .. }),
        holds: |grid, drawing| {
            let Drawing::Thermometer { cells } = drawing else { return true };
            grid.digits(cells).windows(2).all(|pair| pair[0] < pair[1])
        },
    },
    Rule {
        sentence: |_| {
            "Digits in a cage sum to the number in its corner and do not repeat in the cage.".into()
        },
        draw: |grid, random| {
            let cells = path(grid.side(), random);
            let sum = grid.digits(&cells).into_iter().map(u32::from).sum();
            Drawing::Cage { cells, sum }
        },
        is_own: |drawing| matches!(drawing, Drawing::Cage { .. }),
        holds: |grid, drawing| {
            let Drawing::Cage { cells, sum } = drawing else { return true };
            let digits = grid.digits(cells);
            differ(&digits) && digits.into_iter().map(u32::from).sum::<u32>() == *sum
        },
    },
    mark_rule!(Dot, fill, "#ffffff", "Digits separated by a white dot are consecutive.", |one, two| {
        one.abs_diff(two) == 1
    }),
    mark_rule!(Dot, fill, "#000000", "Digits separated by a black dot are in a 1:2 ratio.", |one, two| {
        one == 2 * two || two == 2 * one
    }),
    mark_rule!(Letter, letter, "X", "Digits separated by an X sum to 10.", |one, two| one + two == 10),
    mark_rule!(Letter, letter, "V", "Digits separated by a V sum to 5.", |one, two| one + two == 5),
    Rule {
        sentence: |_| "The clues with an arrow are little killers: the sums of their diagonals.".into(),
        draw: |grid, random| {
            let row = random.below(grid.side() - 1);
            let clue = grid.digits(&diagonal(grid.side(), row)).into_iter().map(u32::from).sum();
            Drawing::Pointer { row, clue }
        },
        is_own: |drawing| matches!(drawing, Drawing::Pointer { .. }),
        holds: |grid, drawing| {
            let Drawing::Pointer { row, clue } = drawing else { return true };
            grid.digits(&diagonal(grid.side(), *row)).into_iter().map(u32::from).sum::<u32>() == *clue
        },
    },
];

/// Returns a rule about clues outside the grid, of which a puzzle has one at most.
macro_rules! outside_rule {
    ($sentence:expr, $clue:expr) => {
        Rule {
            sentence: $sentence,
            draw: |grid, random| {
                let (is_row, at) = (random.below(2) == 0, random.below(grid.side()));
                let clue: fn(&[u8]) -> u32 = $clue;
                Drawing::Outside { is_row, at, clue: clue(&grid.digits(&line(grid.side(), is_row, at))) }
            },
            is_own: |drawing| matches!(drawing, Drawing::Outside { .. }),
            holds: |grid, drawing| {
                let Drawing::Outside { is_row, at, clue } = drawing else { return true };
                let expected: fn(&[u8]) -> u32 = $clue;
                expected(&grid.digits(&line(grid.side(), *is_row, *at))) == *clue
            },
        }
    };
}

pub(crate) const OUTSIDE: &[Rule] = &[
    outside_rule!(
        |side| format!(
            "Sandwich clues outside the grid are the sums of the digits between the 1 and the {side}."
        ),
        |digits| {
            let at = |digit: u8| digits.iter().position(|it| *it == digit).unwrap();
            let (one, most) = (at(1), at(digits.len() as u8));
            digits[one.min(most) + 1..one.max(most)].iter().map(|digit| u32::from(*digit)).sum()
        }
    ),
    outside_rule!(|_| "Clues outside the grid count the visible skyscrapers.".into(), |digits| {
        let is_seen = |at: &usize| digits[..*at].iter().all(|before| *before < digits[*at]);
        (0..digits.len()).filter(is_seen).count() as u32
    }),
    outside_rule!(|_| "Clues outside the grid are X-sums.".into(), |digits| {
        digits[..usize::from(digits[0])].iter().map(|digit| u32::from(*digit)).sum()
    }),
];

/// Returns the cells of a row or column.
pub(crate) fn line(side: usize, is_row: bool, at: usize) -> Vec<Cell> {
    (0..side).map(|other| if is_row { (at, other) } else { (other, at) }).collect()
}

/// Returns the cells of a diagonal that begins at the right side.
pub(crate) fn diagonal(side: usize, row: usize) -> Vec<Cell> {
    (row..side).map(|at| (at, side - 1 - (at - row))).collect()
}

/// Returns all orthogonal neighbours.
pub(crate) fn pairs(side: usize) -> Vec<[Cell; 2]> {
    let cells = (0..side).flat_map(|row| (0..side).map(move |col| (row, col)));
    let next = cells.flat_map(|(row, col)| [[(row, col), (row, col + 1)], [(row, col), (row + 1, col)]]);
    next.filter(|[_, (row, col)]| *row < side && *col < side).collect()
}

pub(crate) fn pair(side: usize, random: &mut Random) -> [Cell; 2] {
    let pairs = pairs(side);
    pairs[random.below(pairs.len())]
}

/// Returns a path of 2 to 5 different cells.
pub(crate) fn path(side: usize, random: &mut Random) -> Vec<Cell> {
    let mut cells = vec![(random.below(side), random.below(side))];
    let length = 2 + random.below(4);
    for _ in 0..20 {
        let (row, col) = cells[cells.len() - 1];
        let next = (row + random.below(3), col + random.below(3));
        let inside = (1..=side).contains(&next.0) && (1..=side).contains(&next.1);
        if cells.len() < length && inside && !cells.contains(&(next.0 - 1, next.1 - 1)) {
            cells.push((next.0 - 1, next.1 - 1));
        }
    }
    if cells.len() < 2 { path(side, random) } else { cells }
}
