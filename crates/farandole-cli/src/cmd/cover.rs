//! `farandole cover`: exact cover problems.

use crate::args::{CoverArgs, CoverCommand, CoverInputArgs};
use crate::exit::{DONE, Failure, UNDECIDED};
use crate::output::json_line;
use farandole::cover::{Control, Counter, Ending, Problem, Search, Step, format};
use farandole::input::Input;
use serde::Serialize;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::time::Instant;

/// How many bytes the memory of a count may take before it starts to forget.
const MEMORY: usize = 1 << 30;

/// A solution or the end of a search as a JSON line.
#[derive(Serialize, Default)]
struct JsonCover {
    /// `solution`, `counted`, `none` or `gave up`.
    status: &'static str,
    /// The options' texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<Vec<String>>,
    /// Their 1-based numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    numbers: Option<Vec<u32>>,
    /// The number of solutions, in decimal, as it may exceed what JSON readers hold in a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<String>,
    /// Whether `count` is exact; otherwise there may be more.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    updates: Option<u64>,
}

pub(crate) fn run(args: &CoverArgs) -> Result<u8, Failure> {
    match &args.command {
        CoverCommand::Solve { cover, all, limit, numbers } => {
            let limit = if *all { limit.unwrap_or(u64::MAX) } else { 1 };
            Job::open(cover, *numbers)?.solve(limit)
        }
        CoverCommand::Count { cover, limit } => Job::open(cover, false)?.count(*limit),
        CoverCommand::Min { cover, at_most, numbers } => Job::open(cover, *numbers)?.fewest(*at_most),
    }
}

/// A problem about to be searched.
struct Job<'a> {
    args: &'a CoverInputArgs,
    problem: Problem,
    search: Search,
    control: Control<'static>,
    numbers: bool,
    start: Instant,
    out: BufWriter<io::Stdout>,
}

impl<'a> Job<'a> {
    fn open(args: &'a CoverInputArgs, numbers: bool) -> Result<Self, Failure> {
        let path = args.file.as_deref().unwrap_or(Path::new("-"));
        let name = path.display();
        let mut text = Vec::new();
        let input = if path.as_os_str() == "-" { Input::stdin() } else { Input::open(path) };
        let read = input.and_then(|mut input| input.read_to_end(&mut text));
        read.map_err(|error| Failure::io(name.to_string(), error))?;
        let parsed =
            format::parse(&text, None).map_err(|error| Failure::Unreadable(format!("{name}: {error}")))?;
        for warning in &parsed.warnings {
            eprintln!("{name}: warning: {warning}");
        }
        let search =
            Search::new(&parsed.problem).map_err(|error| Failure::Unreadable(format!("{name}: {error}")))?;
        let control = args.budget.map_or(Control::new(), |nodes| Control::new().budget(nodes));
        let out = BufWriter::new(io::stdout());
        Ok(Self { args, problem: parsed.problem, search, control, numbers, start: Instant::now(), out })
    }

    fn solve(mut self, limit: u64) -> Result<u8, Failure> {
        let mut found = 0;
        let ending = loop {
            if found == limit {
                break Ending::Limit;
            }
            match self.search.step(&self.control) {
                Step::Solution => {
                    let options = self.search.solution().to_vec();
                    found += 1;
                    self.print_solution(&options)?;
                }
                Step::End => break Ending::Complete,
                Step::BudgetSpent => break Ending::BudgetSpent,
                Step::Cancelled => break Ending::Cancelled,
            }
        };
        self.finish(ending, found == 0)
    }

    /// Counts with memory where everything is to be counted; lists up to a limit or a budget, and what the memory
    /// can't take.
    fn count(self, limit: Option<u64>) -> Result<u8, Failure> {
        match Counter::new(&self.problem, MEMORY) {
            Ok(counter) if limit.is_none() && self.args.budget.is_none() => self.remember(counter),
            _ => self.list(limit.unwrap_or(u64::MAX)),
        }
    }

