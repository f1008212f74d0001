//! Project maintenance: `cargo xtask <task>`.
#![forbid(unsafe_code)]

mod api;
mod asm;
mod benchmarks;
mod cargo;
mod constraints;
mod floors;
mod links;
mod page;
mod python;
mod serve;
mod site;
mod structure;
mod targets;
mod techniques;
mod test;
mod wasm;

use std::process::ExitCode;

use test::Tier;

const HELP: &str = "\
cargo xtask <task>

  test        what every change must pass: format, lints, structure, tests, documentation, other processors, the web page
  test --all  adds what takes long and rarely fails: fuzz targets, the comparisons with other solvers, the packages as
              they would be published, the module for web pages without vector instructions
  floors      no crate may depend on one of its own floor or above (ARCHITECTURE.md)
  structure   no circles between modules, no long files and functions without a reason, decisions in one place,
              no names of places outside of the project
  api         writes testdata/api, the public interface of each library; the tests compare it
  asm         the kernel's hot functions: no intrinsic may be a call, no band a loop
  targets     the crates that stand alone, for other processors, as far as there are tools for them
  links       no dead link between the Markdown files of the project
  python      builds the wheel of the Python package and tests it in a fresh environment; --all adds the recipes and Ray
  benchmarks  writes docs/benchmarks.md from the records below bench/record
  wasm        the modules for web pages, with and without vector instructions, if there is a compiler for it
  page        the web page, built and tested in Chromium, if there are the tools for it
  site        target/site: the page, the guide, techniques and constraints with drawn examples; any file server serves it
  serve       shows target/site on loopback
  techniques  writes docs/techniques from the heads of the files in farandole-logic
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    // Cargo sets this variable to the folder of this crate. Without cargo, a task applies to the
    // current folder.
    if let Some(own) = std::env::var_os("CARGO_MANIFEST_DIR")
        && let Err(error) = std::env::set_current_dir(std::path::Path::new(&own).join(".."))
    {
        eprintln!("{}: {error}", own.display());
        return ExitCode::FAILURE;
    }
    let print = |skipped: Vec<String>| skipped.iter().for_each(|skip| println!("skipped: {skip}"));
    let result = match arguments[..] {
        ["test"] => test::run(Tier::First),
        ["test", "--all"] => test::run(Tier::All),
        ["floors"] => floors::run(),
        ["structure"] => structure::run(&structure::Check::ALL),
        ["api"] => api::write(),
        ["asm"] => asm::run(),
        ["targets"] => targets::run().map(print),
        ["wasm"] => wasm::run().map(|skipped| print(skipped.into_iter().collect())),
        ["page"] => page::test().map(|skipped| print(skipped.into_iter().collect())),
        ["site"] => site::run(),
        ["serve"] => serve::run(),
        ["python"] => python::run(python::Extent::Package).map(print),
        ["python", "--all"] => python::run(python::Extent::Recipes).map(print),
        ["links"] => links::run(),
        ["benchmarks"] => benchmarks::run(),
        ["techniques"] => techniques::run(),
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
