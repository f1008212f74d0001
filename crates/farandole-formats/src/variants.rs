//! Records of variants: recognition by their first line, and the splitter.
//!
//! A record is
//!
//! * a JSON object, on one line or on several, up to its last brace;
//! * a line that begins with `http:` or `https:`, with the name of a link form (`fpuzzles`, `fpuz`,
//!   `scl`, `scf`), or with a compressed object: one link per line;
//! * a line that is a killer puzzle;
//! * any other lines up to a blank line: constraint text on one or more lines, or overlapping
//!   grids.
//!
//! Lines that begin with `#` are comments.

use super::codec::{PuzzleOf, VariantText};
use super::error::{Cause, ParseError};
use super::iss::begins_constraints;
use super::killer_layers::is_layers;
use super::links::is_link;
use super::record::{Boundary, Record};
use super::registry::Format;
use super::text::BOM;

/// Returns the format of an input if its first line with content shows that it contains variants.
pub(super) fn format_of_input(head: &[u8]) -> Option<Format> {
    let head = head.strip_prefix(BOM).unwrap_or(head);
    let lines = || head.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let content = || lines().filter(|line| !line.is_empty() && line[0] != b'#');
    // A line that the head cuts off may end inside a character.
    let text = |line: &'_ [u8]| match core::str::from_utf8(line) {
        Ok(text) => text.to_owned(),
        Err(error) => String::from_utf8_lossy(&line[..error.valid_up_to()]).into_owned(),
    };
    let first = text(content().next()?);
    match recognized(&first) {
        Some(Format::KillerLayers) => is_layers(content()).then_some(Format::KillerLayers),
        // Any text with `q=` may be a link, but not at the head of an input of unknown format.
        Some(Format::IssLink) if !is_link(&first) => has_format(Format::Iss, &first).then_some(Format::Iss),
        Some(format) => Some(format),
        None => {
            let grid: Vec<&[u8]> = content().take_while(|line| !begins_constraints(&text(line))).collect();
            let is_followed = content().nth(grid.len()).is_some_and(|line| begins_constraints(&text(line)));
            (is_followed && may_be_a_grid(&grid)).then_some(Format::Iss)
        }
    }
}

/// Returns true if lines may be a single grid: one line, or rows.
fn may_be_a_grid(lines: &[&[u8]]) -> bool {
    let is_row = |line: &&[u8]| line.iter().filter(|byte| !byte.is_ascii_whitespace()).count() < 64;
    lines.len() == 1 || (4..=64).contains(&lines.len()) && lines.iter().all(is_row)
}

/// Returns the format of a record of variants by its first line with content. Unrecognized records
/// are constraint text.
pub(super) fn format_of_record(first: &str) -> Format {
    recognized(first).unwrap_or(Format::Iss)
}

/// Returns the first format of variants in the registry that recognizes a line.
fn recognized(first: &str) -> Option<Format> {
    Format::VARIANTS.into_iter().find(|format| has_format(*format, first))
}

/// Returns true if a line has the form of the first line of a format of variants.
fn has_format(format: Format, first: &str) -> bool {
    (format.descriptor().recognizes)(first)
}

/// Returns the text of a record and its first line with content.
pub(super) fn text_of(record: Record<'_>, puzzle_of: PuzzleOf) -> Result<VariantText<'_>, ParseError> {
    let fail = |cause| ParseError::new(record.line, 1, cause);
    let text = record.text.strip_prefix(BOM).unwrap_or(record.text);
    let text = core::str::from_utf8(text).map_err(|_| fail(Cause::Encoding))?;
    let lines = (record.line..).zip(text.lines().map(str::trim));
    let (first_line, first) =
        lines.into_iter().find(|(_, line)| is_content(line)).ok_or(fail(Cause::Empty))?;
    Ok(VariantText { text, first, line: record.line, first_line, puzzle_of })
}

fn is_content(line: &str) -> bool {
    !line.is_empty() && !line.starts_with('#')
}

/// The construct to which the lines so far belong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    /// No record is open.
    #[default]
    Between,
    /// Constraint text, which ends at a blank line.
    Paragraph,
    /// Lines without constraint text, such as a grid. Constraint text may follow a blank line.
    Grid,
    /// A grid, then a blank line.
    AfterGrid,
    /// A JSON object with this many open brackets, possibly within a string.
    Object { depth: usize, in_string: bool },
    /// A complete record without a terminator after it.
    Complete,
}

/// Returns true if a line may be part of a grid: cells and borders.
fn is_grid_line(line: &[u8]) -> bool {
    line.iter().all(|byte| byte.is_ascii_alphanumeric() || b" .,_*-+|:?\t".contains(byte))
}

/// Returns true if a line is a puzzle by itself, and not a link.
fn is_one_line_puzzle(line: &str) -> bool {
    has_format(Format::Killer, line) || has_format(Format::Solo, line)
}

/// Assigns each line of an input to a record.
#[derive(Clone, Debug, Default)]
pub(super) struct VariantSplitter {
    state: State,
}

