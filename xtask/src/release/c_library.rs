//! The C library, installed in an empty folder and used by a program in C.

use super::options::{Options, empty_folder};
use crate::capi::{Linking, compile_example, install};
use crate::cargo::works;
use std::fs;
use std::process::Command;

/// The list for the example: every known puzzle with 17 givens.
const LIST: &str = "testdata/sudoku/17_clue.txt.gz";
const PUZZLES: usize = 49_158;

/// Number of puzzles under valgrind, which is fifty times slower.
const UNDER_VALGRIND: usize = 500;

/// Installs the library, compiles the example against the shared and the static library, and compares
/// its answer on the list.
pub(super) fn check(options: &Options) -> Result<Vec<String>, String> {
    for (program, argument) in [("cc", "--version"), ("pkg-config", "--version"), ("gzip", "--version")] {
        if !works(program, &[argument]) {
            return Ok(vec![format!("no {program}")]);
        }
    }
    let folder = empty_folder("c")?;
    let prefix = folder.join("prefix");
    install(&prefix, &options.profile)?;
    let list = folder.join("17_clue.txt");
    let output =
        Command::new("gzip").args(["-dc", LIST]).output().map_err(|error| format!("gzip: {error}"))?;
    fs::write(&list, &output.stdout).map_err(|error| format!("{}: {error}", list.display()))?;
    let mut skipped = Vec::new();
    for linking in [Linking::Shared, Linking::Static] {
        let program = compile_example(&prefix, &folder, linking)?;
        expect(Command::new(&program).arg(&list), PUZZLES)?;
        if linking == Linking::Static {
            continue;
        }
        if !works("valgrind", &["--version"]) {
            skipped.push("no valgrind for the memory of the C library".into());
            continue;
        }
        let short: Vec<&[u8]> =
            output.stdout.split_inclusive(|byte| *byte == b'\n').take(UNDER_VALGRIND).collect();
        let few = folder.join("few.txt");
        fs::write(&few, short.concat()).map_err(|error| format!("{}: {error}", few.display()))?;
        let mut valgrind = Command::new("valgrind");
        valgrind.args([
            "--quiet",
            "--error-exitcode=9",
            "--leak-check=full",
            "--errors-for-leak-kinds=definite",
        ]);
        // Valgrind does not know AVX-512.
        expect(valgrind.arg(&program).arg(&few).env("FARANDOLE_ISA", "avx2"), UNDER_VALGRIND)?;
    }
    Ok(skipped)
}

/// Runs the example and compares its answer: all puzzles are proper.
fn expect(command: &mut Command, puzzles: usize) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if output.status.success() && text.trim() == format!("{puzzles} of {puzzles} puzzles are proper") {
        return Ok(());
    }
    Err(format!("{command:?}: {} {text} {}", output.status, String::from_utf8_lossy(&output.stderr)))
}
