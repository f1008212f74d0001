//! Runs 9x9 solvers in turn on the same puzzles. It first checks that their answers agree and
//! follow the rules, then times them in shuffled rounds.
//!
//! `cargo run --release -- [--rounds N] [--limit N] [--engines a,b] [--single] [--record] [FILE or
//! FOLDER...]`
//!
//! `--single` passes one puzzle per call to our engines, which measures latency.
#![forbid(unsafe_code)]

mod engine;
mod facts;
mod record;
mod set;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use engine::{Engine, Verdict};
use record::Row;
use set::Set;

/// Target duration in seconds for one measurement of an engine on a set.
const AIM_SECONDS: f64 = 0.12;

struct Options {
    rounds: usize,
    limit: u32,
    engines: Vec<String>,
    record: bool,
    single: bool,
    files: Vec<PathBuf>,
}

fn main() -> ExitCode {
    match options().and_then(|options| bench(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        rounds: 10,
        limit: 2,
        engines: Vec::new(),
        record: false,
        single: false,
        files: Vec::new(),
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--rounds" => options.rounds = value()?.parse().map_err(|_| "--rounds takes a number")?,
            "--limit" => options.limit = value()?.parse().map_err(|_| "--limit takes a number")?,
            "--engines" => options.engines = value()?.split(',').map(str::to_string).collect(),
            "--single" => options.single = true,
            "--record" => options.record = true,
            _ if argument.starts_with("--") => return Err(format!("unknown option {argument}")),
            _ => options.files.push(argument.into()),
        }
    }
    if options.files.is_empty() {
        let bundled = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/sudoku/17_clue.txt.gz");
        options.files.push(bundled.into());
    }
    Ok(options)
}

fn bench(options: &Options) -> Result<(), String> {
    let mut engines = engine::all();
    engines.retain(|e| e.max_limit >= options.limit);
    for engine in &mut engines {
        engine.single = options.single;
    }
    if !options.engines.is_empty() {
        engines.retain(|e| options.engines.contains(&e.name));
    }
    if engines.is_empty() {
        let names: Vec<String> = engine::all().into_iter().map(|e| e.name).collect();
        return Err(format!("no engine of that name; there are {}", names.join(", ")));
    }
    let mut rows = Vec::new();
    for path in set::files(&options.files)? {
        let set = Set::read(&path)?;
        if set.puzzles.is_empty() {
            println!("\n{}: no puzzles", set.name);
            continue;
        }
        rows.extend(run_set(options, &engines, &set)?);
    }
    if options.record {
        let path = record::write(&rows, options.limit, options.single)?;
        println!("\nwritten to {}", path.display());
    }
    Ok(())
}

/// The puzzles for one engine. A slow engine gets a sample, and a small set is repeated.
struct Task {
    puzzles: Vec<[u8; 81]>,
    /// Number of distinct puzzles.
    distinct: usize,
    guesses: Option<f64>,
    sweeps: Option<f64>,
    /// Puzzles per second in each round.
    speeds: Vec<f64>,
}

fn run_set(options: &Options, engines: &[Engine], set: &Set) -> Result<Vec<Row>, String> {
    println!("\n{}: {} puzzles, limit {}", set.name, set.puzzles.len(), options.limit);
    let mut tasks = Vec::new();
    let mut reference: Option<Vec<Verdict>> = None;
    for engine in engines {
        let task = prepare(engine, set, options.limit, &mut reference)?;
        tasks.push(task);
    }
    time_rounds(options, engines, &mut tasks);
    Ok(report(options, engines, set, &tasks))
}

/// Times every engine once per round. The order is shuffled in each round.
fn time_rounds(options: &Options, engines: &[Engine], tasks: &mut [Task]) {
    let mut order: Vec<usize> = (0..engines.len()).collect();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let (mut answers, mut verdicts) = (Vec::new(), Vec::new());
    for _ in 0..options.rounds {
        for i in (1..order.len()).rev() {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            order.swap(i, (random % (i as u64 + 1)) as usize);
        }
        for &i in &order {
            let task = &mut tasks[i];
            let start = Instant::now();
            engines[i].run(&task.puzzles, options.limit, &mut answers, &mut verdicts);
            let seconds = start.elapsed().as_secs_f64();
            task.speeds.push(task.puzzles.len() as f64 / seconds);
        }
    }
}

