//! Reads the files of the corpus in every format.

use farandole_formats::{
    ClassicEntry, Columns, Dialect, Format, ReadConfig, Symbols, Verdict, WriteConfig, write_answer,
    write_end, write_puzzle, write_start,
};
use farandole_puzzle::{Grid, Regions, check};
use std::fs;
use std::path::PathBuf;

fn file(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn read_with(text: &[u8], config: &ReadConfig) -> (Dialect, Vec<ClassicEntry>) {
    let dialect = Dialect::detect(text, config).unwrap();
    let mut parser = dialect.parser();
    let entries = dialect
        .records(text)
        .map(|record| {
            parser.parse_classic(record).unwrap_or_else(|e| panic!("{}:{}: {e}", e.line(), e.column()))
        })
        .collect();
    (dialect, entries)
}

fn read(name: &str) -> (Format, Vec<ClassicEntry>) {
    let (dialect, entries) = read_with(&file(name), &ReadConfig::default());
    (dialect.format(), entries)
}

fn givens(entries: &[ClassicEntry]) -> Vec<Vec<u8>> {
    entries.iter().map(|entry| entry.puzzle.givens().to_vec()).collect()
}

/// Returns the givens of a file with one plain 9x9 puzzle per line, decoded independently of the
/// parser.
fn plain(name: &str, count: usize) -> Vec<Vec<u8>> {
    let text = String::from_utf8(file(name)).unwrap();
    let cells = |line: &str| line.bytes().take(81).map(|b| if b == b'.' { 0 } else { b - b'0' }).collect();
    text.lines().take(count).map(cells).collect()
}

/// Returns the name and the format of each file in the table of `testdata/README.md`.
fn samples() -> Vec<(String, String)> {
    let readme = String::from_utf8(file("README.md")).unwrap();
    let table = readme.split("\n## ").find(|section| section.starts_with("puzzles/\n")).unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| ")).skip(1);
    rows.flat_map(|row| {
        let fields: Vec<&str> = row.split('|').map(str::trim).collect();
        let format = fields[2].to_owned();
        fields[1].split(", ").map(move |name| (name.to_owned(), format.clone())).collect::<Vec<_>>()
    })
    .collect()
}

#[test]
fn every_sample_has_the_format_of_the_readme() {
    let samples = samples();
    for (name, format) in &samples {
        let (found, entries) = read(&format!("puzzles/{name}"));
        assert_eq!(found.descriptor().name, format, "{name}");
        assert!(!entries.is_empty(), "{name}");
    }
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/puzzles");
    for entry in fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(samples.iter().any(|(listed, _)| *listed == name), "{name} is not in testdata/README.md");
    }
}

#[test]
fn every_form_of_a_9x9_puzzle_is_detected_and_read() {
    let expected = plain("puzzles/17_clue.txt", 4);
    for (name, format) in [
        ("euler.txt", Format::Grid),
        ("simple_sudoku.ss", Format::Grid),
        ("spaced.txt", Format::Grid),
        ("banded_dashes.txt", Format::Grid),
        ("blanks.txt", Format::Line),
        ("candidates_framed.txt", Format::Candidates),
        ("collection.sdm", Format::Line),
        ("file.sdk", Format::Sdk),
        ("quoted.csv", Format::Csv),
        ("semicolons.csv", Format::Csv),
        ("fields.csv", Format::Table),
        ("arrays.json", Format::Array),
        ("objects.jsonl", Format::Json),
        ("games.opensudoku", Format::OpenSudoku),
    ] {
        let (found, entries) = read(&format!("puzzles/{name}"));
        assert_eq!((found, entries.len()), (format, 4), "{name}");
        assert!(entries.iter().all(|entry| entry.puzzle.geometry().is_classic()), "{name}");
        if format != Format::Candidates {
            assert_eq!(givens(&entries), expected, "{name}");
        }
    }
    for name in ["17_clue.txt", "top95.txt", "subig20.txt"] {
        let (found, entries) = read(&format!("puzzles/{name}"));
        assert_eq!(
            (found, givens(&entries)),
            (Format::Line, plain(&format!("puzzles/{name}"), 20)),
            "{name}"
        );
    }
}

