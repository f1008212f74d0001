//! Puzzles of any shape are read back from every format that can represent them.
#![no_main]

use farandole_formats::{Format, Symbols, WriteConfig};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some(puzzle) = farandole_fuzz::puzzle(data) else { return };
    for format in Format::ALL {
        for symbols in [Symbols::NumbersFirst, Symbols::ZeroFirst, Symbols::LettersFirst] {
            farandole_fuzz::check_print(&puzzle, &WriteConfig { symbols, ..WriteConfig::new(format) });
        }
    }
});
