//! Regression tests for defects found in real inputs and outputs, each with the text that showed
//! it.

use farandole_formats::{
    Columns, Dialect, Format, JudgeAnswer, ParseErrorKind, ReadConfig, Symbols, WriteConfig, grid_text,
    parse_grid, parse_puzzle, puzzle_text, write_grid, write_puzzle, write_start,
};
use farandole_puzzle::{ClassicPuzzle, Diagonal, Geometry, Grid};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const MAP: &str = "AAABBBCCCAAABBBCCCAAABBBCCCDDDEEEFFFDDDEEEFFFDDDEEEFFFGGGHHHIIIGGGHHHIIIGGGHHHIII";

fn detect(text: &[u8]) -> Result<Format, String> {
    let dialect = Dialect::detect(text, &ReadConfig::default());
    dialect.map(|dialect| dialect.format()).map_err(|error| error.to_string())
}

#[test]
fn the_empty_cell_character_is_neither_a_digit_nor_a_separator() {
    let puzzle: ClassicPuzzle = EASY.parse().unwrap();
    let write = |format, empty, symbols: &Symbols| {
        let config = WriteConfig { empty, symbols: symbols.clone(), ..WriteConfig::new(format) };
        let mut out = Vec::new();
        let written = write_puzzle(&mut out, &puzzle, &config, 0);
        assert_eq!(written.is_err(), out.is_empty());
        written.map_err(|error| error.to_string())
    };
    for format in [Format::Line, Format::Grid, Format::Csv, Format::Sdk, Format::Pencilmark] {
        for empty in *b"59,#;\"|+" {
            assert!(write(format, empty, &Symbols::Auto).is_err(), "{format} {}", empty as char);
        }
        for empty in *b".0_*-?xX" {
            assert_eq!(write(format, empty, &Symbols::Auto), Ok(()), "{format} {}", empty as char);
        }
    }
    let dotted = Symbols::custom(".23456789").unwrap();
    assert_eq!(
        write(Format::Line, b'.', &dotted).unwrap_err(),
        "`.` cannot represent an empty cell, expected one of . 0 _ * - ? x X that is not a digit of the puzzle"
    );
    assert_eq!(write(Format::Sdm, b'5', &Symbols::Auto), Ok(()));
}

#[test]
fn labels_and_unknown_columns_of_separated_values_are_kept() {
    let text = format!("id,name,puzzle,level,solution,rating\n7,\"a,b\",{EASY},easy,{SOLVED},1.2\n");
    let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default()).unwrap();
    let record = dialect.records(text.as_bytes()).next().unwrap();
    let entry = dialect.parser().parse_classic(record).unwrap();
    assert_eq!(entry.label.as_deref(), Some(&b"7"[..]));
    assert_eq!(entry.trailing, b"7,\"a,b\",easy,1.2");
    assert!(entry.solution.is_some());
}

#[test]
fn separated_values_hold_regions_and_diagonals_in_separate_columns() {
    let columns = Columns::by_names("givens,regions,diagonals,solution").unwrap();
    let config = WriteConfig { columns: Some(columns), ..WriteConfig::new(Format::Csv) };
    let geometry = Geometry::boxes(9, 9, 1).unwrap().with_diagonal(Diagonal::Anti);
    let jigsaw = ClassicPuzzle::new(geometry.into(), &[0; 81]).unwrap();
    let classic: ClassicPuzzle = EASY.parse().unwrap();
    let mut out = Vec::new();
    write_start(&mut out, &config, None).unwrap();
    write_puzzle(&mut out, &jigsaw, &config, 0).unwrap();
    write_grid(&mut out, &classic, &SOLVED.parse().unwrap(), &config, 1).unwrap();
    assert!(out.starts_with(b"puzzle,regions,diagonals,solution\n"));
    let dialect = Dialect::detect(&out, &ReadConfig::default()).unwrap();
    let mut parser = dialect.parser();
    let read: Vec<_> = dialect.records(&out).map(|record| parser.parse_classic(record).unwrap()).collect();
    assert_eq!(read[0].puzzle, jigsaw);
    assert_eq!((&read[1].puzzle, read[1].grid()), (&classic, SOLVED.parse().ok()));
    let plain = WriteConfig::new(Format::Csv);
    assert!(write_puzzle(&mut out, &jigsaw, &plain, 0).is_err());
}

