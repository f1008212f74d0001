//! The options of a run, and the folders of its checks.

use std::fs;
use std::path::{Path, PathBuf};

/// Folder for all files written by the checks.
pub(super) const FOLDER: &str = "target/release-check";

/// The options of a run.
#[derive(Debug)]
pub(super) struct Options {
    /// The Cargo profile: `release`, or `dev` for a quicker run.
    pub(super) profile: String,
}

/// Creates an empty folder for a check and returns its path.
pub(super) fn empty_folder(name: &str) -> Result<PathBuf, String> {
    let folder = Path::new(FOLDER).join(name);
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    fs::create_dir_all(&folder).map_err(failed)?;
    fs::canonicalize(&folder).map_err(failed)
}
