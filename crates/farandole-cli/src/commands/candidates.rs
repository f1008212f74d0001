//! `farandole candidates`: the digits that each cell has in at least one solution.

use super::ask::{ask, split, split_variant, write};
use crate::args::CandidatesArgs;
use crate::config;
use crate::exit::{self, Failure};
use crate::output::{Style, json_answer};
use crate::run::Print;
use farandole::format::{ClassicEntry, Dialect, Format};
use farandole::json::{self, JsonAnswer};
use farandole::pipeline::{Chunk, RecordLocation, Status, VariantFound};
use farandole::variant::{Variant, VariantEntry, cell_names, values_of};
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
        location: &RecordLocation<'_>,
        (entry, finding): (&ClassicEntry, Finding<Vec<DigitSet>>),
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let (sets, answer) = match split(style, location, entry, finding, chunk) {
            Ok(found) => found,
            Err(status) => return Some(status),
        };
        if style.json {
            let candidates = Some(json::candidates(&sets));
            json_answer(chunk, location, JsonAnswer { candidates, ..answer });
            return Some(Status::Ok);
        }
        let format = self.to.unwrap_or_else(|| marks_format(&location.source.dialect));
        write(style, location, entry, format, (entry.puzzle.clone().with_restrictions(&sets), answer), chunk)
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

/// Prints the true candidates: one line per row of the grid, and an empty line at the end.
pub(super) fn variant_candidates(
    style: Style,
    location: &RecordLocation<'_>,
    entry: &VariantEntry,
    finding: Finding<engines::TrueCandidates>,
    chunk: &mut Chunk,
) -> Option<Status> {
    let (found, answer) = match split_variant(style, location, entry, finding, chunk) {
        Ok(found) => found,
        Err(status) => return Some(status),
    };
    if style.json {
        let sets = values_of(&entry.puzzle, &found.masks);
        json_answer(chunk, location, JsonAnswer { candidates: Some(sets), ..answer });
        return Some(Status::Ok);
    }
    candidate_rows(&entry.puzzle, &found.masks, chunk);
    chunk.answers.push(b'\n');
    Some(Status::Ok)
}

/// Appends one line per row of the grid with the values of these masks, and one per further cell.
pub(super) fn candidate_rows(variant: &Variant, masks: &[u64], chunk: &mut Chunk) {
    let sets = values_of(variant, masks);
    let digit = |value: &u8| char::from_digit(u32::from(*value), 36).unwrap_or('?').to_ascii_uppercase();
    let texts: Vec<String> = sets.iter().map(|set| set.iter().map(digit).collect()).collect();
    let width = texts.iter().map(String::len).max().unwrap_or(1);
    let (cols, grid) = (variant.shape().cols(), variant.board().grid_count());
    for row in texts[..grid].chunks(cols) {
        // Only holes have no true candidate.
        let cell = |text: &String| format!("{:<width$}", if text.is_empty() { "." } else { text });
        let cells: Vec<String> = row.iter().map(cell).collect();
        chunk.answers.extend_from_slice(cells.join(" ").trim_end().as_bytes());
        chunk.answers.push(b'\n');
    }
    for (name, text) in cell_names(variant).iter().zip(&texts).skip(grid) {
        chunk.answers.extend_from_slice(format!("{name} {text}\n").as_bytes());
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
        location: &RecordLocation<'_>,
        (entry, finding): (&ClassicEntry, Finding<engines::CandidateCounts>),
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let (counts, answer) = match split(style, location, entry, finding, chunk) {
            Ok(found) => found,
            Err(status) => return Some(status),
        };
        if style.json {
            json_answer(chunk, location, answer.with_candidate_counts(&counts));
        } else {
            count_rows(&counts, self.limit, entry.puzzle.size(), chunk);
            chunk.answers.push(b'\n');
        }
        Some(Status::Ok)
    }

    fn variant(
        &self,
        style: Style,
        location: &RecordLocation<'_>,
        entry: &VariantEntry,
        found: VariantFound<'_>,
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let VariantFound::Counts(finding, limit) = found else { return Some(Status::Ok) };
        variant_counts(style, location, entry, (finding, limit), chunk)
    }
}

/// Prints the true candidates with counts: one line per row of the grid, one per further cell, and
/// an empty line at the end.
fn variant_counts(
    style: Style,
    location: &RecordLocation<'_>,
    entry: &VariantEntry,
    (finding, limit): (Finding<engines::CandidateCounts>, u64),
    chunk: &mut Chunk,
) -> Option<Status> {
    let (mut counts, answer) = match split_variant(style, location, entry, finding, chunk) {
        Ok(found) => found,
        Err(status) => return Some(status),
    };
    let board = entry.puzzle.board();
    board.cells().zip(&mut counts).filter(|(cell, _)| board.is_hole(*cell)).for_each(|(_, of)| of.clear());
    if style.json {
        json_answer(chunk, location, answer.with_candidate_counts(&counts));
        return Some(Status::Ok);
    }
    let (cols, grid) = (entry.puzzle.shape().cols(), board.grid_count());
    count_rows(&counts[..grid], limit, cols, chunk);
    for (name, of_cell) in cell_names(&entry.puzzle).iter().zip(&counts).skip(grid) {
        chunk.answers.extend_from_slice(format!("{name} {}\n", counts_text(of_cell, limit)).as_bytes());
    }
    chunk.answers.push(b'\n');
    Some(Status::Ok)
}

/// Appends one line per row of cells: the values of each cell with their counts, in columns.
fn count_rows(counts: &[Vec<(u8, u64)>], limit: u64, cols: usize, chunk: &mut Chunk) {
    let texts: Vec<String> = counts.iter().map(|of_cell| counts_text(of_cell, limit)).collect();
    let width = texts.iter().map(String::len).max().unwrap_or(1);
    for row in texts.chunks(cols) {
        let cells: Vec<String> = row.iter().map(|text| format!("{text:<width$}")).collect();
        chunk.answers.extend_from_slice(cells.join(" ").trim_end().as_bytes());
        chunk.answers.push(b'\n');
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
