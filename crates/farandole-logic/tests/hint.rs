//! Tests of hints: mistakes are reported, and no step contradicts the solution.

use farandole_kernel::{Answer, Config, Isa, solve_batch};
use farandole_logic::UserGrid;
use farandole_logic::hint::{Advice, Reach, Solutions, Trouble, advise};
use farandole_logic::se::Budget;
use farandole_logic::verify::contradicts;
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
        let mut sheet = UserGrid::parse(core::str::from_utf8(&line).unwrap()).unwrap();
        // Fill some cells correctly and some wrongly; mark some fully, and some with missing or
        // additional candidates.
        let fill = random.below(60);
        let spoil = random.below(4);
        let (mut wrong, mut missing) = (Vec::new(), Vec::new());
        for cell in (0..81).filter(|cell| sheet.givens[*cell] == 0).collect::<Vec<_>>() {
            if random.below(60) < fill {
                let digit = if random.below(40) < spoil { 1 + random.below(9) as u8 } else { solution[cell] };
                sheet.placed[cell] = digit;
                if digit != solution[cell] {
                    wrong.push(cell);
                }
            }
        }
        let all = UserGrid { placed: [0; 81], ..sheet.clone() }.state().unwrap();
        for cell in (0..81).filter(|cell| sheet.digit(*cell) == 0).collect::<Vec<_>>() {
            match random.below(4) {
                0 => {}
                1 => sheet.marks[cell] = Some(0x1ff),
                2 => {
                    sheet.marks[cell] =
                        Some(all.candidates(cell) & (1 << (solution[cell] - 1) | random.next() as u16))
                }
                _ if random.below(40) < spoil => {
                    sheet.marks[cell] = Some(all.candidates(cell) & !(1 << (solution[cell] - 1)));
                    missing.push(cell);
                }
                _ => sheet.marks[cell] = Some(all.candidates(cell)),
            }
        }
        let reach = if random.below(2) == 0 { Reach::First } else { Reach::Easiest };
        match advise(&sheet, &Solutions::One(solution), reach, Budget { hardest: 80, ..Budget::NONE }) {
            Advice::Trouble(troubles) => {
                let mut named = (Vec::new(), Vec::new());
                for trouble in &troubles {
                    match trouble {
                        Trouble::WrongDigit { placed, .. } => named.0.push(placed.cell()),
                        Trouble::MissingMark { candidate } => named.1.push(candidate.cell()),
                        other => panic!("{other:?}"),
                    }
                }
                wrong_digits += wrong.len();
                wrong_marks += missing.len();
                assert_eq!(named, (wrong, missing));
            }
            Advice::Steps { stale, steps: found } => {
                assert!(wrong.is_empty() && missing.is_empty());
                for deduction in &found {
                    assert_eq!(contradicts(deduction, &solution), None, "{sheet}");
                    steps += 1;
                }
                for mark in stale {
                    assert_eq!(sheet.digit(usize::from(mark.seen)), mark.candidate.digit());
                }
            }
            Advice::Solved => assert_eq!((0..81).map(|cell| sheet.digit(cell)).collect::<Vec<_>>(), solution),
            Advice::Stuck { .. } => {}
        }
    }
    assert!(steps > 300 && wrong_digits > 300 && wrong_marks > 50, "{steps} {wrong_digits} {wrong_marks}");
}

#[test]
fn puzzles_without_one_solution_get_no_step() {
    let blank = UserGrid::BLANK;
    let one = core::array::from_fn(|cell| (cell % 9) as u8 + 1);
    let other = core::array::from_fn(|cell| if cell == 0 { 2 } else { (cell % 9) as u8 + 1 });
    let several = Solutions::Several(Box::new([one, other]));
    let advice = advise(&blank, &several, Reach::First, Budget::NONE);
    assert_eq!(advice, Advice::Trouble(vec![Trouble::SeveralSolutions { cells: vec![(0, [1, 2])] }]));
    let advice = advise(&blank, &Solutions::None(vec![3]), Reach::First, Budget::NONE);
    assert_eq!(advice, Advice::Trouble(vec![Trouble::NoSolution { cells: vec![3] }]));
    let mut clash = blank;
    (clash.givens[0], clash.givens[10]) = (7, 7);
    let advice = advise(&clash, &Solutions::None(vec![0, 10]), Reach::First, Budget::NONE);
    assert_eq!(advice, Advice::Trouble(vec![Trouble::Clash { digit: 7, house: 18, cells: [0, 10] }]));
}
