//! Numbered attempts in parallel. They run in rounds of blocks, and results come in the order of
//! the numbers.

use farandole_search::{Alarm, guarded};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Target duration of a round of attempts, and the interval between progress reports.
const ROUND: Duration = Duration::from_millis(200);
/// Interval at which the time limit is checked during a round.
const POLL: Duration = Duration::from_millis(10);
/// Number of blocks per thread in a round.
const BLOCKS: u64 = 4;
/// Maximum number of attempts in a block.
const LARGEST_BLOCK: u64 = 1 << 13;

/// The usual [`patience`](Order::patience) of a run without a time limit.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Numbers of rejected attempts by reason.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rejected(BTreeMap<&'static str, u64>);

impl Rejected {
    /// Adds attempts that were rejected for a reason.
    pub fn add(&mut self, what: &'static str, count: u64) {
        if count > 0 {
            *self.0.entry(what).or_default() += count;
        }
    }

    /// Returns the reasons with their numbers of attempts, sorted by reason.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.0.iter().map(|(what, count)| (*what, *count))
    }
}

/// A generator that works in numbered attempts. The result of an attempt depends only on its
/// number.
pub trait Attempts: Sync {
    /// The result of a successful attempt.
    type Output: Send;

    /// Returns the minimum number of attempts to make together. Attempts that share vector lanes
    /// take less time.
    fn together(&self) -> u64 {
        1
    }

    /// Makes the attempts of these numbers. Returns the results with their numbers, in increasing
    /// order, and counts the rejected attempts. An attempt that is in progress when `stop` is set
    /// is dropped and not counted.
    fn attempts(
        &self,
        numbers: Range<u64>,
        stop: &AtomicBool,
        rejected: &mut Rejected,
    ) -> Vec<(u64, Self::Output)>;
}

/// A generator that makes its attempts one by one.
pub trait SingleAttempts: Sync {
    /// The result of a successful attempt.
    type Output: Send;

    /// Makes the attempt with this number. Returns the reason if it is rejected. The reason does not
    /// matter if `stop` is set.
    ///
    /// # Errors
    /// If the attempt is rejected or stopped.
    fn attempt(&self, number: u64, stop: &AtomicBool) -> Result<Self::Output, &'static str>;
}

impl<A: SingleAttempts> Attempts for A {
    type Output = A::Output;

    fn attempts(
        &self,
        numbers: Range<u64>,
        stop: &AtomicBool,
        rejected: &mut Rejected,
    ) -> Vec<(u64, A::Output)> {
        let mut all = Vec::new();
        for number in numbers {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            match self.attempt(number, stop) {
                Ok(made) => all.push((number, made)),
                Err(_) if stop.load(Ordering::Relaxed) => break,
                Err(reason) => rejected.add(reason, 1),
            }
        }
        all
    }
}

/// The limits of a run.
#[derive(Clone, Debug)]
pub struct Order {
    /// Number of results after which the run stops.
    pub count: u64,
    /// Number of attempts after which the run stops.
    pub tries: u64,
    /// Time after which the run stops, even within an attempt; `None` means no limit.
    pub time: Option<Duration>,
    /// Time without a result after which the run stops, even within an attempt; `None` means no limit.
    pub patience: Option<Duration>,
    /// Number of threads, or `None` for one per core.
    pub threads: Option<NonZeroUsize>,
}

impl Default for Order {
    /// Returns limits for one result, without any other limit.
    fn default() -> Self {
        Self { count: 1, tries: u64::MAX, time: None, patience: None, threads: None }
    }
}

/// The progress of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Number of results.
    pub made: u64,
    /// Number of attempts.
    pub tries: u64,
    /// Numbers of rejected attempts, by reason. Attempts are counted in whole rounds, so attempts after the last
    /// result may be included.
    pub rejected: Rejected,
}

/// Returns a pool of this many threads, or of one thread per core for `None`.
pub(crate) fn threads(count: Option<NonZeroUsize>) -> io::Result<rayon::ThreadPool> {
    let count = count.map_or(0, NonZeroUsize::get);
    rayon::ThreadPoolBuilder::new().num_threads(count).build().map_err(io::Error::other)
}

