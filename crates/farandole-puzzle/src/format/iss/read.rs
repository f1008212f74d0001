//! Parses variants: first the items, then the board, then the constraints, and finally the
//! replacements.

use super::error::{IssErrors, Pending};
use super::expand::{Expansion, Kept, NodeError, Source};
use super::replaced::{self, PendingReplaced, Replaced};
use super::scan::{MAX_TEXT, Node, Token, items, tree, without_comments};
use super::space::{group_of, shape_of};
use crate::board::{Board, Group, Shape};
use crate::constraint::{ArgumentError, Constraint, catalogue};
use crate::format::Excerpt;
use crate::variant::{Variant, VariantErrorPlace, board_of, made_groups};
use alloc::vec::Vec;

/// A parsed text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Read {
    /// The variant.
    pub variant: Variant,
    /// The replaced items, in the order of the items that replace them. There are at most about
    /// 10,000.
    pub replaced: Vec<Replaced>,
}

/// Parses one variant.
///
/// Cost: linear in the length of the text and of the expansion of `Replicate`. Limits: 2 MB of
/// text, and a total of 1,000,000 constraints, listed cells and transitions of automata.
///
/// # Errors
/// Returns all errors in the text.
pub fn read(text: &str) -> Result<Variant, IssErrors> {
    read_with_warnings(text).map(|read| read.variant)
}

/// Parses one variant like [`read`], and reports the replaced items.
///
/// # Errors
/// Returns all errors in the text.
pub fn read_with_warnings(text: &str) -> Result<Read, IssErrors> {
    read_after_grid(text, &|_| None)
}

/// A grid that precedes the items of a text or is the whole text. It consists of a shape and the
/// constraints that represent its contents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeadingGrid {
    /// The shape of the board.
    pub shape: Shape,
    /// The givens, regions and cages of the grid.
    pub constraints: Vec<Constraint>,
}

/// Parses one variant like [`read_with_warnings`]. `grid` parses the lines before the first item,
/// or the whole text, as a grid.
///
/// Grids have many forms, none of which is part of the constraint language. The caller therefore
/// determines the accepted forms.
///
/// # Errors
/// Returns all errors in the text.
pub fn read_after_grid(text: &str, grid: &dyn Fn(&str) -> Option<LeadingGrid>) -> Result<Read, IssErrors> {
    if text.len() > MAX_TEXT {
        let misfit = ArgumentError::TooLarge("a text of at most 2 MB");
        return Err(IssErrors::new(text, alloc::vec![Pending::bare(0, misfit)]));
    }
    let plain = without_comments(text);
    let (grid, start) = leading_grid(&plain, grid);
    let items = match &grid {
        Some(_) if plain[start..].trim().is_empty() => Ok(Vec::new()),
        _ => items(&plain[start..], start),
    };
    let items = items.map_err(|(at, misfit)| IssErrors::new(text, alloc::vec![Pending::bare(at, misfit)]))?;
    let (nodes, broken) = tree(items);
    let mut errors: Vec<Pending> =
        broken.into_iter().map(|(offset, misfit)| Pending::bare(offset, misfit)).collect();
    let space = Space::of(&nodes, grid.as_ref().map(|grid| grid.shape), &mut errors);
    let Some(board) = space.board(&mut errors) else { return Err(IssErrors::new(text, errors)) };
    let mut expansion = Expansion::new(&board);
    let mut kept = Kept::with_capacity(nodes.len());
    let in_grid = grid.into_iter().flat_map(|grid| grid.constraints);
    in_grid.for_each(|it| kept.push((usize::MAX, 0), it));
    for (number, node) in nodes.iter().enumerate() {
        if !matches!(&*node.item.name.text, "Shape" | "Var") {
            let found = expansion.node(node, 0);
            kept.extend(number, node, found);
        }
    }
    errors.extend(expansion.errors.iter().map(|error| of_node(error, &plain)));
    if !errors.is_empty() {
        return Err(IssErrors::new(text, errors));
    }
    let (kept, mut replaced) = kept.finish();
    let (origins, constraints): (Vec<Source>, Vec<Constraint>) = kept.unzip();
    replaced.append(&mut expansion.replaced);
    replaced.extend_from_slice(&space.replaced);
    let replaced = replaced::located(text, replaced);
    Variant::new(space.shape, space.groups, constraints).map(|variant| Read { variant, replaced }).map_err(
        |error| {
            let node = match error.place() {
                VariantErrorPlace::Constraint(index) => {
                    origins.get(index).and_then(|(node, _)| nodes.get(*node))
                }
                VariantErrorPlace::Shape | VariantErrorPlace::Group(_) => None,
            };
            let misfit = error.misfit().unwrap_or(ArgumentError::Others("compatible constraints"));
            IssErrors::new(
                text,
                alloc::vec![match node {
                    Some(node) => located(&node.item.name, None, misfit),
                    None => Pending::bare(0, misfit),
                }],
            )
        },
    )
}

/// Splits a file into its puzzles, which are separated by empty lines. Returns the offset and the
/// text of each puzzle.
///
/// A comment belongs to the puzzle that follows it. Parts that consist only of comments are
/// omitted.
pub fn puzzles(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let mut start = None;
        while at < text.len() {
            let end = text[at..].find('\n').map_or(text.len(), |length| at + length + 1);
            let line = &text[at..end];
            if line.trim().is_empty() {
                if let Some(start) = start {
                    return Some((start, &text[start..at]));
                }
            } else if start.is_none() {
                start = Some(at);
            }
            at = end;
        }
        start.map(|start| (start, &text[start..]))
    })
    .filter(|(_, part)| part.lines().any(|line| !line.starts_with('#') && !line.trim().is_empty()))
}

