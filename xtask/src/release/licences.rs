//! The licences of all crates that the published binaries contain.

use super::options::Options;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// Licences that the binaries may contain.
const PERMITTED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// The packages whose dependencies are published in compiled form.
const ROOTS: &[&str] = &["farandole-cli", "farandole-capi", "farandole-python", "farandole-wasm"];

/// A dependency with the folder of its sources.
struct Dependency {
    name: String,
    licence: String,
    folder: String,
}

/// Checks the licence of every dependency.
///
/// # Errors
///
/// Returns the dependencies without a permitted licence or without a licence text.
pub(super) fn check(_: &Options) -> Result<Vec<String>, String> {
    let all = dependencies(ROOTS)?;
    let refused: Vec<String> = all
        .iter()
        .filter(|it| !is_permitted(&it.licence))
        .map(|it| {
            format!(
                "{}: licence {:?} is not in the list of xtask/src/release/licences.rs",
                it.name, it.licence
            )
        })
        .collect();
    println!("{} dependencies", all.len());
    if refused.is_empty() { Ok(Vec::new()) } else { Err(refused.join("\n")) }
}

/// Returns the text for archives: the name, licence and licence files of every dependency of a package.
pub(super) fn text(root: &str) -> Result<String, String> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut out = String::from("The programs contain the following libraries.\n\n");
    for dependency in dependencies(&[root])? {
        out += &format!("{}: {}\n", dependency.name, dependency.licence);
        for file in licence_files(Path::new(&dependency.folder)) {
            texts.entry(file).or_default().push(dependency.name.clone());
        }
    }
    for (text, names) in texts {
        out += &format!("\n{}\n{}\n\n{}\n", "=".repeat(80), names.join(", "), text.trim_end());
    }
    Ok(out)
}

/// Returns the texts of the licence files in a folder, and in `quickjs` below it, which contains sources of others.
fn licence_files(folder: &Path) -> Vec<String> {
    let names = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];
    let folders = [folder.to_owned(), folder.join("quickjs")];
    let entries = folders.iter().flat_map(std::fs::read_dir).flatten().flatten();
    let is_licence = |name: &str| names.iter().any(|prefix| name.to_uppercase().starts_with(prefix));
    let mut files: Vec<_> = entries
        .map(|it| it.path())
        .filter(|path| path.file_name().and_then(|it| it.to_str()).is_some_and(is_licence))
        .collect();
    files.sort();
    files.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect()
}

/// Returns the registry dependencies of the packages, sorted by name.
fn dependencies(roots: &[&str]) -> Result<Vec<Dependency>, String> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--locked", "--features", "farandole-cli/custom-rules"])
        .output()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let metadata: Value =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    let by_id = |list: &Value| -> BTreeMap<String, Value> {
        let items = list.as_array().into_iter().flatten();
        items.map(|it| (it["id"].as_str().unwrap_or_default().to_owned(), it.clone())).collect()
    };
    let (packages, nodes) = (by_id(&metadata["packages"]), by_id(&metadata["resolve"]["nodes"]));
    let mut todo: Vec<&str> = packages
        .iter()
        .filter(|(_, package)| package["name"].as_str().is_some_and(|name| roots.contains(&name)))
        .map(|(id, _)| id.as_str())
        .collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = todo.pop() {
        if !seen.insert(id) {
            continue;
        }
        for dependency in nodes.get(id).and_then(|node| node["deps"].as_array()).into_iter().flatten() {
            // Programs do not contain the tests and build scripts of their dependencies.
            let kinds = dependency["dep_kinds"].as_array();
            if kinds.into_iter().flatten().any(|kind| kind["kind"].is_null()) {
                todo.extend(dependency["pkg"].as_str());
            }
        }
    }
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut found: Vec<Dependency> = packages
        .iter()
        .filter(|(id, package)| seen.contains(id.as_str()) && !package["source"].is_null())
        .map(|(_, package)| Dependency {
            name: format!("{} {}", text(&package["name"]), text(&package["version"])),
            licence: text(&package["license"]),
            folder: text(&package["manifest_path"]).replace("Cargo.toml", ""),
        })
        .collect();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// Returns true if an SPDX expression can be satisfied by permitted licences.
fn is_permitted(expression: &str) -> bool {
    // Old manifests separate alternatives by a slash.
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let spaced = spaced.replace(" WITH ", "\u{1}");
    let words: Vec<String> = spaced.split_whitespace().map(|word| word.replace('\u{1}', " WITH ")).collect();
    let mut at = 0;
    any_of(&words, &mut at) && at == words.len()
}

/// Evaluates alternatives, that is, terms joined by `OR`.
fn any_of(words: &[String], at: &mut usize) -> bool {
    let mut found = all_of(words, at);
    while words.get(*at).is_some_and(|word| word == "OR") {
        *at += 1;
        found |= all_of(words, at);
    }
    found
}

/// Evaluates a term, that is, licences or parenthesized expressions joined by `AND`.
fn all_of(words: &[String], at: &mut usize) -> bool {
    let mut found = true;
    loop {
        match words.get(*at).map(String::as_str) {
            Some("(") => {
                *at += 1;
                found &= any_of(words, at);
                *at += 1;
            }
            Some(licence) => {
                *at += 1;
                found &= PERMITTED.contains(&licence);
            }
            None => return false,
        }
        if words.get(*at).is_none_or(|word| word != "AND") {
            return found;
        }
        *at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_permitted_if_an_alternative_is() {
        for yes in ["MIT", "MIT/Apache-2.0", "GPL-3.0-only OR MIT", "(MIT OR Apache-2.0) AND Unicode-3.0"] {
            assert!(is_permitted(yes), "{yes}");
        }
        assert!(is_permitted("Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT"));
        for no in ["", "GPL-3.0-only", "MIT AND GPL-3.0-only", "(MIT OR Apache-2.0) AND GPL-2.0-only"] {
            assert!(!is_permitted(no), "{no}");
        }
    }
}
