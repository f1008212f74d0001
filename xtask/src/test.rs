//! Everything that CI checks, step by step, with a list of what was skipped and why.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// How long each fuzz target runs; its regressions are replayed in any case.
const FUZZ_SECONDS: u32 = 10;

pub(crate) fn run() -> Result<(), String> {
    let mut skipped = Vec::new();
    step("format", &["fmt", "--all", "--check"])?;
    step("lints", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])?;
    println!("== floors");
    crate::floors::run()?;
    step("tests", &["test", "--workspace", "--all-targets", "--locked"])?;
    step("documentation tests", &["test", "--workspace", "--doc", "--locked"])?;
    step("documentation", &["doc", "--workspace", "--no-deps", "--locked"])?;
    for manifest in ["bench/Cargo.toml", "bench/cover/Cargo.toml"] {
        step(
            manifest,
            &["clippy", "--manifest-path", manifest, "--all-targets", "--locked", "--", "-D", "warnings"],
        )?;
    }
    match fuzz_ready() {
        Ok(()) => fuzz()?,
        Err(why) => skipped.push(format!("fuzz targets: {why}")),
    }
    println!("== done");
    for skip in &skipped {
        println!("skipped: {skip}");
    }
    Ok(())
}

fn step(name: &str, args: &[&str]) -> Result<(), String> {
    println!("== {name}: cargo {}", args.join(" "));
    let start = Instant::now();
    let mut cargo = Command::new("cargo");
    let status = cargo.args(args).env("RUSTDOCFLAGS", "-D warnings").status();
    let status = status.map_err(|error| format!("{name}: cargo could not be started: {error}"))?;
    println!("== {name}: {:.0} s", start.elapsed().as_secs_f64());
    if status.success() { Ok(()) } else { Err(format!("{name}: failed ({status})")) }
}

/// Fuzzing wants a nightly toolchain and `cargo fuzz`; without them the regressions still run as ordinary tests.
fn fuzz_ready() -> Result<(), &'static str> {
    let works =
        |args: &[&str]| Command::new("cargo").args(args).output().is_ok_and(|output| output.status.success());
    if !works(&["+nightly", "--version"]) {
        Err("no nightly toolchain")
    } else if !works(&["fuzz", "--version"]) {
        Err("cargo-fuzz is not installed (cargo install cargo-fuzz --locked)")
    } else {
        Ok(())
    }
}

fn fuzz() -> Result<(), String> {
    let list = Command::new("cargo").args(["+nightly", "fuzz", "list"]).output();
    let list = list.map_err(|error| format!("cargo fuzz list: {error}"))?;
    for target in String::from_utf8_lossy(&list.stdout).split_whitespace() {
        let seconds = format!("-max_total_time={FUZZ_SECONDS}");
        let regressions = format!("fuzz/regressions/{target}");
        let mut args = vec!["+nightly", "fuzz", "run", target];
        if Path::new(&regressions).is_dir() {
            args.push(&regressions);
        }
        args.extend(["--", &seconds]);
        step(&format!("fuzz {target}"), &args)?;
    }
    Ok(())
}
