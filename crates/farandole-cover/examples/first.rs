//! Times the search for a first solution of Latin squares with holes:
//!
//!     cargo run --release -p farandole-cover --example first -- ORDER HOLES SEEDS
//!
//! Each line of the output contains the seed, the seconds, the numbers of guesses and conflicts, and the
//! reason why the search stopped. Squares of ORDER 28 with 330 HOLES, or of ORDER 33 with 381 HOLES, are
//! close to the hardest ratio.

use std::time::Instant;

use farandole_cover::{Config, Learner, Random, generate};

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let numbers: Vec<u32> = std::env::args().skip(1).map(|arg| arg.parse()).collect::<Result<_, _>>()?;
    let [order, holes, seeds] = numbers[..] else { return Err("expected ORDER HOLES SEEDS".into()) };
    for seed in 0..u64::from(seeds) {
        let problem = generate::latin(order, holes, &mut Random::new(seed))?;
        let start = Instant::now();
        let mut learner = Learner::new(&problem)?;
        let first = learner.run(&Config::new().budget(3_000_000));
        let seconds = start.elapsed().as_secs_f64();
        println!("{seed}\t{seconds:.4}\t{}\t{}\t{:?}", first.guesses, first.conflicts, first.end);
    }
    Ok(())
}
