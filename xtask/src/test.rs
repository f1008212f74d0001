//! All checks of CI as a sequence of steps, followed by lists of the skipped and the failed steps with reasons.
//!
//! Every change must pass the first tier. The second (`--all`) adds slow checks that rarely fail:
//! fuzz targets, comparisons with other solvers, licences, the packages as they would be published, and the
//! WebAssembly module without vector instructions.

use std::fs::{self, File};
use std::io;
use std::process::Command;
use std::thread;
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

/// Version of cargo-deny to install if it is missing.
const CARGO_DENY: &str = "0.20.2";

/// The steps that run in sequence, in parallel with the others, if all steps are to run. The modules of the page have a build folder of their own, and the browser mostly waits. The wheel shares its crates with the tests, which are
/// nearly compiled when it is built.
const ALONGSIDE: [&str; 3] = ["page", "python", "recipes"];

/// The extent of the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tier {
    First,
    All,
}

/// The parts of a step that were skipped, with reasons.
type Skipped = Vec<String>;

/// A step, with the name by which it can be run alone.
struct Step {
    name: &'static str,
    tier: Tier,
    run: fn(&mut Skipped) -> Result<(), String>,
}

impl Step {
    const fn first(name: &'static str, run: fn(&mut Skipped) -> Result<(), String>) -> Self {
        Self { name, tier: Tier::First, run }
    }

    const fn long(name: &'static str, run: fn(&mut Skipped) -> Result<(), String>) -> Self {
        Self { name, tier: Tier::All, run }
    }
}

/// The steps in the order in which they run: quick ones first.
const STEPS: &[Step] = &[
    Step::first("format", |_| step("format", &["fmt", "--all", "--check"])),
    Step::first("floors", |_| crate::floors::run()),
    Step::first("structure", |_| crate::structure::run(STRUCTURE)),
    Step::first("words", |_| crate::words::run(&[])),
    Step::first("api", |_| crate::api::check()),
    Step::first("lock-files", |skipped| lock_files().map(|skip| skipped.extend(skip))),
    Step::first("lints", |_| {
        step("lints", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])
    }),
    Step::first("tests", |_| tests()),
    Step::first("doc-tests", |_| step("doc-tests", &["test", "--workspace", "--doc", "--locked"])),
    Step::first("docs", |_| step("docs", &["doc", "--workspace", "--no-deps", "--locked"])),
    Step::first("asm", |_| crate::asm::run()),
    Step::first("no-std", |_| {
        let bare = ["--lib", "--no-default-features", "--locked", "--", "-D", "warnings"];
        step("no-std", &[&["clippy"], &crate::targets::ALONE[..], &bare].concat())
    }),
    Step::first("targets", |skipped| crate::targets::run().map(|skips| skipped.extend(skips))),
    Step::first("page", |skipped| crate::page::test().map(|skip| skipped.extend(skip))),
    Step::first("python", |skipped| python(Extent::Package, skipped)),
    Step::long("recipes", |skipped| python(Extent::Recipes, skipped)),
    Step::long("wasm", |skipped| crate::wasm::run().map(|skip| skipped.extend(skip))),
    Step::long("filters", |_| {
        let filters = ["test", "-p", "farandole-csp", "--lib", "--locked"];
        succeed("filters", Command::new("cargo").args(filters).env("FARANDOLE_CASES", FILTER_CASES))
    }),
    Step::long("packages", |_| {
        step("packages", &["publish", "--workspace", "--dry-run", "--locked", "--allow-dirty"])
    }),
    Step::long("workspaces", |_| {
        OTHER_WORKSPACES.iter().try_for_each(|manifest| {
            let lints = ["--all-targets", "--locked", "--", "-D", "warnings"];
            step(manifest, &[&["clippy", "--manifest-path", manifest], &lints[..]].concat())
        })
    }),
    Step::long("deny", deny),
    Step::long("fuzz", |skipped| match fuzz() {
        Err(Fuzz::Skipped(why)) => {
            skipped.push(format!("fuzz: {why}"));
            Ok(())
        }
        Err(Fuzz::Failed(why)) => Err(why),
        Ok(()) => Ok(()),
    }),
];

