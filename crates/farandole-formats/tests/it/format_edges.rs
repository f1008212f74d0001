//! Unusual content of real files, and the errors for malformed ones.

use farandole_formats::{
    ClassicEntry, Column, Columns, Diagonals, Dialect, Format, ReadConfig, Symbols, Verdict, WriteConfig,
    write_answer, write_grid, write_puzzle, write_start,
};
use farandole_puzzle::{ClassicPuzzle, Geometry, Grid, Regions};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn with(format: Format) -> ReadConfig {
    ReadConfig { format: Some(format), ..ReadConfig::default() }
}

/// Returns a line for each record: the givens, or `line:column: error`.
fn outcomes(text: &str, config: &ReadConfig) -> Vec<String> {
    let dialect = Dialect::detect(text.as_bytes(), config).unwrap();
    let mut parser = dialect.parser();
    let outcome = |record| match parser.parse_classic(record) {
        Ok(ClassicEntry { puzzle, .. }) => {
            let mut line = Vec::new();
            write_puzzle(&mut line, &puzzle, &WriteConfig::new(Format::Line), 0).unwrap();
            String::from_utf8(line).unwrap().trim_end().to_string()
        }
        Err(error) => format!("{}:{}: {error}", error.line(), error.column()),
    };
    dialect.records(text.as_bytes()).map(outcome).collect()
}

fn only(text: &str, config: &ReadConfig) -> Result<ClassicEntry, String> {
    let dialect = Dialect::detect(text.as_bytes(), config).unwrap();
    let record = dialect.records(text.as_bytes()).next().unwrap();
    dialect.parser().parse_classic(record).map_err(|e| format!("{}:{}: {e}", e.line(), e.column()))
}

#[test]
fn errors_in_lines_have_a_column_and_a_message() {
    let config = with(Format::Line);
    let cases = [
        (
            EASY.replacen('9', "!", 1),
            "1:14: found `!`, expected a digit from 1 to 9 or an empty-cell character",
        ),
        (EASY[..80].to_string(), "1:81: found 80 cells, expected a square number, such as 81"),
        (format!("{EASY}5"), "1:83: found 82 cells, expected a square number, such as 81"),
        (format!("9 {}", &EASY[1..]), "1:3: found 80 cells, expected 81"),
        ("1234.#".to_string(), "1:6: found 5 cells, expected a square number, such as 4"),
        (
            format!("{EASY} .AntiKnight.NoBoxes"),
            "1:84: expected one of the constraints NoBoxes, Jigsaw, Diagonal, found \"AntiKnight\"",
        ),
        (format!("{EASY} .Jigsaw~123"), "1:1: found 3 cells in the region map, expected 81"),
    ];
    for (line, expected) in cases {
        assert_eq!(outcomes(&line, &config), [expected], "{line}");
    }
    assert_eq!(
        outcomes("\u{feff}1.&.", &config),
        ["1:6: found `&`, expected a digit from 1 to 2 or an empty-cell character"]
    );
}

#[test]
fn line_ends_marks_comments_and_headers_are_skipped() {
    let marked = EASY.replace('5', "+5");
    let text = format!("\u{feff}# note\r\n\r\n{EASY}\r\n{marked}\n{EASY}#why\n{EASY}");
    assert_eq!(outcomes(&text, &ReadConfig::default()), [EASY; 4]);
    let csv = format!("\u{feff}Puzzle\r\n# note\r\n{EASY}\r\n{marked}\r\n");
    assert_eq!(outcomes(&csv, &ReadConfig::default()), [EASY; 2]);
    let lines = format!("n givens\n9 {EASY}\n");
    assert_eq!(outcomes(&lines, &ReadConfig::default()), [EASY]);
}

#[test]
fn all_empty_cell_characters_may_be_mixed() {
    let mut signs = b".0_*-?xX".iter().cycle();
    let mixed: String =
        EASY.chars().map(|c| if c == '.' { char::from(*signs.next().unwrap()) } else { c }).collect();
    assert_eq!(outcomes(&mixed, &ReadConfig::default()), [EASY]);
    assert_eq!(outcomes(&EASY.replace('.', " "), &ReadConfig::default()), [EASY]);
}

