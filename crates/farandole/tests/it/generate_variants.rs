//! Generated and completed variants, checked by another search and by all grids of a 4x4 board.
//!
//! `FARANDOLE_PUZZLES=2000 cargo test -p farandole --test it generate_variants::` generates that many
//! puzzles of each kind.

use farandole::engines::{Config, End, PuzzleSolver, VariantSearch};
use farandole::logic::PathOutcome;
use farandole::logic::variant::{State, Walk, prove, rate};
use farandole::puzzle::Cell;
use farandole::puzzle::board::Shape;
use farandole::puzzle::constraint::Constraint;
use farandole::puzzle::format::iss;
use farandole::puzzle::variant::{Variant, check};
use farandole::research::find::{FindLedger, FindProblem, FindRun};
use farandole::research::generate::{GeneratedVariant, Order, VariantAttempts, run};
use farandole::research::variants::{
    Base, Blank, Preset, Template, VariantRatingTest, VariantRecipe, fewest_clues, layout_key,
};
use farandole::research::{PatternSymmetry, Random};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// Returns the number of puzzles of a kind from the environment, or the default.
fn many(few: u64) -> u64 {
    let asked = std::env::var("FARANDOLE_PUZZLES").ok();
    asked.map_or(few, |count| count.parse().expect("FARANDOLE_PUZZLES is a number"))
}

fn blank(size: usize) -> Variant {
    Variant::new(Shape::square(size).unwrap(), Vec::new(), Vec::new()).unwrap()
}

fn recipe(preset: Preset, size: usize) -> VariantRecipe {
    let base =
        if preset.is_irregular() { Base::RandomRegions(size) } else { Base::Fixed(blank(size).into()) };
    preset.recipe(base)
}

fn made(recipe: &VariantRecipe, count: u64, threads: usize) -> Vec<GeneratedVariant> {
    made_with(recipe, None, count, threads)
}

fn made_with(
    recipe: &VariantRecipe,
    test: Option<VariantRatingTest>,
    count: u64,
    threads: usize,
) -> Vec<GeneratedVariant> {
    let mut all = Vec::new();
    let order =
        Order { count, tries: 2000 * count, threads: NonZeroUsize::new(threads), time: None, patience: None };
    let attempts = VariantAttempts { recipe: recipe.clone(), seed: 5, test };
    let take = &mut |it| {
        all.push(it);
        ControlFlow::Continue(())
    };
    assert_eq!(run(&order, &attempts, take, &mut |_| ControlFlow::Continue(())).unwrap().made, count);
    all
}

/// Counts solutions up to two by a search that the generator does not use.
fn count(variant: &Variant) -> u64 {
    let config = Config { limit: 2, ..Config::default() };
    let solver = PuzzleSolver::new(variant).unwrap();
    let visit = &mut |_: &[u8]| ControlFlow::Continue(());
    let report = solver.run_by(VariantSearch::DepthFirst, &config, visit).unwrap();
    assert!(report.end == End::Exhausted || report.solutions == 2);
    report.solutions
}

fn without(variant: &Variant, constraint: &Constraint) -> Variant {
    let rest = variant.constraints().iter().filter(|it| *it != constraint).cloned().collect();
    Variant::new(variant.shape(), variant.stated_groups(), rest).unwrap()
}

#[test]
fn puzzles_of_every_kind_are_proper_irredundant_and_different() {
    for preset in Preset::ALL {
        let mut layouts = BTreeSet::new();
        for GeneratedVariant { made, .. } in made(&recipe(preset, 9), many(1), 2) {
            let name = preset.name();
            check(&made.variant, &made.solution).unwrap();
            assert_eq!(count(&made.variant), 1, "{name}: {}", iss::write(&made.variant));
            let clues = made.variant.constraints().iter();
            for clue in clues.filter(|clue| !clue.about().role().changes_board()) {
                assert_eq!(count(&without(&made.variant, clue)), 2, "{name}: {}", iss::write(&made.variant));
            }
            assert!(layouts.insert(layout_key(&made.variant)));
            assert!(made.clues > 0);
            let is_killer = matches!(preset, Preset::Killer | Preset::JigsawKiller);
            assert!(!is_killer || made.givens == 0);
        }
    }
}

/// Returns a recipe for puzzles with the clues of published puzzles.
fn usual(preset: Preset, size: usize) -> VariantRecipe {
    VariantRecipe { is_minimal: false, ..recipe(preset, size) }
}

