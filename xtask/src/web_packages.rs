//! The npm packages of the page: TypeScript, Vite, and `wasm-opt`, which makes modules smaller.

use std::path::Path;
use std::process::Command;

use crate::cargo::succeed;

/// The folder of the page and its packages.
pub(crate) const FOLDER: &str = "web";

/// Options of `wasm-opt`, which makes the compressed modules 3 % smaller. The optimization levels
/// for size take three times as long, and their output is 2 % larger after compression. The
/// features are those that `rustc` uses for this target. Merging similar functions saves half a percent more; hard
/// ratings take a tenth longer.
const SHRINK: [&str; 13] = [
    "-O1",
    "--dae-optimizing",
    "--duplicate-function-elimination",
    "--merge-similar-functions",
    "--strip-debug",
    "--strip-producers",
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// Installs the packages for the page and its tests. Returns the reason if this is not possible.
pub(crate) fn install() -> Option<String> {
    let is_missing = !installed() && succeed("npm", npm().args(["ci", "--no-audit", "--no-fund"])).is_err();
    is_missing.then(|| "npm could not install what web/package-lock.json names".into())
}

/// Returns npm in the folder of the page.
pub(crate) fn npm() -> Command {
    let mut npm = Command::new("npm");
    npm.current_dir(FOLDER);
    npm
}

/// Returns true if the installed packages match the lock file.
fn installed() -> bool {
    let time = |path: &str| Path::new(FOLDER).join(path).metadata().and_then(|it| it.modified()).ok();
    time("node_modules/.package-lock.json") > time("package-lock.json")
}

/// Makes a module smaller. Returns false if `wasm-opt` is not available.
///
/// # Errors
///
/// Returns an error if `wasm-opt` fails.
pub(crate) fn shrink(module: &Path) -> Result<bool, String> {
    if install().is_some() {
        return Ok(false);
    }
    let path = std::path::absolute(module).map_err(|error| format!("{}: {error}", module.display()))?;
    let tool = ["exec", "--", "wasm-opt"].map(Path::new).into_iter().chain([&*path, Path::new("-o"), &*path]);
    succeed(&format!("size of {}", module.display()), npm().args(tool).args(SHRINK)).map(|()| true)
}
