//! The WebAssembly modules for web pages: `farandole-wasm` built for `wasm32-unknown-unknown`, with
//! and without vector instructions.
//!
//! There is one module for classic puzzles, one for lists and the generator, and one for variants, so that a page loads the
//! last two only if it needs them.
//!
//! The modules are smallest if the standard library is compiled with them, for size. That takes some
//! minutes, once, and needs its sources: those of rustup or of Debian's compiler packages. Without
//! either, the build links the compiled library that rustup installs, and the modules are 7 %
//! larger. Nothing is installed.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cargo::{succeed, works};
use crate::web_packages::shrink;

const TRIPLE: &str = "wasm32-unknown-unknown";

/// The commands that install a compiler for the modules.
const INSTALL: &str = "rustup component add rust-src, or \
    apt-get install --no-install-recommends rustc-web cargo-web rust-web-src lld-22";

/// Maximum size in bytes of the module that a first visit downloads, compressed with gzip.
const MOST: usize = 800_000;

/// The options that compile the standard library. Its sorting functions for size make the modules
/// 8 % smaller, and hard ratings at most 6 % slower. The last one permits options per crate. `RUSTC_BOOTSTRAP`
/// lets a stable compiler accept them.
const BUILD_STD: &[&str] =
    &["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size", "-Zprofile-rustflags"];

/// Panics name the line without the file: the names of the files take 1 % of the module.
const SHORT_LOCATIONS: &str = "-Zlocation-detail=line";

/// The crates that are compiled for speed inline functions that are half as large as by default: the module of the
/// first visit gets half a percent smaller and hard ratings an eighth slower. For the crates that are compiled for
/// size, this threshold would replace a much lower one, so it is not given to all crates.
const INLINE_LESS: (&str, [&str; 2]) =
    (r#"["-Cllvm-args=-inline-threshold=120"]"#, ["farandole-kernel", "farandole-logic"]);

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
    Tools,
    Variants,
}

impl Part {
    pub(crate) const ALL: [Self; 3] = [Self::Plain, Self::Tools, Self::Variants];

    /// Returns the feature of `farandole-wasm`.
    const fn feature(self) -> &'static str {
        match self {
            Self::Plain => "classic",
            Self::Tools => "tools",
            Self::Variants => "variants",
        }
    }

    /// Returns the file name.
    pub(crate) const fn file(self) -> &'static str {
        match self {
            Self::Plain => "farandole.wasm",
            Self::Tools => "farandole-tools.wasm",
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

/// Builds all modules. Returns the reason if they cannot be built.
///
/// # Errors
///
/// Returns an error if a crate does not compile or the module of the first visit is too large.
pub(crate) fn run() -> Result<Option<String>, String> {
    let all = [Vectors::With, Vectors::Without].map(|vectors| Part::ALL.map(|part| (vectors, part)));
    for (vectors, part) in all.concat() {
        match build(vectors, part)? {
            Module::Built(_) => {}
            Module::Skipped(why) => return Ok(Some(why)),
        }
    }
    Ok(None)
}

/// Returns what to install if the modules cannot be built. The check takes no time.
pub(crate) fn missing() -> Option<String> {
    Compiler::find().err()
}

/// The compiler and the standard library for the target.
enum Compiler {
    /// The current compiler, with the sources of its standard library.
    Sources,
    /// Debian's compiler, with the sources of its standard library.
    System(System),
    /// The current compiler, with the compiled standard library that comes with it.
    Compiled,
}

/// Debian's compiler.
struct System {
    /// The folders of the programs: those of the compiler must come before those of rustup.
    path: String,
    linker: String,
}

impl Compiler {
    /// Finds the compiler that builds the smallest modules, or returns what to install.
    fn find() -> Result<Self, String> {
        if has_folder(&["--print", "sysroot"], "lib/rustlib/src/rust/library/std") {
            return Ok(Self::Sources);
        }
        match system() {
            Ok(system) => Ok(Self::System(system)),
            Err(_) if has_folder(&["--print", "target-libdir", "--target", TRIPLE], "") => Ok(Self::Compiled),
            Err(why) => Err(format!("{TRIPLE}: {why} ({INSTALL})")),
        }
    }

    /// Returns true if the standard library is compiled with the module.
    const fn compiles_library(&self) -> bool {
        !matches!(self, Self::Compiled)
    }

    /// Returns the command that runs cargo with this compiler.
    fn cargo(&self) -> Command {
        let Self::System(System { path, linker }) = self else { return Command::new("cargo") };
        let mut cargo = Command::new("/usr/bin/cargo");
        cargo
            .env("PATH", path)
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker)
            .env_remove("RUSTC")
            .env_remove("RUSTUP_TOOLCHAIN");
        cargo
    }
}