/// Returns the names of the steps, for the help.
pub(crate) fn names() -> String {
    let of = |tier: Tier| {
        let names: Vec<&str> = STEPS.iter().filter(|step| step.tier == tier).map(|step| step.name).collect();
        names.join(" ")
    };
    format!("Steps of test: {}\nWith --all: {}\n", of(Tier::First), of(Tier::All))
}

/// Runs the steps: those with these names, all of them after `--all`, or those that every change must pass. A
/// step that fails does not prevent the following ones.
///
/// # Errors
///
/// Returns the list of the steps that failed, or names the argument that is no step.
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let start = Instant::now();
    let is_known = |name: &&str| *name == "--all" || STEPS.iter().any(|step| step.name == *name);
    if let Some(unknown) = arguments.iter().find(|name| !is_known(name)) {
        return Err(format!("unknown step `{unknown}`\n{}", names()));
    }
    let is_all = arguments.contains(&"--all");
    let is_wanted = |step: &&Step| match arguments {
        [] => step.tier == Tier::First,
        // The recipes include the tests of the package.
        _ if is_all => step.name != "python",
        names => names.contains(&step.name),
    };
    let mut skipped = Vec::new();
    let is_whole = is_all || arguments.is_empty();
    let is_alongside = |step: &&Step| is_whole && ALONGSIDE.contains(&step.name);
    let alongside: Vec<&Step> = STEPS.iter().filter(is_wanted).filter(is_alongside).collect();
    let failed = thread::scope(|scope| {
        let others = scope
            .spawn(|| alongside.iter().map(|step| (step.name, run_apart(step.name))).collect::<Vec<_>>());
        let here = STEPS.iter().filter(is_wanted).filter(|step| !is_alongside(step));
        let mut failed = failures(here, &mut skipped);
        for (name, result) in others.join().expect("the steps do not panic") {
            println!("== {name}");
            if let Err(why) = result.and_then(|done| finish(done, &mut skipped)) {
                failed.push((name, why));
            }
        }
        failed
    });
    if arguments.is_empty() {
        skipped.push("fuzz targets, other solvers, packages, licences: cargo xtask test --all".into());
    }
    skipped.iter().for_each(|skip| println!("skipped: {skip}"));
    let seconds = start.elapsed().as_secs_f64();
    if failed.is_empty() {
        println!("== done: every step passed, in {seconds:.0} s");
        return Ok(());
    }
    let names: Vec<&str> = failed.iter().map(|(name, _)| *name).collect();
    let reasons: String = failed.iter().map(|(name, why)| format!("  {name}: {why}\n")).collect();
    Err(format!(
        "== {} of the steps failed, in {seconds:.0} s:\n{reasons}To run only these: cargo xtask test {}",
        failed.len(),
        names.join(" ")
    ))
}

/// Runs a step as a process of its own. Returns its output and true if it succeeded.
fn run_apart(name: &str) -> Result<(String, bool), String> {
    let path = format!("target/{name}.log");
    println!("== {name} runs at the same time; its output follows at the end ({path})");
    let run = || {
        fs::create_dir_all("target")?;
        let log = File::create(&path)?;
        let mut own = Command::new(std::env::current_exe()?);
        let status = own.args(["test", name]).stdout(log.try_clone()?).stderr(log).status()?;
        Ok((fs::read_to_string(&path)?, status.success()))
    };
    run().map_err(|error: io::Error| format!("{path}: {error}"))
}

/// Prints the output of a step that ran apart, and adds what it skipped.
fn finish((output, is_success): (String, bool), skipped: &mut Skipped) -> Result<(), String> {
    let (skips, lines): (Vec<&str>, Vec<&str>) =
        output.lines().partition(|line| line.starts_with("skipped: "));
    lines.iter().for_each(|line| println!("{line}"));
    skipped.extend(skips.iter().filter_map(|line| line.strip_prefix("skipped: ")).map(String::from));
    if is_success { Ok(()) } else { Err("failed; its output is above".into()) }
}

