//! English phrases for cells, houses, lists and effects, shared by all sentences.

use crate::model::tables::PEER_SETS;
use crate::model::{Assertion, Candidate, Deduction, Node, Role, Technique};

/// The level of detail of a rendered step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Depth {
    /// Only the area to look at.
    Where,
    /// The technique and its effect.
    What,
    /// The technique, its effect and why it holds.
    Why,
}

/// Formats a cell as `r1c1`.
pub fn cell(cell: u8) -> String {
    format!("r{}c{}", cell / 9 + 1, cell % 9 + 1)
}

/// Formats a house as `row 1`, `column 1` or `box 1`.
pub fn house(house: u8) -> String {
    format!("{} {}", ["row", "column", "box"][usize::from(house / 9).min(2)], house % 9 + 1)
}

/// Describes the effect of a deduction, without a full stop: `5 is eliminated from r1c4 and r1c7`,
/// `r3c5 is 7`, or `r1c2 and r1c4 can only be 5 or 6` for hidden sets.
pub fn effect(deduction: &Deduction) -> String {
    if matches!(deduction.technique, Technique::HiddenPair | Technique::HiddenTriplet | Technique::HiddenQuad)
        && !deduction.eliminations.is_empty()
    {
        return format!("{} can only be {}", core_cells(deduction), core_digits(deduction, "or"));
    }
    if !deduction.placements.is_empty() {
        return join(
            deduction.placements.iter().map(|it| format!("{} is {}", of_cell(*it), it.digit())),
            "and",
        );
    }
    let mut cells: Vec<usize> = deduction.eliminations.iter().map(|it| it.cell()).collect();
    cells.sort_unstable();
    cells.dedup();
    if let [one] = cells[..] {
        let digits = join(deduction.eliminations.iter().map(|it| it.digit().to_string()), "or");
        return format!("{} can't be {digits}", cell(one as u8));
    }
    let mut digits: Vec<u8> = deduction.eliminations.iter().map(|it| it.digit()).collect();
    digits.sort_unstable();
    digits.dedup();
    let parts = digits.iter().map(|digit| {
        let of_digit = deduction.eliminations.iter().filter(|it| it.digit() == *digit);
        format!("{digit} is eliminated from {}", join(of_digit.map(|it| of_cell(*it)), "and"))
    });
    parts.collect::<Vec<_>>().join("; ")
}

pub(crate) fn of_cell(candidate: Candidate) -> String {
    cell(candidate.cell() as u8)
}

/// Joins a list: `a`, `a and b`, `a, b and c`. The word before the last item is `last`.
pub(crate) fn join(items: impl IntoIterator<Item = String>, last: &str) -> String {
    let items: Vec<String> = items.into_iter().collect();
    match &items[..] {
        [] => String::new(),
        [one] => one.clone(),
        [front @ .., end] => format!("{} {last} {end}", front.join(", ")),
    }
}

/// Lists houses: `rows 1 and 5 and column 2`.
pub(crate) fn houses(list: &[u8]) -> String {
    let kinds = [("row", 0..9), ("column", 9..18), ("box", 18..27)];
    let parts = kinds.into_iter().filter_map(|(name, range)| {
        let of_kind: Vec<String> =
            list.iter().filter(|it| range.contains(*it)).map(|it| (it % 9 + 1).to_string()).collect();
        let plural = match (of_kind.len(), name) {
            (0 | 1, _) => "",
            (_, "box") => "es",
            _ => "s",
        };
        (!of_kind.is_empty()).then(|| format!("{name}{plural} {}", join(of_kind, "and")))
    });
    parts.collect::<Vec<_>>().join(" and ")
}

/// Returns the cells with this role, in pattern order.
pub(crate) fn cells(deduction: &Deduction, role: Role) -> Vec<u8> {
    let mut found = Vec::new();
    for (_, candidate) in deduction.pattern.iter().filter(|(known, _)| *known == role) {
        if !found.contains(&(candidate.cell() as u8)) {
            found.push(candidate.cell() as u8);
        }
    }
    found
}

