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
    if !text.contains('#') {
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
    let count = |mark: u8| text.bytes().filter(|byte| *byte == mark).count();
    let dots = count(b'.');
    if dots + count(b'~') > MAX_TOKENS {
        return Err((start + blank, Misfit::TooLarge("at most 500000 names and arguments")));
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

/// A part of a text as a token, at the place of its first character that is no white space.
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

/// Whether items up to `.End` belong to an item with this name.
fn is_composite(name: &str) -> bool {
    matches!(name, "Or" | "And" | "Replicate")
}

/// The tree of the items, and what is wrong with it.
pub(super) fn tree(items: Vec<Item<'_>>) -> (Vec<Node<'_>>, Vec<Misplaced>) {
    let mut errors = Vec::new();
    let mut open: Vec<Node<'_>> = Vec::new();
    let mut top = Vec::with_capacity(items.len());
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