#[test]
fn columns_after_the_puzzle_are_kept() {
    let entry = only(&format!("{EASY},{SOLVED};7.2 \t hard "), &ReadConfig::default()).unwrap();
    assert_eq!(entry.grid().unwrap().digits()[..3], [5, 3, 4]);
    assert_eq!(entry.trailing, b"7.2 \t hard ");
    let entry = only(&format!("No.7 {EASY} 7.2"), &ReadConfig::default()).unwrap();
    assert_eq!((entry.label.as_deref(), &entry.trailing[..]), (Some(&b"No.7"[..]), &b"7.2"[..]));
    // A solution with a wrong byte is not a solution, but is still passed through.
    let broken = SOLVED.replacen('4', "!", 1);
    let entry = only(&format!("{EASY} {broken}"), &ReadConfig::default()).unwrap();
    assert_eq!((entry.solution, entry.trailing), (None, broken.into_bytes()));
}

#[test]
fn a_truncated_puzzle_is_not_taken_for_a_label() {
    assert_eq!(
        outcomes(&format!("{} {SOLVED}", &EASY[..30]), &with(Format::Line)),
        ["1:31: found 30 cells, expected a square number, such as 25"]
    );
}

#[test]
fn both_diagonals_are_an_x_after_the_map() {
    let houses = |tail: &str| {
        let entry = only(&format!("{EASY} {tail}"), &ReadConfig::default()).unwrap();
        (entry.puzzle.geometry().house_count(), String::from_utf8(entry.trailing).unwrap())
    };
    assert_eq!(houses(&format!("{MAP} X 7")), (29, "7".to_string()));
    assert_eq!(houses(&format!("{MAP} {SOLVED} X")), (29, String::new()));
    assert_eq!(houses(&format!("{MAP} - 7")), (27, "7".to_string()));
    assert_eq!(houses("X 7"), (27, "X 7".to_string()));
    assert_eq!(houses(".Diagonal~1"), (28, String::new()));
    let config = ReadConfig { diagonals: Diagonals::Main, ..ReadConfig::default() };
    assert_eq!(only(EASY, &config).unwrap().puzzle.geometry().house_count(), 28);
}

#[test]
fn maps_may_be_joined_unconnected_or_alone() {
    let map = "AABBCDDBCCDBCADA";
    let unconnected = "AABBAABBCCDDCDCD";
    let regions =
        |text: &str| only(text, &with(Format::Jigsaw)).map(|e| e.puzzle.geometry().regions().clone());
    assert!(matches!(regions(&format!("1............... {map}")), Ok(Regions::Irregular(_))));
    assert!(matches!(regions(&format!("1............... {unconnected}")), Ok(Regions::Irregular(_))));
    assert!(matches!(regions("1...............AABBAABBCCDDCCDD"), Ok(Regions::Boxes(_))));
    assert!(matches!(regions("AAABABBBCCDDCCDD"), Ok(Regions::Irregular(_))));
    assert_eq!(regions("1..............."), Err("1:17: found the end, expected a region map".to_string()));
}

const MAP: &str = "AAABBBCCCAAABBBCCCAAABBBCCCDDDEEEFFFDDDEEEFFFDDDEEEFFFGGGHHHIIIGGGHHHIIIGGGHHHIII";

#[test]
fn wrong_regions_are_reported_by_letter_at_an_isolated_cell() {
    let error = |line: String| only(&line, &ReadConfig::default()).unwrap_err();
    let wrong = |cell: usize, label: &str| format!("{}{label}{}", &MAP[..cell], &MAP[cell + 1..]);
    // A letter of another region, a letter of no region, a letter of a neighbour, and a corner.
    assert_eq!(
        error(format!("{EASY} {}", wrong(40, "I"))),
        "1:123: found 10 cells in region `I`, expected 9"
    );
    assert_eq!(error(format!("{EASY} {}", wrong(40, "z"))), "1:123: found 1 cell in region `z`, expected 9");
    assert_eq!(error(format!("{EASY} {}", wrong(3, "A"))), "1:83: found 10 cells in region `A`, expected 9");
    assert_eq!(
        error(format!("{EASY}{}", wrong(80, "A"))),
        "1:163: found 162 cells, expected a square number, such as 169"
    );
    let csv = format!("puzzle,map\n{EASY},{}\n", wrong(40, "I"));
    assert_eq!(outcomes(&csv, &ReadConfig::default()), ["2:123: found 10 cells in region `I`, expected 9"]);
    let big = "A".repeat(4) + &"B".repeat(4);
    let big = [big.as_str(), &"C".repeat(4), &"D".repeat(4)].concat();
    assert_eq!(
        error(format!("1............... {}", big.replacen("AB", "AA", 1))),
        "1:18: found 5 cells in region `A`, expected 4"
    );
}

