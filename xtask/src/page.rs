//! The web page: built by npm and Vite around the WebAssembly modules, and tested in Chromium.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{succeed, works};
use crate::wasm::{self, Module, Part, Vectors};

const FOLDER: &str = "web";

/// Options of `wasm-opt`, which makes the modules a fifth smaller. The levels for size take three times as
/// long, and their output is 2 % larger after compression. The features are those that `rustc` uses for this
/// target.
const SHRINK: [&str; 10] = [
    "-O1",
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

/// The result of a build.
#[derive(Debug)]
pub(crate) enum Page {
    /// The page was built in this folder.
    Built(PathBuf),
    /// The page cannot be built, for this reason.
    Skipped(String),
}

/// Returns what to install if the page cannot be built. The check takes no time.
pub(crate) fn missing() -> Option<String> {
    let npm = (!works("npm", &["--version"])).then(|| "no npm (apt-get install nodejs npm)".to_string());
    let missing: Vec<String> = npm.into_iter().chain(wasm::missing()).collect();
    (!missing.is_empty()).then(|| format!("the page: {}", missing.join("; ")))
}

/// Builds the page.
///
/// # Errors
///
/// Returns the step that failed.
pub(crate) fn build() -> Result<Page, String> {
    if let Some(why) = missing() {
        return Ok(Page::Skipped(why));
    }
    let target = Path::new(FOLDER).join("wasm");
    for part in Part::ALL {
        let module = match wasm::build(Vectors::With, part)? {
            Module::Built(path) => path,
            Module::Skipped(why) => return Ok(Page::Skipped(format!("the page: {why}"))),
        };
        let copied = std::fs::create_dir_all(&target)
            .and_then(|()| std::fs::copy(&module, target.join(part.file())).map(drop));
        copied.map_err(|error| format!("{}: {error}", target.display()))?;
    }
    if let Some(why) = install() {
        return Ok(Page::Skipped(format!("the page: {why}")));
    }
    for part in Part::ALL {
        let module = format!("wasm/{}", part.file());
        let tool = ["exec", "--", "wasm-opt", module.as_str(), "-o", module.as_str()];
        succeed(&format!("size of {}", part.file()), npm().args(tool).args(SHRINK))?;
    }
    succeed("types of the page", npm().args(["run", "--silent", "check"]))?;
    succeed("lints of the page", npm().args(["run", "--silent", "lint"]))?;
    succeed("format of the page", npm().args(["run", "--silent", "format:check"]))?;
    succeed("page", npm().args(["run", "--silent", "build"]))?;
    Ok(Page::Built(Path::new(FOLDER).join("dist")))
}

/// Builds the page and runs its tests in a browser. Returns the reason if that is not possible.
///
/// # Errors
///
/// Returns the step that failed.
pub(crate) fn test() -> Result<Option<String>, String> {
    if let Some(why) = missing_browser() {
        return Ok(Some(format!("the page: {why}")));
    }
    match build()? {
        Page::Skipped(why) => Ok(Some(why)),
        Page::Built(_) => {
            succeed("the page in Chromium", npm().args(["run", "--silent", "test"])).map(|()| None)
        }
    }
}

/// Returns the reason if there is no browser for tests.
pub(crate) fn missing_browser() -> Option<String> {
    let browsers = ["chromium", "chromium-browser", "google-chrome"];
    let is_missing = !browsers.iter().any(|it| works(it, &["--version"]));
    is_missing.then(|| "no Chromium (apt-get install chromium)".into())
}

/// Installs the packages that the page and its tests need. Returns the reason if that is not possible.
pub(crate) fn install() -> Option<String> {
    let is_missing = !installed() && succeed("npm", npm().args(["ci", "--no-audit", "--no-fund"])).is_err();
    is_missing.then(|| "npm could not install what web/package-lock.json names".into())
}

fn npm() -> Command {
    let mut npm = Command::new("npm");
    npm.current_dir(FOLDER);
    npm
}

/// Returns true if the installed packages match the lock file.
fn installed() -> bool {
    let time = |path: &str| Path::new(FOLDER).join(path).metadata().and_then(|it| it.modified()).ok();
    time("node_modules/.package-lock.json") > time("package-lock.json")
}
