//! Every command that searches ends at its time limit.
//!
//! This file is a program of its own, because it measures the CPU time of all children of its process.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The time limit of each run, and the permitted delay.
const LIMIT: &str = "0.3";
const LATEST: Duration = Duration::from_millis(800);

/// A blank 9x9 grid: more solutions than can be counted.
const BLANK: &str = ".................................................................................\n";
/// A variant for which learning and depth-first search both take long. It is unknown whether it has a
/// solution.
const VARIANT: &str = ".Shape~16x16.AntiKing.AntiKnight.AntiConsecutive\n";
/// One of the hardest 9x9 puzzles for people.
const HARD: &str = "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2\n";
/// A judge's sample of 16x16 puzzles, which plain depth-first search does not finish.
const HEXADECIMAL: &str = include_str!("../../../testdata/judge/poj3076.in");
/// Puzzles whose givens count themselves; one takes about ten seconds.
const COUNTED: &str = include_str!("../../../testdata/find/counted-givens.txt");
/// A placeholder for the output of `cover make queens 20`, which has billions of solutions.
const QUEENS: &str = "queens";
/// A book of the variant.
const BOOK: &str = "title = 'Book'\n[[section]]\ntitle = 'Hard'\npuzzles = 'variant.txt'\n";
const FULL: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";

/// The kind of a command.
enum Kind {
    /// It searches this input for a long time.
    Searches(&'static str, &'static [&'static str]),
    /// It never searches.
    Plain,
}

use Kind::{Plain, Searches};

/// Every command. A new command that searches needs `--time` and an input that takes long.
const COMMANDS: &[(&str, Kind)] = &[
    ("solve", Searches(VARIANT, &["solve"])),
    ("count", Searches(BLANK, &["count", "--limit", "0"])),
    ("check", Searches(VARIANT, &["check"])),
    ("certify", Searches(VARIANT, &["certify", "--folder", "OUT"])),
    ("candidates", Searches(VARIANT, &["candidates"])),
    ("redundant", Searches(VARIANT, &["redundant"])),
    ("why", Searches(VARIANT, &["why"])),
    ("trace", Searches(VARIANT, &["trace", "--from", "4000000000", "--limit", "0"])),
    // Counts within a fixed number of nodes.
    ("read", Plain),
    ("rules", Plain),
    ("rate", Searches(HARD, &["rate"])),
    ("explain", Searches(HARD, &["explain"])),
    ("hint", Searches(VARIANT, &["hint"])),
    ("techniques", Plain),
    ("practice", Plain),
    ("draw", Searches(VARIANT, &["draw", "--pdf", "OUT", "--solutions"])),
    ("book", Searches(BOOK, &["book", "-", "--pdf", "OUT"])),
    ("convert", Plain),
    ("canonical", Searches(FULL, &["canonical", "--form", "pattern"])),
    ("generate", Searches("", &["generate", "--size", "25", "--seed", "1"])),
    ("complete", Searches(".Some~Sandwich.Some~Skyscraper", &["complete", "--fewest", "-"])),
    ("find", Searches(COUNTED, &["find", "--givens-where", "S", "-"])),
    ("minimize", Searches(FULL, &["minimize", "--all", "--limit", "1000000000"])),
    ("unavoidable", Searches(FULL, &["unavoidable", "--max-size", "16"])),
    ("scan", Searches(FULL, &["scan", "--givens", "20"])),
    ("neighbours", Searches(HARD, &["neighbours", "-r", "2", "-a", "3"])),
    ("vicinity", Searches(HARD, &["vicinity", "--rating", "12..", "-r", "2", "-a", "2", "--ledger", "OUT"])),
    ("backdoors", Searches(FULL, &["backdoors", "--max", "4"])),
    ("backbone", Searches(VARIANT, &["backbone"])),
    ("twins", Searches(FULL, &["twins", "--limit", "1000000000"])),
    ("bands", Searches(FULL, &["bands"])),
    ("patterns", Searches(FULL, &["patterns"])),
    ("morph", Searches(FULL, &["morph"])),
    ("stats", Searches(HARD, &["stats", "--of", "rating"])),
    (
        "compare",
        Searches(VARIANT, &["compare", "--rounds", "1", "--engines", "turns", "--budget", "1000000000"]),
    ),
    ("encode", Plain),
    ("cover-solve", Searches(QUEENS, &["cover", "solve", "--all", "-j", "1"])),
    ("cover-count", Searches(QUEENS, &["cover", "count", "-j", "1"])),
    ("cover-min", Searches(QUEENS, &["cover", "min"])),
    ("cover-sample", Searches(QUEENS, &["cover", "sample", "3", "--seed", "1"])),
    ("cover-estimate", Searches(QUEENS, &["cover", "estimate", "--dives", "1000000000"])),
    ("cover-pre", Searches(QUEENS, &["cover", "pre"])),
    ("cover-split", Plain),
    ("cover-merge", Plain),
    ("cover-verify", Plain),
    ("listen", Searches("", &["listen", "--port", "0"])),
    // Its tools run commands with a limit of time.
    ("mcp", Plain),
    ("judge", Searches(HEXADECIMAL, &["judge", "poj3076", "--engine", "dfs"])),
    ("info", Plain),
    ("formats", Plain),
    ("completions", Plain),
    ("man", Plain),
];

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_farandole"))
}

/// Returns a directory for the files of this test.
fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("farandole-limits-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns the CPU time of all children that have ended, or `None` if the system does not report
/// it.
fn children_time() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name may contain spaces. After it, user and system time of children are fields 14 and 15
    // of the rest, in 1/100 s.
    let fields: Vec<&str> = stat[stat.rfind(')')? + 1..].split_whitespace().collect();
    let ticks: u64 = fields[13].parse::<u64>().ok()? + fields[14].parse::<u64>().ok()?;
    Some(Duration::from_millis(10 * ticks))
}

/// Runs a command for some seconds at most. Returns true if it ended, its wall-clock time and its CPU time.
fn run(args: &[&str], input: &str, folder: &Path) -> (bool, Duration, Option<Duration>) {
    let (before, start) = (children_time(), Instant::now());
    let mut child = program()
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let ended = loop {
        if child.try_wait().unwrap().is_some() {
            break true;
        }
        if start.elapsed() > Duration::from_secs(10) {
            child.kill().unwrap();
            break false;
        }
        thread::sleep(Duration::from_millis(5));
    };
    child.wait().unwrap();
    let time = start.elapsed();
    writer.join().unwrap();
    (ended, time, children_time().zip(before).map(|(now, before)| now - before))
}

/// Returns true if a run kept its limit, in wall-clock or in CPU time. On a loaded machine,
/// wall-clock time passes while a command waits. Two threads may work at once.
fn is_in_time((ended, time, used): (bool, Duration, Option<Duration>)) -> bool {
    ended && (time <= LATEST || used.is_some_and(|used| used <= LATEST))
}

/// Returns the commands of the manual, which has a page for each command.
fn commands(folder: &Path) -> Vec<String> {
    let pages = folder.join("man");
    fs::create_dir_all(&pages).unwrap();
    assert!(program().args(["man", "--dir"]).arg(&pages).status().unwrap().success());
    let page = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().unwrap();
        Some(name.strip_suffix(".1")?.strip_prefix("farandole-")?.to_owned())
    };
    let mut all: Vec<String> =
        fs::read_dir(&pages).unwrap().filter_map(|entry| page(entry.unwrap())).collect();
    all.retain(|name| name != "cover" && !name.starts_with("cover-make"));
    all.sort();
    all
}

