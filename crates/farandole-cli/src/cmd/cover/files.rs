//! Files of long runs: what their errors are called on the command line.

use crate::args::CoverSearchArgs;
use crate::exit::Failure;
use farandole::cover::Counter;
use farandole::cover::checkpoint::{
    MemoFile, MemoFileErrorKind, State, StateError, StateErrorKind, StateFile,
};
use std::path::Path;
use std::time::Duration;

fn period(every: f64) -> Result<Duration, Failure> {
    Duration::try_from_secs_f64(every)
        .map_err(|_| Failure::Usage("--every: expected a number of seconds".into()))
}

/// The file of a checkpoint, if there is to be one, with its path.
pub(super) type Keeper<'a> = Option<(StateFile, &'a Path)>;

/// The file that `--resume` names, and the state to begin with.
pub(super) fn checkpoint(args: &CoverSearchArgs, task: String) -> Result<(Keeper<'_>, State), Failure> {
    let Some(path) = args.resume.as_deref() else { return Ok((None, State::fresh(task))) };
    let file = StateFile::new(path, period(args.every)?);
    let state = load(&file, path, task)?;
    Ok((Some((file, path)), state))
}

fn load(file: &StateFile, path: &Path, task: String) -> Result<State, Failure> {
    let name = path.display();
    file.load(task).map_err(|error: StateError| {
        let (line, text) = (error.line(), error.to_string());
        match error.into_kind() {
            StateErrorKind::Io(error) => Failure::io(name, error),
            _ => Failure::Unreadable(format!("{name}:{line}:1: {text}")),
        }
    })
}

/// The file of the memo table of a count.
pub(super) fn memo_file(
    path: &Path,
    every: f64,
    task: &str,
    counter: &mut Counter,
) -> Result<MemoFile, Failure> {
    MemoFile::open(path, period(every)?, task, counter).map_err(|error| {
        let text = error.to_string();
        match error.into_kind() {
            MemoFileErrorKind::Io(error) => Failure::io(path.display(), error),
            _ => Failure::Unreadable(format!("{}:1:1: {text}", path.display())),
        }
    })
}
