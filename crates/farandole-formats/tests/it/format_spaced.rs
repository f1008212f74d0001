//! Puzzles with separated cells on one line, and lines that only resemble them.

use farandole_formats::{Dialect, Format, ReadConfig, Symbols, parse_puzzle};

fn detect(text: &str) -> Result<Format, String> {
    let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default());
    dialect.map(|dialect| dialect.format()).map_err(|error| error.to_string())
}

/// Returns the size of each record, or its error with its column.
fn outcomes(text: &str) -> Vec<Result<usize, String>> {
    let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default()).unwrap();
    let mut parser = dialect.parser();
    let read = |record| match parser.parse_classic(record) {
        Ok(entry) => Ok(entry.puzzle.size()),
        Err(error) => Err(format!("{}: {error}", error.column())),
    };
    dialect.records(text.as_bytes()).map(read).collect()
}

fn spaced(cells: &[u8], separator: &str, empty: &str) -> String {
    let cell = |cell: &u8| if *cell == 0 { empty.to_owned() } else { cell.to_string() };
    cells.iter().map(cell).collect::<Vec<_>>().join(separator)
}

/// Returns cells that contain all numbers from 0 to N.
fn cells(size: usize) -> Vec<u8> {
    (0..size * size).map(|cell| (cell % (size + 1)) as u8).collect()
}

#[test]
fn spaced_numbers_on_one_line_are_read_at_every_size() {
    for size in 4..=64 {
        let cells = cells(size);
        for (separator, empty) in [(" ", "0"), ("  ", "."), (",", "_"), ("; ", "-"), ("\t", "*")] {
            for (before, after) in [("", ""), ("  ", " \r\n"), ("# two\n\n", " # none\n")] {
                let text = format!("{before}{}{after}", spaced(&cells, separator, empty));
                assert_eq!(detect(&text), Ok(Format::Line), "{size} {separator:?} {empty}");
                let puzzle = parse_puzzle(&text).unwrap();
                assert_eq!((puzzle.size(), puzzle.givens()), (size, &cells[..]), "{text}");
            }
        }
    }
}

#[test]
fn spaced_cells_without_numbers_of_two_digits_are_symbols() {
    let mut cells = vec![0; 256];
    (cells[3], cells[200]) = (9, 2);
    for empty in ["0", "."] {
        let puzzle = parse_puzzle(&spaced(&cells, " ", empty)).unwrap();
        assert_eq!(puzzle.givens(), cells);
    }
    let config = ReadConfig { symbols: Symbols::ZeroFirst, ..ReadConfig::default() };
    let text = format!("0 8 .{}", " .".repeat(78));
    let dialect = Dialect::detect(text.as_bytes(), &config).unwrap();
    let entry = dialect.parser().parse_classic(dialect.records(text.as_bytes()).next().unwrap()).unwrap();
    assert_eq!(entry.puzzle.givens()[..3], [1, 9, 0]);
}

#[test]
fn a_malformed_line_of_spaced_cells_does_not_affect_others() {
    let line = |size| spaced(&cells(size), " ", ".");
    let short = line(16).trim_start_matches(". ").to_owned();
    let large = line(16).replacen(" 16 ", " 17 ", 1);
    let text = format!("name of puzzle\n{}\n{short}\n{large}\n{}\n", line(16), line(9));
    let read = outcomes(&text);
    let large = large.find("17").unwrap() + 1;
    assert_eq!(read[0], Ok(16));
    assert_eq!(read[1], Err("1: found 255 cells, expected a square number, such as 256".into()));
    assert_eq!(read[2], Err(format!("{large}: found 17, expected 1 to 16")));
    assert_eq!(read[3..], [Ok(9)]);
    let text = format!("{0}\n{1}\n{0}\n", line(4), line(4).replacen('4', "5", 1));
    let wrong = "9: found `5`, expected a digit from 1 to 4 or an empty-cell character";
    assert_eq!(outcomes(&text), [Ok(4), Err(wrong.into()), Ok(4)]);
}

#[test]
fn sixteen_lines_of_sixteen_spaced_cells_are_puzzles_if_no_number_is_above_four() {
    let small = format!("{}\n", spaced(&cells(4), " ", ".")).repeat(40);
    assert_eq!(detect(&small), Ok(Format::Line));
    assert_eq!(outcomes(&small), vec![Ok(4); 40]);
}

#[test]
fn rows_of_spaced_cells_are_rows() {
    for size in [9, 10, 16, 25, 36, 49, 64] {
        let mut cells = cells(size);
        cells[..2 * size].fill(0);
        let rows: Vec<String> = cells.chunks(size).map(|row| spaced(row, "\t", ".") + "\n").collect();
        assert_eq!(detect(&rows.concat()), Ok(Format::Grid), "{size}");
        assert_eq!(outcomes(&rows.concat()), [Ok(size)]);
        let cut = rows[..size - 1].concat();
        assert_eq!(detect(&cut), Ok(Format::Grid), "{size}");
        assert_eq!(outcomes(&cut).len(), 1);
    }
    let empty = format!("{}\n", ". ".repeat(16)).repeat(16);
    assert_eq!(outcomes(&empty), [Ok(16)]);
    let border = format!("{}\n1 2 3 .\n. . . .\n. . . .\n. . . .\n", "- ".repeat(16));
    assert_eq!((detect(&border), outcomes(&border)), (Ok(Format::Grid), vec![Ok(4)]));
}

#[test]
fn blanks_for_empty_cells_are_not_separators() {
    // 16, 25 and 36 separated digits, which are too large for a puzzle with this many cells.
    for (size, count) in [(6, 16), (7, 16), (8, 25), (9, 16), (9, 25), (9, 36)] {
        let mut line = vec![b' '; size * size];
        for i in 0..count {
            line[2 * i] = b'1' + ((i + 1) % size) as u8;
        }
        let text = String::from_utf8(line).unwrap();
        assert_eq!(outcomes(&text), [Ok(size)], "{text}");
    }
    // A row-per-line puzzle with aligned columns, joined: 36 characters.
    assert_eq!(outcomes(" 1 2 3 4  3 4 1 2  2 . . .  4 . . 1 "), [Ok(4)]);
}