#[test]
fn puzzles_for_people_are_proper_and_each_step_is_proved_without_trying_cases() {
    // Searches without learning take long for sums that restrict little.
    let large = [Preset::Killer, Preset::JigsawKiller, Preset::Kropki, Preset::Thermo];
    let small = Preset::ALL.into_iter().map(|preset| (preset, 6));
    for (preset, size) in small.chain(large.into_iter().map(|preset| (preset, 9))) {
        let test = VariantRatingTest::for_people();
        let count_made = many(if size == 6 { 3 } else { 1 });
        for GeneratedVariant { made, rating } in made_with(&usual(preset, size), Some(test), count_made, 2) {
            let text = iss::write(&made.variant);
            check(&made.variant, &made.solution).unwrap();
            assert_eq!(count(&made.variant), 1, "{text}");
            let start = State::new(&made.variant);
            let (steps, outcome) = Walk::new(start.clone(), u64::MAX).to_end();
            assert_eq!(outcome, PathOutcome::Solved, "{text}");
            for (before, step) in &steps {
                assert!(!step.technique.tries_cases(), "{text}");
                assert_eq!(prove(before, step), Ok(()), "{text}");
            }
            assert_eq!(rating, Some(rate(&start, u64::MAX)), "{text}");
            assert!(rating.is_some_and(|it| it.hardest < 40 && it.minutes.seconds() <= 7200), "{text}");
            let is_killer = matches!(preset, Preset::Killer | Preset::JigsawKiller);
            assert!(!is_killer || made.givens == 0, "{text}");
        }
    }
}

/// A map of (row, column), given the index of the last row.
type Move = fn(usize, usize, usize) -> (usize, usize);

/// Returns true if a symmetry of the square maps every cage and line to a cage or line.
fn is_symmetric(variant: &Variant) -> bool {
    let board = variant.board();
    let clues = variant.constraints().iter().filter(|it| matches!(it.name(), "Cage" | "Thermo"));
    let places = |clue: &Constraint| -> BTreeSet<(usize, usize)> {
        clue.cells(board).into_iter().filter_map(|cell| board.place(cell)).collect()
    };
    let sets: BTreeSet<BTreeSet<(usize, usize)>> = clues.map(places).collect();
    let last = board.shape().rows() - 1;
    let moves: [Move; 6] = [
        |row, col, last| (last - row, last - col),
        |row, col, last| (col, last - row),
        |row, col, last| (last - row, col),
        |row, col, last| (row, last - col),
        |row, col, _| (col, row),
        |row, col, last| (last - col, last - row),
    ];
    moves.iter().any(|image| {
        sets.iter().all(|set| sets.contains(&set.iter().map(|(row, col)| image(*row, *col, last)).collect()))
    })
}

#[test]
fn some_layouts_are_symmetric_unless_the_recipe_states_a_symmetry() {
    for preset in [Preset::Killer, Preset::Thermo, Preset::JigsawKiller] {
        let symmetric = |recipe: &VariantRecipe| {
            let test = Some(VariantRatingTest::for_people());
            let all = made_with(recipe, test, many(12), 2);
            (all.iter().filter(|it| is_symmetric(&it.made.variant)).count(), all.len())
        };
        let (count, all) = symmetric(&usual(preset, 6));
        assert!(count > 0 && count < all, "{}: {count} of {all}", preset.name());
        let none = VariantRecipe { symmetry: Some(PatternSymmetry::None), ..usual(preset, 6) };
        assert!(symmetric(&none).0 < count, "{}", preset.name());
        let half_turn = VariantRecipe { symmetry: Some(PatternSymmetry::HalfTurn), ..usual(preset, 6) };
        assert_eq!(symmetric(&half_turn).0, all, "{}", preset.name());
    }
}

#[test]
fn the_same_seed_gives_the_same_puzzles_on_any_number_of_threads() {
    for preset in [Preset::Killer, Preset::Mixed, Preset::JigsawKiller] {
        let minimal = recipe(preset, 6);
        assert_eq!(made(&minimal, 20, 1), made(&minimal, 20, 3), "{}", preset.name());
        let test = Some(VariantRatingTest::for_people());
        let steered = |threads| made_with(&usual(preset, 6), test.clone(), 10, threads);
        assert_eq!(steered(1), steered(3), "{}", preset.name());
    }
}

