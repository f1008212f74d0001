//! Tests of [`PuzzleSolver`] on a variant.

use super::*;
use farandole_csp::KnownCandidates;
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::check;

#[test]
fn a_search_that_is_cut_short_does_not_say_that_there_is_no_solution() {
    let hard = iss::read(".Shape~16x16.AntiKing.AntiKnight.AntiConsecutive").unwrap();
    let solver = PuzzleSolver::new(&hard).unwrap();
    let stop = AtomicBool::new(true);
    for config in
        [Config { budget: 3, ..Config::default() }, Config { cancel: Some(&stop), ..Config::default() }]
    {
        let finding = solver.true_candidates(&config, KnownCandidates::default()).unwrap();
        assert!(!finding.exact && finding.found.is_some_and(|found| found.witnesses.is_empty()));
        let clash = conflicting_constraints(&hard, &config).unwrap().unwrap();
        assert!(!clash.exact && clash.constraints.is_empty());
    }
}

#[test]
fn a_list_goes_on_behind_every_solution() {
    let all = Config { limit: u64::MAX, ..Config::default() };
    for text in [".Shape~4x4", ".Shape~4x4.Thermo~R1C1~R1C2~R2C2", ".Shape~4x4~0-3.~R2C2_0"] {
        let solver = PuzzleSolver::new(iss::read(text).unwrap()).unwrap();
        let mut grids: Vec<Vec<u8>> = Vec::new();
        let mut list = |values: &[u8]| {
            grids.push(values.to_vec());
            ControlFlow::Continue(())
        };
        solver.list(&all, &mut list).unwrap();
        assert!(grids.len() > 10 && grids.is_sorted(), "{text}");
        for (place, last) in grids.iter().enumerate() {
            let mut rest = grids[place + 1..].iter();
            let report = solver.list_after(last, &all, &mut |values| {
                assert_eq!(Some(values), rest.next().map(Vec::as_slice));
                ControlFlow::Continue(())
            });
            let report = report.unwrap();
            assert_eq!((report.solutions as usize, report.end), (grids.len() - place - 1, End::Exhausted));
        }
        // A search in lexicographic order continues after a sorted list.
        let tight = Config { budget: 2 * grids.len() as u64, ..all };
        let mut in_order = Vec::new();
        let report = solver.list(&tight, &mut |values| {
            in_order.push(values.to_vec());
            ControlFlow::Continue(())
        });
        assert!(report.unwrap().end == End::BudgetSpent || in_order.len() == grids.len(), "{text}");
        assert_eq!(in_order, grids[..in_order.len()], "{text}");
        let some = Config { limit: 2, ..all };
        let report = solver.list_after(&grids[0], &some, &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!((report.solutions, report.end), (2, End::LimitReached));
    }
}

#[test]
fn a_short_list_takes_as_many_nodes_as_a_count() {
    let all = Config { limit: u64::MAX, ..Config::default() };
    // The second puzzle has more solutions than are sorted without a limit.
    for (text, limit) in [
        (".Shape~4x4.Thermo~R1C1~R1C2~R2C2", 2),
        (".AntiKnight", 3),
        (".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4", 100),
    ] {
        let solver = PuzzleSolver::new(iss::read(text).unwrap()).unwrap();
        let mut grids: Vec<Vec<u8>> = Vec::new();
        let short = Config { limit, ..all };
        let report = solver.list_some(&short, &mut |values| {
            grids.push(values.to_vec());
            ControlFlow::Continue(())
        });
        let (report, counted) =
            (report.unwrap(), solver.run(&short, &mut |_| ControlFlow::Continue(())).unwrap());
        assert!(grids.is_sorted() && grids.len() as u64 == report.solutions, "{text}");
        assert_eq!((report.solutions, report.end), (counted.solutions, counted.end), "{text}");
        assert_eq!(report.counters.nodes, counted.counters.nodes, "{text}");
    }
}

#[test]
fn grids_are_counted_once_whatever_their_extra_cells_hold() {
    let all = Config { limit: u64::MAX, ..Config::default() };
    for text in [
        ".Shape~4x4.Var~A~~3.Thermo~R1C1~VA1.Or.Thermo~VA2~R2C2.Thermo~R2C2~VA3.End",
        ".Shape~4x4.Var~A~~2x2.ConnectedValues~VA~1_2.Sum~7~VA1~R1C1~R1C2~VA4",
        ".Shape~4x4.Doublers.DoubledSum~11~R2C2~R2C3~R3C1",
        ".Shape~2x3~0-2~Raw.YinYang.Sum~3~R1C1~YY1~YY4",
        ".Shape~4x4~0-4.Schroedinger.Var~A.Cage~5~R1C2~R1C3.Thermo~R1C1~R1C4",
        ".Shape~4x4.NoBoxes.ChaosConstruction.~R1C1_1~R2C2_2~R3C3_3~R1C2_4~R4C1_2",
        ".Shape~4x4.Thermo~R1C1~R1C2~R2C3",
        ".Shape~4x4.Var~A.Thermo~R1C1~R1C2~R1C3~R1C4~VA",
    ] {
        let variant = iss::read(text).unwrap();
        let solver = PuzzleSolver::new(&variant).unwrap();
        let shown = |values: &[u8]| -> Vec<u8> {
            let board = variant.board();
            let seconds = board.grid().filter_map(|cell| board.second(cell));
            board.grid().chain(seconds).map(|cell| values[cell.index()]).collect()
        };
        let (mut expected, mut found) = (std::collections::BTreeSet::new(), Vec::new());
        solver
            .run(&all, &mut |values| {
                expected.insert(shown(values));
                ControlFlow::Continue(())
            })
            .unwrap();
        let report = solver
            .run_grids(&all, &mut |values| {
                assert!(check(&variant, values).is_ok(), "{text}");
                found.push(shown(values));
                ControlFlow::Continue(())
            })
            .unwrap();
        assert_eq!(report.solutions as usize, found.len(), "{text}");
        found.sort_unstable();
        assert!(found.iter().eq(expected.iter()), "{text}: {} and {}", found.len(), expected.len());
        let some = Config { limit: 2, ..all };
        let report = solver.run_grids(&some, &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(report.solutions as usize, expected.len().min(2), "{text}");
    }
}

#[test]
fn kinds_that_are_said_by_others_have_the_solutions_that_the_checker_accepts() {
    let all = Config { limit: u64::MAX, ..Config::default() };
    let blank = iss::read(".Shape~4x4").unwrap();
    let mut grids = Vec::new();
    PuzzleSolver::new(&blank)
        .unwrap()
        .run(&all, &mut |values| {
            grids.push(values.to_vec());
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(grids.len(), 288);
    for item in [
        "Odd~R1C1",
        "Even~R1C1",
        "Minimum~R1C1",
        "Maximum~R2C2",
        "SlowThermo~R1C1~R2C2~R3C3",
        "ParityLine~R1C1~R1C2~R1C3",
        "Nabner~R1C1~R2C3",
        "Difference~2~R1C1~R1C2",
        "Ratio~2~R1C1~R1C2",
        "Taxicab~2",
        "Leaper~1~2",
        "Knightmare~5",
        "Battenburg~R1C1",
        "FrameSum~R1~4",
        "FrameSum~C2~~5",
        "FirstSeen~1_2~R1~2",
        "FirstSeen~1_3_4~C2~~3",
        "Rossini~R1~rises",
        "Rossini~C2~~falls",
        "Rossini~C3~neither",
        "HighCells~2~R1C1~R1C4~R2C2~R2C3~R3C1~R3C2~R4C3~R4C4",
        "DiagonalNonconsecutive",
        "BoxIndexing~R1C1~R2C4",
        "Mathrax~difference~1~R2C2",
        "Mathrax~product~4~R2C2",
        "CalcCage~product~24~R1C1~R1C2~R2C1~R3C3",
        "CalcCage~difference~1~R1C1~R2C1~R2C2",
        "CalcCage~quotient~2~R1C1~R2C1~R2C2",
        "CalcCage~sum~6~R1C1~R2C3~R4C4",
        "StrictConsecutive.WhiteDot~R1C1~R1C2~R2C2~R2C3",
        "Vudoku~R2C2~R1C1~R1C3",
        "Isomorphic~R1C1~R2C3~R3C4~-~R1C2~R3C3~R4C1",
        "Sequence~R1C1~R2C2~R3C3",
        "SameDifference~R1C1~R2C2~R2C3~R3C3",
        "CountedDifferences~R1C1~R2C2~R2C3~R3C3",
        "Outside~R1~1_2",
        "Outside~C2~~3",
        "Entropic~R1C1~R2C3~R3C3~R4C2",
    ] {
        let variant = iss::read(&format!(".Shape~4x4.{item}")).unwrap();
        let expected = grids.iter().filter(|values| check(&variant, values).is_ok()).count();
        let report = PuzzleSolver::new(&variant).unwrap().count(&all).unwrap();
        assert_eq!(report.solutions, expected as u64, "{item}");
        assert!(expected < grids.len(), "{item}");
    }
}

#[test]
fn every_conflicting_constraint_is_needed() {
    let config = Config { limit: 1, ..Config::default() };
    let parts = [
        "NoBoxes",
        "V~R1C4~R1C3",
        "Battlefield~8~R3",
        "StrictXV",
        "X~R2C1~R2C2",
        "AntiKnight",
        "RegionSize~2",
        "~R1C1_1",
        "~R1C2_1_2",
        "Thermo~R1C1~R1C2~R1C3",
        "WhiteDot~R2C1~R2C2",
        "StrictKropki",
        "Diagonal~1",
        "Cage~9~R3C1~R3C2",
        "AntiKing",
        "Skyscraper~C1~4",
        "~R4C4_4",
        "Cage~3~R3C1~R3C2",
    ];
    let mut random = farandole_testkit::Random::new(5);
    let mut conflicts = 0;
    for _ in 0..150 {
        let chosen: Vec<&str> = parts.iter().copied().filter(|_| random.below(3) == 0).collect();
        let Ok(variant) = iss::read(&format!(".Shape~4x4.{}", chosen.join("."))) else { continue };
        let Some(finding) = conflicting_constraints(&variant, &config).unwrap() else { continue };
        assert!(finding.exact);
        conflicts += 1;
        let solutions = |kept: &[usize]| {
            let constraints = kept.iter().map(|at| variant.constraints()[*at].clone()).collect();
            let part = Variant::new(variant.shape(), variant.stated_groups(), constraints).unwrap();
            PuzzleSolver::new(part).unwrap().count(&config).unwrap().solutions
        };
        assert_eq!(solutions(&finding.constraints), 0, "{chosen:?}");
        for at in &finding.constraints {
            let others: Vec<usize> = finding.constraints.iter().copied().filter(|it| it != at).collect();
            assert_eq!(solutions(&others), 1, "{chosen:?}: {}", variant.constraints()[*at].name());
        }
    }
    assert!(conflicts > 20, "{conflicts}");
}
