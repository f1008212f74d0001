//! `farandole man`: manual pages, generated from the definitions of the help texts.

use crate::args::definitions;
use crate::exit::{DONE, Failure};
use crate::output::{print, write_file};
use clap::Command;
use clap_mangen::Man;
use std::path::Path;

/// Returns the program with the full names of its commands, such as `farandole-cover-count`.
fn program() -> Command {
    let mut program = definitions();
    program.build();
    program
}

/// Prints the page of one command.
pub(crate) fn print_page(names: &[String]) -> Result<u8, Failure> {
    let mut page = program();
    for name in names {
        let found = page.get_subcommands().find(|command| command.get_name() == name);
        page = found.cloned().ok_or_else(|| {
            let all: Vec<&str> = commands(&page).map(Command::get_name).collect();
            let expected = if all.is_empty() { "no further argument".into() } else { all.join(", ") };
            Failure::Usage(format!("unknown command {name:?}; expected {expected}"))
        })?;
    }
    print(&roff(page)?)?;
    Ok(DONE)
}

/// Writes the pages of the program and of all commands.
pub(crate) fn write_all(dir: &Path) -> Result<u8, Failure> {
    let mut pages = vec![program()];
    while let Some(page) = pages.pop() {
        pages.extend(commands(&page).cloned());
        let name = page.get_display_name().unwrap_or_else(|| page.get_name()).to_owned();
        let path = dir.join(format!("{name}.1"));
        write_file(&path, &roff(page)?)?;
    }
    Ok(DONE)
}

/// Returns the subcommands of a command, except `help`.
fn commands(page: &Command) -> impl Iterator<Item = &Command> {
    page.get_subcommands().filter(|command| command.get_name() != "help")
}

fn roff(page: Command) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    Man::new(page).render(&mut text).map_err(|error| Failure::io("manual page", error))?;
    Ok(text)
}
