//! A matcher of sentences: literal words with typed holes.
//!
//! `{C}` is a cell, `{CS}` a list of cells, `{H}` and `{HS}` houses, `{D}` and `{DS}` digits, `{N}` a
//! statement such as `r1c1 is not 5`, `{E}` an effect and `{*}` any words.

use super::board::{Lit, cand, cell_of, digit_of};

/// The value of a placeholder in a sentence pattern.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Cells(Vec<usize>),
    Houses(Vec<usize>),
    Digits(Vec<usize>),
    /// A statement: for a true one, one candidate of each digit holds; for a false one, none does.
    Node(Node),
    Effect(Vec<Lit>),
    Words(String),
}

/// A statement about one or more candidates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Node {
    pub(crate) cands: Vec<usize>,
    pub(crate) on: bool,
}

impl Node {
    /// Returns the candidates of each digit.
    pub(crate) fn by_digit(&self) -> Vec<Vec<usize>> {
        let mut digits: Vec<usize> = self.cands.iter().map(|it| digit_of(*it)).collect();
        digits.sort_unstable();
        digits.dedup();
        let of = |digit: usize| self.cands.iter().copied().filter(|it| digit_of(*it) == digit).collect();
        digits.into_iter().map(of).collect()
    }
}

impl Value {
    pub(crate) fn cells(&self) -> &[usize] {
        if let Self::Cells(cells) = self { cells } else { &[] }
    }

    pub(crate) fn cell(&self) -> usize {
        self.cells()[0]
    }

    pub(crate) fn houses(&self) -> &[usize] {
        if let Self::Houses(houses) = self { houses } else { &[] }
    }

    pub(crate) fn digits(&self) -> &[usize] {
        if let Self::Digits(digits) = self { digits } else { &[] }
    }

    pub(crate) fn digit(&self) -> usize {
        self.digits()[0]
    }
}

/// Splits a list: `a, b and c`.
fn list(text: &str) -> Vec<&str> {
    let last = [" and ", " or ", " nor "].into_iter().find_map(|word| text.rsplit_once(word));
    match last {
        Some((front, end)) => front.split(", ").chain([end]).collect(),
        None => text.split(", ").collect(),
    }
}

/// Parses `r1c1`.
pub(crate) fn cell(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [b'r', row @ b'1'..=b'9', b'c', col @ b'1'..=b'9'] => {
            Some(usize::from(row - b'1') * 9 + usize::from(col - b'1'))
        }
        _ => None,
    }
}

/// Parses compact cells: `r1c24,r3c5`.
pub(crate) fn compact(text: &str) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    for part in text.split(',') {
        let (rows, cols) = part.strip_prefix('r')?.split_once('c')?;
        for row in rows.bytes() {
            for col in cols.bytes() {
                found.push(cell(&format!("r{}c{}", char::from(row), char::from(col)))?);
            }
        }
    }
    (!found.is_empty()).then_some(found)
}

fn cells(text: &str) -> Option<Vec<usize>> {
    list(text).into_iter().map(cell).collect()
}

fn digit(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [it @ b'1'..=b'9'] => Some(usize::from(it - b'0')),
        _ => None,
    }
}

pub(crate) fn digits(text: &str) -> Option<Vec<usize>> {
    list(text).into_iter().map(digit).collect()
}

/// Parses `rows 1 and 5 and column 2`.
fn houses(text: &str) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    let mut base = None;
    for word in text.split(' ') {
        match word.trim_end_matches(',') {
            "row" | "rows" => base = Some(0),
            "column" | "columns" => base = Some(9),
            "box" | "boxes" => base = Some(18),
            "and" if base.is_some() && word == "and" => {}
            number => found.push(base? + digit(number)? - 1),
        }
    }
    (!found.is_empty()).then_some(found)
}

/// Parses a statement.
pub(crate) fn node(text: &str) -> Option<Node> {
    let mut all: Vec<Node> = Vec::new();
    // Parts about different digits are joined; the cells of a list are too, so try every split.
    if let Some(one) = part(text) {
        return Some(one);
    }
    for (at, _) in text.match_indices(" and ").chain(text.match_indices(", ")) {
        let gap = if text[at..].starts_with(" and ") { 5 } else { 2 };
        if let (Some(first), Some(rest)) = (part(&text[..at]), node(&text[at + gap..])) {
            all = vec![first, rest];
            break;
        }
    }
    let [first, rest] = &all[..] else { return None };
    (first.on == rest.on).then(|| Node { cands: [&first.cands[..], &rest.cands].concat(), on: first.on })
}

