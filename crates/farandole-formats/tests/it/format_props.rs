//! Properties of all printed puzzles and of all texts that are read.

use farandole_formats::line::cells81;
use farandole_formats::{
    Boundary, ClassicEntry, Dialect, Format, ParseError, ReadConfig, Record, RegionChoice, Symbols,
    WriteConfig, grid_text, parse_grid, parse_puzzle, puzzle_text, write_end, write_puzzle, write_start,
};
use farandole_puzzle::{Cell, ClassicPuzzle, Diagonal, DigitSet, Geometry, Grid};
use proptest::prelude::*;

fn read(text: &[u8], config: &ReadConfig) -> Vec<Result<ClassicEntry, ParseError>> {
    let dialect = Dialect::detect(text, config).unwrap();
    let mut parser = dialect.parser();
    dialect.records(text).map(|record| parser.parse_classic(record)).collect()
}

fn print(puzzles: &[ClassicPuzzle], config: &WriteConfig) -> Vec<u8> {
    let mut out = Vec::new();
    write_start(&mut out, config, Some(puzzles.len() as u64)).unwrap();
    for (puzzle, ordinal) in puzzles.iter().zip(0..) {
        write_puzzle(&mut out, puzzle, config, ordinal).unwrap();
    }
    write_end(&mut out, config);
    out
}

