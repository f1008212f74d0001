//! No file names a folder of one machine, or a package registry: the project is read and built anywhere.

use std::path::Path;

/// What no line may hold, each in two parts, so that this file does not hold it either.
const PLACES: [(&str, &str); 5] =
    [("crates", ".io"), ("docs", ".rs/"), ("pypi", ".org"), ("npm", "js."), ("/wo", "rk/")];

/// The lines of a text that name such a place.
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

/// Whether a line holds a place. A folder counts where a path begins, not as a part of another path.
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
