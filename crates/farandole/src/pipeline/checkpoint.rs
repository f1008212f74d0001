//! Checkpoint and restart for listings: all solutions of one puzzle, in a run that can be
//! interrupted and resumed.
//!
//! A state file accompanies the output. It records how many bytes of the output are valid and the
//! position of the listing after them. It is replaced as a whole, after the output has been synced
//! to disk, so a valid state always exists. Resuming truncates the output to its valid bytes.
//!
//! ```text
//! farandole checkpoint 3   increased when the order of listings changes
//! puzzle 1b2f...      a hash of size, houses, givens and restrictions
//! bytes 8200          valid bytes of the output
//! solutions 100       solutions in them
//! path 3 1 2 #5a0c... the digits tried on the way to the last of them, and the checksum of the file
//! ```

use super::new_file::NewFile;
use crate::config::Config;
use core::fmt;
use core::ops::ControlFlow;
use farandole_formats::WriteError;
use farandole_puzzle::check::{self, Violation};
use farandole_puzzle::format::escaped;
use farandole_puzzle::{ClassicPuzzle, Grid};
use farandole_search::{lock, read_state, sealed, unsealed};
use farandole_solve::{ListError, Position, Report};
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Interval between saves of the state.
const EVERY: Duration = Duration::from_millis(100);

const TITLE: &str = "farandole checkpoint 3";

/// The files of a listing.
#[derive(Clone, Copy, Debug)]
pub struct ListingFiles<'a> {
    /// The file for the solutions.
    pub output: &'a Path,
    /// The state file. If it exists, the listing resumes from it. Otherwise the listing starts from
    /// the beginning.
    pub state: &'a Path,
}

/// The reasons why a listing ended early. The text begins with the path of the file, if there is
/// one.
#[derive(Debug)]
#[non_exhaustive]
pub enum ListingError {
    /// A file cannot be opened, read or written.
    Io(PathBuf, io::Error),
    /// The state file is invalid at this 1-based line.
    State(PathBuf, usize),
    /// The state belongs to another puzzle.
    OtherPuzzle(PathBuf),
    /// The output is shorter than the state file states.
    Short {
        /// Path of the output.
        output: PathBuf,
        /// Length of the output in bytes.
        length: u64,
        /// Length according to the state file.
        bytes: u64,
    },
    /// The puzzle cannot be listed from this position.
    List(ListError),
    /// A solution breaks a rule.
    Wrong(Violation),
    /// The output format cannot represent a solution.
    Unprintable(WriteError),
}

