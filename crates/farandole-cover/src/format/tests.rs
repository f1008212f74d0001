//! Tests of accepted texts, errors and warnings of each format.

use super::*;
use crate::{Bounds, Builder, Entry, Problem};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

fn read(text: &str) -> Parsed {
    parse(text.as_bytes(), None).unwrap_or_else(|error| panic!("{error}: {text:?}"))
}

fn written(problem: &Problem) -> String {
    let mut out = String::new();
    write_knuth(problem, &mut out).unwrap();
    out
}

/// Returns the line, column and kind of the error in a text of Knuth's format.
fn fault(text: &str) -> (u32, u32, ParseErrorKind) {
    let error =
        parse(text.as_bytes(), Some(Format::Knuth)).err().unwrap_or_else(|| panic!("accepted: {text:?}"));
    (error.line(), error.column(), error.kind())
}

#[test]
fn every_part_of_knuths_format_is_read_and_written() {
    let text = "| a comment\n\n  | another\nA 2:3|B 4|long-name 0:1|D | X Y\r\n A X:0 |3 |4\n\nB Y X:red $5\n | c\nlong-name D\n";
    let parsed = read(text);
    assert_eq!(parsed.format, Format::Knuth);
    assert_eq!(parsed.warnings, vec![]);
    assert_eq!(parsed.lines, vec![5, 7, 9]);
    let problem = &parsed.problem;
    assert_eq!((problem.primary_items(), problem.items(), problem.options()), (4, 6, 3));
    assert_eq!(problem.bounds(1), Bounds { low: 2, high: 3 });
    assert_eq!((problem.cost(0), problem.cost(1), problem.cost(2)), (7, 5, 0));
    let out = written(problem);
    assert_eq!(out, "A 2:3|B 4|long-name 0:1|D | X Y\nA X:0 |7\nB Y X:red |5\nlong-name D\n");
    assert_eq!(written(&read(&out).problem), out);
}

#[test]
fn a_dollar_sign_may_also_be_a_name() {
    let parsed = read("a $5\na $5 $6\n");
    assert_eq!(parsed.problem.option(0), &[0, 1]);
    assert_eq!(parsed.problem.cost(0), 6);
}

#[test]
fn options_without_primary_items_are_left_out_with_a_warning() {
    let parsed = read("A B | X\n  X:1\nA\nB |1\n |7 \n");
    assert_eq!(parsed.problem.options(), 2);
    assert_eq!(parsed.lines, vec![3, 4]);
    let warning = Warning { line: 2, column: 3, kind: WarningKind::NoPrimaryItem };
    assert_eq!(parsed.warnings, vec![warning]);
    // Columns are counted in characters: the two no-break spaces take four bytes.
    assert_eq!(read("A B | X\n\u{a0}\u{a0}X:1\nA B\n").warnings[0].column, 3);
}

#[test]
fn errors_name_line_and_column() {
    use ParseErrorKind as K;
    assert_eq!(fault(""), (1, 1, K::NoItems));
    assert_eq!(fault("| only\n\n| comments"), (3, 1, K::NoItems));
    assert_eq!(fault("a | b | c\n"), (1, 7, K::RepeatedBar));
    assert_eq!(fault("a b:c\n"), (1, 3, K::BadName));
    assert_eq!(fault("a 2|\n"), (1, 3, K::BadName));
    assert_eq!(fault("a 1|b|c\n"), (1, 3, K::BadName));
    assert_eq!(fault("a 3:2|b\n"), (1, 3, K::BadBounds));
    assert_eq!(fault("a 0|b\n"), (1, 3, K::BadBounds));
    assert_eq!(fault("a 0:0|b\n"), (1, 3, K::BadBounds));
    assert_eq!(fault("a x:2|b\n"), (1, 3, K::BadBounds));
    assert_eq!(fault("a 1:99999999999|b\n"), (1, 3, K::BadBounds));
    assert_eq!(fault("a | 2|b\n"), (1, 5, K::BoundsOnSecondary));
    assert_eq!(fault("a b a\n"), (1, 5, K::DuplicateName));
    assert_eq!(fault("a b | a\n"), (1, 7, K::DuplicateName));
    assert_eq!(fault("é b\né b c\n"), (2, 5, K::UnknownItem));
    assert_eq!(fault("a b\n\nb a b\n"), (3, 5, K::DuplicateItem));
    assert_eq!(fault("a b | x\nb a:1 x\n"), (2, 3, K::ColorOnPrimary));
    assert_eq!(fault("a b | x\nb x:\n"), (2, 4, K::EmptyColor));
    assert_eq!(fault("a\na |x\n"), (2, 3, K::BadCost));
    assert_eq!(fault("a\na |18446744073709551615 |1\n"), (2, 25, K::BadCost));
    let error = parse(b"a b\na \xff\n", None).unwrap_err();
    assert_eq!((error.line(), error.column(), error.kind()), (2, 3, K::NotUtf8));
    assert_eq!(error.to_string(), "not UTF-8");
}

