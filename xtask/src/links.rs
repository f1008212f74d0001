//! Checks that each relative link in a Markdown file refers to an existing file and, if it names a
//! heading, to an existing heading.
//!
//! The check covers inline links, `[text](target)`, outside code. Anchors of headings are those of
//! GitHub: lower case, hyphens for blanks, and no other punctuation.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders that contain no pages of the project.
const SKIPPED: [&str; 3] = ["target", ".git", "node_modules"];

pub(crate) fn run() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut dead = Vec::new();
    for page in pages(&root).map_err(|error| format!("{}: {error}", root.display()))? {
        let text = fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
        let shown = page.strip_prefix(&root).unwrap_or(&page).display();
        for (line, target) in links(&text) {
            if let Some(why) = problem(&page, &target) {
                dead.push(format!("{shown}:{line}: {target}: {why}"));
            }
        }
    }
    if dead.is_empty() { Ok(()) } else { Err(dead.join("\n")) }
}

/// Returns all Markdown files below a folder.
fn pages(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default();
        if path.is_symlink() || SKIPPED.iter().any(|skipped| name == *skipped) {
            continue;
        }
        if path.is_dir() {
            found.extend(pages(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the lines of a text, without code blocks and code spans, with their line numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, String)> {
    let mut fenced = false;
    text.lines().enumerate().filter_map(move |(number, line)| {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            return None;
        }
        let outside: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        (!fenced).then_some((number + 1, outside))
    })
}

/// Returns the targets of inline links with their line numbers.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        for part in line.split("](").skip(1) {
            let target = part.split([')', ' ']).next().unwrap_or_default();
            found.push((number, target.to_string()));
        }
    }
    found
}

/// Returns the anchors of the headings of a page.
fn headings(text: &str) -> HashSet<String> {
    let (mut fenced, mut names) = (false, HashSet::new());
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if line.starts_with('#') && !fenced {
            let heading = line.trim_start_matches('#').trim().to_lowercase();
            let kept = heading.chars().filter(|sign| sign.is_alphanumeric() || " -_".contains(*sign));
            names.insert(kept.map(|sign| if sign == ' ' { '-' } else { sign }).collect());
        }
    }
    names
}

/// Returns the defect of a link, if any. Links to targets outside the project are not checked.
fn problem(page: &Path, target: &str) -> Option<&'static str> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, heading) = target.split_once('#').map_or((target, None), |(file, it)| (file, Some(it)));
    let path = if file.is_empty() { page.to_path_buf() } else { page.parent()?.join(file) };
    if !path.exists() {
        return Some("no such file");
    }
    let text = fs::read_to_string(&path).unwrap_or_default();
    heading.is_some_and(|heading| !headings(&text).contains(heading)).then_some("no such heading")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_between_pages_leads_somewhere() {
        run().unwrap();
    }

    #[test]
    fn links_in_code_are_none() {
        let text = "a [b](c.md#d) `[x](y.md)`\n```\n[e](f.md)\n```\n[g](h.md \"title\")\n";
        assert_eq!(links(text), [(1, "c.md#d".to_string()), (5, "h.md".to_string())]);
    }

    #[test]
    fn headings_are_named_as_on_the_web() {
        let names = headings("# Is it `so`?\n```\n# no\n```\n## Up to symmetry: `--symmetry`\n");
        let expected = ["is-it-so", "up-to-symmetry---symmetry"].map(str::to_string);
        assert_eq!(names, expected.into());
    }

    #[test]
    fn dead_links_are_found() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
        assert_eq!(problem(&page, "https://example.org/x"), None);
        assert_eq!(problem(&page, "CONTRIBUTING.md"), None);
        assert_eq!(problem(&page, "no-such.md"), Some("no such file"));
        assert_eq!(problem(&page, "CONTRIBUTING.md#no-such"), Some("no such heading"));
    }
}
