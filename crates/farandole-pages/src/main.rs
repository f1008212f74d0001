//! Writes the pages about techniques, and the texts of the site with drawn examples. `cargo xtask techniques` and `cargo
//! xtask site` run it.
#![forbid(unsafe_code)]

mod constraints;
mod search;
mod techniques;
mod texts;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        ["techniques"] => techniques::write_all(),
        ["texts", site] => texts::write_all(Path::new(site)),
        _ => Err("expected `techniques`, or `texts` with the folder of the site".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