#[test]
fn matrices_are_read_with_and_without_blanks() {
    for text in ["0 0 1\n1 1 0\n0 1 0\n", "001\n110\n\n010", "\u{feff}001\r\n110\r\n010\r\n"] {
        let parsed = read(text);
        assert_eq!(parsed.format, Format::Matrix);
        assert_eq!(written(&parsed.problem), "1 2 3\n3\n1 2\n2\n");
    }
    for (text, options) in
        [("0 1\n1 0\n", "2\n1\n"), ("1 1\n0 1\n", "1 2\n2\n"), ("1 0\n\n1 1\n0 1", "1\n1 2\n2\n")]
    {
        let parsed = read(text);
        assert_eq!(parsed.format, Format::Matrix, "{text:?}");
        // Two numbers could also be sizes, so a comment precedes them.
        assert_eq!(written(&parsed.problem), format!("| items, then options\n1 2\n{options}"));
    }
    let parsed = read("000\n111\n");
    assert_eq!(parsed.problem.options(), 1);
    assert_eq!(parsed.warnings[0].kind, WarningKind::NoPrimaryItem);
    let error = parse(b"001\n01\n", None).unwrap_err();
    assert_eq!((error.line(), error.kind()), (2, ParseErrorKind::BadWidth { expected: 3 }));
    let error = parse(b"001\n0 21\n", None).unwrap_err();
    assert_eq!((error.line(), error.column(), error.kind()), (2, 3, ParseErrorKind::BadDigit));
}

#[test]
fn ec_files_are_read() {
    let parsed = read("c n = 3\nc\np ec 3\ns 1 2\ns 3\n");
    assert_eq!(parsed.format, Format::DimacsLike);
    assert_eq!(written(&parsed.problem), "1 2 3\n1 2\n3\n");
    for (text, kind) in [
        ("s 1\n", ParseErrorKind::NoHeader),
        ("p ec x\n", ParseErrorKind::BadHeader),
        ("p ec 3\np ec 3\n", ParseErrorKind::BadHeader),
        ("p ec 3\ns 4\n", ParseErrorKind::UnknownItem),
        ("p ec 3\ns 0\n", ParseErrorKind::UnknownItem),
        ("p ec 3\ns a\n", ParseErrorKind::BadNumber),
        ("p ec 3\ns 1 1\n", ParseErrorKind::DuplicateItem),
        ("p ec 3\nx 1\n", ParseErrorKind::BadLine),
        ("p ec 4000000000\n", ParseErrorKind::TooManyItems),
        ("c only comments\n", ParseErrorKind::NoItems),
    ] {
        assert_eq!(parse(text.as_bytes(), Some(Format::DimacsLike)).unwrap_err().kind(), kind, "{text:?}");
    }
}

#[test]
fn counted_sets_are_read() {
    let parsed = read("4 3\n2 1 4\n\n1 2\n1 3\n");
    assert_eq!(parsed.format, Format::CountedSets);
    assert_eq!(written(&parsed.problem), "1 2 3 4\n1 4\n2\n3\n");
    assert_eq!(parsed.warnings, vec![]);
    let short = read("4 3\n2 1 4\n");
    assert_eq!(short.warnings[0].kind, WarningKind::OptionCount { announced: 3, found: 1 });
    for (text, kind) in [
        ("x\n", ParseErrorKind::BadNumber),
        ("4 x\n", ParseErrorKind::BadNumber),
        ("4 1 1\n", ParseErrorKind::BadLength { expected: 2 }),
        ("4 1\n1 1\n1 x\n", ParseErrorKind::AfterLast { announced: 1 }),
        ("4 1\n2 1\n", ParseErrorKind::BadLength { expected: 2 }),
        ("4 1\n1 5\n", ParseErrorKind::UnknownItem),
    ] {
        assert_eq!(parse(text.as_bytes(), Some(Format::CountedSets)).unwrap_err().kind(), kind, "{text:?}");
    }
}