#[test]
fn rows_with_a_wrong_letter_are_still_a_map() {
    let rows = |cells: &str| {
        cells
            .as_bytes()
            .chunks(9)
            .map(|row| format!("{}\n", String::from_utf8_lossy(row)))
            .collect::<String>()
    };
    let broken = format!("{}I{}", &MAP[..40], &MAP[41..]);
    for between in ["", "\n"] {
        let line = 14 + between.len();
        assert_eq!(
            outcomes(&[rows(EASY), rows(&broken)].join(between), &ReadConfig::default()),
            [format!("{line}:5: found 10 cells in region `I`, expected 9")]
        );
    }
    // If the second of two grids is solved or nearly empty, they are still two grids.
    let nearly_empty = format!("1{}", ".".repeat(80));
    for second in [SOLVED, &nearly_empty] {
        assert_eq!(outcomes(&[rows(EASY), rows(second)].join("\n"), &ReadConfig::default()).len(), 2);
    }
}

#[test]
fn columns_that_look_like_a_truncated_map_or_solution_are_errors_and_others_are_not() {
    let config = with(Format::Line);
    for (column, found) in [(&MAP[1..], 80), (&SOLVED[3..], 78), (&[MAP, "IIIIIIIII"].concat()[..], 90)] {
        let expected =
            format!("1:{}: found {found} cells in a region map or solution, expected 81", 83 + found);
        assert_eq!(outcomes(&format!("{EASY} {column} 7"), &config), [expected]);
    }
    let words = ["extraordinarily", "1690000000000", "1.5", "ABCDEFGHIJKLM", "AAAABBBBCCCCD.D"];
    for word in words {
        let entry = only(&format!("1............... {word}"), &config).unwrap();
        assert_eq!(entry.trailing, word.as_bytes());
    }
    let long = format!("{EASY} {}", &MAP[..60]);
    assert_eq!(only(&long, &config).unwrap().trailing.len(), 60);
    // Further columns, and formats without maps, accept any text.
    assert!(only(&format!("{EASY} {SOLVED} {}", &MAP[1..]), &config).is_ok());
    assert!(only(&format!("{EASY} {}", &MAP[1..]), &with(Format::Sdm)).is_ok());
}

#[test]
fn errors_in_csv_headers_and_fields_are_reported() {
    let detect = |text: &str| Dialect::detect(text.as_bytes(), &with(Format::Csv)).map_err(|e| e.to_string());
    assert_eq!(
        detect(&format!("a,b\n{EASY},1\n")).unwrap_err(),
        "no column holds the givens (a header calls them `puzzle`, `givens` or `quizzes`)"
    );
    assert_eq!(detect("puzzle,quiz\n").unwrap_err(), "the header names two columns for givens");
    let text = format!("x1,puzzle\n1,{EASY}\n2,\"{EASY}\n3,\"{EASY}\" \n4\n5,{SOLVED},9\n");
    assert_eq!(
        outcomes(&text, &ReadConfig::default()),
        [
            EASY,
            "3:85: found the end, expected the closing quote",
            EASY,
            "5:2: found the end, expected the column with the givens",
            SOLVED
        ]
    );
    let columns = Columns::new(&[Column::Ignored, Column::Solution, Column::Givens]).unwrap();
    let config = ReadConfig { columns: Some(columns), ..with(Format::Csv) };
    let entry = only(&format!("7,{SOLVED},{EASY},more,\n"), &config).unwrap();
    assert_eq!((entry.trailing, entry.solution.is_some()), (b"more,".to_vec(), true));
}

#[test]
fn errors_in_column_lists_are_reported() {
    let error = |names: &str| Columns::by_names(names).unwrap_err().to_string();
    assert!(error("givens,colour").starts_with("column 2 has an unknown name"));
    assert_eq!(error("givens,puzzle"), "two columns hold givens");
    assert_eq!(error("-,size"), "no column holds givens or regions");
    let config = ReadConfig { columns: Columns::by_names("size,givens").ok(), ..ReadConfig::default() };
    assert_eq!(outcomes(&format!("8 {EASY}"), &config), ["1:1: found 8, expected 9"]);
    assert_eq!(outcomes("8", &config), ["1:2: found the end, expected the column with the givens"]);
}

