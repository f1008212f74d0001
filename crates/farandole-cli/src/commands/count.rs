//! `farandole count`: counts or lists the solutions of each puzzle.

use crate::args::CountArgs;
use crate::commands::list;
use crate::config::{self, InputConfig, OutputConfig};
use crate::exit::{self, Failure};
use crate::output::{Style, columns_text, count_line, estimate_line, json_answer, keep_columns, of_entry};
use crate::run::{Job, Print};
use farandole::cover::Estimate as Estimated;
use farandole::format::Format;
use farandole::json::{JsonAnswer, JsonEstimate};
use farandole::pipeline::{AnswerRef, Chunk, Estimate, RecordLocation, Search, Status, VariantFound};
use farandole::variant::VariantEntry;
use farandole::{Config, Counted, Report};

pub(crate) fn run(args: &CountArgs) -> Result<u8, Failure> {
    if args.all {
        return list::run(args);
    }
    let input = InputConfig::new(&args.input)?;
    let output = OutputConfig::from(&args.output);
    let threads = config::threads(args.run.threads);
    let job = Job {
        input: &input,
        output: &output,
        frame: None,
        threads,
        slow: Some("searching"),
        time: args.run.time,
    };
    let tally = match args.estimate {
        Some(dives) => job.run(&Estimate { dives }, &Estimates)?,
        None => {
            let counted = if args.grids { Counted::Grids } else { Counted::Solutions };
            let config = Config { counted, ..config::search(&args.run, args.limit.unwrap_or(2))? };
            job.run(&Search(config), &Numbers { counted, keep_columns: args.keep_columns })?
        }
    };
    Ok(exit::code(&tally))
}

/// Printer of numbers of solutions.
struct Numbers {
    counted: Counted,
    keep_columns: bool,
}

impl Print<Search> for Numbers {
    fn found(
        &self,
        style: Style,
        location: &RecordLocation<'_>,
        answer: AnswerRef<'_>,
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let answered = JsonAnswer::new(Status::Counted);
        let columns = self.keep_columns.then(|| answer.trailing());
        self.print(style, location, answered, &answer.report, columns, chunk)
    }

    fn variant(
        &self,
        style: Style,
        location: &RecordLocation<'_>,
        entry: &VariantEntry,
        found: VariantFound<'_>,
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let VariantFound::Answer(_, report) = found else { return Some(Status::Ok) };
        self.print(style, location, of_entry(entry, Status::Counted), &report, None, chunk)
    }
}

impl Numbers {
    /// Prints a number of solutions, and the columns that followed the puzzle on request.
    fn print(
        &self,
        style: Style,
        location: &RecordLocation<'_>,
        answer: JsonAnswer<'_>,
        report: &Report,
        columns: Option<&[u8]>,
        chunk: &mut Chunk,
    ) -> Option<Status> {
        if style.json {
            let form = answer.with_report(report);
            let (columns, counted) = (columns.map(columns_text), counted_text(self.counted));
            json_answer(chunk, location, JsonAnswer { columns, counted, ..form });
        } else {
            count_line(&mut chunk.answers, report);
            if let Some(columns) = columns {
                keep_columns(&mut chunk.answers, columns, Format::Line);
            }
        }
        Some(Status::of_search(report))
    }
}

/// Returns the JSON field `counted`, which is omitted for solutions.
const fn counted_text(counted: Counted) -> Option<&'static str> {
    match counted {
        Counted::Solutions => None,
        Counted::Grids => Some("grids"),
    }
}

/// Printer of estimates.
struct Estimates;

impl Print<Estimate> for Estimates {
    fn found(
        &self,
        style: Style,
        location: &RecordLocation<'_>,
        estimate: Estimated,
        chunk: &mut Chunk,
    ) -> Option<Status> {
        print_estimate(style, location, JsonAnswer::new(Status::Estimated), &estimate, chunk)
    }

    fn variant(
        &self,
        style: Style,
        location: &RecordLocation<'_>,
        entry: &VariantEntry,
        found: VariantFound<'_>,
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let VariantFound::Estimate(estimate) = found else { return Some(Status::Ok) };
        print_estimate(style, location, of_entry(entry, Status::Estimated), &estimate, chunk)
    }
}

/// Prints an estimate.
fn print_estimate(
    style: Style,
    location: &RecordLocation<'_>,
    answer: JsonAnswer<'_>,
    estimate: &Estimated,
    chunk: &mut Chunk,
) -> Option<Status> {
    if style.json {
        let estimate = Some(JsonEstimate::from(estimate));
        json_answer(chunk, location, JsonAnswer { estimate, ..answer });
    } else {
        estimate_line(&mut chunk.answers, estimate);
    }
    Some(Status::Estimated)
}
