//! English text for deductions about variants, with the same phrases as for classic puzzles.

use super::arguments::{argued, contained, exhausted};
use super::links::{because, why_chain};
use super::names::{capital, cells, kind, rule, values};
pub use super::names::{cell, constraint, house, meaning};
use super::rule_of_45::why_sum;
use crate::explain::english::Depth;
use crate::grammar::{join, number};
use crate::model::Role;
use crate::variant::{Candidate, Deduction, Difference, End, State, Technique, difference, groups};
use farandole_puzzle::Cell;

/// Maximum number of cells that are listed again in the reason for their eliminations.
const FEW: usize = 4;

/// Renders a step at this level of detail: one line for `Where` and `What`, several for `Why`. Each
/// line ends with a newline.
///
/// `state` is the grid before the step.
pub fn step(state: &State, deduction: &Deduction, depth: Depth) -> String {
    match depth {
        Depth::Where => format!("Look at {}.\n", place(state, deduction)),
        Depth::What => format!("{}: {}.\n", title(state, deduction), effect(state, deduction)),
        Depth::Why => {
            let mut text = step(state, deduction, Depth::What);
            text += &why(state, deduction);
            text.push('\n');
            match deduction.technique {
                Technique::Contradiction => trial(state, deduction, &mut text),
                Technique::Forcing => branches(state, deduction, &mut text),
                Technique::ForcingChains => chains(state, deduction, &mut text),
                _ => {}
            }
            text
        }
    }
}

/// Returns the name of the technique, or for a constraint the name of its kind, such as `Killer
/// cage`.
pub fn title(state: &State, deduction: &Deduction) -> String {
    match deduction.constraints[..] {
        [number] if deduction.technique == Technique::Constraint => kind(state, number).to_owned(),
        _ => deduction.technique.title().to_owned(),
    }
}

/// Describes the effect, without a full stop: `r3c5 is 7`, `5 is eliminated from r1c4 and r1c7`. If
/// several values are eliminated, lists the remaining values instead when that is shorter: `r1c4
/// can only be 1 or 2; r1c7 can only be 2 or 3`.
pub fn effect(state: &State, deduction: &Deduction) -> String {
    if !deduction.placements.is_empty() {
        let placed = join(deduction.placements.iter().map(|it| says(state, *it)), "and");
        let mut rest = Deduction { placements: Vec::new(), ..deduction.clone() };
        rest.eliminations.retain(|it| deduction.placements.iter().all(|placed| placed.cell != it.cell));
        return if rest.eliminations.is_empty() {
            placed
        } else {
            format!("{placed}; {}", effect(state, &rest))
        };
    }
    let mut from: Vec<Cell> = deduction.eliminations.iter().map(|it| it.cell).collect();
    from.sort_unstable();
    from.dedup();
    if let [one] = from[..] {
        if state.values(one).count() == deduction.eliminations.len() {
            return format!("nothing is left for {}", cell(state, one));
        }
        let mut gone: Vec<u8> = deduction.eliminations.iter().map(|it| it.value).collect();
        gone.sort_unstable();
        return format!("{} can't be {}", cell(state, one), values(&gone, "or"));
    }
    let gone = eliminated(state, deduction);
    if deduction.eliminations.iter().all(|it| it.value == deduction.eliminations[0].value) {
        return gone;
    }
    let left = remaining(state, deduction, &from);
    if left.len() < gone.len() { left } else { gone }
}

/// Lists the eliminations by value. Values eliminated from the same cells are listed together.
fn eliminated(state: &State, deduction: &Deduction) -> String {
    let mut gone: Vec<u8> = deduction.eliminations.iter().map(|it| it.value).collect();
    gone.sort_unstable();
    gone.dedup();
    let mut groups: Vec<(Vec<u8>, Vec<Cell>)> = Vec::new();
    for value in gone {
        let of_value = deduction.eliminations.iter().filter(|it| it.value == value);
        let from: Vec<Cell> = of_value.map(|it| it.cell).collect();
        match groups.iter_mut().find(|(_, cells)| *cells == from) {
            Some((together, _)) => together.push(value),
            None => groups.push((vec![value], from)),
        }
    }
    let parts = groups.iter().map(|(gone, from)| {
        let verb = if gone.len() == 1 { "is" } else { "are" };
        format!("{} {verb} eliminated from {}", values(gone, "and"), cells(state, from, "and"))
    });
    parts.collect::<Vec<_>>().join("; ")
}

