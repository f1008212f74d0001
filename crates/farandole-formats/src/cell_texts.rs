//! Cells that are separate texts: the fields of a table, or the items of an array.

use super::error::{Cause, Expected};
use super::reader::{Reader, expected_cell};
use super::row_cells::number_cell;
use super::symbols::{FOREIGN, Symbols};

/// Returns true if a text means an empty cell wherever cells are separate: `-1` and the null values of
/// programming languages.
pub(super) fn is_null(text: &[u8]) -> bool {
    const NULLS: [&[u8]; 7] = [b"", b"-1", b"null", b"None", b"nil", b"NA", b"NaN"];
    NULLS.contains(&text)
}

/// Decodes cells of a puzzle of this size, and returns them with their symbols. The cells are numbers
/// if one of them has two digits, and symbols otherwise.
///
/// # Errors
/// Returns the index of the first cell that is neither a digit of the puzzle nor empty.
pub(super) fn decode_texts(
    reader: &mut Reader,
    size: usize,
    texts: &[&[u8]],
) -> Result<(Vec<u8>, Symbols), (usize, Cause)> {
    let is_number = |text: &&[u8]| text.len() > 1 && text.iter().all(u8::is_ascii_digit);
    let numbers = texts.iter().any(is_number);
    let spelled: Vec<u8> =
        texts.iter().filter(|text| text.len() == 1).flat_map(|text| *text).copied().collect();
    let symbols = match &reader.settings.symbols {
        symbols if numbers => symbols.for_numbers(size),
        symbols => symbols.resolve(size, [&spelled, b""]),
    };
    if !symbols.cover(size) {
        return Err((0, Cause::Alphabet { size }));
    }
    let table = reader.tables.get(&symbols, size);
    let cell = |(index, text): (usize, &&[u8])| match *text {
        text if is_null(text) => Ok(0),
        [byte] if !numbers => match table[usize::from(*byte)] {
            FOREIGN => Err((index, Cause::Byte { found: *byte, expected: expected_cell(&symbols, size) })),
            value => Ok(value),
        },
        text if numbers => number_cell(text, size, &symbols).map_err(|cause| (index, cause)),
        text => {
            Err((index, Cause::Byte { found: text[1], expected: Expected::Named("one character per cell") }))
        }
    };
    let cells: Result<Vec<u8>, _> = texts.iter().enumerate().map(cell).collect();
    Ok((cells?, symbols))
}
