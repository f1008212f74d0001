//! Starting cargo and other programs.

use std::process::Command;
use std::time::Instant;

/// Runs cargo with these arguments as a step of a name.
///
/// # Errors
///
/// The step, if it failed.
pub(crate) fn step(name: &str, args: &[&str]) -> Result<(), String> {
    println!("== {name}: cargo {}", args.join(" "));
    succeed(name, Command::new("cargo").args(args).env("RUSTDOCFLAGS", "-D warnings"))
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
