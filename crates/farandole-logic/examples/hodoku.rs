//! Prints `score level` on HoDoKu's scale for each line of standard input: the first 81 characters are the puzzle.
//!
//! Nothing is guessed, so a puzzle that needs brute force gets a line that starts with `!`; `farandole rate --scale hodoku`
//! rates those too. The time without reading and printing goes to standard error.

use farandole_logic::State;
use farandole_logic::scale::hodoku::{self, Budget, Outcome};
use std::io::Write;

fn main() -> std::io::Result<()> {
    let text = std::io::read_to_string(std::io::stdin())?;
    let states: Vec<Option<State>> =
        text.lines().map(|line| line.as_bytes().get(..81).and_then(State::from_line)).collect();
    let start = std::time::Instant::now();
    let ratings: Vec<_> =
        states.iter().flatten().map(|state| hodoku::rate(state, None, Budget::NONE)).collect();
    let time = start.elapsed().as_secs_f64();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut rated = ratings.iter();
    for state in &states {
        match state.as_ref().and_then(|_| rated.next()) {
            None => writeln!(out, "!not a puzzle")?,
            Some(rating) if rating.outcome == Outcome::Solved => {
                writeln!(out, "{} {}", rating.score, rating.level.name())?;
            }
            Some(rating) => writeln!(out, "!{:?} at least {}", rating.outcome, rating.score)?,
        }
    }
    eprintln!("{} puzzles in {time:.3} s: {:.0} a second", ratings.len(), ratings.len() as f64 / time);
    out.flush()
}
