//! `farandole count`: counts or lists the solutions of each puzzle.

use crate::args::CountArgs;
use crate::commands::list;
use crate::config;
use crate::exit::{self, Failure};
use crate::output::{Reply, columns_text, count_line, estimate_line, keep_columns};
use crate::run::{Job, Print};
use farandole::Config;
use farandole::config::Counted;
use farandole::cover::Estimate as Estimated;
use farandole::format::{Entry, Format};
use farandole::json::{JsonAnswer, JsonEstimate};
use farandole::pipeline::{AnswerRef, Estimate, Search, Status};

pub(crate) fn run(args: &CountArgs) -> Result<u8, Failure> {
    if args.all {
        return list::run(args);
    }
    let job = Job {
        threads: config::threads(args.run.threads),
        slow: Some("searching"),
        time: args.run.time,
        ..Job::new(&args.input, &args.output)?
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
    fn found(&self, answer: AnswerRef<'_>, reply: &mut Reply<'_>) -> Option<Status> {
        let form = reply.begin(answer.entry(), Status::Counted);
        let columns = (self.keep_columns && !answer.is_variant()).then(|| answer.trailing());
        if reply.style.json {
            let (columns, counted) = (columns.map(columns_text), counted_text(self.counted));
            let form = form.with_report(&answer.report);
            reply.json(JsonAnswer { columns, counted, ..form });
        } else {
            count_line(&mut reply.chunk.answers, &answer.report);
            if let Some(columns) = columns {
                keep_columns(&mut reply.chunk.answers, columns, Format::Line);
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
    fn found(&self, (entry, estimate): (Entry, Estimated), reply: &mut Reply<'_>) -> Option<Status> {
        let answer = reply.begin(&entry, Status::Estimated);
        if reply.style.json {
            let estimate = Some(JsonEstimate::from(&estimate));
            reply.json(JsonAnswer { estimate, ..answer });
        } else {
            estimate_line(&mut reply.chunk.answers, &estimate);
        }
        Some(Status::Estimated)
    }
}