fn show(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

fn givens(size: usize) -> impl Strategy<Value = Vec<u8>> {
    let cell = prop_oneof![2 => Just(0), 1 => 1..=size as u8];
    proptest::collection::vec(cell, size * size)
}

fn usual(size: usize) -> impl Strategy<Value = ClassicPuzzle> {
    givens(size)
        .prop_map(move |givens| ClassicPuzzle::new(Geometry::usual(size).unwrap().into(), &givens).unwrap())
}

/// Generates connected regions of N cells: boxes in which dominoes along the borders are swapped
/// while the regions stay connected.
fn map(size: usize) -> impl Strategy<Value = Geometry> {
    proptest::collection::vec((0..size * size, 0..size * size), 0..60).prop_map(move |swaps| {
        let boxes = Geometry::usual(size).unwrap();
        let mut labels: Vec<usize> =
            (0..size * size).map(|c| boxes.region_of(Cell::new(c).unwrap()).unwrap_or(c / size)).collect();
        for (a, b) in swaps {
            let before = labels.clone();
            labels.swap(a, b);
            if (0..size).any(|region| !connected(&labels, size, region)) {
                labels = before;
            }
        }
        Geometry::irregular(size, &labels).unwrap()
    })
}

fn connected(labels: &[usize], size: usize, region: usize) -> bool {
    let cells: Vec<usize> = (0..labels.len()).filter(|c| labels[*c] == region).collect();
    let mut reached = vec![cells[0]];
    let mut i = 0;
    while i < reached.len() {
        let (row, col) = (reached[i] / size, reached[i] % size);
        for c in &cells {
            if (c / size).abs_diff(row) + (c % size).abs_diff(col) == 1 && !reached.contains(c) {
                reached.push(*c);
            }
        }
        i += 1;
    }
    reached.len() == cells.len()
}

fn shaped(size: usize) -> impl Strategy<Value = ClassicPuzzle> {
    let geometry = prop_oneof![
        map(size),
        Just(Geometry::latin(size).unwrap()),
        Just(Geometry::usual(size).unwrap()),
        Just(Geometry::boxes(size, size, 1).unwrap()),
    ];
    let geometry = (geometry, 0..4).prop_map(|(geometry, diagonals)| match diagonals {
        0 => geometry,
        1 => geometry.with_diagonal(Diagonal::Main),
        2 => geometry.with_diagonal(Diagonal::Anti),
        _ => geometry.with_diagonal(Diagonal::Main).with_diagonal(Diagonal::Anti),
    });
    (geometry, givens(size))
        .prop_map(|(geometry, givens)| ClassicPuzzle::new(geometry.into(), &givens).unwrap())
}

fn symbols() -> impl Strategy<Value = Symbols> {
    prop_oneof![Just(Symbols::NumbersFirst), Just(Symbols::ZeroFirst), Just(Symbols::LettersFirst)]
}

/// Returns true if two puzzles have the same cells and houses, regardless of the kinds of houses: a
/// map of rectangles is read as boxes.
fn same(a: &ClassicPuzzle, b: &ClassicPuzzle) -> bool {
    let houses = |puzzle: &ClassicPuzzle| {
        let mut houses: Vec<Vec<usize>> =
            puzzle.geometry().houses().map(|h| h.cells.iter().map(|c| c.index()).collect()).collect();
        houses.sort();
        houses
    };
    a.givens() == b.givens() && a.restrictions() == b.restrictions() && houses(a) == houses(b)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn a_puzzle_is_parsed_from_its_own_line(
        puzzle in proptest::sample::select(&[1, 2, 3, 4, 6, 8, 9, 16, 25]).prop_flat_map(usual),
    ) {
        prop_assert_eq!(parse_puzzle(&puzzle_text(&puzzle).to_string()), Ok(puzzle));
    }

    #[test]
    fn a_puzzle_of_any_shape_is_parsed_from_its_own_line(
        puzzle in proptest::sample::select(&[4, 6, 8, 9]).prop_flat_map(shaped),
    ) {
        let text = puzzle_text(&puzzle).to_string();
        let again = parse_puzzle(&text).unwrap();
        prop_assert!(same(&again, &puzzle), "{}", text);
    }

    #[test]
    fn a_drawn_grid_is_read_back(
        puzzle in proptest::sample::select(&[4, 6, 9]).prop_flat_map(usual),
    ) {
        let drawn = format!("{:#}", puzzle_text(&puzzle));
        prop_assert_eq!(parse_puzzle(&drawn), Ok(puzzle), "{}", drawn);
    }

    #[test]
    fn a_grid_is_parsed_from_its_own_text(
        digits in proptest::sample::select(&[4, 6, 9, 16]).prop_flat_map(|size| {
            (Just(size), proptest::collection::vec(1..=size as u8, size * size))
        }),
    ) {
        let grid = Grid::new(digits.0, digits.1).unwrap();
        prop_assert_eq!(parse_grid(&grid_text(&grid).to_string()), Ok(grid.clone()));
        prop_assert_eq!(grid.to_string().parse::<Grid>(), Ok(grid));
    }

    #[test]
    fn a_printed_9x9_is_read_back_in_every_format(puzzles in proptest::collection::vec(usual(9), 1..5)) {
        let formats = Format::CLASSIC.into_iter().filter(|format| {
            !matches!(format, Format::Candidates | Format::Pencilmark | Format::Grid16)
        });
        for format in formats {
            let text = print(&puzzles, &WriteConfig::new(format));
            let config = ReadConfig { format: Some(format), ..ReadConfig::default() };
            let again = read(&text, &config);
            prop_assert_eq!(again.len(), puzzles.len(), "{:?} {}", format, show(&text));
            for (entry, puzzle) in again.iter().zip(&puzzles) {
                let entry = entry.as_ref();
                prop_assert!(entry.is_ok_and(|entry| &entry.puzzle == puzzle), "{:?} {}", format, show(&text));
            }
        }
    }

    #[test]
    fn lines_and_grids_hold_all_sizes_and_symbols(
        size in 2_usize..=64, symbols in symbols(), seed in any::<u64>()
    ) {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize
        };
        let givens: Vec<u8> =
            (0..size * size).map(|_| if next() % 3 > 0 { 0 } else { (next() % size) as u8 + 1 }).collect();
        let puzzle = ClassicPuzzle::new(Geometry::usual(size).unwrap().into(), &givens).unwrap();
        for format in [Format::Line, Format::Grid] {
            let config = WriteConfig { symbols: symbols.clone(), ..WriteConfig::new(format) };
            let text = print(&[puzzle.clone(), puzzle.clone()], &config);
            let config = ReadConfig { format: Some(format), symbols: symbols.clone(), ..ReadConfig::default() };
            let again = read(&text, &config);
            prop_assert_eq!(again.len(), 2, "{}", show(&text));
            for entry in again {
                let entry = entry.unwrap();
                prop_assert_eq!((&entry.puzzle, &entry.symbols), (&puzzle, &symbols));
            }
        }
    }

    #[test]
    fn lines_hold_any_regions_and_diagonals(puzzle in (4_usize..=12).prop_flat_map(shaped)) {
        let config = WriteConfig::new(Format::Line);
        let text = print(core::slice::from_ref(&puzzle), &config);
        let read_config = ReadConfig {
            format: Some(Format::Line), symbols: Symbols::NumbersFirst, ..ReadConfig::default()
        };
        let again = read(&text, &read_config).remove(0);
        prop_assert!(again.as_ref().is_ok_and(|entry| same(&entry.puzzle, &puzzle)), "{} {:?}", show(&text), again);
    }

    #[test]
    fn marks_hold_restrictions(bits in proptest::collection::vec(0_u64..512, 81), shape in 0..3) {
        let geometry = match shape {
            0 => Geometry::classic(),
            1 => Geometry::latin(9).unwrap(),
            _ => Geometry::classic().with_diagonal(Diagonal::Anti),
        };
        let sets: Vec<DigitSet> = bits.iter().map(|bits| DigitSet::from_bits(*bits)).collect();
        let puzzle = ClassicPuzzle::new(geometry.into(), &[0; 81]).unwrap().with_restrictions(&sets).unwrap();
        let text = print(core::slice::from_ref(&puzzle), &WriteConfig::new(Format::Pencilmark));
        let config = ReadConfig { format: Some(Format::Pencilmark), ..ReadConfig::default() };
        prop_assert_eq!(read(&text, &config).remove(0).unwrap().puzzle, puzzle);
        if shape == 0 {
            let some: Vec<DigitSet> = bits.iter().map(|bits| DigitSet::from_bits(bits | 1)).collect();
            let puzzle = ClassicPuzzle::new(Geometry::classic().into(), &[0; 81]).unwrap().with_restrictions(&some).unwrap();
            let text = print(core::slice::from_ref(&puzzle), &WriteConfig::new(Format::Candidates));
            let config = ReadConfig { format: Some(Format::Candidates), ..ReadConfig::default() };
            let again = read(&text, &config).remove(0).unwrap().puzzle;
            prop_assert_eq!(again.restrictions(), puzzle.restrictions(), "{}", show(&text));
        }
    }

    #[test]
    fn walls_hold_connected_regions(geometry in map(9), givens in givens(9)) {
        let puzzle = ClassicPuzzle::new(geometry.into(), &givens).unwrap();
        let text = print(core::slice::from_ref(&puzzle), &WriteConfig::new(Format::Hdu4069));
        let config = ReadConfig { format: Some(Format::Hdu4069), ..ReadConfig::default() };
        prop_assert!(same(&read(&text, &config)[0].as_ref().unwrap().puzzle, &puzzle), "{}", show(&text));
    }

    #[test]
    fn the_fast_path_agrees_with_the_parser(line in line_like()) {
        let config = ReadConfig { format: Some(Format::Line), ..ReadConfig::default() };
        let mut parser = Dialect::detect(b"", &config).unwrap().parser();
        if let Some((cells, rest)) = cells81(&line) {
            let entry = parser.parse_classic(Record { text: &line, line: 2 }).unwrap();
            prop_assert!(entry.puzzle.geometry().is_classic());
            let givens = cells.map(|cell| if cell == b'.' { 0 } else { cell - b'0' });
            prop_assert_eq!(entry.puzzle.givens(), givens);
            prop_assert_eq!(rest, &line[81..]);
        } else if let Ok(entry) = parser.parse_classic(Record { text: &line, line: 2 }) {
            // A line that only the parser reads contains more than 81 cells and further columns.
            let plain = entry.puzzle.geometry().is_classic() && entry.label.is_none();
            let starts = line.len() >= 81 && line[..81].iter().all(|byte| b"123456789.0_*-?xX".contains(byte));
            prop_assert!(!(plain && starts) || entry.puzzle.given_count() == 0, "{}", show(&line));
        }
    }

    #[test]
    fn every_line_is_in_one_record_or_skipped(format in proptest::sample::select(&Format::CLASSIC), text in text_like()) {
        let config = ReadConfig { format: Some(format), ..ReadConfig::default() };
        let Ok(dialect) = Dialect::detect(&text, &config) else { return Ok(()) };
        let mut splitter = dialect.splitter();
        let mut stopped = false;
        let mut skipped = 0;
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            match splitter.feed(line.strip_suffix(b"\n").unwrap_or(line)) {
                Boundary::Stop => { stopped = true; break }
                Boundary::Skip => skipped += 1,
                Boundary::Inside | Boundary::Ends | Boundary::Before => {}
            }
        }
        let mut records = dialect.records(&text);
        let mut parser = dialect.parser();
        let (mut lines, mut next) = (0, 1);
        for record in records.by_ref() {
            prop_assert!(record.line >= next);
            let count = record.text.split_inclusive(|byte| *byte == b'\n').count() as u64;
            next = record.line + count;
            lines += count;
            if let Err(error) = parser.parse_classic(record) {
                prop_assert!((record.line..next).contains(&error.line()), "{:?}", error);
                prop_assert!(error.column() > 0 && !error.to_string().is_empty());
            }
        }
        prop_assert_eq!(records.skipped(), skipped);
        let all = text.split_inclusive(|byte| *byte == b'\n').count() as u64;
        prop_assert!(stopped || lines + skipped == all);
    }

    #[test]
    fn a_broken_line_leaves_its_neighbours_alone(
        puzzles in proptest::collection::vec(usual(9), 2..5), junk in proptest::collection::vec(any::<u8>(), 1..200)
    ) {
        let mut text = print(&puzzles[..1], &WriteConfig::new(Format::Line));
        text.extend(junk.iter().filter(|byte| **byte != b'\n'));
        text.push(b'\n');
        text.extend(print(&puzzles[1..], &WriteConfig::new(Format::Line)));
        let config = ReadConfig { format: Some(Format::Line), ..ReadConfig::default() };
        let entries = read(&text, &config);
        prop_assert_eq!(&entries[0].as_ref().unwrap().puzzle, &puzzles[0]);
        let tail = &entries[entries.len() - puzzles.len() + 1..];
        for (entry, puzzle) in tail.iter().zip(&puzzles[1..]) {
            prop_assert_eq!(&entry.as_ref().unwrap().puzzle, puzzle);
        }
    }

    #[test]
    fn a_grid_with_a_row_missing_or_broken_leaves_its_neighbours_alone(
        puzzles in proptest::collection::vec(usual(9), 2..5), row in 0_usize..9, missing in any::<bool>(),
        format in proptest::sample::select(&[Format::Grid, Format::Hdu1426, Format::Sdk]),
    ) {
        let text = show(&print(&puzzles, &WriteConfig::new(format)));
        let mut lines: Vec<&str> = text.lines().collect();
        let at = row + usize::from(format == Format::Sdk);
        if missing { lines.remove(at); } else { lines[at] = "5&3 4"; }
        let config = ReadConfig { format: Some(format), ..ReadConfig::default() };
        let entries = read(lines.join("\n").as_bytes(), &config);
        prop_assert_eq!(entries.len(), puzzles.len(), "{}", lines.join("\n"));
        prop_assert!(entries[0].is_err());
        for (entry, puzzle) in entries.iter().zip(&puzzles).skip(1) {
            prop_assert_eq!(&entry.as_ref().unwrap().puzzle, puzzle);
        }
    }
}

