//! Tests of the observer: it receives the progress of a running rating, does not affect the result,
//! and may stop the rating.

use core::cell::{Cell, RefCell};
use core::ops::ControlFlow;
use farandole_kernel::{Answer, Config, Isa, solve_batch};
use farandole_logic::cancel::{Limited, RatingProgress};
use farandole_logic::hint::{Found, Guide, Reach, Solutions, Step};
use farandole_logic::{PathOutcome, State, UserGrid, hodoku, se, variant};
use farandole_puzzle::format::iss;

/// A puzzle with ER 9.0 and several thousand searches on HoDoKu's scale.
const HARD: &str = "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2";
/// A state in which HoDoKu's next step is pointing.
const POINTING: &str = "6.8..+2+1.+5+1.5+8.+6.+2.74+2+1+53+6+89+4+86+23+7+591+31.5.+8.6+225..+61+8..9+6+3+7+152+4+8+5+2+4+6893+1+78+7+1+32+4+9+56";

/// A puzzle that singles solve.
const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn state() -> State {
    State::from_line(HARD.as_bytes()).unwrap()
}

fn solution(text: &str) -> [u8; 81] {
    let mut answers = [Answer::default()];
    let grid = UserGrid::parse(text).unwrap();
    let line = core::array::from_fn(|cell| b'0' + grid.givens[cell]);
    solve_batch(Isa::detect(), &Config::default(), &[line], &mut answers);
    answers[0].grid.map(|digit| digit - b'0')
}

/// Returns the progress reports that a observer receives until it stops the work after this many
/// calls.
fn progress_reports<T>(
    calls: usize,
    work: impl FnOnce(&dyn Fn(RatingProgress) -> ControlFlow<()>) -> T,
) -> (T, Vec<RatingProgress>) {
    let progress_reports = RefCell::new(Vec::new());
    let out = work(&|progress| {
        progress_reports.borrow_mut().push(progress);
        if progress_reports.borrow().len() < calls {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    (out, progress_reports.into_inner())
}

#[test]
fn a_watch_is_called_often_and_does_not_affect_the_rating() {
    let (state, budget) = (state(), se::Budget::NONE);
    let (rating, calls) = progress_reports(usize::MAX, |observer| {
        se::rate(&state, Limited { budget, observer: Some(observer) })
    });
    assert_eq!(rating, se::rate(&state, budget));
    assert!(calls.len() > 10, "{}", calls.len());
    assert!(calls.is_sorted_by(|a, b| a.work <= b.work && a.steps <= b.steps));
    // The observer is called inside a step too, not only between steps.
    assert!(calls.windows(2).any(|pair| pair[0].steps == pair[1].steps));

    let (solution, budget) = (solution(HARD), hodoku::Budget::NONE);
    let (rating, calls) = progress_reports(usize::MAX, |observer| {
        hodoku::rate(&state, Some(&solution), Limited { budget, observer: Some(observer) })
    });
    assert_eq!(rating, hodoku::rate(&state, Some(&solution), budget));
    assert!(calls.is_sorted_by(|a, b| a.work < b.work && a.steps <= b.steps));
    assert!(calls.windows(2).any(|pair| pair[0].steps == pair[1].steps));
}

#[test]
fn a_rating_ends_when_the_watch_stops_it() {
    let (state, solution) = (state(), solution(HARD));
    for most in [1, 2, 5] {
        let (rating, calls) = progress_reports(most, |observer| {
            se::rate(&state, Limited { budget: se::Budget::NONE, observer: Some(observer) })
        });
        assert_eq!((rating.outcome, calls.len()), (PathOutcome::BudgetSpent, most));
        let (rating, calls) = progress_reports(most, |observer| {
            hodoku::rate(
                &state,
                Some(&solution),
                Limited { budget: hodoku::Budget::NONE, observer: Some(observer) },
            )
        });
        assert_eq!((rating.outcome, calls.len()), (PathOutcome::BudgetSpent, most));
    }
}

#[test]
fn a_stopped_path_of_a_variant_is_the_start_of_the_whole_path() {
    // The path combines two constraints, so that it can also be stopped while it compiles their combinations.
    let text = ".Shape~6x6.~R2C4_5~R5C2_5.Arrow~R3C1~R4C1~R4C2.Arrow~R6C6~R5C5~R5C4.Renban~R1C2~R1C3~R1C4~R2C5\
                .Renban~R2C3~R2C4~R3C3~R4C3.Renban~R2C6~R3C6~R4C5.Renban~R6C3~R6C4~R6C5\
                .Palindrome~R1C1~R2C2~R3C2.Palindrome~R3C4~R4C4~R5C3~R6C2~R5C1";
    let state = variant::State::new(&iss::read(text).unwrap());
    let path = |calls: usize| {
        progress_reports(calls, |observer| {
            let mut walk =
                variant::Walk::new(state.clone(), Limited { budget: u64::MAX, observer: Some(observer) });
            let mut steps = Vec::new();
            let outcome = loop {
                match walk.step() {
                    Ok(step) => steps.push(step),
                    Err(outcome) => break outcome,
                }
            };
            (steps, outcome, walk.limited().collect::<Vec<_>>())
        })
    };
    let ((whole, ..), calls) = path(usize::MAX);
    let is_combined = |step: &variant::Deduction| step.technique == variant::Technique::CombinedConstraints;
    assert!(whole.iter().any(is_combined), "{whole:?}");
    for most in 1..calls.len() {
        let ((steps, outcome, limited), _) = path(most);
        assert_eq!(outcome, PathOutcome::BudgetSpent, "{most}");
        assert!(whole.starts_with(&steps), "{most}");
        assert!(limited.iter().all(|at| *at < state.variant().constraints().len()), "{most}");
    }
}

#[test]
fn a_hint_ends_when_the_watch_stops_it_and_keeps_its_first_step() {
    for (guide, line) in
        [(Guide::Se(se::Budget::NONE), HARD), (Guide::Hodoku(hodoku::Budget::NONE), POINTING)]
    {
        let grid = UserGrid::parse(line).unwrap();
        let solutions = Solutions::One(solution(line).to_vec());
        let found = |reach, calls| {
            progress_reports(calls, |observer| {
                grid.clone()
                    .hint(&solutions, reach, Limited { budget: guide, observer: Some(observer) })
                    .found
            })
        };
        let (free, calls) = found(Reach::First, usize::MAX);
        assert!(matches!(free, Found::Steps { .. }));
        assert!(matches!(found(Reach::First, 1).0, Found::Stuck { .. }));
        // One call more than the first step needs: the search for other steps is cut short, but the
        // first step is returned.
        let (Found::Steps { steps: first, .. }, Found::Steps { steps, .. }) =
            (free, found(Reach::Easiest, calls.len() + 1).0)
        else {
            panic!("no steps");
        };
        let (Step::Classic(step), Step::Classic(first)) = (&steps[0], &first[0]) else { panic!() };
        assert_eq!(step.deduction.eliminations, first.deduction.eliminations);
    }
    let looked = Cell::new(false);
    let observer = |_: RatingProgress| {
        looked.set(true);
        ControlFlow::Break(())
    };
    // Steps that need no search are found even if the observer stops at once.
    let easy =
        UserGrid::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
    let easy = easy.unwrap();
    let solutions = Solutions::One(solution(EASY).to_vec());
    let bounds = Limited { budget: Guide::Se(se::Budget::NONE), observer: Some(&observer) };
    assert!(matches!(easy.hint(&solutions, Reach::First, bounds).found, Found::Steps { .. }));
    assert!(!looked.get());
}