/// Runs steps and returns those that failed, with reasons.
fn failures<'a>(steps: impl Iterator<Item = &'a Step>, skipped: &mut Skipped) -> Vec<(&'static str, String)> {
    let mut failed = Vec::new();
    for step in steps {
        println!("== {}", step.name);
        let start = Instant::now();
        let result = (step.run)(skipped);
        println!("== {}: {:.0} s in all", step.name, start.elapsed().as_secs_f64());
        if let Err(why) = result {
            eprintln!("== {}: {why}", step.name);
            failed.push((step.name, why));
        }
    }
    failed
}

fn python(extent: Extent, skipped: &mut Skipped) -> Result<(), String> {
    crate::python::run(extent).map(|skips| skipped.extend(skips))
}

/// Returns the path of a tool, which is installed below `target/` if it is missing.
fn tool(name: &str, version: &str) -> Option<String> {
    let installed = format!("target/tools/bin/{name}");
    let install = ["install", name, "--version", version, "--locked", "--root", "target/tools"];
    if works(name, &["--version"]) {
        Some(name.to_owned())
    } else if works(&installed, &["--version"]) || step(name, &install).is_ok() {
        Some(installed)
    } else {
        None
    }
}

/// Checks the licences, the sources and the versions of all dependencies as `deny.toml` requires, and their
/// known vulnerabilities if the database can be read.
fn deny(skipped: &mut Skipped) -> Result<(), String> {
    let Some(program) = tool("cargo-deny", CARGO_DENY) else {
        skipped.push(format!("deny: cargo-deny {CARGO_DENY} could not be installed"));
        return Ok(());
    };
    let check = ["check", "--hide-inclusion-graph"];
    if works(&program, &["fetch", "db"]) {
        return succeed(
            "deny",
            Command::new(&program).args(check).args(["advisories", "bans", "licenses", "sources"]),
        );
    }
    skipped.push("deny: the database of advisories cannot be read".into());
    succeed("deny", Command::new(&program).args(check).args(["bans", "licenses", "sources"]))
}

/// Runs the tests. Uses `cargo nextest` if it is installed, because it runs the tests of all crates
/// in parallel. Examples have no tests and are compiled by the lints.
fn tests() -> Result<(), String> {
    let what = ["--workspace", "--tests", "--locked"];
    if works("cargo", &["nextest", "--version"]) {
        let quiet = ["--no-fail-fast", "--status-level", "fail", "--final-status-level", "slow"];
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
    let program = tool("cargo-fuzz", CARGO_FUZZ)
        .ok_or_else(|| Fuzz::Skipped(format!("cargo-fuzz {CARGO_FUZZ} could not be installed")))?;
    let list = Command::new(&program).args(["fuzz", "list"]).output();
    let list = list.map_err(|error| Fuzz::Failed(format!("{program} list: {error}")))?;
    for target in String::from_utf8_lossy(&list.stdout).split_whitespace() {
        let seconds = format!("-max_total_time={FUZZ_SECONDS}");
        let runs = format!("-runs={FUZZ_RUNS}");
        let args =
            ["fuzz", "run", target, "--", "-seed=1", &runs, &seconds, "-verbosity=0", "-print_final_stats=1"];
        // This variable selects the toolchain, as `cargo +nightly fuzz` would.
        let mut command = Command::new(&program);
        succeed(&format!("fuzz {target}"), command.args(args).env("RUSTUP_TOOLCHAIN", "nightly"))
            .map_err(Fuzz::Failed)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_step_that_fails_does_not_prevent_the_others() {
        let steps = [
            Step::first("one", |_| Err("broken".into())),
            Step::first("two", |skipped| {
                skipped.push("two ran".into());
                Ok(())
            }),
            Step::long("three", |_| Err("broken too".into())),
        ];
        let mut skipped = Vec::new();
        let failed = failures(steps.iter(), &mut skipped);
        assert_eq!(failed, [("one", "broken".into()), ("three", "broken too".into())]);
        assert_eq!(skipped, ["two ran"]);
    }

    #[test]
    fn names_of_steps_are_distinct_and_unknown_ones_are_refused() {
        let distinct: BTreeSet<&str> = STEPS.iter().map(|step| step.name).collect();
        assert_eq!(distinct.len(), STEPS.len());
        let error = run(&["nonsense"]).unwrap_err();
        assert!(error.starts_with("unknown step `nonsense`\n") && error.contains("doc-tests"), "{error}");
    }
}
