//! Files that cannot be written, or not to their end: the exit code is 5, the message names the file, the run
//! ends, and no incomplete file has its final name.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const GRID: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const FIND: &str = ".Shape~4x4.Var~S~~16.~VS1_1.~VS2_1_2.~VS3_1_2.~VS4_1_2.~VS5_1_2.~VS6_1_2.~VS7_1_2.~VS8_1_2\
.~VS9_1_2.~VS10_1_2.~VS11_1_2.~VS12_1_2.~VS13_1_2.~VS14_1_2.~VS15_1_2.~VS16_1_2";

/// The remains of the file of a run that failed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    /// Nothing, or the file as it was.
    Nothing,
    /// A state from which a later run continues.
    State,
}

/// Command lines that write the file `FILE`, and what remains of it after a failure.
const WRITING: &[(&str, Left)] = &[
    ("solve -o FILE many", Left::Nothing),
    ("solve --to csv -o FILE many", Left::Nothing),
    ("solve --proof FILE one", Left::Nothing),
    ("count -o FILE many", Left::Nothing),
    ("count --all -o FILE open", Left::Nothing),
    ("count --all --resume state -o FILE open", Left::State),
    ("count --all --resume FILE -o list open", Left::State),
    ("candidates -o FILE many", Left::Nothing),
    ("convert --to sdk -o FILE many", Left::Nothing),
    ("canonical -o FILE many", Left::Nothing),
    ("canonical --dedupe -o FILE many", Left::Nothing),
    ("canonical --resume classes -o FILE many", Left::Nothing),
    ("canonical --resume FILE many", Left::State),
    ("generate --seed 1 -n 30 -o FILE", Left::Nothing),
    ("generate xv --size 4 --seed 1 -n 40 -o FILE", Left::Nothing),
    ("generate --seed 1 -n 30 --dataset FILE", Left::State),
    ("find --givens-where S --seed 1 -n 20 -o FILE find", Left::Nothing),
    ("find --givens-where S -n 300 --ledger FILE find", Left::State),
    ("minimize -o FILE many", Left::Nothing),
    ("scan --givens 28 --resume FILE one", Left::State),
    ("vicinity --givens ..22 --rounds 1 --ledger FILE one", Left::State),
    ("stats --of givens -o FILE many", Left::Nothing),
    ("encode --cnf -o FILE one", Left::Nothing),
    ("draw --svg FILE one", Left::Nothing),
    ("draw --pdf FILE many", Left::Nothing),
    ("hint --svg FILE one", Left::Nothing),
    ("explain --pdf FILE one", Left::Nothing),
    ("cover make langford 8 -o FILE", Left::Nothing),
    ("cover solve --all -o FILE queens", Left::Nothing),
    ("cover solve --all --resume state -o FILE queens", Left::State),
    ("cover count --list --every 0 --resume FILE queens", Left::State),
    ("cover count --every 0 --resume FILE queens", Left::State),
    ("cover count --proof FILE queens", Left::Nothing),
    ("cover count --zdd FILE queens", Left::Nothing),
    ("cover split -n 2 FILE queens", Left::State),
    ("man --dir .", Left::State),
];

fn folder(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("full-disk").join(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    let program = || Command::new(env!("CARGO_BIN_EXE_farandole"));
    let output = |args: &[&str]| program().args(args).output().unwrap().stdout;
    fs::write(dir.join("many"), format!("{GRID}\n").repeat(200)).unwrap();
    fs::write(dir.join("one"), format!("{GRID}\n")).unwrap();
    fs::write(dir.join("open"), format!("{}1.\n", ".".repeat(14))).unwrap();
    fs::write(dir.join("find"), FIND).unwrap();
    fs::write(dir.join("queens"), output(&["cover", "make", "queens", "8"])).unwrap();
    dir
}

/// Runs a command in which files may have at most this number of blocks of 512 or 1,024 bytes, or without a
/// limit. Returns the exit code and the messages, or `None` if the run does not end.
fn run(dir: &Path, args: &[&str], blocks: Option<u32>) -> Option<(i32, String)> {
    let limit = blocks.map_or_else(String::new, |blocks| format!("ulimit -f {blocks}; "));
    // With this signal ignored, a write beyond the limit is an error, as on a full disk.
    let script = format!("trap '' XFSZ; {limit}exec \"$0\" \"$@\"");
    let mut child = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_farandole")])
        .args(args)
        .current_dir(dir)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        // A pipe, because the limit applies to files.
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let stderr = child.stderr.take().unwrap();
    let reader = std::thread::spawn(move || std::io::read_to_string(stderr).unwrap_or_default());
    let start = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break Some(status),
            None if start.elapsed() > Duration::from_secs(120) => {
                child.kill().unwrap();
                child.wait().unwrap();
                break None;
            }
            None => sleep(Duration::from_millis(5)),
        }
    };
    let messages = reader.join().unwrap();
    status.map(|status| (status.code().unwrap_or(-1), messages))
}