/// Returns the number of items, the texts of the options, and the warnings.
fn taken(text: &str) -> (u32, Vec<String>, Vec<String>) {
    let Parsed { problem, warnings, .. } = read(text);
    let options = (0..problem.options()).map(|option| problem.option_text(option)).collect();
    (problem.items(), options, warnings.iter().map(ToString::to_string).collect())
}

#[test]
fn lines_of_sizes_have_any_order() {
    for (text, items, options) in [
        // The numbers of options and of items, in both orders.
        ("6 7\n3 1 4 7\n2 1 4\n3 4 5 7\n3 3 5 6\n4 2 3 6 7\n2 2 7\n", 7, "1 4 7|1 4|4 5 7|3 5 6|2 3 6 7|2 7"),
        ("7 6\n3 1 4 7\n2 1 4\n3 4 5 7\n3 3 5 6\n4 2 3 6 7\n2 2 7\n", 7, "1 4 7|1 4|4 5 7|3 5 6|2 3 6 7|2 7"),
        ("3 4\n1 0 0 1\n0 1 0 0\n0 0 1 0\n", 4, "1 4|2|3"),
        ("4 3\n1001\n0100\n0010\n", 4, "1 4|2|3"),
        ("3 4\n1 4\n2\n3\n", 4, "1 4|2|3"),
        // The number of items alone, or with a 0 for secondary items.
        ("4\n1 0 0 1\n0 1 0 0\n0 0 1 0\n", 4, "1 4|2|3"),
        ("4 0\n1 0 0 1\n0 1 0 0\n0 0 1 0\n", 4, "1 4|2|3"),
        ("4\n2 1 4\n1 2\n1 3\n", 4, "1 4|2|3"),
        ("4\n1 4\n2\n3\n", 4, "1 4|2|3"),
        ("4\n0 3\n1\n2\n", 4, "0 3|1|2"),
        ("4 0\n0 3\n1\n2\n", 4, "0 3|1|2"),
        // The number of options alone.
        ("3\n1 0 0 1\n0 1 0 0\n0 0 1 0\n", 4, "1 4|2|3"),
        // Other separators.
        ("[[1,0,0,1],[0,1,0,0],[0,0,1,0]]", 4, "1 4|2|3"),
        ("1,0,0,1\n0,1,0,0\n0,0,1,0\n", 4, "1 4|2|3"),
        ("[[1 0 0 1]\n [0 1 0 0]\n [0 0 1 0]]\n", 4, "1 4|2|3"),
    ] {
        let (found, texts, _) = taken(text);
        assert_eq!((found, texts.join("|")), (items, options.to_string()), "{text:?}");
    }
}

#[test]
fn one_column_is_a_matrix() {
    let (items, options, warnings) = taken("1\n1\n");
    assert_eq!((items, options), (1, vec!["1".into(), "1".into()]));
    assert_eq!(warnings, ["read as a matrix of 0 and 1; Knuth's format would also fit"]);
    assert_eq!(read("1\n0\n1\n").problem.options(), 2);
}

#[test]
fn a_text_with_two_equally_plausible_readings_is_refused() {
    let error = parse(b"1 1\n1 1\n", None).unwrap_err();
    let ParseErrorKind::Ambiguous { first, second } = error.kind() else { panic!("{error}") };
    assert_eq!((first.format, second.format), (Format::Matrix, Format::CountedSets));
    assert_eq!(parse(b"1 1\n1 1\n", Some(Format::Matrix)).unwrap().problem.options(), 2);
    assert_eq!(parse(b"1 1\n1 1\n", Some(Format::CountedSets)).unwrap().problem.options(), 1);
}

