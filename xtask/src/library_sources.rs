//! Compilers that compile the standard library together with a crate, for size.
//!
//! That takes some minutes, once per build folder, and needs the sources of the library: those of rustup or of Debian's
//! compiler packages. Without either, a build links the compiled library. Nothing is installed.

use std::path::Path;
use std::process::Command;

use crate::cargo::works;

/// The options that compile the standard library. Its sorting functions for size make the modules of the page 8 % and the
/// library for apps 6 % smaller, and hard ratings at most 6 % slower. Without its other features, it cannot unwind or
/// print back traces.
const BUILD_STD: &[&str] = &["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"];

/// The compiler and the standard library for a target.
pub(crate) enum Compiler {
    /// The current compiler, with the sources of its standard library.
    Sources,
    /// Debian's compiler, with the sources of its standard library.
    System(System),
    /// The current compiler, with the compiled standard library that comes with it.
    Compiled,
}

/// Debian's compiler.
pub(crate) struct System {
    /// The folders of the programs: those of the compiler must come before those of rustup.
    path: String,
    /// The variable that names the linker for the target, and its value, if it is not the C compiler.
    linker: Option<(String, String)>,
}

impl Compiler {
    /// Finds the compiler whose output for a target is smallest. `linker` names the linker of LLVM if the target needs it.
    ///
    /// # Errors
    ///
    /// Returns the reason why no compiler has this target.
    pub(crate) fn find(target: &str, linker: Option<&str>) -> Result<Self, String> {
        if has_folder(&["--print", "sysroot"], "lib/rustlib/src/rust/library/std") {
            return Ok(Self::Sources);
        }
        match system(target, linker) {
            Ok(system) => Ok(Self::System(system)),
            Err(_) if has_folder(&["--print", "target-libdir", "--target", target], "") => Ok(Self::Compiled),
            Err(why) => Err(why),
        }
    }

    /// Returns true if the standard library is compiled with the crate.
    pub(crate) const fn compiles_library(&self) -> bool {
        !matches!(self, Self::Compiled)
    }

    /// Returns the command that runs cargo with a subcommand and this compiler. A stable compiler accepts the unstable
    /// options in it if it compiles the library.
    pub(crate) fn cargo(&self, subcommand: &str) -> Command {
        let mut cargo =
            Command::new(if matches!(self, Self::System(_)) { "/usr/bin/cargo" } else { "cargo" });
        cargo.arg(subcommand);
        if let Self::System(System { path, linker }) = self {
            cargo.env("PATH", path).env_remove("RUSTC").env_remove("RUSTUP_TOOLCHAIN").envs(linker.clone());
        }
        if self.compiles_library() {
            cargo.args(BUILD_STD).env("RUSTC_BOOTSTRAP", "1");
        }
        cargo
    }
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
fn system(target: &str, linker: Option<&str>) -> Result<System, String> {
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
    let linker =
        linker.map(|name| linker_of(name, &version).ok_or("the compiler names no LLVM")).transpose()?;
    if let Some(linker) = linker.as_ref().filter(|linker| !works(linker, &["--version"])) {
        return Err(format!("no linker {linker}"));
    }
    let variable = format!("CARGO_TARGET_{}_LINKER", target.to_uppercase().replace('-', "_"));
    let path = "/usr/local/bin:/usr/bin:/bin".to_string();
    Ok(System { path, linker: linker.map(|linker| (variable, linker)) })
}

/// Returns the linker for the LLVM version in the output of `rustc -vV`.
fn linker_of(name: &str, output: &str) -> Option<String> {
    let llvm = output.lines().find_map(|line| line.strip_prefix("LLVM version: "))?;
    Some(format!("{name}-{}", llvm.split('.').next()?))
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
        assert_eq!(linker_of("wasm-ld", output).as_deref(), Some("wasm-ld-22"));
        assert_eq!(linker_of("wasm-ld", "rustc 1.96.0\n"), None);
    }
}
