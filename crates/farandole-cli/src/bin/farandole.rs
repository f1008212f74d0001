//! The `farandole` command.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    farandole_cli::run(std::env::args_os()).into()
}
