//! Measures the exercises of every technique and topic: how many of the first N numbers give one, how many are
//! different, how many of those have different givens up to symmetry, and the median and greatest seconds.
//!
//! ```text
//! cargo run --release -p farandole-research --example practice -- 200 [NAME...]
//! ```

use farandole_canon::Canon;
use farandole_logic::hint::{Position, Step};
use farandole_logic::practice::{Exercise, Topic};
use farandole_logic::{Technique, catalogue};
use farandole_research::practice::{exercise, variant_exercise};
use std::collections::BTreeSet;
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let count: u64 = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(200);
    let names: Vec<String> = arguments.collect();
    let is_wanted = |id: &str| names.is_empty() || names.iter().any(|name| name == id);
    println!("| exercises for | found | different | up to symmetry | next step | median s | greatest s |");
    println!("|---|---|---|---|---|---|---|");
    for technique in Technique::ALL.iter().copied().filter(|it| is_wanted(it.id())) {
        measure(technique.id(), count, |number| exercise(technique, Some(0), number));
    }
    for topic in Topic::ALL.into_iter().filter(|it| is_wanted(it.id())) {
        measure(topic.id(), count, |number| variant_exercise(topic, Some(0), number));
    }
}

fn measure(name: &str, count: u64, exercise: impl Fn(u64) -> Option<Exercise>) {
    let (mut texts, mut forms, mut times, mut next) = (BTreeSet::new(), BTreeSet::new(), Vec::new(), 0);
    let mut canon = Canon::new();
    let mut found = 0;
    for number in 0..count {
        let start = Instant::now();
        let exercise = exercise(number);
        times.push(start.elapsed().as_secs_f64());
        let Some(exercise) = exercise else { continue };
        found += 1;
        texts.insert(exercise.position().to_string());
        match (exercise.position(), &exercise.steps()[0]) {
            (Position::Classic(grid), Step::Classic(step)) => {
                forms.insert(
                    canon.puzzle(&grid.givens).map(|it| format!("{:?}", it.board)).unwrap_or_default(),
                );
                let is_next =
                    number < 10 && catalogue::hint_options(&step.state, step.deduction.technique).is_some();
                next += u64::from(is_next);
            }
            _ => {
                forms.insert(exercise.position().to_string());
                next += u64::from(number < 10);
            }
        }
    }
    times.sort_by(f64::total_cmp);
    let (median, greatest) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "| `{name}` | {found} | {} | {} | {next} of {} | {median:.3} | {greatest:.2} |",
        texts.len(),
        forms.len(),
        count.min(10)
    );
}
