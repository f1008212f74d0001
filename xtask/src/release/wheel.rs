//! The Python package: sdist, wheel, and its tests in fresh environments.

use super::options::{Options, empty_folder};
use crate::cargo::{succeed, works};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Python versions to test. One wheel with the stable interface serves all of them.
const VERSIONS: &[&str] = &["3.10", "3.11", "3.12", "3.13", "3.14", "3.15"];

/// Free-threaded versions that PyO3 supports. They do not have the stable interface, so that each needs its own wheel.
const FREE_THREADED: &[&str] = &["3.14t", "3.15t"];

/// Packages that the build needs, those that check the archives, and those that the tests need. The other engines of
/// the recipes are not installed: the tests skip what is missing, and `cargo xtask python --all` runs these. The
/// packages that check the archives have no wheels for free-threaded interpreters.
const BUILD: &[&str] = &["maturin>=1.9.4,<2"];
const UPLOAD: &[&str] = &["twine>=6"];
const TESTS: &[&str] = &["numpy>=1.26", "pyarrow>=17", "pytest>=8", "hypothesis>=6.100"];

/// The configuration with which PyO3 compiles for a free-threaded interpreter that is not installed.
const FREE_THREADED_CONFIG: &str = "implementation=CPython\nversion=3.14\nshared=true\nabi3=false\n\
    build_flags=Py_GIL_DISABLED\nsuppress_build_script_link_lines=true\n";

/// Builds the sdist, a wheel from it, and runs the tests with every installed version of Python.
pub(super) fn check(options: &Options) -> Result<Vec<String>, String> {
    if !works("python3", &["-c", "import sys, venv; sys.exit(sys.version_info < (3, 10))"]) {
        return Ok(vec!["there is no Python 3.10 or later with venv".into()]);
    }
    let folder = empty_folder("wheel")?;
    let tools = environment(Path::new("python3"), &folder.join("tools"), &[BUILD, UPLOAD].concat())?;
    let sdist = folder.join("sdist");
    succeed("sdist", Command::new(tools.join("maturin")).args(["sdist", "--out"]).arg(&sdist))?;
    let sdist = only_file(&sdist)?;
    let wheel = build(&tools, &sdist, &folder.join("wheels"), options)?;
    succeed("twine", Command::new(tools.join("twine")).args(["check", "--strict"]).args([&sdist, &wheel]))?;
    let mut skipped = Vec::new();
    let mut tested = Vec::new();
    for version in VERSIONS {
        let Some(python) = interpreter(version) else {
            skipped.push(format!("no Python {version}"));
            continue;
        };
        let tests = environment(&python, &folder.join(version), TESTS)?;
        test(&tests, &wheel).map_err(|why| format!("Python {version}: {why}"))?;
        tested.push(*version);
    }
    for version in FREE_THREADED {
        let Some(python) = interpreter(version) else { continue };
        let tools = environment(&python, &folder.join(format!("tools-{version}")), BUILD)?;
        let wheel = build(&tools, &sdist, &folder.join(format!("wheels-{version}")), options)?;
        let tests = environment(&python, &folder.join(version), TESTS)?;
        test(&tests, &wheel).map_err(|why| format!("Python {version}: {why}"))?;
        tested.push(version);
    }
    println!("tested with Python {}", tested.join(", "));
    if !tested.iter().any(|version| version.ends_with('t')) {
        compile_free_threaded(&folder)?;
        skipped
            .push("tests with free-threaded Python: none is installed; the package compiles for it".into());
    }
    skipped.push("recipes for Ray, Spark and data frames: cargo xtask python --all".into());
    Ok(skipped)
}

/// Builds a wheel from the sdist with the programs of an environment.
fn build(tools: &Path, sdist: &Path, to: &Path, options: &Options) -> Result<PathBuf, String> {
    let mut pip = Command::new(tools.join("python"));
    pip.args(["-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir"]);
    pip.arg(to).arg(sdist).env("MATURIN_PEP517_ARGS", format!("--profile {}", options.profile));
    // pip finds the build program of the environment by the path.
    let path = std::env::var("PATH").unwrap_or_default();
    succeed("wheel from the sdist", pip.env("PATH", format!("{}:{path}", tools.display())))?;
    only_file(to)
}

/// Returns the interpreter of a version, from the path or from pyenv.
fn interpreter(version: &str) -> Option<PathBuf> {
    let name = format!("python{version}");
    let usable =
        |path: &Path| path.to_str().is_some_and(|program| works(program, &["-c", "import ensurepip, venv"]));
    let root = std::env::var_os("PYENV_ROOT").map(PathBuf::from);
    let root = root.or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".pyenv")));
    let versions = root.and_then(|root| std::fs::read_dir(root.join("versions")).ok());
    let mut found: Vec<PathBuf> =
        versions.into_iter().flatten().flatten().map(|it| it.path().join("bin").join(&name)).collect();
    found.sort();
    // The path can have a program of pyenv that works only for selected versions.
    std::iter::once(PathBuf::from(&name)).chain(found).find(|path| usable(path))
}

/// Installs the wheel in an environment and runs the tests and the command there.
fn test(environment: &Path, wheel: &Path) -> Result<(), String> {
    let program = |name: &str| Command::new(environment.join(name));
    let mut install = program("python");
    install.args(["-m", "pip", "install", "--quiet", "--no-deps"]).arg(wheel);
    succeed("installation", &mut install)?;
    let mut pytest = program("python");
    pytest.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "python/tests"]);
    succeed(&format!("tests in {}", environment.display()), &mut pytest)?;
    let mut command = program("farandole");
    command.args(["count", "testdata/first/miracle.txt"]);
    let output = command.output().map_err(|error| format!("farandole: {error}"))?;
    if output.stdout == b"1\n" { Ok(()) } else { Err("the command of the wheel does not work".into()) }
}

/// Compiles the native module for a free-threaded interpreter, without one.
fn compile_free_threaded(folder: &Path) -> Result<(), String> {
    let config = folder.join("free-threaded.txt");
    std::fs::write(&config, FREE_THREADED_CONFIG)
        .map_err(|error| format!("{}: {error}", config.display()))?;
    let mut cargo = Command::new("cargo");
    cargo.args(["check", "--quiet", "--locked", "--package", "farandole-python"]);
    cargo.args(["--target-dir", "target/free-threaded"]).env("PYO3_CONFIG_FILE", &config);
    succeed("module for free-threaded Python", &mut cargo)
}

/// Creates a virtual environment with packages and returns the folder of its programs.
fn environment(python: &Path, folder: &Path, packages: &[&str]) -> Result<PathBuf, String> {
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
