//! Telling the format of an input by its head.

use super::error::{DetectError, DetectKind};
use super::pencilmark::size_of_cube;
use super::region_map::{is_constraints, is_map, is_nearly_map};
use super::rows::{self, Kind, group_count, groups, runs, width};
use super::text::{self, Tokens, only_number, size_of_square};
use super::{Columns, Dialect, Format, ReadConfig, csv, line};
use crate::BoxShape;
use alloc::vec::Vec;

/// How much of the input is looked at.
const HEAD: usize = 64 << 10;

/// A line with content: neither blank nor a comment.
#[derive(Clone, Copy, Debug)]
struct Content<'a> {
    /// 1-based.
    line: u64,
    text: &'a [u8],
}

pub(super) fn detect(head: &[u8], config: &ReadConfig) -> Result<Dialect, DetectError> {
    let head = &head[..head.len().min(HEAD)];
    let text = head.strip_prefix(text::BOM).unwrap_or(head);
    let all: Vec<&[u8]> = text::lines(text).collect();
    let numbered = all.iter().zip(1..);
    let content: Vec<Content<'_>> = numbered
        .filter(|(line, _)| !text::is_blank(line) && !text::is_comment(line))
        .map(|(text, line)| Content { line, text })
        .collect();
    let format = match config.format {
        Some(format) => format,
        None => tell(&content, config)?,
    };
    let mut dialect = Dialect {
        format,
        symbols: match format {
            Format::Sdm | Format::Poj3074 => super::Symbols::NumbersFirst,
            _ => config.symbols.clone(),
        },
        regions: config.regions,
        diagonals: config.diagonals,
        columns: config.columns.clone(),
        separator: b',',
        header: false,
        multi_line: false,
        size_hint: 0,
        banded: false,
        dash_empty: false,
    };
    match format {
        Format::Csv => columns_of_csv(&mut dialect, &content)?,
        Format::Jigsaw => dialect.multi_line = config.columns.is_none() && is_multi_line(&content),
        Format::Line | Format::Sdm => dialect.header = has_header(&content),
        _ => {}
    }
    if matches!(format, Format::Grid | Format::Sdk) || dialect.multi_line {
        dialect.dash_empty = has_dash_cells(&content);
        if let Some(first) = first_grid(&content, dialect.dash_empty) {
            dialect.size_hint = first.size;
        }
        dialect.banded = is_banded(&all, dialect.size_hint, dialect.dash_empty);
    }
    Ok(dialect)
}

