//! Output of answers for variants as text and JSON, shared by all commands.

use crate::output::{Style, count_text, estimate_line, json_answer};
use farandole::engines::impossible_constraint;
use farandole::json::JsonAnswer;
use farandole::pipeline::{Chunk, Place, Status, VariantFound};
use farandole::variant::{
    CandidateCounts, ConstraintFinding, TrueCandidates, Variant, VariantEntry, cell_names, clash_text,
    constraint_text, grid_text, values_of,
};
use farandole::{Counted, End, Finding, Report};
use std::collections::BTreeMap;

/// The result that a command needs from a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// Any solution.
    Solution,
    /// The solution if it is unique.
    OnlySolution,
    /// The number of solutions or grids.
    Count(Counted),
    /// True if there is exactly one solution.
    Judgement,
}

/// Prints the answer of a query for a variant.
pub(crate) fn print(
    wanted: Wanted,
    style: Style,
    place: &Place<'_>,
    entry: &VariantEntry,
    found: VariantFound<'_>,
    chunk: &mut Chunk,
) -> Option<Status> {
    let variant = &entry.puzzle;
    match found {
        VariantFound::Solution(values, _) => {
            line(style, place, solved(entry, values), &grid_text(variant, values), chunk);
            None
        }
        VariantFound::ListEnd(report) => Some(of_count(&report)),
        VariantFound::Answer(first, report) => searched(wanted, style, place, entry, first, &report, chunk),
        VariantFound::Estimate(estimate) => {
            if style.json {
                let form = Some((&estimate).into());
                json_answer(chunk, place, JsonAnswer { estimate: form, ..base(entry, Status::Estimated) });
            } else {
                estimate_line(&mut chunk.answers, &estimate);
            }
            Some(Status::Estimated)
        }
        VariantFound::Candidates(finding) => candidates(style, place, entry, finding, chunk),
        VariantFound::Counts(finding, limit) => counts(style, place, entry, (finding, limit), chunk),
        VariantFound::Redundant(finding) => {
            let names = names(variant, &finding);
            let text = if names.is_empty() { "minimal".into() } else { names.join(" ") };
            let answer = JsonAnswer { redundant: Some(names), ..base(entry, Status::Ok) };
            constraints(style, place, answer, &finding, &text, chunk)
        }
        VariantFound::Clash(Some(finding)) => clash(style, place, entry, &finding, chunk),
        VariantFound::Clash(None) => {
            line(
                style,
                place,
                JsonAnswer { clash: Some(Vec::new()), ..base(entry, Status::Ok) },
                "no clash",
                chunk,
            );
            Some(Status::Ok)
        }
        VariantFound::Grid(Err(broken)) => {
            style.refuse(place, Status::Wrong, base(entry, Status::Wrong), broken.to_string(), chunk)
        }
        _ => {
            line(style, place, base(entry, Status::Ok), "ok", chunk);
            Some(Status::Ok)
        }
    }
}

/// Returns the JSON field `counted`, which is omitted for solutions.
pub(crate) const fn counted_text(counted: Counted) -> Option<&'static str> {
    match counted {
        Counted::Solutions => None,
        Counted::Grids => Some("grids"),
    }
}

/// Prints the result of a search.
fn searched(
    wanted: Wanted,
    style: Style,
    place: &Place<'_>,
    entry: &VariantEntry,
    first: Option<Vec<u8>>,
    report: &Report,
    chunk: &mut Chunk,
) -> Option<Status> {
    let variant = &entry.puzzle;
    let (status, text) = match (wanted, first, report.solutions) {
        (Wanted::Count(counted), _, solutions) => {
            let answer = base(entry, Status::Counted).with_variant_report(report);
            let answer = JsonAnswer { counted: counted_text(counted), ..answer };
            line(style, place, answer, &count_text(solutions, report.end), chunk);
            return Some(of_count(report));
        }
        (_, None, _) => (Status::None, ""),
        (Wanted::Judgement, Some(_), 1) if report.end == End::Exhausted => (Status::Ok, "ok"),
        (Wanted::Judgement, ..) | (Wanted::OnlySolution, _, 2..) => (Status::Several, "several solutions"),
        (Wanted::Solution | Wanted::OnlySolution, Some(values), _) => {
            let answer = solved(entry, &values).with_variant_report(report);
            line(style, place, answer, &grid_text(variant, &values), chunk);
            return Some(Status::Solved);
        }
    };
    let answer = base(entry, status).with_variant_report(report);
    if status == Status::None {
        let why = no_solution(variant, report.counters.guesses == Some(0));
        return style.refuse(place, status, answer, why, chunk);
    }
    if status != Status::Ok {
        return style.refuse(place, status, answer, text.into(), chunk);
    }
    line(style, place, answer, text, chunk);
    Some(status)
}

/// Returns the reason why there is no solution: contradictory givens, or a single unsatisfiable
/// constraint if no guess was needed.
fn no_solution(variant: &Variant, without_guess: bool) -> String {
    if let Some(clash) = clash_text(variant) {
        return format!("no solution: {clash}");
    }
    let impossible = without_guess.then(|| impossible_constraint(variant)).flatten();
    impossible.map_or_else(
        || "no solution".into(),
        |at| {
            format!(
                "no solution: {} cannot be satisfied",
                constraint_text(variant, &variant.constraints()[at])
            )
        },
    )
}

