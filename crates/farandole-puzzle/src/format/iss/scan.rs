//! Scans text into items: names and arguments with their offsets, and the tree of composites.

use crate::constraint::ArgumentError;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// Maximum length of a text in bytes.
pub(super) const MAX_TEXT: usize = 2 << 20;
/// Maximum number of names and arguments.
const MAX_TOKENS: usize = 500_000;
/// Maximum nesting depth of composites; bounds the recursion over the tree.
const MAX_DEPTH: usize = 32;

/// A part of an item without white space, with its offset.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: Cow<'a, str>,
    /// The offset of its first character in the text.
    pub(super) offset: usize,
}

/// A name with its arguments.
#[derive(Clone, Debug)]
pub(super) struct Item<'a> {
    /// The name; empty for givens.
    pub(super) name: Token<'a>,
    pub(super) args: Vec<Token<'a>>,
}

/// An item. A composite contains the items inside it.
#[derive(Debug)]
pub(super) struct Node<'a> {
    pub(super) item: Item<'a>,
    pub(super) children: Vec<Node<'a>>,
}

/// An error at an offset.
pub(super) type Misplaced = (usize, ArgumentError);

/// Replaces comment lines (those that begin with `#`) with blanks, so that offsets are preserved.
pub(super) fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.contains('#') {
        return Cow::Borrowed(text);
    }
    let lines = text.split_inclusive('\n').flat_map(|line| {
        let is_comment = line.starts_with('#');
        line.bytes().map(move |byte| if is_comment && byte != b'\n' { b' ' } else { byte })
    });
    // Whole comment lines are replaced byte by byte, so the text remains valid UTF-8.
    Cow::Owned(alloc::string::String::from_utf8(lines.collect()).unwrap_or_default())
}

/// Scans the items of a text that starts at offset `start` of the whole text.
pub(super) fn items(text: &str, start: usize) -> Result<Vec<Item<'_>>, Misplaced> {
    let blank = text.len() - text.trim_start().len();
    if !text[blank..].starts_with('.') {
        return Err((start + blank, ArgumentError::Expected("a dot before the name of a constraint")));
    }
    let count = |mark: u8| text.bytes().filter(|byte| *byte == mark).count();
    let dots = count(b'.');
    if dots + count(b'~') > MAX_TOKENS {
        return Err((start + blank, ArgumentError::TooLarge("at most 500000 names and arguments")));
    }
    let mut items = Vec::with_capacity(dots);
    let mut at = blank + 1;
    for piece in text[at..].split('.') {
        let mut args = Vec::with_capacity(piece.bytes().filter(|byte| *byte == b'~').count());
        let mut tokens = piece.split('~').map(|part| {
            let token = token(part, start + at);
            at += part.len() + 1;
            token
        });
        let name = tokens.next().unwrap_or(Token { text: Cow::Borrowed(""), offset: start });
        args.extend(tokens);
        items.push(Item { name, args });
    }
    Ok(items)
}

/// Creates a token from a part of a text. Its offset is that of its first non-blank character.
fn token(part: &str, offset: usize) -> Token<'_> {
    if part.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Token { text: Cow::Borrowed(part), offset };
    }
    let trimmed = part.trim();
    let text = if trimmed.contains(char::is_whitespace) {
        Cow::Owned(trimmed.split_whitespace().collect())
    } else {
        Cow::Borrowed(trimmed)
    };
    let blank = if trimmed.is_empty() { 0 } else { part.len() - part.trim_start().len() };
    Token { text, offset: offset + blank }
}

/// Returns true if an item with this name contains the items up to `.End`.
fn is_composite(name: &str) -> bool {
    matches!(name, "Or" | "And" | "Not" | "Replicate")
}

/// Builds the tree of the items. Returns it with the errors in its structure.
pub(super) fn tree(items: Vec<Item<'_>>) -> (Vec<Node<'_>>, Vec<Misplaced>) {
    let mut errors = Vec::new();
    let mut open: Vec<Node<'_>> = Vec::new();
    let mut top = Vec::with_capacity(items.len());
    for item in items {
        if item.name.text == "End" {
            if let Some(argument) = item.args.first() {
                errors.push((argument.offset, ArgumentError::Extra));
            }
            match open.pop() {
                Some(node) => open.last_mut().map_or(&mut top, |outer| &mut outer.children).push(node),
                None => errors.push((item.name.offset, ArgumentError::Expected("a composite before `.End`"))),
            }
        } else if is_composite(&item.name.text) {
            if open.len() == MAX_DEPTH {
                errors.push((item.name.offset, ArgumentError::TooLarge("at most 32 nested composites")));
                return (top, errors);
            }
            open.push(Node { item, children: Vec::new() });
        } else {
            let node = Node { item, children: Vec::new() };
            open.last_mut().map_or(&mut top, |outer| &mut outer.children).push(node);
        }
    }
    for node in open {
        errors.push((node.item.name.offset, ArgumentError::Missing("`.End` of this composite")));
    }
    (top, errors)
}
