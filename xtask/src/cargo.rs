//! Runs cargo and other programs.

use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

/// Seed of the property tests. With a fixed seed, every run gives the same result. To search for
/// new failures, use `cargo test`, which stores each failure next to its test.
const PROPTEST_SEED: &str = "1";

/// Runs cargo with these arguments as a named step.
///
/// # Errors
///
/// Returns the name of the step if it failed.
pub(crate) fn step(name: &str, args: &[&str]) -> Result<(), String> {
    let mut cargo = Command::new("cargo");
    cargo.args(args).env("RUSTDOCFLAGS", "-D warnings").env("PROPTEST_RNG_SEED", PROPTEST_SEED);
    succeed(name, &mut cargo)
}

/// Returns the line that announces a command.
fn announcement(name: &str, command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    format!("== {name}: {}", words.join(" "))
}

/// Runs a command. Prints the command before it starts, and how long it took.
///
/// # Errors
///
/// Returns the name of the step if the command could not be started or failed.
pub(crate) fn succeed(name: &str, command: &mut Command) -> Result<(), String> {
    println!("{}", announcement(name, command));
    let start = Instant::now();
    let status = command.status().map_err(|error| format!("{name}: could not be started: {error}"))?;
    println!("== {name}: {:.0} s", start.elapsed().as_secs_f64());
    if status.success() { Ok(()) } else { Err(format!("{name}: failed ({status})")) }
}

/// Runs the program that writes pages with pictures of steps and constraints. It is a crate of its own, because it needs
/// the engines, which take minutes to compile.
///
/// # Errors
///
/// Returns the name of the step if it failed.
pub(crate) fn pages(arguments: &[&str]) -> Result<(), String> {
    let run = ["run", "--quiet", "--profile", "test", "--package", "farandole-pages", "--locked", "--"];
    step("pages", &[&run, arguments].concat())
}

/// Returns the folder in which cargo puts what it builds in a profile for this machine.
pub(crate) fn built(profile: &str) -> PathBuf {
    built_for(None, profile)
}

/// Returns the folder in which cargo puts what it builds in a profile for a target; `None` for this machine.
pub(crate) fn built_for(target: Option<&str>, profile: &str) -> PathBuf {
    let mut folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    folder.extend(target);
    folder.push(if profile == "dev" { "debug" } else { profile });
    folder
}

/// Returns the name of this machine's target.
///
/// # Errors
///
/// Returns an error if the compiler cannot be started.
pub(crate) fn host() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output().map_err(|error| format!("rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().find_map(|line| line.strip_prefix("host: "));
    line.map(str::to_owned).ok_or_else(|| "rustc names no host".into())
}

/// Returns true if a program can be started with these arguments and exits successfully.
pub(crate) fn works(program: &str, args: &[&str]) -> bool {
    Command::new(program).args(args).output().is_ok_and(|it| it.status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_is_announced_before_it_runs() {
        let mut command = Command::new("npm");
        command.args(["run", "check"]).env("HIDDEN", "1");
        assert_eq!(announcement("types of the page", &command), "== types of the page: npm run check");
    }

    #[test]
    fn the_compilation_of_these_tools_is_not_silent() {
        assert!(!include_str!("../../.cargo/config.toml").contains("--quiet"));
    }
}
