//! The C library, installed in an empty folder and used by programs in C and by Python's ctypes.

use super::options::{Options, empty_folder};
use crate::capi::{CRATE, Linking, compile, install};
use crate::cargo::{succeed, works};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The list for the example, with all known puzzles with 17 givens.
const LIST: &str = "testdata/sudoku/17_clue.txt.gz";
const PUZZLES: usize = 49_158;

/// Number of puzzles for the run under valgrind, which is fifty times slower.
const UNDER_VALGRIND: usize = 500;

/// The least share of the kernel's rate that a C program must reach.
const LEAST_SHARE: f64 = 0.95;
/// Number of passes through the list per run, and maximum number of runs of each program. The
/// fastest run counts, because other processes can only slow a run down.
const PASSES: &str = "10";
const RUNS: usize = 12;

/// The target and folder of the library compiled with the address sanitizer.
const SANITIZED_TARGET: &str = "x86_64-unknown-linux-gnu";
const SANITIZED_FOLDER: &str = "target/sanitized";

/// Installs the library and compiles the example against the shared and the static library. Checks
/// its answer on the list and its rate, and searches for memory errors.
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
    let puzzles = output(Command::new("gzip").args(["-dc", LIST]))?;
    fs::write(&list, &puzzles).map_err(|error| format!("{}: {error}", list.display()))?;
    let mut skipped = Vec::new();
    let example = "examples/solve_list.c";
    for linking in [Linking::Shared, Linking::Static] {
        expect(Command::new(compile(example, &prefix, &folder, linking)?).arg(&list), PUZZLES)?;
    }
    let program = compile(example, &prefix, &folder, Linking::Shared)?;
    skipped.extend(valgrind(&program, &folder, &puzzles)?);
    skipped.extend(sanitizer(&folder)?);
    skipped.extend(ctypes(&prefix)?);
    if options.profile == "release" {
        skipped.extend(rate(&prefix, &folder, &list)?);
    } else {
        skipped.push("the rate of the C library needs the profile release".into());
    }
    skipped.push("installation by cargo-c: the files of cargo xtask capi have its layout".into());
    Ok(skipped)
}

/// Runs the example under valgrind on the first puzzles.
fn valgrind(program: &Path, folder: &Path, puzzles: &[u8]) -> Result<Option<String>, String> {
    if !works("valgrind", &["--version"]) {
        return Ok(Some("no valgrind for the memory of the C library".into()));
    }
    let short: Vec<&[u8]> = puzzles.split_inclusive(|byte| *byte == b'\n').take(UNDER_VALGRIND).collect();
    let few = folder.join("few.txt");
    fs::write(&few, short.concat()).map_err(|error| format!("{}: {error}", few.display()))?;
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--quiet", "--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite"]);
    // Valgrind does not support AVX-512.
    expect(valgrind.arg(program).arg(&few).env("FARANDOLE_ISA", "avx2"), UNDER_VALGRIND)?;
    Ok(None)
}

/// Compiles the library and a C program that calls every function with the address sanitizer, and
/// runs the program. The compiler option is unstable, but the runtime is part of every toolchain
/// for this target.
fn sanitizer(folder: &Path) -> Result<Option<String>, String> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu")) {
        return Ok(Some("the address sanitizer needs Linux on x86-64".into()));
    }
    let mut cargo = Command::new("cargo");
    cargo.args(["rustc", "--package", "farandole-capi", "--lib", "--locked", "--target", SANITIZED_TARGET]);
    cargo.args(["--target-dir", SANITIZED_FOLDER, "--crate-type", "staticlib"]);
    cargo.args(["--config", "profile.dev.opt-level=1"]);
    cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zsanitizer=address");
    succeed("C library with the address sanitizer", &mut cargo)?;
    let library = Path::new(SANITIZED_FOLDER).join(SANITIZED_TARGET).join("debug/libfarandole_capi.a");
    let program = folder.join("interface-sanitized");
    let mut cc = Command::new("cc");
    cc.args(["-std=c99", "-D_POSIX_C_SOURCE=200809L", "-g", "-fsanitize=address"]);
    cc.arg(format!("-I{CRATE}/include")).arg(Path::new(CRATE).join("tests/c/interface.c")).arg(library);
    cc.args(["-lpthread", "-lm", "-ldl", "-o"]).arg(&program);
    if succeed("C program with the address sanitizer", &mut cc).is_err() {
        return Ok(Some("the C compiler has no address sanitizer".into()));
    }
    succeed("address sanitizer", &mut Command::new(program)).map(|()| None)
}

/// Runs the example in Python with the installed library.
fn ctypes(prefix: &Path) -> Result<Option<String>, String> {
    if !works("python3", &["--version"]) {
        return Ok(Some("no python3 for the example with ctypes".into()));
    }
    let name = format!("{}farandole{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let mut python = Command::new("python3");
    python.arg(Path::new(CRATE).join("examples/ctypes_example.py")).arg(prefix.join("lib").join(name));
    let text = String::from_utf8_lossy(&output(&mut python)?).into_owned();
    let version = concat!("farandole ", env!("CARGO_PKG_VERSION"));
    if text.trim_end().ends_with(version) { Ok(None) } else { Err(format!("ctypes: {text}")) }
}

/// Compares the rates of a C program and the kernel in alternating runs. Stops as soon as the
/// fastest runs agree.
fn rate(prefix: &Path, folder: &Path, list: &Path) -> Result<Option<String>, String> {
    if !cfg!(target_os = "linux") {
        return Ok(Some("the rate of the C library is measured on Linux".into()));
    }
    let program = compile("tests/c/rate.c", prefix, folder, Linking::Shared)?;
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--release", "--locked", "--package", "farandole-capi", "--example", "kernel_rate"]);
    succeed("rate of the kernel", &mut cargo)?;
    let kernel = crate::cargo::built("release").join("examples/kernel_rate");
    let measured = |program: &Path| -> Result<f64, String> {
        let text = output(Command::new(program).arg(list).arg(PASSES))?;
        let text = String::from_utf8_lossy(&text).into_owned();
        text.trim().parse().map_err(|_| format!("{}: {text}", program.display()))
    };
    let (mut library_rate, mut kernel_rate) = (0_f64, 0_f64);
    for run in 1..=RUNS {
        library_rate = library_rate.max(measured(&program)?);
        kernel_rate = kernel_rate.max(measured(&kernel)?);
        let share = library_rate / kernel_rate;
        println!("C {library_rate:.0}, kernel {kernel_rate:.0} puzzles per second, {:.1} %", share * 100.0);
        if run >= RUNS / 4 && share >= LEAST_SHARE {
            return Ok(None);
        }
    }
    Err(format!("a C program solves {library_rate:.0} puzzles per second, the kernel {kernel_rate:.0}"))
}

/// Runs a command and returns its output.
fn output(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(format!("{command:?}: {} {}", output.status, String::from_utf8_lossy(&output.stderr)))
}

/// Runs the example and checks its answer, which must be that all puzzles are proper.
fn expect(command: &mut Command, puzzles: usize) -> Result<(), String> {
    let text = String::from_utf8_lossy(&output(command)?).into_owned();
    if text.trim() == format!("{puzzles} of {puzzles} puzzles are proper") {
        return Ok(());
    }
    Err(format!("{command:?}: {text}"))
}
