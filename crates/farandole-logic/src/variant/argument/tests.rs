//! Compares arguments with the checks of the constraints, by exhaustion.

use super::*;
use crate::variant::facts::compile;
use crate::variant::walk::Walk;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::format::iss;

/// Maximum number of choices of values of the cells of a constraint.
const CHOICES: usize = 20_000;

/// Returns the grids that satisfy the constraint, in which only its cells matter, or `None` if there are too many choices.
fn solutions(state: &State, constraint: &Constraint) -> Option<Vec<Vec<u8>>> {
    let board = state.variant().board();
    let cells = constraint.scope(board)?;
    let count: usize = cells
        .iter()
        .map(|it| state.candidates(*it).count_ones() as usize)
        .try_fold(1, |all: usize, it| all.checked_mul(it).filter(|all| *all <= CHOICES))?;
    let low = board.values().low();
    let mut values: Vec<u8> = state.cells().map(|it| state.values(it).next().unwrap_or(low)).collect();
    let grid = |mut code: usize| {
        for cell in &cells {
            let left: Vec<u8> = state.values(*cell).collect();
            values[cell.index()] = left[code % left.len()];
            code /= left.len();
        }
        let clash = |one: &Cell, two: &Cell| {
            let value = values[one.index()];
            one != two && value == values[two.index()] && state.sees(*one, *two) & state.bit(value) != 0
        };
        let differ = !cells.iter().any(|one| cells.iter().any(|two| clash(one, two)));
        (differ && constraint.check(board, &values).is_ok()).then(|| values.clone())
    };
    Some((0..count).filter_map(grid).collect())
}

/// Returns true if some values of the cells satisfy the constraint with the claim, false if none do, and `None` if there
/// are too many choices.
fn is_possible(state: &State, constraint: &Constraint, claim: Candidate) -> Option<bool> {
    let mut after = state.clone();
    after.set(claim);
    Some(!solutions(&after, constraint)?.is_empty())
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

#[test]
fn automata_give_the_sets_of_values_of_some_cells() {
    let list = include_str!("../../../../../testdata/variants/kinds.tsv");
    let (mut compared, mut exact) = (0, 0);
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let text = line.split('\t').nth(1).unwrap();
        let Ok(variant) = iss::read(text) else { continue };
        let state = State::new(&variant);
        for constraint in variant.constraints() {
            let parts = compile(&state, constraint);
            let ([part], Some(grids)) = (&parts[..], solutions(&state, constraint)) else { continue };
            let cells: Vec<Cell> = part.cells().iter().copied().take(3).collect();
            let masks: Vec<u16> = part.cells().iter().map(|cell| state.candidates(*cell)).collect();
            let Some(sets) = part.value_sets(&state, &masks, &cells, 10_000) else { continue };
            let of_grid =
                |grid: &Vec<u8>| cells.iter().fold(0, |set, cell| set | state.bit(grid[cell.index()]));
            let differ = |set: &u16| set.count_ones() as usize == cells.len();
            let mut wanted: Vec<u16> = grids.iter().map(of_grid).filter(differ).collect();
            wanted.sort_unstable();
            wanted.dedup();
            // A part follows from the constraint, and may allow more.
            assert!(wanted.iter().all(|set| sets.contains(set)), "{text}: {constraint:?}");
            compared += 1;
            exact += usize::from(wanted == sets);
        }
    }
    assert!(compared > 50 && exact * 10 > compared * 9, "{exact} of {compared}");
}
