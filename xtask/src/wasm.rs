//! The WebAssembly modules for web pages: `farandole-wasm` built for `wasm32-unknown-unknown`, with
//! and without vector instructions.
//!
//! There is one module for classic puzzles, one for lists and the generator, and one for variants, so that a page loads the
//! last two only if it needs them.
//!
//! The modules are smallest if the standard library is compiled with them, for size. Otherwise, they
//! are 7 % larger.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cargo::succeed;
use crate::library_sources::Compiler;
use crate::web_packages::shrink;

const TRIPLE: &str = "wasm32-unknown-unknown";

/// The commands that install a compiler for the modules.
const INSTALL: &str = "rustup component add rust-src, or \
    apt-get install --no-install-recommends rustc-web cargo-web rust-web-src lld-22";

/// Maximum size in bytes of the module that a first visit downloads, compressed with gzip.
const MOST: usize = 800_000;

/// The linker of LLVM for the target.
const LINKER: &str = "wasm-ld";

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
    compiler().err()
}

/// Finds the compiler that builds the smallest modules, or returns what to install.
fn compiler() -> Result<Compiler, String> {
    Compiler::find(TRIPLE, Some(LINKER)).map_err(|why| format!("{TRIPLE}: {why} ({INSTALL})"))
}

/// Builds a module and prints its size.
///
/// # Errors
///
/// Returns an error if a crate does not compile or the module of the first visit is too large.
pub(crate) fn build(vectors: Vectors, part: Part) -> Result<Module, String> {
    let compiler = match compiler() {
        Ok(found) => found,
        Err(why) => return Ok(Module::Skipped(why)),
    };
    let (folder, mut flags) = match vectors {
        Vectors::With => ("target/wasm", vec!["-Ctarget-feature=+simd128"]),
        Vectors::Without => ("target/wasm-plain", Vec::new()),
    };
    let mut cargo = compiler.cargo("build");
    cargo.args(["--lib", "--locked", "--profile", "web", "--package", "farandole-wasm"]);
    cargo.args(["--no-default-features", "--features", part.feature()]);
    cargo.args(["--target", TRIPLE, "--target-dir", folder]);
    if compiler.compiles_library() {
        // This option permits options per crate.
        cargo.arg("-Zprofile-rustflags");
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
