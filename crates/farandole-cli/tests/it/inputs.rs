//! Exit code and message of every command for inputs that contain no puzzle, or none that can be
//! read.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const GRID: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Runs the command in a directory, with an empty standard input.
fn farandole(dir: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_farandole"));
    command.args(args).current_dir(dir).stdin(Stdio::null()).output().unwrap()
}

fn code_and_message(dir: &Path, args: &[&str]) -> (i32, String) {
    let output = farandole(dir, args);
    (output.status.code().unwrap(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Returns the words of a command line with the name of its input.
fn words<'a>(line: &'a str, input: &'a str) -> Vec<&'a str> {
    let has_place = line.split(' ').any(|word| word == "FILE");
    let end = if has_place { None } else { Some(input) };
    line.split(' ').map(|word| if word == "FILE" { input } else { word }).chain(end).collect()
}

/// Creates an empty directory for a test.
fn folder(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("inputs").join(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

/// The records of an input that a command accepts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// Every record is answered.
    All,
    /// Every record is answered, but classic puzzles are not supported.
    Variants,
    /// An input with several records is an invalid request.
    One,
    /// The input is one puzzle of an editor.
    Editor,
    /// The input is one exact cover problem.
    Problem,
}

/// The command lines of all commands that read an input; its name comes last, or replaces FILE.
const READING: [(&str, Takes); 44] = [
    ("solve", Takes::All),
    ("solve --proof proof", Takes::One),
    ("count", Takes::All),
    ("count --all", Takes::All),
    ("count --all --resume state --output list", Takes::One),
    ("check", Takes::All),
    ("candidates", Takes::All),
    ("redundant", Takes::All),
    ("why", Takes::Variants),
    ("trace", Takes::One),
    ("rate", Takes::All),
    ("explain", Takes::All),
    ("hint", Takes::One),
    ("complete --all", Takes::Editor),
    ("find --givens-where S", Takes::Editor),
    ("draw --pdf drawn", Takes::All),
    ("read", Takes::Editor),
    ("convert --to line", Takes::All),
    ("canonical", Takes::All),
    ("minimize", Takes::All),
    ("unavoidable", Takes::All),
    ("scan", Takes::All),
    ("neighbours", Takes::All),
    ("vicinity --givens ..20 --rounds 1 --ledger ledger", Takes::All),
    ("backdoors", Takes::All),
    ("backbone", Takes::All),
    ("twins", Takes::All),
    ("bands", Takes::All),
    ("patterns", Takes::All),
    ("morph", Takes::All),
    ("stats", Takes::All),
    ("compare --rounds 1", Takes::All),
    ("encode --cnf", Takes::One),
    ("encode --opb", Takes::One),
    ("certify --folder certified", Takes::One),
    ("cover solve", Takes::Problem),
    ("cover count", Takes::Problem),
    ("cover min", Takes::Problem),
    ("cover sample 1", Takes::Problem),
    ("cover estimate", Takes::Problem),
    ("cover pre", Takes::Problem),
    ("cover split -n 2 parts", Takes::Problem),
    ("cover merge", Takes::Problem),
    ("cover verify FILE certificate", Takes::Problem),
];

/// The commands that read no puzzles from a file.
const OTHERS: [&str; 13] = [
    "book",
    "mcp",
    "listen",
    "rules",
    "techniques",
    "practice",
    "generate",
    "judge",
    "info",
    "formats",
    "completions",
    "man",
    "cover make",
];

#[test]
fn inputs_without_puzzles_have_one_exit_code_and_a_message_in_every_command() {
    let dir = folder("matrix");
    fs::create_dir(dir.join("folder")).unwrap();
    let noise: Vec<u8> = (1..400_u32).map(|k| (k.wrapping_mul(2_654_435_761) >> 24) as u8 | 0x80).collect();
    let files: [(&str, Vec<u8>); 7] = [
        ("empty", Vec::new()),
        ("comments", b"# one\n\n  \n# two\n".to_vec()),
        ("comments.dlx", b"| one\n\n  \n| two\n".to_vec()),
        ("garbage", b"hello world\nfoo bar?\n".to_vec()),
        ("bad record", format!("{GRID}\n{}\n{GRID}\n", &GRID[..15]).into_bytes()),
        ("noise", noise),
        ("certificate", b"farandole\n".to_vec()),
    ];
    for (name, bytes) in files {
        fs::write(dir.join(name), bytes).unwrap();
    }
    let mut wrong = String::new();
    for (command, takes) in READING {
        let comments = if takes == Takes::Problem { "comments.dlx" } else { "comments" };
        let bad_record = match takes {
            Takes::All | Takes::Problem | Takes::Editor => 3,
            Takes::Variants => 4,
            Takes::One => 2,
        };
        let inputs = [
            ("empty", 3),
            (comments, 3),
            ("garbage", 3),
            ("bad record", bad_record),
            ("missing", 5),
            ("folder", 5),
            ("noise", 3),
        ];
        for (input, expected) in inputs {
            let (code, message) = code_and_message(&dir, &words(command, input));
            if code != expected || message.trim().is_empty() {
                wrong += &format!("{command} {input}: {code}, expected {expected}: {message:?}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_command_stands_in_the_table() {
    let dir = folder("pages");
    assert!(farandole(&dir, &["man", "--dir", "."]).status.success());
    let pages = fs::read_dir(&dir).unwrap().map(|page| page.unwrap().file_name().into_string().unwrap());
    let of_page = |page: String| {
        let name = page.trim_end_matches(".1").trim_start_matches("farandole").replace('-', " ");
        name.trim().to_owned()
    };
    let is_group = |name: &str| ["", "cover"].contains(&name) || name.starts_with("cover make ");
    let all: BTreeSet<String> = pages.map(of_page).filter(|name| !is_group(name)).collect();
    let name = |line: &str| {
        let count = if line.starts_with("cover") { 2 } else { 1 };
        line.split(' ').take(count).collect::<Vec<_>>().join(" ")
    };
    let tabled: BTreeSet<String> = READING.iter().map(|(line, _)| *line).chain(OTHERS).map(name).collect();
    assert_eq!(all, tabled);
}

#[test]
fn an_empty_file_among_others_counts_and_costs_nothing() {
    let dir = folder("empty");
    fs::write(dir.join("empty"), "").unwrap();
    fs::write(dir.join("one"), GRID).unwrap();
    for command in ["solve", "solve --quiet", "rate", "compare --rounds 1"] {
        let args: Vec<&str> = command.split(' ').chain(["empty", "one"]).collect();
        let output = farandole(&dir, &args);
        assert_eq!(output.status.code(), Some(3), "{command}");
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            "empty: expected a puzzle, found none\n",
            "{command}"
        );
        assert!(!output.stdout.is_empty(), "{command}");
    }
}

#[test]
fn a_puzzle_may_stand_where_a_file_is_expected() {
    let dir = folder("arguments");
    let link =
        "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.~R1C1_1.~R2C3_4.~R3C2_2.~R4C4_3";
    for (command, takes) in READING {
        if matches!(takes, Takes::Problem | Takes::Variants | Takes::Editor) {
            continue;
        }
        let (code, message) = code_and_message(&dir, &words(command, GRID));
        assert_eq!(code, 0, "{command}: {message}");
    }
    for command in ["solve", "count", "why", "hint", "trace", "draw"] {
        assert_eq!(farandole(&dir, &[command, link]).status.code(), Some(0), "{command}");
    }
    for command in ["solve", "hint", "rate"] {
        let (code, message) = code_and_message(&dir, &[command, &GRID[1..]]);
        assert_eq!(code, 3, "{command}: {message}");
        assert!(message.starts_with("argument:1:81: found 80 cells"), "{command}: {message}");
        let (code, message) = code_and_message(&dir, &[command, "puzles.txt"]);
        assert_eq!(code, 5, "{command}: {message}");
        assert!(message.contains("puzles.txt: No such file or directory"), "{command}: {message}");
        assert!(
            message.contains("and not a puzzle either: more letters than digits and dots"),
            "{command}: {message}"
        );
    }
    // A file takes precedence over a puzzle of the same name.
    fs::write(dir.join(GRID), "1...\n..4.\n.2..\n...3\n").unwrap();
    assert!(farandole(&dir, &["solve", GRID]).stdout.starts_with(b"1432\n2341\n3214\n4123\n"));
}

#[test]
fn places_are_file_line_and_column_in_every_command() {
    let dir = folder("places");
    fs::write(dir.join("text"), "# one\n.Shape~4x4\n.Wisper~R1C1\n").unwrap();
    fs::write(dir.join("json"), "{\"size\":9,\n \"grid\":[[,\n").unwrap();
    for command in ["solve", "count", "hint", "explain", "trace", "draw", "why", "encode --opb", "compare"] {
        for (file, expected) in
            [("text", "text:3:2: unknown constraint"), ("json", "json:2:11: the text is not JSON")]
        {
            let (code, message) = code_and_message(&dir, &words(command, file));
            assert_eq!(code, 3, "{command}: {message}");
            assert!(message.starts_with(expected), "{command}: {message}");
        }
    }
}

#[test]
fn thousands_of_faults_in_one_record_are_counted_and_not_all_listed() {
    let dir = folder("faults");
    fs::write(dir.join("faults"), format!(".Shape~9x9{}\n", ".Wisper~R1C1".repeat(2000))).unwrap();
    for command in ["solve", "solve --json", "hint", "trace", "draw", "compare", "encode --opb"] {
        let output = farandole(&dir, &words(command, "faults"));
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(message.lines().count(), 21, "{command}");
        assert_eq!(message.lines().last(), Some("faults:1: and 1,980 more"), "{command}");
        assert!(output.stdout.len() < 2000, "{command}");
    }
}

#[test]
fn a_required_choice_is_named_with_all_its_options() {
    let dir = folder("choices");
    let choices = [("encode", ["--cnf", "--opb"]), ("vicinity --ledger ledger", ["--rating", "--givens"])];
    for (command, options) in choices {
        let (code, message) = code_and_message(&dir, &words(command, GRID));
        assert_eq!(code, 2, "{command}");
        assert!(options.iter().all(|option| message.contains(option)), "{command}: {message}");
    }
}

#[test]
fn puzzles_that_a_command_does_not_support_have_one_exit_code() {
    let dir = folder("unsupported");
    let grid = "1.....4..2.....3";
    for command in ["canonical", "minimize", "why"] {
        let (code, message) = code_and_message(&dir, &words(command, grid));
        assert_eq!(code, 4, "{command}: {message}");
        assert!(!message.is_empty(), "{command}");
    }
    let schroedinger = ".Shape~4x4~0-4.Schroedinger";
    for command in ["hint", "explain", "encode --cnf", "rate"] {
        let (code, message) = code_and_message(&dir, &words(command, schroedinger));
        assert_eq!(code, 4, "{command}: {message}");
    }
}

#[test]
fn puzzles_given_to_cover_are_called_so() {
    let dir = folder("cover");
    let other = GRID.replace("53..7", "5...7");
    fs::write(dir.join("list"), format!("{GRID}\n{other}\n")).unwrap();
    let (code, message) = code_and_message(&dir, &["cover", "solve", "list"]);
    assert_eq!(code, 3);
    assert!(message.contains("looks like Sudoku puzzles, which `farandole solve` reads"), "{message}");
}

/// Commands that read variants, with their options.
const OF_VARIANTS: [&str; 13] = [
    "solve",
    "count",
    "check",
    "candidates",
    "backbone",
    "redundant",
    "convert --to iss",
    "encode --opb",
    "certify --folder certified",
    "hint",
    "explain",
    "trace",
    "why",
];

#[test]
fn parts_of_a_finished_puzzle_are_answered_where_further_rules_change_no_answer() {
    let puzzle = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/variants/three_lines.json");
    for command in OF_VARIANTS {
        let args: Vec<&str> = command.split(' ').chain([puzzle]).collect();
        let output = farandole(&folder("parts"), &args);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        let is_answered =
            error.contains("s3 (`The grey line keeps its digits apart.`): not understood and left out");
        let is_of_parts = ["count", "candidates", "hint", "explain"].contains(&command);
        assert_eq!(is_answered, is_of_parts, "{command}: {error}");
    }
}

#[test]
fn every_command_reads_drawings_as_the_user_decides() {
    let dir = folder("meanings");
    let puzzle = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/variants/three_lines.json");
    fs::write(dir.join("meanings.txt"), "g1=1 ; renban\ng2=Whisper~3\n").unwrap();
    let run = |command: &str, options: &str| {
        let line = format!("{command} {options}");
        let args: Vec<&str> = line.split_whitespace().chain([puzzle]).collect();
        let output = farandole(&dir, &args);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code().unwrap(), output.stdout, error)
    };
    let constraints =
        ".Shape~4x4.~R3C4_3.~R4C4_1.Renban~R1C1~R1C2~R2C1.Renban~R3C2~R4C2~R4C3.Whisper~2~R2C3~R2C2~R1C1";
    for command in OF_VARIANTS {
        let (code, out, error) = run(command, "--accept proposed");
        assert_ne!(code, 0, "{command}");
        assert!(error.contains("`--meaning 's3=ignore'` states the missing meanings"), "{command}: {error}");

        // The options override the file.
        let (code, chosen, error) = run(command, "--meanings meanings.txt --meaning g2=Whisper~2");
        assert_eq!((code, error.contains("not confirmed")), (0, false), "{command}: {error}");
        assert!(error.contains("`The grey line keeps its digits apart.`"), "{command}: {error}");
        let args: Vec<&str> = command.split(' ').chain([constraints]).collect();
        if !matches!(command, "convert --to iss" | "encode --opb" | "trace") {
            assert_eq!(chosen, farandole(&dir, &args).stdout, "{command}");
        }
        assert_ne!(chosen, out, "{command}");

        // If no sentence is unknown, the style of the grey line is enough.
        let (_, _, error) = run(command, "--meaning s3=ignore");
        for message in [
            "g1 (2 purple lines, 9.6 wide) is read as: renban line",
            "g2 (1 grey line, 10 wide) is read as: palindrome",
            "this reading is not confirmed: it has several solutions",
        ] {
            assert!(error.contains(message), "{command}: {error}");
        }
        let (code, _, error) = run(command, "--meaning s3=ignore --accept confirmed");
        assert_ne!(code, 0, "{command}");
        assert!(error.contains("`--meaning 'g1=KIND g2=KIND'` states"), "{command}: {error}");
        let (code, _, error) = run(command, "--ignore g7");
        assert_ne!(code, 0, "{command}");
        assert!(error.contains("g7, expected g1 to g2"), "{command}: {error}");
    }
}

#[test]
fn a_grid_of_225_rows_is_one_puzzle_although_its_rows_could_be_puzzles_of_15x15() {
    let dir = folder("large");
    // A given in each row: up to 15 in the first rows, different columns, greater numbers at the end.
    let row = |row: usize| -> String {
        let given = if row < 200 { row % 15 + 1 } else { row + 1 };
        let cell = |col: usize| if col == row * 16 % 225 { given.to_string() } else { "000".to_owned() };
        (0..225).map(cell).collect::<Vec<_>>().join(" ") + "\n"
    };
    fs::write(dir.join("grid"), (0..225).map(row).collect::<String>()).unwrap();
    let output = farandole(&dir, &["convert", "--to", "grid", "grid"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(text.lines().count(), 225, "{} lines, {message}", text.lines().count());
    assert!(text.lines().all(|line| line.split(' ').count() == 225), "{message}");
}