#[test]
fn every_command_that_searches_ends_at_its_time_limit() {
    let folder = folder();
    let mut known: Vec<&str> = COMMANDS.iter().map(|(name, _)| *name).collect();
    known.sort_unstable();
    assert_eq!(
        commands(&folder),
        known,
        "every command is either given a hard input here, or never searches"
    );
    fs::write(folder.join("variant.txt"), VARIANT).unwrap();
    let queens = program().args(["cover", "make", "queens", "20"]).output().unwrap().stdout;
    let queens = String::from_utf8(queens).unwrap();
    let mut late = Vec::new();
    for (name, kind) in COMMANDS {
        let Searches(input, args) = kind else { continue };
        let input: &str = if *input == QUEENS { &queens } else { input };
        let page = fs::read_to_string(folder.join(format!("man/farandole-{name}.1"))).unwrap();
        assert!(page.contains("time"), "{name} searches and has no --time");
        let args: Vec<&str> = args.iter().copied().chain(["--time", LIMIT]).collect();
        let mut runs = Vec::new();
        // A busy machine may stall for a moment.
        while runs.len() < 3 && !runs.last().copied().is_some_and(is_in_time) {
            runs.push(run(&args, input, &folder));
            let _ = fs::remove_file(folder.join("OUT"));
        }
        if !runs.last().copied().is_some_and(is_in_time) {
            late.push((name, runs));
        }
    }
    fs::remove_dir_all(&folder).unwrap();
    assert!(late.is_empty(), "{late:?}");
}

/// The pattern of a full grid has 3,359,232 symmetries, which take more than ten times this limit.
#[test]
fn patterns_give_up_at_their_time_limit_and_the_next_puzzle_is_answered() {
    let both = format!("{FULL}{HARD}");
    for args in [&["patterns"][..], &["canonical", "--form", "pattern"]] {
        let mut child = program()
            .args(args)
            .args(["--time", "0.005"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(both.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let answers = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<&str> = answers.lines().collect();
        assert!(lines.len() == 2 && lines[0] == "!gave up" && lines[1].len() >= 81, "{args:?}: {answers}");
        assert_eq!(output.status.code(), Some(4));
    }
}
