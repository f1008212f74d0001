//! Checkpoint and restart for listings: every solution of one puzzle, in a run that can be killed and resumed.
//!
//! Beside the output there is a state file that says how many bytes of the output are good and where the listing
//! stands behind them. It is replaced as a whole, after the output is on the disk, so there is always a good one.
//! Resuming cuts the output to the good bytes.
//!
//! ```text
//! farandole checkpoint 2   goes up when the order of listings changes
//! puzzle 1b2f...      a hash of size, houses, givens and restrictions
//! bytes 8200          good bytes of the output
//! solutions 100       solutions in them
//! path 3 1 2          the digits tried on the way to the last of them
//! ```

use super::new_file::NewFile;
use super::state_file::read_state;
use crate::config::Config;
use core::fmt;
use core::ops::ControlFlow;
use farandole_puzzle::check::{self, Violation};
use farandole_puzzle::format::WriteError;
use farandole_puzzle::{Grid, Puzzle};
use farandole_solve::{ListError, Position, Report};
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How often the state is saved.
const EVERY: Duration = Duration::from_millis(100);

const TITLE: &str = "farandole checkpoint 2";

/// The files of a listing.
#[derive(Clone, Copy, Debug)]
pub struct ListingFiles<'a> {
    /// The solutions.
    pub output: &'a Path,
    /// The state. If it is missing, the listing begins anew; otherwise it goes on from there.
    pub state: &'a Path,
}

/// Why a listing ended early. As text it begins with the file, where one is concerned.
#[derive(Debug)]
#[non_exhaustive]
pub enum ListingError {
    /// A file can't be opened, read or written.
    Io(PathBuf, io::Error),
    /// The state file is not as expected in this line, counted from 1.
    State(PathBuf, usize),
    /// The state is of another puzzle.
    OtherPuzzle(PathBuf),
    /// The output has fewer bytes than the state says.
    Short {
        /// The output.
        output: PathBuf,
        /// Its length.
        length: u64,
        /// The bytes that the state says.
        bytes: u64,
    },
    /// The puzzle can't be listed from there.
    List(ListError),
    /// A solution breaks a rule.
    Wrong(Violation),
    /// The format can't hold a solution.
    Unprintable(WriteError),
}

impl fmt::Display for ListingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::State(path, line) => {
                write!(f, "{}:{line}:1: expected a checkpoint as this version writes it", path.display())
            }
            Self::OtherPuzzle(path) => {
                write!(f, "{}:2:1: the checkpoint is of another puzzle", path.display())
            }
            Self::Short { output, length, bytes } => {
                write!(f, "{}: {length} bytes, but the checkpoint says {bytes}", output.display())
            }
            Self::List(error) => error.fmt(f),
            Self::Wrong(violation) => violation.fmt(f),
            Self::Unprintable(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ListingError {}

/// Prints a solution, and how many came before it, into bytes.
pub type PrintSolution<'a> = dyn FnMut(&mut Vec<u8>, &Grid, u64) -> Result<(), WriteError> + 'a;

/// Lists the solutions of a puzzle in a fixed order, which differs from that of the engines, and saves the state ten times
/// a second. The listing ends, with its state saved, when `stop` is set.
///
/// # Errors
/// If the state is of no use, a file can't be written, or a solution is wrong or can't be printed.
pub fn list_with_checkpoints(
    puzzle: &Puzzle,
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

/// Opens the output and finds out where the listing stands.
fn open(puzzle: &Puzzle, files: ListingFiles<'_>) -> Result<(File, Checkpoint), ListingError> {
    let ListingFiles { output, state } = files;
    let hash = hash(puzzle);
    match read_state(state, TITLE) {
        Ok(None) => {
            let file = File::create(output).map_err(|error| ListingError::Io(output.to_owned(), error))?;
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

/// Opens the output to go on behind so many bytes.
fn reopen(path: &Path, bytes: u64) -> Result<File, ListingError> {
    let io = |error| ListingError::Io(path.to_owned(), error);
    let mut file = OpenOptions::new().write(true).open(path).map_err(io)?;
    let length = file.metadata().map_err(io)?.len();
    if length < bytes {
        return Err(ListingError::Short { output: path.to_owned(), length, bytes });
    }
    file.set_len(bytes).map_err(io)?;
    file.seek(SeekFrom::End(0)).map_err(io)?;
    Ok(file)
}

/// A listing under way.
struct Listing<'a, 'p> {
    puzzle: &'a Puzzle,
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

    /// Saves the state once everything it speaks of is on the disk.
    fn save(&mut self) -> Result<(), ListingError> {
        let ListingFiles { output, state } = self.files;
        let written = self.writer.flush().and_then(|()| sync(self.writer.get_ref()));
        written.map_err(|error| ListingError::Io(output.to_owned(), error))?;
        self.checkpoint.write(state).map_err(|error| ListingError::Io(state.to_owned(), error))
    }
}

/// Waits until a file is on the disk. Pipes and devices have none.
fn sync(file: &File) -> io::Result<()> {
    if file.metadata()?.is_file() { file.sync_data() } else { Ok(()) }
}

/// Where a listing stands.
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
            format!("{TITLE}\npuzzle {puzzle:016x}\nbytes {bytes}\nsolutions {solutions}\npath {steps}\n");
        file.write_all(text.as_bytes())?;
        file.commit()
    }

    /// The line that is not as expected, 1-based, where there is one.
    fn parse(text: &str) -> Result<Self, usize> {
        let mut lines = text.lines();
        let mut field = |line: usize, name: &str| {
            let found = lines.next().and_then(|text| text.strip_prefix(name));
            found.map(str::trim).ok_or(line)
        };
        field(1, TITLE)?;
        let puzzle = u64::from_str_radix(field(2, "puzzle ")?, 16).map_err(|_| 2_usize)?;
        let bytes = field(3, "bytes ")?.parse().map_err(|_| 3_usize)?;
        let solutions = field(4, "solutions ")?.parse().map_err(|_| 4_usize)?;
        let path = field(5, "path")?.split_whitespace().map(str::parse).collect::<Result<_, _>>();
        Ok(Self { puzzle, bytes, position: Position::new(path.map_err(|_| 5_usize)?, solutions) })
    }
}

/// Tells puzzles apart: FNV-1a over what a solution depends on.
///
/// Source: G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, "The FNV Non-Cryptographic Hash Algorithm".
fn hash(puzzle: &Puzzle) -> u64 {
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
        let good = "farandole checkpoint 2\npuzzle 00000000000000ff\nbytes 85\nsolutions 5\npath 3 1\n";
        let checkpoint = Checkpoint::parse(good).ok().unwrap();
        assert_eq!((checkpoint.puzzle, checkpoint.bytes), (255, 85));
        assert_eq!(checkpoint.position, Position::new(vec![3, 1], 5));
        for (from, to, line) in
            [("checkpoint 2", "checkpoint 1", 1), ("ff", "fz", 2), ("85", "-1", 3), ("3 1", "3 x", 5)]
        {
            assert_eq!(Checkpoint::parse(&good.replace(from, to)).err(), Some(line));
        }
        let cut = &good[..good.len() - 9];
        assert_eq!(Checkpoint::parse(cut).err(), Some(5));
    }
}
