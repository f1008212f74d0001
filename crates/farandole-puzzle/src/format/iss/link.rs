//! Links that hold a variant: the text, percent-encoded, behind `q=`.

use super::error::IssErrors;
use super::read::{Read, read_with_warnings};
use super::write::write;
use crate::constraint::args::{decode, encode};
use crate::variant::Variant;
use alloc::string::String;

/// What a link of Interactive Sudoku Solver begins with.
pub const LINK: &str = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=";

/// The link that shows a variant.
pub fn to_link(variant: &Variant) -> String {
    let mut link = String::from(LINK);
    link.push_str(&encode(&write(variant)).replace("%2E", ".").replace("%7E", "~"));
    link
}

/// Reads the variant of a link; `None` if the text is no link with a readable `q=`.
///
/// Lines and columns of errors are those of the decoded text.
pub fn from_link(link: &str) -> Option<Result<Variant, IssErrors>> {
    Some(from_link_with_warnings(link)?.map(|read| read.variant))
}

/// Reads the variant of a link as [`from_link`] does, and tells what of it is replaced.
pub fn from_link_with_warnings(link: &str) -> Option<Result<Read, IssErrors>> {
    let query = link.trim().split_once('?').map(|(_, query)| query)?;
    let query = query.split('#').next().unwrap_or(query);
    let text = query.split('&').find_map(|part| part.strip_prefix("q="))?;
    Some(read_with_warnings(&decode(&text.replace('+', " "))?))
}