#[test]
fn errors_of_incomplete_grids_name_what_is_missing() {
    let rows: Vec<&str> = (0..9).map(|r| &EASY[9 * r..9 * r + 9]).collect();
    let grid = rows.join("\n");
    let short = rows[..8].join("\n");
    let text = format!("{short}\n\n{grid}\n{}\n{grid}", grid.replacen("98", "9(8", 1));
    assert_eq!(
        outcomes(&text, &ReadConfig::default()),
        [
            "8:10: found 8 rows, expected 9",
            EASY,
            "21:3: found `(`, expected a digit from 1 to 9 or an empty-cell character",
            EASY
        ]
    );
    assert_eq!(
        outcomes(&grid.replacen("98", "9", 1), &with(Format::Grid)),
        ["3:9: found 8 cells in the row, expected 9"]
    );
    let wide = "12 1 . . . . . . . .\n".repeat(10);
    assert_eq!(outcomes(&wide, &with(Format::Grid)), ["1:1: found 12, expected 1 to 10"]);
}

#[test]
fn judges_with_a_count_stop_at_it_and_report_missing_puzzles() {
    let grid = "000000000\n".repeat(9);
    let text = format!("2\n{grid}{grid}{grid}");
    assert_eq!(outcomes(&text, &ReadConfig::default()).len(), 2);
    let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default()).unwrap();
    let text = format!("3\n{grid}");
    let mut records = dialect.records(text.as_bytes());
    assert_eq!(records.by_ref().count(), 1);
    assert_eq!(records.missing(), 2);
}

#[test]
fn poj3074_reads_nothing_after_the_end_mark() {
    let text = format!("{EASY}\nend\n{EASY}\n");
    assert_eq!(outcomes(&text, &ReadConfig::default()), [EASY]);
    assert_eq!(outcomes("................", &with(Format::Poj3074)), ["1:1: found 16 cells, expected 81"]);
}

#[test]
fn uva989_finds_the_next_order_after_an_incomplete_puzzle() {
    let two = "2\n1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 4\n";
    let text = format!("{two}2\n1 0 0 0\n\n{two}9\n1 2\n1\n0\n{two}");
    assert_eq!(
        outcomes(&text, &with(Format::Uva989)),
        [
            "1..............4",
            "7:8: found 1 row, expected 4",
            "1..............4",
            "14:1: found 9, expected 1 to 8",
            ".",
            "1..............4"
        ]
    );
}

