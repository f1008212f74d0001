//! Bulk requests: answers to all records of a text, one line per record, in the form of the command
//! line.

use crate::answer::{Answer, Refusal};
use farandole::engines::End;
use farandole::format::{Format, ReadConfig, WriteConfig, write_grid};
use farandole::json::SCHEMA;
use farandole::logic::Scale;
use farandole::pipeline::{
    AnswerRef, Chunk, ClassicSearch, Printer, RecordLocation, Refusal as Refused, Status, Tally, answer_text,
};
use farandole::rating::Rate;
use farandole::{Config, Rating};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A request to answer every record of a text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BulkRequest {
    what: What,
    #[serde(default)]
    format: Option<String>,
    #[serde(default)]
    budget: Option<u64>,
}

/// The query to run on every record.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum What {
    /// The solution, if it is unique.
    Solve,
    /// The number of solutions: 0, 1 or 2+.
    Count,
    /// The ratings ER, EP and ED.
    Rate,
}

#[derive(Serialize)]
struct Bulk {
    schema: u32,
    status: &'static str,
    /// The format of the text.
    format: &'static str,
    /// True if the text can be split after any line, because each line can be parsed separately.
    cuts: bool,
    records: u64,
    /// Number of records for each status.
    statuses: BTreeMap<&'static str, u64>,
}

pub(crate) fn run(text: &[u8], request: &BulkRequest) -> Result<Answer, Refusal> {
    let BulkRequest { what, budget, .. } = *request;
    let format = match request.format.as_deref() {
        None => None,
        Some(name) => Some(
            Format::by_name(name)
                .filter(|format| !format.is_variant())
                .ok_or_else(|| Refusal::usage(format!("unknown format {name:?}")))?,
        ),
    };
    let read = ReadConfig { format, ..ReadConfig::default() };
    // The engine for variants is in another module.
    let search = ClassicSearch(Config { budget: budget.unwrap_or(u64::MAX), ..Config::default() });
    let answered = match what {
        What::Solve => answer_text(text.to_vec(), &read, &search, &Solutions),
        What::Count => answer_text(text.to_vec(), &read, &search, &Counts),
        What::Rate => answer_text(text.to_vec(), &read, &Rate::from(Scale::Se.within(budget)), &Ratings),
    };
    let answered = answered.map_err(|fault| Refusal::unreadable(fault, 1, 1))?;
    Ok(Answer::with_body(
        &Bulk {
            schema: SCHEMA,
            status: "ok",
            format: answered.dialect.format().name(),
            cuts: answered.dialect.is_one_line()
                && answered.dialect.format().descriptor().separator.is_none(),
            records: answered.tally.records(),
            statuses: statuses(&answered.tally),
        },
        answered.answers,
    ))
}

fn statuses(tally: &Tally) -> BTreeMap<&'static str, u64> {
    let counted = Status::ALL.iter().map(|status| (status.name(), tally.count(*status)));
    counted.filter(|(_, count)| *count > 0).collect()
}

fn refuse(status: Status, chunk: &mut Chunk) -> Option<Status> {
    chunk.answers.push(b'!');
    chunk.answers.extend_from_slice(status.name().as_bytes());
    chunk.answers.push(b'\n');
    Some(status)
}

fn line(text: &str, chunk: &mut Chunk) {
    chunk.answers.extend_from_slice(text.as_bytes());
    chunk.answers.push(b'\n');
}

struct Solutions;

impl Printer<ClassicSearch> for Solutions {
    fn found(&self, _: &RecordLocation<'_>, answer: AnswerRef<'_>, chunk: &mut Chunk) -> Option<Status> {
        match answer.report.solutions {
            0 => return refuse(Status::None, chunk),
            1 => {}
            _ => return refuse(Status::Several, chunk),
        }
        if let Some(digits) = answer.first_classic() {
            chunk.answers.extend_from_slice(digits);
            chunk.answers.push(b'\n');
            return Some(Status::Solved);
        }
        let write = WriteConfig { symbols: answer.symbols(), ..WriteConfig::new(Format::Line) };
        let before = chunk.answers.len();
        if let (Some(puzzle), Some(grid)) = (answer.puzzle().classic(), answer.grid())
            && write_grid(&mut chunk.answers, puzzle, &grid, &write, 0).is_ok()
        {
            return Some(Status::Solved);
        }
        chunk.answers.truncate(before);
        refuse(Status::Unprintable, chunk)
    }

    fn refused(&self, _: &RecordLocation<'_>, refusal: &Refused, chunk: &mut Chunk) {
        refuse(refusal.status(), chunk);
    }
}

struct Counts;

impl Printer<ClassicSearch> for Counts {
    fn found(&self, _: &RecordLocation<'_>, answer: AnswerRef<'_>, chunk: &mut Chunk) -> Option<Status> {
        let more = if answer.report.end == End::Exhausted { "" } else { "+" };
        line(&format!("{}{more}", answer.report.solutions), chunk);
        Some(match answer.report.solutions {
            0 => Status::None,
            1 => Status::Solved,
            _ => Status::Several,
        })
    }

    fn refused(&self, _: &RecordLocation<'_>, refusal: &Refused, chunk: &mut Chunk) {
        refuse(refusal.status(), chunk);
    }
}

struct Ratings;

impl Printer<Rate> for Ratings {
    fn found(&self, _: &RecordLocation<'_>, rating: Rating, chunk: &mut Chunk) -> Option<Status> {
        let status = rating.status();
        if status == Status::Rated {
            line(&rating.to_string(), chunk);
        } else if rating.numbers().is_some() {
            line(&format!("!{rating}"), chunk);
        } else {
            refuse(status, chunk);
        }
        Some(status)
    }

    fn refused(&self, _: &RecordLocation<'_>, refusal: &Refused, chunk: &mut Chunk) {
        refuse(refusal.status(), chunk);
    }
}
