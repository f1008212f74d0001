//! Coverage of variants by explained steps: the number of puzzles solved, and the last step of the
//! others, for each kind of constraint.
//!
//! ```text
//! cargo test -p farandole-logic --test coverage -- --ignored --nocapture
//! ```
//!
//! `FARANDOLE_PUZZLES` names another file: lines in the format of `testdata/variants/iss.tsv`, JSON
//! objects with the keys `name` and `input`, or links. `FARANDOLE_SECONDS` limits the time per
//! puzzle.

use core::ops::ControlFlow;
use farandole_formats::editor::ImportConfig;
use farandole_formats::{constraint_text, editor, killer};
use farandole_logic::PathOutcome;
use farandole_logic::cancel::Limited;
use farandole_logic::explain::english::Depth;
use farandole_logic::explain::variant::english;
use farandole_logic::variant::{State, Walk, prove};
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
}

fn report(variant: &Variant, seconds: u64) -> Report {
    let begin = Instant::now();
    let end = begin + Duration::from_secs(seconds);
    let observer = |_| if Instant::now() < end { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
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
            first = begin.elapsed();
        }
    };
    let all = begin.elapsed();
    let mut techniques = BTreeMap::new();
    steps.iter().for_each(|(_, step)| *techniques.entry(step.technique.id()).or_default() += 1);
    let sentences: Vec<String> =
        steps.iter().map(|(state, step)| english::step(state, step, Depth::Why)).collect();
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
    }
}

#[test]
#[ignore = "a measurement of some minutes"]
fn coverage_of_explained_steps() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/variants/iss.tsv");
    let path = std::env::var("FARANDOLE_PUZZLES").unwrap_or_else(|_| path.to_owned());
    let seconds = std::env::var("FARANDOLE_SECONDS").ok().and_then(|it| it.parse().ok()).unwrap_or(20);
    let text = std::fs::read_to_string(&path).unwrap();
    let puzzles: Vec<(String, Variant)> =
        text.lines().filter(|line| !line.starts_with('#')).filter_map(puzzle).collect();
    assert!(!puzzles.is_empty(), "{path}: no puzzle");
    let (mut solved, mut steps, mut without_reason, mut late, mut unproved) = (0, 0, 0, 0, 0);
    let mut kinds: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut techniques: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, variant) in &puzzles {
        let report = report(variant, seconds);
        assert_ne!(report.outcome, PathOutcome::Contradiction, "{name}");
        let is_solved = report.outcome == PathOutcome::Solved;
        let names: BTreeSet<&str> = variant.constraints().iter().map(|it| it.name()).collect();
        for kind in &names {
            let counts = kinds.entry(kind).or_default();
            counts.0 += usize::from(is_solved);
            counts.1 += 1;
        }
        for (technique, count) in report.techniques {
            *techniques.entry(technique).or_default() += count;
        }
        solved += usize::from(is_solved);
        steps += report.steps;
        without_reason += report.without_reason;
        unproved += report.unproved;
        late += usize::from(report.first > Duration::from_secs(1));
        println!(
            "{:?}\t{name}\t{} steps\t{} without reason\tfirst {:?}, all {:?}\t{}\t{names:?}",
            report.outcome, report.steps, report.without_reason, report.first, report.all, report.last
        );
    }
    println!("{techniques:?}");
    kinds.iter().for_each(|(kind, (solved, all))| println!("{kind}: {solved} of {all}"));
    println!(
        "{solved} of {} solved; {steps} steps, {without_reason} without reason, {unproved} not proved; first step after 1 s: {late}",
        puzzles.len()
    );
}
