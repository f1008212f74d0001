//! Measures solution paths of variants: how many are solved without a trial of more than three steps, and in
//! what time.
//!
//! ```text
//! cargo run --release -p farandole-logic --example variant_paths -- SECONDS < PUZZLES
//! ```
//!
//! Each line of standard input has a name, a puzzle and optionally its solution, with tabs between them. Each
//! puzzle may use this many seconds of processor time of its thread, so that other programs do not matter. Proofs and
//! sentences are not counted.
//! With a second argument, puzzles whose names do not contain it are skipped, and their steps are written.
//! A table at the end lists for each kind of constraint how many puzzles with it are solved.

use farandole_formats::editor::{self, ImportConfig};
use farandole_formats::{constraint_text, killer};
use farandole_logic::PathOutcome;
use farandole_logic::cancel::{Limited, Observer};
use farandole_logic::explain::english::Depth;
use farandole_logic::explain::variant::english;
use farandole_logic::variant::{Deduction, State, Walk, contradicts, prove};
use farandole_puzzle::variant::Variant;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;
use std::ops::ControlFlow;

/// Maximum number of steps of a trial.
const TRIAL: usize = 3;

/// Number of calls of the observer between two readings of the clock.
const CALLS: u32 = 16;

/// Returns the processor time of the current thread, in seconds.
fn seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|field| field.parse::<f64>().ok());
    nanoseconds.unwrap_or_default() / 1e9
}

fn read(text: &str) -> Option<Variant> {
    if killer::is_killer(text) {
        return killer::read(text).ok();
    }
    let plain = constraint_text::read(text).ok().map(|read| read.variant);
    plain.or_else(|| editor::read(text.as_bytes(), &ImportConfig::default()).ok().map(|read| read.variant))
}

/// Returns the number of steps of the longest trial.
fn longest(step: &Deduction) -> usize {
    step.trial.iter().map(longest).max().unwrap_or(0).max(match step.end {
        Some(_) => step.trial.len(),
        None => step.trial.iter().map(|branch| branch.trial.len()).max().unwrap_or(0),
    })
}

/// Sums over all puzzles.
#[derive(Default)]
struct Totals {
    puzzles: usize,
    solved: usize,
    stuck: usize,
    late: usize,
    steps: usize,
    trials: usize,
    /// Number of puzzles whose first step takes more than a second.
    slow: usize,
    /// Number of steps that contradict the solution or are not proved.
    wrong: usize,
    /// Number of steps with a sentence that gives no reason in the words of a rule.
    bare: usize,
    /// For each kind of constraint, the number of puzzles with it, and of those that are solved.
    kinds: BTreeMap<String, [usize; 2]>,
}

impl Totals {
    /// Adds a puzzle, also to the kinds of its constraints.
    fn add(&mut self, variant: &Variant, outcome: &str, steps: usize, trials: usize) {
        self.puzzles += 1;
        match outcome {
            "solved" => self.solved += 1,
            "time" => self.late += 1,
            _ => self.stuck += 1,
        }
        self.steps += steps;
        self.trials += trials;
        let kinds: BTreeSet<String> = variant.constraints().iter().map(|it| it.name().to_string()).collect();
        for kind in kinds {
            let [all, solved] = self.kinds.entry(kind).or_default();
            (*all, *solved) = (*all + 1, *solved + usize::from(outcome == "solved"));
        }
    }
}

/// Part of the sentence of a step that only states that no values are left.
const BARE: &str = "satisfy this.";

/// Walks one path, and writes its outcome, its time, the time of the first step, the number of steps and of
/// trials, and the techniques that take the most time.
fn measure(name: &str, variant: &Variant, solution: &[u8], limit: f64, is_told: bool, totals: &mut Totals) {
    let begin = seconds();
    let proofs = Cell::new(0.0);
    // Reading the clock takes as long as a small part of a search.
    let (calls, late) = (Cell::new(0_u32), Cell::new(false));
    let is_late = || {
        calls.set(calls.get() + 1);
        if calls.get().is_multiple_of(CALLS) {
            late.set(late.get() || seconds() - begin - proofs.get() > limit);
        }
        late.get()
    };
    let observe = |_| if is_late() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let observer: Observer<'_> = &observe;
    let mut walk = Walk::new(State::new(variant), Limited { budget: u64::MAX, observer: Some(observer) });
    let mut by_technique: BTreeMap<&str, (usize, f64)> = BTreeMap::new();
    let (mut steps, mut trials, mut first, mut last) = (0, 0, None, begin);
    let outcome = loop {
        let before = walk.state().clone();
        let step = match walk.step() {
            Ok(step) => step,
            Err(PathOutcome::Solved) => break "solved",
            Err(PathOutcome::Stuck) => break "stuck",
            Err(PathOutcome::Contradiction) => break "contradiction",
            Err(_) => break "time",
        };
        let now = seconds();
        first.get_or_insert(now - begin);
        let entry = by_technique.entry(step.technique.id()).or_default();
        *entry = (entry.0 + 1, entry.1 + now - last);
        let text = english::step(&before, &step, Depth::Why);
        totals.bare += usize::from(text.contains(BARE));
        if is_told {
            println!("{:.3} {text}", now - last);
        }
        if longest(&step) > TRIAL {
            break "long";
        }
        (steps, trials) = (steps + 1, trials + usize::from(!step.trial.is_empty()));
        if contradicts(&step, solution).is_some() || prove(&before, &step).is_err() {
            totals.wrong += 1;
            println!("wrong\t{name}\t{text}");
        }
        last = seconds();
        proofs.set(proofs.get() + last - now);
    };
    let (total, end) = (seconds() - begin - proofs.get(), seconds() - last);
    let first = first.unwrap_or(total);
    totals.add(variant, outcome, steps, trials);
    totals.slow += usize::from(first > 1.0);
    let slow = by_technique.iter().filter(|(_, (_, time))| *time > total / 20.0);
    let times: Vec<String> = slow.map(|(id, (count, time))| format!("{id} {count} {time:.2}")).collect();
    let times = times.join(", ");
    println!("{outcome}\t{total:.2}\t{first:.2}\t{steps}\t{trials}\t{name}\t{times}\tend {end:.2}");
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let limit: f64 = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(20.0);
    let only = arguments.next();
    let mut totals = Totals::default();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, text, ..] = fields[..] else { continue };
        if line.starts_with('#') || only.as_ref().is_some_and(|only| !name.contains(only)) {
            continue;
        }
        let Some(variant) = read(text) else {
            println!("unread\t{name}");
            continue;
        };
        let is_classic = variant.constraints().iter().all(|it| it.name() == "Given");
        if is_classic || variant.shape().rows().max(variant.shape().cols()) > 9 {
            continue;
        }
        let digits = fields.get(2).map_or("", |it| it.trim()).chars();
        let solution: Vec<u8> = digits.filter_map(|it| it.to_digit(36)).map(|digit| digit as u8).collect();
        measure(name, &variant, &solution, limit, only.is_some(), &mut totals);
    }
    let Totals { puzzles, solved, stuck, late, steps, trials, slow, wrong, bare, kinds } = totals;
    kinds.iter().for_each(|(kind, [all, solved])| println!("# {kind}\t{solved} of {all}"));
    println!(
        "# {solved} of {puzzles} solved, {stuck} stuck, {late} out of time, {steps} steps, {trials} trials"
    );
    println!("# {slow} first steps over 1 s, {wrong} wrong steps, {bare} without a reason");
}
