//! `farandole trace`: prints the steps of the search for a variant.

use super::candidates::candidate_rows;
use super::position::{several, text_of};
use crate::args::TraceArgs;
use crate::config::import;
use crate::exit::{DONE, Failure, UNDECIDED};
use crate::output::json_line;
use farandole::answer::counted;
use farandole::engines::{Config, CspReport, End};
use farandole::format::editor::ImportConfig;
use farandole::format::{Dialect, ReadConfig};
use farandole::json::{JsonTraceEnd, JsonTraceStep};
use farandole::search::Alarm;
use farandole::variant::{TraceStep, Variant, VariantTracer, holds_variants, read_all_with, step_text};
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;

/// The variants of a text, or the reasons why they cannot be read, with their locations.
type Items = Vec<Result<Variant, String>>;

pub(crate) fn run(args: &TraceArgs) -> Result<u8, Failure> {
    let (source, text) = &text_of(args.file.as_deref())?;
    let items = if holds_variants(text.as_bytes()) {
        variants(source, text, &import(&args.meanings)?)
    } else {
        puzzles(source, text)?
    };
    let variant = one(args, source, items)?;
    let tracer =
        VariantTracer::new(&variant).map_err(|error| Failure::Unsupported(format!("{source}: {error}")))?;
    let limit = if args.limit == 0 { u64::MAX } else { args.limit };
    let alarm = Alarm::after(args.time);
    let budget = args.budget.unwrap_or(u64::MAX);
    let config = Config { limit, budget, cancel: alarm.flag(), ..Config::default() };
    let mut printer =
        Printer { args, variant: &variant, out: BufWriter::new(io::stdout()), last: 0, more: false };
    let (mut written, mut left) = (Ok(()), None);
    let report = tracer.run(&config, &mut |step| {
        written = printer.step(step);
        if args.grid && !printer.more && step.number >= args.from.get() {
            left = Some(step.masks.iter().copied().map(u64::from).collect::<Vec<_>>());
        }
        if written.is_err() || printer.more { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let end = written.and_then(|()| printer.end(&report, left.as_deref()));
    end.map_err(|error| Failure::io("standard output", error))?;
    if matches!(report.end, End::BudgetSpent | End::Cancelled) {
        return Ok(UNDECIDED);
    }
    if printer.last < args.from.get() && !printer.more {
        return Err(Failure::Usage(format!("--from {}: the search has {} steps", args.from, printer.last)));
    }
    Ok(DONE)
}

/// Returns the variants of a named text.
fn variants(source: &str, text: &str, config: &ImportConfig) -> Items {
    let items = read_all_with(text, config).into_iter();
    let read = items.map(|(line, entry)| {
        let entry = entry.map_err(|error| error.located(source))?;
        entry.warnings.iter().for_each(|warning| warn!("{source}:{line}: {warning}"));
        Ok(entry.puzzle)
    });
    read.collect()
}

/// Returns the classic puzzles of a named text, as variants.
fn puzzles(source: &str, text: &str) -> Result<Items, Failure> {
    let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default())
        .map_err(|error| Failure::Unreadable(format!("{source}: {error}")))?;
    let mut parser = dialect.parser();
    let read = dialect.records(text.as_bytes()).map(|record| {
        let line = record.line;
        let entry = parser.parse_classic(record).map_err(|error| error.located(source))?;
        Variant::from_puzzle(&entry.puzzle).map_err(|error| format!("{source}:{line}: {error}"))
    });
    Ok(read.collect())
}

/// Returns the requested variant.
fn one(args: &TraceArgs, source: &str, mut items: Items) -> Result<Variant, Failure> {
    let count = items.len();
    match args.number.unwrap_or(1) {
        _ if count == 0 => Err(Failure::Unreadable(format!("{source}: expected a puzzle, found none"))),
        _ if args.number.is_none() && count > 1 => Err(several(source, count)),
        wanted if (1..=count).contains(&wanted) => items.swap_remove(wanted - 1).map_err(Failure::Unreadable),
        wanted => Err(Failure::Usage(format!(
            "--number {wanted}: expected 1 to {count} for the puzzles in {source}"
        ))),
    }
}

/// Prints the requested steps.
struct Printer<'a> {
    args: &'a TraceArgs,
    variant: &'a Variant,
    out: BufWriter<io::Stdout>,
    /// Number of the last step of the search.
    last: u64,
    /// True if there is a step after the requested ones.
    more: bool,
}

impl Printer<'_> {
    fn step(&mut self, step: &TraceStep<'_>) -> io::Result<()> {
        let (from, steps) = (self.args.from.get(), self.args.steps);
        if steps > 0 && step.number > (from - 1).saturating_add(steps) {
            self.more = true;
            return Ok(());
        }
        self.last = step.number;
        if step.number < from {
            return Ok(());
        }
        if self.args.json {
            let form = JsonTraceStep::new(self.variant, step);
            let form = if self.args.grid { form.with_candidates(self.variant, step) } else { form };
            let mut line = Vec::new();
            json_line(&mut line, &form);
            return self.out.write_all(&line);
        }
        writeln!(self.out, "{}. {}{}", step.number, "  ".repeat(step.depth), step_text(self.variant, step))
    }

    /// Prints the remaining candidates and how the search ended.
    fn end(&mut self, report: &CspReport, left: Option<&[u64]>) -> io::Result<()> {
        if self.args.json {
            let mut line = Vec::new();
            json_line(&mut line, &JsonTraceEnd::new(report, self.last));
            self.out.write_all(&line)?;
            return self.out.flush();
        }
        if let Some(masks) = left {
            let mut rows = Vec::new();
            candidate_rows(self.variant, masks, &mut rows);
            self.out.write_all(&rows)?;
        }
        let (nodes, solutions) = (report.counters.nodes, report.solutions);
        let so_far = format!("{}, {}", counted(nodes, "node"), counted(solutions, "solution"));
        match report.end {
            _ if self.more => {
                writeln!(self.out, "More steps follow; continue with --from {}.", self.last + 1)?
            }
            End::BudgetSpent | End::Cancelled => writeln!(self.out, "Gave up: {so_far}.")?,
            End::Exhausted => writeln!(self.out, "Search complete: {so_far}.")?,
            _ => writeln!(self.out, "Stopped: {so_far}.")?,
        }
        self.out.flush()
    }
}
