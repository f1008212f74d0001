//! Certificates: the folder that `farandole certify` writes, checked by the checkers of this repository and, if they are
//! installed, by drat-trim, cake_lpr and VeriPB with the commands of the README that the folder contains.

use farandole_testkit::{pb, rup};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const CLASSIC: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// Variants with exactly one solution.
const VARIANTS: [&str; 3] = [
    ".Shape~4x4.Cage~7~R1C1~R2C1.Thermo~R1C2~R2C2~R3C2.~R4C4_3.~R3C3_4.~R1C4_4",
    ".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R2C1~R2C2.~R1C1_1~R1C3_3~R2C3_1~R3C1_2~R4C4_1",
    ".Shape~6x6.~R1C3_1~R2C1_4~R4C4_4~R5C4_5~R6C5_1~R6C6_3.Skyscraper~R1~~2.Skyscraper~R2~~2.Skyscraper~R3~5\
     .Skyscraper~R3~~1.Skyscraper~R6~2.Skyscraper~R6~~2.Skyscraper~C1~~2.Skyscraper~C2~~3.Skyscraper~C3~~2",
];

/// Returns an empty directory of its own for a test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn farandole(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_farandole"));
    let output = command.args(args).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    let Output { status, stdout, stderr } = output;
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

fn clauses(text: &str) -> Vec<Vec<i32>> {
    let lines = text.lines().filter(|line| !line.starts_with(['c', 'p']));
    let numbers = |line: &str| -> Vec<i32> {
        line.split(' ').map(|number| number.parse().unwrap()).take_while(|number| *number != 0).collect()
    };
    lines.map(numbers).collect()
}

/// Runs a shell command in the folder and returns its output, or prints that it is skipped if its program is missing.
fn output_of(folder: &Path, command: &str) -> Option<String> {
    let mut words = command.split(' ');
    let program = words.next().unwrap();
    let output = match Command::new(program).args(words).current_dir(folder).output() {
        Ok(output) => output,
        Err(error) => {
            eprintln!("skipped: {command}: {error}");
            return None;
        }
    };
    Some(String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr))
}

/// Runs the commands of the README. Each checker must accept the proof, and reject a proof without its last step.
fn outside_checkers(folder: &Path, proof: &str) {
    let readme = fs::read_to_string(folder.join("README.md")).unwrap();
    let commands: Vec<&str> = readme.split("```").filter_map(|part| part.strip_prefix("sh\n")).collect();
    assert!(!commands.is_empty(), "{readme}");
    for command in commands.iter().flat_map(|block| block.lines()) {
        let Some(output) = output_of(folder, command) else { continue };
        assert!(output.contains("s VERIFIED"), "{command}: {output}");
    }
    let whole = fs::read_to_string(folder.join(proof)).unwrap();
    fs::write(folder.join(proof), damaged(&whole, proof)).unwrap();
    let first = commands[0].lines().next().unwrap();
    if let Some(output) = output_of(folder, first) {
        assert!(!output.contains("s VERIFIED"), "{first}: {output}");
    }
    fs::write(folder.join(proof), whole).unwrap();
}

/// Returns the proof without the clauses that it adds.
fn damaged(proof: &str, name: &str) -> String {
    let is_added =
        |line: &&str| if name == "proof.pbp" { line.starts_with("rup") } else { !line.starts_with('d') };
    proof.lines().filter(|line| !is_added(line)).map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_certificate_of_a_classic_puzzle_is_accepted() {
    let folder = folder("certificate_of_a_classic_puzzle");
    let (code, out, err) = farandole(&folder, &["certify", CLASSIC]);
    assert_eq!((code, out.len(), err.as_str()), (Some(0), 82, ""));
    let folder = folder.join("certificate");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("solution.txt"), out);
    assert_eq!(read("puzzle.txt"), format!("{CLASSIC}\n"));
    let (formula, proof) = (clauses(&read("formula.cnf")), read("proof.drat"));
    assert_eq!(rup::check(&formula, &proof), Ok(()));
    assert!(rup::check(&formula, &damaged(&proof, "proof.drat")).is_err());
    // The solution satisfies every clause but the last one, which excludes it.
    let digits: Vec<i32> = out.trim().bytes().map(|byte| i32::from(byte - b'0')).collect();
    let is_true = |literal: &i32| {
        let (cell, digit) = ((literal.abs() - 1) / 9, (literal.abs() - 1) % 9 + 1);
        (digits[cell as usize] == digit) == (*literal > 0)
    };
    let unsatisfied: Vec<usize> = (0..formula.len()).filter(|at| !formula[*at].iter().any(is_true)).collect();
    assert_eq!(unsatisfied, [formula.len() - 1]);
    // Each line of the statement holds for the solution.
    let name = |cell: usize| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1);
    let statement = read("statement.txt");
    let houses: Vec<&str> = statement.lines().filter(|line| line.contains("all-different(")).collect();
    assert_eq!(houses.len(), 27);
    for house in houses {
        let cells = house.split_once('(').unwrap().1.trim_end_matches(')').split(", ");
        let mut found: Vec<i32> =
            cells.map(|cell| digits[(0..81).find(|at| name(*at) == cell).unwrap()]).collect();
        found.sort_unstable();
        assert_eq!(found, (1..=9).collect::<Vec<_>>(), "{house}");
    }
    for (cell, given) in CLASSIC.bytes().enumerate().filter(|(_, given)| *given != b'.') {
        assert!(statement.contains(&format!("\n{} = {}\n", name(cell), given as char)), "{statement}");
    }
    outside_checkers(&folder, "proof.drat");
}

#[test]
fn certificates_of_variants_are_accepted() {
    for (number, puzzle) in VARIANTS.iter().enumerate() {
        let folder = folder(&format!("certificate_of_variant_{number}"));
        let (code, out, err) = farandole(&folder, &["certify", "--folder", "proved", puzzle]);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{puzzle}");
        assert!(out.trim().bytes().all(|byte| byte.is_ascii_digit()), "{puzzle}: {out}");
        let folder = folder.join("proved");
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        let (formula, proof) = (read("formula.opb"), read("proof.pbp"));
        assert_eq!(pb::check(&formula, &proof), Ok(()), "{puzzle}");
        let statement = read("statement.txt");
        assert!(
            statement.contains("Claim: there is exactly one solution:") && statement.contains(out.trim())
        );
        outside_checkers(&folder, "proof.pbp");
    }
}

#[test]
fn no_folder_is_left_without_a_proof() {
    let folder = folder("no_certificate");
    let (code, out, _) = farandole(&folder, &["certify", "................"]);
    assert_eq!((code, out.as_str()), (Some(0), "!several\n"));
    assert!(!folder.join("certificate").exists());
}
