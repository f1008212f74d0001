//! From text to items: names and arguments with their places, and the tree that composites make of them.

use crate::constraint::Misfit;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// The longest text that is read, in bytes.
pub(super) const MAX_TEXT: usize = 2 << 20;
/// The greatest number of names and arguments that are read.
const MAX_TOKENS: usize = 500_000;
/// The deepest nesting of composites.
const MAX_DEPTH: usize = 32;

/// A part of an item without white space, and where it begins.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: Cow<'a, str>,
    /// The offset of its first character in the text.
    pub(super) offset: usize,
}

/// A name with its arguments.
#[derive(Clone, Debug)]
pub(super) struct Item<'a> {
    /// Empty for givens.
    pub(super) name: Token<'a>,
    pub(super) args: Vec<Token<'a>>,
}

/// An item, with the items inside if it is a composite.
#[derive(Debug)]
pub(super) struct Node<'a> {
    pub(super) item: Item<'a>,
    pub(super) children: Vec<Node<'a>>,
}

/// An error at an offset.
pub(super) type Misplaced = (usize, Misfit);

/// The text without comments: lines that begin with `#` become blanks, so that offsets stay.
pub(super) fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.lines().any(|line| line.starts_with('#')) {
        return Cow::Borrowed(text);
    }
    let lines = text.split_inclusive('\n').flat_map(|line| {
        let is_comment = line.starts_with('#');
        line.bytes().map(move |byte| if is_comment && byte != b'\n' { b' ' } else { byte })
    });
    // Comments are replaced byte by byte as whole lines, so what stays is UTF-8.
    Cow::Owned(alloc::string::String::from_utf8(lines.collect()).unwrap_or_default())
}

/// The items of a text that begins at `start` of the whole text.
pub(super) fn items(text: &str, start: usize) -> Result<Vec<Item<'_>>, Misplaced> {
    let blank = text.len() - text.trim_start().len();
    if !text[blank..].starts_with('.') {
        return Err((start + blank, Misfit::Expected("a dot before the name of a constraint")));
    }
    let mut items: Vec<Item<'_>> = Vec::new();
    if text.bytes().filter(|byte| matches!(byte, b'.' | b'~')).count() > MAX_TOKENS {
        return Err((start + blank, Misfit::TooLarge("at most 500000 names and arguments")));
    }
    for piece in pieces(text, blank) {
        let token = Token { text: squeeze(&text[piece.clone()]), offset: start + piece.start };
        // What stands before a piece tells whether a name or an argument begins.
        match (text.as_bytes()[piece.start - 1], items.last_mut()) {
            (b'~', Some(item)) => item.args.push(placed(token, text, &piece)),
            _ => items.push(Item { name: placed(token, text, &piece), args: Vec::new() }),
        }
    }
    Ok(items)
}

/// Moves the place of a token behind the white space before it.
fn placed<'a>(mut token: Token<'a>, text: &str, piece: &core::ops::Range<usize>) -> Token<'a> {
    let part = &text[piece.clone()];
    if !token.text.is_empty() {
        token.offset += part.len() - part.trim_start().len();
    }
    token
}

/// The ranges between dots and tildes, from the first dot on.
fn pieces(text: &str, first: usize) -> impl Iterator<Item = core::ops::Range<usize>> {
    let marks = text.bytes().enumerate().skip(first).filter(|(_, byte)| matches!(byte, b'.' | b'~'));
    let starts = marks.clone().map(|(at, _)| at + 1);
    let ends = marks.skip(1).map(|(at, _)| at).chain([text.len()]);
    starts.zip(ends).map(|(start, end)| start..end)
}

fn squeeze(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim();
    if trimmed.contains(char::is_whitespace) {
        Cow::Owned(trimmed.split_whitespace().collect())
    } else {
        Cow::Borrowed(trimmed)
    }
}

/// Whether items up to `.End` belong to an item with this name.
fn is_composite(name: &str) -> bool {
    matches!(name, "Or" | "And" | "Replicate")
}

/// The tree of the items, and what is wrong with it.
pub(super) fn tree(items: Vec<Item<'_>>) -> (Vec<Node<'_>>, Vec<Misplaced>) {
    let mut errors = Vec::new();
    let mut open: Vec<Node<'_>> = Vec::new();
    let mut top = Vec::new();
    for item in items {
        if item.name.text == "End" {
            if let Some(argument) = item.args.first() {
                errors.push((argument.offset, Misfit::Extra));
            }
            match open.pop() {
                Some(node) => open.last_mut().map_or(&mut top, |outer| &mut outer.children).push(node),
                None => errors.push((item.name.offset, Misfit::Expected("a composite before its end"))),
            }
        } else if is_composite(&item.name.text) {
            if open.len() == MAX_DEPTH {
                errors.push((item.name.offset, Misfit::TooLarge("at most 32 composites in each other")));
                return (top, errors);
            }
            open.push(Node { item, children: Vec::new() });
        } else {
            let node = Node { item, children: Vec::new() };
            open.last_mut().map_or(&mut top, |outer| &mut outer.children).push(node);
        }
    }
    for node in open {
        errors.push((node.item.name.offset, Misfit::Missing("`.End` of this composite")));
    }
    (top, errors)
}
