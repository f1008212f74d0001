//! `farandole compare`: engines side by side on the same puzzles.

use crate::args::CompareArgs;
use crate::config::{self, InputConfig};
use crate::exit::{self, CHECK_FAILED, Failure};
use crate::output::json_line;
use crate::progress::ProgressLine;
use farandole::engines::{Answer, Config, Solver, Stage, Stages};
use farandole::pipeline::{Fault, MapError, OnUnreadable, Status, Tally, count_fault, open_puzzles};
use farandole::puzzle::{Puzzle, check};
use farandole::{End, Engine};
use serde::{Serialize, Serializer};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

/// A puzzle and where it stands.
struct Item {
    place: String,
    puzzle: Puzzle,
}

/// What an engine did.
#[derive(Serialize)]
struct Row {
    engine: &'static str,
    /// The stages that ran for any of the puzzles.
    #[serde(serialize_with = "names")]
    stages: Stages,
    /// Puzzles decided within the budget.
    decided: usize,
    gave_up: usize,
    unsupported: usize,
    /// Answers that break a rule or differ from what the other engines say.
    wrong: usize,
    /// All puzzles that the engine takes, divided by the median time of a round.
    puzzles_per_second: f64,
    /// The fastest and the slowest round.
    seconds: [f64; 2],
    nodes: u64,
    /// Not every engine knows.
    guesses: Option<u64>,
    /// The puzzle that took the most nodes.
    hardest: Option<String>,
    hardest_nodes: u64,
}

/// Stages as an array of their names.
fn names<S: Serializer>(stages: &Stages, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(stages.iter().map(Stage::name))
}

type Answers = Vec<Result<Answer, farandole::Unsupported>>;

