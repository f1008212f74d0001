//! Writes a picture of a classic puzzle, given as one line of text, to standard output as SVG.
//!
//! ```text
//! cargo run -p farandole-draw --example svg -- 1.....2..3.....4 > puzzle.svg
//! ```

use farandole_draw::{Board, Theme, svg};
use farandole_puzzle::ClassicPuzzle;

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let Some(line) = std::env::args().nth(1) else { return Err("expected a puzzle".into()) };
    let puzzle: ClassicPuzzle = line.parse()?;
    println!("{}", svg::write(&Board::of_puzzle(&puzzle).scene(), Theme::Light));
    Ok(())
}