/// Makes attempts, numbered from 0, until enough have succeeded. Passes the results to `take` in
/// the order of the numbers. `watch` receives the progress about five times a second, even within
/// an attempt. The run ends early if either callback breaks.
///
/// # Errors
/// If threads cannot be started.
// long: the threads of a run share the state that their closures capture
pub fn run<A: Attempts>(
    order: &Order,
    attempts: &A,
    take: &mut (dyn FnMut(A::Output) -> ControlFlow<()> + Send),
    watch: &mut (dyn FnMut(&Progress) -> ControlFlow<()> + Send),
) -> io::Result<Progress> {
    let pool = threads(order.threads)?;
    let alarm = Alarm::after(order.time);
    let mut progress = Progress::default();
    let (mut size, mut next, mut last_result) = (1, 0_u64, Instant::now());
    while progress.made < order.count && next < order.tries && !alarm.is_over() {
        let round = Instant::now();
        let end = next.saturating_add(BLOCKS * pool.current_num_threads() as u64 * size).min(order.tries);
        let starts: Vec<u64> = (next..end).step_by(size as usize).collect();
        let (made, tried) = (AtomicU64::new(0), AtomicU64::new(0));
        let work = |stop: &AtomicBool, first: u64| {
            let (all, rejected) = isolated(attempts, first..(first + size).min(end), stop);
            made.fetch_add(all.len() as u64, Ordering::Relaxed);
            let counted = all.len() as u64 + rejected.iter().map(|(_, count)| count).sum::<u64>();
            tried.fetch_add(counted.min(size), Ordering::Relaxed);
            (all, rejected)
        };
        let so_far = || Progress {
            made: (progress.made + made.load(Ordering::Relaxed)).min(order.count),
            tries: next + tried.load(Ordering::Relaxed),
            rejected: progress.rejected.clone(),
        };
        let task = |stop: &AtomicBool| -> Vec<_> {
            pool.install(|| starts.into_par_iter().map(|first| work(stop, first)).collect())
        };
        let is_over = || {
            let is_waiting = order.patience.is_some_and(|most| last_result.elapsed() >= most);
            alarm.is_over() || is_waiting && made.load(Ordering::Relaxed) == 0
        };
        let (results, is_stopped) = watched(task, &is_over, &mut || watch(&so_far()));
        if made.load(Ordering::Relaxed) > 0 {
            last_result = Instant::now();
        }
        for (all, rejected) in results {
            rejected.iter().for_each(|(what, count)| progress.rejected.add(what, count));
            for (number, made) in all {
                if progress.made == order.count {
                    break;
                }
                progress.made += 1;
                progress.tries = number + 1;
                if take(made).is_break() {
                    return Ok(progress);
                }
            }
        }
        if is_stopped {
            progress.tries = next + tried.into_inner();
            break;
        }
        next = end;
        if progress.made < order.count {
            progress.tries = next;
        }
        if watch(&progress).is_break() {
            break;
        }
        size = next_size(size, attempts.together(), round.elapsed());
    }
    Ok(progress)
}

/// Makes the attempts of these numbers. An attempt that panics is counted as rejected; the others
/// are still made.
fn isolated<A: Attempts>(
    attempts: &A,
    numbers: Range<u64>,
    stop: &AtomicBool,
) -> (Vec<(u64, A::Output)>, Rejected) {
    let make = |numbers: Range<u64>| {
        guarded(|| {
            let mut rejected = Rejected::default();
            (attempts.attempts(numbers, stop, &mut rejected), rejected)
        })
    };
    make(numbers.clone()).unwrap_or_else(|_| {
        let (mut all, mut total) = (Vec::new(), Rejected::default());
        for number in numbers {
            match make(number..number + 1) {
                Ok((made, rejected)) => {
                    all.extend(made);
                    rejected.iter().for_each(|(what, count)| total.add(what, count));
                }
                Err(_) => total.add("an internal error", 1),
            }
        }
        (all, total)
    })
}

/// Returns the block size of the next round, given the duration of the last one.
fn next_size(size: u64, least: u64, time: Duration) -> u64 {
    if time < ROUND / 2 || size < least {
        (2 * size).min(LARGEST_BLOCK)
    } else if time > 2 * ROUND {
        (size / 2).max(least)
    } else {
        size
    }
}

