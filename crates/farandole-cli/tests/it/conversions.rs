//! Conversions preserve the puzzle, or report what they cannot preserve.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";

fn farandole(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_farandole"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that rejects its options does not read standard input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn out(args: &[&str], input: &str) -> String {
    String::from_utf8(farandole(args, input).stdout).unwrap()
}

fn remarks(args: &[&str], input: &str) -> String {
    String::from_utf8(farandole(args, input).stderr).unwrap()
}

#[test]
fn characters_that_are_not_read_as_empty_are_refused() {
    for empty in ["!", "a", "%", "z", "~", "|"] {
        let said = remarks(&["convert", "--to", "line", "--empty", empty], EASY);
        assert!(said.contains(". 0 _ * - ? x X"), "{said}");
        assert_eq!(farandole(&["convert", "--to", "line", "--empty", empty], EASY).status.code(), Some(2));
    }
    for empty in ["0", "_", "*", "-", "?", "x"] {
        let written = out(&["convert", "--to", "line", "--empty", empty], EASY);
        assert_eq!(out(&["convert", "--to", "line"], &written), EASY);
    }
}

#[test]
fn tables_have_as_many_fields_in_every_row() {
    let input = format!("{EASY}1234567\n{EASY}");
    let table = out(&["convert", "--to", "csv"], &input);
    assert!(table.contains("!unreadable,\n"), "{table}");
    assert!(table.lines().all(|row| row.matches(',').count() == 1), "{table}");
    let table = out(&["convert", "--to", "csv", "--keep-columns", "--to-columns", "size,puzzle"], &input);
    assert!(table.lines().all(|row| row.matches(',').count() == 2), "{table}");
}

#[test]
fn generated_puzzles_are_written_as_texts_of_variants() {
    for (to, start) in
        [("iss", ".~R"), ("fpuzzles", "{"), ("fpuzzles-link", "https://www.f-puzzles.com/?load=")]
    {
        let made = out(&["generate", "--seed", "1", "--count", "2", "--to", to], "");
        assert!(made.starts_with(start), "{made}");
        assert_eq!(out(&["count"], &made), "1\n1\n", "{made}");
    }
}

#[test]
fn the_list_of_formats_has_texts_of_variants() {
    let list = out(&["formats"], "");
    for name in ["line", "uva989", "iss-link", "fpuzzles-rules-link"] {
        assert!(list.lines().any(|line| line.split_whitespace().next() == Some(name)), "{list}");
    }
}

#[test]
fn a_damaged_link_is_named_for_what_it_is() {
    let link = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.AntiKnight%\n";
    let said = remarks(&["count"], link);
    assert!(said.contains("after each `%`") && !said.contains("f-puzzles"), "{said}");
}

#[test]
fn clues_that_replace_others_are_named_with_both_places() {
    let text = "# a comment\n.Shape~4x4.Quad~R1C1~1\n.Quad~R1C1~2\n";
    let said = remarks(&["count"], text);
    assert!(said.contains("Quad at 3:2 replaces the one at 2:12"), "{said}");
    assert!(out(&["count", "--json"], text).contains("replaces the one at 2:12"));
    assert!(out(&["convert", "--to", "iss", "--json"], text).contains("replaces the one at 2:12"));
}

#[test]
fn titles_and_solutions_are_kept_or_named() {
    let grid = ["[{}, {}, {}, {}]"; 4].join(", ");
    let text = format!(
        r#"{{"size": 4, "grid": [{grid}], "title": "Rising", "thermometer": [{{"lines": [["R1C1", "R1C2"]]}}]}}"#
    );
    assert!(out(&["convert", "--to", "fpuzzles"], &text).contains(r#""title":"Rising""#));
    assert!(remarks(&["convert", "--to", "iss"], &text).contains("format iss cannot represent the title"));
}
