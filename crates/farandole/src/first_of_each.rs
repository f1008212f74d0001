//! Partitioned deduplication on disk: the first record of each key, in order, with little memory, in a run that can be killed
//! and taken up again.
//!
//! Records go to 256 files by a hash of their keys. In the end each file is treated alone: a set of its keys tells which
//! records come first, and those of all files are merged by number. Whole keys are compared, so hashes decide nothing.
//!
//! ```text
//! state       how many records the files have, and how long they are; replaced as a whole about once a second
//! part-000    records with their numbers and keys
//! kept-000    those that come first, while the end is under way
//! ```
//!
//! Source: partitioned hashing as in G. Graefe, "Query evaluation techniques for large databases", ACM Computing Surveys 25 (1993).

use crate::pipeline::{Item, NewFile, Piece, Question, Source, VariantOutcome};
use crate::variant::VariantEntry;
use core::fmt;
use core::ops::ControlFlow;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The number of files.
const PARTS: usize = 256;
/// How often the state is saved.
const EVERY: Duration = Duration::from_secs(1);
const TITLE: &str = "farandole first-of-each 1";

/// Why records can't be kept on disk.
#[derive(Debug)]
#[non_exhaustive]
pub enum FirstOfEachError {
    /// A file can't be opened, read or written.
    Io(PathBuf, io::Error),
    /// The state file is not as this version writes it, or a file is shorter than it says.
    State(PathBuf),
    /// The state is of another task.
    OtherTask(PathBuf),
}

impl fmt::Display for FirstOfEachError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::State(path) => {
                write!(f, "{}: expected the state of a run as this version leaves it", path.display())
            }
            Self::OtherTask(path) => write!(f, "{}: the state is of another command line", path.display()),
        }
    }
}

impl core::error::Error for FirstOfEachError {}

/// The records of a run so far, in files of a folder.
///
/// ```
/// use farandole::FirstOfEach;
///
/// let folder = std::env::temp_dir().join(format!("farandole-first-{}", std::process::id()));
/// let mut first = FirstOfEach::open(&folder, "words")?;
/// for word in ["one", "two", "one"] {
///     first.add(word.as_bytes(), format!("{word}\n").as_bytes())?;
/// }
/// drop(first);
/// let mut again = FirstOfEach::open(&folder, "words")?;
/// assert!(again.done() <= 3);
/// while again.done() < 3 {
///     let word = ["one", "two", "one"][again.done() as usize];
///     again.add(word.as_bytes(), format!("{word}\n").as_bytes())?;
/// }
/// let mut out = Vec::new();
/// again.finish(&mut out)?;
/// assert_eq!(out, b"one\ntwo\n");
/// # Ok::<(), farandole::FirstOfEachError>(())
/// ```
#[derive(Debug)]
pub struct FirstOfEach {
    folder: PathBuf,
    task: String,
    parts: Vec<Part>,
    done: u64,
    /// How many of them have no key.
    without_key: u64,
    saved: Instant,
}

#[derive(Debug)]
struct Part {
    file: BufWriter<File>,
    length: u64,
}

impl FirstOfEach {
    /// The files of this folder, which is made if it is missing; what a run of the same task has left there is taken up. The task
    /// is any text of one line that tells runs apart.
    ///
    /// # Errors
    /// If a file can't be opened, or is not as a run of this task leaves it.
    pub fn open(folder: &Path, task: &str) -> Result<Self, FirstOfEachError> {
        fs::create_dir_all(folder).map_err(|error| FirstOfEachError::Io(folder.to_owned(), error))?;
        let ([done, without_key], lengths) = read_state(&folder.join("state"), task)?;
        let mut parts = Vec::with_capacity(PARTS);
        for (number, length) in lengths.into_iter().enumerate() {
            let path = part_path(folder, "part", number);
            parts.push(open_part(&path, length)?);
        }
        let (folder, task) = (folder.to_owned(), task.to_owned());
        let mut first = Self { folder, task, parts, done, without_key, saved: Instant::now() };
        first.save()?;
        Ok(first)
    }

    /// How many records there are, those of the run before included. The next one has this number, from 0.
    pub const fn done(&self) -> u64 {
        self.done
    }

    /// How many of these records have an empty key.
    pub const fn without_key(&self) -> u64 {
        self.without_key
    }

    /// Adds a record. One with an empty key is always kept.
    ///
    /// # Errors
    /// If a file can't be written.
    ///
    /// # Panics
    /// If the key has 64 KiB or more, or the text 4 GiB.
    pub fn add(&mut self, key: &[u8], text: &[u8]) -> Result<(), FirstOfEachError> {
        let number = if key.is_empty() { self.done as usize % PARTS } else { place(key) };
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
            .and_then(|()| write(key))
            .and_then(|()| write(text))
            .map_err(|error| FirstOfEachError::Io(part_path(&self.folder, "part", number), error))?;
        self.done += 1;
        self.without_key += u64::from(key.is_empty());
        // The clock is slower than a record.
        if self.done.is_multiple_of(1024) && self.saved.elapsed() > EVERY {
            self.save()?;
        }
        Ok(())
    }

