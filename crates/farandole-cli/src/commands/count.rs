//! `farandole count`: counts or lists the solutions of each puzzle.

use crate::args::CountArgs;
use crate::commands::list;
use crate::config::{self, InputConfig, OutputConfig};
use crate::exit::{self, Failure};
use crate::output::{Style, columns_text, count_line, estimate_line, json_answer, keep_columns};
use crate::run::{Job, Print};
use farandole::Config;
use farandole::config::Counted;
use farandole::cover::Estimate as Estimated;
use farandole::format::{Entry, Format};
use farandole::json::{JsonAnswer, JsonEstimate};
use farandole::pipeline::{AnswerRef, Chunk, Estimate, RecordLocation, Search, Status};

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
        let form = style.begin(location, answer.entry(), Status::Counted, chunk);
        let columns = (self.keep_columns && !answer.is_variant()).then(|| answer.trailing());
        if style.json {
            let (columns, counted) = (columns.map(columns_text), counted_text(self.counted));
            let form = form.with_report(&answer.report);
            json_answer(chunk, location, JsonAnswer { columns, counted, ..form });
        } else {
            count_line(&mut chunk.answers, &answer.report);
            if let Some(columns) = columns {
                keep_columns(&mut chunk.answers, columns, Format::Line);
            }
        }
        Some(Status::of_search(&answer.report))
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
        (entry, estimate): (Entry, Estimated),
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let answer = style.begin(location, &entry, Status::Estimated, chunk);
        if style.json {
            let estimate = Some(JsonEstimate::from(&estimate));
            json_answer(chunk, location, JsonAnswer { estimate, ..answer });
        } else {
            estimate_line(&mut chunk.answers, &estimate);
        }
        Some(Status::Estimated)
    }
}
