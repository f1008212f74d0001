//! Conflicts between file arguments: no output file may be an input file or another output file.

use crate::exit::Failure;
use crate::messages::shown;
use clap::{Arg, ArgMatches, Command, ValueHint};
use std::any::TypeId;
use std::ffi::OsString;
use std::ops::Deref;
use std::path::{Path, PathBuf};

/// The path of a file that is written. Every other argument that can name a file names an input. Options of
/// this type are checked so that they do not overwrite an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OutputFile(PathBuf);

impl From<OsString> for OutputFile {
    fn from(path: OsString) -> Self {
        Self(path.into())
    }
}

impl Deref for OutputFile {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

/// The argument for standard input.
const STDIN: &str = "-";

/// Refuses a command line whose outputs would overwrite its inputs or each other. No file is opened
/// before this check.
pub(crate) fn check_file_conflicts(command: &Command, matches: &ArgMatches) -> Result<(), Failure> {
    if let Some((name, matches)) = matches.subcommand() {
        return command
            .find_subcommand(name)
            .map_or(Ok(()), |command| check_file_conflicts(command, matches));
    }
    let named = command
        .get_arguments()
        .filter(|arg| arg.get_value_hint() == ValueHint::FilePath || is_written(arg))
        .flat_map(|arg| {
            let values = matches.try_get_raw(arg.get_id().as_str()).ok().flatten();
            values.into_iter().flatten().map(move |value| (Some(arg), Path::new(value)))
        });
    // Standard input may be an input without being named.
    let files: Vec<(Option<&Arg>, &Path)> = named.chain([(None, Path::new(STDIN))]).collect();
    for (number, &(arg, path)) in files.iter().enumerate() {
        let Some(arg) = arg.filter(|arg| is_written(arg)) else { continue };
        let mut others = files[..number].iter().chain(&files[number + 1..]);
        if let Some((other, _)) = others.find(|(_, file)| same(file, path)) {
            let name = |arg: &Arg| arg.get_long().map_or_else(String::new, |name| format!("--{name}"));
            let clash = match other.filter(|other| is_written(other)) {
                Some(other) => format!("{} would write to this file too", name(other)),
                None => "this file is also an input".to_owned(),
            };
            return Err(Failure::Usage(format!("{} {}: {clash}", name(arg), shown(path))));
        }
    }
    Ok(())
}

fn is_written(arg: &Arg) -> bool {
    arg.get_value_parser().type_id() == TypeId::of::<OutputFile>()
}

/// Returns true if two paths are known to be the same file; `-` is standard input. Devices such as
/// `/dev/null` may be named twice.
fn same(one: &Path, other: &Path) -> bool {
    match (identity(one), identity(other)) {
        (Some(one), Some(other)) => one == other,
        _ => one == other && one != Path::new(STDIN) && !one.exists(),
    }
}

/// Returns the device and inode numbers, which identify a file under any name.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let path = if path == Path::new(STDIN) { Path::new("/dev/stdin") } else { path };
    path.metadata().ok().filter(std::fs::Metadata::is_file).map(|file| (file.dev(), file.ino()))
}

/// Returns the canonical path. Unlike inode numbers, paths do not identify hard links or redirected
/// standard input.
#[cfg(not(unix))]
fn identity(path: &Path) -> Option<std::path::PathBuf> {
    path.canonicalize().ok().filter(|path| path.is_file())
}
