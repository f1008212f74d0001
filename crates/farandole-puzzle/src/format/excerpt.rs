//! The beginning of a text, for error messages.

use core::fmt;

/// An excerpt of a text: its first bytes and its length.
///
/// ```
/// use farandole_puzzle::format::Excerpt;
///
/// assert_eq!(Excerpt::new(b"snake").to_string(), "\"snake\"");
/// assert!(Excerpt::new(&[b'.'; 81]).to_string().ends_with("...\""));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Excerpt {
    bytes: [u8; Self::LENGTH],
    length: usize,
}

impl Excerpt {
    /// Maximum number of bytes in an excerpt.
    const LENGTH: usize = 24;

    /// Copies the beginning of a text.
    pub fn new(text: &[u8]) -> Self {
        let mut bytes = [0; Self::LENGTH];
        bytes.iter_mut().zip(text).for_each(|(kept, byte)| *kept = *byte);
        Self { bytes, length: text.len() }
    }

    /// Returns the excerpt without quotation marks, for display.
    pub fn plain(&self) -> impl fmt::Display + '_ {
        self.bytes[..self.length.min(Self::LENGTH)].escape_ascii()
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}{}\"", self.plain(), if self.length > Self::LENGTH { "..." } else { "" })
    }
}
