//! `farandole candidates`: the digits that each cell has in at least one solution.

use super::ask::{ask, split, write};
use crate::args::CandidatesArgs;
use crate::config;
use crate::exit::{self, Failure};
use crate::output::{Style, json_answer};
use crate::run::Print;
use crate::variants::count_rows;
use farandole::format::{ClassicEntry, Dialect, Format};
use farandole::json::{self, JsonAnswer};
use farandole::pipeline::{Chunk, Place, Status};
use farandole::{CandidateCounts, DigitSet, Finding, TrueCandidates, engines};

pub(crate) fn run(args: &CandidatesArgs) -> Result<u8, Failure> {
    let to = config::to(args.to.as_deref())?;
    if let Some(format) = to.filter(|format| !format.descriptor().holds_candidates) {
        let name = format.name();
        return Err(Failure::Usage(format!(
            "--to {name}: expected a format of candidates: pencilmark, candidates"
        )));
    }
    if let Some(limit) = args.counts {
        let question = CandidateCounts(config::search(&args.question.run, limit)?);
        return Ok(exit::code(&ask(&args.question, None, &question, &Counts { limit })?));
    }
    let question = TrueCandidates(config::search(&args.question.run, 1)?);
    Ok(exit::code(&ask(&args.question, to, &question, &Candidates { to })?))
}

/// Returns the default output format for candidates: one line per puzzle if the input has one line
/// per puzzle.
fn marks_format(dialect: &Dialect) -> Format {
    if dialect.is_one_line() { Format::Pencilmark } else { Format::Candidates }
}

/// Printer of candidates.
struct Candidates {
    to: Option<Format>,
}

impl Print<TrueCandidates> for Candidates {
    fn found(
        &self,
        style: Style,
        place: &Place<'_>,
        (entry, finding): (&ClassicEntry, Finding<Vec<DigitSet>>),
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let (sets, answer) = match split(style, place, entry, finding, chunk) {
            Ok(found) => found,
            Err(status) => return Some(status),
        };
        if style.json {
            let candidates = Some(json::candidates(&sets));
            json_answer(chunk, place, JsonAnswer { candidates, ..answer });
            return Some(Status::Ok);
        }
        let format = self.to.unwrap_or_else(|| marks_format(&place.source.dialect));
        write(style, place, entry, format, (entry.puzzle.clone().with_restrictions(&sets), answer), chunk)
    }
}

/// Printer of candidates with their counts.
struct Counts {
    limit: u64,
}

impl Print<CandidateCounts> for Counts {
    fn found(
        &self,
        style: Style,
        place: &Place<'_>,
        (entry, finding): (&ClassicEntry, Finding<engines::CandidateCounts>),
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let (counts, answer) = match split(style, place, entry, finding, chunk) {
            Ok(found) => found,
            Err(status) => return Some(status),
        };
        if style.json {
            json_answer(chunk, place, answer.with_candidate_counts(&counts));
        } else {
            count_rows(&counts, self.limit, entry.puzzle.size(), chunk);
            chunk.answers.push(b'\n');
        }
        Some(Status::Ok)
    }
}
