//! Small text files that options name.

use crate::exit::Failure;
use crate::messages::shown;
use std::io::Read as _;
use std::path::Path;

/// Reads a small text file as a whole; `-` is standard input.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    let bytes = bytes.map_err(|error| Failure::io(shown(path), error))?;
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.split(|byte| *byte == b'\n').count();
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        Failure::Unreadable(format!("{}:{line}:{column}: expected UTF-8, found other bytes", shown(path)))
    })
}
