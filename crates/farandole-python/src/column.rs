//! Columns: numpy arrays, lists of strings and Arrow arrays as rows of bytes. Memory that already
//! contains bytes is not copied.
//!
//! Source: the Arrow columnar format, <https://arrow.apache.org/docs/format/Columnar.html>,
//! sections Variable-size Binary Layout and Variable-size Binary View Layout.

use crate::interrupt::breathe;
use farandole::arrays::Rows;
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyInt, PyList, PyString, PyTuple};
use std::ops::Range;

/// A column, together with the Python objects that own its memory.
pub(crate) enum Held<'py> {
    /// A two-dimensional array, one puzzle per row.
    Matrix(PyReadonlyArray2<'py, u8>),
    /// Copied text, with the end of each row, and the missing rows in ascending order.
    Joined { bytes: Vec<u8>, ends: Vec<usize>, missing: Vec<usize> },
    /// The chunks of an Arrow column.
    Chunks(Vec<HeldChunk<'py>>),
}

/// A chunk of an Arrow column.
pub(crate) struct HeldChunk<'py> {
    layout: HeldLayout<'py>,
    data: Vec<PyReadonlyArray1<'py, u8>>,
    validity: Option<PyReadonlyArray1<'py, u8>>,
    first: usize,
    len: usize,
}

enum HeldLayout<'py> {
    Width(usize),
    Offsets32(PyReadonlyArray1<'py, i32>),
    Offsets64(PyReadonlyArray1<'py, i64>),
    Views(PyReadonlyArray1<'py, u8>),
}

impl<'py> Held<'py> {
    /// Converts an argument to a column. The argument is a two-dimensional array, a list, or a
    /// tuple of chunks. A chunk is `(layout, layout's array or width, data arrays, validity or
    /// None, first row, rows)`.
    pub(crate) fn new(rows: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(list) = rows.cast::<PyList>() {
            return joined(list);
        }
        if let Ok(chunks) = rows.cast::<PyTuple>() {
            return chunks
                .iter()
                .map(|chunk| HeldChunk::new(&chunk))
                .collect::<PyResult<_>>()
                .map(Self::Chunks);
        }
        Ok(Self::Matrix(rows.extract()?))
    }

    /// Returns the rows.
    pub(crate) fn column(&self) -> PyResult<Column<'_>> {
        match self {
            Self::Matrix(array) => {
                let width = array.as_array().ncols();
                let bytes = array.as_slice()?;
                Ok(Column::Matrix { bytes, width, len: array.as_array().nrows() })
            }
            Self::Joined { bytes, ends, missing } => Ok(Column::Joined { bytes, ends, missing }),
            Self::Chunks(chunks) => {
                let mut end = 0;
                let (mut ends, mut parts) = (Vec::new(), Vec::new());
                for chunk in chunks {
                    end += chunk.len;
                    ends.push(end);
                    parts.push(chunk.part()?);
                }
                Ok(Column::Chunks { ends, parts })
            }
        }
    }
}

/// A copy of a column, for work that outlives the call.
pub(crate) struct Owned {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    missing: Vec<usize>,
}

impl Owned {
    pub(crate) fn new(column: &Column<'_>) -> Self {
        let mut owned = Self { bytes: Vec::new(), ends: Vec::new(), missing: Vec::new() };
        for row in 0..column.len() {
            match column.row(row) {
                Some(bytes) => owned.bytes.extend_from_slice(bytes),
                None => owned.missing.push(row),
            }
            owned.ends.push(owned.bytes.len());
        }
        owned
    }

    pub(crate) fn column(&self) -> Column<'_> {
        Column::Joined { bytes: &self.bytes, ends: &self.ends, missing: &self.missing }
    }
}

