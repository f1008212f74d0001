//! Proves every step of many puzzles: it contradicts no solution, and the candidates that it names
//! imply it.
//!
//! ```text
//! prove SEED COUNT    random minimal puzzles       prove - < FILE    one puzzle per line
//! ```
//!
//! With `hodoku` as a last argument, the solution path follows HoDoKu's scale. With `all` as a last
//! argument, all deductions of the easiest technique are proved in each state, instead of the first
//! one only. Prints the number of deductions of each technique and exits with 1 if a proof failed.

use farandole_kernel::{Answer, Config, Isa, solve_batch};
use farandole_logic::hodoku;
use farandole_logic::se::{self, Budget};
use farandole_logic::verify::{self, Basis};
use farandole_logic::{Deduction, State, Technique, hint};
use farandole_testkit::Random;
use farandole_testkit::random::minimal_puzzle;
use std::collections::BTreeMap;
use std::process::ExitCode;

/// The outcomes for the deductions of a technique.
#[derive(Default)]
struct Tally {
    proved: u64,
    by_one_solution: u64,
    failed: u64,
    reasons: u64,
}

fn solution(line: &[u8; 81]) -> Option<[u8; 81]> {
    let mut answers = [Answer::default()];
    solve_batch(Isa::detect(), &Config { limit: 2, ..Config::default() }, &[*line], &mut answers);
    (answers[0].solutions == 1).then(|| answers[0].grid.map(|digit| digit - b'0'))
}

fn reasons(deduction: &Deduction) -> u64 {
    let inferences = deduction.chains.iter().flatten();
    inferences.filter_map(|it| it.reason.as_deref()).map(|reason| 1 + reasons(reason)).sum()
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let every = args.last().is_some_and(|last| last == "all");
    let on_hodoku = args.last().is_some_and(|last| last == "hodoku");
    let puzzles: Box<dyn Iterator<Item = [u8; 81]>> = match &args[..] {
        [seed, count, ..] if seed != "-" => {
            let mut random = Random::new(seed.parse().expect("a number"));
            let count: usize = count.parse().expect("a number");
            Box::new((0..count).map(move |_| minimal_puzzle(&mut random, |line| solution(line).is_some())))
        }
        _ => Box::new(
            std::io::stdin()
                .lines()
                .map_while(Result::ok)
                .filter_map(|line| line.as_bytes().get(..81)?.try_into().ok()),
        ),
    };
    let mut tallies: BTreeMap<(String, u8), Tally> = BTreeMap::new();
    let (mut count, mut hardest) = (0_u64, 0);
    for line in puzzles {
        let Some(solution) = solution(&line) else { continue };
        let Some(mut state) = State::from_line(&line) else { continue };
        count += 1;
        let steps: Vec<Deduction> = if on_hodoku {
            hodoku::explain(&state, Some(&solution), hodoku::Budget::NONE).1
        } else {
            let (rating, steps) = se::explain(&state, Budget::NONE);
            hardest = hardest.max(rating.er);
            steps.into_iter().map(|(_, step)| step).collect()
        };
        for step in &steps {
            let group =
                if every { hint::every(&state, step.technique, step.extra) } else { vec![step.clone()] };
            // A brute-force step has nothing to prove.
            for deduction in group.iter().filter(|step| step.technique != Technique::BruteForce) {
                let key = (deduction.technique.id().to_owned(), deduction.extra);
                let tally = tallies.entry(key).or_default();
                tally.reasons += reasons(deduction);
                let denied = verify::contradicts(deduction, &solution);
                match (denied, verify::prove(&state, deduction)) {
                    (None, Ok(Basis::Rules)) => tally.proved += 1,
                    (None, Ok(Basis::OneSolution)) => tally.by_one_solution += 1,
                    (denied, proof) => {
                        tally.failed += 1;
                        if tally.failed <= 3 {
                            let line = String::from_utf8_lossy(&line);
                            eprintln!("{line}\n  {:?} {denied:?} {proof:?}", deduction.technique);
                        }
                    }
                }
            }
            state.apply(step);
        }
    }
    println!("{count} puzzles, hardest {:.1}", f64::from(hardest) / 10.0);
    print(&tallies);
    ExitCode::from(u8::from(tallies.values().any(|tally| tally.failed > 0)))
}

fn print(tallies: &BTreeMap<(String, u8), Tally>) {
    for ((id, extra), Tally { proved, by_one_solution, failed, reasons }) in tallies {
        println!(
            "{id} {extra}: {proved} proved, {by_one_solution} by one solution, {failed} failed, {reasons} reasons"
        );
    }
}