/// The format, from what stands in the lines with content.
fn tell(content: &[Content<'_>], config: &ReadConfig) -> Result<Format, DetectError> {
    let Some(first) = content.first() else { return Ok(Format::Line) };
    if content.iter().any(|line| line.text.trim_ascii().eq_ignore_ascii_case(b"[puzzle]")) {
        return Ok(Format::Sdk);
    }
    if config.columns.is_some() {
        let quoted = first.text.contains(&b'"');
        let named = csv::header(first.text, csv::separator_of(first.text)).is_some();
        return Ok(if quoted || named { Format::Csv } else { Format::Line });
    }
    if let Some(format) = tell_counted(content).or_else(|| tell_judge_rows(content)) {
        return Ok(format);
    }
    let header = csv::header(first.text, csv::separator_of(first.text));
    if header.is_some() && content.get(1).is_none_or(|second| has_cells(second.text)) {
        return Ok(Format::Csv);
    }
    if is_candidates(content) {
        return Ok(Format::Candidates);
    }
    if let Some(grid) = first_grid(content, has_dash_cells(content))
        && !grid.as_lines
    {
        return Ok(if is_multi_line(content) { Format::Jigsaw } else { Format::Grid });
    }
    let lines = content.iter().take(1000);
    if let Some(cells) = lines.clone().find(|line| has_cells(line.text)) {
        if content.iter().any(|line| line.text.trim_ascii() == b"end") {
            return Ok(Format::Poj3074);
        }
        if is_pencilmarks(cells.text) {
            return Ok(Format::Pencilmark);
        }
        let mut sample = lines.filter(|line| has_cells(line.text)).take(100);
        return Ok(if sample.all(|line| has_map(line.text)) { Format::Jigsaw } else { Format::Line });
    }
    // A grid that is not complete is still best read as one.
    match content.iter().find(|line| matches!(rows::kind(line.text, 0), Kind::Row(2..=64))) {
        Some(_) if content.len() > 1 => Ok(Format::Grid),
        Some(_) => Ok(Format::Line),
        None if content.iter().any(|line| is_nearly_cells(line.text)) => Ok(Format::Line),
        None => Err(DetectError { line: first.line, kind: DetectKind::Unknown }),
    }
}

/// Whether a line is one token of cells whose number is off: a puzzle that was cut, say.
fn is_nearly_cells(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.len() > 16
        && line.iter().all(|byte| byte.is_ascii_alphanumeric() || b"._*".contains(byte))
        && line.iter().any(|byte| b"0._*".contains(byte))
}

/// The judge formats that begin with a number alone.
fn tell_counted(content: &[Content<'_>]) -> Option<Format> {
    let [first, second, ..] = content else { return None };
    let number = only_number(first.text)?;
    let tokens: Vec<Option<u64>> =
        Tokens::new(second.text, 0).map(|token| text::number(token.text)).collect();
    let numbers: Vec<u64> = tokens.iter().copied().collect::<Option<Vec<u64>>>()?;
    let walled = numbers.len() == 9 && numbers.iter().any(|number| *number > 9);
    if walled && numbers.iter().all(|number| *number < 256) {
        return Some(Format::Hdu4069);
    }
    if (2..=8).contains(&number) && numbers.len() as u64 == number * number {
        return Some(Format::Uva989);
    }
    let row = second.text.trim_ascii();
    let short = first.text.trim_ascii().len() < 9;
    (short && row.len() == 9 && row.iter().all(u8::is_ascii_digit)).then_some(Format::Poj2676)
}

/// The judge formats that are rows from the first line on.
fn tell_judge_rows(content: &[Content<'_>]) -> Option<Format> {
    let letters = |line: &Content<'_>| {
        let row = line.text.trim_ascii();
        row.len() == 16 && row.iter().all(|byte| matches!(byte, b'A'..=b'P' | b'-'))
    };
    let rows = content.get(..16.min(content.len()))?;
    let named = rows.iter().any(|row| row.text.iter().any(u8::is_ascii_uppercase));
    let signed = rows.iter().any(|row| row.text.contains(&b'-'));
    if rows.len() == 16 && rows.iter().all(letters) && named && signed {
        return Some(Format::Grid16);
    }
    let spaced = |line: &Content<'_>| {
        let mut tokens = line.text.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty());
        tokens.clone().count() == 9 && tokens.all(|token| matches!(token, [b'1'..=b'9' | b'?']))
    };
    let rows = content.get(..9)?;
    let unknown = rows.iter().any(|row| row.text.contains(&b'?'));
    (unknown && rows.iter().all(spaced)).then_some(Format::Hdu1426)
}

/// Whether a line has a token of N * N cells, N at least 4, or constraints.
fn has_cells(line: &[u8]) -> bool {
    let cells = |token: &[u8]| {
        let token = token.strip_prefix(b"\"").unwrap_or(token);
        let token = token.strip_suffix(b"\"").unwrap_or(token);
        let square = size_of_square(line::plain_length(token)).is_some_and(|size| size >= 4);
        let cube = size_of_cube(token.len()).is_some_and(|size| size >= 3);
        let cell = |byte: &u8| byte.is_ascii_alphanumeric() || b"._*-?+@$&/".contains(byte);
        (square || cube) && token.iter().all(cell) || is_constraints(token)
    };
    let blanks = size_of_square(line.len()).is_some_and(|size| (4..=9).contains(&size))
        && line.contains(&b' ')
        && line.iter().all(|byte| byte.is_ascii_digit() || b" ._*-?".contains(byte));
    blanks || Tokens::new(line, 0).any(|token| cells(token.text))
}

