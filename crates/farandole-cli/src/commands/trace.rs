//! `farandole trace`: the steps of the search for a variant.

use super::sheet::{several, text_of};
use crate::args::TraceArgs;
use crate::exit::{DONE, Failure, UNDECIDED};
use crate::output::json_line;
use crate::variants::candidate_rows;
use farandole::End;
use farandole::engines::Config;
use farandole::format::{Dialect, ReadConfig};
use farandole::json::{JsonTraceEnd, JsonTraceStep};
use farandole::pipeline::Chunk;
use farandole::variant::{
    TraceKind, TraceStep, Variant, VariantReport, VariantTracer, grid_text, holds_variants, read_all,
    source_text, traced_cell,
};
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;

/// Variants of a text, or why they can't be read, with the place.
type Items = Vec<Result<Variant, String>>;

pub(crate) fn run(args: &TraceArgs) -> Result<u8, Failure> {
    let (source, text) = text_of(args.file.as_deref())?;
    let items =
        if holds_variants(text.as_bytes()) { variants(source, &text) } else { puzzles(source, &text)? };
    let variant = one(args, source, items)?;
    let tracer =
        VariantTracer::new(&variant).map_err(|error| Failure::Unreadable(format!("{source}: {error}")))?;
    let limit = if args.limit == 0 { u64::MAX } else { args.limit };
    let config = Config { limit, budget: args.budget.unwrap_or(u64::MAX), ..Config::default() };
    let mut printer =
        Printer { args, variant: &variant, out: BufWriter::new(io::stdout()), last: 0, more: false };
    let (mut written, mut left) = (Ok(()), None);
    let report = tracer.run(&config, &mut |step| {
        written = printer.step(step);
        if args.grid && !printer.more && step.number >= args.from.get() {
            left = Some(step.masks.to_vec());
        }
        if written.is_err() || printer.more { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let end = written.and_then(|()| printer.end(&report, left.as_deref()));
    end.map_err(|error| Failure::io("standard output", error))?;
    if report.end == End::BudgetSpent {
        return Ok(UNDECIDED);
    }
    if printer.last < args.from.get() && !printer.more {
        return Err(Failure::Usage(format!("--from {}: the search has {} steps", args.from, printer.last)));
    }
    Ok(DONE)
}

/// The variants of a text with its name.
fn variants(source: &str, text: &str) -> Items {
    let items = read_all(text).into_iter();
    let read = items.map(|(line, entry)| {
        let entry = entry.map_err(|error| error.located(source, line))?;
        entry.warnings.iter().for_each(|warning| warn!("{source}:{line}: {warning}"));
        Ok(entry.variant)
    });
    read.collect()
}

/// The puzzles of a text with its name, as variants.
fn puzzles(source: &str, text: &str) -> Result<Items, Failure> {
    let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default())
        .map_err(|error| Failure::Unreadable(format!("{source}: {error}")))?;
    let mut parser = dialect.parser();
    let read = dialect.records(text.as_bytes()).map(|record| {
        let line = record.line;
        let entry = parser
            .parse(record)
            .map_err(|error| format!("{source}:{}:{}: {error}", error.line(), error.column()))?;
        Variant::from_puzzle(&entry.puzzle).map_err(|error| format!("{source}:{line}: {error}"))
    });
    Ok(read.collect())
}

/// The one that is wanted.
fn one(args: &TraceArgs, source: &str, mut items: Items) -> Result<Variant, Failure> {
    let count = items.len();
    match args.number.unwrap_or(1) {
        _ if count == 0 => Err(Failure::Unreadable(format!("{source}: no puzzles"))),
        _ if args.number.is_none() && count > 1 => Err(several(source, count)),
        wanted if (1..=count).contains(&wanted) => items.swap_remove(wanted - 1).map_err(Failure::Unreadable),
        wanted => {
            Err(Failure::Usage(format!("--number {wanted}: expected 1 to {count}, the puzzles in {source}")))
        }
    }
}

/// Prints the steps that are wanted.
struct Printer<'a> {
    args: &'a TraceArgs,
    variant: &'a Variant,
    out: BufWriter<io::Stdout>,
    /// The last step that there was.
    last: u64,
    /// Whether there is a step behind those that are wanted.
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
        writeln!(self.out, "{}. {}{}", step.number, "  ".repeat(step.depth), told(self.variant, step))
    }

    /// Prints how it ended, behind the candidates that are left.
    fn end(&mut self, report: &VariantReport, left: Option<&[u16]>) -> io::Result<()> {
        if self.args.json {
            let mut line = Vec::new();
            json_line(&mut line, &JsonTraceEnd::new(report, self.last));
            self.out.write_all(&line)?;
            return self.out.flush();
        }
        if let Some(masks) = left {
            let mut rows = Chunk::default();
            candidate_rows(self.variant, masks, &mut rows);
            self.out.write_all(&rows.answers)?;
        }
        let (nodes, solutions) = (report.counters.nodes, report.solutions);
        let so_far = format!("{nodes} nodes, {solutions} solutions");
        match report.end {
            _ if self.more => writeln!(self.out, "More follows: --from {}.", self.last + 1)?,
            End::BudgetSpent => writeln!(self.out, "Gave up: {so_far}.")?,
            End::Exhausted => writeln!(self.out, "Everything is searched: {so_far}.")?,
            _ => writeln!(self.out, "Stopped: {so_far}.")?,
        }
        self.out.flush()
    }
}

