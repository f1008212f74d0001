//! `farandole backbone`: the cells that have the same digit in all solutions.

use super::ask::{ask, split, write};
use super::candidates::variant_candidates;
use crate::args::QuestionArgs;
use crate::config;
use crate::exit::{self, Failure};
use crate::output::{Style, json_answer};
use crate::run::Print;
use farandole::format::{ClassicEntry, Format};
use farandole::json::JsonAnswer;
use farandole::pipeline::{Chunk, RecordLocation, Status, VariantFound};
use farandole::variant::VariantEntry;
use farandole::{Cell, ClassicPuzzle, Digit, DigitSet, Finding, TrueCandidates};

pub(crate) fn run(args: &QuestionArgs) -> Result<u8, Failure> {
    let question = TrueCandidates(config::search(&args.run, 1)?);
    Ok(exit::code(&ask(args, None, &question, &Backbone)?))
}

/// Printer of the cells that all solutions share.
struct Backbone;

impl Print<TrueCandidates> for Backbone {
    fn found(
        &self,
        style: Style,
        location: &RecordLocation<'_>,
        (entry, finding): (&ClassicEntry, Finding<Vec<DigitSet>>),
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let (sets, answer) = match split(style, location, entry, finding, chunk) {
            Ok(found) => found,
            Err(status) => return Some(status),
        };
        let digit = |set: &DigitSet| if set.len() == 1 { set.iter().next() } else { None };
        let digits: Vec<u8> = sets.iter().map(|set| digit(set).map_or(0, Digit::get)).collect();
        if style.json {
            let size = entry.puzzle.size();
            let is_new = |(cell, digit): &(usize, &u8)| **digit != 0 && entry.puzzle.givens()[*cell] == 0;
            let new = digits.iter().enumerate().filter(is_new);
            let name = |cell| Cell::new(cell).map(|cell| cell.name(size).to_string()).unwrap_or_default();
            let found = Some(new.map(|(cell, digit)| format!("{}={digit}", name(cell))).collect());
            json_answer(chunk, location, JsonAnswer { found, ..answer });
            return Some(Status::Ok);
        }
        let format = if location.source.dialect.is_one_line() { Format::Line } else { Format::Grid };
        let filled = ClassicPuzzle::new(entry.puzzle.geometry().clone(), &digits);
        write(style, location, entry, format, (filled, answer), chunk)
    }

    fn variant(
        &self,
        style: Style,
        location: &RecordLocation<'_>,
        entry: &VariantEntry,
        found: VariantFound<'_>,
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let VariantFound::Candidates(finding) = found else { return Some(Status::Ok) };
        variant_candidates(style, location, entry, finding, chunk)
    }
}
