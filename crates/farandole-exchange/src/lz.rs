//! LZ-string: dictionary compression (LZ78, Ziv and Lempel 1978) of UTF-16 units, written in a base 64 alphabet.
//!
//! Each code of growing width names a text seen before, or says that a new unit follows. A text of the dictionary is always the
//! one before with one more unit behind it, and so it stands in the output already: the dictionary keeps places, not texts, and
//! reading takes no more memory than what comes out. The output is limited, because a short text can stand for a long one.
//!
//! Source: the published behaviour of the JavaScript library lz-string.

use std::collections::HashMap;

/// The alphabet that f-puzzles links use. Texts are padded with `=`.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Code: a unit below 256 follows in eight bits.
const NARROW: usize = 0;
/// Code: a unit follows in sixteen bits.
const WIDE: usize = 1;
/// Code: the end of the text.
const END: usize = 2;
/// The first code that names a text.
const FIRST: usize = 3;

/// Why a text cannot be decompressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LzError {
    /// A character that is not in the alphabet, a code that names nothing, no end, or units that are not UTF-16.
    Damaged,
    /// More units than allowed.
    TooLong,
}

/// The text that `packed` stands for.
///
/// White space and padding are skipped; a blank within the text is the `+` that a browser made of it. `-` for `/`, as in the
/// alphabet for links, is understood too.
pub(crate) fn decompress(packed: &[u8], limit: usize) -> Result<String, LzError> {
    let mut bits = BitReader::new(packed);
    let mut out: Vec<u16> = Vec::new();
    // Text `code - FIRST` is `out[start..start + length]`.
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
                    // The text that this very code completes: the one before and its first unit.
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
        // A literal takes a code of its own, and every code but the first completes the text before.
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

/// Puts a part of the output behind it, which may begin before the end of that part is there.
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

/// Bits from characters of six bits each, the most significant first.
struct BitReader<'a> {
    rest: core::slice::Iter<'a, u8>,
    held: u64,
    count: usize,
}

impl<'a> BitReader<'a> {
    fn new(packed: &'a [u8]) -> Self {
        Self { rest: packed.trim_ascii().iter(), held: 0, count: 0 }
    }

    /// The next number, whose least significant bit comes first.
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

/// The packed form of a text, the same that the JavaScript library writes.
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

/// The dictionary of the writing side: a text is the code of its beginning and its last unit.
struct Codes {
    texts: HashMap<(usize, u16), usize>,
    /// Units whose code has not been written.
    fresh: HashMap<usize, u16>,
    next: usize,
    width: usize,
    room: usize,
}

impl Codes {
    /// The code of a text of one unit. `END` stands for the empty beginning, which is no text.
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

    /// Fills up the last character, which always has a free bit, and pads to a multiple of four.
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

    /// What the JavaScript library makes of these texts.
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
