//! Partitioned deduplication on disk: keeps the first record of each key, in order. It needs little
//! memory, and an interrupted run can be resumed.
//!
//! Records are distributed over 256 files by a hash of their keys. At the end each file is
//! processed alone: a set of its keys determines which records come first, and the first records of
//! all files are merged by number. Whole keys are compared, so a hash collision does no harm.
//!
//! ```text
//! lock        locked by the run that uses the folder
//! state       number of records in the files, and the file lengths; replaced as a whole about once a second
//! part-000    records with their numbers, checksums and keys
//! kept-000    the first record of each key, while the run finishes
//! ```
//!
//! Source: partitioned hashing as in G. Graefe, "Query evaluation techniques for large databases",
//! ACM Computing Surveys 25 (1993).

mod error;
mod state;

pub use error::DiskDedupError;

use farandole_search::{check_regular, checksum, lock, open_or_create};
use state::{PARTS, State, begin, part_path, read_state};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Interval between saves of the state.
const EVERY: Duration = Duration::from_secs(1);

/// The name of the file that a run locks.
const LOCK: &str = "lock";

/// The records of a run so far, in files of a folder.
///
/// ```
/// use farandole::disk_dedup::DiskDedup;
///
/// let folder = std::env::temp_dir().join(format!("farandole-first-{}", std::process::id()));
/// let mut first = DiskDedup::open(&folder, "words")?;
/// for word in ["one", "two", "one"] {
///     first.add(word.as_bytes(), format!("{word}\n").as_bytes())?;
/// }
/// drop(first);
/// let mut again = DiskDedup::open(&folder, "words")?;
/// assert!(again.done() <= 3);
/// while again.done() < 3 {
///     let word = ["one", "two", "one"][again.done() as usize];
///     again.add(word.as_bytes(), format!("{word}\n").as_bytes())?;
/// }
/// let mut out = Vec::new();
/// again.finish(&mut out)?;
/// assert_eq!(out, b"one\ntwo\n");
/// # Ok::<(), farandole::disk_dedup::DiskDedupError>(())
/// ```
#[derive(Debug)]
pub struct DiskDedup {
    folder: PathBuf,
    task: String,
    /// True if a run has created the folder, which is then removed at the end.
    made_folder: bool,
    /// The file that no other run can lock.
    lock: File,
    parts: Vec<Part>,
    done: u64,
    /// Number of records without a key.
    without_key: u64,
    saved: Instant,
}

#[derive(Debug)]
struct Part {
    file: BufWriter<File>,
    length: u64,
}

impl DiskDedup {
    /// Opens the files of this folder, which is created if it is missing. If the folder contains an
    /// unfinished run of the same task, that run is resumed. The task is any single-line text that
    /// identifies the run.
    ///
    /// # Errors
    /// If a file cannot be opened, was not left by a run of this task, or is in use by another run.
    pub fn open(folder: &Path, task: &str) -> Result<Self, DiskDedupError> {
        let at = |error| DiskDedupError::Io(folder.to_owned(), error);
        let is_new = !folder.try_exists().map_err(at)?;
        fs::create_dir_all(folder).map_err(at)?;
        let path = folder.join(LOCK);
        let locked = open_or_create(&path).and_then(|file| {
            lock(&file)?;
            Ok((file.metadata()?.len() == 0).then_some(file))
        });
        let locked = locked.map_err(|error| DiskDedupError::Io(path.clone(), error))?;
        // The file of a run is empty.
        let lock = locked.ok_or(DiskDedupError::Foreign(path))?;
        let state = read_state(&folder.join("state"), task)?;
        let State { done, without_key, lengths, made_folder } = match state {
            Some(state) => state,
            None => begin(folder, task, is_new)?,
        };
        let mut parts = Vec::with_capacity(PARTS);
        for (number, length) in lengths.into_iter().enumerate() {
            let path = part_path(folder, "part", number);
            parts.push(open_part(&path, length)?);
        }
        let (folder, task) = (folder.to_owned(), task.to_owned());
        let saved = Instant::now();
        let mut first = Self { folder, task, made_folder, lock, parts, done, without_key, saved };
        first.save()?;
        Ok(first)
    }

    /// Returns the number of records so far, including those of earlier runs. It is also the
    /// 0-based number of the next record.
    pub const fn done(&self) -> u64 {
        self.done
    }

    /// Returns the number of records so far with an empty key.
    pub const fn without_key(&self) -> u64 {
        self.without_key
    }

