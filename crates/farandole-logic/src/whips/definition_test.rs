//! Compares the searches with the definitions of whips and braids, by trying all sequences.

use super::braid::Braids;
use super::kind::Kind;
use super::search::Whips;
use super::variables::{VARIABLES, Variables, candidate};
use crate::model::State;

/// Returns true if the candidates are different values of one cell, or of one digit in a house.
fn linked(one: usize, other: usize) -> bool {
    let houses = |cell: usize| [cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3];
    let ((cell, digit), (other_cell, other_digit)) = ((one / 9, one % 9), (other / 9, other % 9));
    if cell == other_cell {
        return digit != other_digit;
    }
    digit == other_digit && houses(cell).iter().zip(houses(other_cell)).any(|(one, other)| *one == other)
}

/// Returns true if the chain, a list of true candidates that begins with the target, can be completed
/// with at most `left` variables.
fn completes(all: &[Vec<usize>], kind: Kind, chain: &mut Vec<usize>, left: usize) -> bool {
    if left == 0 {
        return false;
    }
    let last = chain[chain.len() - 1];
    let mut next = Vec::new();
    for values in all {
        if kind == Kind::Whip && !values.iter().any(|value| linked(last, *value)) {
            continue;
        }
        let is_open = |value: &&usize| !chain.iter().any(|known| linked(*known, **value));
        let open: Vec<usize> = values.iter().filter(is_open).copied().collect();
        match open[..] {
            [] => return true,
            [only] if !chain.contains(&only) => next.push(only),
            _ => {}
        }
    }
    next.into_iter().any(|only| {
        chain.push(only);
        let found = completes(all, kind, chain, left - 1);
        chain.pop();
        found
    })
}

#[test]
fn searches_agree_with_the_definitions() {
    let sample = include_str!("../../../../testdata/sudoku/17_clue_sample.txt");
    let (mut whips, mut braids) = (Whips::default(), Braids::default());
    let mut counts = [[0; 2]; 2];
    for line in sample.lines().step_by(40) {
        let state = State::from_line(line.as_bytes()).unwrap();
        let mut base = Variables::of(&state);
        let mut only: Vec<u16> =
            (0..VARIABLES).filter_map(|variable| base.only_value(variable)).map(|it| it as u16).collect();
        while let Some(single) = only.pop() {
            if !base.is_asserted(usize::from(single)) {
                base.assert(usize::from(single), &mut only, |_| ());
            }
        }
        let values = |variable: usize| {
            let places = (0..9).filter(move |place| base.values(variable) >> place & 1 == 1);
            places.map(move |place| candidate(variable, place)).collect::<Vec<_>>()
        };
        let all: Vec<Vec<usize>> = (0..VARIABLES).map(values).filter(|values| values.len() > 1).collect();
        let targets = (0..729).filter(|target| base.has(*target) && !base.is_asserted(*target));
        for target in targets.step_by(3) {
            for length in 1..=4 {
                let by_whip = completes(&all, Kind::Whip, &mut vec![target], length);
                let by_braid = completes(&all, Kind::Braid, &mut vec![target], length);
                assert_eq!(whips.find(&base, target, length).is_some(), by_whip, "{line} {target} {length}");
                assert_eq!(
                    braids.find(&base, target, length).is_some(),
                    by_braid,
                    "{line} {target} {length}"
                );
                counts[0][usize::from(by_whip)] += 1;
                counts[1][usize::from(by_braid)] += 1;
            }
        }
    }
    assert!(counts.as_flattened().iter().all(|count| *count > 20), "{counts:?}");
}
