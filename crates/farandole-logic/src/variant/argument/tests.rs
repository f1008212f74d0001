//! Compares arguments with the checks of the constraints, by exhaustion.

use super::*;
use crate::variant::walk::Walk;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::format::iss;

/// Maximum number of choices of values of the cells of a constraint.
const CHOICES: usize = 20_000;

/// Returns true if some values of the cells satisfy the constraint with the claim, false if none do, and `None` if there
/// are too many choices.
fn is_possible(state: &State, constraint: &Constraint, claim: Candidate) -> Option<bool> {
    let board = state.variant().board();
    let cells = constraint.scope(board)?;
    let mut after = state.clone();
    after.set(claim);
    let count: usize = cells
        .iter()
        .map(|it| after.candidates(*it).count_ones() as usize)
        .try_fold(1, |all: usize, it| all.checked_mul(it).filter(|all| *all <= CHOICES))?;
    let low = board.values().low();
    let mut values: Vec<u8> = state.cells().map(|it| after.values(it).next().unwrap_or(low)).collect();
    Some((0..count).any(|mut code| {
        for cell in &cells {
            let left: Vec<u8> = after.values(*cell).collect();
            values[cell.index()] = left[code % left.len()];
            code /= left.len();
        }
        let clash = |one: &Cell, two: &Cell| {
            let value = values[one.index()];
            one != two && value == values[two.index()] && state.sees(*one, *two) & state.bit(value) != 0
        };
        let differ = !cells.iter().any(|one| cells.iter().any(|two| clash(one, two)));
        differ && constraint.check(board, &values).is_ok()
    }))
}

#[test]
fn a_constraint_named_by_an_argument_excludes_its_claims() {
    let list = include_str!("../../../../../testdata/variants/kinds.tsv");
    let (mut checked, mut kinds) = (0, std::collections::BTreeSet::new());
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let text = line.split('\t').nth(1).unwrap();
        let Ok(variant) = iss::read(text) else { continue };
        let (steps, _) = Walk::new(State::new(&variant), 200).to_end();
        for (state, step) in steps {
            for argument in arguments(&state, &step, Reach::Several) {
                let Source::Constraint(number) = argument.source else { continue };
                if !argument.inferences.is_empty() || matches!(argument.reason, Reason::Split { .. }) {
                    continue;
                }
                let constraint = &state.variant().constraints()[number];
                for claim in &argument.claims {
                    let Some(is_possible) = is_possible(&state, constraint, *claim) else { continue };
                    assert!(!is_possible, "{text}: {claim:?} by {constraint:?}: {:?}", argument.reason);
                    checked += 1;
                    kinds.insert(constraint.name());
                }
            }
        }
    }
    assert!(checked > 200 && kinds.len() > 10, "{checked} claims of {kinds:?}");
}
