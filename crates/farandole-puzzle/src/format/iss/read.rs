//! Reads variants: items, then the board, then constraints, then what replaces what.

use super::super::error::Excerpt;
use super::error::{IssErrors, Pending};
use super::expand::Expansion;
use super::scan::{MAX_TEXT, Node, Token, items, tree, without_comments};
use super::space::{group_of, shape_of};
use crate::board::{Board, Group, Shape};
use crate::constraint::{Constraint, Key, Misfit};
use crate::variant::{Variant, VariantErrorPlace, board_of, made_groups};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Reads one variant.
///
/// Cost: linear in the text and in what `Replicate` makes of it; refused above 2 MB of text, and above 2,000,000 cells
/// and transitions of automata in all constraints together.
///
/// # Errors
/// Everything in the text that is not understood.
pub fn read(text: &str) -> Result<Variant, IssErrors> {
    if text.len() > MAX_TEXT {
        let misfit = Misfit::TooLarge("a text of at most 2 MB");
        return Err(IssErrors::new(text, alloc::vec![Pending::bare(0, misfit)]));
    }
    let plain = without_comments(text);
    let items = items(&plain, 0)
        .map_err(|(at, misfit)| IssErrors::new(text, alloc::vec![Pending::bare(at, misfit)]))?;
    let (nodes, broken) = tree(items);
    let mut errors: Vec<Pending> =
        broken.into_iter().map(|(offset, misfit)| Pending::bare(offset, misfit)).collect();
    let space = Space::of(&nodes, &mut errors);
    let Some(board) = space.board(&mut errors) else { return Err(IssErrors::new(text, errors)) };
    let mut expansion = Expansion::new(&board);
    let mut kept = Kept::default();
    for (index, node) in nodes.iter().enumerate() {
        if !matches!(&*node.item.name.text, "Shape" | "Var") {
            let found = expansion.node(node, 0);
            // Constraints of composites replace nothing.
            let replaces = node.children.is_empty();
            found.into_iter().for_each(|constraint| kept.add(index, constraint, replaces));
        }
    }
    errors.extend(expansion.errors.iter().map(|error| {
        let argument = error.argument.as_ref();
        located(&error.name, argument.map(|(place, token)| (*place, token)), error.misfit)
    }));
    if !errors.is_empty() {
        return Err(IssErrors::new(text, errors));
    }
    let (origins, constraints): (Vec<usize>, Vec<Constraint>) = kept.all.into_iter().flatten().unzip();
    Variant::new(space.shape, space.groups, constraints).map_err(|error| {
        let node = match error.place() {
            VariantErrorPlace::Constraint(index) => origins.get(index).and_then(|node| nodes.get(*node)),
            VariantErrorPlace::Shape | VariantErrorPlace::Group(_) => None,
        };
        let misfit = error.misfit().unwrap_or(Misfit::Others("constraints that go together"));
        IssErrors::new(
            text,
            alloc::vec![match node {
                Some(node) => located(&node.item.name, None, misfit),
                None => Pending::bare(0, misfit),
            }],
        )
    })
}

/// The puzzles of a file: parts with empty lines between them, each with the offset where it begins. Comments belong to
/// the part behind them.
///
/// A part that is a comment alone is left out.
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

/// Constraints with their items; of those that replace each other the last one.
#[derive(Default)]
struct Kept {
    all: Vec<Option<(usize, Constraint)>>,
    places: BTreeMap<(&'static str, Key), usize>,
}

impl Kept {
    fn add(&mut self, item: usize, constraint: Constraint, replaces: bool) {
        if let Some(key) = constraint.key().filter(|_| replaces)
            && let Some(old) = self.places.insert((constraint.name(), key), self.all.len())
        {
            self.all[old] = None;
        }
        self.all.push(Some((item, constraint)));
    }
}

/// The board's items, read before all others.
struct Space<'a> {
    shape: Shape,
    groups: Vec<Group>,
    /// The item of each group.
    tokens: Vec<&'a Token<'a>>,
    /// What changes the board.
    layout: Vec<Constraint>,
}

impl<'a> Space<'a> {
    fn of(nodes: &'a [Node<'a>], errors: &mut Vec<Pending>) -> Self {
        let mut shape = None;
        let mut space =
            Self { shape: Shape::CLASSIC, groups: Vec::new(), tokens: Vec::new(), layout: Vec::new() };
        for Node { item, .. } in nodes.iter() {
            let mut fail = |(place, misfit): (usize, Misfit)| {
                let argument = item.args.get(place).map(|token| (place, token));
                errors.push(located(&item.name, argument, misfit));
            };
            match &*item.name.text {
                "Shape" => match shape_of(&item.args) {
                    Ok(found) if shape.is_none_or(|known| known == found) => shape = Some(found),
                    Ok(_) => fail((0, Misfit::Expected("the shape that stands before"))),
                    Err(wrong) => fail(wrong),
                },
                "Var" => match group_of(&item.args) {
                    Ok(group) => {
                        // The last one with a prefix stays.
                        if let Some(old) = space.groups.iter().position(|it| it.prefix == group.prefix) {
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
        // Wrong ones are reported when all constraints are read.
        if let Ok(plain) = Board::new(space.shape, Vec::new()) {
            let mut first = Expansion::new(&plain);
            let layout = ["RegionSize", "NoBoxes", "ChaosConstruction", "Doppelganger"];
            let nodes = nodes.iter().filter(|node| layout.contains(&&*node.item.name.text));
            space.layout = nodes.flat_map(|node| first.node(node, 0)).collect();
        }
        space
    }

    fn board(&self, errors: &mut Vec<Pending>) -> Option<Board> {
        let made = made_groups(self.shape, &self.layout);
        match board_of(self.shape, self.groups.iter().cloned().chain(made).collect(), &self.layout) {
            Ok(board) => Some(board),
            Err(error) => {
                let misfit = Misfit::Expected(error.expected());
                errors.push(match self.tokens.get(error.group()) {
                    Some(name) => located(name, None, misfit),
                    None => Pending::bare(0, misfit),
                });
                None
            }
        }
    }
}

/// An error of an item, or of one of its arguments.
fn located(name: &Token<'_>, argument: Option<(usize, &Token<'_>)>, misfit: Misfit) -> Pending {
    let excerpt = |token: &Token<'_>| Excerpt::new(token.text.as_bytes());
    let is_unknown = misfit == Misfit::Expected("the name of a constraint");
    let place = argument.map_or(name.offset, |(_, token)| token.offset);
    Pending {
        name: (!is_unknown)
            .then(|| if name.text.is_empty() { Excerpt::new(b"Given") } else { excerpt(name) }),
        argument: argument.map(|(place, _)| place),
        found: if is_unknown { Some(excerpt(name)) } else { argument.map(|(_, token)| excerpt(token)) },
        ..Pending::bare(place, misfit)
    }
}
