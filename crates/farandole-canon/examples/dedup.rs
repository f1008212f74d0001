//! Prints each 9x9 puzzle of standard input whose class has not occurred before, with its number of
//! automorphisms. A puzzle is a line of 81 digits, with `.` or `0` for an empty cell.
//!
//! ```text
//! cargo run -p farandole-canon --example dedup < puzzles.txt
//! ```

use farandole_canon::Canon;
use std::collections::HashSet;

fn main() -> std::io::Result<()> {
    let (mut canon, mut seen) = (Canon::new(), HashSet::new());
    for line in std::io::stdin().lines() {
        let line = line?;
        let Some(cells) = line.as_bytes().first_chunk::<81>() else { continue };
        let board = cells.map(|cell| if cell.is_ascii_digit() { cell - b'0' } else { 0 });
        // The form is the same for all images of a puzzle under rotations, exchanged lines and renamed
        // digits.
        if let Some(form) = canon.puzzle(&board)
            && seen.insert(form.board)
        {
            println!("{line}  {}", form.automorphisms);
        }
    }
    Ok(())
}
