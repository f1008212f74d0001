//! Recognizes lines that are links, also without `https://`, in angle brackets or in Markdown.

use super::editor::link::HOSTS;
use std::borrow::Cow;

/// Beginnings of packed objects. A compressed `{"` begins with `N4Ig`.
const PACKED: [&str; 5] = ["fpuzzles", "fpuz", "scl", "scf", "N4Ig"];

/// Hosts of links to classic puzzles and to constraint text, without `www.`.
pub(super) const CLASSIC_HOSTS: [&str; 7] = [
    "sudokuwiki.org/",
    "sudokuexchange.com/",
    "sudoku.coach/",
    "puzz.link/",
    "pzv.jp/",
    "pzprxs.vercel.app/",
    "sigh.github.io/",
];

/// Minimum length of a link.
const SHORTEST_LINK: usize = 17;

/// Returns true if a line is a link or a compressed object.
pub(super) fn is_link(line: &str) -> bool {
    link_of(line).is_some()
}

/// Returns the link or compressed object of a line, with its scheme.
pub(super) fn link_of(line: &str) -> Option<Cow<'_, str>> {
    let bare = unwrapped(line);
    let has = |starts: &[&str]| starts.iter().any(|start| bare.starts_with(start));
    if has(&["http:", "https:"]) || has(&PACKED) {
        return (bare.len() >= SHORTEST_LINK).then_some(bare.into());
    }
    let host = bare.strip_prefix("www.").unwrap_or(bare);
    let is_known = HOSTS.iter().copied().flatten().chain(&CLASSIC_HOSTS).any(|known| host.starts_with(known));
    is_known.then(|| format!("https://{bare}").into())
}

/// Returns the link without angle brackets, or the target of a link in Markdown.
fn unwrapped(line: &str) -> &str {
    let line = line.trim();
    if let Some(target) = line.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
        return target.trim();
    }
    let target = line.trim_start_matches(['-', '*', ' ', '!']).strip_prefix('[').and_then(|rest| {
        let (_, target) = rest.split_once("](")?;
        Some(target.trim_end().strip_suffix(')')?.split(' ').next().unwrap_or_default())
    });
    target.unwrap_or(line)
}

/// Returns the host and the rest of a link, or `None` for other texts.
pub(super) fn host_of(link: &str) -> Option<(&str, &str)> {
    let rest = link.strip_prefix("https://").or_else(|| link.strip_prefix("http://"))?;
    let rest = rest.strip_prefix("www.").unwrap_or(rest);
    Some(rest.find(['/', '?', '#']).map_or((rest, ""), |end| rest.split_at(end)))
}

/// Returns true if links of this host are read.
pub(super) fn is_known_host(host: &str) -> bool {
    let known = HOSTS.iter().copied().flatten().chain(&CLASSIC_HOSTS);
    let name = |known: &str| known.split('/').next().unwrap_or_default().trim_start_matches("www.") == host;
    known.copied().any(name)
}
