//! Project maintenance: `cargo xtask <task>`.
#![forbid(unsafe_code)]

mod api;
mod app;
mod asm;
mod benchmarks;
mod capi;
mod cargo;
mod exercises;
mod floors;
mod library_sources;
mod links;
mod npm;
mod page;
mod python;
mod release;
mod serve;
mod site;
mod structure;
mod targets;
mod test;
mod wasm;
mod web_packages;
mod words;

use std::path::Path;
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask <task>

  test        run the checks that every change must pass: format, lints, structure, tests, documentation, other
              processors, the web page
  test --all  add the checks that take long and rarely fail: fuzz targets, comparisons with other solvers, licences, the
              packages as they would be published, the WebAssembly module without vector instructions
  test STEP...
              run only these steps; the list below names them
  floors      check that each crate depends only on lower layers (ARCHITECTURE.md)
  structure   check for cycles between modules, long files and functions without a reason, files that only forward
              names, decisions in several places, and machine-specific paths
  api         write testdata/api, the public API of each library; the tests compare it
  asm         check the kernel's hot functions: no intrinsic may be a call, and no band a loop
  targets     check the crates without the standard library for other processors, if their tools are installed
  links       check the links between the Markdown files of the project
  python      build the wheel of the Python package and test it in a fresh environment; --all adds the recipes and Ray
  benchmarks  write docs/benchmarks.md from the records below bench/record
  wasm        build the WebAssembly modules, with and without vector instructions, if a compiler is installed
  page        build the web page and test it in Chromium, if the tools are installed
  site        build target/site: the page, the userscript, the guide, the techniques and constraints with drawn examples,
              and a search;
              --check follows every link in Chromium
  serve       serve target/site on this machine
  npm         build the npm package, and test it in Node.js and Chromium
  header      write the header of the C library with cbindgen
  app         build the library for apps and check its size; app TRIPLE for another target, --static for Swift, --import to
              read the formats of editors
  capi --install DIR
              build the C library and install it below a folder, with its header and a file for pkg-config
  dist        write the archive with the program, its manual pages and completions; dist TRIPLE for another target
  release --check
              verify a release as far as that is possible here: versions, licences, archives, crates, wheel, npm and
              C; names of checks select some, --profile=dev builds faster; list what could not be verified
  words       find words that the list in CONTRIBUTING.md replaces, in comments and pages; of some paths: words PATH...
  exercises   write the positions of `farandole practice` from the puzzles of testdata
  techniques  write docs/techniques from the headers of the files in farandole-logic
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    // Cargo sets this variable to the folder of this crate. Without Cargo, a task applies to the
    // current folder.
    if let Some(own) = std::env::var_os("CARGO_MANIFEST_DIR")
        && let Err(error) = std::env::set_current_dir(Path::new(&own).join(".."))
    {
        eprintln!("{}: {error}", own.display());
        return ExitCode::FAILURE;
    }
    let print = |skipped: Vec<String>| skipped.iter().for_each(|skip| println!("skipped: {skip}"));
    let result = match arguments[..] {
        ["test", ref steps @ ..] => test::run(steps),
        ["floors"] => floors::run(),
        ["structure"] => structure::run(&structure::Check::ALL),
        ["api"] => api::write(),
        ["asm"] => asm::run(),
        ["targets"] => targets::run().map(print),
        ["wasm"] => wasm::run().map(|skipped| print(skipped.into_iter().collect())),
        ["page"] => page::test().map(|skipped| print(skipped.into_iter().collect())),
        ["site"] => site::run(),
        ["site", "--check"] => {
            site::run().and_then(|()| site::check()).map(|skipped| print(skipped.into_iter().collect()))
        }
        ["serve"] => serve::run(),
        ["python"] => python::run(python::Extent::Package).map(print),
        ["python", "--all"] => python::run(python::Extent::Recipes).map(print),
        ["npm"] => npm::run().map(print),
        ["header"] => capi::write(),
        ["app", ref arguments @ ..] => app::build(arguments).map(drop),
        ["capi", "--install", folder] => capi::install(Path::new(folder), "release"),
        ["dist"] => release::write_archive(None, "release").map(drop),
        ["dist", target] => release::write_archive(Some(target), "release").map(drop),
        ["release", "--check", ref checks @ ..] => release::check(checks),
        ["links"] => links::run(),
        ["benchmarks"] => benchmarks::run(),
        ["exercises"] => exercises::run(),
        ["techniques"] => cargo::pages(&["techniques"]),
        ["words", ref paths @ ..] => words::run(paths),
        _ => Err(format!("{HELP}\n{}", test::names())),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
