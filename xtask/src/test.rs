//! Everything that CI checks, step by step, with a list of what was skipped and why.

use std::process::Command;
use std::time::Instant;

/// How many inputs each fuzz target is given, and after how many seconds it stops all the same. The seed is fixed: a
/// check must say the same each time; who looks for something new runs `cargo fuzz` longer and keeps what it finds as
/// ordinary tests.
const FUZZ_RUNS: u32 = 20_000;
const FUZZ_SECONDS: u32 = 10;

/// The version of cargo-fuzz to install where it is missing.
const CARGO_FUZZ: &str = "0.13.2";

pub(crate) fn run() -> Result<(), String> {
    let mut skipped = Vec::new();
    step("format", &["fmt", "--all", "--check"])?;
    step("lints", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])?;
    println!("== floors");
    crate::floors::run()?;
    step("tests", &["test", "--workspace", "--all-targets", "--locked"])?;
    step(
        "propagators against their reference",
        &["test", "-p", "farandole-solve", "--lib", "--features", "check", "--locked"],
    )?;
    step("documentation tests", &["test", "--workspace", "--doc", "--locked"])?;
    step("documentation", &["doc", "--workspace", "--no-deps", "--locked"])?;
    println!("== assembly of the kernel");
    crate::asm::run()?;
    let bare = ["--lib", "--no-default-features", "--locked", "--", "-D", "warnings"];
    step("without the standard library", &[&["clippy"], &crate::targets::ALONE[..], &bare].concat())?;
    println!("== other processors");
    skipped.extend(crate::targets::run()?);
    for manifest in ["bench/Cargo.toml", "bench/cover/Cargo.toml"] {
        step(
            manifest,
            &["clippy", "--manifest-path", manifest, "--all-targets", "--locked", "--", "-D", "warnings"],
        )?;
    }
    match fuzz() {
        Ok(()) => {}
        Err(Fuzz::Skipped(why)) => skipped.push(format!("fuzz targets: {why}")),
        Err(Fuzz::Failed(why)) => return Err(why),
    }
    println!("== done");
    for skip in &skipped {
        println!("skipped: {skip}");
    }
    Ok(())
}

fn step(name: &str, args: &[&str]) -> Result<(), String> {
    println!("== {name}: cargo {}", args.join(" "));
    succeed(name, Command::new("cargo").args(args).env("RUSTDOCFLAGS", "-D warnings"))
}

/// Runs cargo, and says how long it took.
pub(crate) fn succeed(name: &str, cargo: &mut Command) -> Result<(), String> {
    let start = Instant::now();
    let status = cargo.status().map_err(|error| format!("{name}: cargo could not be started: {error}"))?;
    println!("== {name}: {:.0} s", start.elapsed().as_secs_f64());
    if status.success() { Ok(()) } else { Err(format!("{name}: failed ({status})")) }
}

/// Why fuzzing did not end well.
enum Fuzz {
    Skipped(String),
    Failed(String),
}

/// Runs each fuzz target on a fixed number of inputs. That wants a nightly compiler, and `cargo fuzz`, which is installed below
/// `target/` where it is missing.
fn fuzz() -> Result<(), Fuzz> {
    let works = |program: &str, args: &[&str]| {
        Command::new(program).args(args).output().is_ok_and(|it| it.status.success())
    };
    if !works("cargo", &["+nightly", "--version"]) {
        return Err(Fuzz::Skipped("there is no nightly toolchain".into()));
    }
    let mut program = "cargo-fuzz";
    if !works(program, &["--version"]) {
        program = "target/tools/bin/cargo-fuzz";
        let install =
            ["install", "cargo-fuzz", "--version", CARGO_FUZZ, "--locked", "--root", "target/tools"];
        if !works(program, &["--version"]) && step("cargo-fuzz", &install).is_err() {
            return Err(Fuzz::Skipped(format!("cargo-fuzz {CARGO_FUZZ} could not be installed")));
        }
    }
    let list = Command::new(program).args(["fuzz", "list"]).output();
    let list = list.map_err(|error| Fuzz::Failed(format!("{program} list: {error}")))?;
    for target in String::from_utf8_lossy(&list.stdout).split_whitespace() {
        println!("== fuzz {target}");
        let seconds = format!("-max_total_time={FUZZ_SECONDS}");
        let runs = format!("-runs={FUZZ_RUNS}");
        let args =
            ["fuzz", "run", target, "--", "-seed=1", &runs, &seconds, "-verbosity=0", "-print_final_stats=1"];
        // The program picks the toolchain by this variable, as it would by `cargo +nightly fuzz`.
        let status = Command::new(program).args(args).env("RUSTUP_TOOLCHAIN", "nightly").status();
        if !status.is_ok_and(|status| status.success()) {
            return Err(Fuzz::Failed(format!("fuzz {target}: failed")));
        }
    }
    Ok(())
}
