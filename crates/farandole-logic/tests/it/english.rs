//! A snapshot of the English explanations: one puzzle of each difficulty in the sample of 17-clue
//! puzzles.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p farandole-logic --test it english::` rewrites the file. Read the
//! diff.

use farandole_logic::explain::english::{Depth, step};
use farandole_logic::se::{self, Budget};
use farandole_logic::{Deduction, State, Technique};
use std::fmt::Write as _;

/// Writes the steps other than singles, one per line, and the hardest step with all its sentences.
fn write_steps(out: &mut String, start: &State, steps: &[(f64, Deduction)]) {
    let hardest = steps.iter().map(|(number, _)| *number).fold(0.0, f64::max);
    let mut state = start.clone();
    let mut singles = 0;
    let mut shown = false;
    for (place, (number, deduction)) in steps.iter().enumerate() {
        let single = deduction.technique <= Technique::HiddenSingleLine
            || deduction.technique == Technique::NakedSingle;
        singles += usize::from(single);
        if *number == hardest && !shown {
            shown = true;
            let _ = write!(out, "{}. [{number}] {}", place + 1, step(&state, deduction, Depth::Why));
        } else if !single {
            let _ = write!(out, "{}. [{number}] {}", place + 1, step(&state, deduction, Depth::What));
        }
        state.apply(deduction);
    }
    let _ = writeln!(out, "and {singles} singles");
}

#[test]
fn explanations_of_puzzles_of_every_difficulty() {
    let mut out = String::new();
    for line in include_str!("ratings.txt").lines() {
        let start = State::from_line(&line.as_bytes()[..81]).unwrap();
        let (rating, steps) = se::explain(&start, Budget::NONE);
        let steps: Vec<(f64, Deduction)> =
            steps.into_iter().map(|(tenths, step)| (f64::from(tenths) / 10.0, step)).collect();
        let _ = writeln!(out, "{}\nER {:.1}", &line[..81], f64::from(rating.er) / 10.0);
        write_steps(&mut out, &start, &steps);
        out.push('\n');
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/english.txt");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(path, &out).unwrap();
    }
    let stored = std::fs::read_to_string(path).unwrap_or_default();
    let first = out.lines().zip(stored.lines()).find(|(now, before)| now != before);
    assert!(out == stored, "{path} differs, first at {first:?}");
}
