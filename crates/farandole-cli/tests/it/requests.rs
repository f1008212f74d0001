//! Impossible requests, random seeds, limits of single puzzles, and the files of runs that can be
//! interrupted.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD: &str = "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2";
const ENDLESS: &str = ".Shape~16x16.AntiKing.AntiKnight.AntiConsecutive";

/// Returns a directory of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("farandole-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_farandole"));
    command.args(args).stdin(Stdio::null());
    command
}

/// Returns the exit code, standard output and standard error.
fn farandole(args: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command(args).output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

#[test]
fn impossible_requests_are_refused_at_once_with_the_reason() {
    let folder = folder("impossible");
    let pattern = folder.join("pattern.txt");
    // 27 cells, three in each line.
    let cells: String = (0..81).map(|cell| if (cell / 9 + cell % 9) % 3 == 0 { 'x' } else { '.' }).collect();
    fs::write(&pattern, cells).unwrap();
    let pattern = pattern.to_str().unwrap();
    for (args, reason) in [
        (&["--givens", "10"][..], "at least 17 givens"),
        (&["--givens", "80"], "more than 40 givens is known"),
        (&["--givens", "90"], "has 81 cells"),
        (&["--minimal", "no", "--givens", "0"], "at least 17 givens"),
        (&["--symmetry", "90", "--givens", "22"], "the nearest are 21 and 24"),
        (&["--technique", "wxyz-wing"], "technique wxyz-wing is"),
        (&["--technique", "x-wing", "--rating", "..2.0"], "above the range"),
        (&["--rating", "..0.9"], "the easiest step"),
        (&["--ed", "5.0..", "--rating", "..4.0"], "the ranges contradict each other"),
        (&["--size", "4", "--givens", "2"], "at least 3 givens"),
        (&["--size", "6", "--givens", "40"], "has 36 cells"),
        (&["--pattern", pattern, "--givens", "20"], "the pattern has 27 cells"),
    ] {
        let args: Vec<&str> = [&["generate", "--tries", "2"], args].concat();
        let (code, out, err) = farandole(&args);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}: {err}");
        assert!(err.contains(reason), "{args:?}: {err}");
    }
    // A pattern without a proper puzzle is refused for any number of givens.
    fs::write(folder.join("empty.txt"), ".".repeat(81)).unwrap();
    let (code, _, err) = farandole(&["generate", "--pattern", folder.join("empty.txt").to_str().unwrap()]);
    assert_eq!(code, Some(2), "{err}");
    #[cfg(unix)]
    assert_eq!(farandole(&["generate", "--pattern", "/dev/zero"]).0, Some(3));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn random_seeds_are_reported_and_repeat_the_run() {
    let folder = folder("seeds");
    let line = folder.join("line.txt");
    fs::write(&line, LINE).unwrap();
    for args in
        [&["generate"][..], &["morph", line.to_str().unwrap()], &["generate", "--symmetry", "180", "-n", "2"]]
    {
        let (code, first, report) = farandole(args);
        assert_eq!(code, Some(0));
        let seed = report.strip_prefix("seed ").unwrap().split(' ').next().unwrap();
        let (_, again, silent) = farandole(&[args, &["--seed", seed]].concat());
        assert_eq!((again, silent), (first.clone(), String::new()), "{args:?}");
        let (_, other, _) = farandole(args);
        assert_ne!(other, first, "{args:?}: another run takes another seed");
        assert_eq!(farandole(&[args, &["--quiet"]].concat()).2, "");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_puzzle_that_takes_too_long_costs_only_its_own_answer() {
    let folder = folder("between");
    let file = folder.join("variants.txt");
    fs::write(&file, format!(".Shape~4x4.AntiKnight\n\n{ENDLESS}\n\n.Shape~4x4.~R1C1_1.~R1C2_1\n")).unwrap();
    let file = file.to_str().unwrap();
    for (command, expected) in [
        ("count", ["2+", "!gave up", "0"]),
        ("candidates", ["", "!gave up", "!none"]),
        ("backbone", ["", "!gave up", "!none"]),
        ("why", ["no clash", "!gave up", ""]),
        ("check", ["!several", "!gave up", "!none"]),
    ] {
        let (code, out, err) = farandole(&[command, "--time", "0.2", file]);
        assert_eq!(code, Some(4), "{command}: {err}");
        let cut: Vec<&str> = out.lines().filter(|line| *line == "!gave up").collect();
        assert_eq!(cut.len(), 1, "{command}: {out}");
        for line in expected.into_iter().filter(|line| !line.is_empty()) {
            assert!(out.lines().any(|it| it == line), "{command}: {line}: {out}");
        }
        assert_eq!(out.lines().filter(|line| *line == "!none").count(), usize::from(expected[2] == "!none"));
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn hints_have_a_time_limit_unless_it_is_lifted() {
    for command in ["hint", "explain"] {
        let (start, limit) = (Instant::now(), Duration::from_secs(25));
        let (code, out, _) = farandole(&[command, ENDLESS]);
        assert!(start.elapsed() < limit, "{command}");
        assert_eq!(code, Some(4), "{command}: {out}");
        // A fast machine tries every technique of a path before the limit is reached.
        let is_stuck = command == "explain" && out.starts_with("Stuck after 0 steps");
        assert!(out.starts_with("Gave up after") || is_stuck, "{command}: {out}");
    }
    let (code, out, _) = farandole(&["hint", "--time", "none", HARD]);
    assert_eq!(code, Some(0), "{out}");
}

#[cfg(unix)]
#[test]
fn state_files_are_regular_files() {
    let folder = folder("devices");
    let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    fs::write(at("line.txt"), LINE).unwrap();
    fs::create_dir(at("classes")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", at("classes/state")).unwrap();
    let line = at("line.txt");
    for args in [
        &["count", "--all", "--output", &at("out.txt"), "--resume", "/dev/zero", &line][..],
        &["scan", "--givens", "30", "--resume", "/dev/zero", &line],
        &["vicinity", "--givens", "20", "--ledger", "/dev/zero", &line],
        &["canonical", "--resume", &at("classes"), &line],
    ] {
        let (code, _, err) = farandole(args);
        assert_eq!(code, Some(5), "{args:?}: {err}");
        assert!(err.contains("expected a regular file"), "{args:?}: {err}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn canonical_blames_the_output_that_is_full_and_keeps_the_folder_of_the_user() {
    let folder = folder("full");
    let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    fs::write(at("line.txt"), LINE).unwrap();
    fs::create_dir(at("classes")).unwrap();
    fs::write(at("classes/notes"), "mine").unwrap();
    let (line, classes) = (at("line.txt"), at("classes"));
    let args = ["canonical", "--resume", &classes, &line];
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output =
        command(&args).stdout(full).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(5));
    assert!(err.contains("standard output") && !err.contains("kept"), "{err}");
    let (code, out, err) = farandole(&args);
    assert_eq!((code, out.lines().count()), (Some(0), 1), "{err}");
    let left: Vec<_> = fs::read_dir(&classes).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["notes"]);
    fs::write(at("classes/kept-000"), "mine").unwrap();
    let (code, _, err) = farandole(&args);
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("kept-000"), "{err}");
    assert_eq!(fs::read_to_string(at("classes/kept-000")).unwrap(), "mine");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_vicinity_search_that_is_killed_again_and_again_enters_what_a_straight_one_enters() {
    let folder = folder("vicinity");
    let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (straight, killed, start) = (at("straight"), at("killed"), at("start.txt"));
    let seventeen = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    fs::write(&start, seventeen).unwrap();
    let args = |ledger| ["vicinity", "--givens", "17", "--rounds", "3", "--ledger", ledger, &start];
    assert_eq!(farandole(&args(&straight)).0, Some(0));
    let mut kills = 0;
    let mut delay = 8;
    loop {
        delay = delay * 5 / 4;
        let mut child = command(&args(&killed)).stdout(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(delay));
        let _ = child.kill();
        child.wait().unwrap();
        let ledger = fs::read_to_string(&killed).unwrap_or_default();
        let is_complete = ledger.lines().last().is_some_and(|line| line.starts_with("end #"));
        if ledger.contains("\n. ") && is_complete && ledger.ends_with('\n') {
            break;
        }
        kills += 1;
    }
    assert!(kills > 0);
    let [straight, killed] = [straight, killed].map(|path| fs::read_to_string(path).unwrap());
    assert!(straight.lines().filter(|line| line.starts_with('.')).count() > 1);
    assert!(killed == straight, "{} and {} lines", killed.lines().count(), straight.lines().count());
    fs::remove_dir_all(folder).unwrap();
}
