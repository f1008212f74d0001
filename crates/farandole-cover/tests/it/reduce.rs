//! Tests that compare reduced problems, splits and estimates with brute force.

use crate::common::{self, bounded, brute_all, problems, sorted};
use farandole_cover::{
    Config, End, Keep, Learner, Problem, Random, Search, cheapest, generate, reduce, split,
};
use proptest::prelude::*;

fn solutions(problem: &Problem, back: impl Fn(&[u32]) -> Vec<u32>) -> Vec<Vec<u32>> {
    let mut search = Search::new(problem).unwrap();
    let mut all: Vec<_> = search.solutions(Config::new()).map(|solution| sorted(back(&solution))).collect();
    all.sort();
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn smaller_problems_have_the_same_solutions(
        raw in problems(),
        bounds in bounded(),
        work in prop_oneof![Just(u64::MAX), 0_u64..200],
    ) {
        let problem = common::with_bounds(&raw, &bounds);
        let reduced = reduce(&problem, Keep::All, work).unwrap();
        prop_assert!(work < u64::MAX || reduced.removed.is_complete);
        prop_assert!(reduced.removed.dominated.is_empty());
        prop_assert_eq!(
            solutions(&reduced.problem, |solution| reduced.restore(solution)),
            brute_all(&raw, &bounds)
        );
        let gone = reduced.removed.forced.len() + reduced.removed.impossible.len();
        prop_assert!(
            reduced.removed.uncoverable.is_some()
                || gone + reduced.options.len() == problem.options() as usize
        );
        // A second reduction removes nothing.
        if work == u64::MAX && reduced.removed.uncoverable.is_none() {
            let again = reduce(&reduced.problem, Keep::All, work).unwrap().removed;
            prop_assert_eq!((again.forced, again.impossible), (vec![], vec![]));
        }
    }

    #[test]
    fn smaller_problems_with_forced_options_have_the_same_costs(
        raw in problems(),
        bounds in bounded(),
        costs in prop::collection::vec(0_u64..6, 14),
    ) {
        let problem = common::with_bounds(&raw, &bounds).with_costs(|option| costs[option as usize]);
        let reduced = reduce(&problem, Keep::All, u64::MAX).unwrap();
        let smaller = reduced.with_forced(&problem).unwrap().renumbered();
        prop_assert!(smaller.primary_items() > 0);
        let mut text = String::new();
        farandole_cover::format::write_knuth(&smaller, &mut text).unwrap();
        let smaller = farandole_cover::format::parse(text.as_bytes(), None).unwrap().problem;
        let cost = |of: &Problem, all: Vec<Vec<u32>>| {
            let costs = all.iter().map(|s| (s.len(), s.iter().map(|&option| of.cost(option)).sum::<u64>()));
            let mut costs: Vec<_> = costs.collect();
            costs.sort_unstable();
            costs
        };
        let found = solutions(&smaller, <[u32]>::to_vec);
        prop_assert_eq!(cost(&smaller, found), cost(&problem, brute_all(&raw, &bounds)));
    }

    #[test]
    fn smaller_problems_keep_the_best(
        raw in problems(),
        bounds in bounded(),
        costs in prop::collection::vec(0_u64..6, 14),
    ) {
        let problem = common::with_bounds(&raw, &bounds).with_costs(|option| costs[option as usize]);
        let all = brute_all(&raw, &bounds);
        let cost = |options: &[u32]| options.iter().map(|&o| costs[o as usize]).sum::<u64>();
        let reduced = reduce(&problem, Keep::Best, u64::MAX).unwrap();
        let left = solutions(&reduced.problem, |solution| reduced.restore(solution));
        prop_assert!(left.iter().all(|solution| all.contains(solution)));
        prop_assert_eq!(left.iter().map(|s| cost(s)).min(), all.iter().map(|s| cost(s)).min());
        prop_assert_eq!(left.iter().map(|s| s.len()).min(), all.iter().map(|s| s.len()).min());
        let best = cheapest(&reduced.problem, 1, None, &Config::new()).unwrap().best;
        let best = best.first().map(|best| cost(&reduced.restore(&best.1)));
        prop_assert_eq!(best, all.iter().map(|s| cost(s)).min());
    }

    #[test]
    fn learning_finds_a_solution_if_there_is_one(raw in problems(), hold in prop::option::of(1_u64..3)) {
        let problem = common::with_bounds(&raw, &[]);
        let all = brute_all(&raw, &[]);
        let mut learner = Learner::new(&problem).unwrap();
        let mut budget = hold;
        let first = loop {
            let config = budget.map_or(Config::new(), |budget| Config::new().budget(budget));
            let first = learner.run(&config);
            if first.end != End::BudgetSpent {
                break first;
            }
            budget = hold.map(|hold| first.conflicts + hold);
        };
        match first.solution {
            Some(solution) => prop_assert!(first.end == End::LimitReached && all.contains(&solution)),
            None => prop_assert!(first.end == End::Exhausted && all.is_empty()),
        }
    }

    #[test]
    fn pieces_have_each_solution_once(raw in problems(), bounds in bounded(), count in 0_usize..7) {
        let problem = common::with_bounds(&raw, &bounds);
        let pieces = split(&problem, count).unwrap();
        prop_assert!(!pieces.is_empty() && pieces.len() <= count.max(1));
        let mut all = Vec::new();
        for piece in &pieces {
            all.extend(solutions(&piece.problem, |solution| {
                solution.iter().map(|&option| piece.options[option as usize]).collect()
            }));
        }
        all.sort();
        prop_assert_eq!(all, brute_all(&raw, &bounds));
    }

    #[test]
    fn estimates_are_right_on_average(raw in problems(), bounds in bounded(), seed in 0_u64..10) {
        let problem = common::with_bounds(&raw, &bounds);
        let mut search = Search::new(&problem).unwrap();
        let count = search.count(u64::MAX, &Config::new()).solutions as f64;
        let nodes = search.stats().nodes as f64;
        let estimate = search.estimate(3000, &mut Random::new(seed), &Config::new());
        // The tolerance is eight standard errors, plus rounding errors for trees in which all paths are alike.
        let near = |mean: farandole_cover::Mean, value: f64| {
            (mean.value - value).abs() <= 8.0 * mean.variance.sqrt() + 1e-9 * value
        };
        prop_assert!(near(estimate.solutions, count), "{count} {estimate:?}");
        prop_assert!(near(estimate.nodes, nodes), "{nodes} {estimate:?}");
        // The estimate has not changed the search.
        prop_assert_eq!(search.count(u64::MAX, &Config::new()).solutions as f64, count);
        prop_assert_eq!(search.stats().nodes as f64, nodes);
    }
}

