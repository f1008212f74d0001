//! Compares W and B ratings with published ones. Each line of the file has a puzzle, its ER, W and B.
//!
//! ```text
//! cargo run --release -p farandole-logic --example whip_ratings -- FILE
//! ```

use farandole_logic::State;
use farandole_logic::whips::{Budget, Kind, rate};

fn main() -> std::io::Result<()> {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("expected a file of puzzles with ER, W and B");
        return Ok(());
    };
    let text = std::fs::read_to_string(path)?;
    for (place, kind) in [(2, Kind::Whip), (3, Kind::Braid)] {
        let begin = std::time::Instant::now();
        let (mut puzzles, mut equal, mut work) = (0_u32, 0, 0);
        for line in text.lines() {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let Some(state) = State::from_line(fields[0].as_bytes()) else { continue };
            let rating = rate(&state, kind, Budget::NONE);
            puzzles += 1;
            work += rating.work;
            if fields.get(place).and_then(|field| field.parse().ok()) == Some(rating.length) {
                equal += 1;
            } else {
                println!("{line}: {}{} {:?}", kind.letter(), rating.length, rating.outcome);
            }
        }
        let speed = f64::from(puzzles) / begin.elapsed().as_secs_f64();
        println!(
            "{}: {equal} of {puzzles} equal, {work} partial chains, {speed:.0} puzzles per second",
            kind.letter()
        );
    }
    Ok(())
}
