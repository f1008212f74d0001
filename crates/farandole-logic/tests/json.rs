//! JSON forms: they say what the deduction says, and stay as they are.
#![cfg(feature = "serde")]

use farandole_logic::explain::json::{Path, Step};
use farandole_logic::se::{self, Budget};
use farandole_logic::verify::prove;
use farandole_logic::{State, Technique, catalogue};

#[test]
fn a_deduction_comes_back_from_json_and_is_proved_again() {
    for technique in Technique::ALL.iter().copied() {
        let Some((state, mut deduction)) = catalogue::example(technique) else { continue };
        let text = serde_json::to_string(&Step::from(&deduction)).unwrap();
        let mut back = serde_json::from_str::<Step>(&text).unwrap().deduction().unwrap();
        assert!(prove(&state, &back).is_ok(), "{technique:?}");
        // Links are told by the chains.
        deduction.links.clear();
        back.links.clear();
        assert_eq!(back, deduction);
    }
}

#[test]
fn nested_reasons_come_back_too() {
    let line = include_str!("nested.txt").lines().next().unwrap();
    let start = State::from_line(line.as_bytes()).unwrap();
    let (rating, steps) = se::explain(&start, Budget::NONE);
    let text = serde_json::to_string(&Path::se(&start, rating, &steps)).unwrap();
    let path: Path = serde_json::from_str(&text).unwrap();
    assert_eq!((path.version, path.steps.len()), (1, steps.len()));
    let mut state = start;
    for told in &path.steps {
        let deduction = told.step.deduction().unwrap();
        assert!(prove(&state, &deduction).is_ok(), "{}", told.text);
        state.apply(&deduction);
    }
    assert!(state.is_solved());
}

#[test]
fn names_that_are_not_known_are_refused() {
    let (_, deduction) = catalogue::example(Technique::Pointing).unwrap();
    let step = Step::from(&deduction);
    let refused = |change: &dyn Fn(&mut Step)| {
        let mut changed = step.clone();
        change(&mut changed);
        changed.deduction().is_none()
    };
    assert!(!refused(&|_| {}));
    assert!(refused(&|step| step.technique = "magic".into()));
    assert!(refused(&|step| step.houses[0] = "row 10".into()));
    assert!(refused(&|step| step.pattern[0].role = "hero".into()));
    assert!(refused(&|step| step.eliminations[0] = "r1c1=0".into()));
    assert!(refused(&|step| step.eliminations[0] = "r1c10=1".into()));
    assert!(refused(&|step| step.extra = 1000));
}
