//! LZ-string: dictionary compression (LZ78, Ziv and Lempel 1978) of UTF-16 units, written in a base
//! 64 alphabet.
//!
//! Codes grow in width. Each code refers to an earlier string or announces a new unit. A dictionary
//! string is always its predecessor plus one unit, so it already occurs in the output. The
//! dictionary therefore stores positions instead of strings, and decompression needs memory
//! proportional to the output. The output is limited, because a short text can expand to a long
//! one.
//!
//! Source: the published behaviour of the JavaScript library lz-string.

use std::collections::HashMap;

/// The alphabet of f-puzzles links. Texts are padded with `=`.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Code that announces a unit below 256, in eight bits.
const NARROW: usize = 0;
/// Code that announces a unit in sixteen bits.
const WIDE: usize = 1;
/// Code that ends the text.
const END: usize = 2;
/// First code of a dictionary string.
const FIRST: usize = 3;

/// The reasons why a text cannot be decompressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LzError {
    /// A character outside the alphabet, an undefined code, a missing end, or units that are not
    /// UTF-16.
    Damaged,
    /// More units than allowed.
    TooLong,
}

/// Decompresses a text of at most `limit` units.
///
/// White space and padding at the ends are skipped. A blank within the text is interpreted as `+`,
/// which browsers replace with a blank. `-` is accepted for `/`, as in the alphabet for links.
pub(crate) fn decompress(packed: &[u8], limit: usize) -> Result<String, LzError> {
    let mut bits = BitReader::new(packed);
    let mut out: Vec<u16> = Vec::new();
    // The string of `code` is `out[start..start + length]` with `(start, length) = texts[code -
    // FIRST]`.
    let mut texts: Vec<(u32, u32)> = Vec::new();
    let mut width = 2;
    let mut room = 1;
    let mut last: Option<(u32, u32)> = None;
    loop {
        let code = bits.take(width)?;
        let literal = match code {
            NARROW => Some(bits.take(8)? as u16),
            WIDE => Some(bits.take(16)? as u16),
            END => break,
            _ => None,
        };
        let start = out.len() as u32;
        let length = match literal {
            Some(unit) => {
                out.push(unit);
                1
            }
            None => {
                let (from, length) = match texts.get(code - FIRST) {
                    Some(text) => *text,
                    // This code refers to the string that it completes: its predecessor plus the
                    // predecessor's first unit.
                    None if code - FIRST == texts.len() => {
                        last.map_or((0, 0), |(from, length)| (from, length + 1))
                    }
                    None => return Err(LzError::Damaged),
                };
                repeat(from as usize, length as usize, limit, &mut out)?;
                length
            }
        };
        if out.len() > limit {
            return Err(LzError::TooLong);
        }
        // A literal has its own code. Every code but the first also completes the preceding string.
        for text in
            [literal.map(|_| (start, 1)), last.map(|(from, length)| (from, length + 1))].into_iter().flatten()
        {
            texts.push(text);
            room -= 1;
            if room == 0 {
                room = 1 << width;
                width += 1;
            }
        }
        last = Some((start, length));
    }
    String::from_utf16(&out).map_err(|_| LzError::Damaged)
}

/// Appends a range of the output to the output. The range may overlap what is appended.
fn repeat(from: usize, length: usize, limit: usize, out: &mut Vec<u16>) -> Result<(), LzError> {
    if length == 0 {
        return Err(LzError::Damaged);
    }
    if out.len() + length > limit {
        return Err(LzError::TooLong);
    }
    (from..from + length).for_each(|place| out.push(out[place]));
    Ok(())
}

/// Reads bits from characters of six bits each, most significant bit first.
struct BitReader<'a> {
    rest: core::slice::Iter<'a, u8>,
    held: u64,
    count: usize,
}

impl<'a> BitReader<'a> {
    fn new(packed: &'a [u8]) -> Self {
        Self { rest: packed.trim_ascii().iter(), held: 0, count: 0 }
    }

    /// Reads a number whose least significant bit comes first.
    fn take(&mut self, width: usize) -> Result<usize, LzError> {
        while self.count < width {
            let value = loop {
                match *self.rest.next().ok_or(LzError::Damaged)? {
                    b'\n' | b'\r' | b'\t' | b'=' | b'$' => {}
                    byte => break value_of(byte).ok_or(LzError::Damaged)?,
                }
            };
            self.held = self.held << 6 | u64::from(value);
            self.count += 6;
        }
        self.count -= width;
        let taken = self.held >> self.count;
        self.held &= (1 << self.count) - 1;
        Ok((taken.reverse_bits() >> (64 - width)) as usize)
    }
}

const fn value_of(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b' ' => 62,
        b'/' | b'-' => 63,
        _ => return None,
    })
}

