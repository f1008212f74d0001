//! The site: the page, the guide, and the catalogues of techniques and constraints with drawn
//! examples, in one static folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{pages, succeed};
use crate::page::{self, Page};
use crate::web_packages;

/// Output folder.
pub(crate) const FOLDER: &str = "target/site";

/// The notebooks of the guide.
const NOTEBOOKS: [&str; 2] = ["guide/ratings.ipynb", "guide/environments.ipynb"];

/// Builds the site.
///
/// # Errors
///
/// If the page cannot be built, returns an installation hint before anything is built. Otherwise
/// returns the step that failed.
pub(crate) fn run() -> Result<(), String> {
    if let Some(why) = page::missing() {
        return Err(why);
    }
    let site = Path::new(FOLDER);
    let _ = fs::remove_dir_all(site);
    create(site)?;
    match page::build()? {
        Page::Built(folder) => copy(&folder, site)?,
        Page::Skipped(why) => return Err(why),
    }
    // Files that the guide refers to.
    copy(Path::new("docs/pictures"), &site.join("pictures"))?;
    create(&site.join("guide"))?;
    for notebook in NOTEBOOKS {
        let copied = fs::copy(Path::new("docs").join(notebook), site.join(notebook));
        copied.map_err(|error| format!("{notebook}: {error}"))?;
    }
    pages(&["texts", FOLDER])?;
    println!("{FOLDER}: the site; cargo xtask serve shows it");
    Ok(())
}

/// Follows every link of the site and tests the search, in Chromium. The site must have been built.
/// Returns the reason if this is not possible.
///
/// # Errors
///
/// Returns an error if a link is dead, a page is more than three clicks from the first one, or the
/// search does not find the expected sections.
pub(crate) fn check() -> Result<Option<String>, String> {
    if !Path::new(FOLDER).join("index.html").is_file() {
        return Ok(Some("the site has not been built (cargo xtask site)".into()));
    }
    if let Some(why) = page::missing_browser().or_else(web_packages::install) {
        return Ok(Some(why));
    }
    let site = std::path::absolute(FOLDER).map_err(|error| format!("{FOLDER}: {error}"))?;
    let mut node = Command::new("node");
    node.args(["--test", "whole-site.mjs"]).current_dir("web/test").env("FARANDOLE_SITE", site);
    succeed("links and search of the site", &mut node).map(|()| None)
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let problem = |error: std::io::Error| format!("{}: {error}", from.display());
    create(to)?;
    for entry in fs::read_dir(from).map_err(problem)?.flatten() {
        let (path, target): (PathBuf, PathBuf) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(&path, &target).map_err(problem)?;
        }
    }
    Ok(())
}

fn create(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}
