//! The `farandole` command, for programs that carry it: the binary of this crate and the Python package.
//!
//! ```no_run
//! let code = farandole_cli::run(std::env::args_os());
//! std::process::exit(code.into());
//! ```
#![forbid(unsafe_code)]

/// Writes a line to standard error. Whoever reads it may have gone, which is their right.
macro_rules! warn {
    ($($message:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($message)*);
    }};
}

mod args;
mod cmd;
mod config;
mod exit;
mod output;
mod progress;
mod run;
mod variants;

use args::{Cli, Command};
use clap::{CommandFactory, FromArgMatches};
use exit::Failure;
use std::ffi::OsString;

/// Runs the command with these arguments, the first of which is the name of the program, and gives the exit code.
///
/// It reads standard input and writes standard output and standard error. Help, and a command line that is wrong, end the
/// process.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    try_run(arguments).unwrap_or_else(|failure| failure.report())
}

fn try_run(arguments: impl IntoIterator<Item = OsString>) -> Result<u8, Failure> {
    let mut definitions = Cli::command();
    let matches = definitions.try_get_matches_from_mut(arguments).unwrap_or_else(|error| error.exit());
    args::check_file_conflicts(&definitions, &matches)?;
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut definitions).exit());
    match cli.command {
        Command::Solve(args) => cmd::solve::run(&args),
        Command::Count(args) => cmd::count::run(&args),
        Command::Check(args) => cmd::check::run(&args),
        Command::Candidates(args) => cmd::candidates::run(&args),
        Command::Redundant(args) => cmd::redundant::run(&args),
        Command::Why(args) => cmd::why::run(&args),
        Command::Rules(args) => cmd::rules::run(&args),
        Command::Rate(args) => cmd::rate::run(&args),
        Command::Explain(args) => cmd::explain::run(&args),
        Command::Hint(args) => cmd::hint::run(&args),
        Command::Techniques(args) => cmd::techniques::run(&args),
        Command::Draw(args) => cmd::draw::run(&args),
        Command::Convert(args) => cmd::convert::run(&args),
        Command::Canonical(args) => cmd::canonical::run(&args),
        Command::Generate(args) => cmd::generate::run(&args),
        Command::Minimize(args) => cmd::study::minimize(&args),
        Command::Unavoidable(args) => cmd::study::unavoidable(&args),
        Command::Scan(args) => cmd::study::scan(&args),
        Command::Neighbours(args) => cmd::study::neighbours(&args),
        Command::Vicinity(args) => cmd::vicinity::run(&args),
        Command::Backdoors(args) => cmd::study::backdoors(&args),
        Command::Backbone(args) => cmd::backbone::run(&args),
        Command::Twins(args) => cmd::study::twins(&args),
        Command::Bands(args) => cmd::study::bands(&args),
        Command::Patterns(args) => cmd::study::patterns(&args),
        Command::Morph(args) => cmd::study::morph(&args),
        Command::Stats(args) => cmd::stats::run(&args),
        Command::Compare(args) => cmd::compare::run(&args),
        Command::Encode(args) => cmd::encode::run(&args),
        Command::Cover(args) => cmd::cover::run(&args),
        Command::Judge(args) => cmd::judge::run(&args),
        Command::Info => cmd::describe::info(),
        Command::Formats => cmd::describe::formats(),
        Command::Completions { shell } => cmd::describe::completions(shell),
        Command::Man { command, dir } => match dir {
            Some(dir) => cmd::man::write_all(&dir),
            None => cmd::man::print_page(&command),
        },
    }
}