    fn remember(mut self, mut counter: Counter) -> Result<u8, Failure> {
        counter.run(&self.control);
        let stats = counter.stats();
        let count = counter.into_count().map_or_else(String::new, |count| count.to_string());
        let mut text = Vec::new();
        if self.args.json {
            let answer = JsonCover { status: "counted", exact: Some(true), ..JsonCover::default() };
            json_line(&mut text, &JsonCover { count: Some(count), nodes: Some(stats.nodes), ..answer });
        } else {
            text = format!("{count}\n").into_bytes();
        }
        self.write(&text)?;
        self.out.flush().map_err(|error| Failure::io("standard output", error))?;
        if self.args.summary {
            eprintln!("{} nodes; {:.3} s", stats.nodes, self.start.elapsed().as_secs_f64());
        }
        Ok(DONE)
    }

    fn list(mut self, limit: u64) -> Result<u8, Failure> {
        let count = self.search.count(limit, &self.control);
        let exact = count.ending == Ending::Complete;
        let decided = matches!(count.ending, Ending::Complete | Ending::Limit);
        let mut text = Vec::new();
        if self.args.json {
            let status = if decided { "counted" } else { "gave up" };
            let base = self.with_work(JsonCover { status, ..JsonCover::default() });
            let count = Some(count.solutions.to_string());
            json_line(&mut text, &JsonCover { count, exact: Some(exact), ..base });
        } else if decided {
            text = format!("{}{}\n", count.solutions, if exact { "" } else { "+" }).into_bytes();
        } else {
            // The number stands on the last line even so: it is a lower bound, and the exit code says that.
            eprintln!("gave up after {} nodes", self.search.stats().nodes);
            text = format!("{}+\n", count.solutions).into_bytes();
        }
        self.write(&text)?;
        self.close(count.ending)
    }

    fn fewest(mut self, at_most: Option<u32>) -> Result<u8, Failure> {
        let fewest = self.search.fewest(at_most, &self.control);
        if fewest.ending == Ending::Complete
            && let Some(options) = &fewest.best
        {
            self.print_solution(options)?;
        } else if let Some(options) = &fewest.best {
            eprintln!("best so far: {} options", options.len());
        }
        self.finish(fewest.ending, fewest.best.is_none())
    }

    fn print_solution(&mut self, options: &[u32]) -> Result<(), Failure> {
        let mut text = Vec::new();
        let numbers: Vec<u32> = options.iter().map(|option| option + 1).collect();
        if self.args.json {
            let texts = options.iter().map(|option| self.problem.option_text(*option)).collect();
            let solution = JsonCover {
                status: "solution",
                options: Some(texts),
                numbers: Some(numbers),
                ..JsonCover::default()
            };
            json_line(&mut text, &solution);
        } else if self.numbers {
            let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
            text.extend_from_slice(numbers.join(" ").as_bytes());
            text.push(b'\n');
        } else {
            for option in options {
                text.extend_from_slice(self.problem.option_text(*option).as_bytes());
                text.push(b'\n');
            }
            text.push(b'\n');
        }
        self.write(&text)
    }

    /// Says why nothing more comes, where that is not plain: no solution, or the budget.
    fn finish(mut self, ending: Ending, none: bool) -> Result<u8, Failure> {
        let status = match ending {
            Ending::Complete if none => "none",
            Ending::Complete | Ending::Limit => return self.close(ending),
            Ending::BudgetSpent | Ending::Cancelled => "gave up",
        };
        let mut text = Vec::new();
        if self.args.json {
            json_line(&mut text, &self.with_work(JsonCover { status, ..JsonCover::default() }));
        } else {
            text = format!("!{status}\n").into_bytes();
        }
        self.write(&text)?;
        self.close(ending)
    }

    fn with_work(&self, answer: JsonCover) -> JsonCover {
        let stats = self.search.stats();
        JsonCover { nodes: Some(stats.nodes), updates: Some(stats.updates), ..answer }
    }

    fn write(&mut self, text: &[u8]) -> Result<(), Failure> {
        self.out.write_all(text).map_err(|error| Failure::io("standard output", error))
    }

    fn close(mut self, ending: Ending) -> Result<u8, Failure> {
        self.out.flush().map_err(|error| Failure::io("standard output", error))?;
        if self.args.summary {
            let stats = self.search.stats();
            let seconds = self.start.elapsed().as_secs_f64();
            eprintln!(
                "{} solutions seen; {} nodes, {} updates; {seconds:.3} s",
                stats.solutions, stats.nodes, stats.updates
            );
        }
        Ok(match ending {
            Ending::Complete | Ending::Limit => DONE,
            Ending::BudgetSpent | Ending::Cancelled => UNDECIDED,
        })
    }
}