#[test]
fn candidates_are_restrictions_and_single_ones_givens() {
    let (_, framed) = read("puzzles/candidates_framed.txt");
    let (format, bare) = read("puzzles/candidates_bare.txt");
    assert_eq!(format, Format::Candidates);
    let (format, marks) = read("puzzles/pencilmarks.txt");
    assert_eq!(format, Format::Pencilmark);
    let plain = plain("puzzles/17_clue.txt", 4);
    for (((framed, bare), marks), plain) in framed.iter().zip(&bare).zip(&marks).zip(&plain) {
        assert_eq!(framed.puzzle, bare.puzzle);
        let framed = framed.puzzle.restrictions().unwrap();
        let marks = marks.puzzle.restrictions().unwrap();
        for cell in 0..81 {
            assert!((framed[cell] - marks[cell]).is_empty());
            if plain[cell] == 0 {
                assert_eq!(marks[cell].len(), 9);
            } else {
                assert_eq!(framed[cell].single().unwrap().get(), plain[cell]);
                assert_eq!(marks[cell], framed[cell]);
            }
        }
    }
}

#[test]
fn csv_columns_follow_the_header() {
    let (_, entries) = read("puzzles/quoted.csv");
    assert_eq!(entries[2].label.as_deref(), Some(&b"2"[..]));
    assert_eq!(entries[2].trailing, b"2,\"2,5\"");
}

#[test]
fn solutions_of_blocks_and_jigsaws_pass_the_checker() {
    for (name, diagonal_count) in [("puzzles/sgt_blocks.txt", 0), ("puzzles/sgt_jigsaw.txt", 2)] {
        let (format, entries) = read(name);
        assert_eq!((format, entries.len()), (Format::Jigsaw, 12));
        let mut diagonals = 0;
        for entry in &entries {
            check::check(&entry.puzzle, entry.grid().unwrap().digits()).unwrap();
            diagonals += usize::from(entry.puzzle.geometry().house_count() == 3 * entry.puzzle.size() + 2);
            assert!(!entry.trailing.is_empty());
        }
        assert_eq!(diagonals, diagonal_count, "{name}");
    }
    let shapes: Vec<Regions> =
        read("puzzles/sgt_blocks.txt").1.iter().map(|e| e.puzzle.geometry().regions().clone()).collect();
    assert!(shapes.iter().all(|regions| matches!(regions, Regions::Boxes(_))));
}

#[test]
fn column_lists_replace_detection() {
    let text = file("puzzles/sgt_jigsaw.txt");
    let columns = Columns::by_names("size,givens,regions,solution,diagonals").unwrap();
    let (dialect, entries) =
        read_with(&text, &ReadConfig { columns: Some(columns), ..ReadConfig::default() });
    assert_eq!(dialect.format(), Format::Line);
    assert_eq!(entries, read("puzzles/sgt_jigsaw.txt").1);
}