/// Whether the first token of a line is marks whose digits all stand in their places.
fn is_pencilmarks(line: &[u8]) -> bool {
    let Some(token) = Tokens::new(line, 0).next() else { return false };
    let Some(size) = size_of_cube(token.text.len()).filter(|size| (3..=64).contains(size)) else {
        return false;
    };
    let symbols = super::Symbols::Auto.resolve(size, [token.text, b""]);
    let table = symbols.table(size);
    let value = |(i, byte): (usize, &u8)| match table[*byte as usize] as usize {
        0 => Some(false),
        value if value == i % size + 1 => Some(true),
        _ => None,
    };
    let values: Option<Vec<bool>> = token.text.iter().enumerate().map(value).collect();
    // No square is near 729 but that of 27, for which all empty cells would be a strange puzzle.
    values.is_some_and(|values| values.into_iter().any(|present| present))
}

/// Whether a constraint is a region map.
fn is_jigsaw(constraint: &[u8]) -> bool {
    constraint.starts_with(b"Jigsaw~")
}

/// Whether a line has a region map behind other cells, or on its own.
fn has_map(line: &[u8]) -> bool {
    Tokens::new(line, 0).any(|token| {
        let cells = size_of_square(token.text.len()).filter(|size| *size >= 4);
        let constraints = is_constraints(token.text) && token.text.split(|byte| *byte == b'.').any(is_jigsaw);
        cells.is_some_and(|size| is_map(token.text, size)) || constraints
    })
}