/// Lists the remaining values of the cells. Cells with the same values are listed together.
fn remaining(state: &State, deduction: &Deduction, from: &[Cell]) -> String {
    let mut groups: Vec<(Vec<u8>, Vec<Cell>)> = Vec::new();
    for &at in from {
        let gone = |value: &u8| deduction.eliminations.contains(&Candidate { cell: at, value: *value });
        let left: Vec<u8> = state.values(at).filter(|value| !gone(value)).collect();
        match groups.iter_mut().find(|(values, _)| *values == left) {
            Some((_, cells)) => cells.push(at),
            None => groups.push((left, vec![at])),
        }
    }
    let parts = groups.iter().map(|(left, at)| match &left[..] {
        [] => format!("nothing is left for {}", cells(state, at, "and")),
        left => format!("{} can only be {}", cells(state, at, "and"), values(left, "or")),
    });
    parts.collect::<Vec<_>>().join("; ")
}

/// Formats a candidate as `r1c1=5`.
pub fn candidate(state: &State, candidate: Candidate) -> String {
    format!("{}={}", cell(state, candidate.cell), candidate.value)
}

fn says(state: &State, candidate: Candidate) -> String {
    format!("{} is {}", cell(state, candidate.cell), candidate.value)
}

fn houses(state: &State, deduction: &Deduction) -> String {
    join(deduction.houses.iter().map(|it| house(state, *it)), "and")
}

fn place(state: &State, deduction: &Deduction) -> String {
    match (deduction.technique, &deduction.constraints[..], &deduction.houses[..]) {
        (Technique::Constraint, [number], _) => rule(state, *number),
        (_, _, []) => cells(state, &deduction.cells(), "and"),
        _ => houses(state, deduction),
    }
}

