//! The Python package. Its wheel is built, installed in a fresh virtual environment, and tested
//! there.
//!
//! The wheel is built with the settings of the tests, so few crates have to be compiled again. If
//! Python or its packages are not available, the step reports this.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{succeed, works};

/// Packages for the tests, and the large packages for the recipes, for Ray and for environments.
const PACKAGES: &[&str] = &[
    "maturin>=1.9.4,<2",
    "numpy>=1.26",
    "pyarrow>=17",
    "mypy>=1.15",
    "pytest>=8",
    "hypothesis>=6.100",
    "ruff>=0.12",
];
const MORE_PACKAGES: &[&str] = &[
    "ray[data]>=2.50",
    "polars>=1",
    "duckdb>=1",
    "dask[dataframe]>=2024.1",
    "pandas>=2",
    "pyspark>=4",
    "gymnasium>=1.1",
    "reasoning-gym>=0.1.25",
    "verifiers>=0.4",
];

/// A program that checks for the oldest Python version with a wheel.
const CHECK: &str = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))";

/// The packages to install.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The requirements of the package itself.
    Package,
    /// The requirements of the package, and the engines of the recipes.
    Recipes,
}

/// Builds and tests the package. Returns the skipped parts, with reasons.
///
/// # Errors
///
/// Returns the first step that failed.
pub(crate) fn run(extent: Extent) -> Result<Vec<String>, String> {
    println!("== python");
    if !works("python3", &["-c", CHECK]) {
        return Ok(vec!["python package: there is no Python 3.10 or later with venv".into()]);
    }
    let folder = Path::new("target/python");
    let venv = folder.join("venv");
    let program = |name: &str| Command::new(venv.join("bin").join(name));
    succeed("virtual environment", Command::new("python3").args(["-m", "venv", "--clear"]).arg(&venv))?;
    let mut install = program("python");
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(PACKAGES);
    if succeed("python packages", &mut install).is_err() {
        return Ok(vec!["python package: the packages for its tests cannot be installed".into()]);
    }
    let mut skipped = Vec::new();
    if extent == Extent::Package {
        skipped.push("recipes and Ray of the python package: cargo xtask test --all".into());
    } else {
        let mut more = program("python");
        more.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(MORE_PACKAGES);
        if succeed("more python packages", &mut more).is_err() {
            skipped.push("recipes and Ray of the python package: the packages cannot be installed".into());
        }
    }
    let wheels = folder.join("wheels");
    // Wheels of other versions are removed.
    if wheels.exists() {
        std::fs::remove_dir_all(&wheels).map_err(|error| format!("{}: {error}", wheels.display()))?;
    }
    let mut build = program("maturin");
    build.args(["build", "--profile", "dev", "--locked", "--quiet", "--out"]).arg(&wheels);
    build.arg("--config").arg(settings_of_tests(folder)?);
    succeed("wheel", &mut build)?;
    let wheel = only_file(&wheels)?;
    let mut install = program("python");
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]).arg(wheel);
    succeed("installation of the wheel", &mut install)?;
    succeed("lints of the package", program("ruff").args(["check", "--no-cache", "python"]))?;
    succeed("form of the package", program("ruff").args(["format", "--no-cache", "--check", "python"]))?;
    succeed(
        "types of the package",
        program("python").args(["-m", "mypy", "python/farandole", "python/tests/typing_inputs.py"]),
    )?;
    succeed("stubs of the package", program("python").args(["-m", "mypy.stubtest", "farandole._native"]))?;
    succeed(
        "tests of the package",
        program("python").args(["-m", "pytest", "-q", "-p", "no:cacheprovider"]),
    )?;
    Ok(skipped)
}

/// Writes a Cargo configuration that gives the profile `dev` the settings of the profile `test`, and returns
/// its path. With `--profile test`, Cargo would compile the tests of the package instead of its library.
fn settings_of_tests(folder: &Path) -> Result<PathBuf, String> {
    let manifest = std::fs::read_to_string("Cargo.toml").map_err(|error| format!("Cargo.toml: {error}"))?;
    let start = manifest.find("[profile.test]").ok_or("Cargo.toml has no profile for tests")?;
    let path = folder.join("profile.toml");
    std::fs::write(&path, manifest[start..].replace("[profile.test", "[profile.dev"))
        .map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path)
}

/// Returns the only file in a folder.
fn only_file(folder: &Path) -> Result<PathBuf, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(failed)?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    match (files.pop(), files.is_empty()) {
        (Some(file), true) => Ok(file),
        _ => Err(format!("{}: expected one wheel", folder.display())),
    }
}
