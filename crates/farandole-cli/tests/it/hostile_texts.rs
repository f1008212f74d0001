//! Texts of inputs that a terminal would execute: in names of files, titles, unknown keys, columns, item names
//! and arguments. No command may pass them on.

#![cfg(unix)]

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const GRID: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const VARIANT: &str = ".Shape~4x4.AntiKnight.~R1C1_1";

/// The start of the second line of the text with line ends, which must not start a line of the output.
const FORGED: &str = "forged:1:";

fn texts() -> Vec<Vec<u8>> {
    vec![
        b"\x1b[2J\x1b[31mred".to_vec(),
        b"\x1b]0;title\x07".to_vec(),
        b"bell\x07\x08\x7f".to_vec(),
        "\u{202e}abc\u{2066}\u{200f}".into(),
        "c1 \u{9b}31m\u{85}\u{90}".into(),
        format!("one\r\n{FORGED} two\n").into(),
        "zero\u{200b}\u{200d}\u{feff}\u{2028}\u{ad}width".into(),
        b"bytes\xff\x9b2J\xc3".to_vec(),
        [b"\x1b".to_vec(), vec![b'x'; 100_000]].concat(),
        "\x1b(0\x0e\x0f\x05\u{e0041}\u{2069}".into(),
    ]
}

/// Command lines without their input: all commands, with the options that quote their arguments. `TEXT` is a
/// hostile text.
const COMMANDS: &[&str] = &[
    "solve",
    "solve --keep-columns",
    "solve --to csv --keep-columns",
    "solve --symbols TEXT",
    "solve --columns TEXT",
    "solve --meaning TEXT",
    "solve --engine TEXT",
    "solve -o TEXT/missing",
    "solve --proof TEXT/missing",
    "count",
    "count --keep-columns",
    "count --limit TEXT",
    "check",
    "candidates",
    "redundant",
    "why",
    "trace",
    "rules",
    "rate",
    "explain --every",
    "hint",
    "hint --order TEXT",
    "hint --without TEXT",
    "techniques",
    "practice",
    "draw",
    "draw --title TEXT",
    "book --pdf TEXT/missing",
    "read",
    "read --text",
    "read --meaning TEXT",
    "convert --to line --keep-columns",
    "convert --to csv --keep-columns",
    "convert --to iss",
    "convert --to sudokupad",
    "convert --to fpuzzles",
    "convert --to TEXT",
    "canonical --keep-columns",
    "generate --seed 1 --kind TEXT",
    "generate --seed 1 --givens TEXT",
    "complete --seed 1 --tries 1",
    "find --givens-where TEXT --tries 1",
    "minimize",
    "unavoidable --max-size 4 --count",
    "scan --givens 30 --time 0.05",
    "neighbours",
    "vicinity --givens ..30 --rounds 0 --ledger TEXT/missing",
    "backdoors",
    "backbone",
    "twins",
    "bands",
    "patterns",
    "morph",
    "stats --of givens",
    "compare --rounds 1 --engines kernel",
    "encode --cnf",
    "encode --opb",
    "certify",
    "listen --port TEXT",
    "listen --port 0 --time 0.05 --allow-origin TEXT",
    "mcp",
    "judge poj3074",
    "judge",
    "info",
    "formats",
    "completions",
    "man",
    "help",
    "cover solve",
    "cover count",
    "cover min",
    "cover sample 1",
    "cover estimate --dives 2",
    "cover pre",
    "cover split -n 2 parts",
    "cover merge",
    "cover verify",
    "cover make queens",
    "cover make tiling /dev/null",
    "cover help",
];

/// Returns the inputs that contain a text, each as bytes: a line with columns, a table, the files of editors,
/// constraint text, exact cover problems, answers, and the text alone.
fn inputs(text: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let lossy = String::from_utf8_lossy(text).into_owned();
    let json = serde_json::to_string(&lossy).unwrap();
    let inline: Vec<u8> = text.iter().copied().filter(|byte| !b"\r\n \t".contains(byte)).collect();
    let rows = "[{}, {}, {}, {}]";
    let editor = format!(
        r#"{{"size": 4, "grid": [{rows}, {rows}, {rows}, {rows}], "title": {json}, "author": {json},
        "ruleset": {json}, {json}: [1, 2], "killercage": [{{"cells": ["R1C1"], "value": {json}}}]}}"#
    );
    let drawn = format!(
        r##"{{"size": 4, "grid": [{rows}, {rows}, {rows}, {rows}], "title": {json}, "author": {json},
        "ruleset": {json}, "text": [{{"cells": ["R1C1"], "value": {json}}}],
        "line": [{{"lines": [["R1C1", "R1C2", "R2C3"]], "outlineC": "#A000A0", "width": 0.2}}]}}"##
    );
    let cover = format!(r#"{{"primary": [{json}, "b"], "options": [[{json}], ["b"], ["{lossy}c"]]}}"#);
    let answer = format!(
        r#"{{"status":"solution","options":[{json}],"numbers":[1]}}
{{"status":"end","count":1,"exact":true,"piece":"1 of 1 of 00000000000000ff"}}"#
    );
    let around =
        |before: &str, text: &[u8], after: &str| [before.as_bytes(), text, after.as_bytes()].concat();
    vec![
        ("line", around(&format!("{GRID} "), &inline, "\n")),
        ("table", around(&format!("puzzle,note\n{GRID},\"a "), text, "\"\n")),
        ("unknown", around("puzzle,", &inline, &format!("\n{GRID},1\n"))),
        ("editor", editor.into_bytes()),
        ("drawn", drawn.into_bytes()),
        ("constraints", around(".Shape~4x4.", &inline, "~R1C1.Cage~R1C1\n")),
        ("arguments", around(".Shape~4x4.Cage~3~R1C1~", &inline, "\n")),
        ("alone", text.to_vec()),
        ("items.dlx", around("a ", &inline, &format!("\na\n{}\n", String::from_utf8_lossy(&inline)))),
        ("options.dlx", around("a b\na\nb ", &inline, "\n")),
        ("cover.json", cover.into_bytes()),
        ("answers", answer.into_bytes()),
    ]
}

