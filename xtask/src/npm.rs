//! The npm package. It contains the sources in `npm/`, the types of the page and the WebAssembly
//! modules. It is packed by npm, installed in an empty folder, and tested in Node.js and Chromium.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{succeed, works};
use crate::wasm::{self, Module, Part, Vectors};

/// The package before it is packed.
const FOLDER: &str = "target/npm/package";
const TEST: &str = "target/npm/test";

/// The result of packing.
enum Packed {
    Archive(PathBuf),
    /// The package cannot be built, for this reason.
    Skipped(String),
}

/// Builds the package and tests it. Returns the skipped parts, with reasons.
///
/// # Errors
///
/// Returns the step that failed.
pub(crate) fn run() -> Result<Vec<String>, String> {
    match pack()? {
        Packed::Skipped(why) => Ok(vec![format!("the npm package: {why}")]),
        Packed::Archive(archive) => test(&archive),
    }
}

/// Collects the files of the package and packs them.
fn pack() -> Result<Packed, String> {
    if !works("npm", &["--version"]) {
        return Ok(Packed::Skipped("no npm (apt-get install nodejs npm)".into()));
    }
    if let Some(why) = wasm::missing() {
        return Ok(Packed::Skipped(why));
    }
    let folder = Path::new(FOLDER);
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(|error| format!("{FOLDER}: {error}"))?;
    let copy = |from: &Path, to: &str| {
        fs::copy(from, folder.join(to)).map(drop).map_err(|error| format!("{}: {error}", from.display()))
    };
    for entry in fs::read_dir("npm").map_err(|error| format!("npm: {error}"))?.flatten() {
        if entry.path().is_file() {
            copy(&entry.path(), &entry.file_name().to_string_lossy())?;
        }
    }
    // A file with only types is its own declaration file.
    copy(Path::new("web/src/wire.ts"), "wire.d.ts")?;
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        copy(Path::new(name), name)?;
    }
    for part in Part::ALL {
        match wasm::build(Vectors::With, part)? {
            Module::Built(path) => copy(&path, part.file())?,
            Module::Skipped(why) => return Ok(Packed::Skipped(why)),
        }
    }
    let mut npm = Command::new("npm");
    npm.args(["pack", "--silent", "--pack-destination", ".."]).current_dir(folder);
    succeed("npm pack", &mut npm)?;
    let archive = format!("target/npm/farandole-{}.tgz", env!("CARGO_PKG_VERSION"));
    Ok(Packed::Archive(PathBuf::from(archive)))
}

/// Installs the archive in an empty folder, and runs the examples of its README and its tests
/// there.
fn test(archive: &Path) -> Result<Vec<String>, String> {
    let folder = Path::new(TEST);
    let _ = fs::remove_dir_all(folder);
    let failed = |error: std::io::Error| format!("{TEST}: {error}");
    fs::create_dir_all(folder).map_err(failed)?;
    fs::write(folder.join("package.json"), "{\"private\": true, \"type\": \"module\"}\n").map_err(failed)?;
    let archive = std::path::absolute(archive).map_err(failed)?;
    let mut install = Command::new("npm");
    install.args(["install", "--offline", "--no-audit", "--no-fund", "--silent"]).arg(archive);
    succeed("npm install", install.current_dir(folder))?;
    for entry in fs::read_dir("npm/test").map_err(failed)?.flatten() {
        fs::copy(entry.path(), folder.join(entry.file_name())).map_err(failed)?;
    }
    let mut node = Command::new("node");
    succeed("npm package in Node.js", node.args(["--test", "package.test.mjs"]).current_dir(folder))?;
    if let Some(why) = crate::page::missing_browser().or_else(crate::web_packages::install) {
        return Ok(vec![format!("the npm package in a browser: {why}")]);
    }
    let mut node = Command::new("node");
    let web = std::path::absolute("web").map_err(failed)?;
    node.args(["--test", "browser.test.mjs"]).current_dir(folder).env("WEB", web);
    succeed("npm package in Chromium", &mut node)?;
    let web = Path::new("web/node_modules/.bin/tsc");
    let mut tsc = Command::new(std::path::absolute(web).map_err(failed)?);
    succeed("types of the npm package", tsc.args(["--noEmit", "-p", "."]).current_dir(folder))?;
    Ok(Vec::new())
}
