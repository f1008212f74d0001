//! `farandole compare`: runs several engines on the same puzzles, or several searches on the same
//! variants.

mod row;
mod variants;

use crate::args::CompareArgs;
use crate::config::{self, InputConfig};
use crate::exit::{self, CHECK_FAILED, Failure, isolated};
use crate::messages::shown;
use crate::progress::ProgressLine;
use farandole::Puzzle;
use farandole::engines::{Answer, Config, Counters, End, Engine, Solver};
use farandole::pipeline::{MapError, OnUnreadable, SkipReason, Status, Tally, count_fault, open_records};
use farandole::puzzle::{ClassicPuzzle, check};
use farandole::search::Alarm;
use farandole::variant::Variant;
use row::{Item, Row, json, limit, table};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

/// The contents of the inputs.
#[derive(Default)]
struct Items {
    puzzles: Vec<Item<ClassicPuzzle>>,
    variants: Vec<Item<Variant>>,
}

/// The engines that run by default.
const ENGINES: [Engine; 5] = [Engine::Kernel, Engine::Search, Engine::Prune, Engine::Dlx, Engine::Dfs];

type Answers = Vec<Result<Answer, farandole::engines::Unsupported>>;

pub(crate) fn run(args: &CompareArgs) -> Result<u8, Failure> {
    let input = InputConfig::new(&args.input)?;
    let mut total = Tally::default();
    let Items { puzzles, variants } = read(&input, &mut total);
    let of_variants = !variants.is_empty();
    let (rows, count) = match (puzzles.is_empty(), of_variants) {
        // Every input without a puzzle has already been reported.
        (true, false) => return Ok(exit::code(&total)),
        (false, true) => {
            return Err(Failure::Usage(
                "found both classic puzzles and variants, expected only one of these kinds".into(),
            ));
        }
        (true, true) => variants::rows(args, sample(variants, args.sample))?,
        (false, false) => rows(args, &sample(puzzles, args.sample))?,
    };
    let text = if args.json { json(&rows) } else { table(&rows, count) };
    io::stdout().write_all(&text).map_err(|error| Failure::io("standard output", error))?;
    let disagree = rows.iter().any(|row| row.wrong > 0);
    Ok(if disagree { exit::code(&total).max(CHECK_FAILED) } else { exit::code(&total) })
}

/// Returns the rows of engines for puzzles, and the number of puzzles.
fn rows(args: &CompareArgs, items: &[Item<ClassicPuzzle>]) -> Result<(Vec<Row>, usize), Failure> {
    let named: Vec<Engine> =
        args.engines.iter().map(|name| config::engine(name)).collect::<Result<_, _>>()?;
    let engines = if named.is_empty() { ENGINES.to_vec() } else { named };
    let puzzles: Vec<ClassicPuzzle> = items.iter().map(|item| item.puzzle.clone()).collect();
    let config = Config { limit: limit(args), budget: args.budget, ..Config::default() };

    let mut solvers: Vec<Solver> = engines.iter().map(|engine| Solver::new(*engine)).collect();
    let mut times = vec![Vec::new(); engines.len()];
    let mut answers: Vec<Answers> = Vec::new();
    let progress = ProgressLine::new(false);
    let rounds = args.rounds.max(1);
    let all = (rounds * engines.len()) as u64 * puzzles.len() as u64;
    let mut done = 0;
    for round in 0..rounds {
        for (k, solver) in solvers.iter_mut().enumerate() {
            let mut result = Vec::with_capacity(puzzles.len());
            let mut time = Duration::ZERO;
            // A time limit applies to each puzzle.
            let together = if args.time.is_some() { 1 } else { batch_size(engines[k]) };
            for batch in puzzles.chunks(together) {
                let start = Instant::now();
                let alarm = Alarm::after(args.time);
                result.extend(solver.solve_batch(batch, &Config { cancel: alarm.flag(), ..config }));
                time += start.elapsed();
                done += batch.len() as u64;
                progress.steps(done, all, engines[k].name());
            }
            times[k].push(time);
            if round == 0 {
                answers.push(result);
            }
        }
    }
    progress.finish();
    let rows = (0..engines.len()).map(|k| row(items, engines[k], &answers, k, &mut times[k])).collect();
    Ok((rows, items.len()))
}

