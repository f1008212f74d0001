//! Random options on mutated input: no panic, no wrong answer, and no run that exceeds its time
//! limit by much.
//!
//! Options come from the definition of the command line, so that new options are included
//! automatically. Input comes from `testdata` and from the generator of random variants.
//! `FARANDOLE_RUNS` sets the number of runs, `FARANDOLE_SEED` the first seed, and
//! `FARANDOLE_THREADS` the number of concurrent runs. `FARANDOLE_PROGRAM` names another build of
//! the command. Files that a run writes stay in a directory of its own; the directories of failed
//! runs are kept and reported.

use crate::stress_support::{Ended, Run, Samples};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Default number of runs.
const RUNS: u64 = 60;
/// Permitted overrun of the time limit.
const GRACE: Duration = Duration::from_millis(500);

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Results of the runs.
#[derive(Default, Debug)]
struct Summary {
    runs: u64,
    /// Numbers of runs by exit code.
    codes: std::collections::BTreeMap<i32, u64>,
    /// Runs with a time limit.
    limited: u64,
    /// Runs of commands without a time limit that were killed.
    killed: u64,
    /// The longest overrun.
    worst_overrun: Duration,
    slow: Vec<String>,
    failures: Vec<String>,
}

impl Summary {
    fn add(&mut self, run: &Run, ended: &Ended) -> bool {
        self.runs += 1;
        *self.codes.entry(ended.code.unwrap_or(-1)).or_default() += 1;
        self.limited += u64::from(run.limit.is_some());
        let defect = ended.defect(run);
        let overrun = run.limit.map(|limit| ended.time.saturating_sub(limit));
        self.worst_overrun = self.worst_overrun.max(overrun.unwrap_or_default());
        let is_slow = overrun.is_some_and(|overrun| overrun > GRACE);
        if run.limit.is_none() && ended.code.is_none() {
            self.killed += 1;
        }
        if let Some(defect) = &defect {
            self.failures.push(format!("{defect}\n    {run}"));
        }
        if is_slow {
            self.slow.push(format!("{:?} after its limit\n    {run}", overrun.unwrap_or_default()));
        }
        defect.is_some() || is_slow
    }
}

#[test]
fn random_options_on_mutated_input_end_well_and_in_time() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("stress-{}", std::process::id()));
    let first = setting("FARANDOLE_SEED").unwrap_or(0);
    let runs = setting("FARANDOLE_RUNS");
    let samples = Samples::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata"));
    let next = AtomicU64::new(first);
    let end = first + runs.unwrap_or(RUNS);
    let summary = Mutex::new(Summary::default());
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end {
                break;
            }
            let folder: PathBuf = root.join(seed.to_string());
            let run = Run::draw(seed, &samples, &folder);
            let mut ended = run.start();
            for _ in 0..2 {
                // A busy machine slows runs down too.
                if run.limit.is_some_and(|limit| ended.time > limit + GRACE) && ended.defect(&run).is_none() {
                    let again = run.start();
                    ended = if again.time < ended.time { again } else { ended };
                }
            }
            let is_kept = summary.lock().expect("no thread panicked").add(&run, &ended);
            if !is_kept {
                let _ = std::fs::remove_dir_all(&folder);
            }
        }
    };
    std::thread::scope(|scope| {
        (0..setting("FARANDOLE_THREADS").unwrap_or(1)).for_each(|_| drop(scope.spawn(work)));
    });
    let summary = summary.into_inner().expect("no thread panicked");
    println!(
        "{} runs, exit codes {:?}, {} with a time limit, {} ended from outside; worst overrun {:?}",
        summary.runs, summary.codes, summary.limited, summary.killed, summary.worst_overrun
    );
    let slow = summary.slow.join("\n");
    println!("{} slow:\n{slow}", summary.slow.len());
    let failures = summary.failures.join("\n");
    assert!(summary.failures.is_empty(), "{} failures:\n{failures}", summary.failures.len());
    // Among many other tests a few runs may be slow; a dedicated stress run must keep the time
    // limits.
    assert!(runs.is_none() || summary.slow.is_empty(), "{} slow:\n{slow}", summary.slow.len());
}
