//! Tests of the W and B ratings: a list of values, and proofs of every chain.

use farandole_logic::verify::{Basis, prove};
use farandole_logic::whips::{Budget, Kind, explain, rate};
use farandole_logic::{PathOutcome, State};

/// Every 41st puzzle of the 17-clue sample with its W and B rating. The example `whip_ratings` compares
/// with lists of published ratings.
const RATED: &str = include_str!("whips.txt");

fn rated() -> impl Iterator<Item = (&'static str, State, [u8; 2])> {
    RATED.lines().map(|line| {
        let fields: Vec<&str> = line.split(' ').collect();
        let state = State::from_line(fields[0].as_bytes()).unwrap();
        (fields[0], state, [fields[1].parse().unwrap(), fields[2].parse().unwrap()])
    })
}

#[test]
fn ratings_are_those_of_the_list() {
    let mut out = String::new();
    for (line, state, _) in rated() {
        let lengths = [Kind::Whip, Kind::Braid].map(|kind| {
            let rating = rate(&state, kind, Budget::NONE);
            assert_eq!(rating.outcome, PathOutcome::Solved, "{line} {kind:?}");
            rating.length
        });
        assert!(lengths[0] >= lengths[1], "{line}");
        out += &format!("{line} {} {}\n", lengths[0], lengths[1]);
    }
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/whips.txt"), &out).unwrap();
    } else {
        assert_eq!(out, RATED);
    }
}

#[test]
fn every_chain_is_proved_by_its_own_lines() {
    let mut chains = 0;
    for (line, state, _) in rated() {
        for kind in [Kind::Whip, Kind::Braid] {
            let mut grid = state.clone();
            singles(&mut grid);
            for step in explain(&state, kind, Budget::NONE).1 {
                assert_eq!(prove(&grid, &step), Ok(Basis::Rules), "{line} {step:?}");
                grid.apply(&step);
                singles(&mut grid);
                chains += 1;
            }
            assert!(grid.is_solved(), "{line} {kind:?}");
        }
    }
    assert!(chains > 50, "{chains}");
}

/// Applies naked and hidden singles until there are none.
fn singles(state: &mut State) {
    use farandole_logic::{Technique, hint};
    let techniques = [Technique::NakedSingle, Technique::HiddenSingleBox, Technique::HiddenSingleLine];
    while let Some(single) =
        techniques.iter().find_map(|technique| hint::every(state, *technique, 0).into_iter().next())
    {
        state.apply(&single);
    }
}

#[test]
fn a_spent_budget_gives_a_lower_bound() {
    let (_, state, [w, _]) = rated().max_by_key(|(_, _, ratings)| ratings[0]).unwrap();
    let rating = rate(&state, Kind::Whip, Budget { partial: 100, ..Budget::NONE });
    assert_eq!(rating.outcome, PathOutcome::BudgetSpent);
    assert!(rating.length <= w);
    let rating = rate(&state, Kind::Whip, Budget { longest: 2, ..Budget::NONE });
    assert_eq!((rating.outcome, rating.length <= 2), (PathOutcome::Stuck, true));
}
