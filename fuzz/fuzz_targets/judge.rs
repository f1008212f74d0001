//! The formats of online judges: no line is lost, and printed puzzles are read back.
#![no_main]

use farandole_formats::Format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let formats: Vec<Format> = Format::ALL.into_iter().filter(|format| format.is_judge()).collect();
    if let Some((choice, text)) = data.split_first() {
        let format = formats[usize::from(*choice) % formats.len()];
        farandole_fuzz::check_text(text, &farandole_fuzz::config(0, Some(format)));
    }
});