/// Builds a module and prints its size.
///
/// # Errors
///
/// Returns an error if a crate does not compile or the module of the first visit is too large.
pub(crate) fn build(vectors: Vectors, part: Part) -> Result<Module, String> {
    let compiler = match Compiler::find() {
        Ok(found) => found,
        Err(why) => return Ok(Module::Skipped(why)),
    };
    let (folder, mut flags) = match vectors {
        Vectors::With => ("target/wasm", vec!["-Ctarget-feature=+simd128"]),
        Vectors::Without => ("target/wasm-plain", Vec::new()),
    };
    let mut cargo = compiler.cargo();
    cargo.args(["build", "--lib", "--locked", "--profile", "web", "--package", "farandole-wasm"]);
    cargo.args(["--no-default-features", "--features", part.feature()]);
    cargo.args(["--target", TRIPLE, "--target-dir", folder]);
    if compiler.compiles_library() {
        cargo.args(BUILD_STD).env("RUSTC_BOOTSTRAP", "1");
        flags.push(SHORT_LOCATIONS);
        let (option, packages) = INLINE_LESS;
        for package in packages {
            cargo.args(["--config", &format!("profile.web.package.{package}.rustflags={option}")]);
        }
    }
    cargo.env("RUSTFLAGS", flags.join(" "));
    let with = if vectors == Vectors::With { "with" } else { "without" };
    let name = format!("{} {with} vector instructions, some minutes", part.file());
    succeed(&name, &mut cargo)?;
    // The compiler writes all modules to the same file.
    let built = Path::new(folder).join(TRIPLE).join("web/farandole_wasm.wasm");
    let kept = Path::new(folder).join(part.file());
    std::fs::copy(&built, &kept).map_err(|error| format!("{}: {error}", built.display()))?;
    let is_shrunk = shrink(&kept)?;
    if !is_shrunk {
        println!("{}: not made smaller, because wasm-opt is missing", kept.display());
    }
    // Nearly all browsers load the module with vector instructions. Without them, it is 6 % larger.
    let is_first = part == Part::Plain && vectors == Vectors::With;
    let limit = (is_first && is_shrunk && compiler.compiles_library()).then_some(MOST);
    weigh(&kept, limit)?;
    Ok(Module::Built(kept))
}

/// Prints the size of a module, plain and compressed. Fails if it exceeds the limit compressed.
fn weigh(path: &Path, limit: Option<usize>) -> Result<(), String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let Some(compressed) = gzip(&bytes) else {
        println!("{}: {} bytes", path.display(), bytes.len());
        return Ok(());
    };
    println!("{}: {} bytes, {compressed} by gzip", path.display(), bytes.len());
    match limit {
        Some(limit) if compressed > limit => {
            Err(format!("{}: {compressed} bytes by gzip, expected at most {limit}", path.display()))
        }
        _ => Ok(()),
    }
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

/// Returns true if a folder exists below the one that the current compiler prints.
fn has_folder(print: &[&str], below: &str) -> bool {
    let printed = Command::new("rustc").args(print).output();
    printed.is_ok_and(|it| {
        it.status.success() && Path::new(String::from_utf8_lossy(&it.stdout).trim()).join(below).is_dir()
    })
}

/// Finds Debian's compiler and the linker for it. Fails with the reason if the compiler is too old or
/// lacks the sources of the standard library.
fn system() -> Result<System, String> {
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
    Ok(System { path: "/usr/local/bin:/usr/bin:/bin".to_string(), linker })
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
