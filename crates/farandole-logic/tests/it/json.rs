//! Tests of the JSON types: they contain the whole deduction, and their format is stable.
#![cfg(feature = "serde")]

use core::ops::ControlFlow;
use farandole_formats::constraint_text;
use farandole_logic::explain::english::Depth;
use farandole_logic::explain::json::{Hint, Path, Step};
use farandole_logic::hint::{self, Guide, Reach, Solutions};
use farandole_logic::hodoku;
use farandole_logic::se::Budget;
use farandole_logic::verify::prove;
use farandole_logic::{State, Technique, UserGrid, catalogue, explain, variant};
use farandole_puzzle::format::iss;

#[test]
fn a_deduction_comes_back_from_json_and_is_proved_again() {
    for technique in Technique::ALL.iter().copied() {
        let Some((state, mut deduction)) = catalogue::example(technique) else { continue };
        let text = serde_json::to_string(&Step::from(&deduction)).unwrap();
        let mut back = serde_json::from_str::<Step>(&text).unwrap().deduction().unwrap();
        assert!(prove(&state, &back).is_ok(), "{technique:?}");
        // The chains already contain the links.
        deduction.links.clear();
        back.links.clear();
        assert_eq!(back, deduction);
    }
}

/// Converts the text of a step back to a deduction about a variant.
fn in_variant(text: &str, state: &variant::State) -> Option<variant::Deduction> {
    let step = serde_json::from_str::<Step>(text).unwrap().in_position(&state.clone().into());
    step.map(|step| match step {
        hint::Step::Variant(step) => step.deduction,
        hint::Step::Classic(_) => panic!("{text}"),
    })
}

/// A puzzle that needs trials, generated for this test.
const TRIALS: &str = ".Shape~6x6.Thermo~R2C3~R2C4~R1C4.Thermo~R3C3~R3C2~R4C3.Thermo~R3C6~R2C5~R1C5\
    .Thermo~R4C2~R5C2~R6C2.Thermo~R4C5~R5C4~R4C4.Thermo~R6C4~R5C3~R6C3.Thermo~R6C5~R5C5~R6C6";

#[test]
fn a_step_of_a_variant_comes_back_from_json_and_is_proved_again() {
    let lines = include_str!("../../../../testdata/variants/iss.tsv").lines();
    // The whole path of this puzzle is short and has trials that end at a contradiction.
    let texts = lines.filter_map(|line| {
        let (name, rest) = line.split_once('\t')?;
        Some((rest.split('\t').next()?, if name == "Anti-consectutive, hard" { u64::MAX } else { 12 }))
    });
    let texts = texts.chain([(TRIALS, u64::MAX)]);
    let (mut proved, mut trials, mut ends) = (0, 0, 0);
    for (text, budget) in texts {
        let Ok(read) = constraint_text::read(text).map(|read| read.variant) else { continue };
        let (steps, _) = variant::Walk::new(variant::State::new(&read), budget).to_end();
        for (state, mut step) in steps {
            let text = serde_json::to_string(&Step::from(&hint::Step::variant(state.clone(), step.clone())))
                .unwrap();
            let back = in_variant(&text, &state).unwrap();
            // Houses of constraints are distinguished only by their first cells.
            let name = |house: &usize| explain::variant::english::house(&state, *house);
            assert_eq!(
                back.houses.iter().map(name).collect::<Vec<_>>(),
                step.houses.iter().map(name).collect::<Vec<_>>()
            );
            trials += usize::from(!step.trial.is_empty());
            ends += usize::from(step.end.is_some());
            (step.trial, step.end, step.houses) = (Vec::new(), None, back.houses.clone());
            assert_eq!(back, step);
            assert!(back.scope(&read).is_sorted() && back.scope(&read).len() <= read.cell_count());
            proved += usize::from(variant::prove(&state, &back).is_ok());
        }
    }
    assert!(proved > 300 && trials > 0 && ends > 0, "{proved} {trials} {ends}");
    let state = variant::State::new(&iss::read(".Shape~4x4.Cage~3~R1C1~R1C2").unwrap());
    for wrong in [
        r#"{"technique":"w-wing"}"#,
        r#"{"technique":"constraint","constraints":["Cage~4~R1C1~R1C2"]}"#,
        r#"{"technique":"naked-pair","houses":["row 5"]}"#,
        r#"{"technique":"naked-single","placements":["r1c5=1"]}"#,
        r#"{"technique":"naked-single","placements":["r1c1=5"]}"#,
        r#"{"technique":"naked-single","placements":["r1c1"]}"#,
        r#"{"technique":"naked-single","pattern":[{"role":"hero","candidate":"r1c1=1"}]}"#,
    ] {
        assert_eq!(in_variant(wrong, &state), None, "{wrong}");
    }
}

#[test]
fn nested_reasons_come_back_too() {
    let line = include_str!("nested.txt").lines().next().unwrap();
    let mut state = State::from_line(line.as_bytes()).unwrap();
    let grid = UserGrid::of(&state);
    let found = grid.explain(&Solutions::Unknown, Budget::NONE, |_| ControlFlow::Continue(())).unwrap();
    let text = serde_json::to_string(&Path::from(&found)).unwrap();
    let path: Path = serde_json::from_str(&text).unwrap();
    assert_eq!((path.schema, path.steps.len()), (1, found.steps.len()));
    for step in &path.steps {
        let deduction = step.step.deduction().unwrap();
        assert!(prove(&state, &deduction).is_ok(), "{}", step.text);
        state.apply(&deduction);
    }
    assert!(state.is_solved());
}

#[test]
fn unknown_names_are_rejected() {
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

#[test]
fn a_hint_without_steps_has_a_sentence() {
    let text = |grid: &str, searches: u64| {
        let guide = Guide::Hodoku(hodoku::Budget { searches, ..hodoku::Budget::NONE });
        let hint = UserGrid::parse(grid).unwrap().hint(&Solutions::Unknown, Reach::First, guide);
        Hint::new(&hint, Depth::What).text
    };
    // Its next step is an intersection, which one search does not reach.
    let grid = "6.8..+2+1.+5+1.5+8.+6.+2.74+2+1+53+6+89+4+86+23+7+591+31.5.+8.6+225..+61+8..9+6+3+7+152+4+8+5+2+4+6893+1+78+7+1+32+4+9+56";
    let budget = "No technique applies here within the budget.";
    assert_eq!(text(grid, 1).as_deref(), Some(budget));
    assert_eq!(text(grid, u64::MAX), None);
    let full = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    assert_eq!(text(full, 1).as_deref(), Some("The grid is complete and correct."));
}
