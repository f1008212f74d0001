//! Project chores: `cargo xtask <task>`.
#![forbid(unsafe_code)]

mod asm;
mod floors;
mod house;
mod targets;
mod techniques;
mod test;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask <task>

  test        everything that CI checks: format, lints, floors, tests, documentation, benches and fuzz targets
  floors      no crate may depend on one of its own floor or above (ARCHITECTURE.md)
  house       no circles between modules, no long files and functions, decisions in one place
  asm         the kernel's hot functions: no intrinsic may be a call, no band a loop
  targets     the crates that stand alone, for other processors, as far as there are tools for them
  techniques  writes docs/techniques from the heads of the files in farandole-logic
";

fn main() -> ExitCode {
    let task = std::env::args().nth(1).unwrap_or_default();
    let result = match task.as_str() {
        "test" => test::run(),
        "floors" => floors::run(),
        "house" => house::run(&house::Check::ALL),
        "asm" => asm::run(),
        "targets" => {
            targets::run().map(|skipped| skipped.iter().for_each(|skip| println!("skipped: {skip}")))
        }
        "techniques" => techniques::run(),
        _ => Err(HELP.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
