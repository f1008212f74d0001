//! Exact cover texts of every format: no panic, and a problem that is written is read back as the
//! same problem.
#![no_main]

use farandole_cover::format::{Format, parse, write_knuth};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = data.split_first() else { return };
    let format = Format::ALL.get(usize::from(*choice) % (Format::ALL.len() + 1)).copied();
    let Ok(parsed) = parse(text, format) else { return };
    assert_eq!(parsed.lines.len(), parsed.problem.options() as usize);
    // A text can declare millions of unused items. Writing their names would take all the time.
    if parsed.problem.items() > 10_000 {
        return;
    }
    let mut once = String::new();
    if write_knuth(&parsed.problem, &mut once).is_err() {
        return;
    }
    let again = parse(once.as_bytes(), None).expect("what was written reads back");
    assert!(again.warnings.is_empty());
    let mut twice = String::new();
    write_knuth(&again.problem, &mut twice).expect("what was read can be written");
    assert_eq!(once, twice);
    assert_eq!(again.problem.fingerprint(), parsed.problem.fingerprint());
});