/// Returns the digits with this role, in ascending order.
pub(crate) fn digits(deduction: &Deduction, role: Role) -> Vec<u8> {
    let with_role = deduction.pattern.iter().filter(|(known, _)| *known == role);
    let mut found: Vec<u8> = with_role.map(|(_, candidate)| candidate.digit()).collect();
    found.sort_unstable();
    found.dedup();
    found
}

pub(crate) fn cell_list(cells: &[u8]) -> String {
    join(cells.iter().map(|it| cell(*it)), "and")
}

/// Lists cells of which one is meant: `r1c1 or r1c2`.
pub(crate) fn any_cell(cells: &[u8]) -> String {
    join(cells.iter().map(|it| cell(*it)), "or")
}

pub(crate) fn digit_list(digits: &[u8], last: &str) -> String {
    join(digits.iter().map(u8::to_string), last)
}

/// Returns `one` to `nine` as words, and larger numbers as numerals.
pub(crate) fn number(count: usize) -> String {
    const WORDS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

pub(crate) fn assumed(deduction: &Deduction) -> Option<Candidate> {
    deduction.chains.first()?.first().map(|inference| inference.assertion.candidate)
}

pub(crate) fn assumed_cell(deduction: &Deduction) -> String {
    assumed(deduction).map_or_else(String::new, of_cell)
}

pub(crate) fn says(assertion: Assertion) -> String {
    let verb = if assertion.on { "is" } else { "is not" };
    format!("{} {verb} {}", of_cell(assertion.candidate), assertion.candidate.digit())
}

pub(crate) fn core_cells(deduction: &Deduction) -> String {
    cell_list(&cells(deduction, Role::Core))
}

pub(crate) fn core_digits(deduction: &Deduction, last: &str) -> String {
    digit_list(&digits(deduction, Role::Core), last)
}

/// Returns the house at an index of the deduction's list of houses.
pub(crate) fn nth_house(deduction: &Deduction, index: usize) -> String {
    deduction.houses.get(index).map_or_else(String::new, |it| house(*it))
}

pub(crate) fn placed_digit(deduction: &Deduction) -> String {
    deduction.placements.first().map_or_else(String::new, |it| it.digit().to_string())
}

/// Returns the digit of the first elimination.
pub(crate) fn eliminated_digit(deduction: &Deduction) -> u8 {
    deduction.eliminations.first().map_or(0, |it| it.digit())
}

/// Returns the cells that lose a candidate, in the order of the eliminations.
pub(crate) fn eliminated_cells(deduction: &Deduction) -> Vec<u8> {
    let mut found: Vec<u8> = Vec::new();
    for cell in deduction.eliminations.iter().map(|it| it.cell() as u8) {
        if !found.contains(&cell) {
            found.push(cell);
        }
    }
    found
}

/// Lists the extra candidates: `3 in r1c1 and 4 in r2c2`.
pub(crate) fn extra_candidates(deduction: &Deduction) -> String {
    let with_extra = deduction.pattern.iter().filter(|(role, _)| *role == Role::Extra);
    join(with_extra.map(|(_, it)| format!("{} in {}", it.digit(), of_cell(*it))), "and")
}

/// Returns true if two cells share a house.
pub(crate) fn sees(one: u8, other: u8) -> bool {
    PEER_SETS[usize::from(one)] >> other & 1 == 1
}

/// Formats the statement of a node of a path: `r1c1 is not 5`, `one of r1c1 and r2c1 is 5`.
pub(crate) fn node(node: &Node) -> String {
    let mut digits: Vec<u8> = node.candidates.iter().map(|it| it.digit()).collect();
    digits.sort_unstable();
    digits.dedup();
    let part = |digit: &u8| {
        let with_digit = node.candidates.iter().filter(|it| it.digit() == *digit);
        let cells: Vec<String> = with_digit.map(|it| of_cell(*it)).collect();
        match (&cells[..], node.on) {
            ([one], true) => format!("{one} is {digit}"),
            ([one], false) => format!("{one} is not {digit}"),
            ([one, other], false) => format!("neither {one} nor {other} is {digit}"),
            (_, true) => format!("one of {} is {digit}", join(cells, "and")),
            (_, false) => format!("none of {} is {digit}", join(cells, "and")),
        }
    };
    join(digits.iter().map(part), "and")
}
