//! `farandole count`: counts or lists the solutions of each puzzle.

use crate::args::CountArgs;
use crate::commands::list;
use crate::config::{self, InputConfig, OutputConfig};
use crate::exit::{self, Failure};
use crate::output::{Style, columns_text, count_line, estimate_line, json_answer, keep_columns};
use crate::run::{Job, Print};
use crate::variants::Wanted;
use crate::variants::counted_text;
use farandole::cover::Estimate as Estimated;
use farandole::format::Format;
use farandole::json::{JsonAnswer, JsonEstimate};
use farandole::pipeline::{AnswerRef, Chunk, Estimate, Place, Search, Status};
use farandole::{Config, Counted};

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
        place: &Place<'_>,
        answer: AnswerRef<'_>,
        chunk: &mut Chunk,
    ) -> Option<Status> {
        if style.json {
            let columns = self.keep_columns.then(|| columns_text(answer.trailing()));
            let form = JsonAnswer::new(Status::Counted).with_report(&answer.report);
            json_answer(chunk, place, JsonAnswer { columns, counted: counted_text(self.counted), ..form });
        } else {
            count_line(&mut chunk.answers, &answer.report);
            if self.keep_columns {
                keep_columns(&mut chunk.answers, answer.trailing(), Format::Line);
            }
        }
        Some(match answer.report.solutions {
            0 => Status::None,
            1 => Status::Solved,
            _ => Status::Several,
        })
    }

    fn wanted(&self) -> Wanted {
        Wanted::Count(self.counted)
    }
}

/// Printer of estimates.
struct Estimates;

impl Print<Estimate> for Estimates {
    fn found(
        &self,
        style: Style,
        place: &Place<'_>,
        estimate: Estimated,
        chunk: &mut Chunk,
    ) -> Option<Status> {
        if style.json {
            let form = Some(JsonEstimate::from(&estimate));
            json_answer(chunk, place, JsonAnswer { estimate: form, ..JsonAnswer::new(Status::Estimated) });
        } else {
            estimate_line(&mut chunk.answers, &estimate);
        }
        Some(Status::Estimated)
    }
}
