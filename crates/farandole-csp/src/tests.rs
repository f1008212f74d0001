//! Tests of the search on networks built by hand.

use crate::compile::builder::Builder;
use crate::search::depth_first::{Order, Search};
use crate::true_candidates::{Earlier, TURNS, Turns, true_candidates};
use crate::{Config, Counters};
use core::ops::ControlFlow;
use farandole_search::SearchContext;

/// Returns the rows, columns and boxes of a square grid.
fn grid(size: u16, rows: u16, cols: u16) -> Builder {
    let mut builder = Builder::new(usize::from(size * size), 1, size as u8);
    for line in 0..size {
        builder.distinct(&(0..size).map(|at| line * size + at).collect::<Vec<_>>());
        builder.distinct(&(0..size).map(|at| at * size + line).collect::<Vec<_>>());
        let (top, left) = (line / rows * rows, line % rows * cols);
        let cells = (0..size).map(|at| (top + at / cols) * size + left + at % cols);
        builder.distinct(&cells.collect::<Vec<_>>());
    }
    builder
}

fn solve(builder: Builder, order: Order, limit: u64) -> (Vec<Vec<u8>>, Counters) {
    let network = builder.build();
    let mut solutions = Vec::new();
    let mut visit = |values: &[u8]| {
        solutions.push(values.to_vec());
        ControlFlow::Continue(())
    };
    let config = Config { limit, ..Config::default() };
    let mut run = SearchContext::new(&config, &mut visit);
    let _ = Search::new(&network, order).run(&mut run);
    let counters = run.counters;
    (solutions, counters)
}

#[test]
fn all_grids_of_four_are_counted() {
    for order in [Order::Scores, Order::Lexicographic] {
        let (solutions, counters) = solve(grid(4, 2, 2), order, u64::MAX);
        assert_eq!(solutions.len(), 288);
        assert!(counters.nodes >= 2 * 288 - 1 && counters.updates > counters.nodes);
        assert!(order == Order::Scores || solutions.is_sorted());
    }
}

#[test]
fn a_killer_without_givens_is_solved() {
    let cages: [(i32, &[u16]); 6] = [
        (9, &[0, 1, 4]),
        (8, &[2, 6, 10]),
        (3, &[3, 7]),
        (7, &[5, 9, 13]),
        (4, &[8, 12]),
        (9, &[11, 14, 15]),
    ];
    let mut builder = grid(4, 2, 2);
    for (sum, cells) in cages {
        builder.distinct(cells);
        let terms: Vec<(u16, i32)> = cells.iter().map(|&cell| (cell, 1)).collect();
        builder.sum(&terms, sum);
    }
    let (solutions, counters) = solve(builder, Order::Scores, 2);
    assert_eq!(solutions, [[2, 3, 4, 1, 4, 1, 3, 2, 3, 2, 1, 4, 1, 4, 2, 3]]);
    assert_eq!(counters.nodes, 1);
}

#[test]
fn true_candidates_are_the_values_of_all_solutions() {
    let mut builder = grid(4, 2, 2);
    builder.sum(&[(0, 1), (5, 1), (10, 1), (15, 1)], 8);
    builder.sum(&[(1, 2), (7, -1)], 3);
    let (solutions, _) = solve(builder.clone(), Order::Scores, u64::MAX);
    let mut expected = vec![0_u64; 16];
    for values in &solutions {
        values.iter().zip(&mut expected).for_each(|(value, mask)| *mask |= 1 << (value - 1));
    }
    let network = builder.build();
    let config = Config::default();
    let found = true_candidates(&network, &config, Earlier::default(), TURNS);
    assert_eq!((found.exact, &found.masks), (true, &expected));
    assert!(!solutions.is_empty());
    assert!(found.witnesses.iter().all(|grid| solutions.contains(grid)));
    let mut grids = found.witnesses.clone();
    grids.push(vec![1; 16]);
    let again = true_candidates(&network, &config, Earlier { grids: &grids, masks: &[] }, TURNS);
    assert_eq!((&again.masks, again.witnesses), (&expected, found.witnesses));
    let known = Earlier { grids: &[], masks: &expected };
    let narrowed = true_candidates(&network, &config, known, TURNS);
    assert!(narrowed.masks == expected && narrowed.nodes <= found.nodes);
    let cut = true_candidates(&network, &Config { budget: 3, ..config }, Earlier::default(), TURNS);
    assert!(!cut.exact && cut.nodes <= 3);
}

#[test]
fn true_candidates_are_the_same_in_turns_of_any_length() {
    for sum in 12..=30 {
        let mut builder = grid(6, 2, 3);
        builder.sum(&[(0, 1), (7, 1), (14, 1), (21, 1), (28, 1), (35, 1)], sum);
        builder.sum(&[(1, 2), (8, -1), (15, 1), (22, -1)], sum / 6);
        (2..6).for_each(|cell| builder.restrict(cell * 7 - 2, 0b01_1011));
        let network = builder.build();
        let all = |searching, learning| {
            let turns = Turns { searching, learning };
            let known = true_candidates(&network, &Config::default(), Earlier::default(), turns);
            assert!(known.exact);
            known.masks
        };
        let expected = all(u64::MAX, 0);
        for turns in [(1, 1), (1, 400), (60, 40), (60, 2000)] {
            assert_eq!(all(turns.0, turns.1), expected, "a sum of {sum}, turns of {turns:?}");
        }
    }
}
