//! SCF: SudokuPad's shortest form of classic puzzles.
//!
//! Each character of the first part encodes a digit or 0, followed by at most five empty cells. A
//! `*` precedes the options: `w` for windows, `x` for both diagonals, and `t` and `a` for title and
//! author. These texts end at the next `*`; `**` is a literal star.
//!
//! Source: the published behaviour of SudokuPad's codoku and SCF.

use crate::editor::diagnostic::What;
use crate::editor::error::{ImportError, ImportErrorKind};
use crate::editor::import_builder::{ImportBuilder, Place};
use crate::editor::imported::{Draft, Texts, finish};
use crate::editor::json::Json;
use farandole_puzzle::Diagonal as Which;
use farandole_puzzle::board::{Board, Shape};
use farandole_puzzle::constraint::{Diagonal, Given, Windoku};

/// Reads the text after `scf`.
pub(crate) fn read(text: &str) -> Result<Draft, ImportError> {
    let board = Board::new(Shape::CLASSIC, Vec::new()).map_err(|_| ImportErrorKind::Unknown)?;
    let mut builder = ImportBuilder::new(&board);
    let (packed, options) = text.split_once('*').unwrap_or((text, ""));
    givens(packed, &mut builder);
    let mut texts = Texts::default();
    let mut rest = options;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        let place = Place { key: "options", entry: None };
        match letter {
            'w' => builder.add(place, Windoku {}),
            'x' => {
                builder.add(place, Diagonal { diagonal: Which::Main });
                builder.add(place, Diagonal { diagonal: Which::Anti });
            }
            't' | 'a' => {
                let (text, behind) = up_to_star(rest);
                let kept = if letter == 't' { &mut texts.title } else { &mut texts.author };
                *kept = Some(text.into());
                rest = behind;
            }
            '*' => {}
            other => builder.fail(place, What::UnknownName { name: other.to_string().into() }),
        }
    }
    finish(builder, texts)
}

/// Splits a text at the first single star.
fn up_to_star(text: &str) -> (String, &str) {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match (c, rest.strip_prefix('*')) {
            ('*', Some(behind)) => {
                kept.push('*');
                rest = behind;
            }
            ('*', None) => break,
            _ => kept.push(c),
        }
    }
    (kept, rest)
}

fn givens(packed: &str, builder: &mut ImportBuilder<'_>) {
    let place = Place { key: "givens", entry: None };
    let mut cells = builder.board.cells();
    for c in packed.chars() {
        let number = match c {
            '0'..='9' => c as u32 - 48,
            'A'..='Z' => c as u32 - 55,
            'a'..='z' => c as u32 - 61,
            _ => {
                let found = Json::Text(c.to_string()).to_string().into();
                return builder.fail(place, What::Value { found, expected: "letters and digits" });
            }
        };
        let (digit, blanks) = ((number % 10) as u8, number / 10);
        let Some(cell) = cells.next() else {
            return builder.fail(place, What::Missing { expected: "81 cells" });
        };
        if digit > 0 {
            builder.add(place, Given { cell, mask: builder.board.values().mask(digit) });
        }
        for _ in 0..blanks {
            if cells.next().is_none() {
                return builder.fail(place, What::Missing { expected: "81 cells" });
            }
        }
    }
    if cells.next().is_some() {
        builder.fail(place, What::Missing { expected: "81 cells" });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Encodes 81 characters as codoku, directly from the definition.
    fn packed(givens: &str) -> String {
        let bytes = givens.as_bytes();
        let mut text = String::new();
        let mut place = 0;
        while place < bytes.len() {
            let zeros = bytes[place + 1..].iter().take(5).take_while(|byte| **byte == b'0').count();
            let number = (bytes[place] - b'0') + 10 * (1 + zeros as u8);
            let offset = match number {
                0..20 => 38,
                20..46 => 45,
                _ => 51,
            };
            text.push(char::from(number + offset));
            place += 1 + zeros;
        }
        text
    }

    const GIVENS: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

    #[test]
    fn givens_and_options_are_read() {
        let text = packed(GIVENS);
        assert!(text.starts_with("5NlQ19j"), "{text}");
        let text = format!("{text}*xwtA ** B*aMe");
        let imported = read(&text).unwrap().imported;
        assert_eq!((imported.title.as_deref(), imported.author.as_deref()), (Some("A * B"), Some("Me")));
        assert_eq!(imported.variant.constraints().len(), 3 + 30);
        let values = imported.variant.board().values();
        for (byte, mask) in GIVENS.bytes().zip(imported.variant.domains()) {
            assert_eq!(*mask, if byte == b'0' { values.all() } else { values.mask(byte - b'0') });
        }
    }

    #[test]
    fn what_is_not_81_cells_is_refused() {
        for text in ["", "5", &packed(GIVENS)[1..], &format!("{}5", packed(GIVENS)), "5!", "5*q"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
