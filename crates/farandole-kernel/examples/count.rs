//! Reads 9x9 puzzles, one line of 81 characters each, from standard input, and prints how many have no
//! solution, exactly one solution, and several.
//!
//! ```text
//! cargo run --release -p farandole-kernel --example count < puzzles.txt
//! ```

use farandole_kernel::{Answer, Config, Isa, solve_batch};

fn main() -> std::io::Result<()> {
    let mut puzzles: Vec<[u8; 81]> = Vec::new();
    for line in std::io::stdin().lines() {
        // Lines of another length, such as comments, are skipped.
        puzzles.extend(line?.as_bytes().first_chunk::<81>());
    }
    let mut answers = vec![Answer::default(); puzzles.len()];
    // Two solutions are enough to know that a puzzle has several.
    let config = Config { limit: 2, ..Config::default() };
    solve_batch(Isa::detect(), &config, &puzzles, &mut answers);
    let with = |solutions| answers.iter().filter(|answer| answer.solutions == solutions).count();
    println!("none {}, one {}, several {}", with(0), with(1), with(2));
    Ok(())
}
