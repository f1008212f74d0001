//! Regression tests for texts found by fuzzing.

use farandole_formats::{ClassicEntry, Dialect, Format, ReadConfig, Symbols, WriteConfig, write_puzzle};

/// Reads a text of one puzzle, prints it as a line and reads that line.
fn reread_as_line(text: &str, format: Format) -> (ClassicEntry, ClassicEntry, String) {
    let read = |text: &[u8], format| {
        let config = ReadConfig { format: Some(format), ..ReadConfig::default() };
        let dialect = Dialect::detect(text, &config).unwrap();
        let record = dialect.records(text).next().unwrap();
        dialect.parser().parse_classic(record).unwrap()
    };
    let first = read(text.as_bytes(), format);
    let mut line = Vec::new();
    write_puzzle(&mut line, &first.puzzle, &WriteConfig::new(Format::Line), 0).unwrap();
    let second = read(&line, Format::Line);
    (first, second, String::from_utf8(line).unwrap())
}

#[test]
fn givens_that_look_like_a_region_map_are_printed_with_one() {
    let text = "1 2 3 4 5 6 7 8 9\n".repeat(9);
    let (first, second, line) = reread_as_line(&text, Format::Grid);
    assert_eq!(first.puzzle.given_count(), 81);
    assert_eq!(first, second, "{line}");
    let (first, second, line) = reread_as_line(&"12345\n".repeat(5), Format::Grid);
    assert!(line.ends_with(" .NoBoxes\n"), "{line}");
    assert_eq!(first, second);
    // In a format without maps, no token can be mistaken for one.
    let (first, second, _) = reread_as_line(&"123456789".repeat(9), Format::Poj3074);
    assert_eq!((first.puzzle.given_count(), &first), (81, &second));
}

#[test]
fn givens_with_many_zeros_are_not_a_size() {
    let (first, second, _) = reread_as_line("000000002 .Diagonal~-1.Diagonal~1\n", Format::Line);
    assert_eq!((first.puzzle.size(), first.puzzle.geometry().house_count()), (3, 8));
    assert_eq!(first, second);
}

#[test]
fn formats_with_symbols_of_their_own_keep_them() {
    let text = "000000096252000510000000000000000000000000000000000000000000000000000000000000000\n";
    for format in [Format::Sdm, Format::Poj3074] {
        let config =
            ReadConfig { format: Some(format), symbols: Symbols::ZeroFirst, ..ReadConfig::default() };
        let dialect = Dialect::detect(text.as_bytes(), &config).unwrap();
        let record = dialect.records(text.as_bytes()).next().unwrap();
        assert_eq!(dialect.parser().parse_classic(record).unwrap().puzzle.given_count(), 7);
    }
}