/// Compresses a text, with the same result as the JavaScript library.
pub(crate) fn compress(text: &str) -> String {
    let mut writer = BitWriter::default();
    let mut codes = Codes { texts: HashMap::new(), fresh: HashMap::new(), next: FIRST, width: 2, room: 2 };
    let mut held: Option<usize> = None;
    for unit in text.encode_utf16() {
        let single = codes.single(unit);
        let longer = held.map(|code| (code, unit));
        match longer.map(|text| codes.texts.get(&text).copied()) {
            None => held = Some(single),
            Some(Some(code)) => held = Some(code),
            Some(None) => {
                let (code, unit) = longer.unwrap_or((single, unit));
                codes.write(code, &mut writer);
                codes.texts.insert((code, unit), codes.next);
                codes.next += 1;
                held = Some(single);
            }
        }
    }
    if let Some(code) = held {
        codes.write(code, &mut writer);
    }
    writer.put(END, codes.width);
    writer.finish()
}

/// The dictionary of the compressor. A string is keyed by the code of its prefix and its last unit.
struct Codes {
    texts: HashMap<(usize, u16), usize>,
    /// Units whose code has not been written yet.
    fresh: HashMap<usize, u16>,
    next: usize,
    width: usize,
    room: usize,
}

impl Codes {
    /// Returns the code of a string of one unit. `END` serves as the code of the empty prefix.
    fn single(&mut self, unit: u16) -> usize {
        *self.texts.entry((END, unit)).or_insert_with(|| {
            self.fresh.insert(self.next, unit);
            self.next += 1;
            self.next - 1
        })
    }

    fn write(&mut self, code: usize, writer: &mut BitWriter) {
        match self.fresh.remove(&code) {
            Some(unit) => {
                let (follows, width) = if unit < 256 { (NARROW, 8) } else { (WIDE, 16) };
                writer.put(follows, self.width);
                writer.put(unit.into(), width);
                self.used();
            }
            None => writer.put(code, self.width),
        }
        self.used();
    }

    fn used(&mut self) {
        self.room -= 1;
        if self.room == 0 {
            self.room = 1 << self.width;
            self.width += 1;
        }
    }
}

#[derive(Default)]
struct BitWriter {
    text: String,
    held: usize,
    count: u32,
}

impl BitWriter {
    fn put(&mut self, number: usize, width: usize) {
        for bit in 0..width {
            self.held = self.held << 1 | number >> bit & 1;
            self.count += 1;
            if self.count == 6 {
                self.text.push(ALPHABET[self.held].into());
                (self.held, self.count) = (0, 0);
            }
        }
    }

    /// Fills the last character, which always has a free bit, and pads to a multiple of four.
    fn finish(mut self) -> String {
        self.text.push(ALPHABET[self.held << (6 - self.count)].into());
        while !self.text.len().is_multiple_of(4) {
            self.text.push('=');
        }
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Texts with the output of the JavaScript library.
    const KNOWN: &[(&str, &str)] = &[
        ("", "Q==="),
        ("a", "IZA="),
        ("ab", "IYIyA==="),
        ("aaaaaaaaaaaaaaaaaaaa", "IY1/kA=="),
        ("Hello, world", "BIUwNmD2A0AEDukBOYAmQ==="),
        ("{\"size\":9,\"title\":\"é中😀\"}", "N4IgzglgXgpiBcBOANCALhNAbO8QEvBaOUF4NwAD2QBfIA=="),
    ];

    #[test]
    fn texts_are_packed_as_the_library_packs_them() {
        for (text, packed) in KNOWN {
            assert_eq!(compress(text), *packed, "{text}");
            assert_eq!(decompress(packed.as_bytes(), 100).as_deref(), Ok(*text));
        }
    }

    #[test]
    fn padding_blanks_and_the_alphabet_of_links_are_repaired() {
        assert_eq!(decompress(b" IY1-kA$\n", 100).unwrap().len(), 20);
        let packed = compress("R1C635 R2C4445 cage");
        assert!(packed.contains('+'), "{packed}");
        assert_eq!(decompress(packed.replace('+', " ").as_bytes(), 100), decompress(packed.as_bytes(), 100));
    }

    #[test]
    fn a_text_that_grows_beyond_the_limit_is_refused() {
        let bomb = compress(&"a".repeat(3_000_000));
        assert!(bomb.len() < 10_000);
        assert_eq!(decompress(bomb.as_bytes(), 1_000_000), Err(LzError::TooLong));
        assert_eq!(decompress(bomb.as_bytes(), 3_000_000).map(|text| text.len()), Ok(3_000_000));
    }

    #[test]
    fn damaged_texts_are_refused() {
        for packed in ["", "Q===x", "I", "IZ", "!", "wwwwwwww", "N4IgzglgXgpiBcBOANCALhNAbO8QEvBaOUF4"] {
            let read = decompress(packed.as_bytes(), 100);
            assert!(read.is_err() || packed == "Q===x", "{packed}: {read:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(text in "([a-d]{0,40}|\\PC{0,20}){0,12}") {
            let packed = compress(&text);
            prop_assert_eq!(decompress(packed.as_bytes(), 10_000), Ok(text));
        }

        #[test]
        fn any_text_is_read_or_refused(packed in "[A-Za-z0-9+/=]{0,200}") {
            let _ = decompress(packed.as_bytes(), 10_000);
        }
    }
}
