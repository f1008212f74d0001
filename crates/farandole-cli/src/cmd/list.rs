//! `farandole count --all --checkpoint`: every solution of one puzzle, in a run that can be killed and gone on with.
//!
//! Beside the output there is a checkpoint that says how many bytes of the output are good and where the listing
//! stood behind them. It is written anew under another name, then renamed, so that there is always a whole one; the
//! output is on the disk before that. Going on cuts the output to the good bytes.
//!
//! ```text
//! farandole checkpoint 2   goes up when the order of listings changes
//! puzzle 1b2f...      a hash of size, houses, givens and restrictions
//! bytes 8200          good bytes of the output
//! solutions 100       solutions in them
//! path 3 1 2          the digits tried on the way to the last of them
//! ```

use crate::args::CountArgs;
use crate::cmd::one::{One, one_puzzle};
use crate::config::{self, InputConfig};
use crate::exit::{self, Failure};
use farandole::format::{Format, WriteConfig, write_grid};
use farandole::puzzle::{Grid, Puzzle, check};
use farandole::{Config, End, Position};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

/// How often a checkpoint is written.
const EVERY: Duration = Duration::from_millis(100);

const HEAD: &str = "farandole checkpoint 2";

/// Where a listing stood.
struct Checkpoint {
    puzzle: u64,
    bytes: u64,
    position: Position,
}

impl Checkpoint {
    fn write(&self, path: &Path) -> io::Result<()> {
        let mut partial = path.as_os_str().to_owned();
        partial.push(".part");
        let mut file = File::create(&partial)?;
        let Self { puzzle, bytes, position } = self;
        let steps: Vec<String> = position.path().iter().map(u8::to_string).collect();
        let (solutions, steps) = (position.solutions(), steps.join(" "));
        write!(file, "{HEAD}\npuzzle {puzzle:016x}\nbytes {bytes}\nsolutions {solutions}\npath {steps}\n")?;
        file.sync_all()?;
        fs::rename(partial, path)
    }

    /// The line that is not as expected, 1-based, where there is one.
    fn parse(text: &str) -> Result<Self, usize> {
        let mut lines = text.lines();
        let mut field = |line: usize, name: &str| {
            let found = lines.next().and_then(|text| text.strip_prefix(name));
            found.map(str::trim).ok_or(line)
        };
        field(1, HEAD)?;
        let puzzle = u64::from_str_radix(field(2, "puzzle ")?, 16).map_err(|_| 2_usize)?;
        let bytes = field(3, "bytes ")?.parse().map_err(|_| 3_usize)?;
        let solutions = field(4, "solutions ")?.parse().map_err(|_| 4_usize)?;
        let path = field(5, "path")?.split_whitespace().map(str::parse).collect::<Result<_, _>>();
        Ok(Self { puzzle, bytes, position: Position::new(path.map_err(|_| 5_usize)?, solutions) })
    }
}

/// Lists the solutions of the one puzzle to the output file, from the beginning or from a checkpoint.
pub(crate) fn run(args: &CountArgs) -> Result<u8, Failure> {
    let One { entry, place } = one_puzzle(&InputConfig::new(&args.input)?)?;
    let puzzle = &entry.puzzle;
    let question = config::question(&args.run, args.limit.unwrap_or(0))?;
    let format = args.to.as_deref().map(config::format).transpose()?.unwrap_or(Format::Line);
    let write = WriteConfig { symbols: entry.symbols.clone(), ..WriteConfig::new(format) };
    let Some(output) = &args.output.output else {
        return Err(Failure::Usage("--checkpoint and --resume need --output FILE".into()));
    };
    if let Some(path) = args.checkpoint.as_ref().filter(|path| args.resume.is_none() && path.exists()) {
        let path = path.display();
        return Err(Failure::Usage(format!(
            "--checkpoint {path}: there is one already; --resume goes on with it"
        )));
    }
    let hash = hash(puzzle);
    let (mut file, checkpoint) = match &args.resume {
        None => {
            let file = File::create(output).map_err(|error| Failure::io(output.display(), error))?;
            (file, Checkpoint { puzzle: hash, bytes: 0, position: Position::default() })
        }
        Some(path) => {
            let checkpoint = read(path, hash)?;
            (reopen(output, checkpoint.bytes)?, checkpoint)
        }
    };
    let Some(checkpoint_path) = args.checkpoint.as_ref().or(args.resume.as_ref()) else {
        return Err(Failure::Usage("expected --checkpoint or --resume".into()));
    };
    save(&mut file, &checkpoint, checkpoint_path)
        .map_err(|error| Failure::io(checkpoint_path.display(), error))?;
    let behind = (checkpoint.position.solutions() > 0).then(|| checkpoint.position.clone());
    let config = Config { limit: question.limit, budget: question.budget, ..Config::default() };
    let mut listing = Listing {
        puzzle,
        write,
        writer: BufWriter::with_capacity(1 << 16, file),
        text: Vec::new(),
        checkpoint,
        checkpoint_path,
        saved: Instant::now(),
    };
    let mut stopped = None;
    let mut solver = question.solver();
    let report = solver.list(puzzle, &config, behind.as_ref(), &mut |digits, position| match listing
        .take(digits, position)
    {
        Ok(()) => ControlFlow::Continue(()),
        Err(stop) => {
            stopped = Some(stop);
            ControlFlow::Break(())
        }
    });
    let report = report.map_err(|error| Failure::Unreadable(format!("{place}: {error}")))?;
    let saved = listing.save();
    match stopped {
        Some(Stop::Io(error)) => return Err(Failure::io(output.display(), error)),
        Some(Stop::Wrong(detail)) => {
            complain!("{place}: {detail}");
            return Ok(exit::CHECK_FAILED);
        }
        None => saved.map_err(|error| Failure::io(checkpoint_path.display(), error))?,
    }
    if report.end == End::BudgetSpent {
        complain!("{place}: gave up after {} nodes", report.counters.nodes);
        return Ok(exit::UNDECIDED);
    }
    if args.output.summary {
        complain!("{} solutions", report.solutions);
    }
    Ok(exit::DONE)
}

