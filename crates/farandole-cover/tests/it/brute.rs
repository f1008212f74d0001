//! Tests that compare the search with brute force on random small problems.

use std::ops::ControlFlow;

use crate::common::{brute, brute_bounds, build, entry, methods, problems, sorted};
use farandole_cover::{
    Bounds, Config, Counter, Diagram, DiagramBuilder, End, Entry, Method, Problem, Search, Step, cheapest,
};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn multiplicities_are_kept(
        (primary, secondary, mut rows) in problems(),
        bounds in prop::collection::vec((0_u32..3, 0_u32..3), 6),
        selected in prop::option::of(0_u32..9),
    ) {
        rows.truncate(9);
        let cost = |option: u32| u64::from(option * 7 % 5);
        let mut builder = Problem::builder();
        builder.primary_unnamed(primary).unwrap();
        builder.secondary_unnamed(secondary).unwrap();
        let bounds: Vec<Bounds> = bounds[..primary as usize]
            .iter()
            .map(|&(low, more)| Bounds { low, high: (low + more).max(1) })
            .collect();
        for (item, &bounds) in bounds.iter().enumerate() {
            builder.set_bounds(item as u32, bounds).unwrap();
        }
        for row in &rows {
            let entries: Vec<Entry> = row.iter().map(entry).collect();
            let option = builder.option_with_colors(&entries).unwrap();
            builder.set_cost(option, cost(option)).unwrap();
        }
        let all = brute_bounds(&bounds, &rows);
        let problem = builder.build();
        let mut search = Search::new(&problem).unwrap();
        let mut found: Vec<_> = search.solutions(Config::new()).map(sorted).collect();
        found.sort();
        prop_assert_eq!(&found, &all);

        let fewest = all.iter().map(|s| s.len()).min();
        let answer = search.fewest(None, &Config::new());
        prop_assert_eq!(answer.end, End::Exhausted);
        prop_assert_eq!(answer.best.map(|best| best.len()), fewest);

        let least = all.iter().map(|s| s.iter().map(|&o| u128::from(cost(o))).sum::<u128>()).min();
        let answer = cheapest(&problem, 1, None, &Config::new()).unwrap();
        prop_assert_eq!(answer.best.first().map(|best| best.0), least);

        if let Some(option) = selected && search.select(option).is_ok() {
            let expected: Vec<_> = all.iter().filter(|s| s.contains(&option)).cloned().collect();
            let mut found: Vec<_> = search.solutions(Config::new()).map(sorted).collect();
            found.sort();
            prop_assert_eq!(found, expected);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Compares a problem with an extension of the same problem by many items, one of which may have many options.
    /// The additional items and options exercise other parts of the backends.
    #[test]
    fn many_items_and_long_items_change_nothing(
        (primary, secondary, mut rows) in problems(),
        bounds in prop::collection::vec((0_u32..3, 0_u32..3), 6),
        more in prop_oneof![Just(0_u32), Just(20), Just(140)],
        long in prop_oneof![Just(1_u32), Just(253), Just(254), Just(300)],
        exact in any::<bool>(),
    ) {
        rows.truncate(6);
        let bounds: Vec<Bounds> = bounds[..primary as usize]
            .iter()
            .map(|&(low, more)| if exact { Bounds::ONE } else { Bounds { low, high: (low + more).max(1) } })
            .collect();
        let all = brute_bounds(&bounds, &rows);

        let mut builder = Problem::builder();
        builder.primary_unnamed(primary + more + 1).unwrap();
        builder.secondary_unnamed(secondary).unwrap();
        for (item, &bounds) in bounds.iter().enumerate() {
            builder.set_bounds(item as u32, bounds).unwrap();
        }
        for row in &rows {
            let moved = row.iter().map(|&(item, color)| {
                (if item < primary { item } else { item + more + 1 }, color)
            });
            let entries: Vec<Entry> = moved.map(|pair| entry(&pair)).collect();
            builder.option_with_colors(&entries).unwrap();
        }
        for item in primary..primary + more {
            builder.option(&[item]).unwrap();
        }
        for _ in 0..long {
            builder.option(&[primary + more]).unwrap();
        }
        let problem = builder.build();
        let mut search = Search::with_method(&problem, Method::Bitset).unwrap();
        let count = search.count(u64::MAX, &Config::new());
        prop_assert_eq!(count.solutions, all.len() as u64 * u64::from(long));
        if let Ok(mut links) = Search::with_method(&problem, Method::DancingLinks) {
            links.count(u64::MAX, &Config::new());
            prop_assert_eq!(search.stats().nodes, links.stats().nodes);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Tests problems with two items that have more options than a byte can represent, and lose options
    /// gradually.
    #[test]
    fn long_items_walk_the_same_tree(
        pairs in prop::collection::vec((0_u32..10, 0_u32..10, 0_u32..4), 300..700),
    ) {
        let mut builder = Problem::builder();
        builder.primary_unnamed(12).unwrap();
        for &(a, b, with) in &pairs {
            let mut items = vec![a, b];
            items.dedup();
            items.extend([vec![], vec![10], vec![11], vec![10, 11]][with as usize].iter());
            builder.option(&items).unwrap();
        }
        let problem = builder.build();
        let [bits, links] = [Method::Bitset, Method::DancingLinks].map(|method| {
            let mut search = Search::with_method(&problem, method).unwrap();
            let count = search.count(u64::MAX, &Config::new().budget(20_000));
            (count, search.stats().nodes, search.position())
        });
        prop_assert_eq!(bits, links);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn all_solutions_are_found_once((primary, secondary, rows) in problems(), method in methods()) {
        let expected = brute(primary, &rows);
        let mut search = Search::with_method(&build(primary, secondary, &rows), method).unwrap();
        let mut solutions = search.solutions(Config::new());
        let mut found: Vec<_> = solutions.by_ref().map(sorted).collect();
        prop_assert_eq!(solutions.end(), Some(End::Exhausted));
        found.sort();
        prop_assert_eq!(&found, &expected);
        // If everything is restored, a second run takes the same steps.
        let stats = search.stats();
        search.restart();
        prop_assert_eq!(search.count(u64::MAX, &Config::new()).solutions, expected.len() as u64);
        prop_assert_eq!(search.stats(), stats);
    }

    #[test]
    fn stopped_searches_continue_at_their_position((primary, secondary, rows) in problems(), method in methods(), hold in 1_u64..5) {
        let problem = build(primary, secondary, &rows);
        let mut straight = Search::with_method(&problem, method).unwrap();
        let expected: Vec<_> = straight.solutions(Config::new()).collect();
        let mut held = Search::with_method(&problem, method).unwrap();
        let mut found = Vec::new();
        let mut budget = 0;
        loop {
            match held.step(&Config::new().budget(budget)) {
                Step::Solution => found.push(held.solution().to_vec()),
                Step::End(End::BudgetSpent) => budget += hold,
                Step::End(end) => {
                    assert_eq!(end, End::Exhausted);
                    break;
                }
            }
        }
        prop_assert_eq!(found, expected);
        prop_assert_eq!(held.stats(), straight.stats());
    }

    #[test]
    fn selected_options_are_in_every_solution(
        (primary, secondary, rows) in problems(),
        method in methods(),
        wanted in prop::collection::vec(0_u32..14, 0..3),
        walk in 0_u64..6,
    ) {
        let all = brute(primary, &rows);
        let mut search = Search::with_method(&build(primary, secondary, &rows), method).unwrap();
        // Selecting an option restarts the search, wherever it was stopped.
        let _ = search.count(walk, &Config::new().budget(walk * 2));
        if wanted.is_empty() {
            search.restart();
        }
        let mut selected = Vec::new();
        for &option in &wanted {
            let clash = option as usize >= rows.len()
                || selected.iter().any(|&other: &u32| {
                    rows[other as usize].iter().any(|&(i, c)| {
                        rows[option as usize].iter().any(|&(j, d)| i == j && (c == 0 || c != d))
                    })
                });
            match search.select(option) {
                Ok(()) => {
                    prop_assert!(!clash);
                    selected.push(option);
                }
                Err(error) => {
                    prop_assert!(clash);
                    prop_assert_eq!(error.option(), option);
                }
            }
        }
        let expected: Vec<_> =
            all.iter().filter(|s| selected.iter().all(|o| s.contains(o))).cloned().collect();
        let mut found: Vec<_> = search.solutions(Config::new()).collect();
        for solution in &found {
            prop_assert_eq!(&solution[..selected.len()], &selected[..]);
        }
        found = found.into_iter().map(sorted).collect();
        found.sort();
        prop_assert_eq!(found, expected);
        search.reset();
        prop_assert_eq!(search.count(u64::MAX, &Config::new()).solutions, all.len() as u64);
    }

    #[test]
    fn the_fewest_options_agree_with_brute_force(
        (primary, secondary, rows) in problems(),
        method in methods(),
        most in prop::option::of(0_u32..5),
    ) {
        let all = brute(primary, &rows);
        let fewest = all.iter().map(|s| s.len() as u32).min().filter(|&n| most.is_none_or(|most| n <= most));
        let mut search = Search::with_method(&build(primary, secondary, &rows), method).unwrap();
        let answer = search.fewest(most, &Config::new());
        prop_assert_eq!(answer.end, End::Exhausted);
        prop_assert_eq!(answer.best.as_ref().map(|best| best.len() as u32), fewest);
        if let Some(best) = answer.best {
            prop_assert!(all.contains(&sorted(best)));
        }
    }

    #[test]
    fn all_methods_walk_the_same_tree((primary, secondary, rows) in problems(), most in 0_u32..6) {
        let problem = build(primary, secondary, &rows);
        let mut links = Search::with_method(&problem, Method::DancingLinks).unwrap();
        let mut bits = Search::with_method(&problem, Method::Bitset).unwrap();
        let all: Vec<_> = links.solutions(Config::new()).collect();
        prop_assert_eq!(bits.solutions(Config::new()).collect::<Vec<_>>(), all);
        prop_assert_eq!(bits.stats().nodes, links.stats().nodes);
        let best = links.fewest(Some(most), &Config::new());
        prop_assert_eq!(bits.fewest(Some(most), &Config::new()), best);
        prop_assert_eq!(bits.stats().nodes, links.stats().nodes);
    }

    #[test]
    fn memoized_counts_agree_with_search(
        (primary, secondary, rows) in problems(),
        bytes in prop_oneof![Just(0), Just(200), Just(1_usize << 20)],
        hold in 1_u64..9,
    ) {
        let expected = brute(primary, &rows).len();
        let mut counter = Counter::new(&build(primary, secondary, &rows), bytes).unwrap();
        let mut budget = 0;
        loop {
            match counter.run(&Config::new().budget(budget)) {
                End::BudgetSpent => budget += hold,
                end => {
                    prop_assert_eq!(end, End::Exhausted);
                    break;
                }
            }
        }
        prop_assert_eq!(counter.into_count().unwrap(), expected.into());
    }

    #[test]
    fn the_cheapest_are_the_cheapest(
        (primary, secondary, rows) in problems(),
        costs in prop::collection::vec(0_u64..20, 14),
        k in 0_usize..5,
        most in prop::option::of(0_u32..5),
    ) {
        let mut builder = Problem::builder();
        builder.primary_unnamed(primary).unwrap();
        builder.secondary_unnamed(secondary).unwrap();
        for (row, &cost) in rows.iter().zip(&costs) {
            let option = builder.option_with_colors(&row.iter().map(entry).collect::<Vec<_>>()).unwrap();
            builder.set_cost(option, cost).unwrap();
        }
        let cost = |options: &[u32]| options.iter().map(|&o| u128::from(costs[o as usize])).sum::<u128>();
        let all = brute(primary, &rows);
        let allowed = all.iter().filter(|s| most.is_none_or(|most| s.len() <= most as usize));
        let mut expected: Vec<u128> = allowed.map(|s| cost(s)).collect();
        expected.sort_unstable();
        expected.truncate(k);
        let answer = cheapest(&builder.build(), k, most, &Config::new()).unwrap();
        prop_assert_eq!(answer.end, End::Exhausted);
        prop_assert_eq!(answer.best.iter().map(|best| best.0).collect::<Vec<_>>(), expected);
        let mut solutions: Vec<_> = answer.best.iter().map(|best| sorted(best.1.clone())).collect();
        prop_assert!(answer.best.iter().all(|best| cost(&best.1) == best.0));
        prop_assert!(solutions.iter().all(|solution| all.contains(solution)));
        solutions.sort();
        solutions.dedup();
        prop_assert_eq!(solutions.len(), answer.best.len());
    }

    #[test]
    fn diagrams_contain_all_solutions(
        (primary, secondary, rows) in problems(),
        costs in prop::collection::vec(0_u64..20, 14),
        most in prop::option::of(0_u32..5),
        seed in 0_u64..1000,
    ) {
        let all = brute(primary, &rows);
        let allowed: Vec<_> =
            all.iter().filter(|s| most.is_none_or(|most| s.len() <= most as usize)).collect();
        let mut builder = DiagramBuilder::new(&build(primary, secondary, &rows), 1 << 20).unwrap();
        prop_assert_eq!(builder.run(&Config::new()), End::Exhausted);
        let diagram = builder.into_diagram().unwrap();
        prop_assert_eq!(diagram.count(), &all.len().into());
        let mut found: Vec<_> =
            (0..all.len()).map(|number| sorted(diagram.solution(&number.into()).unwrap())).collect();
        found.sort();
        prop_assert_eq!(&found, &all);
        prop_assert_eq!(diagram.solution(&all.len().into()), None);

        let cost = |options: &[u32]| options.iter().map(|&o| u128::from(costs[o as usize])).sum::<u128>();
        for k in [0, 1, 3] {
            let best = diagram.cheapest(k, most, |option| costs[option as usize]);
            let mut expected: Vec<u128> = allowed.iter().map(|s| cost(s)).collect();
            expected.sort_unstable();
            expected.truncate(k);
            prop_assert_eq!(best.iter().map(|best| best.0).collect::<Vec<_>>(), expected);
            prop_assert!(best.iter().all(|best| cost(&best.1) == best.0));
            let mut solutions: Vec<_> = best.into_iter().map(|best| sorted(best.1)).collect();
            prop_assert!(solutions.iter().all(|solution| all.contains(solution)));
            solutions.sort();
            solutions.dedup();
            prop_assert_eq!(solutions.len(), allowed.len().min(k));
        }

        // The problem survives a round trip through text.
        let problem = build(primary, secondary, &rows);
        let mut text = String::new();
        diagram.write(&problem, &mut text).unwrap();
        prop_assert!(Diagram::is_text(text.as_bytes()));
        let (read, with) = Diagram::read(text.as_bytes()).unwrap();
        let mut again = String::new();
        read.write(&with, &mut again).unwrap();
        prop_assert_eq!(again, text);
        let mut listed = Vec::new();
        let flow = read.each_solution(|options| {
            listed.push(sorted(options.to_vec()));
            if listed.len() == 40 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        prop_assert_eq!(flow.is_break(), all.len() >= 40);
        listed.sort();
        prop_assert!(listed.iter().all(|solution| all.contains(solution)));
        prop_assert!(all.len() >= 40 || listed == all);

        // The samples need no good generator: the test only checks that each solution occurs.
        let mut state = seed;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state ^ state >> 29
        };
        let mut missing = all.clone();
        for _ in 0..40 * all.len() {
            let sample = sorted(diagram.sample(&mut random).unwrap());
            prop_assert!(all.contains(&sample));
            missing.retain(|other| *other != sample);
        }
        prop_assert!(all.len() > 30 || missing.is_empty());
        prop_assert_eq!(diagram.sample(&mut random).is_none(), all.is_empty());
    }
}
