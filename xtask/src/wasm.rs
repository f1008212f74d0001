//! All library crates checked for `wasm32-unknown-unknown`, the target of web pages.
//!
//! Where the compiler has the target's standard library, it is used. Else Debian's compiler packages do: their sources of the
//! standard library are built first, which takes long and is left to the second tier. Nothing is installed here.

use std::path::Path;
use std::process::Command;

use crate::cargo::{succeed, works};

const TRIPLE: &str = "wasm32-unknown-unknown";

/// The library that stands on all others, so that a check of it is a check of all.
const LIBRARY: [&str; 2] = ["-p", "farandole"];

/// What to install where neither way is there.
const INSTALL: &str = "rustup target add wasm32-unknown-unknown, or \
    apt-get install --no-install-recommends rustc-web cargo-web rust-web-src";

/// What to do where the compiler has no standard library for the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    Skip,
    Build,
}

/// Checks the libraries. Returns why not, where nothing can.
///
/// # Errors
///
/// That a crate does not compile.
pub(crate) fn run(missing: Missing) -> Result<Option<String>, String> {
    let mut cargo = Command::new("cargo");
    let mut build_std = None;
    if !has_library("rustc") {
        let Some(path) = system_path() else {
            return Ok(Some(format!("{TRIPLE}: no standard library for it ({INSTALL})")));
        };
        if missing == Missing::Skip {
            return Ok(Some(format!(
                "{TRIPLE}: its standard library must be built first: cargo xtask test --all"
            )));
        }
        // The system's compiler before rustup's. The variable allows nothing but the flag that builds the standard library.
        cargo = Command::new("/usr/bin/cargo");
        cargo
            .env("PATH", path)
            .env("RUSTC_BOOTSTRAP", "1")
            .env_remove("RUSTC")
            .env_remove("RUSTUP_TOOLCHAIN");
        build_std = Some("-Zbuild-std=std,panic_abort");
    }
    cargo.args(["check", "--lib", "--locked", "--target", TRIPLE, "--target-dir", "target/wasm"]);
    cargo.args(LIBRARY).args(build_std).env("RUSTFLAGS", "-Ctarget-feature=+simd128");
    succeed(TRIPLE, &mut cargo)?;
    Ok(None)
}

/// Whether a compiler has a standard library for the target.
fn has_library(compiler: &str) -> bool {
    let found = Command::new(compiler).args(["--print", "target-libdir", "--target", TRIPLE]).output();
    found
        .is_ok_and(|it| it.status.success() && Path::new(String::from_utf8_lossy(&it.stdout).trim()).is_dir())
}

/// The folders of the system's programs, if its compiler is new enough and has the sources of the standard library.
fn system_path() -> Option<String> {
    let version = Command::new("/usr/bin/rustc").arg("--version").output().ok()?;
    let sysroot = Command::new("/usr/bin/rustc").args(["--print", "sysroot"]).output().ok()?;
    let sources = Path::new(String::from_utf8_lossy(&sysroot.stdout).trim())
        .join("lib/rustlib/src/rust/library/std/Cargo.toml");
    let is_new = is_at_least(&String::from_utf8_lossy(&version.stdout), env!("CARGO_PKG_RUST_VERSION"));
    let is_there = is_new && sources.is_file() && works("/usr/bin/cargo", &["--version"]);
    is_there.then(|| "/usr/local/bin:/usr/bin:/bin".to_string())
}

/// Whether the output of `rustc --version` names this version or a later one.
fn is_at_least(output: &str, wanted: &str) -> bool {
    let numbers = |text: &str| -> Vec<u32> {
        text.split(['.', '-']).take(2).filter_map(|part| part.parse().ok()).collect()
    };
    let found = output.split_whitespace().nth(1).map(numbers).unwrap_or_default();
    found.len() == 2 && found >= numbers(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_number() {
        assert!(is_at_least("rustc 1.96.0 (built from a source tarball)", "1.89"));
        assert!(is_at_least("rustc 1.100.0-nightly (x)", "1.89"));
        assert!(!is_at_least("rustc 1.85.0 (x)", "1.89"));
        assert!(!is_at_least("", "1.89"));
    }
}