/// Returns the values of the pattern, in ascending order.
fn values_of(deduction: &Deduction) -> Vec<u8> {
    let mut values: Vec<u8> = deduction.pattern.iter().map(|(_, it)| it.value).collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// Explains why a deduction holds.
fn why(state: &State, deduction: &Deduction) -> String {
    let named = deduction.cells();
    let list = || cells(state, &named, "and");
    let held = values_of(deduction);
    let digits = |last: &str| join(held.iter().map(u8::to_string), last);
    let first_house = || deduction.houses.first().map_or_else(String::new, |it| house(state, *it));
    match deduction.technique {
        Technique::HiddenSingle => {
            format!("In {}, no other cell can hold {}.", first_house(), digits("or"))
        }
        Technique::NakedSingle => why_naked_single(state, deduction),
        Technique::LockedCandidates => match deduction.houses[..] {
            [one, two] => format!(
                "In {}, all places for {} are in {}.",
                house(state, one),
                digits("or"),
                house(state, two)
            ),
            _ => {
                let from: Vec<Cell> = deduction.eliminations.iter().map(|it| it.cell).collect();
                format!(
                    "In {}, {} is in {}; whichever it is, it sees {}{}.",
                    first_house(),
                    digits("or"),
                    cells(state, &named, "or"),
                    cells(state, &from, "and"),
                    because(state, &named, &from, held.first().copied().unwrap_or(0))
                )
            }
        },
        Technique::NakedPair | Technique::NakedTriplet | Technique::NakedQuad => {
            let count = number(named.len());
            format!(
                "{} hold {} in some order, as these {count} values are all they can hold.",
                list(),
                digits("and")
            )
        }
        Technique::HiddenPair | Technique::HiddenTriplet | Technique::HiddenQuad => {
            format!("In {}, {} have no other places than {}.", first_house(), digits("and"), list())
        }
        Technique::Constraint | Technique::CombinedConstraints => argued(state, deduction),
        Technique::Exhaustion => exhausted(state, deduction),
        Technique::LockedInConstraint => why_locked(state, deduction),
        Technique::XWing | Technique::Swordfish | Technique::Jellyfish => why_fish(state, deduction),
        Technique::Chain => why_chain(state, deduction),
        Technique::RuleOf45 => why_sum(state, deduction),
        Technique::Forcing | Technique::ForcingChains => why_forcing(state, deduction),
        Technique::EqualSets => why_equal(state, deduction),
        Technique::Contradiction => "Assuming the opposite leads to a contradiction.".to_owned(),
    }
}

/// Explains a naked single: the houses that hold the other values, and the values that earlier steps eliminated.
fn why_naked_single(state: &State, deduction: &Deduction) -> String {
    let Some(claim) = deduction.placements.first() else { return String::new() };
    let variant = state.variant();
    let mut open = variant.board().values().all() & !state.bit(claim.value);
    let held = |number: &usize| -> u16 {
        let placed = variant.houses()[*number].cells.iter().filter(|it| state.is_placed(**it));
        placed.fold(0, |mask, it| mask | state.candidates(*it))
    };
    let with_cell = |number: &usize| variant.houses()[*number].cells.contains(&claim.cell);
    let around: Vec<usize> = (0..variant.houses().len()).filter(with_cell).collect();
    let listed = |mask: u16| join(variant.board().values().values_of(mask).map(|it| it.to_string()), "and");
    let mut parts = Vec::new();
    // The house that holds most of the remaining values comes next.
    while let Some(best) = around.iter().max_by_key(|it| (held(it) & open).count_ones())
        && held(best) & open != 0
    {
        parts.push(format!("{} has {}", house(state, *best), listed(held(best) & open)));
        open &= !held(best);
    }
    if open != 0 {
        let verb = if open.is_power_of_two() { "was" } else { "were" };
        parts.push(format!("{} {verb} excluded before", listed(open)));
    }
    format!("No other value is left for {} ({}).", cell(state, claim.cell), parts.join("; "))
}

/// Explains a value that a constraint must contain.
fn why_locked(state: &State, deduction: &Deduction) -> String {
    let (named, value) = core_of(deduction);
    let from: Vec<Cell> = deduction.eliminations.iter().map(|it| it.cell).collect();
    let rule = deduction.constraints.first().map_or_else(String::new, |it| rule(state, *it));
    let why = contained(state, deduction, value);
    format!(
        "{} must contain {value}{why}. Its places {} {} see {}{}.",
        capital(&rule),
        cells(state, &named, "and"),
        if named.len() == 2 { "both" } else { "all" },
        if from.len() > FEW { "all of these cells".to_owned() } else { cells(state, &from, "and") },
        because(state, &named, &from, value)
    )
}

/// Returns the cells of the core of a pattern, and its first value.
fn core_of(deduction: &Deduction) -> (Vec<Cell>, u8) {
    let core = || deduction.pattern.iter().filter(|(role, _)| *role == Role::Core).map(|(_, it)| *it);
    let mut named: Vec<Cell> = core().map(|it| it.cell).collect();
    named.sort_unstable();
    named.dedup();
    (named, core().next().map_or(0, |it| it.value))
}

/// Explains a fish: the lines, the crossing lines, and the value.
fn why_fish(state: &State, deduction: &Deduction) -> String {
    let (_, value) = core_of(deduction);
    let (base, cover) = deduction.houses.split_at(deduction.houses.len() / 2);
    let named = |houses: &[usize]| join(houses.iter().map(|it| house(state, *it)), "and");
    format!(
        "In {}, {value} can only be in {}. The {value}s of {} are there, so {value} is eliminated from their other cells.",
        named(base),
        named(cover),
        if cover.len() == 2 { "both".to_owned() } else { format!("all {}", number(cover.len())) }
    )
}

/// Returns the candidates of which one is true, which have this role.
fn branches_of(deduction: &Deduction, wanted: Role) -> Vec<Candidate> {
    deduction.pattern.iter().filter(|(role, _)| *role == wanted).map(|(_, it)| *it).collect()
}

/// Explains an elimination whose chains exclude all of some candidates: the cell, house or constraint that would have no
/// digit or place left.
fn why_excluded(state: &State, deduction: &Deduction) -> String {
    let branches = branches_of(deduction, Role::Off);
    let (Some(first), Some(claim)) = (branches.first(), deduction.eliminations.first()) else {
        return String::new();
    };
    let if_true = format!("If {}", supposed(state, *claim));
    let of: Vec<Cell> = branches.iter().map(|it| it.cell).collect();
    if let Some(number) = deduction.constraints.first() {
        let rule = capital(&rule(state, *number));
        return format!("{rule} must contain {}. {if_true}, it would have no place for it.", first.value);
    }
    match deduction.houses.first() {
        Some(number) => format!(
            "{if_true}, {} would have no place for {}: {} could not hold it.",
            house(state, *number),
            first.value,
            cells(state, &of, "and")
        ),
        None => format!("{if_true}, {} would have no digit left.", cell(state, first.cell)),
    }
}

/// Lists the candidates of which one is true, and the consequences of each.
fn why_forcing(state: &State, deduction: &Deduction) -> String {
    let branches = branches_of(deduction, Role::On);
    let Some(first) = branches.first() else { return why_excluded(state, deduction) };
    if let Some(number) = deduction.constraints.first() {
        let of: Vec<Cell> = branches.iter().map(|it| it.cell).collect();
        return format!(
            "{} must contain {}, in {}. Every case leads to the same elimination.",
            capital(&rule(state, *number)),
            first.value,
            cells(state, &of, "or")
        );
    }
    match deduction.houses.first() {
        Some(number) => {
            let of: Vec<Cell> = branches.iter().map(|it| it.cell).collect();
            format!(
                "In {}, {} is in {}. Every case leads to the same elimination.",
                house(state, *number),
                first.value,
                cells(state, &of, "or")
            )
        }
        None => {
            let held: Vec<u8> = branches.iter().map(|it| it.value).collect();
            format!(
                "{} is {}. Either way, the same candidate is eliminated.",
                cell(state, first.cell),
                values(&held, "or")
            )
        }
    }
}

/// Formats a supposed candidate as `r1c1 were 5`.
fn supposed(state: &State, candidate: Candidate) -> String {
    format!("{} were {}", cell(state, candidate.cell), candidate.value)
}

/// Explains sets of equal values: the houses, the cells in which they differ, and why these cells exclude the
/// eliminated candidates.
fn why_equal(state: &State, deduction: &Deduction) -> String {
    let (first, second) = groups(&deduction.houses);
    let Some(Difference { more, fewer }) = difference(state.variant(), &deduction.houses) else {
        return String::new();
    };
    let named = |houses: &[usize]| join(houses.iter().map(|it| house(state, *it)), "and");
    let why = argued(state, deduction);
    if fewer.is_empty() {
        return format!(
            "{} contain every digit once more than {}, all of whose cells they contain. So {} hold every digit \
             once. {why}",
            capital(&named(first)),
            named(second),
            cells(state, &more, "and"),
        );
    }
    let verb = if first.len() == 1 { "contains" } else { "contain" };
    format!(
        "{} {verb} every digit as often as {}. Without the cells that they share, this leaves {} with the same digits \
         as {}. {why}",
        capital(&named(first)),
        named(second),
        cells(state, &more, "and"),
        cells(state, &fewer, "and"),
    )
}

/// Renders the lines for the chains of forcing chains.
fn chains(state: &State, deduction: &Deduction, text: &mut String) {
    for chain in &deduction.trial {
        *text += &format!("  {}\n", why_chain(state, chain));
    }
}

/// Renders the lines for the branches of a forcing step.
fn branches(state: &State, deduction: &Deduction, text: &mut String) {
    let gone = eliminated(state, deduction);
    for (branch, inner) in branches_of(deduction, Role::On).iter().zip(&deduction.trial) {
        let mut inside = state.clone();
        inside.set(*branch);
        *text += &format!("  If {}:\n", says(state, *branch));
        for step in &inner.trial {
            *text += &format!("  Then {}: {}\n", effect(&inside, step), brief(&inside, step));
            inside.apply(step);
        }
        *text += &format!("  So {gone}.\n");
    }
}

/// Renders the lines for a trial.
fn trial(state: &State, deduction: &Deduction, text: &mut String) {
    let mut inside = state.clone();
    for it in &deduction.eliminations {
        *text += &format!("  Suppose {}.\n", says(state, *it));
        inside.set(*it);
    }
    for step in &deduction.trial {
        *text += &format!("  Then {}: {}\n", effect(&inside, step), brief(&inside, step));
        inside.apply(step);
    }
    *text += &match deduction.end {
        Some(End::Cell(bare)) => {
            format!("  But then nothing is left for {}: a contradiction.\n", cell(state, bare))
        }
        Some(End::House(number, value)) => {
            format!("  But then {} has no place for {value}: a contradiction.\n", house(state, number))
        }
        None => String::new(),
    };
}

/// Renders the reason for a step inside a trial.
fn brief(state: &State, step: &Deduction) -> String {
    match step.technique {
        Technique::NakedSingle => "nothing else is left for the cell.".to_owned(),
        Technique::HiddenSingle => {
            let house = step.houses.first().map_or_else(String::new, |it| house(state, *it));
            format!("the last place in {house}.")
        }
        _ => {
            let why = why(state, step);
            let mut letters = why.chars();
            letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
        }
    }
}