#[test]
fn cages_of_a_killer_with_redundant_cages_cover_nearly_the_whole_grid() {
    let mut sizes = [0; 6];
    for GeneratedVariant { made, .. } in made(&usual(Preset::Killer, 9), 20, 1) {
        let cages: Vec<usize> =
            made.variant.constraints().iter().map(|it| it.cells(made.variant.board()).len()).collect();
        assert!((80..=81).contains(&cages.iter().sum::<usize>()), "{cages:?}");
        cages.iter().for_each(|cells| sizes[*cells] += 1);
        assert_eq!(count(&made.variant), 1);
    }
    // In published killers, six to seven of ten cages are pairs.
    let all: usize = sizes.iter().sum();
    assert!(sizes[1] == 0 && (55..75).contains(&(100 * sizes[2] / all)), "{sizes:?}");
}

#[test]
fn lines_turn_by_at_most_a_right_angle_and_do_not_touch() {
    let mut turns = 0;
    let presets = [Preset::Thermo, Preset::Arrow, Preset::Mixed];
    for recipe in presets.into_iter().flat_map(|preset| [recipe(preset, 9), usual(preset, 9)]) {
        for GeneratedVariant { made, .. } in made(&recipe, 10, 2) {
            let board = made.variant.board();
            let (mut covered, mut circles) = (BTreeSet::new(), BTreeSet::new());
            for constraint in made.variant.constraints() {
                let cells = match constraint {
                    Constraint::Thermo(it) => &it.cells,
                    Constraint::Arrow(it) => {
                        // Several arrows may start in a circle, which no other line crosses.
                        let is_free = circles.contains(&it.cells[0]) || !covered.contains(&it.cells[0]);
                        assert!(is_free, "{}", iss::write(&made.variant));
                        covered.remove(&it.cells[0]);
                        circles.insert(it.cells[0]);
                        &it.cells
                    }
                    Constraint::Whisper(it) => &it.cells,
                    Constraint::Renban(it) => &it.cells,
                    Constraint::Palindrome(it) => &it.cells,
                    Constraint::Between(it) => &it.cells,
                    _ => continue,
                };
                assert!(cells.iter().all(|cell| covered.insert(*cell)), "{}", iss::write(&made.variant));
                if matches!(constraint, Constraint::Arrow(_) | Constraint::Renban(_)) {
                    // The cells of the sum and of the set are in reading order.
                    continue;
                }
                let places = cells.iter().map(|cell| board.place(*cell).unwrap());
                let places: Vec<(i32, i32)> = places.map(|(row, col)| (row as i32, col as i32)).collect();
                for line in places.windows(3) {
                    let first = (line[1].0 - line[0].0, line[1].1 - line[0].1);
                    let second = (line[2].0 - line[1].0, line[2].1 - line[1].1);
                    assert!(first.0 * second.0 + first.1 * second.1 >= 0, "{line:?} of {constraint:?}");
                    turns += usize::from(first != second);
                }
            }
        }
    }
    assert!(turns > 100, "{turns}");
}

#[test]
fn regions_cages_lines_and_givens_have_the_requested_symmetry() {
    type Image = fn((usize, usize)) -> (usize, usize);
    let images: [(&str, Image); 3] = [
        ("180", |(row, col)| (8 - row, 8 - col)),
        ("90", |(row, col)| (col, 8 - row)),
        ("h", |(row, col)| (8 - row, col)),
    ];
    let presets =
        [[Preset::Killer, Preset::Thermo], [Preset::JigsawKiller; 2], [Preset::Killer, Preset::Arrow]];
    for ((name, image), presets) in images.into_iter().zip(presets) {
        let symmetry = PatternSymmetry::by_name(name).unwrap();
        for preset in presets {
            let recipe = VariantRecipe { symmetry: Some(symmetry), ..usual(preset, 9) };
            let test = Some(VariantRatingTest::for_people());
            for GeneratedVariant { made, .. } in made_with(&recipe, test, many(1), 2) {
                let variant = &made.variant;
                let places = |cells: &[Cell]| -> BTreeSet<(usize, usize)> {
                    cells.iter().map(|cell| variant.board().place(*cell).unwrap()).collect()
                };
                let mut sets: BTreeSet<(&str, BTreeSet<(usize, usize)>)> = BTreeSet::new();
                for constraint in variant.constraints().iter().filter(|it| it.name() != "Jigsaw") {
                    sets.insert((constraint.name(), places(&constraint.cells(variant.board()))));
                }
                for house in variant.houses() {
                    sets.insert(("house", places(&house.cells)));
                }
                let moved = sets.iter().map(|(name, set)| (*name, set.iter().map(|it| image(*it)).collect()));
                assert_eq!(moved.collect::<BTreeSet<_>>(), sets, "{name} {}", iss::write(variant));
            }
        }
    }
}

