//! Tests which stages a report lists, and the progress that a watcher receives from each engine.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use farandole_puzzle::{ClassicPuzzle, DigitSet, Geometry};
use farandole_solve::{Config, End, Engine, Progress, Report, Solver, Stage, Watcher};
use farandole_testkit::random::jigsaw;
use farandole_testkit::{Random, strategy};
use proptest::prelude::*;
use std::sync::Mutex;
use std::time::{Duration, Instant};

fn puzzle(geometry: Geometry, givens: &[u8]) -> ClassicPuzzle {
    ClassicPuzzle::new(geometry.into(), givens).unwrap()
}

/// Returns a 9x9 puzzle with few givens and millions of solutions.
fn loose() -> ClassicPuzzle {
    let mut givens = [0; 81];
    givens[..9].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8, 9]);
    puzzle(Geometry::classic(), &givens)
}

fn stages(engine: Engine, puzzle: &ClassicPuzzle, config: &Config<'_>) -> String {
    let (_, report) = Solver::new(engine).first(puzzle, config).unwrap();
    assert!(report.stages.is_subset_of(report.plan.stages) || report.stages.contains(Stage::Memo));
    report.stages.to_string()
}

#[test]
fn reports_name_the_stages_that_ran() {
    let (one, two) = (Config::default(), Config { limit: 2, ..Config::default() });
    let all = Config { limit: u64::MAX, ..Config::default() };
    let blank = |geometry: Geometry| puzzle(geometry.clone(), &vec![0; geometry.cell_count()]);
    assert_eq!(stages(Engine::Auto, &loose(), &two), "kernel");
    assert_eq!(stages(Engine::Dlx, &loose(), &two), "dancing links");
    assert_eq!(stages(Engine::Dfs, &loose(), &two), "depth-first search");
    assert_eq!(stages(Engine::Prune, &loose(), &two), "singles");
    assert_eq!(stages(Engine::Search, &loose(), &two), "bitboard");
    assert_eq!(stages(Engine::Auto, &blank(Geometry::usual(16).unwrap()), &one), "pattern grid");
    assert_eq!(stages(Engine::Auto, &blank(Geometry::usual(6).unwrap()), &two), "relabel, bitboard");
    let counted = stages(Engine::Auto, &blank(Geometry::latin(6).unwrap()), &all);
    assert!(counted.starts_with("relabel, bitboard") && counted.ends_with("memo table"), "{counted}");
    let map = jigsaw(11, 4000, &mut Random::new(4));
    let mut givens = vec![0; 121];
    givens[60] = 1;
    let hard = puzzle(Geometry::irregular(11, &map).unwrap(), &givens);
    let (_, proof) = Solver::new(Engine::Auto).prove(&hard, &two, &mut Vec::new()).unwrap();
    assert_eq!(proof.stages.to_string(), "cdcl");
    let many = Config { limit: 3000, ..Config::default() };
    assert_eq!(stages(Engine::Auto, &hard, &many), "bitboard, cdcl, enumerate");
    let clash = puzzle(Geometry::latin(3).unwrap(), &[1, 1, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(stages(Engine::Auto, &clash, &two), "");
}

/// Runs a search with a watcher. Returns the report and the progress reports.
fn watched(engine: Engine, puzzle: &ClassicPuzzle, config: &Config<'_>) -> (Report, Vec<Progress>) {
    let told = Mutex::new(Vec::new());
    let tell = |progress: &Progress| told.lock().unwrap().push(*progress);
    let config = Config { watcher: Some(Watcher(&tell)), ..*config };
    let (_, report) = Solver::new(engine).first(puzzle, &config).unwrap();
    (report, told.into_inner().unwrap())
}

#[test]
fn every_engine_reports_its_progress_and_counts_the_same_with_a_watcher() {
    let config = Config { limit: 30_000, ..Config::default() };
    for engine in [Engine::Kernel, Engine::Search, Engine::Prune, Engine::Dlx] {
        let (report, told) = watched(engine, &loose(), &config);
        let (_, alone) = Solver::new(engine).first(&loose(), &config).unwrap();
        assert_eq!(report, alone, "{engine}");
        assert!(told.len() > 3, "{engine}");
        assert!(told.is_sorted_by_key(|progress| (progress.nodes, progress.solutions)), "{engine}");
        let last = told.last().unwrap();
        assert!(last.nodes <= report.counters.nodes && last.solutions <= report.solutions, "{engine}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn a_watcher_changes_no_answer(
        puzzle in strategy::classic(),
        limit in prop_oneof![1..60_u64, Just(u64::MAX)],
        budget in prop_oneof![0..40_u64, Just(20_000)],
    ) {
        let config = Config { limit, budget, ..Config::default() };
        for engine in [Engine::Kernel, Engine::Auto, Engine::Dlx] {
            let (report, _) = watched(engine, &puzzle, &config);
            let (_, alone) = Solver::new(engine).first(&puzzle, &config).unwrap();
            prop_assert_eq!(report, alone, "{}", engine);
        }
    }
}

#[test]
fn long_runs_of_the_kernel_can_be_cancelled() {
    let restricted = loose().with_restrictions(&[DigitSet::all(9); 81]).unwrap();
    for puzzle in [loose(), restricted] {
        let (stop, config) = (AtomicBool::new(false), Config { limit: 1 << 31, ..Config::default() });
        let config = Config { cancel: Some(&stop), ..config };
        let (end, late) = std::thread::scope(|scope| {
            let run = scope.spawn(|| Solver::new(Engine::Kernel).first(&puzzle, &config).unwrap().1.end);
            std::thread::sleep(Duration::from_millis(50));
            let since = Instant::now();
            stop.store(true, Ordering::Relaxed);
            (run.join().unwrap(), since.elapsed())
        });
        assert_eq!(end, End::Cancelled);
        // On an idle machine, this takes about 0.1 s.
        assert!(late < Duration::from_secs(2), "{late:?}");
    }
}

#[test]
fn a_visitor_sees_that_a_run_of_the_kernel_is_watched() {
    let told = AtomicBool::new(false);
    let tell = |progress: &Progress| told.store(progress.solutions >= 4096, Ordering::Relaxed);
    let config = Config { limit: u64::MAX, watcher: Some(Watcher(&tell)), ..Config::default() };
    let report = Solver::new(Engine::Kernel).run(&loose(), &config, &mut |_| {
        if told.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(report.unwrap().solutions, 4097);
}
