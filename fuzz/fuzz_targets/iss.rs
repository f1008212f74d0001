//! Constraint text: variants are read back from their text and their link, and the engine finds the
//! solutions that the checker accepts.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        farandole_fuzz::iss::check_text(text);
    }
    if let Some(variant) = farandole_fuzz::iss::check_text(&farandole_fuzz::iss::text_of(data)) {
        farandole_fuzz::iss::check_engine(&variant);
    }
});
