//! Random combinations of constraints on random boards: all searches agree with each other, with the true candidates, and
//! on small boards with all assignments of values that the checker accepts.
//!
//! `FARANDOLE_CASES` sets how many combinations there are, `FARANDOLE_SEED` the first seed, and `FARANDOLE_TIME` the
//! milliseconds that each search may take. The summary is printed with `--no-capture`.

use farandole_puzzle::format::iss;
use farandole_puzzle::variant::{Variant, check};
use farandole_solve::{Config, End, KnownCandidates, PuzzleSolver, Report, VariantSearch};
use farandole_testkit::{Random, Sizes, random_variant, variant_solutions};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Default number of combinations.
const CASES: u64 = 1_000;
/// Maximum number of solutions compared.
const LIMIT: u64 = 300;
/// Maximum number of nodes of a search.
const BUDGET: u64 = 20_000;
/// Maximum number of values that the oracle tries.
const STEPS: u64 = 60_000;

/// Solutions, as values in cell order.
type Found = BTreeSet<Vec<u8>>;

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Numbers of combinations by outcome.
#[derive(Default, Debug)]
struct Summary {
    cases: u64,
    /// Combinations with a constraint that the engine does not support.
    unsupported: u64,
    /// Combinations that were compared with all assignments.
    compared: u64,
    /// Combinations for which all solutions are known and were compared between the searches.
    exhausted: u64,
    /// Searches that reached the time limit or the budget.
    limited: u64,
    /// The longest setup of an engine, and its seed.
    longest_setup: (Duration, u64),
    /// The longest overrun of the time limit, and its seed.
    worst_overrun: (Duration, u64),
}

/// Stops searches that take too long.
struct Clock {
    start: Instant,
    /// Milliseconds after the start; 0 for none.
    deadline: AtomicU64,
    cancel: AtomicBool,
    is_over: AtomicBool,
}

