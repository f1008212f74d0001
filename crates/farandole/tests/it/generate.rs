//! Results of the generator and the studies, checked by the rest of the library.
//!
//! `FARANDOLE_PUZZLES=10000 cargo test -p farandole --test it generate::` generates that many puzzles of
//! each kind.

use farandole::engines::{Engine, Solver};
use farandole::kernel::Isa;
use farandole::logic::Scale;
use farandole::logic::{Numbers, Technique};
use farandole::puzzle::ClassicPuzzle;
use farandole::research::generate::{Classic, NumberRange, Order, RatingTest, run};
use farandole::research::study::{Scans, Study};
use farandole::research::{
    ALL_CELLS, Cells, Minimal, Neighbours, PatternSymmetry, ProperPuzzle, Random, Recipe, givens, restrict,
};
use farandole::{Rating, canon::Canon, logic};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

/// Returns the number of puzzles of a kind from the environment, or the default.
fn many(few: u64) -> u64 {
    let asked = std::env::var("FARANDOLE_PUZZLES").ok();
    asked.map_or(few, |count| count.parse().expect("FARANDOLE_PUZZLES is a number"))
}

fn made(classic: &Classic, count: u64) -> Vec<(ClassicPuzzle, Option<Numbers>)> {
    let mut all = Vec::new();
    let order = Order { count, tries: 50_000 * count, ..Order::default() };
    let mut take = |made: farandole::research::generate::Generated| {
        let answer = farandole::solve(&made.puzzle).unwrap();
        assert_eq!(answer.unique(), Some(made.solution.digits()));
        all.push((made.puzzle, made.rating));
        ControlFlow::Continue(())
    };
    assert_eq!(run(&order, classic, &mut take, &mut |_| ControlFlow::Continue(())).unwrap().made, count);
    all
}

/// Checks that no given is redundant, and that no class occurs twice.
fn check_minimal(puzzles: &[ClassicPuzzle]) {
    for finding in Solver::new(Engine::Auto).redundant_givens(puzzles, &Default::default()) {
        assert_eq!(finding.unwrap().found, Some(Vec::new()));
    }
    let mut canon = Canon::new();
    let form = |puzzle: &ClassicPuzzle| canon.puzzle(puzzle.givens().try_into().unwrap()).unwrap().board;
    assert_eq!(puzzles.iter().map(form).collect::<BTreeSet<_>>().len(), puzzles.len());
}

/// Generates minimal puzzles of a symmetry and checks both properties.
fn check_symmetry(symmetry: PatternSymmetry, seed: u64) {
    let recipe = Recipe { symmetry, givens: 20..=40, minimal: Minimal::Yes, ..Recipe::default() };
    let puzzles: Vec<ClassicPuzzle> =
        made(&Classic { recipe, seed, isa: Isa::detect(), test: None }, many(4))
            .into_iter()
            .map(|(puzzle, _)| puzzle)
            .collect();
    check_minimal(&puzzles);
    for puzzle in &puzzles {
        assert!((20..=40).contains(&puzzle.given_count()));
        assert!(symmetry.holds_for(givens(puzzle.givens().try_into().unwrap())));
    }
}

/// Defines a test for each symmetry, with a seed of its own.
macro_rules! symmetries {
    ($($name:ident: $symmetry:ident, $seed:literal;)*) => {
        $(
            #[test]
            fn $name() {
                check_symmetry(PatternSymmetry::$symmetry, $seed);
            }
        )*
        #[test]
        fn no_symmetry_is_left_out() {
            assert_eq!([$(PatternSymmetry::$symmetry),*], PatternSymmetry::ALL);
        }
    };
}

symmetries! {
    puzzles_without_symmetry_are_what_was_asked_for: None, 1;
    puzzles_with_half_turn_are_what_was_asked_for: HalfTurn, 2;
    puzzles_with_quarter_turn_are_what_was_asked_for: QuarterTurn, 3;
    puzzles_with_horizontal_mirror_are_what_was_asked_for: Horizontal, 4;
    puzzles_with_vertical_mirror_are_what_was_asked_for: Vertical, 5;
    puzzles_with_diagonal_are_what_was_asked_for: Diagonal, 6;
    puzzles_with_antidiagonal_are_what_was_asked_for: Antidiagonal, 7;
    puzzles_with_both_mirrors_are_what_was_asked_for: BothMirrors, 8;
    puzzles_with_both_diagonals_are_what_was_asked_for: BothDiagonals, 9;
    puzzles_with_all_symmetries_are_what_was_asked_for: Full, 10;
}

