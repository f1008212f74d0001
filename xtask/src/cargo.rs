//! Starting cargo and other programs.

use std::process::Command;
use std::time::Instant;

/// The seed of the property tests: a check must say the same each time. Who looks for something new runs the tests with
/// `cargo test`, and a failure is kept beside the test.
const PROPTEST_SEED: &str = "1";

/// Runs cargo with these arguments as a step of a name.
///
/// # Errors
///
/// The step, if it failed.
pub(crate) fn step(name: &str, args: &[&str]) -> Result<(), String> {
    println!("== {name}: cargo {}", args.join(" "));
    let mut cargo = Command::new("cargo");
    cargo.args(args).env("RUSTDOCFLAGS", "-D warnings").env("PROPTEST_RNG_SEED", PROPTEST_SEED);
    succeed(name, &mut cargo)
}

/// Runs a command, and says how long it took.
///
/// # Errors
///
/// The step, if the command could not be started or failed.
pub(crate) fn succeed(name: &str, command: &mut Command) -> Result<(), String> {
    let start = Instant::now();
    let status = command.status().map_err(|error| format!("{name}: could not be started: {error}"))?;
    println!("== {name}: {:.0} s", start.elapsed().as_secs_f64());
    if status.success() { Ok(()) } else { Err(format!("{name}: failed ({status})")) }
}

/// Whether a program can be started with these arguments and ends well.
pub(crate) fn works(program: &str, args: &[&str]) -> bool {
    Command::new(program).args(args).output().is_ok_and(|it| it.status.success())
}
