//! State files that were damaged, forged, or are in use by another run.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const GRID: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const FIND: &str = ".Shape~4x4.Var~S~~16.~VS1_1.~VS2_1_2.~VS3_1_2.~VS4_1_2.~VS5_1_2.~VS6_1_2.~VS7_1_2.~VS8_1_2\
.~VS9_1_2.~VS10_1_2.~VS11_1_2.~VS12_1_2.~VS13_1_2.~VS14_1_2.~VS15_1_2.~VS16_1_2";

fn folder(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("state-files").join(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

fn command(dir: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_farandole"));
    command.args(line.split(' ')).current_dir(dir).stdin(Stdio::null());
    command
}

fn run(dir: &Path, line: &str) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command(dir, line).output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// Returns a line with its checksum, as a forger would compute it.
fn sealed(title: &str, line: &str) -> String {
    let hash = format!("{title}\n{line}").bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{line} #{hash:016x}\n")
}

fn puzzles(text: &str) -> BTreeSet<&str> {
    text.split("\n\n").filter(|puzzle| !puzzle.trim().is_empty()).collect()
}

#[test]
fn a_damaged_or_forged_ledger_of_find_prints_nothing() {
    let dir = folder("find");
    fs::write(dir.join("problem"), FIND).unwrap();
    let line = |more: &str| format!("find --givens-where S --ledger ledger -q {more} problem");
    let (code, found, errors) = run(&dir, &line("-n 8"));
    assert_eq!((code, puzzles(&found).len()), (Some(0), 8), "{errors}");
    let (code, first, _) = run(&dir, &line("-n 3 --tries 0"));
    assert_eq!((code, puzzles(&first).len()), (Some(0), 3), "as many as requested");
    assert!(puzzles(&first).is_subset(&puzzles(&found)));

    let ledger = fs::read(dir.join("ledger")).unwrap();
    let mut random = 1_u64;
    for _ in 0..120 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut damaged = ledger.clone();
        damaged[(random >> 33) as usize % ledger.len()] ^= 1 << (random >> 24 & 7);
        fs::write(dir.join("ledger"), damaged).unwrap();
        let (code, printed, errors) = run(&dir, &line("-n 8 --tries 0"));
        // A damaged line end joins two lines; at the end of the file it cuts off one search.
        assert!(code == Some(3) && printed.is_empty() || code == Some(4), "{code:?}: {printed}{errors}");
        assert!(puzzles(&printed).is_subset(&puzzles(&found)), "{printed}");
    }
    let text = String::from_utf8(ledger).unwrap();
    let title = text.lines().next().unwrap();
    for number in 0..40_u64 {
        // Too few givens, contradictory givens, wrong lengths, and solvable puzzles that break the conditions.
        let givens = match number % 4 {
            0 => ".".repeat(16),
            1 => format!("11{}", ".".repeat(14)),
            2 => "1.".repeat(number as usize % 7 + 1),
            _ => "1234341221434321".replacen(char::is_numeric, "2", number as usize % 2) + "",
        };
        let forged = sealed(title, &format!("+ {number} {givens}")) + &sealed(title, &format!(". {number}"));
        fs::write(dir.join("ledger"), format!("{title}\n{forged}")).unwrap();
        let (code, printed, errors) = run(&dir, &line("-n 8 --tries 0"));
        assert_eq!((code, printed.as_str()), (Some(3), ""), "{givens}: {errors}");
        let plain = format!("{title}\n+ {number} {givens}\n. {number}\n");
        fs::write(dir.join("ledger"), plain).unwrap();
        assert_eq!(run(&dir, &line("-n 8 --tries 0")).0, Some(3));
    }
}

#[test]
fn a_damaged_or_forged_ledger_of_a_scan_changes_no_result() {
    let dir = folder("scan");
    fs::write(dir.join("puzzle"), GRID).unwrap();
    let (_, straight, _) = run(&dir, "scan --givens 29 puzzle");
    assert!(straight.contains(' '), "several puzzles: {straight}");
    assert_eq!(run(&dir, "scan --givens 29 --resume ledger puzzle").1, straight);
    let ledger = fs::read_to_string(dir.join("ledger")).unwrap();
    let mut lines = ledger.lines();
    let (title, entry) = (lines.next().unwrap(), lines.next().unwrap());
    let steps: u64 = entry.split(['/', ' ']).nth(2).unwrap().parse().unwrap();
    for found in
        ["1".repeat(81), ".".repeat(81), GRID.to_owned(), straight.replacen('5', ".", 1)[..81].to_owned()]
    {
        let forged = sealed(title, &format!("{GRID} {steps}/{steps} {found}"));
        fs::write(dir.join("ledger"), format!("{title}\n{forged}")).unwrap();
        assert_eq!(run(&dir, "scan --givens 29 --resume ledger puzzle").1, straight, "{found}");
    }
    for at in (title.len() + 1..ledger.len() - 1).step_by(7) {
        let mut damaged = ledger.clone().into_bytes();
        damaged[at] ^= 1;
        fs::write(dir.join("ledger"), damaged).unwrap();
        let (code, printed, errors) = run(&dir, "scan --givens 29 --resume ledger puzzle");
        assert_eq!((code, printed.as_str()), (Some(3), ""), "{errors}");
        assert!(errors.starts_with("ledger:"), "{errors}");
    }
}

#[test]
fn a_state_is_used_by_one_run_at_a_time() {
    let dir = folder("locks");
    for line in [
        "canonical --resume classes -",
        "scan --givens 29 --resume scan -",
        "vicinity --givens ..29 --rounds 1 --ledger vicinity -",
    ] {
        // The first run waits for its input.
        let mut first = command(&dir, line);
        let mut first = first.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let name = line.split(' ').rev().nth(1).unwrap();
        let state = if name == "classes" { dir.join(name).join("state") } else { dir.join(name) };
        while fs::metadata(&state).map_or(0, |it| it.len()) == 0 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let (code, printed, errors) = run(&dir, line);
        assert_eq!((code, printed.as_str()), (Some(5), ""), "{line}: {errors}");
        assert!(errors.contains("in use by another run") && errors.contains(name), "{line}: {errors}");
        first.stdin.take().unwrap().write_all(format!("{GRID}\n").as_bytes()).unwrap();
        assert_eq!(first.wait().unwrap().code(), Some(0), "{line}");
    }
    fs::write(dir.join("open"), format!("{}1.\n", ".".repeat(14))).unwrap();
    fs::write(dir.join("queens"), run(&dir, "cover make queens 6").1).unwrap();
    for line in [
        "count --all --resume state -o FILE open",
        "cover solve --all --resume state2 -o FILE queens",
        "cover count --resume FILE queens",
    ] {
        let file = fs::File::create(dir.join("locked")).unwrap();
        file.lock().unwrap();
        let (code, _, errors) = run(&dir, &line.replace("FILE", "locked"));
        assert_eq!(code, Some(5), "{line}: {errors}");
        assert!(errors.contains("locked: in use by another run"), "{line}: {errors}");
    }
}

#[test]
fn of_two_datasets_in_one_directory_one_is_complete_and_the_other_is_refused() {
    for round in 0..5 {
        let dir = folder(&format!("dataset-{round}"));
        let start = |seed: u32| {
            let mut command = command(&dir, &format!("generate -q -n 20 --seed {seed} --dataset set"));
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        };
        let mut runs = [start(1), start(2)];
        let mut codes: Vec<_> = runs.iter_mut().map(|run| run.wait().unwrap().code()).collect();
        codes.sort_unstable();
        assert_eq!(codes, [Some(0), Some(2)]);
        let rows = |name: &str| {
            fs::read_to_string(dir.join("set").join(name)).map_or(0, |text| text.lines().count() - 1)
        };
        assert_eq!(rows("train-00000.csv") + rows("test-00000.csv"), 20);
        assert!(!dir.join("set/unfinished").exists());
    }
}
