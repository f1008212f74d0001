//! The crates in their published form.

use super::options::Options;
use crate::cargo::{step, works};

/// Packs every published crate and builds it from its archive, with the other archives as
/// dependencies. If the minimum Rust version is installed, checks that it suffices.
pub(super) fn check(_: &Options) -> Result<Vec<String>, String> {
    step("crates", &["publish", "--workspace", "--dry-run", "--locked", "--allow-dirty"])?;
    let oldest = env!("CARGO_PKG_RUST_VERSION");
    let toolchain = format!("+{oldest}");
    if works("cargo", &[&toolchain, "--version"]) {
        let check = [&toolchain[..], "check", "--workspace", "--locked", "--exclude", "xtask"];
        step("oldest compiler", &check)?;
        return Ok(Vec::new());
    }
    Ok(vec![format!(
        "Rust {oldest}, the oldest supported version, is not installed (rustup toolchain add {oldest})"
    )])
}
