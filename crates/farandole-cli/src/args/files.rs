//! Conflicts between file arguments: no output file may be an input file or another output file.

use crate::exit::Failure;
use clap::{Arg, ArgMatches, Command, ValueHint};
use std::path::Path;

/// Options that name an output file. Every other argument that can name a file names an input.
const WRITTEN: [&str; 7] = ["output", "proof", "svg", "pdf", "zdd", "resume", "ledger"];

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
    let named =
        command.get_arguments().filter(|arg| arg.get_value_hint() == ValueHint::FilePath).flat_map(|arg| {
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
            return Err(Failure::Usage(format!("{} {}: {clash}", name(arg), path.display())));
        }
    }
    Ok(())
}

fn is_written(arg: &Arg) -> bool {
    WRITTEN.contains(&arg.get_id().as_str())
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

/// Returns the canonical path. Unlike inode numbers, it does not detect hard links, nor files given
/// as standard input.
#[cfg(not(unix))]
fn identity(path: &Path) -> Option<std::path::PathBuf> {
    path.canonicalize().ok().filter(|path| path.is_file())
}
