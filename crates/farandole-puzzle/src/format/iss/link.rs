//! Links that contain a variant: its percent-encoded text follows `q=`.

use super::error::IssErrors;
use super::read::{Read, read_with_warnings};
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

/// Reads the variant of a link. Returns `None` if the text is not a link with a readable `q=`.
///
/// Lines and columns of errors refer to the decoded text.
pub fn from_link(link: &str) -> Option<Result<Variant, IssErrors>> {
    Some(from_link_with_warnings(link)?.map(|read| read.variant))
}

/// Reads the variant of a link in the same way as [`from_link`], and reports replaced items.
pub fn from_link_with_warnings(link: &str) -> Option<Result<Read, IssErrors>> {
    let query = link.trim().split_once('?').map(|(_, query)| query)?;
    let query = query.split('#').next().unwrap_or(query);
    let text = query.split('&').find_map(|part| part.strip_prefix("q="))?;
    Some(read_with_warnings(&decode(&text.replace('+', " "))?))
}
