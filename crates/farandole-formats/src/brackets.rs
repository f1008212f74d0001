//! Text with brackets: recognizes arrays and objects that hold classic puzzles, and splits them into
//! records.
//!
//! A puzzle ends with the line in which its outermost bracket closes.

use super::columns::Column;
use super::record::Boundary;
use super::text::{self, BOM, size_of_square};

/// The form of a text with brackets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Array,
    Objects,
}

/// Minimum number of items of a row. Shorter brackets are indices.
pub(super) const SHORTEST_ROW: usize = 4;

/// Maximum number of lines before the first bracket.
const LINES_BEFORE: usize = 8;

/// Returns the form of an input if its head shows that it contains classic puzzles in brackets.
pub(super) fn form_of_input(head: &[u8]) -> Option<Form> {
    let head = head.strip_prefix(BOM).unwrap_or(head);
    let is_content = |line: &&[u8]| !text::is_blank(line) && !is_remark(line);
    let mut lines = text::lines(head).filter(is_content).take(LINES_BEFORE);
    let line = lines.find(|line| starts_array(line).is_some())?;
    let start = starts_array(line)? + line.as_ptr() as usize - head.as_ptr() as usize;
    let rest = &head[start..];
    let content = rest.iter().position(|byte| !byte.is_ascii_whitespace() && !b"[{(|".contains(byte))?;
    let opened = rest[..content].iter().rev().find(|byte| !byte.is_ascii_whitespace() && **byte != b'|')?;
    if *opened == b'{' && has_key(&rest[content..]) {
        return keys_of_puzzle(&rest[content..]).then_some(Form::Objects);
    }
    let is_cell = matches!(rest[content], b'0'..=b'9' | b'"' | b'\'' | b'.' | b'_' | b'-')
        || [&b"None"[..], b"null", b"nil"].iter().any(|null| rest[content..].starts_with(null));
    is_cell.then_some(Form::Array)
}

/// Returns true if a line is a comment of a programming language.
fn is_remark(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    line.starts_with(b"#") || line.starts_with(b"//") || line.starts_with(b"%")
}

/// Returns the offset of the first bracket of an array: at the start of the line, or after `=` or a name.
pub(super) fn starts_array(line: &[u8]) -> Option<usize> {
    let start = line.len() - line.trim_ascii_start().len();
    if line.get(start).is_some_and(|byte| b"[{(".contains(byte)) {
        return Some(start);
    }
    let equals = memchr::memchr2(b'=', b':', line).filter(|_| line[start].is_ascii_alphabetic())?;
    let bracket = line[equals..].iter().position(|byte| b"[{(".contains(byte))?;
    Some(equals + bracket)
}

/// Returns true if a text begins with a key of an object.
fn has_key(text: &[u8]) -> bool {
    let Some(rest) = text.strip_prefix(b"\"") else { return false };
    let end = memchr::memchr(b'"', rest).unwrap_or(rest.len());
    rest.get(end + 1..).is_some_and(|rest| rest.trim_ascii_start().starts_with(b":"))
}

/// Returns true if a key of an object names the givens, and its value may hold cells.
fn keys_of_puzzle(text: &[u8]) -> bool {
    let mut rest = text;
    let mut depth = 0_usize;
    while let Some(at) = rest.iter().position(|byte| b"\"[]{}".contains(byte)) {
        let byte = rest[at];
        rest = &rest[at + 1..];
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' if depth == 0 => return false,
            b']' | b'}' => depth -= 1,
            _ => {
                let end = rest.iter().position(|byte| *byte == b'"').unwrap_or(rest.len());
                let (key, after) = (&rest[..end], rest.get(end + 1..).unwrap_or_default());
                let value = after.trim_ascii_start().strip_prefix(b":").map(<[u8]>::trim_ascii_start);
                if depth == 0
                    && Column::by_name(key) == Some(Column::Givens)
                    && let Some(value) = value
                {
                    let inner = value.iter().find(|byte| !byte.is_ascii_whitespace() && **byte != b'[');
                    let is_cell = |byte: &u8| byte.is_ascii_alphanumeric() || b"\"._*-?".contains(byte);
                    return matches!(value.first(), Some(b'"' | b'[')) && inner.is_none_or(is_cell);
                }
                rest = after;
            }
        }
    }
    false
}

