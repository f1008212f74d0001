//! Standard input to standard output: the judges' samples byte for byte, order, and truncated
//! input.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

fn farandole(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_farandole"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    output
}

fn testdata(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn judges_get_their_sample_answers_from_every_engine() {
    for (dialect, name) in [
        ("poj2676", "poj2676"),
        ("poj3074", "poj3074"),
        ("grid16", "poj3076"),
        ("hdu1426", "hdu1426"),
        ("hdu4069", "hdu4069"),
        ("uva989", "uva989"),
    ] {
        let input = testdata(&format!("judge/{name}.in"));
        let wanted = testdata(&format!("judge/{name}.out"));
        for engine in ["auto", "prune", "dlx", "dfs"] {
            if (dialect, engine) == ("grid16", "dfs") {
                continue; // Plain depth-first search does not finish on 16x16.
            }
            let output = farandole(&["judge", dialect, "--engine", engine], &input);
            assert_eq!(
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&wanted),
                "{dialect} {engine}"
            );
            assert_eq!(output.status.code(), Some(0), "{dialect} {engine}");
        }
    }
}

#[test]
fn answers_keep_the_order_of_the_input_on_many_threads() {
    let text = String::from_utf8(testdata("sudoku/17_clue_sample.txt")).unwrap();
    let puzzles: Vec<&str> = text.lines().collect();
    let one = farandole(&["solve", "--threads", "1"], text.as_bytes());
    let answers: Vec<String> = String::from_utf8(one.stdout).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(answers.len(), puzzles.len());
    // Hard and easy puzzles, readable or not, in several blocks.
    let picks: Vec<usize> = (0..50_000).map(|k| k * 7919 % (puzzles.len() + 1)).collect();
    let input: String =
        picks.iter().map(|k| format!("{}\n", puzzles.get(*k).unwrap_or(&"not a puzzle"))).collect();
    let wanted: String = picks
        .iter()
        .map(|k| format!("{}\n", answers.get(*k).map_or("!unreadable", String::as_str)))
        .collect();
    for threads in ["1", "2", "5"] {
        let output =
            farandole(&["solve", "--from", "line", "--quiet", "--threads", threads], input.as_bytes());
        assert!(String::from_utf8_lossy(&output.stdout) == wanted, "{threads} threads");
        assert_eq!(output.status.code(), Some(3));
    }
}

#[test]
fn a_last_line_without_its_end_counts() {
    let text = testdata("sudoku/17_clue_sample.txt");
    let output = farandole(&["solve"], &text[..81]);
    assert_eq!(output.stdout.len(), 82);
    assert_eq!(output.stdout[81], b'\n');
}

#[test]
fn empty_input_is_input_without_puzzles() {
    for args in [&["solve"][..], &["count", "--all"]] {
        let output = farandole(args, b"");
        assert_eq!((output.stdout.len(), output.status.code()), (0, Some(3)));
        assert_eq!(output.stderr, b"-: expected a puzzle, found none\n");
    }
}

#[test]
fn engines_give_the_same_counts_on_real_puzzles() {
    let text = testdata("sudoku/17_clue_sample.txt");
    let count = |engine: &str| farandole(&["count", "--engine", engine], &text).stdout;
    let kernel = count("kernel");
    assert_eq!(kernel, "1\n".repeat(410).as_bytes());
    for engine in ["prune", "dlx", "auto"] {
        assert!(count(engine) == kernel, "{engine}");
    }
}

#[test]
fn a_header_is_seen_where_the_format_is_named() {
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let input = format!("puzzle\n{puzzle}\n");
    let output = farandole(&["solve", "--from", "csv"], input.as_bytes());
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!((output.status.code(), text.lines().count(), text.len()), (Some(0), 1, 82), "{text}");
}

#[test]
fn more_threads_than_the_cores_can_use_are_not_started() {
    let text = testdata("sudoku/17_clue_sample.txt");
    let output = farandole(&["solve", "--threads", "100000"], &text[..82]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 82));
    assert!(message.starts_with("--threads 100000: using ") && message.lines().count() == 1, "{message}");
}

#[test]
fn completions_offer_the_names_of_engines_and_formats() {
    let output = farandole(&["completions", "bash"], b"");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("auto dfs prune dlx kernel search") && text.contains("pencilmark"));
}

#[test]
fn every_row_of_csv_output_has_all_columns() {
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let clash = puzzle.replacen("53", "55", 1);
    let input = format!("{puzzle}\n{clash}\n{puzzle}x\n");
    let output = farandole(&["solve", "--from", "line", "--to", "csv"], input.as_bytes());
    let text = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!((rows.len(), rows[0]), (4, "puzzle,solution"));
    assert_eq!((rows[2], rows[3]), (format!("{clash},!none").as_str(), ",!unreadable"));
    assert!(rows[1].starts_with(&format!("{puzzle},534678912")));
}

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Writes lines to the program and reads a line of output after each of the first `waits`, before
/// more is written.
fn converse(args: &[&str], input: &[&str], waits: usize) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_farandole"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    let (tell, told) = channel();
    let reader = std::thread::spawn(move || stdout.lines().try_for_each(|line| tell.send(line.unwrap())));
    let mut answers = Vec::new();
    for (number, line) in input.iter().enumerate() {
        writeln!(stdin, "{line}").unwrap();
        if number + waits >= input.len() {
            answers
                .push(told.recv_timeout(Duration::from_secs(60)).expect("an answer before the input ends"));
        }
    }
    drop(stdin);
    answers.extend(told);
    let _ = reader.join().unwrap();
    child.wait().unwrap();
    answers
}

