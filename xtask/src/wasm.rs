//! The WebAssembly modules for web pages: `farandole-wasm` built for `wasm32-unknown-unknown`, with
//! and without vector instructions.
//!
//! There is one module for puzzles and one for variants, so that a page loads the second only if it
//! needs it.
//!
//! If the compiler has the target's standard library, it is used. Otherwise the build uses Debian's
//! compiler packages and first compiles their sources of the standard library, which takes some
//! minutes, once. Nothing is installed.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cargo::{succeed, works};
use crate::web_packages::shrink;

const TRIPLE: &str = "wasm32-unknown-unknown";

/// Returns what to install if neither method works.
const INSTALL: &str = "rustup target add wasm32-unknown-unknown, or \
    apt-get install --no-install-recommends rustc-web cargo-web rust-web-src lld-22";

/// Maximum size in bytes of the module that a first visit downloads, compressed with gzip.
const MOST: usize = 900_000;

/// The options that compile the standard library. Its sorting functions for size make the modules
/// 8 % smaller, and hard ratings at most 6 % slower.
const BUILD_STD: &[&str] = &["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"];

/// Selects a module with or without vector instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vectors {
    With,
    Without,
}

/// The requests that a module answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Plain,
    Variants,
}

impl Part {
    pub(crate) const ALL: [Self; 2] = [Self::Plain, Self::Variants];

    /// Returns the feature of `farandole-wasm`.
    const fn feature(self) -> &'static str {
        match self {
            Self::Plain => "classic",
            Self::Variants => "variants",
        }
    }

    /// Returns the file name.
    pub(crate) const fn file(self) -> &'static str {
        match self {
            Self::Plain => "farandole.wasm",
            Self::Variants => "farandole-variants.wasm",
        }
    }
}

/// The result of a build.
#[derive(Debug)]
pub(crate) enum Module {
    /// The module was built in this file.
    Built(PathBuf),
    /// The module cannot be built, for this reason.
    Skipped(String),
}

/// Builds all modules and prints their sizes. Returns the reason if they cannot be built.
///
/// # Errors
///
/// Returns an error if a crate does not compile or the module of the first visit is too large.
pub(crate) fn run() -> Result<Option<String>, String> {
    let all = [Vectors::With, Vectors::Without].map(|vectors| Part::ALL.map(|part| (vectors, part)));
    for (vectors, part) in all.concat() {
        match build(vectors, part)? {
            Module::Built(path) => weigh(&path, part)?,
            Module::Skipped(why) => return Ok(Some(why)),
        }
    }
    Ok(None)
}

/// Returns what to install if the modules cannot be built. The check takes no time.
pub(crate) fn missing() -> Option<String> {
    if has_library("rustc") {
        return None;
    }
    system().err().map(|why| format!("{TRIPLE}: {why} ({INSTALL})"))
}

/// Builds the module.
///
/// # Errors
///
/// Returns an error if a crate does not compile.
pub(crate) fn build(vectors: Vectors, part: Part) -> Result<Module, String> {
    let (folder, flags) = match vectors {
        Vectors::With => ("target/wasm", "-Ctarget-feature=+simd128"),
        Vectors::Without => ("target/wasm-plain", ""),
    };
    let mut cargo = Command::new("cargo");
    let mut build_std: &[&str] = &[];
    if !has_library("rustc") {
        let (path, linker) = match system() {
            Ok(found) => found,
            Err(why) => return Ok(Module::Skipped(format!("{TRIPLE}: {why} ({INSTALL})"))),
        };
        // The system's compiler must come before rustup's. The variable enables only the flag that
        // builds the standard library.
        cargo = Command::new("/usr/bin/cargo");
        cargo
            .env("PATH", path)
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker)
            .env_remove("RUSTC")
            .env_remove("RUSTUP_TOOLCHAIN");
        build_std = BUILD_STD;
    }
    cargo.args(["build", "--lib", "--locked", "--profile", "web", "--package", "farandole-wasm"]);
    cargo.args(["--no-default-features", "--features", part.feature()]);
    cargo.args(["--target", TRIPLE, "--target-dir", folder]).args(build_std).env("RUSTFLAGS", flags);
    succeed(TRIPLE, &mut cargo)?;
    // The compiler writes both modules to the same file.
    let built = Path::new(folder).join(TRIPLE).join("web/farandole_wasm.wasm");
    let kept = Path::new(folder).join(part.file());
    std::fs::copy(&built, &kept).map_err(|error| format!("{}: {error}", built.display()))?;
    if !shrink(&kept)? {
        println!("{}: not made smaller, because wasm-opt is missing", kept.display());
    }
    Ok(Module::Built(kept))
}

