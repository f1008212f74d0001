//! Checks the `no_std` crates for other processors. The same sources are compiled to NEON and
//! WebAssembly instructions.

use crate::cargo::{succeed, works};
use std::path::Path;
use std::process::Command;

/// A target, with the linker and the emulator for its programs.
struct Target {
    triple: &'static str,
    features: &'static str,
    tools: Option<(&'static str, &'static str, &'static str)>,
}

const TARGETS: [Target; 2] = [
    Target {
        triple: "aarch64-unknown-linux-gnu",
        features: "",
        tools: Some(("aarch64-linux-gnu-gcc", "qemu-aarch64", "/usr/aarch64-linux-gnu")),
    },
    Target { triple: "wasm32-unknown-unknown", features: "-Ctarget-feature=+simd128", tools: None },
];

/// The crates that do not need the standard library, as cargo arguments.
pub(crate) const ALONE: [&str; 8] =
    ["-p", "farandole-kernel", "-p", "farandole-canon", "-p", "farandole-cdcl", "-p", "farandole-cover"];

/// Checks the crates that do not need the standard library for each target. Tests the kernel if
/// programs for the target can run. Returns the skipped parts, with reasons.
///
/// # Errors
///
/// Returns the target and the step that failed.
pub(crate) fn run() -> Result<Vec<String>, String> {
    let mut skipped = Vec::new();
    for target in &TARGETS {
        if !has_library(target.triple) {
            skipped.push(format!("{0}: no standard library for it (rustup target add {0})", target.triple));
            continue;
        }
        let flags = format!("{} -D warnings", target.features);
        let own = ["--target", target.triple, "--target-dir", "target/targets", "--locked"];
        let mut check = Command::new("cargo");
        check.arg("check").args(ALONE).args(["--lib", "--no-default-features"]).args(own);
        succeed(target.triple, check.env("RUSTFLAGS", &flags))?;
        let Some((linker, runner, system)) = target.tools else {
            skipped.push(format!("{}: checked; nothing here runs it", target.triple));
            continue;
        };
        if !works(linker, &["--version"]) || !works(runner, &["--version"]) {
            skipped.push(format!("{}: checked; to run it, install {linker} and {runner}", target.triple));
            continue;
        }
        let variable =
            |what: &str| format!("CARGO_TARGET_{}_{what}", target.triple.replace('-', "_").to_uppercase());
        let mut test = Command::new("cargo");
        test.args(["test", "-p", "farandole-kernel"]).args(own);
        test.env(variable("LINKER"), linker).env(variable("RUNNER"), format!("{runner} -L {system}"));
        succeed(target.triple, test.env("RUSTFLAGS", target.features))?;
    }
    Ok(skipped)
}

/// Returns true if the standard library for a target is installed.
fn has_library(triple: &str) -> bool {
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let found = Command::new(compiler).args(["--print", "target-libdir", "--target", triple]).output();
    found
        .is_ok_and(|it| it.status.success() && Path::new(String::from_utf8_lossy(&it.stdout).trim()).is_dir())
}
