//! Oracles for the fuzz targets. Each accepts arbitrary bytes and panics if the library contradicts
//! itself.

pub mod editor;
pub mod iss;
pub mod variants;

use farandole_formats::{
    Boundary, Diagonals, Dialect, ClassicEntry, Format, ReadConfig, Record, RegionChoice, Symbols, WriteConfig,
    line, parse_puzzle, puzzle_text, write_end, write_puzzle, write_start,
};
use farandole_puzzle::{BoxShape, Cell, Diagonal, DigitSet, Geometry, ClassicPuzzle};

/// Returns the configuration that a byte encodes.
pub fn config(choice: u8, format: Option<Format>) -> ReadConfig {
    let symbols = match choice & 7 {
        1 => Symbols::NumbersFirst,
        2 => Symbols::ZeroFirst,
        3 => Symbols::LettersFirst,
        4 => Symbols::custom("QWERTYUIOPASDFGHJKLZ").unwrap_or_default(),
        _ => Symbols::Auto,
    };
    let regions = match choice >> 3 & 7 {
        1 => RegionChoice::None,
        2 => RegionChoice::Boxes(BoxShape { box_rows: 3, box_cols: 3 }),
        3 => RegionChoice::Boxes(BoxShape { box_rows: usize::MAX, box_cols: 2 }),
        _ => RegionChoice::Usual,
    };
    let diagonals = match choice >> 6 {
        1 => Diagonals::Main,
        2 => Diagonals::Both,
        _ => Diagonals::Neither,
    };
    ReadConfig { format, symbols, regions, diagonals, columns: None }
}

/// Reads a text and checks that no line is lost, that errors are located within their records, and
/// that puzzles are read back from their printed form.
pub fn check_text(text: &[u8], config: &ReadConfig) {
    let head = &text[..text.len().min(64 << 10)];
    let dialect = match Dialect::detect(head, config) {
        Ok(dialect) => dialect,
        Err(error) => {
            assert!(!error.to_string().is_empty() && error.line() > 0);
            return;
        }
    };
    let (skipped, stopped) = skipped_lines(&dialect, text);
    let mut records = dialect.records(text);
    let mut parser = dialect.parser();
    let (mut lines, mut next) = (0, 1);
    for record in records.by_ref() {
        assert!(record.line >= next, "records overlap");
        let count = count_lines(record.text);
        assert!(count == 1 || !dialect.is_one_line());
        lines += count;
        next = record.line + count;
        match parser.parse_classic(record) {
            Ok(entry) => check_entry(dialect.format(), &entry),
            Err(error) => {
                assert!((record.line..next).contains(&error.line()), "{error:?} is outside its record");
                assert!(error.column() > 0 && !error.to_string().is_empty());
            }
        }
    }
    assert_eq!(records.skipped(), skipped);
    assert!(stopped || lines + skipped == count_lines(text), "a line is in no record");
}

fn count_lines(text: &[u8]) -> u64 {
    text.split_inclusive(|byte| *byte == b'\n').count() as u64
}

/// Returns the number of lines that a splitter skips, and true if it stops before the end.
fn skipped_lines(dialect: &Dialect, text: &[u8]) -> (u64, bool) {
    let mut splitter = dialect.splitter();
    let mut skipped = 0;
    let mut open = false;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        match splitter.feed(line.strip_suffix(b"\n").unwrap_or(line)) {
            Boundary::Skip => skipped += 1,
            Boundary::Stop => return (skipped, true),
            Boundary::Before => assert!(open, "nothing was open before the line"),
            Boundary::Inside => open = true,
            Boundary::Ends => open = false,
        }
    }
    (skipped, false)
}

/// Prints an entry in its format, or as a line if that format cannot represent it, and reads it
/// back.
fn check_entry(format: Format, entry: &ClassicEntry) {
    assert_ne!(entry.symbols, Symbols::Auto);
    assert!(entry.solution.is_none() || entry.grid().is_some());
    for format in [format, Format::Line] {
        let config = WriteConfig { symbols: entry.symbols.clone(), ..WriteConfig::new(format) };
        check_print(&entry.puzzle, &config);
    }
}

/// Prints a puzzle and reads it back.
pub fn check_print(puzzle: &ClassicPuzzle, config: &WriteConfig) {
    let mut text = Vec::new();
    write_start(&mut text, config, Some(1)).unwrap();
    if write_puzzle(&mut text, puzzle, config, 0).is_err() {
        return;
    }
    write_end(&mut text, config);
    let read =
        ReadConfig { format: Some(config.format), symbols: config.symbols.clone(), ..ReadConfig::default() };
    let dialect = Dialect::detect(&text, &read).unwrap();
    let mut parser = dialect.parser();
    let mut records = dialect.records(&text);
    let show = || String::from_utf8_lossy(&text);
    let record = records.next().unwrap_or_else(|| panic!("nothing to read in\n{}", show()));
    let again = parser.parse_classic(record).unwrap_or_else(|error| panic!("{error} in\n{}", show()));
    assert!(same(&again.puzzle, puzzle), "not the same is read from\n{}", show());
    assert!(records.next().is_none(), "more than one puzzle in\n{}", show());
}

