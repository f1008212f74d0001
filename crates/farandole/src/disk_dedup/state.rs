//! The state of a deduplication on disk: the valid length of each file.

use super::error::DiskDedupError;
use crate::pipeline::{self, NewFile};
use farandole_search::{sealed, unsealed};
use std::io::Write;
use std::path::{Path, PathBuf};

const TITLE: &str = "farandole first-of-each 2";

/// Number of files.
pub(super) const PARTS: usize = 256;

/// Returns the path of a file with this prefix and number.
pub(super) fn part_path(folder: &Path, name: &str, number: usize) -> PathBuf {
    folder.join(format!("{name}-{number:03}"))
}

/// The contents of the state file.
pub(super) struct State {
    /// Number of records, and number of records without a key.
    pub(super) done: u64,
    pub(super) without_key: u64,
    /// The length of each of the [`PARTS`] files, in bytes.
    pub(super) lengths: Vec<u64>,
    /// True if a run has created the folder.
    pub(super) made_folder: bool,
}

impl State {
    pub(super) fn write(&self, folder: &Path, task: &str) -> Result<(), DiskDedupError> {
        let Self { done, without_key, lengths, made_folder } = self;
        let lengths: Vec<String> = lengths.iter().map(u64::to_string).collect();
        let lengths = lengths.join(" ");
        let folder_line = if *made_folder { "\nfolder made" } else { "" };
        let text =
            format!("{TITLE}\ntask {task}\nrecords {done} {without_key}\nbytes {lengths}{folder_line}");
        let text = sealed(task, &text) + "\n";
        let path = folder.join("state");
        let write = || {
            let mut file = NewFile::create(&path, TITLE.as_bytes())?;
            file.write_all(text.as_bytes())?;
            file.commit()
        };
        write().map_err(|error| DiskDedupError::Io(path.clone(), error))
    }
}

/// Starts a run in a folder without a state. The state is written first, so that all later
/// files of these names belong to the run.
pub(super) fn begin(folder: &Path, task: &str, made_folder: bool) -> Result<State, DiskDedupError> {
    let names = ["part", "kept"].into_iter().flat_map(|name| (0..PARTS).map(move |number| (name, number)));
    let paths = names.map(|(name, number)| part_path(folder, name, number));
    if let Some(path) = paths.into_iter().find(|path| path.symlink_metadata().is_ok()) {
        return Err(DiskDedupError::Foreign(path));
    }
    let state = State { done: 0, without_key: 0, lengths: vec![0; PARTS], made_folder };
    state.write(folder, task)?;
    Ok(state)
}

/// Returns the contents of the state file of this task, or `None` if there is no such file.
pub(super) fn read_state(path: &Path, task: &str) -> Result<Option<State>, DiskDedupError> {
    let text = match pipeline::read_state(path, TITLE) {
        Ok(Some(text)) => text,
        Ok(None) => return Ok(None),
        Err(error) => return Err(DiskDedupError::Io(path.to_owned(), error)),
    };
    let wrong = || DiskDedupError::State(path.to_owned());
    let text = text.trim_end();
    let mut lines = unsealed(task, text).unwrap_or(text).lines();
    if lines.next() != Some(TITLE) {
        return Err(wrong());
    }
    if lines.next().and_then(|line| line.strip_prefix("task ")) != Some(task) {
        return Err(DiskDedupError::OtherTask(path.to_owned()));
    }
    unsealed(task, text).ok_or_else(wrong)?;
    let mut numbers = |name: &str| -> Option<Vec<u64>> {
        let words = lines.next()?.strip_prefix(name)?;
        words.split_whitespace().map(|word| word.parse().ok()).collect()
    };
    let records = numbers("records ").and_then(|numbers| numbers.try_into().ok());
    let [done, without_key] = records.ok_or_else(wrong)?;
    let lengths = numbers("bytes").filter(|numbers| numbers.len() == PARTS).ok_or_else(wrong)?;
    let made_folder = lines.next() == Some("folder made");
    Ok(Some(State { done, without_key, lengths, made_folder }))
}
