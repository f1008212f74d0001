//! Combinations of constraints of all kinds on boards of all shapes: the engine finds exactly the
//! solutions that the checker accepts.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    farandole_fuzz::variants::check_bytes(data);
});