/// Returns the sizes of all files in a folder, by name.
fn sizes(dir: &Path) -> BTreeMap<String, u64> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap());
    entries.map(|it| (it.file_name().into_string().unwrap(), it.metadata().unwrap().len())).collect()
}

#[test]
fn a_disk_that_is_full_at_any_moment_ends_a_run() {
    let (mut runs, mut wrong) = (0, String::new());
    for (number, (line, left)) in WRITING.iter().enumerate() {
        let dir = folder(&number.to_string());
        let args: Vec<&str> =
            line.split(' ').map(|word| if word == "FILE" { "target" } else { word }).collect();
        let mut failed = 0;
        for blocks in [0, 1, 3, 9] {
            let before = sizes(&dir);
            runs += 1;
            let Some((code, messages)) = run(&dir, &args, Some(blocks)) else {
                wrong += &format!("{line}: no end with {blocks} blocks\n");
                continue;
            };
            let after = sizes(&dir);
            let is_named =
                messages.contains("target") || messages.contains(".1:") || messages.contains("state");
            let is_named = is_named || messages.contains("list") || messages.contains("classes/");
            if code == 5 {
                failed += 1;
            }
            if code != 5 && code != 0 || code == 5 && !is_named {
                wrong += &format!("{line}: exit code {code} with {blocks} blocks: {messages}\n");
            }
            let is_new = after.contains_key("target") && !before.contains_key("target");
            if code == 5 && *left == Left::Nothing && is_new {
                wrong += &format!("{line}: an incomplete file has its final name, with {blocks} blocks\n");
            }
            if after.keys().any(|name| name.contains(".part")) {
                wrong += &format!("{line}: a temporary file is left: {after:?}\n");
            }
            if *left == Left::Nothing {
                let _ = fs::remove_file(dir.join("target"));
            }
            if line.contains("--dataset") || line.contains("split") {
                let _ = fs::remove_dir_all(dir.join("target"));
            }
        }
        if failed == 0 {
            wrong += &format!("{line}: no failure\n");
        }
        // A later run completes what the state has recorded.
        if *left == Left::State && !line.contains("--dataset") && !line.contains("split") {
            let again = run(&dir, &args, None);
            if again.as_ref().is_none_or(|(code, _)| *code != 0) {
                wrong += &format!("{line}: not resumed: {again:?}\n");
            }
        }
    }
    println!("{runs} runs");
    assert!(wrong.is_empty(), "{runs} runs\n{wrong}");
}

#[test]
fn what_cannot_be_created_or_is_a_full_device_is_named() {
    let (mut runs, mut wrong) = (0, String::new());
    let dir = folder("places");
    fs::create_dir(dir.join("folder")).unwrap();
    for (line, _) in WRITING.iter().filter(|(line, _)| line.contains("FILE")) {
        for place in ["missing/target", "one/target", "folder", "/dev/full"] {
            let makes_folders =
                ["--dataset", "split", "canonical --resume FILE"].iter().any(|it| line.contains(it));
            let is_state = line.contains("resume FILE") || line.contains("ledger FILE");
            if makes_folders && !place.starts_with("one") || is_state && place == "/dev/full" {
                continue;
            }
            let args: Vec<&str> =
                line.split(' ').map(|word| if word == "FILE" { place } else { word }).collect();
            runs += 1;
            match run(&dir, &args, None) {
                Some((5, messages)) if messages.contains(place) => {}
                other => wrong += &format!("{} -> {other:?}\n", args.join(" ")),
            }
            for name in ["state", "list", "classes"] {
                let _ = fs::remove_file(dir.join(name));
                let _ = fs::remove_dir_all(dir.join(name));
            }
        }
    }
    println!("{runs} runs");
    assert!(wrong.is_empty(), "{runs} runs\n{wrong}");
}

#[test]
fn standard_output_that_is_full_is_named() {
    let dir = folder("stdout");
    for line in
        ["solve many", "rate one", "hint one", "cover solve queens", "cover make queens 4", "rules", "man"]
    {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_farandole"));
        let output = command.args(line.split(' ')).current_dir(&dir).stdout(full).output().unwrap();
        let messages = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(5), "{line}: {messages}");
        assert!(messages.starts_with("farandole: standard output: "), "{line}: {messages}");
    }
}