#[test]
fn labelled_layouts_are_empty_jigsaws() {
    let (format, entries) = read("puzzles/iss_layouts.txt");
    assert_eq!((format, entries.len()), (Format::Jigsaw, 16));
    let mut kinds = [0; 3];
    for entry in &entries {
        let text = String::from_utf8(entry.label.clone().unwrap()).unwrap();
        let houses = entry.puzzle.geometry().house_count();
        assert_eq!(entry.puzzle.given_count(), 0);
        match (text.as_str(), houses) {
            ("VALID_JIGSAW_BOX_LAYOUTS", 36) => kinds[0] += 1,
            ("EASY_INVALID_JIGSAW_LAYOUTS", 23) => kinds[1] += 1,
            (_, 27) => kinds[2] += 1,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(kinds, [2, 1, 13]);
}

#[test]
fn sizes_above_9_are_read_in_all_symbols() {
    let (_, blocks) = read("puzzles/sgt_blocks.txt");
    let expected = &blocks.iter().find(|entry| entry.puzzle.size() == 16).unwrap().puzzle;
    for (name, symbols) in [
        ("numbers16.txt", Symbols::Decimal { low: 1 }),
        ("hex16.txt", Symbols::ZeroFirst),
        ("letters16.txt", Symbols::LettersFirst),
    ] {
        let (_, entries) = read(&format!("puzzles/{name}"));
        assert_eq!(entries.len(), 1, "{name}");
        assert_eq!((&entries[0].puzzle, &entries[0].symbols), (expected, &symbols), "{name}");
    }
}

#[test]
fn jigsaws_on_several_lines_equal_those_on_one() {
    let (format, entries) = read("puzzles/jigsaw_rows.txt");
    assert_eq!((format, entries.len()), (Format::Jigsaw, 2));
    let (_, lines) = read("puzzles/sgt_jigsaw.txt");
    for entry in entries {
        assert!(lines.iter().any(|line| line.puzzle == entry.puzzle));
    }
}

/// Returns the answers of a judge's sample as verdicts.
fn verdicts(name: &str, size: usize) -> Vec<Result<Grid, bool>> {
    let text = String::from_utf8(file(name)).unwrap();
    let mut verdicts = Vec::new();
    let mut digits = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("Case")) {
        match line {
            "No solution" => verdicts.push(Err(false)),
            "Multiple Solutions" => verdicts.push(Err(true)),
            row => digits.extend(row.bytes().filter(|b| *b != b' ').map(|b| match b {
                b'A'..=b'P' => b - b'A' + 1,
                digit => digit - b'0',
            })),
        }
        if digits.len() == size * size {
            verdicts.push(Ok(Grid::new(size, std::mem::take(&mut digits)).unwrap()));
        }
    }
    verdicts
}

#[test]
fn judge_samples_are_reproduced_byte_for_byte() {
    for (name, format, size) in [
        ("poj2676", Format::Poj2676, 9),
        ("poj3074", Format::Poj3074, 9),
        ("poj3076", Format::Grid16, 16),
        ("hdu1426", Format::Hdu1426, 9),
        ("hdu4069", Format::Hdu4069, 9),
        ("uva989", Format::Uva989, 9),
    ] {
        let input = file(&format!("judge/{name}.in"));
        let (dialect, entries) = read_with(&input, &ReadConfig::default());
        assert_eq!(dialect.format(), format);
        let (mut puzzles, mut answers) = (Vec::new(), Vec::new());
        let config = WriteConfig::new(format);
        write_start(&mut puzzles, &config, Some(entries.len() as u64)).unwrap();
        let verdicts = verdicts(&format!("judge/{name}.out"), size);
        assert_eq!(verdicts.len(), entries.len(), "{name}");
        for ((entry, verdict), ordinal) in entries.iter().zip(&verdicts).zip(0..) {
            let verdict = match verdict {
                Ok(grid) => {
                    check::check(&entry.puzzle, grid.digits()).unwrap();
                    Verdict::Solved(grid)
                }
                Err(false) => Verdict::None,
                Err(true) => Verdict::Several,
            };
            write_answer(&mut answers, &entry.puzzle, verdict, format, ordinal).unwrap();
            write_puzzle(&mut puzzles, &entry.puzzle, &config, ordinal).unwrap();
        }
        write_end(&mut puzzles, &config);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        assert_eq!(text(answers), text(file(&format!("judge/{name}.out"))), "{name}");
        if format == Format::Hdu4069 {
            // One of its puzzles has a gap in a wall.
            let (_, again) = read_with(&puzzles, &ReadConfig::default());
            assert_eq!(again, entries);
        } else {
            assert_eq!(text(puzzles), text(input), "{name}");
        }
    }
}
