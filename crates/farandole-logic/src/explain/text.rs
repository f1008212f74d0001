//! Text drawings of the grid with its pencil marks, for a terminal.

use super::{Mark, candidates, marks};
use crate::State;
use crate::model::{Candidate, Deduction};
use std::collections::BTreeMap;

/// The highlighting of the pattern in a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marking {
    /// A sign follows the digit: `*` core or true, `#` extra, `@` support, `/` false, `-`
    /// eliminated, `!` placed, and `@`, `%`, `&` and `~` in turn for sets and colors. The candidate formats of other programs use the same signs if they
    /// have any.
    Signs,
    /// ANSI colours: core and true green, extra yellow, support blue, sets blue and cyan in turn, false magenta, eliminated red
    /// and struck through, placed on a green background.
    Colours,
}

/// A candidate in a drawing: its text and its width.
pub(crate) type Drawn = (String, usize);

/// Maximum width of a drawing. Wider grids have less space between cells, or three lines for each row.
const WIDTH: usize = 80;
/// Width of the name of a row, with the space after it.
const NAME: usize = 3;
/// Number of candidates per line of a cell in grids with several lines for each row.
const PER_LINE: usize = 3;

/// Draws the state as nine rows of candidate groups with a frame and the names of rows and columns. Placed digits
/// appear as single digits, and the last candidate of a cell is in parentheses.
///
/// The result has fourteen lines of at most 80 characters, each ending with a newline. If the candidates need more
/// width, each row has three lines.
pub fn grid(state: &State, deduction: Option<&Deduction>, marking: Marking) -> String {
    let marks = deduction.map(marks_of).unwrap_or_default();
    let mark = |candidate: Candidate| marks.get(&candidate).copied();
    let mut cells: Vec<Vec<Drawn>> = Vec::with_capacity(81);
    for cell in 0..81 {
        let digit = state.digits()[cell];
        let mut drawn = Vec::new();
        if digit > 0 {
            drawn.push(write(digit, Candidate::new(cell, digit).and_then(mark), marking));
        }
        drawn.extend(candidates(state, cell).map(|it| write(it.digit(), mark(it), marking)));
        if state.candidates(cell).is_power_of_two() {
            parenthesize(&mut drawn);
        }
        cells.push(drawn);
    }
    framed(&cells, (9, 9), (3, 3))
}

/// Adds parentheses around the candidates of a cell.
pub(crate) fn parenthesize(drawn: &mut [Drawn]) {
    if let Some((text, width)) = drawn.first_mut() {
        (*text, *width) = (format!("({text}"), *width + 1);
    }
    if let Some((text, width)) = drawn.last_mut() {
        (*text, *width) = (format!("{text})"), *width + 1);
    }
}

/// Draws cells in a frame, with the names of rows and columns, and with separators between boxes of this many rows and
/// columns.
pub(crate) fn framed(
    cells: &[Vec<Drawn>],
    (rows, cols): (usize, usize),
    (box_rows, box_cols): (usize, usize),
) -> String {
    let joined = |drawn: &[Drawn]| -> Drawn {
        (drawn.iter().map(|(text, _)| text.as_str()).collect(), drawn.iter().map(|(_, width)| width).sum())
    };
    let flat: Vec<Vec<Drawn>> = cells.iter().map(|cell| vec![joined(cell)]).collect();
    let one =
        |gap: usize| Frame { cells: &flat, size: (rows, cols), of_box: (box_rows, box_cols), height: 1, gap };
    if let Some(frame) = [2, 1].map(one).into_iter().find(|frame| frame.width() <= WIDTH) {
        return frame.text();
    }
    let height = cells.iter().map(|cell| cell.len().div_ceil(PER_LINE)).max().unwrap_or(1);
    let stacked: Vec<Vec<Drawn>> = cells
        .iter()
        .map(|cell| {
            let mut lines: Vec<Drawn> = cell.chunks(PER_LINE).map(joined).collect();
            // A digit is on the line of the name of its row.
            if cell.len() == 1 {
                lines.splice(0..0, vec![Drawn::default(); height / 2]);
            }
            lines.resize(height, Drawn::default());
            lines
        })
        .collect();
    Frame { cells: &stacked, size: (rows, cols), of_box: (box_rows, box_cols), height, gap: 2 }.text()
}

/// A grid to be drawn, each cell as this many lines.
struct Frame<'a> {
    cells: &'a [Vec<Drawn>],
    size: (usize, usize),
    of_box: (usize, usize),
    height: usize,
    /// Number of spaces between the cells of a box.
    gap: usize,
}

