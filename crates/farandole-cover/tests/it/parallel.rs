//! Tests that compare searches on several threads with searches on one thread.
#![cfg(feature = "std")]

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use crate::common::{self, bounded, problems};
use farandole_cover::{Config, End, Event, Goal, ParallelSearch, Part, Search, generate};
use proptest::prelude::*;

/// Returns the solutions that a parallel search delivers, the reason why it stopped, and its number of nodes.
fn all(parallel: &ParallelSearch, search: &Search, parts: Vec<Part>) -> (Vec<Vec<u32>>, End, u64) {
    let mut all = Vec::new();
    let run = parallel.run(search, parts, |event| {
        if let Event::Solution(options) = event {
            all.push(options.to_vec());
        }
        ControlFlow::Continue(())
    });
    let (end, stats) = run.unwrap();
    (all, end, stats.nodes)
}

#[test]
fn order_and_nodes_do_not_depend_on_the_number_of_threads() {
    for problem in
        [generate::langford(8).unwrap(), generate::queens(9).unwrap(), generate::dominoes(6, 6).unwrap()]
    {
        let mut search = Search::new(&problem).unwrap();
        let expected: Vec<_> = search.solutions(Config::new()).collect();
        let nodes = search.stats().nodes;
        for threads in 1..=4 {
            let parallel = ParallelSearch { threads, wanted: Goal::All, budget: None };
            let run = all(&parallel, &search, vec![Part::whole()]);
            assert_eq!(run, (expected.clone(), End::Exhausted, nodes), "{threads} threads");
            let counting = ParallelSearch { wanted: Goal::Count, ..parallel };
            let (_, stats) =
                counting.run(&search, vec![Part::whole()], |_| ControlFlow::Continue(())).unwrap();
            assert_eq!(stats, search.stats());
        }
    }
}

#[test]
fn stopped_runs_continue_from_their_last_snapshot() {
    let search = Search::new(&generate::queens(9).unwrap()).unwrap();
    let expected: Vec<_> = search.clone().solutions(Config::new()).collect();
    for (threads, budget) in [(1, 1), (1, 500), (2, 700), (3, 2_000)] {
        let parallel = ParallelSearch { threads, wanted: Goal::All, budget: Some(budget) };
        let (mut found, mut parts, mut rounds) = (Vec::new(), vec![Part::whole()], 0);
        loop {
            let mut last = None;
            let (end, _) = parallel
                .run(&search, parts, |event| {
                    match event {
                        Event::Solution(options) => found.push(options.to_vec()),
                        Event::Tick(snapshot) => {
                            assert!((0.0..=1.000_001).contains(&snapshot.remaining()));
                            last = Some(snapshot.parts().1);
                        }
                    }
                    ControlFlow::Continue(())
                })
                .unwrap();
            if end == End::Exhausted {
                break;
            }
            assert_eq!(end, End::BudgetSpent);
            parts = last.expect("the last event is a tick");
            rounds += 1;
        }
        assert!(rounds > 0);
        assert_eq!(found, expected);
    }
}

/// Tests a caller that takes longer for a solution than the search. It must still receive ticks, and
/// solutions must not fill the memory.
#[test]
fn the_search_waits_for_a_slow_caller() {
    let search = Search::new(&generate::queens(12).unwrap()).unwrap();
    let parallel = ParallelSearch { threads: 1, wanted: Goal::All, budget: None };
    let (mut passed_on, mut last_tick) = (0_u64, 0);
    let run = parallel.run(&search, vec![Part::whole()], |event| {
        match event {
            Event::Solution(_) => {
                passed_on += 1;
                // Within 0.1 s, the minimum time between ticks, the caller takes about 500 solutions. A batch
                // of at most 2^14 / 12 solutions may be delivered before the next tick.
                assert!(passed_on - last_tick <= 2_200, "{passed_on} without a tick since {last_tick}");
                thread::sleep(Duration::from_micros(200));
            }
            Event::Tick(snapshot) => {
                // The backlog consists of a batch, the solutions that the thread has recorded, and those of
                // one more stretch.
                let backlog = snapshot.stats().solutions - passed_on;
                assert!(backlog <= 4_096, "{backlog} solutions wait");
                last_tick = passed_on;
            }
        }
        if passed_on < 8_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(run.unwrap().0, End::Stopped);
}

#[test]
fn a_callback_can_stop_the_search() {
    let search = Search::new(&generate::langford(8).unwrap()).unwrap();
    let expected: Vec<_> = search.clone().solutions(Config::new()).take(7).collect();
    let parallel = ParallelSearch { threads: 2, wanted: Goal::All, budget: None };
    let mut found = Vec::new();
    let run = parallel.run(&search, vec![Part::whole()], |event| {
        if let Event::Solution(options) = event {
            found.push(options.to_vec());
        }
        if found.len() == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(run.unwrap().0, End::Stopped);
    assert_eq!(found, expected);
}

#[test]
fn parts_of_another_problem_are_refused() {
    let search = Search::new(&generate::queens(4).unwrap()).unwrap();
    let part = Part { position: "r0,99.1.0".parse().unwrap(), found: vec![] };
    let parallel = ParallelSearch { threads: 2, wanted: Goal::Count, budget: None };
    assert!(parallel.run(&search, vec![part], |_| ControlFlow::Continue(())).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn small_problems_of_every_kind_are_searched_alike(
        raw in problems(),
        bounds in bounded(),
        budget in prop::option::of(1_u64..20),
    ) {
        let problem = common::with_bounds(&raw, &bounds);
        let search = Search::new(&problem).unwrap();
        let expected: Vec<_> = search.clone().solutions(Config::new()).collect();
        let one = all(&ParallelSearch { threads: 1, wanted: Goal::All, budget }, &search, vec![Part::whole()]);
        if budget.is_none() {
            prop_assert_eq!(&one.0, &expected);
        }
        prop_assert!(budget.is_none_or(|budget| one.2 <= budget));
        let two = all(&ParallelSearch { threads: 2, wanted: Goal::All, budget: None }, &search, vec![Part::whole()]);
        prop_assert_eq!(two.0, expected);
    }
}
