//! Killer lines are read back from their constraint text.
#![no_main]

use farandole_formats::killer;
use farandole_puzzle::format::iss;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(line) = std::str::from_utf8(data) else { return };
    match killer::read(line) {
        Ok(variant) => assert_eq!(iss::read(&iss::write(&variant)), Ok(variant)),
        Err(error) => assert!(error.line() == 1 && error.column() > 0 && !error.to_string().is_empty()),
    }
});
