//! Links to f-puzzles, SudokuPad and sudokuwiki: detects the form of a text and extracts its
//! puzzle.
//!
//! Browsers and chat programs damage links: `+` becomes a blank, `/` becomes `%2F`, and `//`
//! becomes `/`. The reader repairs all of these.
//!
//! Source: the published behaviour of f-puzzles.com, of SudokuPad's loader and of sudokuwiki.org.

use crate::editor::config::LIMIT;
use crate::editor::error::{ImportError, ImportErrorKind};
use crate::editor::json::Json;
use crate::editor::lz::{self, LzError};
use crate::editor::zipper;

/// The content of a text.
#[derive(Debug)]
pub(crate) enum Payload {
    /// JSON. Its keys determine the format.
    Tree(Json),
    /// A packed classic puzzle without its prefix.
    Scf(String),
}

/// The prefixes of SudokuPad ids. Longer prefixes come first, because the first match is used.
const PREFIXES: &[(&str, Prefix)] = &[
    ("fpuzzles", Prefix::Json),
    ("fpuz", Prefix::Json),
    ("scl", Prefix::Json),
    ("ctc", Prefix::Json),
    ("scf", Prefix::Scf),
];

#[derive(Clone, Copy, PartialEq)]
enum Prefix {
    Json,
    Scf,
}

/// Hosts whose links contain a SudokuPad id.
const PADS: &[&str] = &[
    "sudokupad.app/",
    "beta.sudokupad.app/",
    "alpha.sudokupad.app/",
    "sudokupad.svencodes.com/puzzle/",
    "app.crackingthecryptic.com/sudoku/",
    "app.crackingthecryptic.com/",
    "crackingthecryptic.com/",
];

/// Hosts whose links contain a packed puzzle after `?load=`.
const EDITORS: &[&str] = &["f-puzzles.com/", "www.f-puzzles.com/"];

/// Hosts whose links contain a packed puzzle after `?puzzle=`.
const MAKERS: &[&str] = &["sudokumaker.app/", "www.sudokumaker.app/"];

/// Hosts whose links contain the 81 cells of a classic puzzle after `?bd=`.
const SOLVERS: &[&str] = &["www.sudokuwiki.org/", "sudokuwiki.org/"];

/// All hosts of editors.
pub(crate) const HOSTS: [&[&str]; 3] = [PADS, EDITORS, MAKERS];

/// A program whose links are understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LinkHost {
    FPuzzles,
    /// SudokuPad, or an unknown host.
    SudokuPad,
    Scf,
    SudokuMaker,
    Sudokuwiki,
}

impl LinkHost {
    /// Returns the program of a link or packed text.
    pub(crate) fn of(text: &str) -> Self {
        let link = strip_any(text, &["https://", "http://"]);
        let has = |hosts: &[&str]| link.is_some_and(|link| strip_any(link, hosts).is_some());
        if has(EDITORS) {
            return Self::FPuzzles;
        }
        if has(MAKERS) {
            return Self::SudokuMaker;
        }
        if has(SOLVERS) {
            return Self::Sudokuwiki;
        }
        let id = link.and_then(|link| strip_any(link, PADS)).unwrap_or(text);
        if id.starts_with("scf") {
            Self::Scf
        } else if link.is_none() && (id.starts_with("fpuz") || id.starts_with("N4I")) {
            Self::FPuzzles
        } else {
            Self::SudokuPad
        }
    }
}

/// Detects the form of a text and unpacks it.
pub(crate) fn open(text: &[u8]) -> Result<Payload, ImportError> {
    if text.len() > LIMIT {
        return Err(ImportErrorKind::TooLarge { limit: LIMIT }.into());
    }
    let text = core::str::from_utf8(text).map_err(|_| ImportErrorKind::Encoding)?;
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(ImportErrorKind::Empty.into());
    }
    if text.starts_with('{') {
        return json_or_zipped(text).map(Payload::Tree);
    }
    let Some(link) = strip_any(text, &["https://", "http://"]) else { return open_id(text) };
    if let Some(rest) = EDITORS.iter().find_map(|host| link.strip_prefix(host)) {
        let packed = argument(rest, "load").ok_or(match argument(rest, "id") {
            Some(_) => ImportErrorKind::Remote,
            None => ImportErrorKind::Unknown,
        })?;
        return unpack(packed).map(Payload::Tree);
    }
    if let Some(rest) = MAKERS.iter().find_map(|host| link.strip_prefix(host)) {
        return unpack(argument(rest, "puzzle").ok_or(ImportErrorKind::Unknown)?).map(Payload::Tree);
    }
    if let Some(rest) = SOLVERS.iter().find_map(|host| link.strip_prefix(host)) {
        // Other pages have puzzles with other rules.
        let is_classic = rest.split('?').next().is_some_and(|page| matches!(page, "" | "sudoku.htm"));
        let cells = argument(rest, "bd").filter(|_| is_classic);
        let cells = cells.ok_or(ImportErrorKind::Unknown)?.replace('.', "0");
        let is_plain = cells.len() == 81 && cells.bytes().all(|cell| cell.is_ascii_digit());
        return if is_plain { Ok(Payload::Scf(cells)) } else { Err(ImportErrorKind::Unknown.into()) };
    }
    let rest = PADS.iter().find_map(|host| link.strip_prefix(host)).ok_or(ImportErrorKind::Unknown)?;
    let rest = rest.strip_prefix("sudoku/").unwrap_or(rest);
    let id = match argument(rest, "puzzleid") {
        Some(id) => id,
        // Packed text never contains a question mark, so the first one begins the settings.
        None => rest.split('?').next().unwrap_or(rest),
    };
    open_id(id)
}

