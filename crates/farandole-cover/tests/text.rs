//! Tests that, in every format, problems survive the round trip through text, and that no text causes a panic.

use farandole_cover::format::{Format, parse, write_knuth};
use proptest::prelude::*;

fn check(text: &str, format: Option<Format>) -> Result<(), TestCaseError> {
    let Ok(parsed) = parse(text.as_bytes(), format) else { return Ok(()) };
    prop_assert_eq!(parsed.lines.len(), parsed.problem.options() as usize);
    let mut once = String::new();
    if write_knuth(&parsed.problem, &mut once).is_err() {
        prop_assert_eq!(parsed.problem.primary_items(), 0);
        return Ok(());
    }
    let again = parse(once.as_bytes(), None).unwrap();
    prop_assert!(again.warnings.is_empty());
    let mut twice = String::new();
    write_knuth(&again.problem, &mut twice).unwrap();
    prop_assert_eq!(&once, &twice);
    prop_assert_eq!(again.problem.fingerprint(), parsed.problem.fingerprint());
    Ok(())
}

#[test]
fn a_name_that_begins_with_a_byte_order_mark_keeps_it() {
    let text = "\u{feff}\u{feff}\u{1a}\n";
    let parsed = parse(text.as_bytes(), Some(Format::Knuth)).unwrap();
    assert_eq!(parsed.problem.item_name(0), "\u{feff}\u{1a}");
    check(text, Some(Format::Knuth)).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn texts_made_of_the_words_of_all_formats_read_back(
        words in prop::collection::vec(
            prop_oneof![
                "[ab1x]", "[ab1x]", "[ab1x]", Just("\n".into()), Just("\n".into()), Just("|".into()), "[ax]:[rs]", "[0-2]:[1-3][|][abx]",
                "[|$][0-9]{1,3}", "[01]{1,4}", Just("p ec 3\n".into()), "s [1-4]", Just("c".into()), "[0-4] [0-4]", Just("é".into()),
            ],
            0..24,
        ),
        format in 0..2 * Format::ALL.len(),
    ) {
        check(&words.join(" "), Format::ALL.get(format).copied())?;
    }
}