    /// Writes out what the files have, then the state.
    fn save(&mut self) -> Result<(), FirstOfEachError> {
        let mut text =
            format!("{TITLE}\ntask {}\nrecords {} {}\nbytes", self.task, self.done, self.without_key);
        for (number, part) in self.parts.iter_mut().enumerate() {
            let path = || part_path(&self.folder, "part", number);
            part.file.flush().map_err(|error| FirstOfEachError::Io(path(), error))?;
            text += &format!(" {}", part.length);
        }
        text.push('\n');
        let path = self.folder.join("state");
        let write = || {
            let mut file = NewFile::create(&path, TITLE.as_bytes())?;
            file.write_all(text.as_bytes())?;
            file.commit()
        };
        write().map_err(|error| FirstOfEachError::Io(path.clone(), error))?;
        self.saved = Instant::now();
        Ok(())
    }

    /// Writes the text of the first record of each key, in the order in which they were added, and removes the files and, if
    /// nothing else is in it, the folder.
    ///
    /// # Errors
    /// If a file or the output can't be read or written; the files stay for another try.
    pub fn finish(mut self, out: &mut dyn Write) -> Result<(), FirstOfEachError> {
        self.save()?;
        let mut kept = Vec::with_capacity(PARTS);
        for number in 0..PARTS {
            let (from, to) =
                (part_path(&self.folder, "part", number), part_path(&self.folder, "kept", number));
            keep_first(&from, &to).map_err(|error| FirstOfEachError::Io(from, error))?;
            let open = File::open(&to).and_then(|file| Kept::new(BufReader::new(file)));
            kept.push(open.map_err(|error| FirstOfEachError::Io(to, error))?);
        }
        merge(kept, out).map_err(|error| FirstOfEachError::Io(self.folder.join("kept-*"), error))?;
        self.remove();
        Ok(())
    }

    /// Removes the files. What can't be removed does no harm.
    fn remove(self) {
        let _ = fs::remove_file(self.folder.join("state"));
        for name in ["part", "kept"] {
            for number in 0..PARTS {
                let _ = fs::remove_file(part_path(&self.folder, name, number));
            }
        }
        let _ = fs::remove_dir(&self.folder);
    }
}

fn part_path(folder: &Path, name: &str, number: usize) -> PathBuf {
    folder.join(format!("{name}-{number:03}"))
}

/// The file that a key belongs to; the same in all versions. (FNV-1a, folded.)
fn place(key: &[u8]) -> usize {
    let hash = key.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash ^ hash >> 32) as usize >> 8 & (PARTS - 1)
}

/// How many records there are and how many of them have no key, and the lengths of the files.
fn read_state(path: &Path, task: &str) -> Result<([u64; 2], Vec<u64>), FirstOfEachError> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(([0; 2], vec![0; PARTS])),
        Err(error) => return Err(FirstOfEachError::Io(path.to_owned(), error)),
    };
    let wrong = || FirstOfEachError::State(path.to_owned());
    let mut lines = text.lines();
    if lines.next() != Some(TITLE) {
        return Err(wrong());
    }
    if lines.next().and_then(|line| line.strip_prefix("task ")) != Some(task) {
        return Err(FirstOfEachError::OtherTask(path.to_owned()));
    }
    let mut numbers = |name: &str| -> Option<Vec<u64>> {
        let words = lines.next()?.strip_prefix(name)?;
        words.split_whitespace().map(|word| word.parse().ok()).collect()
    };
    let records = numbers("records ").and_then(|numbers| numbers.try_into().ok()).ok_or_else(wrong)?;
    let lengths = numbers("bytes").filter(|numbers| numbers.len() == PARTS).ok_or_else(wrong)?;
    Ok((records, lengths))
}

/// The file, cut to the length that is good.
fn open_part(path: &Path, length: u64) -> Result<Part, FirstOfEachError> {
    let open = || {
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
        Ok(None) => Err(FirstOfEachError::State(path.to_owned())),
        Err(error) => Err(FirstOfEachError::Io(path.to_owned(), error)),
    }
}

/// Fills the buffer, or says that the file is at its end.
fn read_or_end(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match file.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// Writes the records of a file that come first.
fn keep_first(from: &Path, to: &Path) -> io::Result<()> {
    let mut file = BufReader::new(File::open(from)?);
    let mut out = BufWriter::new(File::create(to)?);
    let mut seen: HashSet<Box<[u8]>> = HashSet::new();
    let (mut number, mut key_length, mut text_length) = ([0; 8], [0; 2], [0; 4]);
    let (mut key, mut text) = (Vec::new(), Vec::new());
    while read_or_end(&mut file, &mut number)? {
        file.read_exact(&mut key_length)?;
        file.read_exact(&mut text_length)?;
        key.resize(u16::from_le_bytes(key_length).into(), 0);
        text.resize(u32::from_le_bytes(text_length) as usize, 0);
        file.read_exact(&mut key)?;
        file.read_exact(&mut text)?;
        if key.is_empty() || (!seen.contains(&key[..]) && seen.insert(key.clone().into())) {
            out.write_all(&number)?;
            out.write_all(&text_length)?;
            out.write_all(&text)?;
        }
    }
    out.flush()
}

/// A file of records that come first, and the number of the next one.
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

    /// Reads the number of the record that comes next.
    fn advance(&mut self) -> io::Result<()> {
        let mut number = [0; 8];
        self.next = read_or_end(&mut self.file, &mut number)?.then(|| u64::from_le_bytes(number));
        Ok(())
    }
}

