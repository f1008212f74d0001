//! Hints in a terminal of 80 columns: no line is wider, the grid has names, and the next command is one line.

use std::process::{Command, Stdio};

/// Width of the terminal.
const WIDTH: usize = 80;

/// Returns the output of `farandole hint` in a terminal.
fn hint(puzzle: &str, options: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_farandole"));
    command.arg("hint").args(options).arg(puzzle).env("COLUMNS", WIDTH.to_string());
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Checks the lines of a hint. Returns true if it has a step.
fn check(puzzle: &str, out: &str) -> bool {
    for line in out.lines() {
        assert!(line.chars().count() <= WIDTH, "{puzzle}: {line}");
        let has_words = line.split_whitespace().count() > 1;
        assert!(has_words || !line.contains(", "), "{puzzle}: {line}");
    }
    let next: Vec<&str> = out.lines().filter(|line| line.starts_with("Next: ")).collect();
    if next.is_empty() {
        return false;
    }
    assert_eq!(next.len(), 1, "{puzzle}: {out}");
    assert!(out.lines().last().unwrap().starts_with("Next: "), "{puzzle}: {out}");
    let names = out.lines().next().unwrap();
    assert!(names.trim_start().starts_with("c1 "), "{puzzle}: {names}");
    assert!(out.lines().any(|line| line.starts_with("r1 | ")), "{puzzle}: {out}");
    true
}

#[test]
fn hints_for_classic_puzzles_fit() {
    let hard = include_str!("../../../../testdata/puzzles/top95.txt");
    let sparse = include_str!("../../../../testdata/puzzles/17_clue.txt");
    let mut shown = 0;
    for puzzle in hard.lines().step_by(2).chain(sparse.lines().take(4)) {
        let puzzle: String = puzzle.chars().take(81).collect();
        for after in ["0", "12"] {
            shown += usize::from(check(&puzzle, &hint(&puzzle, &["--after", after])));
        }
    }
    assert!(shown >= 20, "{shown}");
}

#[test]
fn hints_for_variants_fit() {
    let list = include_str!("../../../../testdata/variants/iss.tsv");
    let mut shown = 0;
    for line in list.lines().filter(|line| !line.starts_with('#')).step_by(6) {
        let Some(text) = line.split('\t').nth(1) else { continue };
        // The names of the columns and three candidates per cell fill the width of larger grids.
        if text.contains(".Shape~1") {
            continue;
        }
        for after in ["0", "4"] {
            shown += usize::from(check(text, &hint(text, &["--time", "5", "--after", after])));
        }
    }
    // One of the ten puzzles has no step within this time.
    assert!(shown >= 18, "{shown}");
}

#[test]
fn steps_are_skipped() {
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let all = |options: &[&str]| hint(puzzle, options);
    let first = all(&[]);
    assert!(first.ends_with("Next: the same command with --after 1\n"), "{first}");
    let second = all(&["--after", "1"]);
    assert_ne!(first, second);
    assert!(second.ends_with("Next: the same command with --after 2\n"), "{second}");
    assert_eq!(all(&["--after", "51"]), "The grid is complete and correct.\n");
    assert_eq!(all(&["--after", "999999999999"]), "The grid is complete and correct.\n");
}
