//! What a count with memory remembers, in a file, so that after a kill it goes on from there.
//!
//! The first line says what it is and of which problem. Then, in bytes, the entries in the order in which they came into
//! memory: how long the number of solutions is (4 bytes), that number, the subproblem, and a sum over all of that (8 bytes),
//! lowest byte first. Entries are only ever added, until memory is full and emptied: then the file begins anew. What stands
//! at the end in part, as a kill may leave it, is cut off.

use crate::exit::Failure;
use farandole::cover::Counter;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const TITLE: &str = "farandole memory 1 ";

/// Most bytes that a number of solutions may say it has.
const MOST_BYTES: u32 = 1 << 20;

/// The file of a memory.
pub(super) struct Ledger {
    path: PathBuf,
    file: File,
    every: Duration,
    last: Instant,
    /// Length of the first line.
    head: u64,
    /// Entries in the file, of a memory that was emptied so many times.
    entries: usize,
    clears: u64,
}

impl Ledger {
    /// Whether a file is a ledger or not there; otherwise it is the state of a list.
    pub(super) fn may_be(path: &Path) -> bool {
        let mut title = vec![0; TITLE.len()];
        match File::open(path) {
            Ok(mut file) => file.read_exact(&mut title).is_ok() && title == TITLE.as_bytes(),
            Err(_) => true,
        }
    }

    /// Opens a file, or makes it, and puts what it holds into the memory of the counter, which must be new.
    pub(super) fn open(path: &Path, every: f64, task: &str, counter: &mut Counter) -> Result<Self, Failure> {
        let every = Duration::try_from_secs_f64(every)
            .map_err(|_| Failure::Usage("--every: expected a number of seconds".into()))?;
        let fail = |error| Failure::io(path.display(), error);
        let head = format!("{TITLE}{task}\n");
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(fail)?;
        if file.metadata().map_err(fail)?.len() == 0 {
            file.write_all(head.as_bytes()).map_err(fail)?;
        }
        file.rewind().map_err(fail)?;
        let mut reader = BufReader::new(&file);
        let mut own = vec![0; head.len()];
        if reader.read_exact(&mut own).is_err() || own != head.as_bytes() {
            return Err(Failure::Unreadable(format!("{}:1:1: the memory of another count", path.display())));
        }
        // The subproblems of a problem are all of one length.
        let words = counter.words();
        let (mut entries, mut end) = (0, head.len() as u64);
        while let Some((key, count, length)) = entry(&mut reader, words) {
            counter.remember(&key, &count);
            entries += 1;
            end += length;
        }
        // A memory that had no room for all of them is not what the file holds: it will be written anew.
        let clears = if counter.stats().clears == 0 { 0 } else { u64::MAX };
        file.set_len(end).map_err(fail)?;
        file.seek(SeekFrom::End(0)).map_err(fail)?;
        let head = head.len() as u64;
        Ok(Self { path: path.to_owned(), file, every, last: Instant::now(), head, entries, clears })
    }

    pub(super) fn is_due(&self) -> bool {
        self.last.elapsed() >= self.every
    }

    /// Adds what came into memory since the last time.
    pub(super) fn save(&mut self, counter: &Counter) -> Result<(), Failure> {
        let write = |ledger: &mut Self| {
            if counter.stats().clears != ledger.clears {
                ledger.clears = counter.stats().clears;
                ledger.entries = 0;
                ledger.file.set_len(ledger.head)?;
                ledger.file.seek(SeekFrom::End(0))?;
            }
            let mut out = BufWriter::new(&ledger.file);
            let mut result = Ok(());
            counter.each_remembered(ledger.entries, |key, count| {
                let mut bytes = (count.len() as u32).to_le_bytes().to_vec();
                bytes.extend_from_slice(count);
                key.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
                bytes.extend_from_slice(&sum(&bytes).to_le_bytes());
                if result.is_ok() {
                    result = out.write_all(&bytes);
                }
                ledger.entries += 1;
            });
            result?;
            out.flush()?;
            drop(out);
            ledger.file.sync_data()
        };
        write(self).map_err(|error| Failure::io(self.path.display(), error))?;
        self.last = Instant::now();
        Ok(())
    }

    /// Removes the file.
    pub(super) fn remove(self) -> Result<(), Failure> {
        std::fs::remove_file(&self.path).map_err(|error| Failure::io(self.path.display(), error))
    }
}

/// The next entry with its length in the file; `None` at the end, and at what is no entry.
fn entry(reader: &mut impl Read, words: usize) -> Option<(Vec<u64>, Vec<u8>, u64)> {
    let mut length = [0; 4];
    reader.read_exact(&mut length).ok()?;
    let count = u32::from_le_bytes(length);
    if count > MOST_BYTES {
        return None;
    }
    let count = count as usize;
    let mut bytes = vec![0; 4 + count + 8 * words];
    bytes[..4].copy_from_slice(&length);
    reader.read_exact(&mut bytes[4..]).ok()?;
    let mut check = [0; 8];
    reader.read_exact(&mut check).ok()?;
    if u64::from_le_bytes(check) != sum(&bytes) {
        return None;
    }
    let key = bytes[4 + count..].as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word)).collect();
    Some((key, bytes[4..4 + count].to_vec(), bytes.len() as u64 + 8))
}

/// A sum that bytes gone wrong hardly ever keep.
fn sum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