impl Frame<'_> {
    /// Returns the width of each column, at least that of its name.
    fn widths(&self) -> Vec<usize> {
        let (rows, cols) = self.size;
        let of_cell = |row: usize, col: usize| {
            let lines = self.cells[cols * row + col].iter();
            lines.map(|(_, width)| *width).max().unwrap_or(0)
        };
        let name = |col: usize| if col < 9 { 2 } else { 3 };
        (0..cols)
            .map(|col| (0..rows).map(|row| of_cell(row, col)).max().unwrap_or(0).max(name(col)))
            .collect()
    }

    fn width(&self) -> usize {
        self.border(&self.widths()).chars().count()
    }

    fn border(&self, widths: &[usize]) -> String {
        let of_box = |some: &[usize]| {
            let inner = some.iter().sum::<usize>() + self.gap * (some.len() - 1);
            format!("+{}", "-".repeat(inner + 2))
        };
        let boxes: String = widths.chunks(self.of_box.1).map(of_box).collect();
        format!("{}{boxes}+", " ".repeat(NAME))
    }

    /// Renders a line: the text at the start, the text of each cell, and the sign between boxes.
    fn line(&self, start: &str, widths: &[usize], sign: &str, cell: impl Fn(usize) -> Drawn) -> String {
        let mut out = format!("{start:NAME$}");
        for (col, wide) in widths.iter().enumerate() {
            let (text, width) = cell(col);
            let is_first = col % self.of_box.1 == 0;
            out += &if is_first { format!("{sign} ") } else { " ".repeat(self.gap) };
            out += &text;
            out += &" ".repeat(wide - width);
            out += if col % self.of_box.1 == self.of_box.1 - 1 || col == widths.len() - 1 { " " } else { "" };
        }
        format!("{out}{sign}").trim_end().to_owned() + "\n"
    }

    fn text(&self) -> String {
        let (rows, cols) = self.size;
        let widths = self.widths();
        let border = self.border(&widths) + "\n";
        let name = |col: usize| {
            let name = format!("c{}", col + 1);
            let width = name.len();
            (name, width)
        };
        let mut out = self.line("", &widths, " ", name) + &border;
        for row in 0..rows {
            for line in 0..self.height {
                let start = if line == self.height / 2 { format!("r{}", row + 1) } else { String::new() };
                out += &self.line(&start, &widths, "|", |col| self.cells[cols * row + col][line].clone());
            }
            if row % self.of_box.0 == self.of_box.0 - 1 || row == rows - 1 {
                out += &border;
            }
        }
        out
    }
}

/// Returns a line, with its newline, that explains the marks of this drawing, or an empty string if
/// there are none.
pub(crate) fn legend(deduction: &Deduction, marking: Marking) -> String {
    legend_of(marks_of(deduction).into_values(), marking)
}

fn marks_of(step: &Deduction) -> BTreeMap<Candidate, Mark> {
    marks(&step.pattern, &step.eliminations, &step.placements)
}

pub(crate) fn legend_of(marks: impl Iterator<Item = Mark>, marking: Marking) -> String {
    let marks: Vec<Mark> = marks.collect();
    let sets: Vec<(Vec<Mark>, String)> =
        (0..26).map(|number| (vec![Mark::Set(number)], char::from(b'A' + number).to_string())).collect();
    let fixed = |kinds: &[Mark], words: &str| (kinds.to_vec(), words.to_owned());
    let kinds = [
        vec![
            fixed(&[Mark::Core, Mark::On], "pattern"),
            fixed(&[Mark::Extra], "extra"),
            fixed(&[Mark::Support], "support"),
        ],
        sets,
        vec![
            fixed(&[Mark::Off], "does not hold"),
            fixed(&[Mark::Eliminated], "eliminated"),
            fixed(&[Mark::Placed], "placed"),
        ],
    ]
    .concat();
    let used = |kinds: &[Mark]| marks.iter().any(|mark| kinds.contains(mark));
    let entries: Vec<String> = kinds
        .into_iter()
        .filter(|(kinds, _)| used(kinds))
        .map(|(kinds, words)| match marking {
            Marking::Signs => format!("{} {words}", sign(kinds[0])),
            Marking::Colours => format!("\x1b[{}m{words}\x1b[0m", code(kinds[0])),
        })
        .collect();
    let start = if marking == Marking::Signs { "after a digit: " } else { "" };
    if entries.is_empty() { String::new() } else { format!("{start}{}\n", entries.join("  ")) }
}

const fn sign(mark: Mark) -> char {
    match mark {
        Mark::Core | Mark::On => '*',
        Mark::Extra => '#',
        Mark::Support => '@',
        Mark::Set(number) => ['@', '%', '&', '~'][number as usize % 4],
        Mark::Off => '/',
        Mark::Eliminated => '-',
        Mark::Placed => '!',
    }
}

/// Returns the parameters of the ANSI escape sequence.
const fn code(mark: Mark) -> &'static str {
    match mark {
        Mark::Core | Mark::On => "1;32",
        Mark::Extra => "1;33",
        Mark::Support => "1;34",
        Mark::Set(number) => ["1;34", "1;36", "34", "36"][number as usize % 4],
        Mark::Off => "35",
        Mark::Eliminated => "9;31",
        Mark::Placed => "1;30;42",
    }
}

/// Draws a digit with its mark.
pub(crate) fn write(digit: u8, mark: Option<Mark>, marking: Marking) -> Drawn {
    let digit = char::from_digit(digit.into(), 36).unwrap_or('?').to_ascii_uppercase();
    match (mark, marking) {
        (None, _) => (digit.to_string(), 1),
        (Some(mark), Marking::Signs) => (format!("{digit}{}", sign(mark)), 2),
        (Some(mark), Marking::Colours) => (format!("\x1b[{}m{digit}\x1b[0m", code(mark)), 1),
    }
}
