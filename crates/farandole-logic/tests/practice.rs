//! Tests of the exercises: every technique has one, and answers are assessed.

use core::ops::ControlFlow;
use farandole_logic::explain::english::Depth;
use farandole_logic::practice::{Claim, Exercise, Verdict};
use farandole_logic::se::{self, Budget};
use farandole_logic::verify::prove;
use farandole_logic::{Candidate, Deduction, State, Technique, UserGrid, catalogue, hint, hodoku};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

fn exercises() -> impl Iterator<Item = (Technique, usize, Exercise)> {
    let techniques = Technique::ALL.iter().copied().filter(|it| *it != Technique::BruteForce);
    techniques.flat_map(|technique| {
        let count = Exercise::positions(technique).len();
        assert!(count > 0, "{technique:?} has no exercise");
        let exercise = move |number| Exercise::number(technique, number).map(|it| (technique, number, it));
        (0..count.min(2))
            .map(move |number| exercise(number).unwrap_or_else(|| panic!("{technique:?} {number}")))
    })
}

#[test]
fn every_technique_has_exercises_whose_steps_are_proved() {
    for (technique, number, exercise) in exercises() {
        let (state, step) = exercise.steps().next().unwrap();
        assert_eq!(step.technique, technique);
        assert!(prove(state, step).is_ok(), "{technique:?} {number}");
        let hints = [Depth::Where, Depth::What, Depth::Why].map(|depth| exercise.hint(depth));
        assert!(hints.iter().all(|hint| hint.len() > 5), "{hints:?}");
    }
}

#[test]
fn the_effect_of_a_step_is_the_right_answer() {
    for (technique, number, exercise) in exercises() {
        for (_, step) in exercise.steps() {
            let mut claims: Vec<Claim> = step.placements.iter().map(|it| Claim::Is(*it)).collect();
            claims.extend(step.eliminations.iter().map(|it| Claim::Not(*it)));
            assert!(matches!(exercise.assess(&claims), Verdict::Complete(_)), "{technique:?} {number}");
            if let [first, .., _] = claims[..] {
                let verdict = exercise.assess(&[first]);
                assert!(
                    matches!(verdict, Verdict::Complete(_) | Verdict::Partial(_)),
                    "{technique:?} {number}"
                );
            }
        }
    }
}

#[test]
fn other_answers_are_told_apart() {
    let exercise = Exercise::number(Technique::XWing, 0).unwrap();
    let state = exercise.state();
    let all: Vec<Claim> = exercise
        .steps()
        .flat_map(|(_, step)| step.eliminations.iter().map(|it| Claim::Not(*it)).collect::<Vec<_>>())
        .collect();
    let mut other = None;
    let mut absent = None;
    for cell in (0..81).filter(|cell| state.digits()[*cell] == 0) {
        for digit in 1..=9 {
            let claim = Claim::Not(Candidate::new(cell, digit).unwrap());
            if state.candidates(cell) >> (digit - 1) & 1 == 0 {
                absent = Some(claim);
            } else if !all.contains(&claim) {
                other = Some(claim);
            }
        }
    }
    let (other, absent) = (other.unwrap(), absent.unwrap());
    assert_eq!(exercise.assess(&[absent]), Verdict::Absent(absent));
    assert_eq!(exercise.assess(&[other]), Verdict::Unproved(other));
    let mut solution = [0; 81];
    solution[other.candidate().cell()] = other.candidate().digit();
    assert_eq!(exercise.assess_with(&[other], Some(&solution)), Verdict::Wrong(other));
    // The first claim that is no part of the step decides.
    assert_eq!(exercise.assess(&[all[0], other]), Verdict::Unproved(other));
}

/// The greatest number of positions per technique, in addition to the example of the catalogue.
const MOST: usize = 5;

/// The greatest difficulty searched on the scale of Sudoku Explainer. Nested chains take seconds.
const HARDEST: u16 = 80;

/// The greatest number of positions of a puzzle in which other techniques are looked for.
const STATES: usize = 6;

/// The position in HoDoKu's order from which other techniques are looked for: after subsets and fish.
const EASIER: u16 = 2700;

/// The technique and its positions.
type Positions = BTreeMap<Technique, Vec<String>>;

#[test]
#[ignore = "writes the positions of the exercises; `cargo xtask exercises` runs it"]
fn write_positions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut positions = Positions::new();
    for name in ["testdata/sudoku/17_clue_sample.txt", "testdata/puzzles/top95.txt"] {
        let text = std::fs::read_to_string(root.join(name)).unwrap();
        // Every third one: enough for the common techniques.
        let lines = text.lines().step_by(3).filter_map(|line| line.as_bytes().first_chunk::<81>());
        lines.filter_map(|line| State::from_line(line)).for_each(|state| collect(&state, &mut positions));
    }
    let mut out = String::new();
    for (technique, grids) in &positions {
        grids.iter().for_each(|grid| writeln!(out, "{}\t{grid}", technique.id()).unwrap());
    }
    std::fs::write(root.join("crates/farandole-logic/src/practice/positions.tsv"), out).unwrap();
}

/// Adds the positions on the solution paths of a puzzle.
fn collect(start: &State, positions: &mut Positions) {
    let mut state = start.clone();
    let mut found: Vec<(Technique, String)> = Vec::new();
    let budget = Budget { hardest: HARDEST, ..Budget::NONE };
    for (_, step) in se::explain(start, budget).1 {
        found.push((step.technique, UserGrid::of(&state).to_string()));
        state.apply(&step);
    }
    let mut state = start.clone();
    let mut states = 0;
    hodoku::explain_each(start, None, hodoku::Budget::NONE, |step: Deduction| {
        if catalogue::se_base(step.technique) == 0 {
            found.push((step.technique, UserGrid::of(&state).to_string()));
        }
        states += usize::from(hodoku::entry(step.technique).is_some_and(|entry| entry.index > EASIER));
        if hodoku::entry(step.technique).is_some_and(|entry| entry.index > EASIER) && states <= STATES {
            for technique in unrated() {
                let full = positions.get(&technique).is_some_and(|known| known.len() >= MOST);
                let is_new = found.iter().all(|(known, _)| *known != technique);
                if !full && is_new && !hint::every(&state, technique, 0).is_empty() {
                    found.push((technique, UserGrid::of(&state).to_string()));
                }
            }
        }
        state.apply(&step);
        ControlFlow::Continue(())
    });
    let mut seen = BTreeSet::new();
    for (technique, grid) in found {
        let known = positions.entry(technique).or_default();
        // One position per puzzle is enough.
        if known.len() < MOST && seen.insert(technique) {
            known.push(grid);
        }
    }
}

/// Returns the techniques that are on neither scale.
fn unrated() -> impl Iterator<Item = Technique> {
    let is_unrated = |it: &Technique| catalogue::se_base(*it) == 0 && hodoku::entry(*it).is_none();
    Technique::ALL.iter().copied().filter(is_unrated)
}