/// Generates bytes that resemble a puzzle line.
fn line_like() -> impl Strategy<Value = Vec<u8>> {
    let cell = proptest::sample::select(&b"123456789.0_*-?xX"[..]);
    let cells = proptest::collection::vec(cell, 81);
    let full = proptest::collection::vec(b'1'..=b'9', 81);
    let rest = prop_oneof![
        Just(Vec::new()),
        proptest::collection::vec(proptest::sample::select(&b" ,;#\t.A9ab~"[..]), 0..12),
        "[ ,;\t][A-I]{81}( X)?".prop_map(String::into_bytes),
        "[ ,;\t][1-9]{81}( X)?".prop_map(String::into_bytes),
        Just(b" .NoBoxes".to_vec()),
        Just(b" .Diagonal~1".to_vec()),
    ];
    let noise = prop_oneof![4 => Just(None), 1 => (0_usize..90, any::<u8>()).prop_map(Some)];
    (prop_oneof![3 => cells, 1 => full], rest, noise).prop_map(|(mut line, rest, noise)| {
        line.extend(rest);
        if let Some((at, byte)) = noise.filter(|(_, byte)| *byte != b'\n')
            && at < line.len()
        {
            line[at] = byte;
        }
        line
    })
}

/// Generates text that resembles puzzles in some format.
fn text_like() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just("53..7....\n".to_string()),
        Just("- - - | - - - | - - -\n".to_string()),
        Just("------+-------+------\n".to_string()),
        Just("\n".to_string()),
        Just("\r\n".to_string()),
        Just("Grid 01\n".to_string()),
        Just("# note\n".to_string()),
        Just("[Puzzle]\n[State]\n".to_string()),
        Just("end\n".to_string()),
        Just("\u{feff}".to_string()),
        Just("\"53\"\",\n".to_string()),
        "[0-9]{1,3}\n",
        "([0-9?.] ){8}[0-9?.]\n",
        "([0-9]{1,3} ){8}[0-9]{1,3}\n",
        "[A-P-]{16}\n",
        "[.1-9]{81}\n",
        "[.1-9]{4,16}[ |]?",
        "[AB]{2,16}\n",
        "([0-9]{1,2} ){15}[0-9]{1,2}\n",
        "\\PC{0,20}\n",
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat().into_bytes())
}

