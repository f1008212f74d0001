//! Collects an example of each technique from random minimal puzzles: `collect SEED COUNT`, or
//! `collect - < FILE` for one puzzle per line.
//!
//! Prints lines of `examples.tsv`. For each technique, it prints the step on the scale of Sudoku
//! Explainer (or of HoDoKu, if only that scale has the technique) with the smallest pattern and,
//! among equals, the fewest empty cells.

use farandole_kernel::{Answer, Config, Isa, solve_batch};
use farandole_logic::hodoku;
use farandole_logic::se::{self, Budget};
use farandole_logic::{Deduction, UserGrid, State, Technique, hint};
use farandole_testkit::Random;
use farandole_testkit::random::minimal_puzzle;
use std::collections::BTreeMap;

fn is_proper(line: &[u8; 81]) -> bool {
    let mut answers = [Answer::default()];
    solve_batch(Isa::detect(), &Config { limit: 2, ..Config::default() }, &[*line], &mut answers);
    answers[0].solutions == 1
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [seed, rest @ ..] = &args[..] else { panic!("collect SEED COUNT, or collect -") };
    let puzzles: Box<dyn Iterator<Item = [u8; 81]>> = match rest {
        [count] => {
            let mut random = Random::new(seed.parse().expect("a number"));
            let count: usize = count.parse().expect("a number");
            Box::new((0..count).map(move |_| minimal_puzzle(&mut random, is_proper)))
        }
        _ => Box::new(
            std::io::stdin()
                .lines()
                .map_while(Result::ok)
                .filter_map(|line| line.as_bytes().get(..81)?.try_into().ok()),
        ),
    };
    let mut best: BTreeMap<Technique, (usize, String)> = BTreeMap::new();
    for line in puzzles {
        let Some(start) = State::from_line(&line) else { continue };
        let mut state = start.clone();
        let steps = se::explain(&state, Budget { hardest: 85, ..Budget::NONE }).1;
        let mut take = |state: &State, step: &Deduction| {
            let empty = state.digits().iter().filter(|digit| **digit == 0).count();
            let size = 100 * (step.pattern.len() + step.eliminations.len()) + empty;
            if best.get(&step.technique).is_none_or(|(known, _)| size < *known) {
                best.insert(step.technique, (size, UserGrid::of(state).to_string()));
            }
        };
        for (_, step) in steps {
            take(&state, &step);
            // Direct claiming is never the first step, because direct pointing applies wherever it
            // does.
            if step.technique == Technique::DirectPointing {
                hint::every(&state, Technique::DirectClaiming, 0).iter().for_each(|it| take(&state, it));
            }
            state.apply(&step);
        }
        let mut state = start;
        for step in hodoku::explain(&state, None, hodoku::Budget::NONE).1 {
            // The other techniques have an example on the scale of Sudoku Explainer.
            if step.technique > Technique::DynamicDouble {
                take(&state, &step);
                // This technique is on no scale.
                hint::every(&state, Technique::WxyzWing, 0).iter().for_each(|it| take(&state, it));
            }
            state.apply(&step);
        }
    }
    for (technique, (_, sheet)) in best {
        println!("{}\t{sheet}", technique.id());
    }
}
