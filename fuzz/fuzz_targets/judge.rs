//! The judge formats: nothing is lost, and print is read back.
#![no_main]

use farandole_puzzle::format::Format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    const FORMATS: [Format; 6] =
        [Format::Poj2676, Format::Poj3074, Format::Grid16, Format::Hdu1426, Format::Hdu4069, Format::Uva989];
    if let Some((choice, text)) = data.split_first() {
        let format = FORMATS[usize::from(*choice) % FORMATS.len()];
        farandole_fuzz::check_text(text, &farandole_fuzz::config(0, Some(format)));
    }
});
