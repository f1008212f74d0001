//! The web page. It is built by npm and Vite around the WebAssembly modules and tested in Chromium and, if it is installed, in
//! Firefox.

use std::path::{Path, PathBuf};

use crate::cargo::{succeed, works};
use crate::wasm::{self, Module, Part, Vectors};
use crate::web_packages::{FOLDER, install, npm};

/// The result of a build.
#[derive(Debug)]
pub(crate) enum Page {
    /// The page was built in this folder.
    Built(PathBuf),
    /// The page cannot be built, for this reason.
    Skipped(String),
}

/// Returns an installation hint if the page cannot be built. The check is immediate.
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
    succeed("types of the page", npm().args(["run", "--silent", "check"]))?;
    succeed("lints of the page", npm().args(["run", "--silent", "lint"]))?;
    succeed("format of the page", npm().args(["run", "--silent", "format:check"]))?;
    succeed("page", npm().args(["run", "--silent", "build"]))?;
    Ok(Page::Built(Path::new(FOLDER).join("dist")))
}

/// Builds the page and runs its tests in a browser. Returns the reason if this is not possible.
///
/// # Errors
///
/// Returns the step that failed.
pub(crate) fn test() -> Result<Option<String>, String> {
    // Everything that is missing is reported together, before minutes of compiling.
    let browser = missing_browser().map(|why| format!("the page: {why}"));
    let missing: Vec<String> = missing().into_iter().chain(browser).collect();
    if !missing.is_empty() {
        return Ok(Some(missing.join("; ")));
    }
    match build()? {
        Page::Skipped(why) => Ok(Some(why)),
        Page::Built(_) => {
            succeed("the page in Chromium", npm().args(["run", "--silent", "test"]))?;
            if !["firefox-esr", "firefox"].iter().any(|it| works(it, &["--version"])) {
                return Ok(Some("the page in Firefox: no Firefox (apt-get install firefox-esr)".into()));
            }
            succeed("the page in Firefox", npm().args(["run", "--silent", "test:firefox"])).map(|()| None)
        }
    }
}

/// Returns the reason if there is no browser for tests.
pub(crate) fn missing_browser() -> Option<String> {
    let browsers = ["chromium", "chromium-browser", "google-chrome"];
    let is_missing = !browsers.iter().any(|it| works(it, &["--version"]));
    is_missing.then(|| "no Chromium (apt-get install chromium)".into())
}