#[test]
fn problems_are_split_into_as_many_pieces_as_requested() {
    let problem = generate::queens(8).unwrap();
    for count in [1, 2, 3, 16, 100] {
        let pieces = split(&problem, count).unwrap();
        assert_eq!(pieces.len(), count);
        let counts = pieces
            .iter()
            .map(|piece| Search::new(&piece.problem).unwrap().count(u64::MAX, &Config::new()).solutions);
        assert_eq!(counts.sum::<u64>(), 92);
    }
}

#[test]
fn learning_agrees_with_search_on_harder_problems() {
    for seed in 0..30 {
        let problem = generate::latin(14, 85, &mut Random::new(seed)).unwrap();
        let first = Learner::new(&problem).unwrap().run(&Config::new());
        let solution = first.solution.unwrap();
        let mut search = Search::new(&problem).unwrap();
        solution.iter().for_each(|&option| search.select(option).unwrap());
        assert_eq!(search.count(2, &Config::new()).solutions, 1);
        // Without 40 of the options of this solution, there may be no solution. A search decides.
        let order: Vec<u32> =
            (0..problem.options()).filter(|option| !solution[..40].contains(option)).collect();
        let less = problem.reordered(&order);
        let found = Learner::new(&less).unwrap().run(&Config::new()).solution.is_some();
        let mut search = Search::new(&less).unwrap();
        assert_eq!(search.count(1, &Config::new()).solutions == 1, found);
    }
}

#[test]
fn a_cancelled_estimate_stops_after_two_paths() {
    let mut search = Search::new(&generate::queens(8).unwrap()).unwrap();
    let stop = core::sync::atomic::AtomicBool::new(true);
    let estimate = search.estimate(u64::MAX, &mut Random::new(1), &Config::new().cancel(&stop));
    assert_eq!(estimate.dives, 2);
    assert!(estimate.nodes.variance.is_finite());
}
