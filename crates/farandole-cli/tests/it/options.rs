//! Options that describe the input have the same effect in every command, and texts survive the output.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

fn run(args: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_farandole"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input);
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

#[test]
fn every_command_that_reads_puzzles_accepts_the_options_of_the_input() {
    let mut program = farandole_cli::definition();
    program.build();
    let is_reader =
        |command: &clap::Command| command.get_arguments().any(|arg| arg.get_long() == Some("meaning"));
    // `read` reads only files of editors, which contain these properties, and `--from` of `trace` is its first step.
    let readers = program
        .get_subcommands()
        .filter(|command| is_reader(command) && !["read", "trace"].contains(&command.get_name()));
    let mut count = 0;
    for command in readers {
        count += 1;
        for option in ["from", "symbols", "boxes", "diagonals", "columns"] {
            let has = command.get_arguments().any(|arg| arg.get_long() == Some(option));
            assert!(has, "{} lacks --{option}", command.get_name());
        }
    }
    assert!(count > 20, "{count} commands");
}

#[test]
fn hints_and_explanations_respect_the_options_of_the_input() {
    // The solution by `solve` is the oracle for the boxes.
    let (_, puzzles, _) =
        run(&["generate", "--seed", "1", "--size", "6", "--boxes", "3x2", "--to", "line"], b"");
    let six = puzzles.split_whitespace().next().unwrap();
    let (_, solution, _) = run(&["solve", "--unique", "--boxes", "3x2", six], b"");
    let (code, text, errors) = run(&["explain", "--boxes", "3x2", "--every", six], b"");
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{text}");
    for (cell, digit) in solution.trim().chars().enumerate().filter(|(cell, _)| six.as_bytes()[*cell] == b'.')
    {
        let placed = format!("r{}c{} is {digit}", cell / 6 + 1, cell % 6 + 1);
        assert!(text.contains(&placed), "{placed}: {text}");
    }
    let (_, usual, _) = run(&["hint", six], b"");
    assert_ne!(usual, run(&["hint", "--boxes", "3x2", six], b"").1);
    // Symbols, and columns before the puzzle.
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let letters: String =
        puzzle.chars().map(|c| c.to_digit(10).map_or('.', |d| (b'A' + d as u8 - 1) as char)).collect();
    let (code, first, errors) = run(&["hint", "--symbols", "A-P", "--depth", "what", &letters], b"");
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert_eq!(first, run(&["hint", "--depth", "what", puzzle], b"").1);
    let row = format!("0000183b305c {puzzle} 1.2\n");
    for command in ["solve", "hint"] {
        let (code, answer, errors) = run(&[command, "--columns", "-,givens,-"], row.as_bytes());
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{command}");
        assert_eq!(answer, run(&[command, puzzle], b"").1, "{command}");
    }
    let (_, diagonal, _) = run(&["explain", "--summary", "--diagonals", puzzle], b"");
    assert_ne!(diagonal, run(&["explain", "--summary", puzzle], b"").1);
}

#[test]
fn quiet_explanations_have_no_messages() {
    let drawn =
        r#"{"size": 4, "grid": [[{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}]],
        "author": "x", "cosmetic": [1]}"#
            .replace('\n', "");
    let (_, _, loud) = run(&["explain"], drawn.as_bytes());
    let (_, _, quiet) = run(&["explain", "--quiet"], drawn.as_bytes());
    assert!(quiet.len() <= loud.len());
    let (code, _, errors) = run(
        &["explain", "-q"],
        b"bad\n53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
    );
    assert_eq!((code, errors.as_str()), (Some(3), ""));
}

#[test]
fn the_next_command_is_one_line_that_a_shell_reads_back() {
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("next");
    std::fs::create_dir_all(&folder).unwrap();
    for (name, is_shown) in [("it's an order", true), ("a\nb", false), ("a\u{1b}[2Jb", false)] {
        let order = folder.join(name);
        std::fs::write(&order, "hidden-single-box\nnaked-single\n").unwrap();
        let (_, out, _) = run(&["hint", "--order", order.to_str().unwrap(), puzzle], b"");
        let next: Vec<&str> = out.lines().filter(|line| line.starts_with("Next: ")).collect();
        assert_eq!(next.len(), usize::from(is_shown), "{out}");
        if let [next] = next[..] {
            let words = next.replace("Next: farandole", "printf '%s\\n'");
            let output = Command::new("sh").args(["-c", &words]).output().unwrap();
            let words = String::from_utf8(output.stdout).unwrap();
            assert!(words.contains(order.to_str().unwrap()), "{next}");
        }
    }
    // The text of a variant is on one line too.
    let (_, out, _) = run(&["hint", ".Shape~4x4.~R1C1_1.~R2C3_4.~R3C2_2.~R4C4_3"], b"");
    assert_eq!(out.lines().filter(|line| line.starts_with("Next: ")).count(), out.matches("Next: ").count());
    assert!(out.lines().last().unwrap().starts_with("Next: ") || !out.contains("Next: "), "{out}");
}

#[test]
fn a_quoted_field_of_a_table_is_kept_as_it_is() {
    let puzzle = "1.....4..2.....3";
    for field in ["\"a, \"\"b\"\"\"", "plain", "\"c, d\""] {
        let table = format!("puzzle,note\n{puzzle},{field}\n");
        for command in
            [&["solve", "--to", "csv", "--keep-columns"][..], &["convert", "--to", "csv", "--keep-columns"]]
        {
            let (code, out, errors) = run(command, table.as_bytes());
            assert_eq!((code, errors.as_str()), (Some(0), ""));
            assert!(out.lines().nth(1).unwrap().ends_with(&format!(",{field}")), "{command:?}: {out}");
        }
    }
}

#[test]
fn numbers_and_lines_that_cannot_be_read_are_explained() {
    for (value, expected) in
        [("x", "a whole number"), ("", "a whole number"), ("99999999999999999999", "a smaller number")]
    {
        let (code, _, errors) = run(&["count", "--limit", value], b"");
        assert_eq!(code, Some(2));
        assert!(errors.contains(&format!("expected {expected}")), "{errors}");
    }
    let (code, out, errors) = run(&["practice", "x-wing"], b"\xff\xfe\nq\n");
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(out.contains("expected claims such as"), "{out}");
    let (_, out, _) = run(&["trace", "--budget", "1", ".Shape~4x4.AntiKnight"], b"");
    assert!(!out.contains("1 nodes") && !out.contains("1 solutions"), "{out}");
}

#[test]
fn explanations_and_ratings_give_a_scale_the_same_name() {
    let variant = ".Shape~4x4.~R1C1_1.~R2C3_4.~R3C2_2.~R4C4_3";
    let scale = |args: &[&str]| {
        let (_, out, _) = run(args, b"");
        let value: serde_json::Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
        [&value["scale"], &value["rating"]["scale"]].iter().find_map(|it| it.as_str()).map(str::to_owned)
    };
    let explained = scale(&["explain", "--json", variant]);
    assert!(explained.is_some());
    assert_eq!(explained, scale(&["rate", "--json", variant]));
}