/// Whether the first line has words and the second a puzzle.
fn has_header(content: &[Content<'_>]) -> bool {
    let [first, second, ..] = content else { return false };
    let words = Tokens::new(first.text, 0);
    let named = |text: &[u8]| super::Column::by_name(text).is_some() && text.len() > 1;
    has_cells(second.text) && !has_cells(first.text) && words.clone().any(|word| named(word.text))
}

/// Whether a first line that is quoted or has no known words is a header all the same: it has no cells at all.
fn columns_of_csv(dialect: &mut Dialect, content: &[Content<'_>]) -> Result<(), DetectError> {
    let Some(first) = content.first() else { return Ok(()) };
    let line = first.line;
    dialect.separator = csv::separator_of(first.text);
    match csv::header(first.text, dialect.separator) {
        Some(columns) => {
            dialect.header = true;
            if dialect.columns.is_none() {
                let twice =
                    |error: super::ColumnsError| DetectKind::Column(error.twice().unwrap_or("givens"));
                dialect.columns = Some(columns.map_err(|error| DetectError { line, kind: twice(error) })?);
            }
        }
        None => {
            dialect.header =
                !has_cells(first.text) && content.get(1).is_some_and(|second| has_cells(second.text));
            if dialect.columns.is_none() {
                if dialect.header {
                    return Err(DetectError { line, kind: DetectKind::NoGivens });
                }
                dialect.columns = Columns::by_names("givens,solution").ok();
            }
        }
    }
    Ok(())
}

/// The first complete grid: so many rows of so many cells in a row.
#[derive(Clone, Copy, Debug)]
struct FirstGrid {
    size: usize,
    /// The index of the content line behind it.
    end: usize,
    /// Its rows are as well, or better, read as puzzles of one line each.
    as_lines: bool,
}

fn first_grid(content: &[Content<'_>], dash_empty: bool) -> Option<FirstGrid> {
    let mut start = 0;
    while start < content.len() {
        let size = width(content[start].text);
        if let Some(end) = grid_from(&content[start..], size, dash_empty) {
            let rows = &content[start..start + end];
            let as_lines = rows_are_lines(rows, size);
            return Some(FirstGrid { size, end: start + end, as_lines });
        }
        start += 1;
    }
    None
}

/// Whether a line is a row of this many cells.
fn is_row(line: &[u8], size: usize, dash_empty: bool) -> bool {
    match rows::kind(line, size) {
        Kind::Row(width) => width == size,
        Kind::Dashes(width) => dash_empty && width == size,
        _ => false,
    }
}

/// Whether a grid of this size begins with the first of these lines; then the number of lines it takes.
fn grid_from(content: &[Content<'_>], size: usize, dash_empty: bool) -> Option<usize> {
    if !(2..=crate::MAX_SIZE).contains(&size) || !is_row(content.first()?.text, size, dash_empty) {
        return None;
    }
    let mut found = 0;
    for (i, line) in content.iter().enumerate() {
        match rows::kind(line.text, size) {
            _ if is_row(line.text, size, dash_empty) => found += 1,
            Kind::Border | Kind::Dashes(_) => {}
            _ => return None,
        }
        if found == size {
            return Some(i + 1);
        }
    }
    None
}

/// Whether rows of a square number of cells are better read as whole puzzles: no cell is a digit too large for that.
fn rows_are_lines(rows: &[Content<'_>], size: usize) -> bool {
    let Some(root) = size_of_square(size).filter(|root| *root >= 4) else { return false };
    let table = super::Symbols::NumbersFirst.table(root);
    let whole = |row: &Content<'_>| {
        let mut tokens = Tokens::new(row.text, 0);
        let alone = tokens.next().is_some_and(|token| token.text.len() == size);
        alone && row.text.trim_ascii().iter().all(|byte| table[*byte as usize] != super::symbols::FOREIGN)
    };
    rows.iter().all(whole)
}

/// Whether N rows of cells are followed by N rows that are a region map, with wrong cells maybe.
fn is_multi_line(content: &[Content<'_>]) -> bool {
    let Some(grid) = first_grid(content, has_dash_cells(content)) else { return false };
    if grid.as_lines
        || has_cells(content[0].text) && grid.size > 9 && Tokens::new(content[0].text, 0).count() > 1
    {
        return false;
    }
    let mut map = Vec::new();
    for line in &content[grid.end..] {
        if matches!(rows::kind(line.text, grid.size), Kind::Border | Kind::Dashes(_)) {
            continue;
        }
        let before = map.len();
        map.extend(runs(line.text).flat_map(|run| run.text.iter().copied()));
        if map.len() - before != grid.size || map.len() >= grid.size * grid.size {
            break;
        }
    }
    is_nearly_map(&map, grid.size)
}

/// Whether `-` stands for an empty cell: in a row with digits.
fn has_dash_cells(content: &[Content<'_>]) -> bool {
    content.iter().any(|line| {
        line.text.contains(&b'-')
            && matches!(rows::kind(line.text, 0), Kind::Row(_))
            && !has_long_token(line.text)
    })
}

/// Whether a line has a token longer than any row.
fn has_long_token(line: &[u8]) -> bool {
    Tokens::new(line, 0).any(|token| token.text.len() > crate::MAX_SIZE)
}

/// Whether blank lines stand between the bands of the first grid.
fn is_banded(all: &[&[u8]], size: usize, dash_empty: bool) -> bool {
    let Some(BoxShape { box_rows, .. }) = BoxShape::usual(size) else { return false };
    let is_row = |line: &[u8]| is_row(line, size, dash_empty);
    let Some(start) = all.iter().position(|line| is_row(line)) else { return false };
    let Some(band) = all.get(start..start + 2 * box_rows + 1) else { return false };
    box_rows < size
        && band[..box_rows].iter().all(|line| is_row(line))
        && text::is_blank(band[box_rows])
        && band[box_rows + 1..].iter().all(|line| is_row(line))
}

/// Whether the first rows are groups of candidates: as many rows as groups, rising digits, some group of several.
fn is_candidates(content: &[Content<'_>]) -> bool {
    let mut rows = content.iter().map(|line| line.text).filter(|line| group_count(line) > 0);
    let Some(first) = rows.clone().next() else { return false };
    let size = group_count(first);
    if !(2..=9).contains(&size) || rows.clone().count() < size {
        return false;
    }
    let mut several = false;
    let fits = rows.by_ref().take(size).all(|row| {
        group_count(row) == size
            && groups(row).all(|group| {
                let digits: Vec<u8> = group.text.iter().copied().filter(u8::is_ascii_digit).collect();
                several |= digits.len() > 1;
                digits.iter().all(|digit| (1..=size).contains(&usize::from(digit - b'0')))
                    && digits.windows(2).all(|pair| pair[0] < pair[1])
            })
    });
    fits && several
}
