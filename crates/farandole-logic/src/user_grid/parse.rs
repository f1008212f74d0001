//! The parser for all text forms of a grid.

use super::error::{Kind, UserGridError};
use super::grid::UserGrid;

/// The characters that represent an empty cell.
const EMPTY_SIGNS: &str = ".0_*?xX";

/// A cell of a row: its digit (0 if empty), and true if `+` precedes it.
type CellText = (u8, bool);

impl UserGrid {
    /// Parses a grid in any of the forms listed in the documentation of the module.
    ///
    /// # Errors
    /// Returns the first syntax error.
    pub fn parse(text: &str) -> Result<Self, UserGridError> {
        let lines: Vec<(usize, &str)> = text
            .lines()
            .enumerate()
            .map(|(number, line)| (number + 1, line.trim_end().trim_start_matches('\u{feff}')))
            .filter(|(_, line)| {
                !line.trim().is_empty() && !line.starts_with('#') && !is_border(line) && !is_names(line)
            })
            .collect();
        match lines[..] {
            [] => Err(UserGridError { line: 1, column: 1, kind: Kind::Empty }),
            [(number, line)] => one_line(line).map_err(|(column, kind)| UserGridError {
                line: number,
                column: column + 1,
                kind,
            }),
            _ => rows(&lines),
        }
    }
}

/// Returns true for a line of a frame, which has at least three dashes and no letters or digits.
fn is_border(line: &str) -> bool {
    line.contains("---") && !line.contains(|c: char| c.is_ascii_alphanumeric())
}

/// Returns true for a line with the names of the columns.
fn is_names(line: &str) -> bool {
    let is_name = |word: &str| word.strip_prefix('c').is_some_and(|it| it.parse::<u8>().is_ok());
    line.split_whitespace().all(is_name)
}

/// Returns the length of the name of a row at the start of a line, and the rest of the line.
fn without_name(line: &str) -> (usize, &str) {
    let rest = line.strip_prefix('r').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    match rest.filter(|rest| rest.starts_with(' ')) {
        Some(rest) => (line.len() - rest.len(), rest),
        None => (0, line),
    }
}

fn cell_text(c: char) -> Option<u8> {
    match c {
        '1'..='9' => Some(c as u8 - b'0'),
        _ => EMPTY_SIGNS.contains(c).then_some(0),
    }
}

/// A 0-based column and the error there.
type ErrorAt = (usize, Kind);

/// Parses the cells at the beginning of a text and returns them with the column after the last one.
/// The input consists of characters with their columns.
fn cells(text: impl Iterator<Item = (usize, char)>) -> Result<(Vec<CellText>, usize), ErrorAt> {
    let mut cells = Vec::new();
    let mut plus = false;
    let mut used = 0;
    for (column, c) in text {
        match (c, cell_text(c)) {
            ('+', _) => plus = true,
            (_, Some(digit)) => cells.push((digit, core::mem::take(&mut plus))),
            _ if cells.len() == 81 => break,
            _ => return Err((column, Kind::Mark { found: c })),
        }
        used = column + 1;
    }
    Ok((cells, used))
}

fn one_line(line: &str) -> Result<UserGrid, ErrorAt> {
    let line_cells = |text: &str, start: usize, what| {
        let (cells, used) =
            cells(text.chars().enumerate()).map_err(|(column, kind)| (start + column, kind))?;
        if cells.len() == 81 {
            Ok((cells, used))
        } else {
            Err((start + used, Kind::Cells { what, found: cells.len() }))
        }
    };
    let mut grid = UserGrid::BLANK;
    let parts: Vec<&str> = line.split('/').collect();
    if let [givens, placed, marks @ ..] = &parts[..] {
        for (cell, (digit, _)) in line_cells(givens, 0, ["given", "givens"])?.0.into_iter().enumerate() {
            grid.givens[cell] = digit;
        }
        let start = givens.chars().count() + 1;
        for (cell, (digit, _)) in
            line_cells(placed, start, ["placed digit", "placed digits"])?.0.into_iter().enumerate()
        {
            if grid.givens[cell] != digit {
                // A digit written over a given counts as placed.
                grid.placed[cell] = digit;
            }
        }
        if let [marks] = marks {
            read_marks(&mut grid, marks)
                .map_err(|(column, kind)| (start + placed.chars().count() + 1 + column, kind))?;
        }
        return Ok(grid);
    }
    if line.chars().count() == 729 {
        read_marks(&mut grid, line)?;
        singles_become_digits(&mut grid);
        return Ok(grid);
    }
    // In the library format of HoDoKu, the cells are in the fourth field.
    let (start, text) = match line.strip_prefix(':').and_then(|rest| rest.match_indices(':').nth(1)) {
        Some((at, _)) => (at + 2, &line[at + 2..]),
        None => (0, line),
    };
    let (cells, used) = line_cells(text, start, ["cell", "cells"])?;
    for (cell, (digit, plus)) in cells.into_iter().enumerate() {
        if plus { grid.placed[cell] = digit } else { grid.givens[cell] = digit }
    }
    let rest: String = text.chars().skip(used).collect();
    if let Some(removed) = rest.strip_prefix(':') {
        rule_out(&mut grid, removed.split(':').next().unwrap_or_default())
            .map_err(|(column, kind)| (start + used + 1 + column, kind))?;
    }
    Ok(grid)
}

