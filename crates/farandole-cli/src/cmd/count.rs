//! `farandole count`: how many solutions each puzzle has, or all of them.

use crate::args::CountArgs;
use crate::bulk::{self, Chunk, Context, Tally};
use crate::cmd::{list, search_each};
use crate::config::{self, InputConfig, OutputConfig};
use crate::exit::Failure;
use crate::output::{
    JsonAnswer, JsonEstimate, count_line, estimated, grid_text, json_line, keep_columns, problem,
    standard_error,
};
use farandole::format::{Format, WriteConfig, write_grid};
use farandole::pipeline::batch::{Question, Searched};
use farandole::pipeline::records::MapError;
use farandole::puzzle::{Grid, Puzzle, check};
use farandole::{End, Engine, Solver};
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

pub(crate) fn run(args: &CountArgs) -> Result<u8, Failure> {
    if args.checkpoint.is_some() || args.resume.is_some() {
        return list::run(args);
    }
    let input = InputConfig::new(&args.input)?;
    let output = OutputConfig::from(&args.output);
    if let Some(dives) = args.estimate {
        return Ok(estimate(&input, &output, args, dives.get())?.exit_code());
    }
    let limit = args.limit.unwrap_or(if args.all { 0 } else { 2 });
    let question = config::question(&args.run, limit)?;
    let tally = if args.all {
        let to = args.to.as_deref().map(config::format).transpose()?;
        all(&input, &output, question, to)?
    } else {
        let make = |context: &Context<'_>| context.answerer(question);
        bulk::run(&input, &output, None, args.run.threads, make, |context, answerer, piece, chunk| {
            search_each(context, answerer, piece, chunk, |answer, searched, chunk| {
                print(context, args.keep_columns, answer.record.line, searched, chunk);
            });
        })?
    };
    Ok(tally.exit_code())
}

fn print(context: &Context<'_>, columns: bool, line: u64, searched: &Searched<'_>, chunk: &mut Chunk) {
    let report = &searched.report;
    if let Some((status, detail)) = problem(searched, &mut chunk.tally) {
        let answer = JsonAnswer::searched(context.source, line, status, report);
        return context.refuse(answer, detail, chunk);
    }
    match report.solutions {
        0 => chunk.tally.without_solution += 1,
        1 => chunk.tally.solved += 1,
        _ => chunk.tally.several += 1,
    }
    if context.json {
        json_line(&mut chunk.out, &JsonAnswer::searched(context.source, line, "counted", report));
    } else {
        count_line(&mut chunk.out, report);
        if columns {
            keep_columns(&mut chunk.out, searched.trailing(), Format::Line);
        }
    }
}

/// Guesses the counts of all puzzles.
fn estimate(
    input: &InputConfig,
    output: &OutputConfig,
    args: &CountArgs,
    dives: u64,
) -> Result<Tally, Failure> {
    let make = |context: &Context<'_>| (context.dialect.parser(), Solver::new(Engine::Dlx));
    bulk::run(input, output, None, args.run.threads, make, |context, (parser, solver), piece, chunk| {
        for (_, record) in piece.records() {
            let entry = match parser.parse(record) {
                Ok(entry) => entry,
                Err(error) if context.unreadable(&error, chunk).is_break() => return,
                Err(_) => continue,
            };
            chunk.tally.records += 1;
            let estimate = solver.estimate(&entry.puzzle, dives, 0);
            if context.json {
                let answer = JsonAnswer::bare(context.source, record.line, "estimated");
                let estimate = JsonEstimate {
                    dives,
                    solutions: estimate.solutions.value,
                    spread: standard_error(estimate.solutions),
                    nodes: estimate.nodes.value,
                    nodes_spread: standard_error(estimate.nodes),
                };
                json_line(&mut chunk.out, &JsonAnswer { estimate: Some(estimate), ..answer });
            } else {
                let (solutions, nodes) = (estimated(estimate.solutions), estimated(estimate.nodes));
                let text = format!("about {solutions} solutions, {nodes} nodes\n");
                chunk.out.extend_from_slice(text.as_bytes());
            }
        }
    })
}