/// Prints a puzzle as text and reads it back, if a line can represent its houses and symbols (see
/// `puzzle_text`).
pub fn check_display(puzzle: &ClassicPuzzle) {
    let format = if puzzle.restrictions().is_some() { Format::Pencilmark } else { Format::Line };
    let is_told = write_puzzle(&mut Vec::new(), puzzle, &WriteConfig::new(format), 0).is_ok();
    if puzzle.size() >= 54 || !is_told {
        return;
    }
    let text = puzzle_text(puzzle).to_string();
    let again = parse_puzzle(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    assert!(same(&again, puzzle), "not the same is read from\n{text}");
}

/// Returns true if `a`, read from the print of `b`, has the same houses, apart from their names,
/// and the same allowed digits in every cell.
fn same(a: &ClassicPuzzle, b: &ClassicPuzzle) -> bool {
    let houses = |puzzle: &ClassicPuzzle| {
        let mut houses: Vec<Vec<usize>> =
            puzzle.geometry().houses().map(|h| h.cells.iter().map(|cell| cell.index()).collect()).collect();
        houses.sort();
        houses
    };
    let cells = || (0..a.size() * a.size()).filter_map(Cell::new);
    // Candidates are printed without those that a given excludes.
    let equal = |cell| match b.restrictions() {
        None => (a.allowed(cell) - b.allowed(cell)).is_empty(),
        Some(_) => a.allowed(cell) == b.allowed(cell),
    };
    let free = a.restrictions().is_none() && b.restrictions().is_none();
    let same_cells = if free { a.givens() == b.givens() } else { cells().all(equal) };
    a.size() == b.size() && houses(a) == houses(b) && same_cells
}

/// Compares the fast path for 9x9 lines with the parser.
pub fn check_cells81(line: &[u8]) {
    let line: Vec<u8> = line.iter().copied().filter(|byte| *byte != b'\n').collect();
    let config = ReadConfig { format: Some(Format::Line), ..ReadConfig::default() };
    let mut parser = Dialect::detect(b"", &config).unwrap().parser();
    let parsed = parser.parse_classic(Record { text: &line, line: 2 });
    if let Some((cells, rest)) = line::cells81(&line) {
        let entry = parsed.unwrap();
        assert!(entry.puzzle.geometry().is_classic() && entry.label.is_none());
        let givens = cells.map(|cell| if cell == b'.' { 0 } else { cell - b'0' });
        assert_eq!(entry.puzzle.givens(), givens);
        assert_eq!(rest, &line[81..]);
    }
}

/// Decodes a puzzle from bytes: size, regions, diagonals, givens or candidates.
pub fn puzzle(bytes: &[u8]) -> Option<ClassicPuzzle> {
    let [size, shape, rest @ ..] = bytes else { return None };
    let size = usize::from(size % 16) + 1;
    let mut next = rest.iter().copied().chain(core::iter::repeat(0));
    let geometry = match shape % 8 {
        0 => Geometry::latin(size),
        1 => Geometry::irregular(size, &next.by_ref().take(size * size).map(|b| b % 8).collect::<Vec<_>>()),
        2 => Geometry::boxes(size, size, 1),
        3 => {
            let cells: Vec<Cell> = next.by_ref().take(size).filter_map(|b| Cell::new(b.into())).collect();
            Geometry::usual(size).and_then(|geometry| geometry.with_extra_region(&cells))
        }
        _ => Geometry::usual(size),
    };
    let mut geometry = geometry.ok()?;
    if shape & 16 > 0 {
        geometry = geometry.with_diagonal(Diagonal::Main);
    }
    if shape & 32 > 0 {
        geometry = geometry.with_diagonal(Diagonal::Anti);
    }
    let givens: Vec<u8> = next.by_ref().take(size * size).map(|b| b % (size as u8 + 1)).collect();
    let puzzle = ClassicPuzzle::new(geometry.into(), &givens).ok()?;
    if shape & 64 == 0 {
        return Some(puzzle);
    }
    let sets: Vec<DigitSet> = (0..size * size)
        .map(|_| {
            DigitSet::from_bits(u64::from_le_bytes([(); 8].map(|()| next.next().unwrap_or(0))))
                & DigitSet::all(size)
        })
        .collect();
    puzzle.with_restrictions(&sets).ok()
}
