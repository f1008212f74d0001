//! Symmetries: found automatically, or read from files.
//!
//! ```text
//! | reflections of a board of 2 by 2
//! (a1 a2) (b1 b2)
//! (a1 b1) (a2 b2)
//! ```
//!
//! Each line is a permutation of the items in cycle notation: every name in a pair of parentheses is
//! mapped to the next name, and the last name to the first. Items that are not named are fixed. Empty lines and
//! lines that begin with `|` are comments.
//!
//! Items are mapped with their colors. `(:red :blue)` exchanges two colors at all items, `(x:red
//! x:blue)` exchanges them at the item `x`. In the second form, the items must follow the cycles of items,
//! as in `(x y) (x:red y:blue) (x:blue y:red)`. The second form is applied before the first.

use super::source::{Limits, Prepared, Source};
use crate::exit::Failure;
use crate::messages::shown;
use crate::text_file::read_text;
use farandole::cover::{Color, Costs, Permutation, Problem, Symmetries, SymmetryErrorKind};
use std::collections::BTreeMap;
use std::path::Path;

/// An error in a line: its byte offset and its message.
type Wrong = (usize, String);

/// An element of a cycle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Element {
    Item(u32),
    /// A color at all items.
    Color(Color),
    /// A color at one item.
    Entry(u32, Color),
}

/// Work limit of the search for symmetries, in items, options and entries: about ten seconds.
const WORK: u64 = 2_000_000_000;

/// Returns the group that the permutations in a file generate, or the group of all symmetries
/// if `auto` replaces the file. Returns `None` if the time limit is reached first.
pub(super) fn read(path: &Path, source: &Source, limits: &Limits) -> Result<Option<Symmetries>, Failure> {
    if path.as_os_str() != "auto" {
        return from_file(path, source).map(Some);
    }
    let found =
        limits.run(|config| Symmetries::detect(&source.problem, Costs::Ignored, &config.budget(WORK)));
    let fail = |what: String| Failure::Unreadable(format!("{}: --symmetry auto: {what}", source.name));
    if !found.is_complete {
        if limits.is_over() {
            return Ok(None);
        }
        return Err(fail("finding all symmetries exceeds the work limit".into()));
    }
    let order = found.order;
    found.symmetries.map(Some).ok_or_else(|| {
        fail(format!("{order} symmetries exceed the limit of 10,000, or need too much memory"))
    })
}

/// Lets a search skip symmetric branches.
pub(super) fn set(symmetries: &Symmetries, prepared: &mut Prepared, source: &Source) -> Result<(), Failure> {
    let own = symmetries.restricted(&prepared.origins()).ok_or_else(|| {
        Failure::Unreadable(format!(
            "{}: --pre: the reduced problem does not have these symmetries",
            source.name
        ))
    })?;
    prepared.search.set_symmetries(own, &prepared.problem);
    Ok(())
}

fn from_file(path: &Path, source: &Source) -> Result<Symmetries, Failure> {
    let name = shown(path);
    let text = read_text(path)?;
    let problem = &source.problem;
    let mut lines = Vec::new();
    let mut generators = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || line.trim_start().starts_with('|') {
            continue;
        }
        let permutation = permutation(problem, line).map_err(|(column, what)| {
            let column = line[..column].chars().count() + 1;
            Failure::Unreadable(format!("{name}:{number}:{column}: {what}"))
        })?;
        lines.push(number);
        generators.push(permutation);
    }
    Symmetries::new(problem, &generators).map_err(|error| {
        let what = match error.kind() {
            SymmetryErrorKind::OtherKind { item } => {
                format!(
                    "{} is mapped to an item of another kind or with other bounds",
                    problem.item_name(item)
                )
            }
            SymmetryErrorKind::SameColor { item } => {
                format!("two colors have the same image: those of {}", problem.item_name(item))
            }
            SymmetryErrorKind::NotOption { option } => {
                format!(
                    "not a symmetry: the image of option {} is not an option: {}",
                    problem.number(option),
                    problem.option_text(option)
                )
            }
            _ => error.to_string(),
        };
        Failure::Unreadable(format!("{name}:{}:1: {what}", lines[error.generator()]))
    })
}

/// Returns the named elements, each with its image and its byte offset in the line.
fn cycles(problem: &Problem, line: &str) -> Result<BTreeMap<Element, (Element, usize)>, Wrong> {
    let mut images = BTreeMap::new();
    let mut rest = line;
    loop {
        rest = rest.trim_start();
        let at = line.len() - rest.len();
        if rest.is_empty() {
            return Ok(images);
        }
        let inner = rest.strip_prefix('(').ok_or_else(|| (at, "expected '('".to_owned()))?;
        let end = inner.find(')').ok_or_else(|| (line.len(), "expected ')'".to_owned()))?;
        let mut cycle: Vec<(Element, usize)> = Vec::new();
        for word in inner[..end].split_whitespace() {
            let at = word.as_ptr() as usize - line.as_ptr() as usize;
            let next = element(problem, word).map_err(|what| (at, what))?;
            let kind = std::mem::discriminant(&next);
            if cycle.first().is_some_and(|(first, _)| std::mem::discriminant(first) != kind) {
                return Err((at, format!("{word} and the first name of the cycle are of different kinds")));
            }
            if images.contains_key(&next) || cycle.iter().any(|(other, _)| *other == next) {
                return Err((at, format!("{word} occurs twice")));
            }
            cycle.push((next, at));
        }
        for (place, &(element, at)) in cycle.iter().enumerate() {
            images.insert(element, (cycle[(place + 1) % cycle.len()].0, at));
        }
        rest = &inner[end + 1..];
    }
}

/// Parses an element.
fn element(problem: &Problem, word: &str) -> Result<Element, String> {
    let item = |name: &str| problem.find_item(name).ok_or_else(|| format!("no such item: {name}"));
    let color = |name: &str| problem.find_color(name).ok_or_else(|| format!("no such color: {name}"));
    match word.rsplit_once(':') {
        None => item(word).map(Element::Item),
        Some(("", name)) => color(name).map(Element::Color),
        Some((at, name)) => Ok(Element::Entry(item(at)?, color(name)?)),
    }
}

/// Parses the permutation of a line.
fn permutation(problem: &Problem, line: &str) -> Result<Permutation, Wrong> {
    let images = cycles(problem, line)?;
    let image = |element: Element| images.get(&element).map(|(image, _)| *image);
    let mut permutation = Permutation::from((0..problem.items()).collect::<Vec<_>>());
    for (element, (image, _)) in &images {
        if let (Element::Item(item), Element::Item(image)) = (*element, *image) {
            permutation.items[item as usize] = image;
        }
    }
    for (element, (image, at)) in &images {
        if let (Element::Entry(item, color), Element::Entry(other, image)) = (*element, *image) {
            let expected = permutation.items[item as usize];
            if other != expected {
                let name = |item| problem.item_name(item);
                let (item, other, expected) = (name(item), name(other), name(expected));
                return Err((
                    *at,
                    format!("a color of {item} is mapped to {other}, but {item} to {expected}"),
                ));
            }
            permutation.colors.insert((item, color), image);
        }
    }
    for entry in (0..problem.options()).flat_map(|option| problem.option_entries(option)) {
        if let Some(Element::Color(color)) = image(Element::Color(entry.color)) {
            permutation.colors.entry((entry.item, entry.color)).or_insert(color);
        }
    }
    Ok(permutation)
}
