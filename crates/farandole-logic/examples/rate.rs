//! Prints `ER EP ED` for each line of standard input: the first 81 characters are the puzzle.

use farandole_logic::State;
use farandole_logic::scale::se::{self, Budget, Outcome};
use std::io::{BufRead, Write};

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let Some(state) = line.as_bytes().get(..81).and_then(State::from_line) else {
            writeln!(out, "! not a puzzle")?;
            continue;
        };
        let rating = se::rate(&state, Budget::NONE);
        let [er, ep, ed] = [rating.er, rating.ep, rating.ed].map(|tenths| f64::from(tenths) / 10.0);
        match rating.outcome {
            Outcome::Solved => writeln!(out, "{er:.1} {ep:.1} {ed:.1}")?,
            outcome => writeln!(out, "! {outcome:?} at least {er:.1} {ep:.1} {ed:.1}")?,
        }
    }
    out.flush()
}
