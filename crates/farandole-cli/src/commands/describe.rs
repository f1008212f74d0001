//! Commands about the program itself: version, formats, completions.

use crate::args::definitions;
use crate::config;
use crate::exit::{DONE, Failure};
use crate::output::print;
use farandole::format::Format;
use farandole::kernel::Isa;
use std::fmt::Write as _;

/// `farandole info`: prints the version and the instruction sets.
pub(crate) fn info() -> Result<u8, Failure> {
    let used = config::isa(std::env::var("FARANDOLE_ISA").ok().as_deref())?;
    let mut text = format!("farandole {}\n", env!("CARGO_PKG_VERSION"));
    for isa in Isa::available() {
        let mark = if isa == used { " (used)" } else { "" };
        let _ = writeln!(text, "kernel {}: {} puzzles at a time{mark}", isa.name(), isa.lanes());
    }
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let _ = writeln!(text, "threads: {threads}");
    print(text.as_bytes())?;
    Ok(DONE)
}

/// `farandole formats`: lists the formats.
pub(crate) fn formats() -> Result<u8, Failure> {
    let extensions = |format: Format| {
        let extensions: Vec<String> = format.extensions().iter().map(|it| format!(".{it}")).collect();
        extensions.join(" ")
    };
    let formats = || Format::CLASSIC.into_iter().chain(Format::written_variants());
    let name = formats().map(|format| format.name().len()).max().unwrap_or(0);
    let end = formats().map(|format| extensions(format).len()).max().unwrap_or(0);
    let mut text = String::new();
    for format in formats() {
        let _ =
            writeln!(text, "{:name$} {:end$} {}", format.name(), extensions(format), format.description());
    }
    print(text.as_bytes())?;
    Ok(DONE)
}

/// `farandole completions SHELL`: prints the completions for a shell.
pub(crate) fn completions(shell: clap_complete::Shell) -> Result<u8, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut definitions(), "farandole", &mut text);
    print(&text)?;
    Ok(DONE)
}
