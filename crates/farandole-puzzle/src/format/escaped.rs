//! Texts of inputs, made safe to display.
//!
//! A terminal executes control characters, and some characters without a picture change the order or the
//! look of the text around them. A message that repeats a part of an input must contain none of them.

use core::fmt;
use core::fmt::Write as _;

/// Maximum number of characters of a quoted text: the longest path that Linux accepts fits.
const MOST: usize = 4096;

/// Returns a text for display on one line, as part of a message or a page. Control characters, including
/// line ends, and invisible characters are written as Rust escapes, and bytes that are not UTF-8 as `\x9b`.
/// A text of more than 4,096 characters is cut off and ends with `...`.
///
/// ```
/// use farandole_puzzle::format::escaped;
///
/// assert_eq!(escaped("caf\u{e9} \u{1b}[2J\n").to_string(), "caf\u{e9} \\u{1b}[2J\\n");
/// assert_eq!(escaped(b"\xe2\x80\xae\x9b").to_string(), "\\u{202e}\\x9b");
/// ```
pub fn escaped<T: AsRef<[u8]> + ?Sized>(text: &T) -> impl fmt::Display + '_ {
    Escaped { text: text.as_ref(), extent: Extent::Quotation }
}

/// Returns a text of several lines for display: like [`escaped`], but line ends and tabs are kept, and the
/// text is not cut off.
///
/// ```
/// use farandole_puzzle::format::escaped_lines;
///
/// assert_eq!(escaped_lines("1\t2\n\u{7}").to_string(), "1\t2\n\\u{7}");
/// ```
pub fn escaped_lines<T: AsRef<[u8]> + ?Sized>(text: &T) -> impl fmt::Display + '_ {
    Escaped { text: text.as_ref(), extent: Extent::Lines }
}

/// Returns true if a character has no picture and may change the text around it: control characters, line
/// separators, zero-width characters, marks of the writing direction, and tags.
pub fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    Quotation,
    Lines,
}

struct Escaped<'a> {
    text: &'a [u8],
    extent: Extent,
}

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut left = if self.extent == Extent::Quotation { MOST } else { usize::MAX };
        for chunk in self.text.utf8_chunks() {
            for c in chunk.valid().chars() {
                if left == 0 {
                    return f.write_str("...");
                }
                left -= 1;
                match c {
                    '\n' | '\t' if self.extent == Extent::Lines => f.write_char(c)?,
                    c if is_invisible(c) => c.escape_debug().fmt(f)?,
                    c => f.write_char(c)?,
                }
            }
            for byte in chunk.invalid() {
                write!(f, "\\x{byte:02x}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn every_invisible_character_is_escaped_and_every_other_one_stays() {
        for c in ('\0'..=char::MAX).filter(|c| !c.is_whitespace() || c.is_control()) {
            let text = escaped(c.to_string().as_str()).to_string();
            assert_eq!(text.starts_with('\\') && c != '\\', is_invisible(c), "{c:?}: {text}");
            assert!(!text.chars().any(is_invisible), "{c:?}: {text}");
        }
    }

    #[test]
    fn a_long_text_is_cut_off() {
        let text = escaped("\u{1b}".repeat(1 << 20).as_str()).to_string();
        assert!(text.len() < 6 * MOST + 10 && text.ends_with("..."));
    }
}
