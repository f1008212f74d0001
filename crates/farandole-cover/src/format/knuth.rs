//! Knuth's format for exact cover with colors, multiplicities and costs.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::detect::readings;
use super::error::{ParseErrorKind, build_fault};
use super::partial::{Fault, Partial, is_comment, number, words};
use super::reading::{Format, Reading};
use crate::model::problem::{Bounds, Color, Entry, Problem};

/// The beginning of a comment with the numbers of the options, for texts that lack some options of another text.
const NUMBERS: &str = "| farandole options ";

/// Parses a line.
pub(super) fn line(partial: &mut Partial, line: u32, text: &str) -> Result<(), Fault> {
    if is_comment(text) {
        if let Some(list) = text.strip_prefix(NUMBERS).filter(|_| !partial.started) {
            partial.numbers = numbers(list).unwrap_or_default();
        }
        return Ok(());
    }
    if partial.started { option_line(partial, line, text) } else { item_line(partial, text) }
}

/// Parses numbers of options, such as `1-3 5`, into ranges in reverse order.
fn numbers(list: &str) -> Option<Vec<(u32, u32)>> {
    let ranges = list.split_whitespace().rev().map(|range| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last) = (number(first)?, number::<u32>(last)?);
        (first <= last && last < u32::MAX).then_some((first, last))
    });
    ranges.collect()
}

/// Parses the line of items.
fn item_line(partial: &mut Partial, text: &str) -> Result<(), Fault> {
    partial.started = true;
    let mut secondary = false;
    for (at, word) in words(text) {
        if word == "|" {
            if secondary {
                return Err((at, ParseErrorKind::RepeatedBar));
            }
            secondary = true;
            continue;
        }
        let (prefix, name) = match word.split_once('|') {
            Some((prefix, name)) => (Some(prefix), name),
            None => (None, word),
        };
        if name.is_empty() || name.contains([':', '|']) {
            return Err((at, ParseErrorKind::BadName));
        }
        if secondary {
            if prefix.is_some() {
                return Err((at, ParseErrorKind::BoundsOnSecondary));
            }
            partial.builder.secondary(name).map_err(|error| (at, build_fault(error)))?;
        } else {
            let item = partial.builder.primary(name).map_err(|error| (at, build_fault(error)))?;
            if let Some(prefix) = prefix {
                let bounds = bounds(prefix).ok_or((at, ParseErrorKind::BadBounds))?;
                partial.builder.set_bounds(item, bounds).map_err(|_| (at, ParseErrorKind::BadBounds))?;
            }
        }
    }
    Ok(())
}

/// Parses an option.
fn option_line(partial: &mut Partial, line: u32, text: &str) -> Result<(), Fault> {
    partial.entries.clear();
    partial.columns.clear();
    let mut cost: Option<u64> = None;
    for (at, word) in words(text) {
        let (name, color) = match word.split_once(':') {
            Some((name, color)) => (name, Some(color)),
            None => (word, None),
        };
        let Some(item) = partial.builder.so_far().find_item(name) else {
            // A word that is not an item may be a cost. Items have priority, because `$5` may be the name of
            // an item.
            let Some(digits) = word.strip_prefix('|').or_else(|| word.strip_prefix('$')) else {
                return Err((at, ParseErrorKind::UnknownItem));
            };
            let sum = number::<u64>(digits).and_then(|more| cost.unwrap_or(0).checked_add(more));
            cost = Some(sum.ok_or((at, ParseErrorKind::BadCost))?);
            continue;
        };
        let color = match color {
            None => Color::NONE,
            Some("") => return Err((at + name.len(), ParseErrorKind::EmptyColor)),
            Some(name) => partial.builder.color(name).map_err(|error| (at, build_fault(error)))?,
        };
        partial.entries.push(Entry { item, color });
        partial.columns.push(at);
    }
    let start = text.len() - text.trim_start().len();
    if let Some(option) = partial.add_option(line, text, start)? {
        partial.builder.set_cost(option, cost.unwrap_or(0)).map_err(|error| (start, build_fault(error)))?;
    }
    Ok(())
}

/// Parses the bounds `low:high`, or `n` for exactly n.
fn bounds(prefix: &str) -> Option<Bounds> {
    let (low, high) = prefix.split_once(':').unwrap_or((prefix, prefix));
    Some(Bounds { low: number(low)?, high: number(high)? })
}