/// Removes the listed candidates (digit, row, column) from the pencil marks. A cell without pencil
/// marks starts with all candidates that the digits allow.
fn rule_out(grid: &mut UserGrid, triples: &str) -> Result<(), ErrorAt> {
    let Some(state) = grid.state() else { return Ok(()) };
    let mut column = 0;
    for word in triples.split(' ') {
        if !word.is_empty() {
            let digits: Vec<u8> = word.bytes().map(|byte| byte.wrapping_sub(b'0')).collect();
            let [digit @ 1..=9, row @ 1..=9, col @ 1..=9] = digits[..] else {
                return Err((column, Kind::Triple));
            };
            let cell = usize::from(row - 1) * 9 + usize::from(col - 1);
            if grid.digit(cell) == 0 {
                let marks = grid.marks[cell].unwrap_or_else(|| state.candidates(cell));
                grid.marks[cell] = Some(marks & !(1 << (digit - 1)));
            }
        }
        column += word.chars().count() + 1;
    }
    Ok(())
}

/// Parses pencil marks: 729 characters, or 81 groups separated by commas.
fn read_marks(grid: &mut UserGrid, text: &str) -> Result<(), ErrorAt> {
    let mut masks = [0_u16; 81];
    let grouped = text.contains(',');
    let mut index = 0;
    for (column, c) in text.chars().enumerate() {
        if c == ',' {
            index += 1;
            continue;
        }
        let Some(digit) = cell_text(c).or((c == '-').then_some(0)) else {
            return Err((column, Kind::Mark { found: c }));
        };
        let cell = if grouped { index } else { column / 9 };
        if let (Some(mask), 1..=9) = (masks.get_mut(cell), digit) {
            *mask |= 1 << (digit - 1);
        }
    }
    let count = text.chars().count();
    let found = if grouped { index + 1 } else { count / 9 };
    if found != 81 || (!grouped && count != 729) {
        return Err((count, Kind::Cells { what: ["cell with marks", "cells with marks"], found }));
    }
    for (marks, mask) in grid.marks.iter_mut().zip(masks) {
        *marks = (mask != 0).then_some(mask);
    }
    Ok(())
}

fn singles_become_digits(grid: &mut UserGrid) {
    for cell in 0..81 {
        if let Some(mask) = grid.marks[cell].filter(|mask| mask.is_power_of_two()) {
            grid.givens[cell] = mask.trailing_zeros() as u8 + 1;
            grid.marks[cell] = None;
        }
    }
}

/// A row of cells, or a row of candidate groups.
enum Row {
    Cells(Vec<CellText>),
    Groups(Vec<u16>),
}

/// Parses a row as cells or as candidate groups. If neither works, reports the error of the form
/// that fits better.
fn row(line: &str) -> Result<Row, ErrorAt> {
    let frameless = line.chars().enumerate().filter(|(_, c)| !" \t|:!".contains(*c));
    let cells = cells(frameless);
    if let Ok((nine, _)) = &cells
        && nine.len() == 9
    {
        return cells.map(|(cells, _)| Row::Cells(cells));
    }
    let groups = groups(line);
    match (cells, groups) {
        (_, Ok(groups)) if groups.len() == 9 => Ok(Row::Groups(groups)),
        (Ok((cells, _)), Ok(groups)) if cells.len().abs_diff(9) >= groups.len().abs_diff(9) => {
            Err((line.chars().count(), Kind::Groups { found: groups.len() }))
        }
        (Ok((cells, end)), _) => Err((end, Kind::RowCells { found: cells.len() })),
        (Err(_), Ok(groups)) => Err((line.chars().count(), Kind::Groups { found: groups.len() })),
        (Err(of_cells), Err(of_groups)) => Err(if of_cells.0 > of_groups.0 { of_cells } else { of_groups }),
    }
}