/// An open bracket, with the numbers of its items and of the rows in it.
#[derive(Clone, Debug)]
struct Open {
    bracket: u8,
    items: usize,
    rows: usize,
}

/// Assigns each line of an input with brackets to a record.
#[derive(Clone, Debug)]
pub(super) struct BracketSplitter {
    form: Form,
    open: Vec<Open>,
    quote: Option<u8>,
    /// Number of items of the last row, and of rows outside all brackets.
    row: usize,
    loose: usize,
    begun: bool,
}

impl BracketSplitter {
    pub(super) const fn new(form: Form) -> Self {
        Self { form, open: Vec::new(), quote: None, row: 0, loose: 0, begun: false }
    }

    /// Processes the next line, without its line end.
    pub(super) fn feed(&mut self, line: &[u8]) -> Boundary {
        if self.open.is_empty() && !self.begun && (text::is_blank(line) || is_remark(line)) {
            return Boundary::Skip;
        }
        let is_complete = self.scan(line);
        let bracketed = starts_array(line).is_some() || !self.open.is_empty();
        if is_complete {
            (self.begun, self.row, self.loose) = (false, 0, 0);
            return Boundary::Ends;
        }
        let has_items = line.iter().any(|byte| byte.is_ascii_alphanumeric() || b"\"'._?".contains(byte));
        let is_object = self.form == Form::Objects && line.contains(&b'{');
        self.begun |= bracketed && has_items || is_object;
        if self.begun { Boundary::Inside } else { Boundary::Skip }
    }

    /// Counts the brackets and items of a line. Returns true if a puzzle ends in it.
    fn scan(&mut self, line: &[u8]) -> bool {
        let mut complete = false;
        let (mut in_item, mut escaped) = (false, false);
        for byte in line {
            if let Some(quote) = self.quote {
                let ends = *byte == quote && !escaped;
                escaped = *byte == b'\\' && !escaped;
                self.quote = self.quote.filter(|_| !ends);
                continue;
            }
            let is_item = byte.is_ascii_alphanumeric() || b"._?*-\"'".contains(byte);
            if is_item
                && !in_item
                && let Some(open) = self.open.last_mut()
            {
                open.items += 1;
            }
            in_item = is_item;
            match byte {
                b'"' | b'\'' => self.quote = Some(*byte),
                b'[' | b'{' | b'(' if self.open.len() < 64 => {
                    self.open.push(Open { bracket: *byte, items: 0, rows: 0 });
                }
                b'|' => {
                    if let Some(open) = self.open.last_mut()
                        && open.items > 0
                    {
                        open.rows += 1;
                        open.items = 0;
                    }
                }
                b']' | b'}' | b')' => complete |= self.close(),
                _ => {}
            }
        }
        // A row outside all brackets continues after a comma.
        let is_alone = self.open.is_empty() && self.loose > 0 && self.form == Form::Array;
        let is_square = self.loose == self.row || self.loose == 1 && size_of_square(self.row).is_some();
        complete
            || is_alone && is_square && !line.trim_ascii_end().ends_with(b",")
            || is_alone && self.loose == self.row
    }

    /// Closes a bracket. Returns true if a puzzle ends with it.
    fn close(&mut self) -> bool {
        let Some(Open { bracket, items, rows }) = self.open.pop() else { return false };
        if self.form == Form::Objects {
            return bracket == b'{' && !self.open.iter().any(|open| open.bracket == b'{');
        }
        if rows > 1 || rows == 1 && items >= SHORTEST_ROW {
            return true;
        }
        if items >= SHORTEST_ROW {
            self.row = items;
            match self.open.last_mut() {
                Some(open) => open.rows += 1,
                None => self.loose += 1,
            }
        }
        // A flat array inside the call of a function.
        rows == 1 && self.open.is_empty()
    }
}
