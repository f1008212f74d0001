//! Checks a completed 9x9 grid against a puzzle, both given as 81 characters, and prints the first rule that
//! the grid breaks.
//!
//! ```text
//! cargo run -p farandole-puzzle --example check -- PUZZLE GRID
//! ```

use farandole_puzzle::{ClassicPuzzle, check};

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [puzzle, grid] = &arguments[..] else { return Err("expected PUZZLE and GRID".into()) };
    let puzzle: ClassicPuzzle = puzzle.parse()?;
    let grid: Vec<u8> = grid.bytes().map(|cell| cell.wrapping_sub(b'0')).collect();
    match check::check(&puzzle, &grid) {
        Ok(()) => println!("the grid solves the puzzle"),
        Err(violation) => println!("{violation}"),
    }
    Ok(())
}