/// Returns the number of puzzles to search before progress is shown. The kernel is fastest with
/// many at once.
const fn batch_size(engine: Engine) -> usize {
    match engine {
        Engine::Kernel | Engine::Auto => 2048,
        _ => 8,
    }
}

fn read(input: &InputConfig, total: &mut Tally) -> Items {
    let mut items = Items::default();
    let mut leave_out = |path: &Path, fault: &SkipReason| {
        warn!("{}: {fault}", shown(path));
        count_fault(total, fault);
    };
    let (mut unreadable, mut failed) = (0, 0);
    for path in &input.paths {
        let mut records = match open_records(path, &input.read) {
            Ok(records) => records,
            Err(fault) => {
                leave_out(path, &fault);
                continue;
            }
        };
        let mut parser = records.dialect().parser();
        let before = (items.puzzles.len(), items.variants.len(), unreadable);
        let read = records.for_each(|_, record| {
            let place = format!("{}:{}", shown(path), record.line);
            let read = isolated(place.clone(), || {
                let entry = parser.parse(record);
                match entry.map_err(|error| error.located(&shown(path).to_string()))?.puzzle {
                    Puzzle::Classic(puzzle) => items.puzzles.push(Item { place, puzzle }),
                    Puzzle::Variant(puzzle) => items.variants.push(Item { place, puzzle }),
                }
                Ok::<_, String>(())
            });
            let Some(read) = read else {
                failed += 1;
                return Ok(ControlFlow::Continue(()));
            };
            if let Err(message) = read {
                warn!("{message}");
                unreadable += 1;
                if input.on_unreadable == OnUnreadable::Stop {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok::<_, io::Error>(ControlFlow::Continue(()))
        });
        match read {
            Ok(flow) if flow.is_break() => break,
            Ok(_) if (items.puzzles.len(), items.variants.len(), unreadable) == before => {
                leave_out(path, &SkipReason::Empty);
            }
            Ok(_) => {}
            Err(MapError::Read(error) | MapError::Done(error)) => leave_out(path, &SkipReason::Io(error)),
        }
    }
    (0..unreadable).for_each(|_| total.add(Status::Unreadable));
    (0..failed).for_each(|_| total.add(Status::Failed));
    items
}

/// Returns `wanted` of the items, evenly spread, or all items if there are no more than that.
fn sample<T>(items: Vec<Item<T>>, wanted: Option<usize>) -> Vec<Item<T>> {
    let count = items.len();
    let Some(wanted) = wanted.filter(|wanted| *wanted < count) else { return items };
    let kept = |k: usize| k * wanted / count != (k + 1) * wanted / count;
    items.into_iter().enumerate().filter(|(k, _)| kept(*k)).map(|(_, item)| item).collect()
}

fn row(
    items: &[Item<ClassicPuzzle>],
    engine: Engine,
    answers: &[Answers],
    k: usize,
    times: &mut [Duration],
) -> Row {
    let mut row = Row::new(engine.name());
    for (p, (item, answer)) in items.iter().zip(&answers[k]).enumerate() {
        let Ok(answer) = answer else {
            row.unsupported += 1;
            continue;
        };
        row.stages = row.stages.union(answer.report.stages);
        // A clash that was visible without a search needs no guesses.
        let guesses = if answer.report.clash.is_some() { Some(0) } else { answer.report.counters.guesses };
        let decided = |answer: &&Answer| !matches!(answer.report.end, End::BudgetSpent | End::Cancelled);
        row.add(&item.place, &Counters { guesses, ..answer.report.counters }, decided(&answer));
        let breaks_a_rule =
            answer.first.as_ref().is_some_and(|grid| check::check(&item.puzzle, grid.digits()).is_err());
        // Only earlier engines: each pair is compared once, and the later engine is blamed.
        let mut others = answers[..k].iter().filter_map(|other| other[p].as_ref().ok()).filter(decided);
        let differs =
            decided(&answer) && others.any(|other| other.report.solutions != answer.report.solutions);
        if breaks_a_rule || differs {
            row.wrong += 1;
        }
    }
    row.with_times(items.len(), times)
}