fn template(text: &str) -> VariantRecipe {
    let read = |text: &str| iss::read(text).map_err(|errors| errors.to_string());
    Template::read(text, &read).unwrap().recipe()
}

/// Twenty cages of about four cells.
const LAYOUT: &str = "\
    .Cage~?~R1C8~R1C9~R2C8~R2C9.Cage~?~R3C7~R3C8~R3C9~R4C9~R5C9.Cage~?~R4C7~R4C8~R5C7~R5C8 \
    .Cage~?~R1C6~R2C5~R2C6~R2C7~R3C5.Cage~?~R3C6~R4C5~R4C6~R5C6 \
    .Cage~?~R1C2~R1C3~R1C4~R1C5~R2C4.Cage~?~R1C1~R2C1~R2C2~R3C2 \
    .Cage~?~R2C3~R3C3~R3C4~R4C3~R4C4.Cage~?~R3C1~R4C1~R4C2~R5C2.Cage~?~R5C1~R6C1~R7C1~R8C1 \
    .Cage~?~R7C2~R8C2~R8C3~R9C1~R9C2.Cage~?~R8C4~R9C3~R9C4~R9C5.Cage~?~R5C3~R6C2~R6C3 \
    .Cage~?~R6C4~R6C5~R7C3~R7C4~R7C5.Cage~?~R7C6~R8C5~R8C6~R9C6.Cage~?~R5C4~R5C5 \
    .Cage~?~R6C6~R6C7~R7C7.Cage~?~R6C9~R7C9~R8C9.Cage~?~R8C7~R8C8~R9C7~R9C8~R9C9 \
    .Cage~?~R6C8~R7C8";

#[test]
fn sums_of_a_layout_are_chosen_so_that_one_solution_remains() {
    let recipe = VariantRecipe { givens: 0..=0, ..template(LAYOUT) };
    // Without a repair, no random solution of hundreds is the only one with its sums.
    let made = (0..20).find_map(|attempt| recipe.attempt(7, attempt).ok()).unwrap();
    let layout = |text: &str| -> Vec<String> {
        let cells =
            |item: &str| item.trim().split('~').filter(|part| part.starts_with('R')).collect::<String>();
        let mut all: Vec<String> = text.split('.').map(cells).filter(|cells| !cells.is_empty()).collect();
        all.sort();
        all
    };
    assert_eq!(layout(&iss::write(&made.variant)), layout(LAYOUT));
    check(&made.variant, &made.solution).unwrap();
    let config = Config { limit: 2, ..Config::default() };
    let solver = PuzzleSolver::new(&made.variant).unwrap();
    let visit = &mut |_: &[u8]| ControlFlow::Continue(());
    let report = solver.run_by(VariantSearch::Learning, &config, visit).unwrap();
    assert_eq!((report.solutions, report.end), (1, End::Exhausted));
}