/// Runs a task and calls `watch` about five times a second. Sets the stop flag of the task when the
/// time is over or `watch` breaks. Returns the result and true if the flag was set.
fn watched<T: Send>(
    task: impl FnOnce(&AtomicBool) -> T + Send,
    is_over: &dyn Fn() -> bool,
    watch: &mut dyn FnMut() -> ControlFlow<()>,
) -> (T, bool) {
    let stop = AtomicBool::new(is_over());
    let (done, finished) = mpsc::channel();
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let answer = task(&stop);
            let _ = done.send(());
            answer
        });
        let mut last_report = Instant::now();
        while finished.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
            let is_time = last_report.elapsed() >= ROUND;
            if is_over() || (is_time && watch().is_break()) {
                stop.store(true, Ordering::Relaxed);
            }
            if is_time {
                last_report = Instant::now();
            }
        }
        let answer = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        (answer, stop.load(Ordering::Relaxed))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every seventh attempt succeeds.
    struct Sevenths;

    impl Attempts for Sevenths {
        type Output = u64;

        fn attempts(&self, numbers: Range<u64>, _: &AtomicBool, rejected: &mut Rejected) -> Vec<(u64, u64)> {
            let all = numbers.end - numbers.start;
            let made: Vec<_> =
                numbers.filter(|number| number % 7 == 6).map(|number| (number, number)).collect();
            rejected.add("not a seventh", all - made.len() as u64);
            made
        }
    }

    #[test]
    fn results_come_by_number_whatever_the_threads() {
        for threads in [1, 2, 3] {
            let mut taken = Vec::new();
            let order = Order { count: 1000, threads: NonZeroUsize::new(threads), ..Order::default() };
            let progress = run(
                &order,
                &Sevenths,
                &mut |number| {
                    taken.push(number);
                    ControlFlow::Continue(())
                },
                &mut |_| ControlFlow::Continue(()),
            );
            assert!(taken.iter().copied().eq((0..1000).map(|k| 7 * k + 6)));
            let progress = progress.unwrap();
            assert_eq!((progress.made, progress.tries), (1000, 7000));
        }
    }

    #[test]
    fn an_attempt_that_panics_costs_the_others_nothing() {
        struct Broken;

        impl Attempts for Broken {
            type Output = u64;

            fn attempts(
                &self,
                numbers: Range<u64>,
                stop: &AtomicBool,
                rejected: &mut Rejected,
            ) -> Vec<(u64, u64)> {
                assert!(!numbers.contains(&20), "attempt 20");
                Sevenths.attempts(numbers, stop, rejected)
            }
        }

        let order = Order { count: u64::MAX, tries: 700, ..Order::default() };
        let mut taken = Vec::new();
        let take = &mut |number| {
            taken.push(number);
            ControlFlow::Continue(())
        };
        let progress = run(&order, &Broken, take, &mut |_| ControlFlow::Continue(())).unwrap();
        assert!(taken.iter().copied().eq((0..100).map(|k| 7 * k + 6).filter(|number| *number != 20)));
        assert!(progress.rejected.iter().any(|rejected| rejected == ("an internal error", 1)));
    }

    #[test]
    fn a_budget_ends_a_run_that_finds_too_few() {
        let order = Order { count: 1000, tries: 700, ..Order::default() };
        let going = &mut |_: &Progress| ControlFlow::Continue(());
        let progress = run(&order, &Sevenths, &mut |_| ControlFlow::Continue(()), going).unwrap();
        assert_eq!((progress.made, progress.tries), (100, 700));
        assert!(progress.rejected.iter().eq([("not a seventh", 600)]));
    }

    #[test]
    fn a_watcher_ends_a_run_between_two_rounds() {
        let order = Order { count: u64::MAX, threads: NonZeroUsize::new(2), ..Order::default() };
        let mut rounds = 0;
        let watch = &mut |_: &Progress| {
            rounds += 1;
            if rounds == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let progress = run(&order, &Sevenths, &mut |_| ControlFlow::Continue(()), watch).unwrap();
        assert_eq!(progress.made, progress.tries / 7);
        assert_eq!(rounds, 3);
    }

    /// An attempt that runs until it is stopped.
    struct Endless;

    impl Attempts for Endless {
        type Output = ();

        fn attempts(&self, _: Range<u64>, stop: &AtomicBool, _: &mut Rejected) -> Vec<(u64, ())> {
            while !stop.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            Vec::new()
        }
    }

    #[test]
    fn a_time_limit_and_a_watcher_end_a_run_within_an_attempt() {
        let order = Order {
            time: Some(Duration::from_millis(50)),
            threads: NonZeroUsize::new(2),
            ..Order::default()
        };
        let take = &mut |()| ControlFlow::Continue(());
        let progress = run(&order, &Endless, take, &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!((progress.made, progress.tries), (0, 0), "what was dropped is not counted");
        let patient = Order { time: None, patience: order.time, ..order.clone() };
        let progress = run(&patient, &Endless, take, &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!((progress.made, progress.tries), (0, 0), "no result within the patience");
        let mut looks = 0;
        let watch = &mut |_: &Progress| {
            looks += 1;
            if looks == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        run(&Order { time: None, ..order }, &Endless, &mut |()| ControlFlow::Continue(()), watch).unwrap();
        assert_eq!(looks, 2);
    }
}
