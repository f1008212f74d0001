//! `farandole redundant`: prints the givens or constraints that follow from the others.

use super::ask::{ask, split};
use crate::args::QuestionArgs;
use crate::config;
use crate::exit::{self, Failure};
use crate::output::{Style, json_answer};
use crate::run::Print;
use farandole::format::ClassicEntry;
use farandole::json::{self, JsonAnswer};
use farandole::pipeline::{Chunk, Place, Status};
use farandole::{Cell, Finding, RedundantGivens};

pub(crate) fn run(args: &QuestionArgs) -> Result<u8, Failure> {
    let question = RedundantGivens(config::search(&args.run, 1)?);
    Ok(exit::code(&ask(args, None, &question, &Redundant)?))
}

/// Printer of redundant givens.
struct Redundant;

impl Print<RedundantGivens> for Redundant {
    fn found(
        &self,
        style: Style,
        place: &Place<'_>,
        (entry, finding): (&ClassicEntry, Finding<Vec<Cell>>),
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let (cells, answer) = match split(style, place, entry, finding, chunk) {
            Ok(found) => found,
            Err(status) => return Some(status),
        };
        let names = json::cell_names(&cells, entry.puzzle.size());
        if style.json {
            json_answer(chunk, place, JsonAnswer { redundant: Some(names), ..answer });
        } else {
            let text = if names.is_empty() { "minimal".into() } else { names.join(" ") };
            chunk.answers.extend_from_slice(text.as_bytes());
            chunk.answers.push(b'\n');
        }
        Some(Status::Ok)
    }
}