/// Why a listing ends early.
enum Stop {
    Io(io::Error),
    /// A solution that breaks a rule, or that the format can't hold.
    Wrong(String),
}

/// A listing under way.
struct Listing<'a> {
    puzzle: &'a Puzzle,
    write: WriteConfig,
    writer: BufWriter<File>,
    text: Vec<u8>,
    checkpoint: Checkpoint,
    checkpoint_path: &'a Path,
    saved: Instant,
}

impl Listing<'_> {
    fn take(&mut self, digits: &[u8], position: &Position) -> Result<(), Stop> {
        check::check(self.puzzle, digits).map_err(|violation| Stop::Wrong(violation.to_string()))?;
        let grid = Grid::new(self.puzzle.size(), digits.to_vec());
        let grid = grid.map_err(|error| Stop::Wrong(error.to_string()))?;
        self.text.clear();
        write_grid(&mut self.text, self.puzzle, &grid, &self.write, position.solutions() - 1)
            .map_err(|error| Stop::Wrong(error.to_string()))?;
        self.writer.write_all(&self.text).map_err(Stop::Io)?;
        self.checkpoint.bytes += self.text.len() as u64;
        self.checkpoint.position.clone_from(position);
        if position.solutions().is_multiple_of(64) && self.saved.elapsed() >= EVERY {
            self.save().map_err(Stop::Io)?;
            self.saved = Instant::now();
        }
        Ok(())
    }

    fn save(&mut self) -> io::Result<()> {
        self.writer.flush()?;
        save(self.writer.get_mut(), &self.checkpoint, self.checkpoint_path)
    }
}

/// Writes a checkpoint once everything it speaks of is on the disk.
fn save(output: &mut File, checkpoint: &Checkpoint, path: &Path) -> io::Result<()> {
    output.sync_data()?;
    checkpoint.write(path)
}

fn read(path: &Path, puzzle: u64) -> Result<Checkpoint, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::io(path.display(), error))?;
    let checkpoint = Checkpoint::parse(&text).map_err(|line| {
        Failure::Unreadable(format!(
            "{}:{line}:1: expected a checkpoint as this version's --checkpoint writes it",
            path.display()
        ))
    })?;
    if checkpoint.puzzle != puzzle {
        return Err(Failure::Unreadable(format!(
            "{}:2:1: the checkpoint is of another puzzle",
            path.display()
        )));
    }
    Ok(checkpoint)
}

/// Opens the output to go on behind so many bytes.
fn reopen(path: &Path, bytes: u64) -> Result<File, Failure> {
    let io = |error| Failure::io(path.display(), error);
    let mut file = OpenOptions::new().write(true).open(path).map_err(io)?;
    let length = file.metadata().map_err(io)?.len();
    if length < bytes {
        return Err(Failure::Unreadable(format!(
            "{}: {length} bytes, but the checkpoint says {bytes}",
            path.display()
        )));
    }
    file.set_len(bytes).map_err(io)?;
    file.seek(SeekFrom::End(0)).map_err(io)?;
    Ok(file)
}

/// Tells puzzles apart: FNV-1a over what a solution depends on.
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