#[test]
fn one_sided_walls_are_walls_and_holes_join_regions() {
    // Walls around the first cell only, marked by the second and the tenth cell.
    let mut numbers = [0_u8; 81];
    numbers[1] = 128;
    numbers[9] = 16;
    let rows: Vec<String> =
        numbers.chunks(9).map(|row| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")).collect();
    let entry = only(&format!("1\n{}\n", rows.join("\n")), &with(Format::Hdu4069)).unwrap();
    let text = entry.puzzle.clash().unwrap().to_string();
    assert_eq!(text, "region 1 has 1 cell, expected 9");
    let text = format!("1\n{}\n", rows.join("\n").replacen("128", "15", 1));
    assert_eq!(
        outcomes(&text, &with(Format::Hdu4069)),
        ["2:3: expected a number whose low four bits are 0 to 9, found \"15\""]
    );
}

#[test]
fn judges_have_their_own_text_for_puzzles_without_a_unique_solution() {
    let puzzle = ClassicPuzzle::new(Geometry::classic().into(), &[0; 81]).unwrap();
    let grid = Grid::new(9, SOLVED.bytes().map(|b| b - b'0').collect()).unwrap();
    let answers = |format| {
        let verdicts = [Verdict::None, Verdict::Several, Verdict::Solved(&grid)];
        let mut out = Vec::new();
        let mut refused = Vec::new();
        for (verdict, ordinal) in verdicts.into_iter().zip(0..) {
            refused.extend(
                write_answer(&mut out, &puzzle, verdict, format, ordinal).err().map(|e| e.to_string()),
            );
        }
        (String::from_utf8(out).unwrap(), refused)
    };
    let (text, refused) = answers(Format::Hdu4069);
    assert!(text.starts_with("Case 1:\nNo solution\nCase 2:\nMultiple Solutions\nCase 3:\n534678912\n"));
    assert!(refused.is_empty());
    let (text, refused) = answers(Format::Uva989);
    assert!(text.starts_with("NO SOLUTION\n\n5 3 4 6 7 8 9 1 2\n"), "{text}");
    assert_eq!(refused, ["uva989 has no text for a puzzle with several solutions"]);
    assert_eq!(answers(Format::Poj3074).1.len(), 2);
    assert_eq!(answers(Format::Line).1.len(), 3);
}

#[test]
fn formats_reject_puzzles_that_they_cannot_hold() {
    let refuse = |geometry: Geometry, format| {
        let cells = geometry.cell_count();
        let puzzle = ClassicPuzzle::new(geometry.into(), &vec![0; cells]).unwrap();
        let mut out = b"before".to_vec();
        let error = write_puzzle(&mut out, &puzzle, &WriteConfig::new(format), 1).unwrap_err();
        assert_eq!(out, b"before");
        error.to_string()
    };
    let big = || Geometry::usual(16).unwrap();
    assert_eq!(refuse(big(), Format::Poj3074), "poj3074 can't hold a 16x16 puzzle");
    assert_eq!(refuse(Geometry::latin(9).unwrap(), Format::Grid), "grid can't hold these boxes or regions");
    assert_eq!(
        refuse(Geometry::latin(9).unwrap(), Format::Jigsaw),
        "jigsaw can't hold these boxes or regions"
    );
    let diagonal = Geometry::classic().with_diagonal(farandole_puzzle::Diagonal::Main);
    assert_eq!(refuse(diagonal, Format::Csv), "csv can't hold diagonals or extra regions");
    let scattered: Vec<u8> = (0..81).map(|cell| cell % 9).collect();
    let scattered = Geometry::irregular(9, &scattered).unwrap();
    let holes: Vec<u8> = (0..81).map(|cell| (cell / 9 + cell % 9) % 9).collect();
    let holes = Geometry::irregular(9, &holes).unwrap();
    assert_eq!(refuse(holes, Format::Hdu4069), "hdu4069 can't hold these boxes or regions");
    let columns = ClassicPuzzle::new(scattered.into(), &[0; 81]).unwrap();
    assert!(write_puzzle(&mut Vec::new(), &columns, &WriteConfig::new(Format::Hdu4069), 0).is_ok());
    let config = WriteConfig { symbols: Symbols::custom("ABCD").unwrap(), ..WriteConfig::new(Format::Line) };
    let puzzle = ClassicPuzzle::new(big().into(), &[0; 256]).unwrap();
    let error = write_puzzle(&mut Vec::new(), &puzzle, &config, 0).unwrap_err();
    assert_eq!(error.to_string(), "the alphabet has too few symbols for size 16");
    let error = write_start(&mut Vec::new(), &WriteConfig::new(Format::Poj2676), None).unwrap_err();
    assert_eq!(error.to_string(), "poj2676 begins with the number of puzzles, which is unknown");
}

#[test]
fn solutions_are_printed_in_the_form_of_their_format() {
    let puzzle = only(EASY, &ReadConfig::default()).unwrap().puzzle;
    let grid = Grid::new(9, SOLVED.bytes().map(|b| b - b'0').collect()).unwrap();
    let print = |config: &WriteConfig, ordinal| {
        let mut out = Vec::new();
        write_grid(&mut out, &puzzle, &grid, config, ordinal).unwrap();
        String::from_utf8(out).unwrap()
    };
    assert_eq!(print(&WriteConfig::new(Format::Line), 3), format!("{SOLVED}\n"));
    assert_eq!(print(&WriteConfig::new(Format::Csv), 0), format!("{EASY},{SOLVED}\n"));
    assert!(print(&WriteConfig::new(Format::Grid), 1).starts_with("\n534678912\n672195348\n"));
    assert!(print(&WriteConfig::new(Format::Sdk), 0).starts_with("[Puzzle]\n534678912\n"));
    let letters = WriteConfig { symbols: Symbols::LettersFirst, ..WriteConfig::new(Format::Line) };
    assert!(print(&letters, 0).starts_with("ECDFGHIAB"));
    let borders = WriteConfig { borders: farandole_formats::Borders::With, ..WriteConfig::new(Format::Grid) };
    let text = print(&borders, 0);
    assert!(text.starts_with("5 3 4 | 6 7 8 | 9 1 2\n"), "{text}");
    assert_eq!(text.lines().nth(3), Some("------+-------+------"));
    assert_eq!(outcomes(&text, &ReadConfig::default()), [SOLVED]);
}

#[test]
fn text_that_is_not_a_puzzle_is_rejected_with_its_line() {
    let error = Dialect::detect(b"\n\nlorem ipsum, dolor\nsit amet\n", &ReadConfig::default()).unwrap_err();
    assert_eq!(error.line(), 3);
    assert_eq!(error.to_string(), "found no puzzle in any known format near the beginning");
    assert_eq!(Dialect::detect(b"# nothing\n", &ReadConfig::default()).unwrap().format(), Format::Line);
}

#[test]
fn a_broken_first_line_does_not_hide_the_format() {
    let text = format!("{}\n{EASY}\n", &EASY[1..]);
    let outcomes = outcomes(&text, &ReadConfig::default());
    assert_eq!(outcomes, ["1:81: found 80 cells, expected a square number, such as 81", EASY]);
    let alone = self::outcomes(&EASY[1..], &ReadConfig::default());
    assert_eq!(alone, ["1:81: found 80 cells, expected a square number, such as 81"]);
}

#[test]
fn formats_are_known_by_name_and_extension() {
    for format in Format::ALL {
        assert_eq!(Format::by_name(&format.name().to_uppercase()), Some(format));
        assert!(!format.description().is_empty());
        for extension in format.extensions() {
            assert_eq!(Format::by_extension(extension), Some(format));
        }
    }
    assert_eq!(Format::by_name("poj3076"), Some(Format::Grid16));
    assert_eq!((Format::by_name("xml"), Format::by_extension("txt")), (None, None));
}

#[test]
fn a_map_with_a_misfit_region_is_neither_read_nor_printed() {
    let puzzle = ClassicPuzzle::new(Geometry::irregular(2, &[0; 4]).unwrap().into(), &[0; 4]).unwrap();
    assert_eq!(
        only(".... AAAA\n", &ReadConfig::default()).unwrap_err(),
        "1:6: found 4 cells in region `A`, expected 2"
    );
    for format in [Format::Line, Format::Jigsaw] {
        let mut text = Vec::new();
        let error = write_puzzle(&mut text, &puzzle, &WriteConfig::new(format), 0).unwrap_err();
        assert!(error.to_string().ends_with("can't hold these boxes or regions"), "{error}");
    }
}

#[test]
fn grids_of_more_than_64_rows_are_rows_of_numbers() {
    for (size, blank) in [(65, true), (81, false), (100, true), (100, false), (144, false), (225, false)] {
        let puzzle = {
            let value =
                |cell: usize| if blank || !cell.is_multiple_of(7) { 0 } else { (cell % size) as u8 + 1 };
            let cells: Vec<u8> = (0..size * size).map(value).collect();
            ClassicPuzzle::new(Geometry::usual(size).unwrap().into(), &cells).unwrap()
        };
        let mut text = Vec::new();
        write_puzzle(&mut text, &puzzle, &WriteConfig::new(Format::Grid), 0).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.lines().next().unwrap().split(' ').count() == size, "{text}");
        for config in [ReadConfig::default(), with(Format::Grid)] {
            assert_eq!(only(&text, &config).unwrap().puzzle, puzzle, "{size}");
        }
        assert!(write_puzzle(&mut Vec::new(), &puzzle, &WriteConfig::new(Format::Line), 0).is_err());
    }
    let dots = format!("{}\n", ".".repeat(100)).repeat(100);
    let error = only(&dots, &with(Format::Grid)).unwrap_err();
    assert!(error.contains("expected no more digits than the alphabet has symbols"), "{error}");
}

#[test]
fn the_error_of_an_unfinished_json_object_is_on_its_last_line() {
    for (text, line) in [("{\n", "1:"), ("{\"puzzle\":\n\n", "1:"), ("{\"puzzle\":\n3,\n", "2:")] {
        let error = only(text, &with(Format::Json)).unwrap_err();
        assert!(error.starts_with(line), "{text:?}: {error}");
    }
}
