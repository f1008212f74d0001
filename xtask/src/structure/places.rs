//! A check that no file contains a machine-specific path or a package registry, because the project
//! must build anywhere.

use std::path::Path;

/// Forbidden texts, each in two parts because this file must not contain them.
const PLACES: [(&str, &str); 5] =
    [("crates", ".io"), ("docs", ".rs/"), ("pypi", ".org"), ("npm", "js."), ("/wo", "rk/")];

/// Returns the lines of a text that contain a forbidden text.
pub(crate) fn named(path: &Path, text: &str) -> Vec<String> {
    let places = PLACES.map(|(first, second)| format!("{first}{second}"));
    let mut found = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if let Some(place) = places.iter().find(|place| holds(line, place)) {
            found.push(format!("{}:{} names {place}", path.display(), i + 1));
        }
    }
    found
}

/// Returns true if a line contains a forbidden text. A folder counts only at the start of a path.
fn holds(line: &str, place: &str) -> bool {
    let begins = |at: usize| {
        let before = line[..at].chars().next_back();
        !place.starts_with('/') || !before.is_some_and(|c| c.is_alphanumeric() || "/._-*".contains(c))
    };
    line.match_indices(place).any(|(at, _)| begins(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registries_and_folders_of_a_machine_are_named() {
        let folder = ["/wo", "rk/"].concat();
        let registry = ["crates", ".io"].concat();
        let text = format!("see {folder}x\nsrc{folder}x\n\n<https://{registry}/crates/x>\n");
        let expected = [format!("a.md:1 names {folder}"), format!("a.md:4 names {registry}")];
        assert_eq!(named(Path::new("a.md"), &text), expected);
    }
}
