//! Short notations of cells, effects and chains: `r1c24`, `r3c5<>7`, and Eureka notation for chains of
//! alternating links.
//!
//! In Eureka notation, `=` is a strong link (if the left side is false, the right side is true) and `-`
//! a weak one (if the left side is true, the right side is false). `(2=5)r1c3` is a cell with two
//! candidates, or an almost locked set that lacks one of two digits.
//!
//! Other patterns are written as digits and cells, fish as in HoDoKu (`8 r128 c136 fr3c1`), and nets as
//! the digits that they force.
//!
//! Source: Eureka notation as described on SudokuWiki; one-line forms of effects as in HoDoKu 2.2.

use crate::grammar;
use crate::model::{Assertion, Candidate, Deduction, Node, Role};
use core::fmt::Write as _;

/// Formats cells compactly. Cells of a row or column are combined (`r1c24`), others are separate
/// (`r1c2,r3c4`).
pub(crate) fn cells(cells: &[u8]) -> String {
    let mut list: Vec<u8> = cells.to_vec();
    list.sort_unstable();
    list.dedup();
    let mut of_row: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    for cell in list {
        let (row, col) = (cell / 9 + 1, cell % 9 + 1);
        match of_row.last_mut() {
            Some((rows, cols)) if *rows == [row] => cols.push(col),
            _ => of_row.push((vec![row], vec![col])),
        }
    }
    // Rows with the same columns are combined, for example r1c2 and r4c2 to r14c2.
    let mut groups: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    for (rows, cols) in of_row {
        match groups.iter_mut().find(|(_, known)| *known == cols) {
            Some((known, _)) => known.extend(rows),
            None => groups.push((rows, cols)),
        }
    }
    let text = |list: &[u8]| list.iter().map(u8::to_string).collect::<String>();
    let parts = groups.iter().map(|(rows, cols)| format!("r{}c{}", text(rows), text(cols)));
    parts.collect::<Vec<_>>().join(",")
}

/// Formats an effect: `r1c2=5`, `r1c24,r3c3<>7`, or `r8c8<>13` for several digits of the same cells.
pub(crate) fn effect(deduction: &Deduction) -> String {
    let part = |list: &[Candidate], sign: &str| {
        let mut digits: Vec<u8> = list.iter().map(|it| it.digit()).collect();
        digits.sort_unstable();
        digits.dedup();
        // Digits with the same cells share a part: r8c8<>13.
        let mut parts: Vec<(String, String)> = Vec::new();
        for digit in digits {
            let with_digit = list.iter().filter(|it| it.digit() == digit);
            let set = cells(&with_digit.map(|it| it.cell() as u8).collect::<Vec<_>>());
            match parts.iter_mut().find(|(known, _)| *known == set) {
                Some((_, digits)) => *digits += &digit.to_string(),
                None => parts.push((set, digit.to_string())),
            }
        }
        parts.into_iter().map(|(set, digits)| format!("{set}{sign}{digits}")).collect::<Vec<_>>().join(", ")
    };
    if deduction.placements.is_empty() {
        part(&deduction.eliminations, "<>")
    } else {
        part(&deduction.placements, "=")
    }
}

/// Maximum number of listed digits of a net.
const LISTED: usize = 8;

/// Formats a deduction in one line: its pattern or chain, and its effect.
pub(crate) fn line(deduction: &Deduction) -> String {
    let pattern = match eureka(deduction) {
        Some(chain) => chain,
        None if !deduction.chains.is_empty() => nets(deduction),
        None if deduction.placements.len() == 1 && deduction.pattern.len() <= 1 => single(deduction),
        None => fish(deduction).unwrap_or_else(|| sets(deduction)),
    };
    format!("{pattern} => {}", effect(deduction))
}

/// Formats a single as its digit and house, or, for a naked single, its cell.
fn single(deduction: &Deduction) -> String {
    let Some(placed) = deduction.placements.first() else { return String::new() };
    match &deduction.houses[..] {
        [] => format!("only {} in {}", placed.digit(), grammar::of_cell(*placed)),
        of_houses => format!("{} in {}", placed.digit(), houses(of_houses)),
    }
}

/// Formats houses compactly: `r128`, `c3`, `b5`.
fn houses(list: &[u8]) -> String {
    let mut text = String::new();
    for (kind, name) in (0..).zip(["r", "c", "b"]) {
        let of_kind: String =
            list.iter().filter(|it| **it / 9 == kind).map(|it| (it % 9 + 1).to_string()).collect();
        if !of_kind.is_empty() {
            let _ = write!(text, "{name}{of_kind}");
        }
    }
    text
}

