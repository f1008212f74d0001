//! Long runs that are killed and resumed, compared with uninterrupted runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

fn farandole(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_farandole"));
    command.arg("cover").args(args).stdin(Stdio::null()).stderr(Stdio::null());
    command
}

fn text(args: &[&str]) -> String {
    let output = farandole(args).output().unwrap();
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns a directory of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a command repeatedly and kills it after varying times, 2 to 8 % of an uninterrupted run,
/// until it has been killed `times` times or ends by itself; then runs it to the end. Returns the
/// number of kills.
fn run_with_kills(args: &[&str], times: usize, straight: Duration) -> usize {
    let mut killed = 0;
    let mut state = 1_u64;
    while killed < times {
        let mut child = farandole(args).stdout(Stdio::null()).spawn().unwrap();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        sleep(straight * (20 + (state >> 33) as u32 % 60) / 1000);
        if child.try_wait().unwrap().is_some() {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        killed += 1;
    }
    assert!(farandole(args).stdout(Stdio::null()).status().unwrap().success());
    killed
}

#[test]
fn a_list_that_is_killed_again_and_again_is_the_list_of_a_straight_run() {
    let folder = folder("resume-solve");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (problem, list, state) = (path("problem.dlx"), path("list.txt"), path("state"));
    text(&["make", "langford", "12", "-o", &problem]);
    let start = Instant::now();
    let straight = text(&["solve", "--all", "--numbers", "-j", "2", &problem]);
    let took = start.elapsed();
    let args =
        ["solve", "--all", "--numbers", "-j", "2", "--every", "0", "--resume", &state, "-o", &list, &problem];
    let killed = run_with_kills(&args, 15, took);
    assert!(killed >= 10, "it ended after {killed} kills");
    assert!(fs::read_to_string(&list).unwrap() == straight, "the lists differ");
    // A complete run has nothing more to do.
    assert!(farandole(&args).status().unwrap().success());
    assert!(fs::read_to_string(&list).unwrap() == straight);
    // The state is rejected for any other task.
    let other = ["solve", "--all", "-j", "2", "--resume", &state, "-o", &list, &problem];
    assert_eq!(farandole(&other).status().unwrap().code(), Some(3));
}

#[test]
fn a_count_that_is_killed_again_and_again_is_the_count_of_a_straight_run() {
    let folder = folder("resume-count");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (problem, state) = (path("problem.dlx"), path("state"));
    text(&["make", "langford", "12", "-o", &problem]);
    let start = Instant::now();
    assert_eq!(text(&["count", "--list", "-j", "2", &problem]), "216288\n");
    let took = start.elapsed();
    let args = ["count", "--list", "-j", "2", "--every", "0", "--resume", &state, &problem];
    let killed = run_with_kills(&args, 12, took);
    assert!(killed >= 10, "it ended after {killed} kills");
    assert_eq!(text(&args), "216288\n");
}

#[test]
fn a_count_with_memory_goes_on_from_its_memory() {
    let folder = folder("resume-memory");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (problem, memory) = (path("problem.dlx"), path("memory"));
    text(&["make", "dominoes", "14", "14", "-o", &problem]);
    let start = Instant::now();
    assert_eq!(text(&["count", &problem]), "112202208776036178000000\n");
    let took = start.elapsed();
    let args = ["count", "--every", "0", "--resume", &memory, &problem];
    let killed = run_with_kills(&args, 12, took);
    assert!(killed >= 5, "it ended after {killed} kills");
    // Truncated and damaged entries are skipped.
    let mut bytes = fs::read(&memory).unwrap();
    bytes.truncate(bytes.len() / 2);
    fs::write(&memory, &bytes).unwrap();
    assert_eq!(text(&args), "112202208776036178000000\n");
    bytes.truncate(bytes.len() / 2);
    let at = bytes.len() / 2;
    bytes[at] ^= 1;
    fs::write(&memory, &bytes).unwrap();
    assert_eq!(text(&args), "112202208776036178000000\n");
    // The table is rejected for another problem, and for a search that visits every solution.
    text(&["make", "dominoes", "4", "4", "-o", &problem]);
    assert_eq!(farandole(&args).status().unwrap().code(), Some(3));
    let listed = ["count", "--list", "--resume", &memory, &problem];
    assert_eq!(farandole(&listed).status().unwrap().code(), Some(3));
}

#[cfg(unix)]
#[test]
fn links_and_devices_stay_what_they_are_and_other_files_are_spared() {
    let folder = folder("write-through");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (problem, state, link) = (path("problem.dlx"), path("state"), path("link"));
    text(&["make", "queens", "8", "-o", &problem]);
    std::os::unix::fs::symlink("state", &link).unwrap();
    fs::write(path("state.part"), "not ours").unwrap();
    for _ in 0..2 {
        assert_eq!(text(&["count", "--list", "--every", "0", "--resume", &link, &problem]), "92\n");
    }
    assert!(Path::new(&link).is_symlink());
    assert!(fs::read_to_string(&state).unwrap().starts_with("farandole state 2\n"));
    assert_eq!(fs::read_to_string(path("state.part")).unwrap(), "not ours");
    let proof = path("proof");
    std::os::unix::fs::symlink("target", &proof).unwrap();
    assert_eq!(text(&["count", "--proof", &proof, &problem]), "92\n");
    assert!(Path::new(&proof).is_symlink());
    assert_eq!(text(&["verify", &problem, &proof]), "92\n");
    for args in [
        &["count", "--proof", "/dev/null"][..],
        &["count", "--resume", "/dev/null"],
        &["count", "--zdd", "/dev/null"],
        &["solve", "--all", "--resume", "/dev/null", "-o", "/dev/null"],
    ] {
        assert!(farandole(args).arg(&problem).stdout(Stdio::null()).status().unwrap().success(), "{args:?}");
        assert!(!fs::metadata("/dev/null").unwrap().is_file(), "{args:?}");
    }
}

#[test]
fn what_is_too_large_is_refused_before_memory_is_spent_on_it() {
    let folder = folder("large");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let refused = |name: &str, bytes: &[u8], message: &str| {
        let path = path(name);
        fs::write(&path, bytes).unwrap();
        let output = farandole(&["count", &path]).stderr(Stdio::piped()).output().unwrap();
        fs::remove_file(&path).unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), told), (Some(3), format!("{path}{message}\n")));
    };
    refused("blank", &vec![b' '; (1 << 27) + 1], ": expected at most 128 MiB of text after decompression");
    refused("wide", &vec![b'1'; (1 << 24) + 2], ":1:16777217: expected at most 2^24 (16,777,216) items");
}

