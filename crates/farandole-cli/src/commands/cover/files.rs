//! Files of long runs: when they are written, and how their errors are reported.

use crate::args::CoverSearchArgs;
use crate::exit::Failure;
use crate::messages::shown;
use farandole::cover::Counter;
use farandole::cover::checkpoint::{MemoFile, MemoFileErrorKind, State};
use farandole::pipeline::NewFile;
use std::io::{self, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

/// Schedules the next write of a file.
struct Timer {
    every: Duration,
    last: Instant,
}

impl Timer {
    fn new(every: f64) -> Result<Self, Failure> {
        let every = Duration::try_from_secs_f64(every)
            .map_err(|_| Failure::Usage("--every: expected a number of seconds".into()))?;
        Ok(Self { every, last: Instant::now() })
    }

    fn is_due(&self) -> bool {
        self.last.elapsed() >= self.every
    }

    fn restart(&mut self) {
        self.last = Instant::now();
    }
}

/// The state file of a search. It is replaced as a whole, so that an interruption leaves either the
/// old state or the new one. Devices and pipes are written to directly.
pub(super) struct StateFile<'a> {
    path: &'a Path,
    timer: Timer,
}

impl<'a> StateFile<'a> {
    /// Returns the file of `--resume`, without reading or writing it.
    pub(super) fn new(args: &'a CoverSearchArgs) -> Result<Option<Self>, Failure> {
        let Some(path) = args.resume.as_deref() else { return Ok(None) };
        Ok(Some(Self { path, timer: Timer::new(args.every)? }))
    }

    /// Returns the state in the file, or an initial state if there is no file to read.
    fn load(&self, task: String) -> Result<State, Failure> {
        let name = shown(self.path);
        if self.path.metadata().is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
            return Ok(State::fresh(task));
        }
        let bytes = match std::fs::read(self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(State::fresh(task)),
            Err(error) => return Err(Failure::io(name, error)),
        };
        State::resume(&bytes, &task)
            .map_err(|error| Failure::Unreadable(format!("{name}:{}:1: {error}", error.line())))
    }

    pub(super) fn is_due(&self) -> bool {
        self.timer.is_due()
    }

    /// Writes a state to the file. After an error, a regular file still has its old contents.
    pub(super) fn save(&mut self, state: &State) -> Result<(), Failure> {
        let save = || {
            let mut file = NewFile::create(self.path, State::TITLE.as_bytes())?;
            file.write_all(state.text().as_bytes())?;
            file.commit()
        };
        save().map_err(|error| Failure::io(shown(self.path), error))?;
        self.timer.restart();
        Ok(())
    }
}

/// Returns the file of `--resume`, and the initial state.
pub(super) fn checkpoint(
    args: &CoverSearchArgs,
    task: String,
) -> Result<(Option<StateFile<'_>>, State), Failure> {
    let file = StateFile::new(args)?;
    let state = match &file {
        Some(file) => file.load(task)?,
        None => State::fresh(task),
    };
    Ok((file, state))
}

/// The file that stores the memo table of a count.
pub(super) struct MemoKeeper<'a> {
    file: MemoFile,
    path: &'a Path,
    timer: Timer,
}

impl<'a> MemoKeeper<'a> {
    /// Opens the file and loads its entries into the memo table.
    pub(super) fn open(
        path: &'a Path,
        every: f64,
        task: &str,
        counter: &mut Counter,
    ) -> Result<Self, Failure> {
        let timer = Timer::new(every)?;
        let file = MemoFile::open(path, task, counter).map_err(|error| {
            let text = error.to_string();
            match error.into_kind() {
                MemoFileErrorKind::Io(error) => Failure::io(shown(path), error),
                _ => Failure::Unreadable(format!("{}:1:1: {text}", shown(path))),
            }
        })?;
        Ok(Self { file, path, timer })
    }

    /// Writes the new entries of the table, if a write is due.
    pub(super) fn save_if_due(&mut self, counter: &Counter) -> Result<(), Failure> {
        if self.timer.is_due() { self.save(counter) } else { Ok(()) }
    }

    /// Writes the entries that are new since the last write.
    pub(super) fn save(&mut self, counter: &Counter) -> Result<(), Failure> {
        self.file.save(counter).map_err(|error| Failure::io(shown(self.path), error))?;
        self.timer.restart();
        Ok(())
    }
}
