//! Grids before constraint text: killer lines, jigsaw maps, givens and candidates.
//!
//! Source: killer lines are described at <http://www.sudocue.net/forum/viewtopic.php?f=1&t=519>
//! (long form) and <http://forum.enjoysudoku.com/understandable-snarfable-killer-cages-t6119.html>
//! (81 characters).

use super::codec::PuzzleOf;
use farandole_puzzle::board::Shape;
use farandole_puzzle::constraint::{Cage, Constraint, Diagonal, Given, Jigsaw, NoBoxes};
use farandole_puzzle::format::iss::LeadingGrid;
use farandole_puzzle::variant::Variant;
use farandole_puzzle::{Cell, Diagonal as Which};
use std::collections::BTreeMap;

/// Parses a part of a text as a grid if it has one of these raw forms:
///
/// - 81 characters of a killer. Each cell points towards the cell of its cage that contains the sum
///   (`0`-`9`, `A`-`Z`, and `a`-`j` for 36 to 45).
/// - A killer as 81 numbers after `3x3:` (`d` for diagonals) `:k:`. Each number is 256 times the
///   sum plus the number of the cage.
/// - N x N givens and a map of N regions, or the map alone.
/// - N x N givens on one line, or N x N x N candidates. Values above 9 are letters, starting with A
///   = 1.
/// - A grid with separators, or a grid of candidates.
pub(crate) fn leading_grid(part: &str, puzzle_of: PuzzleOf) -> Option<LeadingGrid> {
    let count = part.chars().filter(|c| !c.is_whitespace()).count();
    if count == 0 {
        return None;
    }
    let fits = (2..=16).any(|side: usize| [side.pow(2), 2 * side.pow(2), side.pow(3)].contains(&count));
    let text: Vec<char> =
        if fits { part.chars().filter(|c| !c.is_whitespace()).collect() } else { Vec::new() };
    compact_killer(&text)
        .or_else(|| long_killer(part.trim()))
        .or_else(|| jigsaw(&text))
        .or_else(|| map(&text))
        .or_else(|| givens(&text))
        .or_else(|| candidates(&text))
        .or_else(|| grid(part, puzzle_of))
}

fn cages(sums: BTreeMap<usize, u32>, cage_of: impl Fn(usize) -> Option<usize>) -> Vec<Constraint> {
    let of_cells: Vec<Option<usize>> = (0..81).map(cage_of).collect();
    let cage = |(cage, sum)| {
        let members = of_cells.iter().enumerate().filter(|(_, of)| **of == Some(cage));
        let cells = members.map(|(cell, _)| Cell::within(cell)).collect();
        Constraint::from(Cage { sum: Some(sum), cells })
    };
    sums.into_iter().map(cage).collect()
}

/// Returns the sum that a character represents.
fn sum_of(c: char) -> Option<u32> {
    match c {
        '0'..='9' => Some(c as u32 - '0' as u32),
        'A'..='Z' => Some(c as u32 - 'A' as u32 + 10),
        'a'..='j' => Some(c as u32 - 'a' as u32 + 36),
        _ => None,
    }
}

/// Returns the step in rows and columns that an arrow represents.
const fn step_of(c: char) -> Option<(isize, isize)> {
    match c {
        '<' => Some((0, -1)),
        '>' => Some((0, 1)),
        '^' => Some((-1, 0)),
        'v' => Some((1, 0)),
        '`' => Some((-1, -1)),
        '\'' => Some((-1, 1)),
        ',' => Some((1, -1)),
        '.' => Some((1, 1)),
        _ => None,
    }
}

fn compact_killer(text: &[char]) -> Option<LeadingGrid> {
    let is_killer = text.len() == 81
        && text.iter().all(|c| sum_of(*c).is_some() || step_of(*c).is_some())
        && text.iter().any(|c| *c != '.' && step_of(*c).is_some());
    if !is_killer {
        return None;
    }
    let next = |cell: usize| {
        let (rows, cols) = step_of(text[cell])?;
        let row = (cell / 9).checked_add_signed(rows).filter(|row| *row < 9)?;
        let col = (cell % 9).checked_add_signed(cols).filter(|col| *col < 9)?;
        Some(row * 9 + col)
    };
    // A path of more than 81 steps is a cycle. A path that ends at an arrow leaves the grid.
    let head = |cell: usize| {
        let last = core::iter::successors(Some(cell), |cell| next(*cell)).take(82).last()?;
        sum_of(text[last]).is_some().then_some(last)
    };
    let heads: Option<Vec<usize>> = (0..81).map(head).collect();
    let heads = heads?;
    let sums = (0..81).filter_map(|cell| Some((cell, sum_of(text[cell])?))).collect();
    Some(LeadingGrid { shape: Shape::CLASSIC, constraints: cages(sums, |cell| Some(heads[cell])) })
}

