//! Tests every engine against the naive oracle and the other engines, and the guarantees about
//! limits and budgets.

use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use farandole_puzzle::check::check;
use farandole_puzzle::{ClassicPuzzle, DigitSet, Geometry, Grid};
use farandole_solve::{Config, End, Engine, Progress, Reason, Report, Solver, Watcher};
use farandole_testkit::random::jigsaw;
use farandole_testkit::{Random, oracle, strategy, symmetry};
use proptest::prelude::*;
use std::sync::Arc;

const ALL: Config<'static> =
    Config { limit: u64::MAX, budget: u64::MAX, cancel: None, memory: u64::MAX, watcher: None, seed: 0 };

/// Returns the engines that support the puzzle.
fn engines(puzzle: &ClassicPuzzle) -> impl Iterator<Item = Engine> {
    let classic = puzzle.geometry().is_classic();
    Engine::ALL.into_iter().filter(move |engine| *engine != Engine::Kernel || classic)
}

fn run(engine: Engine, puzzle: &ClassicPuzzle, config: &Config<'_>) -> (Vec<Grid>, Report) {
    let mut grids = Vec::new();
    let report = Solver::new(engine)
        .run(puzzle, config, &mut |digits| {
            grids.push(Grid::new(puzzle.size(), digits.to_vec()).unwrap());
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(report.solutions, grids.len() as u64, "{engine}");
    (grids, report)
}

fn same_solutions(puzzle: &ClassicPuzzle) -> Result<(), TestCaseError> {
    let mut expected = oracle::solutions(puzzle, 400);
    let exact = expected.len() < 400;
    expected.sort();
    for engine in engines(puzzle) {
        let limit = if exact { u64::MAX } else { 400 };
        let budget = if engine == Engine::Dfs { 1_000_000 } else { u64::MAX };
        let (mut grids, report) = run(engine, puzzle, &Config { limit, budget, ..Config::default() });
        if report.end == End::BudgetSpent {
            prop_assert!(grids.iter().all(|grid| check(puzzle, grid.digits()).is_ok()), "{}", engine);
            continue; // Only `dfs` has a finite budget here, and it may exceed it.
        }
        grids.sort();
        if exact {
            prop_assert_eq!(&grids, &expected, "{}", engine);
            prop_assert_eq!(report.end, End::Exhausted);
            prop_assert_eq!(report.clash, puzzle.clash());
        } else {
            prop_assert!(grids.iter().all(|grid| check(puzzle, grid.digits()).is_ok()), "{}", engine);
            grids.dedup();
            prop_assert_eq!((grids.len(), report.end), (400, End::LimitReached), "{}", engine);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn every_engine_finds_what_the_oracle_finds(puzzle in strategy::puzzle()) {
        same_solutions(&puzzle)?;
    }

    #[test]
    fn every_engine_finds_what_the_oracle_finds_on_classic_grids(puzzle in strategy::classic()) {
        same_solutions(&puzzle)?;
    }

    #[test]
    fn symmetries_keep_the_count(puzzle in strategy::puzzle(), seed: u64) {
        let mut random = Random::new(seed);
        let config = Config { limit: 300, ..ALL };
        let others = [Some(symmetry::shuffled(&puzzle, &mut random)), symmetry::shuffled_boxes(&puzzle, &mut random)];
        for engine in [Engine::Prune, Engine::Dlx] {
            let mut solver = Solver::new(engine);
            let count = solver.count(&puzzle, &config).unwrap().solutions;
            for other in others.iter().flatten() {
                prop_assert_eq!(solver.count(other, &config).unwrap().solutions, count, "{}", engine);
            }
        }
    }

    #[test]
    fn a_budget_never_answers_wrongly(puzzle in strategy::puzzle(), budget in 0..12_u64) {
        for engine in engines(&puzzle) {
            let (all, full) = run(engine, &puzzle, &Config { limit: 50, budget: 20_000, ..Config::default() });
            let (some, part) = run(engine, &puzzle, &Config { limit: 50, budget, ..Config::default() });
            prop_assert!(part.counters.nodes <= budget, "{}", engine);
            prop_assert!(all.starts_with(&some), "{}", engine);
            // A budget that is just sufficient may be spent before the engine can prove that the
            // search is complete.
            let spent = part.end == End::BudgetSpent;
            if full.clash.is_none() && full.counters.nodes > budget {
                prop_assert!(spent, "{}", engine);
            } else if full.clash.is_some() || full.counters.nodes < budget || !spent {
                prop_assert_eq!((&some, part), (&all, full), "{}", engine);
            }
        }
    }

    #[test]
    fn a_used_solver_answers_like_a_new_one(puzzles in prop::collection::vec(strategy::puzzle(), 1..6)) {
        for engine in [Engine::Auto, Engine::Dfs, Engine::Prune, Engine::Dlx] {
            let config = Config { limit: 20, ..ALL };
            let mut used = Solver::new(engine);
            for puzzle in &puzzles {
                let fresh = Solver::new(engine).first(puzzle, &config).unwrap();
                prop_assert_eq!(used.first(puzzle, &config).unwrap(), fresh, "{}", engine);
            }
        }
    }

    #[test]
    fn a_batch_answers_like_single_runs(
        puzzles in prop::collection::vec(prop_oneof![2 => strategy::classic(), 1 => strategy::puzzle()], 0..12),
        limit in 0..4_u64,
    ) {
        for engine in [Engine::Auto, Engine::Prune, Engine::Kernel] {
            let mut solver = Solver::new(engine);
            let config = Config { limit, ..ALL };
            let answers = solver.solve_batch(&puzzles, &config);
            prop_assert_eq!(answers.len(), puzzles.len());
            for (answer, puzzle) in answers.into_iter().zip(&puzzles) {
                let single = solver.first(puzzle, &config);
                prop_assert_eq!(answer.map(|answer| (answer.first, answer.report)), single);
            }
        }
    }
}

fn classic(text: &str) -> ClassicPuzzle {
    let givens: Vec<u8> = text.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect();
    ClassicPuzzle::new(Geometry::classic().into(), &givens).unwrap()
}

fn empty(geometry: Geometry) -> ClassicPuzzle {
    let cells = geometry.cell_count();
    ClassicPuzzle::new(geometry.into(), &vec![0; cells]).unwrap()
}

/// A puzzle by Arto Inkala, 2012.
const INKALA: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn search_and_dlx_agree_on_grids_too_large_for_the_oracle(
        (size, box_rows) in prop::sample::select(vec![(10, 2), (11, 0), (12, 3), (12, 0), (16, 4), (20, 4), (25, 5)]),
        keep in 45..90_usize,
        spoilt: bool,
        seed: u64,
    ) {
        let mut random = Random::new(seed);
        let geometry = match box_rows {
            0 => Geometry::irregular(size, &jigsaw(size, 9 * size * size, &mut random)),
            _ => Geometry::boxes(size, box_rows, size / box_rows),
        };
        let blank = ClassicPuzzle::new(geometry.unwrap().into(), &vec![0; size * size]).unwrap();
        let some = Config { limit: 1, budget: 20_000, ..Config::default() };
        let (grid, _) = Solver::new(Engine::Search).first(&blank, &some).unwrap();
        prop_assume!(grid.is_some());
        let mut givens = grid.unwrap().digits().to_vec();
        givens.iter_mut().filter(|_| random.below(100) >= keep).for_each(|given| *given = 0);
        if spoilt {
            givens[random.below(size * size)] = 1 + random.below(size) as u8;
        }
        let puzzle = ClassicPuzzle::new(blank.geometry().clone(), &givens).unwrap();
        let config = Config { limit: 40, budget: 50_000, ..Config::default() };
        let (mut found, report) = run(Engine::Search, &puzzle, &config);
        let (_, expected) = run(Engine::Dlx, &puzzle, &config);
        prop_assert!(found.iter().all(|grid| check(&puzzle, grid.digits()).is_ok()));
        found.sort();
        found.dedup();
        prop_assert_eq!(found.len() as u64, report.solutions);
        if report.end != End::BudgetSpent && expected.end != End::BudgetSpent {
            prop_assert_eq!((report.solutions, report.end), (expected.solutions, expected.end));
        }
    }
}

#[test]
fn a_known_puzzle_by_every_engine() {
    let puzzle = classic(INKALA);
    let expected = oracle::solutions(&puzzle, 2);
    for engine in Engine::ALL {
        let (grids, report) = run(engine, &puzzle, &ALL);
        assert_eq!((grids, report.end), (expected.clone(), End::Exhausted), "{engine}");
        assert!(report.counters.nodes > 1 && report.counters.updates > 0, "{engine}");
        assert_eq!(report, run(engine, &puzzle, &ALL).1, "{engine} is not deterministic");
    }
}

#[test]
fn grids_without_givens_up_to_25x25() {
    for size in [1, 2, 3, 4, 6, 9, 12, 16, 25] {
        let puzzle = empty(Geometry::usual(size).unwrap());
        for engine in [Engine::Auto, Engine::Prune, Engine::Dlx] {
            let (grids, report) = run(engine, &puzzle, &Config::default());
            assert_eq!(report.end, End::LimitReached);
            assert_eq!(check(&puzzle, grids[0].digits()), Ok(()), "{engine} {size}");
        }
    }
}

#[test]
fn all_288_small_grids_and_the_limit() {
    let puzzle = empty(Geometry::boxes(4, 2, 2).unwrap());
    for engine in engines(&puzzle) {
        assert_eq!(run(engine, &puzzle, &ALL).1.solutions, 288);
        for (limit, end) in [(288, End::LimitReached), (289, End::Exhausted), (7, End::LimitReached)] {
            let (grids, report) = run(engine, &puzzle, &Config { limit, ..ALL });
            assert_eq!((grids.len() as u64, report.end), (limit.min(288), end), "{engine}");
        }
        assert_eq!(run(engine, &puzzle, &Config { limit: 0, ..ALL }).1.end, End::LimitReached);
    }
}

#[test]
fn cancel_and_break_end_a_run() {
    let puzzle = empty(Geometry::classic());
    let stop = AtomicBool::new(true);
    for engine in Engine::ALL {
        let (grids, report) = run(engine, &puzzle, &Config { cancel: Some(&stop), ..ALL });
        assert_eq!((grids.len(), report.end), (0, End::Cancelled), "{engine}");

        let mut visits = 0;
        let report = Solver::new(engine)
            .run(&puzzle, &ALL, &mut |_| {
                visits += 1;
                if visits == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
            .unwrap();
        assert_eq!((visits, report.solutions, report.end), (3, 3, End::Stopped), "{engine}");

        let later = AtomicBool::new(false);
        let report = Solver::new(engine)
            .run(&puzzle, &Config { cancel: Some(&later), ..ALL }, &mut |_| {
                later.store(true, core::sync::atomic::Ordering::Relaxed);
                ControlFlow::Continue(())
            })
            .unwrap();
        assert_eq!((report.solutions, report.end), (1, End::Cancelled), "{engine}");
    }
}

#[test]
fn a_clash_is_an_answer_of_every_engine() {
    let twice = classic(&format!("55{}", ".".repeat(79)));
    let sets = vec![DigitSet::EMPTY; 81];
    let nothing = classic(INKALA).with_restrictions(&sets).unwrap();
    let uneven = empty(Geometry::irregular(2, b"abbb").unwrap());
    for puzzle in [twice, nothing, uneven] {
        for engine in engines(&puzzle) {
            let (_, report) = run(engine, &puzzle, &Config { budget: 0, ..ALL });
            assert_eq!((report.end, report.solutions), (End::Exhausted, 0), "{engine}");
            assert!(report.clash.is_some() && report.clash == puzzle.clash());
        }
    }
}

#[test]
fn the_kernel_refuses_what_is_not_classic_and_auto_goes_elsewhere() {
    let puzzle = empty(Geometry::boxes(16, 4, 4).unwrap());
    let error = Solver::new(Engine::Kernel).count(&puzzle, &Config::default()).unwrap_err();
    assert_eq!(error.to_string(), "engine kernel takes 9x9 grids with 3x3 boxes only");
    let (_, report) = run(Engine::Auto, &puzzle, &Config::default());
    assert_eq!(report.plan.reason, Reason::General);
    let (_, report) = run(Engine::Auto, &classic(INKALA), &Config::default());
    assert_eq!(report.plan.to_string(), "kernel: a classic 9x9 grid");
}

#[test]
fn a_memory_budget_that_is_too_small_is_refused_before_any_search() {
    let puzzle = empty(Geometry::boxes(25, 5, 5).unwrap());
    for engine in [Engine::Dfs, Engine::Prune, Engine::Dlx, Engine::Search] {
        let small = Config { memory: 1000, budget: 0, ..ALL };
        let error = Solver::new(engine).count(&puzzle, &small).unwrap_err().to_string();
        let needed: u64 = error.split(' ').nth(3).unwrap().parse().unwrap();
        let expected =
            format!("engine {engine} needs {needed} bytes for this puzzle, the memory budget is 1000");
        assert_eq!(error, expected);
        assert!(Solver::new(engine).count(&puzzle, &Config { memory: needed - 1, ..small }).is_err());
        assert!(Solver::new(engine).count(&puzzle, &Config { memory: needed, ..small }).is_ok());
    }
    assert!(Solver::new(Engine::Auto).first(&classic(INKALA), &Config { memory: 5, ..ALL }).is_err());
}

#[test]
fn progress_is_told_and_rises() {
    let told = std::sync::Mutex::new(Vec::new());
    let tell = |progress: &Progress| told.lock().unwrap().push(*progress);
    let map = jigsaw(11, 4000, &mut Random::new(4));
    // One given makes the digits distinguishable, so that the relabelling stage does not run.
    let mut givens = vec![0; 121];
    givens[60] = 1;
    let puzzle = ClassicPuzzle::new(Geometry::irregular(11, &map).unwrap().into(), &givens).unwrap();
    let config = Config { limit: 30_000, watcher: Some(Watcher(&tell)), ..ALL };
    let (_, report) = run(Engine::Search, &puzzle, &config);
    let told = told.into_inner().unwrap();
    assert!(told.len() as u64 + 3 >= report.counters.nodes / 4096 && told.len() > 1);
    assert!(told.is_sorted_by_key(|progress| progress.nodes));
    assert!(told.iter().all(|progress| progress.nodes <= report.counters.nodes));
}

#[test]
fn every_seed_and_little_memory_find_the_same_solutions() {
    let map = jigsaw(9, 2000, &mut Random::new(11));
    let mut givens = vec![0; 81];
    let geometry = Arc::new(Geometry::irregular(9, &map).unwrap());
    let blank = ClassicPuzzle::new(geometry.clone(), &givens).unwrap();
    let (grid, _) = Solver::new(Engine::Search).first(&blank, &Config::default()).unwrap();
    let grid = grid.unwrap();
    // The loop adds givens until fewer than 20,000 solutions remain. More than a thousand do, so
    // that every stage runs.
    let sorted = |puzzle: &ClassicPuzzle, config: &Config<'_>| {
        let (mut grids, report) = run(Engine::Search, puzzle, config);
        grids.sort();
        (grids, report.end)
    };
    let most = Config { limit: 20_000, ..ALL };
    let (mut puzzle, mut expected) = (blank, (Vec::new(), End::LimitReached));
    for cell in (0..81).map(|step| step * 23 % 81) {
        givens[cell] = grid.digits()[cell];
        puzzle = ClassicPuzzle::new(geometry.clone(), &givens).unwrap();
        expected = sorted(&puzzle, &most);
        if expected.1 == End::Exhausted {
            break;
        }
    }
    assert!(expected.0.len() > 1000, "{}", expected.0.len());
    for seed in 1..4 {
        assert_eq!(sorted(&puzzle, &Config { seed, memory: 2_000_000, ..most }), expected, "{seed}");
    }
}

/// Returns a classic puzzle without givens. Each cell allows the digit of a solution, and each other
/// digit with a probability of `percent`.
fn marked(percent: usize, seed: u64) -> ClassicPuzzle {
    let random = &mut Random::new(seed);
    let geometry = Arc::new(Geometry::classic());
    let grid = farandole_testkit::random::solved_grid(&geometry, 1_000_000, random).unwrap();
    let set = |digit: &u8| {
        let others = (0..9).filter(|_| random.below(100) < percent).fold(0_u64, |set, bit| set | 1 << bit);
        DigitSet::from_bits(others | 1 << (digit - 1))
    };
    let sets: Vec<DigitSet> = grid.digits().iter().map(set).collect();
    ClassicPuzzle::new(geometry, &[0; 81]).unwrap().with_restrictions(&sets).unwrap()
}

#[test]
fn no_search_for_one_solution_takes_more_nodes_than_a_count() {
    let mut long = 0;
    for seed in 0..300 {
        let puzzle = marked(45 + seed as usize % 15, seed);
        let mut solver = Solver::new(Engine::Auto);
        let (one, solved) = solver.first(&puzzle, &Config::default()).unwrap();
        let (two, counted) = solver.first(&puzzle, &Config { limit: 2, ..Config::default() }).unwrap();
        // The two may visit the values of a cell in another order.
        assert!(solved.counters.nodes <= counted.counters.nodes + 10, "seed {seed}");
        assert_eq!((solved.solutions, solved.end), (1, End::LimitReached), "seed {seed}");
        assert!(check(&puzzle, one.unwrap().digits()).is_ok() && two.is_some(), "seed {seed}");
        long += u64::from(solved.counters.nodes > 50);
    }
    assert!(long >= 10, "{long} of 300 searches are long");
}

#[test]
fn a_set_flag_ends_every_search_of_marked_puzzles() {
    let puzzle = marked(55, 1);
    let stop = AtomicBool::new(true);
    for limit in [1, 2, 5000, u64::MAX] {
        let config = Config { limit, cancel: Some(&stop), ..Config::default() };
        for engine in [Engine::Auto, Engine::Kernel] {
            assert_eq!(Solver::new(engine).first(&puzzle, &config).unwrap().1.end, End::Cancelled);
            assert_eq!(run(engine, &puzzle, &config).1.end, End::Cancelled);
        }
    }
}

#[test]
fn grids_of_up_to_225_rows_are_solved_by_singles() {
    for size in [65, 81, 100, 144, 225] {
        let geometry = Arc::new(Geometry::usual(size).unwrap());
        let blank = ClassicPuzzle::new(geometry.clone(), &vec![0; size * size]).unwrap();
        let (grid, _) = Solver::new(Engine::Auto).first(&blank, &Config::default()).unwrap();
        let grid = grid.unwrap();
        assert!(check(&blank, grid.digits()).is_ok(), "{size}");
        // A tenth of the cells is left out.
        let random = &mut Random::new(size as u64);
        let givens: Vec<u8> =
            grid.digits().iter().map(|digit| if random.below(10) == 0 { 0 } else { *digit }).collect();
        let puzzle = ClassicPuzzle::new(geometry, &givens).unwrap();
        let (found, report) = Solver::new(Engine::Auto).first(&puzzle, &Config::default()).unwrap();
        assert_eq!(report.solutions, 1, "{size}");
        assert!(check(&puzzle, found.unwrap().digits()).is_ok(), "{size}");
        for engine in [Engine::Dlx, Engine::Dfs] {
            assert!(Solver::new(engine).first(&puzzle, &Config::default()).is_err(), "{engine} {size}");
        }
    }
}