fn is_executed(c: char) -> bool {
    let is_format =
        "\u{202e}\u{2066}\u{2069}\u{200f}\u{200b}\u{200d}\u{feff}\u{2028}\u{ad}\u{e0041}".contains(c);
    (c.is_control() && c != '\n' && c != '\t') || is_format
}

/// Runs a command and returns a description of what it passed on, if it did.
fn leak(dir: &Path, args: &[&OsStr], stdin: &[u8]) -> Option<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_farandole"));
    command.current_dir(dir).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().ok()?;
    // A command may write a long message before it reads its input, or close its input without reading.
    let mut input = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        scope.spawn(move || input.write_all(stdin));
        child.wait_with_output().unwrap()
    });
    assert!(output.status.code().is_some_and(|code| code != 6), "{args:?}: {:?}", output.status);
    for (name, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        let text = String::from_utf8_lossy(bytes);
        let executed = text.chars().find(|c| is_executed(*c));
        let broken = std::str::from_utf8(bytes).is_err();
        let forged = text.lines().find(|line| line.starts_with(FORGED));
        if executed.is_some() || broken || forged.is_some() {
            let start = text.find(is_executed).unwrap_or_default().saturating_sub(60);
            let around: String = text.chars().skip(start).take(160).collect();
            return Some(format!("{name} {executed:?} {forged:?} {around:?}"));
        }
    }
    None
}

/// Runs all commands with a text, and returns the number of runs and descriptions of the leaks. `is_run` selects the
/// runs by their number.
fn leaks_of(dir: &Path, text: &[u8], is_run: impl Fn(usize) -> bool) -> (usize, Vec<String>) {
    fs::create_dir_all(dir).unwrap();
    let (mut puzzles, mut problems): (Vec<PathBuf>, Vec<PathBuf>) = (Vec::new(), Vec::new());
    for (name, bytes) in inputs(text) {
        fs::write(dir.join(name), bytes).unwrap();
        let is_problem = [".dlx", "cover.json", "answers", "alone"].iter().any(|end| name.ends_with(end));
        if is_problem { &mut problems } else { &mut puzzles }.push(name.into());
    }
    // A file with the text as its name, if the system permits it, and one that does not exist.
    let named = PathBuf::from(OsStr::from_bytes(text));
    let _ = fs::write(dir.join(&named), format!("{VARIANT}\n\n.Nonsense~R1C1\n"));
    let missing = PathBuf::from(OsStr::from_bytes(&[b"missing ", text].concat()));
    for list in [&mut puzzles, &mut problems] {
        list.extend([named.clone(), missing.clone()]);
    }
    let (mut number, mut runs, mut leaks) = (0, 0, Vec::new());
    for line in COMMANDS {
        let word = |word: &str| match word.strip_prefix("TEXT") {
            Some(rest) => [text, rest.as_bytes()].concat(),
            None => word.into(),
        };
        let words: Vec<Vec<u8>> = line.split(' ').map(word).collect();
        for name in if line.starts_with("cover") { &problems } else { &puzzles } {
            number += 1;
            if !is_run(number) {
                continue;
            }
            let args = words.iter().map(|word| OsStr::from_bytes(word)).chain([name.as_os_str()]);
            runs += 1;
            let leak = leak(dir, &args.collect::<Vec<_>>(), &[text, b"\nr1c2<>5\nq\n"].concat());
            leaks.extend(leak.map(|leak| format!("{line} {name:.40?}: {leak}\n")));
        }
    }
    (runs, leaks)
}

#[test]
fn no_command_passes_on_what_a_terminal_would_execute() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile");
    let _ = fs::remove_dir_all(&root);
    let texts = texts();
    // By default, each command line and file gets one of the texts; with this variable, all of them.
    let is_thorough = std::env::var_os("FARANDOLE_ALL_TEXTS").is_some();
    let found: Vec<(usize, Vec<String>)> = std::thread::scope(|scope| {
        let run = |(number, text): (usize, &Vec<u8>)| {
            let dir = root.join(number.to_string());
            let (text, count) = (text.clone(), texts.len());
            let is_run = move |run: usize| is_thorough || run % count == number;
            scope.spawn(move || leaks_of(&dir, &text, is_run))
        };
        let threads: Vec<_> = texts.iter().enumerate().map(run).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let runs: usize = found.iter().map(|(runs, _)| runs).sum();
    let leaks: Vec<&String> = found.iter().flat_map(|(_, leaks)| leaks).collect();
    println!("{runs} runs");
    let shown: String = leaks.iter().take(60).map(|leak| leak.as_str()).collect();
    assert!(leaks.is_empty(), "{} of {runs} runs\n{shown}", leaks.len());
}

#[test]
fn every_command_is_tried() {
    let mut program = farandole_cli::definition();
    program.build();
    let mut all = Vec::new();
    for command in program.get_subcommands() {
        let name = command.get_name();
        let inner: Vec<String> =
            command.get_subcommands().map(|inner| format!("{name} {}", inner.get_name())).collect();
        all.extend(if inner.is_empty() || name == "help" { vec![name.to_owned()] } else { inner });
    }
    let is_tried =
        |name: &str| COMMANDS.iter().any(|line| *line == name || line.starts_with(&format!("{name} ")));
    let missing: Vec<String> = all.into_iter().filter(|name| !is_tried(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
