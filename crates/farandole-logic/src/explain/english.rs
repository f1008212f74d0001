//! English text for deductions about classic puzzles, with chains line by line.
//!
//! The file of each technique contains the sentence that explains why it holds. Phrases that all
//! sentences share are in `grammar.rs`.

pub use crate::grammar::{cell, effect, house};
use crate::grammar::{cells, houses, join, of_cell, says};
use crate::lookup::metadata;
use crate::model::tables::CELLS;
use crate::model::{Assertion, Candidate, Chain, Deduction, Inference, Role, State};
use crate::notation;

// cycle: Depth: `Texts` of hints, a trait object, renders steps of variants.

/// The level of detail of a rendered step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Depth {
    /// Only where to look.
    Where,
    /// The technique and its effect.
    What,
    /// The technique, its effect and why it holds.
    Why,
}

/// Renders a step at this level of detail: one line for `Where` and `What`, several for `Why`. Each
/// line ends with a newline.
///
/// `state` is the grid before the step.
pub fn step(state: &State, deduction: &Deduction, depth: Depth) -> String {
    match depth {
        Depth::Where => format!("Look at {}.\n", place(deduction)),
        Depth::What => format!("{}: {}.\n", deduction.technique.title(), effect(deduction)),
        Depth::Why => {
            let mut text = step(state, deduction, Depth::What);
            text += &why(deduction);
            text.push('\n');
            chains(state, deduction, 1, &mut text);
            text
        }
    }
}

fn place(deduction: &Deduction) -> String {
    if deduction.chains.is_empty() && !deduction.houses.is_empty() {
        return houses(&deduction.houses);
    }
    if let Some(first) = deduction.chains.first().and_then(|chain| chain.first()) {
        return format!("{} in {}", first.assertion.candidate.digit(), of_cell(first.assertion.candidate));
    }
    let cells = match cells(deduction, Role::Core) {
        core if core.is_empty() => cells(deduction, Role::Extra),
        core => core,
    };
    join(cells.into_iter().map(cell), "and")
}

/// Explains why a deduction holds, using the text from the technique's own file.
fn why(deduction: &Deduction) -> String {
    (metadata(deduction.technique).why)(deduction)
}

/// Renders each chain as lines: the assumption, the inferences with their reasons, and the
/// contradiction, if there is one.
///
/// Chains from the same assumption are rendered as one, without repeating any line.
fn chains(state: &State, deduction: &Deduction, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    if let Some(line) = notation::eureka(deduction) {
        *text += &format!("{indent}{line} => {}\n", notation::effect(deduction));
    }
    let mut assumption = None;
    let mut said: Vec<Assertion> = Vec::new();
    for chain in &deduction.chains {
        let first = chain.first().map(|inference| inference.assertion);
        if first != assumption {
            (assumption, said) = (first, Vec::new());
        }
        for (place, Inference { assertion, premises, .. }) in chain.iter().enumerate() {
            if said.contains(assertion) {
                continue;
            }
            said.push(*assertion);
            if premises.is_empty() {
                *text += &format!("{indent}Suppose {}.\n", says(*assertion));
            } else {
                inference(state, chain, place, depth, text);
            }
        }
    }
    if let Some(contradiction) = contradiction(deduction) {
        *text += &format!("{indent}{contradiction}\n");
    }
}

/// Renders the inference at an index of a chain, with its reason.
fn inference(state: &State, chain: &Chain, place: usize, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    let Inference { assertion, premises, reason } = &chain[place];
    let because = match reason {
        Some(reason) => {
            format!("by {}, {}", reason.technique.title().to_lowercase(), given_that(chain, place))
        }
        None => link(state, chain, place),
    };
    *text += &format!("{indent}Then {}: {because}.\n", says(*assertion));
    if let Some(reason) = reason {
        let mut inside = state.clone();
        for premise in premises {
            inside.remove(chain[usize::from(*premise)].assertion.candidate);
        }
        *text += &format!("{indent}  {}\n", why(reason));
        chains(&inside, reason, depth + 1, text);
    }
}

/// Describes the contradiction that chains from a single assumption reach, if there is one.
fn contradiction(deduction: &Deduction) -> Option<String> {
    let mut firsts = deduction.chains.iter().filter_map(|chain| chain.first());
    let assumption = firsts.next()?.assertion;
    if firsts.any(|inference| inference.assertion != assumption) {
        return None;
    }
    let all = || deduction.chains.iter().flatten().map(|inference| inference.assertion);
    let clash = all().find(|assertion| all().any(|other| other == assertion.not()))?.candidate;
    Some(if clash == assumption.candidate {
        "That contradicts the assumption.".to_owned()
    } else {
        format!("But {} can't both be {1} and not be {1}: a contradiction.", of_cell(clash), clash.digit())
    })
}

/// Lists the premises: `as r1c1 is not 5 and r1c2 is not 5`.
fn given_that(chain: &Chain, place: usize) -> String {
    let premises = chain[place].premises.iter().map(|premise| says(chain[usize::from(*premise)].assertion));
    format!("as {}", join(premises, "and"))
}

/// Explains why a link holds.
fn link(state: &State, chain: &Chain, place: usize) -> String {
    let inference = &chain[place];
    let target = inference.assertion.candidate;
    let mut premises = inference.premises.iter().map(|premise| chain[usize::from(*premise)].assertion);
    if !inference.assertion.on {
        let by = premises.find(|premise| premise.on).map_or(target, |premise| premise.candidate);
        return if by.cell() == target.cell() {
            format!("it is {}", by.digit())
        } else {
            format!("{} is", of_cell(by))
        };
    }
    let gone: Vec<Candidate> = premises.map(|premise| premise.candidate).collect();
    let (row, col) = (target.cell() / 9, target.cell() % 9);
    let houses = [18 + row / 3 * 3 + col / 3, row, 9 + col];
    let only = houses.into_iter().find(|house| {
        let others = CELLS[*house].map(usize::from).into_iter().filter(|cell| *cell != target.cell());
        others
            .filter_map(|cell| Candidate::new(cell, target.digit()))
            .filter(|it| state.candidates(it.cell()) >> (it.digit() - 1) & 1 == 1)
            .all(|it| gone.contains(&it))
    });
    // An empty cell is a better explanation than a house.
    let bare = (1..=9)
        .filter(|digit| *digit != target.digit() && state.candidates(target.cell()) >> (digit - 1) & 1 == 1)
        .filter_map(|digit| Candidate::new(target.cell(), digit))
        .all(|it| gone.contains(&it));
    match only {
        _ if bare => "nothing else is left for the cell".to_owned(),
        Some(only) => format!("the last place for {} in {}", target.digit(), house(only as u8)),
        None => given_that(chain, place),
    }
}
