//! Compares the fast path for 9x9 lines with the parser.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    farandole_fuzz::check_cells81(data);
});