const fn of_count(report: &Report) -> Status {
    match report.solutions {
        0 => Status::None,
        1 => Status::Solved,
        _ => Status::Several,
    }
}

/// Returns a JSON answer with the title and the warnings of the text.
fn base(entry: &VariantEntry, status: Status) -> JsonAnswer<'_> {
    JsonAnswer { title: entry.title.as_deref(), warnings: &entry.warnings, ..JsonAnswer::new(status) }
}

/// Returns a JSON answer with a solution.
fn solved<'a>(entry: &'a VariantEntry, values: &[u8]) -> JsonAnswer<'a> {
    let variant = &entry.puzzle;
    let grid = variant.board().grid_count();
    let extra: BTreeMap<String, u8> =
        cell_names(variant).into_iter().zip(values.iter().copied()).skip(grid).collect();
    JsonAnswer { solution: Some(grid_text(variant, values)), extra, ..base(entry, Status::Solved) }
}

fn line(style: Style, place: &Place<'_>, answer: JsonAnswer<'_>, text: &str, chunk: &mut Chunk) {
    if style.json {
        json_answer(chunk, place, answer);
    } else {
        chunk.answers.extend_from_slice(text.as_bytes());
        chunk.answers.push(b'\n');
    }
}

fn names(variant: &Variant, finding: &ConstraintFinding) -> Vec<String> {
    let text = |at: &usize| constraint_text(variant, &variant.constraints()[*at]);
    finding.constraints.iter().map(text).collect()
}

/// Prints constraints, or that a search was given up.
fn constraints(
    style: Style,
    place: &Place<'_>,
    answer: JsonAnswer<'_>,
    finding: &ConstraintFinding,
    text: &str,
    chunk: &mut Chunk,
) -> Option<Status> {
    let answer = JsonAnswer { nodes: Some(finding.nodes), ..answer };
    if !finding.exact {
        let why = format!("gave up on a search; {} nodes in total; found so far: {text}", finding.nodes);
        return style.refuse(place, Status::GaveUp, answer, why, chunk);
    }
    line(style, place, answer, text, chunk);
    Some(Status::Ok)
}

/// Prints conflicting constraints.
fn clash(
    style: Style,
    place: &Place<'_>,
    entry: &VariantEntry,
    finding: &ConstraintFinding,
    chunk: &mut Chunk,
) -> Option<Status> {
    if !finding.exact && finding.constraints.is_empty() {
        let nodes = finding.nodes;
        let why = format!("gave up after {nodes} nodes; it is unknown whether there is a solution");
        let answer = JsonAnswer { nodes: Some(nodes), ..base(entry, Status::GaveUp) };
        return style.refuse(place, Status::GaveUp, answer, why, chunk);
    }
    let names = names(&entry.puzzle, finding);
    let text = if names.is_empty() { "the grid alone".into() } else { names.join(" ") };
    let answer = JsonAnswer { clash: Some(names), ..base(entry, Status::Ok) };
    constraints(style, place, answer, finding, &text, chunk)
}

/// Returns the finding about candidates and a JSON answer with its report. If nothing was found,
/// prints the reason.
fn split<'a, T>(
    style: Style,
    place: &Place<'_>,
    entry: &'a VariantEntry,
    finding: Finding<T>,
    chunk: &mut Chunk,
) -> Result<(T, JsonAnswer<'a>), Status> {
    let without_guess = finding.nodes <= 1;
    let why = || no_solution(&entry.puzzle, without_guess);
    style.finding(place, base(entry, Status::Ok), finding, why, chunk)
}

/// Prints the true candidates with counts: one line per row of the grid, one per further cell, and
/// an empty line at the end.
fn counts(
    style: Style,
    place: &Place<'_>,
    entry: &VariantEntry,
    (finding, limit): (Finding<CandidateCounts>, u64),
    chunk: &mut Chunk,
) -> Option<Status> {
    let (mut counts, answer) = match split(style, place, entry, finding, chunk) {
        Ok(found) => found,
        Err(status) => return Some(status),
    };
    let board = entry.puzzle.board();
    board.cells().zip(&mut counts).filter(|(cell, _)| board.is_hole(*cell)).for_each(|(_, of)| of.clear());
    if style.json {
        json_answer(chunk, place, answer.with_candidate_counts(&counts));
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
pub(crate) fn count_rows(counts: &[Vec<(u8, u64)>], limit: u64, cols: usize, chunk: &mut Chunk) {
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

/// Prints the true candidates: one line per row of the grid, and an empty line at the end.
fn candidates(
    style: Style,
    place: &Place<'_>,
    entry: &VariantEntry,
    finding: Finding<TrueCandidates>,
    chunk: &mut Chunk,
) -> Option<Status> {
    let (found, answer) = match split(style, place, entry, finding, chunk) {
        Ok(found) => found,
        Err(status) => return Some(status),
    };
    if style.json {
        let sets = values_of(&entry.puzzle, &found.masks);
        json_answer(chunk, place, JsonAnswer { candidates: Some(sets), ..answer });
        return Some(Status::Ok);
    }
    candidate_rows(&entry.puzzle, &found.masks, chunk);
    chunk.answers.push(b'\n');
    Some(Status::Ok)
}

/// Appends one line per row of the grid with the values of these masks, and one per further cell.
pub(crate) fn candidate_rows(variant: &Variant, masks: &[u64], chunk: &mut Chunk) {
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