/// Returns the grid on the lines before the first item, and the offset of the items.
fn leading_grid(text: &str, grid: &dyn Fn(&str) -> Option<LeadingGrid>) -> (Option<LeadingGrid>, usize) {
    let is_item = |line: &str| {
        let mut bytes = line.trim_start().bytes();
        bytes.next() == Some(b'.')
            && bytes.next().is_some_and(|byte| byte == b'~' || byte.is_ascii_alphabetic())
    };
    let before: usize = text.split_inclusive('\n').take_while(|line| !is_item(line)).map(str::len).sum();
    // A text in a killer format may begin like an item.
    [text.len(), before]
        .into_iter()
        .find_map(|end| Some((Some(grid(&text[..end])?), end)))
        .unwrap_or((None, 0))
}

/// The items that define the board, which are parsed before all others.
struct Space<'a> {
    shape: Shape,
    groups: Vec<Group>,
    /// For each group in `groups`, the item that declares it.
    tokens: Vec<&'a Token<'a>>,
    /// Groups that later groups replace.
    replaced: Vec<PendingReplaced>,
    /// Constraints that change the board.
    layout: Vec<Constraint>,
}

impl<'a> Space<'a> {
    fn of(nodes: &'a [Node<'a>], grid: Option<Shape>, errors: &mut Vec<Pending>) -> Self {
        let mut shape = grid;
        let mut space = Self {
            shape: Shape::CLASSIC,
            groups: Vec::new(),
            tokens: Vec::new(),
            replaced: Vec::new(),
            layout: Vec::new(),
        };
        for Node { item, .. } in nodes.iter() {
            let mut fail = |(index, misfit): (usize, ArgumentError)| {
                let argument = item.args.get(index).map(|token| (index, token));
                errors.push(located(&item.name, argument, misfit));
            };
            match &*item.name.text {
                "Shape" => match shape_of(&item.args) {
                    Ok(found) if shape.is_none_or(|known| known == found) => shape = Some(found),
                    Ok(_) => fail((0, ArgumentError::Expected("the same shape as in the earlier item"))),
                    Err(wrong) => fail(wrong),
                },
                "Var" => match group_of(&item.args) {
                    Ok(group) => {
                        // Of several groups with the same prefix, the last one is kept.
                        if let Some(old) = space.groups.iter().position(|it| it.prefix == group.prefix) {
                            let (earlier, later) = (space.tokens[old].offset, item.name.offset);
                            if space.groups[old] != group {
                                space.replaced.push(PendingReplaced {
                                    name: "Var",
                                    nests: false,
                                    earlier,
                                    later,
                                });
                            }
                            space.groups.remove(old);
                            space.tokens.remove(old);
                        }
                        space.groups.push(group);
                        space.tokens.push(&item.name);
                    }
                    Err(wrong) => fail(wrong),
                },
                _ => {}
            }
        }
        space.shape = shape.unwrap_or(Shape::CLASSIC);
        // Errors are reported later, when all constraints are parsed.
        if let Ok(plain) = Board::new(space.shape, Vec::new()) {
            let mut first = Expansion::new(&plain);
            let kinds: Vec<_> = catalogue().filter(|about| about.role().changes_board()).collect();
            let changes = |node: &&Node<'_>| kinds.iter().any(|about| about.name() == node.item.name.text);
            space.layout = nodes.iter().filter(changes).flat_map(|node| first.node(node, 0)).collect();
        }
        space
    }

    fn board(&self, errors: &mut Vec<Pending>) -> Option<Board> {
        let made = made_groups(self.shape, &self.layout);
        match board_of(self.shape, self.groups.iter().cloned().chain(made).collect(), &self.layout) {
            Ok(board) => Some(board),
            Err(error) => {
                let misfit = ArgumentError::Expected(error.expected());
                errors.push(match self.tokens.get(error.group()) {
                    Some(name) => located(name, None, misfit),
                    None => Pending::bare(0, misfit),
                });
                None
            }
        }
    }
}

/// Creates an error for an item or one of its arguments.
fn located(name: &Token<'_>, argument: Option<(usize, &Token<'_>)>, misfit: ArgumentError) -> Pending {
    let excerpt = |token: &Token<'_>| Excerpt::new(token.text.as_bytes());
    let is_unknown = matches!(misfit, ArgumentError::Name { .. });
    let offset = argument.map_or(name.offset, |(_, token)| token.offset);
    Pending {
        name: (!is_unknown)
            .then(|| if name.text.is_empty() { Excerpt::new(b"Given") } else { excerpt(name) }),
        argument: argument.map(|(index, _)| index),
        found: if is_unknown { Some(excerpt(name)) } else { argument.map(|(_, token)| excerpt(token)) },
        ..Pending::bare(offset, misfit)
    }
}

/// Locates an error of an item in the text. The position in its argument does not count blanks.
fn of_node(error: &NodeError<'_>, text: &str) -> Pending {
    let argument = error.argument.as_ref().map(|(index, token)| (*index, token));
    let whole = located(&error.name, argument, error.misfit);
    let Some((_, token)) = argument.filter(|_| error.position > 0) else { return whole };
    let rest = token.text.get(error.position..).unwrap_or("");
    let mut before = error.position;
    let is_before = |c: &char| {
        let length = if c.is_whitespace() { 0 } else { c.len_utf8() };
        let is_before = length == 0 || before > 0;
        before = before.saturating_sub(length);
        is_before
    };
    let skipped: usize = text[whole.offset..].chars().take_while(is_before).map(char::len_utf8).sum();
    let found = if rest.is_empty() { whole.found } else { Some(Excerpt::new(rest.as_bytes())) };
    Pending { offset: whole.offset + skipped, found, ..whole }
}
