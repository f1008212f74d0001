//! Files with sections: no line is lost, and printed puzzles are read back.
#![no_main]

use farandole_formats::Format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Some((choice, text)) = data.split_first() {
        farandole_fuzz::check_text(text, &farandole_fuzz::config(*choice, Some(Format::Sdk)));
    }
});
