//! Numbered attempts in parallel: rounds of blocks, results in the order of the numbers.

use crate::pipeline::{guarded, threads};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

/// How long a round of attempts should take.
const ROUND: Duration = Duration::from_millis(200);
/// Blocks of a round for each thread.
const BLOCKS: u64 = 4;
/// A block has at most so many attempts.
const LARGEST_BLOCK: u64 = 1 << 13;

/// How many attempts came to nothing, by what they fell at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rejected(BTreeMap<&'static str, u64>);

impl Rejected {
    /// Counts attempts that fell at something.
    pub fn add(&mut self, what: &'static str, count: u64) {
        if count > 0 {
            *self.0.entry(what).or_default() += count;
        }
    }

    /// What attempts fell at, with their number, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.0.iter().map(|(what, count)| (*what, *count))
    }
}

/// Something made by numbered attempts. What an attempt makes depends on its number alone.
pub trait Attempts: Sync {
    /// What a successful attempt makes.
    type Made: Send;

    /// How many attempts should be made together at least: searches that share lanes are cheaper by that.
    fn together(&self) -> u64 {
        1
    }

    /// Makes the attempts of these numbers. Gives what came of them with the numbers, rising, and counts the others.
    fn attempts(&self, numbers: Range<u64>, rejected: &mut Rejected) -> Vec<(u64, Self::Made)>;
}

/// How much is wanted.
#[derive(Clone, Debug)]
pub struct Order {
    /// Stop after so many.
    pub count: u64,
    /// Stop after so many attempts.
    pub tries: u64,
    /// Stop after this time; looked at a few times a second.
    pub time: Option<Duration>,
    /// How many threads; one for each core when `None`.
    pub threads: Option<NonZeroUsize>,
}

impl Default for Order {
    /// One, however long it takes.
    fn default() -> Self {
        Self { count: 1, tries: u64::MAX, time: None, threads: None }
    }
}

/// How far a run is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// How many were made.
    pub made: u64,
    /// How many attempts there were.
    pub tries: u64,
    /// Where the other attempts fell; as of whole rounds, so the last attempts behind the last puzzle may be among them.
    pub rejected: Rejected,
}

/// Makes attempts from number 0 on until enough have succeeded, and gives each result to `take` in the order of the numbers,
/// until it breaks. `watch` hears about five times a second how far it is, and may break too.
///
/// # Errors
/// If threads can't be started.
pub fn run<A: Attempts>(
    order: &Order,
    attempts: &A,
    take: &mut (dyn FnMut(A::Made) -> ControlFlow<()> + Send),
    watch: &mut (dyn FnMut(&Progress) -> ControlFlow<()> + Send),
) -> io::Result<Progress> {
    let pool = threads(order.threads.map(NonZeroUsize::get))?;
    let start = Instant::now();
    let mut progress = Progress::default();
    let blocks = BLOCKS * pool.current_num_threads() as u64;
    let (mut size, mut next) = (1, 0_u64);
    while progress.made < order.count
        && next < order.tries
        && order.time.is_none_or(|time| start.elapsed() < time)
    {
        let round = Instant::now();
        let end = next.saturating_add(blocks * size).min(order.tries);
        let work = |first: u64| isolated(attempts, first..(first + size).min(end));
        let starts: Vec<u64> = (next..end).step_by(size as usize).collect();
        let results: Vec<_> = pool.install(|| starts.into_par_iter().map(work).collect());
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
        next = end;
        if progress.made < order.count {
            progress.tries = next;
        }
        if watch(&progress).is_break() {
            break;
        }
        let least = attempts.together();
        if round.elapsed() < ROUND / 2 || size < least {
            size = (2 * size).min(LARGEST_BLOCK);
        } else if round.elapsed() > 2 * ROUND {
            size = (size / 2).max(least);
        }
    }
    Ok(progress)
}

/// Makes the attempts of these numbers. An attempt that panics comes to nothing, and the others are made.
fn isolated<A: Attempts>(attempts: &A, numbers: Range<u64>) -> (Vec<(u64, A::Made)>, Rejected) {
    let make = |numbers: Range<u64>| {
        guarded(|| {
            let mut rejected = Rejected::default();
            (attempts.attempts(numbers, &mut rejected), rejected)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Every seventh attempt succeeds.
    struct Sevenths;

    impl Attempts for Sevenths {
        type Made = u64;

        fn attempts(&self, numbers: Range<u64>, rejected: &mut Rejected) -> Vec<(u64, u64)> {
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
            type Made = u64;

            fn attempts(&self, numbers: Range<u64>, rejected: &mut Rejected) -> Vec<(u64, u64)> {
                assert!(!numbers.contains(&20), "attempt 20");
                Sevenths.attempts(numbers, rejected)
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
}