/// Returns all grids of a 4x4 board.
fn grids() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let config = Config { limit: u64::MAX, ..Config::default() };
    PuzzleSolver::new(blank(4))
        .unwrap()
        .run(&config, &mut |grid| {
            all.push(grid.to_vec());
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(all.len(), 288);
    all
}

/// Returns random items with numbers to be chosen, and givens.
fn random_items(random: &mut Random) -> String {
    let cell = |random: &mut Random| format!("R{}C{}", 1 + random.below(4), 1 + random.below(4));
    let line =
        |random: &mut Random| format!("{}{}", ["R", "C"][random.below(2) as usize], 1 + random.below(4));
    let mut text = String::from(".Shape~4x4");
    for _ in 0..random.below(3) {
        text += &format!(".~{}_{}", cell(random), 1 + random.below(4));
    }
    for _ in 0..1 + random.below(3) {
        text += &match random.below(4) {
            0 => format!(".Sandwich~?~{}", line(random)),
            1 => format!(".Skyscraper~{}~?", line(random)),
            2 => format!(".Skyscraper~{}~?~?", line(random)),
            _ => format!(".Sum~?~{}~{}~{}", cell(random), cell(random), cell(random)),
        };
    }
    text
}

#[test]
fn completions_are_those_of_all_grids() {
    let (grids, mut random) = (grids(), Random::new(11, 0));
    let (mut total, mut with_several) = (0, 0);
    for _ in 0..many(20) {
        let text = random_items(&mut random);
        let recipe = template(&text);
        let Base::Fixed(base) = &recipe.base else { unreachable!() };
        let found = recipe.completions(1000, &AtomicBool::new(false)).unwrap();
        assert!(found.is_complete);
        // By definition: each combination of choices that exactly one grid satisfies.
        let mut expected = BTreeSet::new();
        let satisfies =
            |grid: &[u8], choice: &[Constraint]| choice.iter().all(|it| it.check(base.board(), grid).is_ok());
        let grids: Vec<&Vec<u8>> = grids.iter().filter(|grid| check(base, grid).is_ok()).collect();
        let mut choice = vec![0; recipe.blanks.len()];
        'all: loop {
            let chosen = |(blank, at): (&Blank, &usize)| blank.choices[*at].clone();
            let chosen: Vec<Constraint> = recipe.blanks.iter().zip(&choice).flat_map(chosen).collect();
            let fitting: Vec<&&Vec<u8>> = grids.iter().filter(|grid| satisfies(grid, &chosen)).collect();
            if let [grid] = fitting[..] {
                let all = base.constraints().iter().cloned().chain(chosen).collect();
                let variant = Variant::new(base.shape(), Vec::new(), all).unwrap();
                expected.insert((iss::write(&variant), (*grid).clone()));
            }
            for at in 0..=choice.len() {
                if at == choice.len() {
                    break 'all;
                }
                choice[at] += 1;
                if choice[at] < recipe.blanks[at].choices.len() {
                    break;
                }
                choice[at] = 0;
            }
        }
        let found: BTreeSet<(String, Vec<u8>)> =
            found.puzzles.iter().map(|(variant, grid)| (iss::write(variant), grid.clone())).collect();
        assert_eq!(found, expected, "{text}");
        total += found.len();
        with_several += usize::from(found.len() > 1);
    }
    assert!(total > 20 && with_several > 3, "{total} completions, {with_several} texts with several");
}

#[test]
fn the_fewest_clues_are_those_of_all_subsets() {
    let grids = grids();
    let base = blank(4);
    let mut sizes = BTreeSet::new();
    for GeneratedVariant { made, .. } in made(&usual(Preset::Mixed, 4), many(80), 1) {
        let clues = made.variant.constraints().to_vec();
        if clues.len() > 12 {
            continue;
        }
        let leaves_one = |set: u32| {
            let present = || (0..clues.len()).filter(|at| set >> at & 1 == 1).map(|at| &clues[at]);
            let fits = |grid: &&Vec<u8>| present().all(|clue| clue.check(base.board(), grid).is_ok());
            grids.iter().filter(fits).count() == 1
        };
        let subsets = 0..1_u32 << clues.len();
        let expected = subsets.filter(|set| leaves_one(*set)).map(u32::count_ones).min().unwrap() as usize;
        let stop = AtomicBool::new(false);
        let found = fewest_clues(&base, clues.clone(), &made.solution, 10_000, &stop).unwrap();
        assert_eq!((found.clues.len(), found.lower_bound), (expected, expected));
        assert!(leaves_one(found.clues.iter().fold(0, |set, at| set | 1 << at)));
        sizes.insert(expected);
    }
    assert!(sizes.len() > 2, "{sizes:?}");
}

#[test]
fn a_puzzle_with_placeholders_keeps_everything_else() {
    let text = ".Shape~6x6.AntiKnight.Cage~?~R1C1~R1C2.Maybe~Cage~?~R6C5~R6C6.Some~2~Thermo.Some~Sandwich";
    let recipe = template(text);
    for GeneratedVariant { made, .. } in made(&recipe, 10, 2) {
        let names: Vec<&str> = made.variant.constraints().iter().map(Constraint::name).collect();
        let count_of = |name: &str| names.iter().filter(|it| **it == name).count();
        assert_eq!((count_of("AntiKnight"), count_of("Thermo")), (1, 2));
        assert!((1..=2).contains(&count_of("Cage")));
        assert_eq!(count(&made.variant), 1);
    }
}

