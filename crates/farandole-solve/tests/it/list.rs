//! Tests that a listing visits every solution once, and can be interrupted and continued at any
//! position.

use core::ops::ControlFlow;
use farandole_puzzle::{ClassicPuzzle, Geometry, Grid};
use farandole_solve::{Config, End, Engine, Position, Reason, Solver};
use farandole_testkit::{oracle, strategy};
use proptest::prelude::*;

const ALL: Config<'static> =
    Config { limit: u64::MAX, budget: u64::MAX, cancel: None, memory: u64::MAX, watcher: None, seed: 0 };

fn list(
    puzzle: &ClassicPuzzle,
    behind: Option<&Position>,
    stop_after: usize,
) -> (Vec<Grid>, Option<Position>, End) {
    let (mut grids, mut last) = (Vec::new(), behind.cloned());
    let mut visit = |digits: &[u8], position: &Position| {
        grids.push(Grid::new(puzzle.size(), digits.to_vec()).unwrap());
        last = Some(position.clone());
        if grids.len() == stop_after { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let report = Solver::new(Engine::Auto).list(puzzle, &ALL, behind, &mut visit).unwrap();
    (grids, last, report.end)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn a_listing_is_complete_and_goes_on_where_it_was_cut(
        puzzle in strategy::puzzle(),
        pieces in prop::collection::vec(1..30_usize, 0..5),
    ) {
        let mut expected = oracle::solutions(&puzzle, 300);
        prop_assume!(expected.len() < 300);
        let (whole, _, _) = list(&puzzle, None, usize::MAX);
        let (mut cut, mut behind, mut ended) = (Vec::new(), None, false);
        for piece in pieces.into_iter().chain([usize::MAX]) {
            if !ended {
                let (grids, last, end) = list(&puzzle, behind.as_ref(), piece);
                cut.extend(grids);
                behind = last;
                ended = end == End::Exhausted;
                prop_assert_eq!(behind.as_ref().map_or(0, Position::solutions), cut.len() as u64);
            }
        }
        prop_assert_eq!(&cut, &whole);
        cut.sort();
        expected.sort();
        prop_assert_eq!(cut, expected);
    }
}

fn empty4() -> ClassicPuzzle {
    ClassicPuzzle::new(Geometry::boxes(4, 2, 2).unwrap().into(), &[0; 16]).unwrap()
}

#[test]
fn the_limit_counts_what_was_listed_before() {
    let (_, behind, _) = list(&empty4(), None, 100);
    let mut seen = 0;
    let config = Config { limit: 120, ..ALL };
    let report = Solver::new(Engine::Auto)
        .list(&empty4(), &config, behind.as_ref(), &mut |_, _| {
            seen += 1;
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!((seen, report.solutions, report.end), (20, 120, End::LimitReached));
    assert_eq!(report.plan.reason, Reason::Listing);
    assert_eq!(list(&empty4(), behind.as_ref(), usize::MAX).0.len(), 188);
}

#[test]
fn a_position_of_another_puzzle_is_refused() {
    let (_, behind, _) = list(&empty4(), None, 100);
    let path = behind.unwrap().path().to_vec();
    let none = &mut |_: &[u8], _: &Position| ControlFlow::Continue(());
    let mut givens = [0; 16];
    givens[0] = 4;
    let other = ClassicPuzzle::new(Geometry::boxes(4, 2, 2).unwrap().into(), &givens).unwrap();
    for (puzzle, path) in [
        (other, path.clone()),
        (empty4(), path[..1].to_vec()),
        (empty4(), [&path[..], &[1]].concat()),
        (empty4(), vec![0]),
        (empty4(), vec![255, 3]),
    ] {
        let error =
            Solver::new(Engine::Auto).list(&puzzle, &ALL, Some(&Position::new(path, 7)), none).unwrap_err();
        assert_eq!(error.to_string(), "the position is not one of this puzzle");
    }
}
