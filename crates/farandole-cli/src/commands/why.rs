//! `farandole why`: prints conflicting constraints.

use super::ask::ask;
use crate::args::QuestionArgs;
use crate::config;
use crate::exit::{self, Failure};
use crate::output::Style;
use crate::run::Print;
use farandole::Clash;
use farandole::pipeline::{Chunk, Place, Status};
use std::convert::Infallible;

pub(crate) fn run(args: &QuestionArgs) -> Result<u8, Failure> {
    let question = Clash(config::search(&args.run, 1)?);
    Ok(exit::code(&ask(args, None, &question, &Clashes)?))
}

/// Printer of conflicting constraints.
struct Clashes;

impl Print<Clash> for Clashes {
    fn found(&self, _: Style, _: &Place<'_>, never: Infallible, _: &mut Chunk) -> Option<Status> {
        match never {}
    }
}
