//! Combinations of constraints of all kinds on boards of all shapes: what the engine finds, the checker accepts, and no more.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    farandole_fuzz::variants::check_bytes(data);
});