fn part(text: &str) -> Option<Node> {
    let of = |cells: Vec<usize>, digit: usize, on| {
        Some(Node { cands: cells.into_iter().map(|cell| cand(cell, digit)).collect(), on })
    };
    if let Some((subject, value)) = text.split_once(" is not ") {
        return of(vec![cell(subject)?], digit(value)?, false);
    }
    let (subject, value) = text.rsplit_once(" is ")?;
    let digit = digit(value)?;
    for (start, on) in [("one of ", true), ("none of ", false), ("neither ", false)] {
        if let Some(rest) = subject.strip_prefix(start) {
            return of(cells(rest)?, digit, on);
        }
    }
    of(vec![cell(subject)?], digit, true)
}

/// Parses an effect: `r1c1 is 5 and r2c2 is 6`, `r1c1 can't be 3 or 4`, `5 is eliminated from r1c1 and
/// r2c2; 6 is eliminated from r3c3`, or a statement.
pub(crate) fn effect(text: &str) -> Option<Vec<Lit>> {
    let lits = |on: bool, all: Vec<usize>| all.into_iter().map(|cand| Lit { cand, on }).collect::<Vec<_>>();
    for word in [" can't be ", " cannot be "] {
        if let Some((at, values)) = text.split_once(word) {
            let at = cell(at)?;
            return Some(lits(false, digits(values)?.into_iter().map(|it| cand(at, it)).collect()));
        }
    }
    if text.contains(" is eliminated from ") {
        let mut found = Vec::new();
        for part in text.split("; ") {
            let (value, from) = part.split_once(" is eliminated from ")?;
            let value = digit(value)?;
            found.extend(cells(from)?.into_iter().map(|at| cand(at, value)));
        }
        return Some(lits(false, found));
    }
    let placed: Option<Vec<Lit>> = list(text).into_iter().map(part_lit).collect();
    placed
}

fn part_lit(text: &str) -> Option<Lit> {
    let node = part(text)?;
    let [cand] = node.cands[..] else { return None };
    let _ = cell_of(cand);
    Some(Lit { cand, on: node.on })
}

/// Matches a whole text.
pub(crate) fn matches(pattern: &str, text: &str) -> Option<Vec<Value>> {
    let Some(start) = pattern.find('{') else { return (pattern == text).then(Vec::new) };
    let (literal, rest) = pattern.split_at(start);
    let text = text.strip_prefix(literal)?;
    let (hole, rest) = rest.split_at(rest.find('}')? + 1);
    let stop = rest.find('{').map_or(rest, |end| &rest[..end]);
    let ends = text.match_indices(stop).map(|(at, _)| at).filter(|at| *at > 0);
    let ends: Vec<usize> = if stop.is_empty() {
        (1..=text.len()).filter(|at| text.is_char_boundary(*at)).collect()
    } else {
        ends.collect()
    };
    for end in ends.into_iter().rev() {
        let Some(value) = value(hole, &text[..end]) else { continue };
        if let Some(mut others) = matches(rest, &text[end..]) {
            others.insert(0, value);
            return Some(others);
        }
    }
    None
}

fn value(hole: &str, text: &str) -> Option<Value> {
    Some(match hole {
        "{C}" => Value::Cells(vec![cell(text)?]),
        "{CS}" => Value::Cells(cells(text)?),
        "{P}" => Value::Cells(compact(text)?),
        "{H}" => Value::Houses(houses(text).filter(|it| it.len() == 1)?),
        "{HS}" => Value::Houses(houses(text)?),
        "{D}" => Value::Digits(vec![digit(text)?]),
        "{DS}" => Value::Digits(digits(text)?),
        "{N}" => Value::Node(node(text)?),
        "{E}" => Value::Effect(effect(text)?),
        "{*}" => Value::Words(text.to_owned()),
        _ => return None,
    })
}
