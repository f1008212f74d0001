//! `farandole candidates`: the digits that each cell has in at least one solution.

use super::ask::{ask, write};
use crate::args::CandidatesArgs;
use crate::config;
use crate::exit::{self, Failure};
use crate::output::Reply;
use crate::run::Print;
use farandole::engines::Finding;
use farandole::format::{Dialect, Entry, Format};
use farandole::json::{self, JsonAnswer};
use farandole::pipeline::Status;
use farandole::puzzle::DigitSet;
use farandole::queries::{CandidateCounts, TrueCandidates};
use farandole::variant::{Variant, cell_names, values_of};
use farandole::{Puzzle, engines};

pub(crate) fn run(args: &CandidatesArgs) -> Result<u8, Failure> {
    let to = config::to(args.to.as_deref())?;
    if let Some(format) = to.filter(|format| !format.descriptor().holds_candidates) {
        let name = format.name();
        return Err(Failure::Usage(format!(
            "--to {name}: expected a format of candidates: pencilmark, candidates"
        )));
    }
    if let Some(limit) = args.counts {
        let query = CandidateCounts(config::search(&args.query.run, limit)?);
        return Ok(exit::code(&ask(&args.query, None, &query, &Counts { limit })?));
    }
    let query = TrueCandidates(config::search(&args.query.run, 1)?);
    Ok(exit::code(&ask(&args.query, to, &query, &Candidates { to })?))
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
    fn found(&self, (entry, finding): (&Entry, Finding<Vec<u64>>), reply: &mut Reply<'_>) -> Option<Status> {
        let (masks, answer) = match reply.finding(entry, finding) {
            Ok(found) => found,
            Err(status) => return Some(status),
        };
        let puzzle = match &entry.puzzle {
            Puzzle::Classic(puzzle) => puzzle,
            Puzzle::Variant(variant) => return print_rows(variant, (&masks, answer), reply),
        };
        let sets: Vec<DigitSet> = masks.into_iter().map(DigitSet::from_bits).collect();
        if reply.style.json {
            let candidates = Some(json::candidates(&sets));
            reply.json(JsonAnswer { candidates, ..answer });
            return Some(Status::Ok);
        }
        let format = self.to.unwrap_or_else(|| marks_format(&reply.location.source.dialect));
        write(entry, format, (puzzle.clone().with_restrictions(&sets), answer), reply)
    }
}

/// Prints the true candidates of a variant: one line per row of the grid, and an empty line at the end.
pub(super) fn print_rows(
    variant: &Variant,
    (masks, answer): (&[u64], JsonAnswer<'_>),
    reply: &mut Reply<'_>,
) -> Option<Status> {
    if reply.style.json {
        let candidates = Some(values_of(variant, masks));
        reply.json(JsonAnswer { candidates, ..answer });
    } else {
        candidate_rows(variant, masks, &mut reply.chunk.answers);
        reply.chunk.answers.push(b'\n');
    }
    Some(Status::Ok)
}

/// Appends one line per row of the grid with the values of these masks, and one per further cell.
pub(super) fn candidate_rows(variant: &Variant, masks: &[u64], out: &mut Vec<u8>) {
    let sets = values_of(variant, masks);
    let digit = |value: &u8| char::from_digit(u32::from(*value), 36).unwrap_or('?').to_ascii_uppercase();
    let texts: Vec<String> = sets.iter().map(|set| set.iter().map(digit).collect()).collect();
    let width = texts.iter().map(String::len).max().unwrap_or(1);
    let (cols, grid) = (variant.shape().cols(), variant.board().grid_count());
    for row in texts[..grid].chunks(cols) {
        // Only holes have no true candidate.
        let cell = |text: &String| format!("{:<width$}", if text.is_empty() { "." } else { text });
        let cells: Vec<String> = row.iter().map(cell).collect();
        out.extend_from_slice(cells.join(" ").trim_end().as_bytes());
        out.push(b'\n');
    }
    for (name, text) in cell_names(variant).iter().zip(&texts).skip(grid) {
        out.extend_from_slice(format!("{name} {text}\n").as_bytes());
    }
}

/// Printer of candidates with their counts.
struct Counts {
    limit: u64,
}

impl Print<CandidateCounts> for Counts {
    fn found(
        &self,
        (entry, finding): (&Entry, Finding<engines::CandidateCounts>),
        reply: &mut Reply<'_>,
    ) -> Option<Status> {
        let (mut counts, answer) = match reply.finding(entry, finding) {
            Ok(found) => found,
            Err(status) => return Some(status),
        };
        let (cols, extra) = match &entry.puzzle {
            Puzzle::Classic(puzzle) => (puzzle.size(), Vec::new()),
            Puzzle::Variant(variant) => {
                let board = variant.board();
                let holes = board.cells().zip(&mut counts).filter(|(cell, _)| board.is_hole(*cell));
                holes.for_each(|(_, of_cell)| of_cell.clear());
                (variant.shape().cols(), cell_names(variant).split_off(board.grid_count()))
            }
        };
        if reply.style.json {
            reply.json(answer.with_candidate_counts(&counts));
            return Some(Status::Ok);
        }
        let (grid, others) = counts.split_at(counts.len() - extra.len());
        count_rows(grid, self.limit, cols, &mut reply.chunk.answers);
        for (name, of_cell) in extra.iter().zip(others) {
            let line = format!("{name} {}\n", counts_text(of_cell, self.limit));
            reply.chunk.answers.extend_from_slice(line.as_bytes());
        }
        reply.chunk.answers.push(b'\n');
        Some(Status::Ok)
    }
}

/// Appends one line per row of cells: the values of each cell with their counts, in columns.
fn count_rows(counts: &[Vec<(u8, u64)>], limit: u64, cols: usize, out: &mut Vec<u8>) {
    let texts: Vec<String> = counts.iter().map(|of_cell| counts_text(of_cell, limit)).collect();
    let width = texts.iter().map(String::len).max().unwrap_or(1);
    for row in texts.chunks(cols) {
        let cells: Vec<String> = row.iter().map(|text| format!("{text:<width$}")).collect();
        out.extend_from_slice(cells.join(" ").trim_end().as_bytes());
        out.push(b'\n');
    }
}

/// Returns the values of a cell with their counts as text. Counts that reached the limit end in a
/// plus; a hole is a dot.
fn counts_text(of_cell: &[(u8, u64)], limit: u64) -> String {
    if of_cell.is_empty() {
        return ".".into();
    }
    let texts: Vec<String> = of_cell
        .iter()
        .map(|(value, count)| format!("{value}:{count}{}", if *count < limit { "" } else { "+" }))
        .collect();
    texts.join(",")
}
