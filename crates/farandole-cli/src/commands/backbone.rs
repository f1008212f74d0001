//! `farandole backbone`: the cells that have the same digit in all solutions.

use super::ask::{ask, write};
use super::candidates::print_rows;
use crate::args::QueryArgs;
use crate::config;
use crate::exit::{self, Failure};
use crate::output::Reply;
use crate::run::Print;
use farandole::Puzzle;
use farandole::engines::Finding;
use farandole::format::{Entry, Format};
use farandole::json::JsonAnswer;
use farandole::pipeline::Status;
use farandole::puzzle::{Cell, ClassicPuzzle, Digit, DigitSet};
use farandole::queries::TrueCandidates;

pub(crate) fn run(args: &QueryArgs) -> Result<u8, Failure> {
    let query = TrueCandidates(config::search(&args.run, 1)?);
    Ok(exit::code(&ask(args, None, &query, &Backbone)?))
}

/// Printer of the cells that all solutions share.
struct Backbone;

impl Print<TrueCandidates> for Backbone {
    fn found(&self, (entry, finding): (&Entry, Finding<Vec<u64>>), reply: &mut Reply<'_>) -> Option<Status> {
        let (masks, answer) = match reply.finding(entry, finding) {
            Ok(found) => found,
            Err(status) => return Some(status),
        };
        let puzzle = match &entry.puzzle {
            Puzzle::Classic(puzzle) => puzzle,
            Puzzle::Variant(variant) => return print_rows(variant, (&masks, answer), reply),
        };
        let digit = |mask: &u64| DigitSet::from_bits(*mask).single().map_or(0, Digit::get);
        let digits: Vec<u8> = masks.iter().map(digit).collect();
        if reply.style.json {
            let size = puzzle.size();
            let is_new = |(cell, digit): &(usize, &u8)| **digit != 0 && puzzle.givens()[*cell] == 0;
            let new = digits.iter().enumerate().filter(is_new);
            let name = |cell| Cell::new(cell).map(|cell| cell.name(size).to_string()).unwrap_or_default();
            let found = Some(new.map(|(cell, digit)| format!("{}={digit}", name(cell))).collect());
            reply.json(JsonAnswer { found, ..answer });
            return Some(Status::Ok);
        }
        let format = if reply.location.source.dialect.is_one_line() { Format::Line } else { Format::Grid };
        let filled = ClassicPuzzle::new(puzzle.geometry().clone(), &digits);
        write(entry, format, (filled, answer), reply)
    }
}