#[test]
fn a_time_limit_holds_while_symmetries_are_looked_for() {
    let folder = folder("time");
    let problem = folder.join("problem.dlx").to_str().unwrap().to_owned();
    text(&["make", "latin", "32", "-o", &problem]);
    for args in [&["count", "--time", "0.3"][..], &["solve", "--all", "--time", "0.3"]] {
        let start = Instant::now();
        let output = farandole(args).args(["--symmetry", "auto", &problem]).output().unwrap();
        assert_eq!(output.status.code(), Some(4), "{args:?}");
        assert!(start.elapsed() < Duration::from_secs(20), "{args:?}: {:?}", start.elapsed());
    }
}

#[test]
fn classes_of_a_run_that_is_killed_again_and_again_are_those_of_a_straight_run() {
    let folder = folder("resume-classes");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (input, list, state) = (path("input.txt"), path("list.txt"), path("classes"));
    let program = || Command::new(env!("CARGO_BIN_EXE_farandole"));
    let puzzles = program().args(["generate", "-n", "2000", "--seed", "5"]).output().unwrap().stdout;
    let lines: Vec<&[u8]> = puzzles.split_inclusive(|byte| *byte == b'\n').collect();
    // Every puzzle occurs several times, far apart, with unreadable lines in between.
    let mut text = Vec::new();
    for number in 0..60_000 {
        text.extend_from_slice(lines[number * number % lines.len()]);
        if number % 9_999 == 0 {
            text.extend_from_slice(b"bad\n");
        }
    }
    fs::write(&input, text).unwrap();
    let start = Instant::now();
    let straight = program().args(["canonical", "--quiet", "--dedupe", &input]).output().unwrap().stdout;
    let took = start.elapsed();
    let args = ["canonical", "--quiet", "--resume", &state, "-o", &list, &input];
    let (mut killed, mut share) = (0, 1);
    while killed < 4 {
        let mut child = program().args(args).stdout(Stdio::null()).spawn().unwrap();
        sleep(took * share / 10);
        share += 2;
        if child.try_wait().unwrap().is_some() {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        killed += 1;
    }
    assert!(killed > 0, "a run should take longer than {:?}", took / 10);
    assert_eq!(program().args(args).status().unwrap().code(), Some(3));
    assert_eq!(fs::read(&list).unwrap(), straight);
    assert!(!Path::new(&state).exists());
    // The directory belongs to one command line.
    let mut first = program()
        .args(["canonical", "--quiet", "--resume", &state, &input])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !Path::new(&state).join("state").exists() {
        sleep(Duration::from_millis(1));
    }
    first.kill().unwrap();
    first.wait().unwrap();
    let other =
        program().args(["canonical", "--form", "pattern", "--resume", &state, &input]).output().unwrap();
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8(other.stderr).unwrap().contains("the state belongs to another command line"));
}
