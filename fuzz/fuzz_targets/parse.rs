//! Puzzles and grids as texts: what is printed is read back.
#![no_main]

use farandole_formats::{parse_grid, parse_puzzle};
use farandole_puzzle::Grid;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(puzzle) = parse_puzzle(text) {
        farandole_fuzz::check_display(&puzzle);
    }
    if let Ok(grid) = parse_grid(text) {
        assert_eq!(grid.to_string().parse::<Grid>().as_ref(), Ok(&grid));
    }
});
