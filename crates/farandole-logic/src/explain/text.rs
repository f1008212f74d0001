//! The grid with its pencil marks in a terminal.

use super::{Mark, candidates, marks};
use crate::State;
use crate::model::Deduction;

/// How the pattern is told from the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marking {
    /// By a sign behind the digit: `*` core or holding, `#` extra, `@` support, `/` not holding, `-` eliminated,
    /// `!` placed. The candidate format of other programs has the same signs where it has any.
    Signs,
    /// By ANSI colours: core and holding green, extra yellow, support blue, not holding magenta, eliminated red and struck
    /// through, placed on green ground.
    Colours,
}

/// Draws the state: nine rows of groups of candidates with a frame; digits in place stand alone, the last candidate of a
/// cell in parentheses.
///
/// Thirteen lines, each with its line end.
pub fn grid(state: &State, deduction: Option<&Deduction>, marking: Marking) -> String {
    let marks = marks(deduction);
    let mut cells: Vec<(String, usize)> = Vec::with_capacity(81);
    for cell in 0..81 {
        let digit = state.digits()[cell];
        let (mut text, mut width) = (String::new(), 0);
        if digit > 0 {
            let index = cell * 9 + usize::from(digit) - 1;
            write(&mut text, &mut width, digit, marks[index], marking);
        }
        for candidate in candidates(state, cell) {
            write(&mut text, &mut width, candidate.digit(), marks[candidate.index()], marking);
        }
        if state.candidates(cell).is_power_of_two() {
            (text, width) = (format!("({text})"), width + 2);
        }
        cells.push((text, width));
    }
    let widths: Vec<usize> =
        (0..9).map(|col| (0..9).map(|row| cells[9 * row + col].1).max().unwrap_or(0)).collect();
    let border: String = widths
        .chunks(3)
        .map(|three| format!("+{}", "-".repeat(three.iter().sum::<usize>() + 6)))
        .chain(["+\n".to_owned()])
        .collect();
    let mut out = border.clone();
    for (row, line) in cells.chunks(9).enumerate() {
        for (col, (text, width)) in line.iter().enumerate() {
            out += if col % 3 == 0 { "| " } else { "  " };
            out += text;
            out += &" ".repeat(widths[col] - width);
            out += if col % 3 == 2 { " " } else { "" };
        }
        out += "|\n";
        if row % 3 == 2 {
            out += &border;
        }
    }
    out
}

fn write(text: &mut String, width: &mut usize, digit: u8, mark: Option<Mark>, marking: Marking) {
    let digit = char::from(b'0' + digit);
    *width += 1;
    let Some(mark) = mark else { return text.push(digit) };
    match marking {
        Marking::Signs => {
            text.push(digit);
            text.push(match mark {
                Mark::Core | Mark::On => '*',
                Mark::Extra => '#',
                Mark::Support => '@',
                Mark::Off => '/',
                Mark::Eliminated => '-',
                Mark::Placed => '!',
            });
            *width += 1;
        }
        Marking::Colours => {
            let code = match mark {
                Mark::Core | Mark::On => "1;32",
                Mark::Extra => "1;33",
                Mark::Support => "1;34",
                Mark::Off => "35",
                Mark::Eliminated => "9;31",
                Mark::Placed => "1;30;42",
            };
            *text += &format!("\x1b[{code}m{digit}\x1b[0m");
        }
    }
}
