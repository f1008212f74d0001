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

/// Draws the state as nine rows of candidate groups with a frame. Placed digits appear as single
/// digits, and the last candidate of a cell is in parentheses.
///
/// The result has thirteen lines, each ending with a newline.
pub fn grid(state: &State, deduction: Option<&Deduction>, marking: Marking) -> String {
    let marks = deduction.map(marks_of).unwrap_or_default();
    let mark = |candidate: Candidate| marks.get(&candidate).copied();
    let mut cells: Vec<(String, usize)> = Vec::with_capacity(81);
    for cell in 0..81 {
        let digit = state.digits()[cell];
        let (mut text, mut width) = (String::new(), 0);
        if digit > 0 {
            let mark = Candidate::new(cell, digit).and_then(mark);
            write(&mut text, &mut width, digit, mark, marking);
        }
        for candidate in candidates(state, cell) {
            write(&mut text, &mut width, candidate.digit(), mark(candidate), marking);
        }
        if state.candidates(cell).is_power_of_two() {
            (text, width) = (format!("({text})"), width + 2);
        }
        cells.push((text, width));
    }
    framed(&cells, (9, 9), (3, 3))
}

/// Draws cells (text and width) in a frame, with separators between boxes of this many rows and
/// columns.
pub(crate) fn framed(
    cells: &[(String, usize)],
    (rows, cols): (usize, usize),
    (box_rows, box_cols): (usize, usize),
) -> String {
    let widths: Vec<usize> =
        (0..cols).map(|col| (0..rows).map(|row| cells[cols * row + col].1).max().unwrap_or(0)).collect();
    let border: String = widths
        .chunks(box_cols)
        .map(|some| format!("+{}", "-".repeat(some.iter().sum::<usize>() + 2 * some.len())))
        .chain(["+\n".to_owned()])
        .collect();
    let mut out = border.clone();
    for (row, line) in cells.chunks(cols).enumerate() {
        for (col, (text, width)) in line.iter().enumerate() {
            out += if col % box_cols == 0 { "| " } else { "  " };
            out += text;
            out += &" ".repeat(widths[col] - width);
            out += if col % box_cols == box_cols - 1 || col == cols - 1 { " " } else { "" };
        }
        out += "|\n";
        if row % box_rows == box_rows - 1 || row == rows - 1 {
            out += &border;
        }
    }
    out
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

pub(crate) fn write(text: &mut String, width: &mut usize, digit: u8, mark: Option<Mark>, marking: Marking) {
    let digit = char::from_digit(digit.into(), 36).unwrap_or('?').to_ascii_uppercase();
    *width += 1;
    let Some(mark) = mark else { return text.push(digit) };
    match marking {
        Marking::Signs => {
            text.push(digit);
            text.push(sign(mark));
            *width += 1;
        }
        Marking::Colours => *text += &format!("\x1b[{}m{digit}\x1b[0m", code(mark)),
    }
}
