//! Links and JSON of editors: a puzzle that is read and written is read back and written in the
//! same form.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    farandole_fuzz::editor::check_import(data);
    if let Some(text) = farandole_fuzz::editor::puzzle_with(data) {
        farandole_fuzz::editor::check_import(text.as_bytes());
    }
});