fn long_killer(text: &str) -> Option<LeadingGrid> {
    let (flags, numbers) = text.strip_prefix("3x3:")?.split_once(":k:")?;
    let numbers: Option<Vec<u32>> =
        numbers.trim_end_matches(':').split(':').map(|number| number.trim().parse().ok()).collect();
    let numbers = numbers.filter(|numbers| numbers.len() == 81)?;
    let mut constraints = match flags {
        "" => Vec::new(),
        "d" => [Which::Main, Which::Anti].map(|it| Diagonal { diagonal: it }.into()).to_vec(),
        _ => return None,
    };
    let mut sums = BTreeMap::new();
    for number in numbers.iter().filter(|number| **number >= 256) {
        let sum = sums.entry((number % 256) as usize).or_insert(number / 256);
        if *sum != number / 256 {
            return None;
        }
    }
    let cage_of = |cell: usize| (numbers[cell] >= 256).then_some((numbers[cell] % 256) as usize);
    constraints.extend(cages(sums, cage_of));
    Some(LeadingGrid { shape: Shape::CLASSIC, constraints })
}

/// Returns N if the count is N x N for some N from 2 to 16.
fn side(count: usize) -> Option<usize> {
    (2..=16).find(|side| side * side == count)
}

fn map(text: &[char]) -> Option<LeadingGrid> {
    let size = side(text.len())?;
    let mut pieces: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
    text.iter().enumerate().for_each(|(i, c)| pieces.entry(*c).or_default().push(Cell::within(i)));
    if pieces.len() != size || pieces.values().any(|piece| piece.len() != size) {
        return None;
    }
    let pieces = pieces.into_values().collect();
    let constraints = vec![NoBoxes {}.into(), Jigsaw { pieces }.into()];
    Some(LeadingGrid { shape: Shape::square(size).ok()?, constraints })
}

fn jigsaw(text: &[char]) -> Option<LeadingGrid> {
    let (one, two) = text.len().is_multiple_of(2).then(|| text.split_at(text.len() / 2))?;
    let (mut whole, givens) = (map(two)?, givens(one)?);
    whole.constraints.extend(givens.constraints);
    Some(whole)
}

/// Returns the value of a character. If there are values above 9, all values are letters.
fn value_of(c: char, size: usize) -> Option<usize> {
    let value =
        if size < 10 { c.to_digit(10)? as usize } else { (c as usize).checked_sub('A' as usize)? + 1 };
    (1..=size).contains(&value).then_some(value)
}

fn givens(text: &[char]) -> Option<LeadingGrid> {
    let size = side(text.len())?;
    let given = |(i, c): (usize, &char)| {
        let value = value_of(*c, size)?;
        Some(Given { cell: Cell::within(i), mask: 1 << (value - 1) }.into())
    };
    let constraints = text.iter().enumerate().filter_map(given).collect();
    one_blank(text, size)?;
    Some(LeadingGrid { shape: Shape::square(size).ok()?, constraints })
}

/// Returns `Some` if all characters that are not values are equal.
fn one_blank(text: &[char], size: usize) -> Option<()> {
    let mut blanks = text.iter().filter(|c| value_of(**c, size).is_none());
    let first = blanks.next();
    blanks.all(|c| Some(c) == first).then_some(())
}

fn candidates(text: &[char]) -> Option<LeadingGrid> {
    let size = (2..=16).find(|side: &usize| side.pow(3) == text.len())?;
    one_blank(text, size)?;
    let mut constraints = Vec::new();
    for (i, cell) in text.chunks(size).enumerate() {
        let values = cell.iter().filter_map(|c| value_of(*c, size));
        let mask = values.fold(0_u32, |mask, value| mask | 1 << (value - 1)) as u16;
        if mask != u16::MAX >> (16 - size) {
            constraints.push(Given { cell: Cell::within(i), mask }.into());
        }
    }
    Some(LeadingGrid { shape: Shape::square(size).ok()?, constraints })
}

fn grid(part: &str, puzzle_of: PuzzleOf) -> Option<LeadingGrid> {
    let is_grid = part.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || ".|_-+*".contains(c));
    if !is_grid {
        return None;
    }
    let lines: Vec<&str> = part.lines().filter(|line| !line.trim().is_empty()).collect();
    let variant = Variant::from_puzzle(&puzzle_of(&lines.join("\n")).ok()?).ok()?;
    Some(LeadingGrid { shape: variant.shape(), constraints: variant.constraints().to_vec() })
}
