//! Expected minutes are compared with the times of people for puzzles to which no constant was fitted.

use farandole_logic::minutes::{Evidence, Grade};
use farandole_logic::own::time;
use farandole_logic::{PathOutcome, State, variant};

/// A puzzle, the number of people who solved it, and their mean time in seconds.
type Timed = (&'static str, u32, f64);

fn times() -> Vec<Timed> {
    let text = include_str!("../../../../testdata/sudoku/human_times.tsv");
    let row = |line: &'static str| {
        let mut fields = line.split('\t');
        let [puzzle, people, seconds] = [(); 3].map(|()| fields.next().expect("three fields"));
        (puzzle, people.parse().expect("a number"), seconds.parse().expect("a number"))
    };
    text.lines().filter(|line| !line.starts_with('#')).map(row).collect()
}

/// Returns the rank of each number; equal numbers have the mean of their ranks.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    let rank = |number: &f64| {
        let below = numbers.iter().filter(|other| *other < number).count();
        let equal = numbers.iter().filter(|other| *other == number).count();
        below as f64 + (equal as f64 - 1.0) / 2.0
    };
    numbers.iter().map(rank).collect()
}

/// Returns Spearman's correlation of two lists of numbers.
fn spearman(one: &[f64], other: &[f64]) -> f64 {
    let (one, other) = (ranks(one), ranks(other));
    let mean = (one.len() as f64 - 1.0) / 2.0;
    let product =
        |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum() };
    product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt()
}

fn predicted(puzzle: &str) -> f64 {
    let timed = time(&State::from_line(puzzle.as_bytes()).expect("81 cells"), u64::MAX);
    assert_eq!(timed.outcome, PathOutcome::Solved, "{puzzle}");
    f64::from(timed.minutes.seconds())
}

#[test]
fn minutes_rank_unknown_puzzles_as_people_do() {
    let times = times();
    let correlation = |least: u32| {
        let rows: Vec<&Timed> = times.iter().filter(|(_, people, _)| *people >= least).collect();
        let seconds: Vec<f64> = rows.iter().map(|(_, _, seconds)| *seconds).collect();
        let predicted: Vec<f64> = rows.iter().map(|(puzzle, ..)| predicted(puzzle)).collect();
        spearman(&predicted, &seconds)
    };
    let (all, many) = (correlation(0), correlation(20));
    assert!(all > 0.7 && many > 0.8, "{all:.3} {many:.3}");
}

#[test]
fn most_times_of_people_are_in_the_range() {
    let times = times();
    let is_in_range = |(puzzle, _, seconds): &&Timed| {
        let minutes = time(&State::from_line(puzzle.as_bytes()).expect("81 cells"), u64::MAX).minutes;
        let (least, most) = minutes.range();
        (f64::from(least)..=f64::from(most)).contains(seconds)
    };
    let share = times.iter().filter(is_in_range).count() as f64 / times.len() as f64;
    assert!((0.75..0.92).contains(&share), "{share:.3}");
}

#[test]
fn words_follow_from_minutes() {
    let minutes: Vec<u32> = Grade::ALL.iter().map(|grade| grade.minutes()).collect();
    assert!(minutes.is_sorted_by(|one, next| one < next));
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let easy = time(&State::from_line(line.as_bytes()).expect("81 cells"), u64::MAX).minutes;
    assert_eq!((easy.grade(), easy.evidence()), (Grade::Easy, Evidence::Singles));
}

#[test]
fn a_spent_budget_and_a_missing_technique_give_lower_bounds() {
    let hard = "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2";
    let state = State::from_line(hard.as_bytes()).expect("81 cells");
    let (whole, part) = (time(&state, 500), time(&state, 3));
    assert_eq!(part.outcome, PathOutcome::BudgetSpent);
    assert!(part.minutes.seconds() < whole.minutes.seconds());
}

#[test]
fn a_classic_puzzle_as_a_variant_takes_about_as_long() {
    for (puzzle, ..) in times().iter().step_by(20) {
        let given = |(cell, digit): (usize, char)| format!(".~R{}C{}_{digit}", cell / 9 + 1, cell % 9 + 1);
        let givens = puzzle.chars().enumerate().filter(|(_, digit)| *digit != '.').map(given);
        let text = givens.collect::<String>();
        let variant = farandole_puzzle::format::iss::read(&text).expect("constraint text");
        let rating = variant::rate(&variant::State::new(&variant), u64::MAX);
        let ratio = f64::from(rating.minutes.seconds()) / predicted(puzzle);
        assert!((0.6..1.7).contains(&ratio), "{puzzle} {ratio:.2}");
        assert_eq!(rating.minutes.evidence(), Evidence::Extrapolated);
    }
}