#[test]
fn a_truncated_puzzle_in_the_first_line_is_not_a_header() {
    let columns = Columns::by_names("givens").ok();
    let read = |text: &str, format| {
        let config = ReadConfig { format: Some(format), columns: columns.clone(), ..ReadConfig::default() };
        let dialect = Dialect::detect(text.as_bytes(), &config).unwrap();
        dialect.records(text.as_bytes()).count()
    };
    assert_eq!(read(&format!("{}\n{EASY}\n", &EASY[1..]), Format::Csv), 2);
    assert_eq!(read(&format!("Puzzle cells\n{EASY}\n"), Format::Csv), 1);
    assert_eq!(read(&format!("puzzle {}\n{EASY}\n", &EASY[1..]), Format::Line), 2);
    assert_eq!(read(&format!("puzzle rating\n{EASY}\n"), Format::Line), 1);
}

#[test]
fn sizes_above_the_maximum_are_reported() {
    let error = parse_puzzle(&".".repeat(4225)).unwrap_err();
    assert_eq!(error.kind(), ParseErrorKind::CellCount);
    assert_eq!(error.to_string(), "found 4225 cells (65x65), expected at most 4096 (64x64)");
}

/// Returns the size of each record, or its error.
fn outcomes(text: &str, format: Option<Format>) -> Vec<Result<usize, String>> {
    let dialect = Dialect::detect(text.as_bytes(), &ReadConfig { format, ..ReadConfig::default() }).unwrap();
    let mut parser = dialect.parser();
    let records = dialect.records(text.as_bytes()).map(|record| parser.parse_classic(record));
    records.map(|read| read.map(|entry| entry.puzzle.size()).map_err(|error| error.to_string())).collect()
}

#[test]
fn a_grid_with_too_many_rows_is_one_error() {
    let error = |size: usize| {
        Err(format!("found a grid with rows of {size} cells, expected at most 225 rows and columns"))
    };
    let dots = |size: usize| format!("{}\n", ".".repeat(size)).repeat(size);
    let numbers = (1..=226).map(|number| format!("{number:2} ")).collect::<String>() + "\n";
    let good = "53. .7. ...\n".repeat(9);
    for format in [None, Some(Format::Grid)] {
        assert_eq!(outcomes(&dots(226), format), [error(226)]);
        assert_eq!(outcomes(&dots(240), format), [error(240)]);
        assert_eq!(outcomes(&numbers.repeat(226), format), [error(226)]);
        assert_eq!(outcomes(&format!("{0}\n{0}", dots(227)), format), [error(227), error(227)]);
        for between in ["", "\n"] {
            let text = format!("{}{between}{good}{between}{good}", dots(226));
            assert_eq!(outcomes(&text, format), [error(226), Ok(9), Ok(9)]);
        }
    }
    let error = parse_puzzle(&dots(226)).unwrap_err();
    assert_eq!((error.kind(), error.line(), error.column()), (ParseErrorKind::Size, 1, 1));
}

#[test]
fn rows_that_are_too_wide_do_not_affect_later_grids() {
    let good = "53. .7. ...\n".repeat(9);
    for rows in [1, 2, 40] {
        let wide = format!("{}\n", "*".repeat(230)).repeat(rows);
        let read = outcomes(&format!("{good}{wide}{good}{good}"), None);
        assert_eq!((read.len(), &read[0], &read[2..]), (4, &Ok(9), &[Ok(9), Ok(9)][..]));
        assert!(read[1].is_err());
    }
}

#[test]
fn each_truncated_puzzle_is_an_error_of_one_line() {
    let cut = format!("{}\n", &EASY[..80]);
    for count in [79, 80, 81] {
        assert_eq!(outcomes(&cut.repeat(count), None).len(), count);
    }
}

