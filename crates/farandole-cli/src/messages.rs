//! Messages on standard error, and the names of files in them.

use farandole::puzzle::format::{escaped, escaped_lines};
use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::Path;

/// Writes messages to standard error. Characters that a terminal would execute are escaped. Ignores write
/// errors, since the reader may have closed the pipe.
pub(crate) fn write_stderr(messages: &str) {
    let _ = write!(io::stderr(), "{}", escaped_lines(messages));
}

/// Returns a path for display.
pub(crate) fn shown(path: &Path) -> impl Display + '_ {
    escaped(path.as_os_str().as_encoded_bytes())
}