impl fmt::Display for ListingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", escaped(path.as_os_str().as_encoded_bytes())),
            Self::State(path, line) => {
                write!(
                    f,
                    "{}:{line}:1: expected a checkpoint written by this version",
                    escaped(path.as_os_str().as_encoded_bytes())
                )
            }
            Self::OtherPuzzle(path) => {
                write!(
                    f,
                    "{}:2:1: the checkpoint belongs to another puzzle",
                    escaped(path.as_os_str().as_encoded_bytes())
                )
            }
            Self::Short { output, length, bytes } => {
                write!(
                    f,
                    "{}: found {length} bytes, expected the {bytes} bytes of the checkpoint",
                    escaped(output.as_os_str().as_encoded_bytes())
                )
            }
            Self::List(error) => error.fmt(f),
            Self::Wrong(violation) => violation.fmt(f),
            Self::Unprintable(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ListingError {}

/// Appends the text of a solution to the bytes. The number is the count of the solutions before it.
pub type PrintSolution<'a> = dyn FnMut(&mut Vec<u8>, &Grid, u64) -> Result<(), WriteError> + 'a;

/// Lists the solutions of a puzzle in a fixed order, which differs from that of the engines, and
/// saves the state ten times a second. The listing ends, with its state saved, when `stop` is set.
///
/// # Errors
/// If the state is not usable, a file cannot be written, or a solution is wrong or cannot be
/// printed.
pub fn list_with_checkpoints(
    puzzle: &ClassicPuzzle,
    config: &Config,
    stop: Option<&AtomicBool>,
    files: ListingFiles<'_>,
    print: &mut PrintSolution<'_>,
) -> Result<Report, ListingError> {
    let (file, checkpoint) = open(puzzle, files)?;
    let behind = (checkpoint.position.solutions() > 0).then(|| checkpoint.position.clone());
    let mut listing = Listing {
        puzzle,
        print,
        files,
        writer: BufWriter::with_capacity(1 << 16, file),
        text: Vec::new(),
        checkpoint,
        saved: Instant::now(),
    };
    listing.save()?;
    let search = farandole_solve::Config {
        limit: config.limit,
        budget: config.budget,
        cancel: stop,
        ..farandole_solve::Config::default()
    };
    let mut stopped = None;
    let report = config.solver().list(puzzle, &search, behind.as_ref(), &mut |digits, position| {
        stopped = listing.take(digits, position).err();
        if stopped.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let report = report.map_err(ListingError::List)?;
    let saved = listing.save();
    match stopped {
        Some(error) => Err(error),
        None => saved.map(|()| report),
    }
}

/// Opens the output and reads the position of the listing.
fn open(puzzle: &ClassicPuzzle, files: ListingFiles<'_>) -> Result<(File, Checkpoint), ListingError> {
    let ListingFiles { output, state } = files;
    let hash = hash(puzzle);
    match read_state(state, TITLE) {
        Ok(None) => {
            let create = || {
                // Another run may be writing the file, so it is locked before it is truncated.
                let file = OpenOptions::new().write(true).create(true).truncate(false).open(output)?;
                lock(&file)?;
                if file.metadata()?.is_file() {
                    file.set_len(0)?;
                }
                Ok(file)
            };
            let file = create().map_err(|error| ListingError::Io(output.to_owned(), error))?;
            Ok((file, Checkpoint { puzzle: hash, bytes: 0, position: Position::default() }))
        }
        Err(error) => Err(ListingError::Io(state.to_owned(), error)),
        Ok(Some(text)) => {
            let checkpoint =
                Checkpoint::parse(&text).map_err(|line| ListingError::State(state.to_owned(), line))?;
            if checkpoint.puzzle != hash {
                return Err(ListingError::OtherPuzzle(state.to_owned()));
            }
            Ok((reopen(output, checkpoint.bytes)?, checkpoint))
        }
    }
}

/// Opens the output for appending after this many bytes, and truncates it there.
fn reopen(path: &Path, bytes: u64) -> Result<File, ListingError> {
    let io = |error| ListingError::Io(path.to_owned(), error);
    let mut file = OpenOptions::new().write(true).open(path).map_err(io)?;
    lock(&file).map_err(io)?;
    let length = file.metadata().map_err(io)?.len();
    if length < bytes {
        return Err(ListingError::Short { output: path.to_owned(), length, bytes });
    }
    file.set_len(bytes).map_err(io)?;
    file.seek(SeekFrom::End(0)).map_err(io)?;
    Ok(file)
}

/// A listing in progress.
struct Listing<'a, 'p> {
    puzzle: &'a ClassicPuzzle,
    print: &'a mut PrintSolution<'p>,
    files: ListingFiles<'a>,
    writer: BufWriter<File>,
    text: Vec<u8>,
    checkpoint: Checkpoint,
    saved: Instant,
}

impl Listing<'_, '_> {
    fn take(&mut self, digits: &[u8], position: &Position) -> Result<(), ListingError> {
        check::check(self.puzzle, digits).map_err(ListingError::Wrong)?;
        let Ok(grid) = Grid::new(self.puzzle.size(), digits.to_vec()) else { return Ok(()) };
        self.text.clear();
        (self.print)(&mut self.text, &grid, position.solutions() - 1).map_err(ListingError::Unprintable)?;
        let output = |error| ListingError::Io(self.files.output.to_owned(), error);
        self.writer.write_all(&self.text).map_err(output)?;
        self.checkpoint.bytes += self.text.len() as u64;
        self.checkpoint.position.clone_from(position);
        if position.solutions().is_multiple_of(64) && self.saved.elapsed() >= EVERY {
            self.save()?;
            self.saved = Instant::now();
        }
        Ok(())
    }

    /// Syncs the output to disk, then saves the state that refers to it.
    fn save(&mut self) -> Result<(), ListingError> {
        let ListingFiles { output, state } = self.files;
        let written = self.writer.flush().and_then(|()| sync(self.writer.get_ref()));
        written.map_err(|error| ListingError::Io(output.to_owned(), error))?;
        self.checkpoint.write(state).map_err(|error| ListingError::Io(state.to_owned(), error))
    }
}

/// Syncs a file to disk. Pipes and devices do not support it.
fn sync(file: &File) -> io::Result<()> {
    if file.metadata()?.is_file() { file.sync_data() } else { Ok(()) }
}

/// The position of a listing.
struct Checkpoint {
    puzzle: u64,
    bytes: u64,
    position: Position,
}

impl Checkpoint {
    fn write(&self, path: &Path) -> io::Result<()> {
        let mut file = NewFile::create(path, TITLE.as_bytes())?;
        let Self { puzzle, bytes, position } = self;
        let steps: Vec<String> = position.path().iter().map(u8::to_string).collect();
        let (solutions, steps) = (position.solutions(), steps.join(" "));
        let text =
            format!("{TITLE}\npuzzle {puzzle:016x}\nbytes {bytes}\nsolutions {solutions}\npath {steps}");
        file.write_all((sealed(TITLE, &text) + "\n").as_bytes())?;
        file.commit()
    }

    /// Parses a state file. The error is the 1-based number of the first invalid line.
    fn parse(text: &str) -> Result<Self, usize> {
        let text = text.trim_end();
        let mut lines = text.rsplit_once(" #").map_or(text, |(text, _)| text).lines();
        let mut field = |line: usize, name: &str| {
            let found = lines.next().and_then(|text| text.strip_prefix(name));
            found.map(str::trim).ok_or(line)
        };
        field(1, TITLE)?;
        let puzzle = u64::from_str_radix(field(2, "puzzle ")?, 16).map_err(|_| 2_usize)?;
        let bytes = field(3, "bytes ")?.parse().map_err(|_| 3_usize)?;
        let solutions = field(4, "solutions ")?.parse().map_err(|_| 4_usize)?;
        let path = field(5, "path")?.split_whitespace().map(str::parse).collect::<Result<_, _>>();
        let path = path.map_err(|_| 5_usize)?;
        unsealed(TITLE, text).ok_or(5_usize)?;
        Ok(Self { puzzle, bytes, position: Position::new(path, solutions) })
    }
}

/// Returns a hash that identifies the puzzle: FNV-1a of everything that determines its solutions.
///
/// Source: G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, "The FNV Non-Cryptographic Hash
/// Algorithm".
fn hash(puzzle: &ClassicPuzzle) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut mix = |number: u64| hash = (hash ^ number).wrapping_mul(0x100_0000_01b3);
    mix(puzzle.size() as u64);
    for house in puzzle.geometry().houses() {
        mix(house.cells.len() as u64);
        house.cells.iter().for_each(|cell| mix(cell.index() as u64));
    }
    puzzle.givens().iter().for_each(|given| mix(u64::from(*given)));
    puzzle.restrictions().unwrap_or_default().iter().for_each(|set| mix(set.bits()));
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_read_as_written_and_a_damaged_one_is_not() {
        let text = "farandole checkpoint 3\npuzzle 00000000000000ff\nbytes 85\nsolutions 5\npath 3 1";
        let good = sealed(TITLE, text) + "\n";
        let checkpoint = Checkpoint::parse(&good).ok().unwrap();
        assert_eq!((checkpoint.puzzle, checkpoint.bytes), (255, 85));
        assert_eq!(checkpoint.position, Position::new(vec![3, 1], 5));
        for (from, to, line) in [
            ("checkpoint 3", "checkpoint 1", 1),
            ("0ff", "0fz", 2),
            ("85", "-1", 3),
            ("3 1", "3 x", 5),
            ("85", "84", 5),
        ] {
            assert_eq!(Checkpoint::parse(&good.replace(from, to)).err(), Some(line));
        }
        for cut in [good.len() - 9, text.len() - 9] {
            assert_eq!(Checkpoint::parse(&good[..cut]).err(), Some(5));
        }
    }
}
