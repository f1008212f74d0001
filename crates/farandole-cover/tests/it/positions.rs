//! Tests that compare uninterrupted searches with searches that are stopped, written as text, continued and
//! split.

use crate::common::{self, bounded, methods, problems};
use farandole_cover::{
    Config, End, Heuristic, Method, Position, PositionError, Problem, Search, Step, generate,
};
use proptest::prelude::*;

fn search(problem: &Problem, method: Method) -> Search {
    // Only one method supports problems with multiplicities.
    Search::with_method(problem, method).or_else(|_| Search::new(problem)).unwrap()
}

/// Returns a new search that has entered the position, and checks that the position survives a round trip
/// through text.
fn moved(problem: &Problem, method: Method, position: &Position) -> Search {
    let read: Position = position.to_string().parse().unwrap();
    assert_eq!(read, *position);
    let mut other = search(problem, method);
    other.enter(&read).unwrap();
    assert_eq!(other.position(), read);
    other
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn searches_continue_where_another_stopped(
        raw in problems(),
        bounds in bounded(),
        method in methods(),
        hold in 1_u64..4,
        selected in prop::option::of(0_u32..14),
    ) {
        let problem = common::with_bounds(&raw, &bounds);
        let mut straight = search(&problem, method);
        let selected = selected.filter(|&option| straight.select(option).is_ok());
        let expected: Vec<_> = straight.solutions(Config::new()).collect();
        let mut current = search(&problem, method);
        if let Some(option) = selected {
            current.select(option).unwrap();
        }
        let mut found = Vec::new();
        let mut nodes = 0;
        loop {
            let step = current.step(&Config::new().budget(current.stats().nodes + hold));
            if step == Step::Solution {
                found.push(current.solution().to_vec());
            }
            if step == Step::End(End::Exhausted) {
                break;
            }
            nodes += current.stats().nodes;
            let position = current.position();
            prop_assert!((0.0..=1.0).contains(&position.remaining()));
            current = search(&problem, method);
            if let Some(option) = selected {
                current.select(option).unwrap();
            }
            current.enter(&position).unwrap();
        }
        prop_assert!(current.position().is_end());
        prop_assert_eq!(found, expected);
        prop_assert_eq!(nodes + current.stats().nodes, straight.stats().nodes);
    }

    #[test]
    fn parts_in_order_make_the_whole(
        raw in problems(),
        bounds in bounded(),
        method in methods(),
        holds in prop::collection::vec(1_u64..6, 1..20),
        heuristic in prop_oneof![Just(Heuristic::Leftmost), Just(Heuristic::Sharp)],
    ) {
        let problem = common::with_bounds(&raw, &bounds);
        let mut straight = search(&problem, method);
        straight.set_heuristic(heuristic, &problem);
        let expected: Vec<_> = straight.solutions(Config::new()).collect();
        let mut holds = holds.into_iter();
        let mut parts = vec![Position::start()];
        let (mut found, mut nodes) = (Vec::new(), 0);
        while let Some(position) = parts.pop() {
            let mut part = moved(&problem, method, &position);
            part.set_heuristic(heuristic, &problem);
            part.enter(&position).unwrap();
            let mut config = Config::new();
            if let Some(hold) = holds.next() {
                config = config.budget(hold);
            }
            loop {
                match part.step(&config) {
                    Step::Solution => found.push(part.solution().to_vec()),
                    Step::End(End::Exhausted) => break,
                    _ => {
                        config = Config::new();
                        let mut rest = Vec::new();
                        while let Some(position) = part.split_off() {
                            rest.push(position);
                        }
                        // Each part that is split off precedes the parts that were split off earlier.
                        parts.extend(rest);
                    }
                }
            }
            nodes += part.stats().nodes;
        }
        prop_assert_eq!(found, expected);
        prop_assert_eq!(nodes, straight.stats().nodes);
    }

    #[test]
    fn heuristics_find_all_solutions(raw in problems(), bounds in bounded(), method in methods()) {
        let problem = common::with_bounds(&raw, &bounds);
        let all = |heuristic| {
            let mut search = search(&problem, method);
            search.set_heuristic(heuristic, &problem);
            let mut all: Vec<_> = search.solutions(Config::new()).map(common::sorted).collect();
            all.sort();
            all
        };
        let expected = all(Heuristic::Leftmost);
        prop_assert_eq!(&all(Heuristic::Sharp), &expected);
        prop_assert_eq!(&all(Heuristic::Conflicts), &expected);
    }

    #[test]
    fn no_text_makes_a_search_panic(
        raw in problems(),
        bounds in bounded(),
        method in methods(),
        state in "[fdare]",
        floor in 0_u32..4,
        path in prop::collection::vec((0_u32..8, 0_u32..5, 0_u32..5), 0..5),
    ) {
        let problem = common::with_bounds(&raw, &bounds);
        let mut text = format!("{state}{floor}");
        for (item, tried, left) in path {
            text += &format!(",{item}.{tried}.{left}");
        }
        let position: Position = text.parse().unwrap();
        let mut straight = search(&problem, method);
        let expected = straight.count(u64::MAX, &Config::new());
        let mut other = search(&problem, method);
        if other.enter(&position).is_err() {
            prop_assert_eq!(other.count(u64::MAX, &Config::new()), expected);
        } else {
            prop_assert!(other.count(u64::MAX, &Config::new()).solutions <= expected.solutions);
            other.reset();
            prop_assert_eq!(other.count(u64::MAX, &Config::new()), expected);
        }
    }
}

/// Stops a search with more than 512 options at the root and far fewer at deeper nodes, so that it stops in
/// each of its layers.
#[test]
fn large_searches_continue_where_another_stopped() {
    let problem = generate::polyominoes(5, 3, 20).unwrap();
    let mut straight = search(&problem, Method::Bitset);
    let expected: Vec<_> = straight.solutions(Config::new()).collect();
    assert_eq!(expected.len(), 8);
    let mut parts = vec![Position::start()];
    let (mut found, mut nodes, mut holds) = (Vec::new(), 0, [5, 300, 2_000, 7_001, 9_000].into_iter());
    while let Some(position) = parts.pop() {
        let mut part = moved(&problem, Method::Bitset, &position);
        let budget = holds.next().unwrap_or(u64::MAX);
        found.extend(part.solutions(Config::new().budget(budget)));
        nodes += part.stats().nodes;
        if part.stats().nodes >= budget {
            let rest: Vec<_> = core::iter::from_fn(|| part.split_off()).collect();
            parts.extend(rest);
            parts.push(part.position());
        }
    }
    assert_eq!(found, expected);
    assert_eq!(nodes, straight.stats().nodes);
}

#[test]
fn invalid_positions_are_rejected() {
    for text in ["", "x0", "f", "a-1", "r0,1.2", "r0,1.2.3.4", "r0,a.1.1", "f0,"] {
        assert_eq!(text.parse::<Position>(), Err(PositionError), "{text:?}");
    }
}

#[test]
fn sharp_items_come_first() {
    // Without the sharp preference, `a`, which has two options, is chosen before `#b`, which has three.
    let text = b"a #b\na\na #b\n#b\n#b\n";
    let problem = farandole_cover::format::parse(text, None).unwrap().problem;
    let mut search = Search::new(&problem).unwrap();
    let first = |search: &mut Search| {
        assert_eq!(search.step(&Config::new()), Step::Solution);
        search.position().path()[0].item
    };
    assert_eq!(first(&mut search), 0);
    search.set_heuristic(Heuristic::Sharp, &problem);
    assert_eq!(first(&mut search), 1);
}
