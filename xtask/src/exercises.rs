//! Writes the positions of `farandole practice`. For each technique, these are the first positions
//! on the solution paths of bundled puzzles in which it is the next step.

use std::process::Command;

pub(crate) fn run() -> Result<(), String> {
    let test = ["test", "-p", "farandole-logic", "--test", "practice", "--", "--ignored", "write_positions"];
    let status = Command::new("cargo").args(test).status().map_err(|error| error.to_string())?;
    if status.success() { Ok(()) } else { Err("the positions could not be written".to_owned()) }
}