/// Formats a fish as its digit, base and cover, and fins with a leading `f`.
fn fish(deduction: &Deduction) -> Option<String> {
    let size = deduction.houses.len() / 2;
    let digits = grammar::digits(deduction, Role::Core);
    let is_fish = size > 1
        && deduction.houses.len() == 2 * size
        && deduction.pattern.iter().all(|(role, _)| matches!(role, Role::Core | Role::Fin));
    let [digit] = digits[..] else { return None };
    let (base, cover) = deduction.houses.split_at(size);
    let fins = match &grammar::cells(deduction, Role::Fin)[..] {
        [] => String::new(),
        fins => format!(" f{}", cells(fins)),
    };
    is_fish.then(|| format!("{digit} {} {}{fins}", houses(base), houses(cover)))
}

/// Formats a pattern as the digits and cells of each role.
fn sets(deduction: &Deduction) -> String {
    let mut roles: Vec<Role> = Vec::new();
    for (role, _) in &deduction.pattern {
        if !roles.contains(role) && *role != Role::Off {
            roles.push(*role);
        }
    }
    let part = |role: &Role| {
        let digits =
            grammar::digits(deduction, *role).iter().map(u8::to_string).collect::<Vec<_>>().join("/");
        let of_role = cells(&grammar::cells(deduction, *role));
        match role {
            Role::Set(number) => {
                format!("{} = {of_role} {{{}}}", char::from(b'A' + number), digits.replace('/', ""))
            }
            Role::Common => format!("restricted {digits}"),
            Role::Extra => format!("extra {digits} in {of_role}"),
            Role::Fin => format!("fin {digits} in {of_role}"),
            _ => by_cell(deduction, *role),
        }
    };
    let parts = roles.iter().map(part).collect::<Vec<_>>().join(", ");
    if deduction.houses.is_empty() {
        return parts;
    }
    // `r2c3` would read as a cell.
    let kinds = [0, 1, 2].map(|kind| {
        let of_kind: Vec<u8> = deduction.houses.iter().copied().filter(|it| it / 9 == kind).collect();
        houses(&of_kind)
    });
    let kinds: Vec<String> = kinds.into_iter().filter(|it| !it.is_empty()).collect();
    format!("{parts} ({})", kinds.join(", "))
}

/// Formats the cells of a role with the digits of each: `1/7 in r2c7, 7/9 in r3c1`.
fn by_cell(deduction: &Deduction, role: Role) -> String {
    let mut parts: Vec<(String, Vec<u8>)> = Vec::new();
    for cell in grammar::cells(deduction, role) {
        let own =
            deduction.pattern.iter().filter(|(known, it)| *known == role && it.cell() == usize::from(cell));
        let mut digits: Vec<u8> = own.map(|(_, it)| it.digit()).collect();
        digits.sort_unstable();
        digits.dedup();
        let digits = digits.iter().map(u8::to_string).collect::<Vec<_>>().join("/");
        match parts.iter_mut().find(|(known, _)| *known == digits) {
            Some((_, cells)) => cells.push(cell),
            None => parts.push((digits, vec![cell])),
        }
    }
    parts.iter().map(|(digits, own)| format!("{digits} in {}", cells(own))).collect::<Vec<_>>().join(", ")
}

/// Formats chains that are not a single line, as the digits that each assumption forces.
fn nets(deduction: &Deduction) -> String {
    let mut groups: Vec<Vec<Assertion>> = Vec::new();
    for chain in &deduction.chains {
        let Some(first) = chain.first().map(|it| it.assertion) else { continue };
        let group = match groups.iter().position(|group| group[0] == first) {
            Some(index) => index,
            None => {
                groups.push(vec![first]);
                groups.len() - 1
            }
        };
        for inference in chain {
            let is_end = inference.assertion == chain[chain.len() - 1].assertion;
            if (inference.assertion.on || is_end) && !groups[group].contains(&inference.assertion) {
                groups[group].push(inference.assertion);
            }
        }
    }
    let text = |it: &Assertion| {
        let sign = if it.on { "=" } else { "<>" };
        format!("{}{sign}{}", grammar::of_cell(it.candidate), it.candidate.digit())
    };
    let group = |group: &Vec<Assertion>| {
        if group.len() <= LISTED {
            return group.iter().map(text).collect::<Vec<_>>().join(" -> ");
        }
        let (first, last) = (text(&group[0]), text(&group[group.len() - 1]));
        format!("{first} -> {} steps -> {last}", group.len() - 2)
    };
    let end = if groups.len() == 1 { " -> contradiction" } else { "" };
    groups.iter().map(group).collect::<Vec<_>>().join("; ") + end
}

