//! Commands that write files: listings that are interrupted and resumed, and proofs.

use farandole_testkit::{Random, pb, rup};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// Returns an empty directory of its own for a test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_farandole"));
    command.args(args).current_dir(folder).stdin(Stdio::null());
    command
}

fn farandole(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command(folder, args).output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// A 6x6 grid with three givens in a row has 28,200,960 / 120 solutions.
const MANY: &str = "123.................................\n";
const COUNT: usize = 235_008;

#[test]
fn a_listing_killed_ten_times_is_the_same_as_one_run() {
    let folder = folder("killed");
    fs::write(folder.join("puzzle.txt"), MANY).unwrap();
    let whole = farandole(&folder, &["count", "--all", "-o", "whole.txt", "puzzle.txt"]);
    assert_eq!(whole.0, Some(0), "{}", whole.2);
    let mut random = Random::new(6);
    let mut kills = 0;
    let mut good = 0;
    while kills < 10 {
        let mut child: Child =
            command(&folder, &["count", "--all", "-o", "cut.txt", "--resume", "check", "puzzle.txt"])
                .spawn()
                .unwrap();
        std::thread::sleep(Duration::from_millis(5 + random.below(250) as u64));
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap(); // SIGKILL
            kills += 1;
        }
        if !child.wait().unwrap().success() || kills == 10 {
            continue;
        }
        // The listing was complete before it could be killed: start again.
        fs::remove_file(folder.join("check")).unwrap();
        good += 1;
        assert!(good < 50, "the machine is too fast for this puzzle");
    }
    let end = farandole(&folder, &["count", "--all", "-o", "cut.txt", "--resume", "check", "puzzle.txt"]);
    assert_eq!(end.0, Some(0), "{}", end.2);
    // The listing has its own order, which is the same in every run. It may differ from that of the engines.
    let lines = |name: &str| {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let (whole, cut) = (lines("whole.txt"), lines("cut.txt"));
    assert_eq!(whole.len(), COUNT);
    assert!(whole == cut, "{} lines", cut.len());
    // Resuming a complete listing adds nothing.
    let again = farandole(&folder, &["count", "--all", "-o", "cut.txt", "--resume", "check", "puzzle.txt"]);
    assert_eq!(again.0, Some(0));
    assert_eq!(fs::metadata(folder.join("cut.txt")).unwrap().len(), 37 * COUNT as u64);
}

#[test]
fn a_checkpoint_that_does_not_fit_is_refused_before_the_output_is_touched() {
    let folder = folder("refused");
    fs::write(folder.join("puzzle.txt"), MANY).unwrap();
    fs::write(folder.join("other.txt"), MANY.replace("123", "124")).unwrap();
    fs::write(folder.join("two.txt"), MANY.repeat(2)).unwrap();
    let list = ["count", "--all", "--limit", "100", "-o", "out.txt", "--resume", "check", "puzzle.txt"];
    assert_eq!(farandole(&folder, &list).0, Some(0));
    let good = fs::read_to_string(folder.join("check")).unwrap();
    let out = fs::read(folder.join("out.txt")).unwrap();
    assert_eq!(out.len(), 3700);
    // Completed work is not repeated.
    assert_eq!(farandole(&folder, &list).0, Some(0));
    assert_eq!(fs::read(folder.join("out.txt")).unwrap(), out);
    let resume =
        |puzzle: &str| farandole(&folder, &["count", "--all", "-o", "out.txt", "--resume", "check", puzzle]);
    let (code, _, err) = resume("other.txt");
    assert_eq!((code, err.as_str()), (Some(3), "check:2:1: the checkpoint belongs to another puzzle\n"));
    let (code, _, err) = resume("two.txt");
    assert_eq!(
        (code, err.as_str()),
        (Some(2), "farandole: two.txt:2: expected a single puzzle, found a second one\n")
    );
    fs::write(folder.join("check"), good.replace("bytes 3700", "bytes 3x")).unwrap();
    let (code, _, err) = resume("puzzle.txt");
    assert_eq!((code, err.as_str()), (Some(3), "check:3:1: expected a checkpoint written by this version\n"));
    // A changed line does not match its checksum.
    fs::write(folder.join("check"), good.replace("bytes 3700", "bytes 3701")).unwrap();
    let (code, _, err) = resume("puzzle.txt");
    assert_eq!((code, err.as_str()), (Some(3), "check:5:1: expected a checkpoint written by this version\n"));
    fs::write(folder.join("check"), &good).unwrap();
    fs::write(folder.join("out.txt"), &out[..3699]).unwrap();
    let (code, _, err) = resume("puzzle.txt");
    assert_eq!(
        (code, err.as_str()),
        (Some(3), "out.txt: found 3699 bytes, expected the 3700 bytes of the checkpoint\n")
    );
    assert_eq!(fs::read(folder.join("out.txt")).unwrap(), out[..3699]);
    let (code, _, err) = farandole(&folder, &["count", "--all", "--checkpoint", "check", "puzzle.txt"]);
    assert_eq!((code, err.as_str()), (Some(2), "farandole: --resume requires --output FILE\n"));
}

/// Returns the clauses of a formula in the DIMACS format.
fn clauses(text: &str) -> Vec<Vec<i32>> {
    let lines = text.lines().filter(|line| !line.starts_with(['c', 'p']));
    lines
        .map(|line| line.split(' ').map(|number| number.parse().unwrap()).take_while(|n| *n != 0).collect())
        .collect()
}

#[test]
fn proofs_of_every_engine_are_accepted_against_the_printed_formula() {
    let folder = folder("proofs");
    let proper = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n";
    fs::write(folder.join("proper.txt"), proper).unwrap();
    fs::write(folder.join("none.txt"), proper.replacen("8.", "82", 1)).unwrap();
    for engine in ["auto", "kernel", "search", "prune", "dlx"] {
        let solve = ["solve", "-e", engine, "--proof", "proof", "-o", "solution.txt", "proper.txt"];
        assert_eq!(farandole(&folder, &solve).0, Some(0), "{engine}");
        let formula =
            farandole(&folder, &["encode", "--cnf", "--other-than", "solution.txt", "proper.txt"]).1;
        let proof = fs::read_to_string(folder.join("proof")).unwrap();
        assert_eq!(rup::check(&clauses(&formula), &proof), Ok(()), "{engine}");
        let plain = farandole(&folder, &["encode", "--cnf", "proper.txt"]).1;
        assert!(rup::check(&clauses(&plain), &proof).is_err());

        fs::remove_file(folder.join("proof")).unwrap();
        let (code, out, _) = farandole(&folder, &["solve", "-e", engine, "--proof", "proof", "none.txt"]);
        assert_eq!((code, out.as_str()), (Some(0), "!none\n"), "{engine}");
        let formula = farandole(&folder, &["encode", "--cnf", "none.txt"]).1;
        let proof = fs::read_to_string(folder.join("proof")).unwrap();
        assert_eq!(rup::check(&clauses(&formula), &proof), Ok(()), "{engine}");
        fs::remove_file(folder.join("proof")).unwrap();
    }
    fs::write(folder.join("several.txt"), MANY).unwrap();
    let (code, out, err) = farandole(&folder, &["solve", "--proof", "proof", "several.txt"]);
    assert_eq!((code, out.as_str()), (Some(0), "!several\n"));
    assert_eq!(err, "several.txt:1: several solutions, so there is nothing to prove\n");
    let (code, out, _) = farandole(&folder, &["solve", "--budget", "3", "--proof", "proof", "proper.txt"]);
    assert_eq!((code, out.as_str()), (Some(4), "!gave up\n"));
    assert!(!folder.join("proof").exists() && !folder.join("proof.part").exists());
}

#[test]
fn proofs_about_variants_are_accepted_against_the_printed_formula() {
    let folder = folder("variant_proofs");
    let examples =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/variants/examples.txt"))
            .unwrap();
    let puzzles: Vec<&str> = examples.split("\n\n").filter(|text| text.contains("\n.")).collect();
    for puzzle in &puzzles[..2] {
        fs::write(folder.join("variant.txt"), puzzle).unwrap();
        let solve = ["solve", "--proof", "proof", "-o", "solution.txt", "variant.txt"];
        assert_eq!(farandole(&folder, &solve).0, Some(0), "{puzzle}");
        let formula =
            farandole(&folder, &["encode", "--opb", "--other-than", "solution.txt", "variant.txt"]).1;
        let proof = fs::read_to_string(folder.join("proof")).unwrap();
        assert_eq!(pb::check(&formula, &proof), Ok(()), "{puzzle}");
        let plain = farandole(&folder, &["encode", "--opb", "variant.txt"]).1;
        assert!(pb::check(&plain, &proof).is_err());
        fs::remove_file(folder.join("proof")).unwrap();
    }
    let solve = |text: &str| {
        fs::write(folder.join("variant.txt"), text).unwrap();
        let answer = farandole(&folder, &["solve", "--proof", "proof", "variant.txt"]);
        assert_eq!(folder.join("proof").exists(), answer.1 == "!none\n");
        answer
    };
    let (code, out, _) = solve(".Shape~4x4.Cage~3~R1C1~R1C2.Cage~4~R2C1~R2C2\n");
    assert_eq!((code, out.as_str()), (Some(0), "!none\n"));
    fs::remove_file(folder.join("proof")).unwrap();
    let (code, out, err) = solve(".Shape~4x4.Thermo~R1C1~R1C2\n");
    assert_eq!((code, out.as_str()), (Some(0), "!several\n"));
    assert_eq!(err, "variant.txt:1: several solutions, so there is nothing to prove\n");
    let (code, out, err) = solve(".Shape~4x4.FullRank~R1~1.FullRank~R3~2.FullRank~C1~3.FullRank~C4~4\n");
    assert_eq!((code, out.as_str()), (Some(4), "!unsupported\n"), "{err}");
    assert_eq!(err, "variant.txt:1: no formula states FullRank\n");
    let (code, _, err) =
        farandole(&folder, &["encode", "--opb", "--other-than", "solution.txt", "variant.txt"]);
    assert_eq!((code, err.as_str()), (Some(3), "solution.txt: expected 16 values, each of 1-4\n"));
}

#[cfg(unix)]
#[test]
fn what_is_read_under_another_name_is_not_written_over() {
    let folder = folder("names");
    let text = format!("{}\n", ".".repeat(16));
    fs::write(folder.join("a"), &text).unwrap();
    fs::hard_link(folder.join("a"), folder.join("b")).unwrap();
    std::os::unix::fs::symlink("a", folder.join("c")).unwrap();
    let refused = Some(2);
    for (args, stdin) in [
        (&["solve", "-o", "a"][..], true),
        (&["solve", "-o", "b", "-"], true),
        (&["cover", "count", "--zdd", "a"], true),
        (&["solve", "-o", "b", "a"], false),
        (&["convert", "--to", "grid", "-o", "a", "c"], false),
    ] {
        let mut command = command(&folder, args);
        if stdin {
            command.stdin(fs::File::open(folder.join("a")).unwrap());
        }
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), refused, "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(fs::read_to_string(folder.join("a")).unwrap(), text, "{args:?}");
    }
    // The same names are accepted if no data can be lost.
    assert_eq!(farandole(&folder, &["solve", "-o", "new", "a"]).0, Some(0));
    assert_eq!(fs::read_to_string(folder.join("new")).unwrap().len(), 17);
}

