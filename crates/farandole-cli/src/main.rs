//! The `farandole` command.
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

use args::{Cli, Command};
use clap::{CommandFactory, FromArgMatches};
use exit::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(code) => ExitCode::from(code),
        Err(failure) => failure.report(),
    }
}

fn run() -> Result<u8, Failure> {
    let mut definitions = Cli::command();
    let matches = definitions.get_matches_mut();
    args::check_file_conflicts(&definitions, &matches)?;
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut definitions).exit());
    match cli.command {
        Command::Solve(args) => cmd::solve::run(&args),
        Command::Count(args) => cmd::count::run(&args),
        Command::Check(args) => cmd::check::run(&args),
        Command::Candidates(args) => cmd::setter::candidates(&args),
        Command::Redundant(args) => cmd::setter::redundant(&args),
        Command::Rate(args) => cmd::rate::run(&args),
        Command::Explain(args) => cmd::explain::run(&args),
        Command::Hint(args) => cmd::hint::run(&args),
        Command::Techniques(args) => cmd::techniques::run(&args),
        Command::Draw(args) => cmd::draw::run(&args),
        Command::Convert(args) => cmd::convert::run(&args),
        Command::Canonical(args) => cmd::canonical::run(&args),
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
