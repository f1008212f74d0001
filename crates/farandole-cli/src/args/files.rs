//! No file that a command line wants written may be one that it wants read, or written to by another option.

use crate::exit::Failure;
use clap::{Arg, ArgMatches, Command, ValueHint};
use std::path::Path;

/// The options whose files are written. Every other argument that may name a file has it read.
const WRITTEN: [&str; 6] = ["output", "proof", "svg", "zdd", "checkpoint", "resume"];

/// Refuses a command line whose outputs would spoil its inputs or each other, before anything is opened.
pub(crate) fn keep_apart(command: &Command, matches: &ArgMatches) -> Result<(), Failure> {
    if let Some((name, matches)) = matches.subcommand() {
        return command.find_subcommand(name).map_or(Ok(()), |command| keep_apart(command, matches));
    }
    let files: Vec<(&Arg, &Path)> = command
        .get_arguments()
        .filter(|arg| arg.get_value_hint() == ValueHint::FilePath)
        .flat_map(|arg| {
            let values = matches.try_get_raw(arg.get_id().as_str()).ok().flatten();
            values.into_iter().flatten().map(move |value| (arg, Path::new(value)))
        })
        .collect();
    for (number, &(arg, path)) in files.iter().enumerate().filter(|(_, (arg, _))| is_written(arg)) {
        let mut others = files[..number].iter().chain(&files[number + 1..]);
        if let Some((other, _)) = others.find(|(other, it)| same(it, path) && !go_together(arg, other)) {
            let name = |arg: &Arg| arg.get_long().map_or_else(String::new, |name| format!("--{name}"));
            let clash = match is_written(other) {
                true => format!("{} would write to this file too", name(other)),
                false => "this file is to be read too".to_owned(),
            };
            return Err(Failure::Usage(format!("{} {}: {clash}", name(arg), path.display())));
        }
    }
    Ok(())
}

fn is_written(arg: &Arg) -> bool {
    WRITTEN.contains(&arg.get_id().as_str())
}

/// A run that goes on from a checkpoint may write the next ones in its place.
fn go_together(arg: &Arg, other: &Arg) -> bool {
    let name = |arg: &Arg| arg.get_id().as_str() == "checkpoint" || arg.get_id().as_str() == "resume";
    name(arg) && name(other)
}

/// Whether two paths are one file, if that can be told. Devices are not files: `/dev/null` may be named twice.
fn same(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other && one.is_file(),
        _ => one == other && one.as_os_str() != "-",
    }
}
