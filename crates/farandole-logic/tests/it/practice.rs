//! Tests of the exercises: every technique has one, and answers are assessed.

use farandole_logic::explain::english::Depth;
use farandole_logic::hint::Step;
use farandole_logic::practice::{Claim, Exercise, Topic, Verdict, effect};
use farandole_logic::verify::prove;
use farandole_logic::{Candidate, Technique};

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
        let Step::Classic(step) = &exercise.steps()[0] else { panic!("{technique:?} {number}") };
        assert_eq!(step.deduction.technique, technique);
        assert!(prove(&step.state, &step.deduction).is_ok(), "{technique:?} {number}");
        let hints = [Depth::Where, Depth::What, Depth::Why].map(|depth| exercise.hint(depth));
        assert!(hints.iter().all(|hint| hint.len() > 5), "{hints:?}");
    }
}

#[test]
fn the_effect_of_a_step_is_the_right_answer() {
    for (technique, number, exercise) in exercises() {
        for step in exercise.steps() {
            let claims = effect(step);
            assert!(matches!(exercise.assess(&claims), Verdict::Complete(_)), "{technique:?} {number}");
            if let [first, .., _] = claims[..] {
                let verdict = exercise.assess(&[first]);
                assert!(
                    matches!(verdict, Verdict::Complete(_) | Verdict::Partial(_)),
                    "{technique:?} {number}"
                );
            }
        }
        let all = exercise.effects();
        assert!(exercise.steps().iter().flat_map(effect).all(|it| all.contains(&it)));
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
    }
}

#[test]
fn other_answers_are_told_apart() {
    let exercise = Exercise::number(Technique::XWing, 0).unwrap();
    let Step::Classic(step) = &exercise.steps()[0] else { panic!("x-wings are classic") };
    let state = &step.state;
    let all = exercise.effects();
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

#[test]
fn exercises_of_topics_are_assessed_too() {
    for topic in Topic::ALL {
        let count = Exercise::topic_positions(topic).len();
        assert!(count >= 3, "{topic:?}: {count} exercises");
        for number in 0..count {
            let exercise = Exercise::of_topic(topic, number).unwrap_or_else(|| panic!("{topic:?} {number}"));
            let step = effect(&exercise.steps()[0]);
            assert!(matches!(exercise.assess(&step), Verdict::Complete(_)), "{topic:?} {number}");
            assert!(exercise.hint(Depth::Why).len() > 20);
            let absent = Claim::Is(Candidate::new(80, 1).unwrap());
            let verdict = exercise.assess(&[absent]);
            assert!(matches!(verdict, Verdict::Absent(_) | Verdict::Unproved(_) | Verdict::Complete(_)));
        }
    }
}
