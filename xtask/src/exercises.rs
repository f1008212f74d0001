//! Writes the positions of `farandole practice` with an example of `farandole-research`, which has the generator of
//! variants.

use std::process::Command;

pub(crate) fn run() -> Result<(), String> {
    let example = ["run", "--release", "-p", "farandole-research", "--example", "exercises"];
    let status = Command::new("cargo").args(example).status().map_err(|error| error.to_string())?;
    if status.success() { Ok(()) } else { Err("the positions could not be written".to_owned()) }
}
