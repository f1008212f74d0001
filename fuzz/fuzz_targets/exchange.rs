//! Links and JSON of editors: what is read is written in a form that is read and written as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    farandole_fuzz::exchange::check_import(data);
    if let Some(text) = farandole_fuzz::exchange::puzzle_with(data) {
        farandole_fuzz::exchange::check_import(text.as_bytes());
    }
});
