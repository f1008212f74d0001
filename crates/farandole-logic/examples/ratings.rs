//! Prints the difficulty of a 9x9 puzzle, given as 81 characters, on the scales of Sudoku Explainer and HoDoKu.
//!
//! ```text
//! cargo run -p farandole-logic --example ratings -- PUZZLE
//! ```

use farandole_logic::{State, hodoku, se};

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let line = std::env::args().nth(1).unwrap_or_default();
    let Some(line) = line.as_bytes().first_chunk::<81>() else { return Err("expected 81 characters".into()) };
    let Some(state) = State::from_line(line) else { return Err("two equal digits in one house".into()) };
    // The numbers of Sudoku Explainer are tenths: 12 stands for 1.2.
    println!("{:?}", se::rate(&state, se::Budget::NONE));
    println!("{:?}", hodoku::rate(&state, None, hodoku::Budget::NONE));
    Ok(())
}