/// The reason why a problem cannot be written in Knuth's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// There are no primary items, so the line of items would be empty or a comment.
    NoPrimaryItems,
    /// The name of this item contains a space, `:` or `|`.
    ItemName {
        /// The item.
        item: u32,
    },
    /// The name of a color in this option contains a space.
    ColorName {
        /// The option.
        option: u32,
    },
    /// The output failed.
    Output,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPrimaryItems => write!(f, "a problem without primary items cannot be written"),
            Self::ItemName { item } => write!(f, "the name of item {item} contains a space, ':' or '|'"),
            Self::ColorName { option } => {
                write!(f, "the name of a color in option {option} contains a space")
            }
            Self::Output => write!(f, "the output failed"),
        }
    }
}

impl core::error::Error for WriteError {}

impl From<fmt::Error> for WriteError {
    fn from(_: fmt::Error) -> Self {
        Self::Output
    }
}

const BYTE_ORDER_MARK: char = '\u{feff}';

/// Writes a problem in Knuth's format. Colors are written as `item:color`, bounds as
/// `low:high|item` and costs as `|n`, each only if needed. If the options are not numbered from 1 without gaps, a
/// comment contains their numbers. The text parses to the same problem.
///
/// # Errors
/// A name cannot be written, there are no primary items, or `out` fails. A part of the text may have been
/// written before the error.
pub fn write_knuth(problem: &Problem, out: &mut impl Write) -> Result<(), WriteError> {
    if problem.primary_items() == 0 {
        return Err(WriteError::NoPrimaryItems);
    }
    let has_comment = write_numbers(problem, out)?;
    let mut items = String::new();
    write_items(problem, &mut items)?;
    let is_clear = matches!(readings(&items, None)[..], [Reading { format: Format::Knuth, .. }]);
    let is_clear = is_clear && problem.item_name(0) != "c";
    if !has_comment && !is_clear {
        // A comment excludes other readings, such as numbers as sizes, or `c` as the beginning of `p ec`.
        out.write_str("| items, then options\n")?;
    } else if !has_comment && items.starts_with(BYTE_ORDER_MARK) {
        // Parsing removes one byte order mark from the start of a text, so the name needs another one.
        out.write_char(BYTE_ORDER_MARK)?;
    }
    writeln!(out, "{items}")?;
    for option in 0..problem.options() {
        for (k, entry) in problem.option_entries(option).enumerate() {
            if k > 0 {
                out.write_char(' ')?;
            }
            out.write_str(&problem.item_name(entry.item))?;
            if entry.color != Color::NONE {
                let color = problem.color_name(entry.color);
                if color.contains(char::is_whitespace) {
                    return Err(WriteError::ColorName { option });
                }
                write!(out, ":{color}")?;
            }
        }
        match problem.cost(option) {
            0 => {}
            cost => write!(out, " |{cost}")?,
        }
        out.write_char('\n')?;
    }
    Ok(())
}

/// Writes the line of items.
fn write_items(problem: &Problem, out: &mut String) -> Result<(), WriteError> {
    for item in 0..problem.items() {
        if item == problem.primary_items() {
            out.push_str(" | ");
        } else if item > 0 {
            out.push(' ');
        }
        match problem.bounds(item) {
            Bounds::ONE => {}
            Bounds { low, high } if low == high => write!(out, "{high}|")?,
            Bounds { low, high } => write!(out, "{low}:{high}|")?,
        }
        let name = problem.item_name(item);
        if name.contains(|c: char| c.is_whitespace() || c == ':' || c == '|') {
            return Err(WriteError::ItemName { item });
        }
        out.push_str(&name);
    }
    Ok(())
}

/// Writes a comment with the numbers of the options, if they need one. Returns true if they do.
fn write_numbers(problem: &Problem, out: &mut impl Write) -> Result<bool, WriteError> {
    let options = problem.options();
    if (0..options).all(|option| problem.number(option) == option + 1) {
        return Ok(false);
    }
    out.write_str(NUMBERS.trim_end())?;
    let mut option = 0;
    while option < options {
        let first = problem.number(option);
        let mut last = first;
        option += 1;
        while option < options && problem.number(option) == last + 1 {
            last += 1;
            option += 1;
        }
        if first == last { write!(out, " {first}")? } else { write!(out, " {first}-{last}")? }
    }
    out.write_char('\n')?;
    Ok(true)
}