#[test]
fn the_reading_that_comes_furthest_has_the_error() {
    for (text, line, kind) in [
        ("6 7\n3 1 4 7\n2 1 4\n3 4 5 8\n", 4, ParseErrorKind::UnknownItem),
        ("6 7\n3 1 4 7\n2 1 4\n3 4 5\n", 4, ParseErrorKind::BadLength { expected: 3 }),
        ("4\n1 0 0 1\n0 1 0\n", 3, ParseErrorKind::BadAnnouncedWidth { expected: 4 }),
        ("3 4\n1 0 0 1\n0 1 0 0\n", 1, ParseErrorKind::BadCount { announced: 3, found: 2 }),
        ("2 3\n1 0 1\n0 1 0\n2 2\n1 0\n0 1\n", 4, ParseErrorKind::AfterLast { announced: 2 }),
    ] {
        let error = parse(text.as_bytes(), None).err().unwrap_or_else(|| panic!("accepted: {text:?}"));
        assert_eq!((error.line(), error.kind()), (line, kind), "{text:?}");
    }
}

#[test]
fn options_that_are_skipped_keep_their_numbers() {
    for text in ["000\n100\n\n000\n011\n", "A B | X\nX\nA\nX\nB\n", "2 4\n0\n1 1\n0\n1 2\n"] {
        let problem = read(text).problem;
        assert_eq!([problem.number(0), problem.number(1)], [2, 4], "{text:?}");
        let again = read(&written(&problem)).problem;
        assert_eq!([again.number(0), again.number(1)], [2, 4], "{text:?}");
        assert_eq!(again.renumbered().number(1), 2);
    }
}

#[test]
fn names_that_look_like_another_format_are_names() {
    for text in [
        "| items, then options\nc d e\nc\nd e\n",
        "| items, then options\n00 01 10\n00\n01 10\n",
        "| items, then options\n0 1\n0\n1\n",
        "| items, then options\n1 0\n1 0\n0\n",
        "| items, then options\n0 1\n",
        "| items, then options\n3 5\n3 5\n",
        "| items, then options\n1\n1\n",
        "p e c\np\ne c\n",
        "| items, then options\nc\nc\n",
        "| items, then options\nc p ec 3\nc\np ec 3\n",
    ] {
        let parsed = read(text);
        assert_eq!(parsed.format, Format::Knuth, "{text:?}");
        assert_eq!(written(&parsed.problem), text);
        // Without a comment, numbers that cannot be sizes or digits are still names.
        let bare = text.trim_start_matches("| items, then options\n");
        assert!(
            matches!(bare, "1\n1\n" | "0 1\n" | "c p ec 3\nc\np ec 3\n")
                || read(bare).format == Format::Knuth,
            "{bare:?}"
        );
    }
}

#[test]
fn unwritable_problems_are_rejected() {
    let mut out = String::new();
    assert_eq!(write_knuth(&Builder::new().build(), &mut out), Err(WriteError::NoPrimaryItems));
    let mut builder = Builder::new();
    builder.primary("a b").unwrap();
    assert_eq!(write_knuth(&builder.build(), &mut out), Err(WriteError::ItemName { item: 0 }));
    let mut builder = Builder::new();
    builder.primary("a").unwrap();
    let item = builder.secondary("x").unwrap();
    let color = builder.color("dark red").unwrap();
    builder.option_with_colors(&[0.into(), Entry { item, color }]).unwrap();
    assert_eq!(write_knuth(&builder.build(), &mut out), Err(WriteError::ColorName { option: 0 }));
}

#[test]
fn a_header_cannot_allocate_unlimited_memory() {
    let refused = |text: &str, format| {
        let error =
            parse(text.as_bytes(), Some(format)).err().unwrap_or_else(|| panic!("accepted: {text:?}"));
        (error.line(), error.column(), error.kind())
    };
    let many = ParseErrorKind::TooManyItems;
    // The first text was found by fuzzing: it took 4 GB.
    assert_eq!(refused("1010111197\u{c}1010111197", Format::CountedSets), (1, 1, many));
    assert_eq!(refused("  16777217 16777217\n1 1\n", Format::CountedSets), (1, 3, many));
    assert_eq!(refused("c\np ec 16777217\n", Format::DimacsLike), (2, 6, many));
    let most = parse(b"16777216 1\n1 5\n", Some(Format::CountedSets)).unwrap().problem;
    assert_eq!((most.items(), most.option(0)), (1 << 24, &[4][..]));
}
