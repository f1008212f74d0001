//! Measures solution paths on Farandole's scale: lines of text, steps, needless steps and time.
//!
//! ```text
//! cargo run -p farandole-logic --example paths < PUZZLES
//! ```
//!
//! Each line of standard input starts with 81 characters. A step is needless if the others, each
//! proved in the grid that it then meets, and singles still complete the grid.

use farandole_logic::explain::english::{self, Depth};
use farandole_logic::own::{self, Config, Order};
use farandole_logic::verify::prove;
use farandole_logic::{Deduction, State};
use std::io::BufRead;
use std::time::Instant;

fn is_single(step: &Deduction) -> bool {
    step.placements.len() == 1 && step.pattern.len() <= 1
}

/// Returns true if the steps other than the one at `without`, and singles, complete the grid.
fn completes(start: &State, steps: &[Deduction], without: usize) -> bool {
    let mut state = start.clone();
    let place = |state: &mut State| {
        loop {
            let hidden = farandole_logic::Technique::HiddenSingleBox;
            let kinds = [
                hidden,
                farandole_logic::Technique::HiddenSingleLine,
                farandole_logic::Technique::NakedSingle,
            ];
            let found = kinds
                .iter()
                .find_map(|kind| farandole_logic::hint::every(state, *kind, 0).into_iter().next());
            let full = farandole_logic::hint::every(state, farandole_logic::Technique::FullHouse, 0)
                .into_iter()
                .next();
            let Some(step) = full.or(found) else { return };
            state.apply(&step);
        }
    };
    place(&mut state);
    for (_, step) in steps.iter().enumerate().filter(|(index, step)| *index != without && !is_single(step)) {
        let mut step = step.clone();
        step.eliminations.retain(|it| state.candidates(it.cell()) >> (it.digit() - 1) & 1 == 1);
        step.placements.retain(|it| state.candidates(it.cell()) >> (it.digit() - 1) & 1 == 1);
        if prove(&state, &step).is_ok() {
            state.apply(&step);
            place(&mut state);
        }
    }
    state.is_solved()
}

fn main() {
    let order = Order::default();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Some(state) = line.as_bytes().get(..81).and_then(State::from_line) else { continue };
        let begin = Instant::now();
        let (rating, steps) = own::explain(&state, Config { order: &order, searches: u64::MAX });
        let time = begin.elapsed();
        let others: Vec<usize> = (0..steps.len()).filter(|index| !is_single(&steps[*index])).collect();
        let needless = others.iter().filter(|index| completes(&state, &steps, **index)).count();
        let mut before = state.clone();
        let mut false_effects = 0;
        let mut kinds: Vec<String> = Vec::new();
        let (mut lines, mut singles) = (2, 0);
        for step in &steps {
            false_effects += usize::from(prove(&before, step).is_err());
            if is_single(step) {
                // Ten singles share a line, after a heading; a lone single takes two.
                singles += 1;
                lines += usize::from(singles % 10 == 1) + usize::from(singles == 1);
            } else {
                singles = 0;
                lines += english::step(&before, step, Depth::Why).lines().count();
                kinds.push(format!("{}:{}", step.technique.id(), step.size));
            }
            before.apply(step);
        }
        println!(
            "{:?}\tlines {lines}\thardest {}\tsteps {}\tothers {}\tneedless {needless}\tunproved {false_effects}\t{:.3} s\t{}",
            rating.outcome,
            rating.hardest,
            rating.steps,
            others.len(),
            time.as_secs_f64(),
            kinds.join(" "),
        );
    }
}
