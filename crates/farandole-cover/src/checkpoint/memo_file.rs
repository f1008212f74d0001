//! The memo table of a count in a file, from which a count continues after it was killed.
//!
//! The first line consists of a title and the name of the task. The entries follow in binary form, in order of
//! insertion into the table. All numbers are little-endian. An entry consists of:
//!
//! 1. the length in bytes of the number of solutions (4 bytes),
//! 2. the number of solutions,
//! 3. the key of the subproblem (8 bytes per word),
//! 4. a checksum of the preceding bytes of the entry (8 bytes).
//!
//! Entries are appended until the table is full and is emptied. The file is then rewritten from the start. If a
//! killed count has left an incomplete entry at the end, the entry is cut off.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::count::counter::Counter;

// The number is the version of the format.
const TITLE: &str = "farandole memory 2 ";

/// Maximum accepted length of a number of solutions in bytes, so that a damaged length does not allocate
/// gigabytes.
const MOST_BYTES: u32 = 1 << 20;

/// The file that stores the memo table of a count.
#[derive(Debug)]
pub struct MemoFile {
    file: File,
    /// Length of the first line in bytes, including the line end.
    head: u64,
    /// Number of entries in the file.
    entries: usize,
    /// Number of times that the table had been emptied when the entries were written; `u64::MAX` if the file
    /// must be rewritten.
    clears: u64,
}

impl MemoFile {
    /// Returns true if a file contains a memo table, or cannot be opened, for example because it does not
    /// exist. Any other file can only be a checkpoint of a search. A memo table needs a regular file, because
    /// it is read, truncated and appended to.
    #[must_use]
    pub fn may_be(path: &Path) -> bool {
        if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
            return false;
        }
        // The title is compared as bytes, because other files need not be text.
        let mut title = Vec::new();
        match File::open(path) {
            // A count that could not write its first line has left only the beginning of the title.
            Ok(file) => {
                let read = file.take(TITLE.len() as u64).read_to_end(&mut title);
                read.is_ok() && TITLE.as_bytes().starts_with(&title)
            }
            Err(_) => true,
        }
    }

    /// Opens or creates a file, and adds its entries to the memo table of `counter`, which must be new.
    ///
    /// `task` identifies the problem, and is one line of text. A file that was written for another task is
    /// rejected.
    ///
    /// # Errors
    /// The file cannot be read or written, or is not the memo table of this task.
    pub fn open(path: &Path, task: &str, counter: &mut Counter) -> Result<Self, MemoFileError> {
        let head = format!("{TITLE}{task}\n");
        // The file must not be truncated, because it may contain the entries of an earlier run.
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        // Two runs at the same time would interleave their entries.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let what = "in use by another run, which must end first";
            return Err(io::Error::new(io::ErrorKind::WouldBlock, what).into());
        }
        let mut start = Vec::new();
        (&file).take(head.len() as u64).read_to_end(&mut start)?;
        if start.len() < head.len() && head.as_bytes().starts_with(&start) {
            file.rewind()?;
            file.write_all(head.as_bytes())?;
        }
        file.rewind()?;
        let mut reader = BufReader::new(&file);
        let mut own = alloc::vec![0; head.len()];
        // The whole first line is compared, so a table is never used for another problem.
        if reader.read_exact(&mut own).is_err() || own != head.as_bytes() {
            return Err(MemoFileError { kind: MemoFileErrorKind::OtherTask });
        }
        // The keys of all subproblems have the same length.
        let words = counter.words();
        let (mut entries, mut end) = (0, head.len() as u64);
        while let Some((key, count, length)) = entry(&mut reader, words) {
            counter.insert_memo(&key, &count);
            entries += 1;
            end += length;
        }
        // If the table had no room for all entries, it differs from the file, and the next `save` rewrites the
        // file.
        let clears = if counter.stats().clears == 0 { 0 } else { u64::MAX };
        // Bytes after the last complete entry are damaged.
        file.set_len(end)?;
        file.seek(SeekFrom::End(0))?;
        let head = head.len() as u64;
        Ok(Self { file, head, entries, clears })
    }

    /// Appends the entries that have been added to the table since the last call, and flushes them to the disk.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&mut self, counter: &Counter) -> io::Result<()> {
        if counter.stats().clears != self.clears {
            self.clears = counter.stats().clears;
            // The table has been emptied, so the file is rewritten as well.
            self.entries = 0;
            self.file.set_len(self.head)?;
            self.file.seek(SeekFrom::End(0))?;
        }
        let mut out = BufWriter::new(&self.file);
        let mut result = Ok(());
        let mut entries = self.entries;
        counter.each_memo(self.entries, |key, count| {
            // The bytes are collected before they are written, because the checksum covers all of them.
            let mut bytes = (count.len() as u32).to_le_bytes().to_vec();
            bytes.extend_from_slice(count);
            key.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
            bytes.extend_from_slice(&checksum(&bytes).to_le_bytes());
            // An error is kept and reported after the loop, because the callback cannot return it.
            if result.is_ok() {
                result = out.write_all(&bytes);
            }
            entries += 1;
        });
        result?;
        out.flush()?;
        drop(out);
        self.entries = entries;
        // The entries must be on the disk before the caller relies on them.
        self.file.sync_data()?;
        Ok(())
    }
}

/// The reason why the file of a memo table cannot be opened.
#[derive(Debug)]
pub struct MemoFileError {
    kind: MemoFileErrorKind,
}

/// The kinds of [`MemoFileError`].
#[derive(Debug)]
#[non_exhaustive]
pub enum MemoFileErrorKind {
    /// The file cannot be read or written.
    Io(io::Error),
    /// The file is not the memo table of this task.
    OtherTask,
}

impl MemoFileError {
    /// Returns the kind of the error.
    #[must_use]
    pub fn into_kind(self) -> MemoFileErrorKind {
        self.kind
    }
}

impl From<io::Error> for MemoFileError {
    fn from(error: io::Error) -> Self {
        Self { kind: MemoFileErrorKind::Io(error) }
    }
}

impl fmt::Display for MemoFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            MemoFileErrorKind::Io(error) => error.fmt(f),
            MemoFileErrorKind::OtherTask => f.write_str("the memo table belongs to another count"),
        }
    }
}

impl core::error::Error for MemoFileError {}

/// Reads the next entry. Returns the key, the number of solutions, and the length of the entry in the file in
/// bytes; `None` at the end of the file or if the entry is damaged.
fn entry(reader: &mut impl Read, words: usize) -> Option<(Vec<u64>, Vec<u8>, u64)> {
    let mut length = [0; 4];
    reader.read_exact(&mut length).ok()?;
    let count = u32::from_le_bytes(length);
    // A damaged length must not allocate memory.
    if count > MOST_BYTES {
        return None;
    }
    let count = count as usize;
    let mut bytes = alloc::vec![0; 4 + count + 8 * words];
    bytes[..4].copy_from_slice(&length);
    reader.read_exact(&mut bytes[4..]).ok()?;
    let mut check = [0; 8];
    reader.read_exact(&mut check).ok()?;
    if u64::from_le_bytes(check) != checksum(&bytes) {
        return None;
    }
    let key = bytes[4 + count..].as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word)).collect();
    Some((key, bytes[4..4 + count].to_vec(), bytes.len() as u64 + 8))
}

/// Returns the FNV-1a hash of the bytes. Accidental damage almost always changes this hash.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