/// Writes the records of all files by their numbers.
fn merge(mut kept: Vec<Kept>, out: &mut dyn Write) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    let heads = kept.iter().enumerate().filter_map(|(place, kept)| Some(Reverse((kept.next?, place))));
    let mut heads: BinaryHeap<_> = heads.collect();
    let (mut length, mut text) = ([0; 4], Vec::new());
    while let Some(Reverse((_, place))) = heads.pop() {
        let from = &mut kept[place];
        from.file.read_exact(&mut length)?;
        text.resize(u32::from_le_bytes(length) as usize, 0);
        from.file.read_exact(&mut text)?;
        out.write_all(&text)?;
        from.advance()?;
        heads.extend(from.next.map(|number| Reverse((number, place))));
    }
    out.flush()
}

/// A question about the records of a run from this number on; those before are passed over without an answer.
///
/// ```
/// use farandole::{CanonicalForm, Canonicalize, From};
///
/// let question = From { first: 1000, question: Canonicalize(CanonicalForm::Puzzle) };
/// assert_eq!(question.first, 1000);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct From<Q> {
    /// The number of the first record that is answered, from 0.
    pub first: u64,
    /// The question.
    pub question: Q,
}

impl<Q: Question> Question for From<Q> {
    type Worker = (Q::Worker, u64);
    /// `None` for a record that is passed over.
    type Found<'a> = Option<Q::Found<'a>>;

    fn worker(&self, source: &Source) -> Self::Worker {
        (self.question.worker(source), source.base)
    }

    fn answer(
        &self,
        (worker, base): &mut Self::Worker,
        piece: &Piece<'_>,
        take: &mut impl FnMut(Item<Self::Found<'_>>) -> ControlFlow<()>,
    ) {
        let is_passed = |ordinal: u64| *base + ordinal < self.first;
        if piece.records().all(|(ordinal, _)| is_passed(ordinal)) {
            for (ordinal, record) in piece.records() {
                let item = Item { ordinal, line: record.line, nodes: 0, guesses: 0, outcome: Ok(None) };
                if take(item).is_break() {
                    return;
                }
            }
            return;
        }
        self.question.answer(worker, piece, &mut |item| {
            let Item { ordinal, line, nodes, guesses, outcome } = item;
            let outcome = if is_passed(ordinal) { Ok(None) } else { outcome.map(Some) };
            take(Item { ordinal, line, nodes, guesses, outcome })
        });
    }

    fn variant(
        &self,
        entry: &VariantEntry,
        take: &mut dyn FnMut(VariantOutcome<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.question.variant(entry, take)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("farandole-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    /// Keys that come again and again, and every 100th line without one.
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

    fn add(first: &mut FirstOfEach, end: u64) {
        while first.done() < end {
            let (key, line) = record(first.done());
            first.add(&key, &line).unwrap();
        }
    }

    #[test]
    fn what_a_killed_run_has_left_is_taken_up_and_nothing_is_lost_or_twice() {
        let folder = folder("killed");
        for (round, end) in [700, 5000, 5100, 9000].into_iter().enumerate() {
            let mut first = FirstOfEach::open(&folder, "task").unwrap();
            assert!(first.done() <= end);
            add(&mut first, end);
            if round != 1 {
                first.save().unwrap();
            }
            // Records behind the last state, whole and torn, as a kill leaves them.
            for part in &mut first.parts {
                part.file.write_all(&[1, 2, 3]).unwrap();
            }
        }
        let mut first = FirstOfEach::open(&folder, "task").unwrap();
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
        let mut first = FirstOfEach::open(&folder, "task").unwrap();
        add(&mut first, 3000);
        first.save().unwrap();
        drop(first);
        let other = FirstOfEach::open(&folder, "another").unwrap_err();
        assert!(matches!(other, FirstOfEachError::OtherTask(_)));
        File::create(part_path(&folder, "part", 7)).unwrap();
        assert!(matches!(FirstOfEach::open(&folder, "task").unwrap_err(), FirstOfEachError::State(_)));
        fs::write(folder.join("state"), "nonsense").unwrap();
        assert!(matches!(FirstOfEach::open(&folder, "task").unwrap_err(), FirstOfEachError::State(_)));
        fs::remove_dir_all(&folder).unwrap();
    }
}