/// Returns the chain of a deduction in Eureka notation, or `None` if it has no chain of alternating
/// links in a single line.
pub(crate) fn eureka(deduction: &Deduction) -> Option<String> {
    let path = path(deduction);
    if path.len() < 2 {
        return None;
    }
    let mut text = String::new();
    let mut index = 0;
    while let Some(node) = path.get(index) {
        if index > 0 {
            text += if node.on { " = " } else { " - " };
        }
        let next = path.get(index + 1).filter(|next| next.on != node.on);
        match next.and_then(|next| joined(deduction, node, next)) {
            Some(pair) => {
                text += &pair;
                index += 2;
            }
            None => {
                let _ = write!(text, "({}){}", digits(node), cells(&node_cells(node)));
                index += 1;
            }
        }
    }
    Some(text)
}

/// Formats two neighbours as one term, if they share a cell or an almost locked set.
fn joined(deduction: &Deduction, node: &Node, next: &Node) -> Option<String> {
    let set = match next.set {
        Some(set) => grammar::cells(deduction, Role::Set(set)),
        None => node_cells(node),
    };
    let is_pair = next.set.is_some() || set.len() == 1 && node_cells(next) == set;
    let sign = if next.on { "=" } else { "-" };
    is_pair.then(|| format!("({}{sign}{}){}", digits(node), digits(next), cells(&set)))
}

/// Returns the nodes of the chain. These are its path, or else its only line of reasoning if each
/// step follows from the previous one. Otherwise, returns an empty list.
pub(crate) fn path(deduction: &Deduction) -> Vec<Node> {
    if !deduction.path.is_empty() {
        return deduction.path.clone();
    }
    let [chain] = &deduction.chains[..] else { return Vec::new() };
    let is_line = chain.iter().enumerate().all(|(place, inference)| {
        let follows = match (place, &inference.premises[..]) {
            (0, []) => true,
            (_, [premise]) => usize::from(*premise) + 1 == place,
            _ => false,
        };
        let alternates = place == 0 || chain[place - 1].assertion.on != inference.assertion.on;
        follows && alternates && inference.reason.is_none()
    });
    let node = |on, candidate| Node { candidates: vec![candidate], on, set: None };
    if is_line {
        chain.iter().map(|it| node(it.assertion.on, it.assertion.candidate)).collect()
    } else {
        Vec::new()
    }
}

/// Returns the names of the sets with their cells and digits: `A = r1c2 and r1c4 {2, 4, 7}`.
pub(crate) fn named_sets(deduction: &Deduction) -> String {
    let named = |number: u8| {
        let role = Role::Set(number);
        let own = grammar::cells(deduction, role);
        let digits =
            grammar::digits(deduction, role).iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
        let name = char::from(b'A' + number);
        (!own.is_empty()).then(|| format!("{name} = {} {{{digits}}}", grammar::cell_list(&own)))
    };
    grammar::join((0..26).filter_map(named), "and")
}

fn node_cells(node: &Node) -> Vec<u8> {
    let mut list: Vec<u8> = node.candidates.iter().map(|it| it.cell() as u8).collect();
    list.sort_unstable();
    list.dedup();
    list
}

fn digits(node: &Node) -> String {
    let mut list: Vec<u8> = node.candidates.iter().map(|it| it.digit()).collect();
    list.sort_unstable();
    list.dedup();
    list.iter().map(u8::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_a_row_or_column_are_combined() {
        let cell = |row: u8, col: u8| row * 9 + col - 10;
        assert_eq!(cells(&[cell(1, 4), cell(1, 2)]), "r1c24");
        assert_eq!(cells(&[cell(1, 2), cell(4, 2)]), "r14c2");
        assert_eq!(cells(&[cell(1, 2), cell(1, 3), cell(4, 2), cell(4, 3)]), "r14c23");
        assert_eq!(cells(&[cell(1, 2), cell(4, 5)]), "r1c2,r4c5");
    }
}
