//! Everything that CI checks, step by step, with a list of what was skipped and why.
//!
//! The first tier is what a change must pass. The second (`--all`) adds what takes long and rarely fails: fuzz targets, the
//! comparisons with other solvers, the packages as they would be published, and the module for web pages without vector
//! instructions.

use std::process::Command;
use std::time::Instant;

use crate::cargo::{step, succeed, works};
use crate::python::Extent;
use crate::structure::Check;

/// The checks of the structure that must hold.
const STRUCTURE: &[Check] = &Check::ALL;

/// How many inputs each fuzz target is given, and after how many seconds it stops all the same. The seed is fixed: a
/// check must say the same each time; who looks for something new runs `cargo fuzz` longer and keeps what it finds as
/// ordinary tests.
const FUZZ_RUNS: u32 = 20_000;
const FUZZ_SECONDS: u32 = 10;

/// On how many random cases each filter of the variant engine is compared with brute force.
const FILTER_CASES: &str = "10000";

/// The version of cargo-fuzz to install where it is missing.
const CARGO_FUZZ: &str = "0.13.2";

/// How much to test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tier {
    First,
    All,
}

/// Runs the steps.
///
/// # Errors
///
/// The first step that failed.
pub(crate) fn run(tier: Tier) -> Result<(), String> {
    let start = Instant::now();
    let mut skipped = Vec::new();
    step("format", &["fmt", "--all", "--check"])?;
    println!("== structure");
    crate::floors::run()?;
    crate::structure::run(STRUCTURE)?;
    crate::api::check()?;
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

/// The tests, by `cargo nextest` where it is installed: it runs those of all crates side by side. Examples are compiled by
/// the lints and have no tests.
fn tests() -> Result<(), String> {
    let what = ["--workspace", "--tests", "--locked"];
    if works("cargo", &["nextest", "--version"]) {
        let quiet = ["--status-level", "fail", "--final-status-level", "slow"];
        step("tests", &[&["nextest", "run"], &what[..], &quiet].concat())
    } else {
        step("tests", &[&["test"], &what[..]].concat())
    }
}

/// The second tier.
fn long(skipped: &mut Vec<String>) -> Result<(), String> {
    skipped.extend(crate::wasm::run()?);
    let filters = ["test", "-p", "farandole-csp", "--lib", "--locked"];
    succeed("filters", Command::new("cargo").args(filters).env("FARANDOLE_CASES", FILTER_CASES))?;
    step("packages", &["publish", "--workspace", "--dry-run", "--locked", "--allow-dirty"])?;
    for manifest in [
        "bench/Cargo.toml",
        "bench/cover/Cargo.toml",
        "bench/compare/Cargo.toml",
        "bench/variants/Cargo.toml",
        "fuzz/Cargo.toml",
    ] {
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

/// Why fuzzing did not end well.
enum Fuzz {
    Skipped(String),
    Failed(String),
}

/// Runs each fuzz target on a fixed number of inputs. That wants a nightly compiler, and `cargo fuzz`, which is installed below
/// `target/` where it is missing.
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
        // The program picks the toolchain by this variable, as it would by `cargo +nightly fuzz`.
        let mut command = Command::new(program);
        succeed(&format!("fuzz {target}"), command.args(args).env("RUSTUP_TOOLCHAIN", "nightly"))
            .map_err(Fuzz::Failed)?;
    }
    Ok(())
}
