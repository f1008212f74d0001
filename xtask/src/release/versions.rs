//! A check that all files have the same version.

use super::options::Options;
use std::fs;

/// Files that repeat the version of the workspace, with the text before and after it.
const PLACES: &[(&str, &str, &str)] = &[
    ("CITATION.cff", "\nversion: ", "\n"),
    ("npm/package.json", "\"version\": \"", "\""),
    ("web/package.json", "\"version\": \"", "\""),
    ("packaging/android/build.gradle.kts", "\nversion = \"", "\""),
    ("packaging/arch/PKGBUILD", "\npkgver=", "\n"),
    ("packaging/homebrew/farandole.rb", "\n  version \"", "\""),
    ("packaging/nix/flake.nix", "version = \"", "\""),
    ("packaging/install/install.sh", "VERSION=${FARANDOLE_VERSION:-", "}"),
    ("packaging/install/install.ps1", "{ \"", "\""),
    ("CHANGELOG.md", "\n## ", " "),
];

/// Checks that all places have the version of the workspace, and that crates inherit it.
///
/// # Errors
///
/// Returns the places that differ.
pub(super) fn check(_: &Options) -> Result<Vec<String>, String> {
    let version = env!("CARGO_PKG_VERSION");
    let read = |path: &str| fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    let mut wrong = Vec::new();
    for (path, before, after) in PLACES {
        let found = between(&read(path)?, before, after).map(str::to_owned);
        if found.as_deref() != Some(version) {
            wrong.push(format!("{path}: found version {found:?}, expected {version:?}"));
        }
    }
    for entry in fs::read_dir("crates").map_err(|error| format!("crates: {error}"))?.flatten() {
        let path = entry.path().join("Cargo.toml").display().to_string();
        if !read(&path)?.contains("\nversion.workspace = true\n") {
            wrong.push(format!("{path}: the version is not that of the workspace"));
        }
    }
    let manifest = read("Cargo.toml")?;
    for line in manifest.lines().filter(|line| line.contains("path = \"crates/") && line.contains("version"))
    {
        if !line.contains(&format!("version = \"{version}\"")) {
            wrong.push(format!("Cargo.toml: {line}"));
        }
    }
    let dated = read("CHANGELOG.md")?.lines().any(|line| line.starts_with(&format!("## {version} (20")));
    let open = format!("CHANGELOG.md: {version} has no date yet; the release sets it");
    if wrong.is_empty() { Ok(if dated { Vec::new() } else { vec![open] }) } else { Err(wrong.join("\n")) }
}

/// Returns the text between the first occurrence of `before` and the following `after`.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(before)?;
    rest.split_once(after).map(|(found, _)| found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_found_between_its_marks() {
        assert_eq!(between("a\nversion: 1.2\n", "\nversion: ", "\n"), Some("1.2"));
        assert_eq!(between("a\nversions: 1.2\n", "\nversion: ", "\n"), None);
    }
}
