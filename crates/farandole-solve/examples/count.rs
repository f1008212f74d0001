//! Counts the solutions of a classic puzzle, given as one line of text, and prints the plan that the router
//! chose and the counters of the search.
//!
//! ```text
//! cargo run --release -p farandole-solve --example count -- ................
//! ```

use farandole_puzzle::ClassicPuzzle;
use farandole_solve::{Config, Engine, Solver};

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let Some(line) = std::env::args().nth(1) else { return Err("expected a puzzle".into()) };
    let puzzle: ClassicPuzzle = line.parse()?;
    let config = Config { limit: u64::MAX, ..Config::default() };
    let report = Solver::new(Engine::Auto).count(&puzzle, &config)?;
    println!("{} solutions, search {:?}", report.solutions, report.end);
    println!("{:#?}", report.counters);
    Ok(())
}