/// Prints the size of a module, plain and compressed, and checks that of the first visit.
fn weigh(path: &Path, part: Part) -> Result<(), String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let Some(compressed) = gzip(&bytes) else {
        println!("{}: {} bytes", path.display(), bytes.len());
        return Ok(());
    };
    println!("{}: {} bytes, {compressed} by gzip", path.display(), bytes.len());
    if part == Part::Plain && compressed > MOST {
        return Err(format!("{}: {compressed} bytes by gzip, expected at most {MOST}", path.display()));
    }
    Ok(())
}

/// Returns the size of the bytes compressed by gzip, or `None` if the program is missing.
fn gzip(bytes: &[u8]) -> Option<usize> {
    let mut child =
        Command::new("gzip").arg("-9c").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let mut input = child.stdin.take()?;
    let text = bytes.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&text));
    let output = child.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    output.status.success().then_some(output.stdout.len())
}

/// Returns true if a compiler has a standard library for the target.
fn has_library(compiler: &str) -> bool {
    let found = Command::new(compiler).args(["--print", "target-libdir", "--target", TRIPLE]).output();
    found
        .is_ok_and(|it| it.status.success() && Path::new(String::from_utf8_lossy(&it.stdout).trim()).is_dir())
}

/// Returns the folder of the system's programs and the linker for its compiler. Fails with the
/// reason if the compiler is too old or lacks the sources of the standard library.
fn system() -> Result<(String, String), String> {
    let output = |args: &[&str]| -> Result<String, String> {
        let output = Command::new("/usr/bin/rustc").args(args).output();
        let output = output.map_err(|_| "no compiler for it".to_string())?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let version = output(&["-vV"])?;
    let wanted = env!("CARGO_PKG_RUST_VERSION");
    if !is_at_least(&version, wanted) || !works("/usr/bin/cargo", &["--version"]) {
        return Err(format!("the system's compiler is older than {wanted}"));
    }
    let sysroot = output(&["--print", "sysroot"])?;
    let sources = Path::new(sysroot.trim()).join("lib/rustlib/src/rust/library/std/Cargo.toml");
    if !sources.is_file() {
        return Err("no sources of the standard library".into());
    }
    let linker = linker_of(&version).ok_or("the compiler names no LLVM")?;
    if !works(&linker, &["--version"]) {
        return Err(format!("no linker {linker}"));
    }
    Ok(("/usr/local/bin:/usr/bin:/bin".to_string(), linker))
}

/// Returns the linker for the LLVM version in the output of `rustc -vV`.
fn linker_of(output: &str) -> Option<String> {
    let llvm = output.lines().find_map(|line| line.strip_prefix("LLVM version: "))?;
    Some(format!("wasm-ld-{}", llvm.split('.').next()?))
}

/// Returns true if the output of `rustc --version` names this version or a later one.
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

    #[test]
    fn the_linker_has_the_version_of_llvm() {
        let output = "rustc 1.96.0\nbinary: rustc\nLLVM version: 22.1.3\n";
        assert_eq!(linker_of(output).as_deref(), Some("wasm-ld-22"));
        assert_eq!(linker_of("rustc 1.96.0\n"), None);
    }
}
