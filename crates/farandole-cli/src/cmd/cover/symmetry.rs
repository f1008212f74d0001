//! Symmetries: found, or read from files.
//!
//! ```text
//! | reflections of a board of 2 by 2
//! (a1 a2) (b1 b2)
//! (a1 b1) (a2 b2)
//! ```
//!
//! Each line is a permutation of the items in cycles: every name in a pair of parentheses goes to the next one, the last to
//! the first. Items that are not named stay. Empty lines and lines that begin with `|` are comments.

use super::source::{Prepared, Source};
use crate::exit::Failure;
use farandole::cover::{Costs, Problem, Symmetries, SymmetryErrorKind};
use std::path::Path;

/// What is wrong with a line, and the column.
type Wrong = (usize, String);

/// How many items, options and entries are looked at to find symmetries: some ten seconds.
const WORK: u64 = 2_000_000_000;

/// The group that the permutations in a file generate, or with `auto` in place of a file all symmetries.
pub(super) fn read(path: &Path, source: &Source) -> Result<Symmetries, Failure> {
    if path.as_os_str() != "auto" {
        return from_file(path, source);
    }
    let found = Symmetries::find(&source.problem, Costs::Ignored, WORK);
    let fail = |what: String| Failure::Unreadable(format!("{}: --symmetry auto: {what}", source.name));
    if !found.is_complete {
        return Err(fail("it would take too long to find all symmetries".into()));
    }
    let order = found.order;
    found
        .symmetries
        .ok_or_else(|| fail(format!("{order} symmetries are more than 10,000 or take too much memory")))
}

/// Lets a search leave out symmetric branches.
pub(super) fn set(symmetries: &Symmetries, prepared: &mut Prepared, source: &Source) -> Result<(), Failure> {
    let own = symmetries.restricted(&prepared.origins()).ok_or_else(|| {
        Failure::Unreadable(format!("{}: --pre: what is left does not have these symmetries", source.name))
    })?;
    prepared.search.set_symmetries(own, &prepared.problem);
    Ok(())
}

fn from_file(path: &Path, source: &Source) -> Result<Symmetries, Failure> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| Failure::io(&name, error))?;
    let problem = &source.problem;
    let mut lines = Vec::new();
    let mut generators = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || line.trim_start().starts_with('|') {
            continue;
        }
        let images = permutation(problem, line).map_err(|(column, what)| {
            let column = line[..column].chars().count() + 1;
            Failure::Unreadable(format!("{name}:{number}:{column}: {what}"))
        })?;
        lines.push(number);
        generators.push(images);
    }
    Symmetries::new(problem, &generators).map_err(|error| {
        let what = match error.kind() {
            SymmetryErrorKind::OtherKind { item } => {
                format!(
                    "{} is mapped to an item of another kind or with other bounds",
                    problem.item_name(item)
                )
            }
            SymmetryErrorKind::NotOption { option } => {
                format!(
                    "not a symmetry: what option {} is mapped to is no option: {}",
                    option + 1,
                    problem.option_text(option)
                )
            }
            _ => error.to_string(),
        };
        Failure::Unreadable(format!("{name}:{}:1: {what}", lines[error.generator()]))
    })
}

/// The image of each item.
fn permutation(problem: &Problem, line: &str) -> Result<Vec<u32>, Wrong> {
    let mut images: Vec<u32> = (0..problem.items()).collect();
    let mut named = vec![false; images.len()];
    let mut rest = line;
    loop {
        rest = rest.trim_start();
        let at = line.len() - rest.len();
        if rest.is_empty() {
            return Ok(images);
        }
        let inner = rest.strip_prefix('(').ok_or_else(|| (at, "expected '('".to_owned()))?;
        let end = inner.find(')').ok_or_else(|| (line.len(), "expected ')'".to_owned()))?;
        let mut cycle = Vec::new();
        for word in inner[..end].split_whitespace() {
            let at = word.as_ptr() as usize - line.as_ptr() as usize;
            let item = problem.find_item(word).ok_or_else(|| (at, format!("no such item: {word}")))?;
            if std::mem::replace(&mut named[item as usize], true) {
                return Err((at, format!("{word} came before")));
            }
            cycle.push(item);
        }
        for (place, &item) in cycle.iter().enumerate() {
            images[item as usize] = cycle[(place + 1) % cycle.len()];
        }
        rest = &inner[end + 1..];
    }
}
