//! Recognizes lines that are links.

/// Beginnings of lines that are links. A compressed `{"` begins with `N4Ig`.
const LINKS: [&str; 7] = ["http:", "https:", "fpuzzles", "fpuz", "scl", "scf", "N4Ig"];

/// Minimum length of a link.
const SHORTEST_LINK: usize = 17;

/// Returns true if a line is a link or a compressed object.
pub(super) fn is_link(line: &str) -> bool {
    LINKS.iter().any(|start| line.starts_with(start)) && line.len() >= SHORTEST_LINK
}
