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
fn names_with_invisible_characters_are_refused() {
    for name in ["\u{feff}\u{1a}", "a\u{202e}b", "\u{1b}[2J"] {
        let error = parse(format!("\u{feff}{name}\n").as_bytes(), Some(Format::Knuth)).unwrap_err();
        assert_eq!((error.line(), error.column()), (1, 1), "{name:?}");
    }
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
