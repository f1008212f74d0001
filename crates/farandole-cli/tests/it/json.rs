//! Every JSON record that a command prints has its schema version, in the same field.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const GRID: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const VARIANT: &str = ".Shape~4x4.~R1C1_1.~R2C3_4.~R3C2_2.~R4C4_3";
const CLASH: &str = ".Shape~4x4.Cage~2~R1C1.Cage~1~R1C1";

fn folder() -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("json");
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

/// Command lines with `--json`; GRID, VARIANT and CLASH are placeholders for puzzles.
const LINES: &[&str] = &[
    "solve GRID",
    "solve VARIANT",
    "solve CLASH",
    "solve bad",
    "solve --unique several",
    "count GRID",
    "count --all several --limit 3",
    "count --estimate 10 several",
    "check GRID",
    "check several",
    "candidates GRID",
    "candidates VARIANT",
    "candidates --counts 3 several",
    "redundant GRID",
    "redundant VARIANT",
    "why CLASH",
    "why GRID",
    "trace VARIANT",
    "rules",
    "rules Renban",
    "rate GRID",
    "rate several",
    "rate bad",
    "explain GRID",
    "explain --step 1 GRID",
    "explain --scale hodoku GRID",
    "explain VARIANT",
    "explain CLASH",
    "explain several",
    "hint GRID",
    "hint --all GRID",
    "hint --depth where GRID",
    "hint several",
    "hint --move r1c1=5 GRID",
    "hint VARIANT",
    "hint CLASH",
    "techniques",
    "techniques x-wing",
    "read editor",
    "convert --to line GRID",
    "convert --to line bad",
    "canonical GRID",
    "generate",
    "generate --rating ..2.0",
    "generate xv --size 4 --seed 1",
    "complete --seed 1 template",
    "complete --fewest --seed 1 template",
    "minimize GRID",
    "unavoidable --max-size 6 GRID",
    "scan --givens 30 GRID",
    "neighbours GRID",
    "vicinity --givens ..30 --rounds 1 --ledger ledger GRID",
    "backdoors GRID",
    "backbone several",
    "twins GRID",
    "bands GRID",
    "patterns GRID",
    "morph GRID",
    "stats GRID",
    "compare --rounds 1 GRID",
    "compare --rounds 1 VARIANT",
    "cover solve queens.dlx",
    "cover solve --all queens.dlx",
    "cover count queens.dlx",
    "cover min --fewest queens.dlx",
    "cover sample 2 queens.dlx",
    "cover estimate --dives 100 queens.dlx",
    "cover pre queens.dlx",
    "cover split -n 2 parts queens.dlx",
    "cover merge answers",
    "cover verify queens.dlx certificate",
];

/// A puzzle whose rules name a drawing.
const EDITOR: &str = r##"{"size": 4, "grid": [[{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}]],
    "title": "Both", "ruleset": "Purple lines are palindromes. A goblin sits in the grid.",
    "line": [{"lines": [["R1C1", "R1C2", "R2C3"]], "outlineC": "#A000A0", "width": 0.2}]}"##;

fn farandole(dir: &Path, line: &str, json: bool) -> String {
    let place = |word| match word {
        "GRID" => GRID,
        "VARIANT" => VARIANT,
        "CLASH" => CLASH,
        word => word,
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_farandole"));
    command.current_dir(dir).stdin(Stdio::null()).args(line.split(' ').map(place));
    let output = command.args(json.then_some("--json")).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_record_has_the_schema_and_no_version_of_its_own() {
    let dir = folder();
    fs::write(dir.join("bad"), format!("{GRID}\n{}\n", &GRID[..20])).unwrap();
    fs::write(dir.join("editor"), EDITOR).unwrap();
    fs::write(dir.join("several"), format!("{}..\n", &GRID[..79])).unwrap();
    fs::write(dir.join("template"), ".Shape~4x4.~R1C1_1~R1C2_2~R2C1_3.Some~Cage").unwrap();
    fs::write(dir.join("queens.dlx"), farandole(&dir, "cover make queens 6", false)).unwrap();
    farandole(&dir, "cover count --proof certificate queens.dlx", false);
    farandole(&dir, "cover split -n 1 whole queens.dlx", false);
    let part = fs::read_dir(dir.join("whole")).unwrap().next().unwrap().unwrap().path();
    let answer = farandole(&dir, &format!("cover count {}", part.display()), true);
    fs::write(dir.join("answers"), answer).unwrap();
    for line in LINES {
        let text = farandole(&dir, line, true);
        assert!(!text.is_empty(), "{line} prints nothing");
        for record in text.lines().filter(|record| !record.is_empty()) {
            let value: Value =
                serde_json::from_str(record).unwrap_or_else(|error| panic!("{line}: {error}: {record}"));
            assert_eq!(value.get("schema"), Some(&1.into()), "{line}: {record}");
            // The field `version` is the version of the program, as text.
            assert!(value.get("version").is_none_or(Value::is_string), "{line}: {record}");
        }
    }
}

#[test]
fn every_command_with_json_is_in_the_list() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("json-pages");
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    farandole(&dir, "man --dir .", false);
    let listed: BTreeSet<String> = LINES
        .iter()
        .map(|line| {
            line.split(' ').take(1 + usize::from(line.starts_with("cover"))).collect::<Vec<_>>().join("-")
        })
        .collect();
    let mut with_json = BTreeSet::new();
    for page in fs::read_dir(&dir).unwrap() {
        let path = page.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().replace("farandole-", "");
        // `cover make --json` writes a problem, in the form in which problems are read.
        if fs::read_to_string(&path).unwrap().contains("\\fB\\-\\-json\\fR")
            && !name.starts_with("cover-make")
        {
            with_json.insert(name);
        }
    }
    assert_eq!(with_json, listed);
}

#[test]
fn a_meaning_on_the_command_line_replaces_the_proposed_one() {
    let dir = folder();
    fs::write(dir.join("editor"), EDITOR).unwrap();
    let puzzle = |line: &str| {
        let record: Value = serde_json::from_str(&farandole(&dir, line, true)).unwrap();
        let open =
            record["sentences"].as_array().unwrap().iter().filter(|it| it["accounted"] == false).count();
        (record["puzzle"].as_str().unwrap().to_owned(), open)
    };
    assert_eq!(puzzle("read editor"), (".Shape~4x4.Palindrome~R1C1~R1C2~R2C3".into(), 1));
    assert_eq!(puzzle("read editor --ignore g1"), (".Shape~4x4".into(), 2));
    assert_eq!(puzzle("read editor --meaning g1=Whisper~2").0, ".Shape~4x4.Whisper~2~R1C1~R1C2~R2C3");
    // With `--accept confirmed`, a reading that is not confirmed is printed only if the user chose a meaning.
    assert_eq!(farandole(&dir, "read --text --accept confirmed editor", false), "");
    assert_eq!(farandole(&dir, "read --text editor", false), ".Shape~4x4.Palindrome~R1C1~R1C2~R2C3\n");
    assert_eq!(farandole(&dir, "read --text --ignore g1 editor", false), ".Shape~4x4\n");
}