    /// Adds a record. A record with an empty key is always kept.
    ///
    /// # Errors
    /// If a file cannot be written.
    ///
    /// # Panics
    /// If the key has 64 KiB or more, or the text 4 GiB or more.
    pub fn add(&mut self, key: &[u8], text: &[u8]) -> Result<(), DiskDedupError> {
        let number = if key.is_empty() { self.done as usize % PARTS } else { file_index(key) };
        let key_length = u16::try_from(key.len()).expect("a short key");
        let text_length = u32::try_from(text.len()).expect("a short text");
        let part = &mut self.parts[number];
        let mut write = |bytes: &[u8]| {
            part.length += bytes.len() as u64;
            part.file.write_all(bytes)
        };
        write(&self.done.to_le_bytes())
            .and_then(|()| write(&key_length.to_le_bytes()))
            .and_then(|()| write(&text_length.to_le_bytes()))
            .and_then(|()| write(&record_checksum(self.done, key, text).to_le_bytes()))
            .and_then(|()| write(key))
            .and_then(|()| write(text))
            .map_err(|error| DiskDedupError::Io(part_path(&self.folder, "part", number), error))?;
        self.done += 1;
        self.without_key += u64::from(key.is_empty());
        // Reading the clock takes longer than adding a record.
        if self.done.is_multiple_of(1024) && self.saved.elapsed() > EVERY {
            self.save()?;
        }
        Ok(())
    }

    /// Flushes the files, then writes the state.
    fn save(&mut self) -> Result<(), DiskDedupError> {
        for (number, part) in self.parts.iter_mut().enumerate() {
            let path = || part_path(&self.folder, "part", number);
            part.file.flush().map_err(|error| DiskDedupError::Io(path(), error))?;
        }
        let state = State {
            done: self.done,
            without_key: self.without_key,
            lengths: self.parts.iter().map(|part| part.length).collect(),
            made_folder: self.made_folder,
        };
        state.write(&self.folder, &self.task)?;
        self.saved = Instant::now();
        Ok(())
    }

    /// Writes the text of the first record of each key, in the order in which they were added. Then
    /// removes the files of the run, and the folder if a run has created it and it contains nothing
    /// else.
    ///
    /// # Errors
    /// If a file or the output cannot be read or written. The files are kept for another attempt.
    pub fn finish(mut self, out: &mut dyn Write) -> Result<(), DiskDedupError> {
        self.save()?;
        let mut kept = Vec::with_capacity(PARTS);
        for number in 0..PARTS {
            let (from, to) =
                (part_path(&self.folder, "part", number), part_path(&self.folder, "kept", number));
            match keep_first(&from, &to) {
                Ok(Intact::Yes) => {}
                Ok(Intact::No) => return Err(DiskDedupError::State(from)),
                Err((is_read, error)) => {
                    return Err(DiskDedupError::Io(if is_read { from } else { to }, error));
                }
            }
            let open = File::open(&to).and_then(|file| Kept::new(BufReader::new(file)));
            kept.push(open.map_err(|error| DiskDedupError::Io(to, error))?);
        }
        merge(kept, out).map_err(|(file_index, error)| match file_index {
            Some(number) => DiskDedupError::Io(part_path(&self.folder, "kept", number), error),
            None => DiskDedupError::Output(error),
        })?;
        self.remove();
        Ok(())
    }

