//! Hints that do not reveal the step but only where it is: houses, cells, or the digit of a pattern.
//!
//! A digit is named only if the step eliminates candidates; the digit of a placement is the answer.

use crate::chain_text::{Reason, reason};
use crate::grammar::{cell, cell_list, cells, house, houses, join};
use crate::model::tables::{CELLS, HOUSE_SETS};
use crate::model::{Candidate, Deduction, Node, Role, State, Technique};
use crate::notation;

/// Maximum number of houses or cells in a list.
const LISTED: usize = 6;

/// Names the area of a step.
pub(super) fn place(state: &State, deduction: &Deduction) -> String {
    let path = notation::path(deduction);
    if path.len() > 1 {
        return of_path(state, deduction, &path);
    }
    if !deduction.chains.is_empty() {
        return of_net(deduction);
    }
    if !deduction.houses.is_empty() {
        return houses(&deduction.houses);
    }
    let parts = sets(deduction);
    if !parts.is_empty() {
        return match deduction.technique {
            Technique::SimpleColorsTrap
            | Technique::SimpleColorsWrap
            | Technique::MultiColors1
            | Technique::MultiColors2 => of_digit(deduction, &pairs(state, deduction)),
            Technique::MedusaTrap | Technique::MedusaWrap => of_colors(deduction),
            _ => of_sets(deduction, &parts),
        };
    }
    let listed = [Role::Core, Role::Extra, Role::Support].map(|role| cells(deduction, role));
    match listed.iter().find(|it| !it.is_empty()) {
        Some(own) => cell_list(own),
        None => of_digit(deduction, &[]),
    }
}

/// Names the houses in which the digit of the step matters.
fn of_digit(deduction: &Deduction, in_houses: &[u8]) -> String {
    let digit = deduction.eliminations.first().map_or(0, |it| it.digit());
    let is_open = deduction.placements.is_empty();
    match (is_open, in_houses.len()) {
        (true, 1..=LISTED) => format!("the {digit}s in {}", house_list(in_houses)),
        (true, _) => format!("the {digit}s"),
        (false, 1..=LISTED) => house_list(in_houses),
        (false, _) => "the whole grid".to_owned(),
    }
}

/// Lists houses one by one: `row 1, column 3 and column 8`.
fn house_list(list: &[u8]) -> String {
    join(list.iter().map(|it| house(*it)), "and")
}

/// Names the area of a chain of alternating links: for one digit, the houses of the strong links, and
/// otherwise the cells of both ends.
fn of_path(state: &State, deduction: &Deduction, path: &[Node]) -> String {
    let digit = path[0].candidates[0].digit();
    if path.iter().flat_map(|it| &it.candidates).all(|it| it.digit() == digit) {
        let mut links: Vec<u8> = Vec::new();
        for pair in path.windows(2).filter(|pair| pair[1].on) {
            if let Some(Reason::House(number)) = reason(state, &pair[0], &pair[1])
                && !links.contains(&number)
            {
                links.push(number);
            }
        }
        return of_digit(deduction, &links);
    }
    let is_loop = matches!(
        deduction.technique,
        Technique::ContinuousLoop
            | Technique::GroupedContinuousLoop
            | Technique::XCycle
            | Technique::YCycle
            | Technique::XyCycle
    );
    let ends = [&path[0], &path[path.len() - 1]];
    let nodes: Vec<&Node> = if is_loop { path.iter().collect() } else { ends.to_vec() };
    let mut own: Vec<u8> = Vec::new();
    for at in nodes.iter().flat_map(|it| &it.candidates).map(|it| it.cell() as u8) {
        if !own.contains(&at) {
            own.push(at);
        }
    }
    match (is_loop, &own[..]) {
        (true, [first, .., last]) if own.len() > LISTED => {
            format!("a loop through {} and {}", cell(*first), cell(*last))
        }
        (false, [_, _, ..]) => format!("{}, the ends of a chain", cell_list(&own)),
        _ => cell_list(&own),
    }
}

/// Names the area of a net: the cell or house of its assumptions.
fn of_net(deduction: &Deduction) -> String {
    let mut starts: Vec<Candidate> = Vec::new();
    for start in deduction.chains.iter().filter_map(|chain| chain.first()) {
        if !starts.contains(&start.assertion.candidate) {
            starts.push(start.assertion.candidate);
        }
    }
    let mut own: Vec<u8> = starts.iter().map(|it| it.cell() as u8).collect();
    own.dedup();
    let common = (0..27).find(|number| own.iter().all(|it| CELLS[usize::from(*number)].contains(it)));
    match (common, &own[..]) {
        (Some(number), [_, _, ..]) if starts.iter().all(|it| it.digit() == starts[0].digit()) => {
            if deduction.placements.is_empty() {
                format!("the {}s in {}", starts[0].digit(), house(number))
            } else {
                house(number)
            }
        }
        _ => cell_list(&own),
    }
}

fn sets(deduction: &Deduction) -> Vec<u8> {
    let mut found: Vec<u8> = deduction.pattern.iter().filter_map(|(role, _)| set_number(*role)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

const fn set_number(role: Role) -> Option<u8> {
    if let Role::Set(number) = role { Some(number) } else { None }
}

/// Returns the houses in which a digit has two places, both of them in the colors of the pattern.
fn pairs(state: &State, deduction: &Deduction) -> Vec<u8> {
    let in_sets = deduction.pattern.iter().filter(|(role, _)| set_number(*role).is_some());
    let own: Vec<Candidate> = in_sets.map(|(_, it)| *it).collect();
    let Some(digit) = own.first().map(|it| it.digit()) else { return Vec::new() };
    let is_pair = |number: &u8| {
        let cells = CELLS[usize::from(*number)].map(usize::from);
        let mut places = cells.into_iter().filter(|it| state.candidates(*it) >> (digit - 1) & 1 == 1);
        let known = |at: Option<usize>| at.is_some_and(|at| own.iter().any(|it| it.cell() == at));
        known(places.next()) && known(places.next()) && places.next().is_none()
    };
    (0..27).filter(is_pair).collect()
}

/// Names the cells of the colors of several digits.
fn of_colors(deduction: &Deduction) -> String {
    let mut own: Vec<u8> = [0, 1].into_iter().flat_map(|it| cells(deduction, Role::Set(it))).collect();
    own.sort_unstable();
    own.dedup();
    match &own[..] {
        [first, ..] if own.len() > LISTED => format!("{} and the pairs linked to it", cell(*first)),
        own => cell_list(own),
    }
}

/// Maximum number of cells of an almost locked set that are listed instead of its house.
const LISTED_OF_SET: usize = 3;

/// Names the cells of almost locked sets, or their houses, and the stem of a death blossom.
fn of_sets(deduction: &Deduction, parts: &[u8]) -> String {
    let mut named: Vec<String> = cells(deduction, Role::Core).into_iter().map(cell).collect();
    for set in parts {
        let own = cells(deduction, Role::Set(*set));
        let has_all = |number: &u8| own.iter().all(|it| HOUSE_SETS[usize::from(*number)] >> it & 1 == 1);
        let in_house = (0..27).find(has_all).filter(|_| own.len() > LISTED_OF_SET);
        let words = in_house.map_or_else(|| own.into_iter().map(cell).collect(), |it| vec![house(it)]);
        named.extend(words);
    }
    let mut known: Vec<String> = Vec::new();
    for words in named {
        if !known.contains(&words) {
            known.push(words);
        }
    }
    // Cells first, then houses.
    known.sort_by_key(|words| !words.starts_with('r') || words.starts_with("row"));
    join(known, "and")
}