#[test]
fn a_puzzle_is_answered_before_the_next_one_comes() {
    let solved = converse(&["solve"], &[EASY, EASY], 2);
    assert_eq!((solved.len(), solved[0].len()), (2, 81));
    assert_eq!(converse(&["count"], &["puzzle", EASY, EASY], 2), ["1", "1"]);
}

#[test]
fn rows_of_a_grid_that_come_one_by_one_are_one_puzzle() {
    let rows: Vec<&str> = (0..9).map(|row| &EASY[9 * row..9 * row + 9]).collect();
    let (slow, rest) = rows.split_at(1);
    let mut child = Command::new(env!("CARGO_BIN_EXE_farandole"))
        .arg("count")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{}", slow[0]).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    writeln!(stdin, "{}", rest.join("\n")).unwrap();
    drop(stdin);
    assert_eq!(child.wait_with_output().unwrap().stdout, b"1\n");
}

#[test]
fn rows_of_csv_output_keep_the_columns_in_a_field_of_their_own() {
    let input = format!("id,puzzle,level\n7,{EASY},easy\n8,55{},\n9,{EASY}x,hard\n", &EASY[2..]);
    let output = farandole(&["solve", "--to", "csv", "--keep-columns", "--quiet"], input.as_bytes());
    let text = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows[0], "puzzle,solution,columns");
    assert!(rows[1].starts_with(EASY) && rows[1].ends_with(",\"7,easy\""), "{}", rows[1]);
    assert!(rows[2].contains(",!none,") && rows[2].contains('8'), "{}", rows[2]);
    assert_eq!(rows[3], ",!unreadable,");
    let output =
        farandole(&["convert", "--to", "csv", "--keep-columns"], format!("{EASY} easy\n").as_bytes());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("puzzle,solution,columns\n{EASY},,easy\n"));
}

#[test]
fn json_has_a_puzzle_and_a_solution_in_a_field_each() {
    let field = |args: &[&str], name: &str| {
        let text = String::from_utf8(farandole(args, format!("{EASY}\n").as_bytes()).stdout).unwrap();
        let start = text.find(&format!("\"{name}\":\"")).unwrap() + name.len() + 4;
        text[start..].split('"').next().unwrap().to_owned()
    };
    assert_eq!(field(&["convert", "--to", "csv", "--json"], "puzzle"), EASY);
    assert_eq!(field(&["solve", "--to", "csv", "--json"], "solution").len(), 81);
}

#[test]
fn canonical_forms_keep_the_order_and_each_class_once() {
    let text = String::from_utf8(testdata("sudoku/17_clue_sample.txt")).unwrap();
    let puzzles: Vec<String> = text.lines().map(str::to_owned).collect();
    // Every puzzle, then every puzzle upside down, mixed with unreadable lines.
    let turned = puzzles.iter().map(|puzzle| puzzle.chars().rev().collect());
    let input: Vec<String> = puzzles
        .iter()
        .cloned()
        .chain(turned)
        .enumerate()
        .flat_map(|(number, puzzle)| {
            [format!("{puzzle} {number}\n"), if number % 100 == 7 { "bad\n".into() } else { String::new() }]
        })
        .collect();
    let input = input.concat();
    for form in ["puzzle", "solution"] {
        let ask = |more: &[&str]| {
            let args = ["canonical", "--from", "line", "--form", form, "--keep-columns", "--quiet"];
            let output = farandole(&[&args[..], more].concat(), input.as_bytes());
            assert_eq!(output.status.code(), Some(3));
            String::from_utf8(output.stdout).unwrap()
        };
        let all = ask(&["--threads", "1"]);
        assert_eq!(all.lines().count(), input.lines().count());
        assert!(ask(&["--threads", "3"]) == all);
        let forms: Vec<&str> =
            all.lines().filter(|line| !line.starts_with('!')).map(|line| &line[..81]).collect();
        let (upright, turned) = forms.split_at(puzzles.len());
        assert!(upright == turned, "{form}");
        let mut seen = std::collections::HashSet::new();
        let wanted: String = all
            .lines()
            .filter(|line| line.starts_with('!') || seen.insert(&line[..81]))
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(seen.len(), puzzles.len());
        assert!(ask(&["--dedupe", "--threads", "3"]) == wanted, "{form}");
    }
}