    /// Removes the files. Errors are ignored, because a remaining file does no harm.
    fn remove(self) {
        let _ = fs::remove_file(self.folder.join("state"));
        for name in ["part", "kept"] {
            for number in 0..PARTS {
                let _ = fs::remove_file(part_path(&self.folder, name, number));
            }
        }
        // Some systems cannot remove an open file.
        drop(self.lock);
        let _ = fs::remove_file(self.folder.join(LOCK));
        if self.made_folder {
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

/// Returns the index of the file for a key, which is the same in all versions (FNV-1a, folded).
fn file_index(key: &[u8]) -> usize {
    let hash = checksum(key);
    (hash ^ hash >> 32) as usize >> 8 & (PARTS - 1)
}

/// Opens a file and truncates it to the length in the state, because a killed run may have written
/// more.
fn open_part(path: &Path, length: u64) -> Result<Part, DiskDedupError> {
    let open = || {
        check_regular(path)?;
        let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        let is_long_enough = file.metadata()?.len() >= length;
        if is_long_enough {
            file.set_len(length)?;
            file.seek(SeekFrom::End(0))?;
        }
        Ok(is_long_enough.then_some(file))
    };
    match open() {
        Ok(Some(file)) => Ok(Part { file: BufWriter::with_capacity(1 << 14, file), length }),
        Ok(None) => Err(DiskDedupError::State(path.to_owned())),
        Err(error) => Err(DiskDedupError::Io(path.to_owned(), error)),
    }
}

/// Fills the buffer and returns true, or returns false at the end of the file.
fn read_or_end(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match file.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// Returns the checksum of a record.
fn record_checksum(number: u64, key: &[u8], text: &[u8]) -> u64 {
    [&number.to_le_bytes(), key, text].iter().fold(0, |sum, bytes| checksum(bytes) ^ u64::rotate_left(sum, 1))
}

/// The state of a file with records.
enum Intact {
    Yes,
    No,
}

/// Copies, for each key in a file, the first record with this key. An error comes with true if it concerns the
/// file that is read.
fn keep_first(from: &Path, to: &Path) -> Result<Intact, (bool, io::Error)> {
    let (read, written) = (|error| (true, error), |error| (false, error));
    let mut file = BufReader::new(File::open(from).map_err(read)?);
    let mut out = BufWriter::new(File::create(to).map_err(written)?);
    let mut seen: HashSet<Box<[u8]>> = HashSet::new();
    let mut left = file.get_ref().metadata().map_err(read)?.len();
    let (mut key, mut text) = (Vec::new(), Vec::new());
    while left > 0 {
        let mut head = [0; HEAD];
        let Some(after_head) = left.checked_sub(HEAD as u64) else { return Ok(Intact::No) };
        file.read_exact(&mut head).map_err(read)?;
        let (number, rest) = head.split_at(8);
        let (key_length, rest) = rest.split_at(2);
        let (text_length, sum) = rest.split_at(4);
        key.resize(little_endian(key_length) as usize, 0);
        // A damaged length must not allocate memory.
        let length = little_endian(text_length);
        let Some(after) = after_head.checked_sub(key.len() as u64 + length) else { return Ok(Intact::No) };
        text.resize(length as usize, 0);
        file.read_exact(&mut key).and_then(|()| file.read_exact(&mut text)).map_err(read)?;
        if record_checksum(little_endian(number), &key, &text) != little_endian(sum) {
            return Ok(Intact::No);
        }
        if key.is_empty() || (!seen.contains(&key[..]) && seen.insert(key.clone().into())) {
            [number, text_length, &text]
                .iter()
                .try_for_each(|bytes| out.write_all(bytes))
                .map_err(written)?;
        }
        left = after;
    }
    out.flush().map_err(written).map(|()| Intact::Yes)
}

/// Length of the fields before the key of a record: number, lengths of the key and the text, checksum.
const HEAD: usize = 8 + 2 + 4 + 8;

/// Returns a number of at most eight bytes.
fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// A file of kept records, and the number of the next one.
struct Kept {
    file: BufReader<File>,
    next: Option<u64>,
}

impl Kept {
    fn new(file: BufReader<File>) -> io::Result<Self> {
        let mut kept = Self { file, next: None };
        kept.advance()?;
        Ok(kept)
    }

    /// Reads the number of the next record.
    fn advance(&mut self) -> io::Result<()> {
        let mut number = [0; 8];
        self.next = read_or_end(&mut self.file, &mut number)?.then(|| u64::from_le_bytes(number));
        Ok(())
    }
}

/// Writes the records of all files in order of their numbers. An error comes with the index of the
/// file, or `None` for the output.
fn merge(mut kept: Vec<Kept>, out: &mut dyn Write) -> Result<(), (Option<usize>, io::Error)> {
    let mut out = BufWriter::new(out);
    let heads =
        kept.iter().enumerate().filter_map(|(file_index, kept)| Some(Reverse((kept.next?, file_index))));
    let mut heads: BinaryHeap<_> = heads.collect();
    let (mut length, mut text) = ([0; 4], Vec::new());
    while let Some(Reverse((_, file_index))) = heads.pop() {
        let from = &mut kept[file_index];
        let read = |error| (Some(file_index), error);
        from.file.read_exact(&mut length).map_err(read)?;
        text.resize(u32::from_le_bytes(length) as usize, 0);
        from.file.read_exact(&mut text).map_err(read)?;
        out.write_all(&text).map_err(|error| (None, error))?;
        from.advance().map_err(read)?;
        heads.extend(from.next.map(|number| Reverse((number, file_index))));
    }
    out.flush().map_err(|error| (None, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("farandole-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    /// A record whose key occurs many times; every 100th record has no key.
    fn record(number: u64) -> (Vec<u8>, Vec<u8>) {
        let key = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52;
        let key = if number % 100 == 7 { Vec::new() } else { key.to_string().into_bytes() };
        (key, format!("line {number}\n").into_bytes())
    }

    fn expected(count: u64) -> Vec<u8> {
        let mut seen = HashSet::new();
        let lines = (0..count).map(record).filter(|(key, _)| key.is_empty() || seen.insert(key.clone()));
        lines.flat_map(|(_, line)| line).collect()
    }

    fn add(first: &mut DiskDedup, end: u64) {
        while first.done() < end {
            let (key, line) = record(first.done());
            first.add(&key, &line).unwrap();
        }
    }

    #[test]
    fn what_a_killed_run_has_left_is_taken_up_and_nothing_is_lost_or_twice() {
        let folder = folder("killed");
        for (round, end) in [700, 5000, 5100, 9000].into_iter().enumerate() {
            let mut first = DiskDedup::open(&folder, "task").unwrap();
            assert!(first.done() <= end);
            add(&mut first, end);
            if round != 1 {
                first.save().unwrap();
            }
            // Records written after the last state, complete and truncated, as a killed process
            // leaves them.
            for part in &mut first.parts {
                part.file.write_all(&[1, 2, 3]).unwrap();
            }
        }
        let mut first = DiskDedup::open(&folder, "task").unwrap();
        assert_eq!((first.done(), first.without_key()), (9000, 90));
        add(&mut first, 20_000);
        let mut out = Vec::new();
        first.finish(&mut out).unwrap();
        assert_eq!(out, expected(20_000));
        assert!(!folder.exists());
    }

    #[test]
    fn states_of_other_tasks_and_damaged_ones_are_told_from_good_ones() {
        let folder = folder("damaged");
        let mut first = DiskDedup::open(&folder, "task").unwrap();
        add(&mut first, 3000);
        first.save().unwrap();
        drop(first);
        let other = DiskDedup::open(&folder, "another").unwrap_err();
        assert!(matches!(other, DiskDedupError::OtherTask(_)));
        // Any changed byte is detected before the output is written.
        for (number, at) in [(9, 3), (10, 9), (11, 12), (12, 20), (13, 25), (14, 31)] {
            let path = part_path(&folder, "part", number);
            let whole = fs::read(&path).unwrap();
            let mut damaged = whole.clone();
            damaged[at] ^= 4;
            fs::write(&path, damaged).unwrap();
            let mut out = Vec::new();
            let error = DiskDedup::open(&folder, "task").unwrap().finish(&mut out).unwrap_err();
            assert!(matches!(error, DiskDedupError::State(_)) && out.is_empty(), "{number}: {error}");
            fs::write(&path, whole).unwrap();
        }
        File::create(part_path(&folder, "part", 7)).unwrap();
        assert!(matches!(DiskDedup::open(&folder, "task").unwrap_err(), DiskDedupError::State(_)));
        let state = fs::read_to_string(folder.join("state")).unwrap();
        fs::write(folder.join("state"), state.replace("records 3000", "records 2000")).unwrap();
        assert!(matches!(DiskDedup::open(&folder, "task").unwrap_err(), DiskDedupError::State(_)));
        fs::write(folder.join("state"), "nonsense").unwrap();
        assert!(matches!(DiskDedup::open(&folder, "task").unwrap_err(), DiskDedupError::State(_)));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_folder_is_used_by_one_run_at_a_time() {
        let folder = folder("twice");
        let first = DiskDedup::open(&folder, "task").unwrap();
        let DiskDedupError::Io(path, error) = DiskDedup::open(&folder, "task").unwrap_err() else { panic!() };
        assert!(path.ends_with(LOCK) && error.kind() == ErrorKind::WouldBlock, "{error}");
        first.finish(&mut Vec::new()).unwrap();
        assert!(!folder.exists());
    }

    #[test]
    fn a_folder_that_was_there_stays_with_all_that_is_not_of_the_run() {
        let folder = folder("foreign");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("notes"), "mine").unwrap();
        for name in ["kept-000", "part-255"] {
            fs::write(folder.join(name), "mine").unwrap();
            let error = DiskDedup::open(&folder, "task").unwrap_err();
            assert!(matches!(&error, DiskDedupError::Foreign(path) if path.ends_with(name)), "{error}");
            assert_eq!(fs::read(folder.join(name)).unwrap(), b"mine");
            fs::remove_file(folder.join(name)).unwrap();
        }
        for restarts in 0..2 {
            let mut first = DiskDedup::open(&folder, "task").unwrap();
            add(&mut first, 100);
            for _ in 0..restarts {
                first.save().unwrap();
                drop(first);
                first = DiskDedup::open(&folder, "task").unwrap();
            }
            first.finish(&mut Vec::new()).unwrap();
            let left: Vec<_> =
                fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            assert_eq!(left, ["notes"]);
        }
        fs::remove_file(folder.join("notes")).unwrap();
        DiskDedup::open(&folder, "task").unwrap().finish(&mut Vec::new()).unwrap();
        assert!(folder.exists(), "an empty folder was not made by the run either");
        fs::remove_dir(&folder).unwrap();
    }

    #[test]
    fn an_output_that_cannot_be_written_is_blamed_for_it() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let folder = folder("full");
        let mut first = DiskDedup::open(&folder, "task").unwrap();
        add(&mut first, 3000);
        assert!(matches!(first.finish(&mut Full), Err(DiskDedupError::Output(_))));
        let mut out = Vec::new();
        DiskDedup::open(&folder, "task").unwrap().finish(&mut out).unwrap();
        assert_eq!(out, expected(3000), "the files stayed for another try");
        assert!(!folder.exists());
    }
}