/// A step in words.
fn told(variant: &Variant, step: &TraceStep<'_>) -> String {
    let name = |cell| traced_cell(variant, cell);
    let sources: Vec<String> = step.sources().iter().map(|source| source_text(variant, source)).collect();
    let sources = if sources.is_empty() { "the rules".into() } else { sources.join(", ") };
    match step.kind {
        TraceKind::Guess { cell, value } => format!("guess: {} = {value}", name(cell)),
        TraceKind::Back { cell, value } => format!("back: {} is not {value}", name(cell)),
        TraceKind::Placed { cell, value } if step.removed.is_empty() => format!("{} = {value}", name(cell)),
        TraceKind::Placed { cell, value } => {
            let others: Vec<String> = step.removed.iter().map(|(other, _)| name(*other)).collect();
            format!("{} = {value}; {sources}: {value} goes from {}", name(cell), others.join(" "))
        }
        TraceKind::Contradiction { value: Some(value) } => {
            format!("contradiction: {sources}: no place for {value}")
        }
        TraceKind::Contradiction { value: None } => format!("contradiction: {sources}"),
        TraceKind::Solution => {
            let low = variant.board().values().low();
            let values: Vec<u8> = step.masks.iter().map(|mask| mask.trailing_zeros() as u8 + low).collect();
            format!("solution: {}", grid_text(variant, &values).trim_end())
        }
        _ => format!("{sources}: {}", removals(variant, step.removed)),
    }
}

/// What goes from which cells; cells that lose the same values stand together.
fn removals(variant: &Variant, removed: &[(usize, u16)]) -> String {
    let mut groups: Vec<(u16, Vec<String>)> = Vec::new();
    for &(cell, mask) in removed {
        let name = traced_cell(variant, cell);
        match groups.iter_mut().find(|(known, _)| *known == mask) {
            Some((_, cells)) => cells.push(name),
            None => groups.push((mask, vec![name])),
        }
    }
    let text = |(mask, cells): &(u16, Vec<String>)| {
        let values: Vec<String> =
            variant.board().values().values_of(*mask).map(|value| value.to_string()).collect();
        let verb = if values.len() == 1 { "goes" } else { "go" };
        format!("{} {verb} from {}", values.join(" "), cells.join(" "))
    };
    groups.iter().map(text).collect::<Vec<_>>().join("; ")
}
