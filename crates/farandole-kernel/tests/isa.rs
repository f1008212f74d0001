//! Checks that every instruction set of this processor gives the recorded answers and exact counters.
//!
//! The counters are a regression gate: a change that affects them must update the numbers here.

use farandole_kernel::{Answer, Config, Counters, Isa, solve_batch};

const SAMPLE: &str = include_str!("../../../testdata/sudoku/17_clue_sample.txt");

/// Work for the 410 puzzles of the sample, by limit.
const ON_RECORD: [(u32, Counters); 2] = [
    (1, Counters { guesses: 162, dead_ends: 101, sweeps: 9832 }),
    (2, Counters { guesses: 189, dead_ends: 187, sweeps: 10356 }),
];

#[test]
fn answers_and_counters_are_those_on_record() {
    let puzzles: Vec<[u8; 81]> =
        SAMPLE.lines().map(|line| line.as_bytes().try_into().expect("81 characters a line")).collect();
    assert_eq!(puzzles.len(), 410);
    for (limit, on_record) in ON_RECORD {
        let mut first: Option<Vec<Answer>> = None;
        for isa in Isa::available() {
            let mut answers = vec![Answer::default(); puzzles.len()];
            let config = Config { limit, ..Config::default() };
            let counters = solve_batch(isa, &config, &puzzles, &mut answers);
            assert_eq!(counters, on_record, "{isa}, limit {limit}");
            assert!(answers.iter().all(|answer| answer.solutions == 1));
            assert_eq!(first.get_or_insert_with(|| answers.clone()), &answers, "{isa}, limit {limit}");
        }
    }
}
