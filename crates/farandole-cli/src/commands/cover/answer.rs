//! Answers about exact cover problems, as text and as JSON.

use crate::args::CoverInputArgs;
use crate::exit::{DONE, Failure, UNDECIDED};
use crate::messages::shown;
use crate::output::{Output, json_record};
use farandole::cover::{End, Problem};
use farandole::json::JsonCount;
use farandole::search::lock;
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Instant;

/// A solution, or the end of a search, as one JSON line. Fields that do not apply are omitted.
#[derive(Default, Serialize)]
pub(super) struct JsonCover<'a> {
    /// `solution`, `counted`, `end` (of a list), `none` or `gave up`.
    pub(super) status: &'a str,
    /// The options as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) options: Option<Vec<String>>,
    /// The numbers of the options, counted from 1 in the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) numbers: Option<Vec<u32>>,
    /// The total cost of the options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cost: Option<JsonCount>,
    /// The number of solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) count: Option<JsonCount>,
    /// True if `count` is exact; otherwise there may be more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) exact: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) updates: Option<u64>,
    /// The part of a split to which the answer belongs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) piece: Option<&'a str>,
}

/// Output forms of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Show {
    /// Options as text, one per line.
    Options,
    /// 1-based numbers of the options, on one line.
    Numbers,
    /// JSON.
    Json,
}

impl Show {
    pub(super) fn new(args: &CoverInputArgs, numbers: bool) -> Self {
        match (args.json, numbers) {
            (true, _) => Self::Json,
            (false, true) => Self::Numbers,
            (false, false) => Self::Options,
        }
    }
}

/// The file of the answers.
enum Destination {
    /// Standard output, or a file that gets its name when it is complete.
    Whole(Output),
    /// A file that a later run may resume.
    Resumed(File),
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Whole(out) => out.write(bytes),
            Self::Resumed(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Whole(out) => out.flush(),
            Self::Resumed(file) => file.flush(),
        }
    }
}

/// The output of answers.
pub(super) struct Answers {
    show: Show,
    out: BufWriter<Destination>,
    name: String,
    /// Number of bytes written.
    pub(super) bytes: u64,
}

impl Answers {
    /// Opens a file, or standard output if there is no path.
    pub(super) fn new(show: Show, path: Option<&Path>) -> Result<Self, Failure> {
        let out = Output::open(path)?;
        let name = out.name().to_owned();
        Ok(Self { show, out: BufWriter::new(Destination::Whole(out)), name, bytes: 0 })
    }

    /// Opens the file of a run that can be resumed, keeps its first `keep` bytes, and locks it.
    pub(super) fn resumed(show: Show, path: &Path, keep: u64) -> Result<Self, Failure> {
        let name = shown(path).to_string();
        let open = || {
            let mut file = File::options().write(true).create(keep == 0).truncate(false).open(path)?;
            lock(&file)?;
            if file.metadata()?.len() < keep {
                return Err(io::Error::other("the file is shorter than when the state was written"));
            }
            // The length of a device or a pipe cannot be set.
            if file.metadata()?.is_file() {
                file.set_len(keep)?;
                file.seek(SeekFrom::Start(keep))?;
            }
            Ok(file)
        };
        let file: File = open().map_err(|error| Failure::io(&name, error))?;
        Ok(Self { show, out: BufWriter::new(Destination::Resumed(file)), name, bytes: keep })
    }

    pub(super) fn write(&mut self, text: &[u8]) -> Result<(), Failure> {
        self.bytes += text.len() as u64;
        self.out.write_all(text).map_err(|error| Failure::io(&self.name, error))
    }

    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        self.out.flush().map_err(|error| Failure::io(&self.name, error))
    }

    /// Flushes the output and completes its file.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        match self.out.into_parts().0 {
            Destination::Whole(out) => out.finish(),
            Destination::Resumed(_) => Ok(()),
        }
    }

    /// Prints a solution, preceded by a line with its cost if the solution has one.
    pub(super) fn solution(
        &mut self,
        problem: &Problem,
        options: &[u32],
        cost: Option<u128>,
    ) -> Result<(), Failure> {
        let mut text = Vec::new();
        let numbers: Vec<u32> = options.iter().map(|&option| problem.number(option)).collect();
        if let Some(cost) = cost.filter(|_| self.show != Show::Json) {
            text.extend_from_slice(format!("cost {cost}\n").as_bytes());
        }
        match self.show {
            Show::Json => {
                let texts = options.iter().map(|option| problem.option_text(*option)).collect();
                let solution = JsonCover { status: "solution", options: Some(texts), ..JsonCover::default() };
                let cost = cost.map(|cost| JsonCount::from_decimal(&cost.to_string()));
                json_record(&mut text, &JsonCover { numbers: Some(numbers), cost, ..solution });
            }
            Show::Numbers => {
                let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
                text.extend_from_slice(numbers.join(" ").as_bytes());
                text.push(b'\n');
            }
            Show::Options => {
                for option in options {
                    text.extend_from_slice(problem.option_text(*option).as_bytes());
                    text.push(b'\n');
                }
                text.push(b'\n');
            }
        }
        self.write(&text)
    }

    /// Prints a count.
    pub(super) fn count(&mut self, answer: JsonCover<'_>) -> Result<(), Failure> {
        let mut text = Vec::new();
        if self.show == Show::Json {
            json_record(&mut text, &answer);
        } else {
            let more = if answer.exact == Some(true) { "" } else { "+" };
            text = match &answer.count {
                Some(JsonCount::Text(count)) => format!("{count}{more}\n"),
                Some(JsonCount::Number(count)) => format!("{count}{more}\n"),
                None => format!("0{more}\n"),
            }
            .into_bytes();
        }
        self.write(&text)
    }

    /// Prints the reason why there are no more solutions: `!none` or `!gave up`. Prints nothing
    /// after the last solution or at the limit, except in JSON lists, which always have a status.
    pub(super) fn end(&mut self, end: End, none: bool, list: Option<JsonCover<'_>>) -> Result<(), Failure> {
        let status = match end {
            End::Exhausted if none => "none",
            End::Exhausted | End::LimitReached => "end",
            End::BudgetSpent | End::Cancelled | End::Stopped => "gave up",
        };
        let mut text = Vec::new();
        match list {
            Some(list) if self.show == Show::Json => json_record(&mut text, &JsonCover { status, ..list }),
            _ if status == "end" => {}
            _ if self.show == Show::Json => {
                json_record(&mut text, &JsonCover { status, ..JsonCover::default() })
            }
            _ => text = format!("!{status}\n").into_bytes(),
        }
        self.write(&text)
    }
}

/// Returns the exit code for the way a search ended.
pub(super) const fn exit_code(end: End) -> u8 {
    match end {
        End::Exhausted | End::LimitReached => DONE,
        End::BudgetSpent | End::Cancelled | End::Stopped => UNDECIDED,
    }
}

/// Prints a summary, if requested.
pub(super) fn summarize(args: &CoverInputArgs, start: Instant, what: &str) {
    if args.summary {
        warn!("{what}; {:.3} s", start.elapsed().as_secs_f64());
    }
}