/// Returns the link that opens an object in f-puzzles.
pub(crate) fn of_fpuzzles(json: &str) -> String {
    packed("https://www.f-puzzles.com/?load=", json)
}

/// Returns the link that opens an object in SudokuPad.
pub(crate) fn of_sudokupad(json: &str) -> String {
    packed("https://sudokupad.app/scl", json)
}

/// Returns a link: its start, followed by the packed object.
fn packed(start: &str, json: &str) -> String {
    let mut link = String::from(start);
    for c in lz::compress(json).chars() {
        match c {
            '+' => link.push_str("%2B"),
            '/' => link.push_str("%2F"),
            '=' => link.push_str("%3D"),
            other => link.push(other),
        }
    }
    link
}

/// Returns the link that opens an object in SudokuMaker.
pub(crate) fn of_sudokumaker(json: &str) -> String {
    let mut link = String::from("https://sudokumaker.app/?puzzle=");
    for c in lz::compress(json).chars() {
        match c {
            '+' => link.push_str("%2B"),
            '/' => link.push('-'),
            '=' => {}
            other => link.push(other),
        }
    }
    link
}

/// Returns the value of an argument of a link.
fn argument<'a>(rest: &'a str, name: &str) -> Option<&'a str> {
    let (_, query) = rest.split_once('?')?;
    query.split('&').find_map(|part| part.strip_prefix(name)?.strip_prefix('='))
}

fn strip_any<'a>(text: &'a str, prefixes: &[&str]) -> Option<&'a str> {
    prefixes.iter().find_map(|prefix| text.strip_prefix(prefix))
}

/// Unpacks a SudokuPad id, or packed text without a prefix.
fn open_id(id: &str) -> Result<Payload, ImportError> {
    let known = PREFIXES.iter().find_map(|(name, prefix)| Some((id.strip_prefix(name)?, *prefix)));
    match known {
        Some((rest, Prefix::Scf)) => Ok(Payload::Scf(decoded(rest).unwrap_or_else(|| rest.into()))),
        Some((rest, Prefix::Json)) => unpack(rest).map(Payload::Tree),
        // These are the first characters of a packed `{"`.
        None if id.starts_with("N4I") => unpack(id).map(Payload::Tree),
        None if !id.is_empty() && id.len() <= LONGEST_ID && id.bytes().all(is_id_byte) => {
            Err(ImportErrorKind::Remote.into())
        }
        None => Err(ImportErrorKind::Unknown.into()),
    }
}

/// Maximum length of the puzzle ids of SudokuPad's server.
const LONGEST_ID: usize = 60;

const fn is_id_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'/')
}

/// Parses the JSON of an editor, packed or plain, without a link around it.
pub(crate) fn unpacked(text: &str) -> Result<Json, ImportError> {
    if text.len() > LIMIT {
        return Err(ImportErrorKind::TooLarge { limit: LIMIT }.into());
    }
    unpack(text)
}

/// Parses the JSON after the prefix of an id, packed or plain.
fn unpack(text: &str) -> Result<Json, ImportError> {
    let decoded = decoded(text);
    let text = decoded.as_deref().unwrap_or(text);
    if text.trim_start().starts_with('{') {
        return json_or_zipped(text);
    }
    match lz::decompress(text.as_bytes(), LIMIT) {
        Ok(json) => json_or_zipped(&json),
        Err(LzError::TooLong) => Err(LzError::TooLong.into()),
        Err(LzError::Damaged) => double_slashes(text).ok_or(ImportErrorKind::Packed.into()),
    }
}

fn json_or_zipped(text: &str) -> Result<Json, ImportError> {
    Json::read(text).or_else(|error| match Json::read(&zipper::unzip(text)) {
        Ok(json) if !error.repeated_key => Ok(zipper::lengthen(json)),
        _ => Err(error.into()),
    })
}

/// Decodes percent-encoding. Returns `None` if the text contains no percent-encoding or an invalid
/// one.
fn decoded(text: &str) -> Option<String> {
    if !text.contains('%') {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            bytes.push((digit()? * 16 + digit()?) as u8);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// Maximum number of attempts to double slashes.
const REPAIRS: usize = 400;
/// Maximum length of a text that is repaired. The output of an attempt is at most four times as
/// long.
const REPAIRED: usize = 1 << 16;

/// Unpacks text in which one or two `//` lost a slash. Doubles each slash in turn until the result
/// is JSON.
fn double_slashes(text: &str) -> Option<Json> {
    if text.len() > REPAIRED {
        return None;
    }
    let slashes: Vec<usize> = text.match_indices('/').map(|(place, _)| place).collect();
    let single = slashes.iter().map(|place| [*place, text.len()]);
    let pairs =
        slashes.iter().enumerate().flat_map(|(k, one)| slashes[k..].iter().map(move |two| [*one, *two]));
    single.chain(pairs).take(REPAIRS).find_map(|places| {
        let mut longer = String::with_capacity(text.len() + 2);
        let mut from = 0;
        for place in places.into_iter().filter(|place| *place < text.len()) {
            longer.push_str(&text[from..=place]);
            from = place;
        }
        longer.push_str(&text[from..]);
        json_or_zipped(&lz::decompress(longer.as_bytes(), 4 * REPAIRED).ok()?).ok()
    })
}
