//! Tests that an independent checker accepts proofs and rejects damaged ones.

use farandole_puzzle::check::check;
use farandole_puzzle::{ClassicPuzzle, DigitSet, Geometry, Grid};
use farandole_solve::{Config, Encoding, End, Engine, Reason, Report, Solver};
use farandole_testkit::{Random, oracle, random, rup, strategy};
use proptest::prelude::*;

fn prove(puzzle: &ClassicPuzzle) -> (Option<Grid>, Report, String) {
    let mut proof = Vec::new();
    let (first, report) = Solver::new(Engine::Auto).prove(puzzle, &Config::default(), &mut proof).unwrap();
    (first, report, String::from_utf8(proof).unwrap())
}

fn formula(puzzle: &ClassicPuzzle, other_than: Option<&Grid>) -> Vec<Vec<i32>> {
    let mut clauses = Vec::new();
    let encoding = Encoding::new(puzzle, other_than).unwrap();
    encoding.each_clause(&mut |clause| clauses.push(clause.to_vec()));
    let most = encoding.variable_count() as i32;
    assert!(clauses.iter().flatten().all(|number| *number != 0 && number.abs() <= most));
    clauses
}

/// Removes givens until the puzzle is minimal, so that the search has to branch.
fn thin_out(grid: &Grid, geometry: std::sync::Arc<Geometry>, random: &mut Random) -> ClassicPuzzle {
    let mut order: Vec<usize> = (0..grid.digits().len()).collect();
    random.shuffle(&mut order);
    let mut givens = grid.digits().to_vec();
    let mut solver = Solver::new(Engine::Search);
    let mut proper = |givens: &[u8]| {
        let puzzle = ClassicPuzzle::new(geometry.clone(), givens).unwrap();
        let config = Config { limit: 2, ..Config::default() };
        solver.count(&puzzle, &config).unwrap().solutions == 1
    };
    for cell in order {
        let given = std::mem::take(&mut givens[cell]);
        if !proper(&givens) {
            givens[cell] = given;
        }
    }
    ClassicPuzzle::new(geometry.clone(), &givens).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn answers_of_all_shapes_are_proved(puzzle in strategy::puzzle()) {
        prop_assume!(puzzle.geometry().misfit().is_none());
        let expected = oracle::solutions(&puzzle, 2);
        let (first, report, proof) = prove(&puzzle);
        prop_assert_eq!(report.solutions, expected.len() as u64);
        prop_assert!(first.iter().all(|grid| check(&puzzle, grid.digits()).is_ok()));
        prop_assert_eq!(report.plan.reason, Reason::Proof);
        if expected.len() < 2 {
            prop_assert_eq!(rup::check(&formula(&puzzle, first.as_ref()), &proof), Ok(()));
        }
        // The formula is satisfiable unless a clause excludes the solution, so the proof must be
        // rejected.
        if expected.len() == 1 {
            prop_assert!(rup::check(&formula(&puzzle, None), &proof).is_err());
        }
    }
}

#[test]
fn minimal_puzzles_need_more_than_propagation_and_a_damaged_proof_is_refused() {
    let (mut refused, mut long) = (0, 0);
    for seed in 0..6 {
        let mut random = Random::new(seed);
        let geometry = std::sync::Arc::new(Geometry::usual(if seed < 4 { 9 } else { 12 }).unwrap());
        let grid = random::solved_grid(&geometry, 10_000_000, &mut random).unwrap();
        let puzzle = thin_out(&grid, geometry.clone(), &mut random);
        let (first, report, proof) = prove(&puzzle);
        assert_eq!((first.as_ref(), report.end), (Some(&grid), End::Exhausted));
        let clauses = formula(&puzzle, Some(&grid));
        assert_eq!(rup::check(&clauses, &proof), Ok(()));
        let lines: Vec<&str> = proof.lines().collect();
        if lines.len() < 5 {
            continue;
        }
        long += 1;
        assert_eq!(rup::check(&clauses, "0\n"), Err(1));
        let flipped = lines[0].strip_prefix('-').map_or_else(|| format!("-{}", lines[0]), str::to_owned);
        let damaged = [&[flipped.as_str()], &lines[1..]].concat().join("\n");
        refused += u32::from(rup::check(&clauses, &damaged).is_err());
    }
    assert!(long >= 2 && refused >= 1, "{long} {refused}");
}

#[test]
fn clashes_are_proved_by_the_empty_clause_and_misfits_have_no_formula() {
    let twice = ClassicPuzzle::new(Geometry::classic().into(), &[&[5, 5][..], &[0; 79]].concat()).unwrap();
    let nothing = ClassicPuzzle::new(Geometry::classic().into(), &[0; 81]).unwrap();
    let nothing = nothing.with_restrictions(&[DigitSet::EMPTY; 81]).unwrap();
    for puzzle in [twice, nothing] {
        let (_, report, proof) = prove(&puzzle);
        assert!(report.clash.is_some());
        assert_eq!(proof, "0\n");
        assert_eq!(rup::check(&formula(&puzzle, None), &proof), Ok(()));
    }
    let uneven = ClassicPuzzle::new(Geometry::irregular(2, b"abbb").unwrap().into(), &[0; 4]).unwrap();
    assert_eq!(prove(&uneven).2, "");
    assert_eq!(Encoding::new(&uneven, None).unwrap_err().to_string(), "region 1 has 1 cells, expected 2");
    let small = ClassicPuzzle::new(Geometry::usual(4).unwrap().into(), &[0; 16]).unwrap();
    let grid = Grid::new(1, vec![1]).unwrap();
    let error = Encoding::new(&small, Some(&grid)).unwrap_err();
    assert_eq!(error.to_string(), "the known solution is 1x1, expected 4x4");
}

#[test]
fn the_formula_of_a_small_grid() {
    let puzzle = ClassicPuzzle::new(
        Geometry::boxes(4, 2, 2).unwrap().into(),
        &[2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    );
    let mut text = Vec::new();
    Encoding::new(&puzzle.unwrap(), None).unwrap().write(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    // Cells: 16 + 16 * 6 clauses. Each digit: 12 houses and 12 * 6 pairs, less 16 pairs that a box
    // shares with a line. One clause for the given.
    assert_eq!(lines[1], "p cnf 64 385");
    assert_eq!(lines.len(), 2 + 385);
    assert_eq!((lines[2], *lines.last().unwrap()), ("1 2 3 4 0", "2 0"));
}