/// Prints the table of a set and returns its rows.
fn report(options: &Options, engines: &[Engine], set: &Set, tasks: &[Task]) -> Vec<Row> {
    let rivals: Vec<usize> = (0..engines.len()).filter(|&i| !engines[i].is_ours()).collect();
    print!(
        "{:22} {:>12} {:>7} {:>9} {:>9} {:>9}",
        "engine", "puzzles/s", "spread", "ns", "guesses", "sweeps"
    );
    for &rival in &rivals {
        print!(" {:>18}", format!("x {}", engines[rival].name));
    }
    println!();
    let mut rows = Vec::new();
    for (engine, task) in engines.iter().zip(tasks) {
        let (median, spread) = median_and_spread(&task.speeds);
        print!("{:22} {:>12.0} {:>6.1}% {:>9.0}", engine.name, median, 100. * spread, 1e9 / median);
        for number in [task.guesses, task.sweeps] {
            print!(" {:>9}", number.map_or("-".into(), |n| format!("{n:.2}")));
        }
        for &rival in &rivals {
            let ratios: Vec<f64> =
                task.speeds.iter().zip(&tasks[rival].speeds).map(|(ours, theirs)| ours / theirs).collect();
            let (ratio, spread) = median_and_spread(&ratios);
            print!(" {:>18}", format!("{ratio:.2} ±{:.0}%", 50. * spread));
        }
        println!(
            "{}",
            if task.distinct < set.puzzles.len() {
                format!("  (sample of {})", task.distinct)
            } else {
                String::new()
            }
        );
        rows.push(Row {
            set: set.name.clone(),
            hash: set.hash.clone(),
            engine: engine.name.clone(),
            puzzles: task.distinct,
            median,
            spread,
            guesses: task.guesses,
            sweeps: task.sweeps,
            rounds: options.rounds,
        });
    }
    rows
}

/// Picks the puzzles for an engine and checks its answers on them against the first engine's and the rules.
fn prepare(
    engine: &Engine,
    set: &Set,
    limit: u32,
    reference: &mut Option<Vec<Verdict>>,
) -> Result<Task, String> {
    let (mut answers, mut verdicts) = (Vec::new(), Vec::new());
    let mut time = |puzzles: &[[u8; 81]]| {
        let start = Instant::now();
        engine.run(puzzles, limit, &mut answers, &mut verdicts);
        start.elapsed().as_secs_f64()
    };
    // A probe of evenly spaced puzzles is doubled until its time is long enough for an estimate.
    let mut probe = 4;
    let step = loop {
        let step = (set.puzzles.len() / probe).max(1);
        let sample: Vec<[u8; 81]> = set.puzzles.iter().step_by(step).copied().collect();
        let seconds = time(&sample);
        if step == 1 || seconds > AIM_SECONDS {
            break if seconds > 4. * AIM_SECONDS && step > 1 { step * 2 } else { step };
        }
        probe *= 2;
    };
    // The reference engine must answer every puzzle.
    let step = if reference.is_none() { 1 } else { step };
    let chosen: Vec<[u8; 81]> = set.puzzles.iter().step_by(step).copied().collect();
    let guesses = engine.run(&chosen, limit, &mut answers, &mut verdicts);
    let found = engine.collect(&answers, &verdicts);
    for (puzzle, verdict) in chosen.iter().zip(&found) {
        if verdict.solutions > 0 && !keeps_rules(puzzle, &verdict.grid) {
            return Err(format!("{}: wrong grid for {}", engine.name, String::from_utf8_lossy(puzzle)));
        }
    }
    match reference {
        None => *reference = Some(found),
        Some(reference) => {
            let expected: Vec<&Verdict> = reference.iter().step_by(step).collect();
            compare(engine, &chosen, &expected, &found, limit)?;
        }
    }
    let n = chosen.len() as f64;
    let sweeps = engine.sweeps(&answers);
    let start = Instant::now();
    engine.run(&chosen, limit, &mut answers, &mut verdicts);
    let repeats = (AIM_SECONDS / start.elapsed().as_secs_f64()).ceil().clamp(1., 5000.) as usize;
    let puzzles = if repeats > 1 { chosen.repeat(repeats) } else { chosen };
    Ok(Task {
        distinct: n as usize,
        puzzles,
        guesses: guesses.map(|g| g as f64 / n),
        sweeps,
        speeds: Vec::new(),
    })
}

/// Checks that an engine found what the first engine found.
fn compare(
    engine: &Engine,
    puzzles: &[[u8; 81]],
    expected: &[&Verdict],
    found: &[Verdict],
    limit: u32,
) -> Result<(), String> {
    for ((puzzle, first), own) in puzzles.iter().zip(expected).zip(found) {
        let same = first.solutions == own.solutions
            && (first.solutions != 1 || limit == 1 || first.grid == own.grid);
        if !same {
            let puzzle = String::from_utf8_lossy(puzzle);
            return Err(format!("{} disagrees with the first engine on {puzzle}", engine.name));
        }
    }
    Ok(())
}

/// Returns true if `grid` has every digit in every house and agrees with the givens of `puzzle`.
fn keeps_rules(puzzle: &[u8; 81], grid: &[u8; 81]) -> bool {
    let mut houses = [0u16; 27];
    for cell in 0..81 {
        let (given, digit) = (puzzle[cell], grid[cell]);
        if !(b'1'..=b'9').contains(&digit) || (given.is_ascii_digit() && given != b'0' && given != digit) {
            return false;
        }
        let (row, col) = (cell / 9, cell % 9);
        for house in [row, 9 + col, 18 + row / 3 * 3 + col / 3] {
            houses[house] |= 1 << (digit - b'1');
        }
    }
    houses.iter().all(|&house| house == 0x1ff)
}

/// Returns the median, and the interquartile range as a share of it.
fn median_and_spread(values: &[f64]) -> (f64, f64) {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = |share: f64| sorted[((sorted.len() - 1) as f64 * share).round() as usize];
    (at(0.5), (at(0.75) - at(0.25)) / at(0.5))
}
