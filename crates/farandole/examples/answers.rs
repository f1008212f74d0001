//! Prints the number of solutions (at most 2) of each puzzle in constraint text, with the line on which the
//! puzzle begins, or the error of a puzzle that cannot be read.
//!
//! ```text
//! cargo run -p farandole --example answers -- testdata/variants/examples.txt
//! ```

use farandole::{Config, Puzzle};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some(path) = std::env::args().nth(1) else { return Err("expected a file with puzzles".into()) };
    let config = Config::default();
    for (line, entry) in farandole::variant::read_all(&std::fs::read_to_string(&path)?) {
        match entry {
            Ok(entry) => println!("{line}\t{}", config.count(&Puzzle::from(entry.puzzle))?),
            // A malformed record does not affect the records after it.
            Err(error) => eprintln!("{path}: {error}"),
        }
    }
    Ok(())
}
