//! Puzzles and grids as values: `FromStr` reads back what `Display` prints.
#![no_main]

use farandole_puzzle::{Grid, ClassicPuzzle};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(puzzle) = text.parse::<ClassicPuzzle>() {
        farandole_fuzz::check_display(&puzzle);
    }
    if let Ok(grid) = text.parse::<Grid>() {
        assert_eq!(grid.to_string().parse::<Grid>().as_ref(), Ok(&grid));
    }
});
