//! The `farandole` command as a library, used by the binary of this crate and by the Python
//! package.
//!
//! ```no_run
//! let code = farandole_cli::run(std::env::args_os());
//! std::process::exit(code.into());
//! ```
#![forbid(unsafe_code)]

/// Writes a line to standard error. Characters that a terminal would execute are escaped.
macro_rules! warn {
    ($($message:tt)*) => {
        crate::messages::write_stderr(&(format!($($message)*) + "\n"))
    };
}

mod args;
mod commands;
mod config;
mod exit;
mod messages;
mod output;
mod progress;
mod run;
mod terminal;
mod text_file;

use args::{Cli, Command};
use clap::FromArgMatches;
use exit::Failure;
use farandole::pipeline::guarded;
use farandole::puzzle::format::{escaped, is_invisible};
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseIntError};

/// Runs the command with these arguments, the first of which is the name of the program, and
/// returns the exit code.
///
/// The command reads standard input, and writes to standard output and standard error. Help and an
/// invalid command line end the process. A panic is printed on one line and has an exit code of its own.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let code = guarded(|| try_run(arguments).unwrap_or_else(|failure| failure.report()));
    code.unwrap_or_else(|panic| {
        warn!("farandole: {panic}");
        exit::FAILED
    })
}

/// Returns the definition of the command line: all commands with their options, as in the help and
/// the man pages.
pub fn definition() -> clap::Command {
    args::definitions()
}

/// Prints an error of the command line, or the help, and exits.
fn exit_with(error: clap::Error, definitions: &mut clap::Command, arguments: &[OsString]) -> ! {
    use clap::error::{ContextKind, ErrorKind};
    let mut error = error.format(definitions);
    let source = std::error::Error::source(&error);
    if let Some(number) = source.and_then(|source| source.downcast_ref::<ParseIntError>()) {
        let expected = match number.kind() {
            IntErrorKind::PosOverflow => "expected a smaller number",
            IntErrorKind::Zero => "expected a number of at least 1",
            _ => "expected a whole number of at least 0",
        };
        let context = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
        let (value, name) = (context(ContextKind::InvalidValue), context(ContextKind::InvalidArg));
        let help = "For more information, try '--help'.";
        let message = format!("invalid value '{value}' for '{name}': {expected}\n\n{help}\n");
        error = clap::Error::raw(ErrorKind::ValueValidation, message);
    }
    let hidden = arguments.iter().map(|argument| argument.to_string_lossy().into_owned());
    let hidden: Vec<String> = hidden.filter(|argument| argument.contains(is_invisible)).collect();
    if hidden.is_empty() || !error.use_stderr() {
        error.exit()
    }
    let quoted = |text: String, argument: &String| text.replace(argument, &escaped(argument).to_string());
    messages::write_stderr(&hidden.iter().fold(error.render().to_string(), quoted));
    std::process::exit(error.exit_code())
}

// long: a line for each command
fn try_run(arguments: impl IntoIterator<Item = OsString>) -> Result<u8, Failure> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let mut definitions = args::definitions();
    if arguments.iter().any(|argument| argument == "-h") {
        definitions = args::with_short_help(definitions);
    }
    let matches = definitions
        .try_get_matches_from_mut(&arguments)
        .unwrap_or_else(|error| exit_with(error, &mut definitions, &arguments));
    args::check_file_conflicts(&definitions, &matches)?;
    let mut cli = Cli::from_arg_matches(&matches)
        .unwrap_or_else(|error| exit_with(error, &mut definitions, &arguments));
    cli.command.set_accept();
    match cli.command {
        Command::Solve(args) => commands::solve::run(&args),
        Command::Count(args) => commands::count::run(&args),
        Command::Check(args) => commands::check::run(&args),
        Command::Candidates(args) => commands::candidates::run(&args),
        Command::Redundant(args) => commands::redundant::run(&args),
        Command::Why(args) => commands::why::run(&args),
        Command::Trace(args) => commands::trace::run(&args),
        Command::Rules(args) => commands::rules::run(&args),
        Command::Rate(args) => commands::rate::run(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Hint(args) => commands::hint::run(&args),
        Command::Techniques(args) => commands::techniques::run(&args),
        Command::Practice(args) => commands::practice::run(&args),
        Command::Draw(args) => commands::draw::run(&args),
        Command::Book(args) => commands::book::run(&args),
        Command::Read(args) => commands::read::run(&args),
        Command::Listen(args) => commands::listen::run(&args),
        Command::Mcp => commands::mcp::run(),
        Command::Convert(args) => commands::convert::run(&args),
        Command::Canonical(args) => commands::canonical::run(&args),
        Command::Generate(args) => commands::generate::run(&args),
        Command::Find(args) => commands::find::run(&args),
        Command::Complete(args) => commands::complete::run(&args),
        Command::Minimize(args) => commands::minimize::run(&args),
        Command::Unavoidable(args) => commands::unavoidable::run(&args),
        Command::Scan(args) => commands::scan::run(&args),
        Command::Neighbours(args) => commands::neighbours::run(&args),
        Command::Vicinity(args) => commands::vicinity::run(&args),
        Command::Backdoors(args) => commands::backdoors::run(&args),
        Command::Backbone(args) => commands::backbone::run(&args),
        Command::Twins(args) => commands::twins::run(&args),
        Command::Bands(args) => commands::bands::run(&args),
        Command::Patterns(args) => commands::patterns::run(&args),
        Command::Morph(args) => commands::morph::run(&args),
        Command::Stats(args) => commands::stats::run(&args),
        Command::Compare(args) => commands::compare::run(&args),
        Command::Encode(args) => commands::encode::run(&args),
        Command::Certify(args) => commands::proof::certify(&args),
        Command::Cover(args) => commands::cover::run(&args),
        Command::Judge(args) => commands::judge::run(&args),
        Command::Info => commands::describe::info(),
        Command::Formats => commands::describe::formats(),
        Command::Completions { shell } => commands::describe::completions(shell),
        Command::Man { command, dir } => match dir {
            Some(dir) => commands::man::write_all(&dir),
            None => commands::man::print_page(&command),
        },
    }
}