#[test]
fn a_drawing_of_a_hint_shows_the_grid_at_every_depth() {
    let folder = folder("drawings");
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for depth in ["where", "what", "why"] {
        assert_eq!(farandole(&folder, &["hint", puzzle, "--depth", depth, "--svg", "hint.svg"]).0, Some(0));
        let drawing = fs::read_to_string(folder.join("hint.svg")).unwrap();
        assert!(drawing.matches("<text").count() >= 30, "{depth}: {drawing}");
    }
}

#[test]
fn a_run_that_cannot_go_on_leaves_no_output_behind() {
    let folder = folder("gone");
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/cover/queens_8.dlx");
    let problem = testdata.to_str().unwrap();
    let args = ["cover", "solve", "--all", "-j", "1", "--resume", "state", "-o", "list", problem];
    assert_eq!(farandole(&folder, &args).0, Some(0));
    fs::remove_file(folder.join("list")).unwrap();
    assert_eq!(farandole(&folder, &args).0, Some(5));
    assert!(!folder.join("list").exists());
}

#[cfg(unix)]
#[test]
fn a_proof_is_written_through_what_is_no_regular_file() {
    let folder = folder("through");
    let proper = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n";
    fs::write(folder.join("proper.txt"), proper).unwrap();
    fs::write(folder.join("target"), "before").unwrap();
    fs::write(folder.join("target.part"), "of somebody else").unwrap();
    std::os::unix::fs::symlink("target", folder.join("link")).unwrap();
    let prove = |path: &str| farandole(&folder, &["solve", "--proof", path, "proper.txt"]).0;
    assert_eq!((prove("link"), prove("/dev/null")), (Some(0), Some(0)));
    assert!(folder.join("link").is_symlink());
    assert!(fs::metadata(folder.join("target")).unwrap().len() > 100);
    assert_eq!(fs::read_to_string(folder.join("target.part")).unwrap(), "of somebody else");
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    // A named pipe is written to, not replaced.
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || fs::read(pipe).unwrap())
    };
    assert_eq!(prove("pipe"), Some(0));
    assert_eq!(reader.join().unwrap(), fs::read(folder.join("target")).unwrap());
    assert!(!fs::metadata(&pipe).unwrap().is_file());
}

