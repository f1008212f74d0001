//! `farandole backbone`: the cells that have the same digit in all solutions.

use super::ask::{ask, write};
use super::candidates::print_rows;
use crate::args::QueryArgs;
use crate::config;
use crate::exit::{self, Failure};
use crate::output::{Style, json_answer};
use crate::run::Print;
use farandole::Puzzle;
use farandole::engines::Finding;
use farandole::format::{Entry, Format};
use farandole::json::JsonAnswer;
use farandole::pipeline::{Chunk, RecordLocation, Status};
use farandole::puzzle::{Cell, ClassicPuzzle, Digit, DigitSet};
use farandole::queries::TrueCandidates;

pub(crate) fn run(args: &QueryArgs) -> Result<u8, Failure> {
    let query = TrueCandidates(config::search(&args.run, 1)?);
    Ok(exit::code(&ask(args, None, &query, &Backbone)?))
}

/// Printer of the cells that all solutions share.
struct Backbone;

impl Print<TrueCandidates> for Backbone {
    fn found(
        &self,
        style: Style,
        location: &RecordLocation<'_>,
        (entry, finding): (&Entry, Finding<Vec<u64>>),
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let (masks, answer) = match style.finding(location, entry, finding, chunk) {
            Ok(found) => found,
            Err(status) => return Some(status),
        };
        let puzzle = match &entry.puzzle {
            Puzzle::Classic(puzzle) => puzzle,
            Puzzle::Variant(variant) => return print_rows(style, location, variant, (&masks, answer), chunk),
        };
        let digit = |mask: &u64| DigitSet::from_bits(*mask).single().map_or(0, Digit::get);
        let digits: Vec<u8> = masks.iter().map(digit).collect();
        if style.json {
            let size = puzzle.size();
            let is_new = |(cell, digit): &(usize, &u8)| **digit != 0 && puzzle.givens()[*cell] == 0;
            let new = digits.iter().enumerate().filter(is_new);
            let name = |cell| Cell::new(cell).map(|cell| cell.name(size).to_string()).unwrap_or_default();
            let found = Some(new.map(|(cell, digit)| format!("{}={digit}", name(cell))).collect());
            json_answer(chunk, location, JsonAnswer { found, ..answer });
            return Some(Status::Ok);
        }
        let format = if location.source.dialect.is_one_line() { Format::Line } else { Format::Grid };
        let filled = ClassicPuzzle::new(puzzle.geometry().clone(), &digits);
        write(style, location, entry, format, (filled, answer), chunk)
    }
}
