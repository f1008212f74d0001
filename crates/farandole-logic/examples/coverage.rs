//! Coverage of variants by explained steps: the number of puzzles solved, and the last step of the
//! others, for each kind of constraint.
//!
//! ```text
//! cargo run --release -p farandole-logic --example coverage
//! ```
//!
//! `FARANDOLE_PUZZLES` names another file: lines in the format of `testdata/variants/iss.tsv`, JSON
//! objects with the keys `name` and `input`, or links. `FARANDOLE_SECONDS` limits the processor time per
//! puzzle, and `FARANDOLE_ONLY` selects the puzzles whose name contains it. A kind counts as solved
//! if no trial has more than three steps. `FARANDOLE_SHOW` prints every step and the rating.

use core::ops::ControlFlow;
use farandole_formats::editor::ImportConfig;
use farandole_formats::{constraint_text, editor, killer};
use farandole_logic::PathOutcome;
use farandole_logic::cancel::Limited;
use farandole_logic::explain::english::Depth;
use farandole_logic::explain::variant::english;
use farandole_logic::variant::{State, Walk, prove, rate};
use farandole_puzzle::variant::Variant;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// Parts of sentences that state the rule of a constraint, but no reason why it excludes a value.
const NO_REASON: [&str; 1] = ["no values left for"];

/// Parses one line into a name and a variant.
fn puzzle(line: &str) -> Option<(String, Variant)> {
    let (name, text) = if line.starts_with('{') {
        let record: serde_json::Value = serde_json::from_str(line).ok()?;
        (record["name"].as_str()?.to_owned(), record["input"].as_str()?.to_owned())
    } else if let Some((name, rest)) = line.split_once('\t') {
        (name.to_owned(), rest.split('\t').next()?.to_owned())
    } else {
        (line.chars().take(16).collect(), line.to_owned())
    };
    let variant = if killer::is_killer(&text) {
        killer::read(&text).ok()?
    } else if text.starts_with('.') {
        constraint_text::read(&text).ok()?.variant
    } else {
        editor::read(text.as_bytes(), &ImportConfig::default()).ok()?.variant
    };
    let shape = variant.shape();
    (shape.rows().max(shape.cols()) <= 9).then_some((name, variant))
}

/// The numbers of one puzzle.
struct Report {
    outcome: PathOutcome,
    steps: usize,
    without_reason: usize,
    unproved: usize,
    first: Duration,
    all: Duration,
    last: String,
    techniques: BTreeMap<&'static str, usize>,
    /// The number of trials, by their length; 9 for longer ones.
    trials: [usize; 10],
}

/// Returns the processor time of this thread, which the load of the machine does not affect, or the
/// time since the start where it is unknown.
fn now(start: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|it| it.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

fn report(variant: &Variant, seconds: u64) -> Report {
    let start = Instant::now();
    let begin = now(start);
    let end = begin + Duration::from_secs(seconds);
    let observer = |_| if now(start) < end { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
    let limits = Limited { budget: u64::MAX, observer: Some(&observer as &dyn Fn(_) -> _) };
    let mut walk = Walk::new(State::new(variant), limits);
    let (mut steps, mut first) = (Vec::new(), Duration::ZERO);
    let outcome = loop {
        let before = walk.state().clone();
        match walk.step() {
            Ok(step) => steps.push((before, step)),
            Err(outcome) => break outcome,
        }
        if steps.len() == 1 {
            first = now(start) - begin;
        }
    };
    let all = now(start) - begin;
    let mut techniques = BTreeMap::new();
    steps.iter().for_each(|(_, step)| *techniques.entry(step.technique.id()).or_default() += 1);
    let mut trials = [0; 10];
    for (_, step) in steps.iter().filter(|(_, step)| !step.trial.is_empty() || step.end.is_some()) {
        let of_branch = step.trial.iter().map(|branch| branch.trial.len()).max().unwrap_or(0);
        let length = if step.end.is_some() { step.trial.len() } else { of_branch };
        trials[length.min(9)] += 1;
    }
    let sentences: Vec<String> =
        steps.iter().map(|(state, step)| english::step(state, step, Depth::Why)).collect();
    if std::env::var_os("FARANDOLE_SHOW").is_some() {
        sentences.iter().for_each(|text| print!("{text}"));
        println!("{:?}", rate(&State::new(variant), u64::MAX));
    }
    let has_reason = |text: &&String| NO_REASON.iter().all(|part| !text.contains(part));
    let is_proved = std::env::var_os("FARANDOLE_PROVE").is_some();
    let is_wrong = |(state, step): &&(State, _)| {
        let flaw = if is_proved { prove(state, step).err() } else { None };
        if let Some(flaw) = &flaw {
            println!("{flaw:?}: {}", english::step(state, step, Depth::Why));
        }
        flaw.is_some()
    };
    let flaws = steps.iter().filter(is_wrong);
    Report {
        outcome,
        steps: steps.len(),
        without_reason: sentences.len() - sentences.iter().filter(has_reason).count(),
        unproved: flaws.count(),
        first,
        all,
        last: sentences.last().and_then(|text| text.lines().next()).unwrap_or_default().to_owned(),
        techniques,
        trials,
    }
}

fn main() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/variants/iss.tsv");
    let path = std::env::var("FARANDOLE_PUZZLES").unwrap_or_else(|_| path.to_owned());
    let seconds = std::env::var("FARANDOLE_SECONDS").ok().and_then(|it| it.parse().ok()).unwrap_or(20);
    let text = std::fs::read_to_string(&path).unwrap();
    let puzzles: Vec<(String, Variant)> =
        text.lines().filter(|line| !line.starts_with('#')).filter_map(puzzle).collect();
    assert!(!puzzles.is_empty(), "{path}: no puzzle");
    let (mut solved, mut with_short_trials) = (0, 0);
    let (mut steps, mut without_reason, mut late, mut unproved) = (0, 0, 0, 0);
    let only: Option<String> = std::env::var("FARANDOLE_ONLY").ok();
    let mut kinds: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut techniques: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, variant) in
        puzzles.iter().filter(|(name, _)| only.as_ref().is_none_or(|only| name.contains(only)))
    {
        let report = report(variant, seconds);
        assert_ne!(report.outcome, PathOutcome::Contradiction, "{name}");
        let is_solved = report.outcome == PathOutcome::Solved && report.trials[4..].iter().all(|it| *it == 0);
        with_short_trials += usize::from(is_solved);
        solved += usize::from(report.outcome == PathOutcome::Solved);
        let names: BTreeSet<&str> = variant.constraints().iter().map(|it| it.name()).collect();
        for kind in &names {
            let counts = kinds.entry(kind).or_default();
            counts.0 += usize::from(is_solved);
            counts.1 += 1;
        }
        for (technique, count) in report.techniques {
            *techniques.entry(technique).or_default() += count;
        }
        steps += report.steps;
        without_reason += report.without_reason;
        unproved += report.unproved;
        late += usize::from(report.first > Duration::from_secs(1));
        println!(
            "{:?}\t{name}\t{} steps\t{} without reason\ttrials {:?}\tfirst {:?}, all {:?}\t{}\t{names:?}",
            report.outcome,
            report.steps,
            report.without_reason,
            report.trials,
            report.first,
            report.all,
            report.last
        );
    }
    println!("{techniques:?}");
    kinds.iter().for_each(|(kind, (solved, all))| println!("{kind}: {solved} of {all}"));
    println!(
        "{solved} of {} solved, {with_short_trials} of them without a trial of more than three steps; {steps} steps, {without_reason} without reason, {unproved} not proved; first step after 1 s: {late}",
        puzzles.len()
    );
}