/// Streams every solution of one puzzle after the other, each checked, on one thread.
fn all(
    input: &InputConfig,
    output: &OutputConfig,
    question: Question,
    to: Option<Format>,
) -> Result<Tally, Failure> {
    let mut writer = BufWriter::new(bulk::open_output(output.path.as_deref())?);
    let mut total = Tally::default();
    let start = Instant::now();
    for path in &input.paths {
        let Some(mut records) = bulk::open_records(path, input, &mut total) else { continue };
        let dialect = records.dialect().clone();
        let source = Arc::clone(records.input().name());
        let format = to.unwrap_or(Format::Line);
        let context = Context::new(&source, &dialect, input, output, total.records);
        let mut parser = dialect.parser();
        let mut solver = question.solver();
        let read = records.for_each(|_, record| {
            let mut chunk = Chunk::default();
            let mut flow = ControlFlow::Continue(());
            match parser.parse(record) {
                Err(error) => flow = context.unreadable(&error, &mut chunk),
                Ok(entry) => {
                    let write = WriteConfig { symbols: entry.symbols.clone(), ..WriteConfig::new(format) };
                    solutions(
                        &context,
                        &entry.puzzle,
                        record.line,
                        question,
                        &mut solver,
                        &write,
                        &mut writer,
                        &mut chunk,
                    )?;
                }
            }
            writer.write_all(&chunk.out)?;
            bulk::tell(&chunk.err);
            total += chunk.tally;
            Ok(flow)
        });
        match read {
            Ok(flow) if flow.is_break() => break,
            Ok(_) => bulk::mark_empty(&context, &total),
            Err(MapError::Read(error)) => bulk::unreadable_input(path, &error, &mut total),
            Err(MapError::Done(error)) => return Err(Failure::io("output", error)),
        }
    }
    writer.flush().map_err(|error| Failure::io("output", error))?;
    if output.summary {
        complain!("{}", total.summary(start.elapsed()));
    }
    Ok(total)
}

/// Writes every solution of a puzzle as it is found; `!none` where there is none, and what went wrong if it did.
#[expect(clippy::too_many_arguments, reason = "one call; a struct would only name the same things again")]
fn solutions(
    context: &Context<'_>,
    puzzle: &Puzzle,
    line: u64,
    question: Question,
    solver: &mut Solver,
    write: &WriteConfig,
    writer: &mut impl Write,
    chunk: &mut Chunk,
) -> io::Result<()> {
    let mut written = Ok(());
    let mut text = Vec::new();
    let mut fault = None;
    let mut printed = 0;
    let config = question.config();
    let report = solver.run(puzzle, &config, &mut |digits| {
        if let Err(violation) = check::check(puzzle, digits) {
            fault = Some(("wrong", violation.to_string()));
            return ControlFlow::Break(());
        }
        text.clear();
        let ordinal = printed;
        printed += 1;
        let Ok(grid) = Grid::new(puzzle.size(), digits.to_vec()) else { return ControlFlow::Break(()) };
        if context.json {
            match grid_text(puzzle, &grid, write) {
                Ok(solution) => {
                    let answer = JsonAnswer::bare(context.source, line, "solved");
                    json_line(&mut text, &JsonAnswer { solution: Some(solution), ..answer });
                }
                Err(error) => fault = Some(("unprintable", error)),
            }
        } else if let Err(error) = write_grid(&mut text, puzzle, &grid, write, ordinal) {
            fault = Some(("unprintable", error.to_string()));
        }
        written = writer.write_all(&text);
        if written.is_ok() && fault.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written?;
    let report = match report {
        Ok(report) => report,
        Err(unsupported) => {
            context.unsupported(line, &unsupported, chunk);
            return Ok(());
        }
    };
    let tally = &mut chunk.tally;
    tally.records += 1;
    tally.nodes += report.counters.nodes;
    tally.guesses += report.counters.guesses.unwrap_or(0);
    if let Some((_, _)) = fault {
        tally.failed_checks += 1;
    } else if report.end == End::BudgetSpent {
        tally.undecided += 1;
        fault = Some(("gave up", format!("gave up after {} nodes", report.counters.nodes)));
    } else if report.solutions == 0 {
        tally.without_solution += 1;
        let why = puzzle.clash().map_or_else(String::new, |clash| format!(": {clash}"));
        fault = Some(("none", format!("no solution{why}")));
    } else if report.solutions == 1 {
        tally.solved += 1;
    } else {
        tally.several += 1;
    }
    if let Some((status, detail)) = fault {
        context.refuse(JsonAnswer::searched(context.source, line, status, &report), detail, chunk);
    }
    Ok(())
}