fn joined<'py>(list: &Bound<'py, PyList>) -> PyResult<Held<'py>> {
    let mut bytes = Vec::with_capacity(list.len() * 81);
    let mut ends = Vec::with_capacity(list.len());
    let mut missing = Vec::new();
    for (row, item) in list.iter().enumerate() {
        if let Ok(text) = item.cast::<PyString>() {
            match text.to_str() {
                Ok(text) => bytes.extend_from_slice(text.as_bytes()),
                // The text has a lone surrogate, which occurs in no puzzle.
                Err(_) => bytes.push(0xff),
            }
        } else if let Ok(text) = item.cast::<PyBytes>() {
            bytes.extend_from_slice(text.as_bytes());
        } else if item.is_none() {
            missing.push(row);
        } else if let Ok(puzzle) = item.getattr("_sheet") {
            bytes.extend_from_slice(puzzle.call0()?.extract::<String>()?.as_bytes());
        } else {
            let kind = item.get_type().name()?;
            let is_number = item.is_instance_of::<PyInt>() || item.is_instance_of::<PyFloat>();
            let hint = if is_number { "; numbers lose leading zeros: read the column as text" } else { "" };
            return Err(PyTypeError::new_err(format!(
                "row {row} is a {kind}, expected str, bytes, Puzzle or None{hint}"
            )));
        }
        ends.push(bytes.len());
        breathe(list.py(), row)?;
    }
    Ok(Held::Joined { bytes, ends, missing })
}

/// A chunk as Python passes it.
type ChunkTuple<'py> = (
    String,
    Bound<'py, PyAny>,
    Vec<PyReadonlyArray1<'py, u8>>,
    Option<PyReadonlyArray1<'py, u8>>,
    usize,
    usize,
);

impl<'py> HeldChunk<'py> {
    fn new(chunk: &Bound<'py, PyAny>) -> PyResult<Self> {
        let (layout, of_layout, data, validity, first, len): ChunkTuple<'py> = chunk.extract()?;
        let layout = match &layout[..] {
            "width" => HeldLayout::Width(of_layout.extract()?),
            "offsets32" => HeldLayout::Offsets32(of_layout.extract()?),
            "offsets64" => HeldLayout::Offsets64(of_layout.extract()?),
            "views" => HeldLayout::Views(of_layout.extract()?),
            _ => return Err(PyValueError::new_err(format!("unknown layout {layout:?}"))),
        };
        Ok(Self { layout, data, validity, first, len })
    }

    fn part(&self) -> PyResult<Part<'_>> {
        let layout = match &self.layout {
            HeldLayout::Width(width) => Layout::Width(*width),
            HeldLayout::Offsets32(offsets) => Layout::Offsets32(offsets.as_slice()?),
            HeldLayout::Offsets64(offsets) => Layout::Offsets64(offsets.as_slice()?),
            HeldLayout::Views(views) => Layout::Views(views.as_slice()?.as_chunks().0),
        };
        let mut data = Vec::new();
        for buffer in &self.data {
            data.push(buffer.as_slice()?);
        }
        let validity = self.validity.as_ref().map(|bits| bits.as_slice()).transpose()?;
        Ok(Part { layout, data, validity, first: self.first })
    }
}

