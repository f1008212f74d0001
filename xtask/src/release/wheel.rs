//! The Python package: sdist, wheel, and its tests in fresh environments.

use super::options::{Options, empty_folder};
use crate::cargo::{succeed, works};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Python versions with wheels.
const VERSIONS: &[&str] = &["3.10", "3.11", "3.12", "3.13", "3.14"];

/// Packages that the build and the tests need.
const BUILD: &[&str] = &["maturin>=1.9.4,<2", "twine>=6"];
const TESTS: &[&str] = &["numpy>=1.26", "pyarrow>=17", "pytest>=8", "hypothesis>=6.100"];

/// Tests that need the sources or other engines are not part of this check; `cargo xtask python`
/// runs them.
const SUITES: &[&str] = &["test_arguments.py", "test_bulk.py", "test_puzzle.py", "test_cover.py"];

/// Builds the sdist, a wheel from it, and runs the tests with every installed version of Python.
pub(super) fn check(options: &Options) -> Result<Vec<String>, String> {
    if !works("python3", &["-c", "import sys, venv; sys.exit(sys.version_info < (3, 10))"]) {
        return Ok(vec!["there is no Python 3.10 or later with venv".into()]);
    }
    let folder = empty_folder("wheel")?;
    let tools = environment("python3", &folder.join("tools"), BUILD)?;
    let sdist = folder.join("sdist");
    succeed("sdist", Command::new(tools.join("maturin")).args(["sdist", "--out"]).arg(&sdist))?;
    let sdist = only_file(&sdist)?;
    let wheels = folder.join("wheels");
    let mut pip = Command::new(tools.join("python"));
    pip.args(["-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir"]);
    pip.arg(&wheels).arg(&sdist).env("MATURIN_PEP517_ARGS", format!("--profile {}", options.profile));
    // pip finds the build program of the environment by the path.
    let path = std::env::var("PATH").unwrap_or_default();
    succeed("wheel from the sdist", pip.env("PATH", format!("{}:{path}", tools.display())))?;
    let wheel = only_file(&wheels)?;
    succeed("twine", Command::new(tools.join("twine")).args(["check", "--strict"]).args([&sdist, &wheel]))?;
    let mut skipped = Vec::new();
    let mut tested = 0;
    for version in VERSIONS {
        let python = format!("python{version}");
        if !works(&python, &["-c", "import ensurepip, venv"]) {
            skipped.push(format!("no Python {version}"));
            continue;
        }
        if let Err(why) = test(&python, &wheel, &folder.join(version)) {
            return Err(format!("Python {version}: {why}"));
        }
        tested += 1;
    }
    if tested == 0 {
        test("python3", &wheel, &folder.join("venv"))?;
    }
    skipped.push("free-threaded Python: the wheel is abi3, for interpreters with the global lock".into());
    Ok(skipped)
}

/// Installs the wheel in a fresh environment and runs the tests there.
fn test(python: &str, wheel: &Path, folder: &Path) -> Result<(), String> {
    let environment = environment(python, folder, TESTS)?;
    let program = |name: &str| Command::new(environment.join(name));
    let mut install = program("python");
    install.args(["-m", "pip", "install", "--quiet", "--no-deps"]).arg(wheel);
    succeed("installation", &mut install)?;
    let mut pytest = program("python");
    pytest.args(["-m", "pytest", "-q", "-p", "no:cacheprovider"]);
    pytest.args(SUITES.iter().map(|suite| format!("python/tests/{suite}")));
    succeed(&format!("tests with {python}"), &mut pytest)?;
    let mut command = program("farandole");
    command.args(["count", "testdata/first/miracle.txt"]);
    let output = command.output().map_err(|error| format!("farandole: {error}"))?;
    if output.stdout == b"1\n" { Ok(()) } else { Err("the command of the wheel does not work".into()) }
}

/// Creates a virtual environment with packages and returns the folder of its programs.
fn environment(python: &str, folder: &Path, packages: &[&str]) -> Result<PathBuf, String> {
    succeed("virtual environment", Command::new(python).args(["-m", "venv", "--clear"]).arg(folder))?;
    let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let mut pip = Command::new(programs.join("python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(packages);
    succeed("packages", &mut pip)?;
    Ok(programs)
}

/// Returns the only file in a folder.
fn only_file(folder: &Path) -> Result<PathBuf, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let files: Vec<PathBuf> =
        std::fs::read_dir(folder).map_err(failed)?.flatten().map(|it| it.path()).collect();
    match &files[..] {
        [file] => Ok(file.clone()),
        _ => Err(format!("{}: expected one file, found {}", folder.display(), files.len())),
    }
}