#[test]
fn text_without_line_feeds_is_rejected() {
    let returns = format!("{EASY}\r{EASY}\r{EASY}\r");
    assert_eq!(
        detect(returns.as_bytes()).unwrap_err(),
        "found lines that end with a carriage return alone, expected line feeds"
    );
    assert_eq!(detect(format!("{EASY}\r").as_bytes()), Ok(Format::Line));
    assert_eq!(detect(format!("{EASY}\r\n{EASY}\r\n").as_bytes()), Ok(Format::Line));
    let wide: Vec<u16> = EASY.encode_utf16().collect();
    let little: Vec<u8> = wide.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = [0xFEFF].iter().chain(&wide).flat_map(|unit| unit.to_be_bytes()).collect();
    for text in [little, big] {
        assert_eq!(detect(&text).unwrap_err(), "found UTF-16 text, expected UTF-8 or ASCII");
    }
}

#[test]
fn names_of_formats_and_symbols_have_no_case() {
    assert_eq!(Format::by_name("POJ3076"), Some(Format::Grid16));
    assert_eq!(Symbols::by_name("HEX"), Ok(Symbols::ZeroFirst));
    assert_eq!(Symbols::by_name("a-z"), Ok(Symbols::LettersFirst));
}

#[test]
fn a_wrong_size_column_is_named() {
    let config = ReadConfig { columns: Columns::by_names("size,givens").ok(), ..ReadConfig::default() };
    let text = format!("nine {EASY}\n");
    let dialect = Dialect::detect(text.as_bytes(), &config).unwrap();
    let error = dialect.parser().parse_classic(dialect.records(text.as_bytes()).next().unwrap()).unwrap_err();
    assert_eq!(error.kind(), ParseErrorKind::UnexpectedText);
    assert_eq!(error.to_string(), "expected the puzzle size, found \"nine\"");
    let parts = (error.found().to_string(), error.expected().to_string());
    assert_eq!(parts, ("\"nine\"".to_string(), "the puzzle size".to_string()));
}

#[test]
fn one_puzzle_is_read_from_text_and_no_more() {
    let puzzle = parse_puzzle(&format!("# easy\n{EASY} {SOLVED}\n")).unwrap();
    assert_eq!(puzzle_text(&puzzle).to_string(), EASY);
    assert!(format!("{:#}", puzzle_text(&puzzle)).starts_with("5 3 . | . 7 . | . . .\n"));
    let error = parse_puzzle(&format!("{EASY}\n\n{EASY}\n")).unwrap_err();
    assert_eq!((error.kind(), error.line()), (ParseErrorKind::SeveralPuzzles, 3));
    assert_eq!(error.to_string(), "found another puzzle, expected one puzzle");
    let error = parse_puzzle("").unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (ParseErrorKind::NoPuzzle, "found nothing, expected a puzzle")
    );
    assert_eq!(parse_puzzle("lorem ipsum, dolor\nsit amet\n").unwrap_err().kind(), ParseErrorKind::Format);
    let jigsaw = parse_puzzle(&format!("{EASY} {MAP} X")).unwrap();
    assert_eq!(parse_puzzle(&puzzle_text(&jigsaw).to_string()), Ok(jigsaw.clone()));
    let grid: Grid = SOLVED.parse().unwrap();
    assert_eq!(grid.to_string(), SOLVED);
    assert_eq!(parse_grid(&grid_text(&grid).to_string()), Ok(grid.clone()));
    let error = parse_grid(EASY).unwrap_err();
    assert_eq!(error.kind(), ParseErrorKind::EmptyCell);
    assert_eq!(error.to_string(), "found no digit at r1c3, expected a finished grid");
}

#[test]
fn every_format_describes_itself() {
    for format in Format::ALL {
        let descriptor = format.descriptor();
        assert_eq!(format.is_judge(), descriptor.judge.is_some());
        assert_eq!(format.to_string(), descriptor.name);
    }
    let judge = |format: Format| format.descriptor().judge.unwrap();
    assert_eq!((judge(Format::Hdu4069).limit(), judge(Format::Uva989).limit()), (2, 1));
    assert_eq!(judge(Format::Uva989).none, Some("NO SOLUTION"));
    assert_eq!(judge(Format::Uva989).answer, JudgeAnswer::First);
}
