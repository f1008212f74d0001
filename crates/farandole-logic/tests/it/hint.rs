//! Tests of hints: mistakes are reported, and no step contradicts the solution.

use farandole_kernel::{Answer, Config, Isa, solve_batch};
use farandole_logic::UserGrid;
use farandole_logic::hint::{Found, Problem, Reach, Solutions, Step};
use farandole_logic::se::Budget;
use farandole_logic::verify::contradicts;
use farandole_puzzle::Cell;
use farandole_testkit::Random;
use farandole_testkit::random::minimal_puzzle;

fn solve(line: &[u8; 81]) -> Option<[u8; 81]> {
    let mut answers = [Answer::default()];
    solve_batch(Isa::detect(), &Config { limit: 2, ..Config::default() }, &[*line], &mut answers);
    (answers[0].solutions == 1).then(|| answers[0].grid.map(|digit| digit - b'0'))
}

#[test]
fn no_step_contradicts_the_solution_whatever_the_sheet_contains() {
    let mut random = Random::new(5);
    let (mut steps, mut wrong_digits, mut wrong_marks) = (0, 0, 0);
    for _ in 0..400 {
        let line = minimal_puzzle(&mut random, |line| solve(line).is_some());
        let solution = solve(&line).unwrap();
        let mut grid = UserGrid::parse(core::str::from_utf8(&line).unwrap()).unwrap();
        // Fill some cells correctly and some wrongly; mark some fully, and some with missing or
        // additional candidates.
        let fill = random.below(60);
        let spoil = random.below(4);
        let (mut wrong, mut missing) = (Vec::new(), Vec::new());
        for cell in (0..81).filter(|cell| grid.givens[*cell] == 0).collect::<Vec<_>>() {
            if random.below(60) < fill {
                let digit = if random.below(40) < spoil { 1 + random.below(9) as u8 } else { solution[cell] };
                grid.placed[cell] = digit;
                if digit != solution[cell] {
                    wrong.push(cell);
                }
            }
        }
        let all = UserGrid { placed: [0; 81], ..grid.clone() }.state().unwrap();
        for cell in (0..81).filter(|cell| grid.digit(*cell) == 0).collect::<Vec<_>>() {
            match random.below(4) {
                0 => {}
                1 => grid.marks[cell] = Some(0x1ff),
                2 => {
                    grid.marks[cell] =
                        Some(all.candidates(cell) & (1 << (solution[cell] - 1) | random.next() as u16))
                }
                _ if random.below(40) < spoil => {
                    grid.marks[cell] = Some(all.candidates(cell) & !(1 << (solution[cell] - 1)));
                    missing.push(cell);
                }
                _ => grid.marks[cell] = Some(all.candidates(cell)),
            }
        }
        let reach = if random.below(2) == 0 { Reach::First } else { Reach::Easiest };
        let solutions = Solutions::One(solution.to_vec());
        match grid.clone().hint(&solutions, reach, Budget { hardest: 80, ..Budget::NONE }).found {
            Found::Problems(problems) => {
                let mut named = (Vec::new(), Vec::new());
                for problem in &problems {
                    match problem {
                        Problem::WrongDigit { placed, .. } => named.0.push(placed.cell()),
                        Problem::MissingMark { candidate } => named.1.push(candidate.cell()),
                        other => panic!("{other:?}"),
                    }
                }
                wrong_digits += wrong.len();
                wrong_marks += missing.len();
                assert_eq!(named, (wrong, missing));
            }
            Found::Steps { stale, steps: found } => {
                assert!(wrong.is_empty() && missing.is_empty());
                for step in &found {
                    let Step::Classic(step) = step else { panic!("{grid}") };
                    assert_eq!(contradicts(&step.deduction, &solution), None, "{grid}");
                    steps += 1;
                }
                for mark in stale {
                    assert_eq!(grid.digit(usize::from(mark.seen)), mark.candidate.digit());
                }
            }
            Found::Solved => assert_eq!((0..81).map(|cell| grid.digit(cell)).collect::<Vec<_>>(), solution),
            Found::Stuck { .. } => {}
        }
    }
    assert!(steps > 300 && wrong_digits > 300 && wrong_marks > 50, "{steps} {wrong_digits} {wrong_marks}");
}

#[test]
fn puzzles_without_one_solution_get_no_step() {
    let problems = |grid: &UserGrid, solutions: Solutions| match grid
        .clone()
        .hint(&solutions, Reach::First, Budget::NONE)
        .found
    {
        Found::Problems(problems) => problems,
        other => panic!("{other:?}"),
    };
    let blank = UserGrid::BLANK;
    let one: Vec<u8> = (0..81).map(|cell| (cell % 9) + 1).collect();
    let other = [&[2], &one[1..]].concat();
    let found = problems(&blank, Solutions::Several(Box::new([one, other])));
    let first = Cell::new(0).unwrap();
    assert_eq!(found, [Problem::SeveralSolutions { cells: vec![(first, [1, 2])] }]);
    let found = problems(&blank, Solutions::None(vec![3]));
    assert_eq!(found, [Problem::NoSolution { conflict: vec![3] }]);
    let mut clash = blank;
    (clash.givens[0], clash.givens[10]) = (7, 7);
    let found = problems(&clash, Solutions::None(vec![0, 10]));
    assert_eq!(found, [Problem::Clash { digit: 7, house: 18, cells: [0, 10] }]);
}