/// Generates minimal puzzles with a rating in a range, and rates them again independently.
fn check_window(scale: Scale, rating: NumberRange, count: u64) {
    let test = RatingTest { rating: rating.clone(), ..RatingTest::any(scale) };
    let classic = Classic { recipe: Recipe::default(), seed: 1, isa: Isa::detect(), test: Some(test) };
    let mut puzzles = Vec::new();
    for (puzzle, numbers) in made(&classic, count) {
        let Rating::Rated(again) = farandole::rating::rate_on(scale, &puzzle).unwrap() else {
            panic!("a proper puzzle")
        };
        assert_eq!(numbers, Some(again));
        let number = match again {
            Numbers::Se { er, .. } => er.into(),
            Numbers::Hodoku { score, .. } => score,
            Numbers::Chains { length, .. } => length.into(),
            Numbers::Minutes { minutes, .. } => minutes.seconds(),
        };
        assert!(rating.contains(&number));
        puzzles.push(puzzle);
    }
    check_minimal(&puzzles);
}

#[test]
fn ratings_are_in_the_window_of_sudoku_explainer() {
    check_window(Scale::Se, 66..=72, many(10));
}

#[test]
fn scores_are_in_the_window_of_hodoku() {
    check_window(Scale::Hodoku, 1000..=1400, many(10));
}

#[test]
fn a_technique_that_is_asked_for_is_needed_and_the_others_are_easier() {
    let scale = Scale::Hodoku;
    let wing = Technique::XWing;
    let test = RatingTest { technique: Some(wing), easier_than: Some(wing), ..RatingTest::any(scale) };
    let classic = Classic { recipe: Recipe::default(), seed: 1, isa: Isa::detect(), test: Some(test) };
    let puzzles: Vec<ClassicPuzzle> = made(&classic, many(3)).into_iter().map(|(puzzle, _)| puzzle).collect();
    check_minimal(&puzzles);
    for puzzle in puzzles {
        let state = logic::State::new(&puzzle).unwrap();
        let (_, steps) = logic::hodoku::explain(&state, None, logic::hodoku::Budget::NONE);
        let place = |technique| logic::hodoku::entry(technique).unwrap().index;
        assert!(steps.iter().any(|step| step.technique == wing));
        assert!(steps.iter().all(|step| step.technique == wing || place(step.technique) < place(wing)));
    }
}

/// Returns the first of the puzzles with 17 givens.
fn seventeens(count: usize) -> Vec<ProperPuzzle> {
    let packed = include_bytes!("../../../../testdata/sudoku/17_clue.txt.gz");
    let text = std::io::read_to_string(flate2::read::GzDecoder::new(&packed[..])).unwrap();
    let proper = |line: &str| {
        let answer = farandole::solve(line).unwrap();
        let givens = answer.puzzle().classic().unwrap().givens();
        let digits = |digits: &[u8]| digits.try_into().unwrap();
        ProperPuzzle { number: 0, puzzle: digits(givens), solution: digits(answer.unique().unwrap()) }
    };
    text.lines().take(count).map(proper).collect()
}

/// The neighbourhood {-1+1}: classes without that of the puzzle itself.
const ONE_FOR_ONE: farandole::research::study::Neighbourhood = farandole::research::study::Neighbourhood {
    change: Neighbours { remove: 1, add: 1 },
    pattern: farandole::research::study::Pattern::Any,
};

#[test]
fn the_first_17s_have_118_classes_around_them() {
    // The first 100 lines of the list of 17s. The numbers are those of the program gridchecker and
    // of another one.
    let puzzles = seventeens(100);
    assert_eq!(puzzles.len(), 100);
    let mut canon = Canon::new();
    let mut classes: BTreeSet<[u8; 81]> =
        puzzles.iter().filter_map(|proper| canon.puzzle(&proper.puzzle)).map(|form| form.board).collect();
    ONE_FOR_ONE
        .study(&mut canon, &puzzles, &false.into())
        .into_iter()
        .for_each(|forms| classes.extend(forms));
    assert_eq!(classes.len(), 118);
}