#[test]
fn every_command_has_a_manual_page_of_its_own() {
    let folder = folder("man");
    let (code, page, _) = farandole(&folder, &["man"]);
    assert_eq!((code, page.matches("\n.TH ").count()), (Some(0), 1));
    let (code, page, _) = farandole(&folder, &["man", "cover", "count"]);
    assert!(code == Some(0) && page.contains(".TH farandole-cover-count 1"), "{page}");
    assert_eq!(farandole(&folder, &["man", "nonsense"]).0, Some(2));
    assert_eq!(farandole(&folder, &["man", "--dir", "."]).0, Some(0));
    let pages = fs::read_dir(&folder).unwrap().count();
    assert!(pages > 25, "{pages} pages");
    assert!(folder.join("farandole-cover-count.1").exists() && folder.join("farandole.1").exists());
}

#[test]
fn the_searches_for_variants_are_compared() {
    let folder = folder("compare");
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/variants/examples.txt");
    let (code, rows, errors) = farandole(&folder, &["compare", "--rounds", "1", "--json", examples]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    for (name, row) in ["turns", "depth-first", "learning"].iter().zip(rows.lines()) {
        assert!(row.starts_with(&format!("{{\"schema\":1,\"engine\":\"{name}\"")), "{row}");
        assert!(row.contains("\"decided\":6,\"gave_up\":0,\"unsupported\":0,\"wrong\":0"), "{row}");
    }
    assert_eq!(rows.lines().count(), 3);
}
