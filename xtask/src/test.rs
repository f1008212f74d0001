//! All checks of CI as a sequence of steps, followed by a list of skipped steps with reasons.
//!
//! Every change must pass the first tier. The second (`--all`) adds slow checks that rarely fail:
//! fuzz targets, comparisons with other solvers, the packages as they would be published, and the
//! WebAssembly module without vector instructions.

use std::process::Command;
use std::time::Instant;

use crate::cargo::{step, succeed, works};
use crate::python::Extent;
use crate::structure::Check;

/// The structure checks that must pass.
const STRUCTURE: &[Check] = &Check::ALL;

/// Number of inputs for each fuzz target, and the time limit in seconds. With a fixed seed, every
/// run gives the same result. To search for new failures, run `cargo fuzz` for longer and add the
/// failures as ordinary tests.
const FUZZ_RUNS: u32 = 20_000;
const FUZZ_SECONDS: u32 = 10;

/// Number of random cases for comparing each filter of the variant engine with brute force.
const FILTER_CASES: &str = "10000";

/// The other workspaces. They contain crates of the main one, so a new dependency there changes their lock files.
const OTHER_WORKSPACES: [&str; 5] = [
    "bench/Cargo.toml",
    "bench/cover/Cargo.toml",
    "bench/compare/Cargo.toml",
    "bench/variants/Cargo.toml",
    "fuzz/Cargo.toml",
];

/// Version of cargo-fuzz to install if it is missing.
const CARGO_FUZZ: &str = "0.13.2";

/// The extent of the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tier {
    First,
    All,
}

/// Runs the steps.
///
/// # Errors
///
/// Returns the first step that failed.
pub(crate) fn run(tier: Tier) -> Result<(), String> {
    let start = Instant::now();
    let mut skipped = Vec::new();
    step("format", &["fmt", "--all", "--check"])?;
    println!("== structure");
    crate::floors::run()?;
    crate::structure::run(STRUCTURE)?;
    crate::words::run(&[])?;
    crate::api::check()?;
    skipped.extend(lock_files()?);
    step("lints", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])?;
    tests()?;
    step("documentation tests", &["test", "--workspace", "--doc", "--locked"])?;
    step("documentation", &["doc", "--workspace", "--no-deps", "--locked"])?;
    println!("== assembly of the kernel");
    crate::asm::run()?;
    let bare = ["--lib", "--no-default-features", "--locked", "--", "-D", "warnings"];
    step("without the standard library", &[&["clippy"], &crate::targets::ALONE[..], &bare].concat())?;
    println!("== other processors");
    skipped.extend(crate::targets::run()?);
    println!("== the web page");
    skipped.extend(crate::page::test()?);
    let extent = if tier == Tier::All { Extent::Recipes } else { Extent::Package };
    skipped.extend(crate::python::run(extent)?);
    if tier == Tier::All {
        long(&mut skipped)?;
    } else {
        skipped.push("fuzz targets, other solvers, packages: cargo xtask test --all".into());
    }
    println!("== done: every step passed, tests among them, in {:.0} s", start.elapsed().as_secs_f64());
    for skip in &skipped {
        println!("skipped: {skip}");
    }
    Ok(())
}

/// Runs the tests. Uses `cargo nextest` if it is installed, because it runs the tests of all crates
/// in parallel. Examples have no tests and are compiled by the lints.
fn tests() -> Result<(), String> {
    let what = ["--workspace", "--tests", "--locked"];
    if works("cargo", &["nextest", "--version"]) {
        let quiet = ["--status-level", "fail", "--final-status-level", "slow"];
        step("tests", &[&["nextest", "run"], &what[..], &quiet].concat())
    } else {
        step("tests", &[&["test"], &what[..]].concat())
    }
}

/// Checks that the lock files of the other workspaces are up to date. Returns the reason if the registry
/// cannot be read.
fn lock_files() -> Result<Option<String>, String> {
    for manifest in OTHER_WORKSPACES {
        let update = ["update", "--workspace", "--locked", "--quiet", "--manifest-path", manifest];
        let output =
            Command::new("cargo").args(update).output().map_err(|error| format!("cargo: {error}"))?;
        let message = String::from_utf8_lossy(&output.stderr);
        if message.contains("cannot update the lock file") {
            return Err(format!(
                "{manifest}: its lock file is outdated (cargo update --workspace --manifest-path {manifest})"
            ));
        }
        if !output.status.success() {
            return Ok(Some(format!("lock files: {}", message.lines().next().unwrap_or("no registry"))));
        }
    }
    Ok(None)
}

/// Runs the second tier.
fn long(skipped: &mut Vec<String>) -> Result<(), String> {
    skipped.extend(crate::wasm::run()?);
    let filters = ["test", "-p", "farandole-csp", "--lib", "--locked"];
    succeed("filters", Command::new("cargo").args(filters).env("FARANDOLE_CASES", FILTER_CASES))?;
    step("packages", &["publish", "--workspace", "--dry-run", "--locked", "--allow-dirty"])?;
    for manifest in OTHER_WORKSPACES {
        step(
            manifest,
            &["clippy", "--manifest-path", manifest, "--all-targets", "--locked", "--", "-D", "warnings"],
        )?;
    }
    match fuzz() {
        Ok(()) => Ok(()),
        Err(Fuzz::Skipped(why)) => {
            skipped.push(format!("fuzz targets: {why}"));
            Ok(())
        }
        Err(Fuzz::Failed(why)) => Err(why),
    }
}

/// The reason why fuzzing did not succeed.
enum Fuzz {
    Skipped(String),
    Failed(String),
}

/// Runs each fuzz target on a fixed number of inputs. This requires a nightly compiler and `cargo
/// fuzz`, which is installed below `target/` if it is missing.
fn fuzz() -> Result<(), Fuzz> {
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
        let seconds = format!("-max_total_time={FUZZ_SECONDS}");
        let runs = format!("-runs={FUZZ_RUNS}");
        let args =
            ["fuzz", "run", target, "--", "-seed=1", &runs, &seconds, "-verbosity=0", "-print_final_stats=1"];
        // This variable selects the toolchain, as `cargo +nightly fuzz` would.
        let mut command = Command::new(program);
        succeed(&format!("fuzz {target}"), command.args(args).env("RUSTUP_TOOLCHAIN", "nightly"))
            .map_err(Fuzz::Failed)?;
    }
    Ok(())
}