impl VariantSplitter {
    /// Processes the next line, without its line end.
    pub(super) fn feed(&mut self, line: &[u8]) -> Boundary {
        let text = line.trim_ascii();
        if let State::Object { depth, in_string } = self.state {
            return self.object(text, depth, in_string, false);
        }
        if text.starts_with(b"#") {
            return Boundary::Skip;
        }
        let open = self.state;
        let of_text = |holds: fn(&str) -> bool| core::str::from_utf8(text).is_ok_and(holds);
        match text.first() {
            None if open == State::Between => Boundary::Skip,
            None if matches!(open, State::Grid | State::AfterGrid) => {
                self.state = State::AfterGrid;
                Boundary::Inside
            }
            None => {
                self.state = State::Between;
                Boundary::Ends
            }
            Some(b'{') => self.object(text, 0, false, true),
            Some(_)
                if of_text(is_link)
                    || !matches!(open, State::Paragraph | State::Grid) && of_text(is_one_line_puzzle) =>
            {
                self.whole(open != State::Between)
            }
            Some(_) => {
                let is_text = of_text(begins_constraints);
                let is_grid = !is_text && open != State::Paragraph && is_grid_line(text);
                self.state = if is_grid { State::Grid } else { State::Paragraph };
                let is_new = open == State::Complete || open == State::AfterGrid && !is_text;
                if is_new { Boundary::Before } else { Boundary::Inside }
            }
        }
    }

    /// Processes a line that is a record by itself. `open` is true if another record is open.
    fn whole(&mut self, open: bool) -> Boundary {
        self.state = if open { State::Complete } else { State::Between };
        if open { Boundary::Before } else { Boundary::Ends }
    }

    /// Processes a line of a JSON object.
    fn object(&mut self, text: &[u8], mut depth: usize, mut in_string: bool, first: bool) -> Boundary {
        let open = first && self.state != State::Between;
        let mut escaped = false;
        for byte in text {
            match byte {
                _ if escaped => escaped = false,
                b'\\' if in_string => escaped = true,
                b'"' => in_string = !in_string,
                b'{' | b'[' if !in_string => depth += 1,
                b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        if depth == 0 {
            return self.whole(open);
        }
        self.state = State::Object { depth, in_string };
        if open { Boundary::Before } else { Boundary::Inside }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_variant(head: &[u8]) -> bool {
        format_of_input(head).is_some()
    }

    /// Returns the records of a text, each as the 0-based numbers of its lines.
    fn records(text: &str) -> Vec<Vec<usize>> {
        let (mut splitter, mut done, mut open) = (VariantSplitter::default(), Vec::new(), Vec::new());
        for (at, line) in text.lines().enumerate() {
            match splitter.feed(line.as_bytes()) {
                Boundary::Skip => {}
                Boundary::Inside => open.push(at),
                Boundary::Ends => {
                    open.push(at);
                    done.push(core::mem::take(&mut open));
                }
                Boundary::Before => {
                    done.push(core::mem::replace(&mut open, vec![at]));
                }
                Boundary::Stop => unreachable!("no line ends an input"),
            }
        }
        done.extend(Some(open).filter(|open| !open.is_empty()));
        done
    }

    #[test]
    fn constraint_text_goes_on_to_a_blank_line() {
        assert!(is_variant(b"# a puzzle\n21 21\n") && !is_variant(b"9 9\n"));
        assert_eq!(records("12 12\n1 -\n- 2\n\n12 12\n- -"), [vec![0, 1, 2, 3], vec![4, 5]]);
        let text = "# two puzzles\n.AntiKnight\n# a comment\n.~R1C1_5\n\n\n.AntiKing\n";
        assert_eq!(records(text), [vec![1, 3, 4], vec![6]]);
    }

    #[test]
    fn objects_end_with_their_brace_and_links_with_their_line() {
        let text = "{\"a\": \"}\\\"\",\n \"b\": [1,\n2]}\n{}\nhttps://example.org/?q=.AntiKnight\n";
        assert_eq!(records(text), [vec![0, 1, 2], vec![3], vec![4]]);
        let text = ".AntiKnight\n{}\nhttps://example.org/?q=.AntiKnight\n.AntiKing\n{\n}\n{}\n";
        assert_eq!(records(text), [vec![0], vec![1], vec![2], vec![3], vec![4, 5], vec![6]]);
    }

    #[test]
    fn plain_grids_are_no_variants() {
        for plain in [".5..3....", "...A.B..", "{\"", "1..3\n", "# .AntiKnight", ".A.B.C.D", ".X.V..AB"] {
            assert_eq!(is_variant(plain.as_bytes()), plain.starts_with('{'), "{plain}");
        }
        for text in [
            "..Cage~5~R1C1",
            ".StrictXV .AntiKnight",
            ".Antiknigth",
            ".Or.~R1C1_1.~R1C2_1.End",
            ".~R1C1_5",
            "\n# x\n.AntiKnight.AntiKing",
            ".Cage~5~R1C1~R1C2",
            "https://example.org/?load=x",
        ] {
            assert!(is_variant(text.as_bytes()), "{text}");
        }
    }
}