/// Returns a problem on a 6x6 board: each given is the number of its neighbours that are givens.
fn counted_givens() -> FindProblem {
    let mut text = String::from(".Shape~6x6.Var~S~~36");
    for cell in 0..36_i32 {
        let (row, col) = (cell / 6, cell % 6);
        let steps = (-1..=1).flat_map(|rows| (-1..=1).map(move |cols| (rows, cols)));
        let near = steps.filter(|step| *step != (0, 0)).map(|(rows, cols)| (row + rows, col + cols));
        let near = near.filter(|(row, col)| (0..6).contains(row) && (0..6).contains(col));
        let givens: Vec<String> = near.map(|(row, col)| format!("VS{}=2", 6 * row + col + 1)).collect();
        let (name, list) = (cell + 1, givens.join(","));
        text += &format!(".~VS{name}_1_2.Condition~VS{name}=2=>R{}C{}=count({list})", row + 1, col + 1);
    }
    FindProblem::new(iss::read(&text).unwrap(), "S", 3000).unwrap()
}

#[test]
fn found_puzzles_are_proper_and_meet_the_conditions() {
    let problem = counted_givens();
    let never = AtomicBool::new(false);
    let found: Vec<_> = (0..12).filter_map(|number| problem.search(1, number, &never)).collect();
    assert!(found.len() > 2, "{} of 12 searches succeeded", found.len());
    for puzzle in found {
        let is_given = |row: i32, col: i32| {
            (0..6).contains(&row) && (0..6).contains(&col) && puzzle.givens[(6 * row + col) as usize] != 0
        };
        for cell in 0..36_i32 {
            let (row, col) = (cell / 6, cell % 6);
            let near = (-1..=1).flat_map(|rows| (-1..=1).map(move |cols| (rows, cols)));
            let count = near.filter(|(r, c)| (*r, *c) != (0, 0) && is_given(row + r, col + c)).count();
            let given = usize::from(puzzle.givens[cell as usize]);
            assert!(given == 0 || given == count);
        }
        assert_eq!(count(&problem.puzzle(&puzzle.givens).unwrap()), 1);
        assert!(problem.verify(&puzzle));
        // A puzzle with a given less has the wrong givens for its solution.
        let mut other = puzzle.clone();
        *other.givens.iter_mut().find(|given| **given != 0).unwrap() = 0;
        assert!(!problem.verify(&other));
    }
}

#[test]
fn a_ledger_loses_and_repeats_nothing_wherever_it_is_cut_off() {
    let problem = counted_givens();
    let folder = std::env::temp_dir().join(format!("farandole-find-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("ledger.txt");
    let never = AtomicBool::new(false);
    let run = |ledger: &FindLedger, numbers: std::ops::Range<u64>| {
        let run = FindRun { problem: &problem, seed: 1, ledger: Some(ledger), share: (0, 1) };
        numbers.for_each(|number| drop(run.search(number, &never).unwrap()));
    };
    run(&FindLedger::open(&path, "problem", 1).unwrap(), 0..6);
    let whole = std::fs::read_to_string(&path).unwrap();
    let expected = FindLedger::open(&path, "problem", 1).unwrap().found().clone();
    assert!(!expected.is_empty());
    // A process may be killed after any byte.
    for length in (whole.find('\n').unwrap() + 1..whole.len()).step_by(7) {
        std::fs::write(&path, &whole[..length]).unwrap();
        let ledger = FindLedger::open(&path, "problem", 1).unwrap();
        let done = (0..6).filter(|number| ledger.is_done(*number)).count();
        let complete = &whole[..=whole[..length].rfind('\n').unwrap()];
        assert_eq!(done, complete.matches("\n. ").count());
        run(&ledger, 0..6);
        drop(ledger);
        let ledger = FindLedger::open(&path, "problem", 1).unwrap();
        assert_eq!(ledger.found(), &expected, "cut off after {length} bytes");
        let text = std::fs::read_to_string(&path).unwrap();
        for number in 0..6 {
            let begin = format!(". {number} #");
            let is_sum = |sum: &str| sum.len() == 16 && sum.bytes().all(|byte| byte.is_ascii_hexdigit());
            let is_whole = |line: &&str| line.strip_prefix(&*begin).is_some_and(is_sum);
            let lines = text.lines().filter(is_whole).count();
            // A line that lacks only its line feed is written again.
            let most = 1 + usize::from(complete.len() < length && whole.as_bytes()[length] == b'\n');
            assert!((1..=most).contains(&lines), "search {number}, cut off after {length} bytes: {lines}");
        }
    }
    assert!(FindLedger::open(&path, "another problem", 1).is_err());
    assert!(FindLedger::open(&path, "problem", 2).is_err());
    std::fs::remove_dir_all(&folder).unwrap();
}