impl Clock {
    fn watch(&self) {
        while !self.is_over.load(Ordering::Relaxed) {
            let deadline = self.deadline.load(Ordering::Relaxed);
            if deadline > 0 && self.start.elapsed().as_millis() as u64 >= deadline {
                self.cancel.store(true, Ordering::Relaxed);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Runs a search and measures by how much it overran its time limit.
    fn limited<T>(&self, time: Duration, search: impl FnOnce(&AtomicBool) -> T) -> (T, Duration) {
        self.cancel.store(false, Ordering::Relaxed);
        let start = Instant::now();
        self.deadline.store((self.start.elapsed() + time).as_millis() as u64, Ordering::Relaxed);
        let result = search(&self.cancel);
        self.deadline.store(0, Ordering::Relaxed);
        (result, start.elapsed().saturating_sub(time))
    }
}

/// One combination and its searches.
struct Case<'a> {
    seed: u64,
    time: Duration,
    clock: &'a Clock,
    summary: &'a mut Summary,
}

impl Case<'_> {
    fn search<T>(&mut self, search: impl FnOnce(&Config<'_>) -> T) -> T {
        let ask = |cancel: &AtomicBool| {
            search(&Config { limit: LIMIT, budget: BUDGET, cancel: Some(cancel), ..Config::default() })
        };
        let (result, overrun) = self.clock.limited(self.time, ask);
        self.summary.worst_overrun = self.summary.worst_overrun.max((overrun, self.seed));
        result
    }

    /// Compares the results of all queries on a variant.
    fn compare(&mut self, variant: &Variant) {
        let again = iss::read(&iss::write(variant)).expect("what is written is read");
        assert_eq!(&again, variant, "written and read again");
        let start = Instant::now();
        let solver = PuzzleSolver::new(variant);
        self.summary.longest_setup = self.summary.longest_setup.max((start.elapsed(), self.seed));
        let Ok(solver) = solver else {
            self.summary.unsupported += 1;
            return;
        };
        let oracle = variant_solutions(variant, STEPS);
        self.summary.compared += u64::from(oracle.is_some());
        let labels = labels(variant);
        let mut counts = Vec::new();
        for search in VariantSearch::ALL {
            let mut found = BTreeSet::new();
            let report =
                self.search(|config| solver.run_by(search, config, &mut take(variant, &mut found)).unwrap());
            counts.push(self.whole(&report, found));
        }
        let mut listed = BTreeSet::new();
        let report = self.search(|config| solver.list(config, &mut take(variant, &mut listed)).unwrap());
        counts.push(self.whole(&report, listed));
        let mut found = BTreeSet::new();
        let report = self.search(|config| solver.run(config, &mut take(variant, &mut found)).unwrap());
        counts.push(self.whole(&report, found));
        let (first, report) = self.search(|config| solver.first(&Config { limit: 1, ..*config }).unwrap());
        let candidates =
            self.search(|config| solver.true_candidates(config, KnownCandidates::default()).unwrap());
        let unlabelled =
            |all: Found| -> Found { all.into_iter().map(|values| renumbered(values, &labels)).collect() };
        let counts: Vec<(Found, bool)> =
            counts.into_iter().flatten().map(|(found, is_all)| (unlabelled(found), is_all)).collect();
        let known = oracle.map(|all| unlabelled(all.into_iter().collect()));
        let all =
            known.as_ref().or_else(|| counts.iter().find(|(_, is_all)| *is_all).map(|(found, _)| found));
        if let Some(all) = all {
            self.summary.exhausted += 1;
            for (found, is_all) in &counts {
                assert!(found.is_subset(all), "a solution that is none");
                assert!(!is_all || found.len() == all.len(), "{} of {} solutions", found.len(), all.len());
                let may_be_cut = found.len() == LIMIT as usize || !labels.is_empty();
                assert!(*is_all || may_be_cut, "stopped at {} solutions", found.len());
            }
        }
        let is_solvable = all.or(counts.first().map(|(found, _)| found)).map(|found| !found.is_empty());
        if let Some(is_solvable) = is_solvable {
            let is_known = matches!(report.end, End::Exhausted | End::LimitReached);
            assert!(!is_known || first.is_some() == is_solvable, "whether there is a solution");
        }
        if let (true, Some(all)) = (candidates.exact, all) {
            let masks = candidates.found.as_ref().map(|found| found.masks.clone());
            let but_labels = |masks: Vec<u64>| -> Vec<u64> {
                let cells = (0..).zip(masks).filter(|(cell, _)| !labels.contains(cell));
                cells.map(|(_, mask)| mask).collect()
            };
            assert_eq!(masks.map(but_labels), union(variant, all).map(but_labels), "true candidates");
        }
        if let Some(found) = &candidates.found {
            for values in &found.witnesses {
                assert!(check(variant, values).is_ok(), "a witness of candidates");
            }
        }
    }

    /// Returns the solutions that a search found and whether they are complete, unless it was given
    /// up.
    fn whole(&mut self, report: &Report, found: Found) -> Option<(Found, bool)> {
        assert_eq!(report.solutions, found.len() as u64, "solutions that were visited");
        let is_whole = matches!(report.end, End::Exhausted | End::LimitReached);
        self.summary.limited += u64::from(!is_whole);
        is_whole.then_some((found, report.end == End::Exhausted))
    }
}

/// Returns the cells with the labels of regions. Grids that differ only in labels count as one
/// solution.
fn labels(variant: &Variant) -> Vec<usize> {
    let has_regions = variant.constraints().iter().any(|constraint| constraint.name() == "ChaosConstruction");
    let cells = variant.board().group_cells("CC").filter(|_| has_regions);
    cells.unwrap_or_default().iter().map(|cell| cell.index()).collect()
}

/// Returns the values with labels renumbered in order of occurrence.
fn renumbered(mut values: Vec<u8>, labels: &[usize]) -> Vec<u8> {
    let mut met = Vec::new();
    for cell in labels {
        let label = values[*cell];
        let number = met.iter().position(|known| *known == label).unwrap_or(met.len());
        if number == met.len() {
            met.push(label);
        }
        values[*cell] = number as u8;
    }
    values
}

/// Returns a callback that collects solutions and checks that each is correct and occurs once.
fn take<'a>(variant: &'a Variant, found: &'a mut Found) -> impl FnMut(&[u8]) -> ControlFlow<()> + 'a {
    move |values| {
        if let Err(broken) = check(variant, values) {
            panic!("a wrong solution {values:?}: {broken}");
        }
        assert!(found.insert(values.to_vec()), "a solution that comes twice");
        ControlFlow::Continue(())
    }
}

/// Returns the values that each cell has in some solution, as masks; `None` if there is no
/// solution.
fn union(variant: &Variant, all: &Found) -> Option<Vec<u64>> {
    let values = variant.board().values();
    let mut masks = vec![0; variant.cell_count()];
    for grid in all {
        masks.iter_mut().zip(grid).for_each(|(mask, value)| *mask |= u64::from(values.mask(*value)));
    }
    (!all.is_empty()).then_some(masks)
}

#[test]
fn random_combinations_have_the_solutions_that_the_checker_accepts() {
    let first = setting("FARANDOLE_SEED").unwrap_or(0);
    let cases = setting("FARANDOLE_CASES").unwrap_or(CASES);
    let time = Duration::from_millis(setting("FARANDOLE_TIME").unwrap_or(100));
    let clock = Clock {
        start: Instant::now(),
        deadline: AtomicU64::new(0),
        cancel: AtomicBool::new(false),
        is_over: AtomicBool::new(false),
    };
    let (mut summary, mut failures) = (Summary::default(), Vec::new());
    std::thread::scope(|scope| {
        scope.spawn(|| clock.watch());
        for seed in first..first + cases {
            let ran = catch_unwind(AssertUnwindSafe(|| {
                let drawn = random_variant(&Sizes { side: 9, items: 5 }, &mut Random::new(seed));
                let clock = &clock;
                let mut case = Case { seed, time, clock, summary: &mut summary };
                let compared = catch_unwind(AssertUnwindSafe(|| case.compare(&drawn.variant)));
                compared.map_err(|panic| (drawn.text, message(&*panic)))
            }));
            summary.cases += 1;
            match ran {
                Ok(Ok(())) => {}
                Ok(Err((text, why))) => failures.push(format!("seed {seed}: {text}\n    {why}")),
                Err(panic) => failures.push(format!("seed {seed}: the reader: {}", message(&*panic))),
            }
            if failures.len() == 40 {
                break;
            }
        }
        clock.is_over.store(true, Ordering::Relaxed);
    });
    println!("{summary:#?}");
    assert!(failures.is_empty(), "{} of {} fail:\n{}", failures.len(), summary.cases, failures.join("\n"));
    assert!(summary.compared > summary.cases / 4, "{summary:?}");
}

/// Returns the message of a panic.
fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}
