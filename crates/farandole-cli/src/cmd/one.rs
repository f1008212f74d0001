//! Commands that take a single puzzle.

use crate::bulk::{self, Tally};
use crate::config::InputConfig;
use crate::exit::Failure;
use farandole::format::Entry;
use farandole::pipeline::records::MapError;
use std::ops::ControlFlow;

/// The puzzle, and where it stands as `file:line`.
pub(crate) struct One {
    pub(crate) entry: Entry,
    pub(crate) place: String,
}

/// The one puzzle of an input; an error if there is none, it can't be read, or another follows.
pub(crate) fn one_puzzle(input: &InputConfig) -> Result<One, Failure> {
    let [path] = &input.paths[..] else {
        return Err(Failure::Usage(format!(
            "expected one file with one puzzle, found {}",
            input.paths.len()
        )));
    };
    let mut total = Tally::default();
    let Some(mut records) = bulk::open_records(path, input, &mut total) else {
        return Err(Failure::Unreadable(format!("{}: expected a puzzle", path.display())));
    };
    let source = records.input().name().to_string();
    let mut parser = records.dialect().parser();
    let mut found: Option<One> = None;
    let read = records.for_each(|_, record| {
        let place = format!("{source}:{}", record.line);
        if found.is_some() {
            return Err(Failure::Unreadable(format!("{place}: expected one puzzle, found another")));
        }
        let entry = parser.parse(record).map_err(|error| {
            Failure::Unreadable(format!("{source}:{}:{}: {error}", error.line(), error.column()))
        })?;
        found = Some(One { entry, place });
        Ok(ControlFlow::Continue(()))
    });
    match read {
        Ok(_) => {
            found.ok_or_else(|| Failure::Unreadable(format!("{source}: expected a puzzle, found nothing")))
        }
        Err(MapError::Read(error)) => Err(Failure::io(source, error)),
        Err(MapError::Done(failure)) => Err(failure),
    }
}