#[test]
fn boxes_of_another_shape_are_chosen_by_the_reader() {
    use farandole_puzzle::BoxShape;
    let shape = BoxShape { box_rows: 3, box_cols: 2 };
    let config = ReadConfig { regions: RegionChoice::Boxes(shape), ..ReadConfig::default() };
    let entries = read(b"....................................\n................\n", &config);
    let expected = Geometry::boxes(6, 3, 2).unwrap();
    assert_eq!(**entries[0].as_ref().unwrap().puzzle.geometry(), expected);
    let error = entries[1].as_ref().unwrap_err();
    assert_eq!(error.to_string(), "found a puzzle of size 4, expected one for boxes of 3 rows by 2 columns");
    assert_eq!(error.line(), 2);
}

/// Writes a puzzle and reads it back with a reader that only knows the format.
fn again(puzzle: &ClassicPuzzle, config: &WriteConfig) -> Option<ClassicPuzzle> {
    let mut text = Vec::new();
    write_start(&mut text, config, Some(1)).ok()?;
    write_puzzle(&mut text, puzzle, config, 0).ok()?;
    write_end(&mut text, config);
    let read = ReadConfig { format: Some(config.format), ..ReadConfig::default() };
    let dialect = Dialect::detect(&text, &read).unwrap();
    let record = dialect.records(&text).next().unwrap();
    Some(dialect.parser().parse_classic(record).unwrap_or_else(|error| panic!("{text:?}: {error}")).puzzle)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    /// The writer does not read classic 9x9 puzzles back; this test shows that it does not have to.
    #[test]
    fn classic_puzzles_are_read_back_from_every_format(puzzle in usual(9)) {
        for format in Format::CLASSIC {
            let config = WriteConfig::new(format);
            let mut text = Vec::new();
            if write_puzzle(&mut text, &puzzle, &config, 0).is_ok() {
                let found = again(&puzzle, &config).unwrap();
                if format == Format::Candidates {
                    // The output omits candidates that the givens exclude.
                    prop_assert_eq!(print(&[found], &config), text);
                    continue;
                }
                prop_assert!((0..81).all(|cell| {
                    let cell = Cell::new(cell).unwrap();
                    found.allowed(cell) == puzzle.allowed(cell)
                }), "{}", format);
            }
        }
    }

    #[test]
    fn large_puzzles_with_only_high_digits_are_read_back(
        size in proptest::sample::select(&[12_usize, 16, 20, 25]), places in prop::collection::vec((0..625_usize, 10..26_u8), 1..4),
    ) {
        let mut givens = vec![0; size * size];
        for (place, digit) in places {
            givens[place % (size * size)] = digit.min(size as u8);
        }
        let puzzle = ClassicPuzzle::new(Geometry::usual(size).unwrap().into(), &givens).unwrap();
        for format in [Format::Line, Format::Grid, Format::Csv] {
            prop_assert_eq!(again(&puzzle, &WriteConfig::new(format)), Some(puzzle.clone()), "{}", format);
        }
    }
}

#[test]
fn only_empty_cell_characters_represent_empty_cells() {
    let puzzle = ClassicPuzzle::new(Geometry::classic().into(), &[0; 81]).unwrap();
    for empty in (b' '..=b'~').filter(|byte| !byte.is_ascii_digit() || *byte == b'0') {
        let config = WriteConfig { empty, ..WriteConfig::new(Format::Line) };
        let found = again(&puzzle, &config);
        assert_eq!(found.is_some(), b".0_*-?xX".contains(&empty), "{}", char::from(empty));
        assert!(found.is_none_or(|found| found == puzzle));
    }
}
