//! Links that contain a variant, as percent-encoded text after `q=`.

use super::write::write;
use crate::constraint::args::{decode, encode};
use crate::variant::Variant;
use alloc::string::String;

/// The prefix of links to Interactive Sudoku Solver.
pub const LINK: &str = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=";

/// Returns a link that opens a variant.
pub fn to_link(variant: &Variant) -> String {
    let mut link = String::from(LINK);
    link.push_str(&encode(&write(variant)).replace("%2E", ".").replace("%7E", "~"));
    link
}

/// Returns the constraint text of a link. Returns `None` if the text is not a link, or if its `q=`
/// cannot be decoded.
pub fn link_text(link: &str) -> Option<String> {
    let query = link.trim().split_once('?').map(|(_, query)| query)?;
    let query = query.split('#').next().unwrap_or(query);
    let text = query.split('&').find_map(|part| part.strip_prefix("q="))?;
    decode(&text.replace('+', " "))
}