/// Parses the candidate groups of a row as masks.
fn groups(line: &str) -> Result<Vec<u16>, ErrorAt> {
    let mut groups = Vec::new();
    let mut open = false;
    for (column, c) in line.chars().enumerate() {
        match c {
            '1'..='9' => {
                if !core::mem::replace(&mut open, true) {
                    groups.push(0);
                }
                if let Some(group) = groups.last_mut() {
                    *group |= 1 << (c as u8 - b'1');
                }
            }
            // These signs mark the parts of a step, or a placed digit.
            '*' | '#' | '@' | '/' | '-' | '+' if open => {}
            '.' | '0' | '_' if !open => groups.push(0),
            ' ' | '\t' | '|' | ':' | '!' | '+' | ',' | ';' | '*' | '(' | ')' => open = false,
            _ => return Err((column, Kind::Mark { found: c })),
        }
    }
    Ok(groups)
}

fn rows(lines: &[(usize, &str)]) -> Result<UserGrid, UserGridError> {
    let last = lines.last().map_or(1, |(line, _)| *line);
    if !matches!(lines.len(), 9 | 18 | 27) {
        return Err(UserGridError { line: last, column: 1, kind: Kind::Rows { found: lines.len() } });
    }
    let mut grid = UserGrid::BLANK;
    let blocks = lines.len() / 9;
    for (i, (number, line)) in lines.iter().enumerate() {
        let (block, start) = (i / 9, i % 9 * 9);
        let (name, line) = without_name(line);
        let row = row(line).map_err(|(column, kind)| UserGridError {
            line: *number,
            column: name + column + 1,
            kind,
        })?;
        match row {
            Row::Cells(cells) => {
                for (index, (digit, plus)) in cells.into_iter().enumerate() {
                    let cell = start + index;
                    let given = grid.givens[cell];
                    if block > 0 && given != 0 && digit != 0 && digit != given {
                        let (column, _) = line
                            .char_indices()
                            .filter(|(_, c)| cell_text(*c).is_some())
                            .nth(index)
                            .unwrap_or_default();
                        let kind = Kind::Other { given, found: digit };
                        return Err(UserGridError { line: *number, column: name + column + 1, kind });
                    }
                    match (block, plus) {
                        (0, false) => grid.givens[cell] = digit,
                        _ if digit != 0 && grid.givens[cell] != digit => grid.placed[cell] = digit,
                        _ => {}
                    }
                }
            }
            Row::Groups(groups) => {
                for (cell, mask) in groups.into_iter().enumerate() {
                    let cell = start + cell;
                    let single = mask.is_power_of_two().then(|| mask.trailing_zeros() as u8 + 1);
                    match (single, block) {
                        (Some(digit), 0) => grid.givens[cell] = digit,
                        // In the second of two blocks, a single candidate is a placed digit. If the
                        // current digits are in a separate block, it is a pencil mark.
                        (Some(digit), 1) if blocks == 2 && grid.givens[cell] == 0 => {
                            grid.placed[cell] = digit;
                        }
                        _ if grid.digit(cell) == 0 && mask != 0 => grid.marks[cell] = Some(mask),
                        _ => {}
                    }
                }
            }
        }
    }
    Ok(grid)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn every_form_reads_the_same_sheet() {
        let mut grid = UserGrid::parse(LINE).unwrap();
        grid.placed[2] = 4;
        let state = grid.state().unwrap();
        grid.marks[3] = Some(state.candidates(3) & !(1 << 5));
        let line = grid.to_string();
        assert_eq!(line, format!("53+4{}:614", &LINE[3..]));
        assert_eq!(UserGrid::parse(&line).unwrap(), grid);
        let placed: String = grid.placed.iter().map(|digit| char::from(b'0' + digit)).collect();
        let groups: Vec<String> = (0..81)
            .map(|cell| {
                (1..=9)
                    .filter(|d| grid.marks[cell].unwrap_or(0) >> (d - 1) & 1 == 1)
                    .map(|d| d.to_string())
                    .collect()
            })
            .collect();
        assert_eq!(UserGrid::parse(&format!("{LINE}/{placed}/{}", groups.join(","))).unwrap(), grid);
        let wide: String = (0..81)
            .flat_map(|cell| (1..=9).map(move |digit| (cell, digit)))
            .map(|(cell, digit)| match grid.marks[cell] {
                Some(mask) if mask >> (digit - 1) & 1 == 1 => char::from(b'0' + digit as u8),
                _ => '.',
            })
            .collect();
        assert_eq!(UserGrid::parse(&format!("{LINE}/{placed}/{wide}")).unwrap(), grid);
        let library = format!(":0000:4:{line}::413:");
        assert_eq!(UserGrid::parse(&library).unwrap(), grid);
    }

    #[test]
    fn rows_are_read_with_and_without_frames_and_in_blocks() {
        let grid: Vec<String> = (0..9).map(|row| LINE[9 * row..9 * row + 9].to_string()).collect();
        let bare = grid.join("\n");
        assert_eq!(UserGrid::parse(&bare).unwrap(), UserGrid::parse(LINE).unwrap());
        let framed: String = grid
            .iter()
            .enumerate()
            .map(|(i, row)| {
                let border = if i % 3 == 0 { "+---+---+---+\n" } else { "" };
                format!("{border}|{}|{}|{}|\n", &row[..3], &row[3..6], &row[6..])
            })
            .collect();
        assert_eq!(UserGrid::parse(&framed).unwrap(), UserGrid::parse(LINE).unwrap());
        // In a block of candidates after the givens, a single candidate counts as placed.
        let state = UserGrid::parse(LINE).unwrap().state().unwrap();
        let candidates: String = (0..81)
            .map(|cell| {
                let digit = state.digits()[cell];
                let mask = if digit == 0 { state.candidates(cell) } else { 1 << (digit - 1) };
                let mask = if cell == 2 { 1 << 3 } else { mask };
                let group: String =
                    (1..=9).filter(|d| mask >> (d - 1) & 1 == 1).map(|d: i32| d.to_string()).collect();
                group + if cell % 9 == 8 { "\n" } else { " " }
            })
            .collect();
        let grid = UserGrid::parse(&format!("{bare}\n\n{candidates}")).unwrap();
        assert_eq!((grid.givens[2], grid.placed[2]), (0, 4));
        assert_eq!(grid.marks[3], Some(state.candidates(3)));
        // Placed digits in rows, and a second block of another puzzle.
        let placed = bare.replacen("53.", "53+4", 1);
        assert_eq!(UserGrid::parse(&placed).unwrap().placed[2], 4);
        let error = UserGrid::parse(&format!(
            "{bare}\n\n{}",
            bare.replacen("53..", "5..3", 1).replacen("6..1", "7..1", 1)
        ));
        let error = error.unwrap_err();
        assert_eq!((error.line(), error.column()), (12, 1));
        assert_eq!(error.to_string(), "found 7, expected 6 as in the first block");
    }

    #[test]
    fn errors_say_where_and_what() {
        let error = |text: &str| {
            let error = UserGrid::parse(text).unwrap_err();
            format!("{}:{}: {error}", error.line(), error.column())
        };
        assert_eq!(error(""), "1:1: found no grid");
        assert_eq!(error("12"), "1:3: found 2 cells, expected 81");
        assert_eq!(error("12y"), "1:3: found `y`, expected a digit from 1 to 9 or an empty-cell character");
        assert_eq!(error("12\n34\n"), "2:1: found 2 rows, expected 9, 18 or 27");
        assert_eq!(
            error(&format!("{LINE}:512 6")),
            "1:87: expected three digits from 1 to 9: digit, row, column"
        );
        assert_eq!(error(&format!("{LINE}/{LINE}/12")), "1:167: found 0 cells with marks, expected 81");
        let rows = format!("# a comment\n{}", "1 2 3 4 5 6 7 8\n".repeat(9));
        assert_eq!(error(&rows), "2:16: found 8 cells or groups of candidates in the row, expected 9");
    }

    #[test]
    fn errors_name_the_mistyped_row_and_its_fault() {
        let rows = |fifth: &str| {
            let row = |k: usize| if k == 4 { fifth } else { &LINE[9 * k..9 * k + 9] };
            let text: String = (0..9).map(|k| row(k).to_owned() + "\n").collect();
            let error = UserGrid::parse(&text).unwrap_err();
            format!("{}:{}: {error}", error.line(), error.column())
        };
        assert_eq!(rows("4..8.3.."), "5:9: found 8 cells in the row, expected 9");
        assert_eq!(rows("4..8.3..11"), "5:11: found 10 cells in the row, expected 9");
        assert_eq!(rows("42386179"), "5:9: found 8 cells in the row, expected 9");
        let expected = "found `y`, expected a digit from 1 to 9 or an empty-cell character";
        assert_eq!(rows("4..8y3..1"), format!("5:5: {expected}"));
        let groups = rows("12 34 5 6 7 8 9 1");
        assert_eq!(groups, "5:18: found 8 cells or groups of candidates in the row, expected 9");
    }

    #[test]
    fn clashing_digits_have_no_state() {
        let mut grid = UserGrid::parse(LINE).unwrap();
        grid.placed[2] = 5;
        assert_eq!(grid.state(), None);
        grid.placed[2] = 4;
        let state = grid.state().unwrap();
        assert!(state.is_given(0) && !state.is_given(2));
        assert_eq!(UserGrid::of(&state).state().unwrap(), state);
    }
}