/// Rows of bytes in borrowed memory.
pub(crate) enum Column<'a> {
    Matrix { bytes: &'a [u8], width: usize, len: usize },
    Joined { bytes: &'a [u8], ends: &'a [usize], missing: &'a [usize] },
    Chunks { ends: Vec<usize>, parts: Vec<Part<'a>> },
}

/// A chunk of rows.
pub(crate) struct Part<'a> {
    layout: Layout<'a>,
    data: Vec<&'a [u8]>,
    /// One bit per row, least significant bit first. The bit is 0 for a missing row.
    validity: Option<&'a [u8]>,
    /// The index of the first row in the buffers.
    first: usize,
}

enum Layout<'a> {
    Width(usize),
    Offsets32(&'a [i32]),
    Offsets64(&'a [i64]),
    /// Views of 16 bytes. The length is followed either by up to 12 bytes of data or by a prefix of
    /// 4 bytes, the index of a buffer, and an offset.
    Views(&'a [[u8; 16]]),
}

impl Part<'_> {
    fn row(&self, number: usize) -> Option<&[u8]> {
        let place = self.first.checked_add(number)?;
        if let Some(bits) = self.validity
            && bits.get(place / 8)? >> (place % 8) & 1 == 0
        {
            return None;
        }
        let data = || self.data.first().copied();
        match &self.layout {
            Layout::Width(width) => data()?.get(place * width..(place + 1) * width),
            Layout::Offsets32(offsets) => {
                let at = |place: usize| usize::try_from(*offsets.get(place)?).ok();
                data()?.get(at(place)?..at(place + 1)?)
            }
            Layout::Offsets64(offsets) => {
                let at = |place: usize| usize::try_from(*offsets.get(place)?).ok();
                data()?.get(at(place)?..at(place + 1)?)
            }
            Layout::Views(views) => {
                let view = views.get(place)?;
                let word = |at: usize| {
                    let bytes = view.get(at..at + 4)?.try_into().ok()?;
                    usize::try_from(i32::from_le_bytes(bytes)).ok()
                };
                let len = word(0)?;
                if len <= 12 {
                    return view.get(4..4 + len);
                }
                let from = word(12)?;
                self.data.get(word(8)?)?.get(from..from + len)
            }
        }
    }
}

impl Part<'_> {
    /// Returns the bytes of several rows, if no row can be missing and all have the required width.
    fn block(&self, rows: Range<usize>, wanted: usize) -> Option<&[u8]> {
        if self.validity.is_some() {
            return None;
        }
        let (from, to) = (self.first.checked_add(rows.start)?, self.first.checked_add(rows.end)?);
        let data = self.data.first()?;
        let start = match &self.layout {
            Layout::Width(width) if *width == wanted => from * width,
            Layout::Offsets32(offsets) => even(offsets.get(from..=to)?, wanted)?,
            Layout::Offsets64(offsets) => even(offsets.get(from..=to)?, wanted)?,
            _ => return None,
        };
        data.get(start..start.checked_add((to - from).checked_mul(wanted)?)?)
    }
}

/// Returns the first offset, if consecutive offsets all differ by `step`.
fn even<T: Copy + Into<i64>>(offsets: &[T], step: usize) -> Option<usize> {
    let first: i64 = (*offsets.first()?).into();
    let step = i64::try_from(step).ok()?;
    let mut uneven = 0;
    for (offset, next) in offsets.iter().zip(&offsets[1..]) {
        uneven |= (*next).into().wrapping_sub((*offset).into()) ^ step;
    }
    if uneven == 0 { usize::try_from(first).ok() } else { None }
}

impl Rows for Column<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Matrix { len, .. } => *len,
            Self::Joined { ends, .. } => ends.len(),
            Self::Chunks { ends, .. } => ends.last().copied().unwrap_or(0),
        }
    }

    #[inline]
    fn row(&self, number: usize) -> Option<&[u8]> {
        match self {
            Self::Matrix { bytes, width, .. } => bytes.get(number * width..(number + 1) * width),
            Self::Joined { bytes, ends, missing } => {
                if missing.binary_search(&number).is_ok() {
                    return None;
                }
                let from = if number == 0 { 0 } else { *ends.get(number - 1)? };
                bytes.get(from..*ends.get(number)?)
            }
            Self::Chunks { ends, parts } => {
                let chunk = if parts.len() == 1 { 0 } else { ends.partition_point(|end| *end <= number) };
                let before = if chunk == 0 { 0 } else { ends[chunk - 1] };
                parts.get(chunk)?.row(number - before)
            }
        }
    }

    fn block(&self, rows: Range<usize>, wanted: usize) -> Option<&[u8]> {
        match self {
            Self::Matrix { bytes, width, .. } if *width == wanted => {
                bytes.get(rows.start * width..rows.end * width)
            }
            Self::Chunks { ends, parts } if parts.len() == 1 && rows.end <= *ends.first()? => {
                parts[0].block(rows, wanted)
            }
            _ => None,
        }
    }
}