/// A neighbour that is not in the list would be a new 17. The test takes the first 300 puzzles, or
/// as many as `FARANDOLE_PUZZLES` states. All of them form a graph of 23,102 edges, in which 25,100
/// puzzles have no neighbour.
#[test]
fn no_17_has_a_neighbour_that_is_not_known() {
    let puzzles = seventeens(usize::MAX);
    let mut canon = Canon::new();
    let forms: Vec<[u8; 81]> =
        puzzles.iter().map(|proper| canon.puzzle(&proper.puzzle).unwrap().board).collect();
    let known: BTreeSet<&[u8; 81]> = forms.iter().collect();
    assert_eq!(known.len(), 49_158);
    let asked = puzzles.len().min(many(300) as usize);
    let around = ONE_FOR_ONE.study(&mut canon, &puzzles[..asked], &false.into());
    assert!(around.iter().flatten().all(|form| known.contains(form)));
    assert!(around.iter().any(|near| !near.is_empty()));
    if asked == puzzles.len() {
        let pairs = forms
            .iter()
            .zip(&around)
            .flat_map(|(form, near)| near.iter().map(move |it| (form.min(it), form.max(it))));
        assert_eq!(pairs.collect::<BTreeSet<_>>().len(), 23_102);
        assert_eq!(around.iter().filter(|near| near.is_empty()).count(), 25_100);
    }
}

/// Returns all known puzzles of 17 givens in this grid, as sets of cells. The grid has only the
/// trivial automorphism.
fn known_in(canon: &Canon, grid: &[u8; 81], all: &[(ProperPuzzle, [u8; 81])]) -> BTreeSet<Cells> {
    let own = canon.grid(grid).unwrap();
    assert_eq!(own.automorphisms, 1);
    let here = all.iter().filter(|(_, form)| *form == own.board);
    here.map(|(proper, _)| {
        let there = canon.grid(&proper.solution).unwrap().symmetry;
        givens(&there.then(&own.symmetry.inverse()).apply(&proper.puzzle))
    })
    .collect()
}

/// A scan of a part of a grid finds the known puzzles there and no others. Whole grids take long:
/// `FARANDOLE_PUZZLES` sets how many of them are scanned.
#[test]
fn scans_give_grids_their_17s_back() {
    let mut canon = Canon::new();
    let form = |proper: ProperPuzzle| (proper, canon.grid(&proper.solution).unwrap().board);
    let all: Vec<(ProperPuzzle, [u8; 81])> = seventeens(usize::MAX).into_iter().map(form).collect();
    // The "strangely familiar" grid, and some of the list.
    let familiar = b"639241785284765193517983624123857946796432851458619237342178569861594372975326418";
    let mut grids = vec![familiar.map(|symbol| symbol - b'0')];
    grids.extend(all.iter().step_by(9_001).map(|(proper, _)| proper.solution));
    let whole = many(0).min(grids.len() as u64) as usize;
    let mut counts = Vec::new();
    for (number, grid) in grids.iter().enumerate() {
        let known = known_in(&canon, grid, &all);
        let mut random = Random::new(17, number as u64);
        let mut within = known.iter().take(3).fold(0, |cells, known| cells | known);
        while within.count_ones() < 44 {
            within |= 1 << random.below(81);
        }
        if number < whole {
            within = ALL_CELLS;
        }
        let proper = ProperPuzzle { number: 0, puzzle: restrict(grid, within), solution: *grid };
        let scans = Scans::new(17, NonZeroUsize::new(2).unwrap());
        let found = scans.study(&mut canon, &[proper], &false.into()).remove(0);
        let expected: Vec<Cells> = known.into_iter().filter(|cells| cells & !within == 0).collect();
        assert!(found.is_complete);
        assert_eq!(found.puzzles, expected);
        counts.push(expected.len());
    }
    assert!(counts[0] >= 3 && counts[1..].iter().all(|count| *count >= 1), "{counts:?}");
    assert!(whole == 0 || counts[0] == 29);
}