pub(crate) fn run(args: &CompareArgs) -> Result<u8, Failure> {
    let input = InputConfig::new(&args.input)?;
    let engines: Vec<Engine> =
        args.engines.iter().map(|name| config::engine(name)).collect::<Result<_, _>>()?;
    let mut total = Tally::default();
    let items = sample(read(&input, &mut total), args.sample);
    if items.is_empty() {
        if total.unopened > 0 {
            return Ok(exit::code(&total));
        }
        return Err(Failure::Unreadable("there is no puzzle to compare engines on".into()));
    }
    let puzzles: Vec<Puzzle> = items.iter().map(|item| item.puzzle.clone()).collect();
    let limit = if args.limit == 0 { u64::MAX } else { args.limit };
    let config = Config { limit, budget: args.budget, ..Config::default() };

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
            for batch in puzzles.chunks(batch_size(engines[k])) {
                let start = Instant::now();
                result.extend(solver.solve_batch(batch, &config));
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
    let rows: Vec<Row> =
        (0..engines.len()).map(|k| row(&items, &engines, &answers, k, &mut times[k])).collect();
    let text = if args.json { json(&rows) } else { table(&rows, items.len()) };
    io::stdout().write_all(&text).map_err(|error| Failure::io("standard output", error))?;
    let disagree = rows.iter().any(|row| row.wrong > 0);
    Ok(if disagree { exit::code(&total).max(CHECK_FAILED) } else { exit::code(&total) })
}

/// How many puzzles are searched before progress is shown. The kernel is at its best with many at once.
const fn batch_size(engine: Engine) -> usize {
    match engine {
        Engine::Kernel | Engine::Auto => 2048,
        _ => 8,
    }
}

fn read(input: &InputConfig, total: &mut Tally) -> Vec<Item> {
    let mut items = Vec::new();
    let mut leave_out = |path: &Path, fault: &Fault| {
        warn!("{}: {fault}", path.display());
        count_fault(total, fault);
    };
    let mut unreadable = 0;
    for path in &input.paths {
        let mut records = match open_puzzles(path, &input.read) {
            Ok(records) => records,
            Err(fault) => {
                leave_out(path, &fault);
                continue;
            }
        };
        let mut parser = records.dialect().parser();
        let read = records.for_each(|_, record| {
            match parser.parse(record) {
                Ok(entry) => {
                    let place = format!("{}:{}", path.display(), record.line);
                    items.push(Item { place, puzzle: entry.puzzle });
                }
                Err(error) => {
                    warn!("{}:{}:{}: {error}", path.display(), error.line(), error.column());
                    unreadable += 1;
                    if input.on_unreadable == OnUnreadable::Stop {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
            Ok::<_, io::Error>(ControlFlow::Continue(()))
        });
        match read {
            Ok(flow) if flow.is_break() => break,
            Ok(_) => {}
            Err(MapError::Read(error) | MapError::Done(error)) => leave_out(path, &Fault::Io(error)),
        }
    }
    (0..unreadable).for_each(|_| total.add(Status::Unreadable));
    items
}

/// `wanted` of the items, evenly spread; all of them where there are not more.
fn sample(items: Vec<Item>, wanted: Option<usize>) -> Vec<Item> {
    let count = items.len();
    let Some(wanted) = wanted.filter(|wanted| *wanted < count) else { return items };
    let kept = |k: usize| k * wanted / count != (k + 1) * wanted / count;
    items.into_iter().enumerate().filter(|(k, _)| kept(*k)).map(|(_, item)| item).collect()
}

fn row(items: &[Item], engines: &[Engine], answers: &[Answers], k: usize, times: &mut [Duration]) -> Row {
    let mut row = Row {
        engine: engines[k].name(),
        stages: Stages::NONE,
        decided: 0,
        gave_up: 0,
        unsupported: 0,
        wrong: 0,
        puzzles_per_second: 0.0,
        seconds: [0.0; 2],
        nodes: 0,
        guesses: Some(0),
        hardest: None,
        hardest_nodes: 0,
    };
    for (p, (item, answer)) in items.iter().zip(&answers[k]).enumerate() {
        let Ok(answer) = answer else {
            row.unsupported += 1;
            continue;
        };
        let counters = answer.report.counters;
        row.nodes += counters.nodes;
        row.stages = row.stages.union(answer.report.stages);
        // Where a clash was seen at once there was nothing to guess.
        let guesses = if answer.report.clash.is_some() { Some(0) } else { counters.guesses };
        row.guesses = row.guesses.zip(guesses).map(|(sum, more)| sum + more);
        if counters.nodes > row.hardest_nodes {
            row.hardest_nodes = counters.nodes;
            row.hardest = Some(item.place.clone());
        }
        let decided = |answer: &&Answer| answer.report.end != End::BudgetSpent;
        if decided(&answer) {
            row.decided += 1
        } else {
            row.gave_up += 1
        }
        let breaks_a_rule =
            answer.first.as_ref().is_some_and(|grid| check::check(&item.puzzle, grid.digits()).is_err());
        // The engines before this one; each pair is looked at once, and the later of the two is blamed.
        let mut others = answers[..k].iter().filter_map(|other| other[p].as_ref().ok()).filter(decided);
        let differs =
            decided(&answer) && others.any(|other| other.report.solutions != answer.report.solutions);
        if breaks_a_rule || differs {
            row.wrong += 1;
        }
    }
    times.sort_unstable();
    let seconds = |time: Option<&Duration>| time.map_or(0.0, Duration::as_secs_f64);
    row.seconds = [seconds(times.first()), seconds(times.last())];
    let median = seconds(times.get(times.len() / 2));
    row.puzzles_per_second = (items.len() - row.unsupported) as f64 / median.max(1e-9);
    row
}

fn json(rows: &[Row]) -> Vec<u8> {
    let mut text = Vec::new();
    for row in rows {
        json_line(&mut text, row);
    }
    text
}

fn table(rows: &[Row], puzzles: usize) -> Vec<u8> {
    let hardest = |row: &Row| {
        row.hardest.as_deref().map_or(String::new(), |place| format!("{} at {place}", row.hardest_nodes))
    };
    let hardest: Vec<String> = rows.iter().map(hardest).collect();
    let width =
        hardest.iter().map(|text| text.chars().count()).max().unwrap_or_default().max("most nodes".len());
    let mut text = format!(
        "{puzzles} puzzles, one thread, median of the rounds\n\
         {:8} {:>12} {:>7} {:>9} {:>8} {:>11} {:>6} {:>13} {:>13}  {:width$}  {}\n",
        "engine",
        "puzzles/s",
        "spread",
        "decided",
        "gave up",
        "unsupported",
        "wrong",
        "nodes each",
        "guesses each",
        "most nodes",
        "stages"
    );
    for (row, hardest) in rows.iter().zip(hardest) {
        let taken = (puzzles - row.unsupported).max(1) as f64;
        let spread = 100.0 * (row.seconds[1] - row.seconds[0]) / row.seconds[0].max(1e-9);
        let guesses = row.guesses.map_or("-".into(), |guesses| format!("{:.2}", guesses as f64 / taken));
        let stages = if row.stages.is_empty() { "-".into() } else { row.stages.to_string() };
        text += &format!(
            "{:8} {:>12.0} {:>6.0}% {:>9} {:>8} {:>11} {:>6} {:>13.2} {guesses:>13}  {hardest:width$}  {stages}\n",
            row.engine,
            row.puzzles_per_second,
            spread,
            row.decided,
            row.gave_up,
            row.unsupported,
            row.wrong,
            row.nodes as f64 / taken,
        );
    }
    text.into_bytes()
}
