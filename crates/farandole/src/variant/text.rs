//! Record splitter for texts of variants: detects inputs of variants and finds the boundaries of
//! their records.
//!
//! A record is
//!
//! * a JSON object, on one line or on several, up to its last brace;
//! * a line that begins with `http:` or `https:`, with the name of a link form (`fpuzzles`, `fpuz`,
//!   `scl`, `scf`), or with a compressed object: one link per line;
//! * a line that is a killer puzzle;
//! * any other lines up to a blank line: constraint text, which may take several lines, or
//!   overlapping grids.
//!
//! Lines that begin with `#` are comments.

use farandole_puzzle::constraint::{is_name, nearest_name};
use farandole_puzzle::format::Boundary;
use farandole_puzzle::format::killer::is_killer;
use farandole_puzzle::format::overlapping::Layout;

/// Beginnings of lines that are links. `N4Ig` is how a compressed `{"` begins.
const LINKS: [&[u8]; 7] = [b"http:", b"https:", b"fpuzzles", b"fpuz", b"scl", b"scf", b"N4Ig"];

/// Returns true if a text with this beginning contains variants, judging by its first non-empty
/// line.
///
/// ```
/// use farandole::variant::holds_variants;
///
/// assert!(holds_variants(b".AntiKnight\n"));
/// assert!(!holds_variants(b"1...\n..4.\n.2..\n...3\n"));
/// ```
pub fn holds_variants(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let mut lines = head.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let content = |line: &&[u8]| !line.is_empty() && line[0] != b'#';
    let is_grids = |line: &[u8]| core::str::from_utf8(line).is_ok_and(Layout::has_head);
    let is_variant = |line: &[u8]| {
        line[0] == b'{' || is_link(line) || is_killer_line(line) || is_constraints(line) || is_grids(line)
    };
    lines.find(content).is_some_and(is_variant)
}

/// Returns true if a line is a link or a compressed object.
pub(super) fn is_link(line: &[u8]) -> bool {
    LINKS.iter().any(|start| line.starts_with(start)) && line.len() > 16
}

fn is_killer_line(line: &[u8]) -> bool {
    core::str::from_utf8(line).is_ok_and(is_killer)
}

/// Returns true if a line begins like constraint text: a dot, then `~` or a name that does not look
/// like cells of a grid.
fn is_constraints(line: &[u8]) -> bool {
    if !line.starts_with(b".") {
        return false;
    }
    let dots = line.iter().take_while(|byte| matches!(byte, b'.' | b' ')).count();
    let rest = &line[dots..];
    let name = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    match rest.get(name) {
        Some(b'~') => true,
        // Short names, such as `X`, may be cells of a large grid.
        Some(b'.' | b' ') | None => (name > 4 || line.contains(&b'~')) && is_like_a_name(&rest[..name]),
        Some(_) => false,
    }
}

/// Returns true if this is the name of a constraint, or looks like a misspelt one: it contains
/// lower-case letters, which grids rarely use as symbols.
fn is_like_a_name(word: &[u8]) -> bool {
    let is_misspelt =
        |word: &str| word.bytes().any(|byte| byte.is_ascii_lowercase()) && nearest_name(word).is_some();
    is_name(word) || core::str::from_utf8(word).is_ok_and(is_misspelt)
}

/// The construct to which the lines so far belong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// No record is open.
    Between,
    /// Constraint text, which ends at a blank line.
    Paragraph,
    /// A JSON object with this many open brackets, possibly within a string.
    Object { depth: usize, in_string: bool },
    /// A complete record without a terminator after it.
    Complete,
}

/// Assigns each line of an input to a record.
pub(crate) struct VariantSplitter {
    state: State,
}

impl VariantSplitter {
    /// Returns a splitter at the first line.
    pub(crate) const fn new() -> Self {
        Self { state: State::Between }
    }

    /// Processes the next line, without its line end.
    pub(crate) fn feed(&mut self, line: &[u8]) -> Boundary {
        let text = line.trim_ascii();
        if let State::Object { depth, in_string } = self.state {
            return self.object(text, depth, in_string, false);
        }
        if text.starts_with(b"#") {
            return Boundary::Skip;
        }
        let open = self.state;
        match text.first() {
            None if open == State::Between => Boundary::Skip,
            None => {
                self.state = State::Between;
                Boundary::Ends
            }
            Some(b'{') => self.object(text, 0, false, true),
            Some(_) if is_link(text) || open != State::Paragraph && is_killer_line(text) => {
                self.whole(open != State::Between)
            }
            Some(_) => {
                self.state = State::Paragraph;
                if open == State::Complete { Boundary::Before } else { Boundary::Inside }
            }
        }
    }

    /// Processes a line that is a record by itself; `open` states whether another record is open.
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

    /// Returns the records of a text, each as the 0-based numbers of its lines.
    fn records(text: &str) -> Vec<Vec<usize>> {
        let (mut splitter, mut done, mut open) = (VariantSplitter::new(), Vec::new(), Vec::new());
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
        assert!(holds_variants(b"# a puzzle\n21 21\n") && !holds_variants(b"9 9\n"));
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
            assert_eq!(holds_variants(plain.as_bytes()), plain.starts_with('{'), "{plain}");
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
            assert!(holds_variants(text.as_bytes()), "{text}");
        }
    }
}
