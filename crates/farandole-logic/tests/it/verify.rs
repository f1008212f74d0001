//! Tests of proofs: every deduction is proved by its named pattern, and no false one is.

use farandole_kernel::{Answer, Config, Isa, solve_batch};
use farandole_logic::hodoku;
use farandole_logic::se::{self, Budget};
use farandole_logic::verify::{Basis, Flaw, contradicts, prove};
use farandole_logic::{Candidate, Deduction, State, Technique, hint};
use farandole_testkit::Random;
use farandole_testkit::random::minimal_puzzle;
use std::collections::BTreeSet;

fn solution(line: &[u8; 81]) -> Option<[u8; 81]> {
    let mut answers = [Answer::default()];
    solve_batch(Isa::detect(), &Config { limit: 2, ..Config::default() }, &[*line], &mut answers);
    (answers[0].solutions == 1).then(|| answers[0].grid.map(|digit| digit - b'0'))
}

/// Returns every fourth puzzle of the 17-clue sample, and random minimal puzzles.
fn puzzles(random: usize) -> Vec<[u8; 81]> {
    let sample = include_str!("../../../../testdata/sudoku/17_clue_sample.txt");
    let lines = sample.lines().step_by(4).map(|line| line.as_bytes()[..81].try_into().unwrap());
    let mut seed = Random::new(11);
    let made = (0..random).map(|_| minimal_puzzle(&mut seed, |line| solution(line).is_some()));
    lines.chain(made).collect()
}

fn assert_proved(line: &[u8; 81], state: &State, solution: &[u8; 81], deduction: &Deduction) {
    let text = String::from_utf8_lossy(line);
    assert_eq!(contradicts(deduction, solution), None, "{text}\n{deduction:?}");
    let basis = if deduction.technique.presumes_one_solution() { Basis::OneSolution } else { Basis::Rules };
    assert_eq!(prove(state, deduction), Ok(basis), "{text}\n{deduction:?}");
}

#[test]
fn every_deduction_of_sudoku_explainer_is_proved() {
    let mut used: BTreeSet<Technique> = BTreeSet::new();
    for line in puzzles(250) {
        let solution = solution(&line).unwrap();
        let mut state = State::from_line(&line).unwrap();
        for (_, step) in se::explain(&state, Budget::NONE).1 {
            // The step that the scale takes, and all other steps of its technique in this state.
            assert_proved(&line, &state, &solution, &step);
            for deduction in hint::every(&state, step.technique, step.extra) {
                assert_proved(&line, &state, &solution, &deduction);
            }
            used.insert(step.technique);
            state.apply(&step);
        }
    }
    assert!(used.len() >= 30, "{used:?}");
}

#[test]
fn every_deduction_of_hodoku_is_proved() {
    let mut used: BTreeSet<Technique> = BTreeSet::new();
    for line in puzzles(250) {
        let solution = solution(&line).unwrap();
        let mut state = State::from_line(&line).unwrap();
        for step in hodoku::explain(&state, Some(&solution), hodoku::Budget::NONE).1 {
            if step.technique != Technique::BruteForce {
                assert_proved(&line, &state, &solution, &step);
                used.insert(step.technique);
            }
            state.apply(&step);
        }
    }
    assert!(used.len() >= 30, "{used:?}");
}

#[test]
fn nested_chains_are_proved() {
    // Puzzles with an ER from 9.0 to 9.2, made by `minimal_puzzle`.
    for line in include_str!("nested.txt").lines() {
        let line: &[u8; 81] = line.as_bytes().try_into().unwrap();
        let solution = solution(line).unwrap();
        let mut state = State::from_line(line).unwrap();
        let mut reasons = 0;
        for (_, step) in se::explain(&state, Budget::NONE).1 {
            assert_proved(line, &state, &solution, &step);
            reasons += step.chains.iter().flatten().filter(|inference| inference.reason.is_some()).count();
            state.apply(&step);
        }
        assert!(reasons > 0);
    }
}

#[test]
fn no_false_claim_is_proved_and_every_name_counts() {
    let mut tried = 0;
    for line in puzzles(20) {
        let solution = solution(&line).unwrap();
        let mut state = State::from_line(&line).unwrap();
        for (_, step) in se::explain(&state, Budget::NONE).1 {
            for cell in (0..81).filter(|cell| state.digits()[*cell] == 0) {
                let right = Candidate::new(cell, solution[cell]).unwrap();
                let mut wrong = step.clone();
                wrong.placements.clear();
                wrong.eliminations = vec![right];
                assert!(prove(&state, &wrong).is_err(), "{wrong:?}");
                tried += 1;
            }
            for digit in 1..=9 {
                let cell = step.pattern[0].1.cell();
                let held = state.candidates(cell) >> (digit - 1) & 1 == 1;
                if held && digit != solution[cell] {
                    let mut wrong = step.clone();
                    wrong.eliminations.clear();
                    wrong.placements = vec![Candidate::new(cell, digit).unwrap()];
                    assert!(prove(&state, &wrong).is_err(), "{wrong:?}");
                    tried += 1;
                }
            }
            state.apply(&step);
        }
    }
    assert!(tried > 10_000, "{tried}");
}

#[test]
fn a_pattern_without_one_of_its_names_proves_nothing() {
    for technique in Technique::ALL.iter().copied() {
        let Some((state, deduction)) = farandole_logic::catalogue::example(technique) else { continue };
        let mut bare = deduction.clone();
        bare.pattern.clear();
        bare.chains.clear();
        // Only the candidates of the effect itself remain. A placement may still be provable as a
        // single.
        assert!(!deduction.placements.is_empty() || prove(&state, &bare).is_err(), "{technique:?}");
        for (number, chain) in deduction.chains.iter().enumerate() {
            for place in 1..chain.len() {
                let mut broken = deduction.clone();
                broken.chains[number][place].premises.clear();
                let flaw = prove(&state, &broken).unwrap_err();
                assert!(matches!(flaw, Flaw::Inference { .. }), "{technique:?} {flaw}");
            }
        }
    }
}

#[test]
fn flaws_are_named() {
    let (state, deduction) = farandole_logic::catalogue::example(Technique::UniqueLoop1).unwrap();
    let flaw = |change: &dyn Fn(&mut Deduction)| {
        let mut changed = deduction.clone();
        change(&mut changed);
        prove(&state, &changed).unwrap_err().to_string()
    };
    assert_eq!(flaw(&|it| it.eliminations.clear()), "the deduction has no effect");
    assert_eq!(
        flaw(&|it| it.eliminations.push(Candidate::new(0, 9).unwrap())),
        "found r1c1=9 in the deduction, expected a candidate of the grid"
    );
    // The rectangle consists of r1c4, r1c7, r3c4 and r3c7.
    assert_eq!(
        flaw(&|it| it.pattern.retain(|(_, candidate)| candidate.cell() != 24)),
        "the pattern is not deadly in house 2"
    );
    assert_eq!(
        flaw(&|it| it.technique = Technique::Pointing),
        "the named pattern does not entail r1c4=3; counterexample: r1c4=3 r1c7=9 r3c4=9 r3c7=3"
    );
}
