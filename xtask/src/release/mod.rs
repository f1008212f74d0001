//! Checks of a release that need no account: versions, licences, archives, crates, wheel, npm
//! package, C library and site. All checks run, and the summary lists failures and parts that could
//! not be checked.

mod apps;
mod archive;
mod c_library;
mod crates;
mod licences;
mod options;
mod versions;
mod wheel;
mod workflows;

pub(crate) use archive::write as write_archive;

use options::{FOLDER, Options};
use std::time::Instant;

/// A function that runs a check. Returns the parts that could not be verified, with reasons.
type Run = fn(&Options) -> Result<Vec<String>, String>;

/// The checks in order, quick ones first.
const CHECKS: &[(&str, &str, Run)] = &[
    ("versions", "all packages and documents have the same version", versions::check),
    ("licences", "the licence of every dependency is known and permitted", licences::check),
    ("workflows", "workflows are accepted by zizmor and actionlint, scripts by shellcheck", workflows::check),
    ("header", "the C header is what cbindgen writes", header),
    ("npm", "the npm package, installed in an empty folder, runs its examples", npm),
    ("site", "every page is within three clicks, no link is dead, the search finds", site),
    ("archive", "the archive, unpacked in an empty folder, runs without Rust", archive::check),
    ("musl", "the static binary and the installer run", archive::check_musl),
    ("c", "C programs and ctypes with the installed library: answers, rate, memory", c_library::check),
    ("apps", "the library for apps is small, and programs in Python and Kotlin agree", apps::check),
    ("crates", "each crate builds from its archive", crates::check),
    ("wheel", "the sdist builds a wheel that passes the tests in a fresh environment", wheel::check),
];

/// Runs the named checks, or all of them.
///
/// # Errors
///
/// Returns the list of checks if an argument is unknown, or the checks that failed.
pub(crate) fn check(arguments: &[&str]) -> Result<(), String> {
    let mut options = Options { profile: "release".into() };
    let mut chosen = Vec::new();
    for argument in arguments {
        match argument.strip_prefix("--profile=") {
            Some(profile) => options.profile = profile.into(),
            None if CHECKS.iter().any(|(name, ..)| name == argument) => chosen.push(*argument),
            None => return Err(format!("unknown check {argument:?}\n\n{}", list())),
        }
    }
    std::fs::create_dir_all(FOLDER).map_err(|error| format!("{FOLDER}: {error}"))?;
    let (mut passed, mut failed, mut skipped) = (Vec::new(), Vec::new(), Vec::new());
    for (name, what, run) in CHECKS {
        if !chosen.is_empty() && !chosen.contains(name) {
            continue;
        }
        println!("==== {name}: {what}");
        let start = Instant::now();
        match run(&options) {
            Ok(reasons) => {
                passed.push(format!("{name} ({:.0} s)", start.elapsed().as_secs_f64()));
                skipped.extend(reasons.iter().map(|why| format!("{name}: {why}")));
            }
            Err(why) => failed.push(format!("{name}: {why}")),
        }
    }
    println!("passed: {}", passed.join(", "));
    if chosen.is_empty() {
        skipped.extend(ELSEWHERE.iter().map(ToString::to_string));
    }
    for why in &skipped {
        println!("not checked: {why}");
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join("\nfailed: "))) }
}

/// The checks that cannot run on one machine.
const ELSEWHERE: &[&str] = &[
    "binaries and wheels for other processors and systems: the workflows build and test them",
    "Ray: python bench/python/ray_kills.py rates 1,000,000 puzzles while workers are killed; cargo xtask python --all fewer",
    "publication: accounts, names on the registries, trusted publishers, attestations",
    "downloads: install.ps1, and the templates for Homebrew, Arch, Nix and Debian, need published archives",
];

/// Returns the names of the checks with their descriptions.
fn list() -> String {
    CHECKS.iter().map(|(name, what, _)| format!("  {name:10} {what}\n")).collect()
}

fn npm(_: &Options) -> Result<Vec<String>, String> {
    crate::npm::run()
}

fn site(_: &Options) -> Result<Vec<String>, String> {
    if let Some(why) = crate::page::missing() {
        return Ok(vec![why]);
    }
    crate::site::run()?;
    Ok(crate::site::check()?.into_iter().collect())
}

fn header(_: &Options) -> Result<Vec<String>, String> {
    match crate::capi::check()? {
        crate::capi::Header::Current => Ok(Vec::new()),
        crate::capi::Header::Skipped(why) => Ok(vec![why]),
    }
}
