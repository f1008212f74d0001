//! The cells of a row in a table: fields between separators, or columns of equal width.

use super::text;

/// The arrangement of the cells of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Columns {
    /// Number of cells.
    pub(super) size: usize,
    pub(super) separator: Separator,
    /// Number of characters of a cell between two separators, or 0 if each field is a cell.
    pub(super) pitch: usize,
    /// Number of fields of a row.
    pub(super) fields: usize,
}

/// The separators of fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Separator {
    Byte(u8),
    /// `|` and the vertical lines of Unicode, also at both ends of the row.
    Bar,
    /// Bars between fields only.
    OpenBar,
    /// None: the row is one field.
    None,
}

/// Returns true if a character draws a vertical line.
const fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏')
}

/// Returns true if a character belongs to a border rather than to a row.
const fn is_line(c: char) -> bool {
    matches!(c, '-' | '=' | '+' | ':' | '*' | '.' | '\'' | '`' | '_' | '\u{2500}'..='\u{257f}' | '—' | '–')
        || is_bar(c)
}

impl Columns {
    /// Returns the cells of a row without the blanks around them, or `None` if the line has too many.
    pub(super) fn cells(self, line: &[u8]) -> Option<Vec<text::Token<'_>>> {
        let fields = split(line, self.separator);
        let mut cells = Vec::with_capacity(self.size);
        if self.pitch == 0 {
            cells = fields;
            while cells.len() > self.size && cells.last().is_some_and(|last| last.text.is_empty()) {
                cells.pop();
            }
        } else {
            if fields.len() != self.fields {
                return None;
            }
            let per_field = if fields.len() == 1 { self.size } else { self.size.div_ceil(fields.len()) };
            for (k, field) in fields.iter().enumerate() {
                let framed = k > 0 || field.start > 0;
                cells.extend(of_field(*field, self.pitch, per_field, framed)?);
            }
        }
        cells.resize(cells.len().max(self.size), text::Token { start: line.len(), text: b"" });
        (cells.len() == self.size).then(|| cells.into_iter().map(trimmed).collect())
    }
}

/// Returns the cells of a field that holds this many of them.
fn of_field(
    field: text::Token<'_>,
    pitch: usize,
    count: usize,
    framed: bool,
) -> Option<Vec<text::Token<'_>>> {
    let blank = |at: usize| field.text.get(at).is_none_or(|byte| *byte == b' ');
    // One blank separates the cells from the border.
    let lead = usize::from(framed && blank(0) && (pitch > 1 || field.text.len() > count));
    let cell = |k: usize| {
        let start = (lead + k * pitch).min(field.text.len());
        let end = (start + pitch).min(field.text.len());
        text::Token { start: field.start + start, text: &field.text[start..end] }
    };
    let rest = lead + count * pitch;
    (rest..field.text.len()).all(blank).then(|| (0..count).map(cell).collect())
}

/// Removes the blanks around a text.
fn trimmed(token: text::Token<'_>) -> text::Token<'_> {
    let quotes = |text: &[u8]| text.len() > 2 && text[0] == b'"' && text[text.len() - 1] == b'"';
    let lead = token.text.len() - token.text.trim_ascii_start().len();
    let text = token.text.trim_ascii();
    if quotes(text) {
        return text::Token { start: token.start + lead + 1, text: text[1..text.len() - 1].trim_ascii() };
    }
    text::Token { start: token.start + lead, text }
}

/// Returns true if a line may be a row: it is neither blank nor a border.
pub(super) fn is_row(line: &[u8], separator: Separator) -> bool {
    let Ok(line) = core::str::from_utf8(line) else { return true };
    if let Separator::Byte(byte) = separator
        && line.contains(char::from(byte))
    {
        return true;
    }
    let mut content = line.chars().filter(|c| !c.is_whitespace()).peekable();
    if content.peek().is_none() {
        return false;
    }
    let drawn = |c: char| is_line(c) && !is_bar(c);
    // Bars alone enclose empty cells.
    !content.clone().all(is_line)
        || matches!(separator, Separator::Bar | Separator::OpenBar) && !content.any(drawn)
}

/// Splits a line into fields. Bars at both ends of the line enclose it and have no fields outside.
pub(super) fn split(line: &[u8], separator: Separator) -> Vec<text::Token<'_>> {
    let mut fields = Vec::new();
    let mut start = 0;
    let mut push = |start: usize, end: usize| fields.push(text::Token { start, text: &line[start..end] });
    match separator {
        Separator::None => push(0, line.len()),
        Separator::Byte(byte) => {
            for (at, _) in line.iter().enumerate().filter(|(_, found)| **found == byte) {
                push(start, at);
                start = at + 1;
            }
            push(start, line.len());
        }
        Separator::Bar | Separator::OpenBar => {
            let text = core::str::from_utf8(line).unwrap_or_default();
            for (at, bar) in text.char_indices().filter(|(_, c)| is_bar(*c)) {
                push(start, at);
                start = at + bar.len_utf8();
            }
            push(start, line.len());
            let outside = |field: &text::Token<'_>| text::is_blank(field.text);
            if separator == Separator::Bar
                && fields.len() > 2
                && outside(&fields[0])
                && fields.last().is_some_and(outside)
            {
                fields.pop();
                fields.remove(0);
            }
        }
    }
    fields
}
